# Everything runs in .venv, which is made when it is needed.  PYTHON=... chooses the Python that it is made
# with, ARGS="..." hands words on to the program or to pytest.

VENV := .venv
BIN := $(VENV)/bin
CANDIDATES := $(if $(PYTHON),$(PYTHON),python3 python3.13 python3.12 python3.11)
PYTEST := $(BIN)/python -m pytest
# Many tests wait for threads and not for the processor: more of them at once than there are cores.
WORKERS := 4
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

# Tested without what it asks for, RPi.GPIO, which is made for a Raspberry Pi and needs a compiler.
ALONE := 'mfrc522>=0.0.7,<0.1'

# Whether .venv is there and its Python still starts: an upgrade of the system can take it away.
SOUND := $(shell $(BIN)/python -c 'import pip' 2>/dev/null && echo yes)

# The service stands on the system's own Python, which the system keeps up to date.  WHEELS=folder installs
# without internet, TABLE=name chooses the example for a new config, ENABLE="i2c spi serial" (or none) says
# what may be switched on without being asked.
SYSTEM_PYTHON := $(if $(PYTHON),$(PYTHON),/usr/bin/python3)
WISHES = $(if $(WHEELS),--wheels "$(WHEELS)") $(if $(TABLE),--table "$(TABLE)") $(if $(ENABLE),--enable "$(ENABLE)")

# It mounts things, which nobody else is to see.
SYSTEM_TEST = unshare --mount --propagation private env PORT_ROYAL_SYSTEM=$(or $(ARCH),1) SUITE=$(or $(SUITE),trixie) \
    $(PYTEST) -p no:randomly -p no:cacheprovider -rs

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test check lint types cover format bench soak bundle install uninstall system-test test-313 clean

help: ## tell what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/run.stamp ## play on a simulated table, e.g. make run ARGS="--players 4"
	@$(BIN)/python -m companion simulate $(ARGS)

test: $(VENV)/dev.stamp ## run the tests
	@$(PYTEST) -n $(WORKERS) $(ARGS) || { \
	    code=$$?; [ $$code = 1 ] || exit $$code; \
	    echo; echo 'Once more, alone, what failed while others used the machine too:'; \
	    $(PYTEST) --last-failed $(if $(findstring --cov,$(ARGS)),--cov-append) $(ARGS); }

check: lint types cover ## everything that must hold before a change lands

lint: $(VENV)/dev.stamp ## check style and form
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp ## check the types
	@$(BIN)/python -m mypy

cover: $(VENV)/dev.stamp ## run the tests and check how many branches they take
	@$(MAKE) --no-print-directory test ARGS="--cov --cov-report= $(ARGS)"
	@$(BIN)/python -m coverage report --fail-under=92
	@$(BIN)/python -m coverage report --fail-under=98 --include='engine/*'

format: $(VENV)/dev.stamp ## mend style and form where a tool can
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench: $(VENV)/bench.stamp ## measure the engine beside others
	@$(BIN)/python -m benches $(ARGS)

soak: $(VENV)/dev.stamp ## run the tests in their long form
	@PORT_ROYAL_SOAK=1 $(BIN)/python -m pytest $(ARGS)

install: ## as root: install the table as a service, update or mend it (docs/install.md)
	@$(SYSTEM_PYTHON) -B -m companion.install install $(WISHES)

uninstall: ## as root: take it away again; PURGE=1 removes games and config too
	@$(SYSTEM_PYTHON) -B -m companion.install uninstall $(if $(PURGE),--purge)

bundle: $(VENV)/run.stamp ## make one file that installs without internet, for MACHINE=aarch64
	@$(BIN)/python -m companion.install bundle $(if $(MACHINE),--machine $(MACHINE))

# ARCH=arm64 emulates a Raspberry Pi with real device nodes, which is slow: it says what it is at.
system-test: $(VENV)/dev.stamp ## as root: try the service on a real systemd; SUITE=bookworm, or ARCH=arm64
	@$(SYSTEM_TEST) $(if $(ARCH),-s tests/system/$(ARCH), \
	    tests/system --ignore tests/system/test_suite.py --ignore tests/system/arm64) $(ARGS)

test-313: $(VENV)/dev.stamp ## as root: run the tests on the Python 3.13 of Debian 13
	@PORT_ROYAL_TESTS="$(TESTS)" $(SYSTEM_TEST) tests/system/test_suite.py $(ARGS)

clean: ## remove all that was made here, .venv too
	rm -rf $(VENV) build dist *.egg-info .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/run.stamp: pyproject.toml $(if $(SOUND),,venv)
	@$(PIP) --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml $(if $(SOUND),,venv)
	@$(PIP) --editable '.[dev]'
	@$(PIP) --no-deps $(ALONE)
	@touch $@ $(VENV)/run.stamp

$(VENV)/bench.stamp: pyproject.toml $(if $(SOUND),,venv)
	@$(PIP) --editable '.[dev,bench]'
	@$(PIP) --no-deps $(ALONE)
	@touch $@ $(VENV)/dev.stamp $(VENV)/run.stamp

# The first Python that is new enough and really starts; one that is only a name on the path is passed over.
.PHONY: venv
venv:
	@for python in $(CANDIDATES); do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && found=$$python && break; \
	done; \
	if [ -z "$$found" ]; then \
	    echo 'No Python 3.11 or newer was found (looked for: $(CANDIDATES)).'; \
	    echo 'Install one, on Debian or Raspberry Pi OS:  sudo apt install python3 python3-venv'; \
	    echo 'or name one:  make PYTHON=/path/to/python3.11 ...'; \
	    exit 1; \
	fi; \
	if ! $$found -c 'import venv, ensurepip' 2>/dev/null; then \
	    echo "$$found cannot make virtual environments: a part of it is not installed."; \
	    echo 'Install it, on Debian or Raspberry Pi OS:  sudo apt install python3-venv'; \
	    exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$found --version); this takes a minute, once."; \
	$$found -m venv --clear $(VENV)
