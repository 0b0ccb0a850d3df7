# make demo and make test work as the first command after a clone: they set up .venv themselves.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
# Compiles the solver of both games, once: on two processors, for it takes longest of all.
COMPILE := $(BIN)/python -c 'import models.good_fortune.endgame, verifier.solve.answer' & other=$$!; \
	$(BIN)/python -c 'import models.lucky_numbers.playouts' && wait $$other
define VENV
@test -n "$(PYTHON)" || { echo "cloverproof needs Python 3.11 or newer (set PYTHON=...)"; exit 1; }
$(PYTHON) -m venv .venv
endef

.PHONY: demo test check fuzz nightly bench pages clean
.DEFAULT_GOAL := demo

.venv/user: pyproject.toml
	$(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@$(BIN)/python -m compileall -q cloverproof.py cli models reports verifier # so that the first start is as quick as the next
	@$(COMPILE)
	@touch $@

# The versions that the checks are known to pass with: a new release of a linter breaks no checks by itself.
.venv/dev: pyproject.toml constraints.txt
	$(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch .venv/user $@

demo: .venv/user
	@$(BIN)/cloverproof validate records --progress --max-findings-per-game 1 || test $$? -eq 1

test: .venv/dev
	@$(COMPILE)
	$(BIN)/python -m pytest -n auto --dist worksteal

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy & types=$$!; $(COMPILE) && $(BIN)/python -m reports.pages --check && wait $$types
	$(BIN)/python -m tests.fuzz --inputs 100000 --seconds 150 --jobs 2 --seed 1
	$(BIN)/python -m pytest -n auto --dist worksteal

# Hostile inputs for all readers and commands; 100,000, or what fits in 150 s, are among the checks, some among the tests.
INPUTS ?= 100000
SEED ?= $(shell date +%s)
fuzz: .venv/dev
	@$(COMPILE)
	$(BIN)/python -m tests.fuzz --inputs $(INPUTS) --seed $(SEED) --jobs 2
	CLOVERPROOF_CERTIFICATES=10000 $(BIN)/python -m pytest -q tests/test_certificates_damaged.py

# Every question that came after LNC56 at full size, for a second solver.
nightly: check
	CLOVERPROOF_FULL_SIZE=1 $(BIN)/python -m pytest -q -n auto tests/test_prove.py -k second_solver
	$(MAKE) fuzz INPUTS=1000000

pages: .venv/dev
	$(BIN)/python -m reports.pages
	$(BIN)/python -m tests.publish

bench: .venv/dev
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_garden
	$(BIN)/python -m tests.bench_graph
	$(BIN)/python -m tests.bench_solve
	$(BIN)/python -m tests.bench_estimate
	$(BIN)/python -m tests.bench_good_fortune
	$(BIN)/python -m tests.bench_report
	$(BIN)/python -m tests.bench_prove
	$(BIN)/python -m tests.bench_infer
	$(BIN)/python -m tests.bench_diagnose
	$(BIN)/python -m tests.bench_dialects
	$(BIN)/python -m tests.bench_drive
	$(BIN)/python -m tests.bench_drive_shortest

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
