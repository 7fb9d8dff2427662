"""Any keys and taps in the menu of cards: every screen can be drawn, and no card gets a second tag."""

from __future__ import annotations

import random

import pytest

from companion.decks.sample import sample_uid
from companion.decks.shelf import Shelf
from drivers.ports import ButtonLong, ButtonShort, CardsClash, CardSeen, Tick

FOREIGN = ("08a1b2c3", "01020304", "04a1a2a3a4a5a6", "04b1b2b3b4b5b6")


def inputs(rng: random.Random, order: tuple[str, ...], now_s: float):
    """Give the next input that somebody without a plan makes."""
    if rng.random() < 0.5:
        key = rng.choice("yes yes yes next next no menu".split())
        kind = ButtonLong if rng.random() < 0.1 else ButtonShort
        return kind(key, now_s)
    if rng.random() < 0.1:
        return rng.choice([Tick(now_s), CardsClash("main", FOREIGN[2:], now_s)])
    uid = rng.choice([*FOREIGN, *(sample_uid(card).hex() for card in rng.sample(order, 8))])
    return CardSeen("main", uid, now_s)


def wander(evening, order: tuple[str, ...], rng: random.Random, steps: int) -> None:
    evening.choose("Cards")
    for _ in range(steps):
        if evening.rows[0] == "TABLE COMPANION":
            evening.choose("Cards")
        if evening.desk.session is not None or "RESUME" in evening.rows[0]:
            return
        evening._put(inputs(rng, order, evening.now_s))
        if rng.random() < 0.01:
            evening.cut_power()
    shelf = Shelf(evening.folder, evening.catalogues.cards)
    for name in shelf.names():
        opened = shelf.open(name)
        assert not opened.notice
        assert opened.edited is None
        assert len(opened.deck.tags) == len(opened.deck.cards)


@pytest.mark.parametrize("number", range(3))
def test_any_keys_and_taps_never_break_the_cards_menu(evening, order, number: int) -> None:
    seed = random.SystemRandom().getrandbits(32) if number else 20
    print(f"seed {seed}")
    wander(evening, order, random.Random(seed), 250)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_many_evenings_in_the_cards_menu(evening, order, seed: int) -> None:
    wander(evening, order, random.Random(seed), 2_000)
