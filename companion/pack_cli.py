"""``port-royal pack``: checks packs of The Adventure Begins, and says what is open in them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.packs import SHIPPED, laid_over, shipped_content, template_text
from companion.yamltext import YamlError, load, read_text
from engine.adventure.pack_check import Problem, check
from engine.adventure.pack_facts import open_facts

INVALID = 1


def run_pack(options: argparse.Namespace) -> int:
    """Check the packs that are named; gives the exit status: 1 when any is not valid."""
    if options.template:
        print(template_text(), end="")
        return 0
    if not options.files:
        print(f"Name a pack to check: a file, or {' or '.join(SHIPPED)}.", file=sys.stderr)
        return INVALID + 1
    answers = None if options.answers is None else load(read_text(options.answers), str(options.answers))
    return check_packs(options.files, answers)


def check_packs(files: Iterable[str], answers: Any = None) -> int:
    """Print what is wrong with each pack, or what is open in it; gives the exit status."""
    worst = 0
    for file in files:
        content, problems = _content(file)
        if answers is not None:
            content = laid_over(content, answers)
        if not problems:
            pack, problems = check(content)
            if pack is not None and not problems:
                _say_open(file, open_facts(pack))
                continue
        worst = INVALID
        print(f"{file}: not valid, {len(problems)} errors")
        for problem in problems:
            print(f"  {problem}")
    return worst


def _content(file: str) -> tuple[Any, list[Problem]]:
    """Give the parsed file; one that is no YAML is an error of the pack (Q01)."""
    if file in SHIPPED:
        return shipped_content(file), []
    try:
        return load(read_text(Path(file)), file), []
    except YamlError as error:
        return None, [Problem("Q01", "", str(error))]


def _say_open(file: str, facts: list[str]) -> None:
    if not facts:
        print(f"{file}: valid, complete")
        return
    print(f"{file}: valid, incomplete: {len(facts)} open facts")
    for fact in facts:
        print(f"  {fact}")
