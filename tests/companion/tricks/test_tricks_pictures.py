"""Golden pictures of the main screens of Port Royal (2000): RY1 to RY11 as they stand on the display."""

import os
from functools import partial
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.paint import Painter, save_png
from tricks_steps import LAID, TO_AUCTION, TO_LEAD, TO_SWAP, WON

GOLDEN = Path(__file__).parents[2] / "golden"
WRITE = os.environ.get("PORT_ROYAL_GOLDEN") == "write"
SHIPS = {
    "tobacco": ["tobacco-9"],
    "rum": ["rum-12", "rum-8"],
    "gunpowder": ["gunpowder-12", "gunpowder-2"],
    "biscuit": ["biscuit-9", "max-plus-5"],
}
LOADED = {"correct": {"ships": {"Ben": SHIPS}}}
LAST = {"round": 6, "dealer": "Ann", "ships": {"Ben": {**SHIPS, "tobacco": ["tobacco-9", "prisoner-5"]}}}


@pytest.fixture
def table(table):
    return partial(table, seats=3)


def ended(table):
    game = table(position=LAST)
    while game.session.state.agenda:
        game.desk.play(next(iter(game.session.choices())))
    return game


SCREENS = {
    "RY1": lambda table: table().tap(*LAID[:5]),
    "RY2": lambda table: table(TO_AUCTION, {"correct": {"debt": {"Ben": 4}}}).press("> > >"),
    "RY3": lambda table: table(*TO_SWAP),
    "RY4": lambda table: table(*TO_SWAP, "swapped").press(">"),
    "RY5": lambda table: table(*TO_LEAD),
    "RY6": lambda table: table(
        *TO_LEAD, {"lead": "Ben"}, {"choose": "rum-9"}, {"play": "red-5"}, {"play": "black-2"}
    ),
    "RY6-pirate": lambda table: table(
        *TO_LEAD, {"lead": "Ben"}, {"choose": "rum-9"}, {"play": "red-5"}, {"play": "pirate-5"}
    ),
    "RY7": lambda table: table(
        *(
            *TO_LEAD,
            {"lead": "Ben"},
            {"choose": "rum-9"},
            {"play": "red-5"},
            {"play": "black-2"},
            {"play": "red-1"},
        ),
        *({"lead": "Cem"}, {"choose": "rum-5"}),
    ).tap("red-4"),
    "RY8": lambda table: table(*WON).press(">"),
    "RY8-extra": lambda table: table(
        *(*TO_LEAD, LOADED, {"lead": "Ben"}, {"choose": "double"}),
        *({"play": "red-5"}, {"play": "red-2"}, {"play": "red-1"}),
    ).press("> >"),
    "RY11": ended,
    "RY11-sheet": lambda table: ended(table).press(">"),
}


@pytest.mark.parametrize("name", SCREENS)
def test_golden_pictures(table, name):
    game = SCREENS[name](table)
    picture = Painter().paint(game.screens["main"])
    path = GOLDEN / f"{name}.png"
    if WRITE:
        save_png(picture, path, 1)
    with Image.open(path) as wanted:
        assert ImageChops.difference(picture.convert("1"), wanted.convert("1")).getbbox() is None, (
            game.lines()
        )
