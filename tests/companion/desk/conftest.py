"""A desk with flows of its own, and one on which a game is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from paper_desk import Paper


@pytest.fixture
def table(tmp_path: Path):
    paper = Paper(tmp_path)
    yield paper
    paper.store.close()


@pytest.fixture
def game(table: Paper) -> Paper:
    table.press("yes")
    return table
