#!/bin/sh
# Attacks an optimised build of Senet: `senet lab attack`, then schemathesis on the description of the web interface.
#
# usage: attack.sh MINUTES [SEED]
#
# Python packages (clingo, schemathesis) are installed in a folder of the target folder. Without them, the parts that need them are skipped with a
# note. Everything stays on loopback addresses. Exits with 1 if something was found.
set -u
minutes=${1:?usage: attack.sh MINUTES [SEED]}
seed=${2:-1}
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
senet=$target/release/senet
python=$target/attack-python
found=0

if ! [ -x "$python/bin/python" ]; then
	python3 -m venv "$python" || echo "skipped: python3 has no venv"
fi
for package in clingo schemathesis; do
	"$python/bin/python" -c "import $package" 2>/dev/null || "$python/bin/pip" install --quiet "$package" ||
		echo "skipped: $package cannot be installed"
done

SENET_PYTHON=$python/bin/python "$senet" lab attack --minutes "$minutes" --seed "$seed" --keep "$target/attack" || found=1

if [ -x "$python/bin/schemathesis" ]; then
	folder=$(mktemp -d)
	"$senet" web --port 0 --json --folder "$folder" >"$folder/address" 2>"$folder/log" &
	server=$!
	trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$folder"' EXIT
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ -s "$folder/address" ] && break
		sleep 1
	done
	address=$(sed -n 's/.*"address":"\([^"]*\)".*/\1/p' "$folder/address")
	"$python/bin/schemathesis" run "${address%/}/api/openapi.json" --header 'X-Senet: 1' --seed "$seed" \
		--checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
		--max-examples 40 --max-time "${SCHEMATHESIS_SECONDS:-600}" --request-timeout 70 --no-color \
		--exclude-path-regex '/events$' || found=1
	kill -0 $server 2>/dev/null || { echo "the web server died:"; tail -5 "$folder/log"; found=1; }
	grep -q 'panicked at' "$folder/log" && { echo "the web server panicked:"; grep -A3 'panicked at' "$folder/log"; found=1; }
else
	echo "skipped: schemathesis is not installed"
fi
exit $found
