"""Every requirement of the hardware stands in its page, and has tests that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

NUMBERS = range(1, 47)
ROW = re.compile(r"^\| R(\d+) \| (.+) \| (.+) \| (.*) ?\|$", re.MULTILINE)


def names_of_tests(root: Path) -> set[str]:
    return {
        node.name
        for path in sorted((root / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def required(name: str) -> set[int]:
    """Give the requirements that a test is named after: ``test_R08_R9_what_it_says``."""
    found = re.match(r"test((?:_R\d+)+)_", name)
    return {int(number) for number in re.findall(r"\d+", found[1])} if found else set()


@pytest.fixture(scope="module")
def rows(root: Path) -> dict[int, tuple[str, str, list[str]]]:
    """Give text, way and tests of every requirement."""
    page = (root / "docs" / "hardware-requirements.md").read_text(encoding="utf-8")
    found = ROW.findall(page)
    assert [int(number) for number, *_ in found] == list(NUMBERS)
    return {
        int(number): (text, way, re.findall("`(test_[^`]+)`", tests)) for number, text, way, tests in found
    }


def test_every_test_that_is_named_is_there(root: Path, rows) -> None:
    there = names_of_tests(root)
    assert [name for _, _, tests in rows.values() for name in tests if name not in there] == []


def test_every_requirement_has_a_test_of_its_name(rows) -> None:
    for number, (text, way, tests) in rows.items():
        assert text, number
        assert way, number
        assert any(number in required(name) for name in tests), number


def test_no_test_is_named_after_what_is_no_requirement(root: Path) -> None:
    odd = {name: required(name) for name in names_of_tests(root) if not required(name) <= set(NUMBERS)}
    assert odd == {}
    assert required("test_R08_R9_two") == {8, 9}
    assert required("test_r8_none") == set()
