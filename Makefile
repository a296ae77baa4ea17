# Two commands: `make play` and `make test`. Everything they need is set up in .venv on first use.

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
export ROLLTOP_CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

.PHONY: play test lint check browser audit bench shots messages clean

play: .venv/play
	$(BIN)/rolltop serve --open --port $(PORT)

test: lint check browser audit

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check: .venv/dev postgres
	$(BIN)/python -m tests.ready
	$(BIN)/pytest -m "not browser" -n 2

browser: .venv/dev chromium
	$(BIN)/python -m tests.ready
	$(BIN)/pytest -m browser -n 2 --dist worksteal

audit: .venv/dev
	$(BIN)/python -m tests.audit

bench: .venv/bench chromium
	$(BIN)/python -m bench

shots: .venv/dev chromium
	$(BIN)/python -m docs.shots

messages: .venv/dev
	$(BIN)/python -m tests.messages --write

.PHONY: chromium
chromium:
	@sh tests/browser/need-chromium

.PHONY: postgres
postgres:
	@sh tests/server/need-postgres

# ---- the environment --------------------------------------------------------------------------------------------------

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Rolltop needs Python 3.11 or newer; $(PYTHON) is older. Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/play: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/dev: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ .venv/play

.venv/bench: .venv/dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	@touch $@

clean:
	rm -rf .venv build dist src/*.egg-info
