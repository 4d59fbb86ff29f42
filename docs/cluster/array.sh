#!/bin/bash
# A sweep of Rampart as a Slurm array: each of four tasks does every fourth run
# and writes a part. See docs/cluster.md.
#
#   sbatch array.sh experiment.json results
#
# A task that failed is run again by itself, as in
#
#   sbatch --array=2 array.sh experiment.json results
#
#SBATCH --job-name=rampart
#SBATCH --array=0-3
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --time=01:00:00
#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --output=rampart-%A-%a.log
set -euo pipefail

# The number of shards is said here and not taken from SLURM_ARRAY_TASK_COUNT,
# which is 1 where one task is run again.
shards=4
experiment=$1 folder=$2
part=$folder/part-$SLURM_ARRAY_TASK_ID.json
mkdir -p "$folder"

# A task that was stopped has left the runs that were done: it goes on with them.
if [ -s "$part" ]; then
  set -- "$part"
else
  set -- "$experiment" --field load=0.2:2:10 --shard "$SLURM_ARRAY_TASK_ID/$shards"
fi
exec "${RAMPART:-rampart}" sweep "$@" --workers "${SLURM_CPUS_PER_TASK:-0}" -o "$part"
