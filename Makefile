# One file for people and for CI. `make` alone says what there is.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# The first interpreter that is new enough; PYTHON=/path/to/python overrides it.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
WORKERS ?= auto
# Renews only what pyproject.toml asks for; UPGRADE=--upgrade takes the newest of everything.
UPGRADE ?=
COMPILE := $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# COVERAGE=1: `make test` and `make test-slow` after it note the lines that each test reaches, for `make floor`.
COVERAGE ?=
MEASURED := $(if $(COVERAGE),--cov --cov-context=test --cov-report=)
# Other interpreters for `make packages`: PYTHONS="python3.12 python3.13"
PYTHONS ?=

.PHONY: help run test test-slow test-all check static format-check lint types imports drift spelling licences smoke \
        packages lock conformance coverage floor mutation determinism bench format clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | \
	    while IFS=$$'\t' read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

run: $(VENV)/.installed ## Set up and play the built-in benchmark (no key, no network)
	$(BIN)/python -m agentic_solver run erc3-prod --proposer recorded

test: $(VENV)/.installed-dev ## Set up and run the tests, but not the slow ones (minutes)
	$(PYTEST) -m "not slow" $(MEASURED)

test-slow: $(VENV)/.installed-dev ## The slow tests alone
	$(PYTEST) -m slow $(if $(COVERAGE),$(MEASURED) --cov-append)

test-all: $(VENV)/.installed-dev ## All tests
	HYPOTHESIS_PROFILE=ci $(PYTEST)

check: static smoke test-all ## Everything that CI checks, without the coverage floor

static: format-check lint types imports drift spelling licences ## All checks that run no test

format-check: $(VENV)/.installed-dev ## Is every file formatted?
	$(BIN)/ruff format --check .

lint: $(VENV)/.installed-dev ## ruff
	$(BIN)/ruff check .

types: $(VENV)/.installed-dev ## mypy --strict over package, tests and tools
	$(BIN)/mypy

imports: $(VENV)/.installed-dev ## Do imports point downward only?
	$(BIN)/lint-imports

drift: $(VENV)/.installed-dev ## Is policy/ what rules/ compiles to?
	$(BIN)/python -m agentic_solver compile --check

spelling: $(VENV)/.installed-dev ## codespell
	$(BIN)/codespell

licences: $(VENV)/.installed-dev ## May everything that is installed be passed on beside our licence?
	$(BIN)/python scripts/licences.py openai otel | tail -n 1

packages: $(VENV)/.installed-dev ## Smoke test with the oldest allowed packages and other Pythons
	scripts/smoke_wheel.sh $(BIN)/python --lowest
	scripts/smoke_wheel.sh $(BIN)/python $(PYTHONS)

smoke: $(VENV)/.installed-dev ## Build the wheel, install it elsewhere and use it in an empty folder
	$(BIN)/python -c 'import sys; print("python", sys.version.split()[0])'
	scripts/smoke_wheel.sh $(BIN)/python

lock: $(VENV)/.installed-dev ## Renew the exact versions in requirements/ (UPGRADE=--upgrade: the newest)
	$(COMPILE) pyproject.toml --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml -c requirements/dev.txt -o requirements/run.txt
	echo 'agentdojo>=0.1.35,<0.2' | $(COMPILE) --no-deps - -o requirements/no-deps.txt

conformance: $(VENV)/.installed-dev ## Which rows of the requirements checklist are shown by a test
	$(BIN)/python scripts/conformance.py

coverage: $(VENV)/.installed-dev ## All tests of the validator with line and branch coverage, and its floor
	$(PYTEST) -q --cov --cov-report= tests/contracts tests/erc3 tests/redteam
	$(BIN)/python scripts/coverage_floor.py

floor: $(VENV)/.installed-dev ## Did what ran with COVERAGE=1 reach enough of the validator?
	$(BIN)/python scripts/coverage_floor.py

mutation: $(VENV)/.installed-dev ## Make mistakes in the validator; the tests must find them (hours)
	$(BIN)/python scripts/mutation.py

determinism: $(VENV)/.installed-dev ## Decisions of 613 tasks: same bytes whatever must not matter (minutes)
	$(BIN)/python scripts/determinism.py

bench: $(VENV)/.installed ## Time and memory of the harness, a snapshot and the twin, one JSON line each
	@for script in $(filter-out benchmarks/hosts.py benchmarks/learning.py,$(wildcard benchmarks/*.py)); do echo "+ $$script"; $(BIN)/python "$$script"; done

format: $(VENV)/.installed-dev ## Format and sort imports
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .

clean: ## Remove the virtual environment, builds and caches
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# The environment is made once; a changed pyproject.toml or lock installs again. Packages are those
# of the lock, hash by hash; then ours, and what pyproject.toml names that no `make lock` has seen.
LOCKED := $(PIP) --require-hashes --no-deps
$(VENV)/.python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.python pyproject.toml requirements/run.txt
	$(LOCKED) -r requirements/run.txt
	$(PIP) -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.python pyproject.toml requirements/dev.txt requirements/no-deps.txt
	$(LOCKED) -r requirements/dev.txt
	$(PIP) -e ".[dev]"
	@# Only its lists of injections are read: its some 36 dependencies are not needed.
	$(LOCKED) -r requirements/no-deps.txt
	@touch $(VENV)/.installed $@
