# Everything a clone needs: `make check` judges the games, `make test` runs the tests. Both set up .venv first.

# The first of these that is new enough is used; `make PYTHON=/path/to/python check` names one.
PYTHON ?= python3 python3.13 python3.12 python3.11

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup check test slow fuzz bench lint pictures certificates docs clean

help:
	@echo "make check     judge every game and its clauses, and write the findings to reports/"
	@echo "make test      run the tests"
	@echo "make slow      run the tests that take longer"
	@echo "make fuzz      run the property-based tests on new random games"
	@echo "make bench     measure the engines"
	@echo "make lint      look for mistakes in style and types"
	@echo "make pictures  draw the pictures of the documentation again"
	@echo "make certificates  prove the core claims of the games again"
	@echo "make docs      build the documentation as a site, in build/docs"
	@echo "make clean     remove what was set up"

check: $(READY)
	$(BIN)/ruleproof check --out reports
	$(BIN)/ruleproof contradictions --everywhere --quiet --out reports/contradictions

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal

slow: $(READY)
	RULEPROOF_SCREENSHOTS=build/screenshots RULEPROOF_THOROUGH=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m 'slow or hypothesis'

fuzz: $(READY)
	RULEPROOF_FUZZ=1 RULEPROOF_THOROUGH=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m hypothesis

bench: $(READY)
	$(BIN)/python -m tests.benchmarks

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

certificates: $(READY)
	$(BIN)/python -m tests.certificates

pictures: $(READY)
	$(BIN)/python -m tests.documentation.picture

docs: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --builder html docs build/docs
	@echo "open build/docs/index.html"

setup: $(READY)

clean:
	rm -rf $(VENV)

# Done once, and again when what is needed changes. A Python that lacks what makes environments is passed over.
$(READY): pyproject.toml
	@python=; \
	for candidate in $(PYTHON); do \
	  "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  python=$$candidate; \
	  "$$candidate" -c 'import ensurepip, venv' 2>/dev/null && break; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "error: ruleproof needs Python 3.11 or newer, and none of these is: $(PYTHON)" >&2; \
	  echo "  install one, or name one: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; \
	  exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "error: $$python cannot make environments: its modules venv and ensurepip are missing" >&2; \
	  echo "  many Linux systems have them in a package of their own, such as python3-venv" >&2; \
	  exit 1; \
	fi; \
	echo "setting up $(VENV) with $$("$$python" --version) (once; a minute or two)"; \
	"$$python" -m venv --clear $(VENV) && $(BIN)/python -m pip install --quiet --editable '.[dev]' && touch $@
