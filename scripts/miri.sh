#!/bin/sh
# Runs small tests under Miri, which finds undefined behaviour: the crates without machine code, and the portable lanes.
#
# Miri is a component of the nightly toolchain (rustup +nightly component add miri rust-src). Without it, the script says so and checks nothing.
# The newest nightly sometimes has no Miri; MIRI_TOOLCHAIN names another one, for instance nightly-2026-05-20.
# Tests of machine code are left out: Miri cannot run it, and `make valgrind` watches it. Miri is some hundred times slower than the
# processor, so the tests are few, and random tests try few cases.
set -eu
cd "$(dirname "$0")/.."
toolchain=${MIRI_TOOLCHAIN:-nightly}
if ! cargo +"$toolchain" miri --version >/dev/null 2>&1; then
	echo "skipped: Miri is not installed (rustup +$toolchain component add miri rust-src)"
	exit 0
fi
export MIRIFLAGS="-Zmiri-disable-isolation ${MIRIFLAGS:-}"
export PROPTEST_CASES=2 PROPTEST_DISABLE_FAILURE_PERSISTENCE=1 SENET_GRAPHS=1
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/miri

# Arguments: a crate, then the names of its unit tests.
check() {
	crate=$1
	shift
	echo "miri: $crate: $*"
	cargo +"$toolchain" miri test --quiet --package "$crate" --lib -- "$@"
}

# The unsafe code: vectors as words, the portable vectors, the interpreter of vector programs, and the threads of environments.
check senet-engine lanes::bit_matrix lanes::tests::vectors lanes::tests::programs::portable_programs_match_their_logic vector_env::crew
# The parsers of untrusted text.
check senet-gdl lexer:: symbol:: read_term:: notation:: safety::
check senet-ground terms:: relation:: alternatives::
check senet-arena kif:: protocol::message:: protocol::dialect::
