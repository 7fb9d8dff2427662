"""The screens of tagging as pictures, reached through taps and keys: TG1 to TG8 and CO3."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from companion.decks.sample import sample_uid
from companion.paint import Painter, save_png
from drivers.ports import TagAway
from engine.games import SetUp

GOLDEN = Path(__file__).parent.parent.parent / "golden"
WRITE = os.environ.get("PORT_ROYAL_GOLDEN") == "write"


class Silent:
    """A reader that never gets a tag written."""

    name = "main"

    def write(self, number, change, timeout_s):
        from concurrent.futures import Future

        self.future: Future[bytes] = Future()
        return self.future


def guided(evening, order) -> None:
    """Stop at the second red frigate, with 34 cards tagged."""
    evening.find_deck({card: card for card in order[:34]})
    evening.choose("Cards", "Tag")
    evening.press("y")


def in_use(evening, order) -> None:
    guided(evening, order)
    evening.tap(order[0])


def writing(evening, order) -> None:
    guided(evening, order)
    evening.bench.writers = {"main": Silent()}
    evening.press("m n")
    evening.choose("Write to tags: no")
    evening.press("y")
    evening.choose("Tag")
    evening.press("y")
    evening.tap(order[34])


def not_written(evening, order) -> None:
    writing(evening, order)
    evening.bench.writers["main"].future.set_exception(TagAway("It was taken away."))
    evening.rest()


def check(evening, order) -> None:
    guided(evening, order)
    evening.press("m >")
    evening.tap(*order[:20], order[33])


def unusable(evening, order) -> None:
    guided(evening, order)
    evening.tap("08a1b2c3")


def later(evening, order) -> None:
    guided(evening, order)
    evening.press("m")
    evening.tap(order[12])


def lost(evening, order) -> None:
    guided(evening, order)
    evening.press("m n")
    evening.choose("Lost", "◆RED", "◆RED 1")
    evening.tap(order[31])


def read_wrong(evening, order) -> None:
    evening.find_deck({card: card for card in order})
    evening.desk.begin(SetUp(game="port-royal", players=("Ann", "Ben"), start="Ann"))
    evening.rest()
    evening.tap("sailor-3-1#4")
    evening.press("m")
    evening.choose("Correct", "A card read wrong", "Persons")


def by_list(evening, order) -> None:
    evening.desk.begin(SetUp(game="port-royal", players=("Ann", "Ben"), start="Ann"))
    evening.rest()


SCREENS = {
    "TG1": guided,
    "TG2": in_use,
    "TG3": writing,
    "TG4": not_written,
    "TG5": check,
    "TG6": unusable,
    "TG7": later,
    "TG8": lost,
    "CO3": read_wrong,
    "DI1-untagged": by_list,
}


@pytest.mark.parametrize("name", SCREENS)
def test_looks_as_the_golden_picture(evening, order, name: str, tmp_path: Path) -> None:
    SCREENS[name](evening, order)
    image = Painter().paint(evening.desk.screens(evening.now_s)["main"])
    path = GOLDEN / f"{name}.png"
    if WRITE:
        save_png(image, path, scale=1)
    with Image.open(path) as golden:
        same = golden.convert("1").tobytes() == image.tobytes()
    if not same:
        save_png(image, tmp_path / f"{name}-now.png", scale=8)
        pytest.fail(f"{name} looks different, see {tmp_path}; if it is meant: PORT_ROYAL_GOLDEN=write")


def test_uids_of_samples_are_what_the_pictures_were_made_of() -> None:
    assert sample_uid("sailor-3-1#4").hex().startswith("04")
