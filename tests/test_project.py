"""The house rules that a glance at the files can check."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = ("engine", "drivers", "companion")
LONGEST = 400
"""Lines of a file in the packages; about 300 is the aim."""
LOCKS = frozenset(
    "uv.lock poetry.lock pdm.lock pylock.toml Pipfile.lock package-lock.json yarn.lock conda-lock.yml".split()
)
LINK = re.compile(r"\]\(([^)#\s]+)")
"""The target of a link between pages, without the part behind ``#``."""
SAYS_NOTHING = re.compile(r"Manager|Helper|Util|Misc", re.IGNORECASE)


def sources(root: Path, *folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, object]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def listed(root: Path) -> list[str]:
    """Give the files of the project: what git has, or what lies there in a copy without git."""
    if not (root / ".git").exists():
        return [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()


def test_no_lock_file(root: Path) -> None:
    assert [file for file in listed(root) if file.rpartition("/")[2] in LOCKS] == []


def test_no_file_is_too_long(root: Path) -> None:
    lengths = {
        p.relative_to(root): len(p.read_text(encoding="utf-8").splitlines()) for p in sources(root, *PACKAGES)
    }
    assert {str(path): lines for path, lines in lengths.items() if lines > LONGEST} == {}


def test_names_say_something(root: Path) -> None:
    names = [(path, path.stem) for path in sources(root, *PACKAGES)]
    for path in sources(root, *PACKAGES):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names += [(path, node.name) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert [f"{path.relative_to(root)}: {name}" for path, name in names if SAYS_NOTHING.search(name)] == []


def test_every_module_says_what_it_is(root: Path) -> None:
    silent = [
        path.relative_to(root)
        for path in sources(root, *PACKAGES)
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []


def requirements(project: dict) -> dict[str, list[str]]:
    return {"": project["dependencies"], **project["optional-dependencies"]}


def test_every_dependency_is_explained_with_its_range(root: Path, project: dict) -> None:
    page = (root / "docs/dependencies.md").read_text(encoding="utf-8")
    explained = dict(re.findall(r"^\| ([\w.-]+) \| ([^|]*) \|", page, re.MULTILINE))
    explained.pop("package")
    required = {}
    for line in (line for lines in requirements(project).values() for line in lines):
        name, versions = re.match(r"([\w.-]+)([^;]*)", line).groups()
        required[name] = versions.strip().replace(",", ", ")
    assert explained.keys() == required.keys()
    for name, versions in required.items():
        assert explained[name].startswith(versions), name


def test_every_dependency_has_both_ends_of_its_range(project: dict) -> None:
    lines = [line for lines in requirements(project).values() for line in lines]
    assert [line for line in lines if "~=" not in line and not re.search(r">=[^,]+,<", line)] == []


def test_every_file_of_the_packages_is_installed(root: Path) -> None:
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    installed = {
        path
        for package, patterns in tools["setuptools"]["package-data"].items()
        for pattern in patterns
        for path in (root / package).glob(pattern)
    }
    files = [root / file for file in listed(root) if file.startswith(tuple(f"{name}/" for name in PACKAGES))]
    assert {str(f.relative_to(root)) for f in files if f.suffix not in (".py", ".pyc")} <= {
        str(path.relative_to(root)) for path in installed
    }


def test_no_download_address(root: Path) -> None:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert "://" not in text
    assert " @ " not in text


def test_the_licence_is_the_one_named(root: Path, project: dict) -> None:
    assert project["license"] == "MIT"
    assert (root / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")


def test_every_target_of_make_is_told(root: Path) -> None:
    told = subprocess.run(["make", "help"], cwd=root, capture_output=True, text=True, check=True).stdout
    for target in ("run", "test", "check", "bench", "soak", "clean", "help"):
        assert f"make {target} " in told


def test_links_between_the_pages_lead_somewhere(root: Path) -> None:
    pages = (*root.glob("*.md"), *(root / "docs").rglob("*.md"))
    links = [(page, link) for page in pages for link in LINK.findall(page.read_text(encoding="utf-8"))]
    dead = [(page, link) for page, link in links if "://" not in link and not (page.parent / link).exists()]
    assert [f"{page.relative_to(root)}: {link}" for page, link in dead] == []
