#!/usr/bin/env bash
# The tests of the pages run in Chromium, driven from Node. Installs the missing parts.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
[ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || missing+=(chromium)

if [ ${#missing[@]} -gt 0 ]; then
    if ! command -v apt-get >/dev/null; then
        echo "${missing[*]} missing: install Node 18 or newer, npm and Chromium, and set CHROMIUM to the browser's program if it is called otherwise" >&2
        exit 1
    fi
    root=""
    [ "$(id -u)" = 0 ] || root="sudo"
    $root apt-get update --quiet --quiet || true
    $root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
fi

# Installs the packages only if the lock file has changed since the last installation.
cd tests/browser
if ! cmp --silent package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi
