#!/usr/bin/env bash
# Makes a virtual environment for the tests of the Python package, builds the package and installs it there.
#
#   scripts/python-env.sh [--all] [--release]
#
# --all adds the heavy extras: torch, Ray, OpenSpiel, pgx. --release builds as for users.
# Prints the interpreter of the environment. If Python or its packages are not available, it prints the reason and exits with status 77.
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

skip() {
    echo "skipped: $1" >&2
    exit 77
}

can_make_environments() {
    python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

install_python() {
    command -v apt-get >/dev/null || return
    local root=""
    [ "$(id -u)" = 0 ] || root="sudo --non-interactive"
    $root apt-get update --quiet --quiet || true
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends python3 python3-venv
}

can_make_environments || install_python >&2 || true
can_make_environments || skip "Python 3.10 or newer with the modules venv and ensurepip is missing"

python="$environment/bin/python"
"$python" -c '' 2>/dev/null || python3 -m venv --clear "$environment" >&2
# Installs only if the list has changed since the last installation.
if [ "$(cat "$environment/.installed" 2>/dev/null)" != "${wanted[*]}" ]; then
    "$python" -m pip install --quiet --upgrade pip "${wanted[@]}" >&2 || skip "pip cannot install ${wanted[*]}"
    echo "${wanted[*]}" >"$environment/.installed"
fi

wheels="$target/python-wheels"
rm -rf "$wheels"
CARGO_TARGET_DIR="$target" "$environment/bin/maturin" build --quiet "${profile[@]}" --manifest-path python/Cargo.toml \
    --interpreter "$python" --out "$wheels" >&2
"$python" -m pip install --quiet --no-deps --force-reinstall "$wheels"/senet-*.whl >&2
echo "$python"
