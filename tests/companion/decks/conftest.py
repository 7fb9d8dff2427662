"""Hands, a shelf with one deck, and that deck being tagged at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_hands import ALL, CARDS, WORDS, Hands
from companion.decks.enrolment import enrol
from companion.decks.shelf import Shelf
from companion.decks.terminal.enrolling import Enrolling


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path, CARDS)
    shelf.new("Box 1", "port-royal", "3f9a01bc")
    return shelf


@pytest.fixture
def desk(shelf, hands):
    """Give a function that begins to tag the deck on the shelf."""

    def begin(*, write=False):
        said = []
        state = enrol(shelf.open("Box 1").deck, ALL)
        sitting = Enrolling(shelf, state, hands, WORDS, said.append, write=write)
        sitting.said = said
        return sitting

    return begin
