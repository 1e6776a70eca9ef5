#!/usr/bin/env bash
# Builds the wheel of the Python package and runs its tests in a virtual environment.
#
#   scripts/test-python.sh [--all]
#
# Tests that need torch, Ray, OpenSpiel or pgx run only where those are installed; --all installs them and adds the lints and
# the long form of the cluster test. Without --all, a machine without Python skips the tests and says so.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --manifest-path python/Cargo.toml --check
options=()
[ "${1:-}" != --all ] || options=(--all --release)
status=0
python=$(scripts/python-env.sh "${options[@]}") || status=$?
if [ "$status" = 77 ] && [ ${#options[@]} = 0 ]; then exit 0; fi
[ "$status" = 0 ] || exit "$status"

"$python" -m pytest --quiet -p no:cacheprovider python/tests
if [ ${#options[@]} -gt 0 ]; then
    PYO3_PYTHON="$python" cargo clippy --quiet --manifest-path python/Cargo.toml -- -D warnings
    "$python" python/tests/cluster.py
fi
