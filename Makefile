# The chores of Senet. `make run` shows it working, `make test` is what CI runs.

CARGO ?= cargo
# Rule sheets and recorded matches that are not part of the project; what needs them is skipped where they are missing.
SENET_SHARED ?= $(abspath ../shared)
FUZZ_SECONDS ?= 60

.PHONY: run test fresh tools lint unit browser verify clingo boards mappings faults clock avx512 valgrind fuzz bench benchmarks gallery

run:
	$(CARGO) run --release --quiet --package senet-cli

test: tools lint unit browser

# Clones the project, builds it where only Rust, a C compiler and make are, and starts it.
fresh:
	scripts/fresh.sh

# The formatter and the linter come with most installations of Rust; where they do not, rustup has them.
tools:
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

unit:
	SENET_SHARED=$(SENET_SHARED) $(CARGO) test --workspace

# The pages in a real browser; screenshots are kept in tests/browser/screenshots. The program is the one that the other tests have built already.
browser:
	@scripts/install-browser.sh
	$(CARGO) test --workspace --no-run --quiet
	cd tests/browser && npm test

# All games of the library, drawn from their rules.
gallery:
	$(CARGO) run --release --quiet --package senet-cli -- draw --gallery docs/gallery

# Every width of lanes that this processor has.
WIDTHS ?= portable $(patsubst avx512f,avx512,$(filter avx2 avx512f,$(shell grep -sm1 ^flags /proc/cpuinfo)))

verify:
	$(CARGO) build --release --quiet --package senet-cli
	for back_end in reference interpreter circuit; do \
		$(CARGO) run --release --quiet --package senet-cli -- verify --games $(SENET_SHARED)/games \
			--traces $(SENET_SHARED)/traces --back-end $$back_end || exit 1; \
	done
	for width in $(WIDTHS); do \
		$(CARGO) run --release --quiet --package senet-cli -- verify --games $(SENET_SHARED)/games \
			--traces $(SENET_SHARED)/traces --back-end lanes --width $$width || exit 1; \
	done
	SENET_SHARED=$(SENET_SHARED) SENET_TEST_SECONDS=1800 $(CARGO) test --release --package senet-trace \
		--test integration -- --nocapture agreement transforms lanes_agreement
	SENET_TEST_SECONDS=1800 SENET_PLAYOUTS=5000 $(CARGO) test --release --package senet-trace \
		--test integration -- --nocapture lanes_playouts
	SENET_GRAPHS=2000 $(CARGO) test --release --package senet-engine --lib -- judge
	SENET_SHARED=$(SENET_SHARED) SENET_THOROUGH=1 $(CARGO) test --release --package senet-library --test integration -- public
	SENET_TEST_SECONDS=1800 SENET_MATCHES=100 SENET_STATES=1000 $(CARGO) test --release --package senet-analyze --test integration -- --nocapture soundness
	SENET_TOURNAMENT_MATCHES=500 $(CARGO) test --release --package senet-cli --test integration -- tournament_crash

# The test of boards against another solver, which is asked the same as an answer-set program; skipped where clingo is not installed.
ASKED ?= base/ticTacToe base/conn4 base/eightPuzzle base/blocker base/knightsTour base/connectFour base/breakthrough base/checkersTiny.v1 base/checkersSmall.v1 base/checkers \
	stanford/horseshoe stanford/kono stanford/dual_hunter stanford/8puzzle stanford/alquerque stanford/chinook
clingo:
	$(CARGO) build --release --quiet --package senet-cli
	python3 scripts/clingo-verify-ip.py target/release/senet $(ASKED:%=$(SENET_SHARED)/games/%.kif)

# The long form of the tests that what is proved of boards holds, and that words make no difference: all games of the library, about half an hour.
boards:
	SENET_MATCHES=100 SENET_STATES=1000 SENET_TEST_SECONDS=7200 SENET_GAME_SECONDS=20 \
		$(CARGO) test --release --package senet-analyze --test integration -- --nocapture soundness scrambled

# The long form of the test that fast mappers choose what plain ones do: the library's games, pairs of them and their variants, up to what the plain form
# can do in about an hour on two processors.
mappings:
	SENET_MAPPING_COST=$(or $(COST),3e9) $(CARGO) test --release --package senet-graph --test integration -- --nocapture mapping_library

# The long form of what players do wrong: an answer of a gigabyte, and ten thousand matches that leave no socket and no thread behind.
faults:
	SENET_HUGE_BYTES=1073741824 SENET_MATCHES=10000 $(CARGO) test --release --package senet-arena --test integration --test leaks -- --nocapture faults leaks

# A thousand moves under a clock of one second, with a match on every processor: about eight minutes on two of them.
clock:
	$(CARGO) run --release --quiet --package senet-cli -- lab clock

# The short form: four games on every reasoner.
bench:
	$(CARGO) run --release --quiet --package senet-cli -- bench tic-tac-toe connect-four breakthrough checkers --seconds 1

# The long form writes docs/benchmarks.md: a few games on every reasoner, and all sheets on the one that is chosen for each.
PUBLIC = $(SENET_SHARED)/games/base
COMPARED ?= ticTacToe connectFour breakthrough reversi pentago knightsTour blocker checkers speedChess chess_200 hex \
	othello-comp2007 amazons
BENCH_SECONDS ?= 1

benchmarks:
	$(CARGO) run --release --quiet --package senet-cli -- bench $(COMPARED:%=$(PUBLIC)/%.kif) --dir $(PUBLIC) --group all \
		--seconds $(BENCH_SECONDS) --time-limit 60 --threads 2 --page docs/benchmarks.md

# Lanes read and write memory without checks: valgrind watches them do it, in machine code and in portable steps.
valgrind: export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER = valgrind --quiet --error-exitcode=1
valgrind:
	SENET_GRAPHS=6 $(CARGO) test --package senet-engine --lib -- judge::programs
	$(CARGO) test --package senet-engine --test integration -- lanes_limits lanes_refused
	$(CARGO) test --package senet-engine --test integration -- all_widths_answer_as_the_circuit details_fit_the_sums

# The widest vectors on an emulated processor, for machines without them; see the script for what it needs.
avx512:
	scripts/emulate-avx512.sh $(GAMES)

# The fuzzer starts from what earlier runs found and from the examples of the checks. It needs a C++ compiler.
fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --quiet cargo-fuzz
	for target in read_and_check ground_and_run compile_and_play; do \
		mkdir -p fuzz/corpus/$$target; \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run --sanitizer none $$target \
			fuzz/corpus/$$target crates/senet-gdl/tests/corpus crates/senet-gdl/tests/checks \
			-- -dict=fuzz/gdl.dict -max_total_time=$(FUZZ_SECONDS) -timeout=20 -rss_limit_mb=4096 || exit 1; \
	done
