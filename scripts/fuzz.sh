#!/bin/sh
# Fuzzes one target for some seconds.
#
# usage: fuzz.sh TARGET SECONDS CORPUS… [-OPTION…]
#
# New inputs are kept in fuzz/corpus/TARGET. Options go to libFuzzer.
set -eu
cd "$(dirname "$0")/.."
target=$1
seconds=$2
shift 2
corpora=""
options=""
for word in "$@"; do
	case $word in
	-*) options="$options $word" ;;
	*) corpora="$corpora $word" ;;
	esac
done
mkdir -p "fuzz/corpus/$target"
# shellcheck disable=SC2086 # The lists have no spaces inside of words.
RUSTC_BOOTSTRAP=1 "${CARGO:-cargo}" fuzz run --sanitizer none "$target" "fuzz/corpus/$target" $corpora \
	-- $options -max_total_time="$seconds" -timeout=40 -rss_limit_mb=4096
