# What one does with a checkout. `make help` lists it.

PYTHON ?= $(or $(shell command -v python3.11),$(shell command -v python3),python3)
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TESTS  ?= tests

COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --no-annotate \
	--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

.PHONY: help demo test check soak bench lock clean
.DEFAULT_GOAL := help

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*##  *\(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(READY)  ## play a whole game by mail on this machine, and show the letters
	@$(BIN)/referee demo

# Tests and benchmarks start hundreds of programs of ours, each of which would compile all of it anew where nothing
# compiled is kept.
test soak bench: export PYTHONDONTWRITEBYTECODE :=

test: $(READY)  ## all tests but the long ones
	@$(BIN)/python -c 'import sys; print("Tests run on Python", sys.version.split()[0], "of", sys.base_prefix)'
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup --no-loadscope-reorder $(TESTS)

check: $(READY)  ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/mypy

soak: $(READY)  ## the long tests: very many games
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup --no-loadscope-reorder -m soak --timeout 3600

bench: $(VENV)/.bench-ready  ## how fast we are, beside our peers
	@$(BIN)/python -m benchmarks $(FIGURES)

lock: $(READY)  ## pin anew what pyproject.toml asks for
	$(COMPILE) --upgrade --extra dev --output-file requirements/lock.txt pyproject.toml
	$(COMPILE) --upgrade --extra imap --constraint requirements/lock.txt --output-file requirements/run.txt pyproject.toml
	$(COMPILE) --upgrade --extra bench --constraint requirements/lock.txt --output-file requirements/bench.txt pyproject.toml
	@sed -i '1i # Everything the referee and its tests run on, pinned. Made by `make lock` from pyproject.toml.' requirements/lock.txt
	@sed -i '1i # What an installation runs on, pinned. Made by `make lock` from pyproject.toml.' requirements/run.txt
	@sed -i '1i # The same with the peers that benchmarks compare with. Made by `make lock` from pyproject.toml.' requirements/bench.txt

clean:  ## remove what builds and tests left behind; $(VENV) stays
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.venv*/*' -prune -exec rm -rf {} +

$(READY): requirements/lock.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo 'The referee needs Python 3.11 or newer. If you have one: make PYTHON=/path/to/python3.11'; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	{ echo 'Python could not make a virtual environment; on Debian: apt-get install python3-venv'; exit 1; }
	@echo 'Installing into $(VENV) (once, about a minute) ...'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/lock.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.bench-ready: $(READY) requirements/bench.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@
