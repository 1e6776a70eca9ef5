#!/usr/bin/env bash
# Checks licences, sources and known vulnerabilities of all dependencies with cargo-deny. If cargo-deny or the advisory database is missing,
# the check is skipped with a note.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo deny --version >/dev/null 2>&1; then
	echo "skipped: cargo-deny is not installed (cargo install cargo-deny)"
	exit 0
fi
cargo deny check licenses bans sources
if ! cargo deny fetch db >/dev/null 2>&1; then
	echo "skipped: the database of advisories cannot be fetched"
	exit 0
fi
cargo deny check advisories
