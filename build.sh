#!/usr/bin/env bash
# Builds, serves and tests Rampart. Needs Go (1.21 or later: it fetches the
# version that this project uses by itself) and, for the tests, node and
# Chromium.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

export GOTOOLCHAIN=go1.27.3
export GOFLAGS=-buildvcs=false
export CGO_ENABLED=0

usage() {
  cat >&2 <<'EOF'
usage: ./build.sh COMMAND
  serve [ADDR]  build the page and serve it, at 127.0.0.1:8080 unless ADDR says otherwise
  test          everything that CI checks
  bench         print the figures of the benchmark table
  cli           build bin/rampart
  check         formatting, vet, generated code, cross-builds
  site [-quick] build dist/, the static site; -quick leaves out compression not yet cached
EOF
  exit 2
}

cli() {
  go build -trimpath -ldflags='-s -w' -o bin/rampart ./wasm/rampart
}

site() {
  go build -trimpath -o bin/site ./wasm/site
  bin/site "$@"
}

command -v go >/dev/null || { echo "build.sh: Go is not installed (Debian: apt-get install golang-go)" >&2; exit 1; }
[ $# -ge 1 ] || usage
command=$1
shift
case $command in
  serve) cli; site -quick; exec bin/rampart serve ${1:+--addr "$1"} ;;
  bench) cli; exec bin/rampart bench "$@" ;;
  cli) cli ;;
  site) site "$@" ;;
  *) usage ;;
esac
