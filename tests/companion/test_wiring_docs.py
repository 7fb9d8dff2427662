"""The building guide: its links lead somewhere, its commands are understood, it explains what is printed."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

from companion import cli
from companion.config import load_config
from companion.wiring_table import wiring_table


@pytest.fixture
def guide(root: Path) -> str:
    return (root / "docs" / "build.md").read_text(encoding="utf-8")


def test_links_and_pictures_are_there(root: Path, guide: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", guide)
    assert {f"pictures/wiring-{name}.svg" for name in ("minimal", "standard", "full")} <= set(links)
    for link in links:
        assert (root / "docs" / link).is_file(), link


def test_anchors_are_headings_of_the_guide(guide: str) -> None:
    headings = {
        heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", guide, flags=re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", guide)) <= headings


def test_the_readme_leads_to_it(root: Path) -> None:
    assert "](docs/build.md)" in (root / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", ["docs/build.md", "README.md"])
def test_every_command_of_ours_is_understood(root: Path, document: str) -> None:
    text = (root / document).read_text(encoding="utf-8")
    commands = re.findall(r"^ *(?:\.venv/bin/)?port-royal (.*)$", text, flags=re.MULTILINE)
    commands += re.findall(r"`(?:\.venv/bin/)?port-royal ([^`]*)`", text)
    assert len(commands) > 5
    for command in commands:
        words = [word.replace("FILE...", "FILE") for word in shlex.split(command, comments=True)]
        words = ["1" if word == "GAME" else word for word in words]
        if "--config" not in words and words[0] in ("run", "doctor", "wiring"):
            words += ["--config", "FILE"]
        assert cli._parser().parse_args(words).command, command


def test_every_line_of_the_doctor_is_explained(root: Path, guide: str) -> None:
    """Read the names of checks from where they are made."""
    section = guide.partition("## What the doctor says")[2].partition("\n## ")[0]
    first = re.findall(r"^\| ([^|]*) \|", section, flags=re.MULTILINE)
    explained = {re.sub(r" \(.*\)", "", name) for cell in first for name in cell.split(", ")}
    made: set[str] = set()
    for file in (root / "companion" / "doctor").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                name = node.args[0]
                if node.func.attr in ("ok", "warning", "failure", "skipped") and isinstance(
                    name, ast.Constant
                ):
                    made.add(str(name.value))
    assert len(made) > 15
    assert made <= explained


@pytest.mark.parametrize("name", ["minimal", "standard", "full"])
def test_the_comments_of_the_profiles_name_the_right_pins(root: Path, name: str) -> None:
    """What a comment says is where the wiring leads."""
    file = root / "config" / f"table-{name}.yaml"
    text = file.read_text(encoding="utf-8")
    commented = {
        key: int(pin)
        for key, pin in re.findall(r"^ +([a-z0-9-]+): \d+ +# pin (\d+)", text, flags=re.MULTILINE)
    }
    names = {"dc": "DC", "reset": "RES", "pin": "sound"}
    wired = {
        joint.signal: joint.pin.number
        for unit in wiring_table(load_config(file)).units
        for joint in unit.joints
        if joint.pin and joint.signal
    }
    assert len(commented) >= 4
    assert {names.get(key, key): pin for key, pin in commented.items()}.items() <= wired.items()
