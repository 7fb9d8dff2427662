"""Who may import whom: engine and drivers know nothing of ours, companion knows both."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

OURS = ("engine", "drivers", "companion")
UNPURE = frozenset(
    "asyncio builtins ctypes datetime fcntl ftplib glob http importlib io logging multiprocessing os pathlib "
    "platform queue random sched secrets select selectors shutil signal socket sqlite3 ssl subprocess sys "
    "tempfile threading time urllib uuid".split()
)
"""Clock, chance, files, threads and machine: none of it in the rules."""
PURE = (sys.stdlib_module_names - UNPURE) | {"msgspec", "engine"}
CALLS = frozenset({"open", "input", "print", "__import__"})
DESCRIBED = ("drivers.ports", "drivers.tags", "drivers.ndef", "drivers.flipper", "drivers.care")
"""Modules of drivers that are no drivers: what goes in and out, how tags are written, care of panels."""
BOOTSTRAP = "companion/bootstrap/"
"""The package that puts a table together."""


def imports(tree: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    """Give all modules that a file names in an import; ``from a import b`` gives ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def faults(file: str, text: str) -> list[str]:
    """Give what a file of ours may not import or call, as ``file: module``."""
    parts = tuple(file.split("/"))
    layer = parts[0]
    tree = ast.parse(text, file)
    modules = list(imports(tree, parts[:-1]))
    wrong = []
    if layer == "drivers":
        wrong += [m for m in modules if within(m, *OURS) and not within(m, layer)]
    if layer == "engine":
        wrong += [m for m in modules if m.partition(".")[0] not in PURE]
        calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        wrong += [f.id for f in calls if isinstance(f, ast.Name) and f.id in CALLS]
    if layer == "companion" and not file.startswith(BOOTSTRAP):
        wrong += [m for m in modules if within(m, "drivers") and not within(m, *DESCRIBED)]
    return [f"{file}: {module}" for module in wrong]


def sources(root: Path) -> Iterator[str]:
    for layer in OURS:
        yield from (path.relative_to(root).as_posix() for path in sorted((root / layer).rglob("*.py")))


def test_every_file_keeps_to_its_layer(root: Path) -> None:
    files = list(sources(root))
    assert {file.partition("/")[0] for file in files} == set(OURS)
    assert [
        fault for file in files for fault in faults(file, (root / file).read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("file", "text", "module"),
    [
        ("engine/cards.py", "import drivers.ports", "drivers.ports"),
        ("engine/portroyal/rules.py", "from companion import app", "companion.app"),
        ("engine/cards.py", "def f():\n    import random", "random"),
        ("engine/cards.py", "from os.path import join", "os.path.join"),
        ("engine/cards.py", "from importlib import resources", "importlib.resources"),
        ("engine/cards.py", "text = open('cards.yaml')", "open"),
        ("engine/cards.py", "import yaml", "yaml"),
        ("engine/portroyal/rules.py", "from ...drivers import ports", "drivers.ports"),
        ("drivers/oled.py", "from engine.portroyal import cards", "engine.portroyal.cards"),
        (
            "drivers/sim/i2c.py",
            "if True:\n    from companion.screen import Screen",
            "companion.screen.Screen",
        ),
        ("companion/app.py", "from drivers.oled import OledDisplay", "drivers.oled.OledDisplay"),
        ("companion/app.py", "from drivers import sim", "drivers.sim"),
        ("companion/bootstrap.py", "from drivers import sim", "drivers.sim"),
        (
            "companion/screens/table.py",
            "from drivers.sim.clock import SimClock",
            "drivers.sim.clock.SimClock",
        ),
    ],
)
def test_a_step_across_the_layers_is_named(file: str, text: str, module: str) -> None:
    assert faults(file, text) == [f"{file}: {module}"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("engine/portroyal/rules.py", "import msgspec\nfrom engine.kernel import Rules\nfrom . import cards"),
        ("drivers/pn532.py", "import time, threading\nfrom drivers.ports import CardSeen"),
        (
            "companion/app.py",
            "from drivers.ports import CardSeen\nfrom drivers import tags\nfrom engine import kernel",
        ),
        (
            "companion/bootstrap/makers.py",
            "from drivers.oled import OledDisplay\nfrom drivers.sim import clock",
        ),
    ],
)
def test_what_is_allowed_is_allowed(file: str, text: str) -> None:
    assert faults(file, text) == []
