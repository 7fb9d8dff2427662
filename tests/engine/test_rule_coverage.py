"""Every numbered rule has a test whose name carries its number, and docs/rule-coverage.md says which."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

PAGES: Mapping[str, str] = {"pr": "port-royal.md"}
"""Prefix in the names of tests, and the rules page whose numbers follow it."""
RULE = re.compile(r"^- ([A-Z]\d+) ", re.MULTILINE)
NAMED = re.compile(r"^test_([a-z]+)_((?:[A-Z]\d+_)+)")
HEAD = """# Which test holds which rule

Every numbered rule of [rules/{page}](rules/{page}) and its tests in `tests/engine/`;
the names of the tests carry the numbers.
`PORT_ROYAL_REWRITE=1 make test ARGS=tests/engine/test_rule_coverage.py` writes
this page anew.

| rule | tests |
|---|---|
"""


def rules_of(page: Path) -> list[str]:
    return RULE.findall(page.read_text(encoding="utf-8"))


def named_tests(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Give prefix, rule and place of every test that carries a rule's number."""
    for file in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            found = NAMED.match(node.name) if isinstance(node, ast.FunctionDef) else None
            if found:
                for rule in found[2].rstrip("_").split("_"):
                    yield found[1], rule, f"`{file.stem}.py` {node.name[found.end() :].replace('_', ' ')}"


def page_of(prefix: str, root: Path) -> str:
    """Make the page of one game."""
    rows: dict[str, list[str]] = {rule: [] for rule in rules_of(root / "docs" / "rules" / PAGES[prefix])}
    for owner, rule, place in named_tests(root / "tests" / "engine"):
        if owner == prefix:
            rows[rule].append(place)
    table = (f"| {rule} | {'<br>'.join(places)} |\n" for rule, places in rows.items())
    return HEAD.format(page=PAGES[prefix]) + "".join(table)


@pytest.mark.parametrize("prefix", PAGES)
def test_every_rule_has_a_test_and_every_number_is_a_rule(root, prefix):
    numbered = set(rules_of(root / "docs" / "rules" / PAGES[prefix]))
    tested = {rule for owner, rule, _ in named_tests(root / "tests" / "engine") if owner == prefix}
    assert len(numbered) > 40
    assert numbered - tested == set()
    assert tested - numbered == set()


@pytest.mark.parametrize("prefix", PAGES)
def test_the_rules_are_those_of_the_page_they_come_from(root, shared, prefix):
    ours = rules_of(root / "docs" / "rules" / PAGES[prefix])
    assert ours == rules_of(shared / "rules" / PAGES[prefix])


def test_no_test_names_a_game_that_is_not_there(root):
    assert {owner for owner, _, _ in named_tests(root / "tests" / "engine")} == set(PAGES)


def test_the_page_of_coverage_is_up_to_date(root):
    page = root / "docs" / "rule-coverage.md"
    text = page_of("pr", root)
    if os.environ.get("PORT_ROYAL_REWRITE"):
        page.write_text(text, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == text, "PORT_ROYAL_REWRITE=1 with this test writes it anew"
