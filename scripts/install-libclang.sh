#!/usr/bin/env bash
# Two crates build C and C++ code (nauty and CaDiCaL) and read its headers by libclang. Installs that where it is missing.
set -euo pipefail

has_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] || find /usr/lib /usr/lib64 /usr/local/lib -name 'libclang[.-]*so*' ! -name 'libclang-cpp*' \
        -print -quit 2>/dev/null | grep -q .
}

if has_libclang; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "libclang is missing: install it with the system's package manager (clang-devel, libclang-dev) and set LIBCLANG_PATH if it is not found" >&2
    exit 1
fi
root=""
[ "$(id -u)" = 0 ] || root="sudo"
$root apt-get update --quiet --quiet || true
$root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends libclang-dev
