#!/usr/bin/env bash
# Makes a virtual environment for the tests of the Python package, builds the package and installs it there.
#
#   scripts/python-env.sh [--all] [--release]
#
# --all adds the heavy extras: torch, Ray, OpenSpiel, pgx. --release builds as for users.
# Prints the interpreter of the environment.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-$PWD/target}"
environment="${SENET_VENV:-$target/python-venv}"
light=(maturin numpy pytest gymnasium pettingzoo pyarrow pyright nbformat nbclient ipykernel)
heavy=(torch ray open_spiel jax pgx)
wanted=("${light[@]}")
profile=()
for argument in "$@"; do
    case "$argument" in
        --all) wanted+=("${heavy[@]}") ;;
        --release) profile=(--release) ;;
        *) echo "unknown argument: $argument" >&2; exit 2 ;;
    esac
done

if ! command -v python3 >/dev/null || ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    if ! command -v apt-get >/dev/null; then
        echo "Python is missing: install Python 3.10 or newer with the module venv" >&2
        exit 1
    fi
    root=""
    [ "$(id -u)" = 0 ] || root="sudo"
    $root apt-get update --quiet --quiet >&2 || true
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends python3 python3-venv >&2
fi

python="$environment/bin/python"
[ -x "$python" ] || python3 -m venv "$environment" >&2
# Installs only if the list has changed since the last installation.
if [ "$(cat "$environment/.installed" 2>/dev/null)" != "${wanted[*]}" ]; then
    "$python" -m pip install --quiet --upgrade pip "${wanted[@]}" >&2
    echo "${wanted[*]}" >"$environment/.installed"
fi

wheels="$target/python-wheels"
rm -rf "$wheels"
CARGO_TARGET_DIR="$target" "$environment/bin/maturin" build --quiet "${profile[@]}" --manifest-path python/Cargo.toml \
    --interpreter "$python" --out "$wheels" >&2
"$python" -m pip install --quiet --no-deps --force-reinstall "$wheels"/senet-*.whl >&2
echo "$python"
