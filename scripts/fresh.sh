#!/usr/bin/env bash
# Clones the project and builds it from nothing, without libclang and without a C++ compiler.
#
#   scripts/fresh.sh            runs `make run` and requests the first page of the arena
#   scripts/fresh.sh --python   installs the Python package with pip in a new virtual environment and plays a game
#
# A mount namespace hides the compilers from this script only; the rest of the system keeps them. Needs Linux with unshare.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --hidden ]; then
    user=()
    [ "$(id -u)" = 0 ] || user=(--map-root-user)
    exec unshare --mount "${user[@]}" scripts/fresh.sh --hidden "$@"
fi

# Hides the compilers and their parts, and checks that they are gone.
find /usr/bin /usr/lib /usr/lib64 /usr/libexec /usr/local /opt -type f \
    \( -name '*[gc]++' -o -name '*[gc]++-[0-9]*' -o -name cc1plus -o -name 'clang*' -o -name 'libclang*.so*' \) 2>/dev/null |
    while read -r file; do mount --bind /dev/null "$file"; done
if echo 'int main() {}' | c++ -x c++ -o /dev/null - 2>/dev/null; then
    echo "the C++ compiler could not be hidden" >&2
    exit 1
fi

folder=$(mktemp -d)
stop() {
    [ -z "${arena:-}" ] || kill -TERM -- "-$arena" 2>/dev/null || true
    wait 2>/dev/null || true
}
trap 'stop; rm -rf "$folder"' EXIT
git clone --quiet . "$folder/senet"
cd "$folder/senet"
export CARGO_TARGET_DIR=$folder/target XDG_DATA_HOME=$folder/data

print_times() {
    times >"$folder/times"
    echo "CPU time (user, system), build included: $(tail -n 1 "$folder/times")"
}

if [ "${2:-}" = --python ]; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet --no-cache-dir ./python
    cd "$folder"
    venv/bin/python - <<'PLAY'
import senet

state = senet.Game("connect-four").initial()
while not state.terminal:
    state = state.play(state.legal_actions()[0])
print("goals of a match of connect-four:", state.goals)
print("shape of the observations:", senet.VectorEnv("connect-four", 64).step(None).obs.shape)
PLAY
    print_times
    exit
fi

set -m
make run >"$folder/log" 2>&1 &
arena=$!
address=
until [ -n "$address" ]; do
    sleep 1
    address=$(sed -n 's|.*http://\([^/]*\)/.*|\1|p' "$folder/log" | head -n 1)
    if ! kill -0 "$arena" 2>/dev/null; then
        cat "$folder/log" >&2
        exit 1
    fi
done

exec 3<>"/dev/tcp/${address%:*}/${address##*:}"
printf 'GET / HTTP/1.0\r\nHost: %s\r\n\r\n' "$address" >&3
read -r status <&3
echo "http://$address/ answers: $status"
[[ $status == *" 200 "* ]]
stop
arena=
echo "size of the program: $(stat -c %s "$CARGO_TARGET_DIR/release/senet") bytes"
print_times
