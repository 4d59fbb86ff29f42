#!/usr/bin/env bash
# Builds, serves and tests Rampart. Needs Go (1.21 or later: it fetches the
# version that this project uses by itself); the tests also need node and
# Chromium, and install them from Debian where they are missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

export GOTOOLCHAIN=go1.27.3
export GOFLAGS=-buildvcs=false
export CGO_ENABLED=0
unset GOOS GOARCH GOEXPERIMENT

usage() {
  cat >&2 <<'EOF'
usage: ./build.sh COMMAND
  serve [ADDR]       build the page and serve it, at 127.0.0.1:8080 unless ADDR says otherwise
  test [all]         everything that CI checks; all: the long browser tests as well
  bench [TOPIC...]   print the figures of the benchmark table; hosts: native, node, Chromium
  bench soak [MIN]   train in the page for 30 minutes or MIN, and watch its memory and long tasks
  cli                build bin/rampart
  check              formatting, vet, generated code, cross-builds, bans
  edge [-quick]      build bin/edge, the page and the snapshot service as a Cloudflare Worker (docs/edge.md)
  site [-quick]      build dist/, the static site; -quick compresses nothing that is not in the cache
  screenshot [FILE]  take the README's picture (public/screenshot.png), or with FOLDER/ every tab at three
                     widths in both schemes
EOF
  exit 2
}

# in_wasm COMMAND... runs a go command for the browser.
in_wasm() { GOOS=js GOARCH=wasm GOEXPERIMENT=simd "$@"; }

# need PROGRAM PACKAGE installs a Debian package if its program is missing.
need() {
  command -v "$1" >/dev/null && return
  local root=()
  [ "$(id -u)" = 0 ] || root=(sudo)
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$2"
}

# phase NAME COMMAND... runs a command and prints how long it took. Its status
# must not be tested, so that set -e holds inside the command.
phase() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  printf -- '-- %s: %d s\n' "$name" $((SECONDS - start))
}

# The command uses vector instructions where the machine has them.
cli() { GOEXPERIMENT=simd go build -trimpath -ldflags='-s -w' -o bin/rampart ./wasm/rampart; }

site() {
  go build -trimpath -o bin/site ./wasm/site
  bin/site "$@"
}

# edge packs the worker around the page that site has built.
edge() {
  go build -trimpath -o bin/pack ./wasm/edge
  bin/pack
}

screenshot() {
  need chromium chromium
  cli
  site
  go run ./wasm/shot "${1:-public/screenshot.png}"
}

# bench [hosts | soak [MINUTES] | TOPIC...] prints figures: of the command, of the
# engine in three hosts side by side, or of the page over a long time.
bench() {
  if [ "${1:-}" = soak ]; then
    shift
    need chromium chromium
    cli
    site -quick
    go build -trimpath -o bin/soak ./wasm/soak
    bin/soak "$@"
    return
  fi
  if [ "${1:-hosts}" != hosts ]; then
    cli
    bin/rampart bench "$@"
    return
  fi
  need node nodejs
  need chromium chromium
  if [ $# -eq 0 ]; then
    cli
    bin/rampart bench
  fi
  go run ./wasm/hosts
}

formatting() {
  local bad
  bad=$(find . -name '*.go' ! -path './node_modules/*' ! -path './.cache/*' -exec gofmt -l {} +)
  if [ -n "$bad" ]; then
    printf 'not formatted by gofmt:\n%s\n' "$bad" >&2
    return 1
  fi
}

generated_sums() { find ui wasm -name '*_gen.go' -exec sha256sum {} + | sort -k 2; }

generated() {
  local before
  before=$(generated_sums)
  go generate ./ui/...
  if ! diff <(printf '%s\n' "$before") <(generated_sums); then
    echo 'generated code was not up to date: commit what go generate ./ui/... has written' >&2
    return 1
  fi
  # vugugen writes this file when a component has no type of the right name.
  if find ui wasm -name '0_missing_gen.go' | grep . >&2; then
    echo 'a component has no struct: its name must match the file (job-list.vugu: JobList)' >&2
    return 1
  fi
}

# ban REASON PATTERN PATH... fails if a Go file other than a test has the pattern.
ban() {
  local reason=$1 pattern=$2
  shift 2
  if grep -rnE --include='*.go' --exclude='*_test.go' --exclude='*_gen.go' -- "$pattern" "$@" >&2; then
    printf 'banned above: %s\n' "$reason" >&2
    return 1
  fi
}

bans() {
  ban 'random numbers come from math/rand/v2 streams that are parameters' '"math/rand"' core policy ui wasm
  ban 'the clock must not reach a result' 'time\.(Now|Since|Until|After|Tick|NewTimer|NewTicker)\b' core policy
  ban 'differs between machines: use core/detmath' \
    '\bmath\.(Exp|Exp2|Expm1|Log|Log10|Log1p|Log2|Pow|Tanh|Sinh|Cosh|Atan|Atan2|Sin|Cos|Tan|Erf|Erfc|Gamma|Cbrt|FMA)\(' core policy
  ban 'only ui and wasm may know the browser' '"syscall/js"' core policy
  ban 'core knows nothing of policies, programs and the page' '"rampart/(policy|ui|wasm)/' core
  ban 'policies know nothing of programs and the page' '"rampart/(ui|wasm)/' policy
  ban 'the page would be half a megabyte more to transfer' '"net/http"' core policy ui wasm/app wasm/engine wasm/wire
  ban 'the page would be 77 kB more to transfer: see strict.Only' '"regexp"' core policy ui wasm/app wasm/engine wasm/wire
}

# fused fails if the compiler fused a product and a sum into one instruction,
# as it may on arm64: results would then differ between machines.
fused() {
  mkdir -p .cache
  GOARCH=arm64 go build -o .cache/rampart-arm64 ./wasm/rampart
  # 2*r.Float64()-1 in nn/init.go may fuse: a product with a power of two is exact.
  if go tool objdump -s '^rampart/(core|policy)' .cache/rampart-arm64 | grep -E 'FN?M(ADD|SUB)[SD]' | grep -v '^  init.go' >&2; then
    echo 'fused above: round the product by a conversion, float64(a*b) + c' >&2
    return 1
  fi
}

check() {
  phase 'formatting' formatting
  phase 'bans' bans
  phase 'generated code' generated
  phase 'go.mod' go mod tidy -diff
  phase 'vet' go vet ./...
  phase 'vet, js/wasm' in_wasm go vet ./...
  phase 'build, js/wasm' in_wasm go build ./...
  phase 'nothing is fused, arm64' fused
  # Tests for 386 do not run here: many kernels have no 32-bit system calls. What
  # only develops or tests the page, with its large dependencies, is left out.
  phase 'vet, 386' env GOARCH=386 go vet ./core/... ./policy/... ./ui/... ./wasm/rampart ./wasm/keep/... ./wasm/engine/...
  phase 'build, 386' env GOARCH=386 go build -o /dev/null ./wasm/rampart
}

# node refuses to start Go programs under a large environment, hence env -i.
test_node() {
  in_wasm go test -exec "env -i PATH=$PATH HOME=$HOME $(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./core/... ./policy/...
}

test_native() {
  local packages
  packages=$(go list ./... | grep -Ev '/wasm/(browser|edge)$')
  # shellcheck disable=SC2086 # one word a package
  go test $packages
}

# Browser tests that take long: figures of large inputs, and second looks at what
# others test. They would take CI past ten minutes; test all runs them as well.
long='TestKilledRunGoesOn|TestPictures|TestSweepAccessible|TestGraphsAccessible|TestTimelinePansLongRuns|TestSweepOfThePaper'
long+='|TestGraphsOf2500Nodes|TestLargeCluster|TestTourTrains|TestPublishedFigures|TestWordsInEveryTab|TestTimelinePlays|TestTabsWhileTraining'
long+='|TestDatabaseDeleted|TestTwoTabs|TestUpdateIsOffered|TestServerErrors|TestSharedTimeline|TestSweepStopsReloadsAndResumes'
long+='|TestTrainingExports|TestExportByKeyboard|TestHistoryNarrow|TestClusterWhatIf|TestLargestProfile|TestImportOfStrangers'

test_all() {
  need node nodejs
  need chromium chromium
  check
  need npm npm
  phase 'node modules' npm ci --ignore-scripts --no-audit --no-fund
  phase 'tests' test_native
  phase 'tests, vector code' env GOEXPERIMENT=simd go test ./policy/...
  phase 'tests, js/wasm in node' test_node
  phase 'command line' cli
  phase 'site' site
  phase 'worker' edge
  phase 'tests, worker under workerd' go test -count=1 ./wasm/edge
  local skip=()
  [ "${1:-}" = all ] || skip=(-skip "^($long)\$")
  phase 'tests, page in Chromium' go test -count=1 -timeout=14m "${skip[@]}" ./wasm/browser
  printf '\nall checks passed in %d s\n' "$SECONDS"
}

command -v go >/dev/null || { echo 'build.sh: Go is not installed: any version from 1.21 on will do' >&2; exit 1; }
[ $# -ge 1 ] || usage
command=$1
shift
case $command in
  serve) cli; site -quick; exec bin/rampart serve ${1:+--addr "$1"} ;;
  test) test_all "$@" ;;
  bench) bench "$@" ;;
  cli) cli ;;
  check) check ;;
  edge) site "$@"; edge ;;
  site) site "$@" ;;
  screenshot) screenshot "$@" ;;
  *) usage ;;
esac
