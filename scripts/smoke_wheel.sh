#!/usr/bin/env bash
# Builds sdist and wheel, installs the wheel in a fresh environment, and uses it in an empty
# folder: without the checkout, without keys and, where the system allows it, without a network.
# Usage: scripts/smoke_wheel.sh BUILDER [--lowest] [PYTHON ...]
#   BUILDER   a Python that has `build`
#   --lowest  install the oldest versions that pyproject.toml allows of what it names
#   PYTHON    interpreters to try it with; BUILDER's when none is named
set -euo pipefail

builder=$(realpath -s "$1")
shift
lowest=
if [ "${1:-}" = --lowest ]; then lowest=yes && shift; fi
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The wheel is built from the sdist, so that this one has to be whole.
"$builder" -m build --outdir "$scratch/dist" . >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
}
pins=()
if [ -n "$lowest" ]; then
    "$builder" scripts/lowest.py >"$scratch/lowest.txt"
    pins=(--constraint "$scratch/lowest.txt")
fi
unset PYTHONPATH ANTHROPIC_API_KEY OPENAI_API_KEY ERC3_API_KEY AGENTIC_SOLVER_WORKSPACE
offline=()
if unshare --map-root-user --net true 2>/dev/null; then offline=(unshare --map-root-user --net); fi

step() {
    echo "+ $*"
    "${offline[@]}" "$@" >"$scratch/out.log" 2>&1 || {
        cat "$scratch/out.log" >&2
        echo "smoke test failed: $*" >&2
        exit 1
    }
}

try() {
    echo "python $("$1" -c 'import sys; print(sys.version.split()[0])')${lowest:+, lowest versions}"
    rm -rf "$scratch/venv" "$scratch/empty"
    "$1" -m venv "$scratch/venv"
    "$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        "${pins[@]}" "$scratch"/dist/*.whl
    mkdir "$scratch/empty"
    cd "$scratch/empty"
    PATH="$scratch/venv/bin:$before"
    step agentic-solver --help
    step python -I -m agentic_solver --version
    step agentic-solver arithmetic ADD -2 3
    step agentic-solver init workspace
    cd workspace
    step agentic-solver compile --check
    step agentic-solver run erc3-prod
    tail -n 2 "$scratch/out.log"
    grep -Eq "^score +1.000" "$scratch/out.log" || {
        echo "smoke test failed: the built-in benchmark is not solved" >&2
        exit 1
    }
    step agentic-solver runs verify runs/erc3-prod-001
}

before=$PATH
[ $# -gt 0 ] || set -- "$builder"
here=$PWD
for python in "$@"; do
    cd "$here"
    try "$python"
done
echo "the wheel works in an empty folder"
