"""Every numbered rule has a test whose name carries its number, and docs/rule-coverage.md says which."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest


class Page(NamedTuple):
    """A page of numbered rules, and the folder of the tests that hold them."""

    file: str
    rule: re.Pattern[str]
    """What begins a rule on the page; its group is the number."""
    folder: str
    untested: Mapping[str, str] = {}
    """Rules that no test can hold, and why not."""


ADVENTURE = re.compile(
    r"(?:^- |^\| |(?<=\. )|(?<=^\| E12, ))([SVTKIPHEXYZO]\d\d|A\d+[bc]?)(?=[ ,])", re.MULTILINE
)
OF_THE_TABLE = {
    "S05": "the table drafts characters; the engine is told the result",
    "S06": "undealt characters are never named again",
    "S13": "where card 9 lies is the table's affair",
    "S14": "the engine names the story card that is due, whatever lies on top",
    "A2": "the table chooses sides before the game begins",
    "A56": "reading the end card has no effect",
    "A57": "other expansions are not in this game",
}
PAGES: Mapping[str, Page] = {
    "pr": Page("port-royal.md", re.compile(r"^- ([A-Z]\d+) ", re.MULTILINE), "engine"),
    "adv": Page("the-adventure-begins.md", ADVENTURE, "engine", OF_THE_TABLE),
    "2000": Page("port-royal-2000.md", re.compile(r"^\| (B?\d+) \|", re.MULTILINE), "engine2000"),
}
"""Prefix in the names of tests, and the rules page whose numbers follow it."""
NAMED = re.compile(r"^test_([a-z]+|2000)_((?:[A-Z]\d+[bc]?_)+|(?<=2000_)(?:[A-Z]?\d+_)+)")
HEAD = """# Which test holds which rule

Every numbered rule and its tests; the names of the tests carry the numbers.
`PORT_ROYAL_REWRITE=1 make test ARGS=tests/engine/test_rule_coverage.py` writes
this page anew.
"""
SECTION = """
## [rules/{page.file}](rules/{page.file}), tests in `tests/{page.folder}/`

| rule | tests |
|---|---|
"""


def rules_of(folder: Path, prefix: str) -> list[str]:
    page = PAGES[prefix]
    return page.rule.findall((folder / page.file).read_text(encoding="utf-8"))


def held_by(root: Path, prefix: str) -> list[tuple[str, str]]:
    """Give rule and place of every test of a game."""
    found = named_tests(root / "tests" / PAGES[prefix].folder)
    return [(rule, place) for owner, rule, place in found if owner == prefix]


def named_tests(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Give prefix, rule and place of every test that carries a rule's number."""
    for file in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            found = NAMED.match(node.name) if isinstance(node, ast.FunctionDef) else None
            if found:
                for rule in found[2].rstrip("_").split("_"):
                    yield found[1], rule, f"`{file.stem}.py` {node.name[found.end() :].replace('_', ' ')}"


def page_of(root: Path) -> str:
    """Make the page of all games."""
    sections = []
    for prefix, page in PAGES.items():
        rows: dict[str, list[str]] = {rule: [] for rule in rules_of(root / "docs" / "rules", prefix)}
        for rule, place in held_by(root, prefix):
            rows[rule].append(place)
        rows.update({rule: [f"none: {why}"] for rule, why in page.untested.items()})
        table = (f"| {rule} | {'<br>'.join(places)} |\n" for rule, places in rows.items())
        sections.append(SECTION.format(page=page) + "".join(table))
    return HEAD + "".join(sections)


@pytest.mark.parametrize("prefix", PAGES)
def test_every_rule_has_a_test_and_every_number_is_a_rule(root, prefix):
    numbered = set(rules_of(root / "docs" / "rules", prefix))
    held = {rule for rule, _ in held_by(root, prefix)}
    assert len(numbered) > 40
    assert numbered - held == set(PAGES[prefix].untested)
    assert held - numbered == set()


@pytest.mark.parametrize("prefix", PAGES)
def test_the_rules_are_those_of_the_page_they_come_from(root, shared, prefix):
    assert rules_of(root / "docs" / "rules", prefix) == rules_of(shared / "rules", prefix)


def test_no_test_names_a_game_that_is_not_there(root):
    folders = {page.folder for page in PAGES.values()}
    owners = {owner for folder in folders for owner, _, _ in named_tests(root / "tests" / folder)}
    assert owners == set(PAGES)


def test_the_page_of_coverage_is_up_to_date(root):
    page = root / "docs" / "rule-coverage.md"
    text = page_of(root)
    if os.environ.get("PORT_ROYAL_REWRITE"):
        page.write_text(text, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == text, "PORT_ROYAL_REWRITE=1 with this test writes it anew"
