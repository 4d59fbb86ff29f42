#!/bin/bash
# Puts the parts of array.sh together, once all tasks are done:
#
#   job=$(sbatch --parsable array.sh experiment.json results)
#   sbatch --dependency=afterok:"$job" merge.sh results
#
#SBATCH --job-name=rampart-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=00:10:00
#SBATCH --output=rampart-merge-%j.log
set -euo pipefail

folder=$1
exec "${RAMPART:-rampart}" merge "$folder"/part-*.json -o "$folder/sweep.json"
