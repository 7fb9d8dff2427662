"""Every table script that comes with the project, and those beside it, hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.replay import replay, report
from companion.script import read_script

ROOT = Path(__file__).parents[2]
OURS = ROOT / "tests" / "scenarios"
BESIDE = ROOT.parent / "shared" / "scenarios"
GAMES = ("port-royal", "adventure", "port-royal-2000")


def scripts(folder: Path) -> list[object]:
    """Give a case for each script of a folder, or one that says why there is none."""
    files = sorted(file for game in GAMES for file in (folder / game).rglob("*.yaml"))
    if not files:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"there are no table scripts in {folder}"))]
    return [pytest.param(file, id=file.relative_to(folder).as_posix()) for file in files]


@pytest.fixture(scope="module")
def catalogues():
    return Catalogues()


@pytest.mark.parametrize("file", scripts(OURS))
def test_a_script_of_the_project_holds(catalogues, file):
    script = read_script(file, catalogues)
    played = replay(script)
    assert played.failure is None, report(script, played.failure)


@pytest.mark.parametrize("file", scripts(BESIDE))
def test_a_script_beside_the_project_holds(catalogues, file):
    script = read_script(file, catalogues)
    played = replay(script)
    assert played.failure is None, report(script, played.failure)


def test_the_recorded_match_is_among_them():
    assert (OURS / "port-royal" / "recorded-match.yaml").is_file()
