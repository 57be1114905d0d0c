# `make run` and `make test` need only make and a Python >= 3.11: they build .venv on first use.

VENV ?= .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
LIT := $(BIN)/lit -s tests/filecheck

# The first of these that runs and is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.PHONY: run test fuzz lit lint types

run: $(INSTALLED)
	@$(BIN)/pto-compile examples/ping_pong.py:ping_pong --report

test: lint types
	$(BIN)/pytest -q
	$(LIT) --filter ':: tools/'

# Random kernels through all passes: `make fuzz N=2000 SEED=1`.
N ?= 2000
SEED ?= 1
fuzz: $(INSTALLED)
	FUZZ_KERNELS=$(N) $(BIN)/pytest -q tests/property/test_random_kernels.py --hypothesis-seed=$(SEED)

lit: $(INSTALLED)
	$(LIT)

lint: $(INSTALLED)
	$(BIN)/ruff check -q
	$(BIN)/ruff format -q --check

types: $(INSTALLED)
	$(BIN)/basedpyright --pythonpath $(BIN)/python

$(INSTALLED): pyproject.toml
	$(if $(PYTHON),,$(error no Python >= 3.11 found; name one with `make PYTHON=/path/to/python3`))
	@$(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV)" >&2
	@$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	@$(BIN)/python -m compileall -q pto_dialect transforms lowering
	@touch $@
