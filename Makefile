# The chores of Senet. `make run` starts the arena, `make quick` checks a change, `make test` is what CI runs.

CARGO ?= cargo
# Public rule sheets and recorded matches. They are not part of the project; tests that need them are skipped without them.
SENET_SHARED ?= $(abspath ../shared)
FUZZ_SECONDS ?= 60
ATTACK_MINUTES ?= 60

.PHONY: run quick test fresh tools lint docs deny unit browser package verify clingo boards mappings faults limits clock clock-learning avx512 valgrind miri fuzz attack \
	bench benchmarks gallery wheel test-python test-python-all bench-python bench-torch bench-torch-gat

run:
	$(CARGO) run --release --quiet --package senet-cli

# Before each commit: layout, lints and unit tests.
quick: tools lint
	$(CARGO) test --workspace --lib --bins --quiet

test: tools lint docs deny unit browser test-python

# Clones the project, builds it where only Rust, a C compiler and make are, and starts it. Then the same for the Python package.
fresh:
	scripts/fresh.sh
	scripts/fresh.sh --python

# The formatter and the linter come with most installations of Rust; otherwise rustup installs them.
tools:
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

# The documentation of the crates has no broken links.
docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

# Licences, sources and known vulnerabilities of the dependencies.
deny:
	@scripts/deny.sh

unit:
	SENET_SHARED=$(SENET_SHARED) $(CARGO) test --workspace

# The pages in a real browser; screenshots are kept in tests/browser/screenshots. The tests use the program that `unit` has built.
browser:
	@scripts/install-browser.sh
	$(CARGO) test --workspace --no-run --quiet
	cd tests/browser && SENET_SHARED=$(SENET_SHARED) npm test

# Builds the wheel of the Python package and runs its tests in a virtual environment. Tests that need torch, Ray or OpenSpiel
# run only where those are installed; without Python, all are skipped.
test-python:
	@scripts/test-python.sh

# The same with all extras, which take gigabytes, and the long form of the cluster test.
test-python-all:
	@scripts/test-python.sh --all

# Steps per CPU-second of the vector environment beside pgx and OpenSpiel.
bench-python:
	@python=$$(scripts/python-env.sh --all --release) && $$python python/bench/bench.py $(GAMES)

# The time of a training step of the attention network beside PyTorch, which is installed in a virtual environment.
bench-torch-gat:
	$(CARGO) build --release --quiet --package senet-cli
	scripts/bench-torch-gat.sh $(or $(CARGO_TARGET_DIR),target)/release/senet $(SENET_SHARED)/games

# Throughput of our networks beside PyTorch, on one core. SENET_PYTHON names a Python with torch.
bench-torch:
	@CARGO="$(CARGO)" scripts/bench-torch.sh

# The wheel for users: one for Python 3.10 and newer.
wheel:
	@scripts/wheel.sh

# Builds the crates as they would be published, and publishes nothing.
package:
	$(CARGO) publish --workspace --dry-run --allow-dirty

# All games of the library, drawn from their rules.
gallery:
	$(CARGO) run --release --quiet --package senet-cli -- draw --gallery docs/gallery

# Every width of lanes that this processor has.
WIDTHS ?= portable $(patsubst avx512f,avx512,$(filter avx2 avx512f,$(shell grep -sm1 ^flags /proc/cpuinfo)))

verify:
	$(CARGO) build --release --quiet --package senet-cli
	for back_end in reference interpreter circuit neural; do \
		$(CARGO) run --release --quiet --package senet-cli -- verify --games $(SENET_SHARED)/games \
			--traces $(SENET_SHARED)/traces --back-end $$back_end || exit 1; \
	done
	for width in $(WIDTHS); do \
		$(CARGO) run --release --quiet --package senet-cli -- verify --games $(SENET_SHARED)/games \
			--traces $(SENET_SHARED)/traces --back-end lanes --width $$width || exit 1; \
	done
	SENET_SHARED=$(SENET_SHARED) SENET_TEST_SECONDS=1800 $(CARGO) test --release --package senet-trace \
		--test integration -- --nocapture agreement transforms lanes_agreement vector_env
	SENET_TEST_SECONDS=1800 SENET_PLAYOUTS=5000 $(CARGO) test --release --package senet-trace \
		--test integration -- --nocapture lanes_playouts
	SENET_GRAPHS=2000 $(CARGO) test --release --package senet-engine --lib -- lanes::tests
	SENET_SHARED=$(SENET_SHARED) SENET_THOROUGH=1 $(CARGO) test --release --package senet-library --test integration -- public
	SENET_TEST_SECONDS=1800 SENET_MATCHES=100 SENET_STATES=1000 $(CARGO) test --release --package senet-analyze --test integration -- --nocapture soundness
	SENET_TOURNAMENT_MATCHES=500 $(CARGO) test --release --package senet-cli --test integration -- tournament_crash

# Compares board proofs with clingo, which gets the same questions as answer-set programs; skipped where clingo is not installed.
ASKED ?= base/ticTacToe base/conn4 base/eightPuzzle base/blocker base/knightsTour base/connectFour base/breakthrough base/checkersTiny.v1 base/checkersSmall.v1 base/checkers \
	stanford/horseshoe stanford/kono stanford/dual_hunter stanford/8puzzle stanford/alquerque stanford/chinook
clingo:
	$(CARGO) build --release --quiet --package senet-cli
	python3 scripts/clingo-verify-ip.py target/release/senet $(ASKED:%=$(SENET_SHARED)/games/%.kif)

# The long form of the soundness and scrambling tests of board proofs: all library games, about half an hour.
boards:
	SENET_MATCHES=100 SENET_STATES=1000 SENET_TEST_SECONDS=7200 SENET_GAME_SECONDS=20 \
		$(CARGO) test --release --package senet-analyze --test integration -- --nocapture soundness scrambled

# The long form of the test that compares fast mappers with plain ones on library games and their variants: about an hour on two cores.
mappings:
	SENET_MAPPING_COST=$(or $(COST),3e9) $(CARGO) test --release --package senet-graph --test integration -- --nocapture mapping_library

# The long form of the fault tests: a reply of a gigabyte, and ten thousand matches without a leaked socket or thread.
faults:
	SENET_HUGE_BYTES=1073741824 SENET_MATCHES=10000 $(CARGO) test --release --package senet-arena --test integration --test leaks -- --nocapture faults leaks

# Every command and experiment on every slow sheet with a limit of two seconds, on an optimised build. The machine must be quiet.
limits:
	SENET_THOROUGH=1 $(CARGO) test --release --package senet-cli --test integration -- --nocapture --test-threads 1 end_within_their_time_limit ends_within_its_time_limit

# A thousand moves under a clock of one second, one match a core: about eight minutes on two cores.
clock:
	$(CARGO) run --release --quiet --package senet-cli -- lab clock

# The same with players that learn, before the first move and from their search trees: about fifteen minutes.
clock-learning:
	$(CARGO) run --release --quiet --package senet-cli -- lab clock --players descent --start-clock 8

# The short form: four games on every back end.
bench:
	$(CARGO) run --release --quiet --package senet-cli -- bench tic-tac-toe connect-four breakthrough checkers --seconds 1

# The long form writes docs/benchmarks.md and its data files: some games on every back end, all sheets on the chosen one.
PUBLIC = $(SENET_SHARED)/games/base
COMPARED ?= ticTacToe connectFour breakthrough reversi pentago knightsTour blocker checkers speedChess chess_200 hex \
	othello-comp2007 amazons
BENCH_SECONDS ?= 1

benchmarks:
	$(CARGO) run --release --quiet --package senet-cli -- bench $(COMPARED:%=$(PUBLIC)/%.kif) --dir $(PUBLIC) --group all \
		--seconds $(BENCH_SECONDS) --game-limit 60 --threads 2 --page docs/benchmarks.md

# Lanes access memory without checks: valgrind watches the machine code and the portable steps.
valgrind: export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER = valgrind --quiet --error-exitcode=1
valgrind:
	SENET_GRAPHS=6 $(CARGO) test --package senet-engine --lib -- lanes::tests::programs
	$(CARGO) test --package senet-engine --test integration -- lanes_limits lanes_refused
	$(CARGO) test --package senet-engine --test integration -- all_widths_answer_as_the_circuit details_fit_the_sums

# Runs the lane tests on an emulated processor with AVX-512; the script names the packages that it needs.
avx512:
	scripts/emulate-avx512.sh $(GAMES)

# Hostile sheets, hosts, visitors, kills and damaged files, on an optimised build; findings are kept in target/attack. `make test` runs a short
# form. Then schemathesis sends requests to the web interface by its OpenAPI description.
attack:
	$(CARGO) build --release --quiet --package senet-cli
	scripts/attack.sh $(ATTACK_MINUTES) $(or $(ATTACK_SEED),1)

# Miri looks for undefined behaviour in the crates without machine code and in the portable lanes.
miri:
	scripts/miri.sh

# The fuzzer starts from earlier findings and examples. It needs a C++ compiler.
fuzz:
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --quiet cargo-fuzz
	for target in read_and_check ground_and_run compile_and_play; do \
		scripts/fuzz.sh $$target $(FUZZ_SECONDS) crates/senet-gdl/tests/corpus crates/senet-gdl/tests/checks -dict=fuzz/gdl.dict || exit 1; \
	done
	for target in records protocol; do \
		scripts/fuzz.sh $$target $(FUZZ_SECONDS) crates/senet-arena/tests/corpus/$$target || exit 1; \
	done
	scripts/fuzz.sh web_requests $(FUZZ_SECONDS) crates/senet-web/tests/corpus
