"""A desk with a shelf of decks, and hands that press its keys and tap stickers, on real files in a folder."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.bench import Bench
from companion.catalogue import Catalogues
from companion.config import TableConfig, default_simulated
from companion.decks.order import heaps, in_box
from companion.decks.record import Deck, DeckError
from companion.decks.sample import sample_uid
from companion.decks.shelf import Shelf
from companion.desk import Desk
from companion.outfit import fit_out, load_settings
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, CardSeen, Tick

GAME = "port-royal"
KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
HELD = {"Y": "yes", "N": "no", ">>": "next"}


class Evening:
    """A table with its files; whoever sits at it can do nothing but press keys and tap."""

    def __init__(self, folder: Path, catalogues: Catalogues, config: TableConfig) -> None:
        self.folder = folder
        self.catalogues = catalogues
        self.config = config
        self.now_s = 100.0
        self.taps = 0
        self.presses = 0
        self.heard: list[str] = []
        self.store = Store.open(folder)
        self.given: Deck | None = None
        self.boot()

    # -- power ---------------------------------------------------------------------------
    def boot(self) -> None:
        """Switch the device on, with nothing but what lies on disk."""
        self.bench = Bench(
            self.catalogues.cards,
            Shelf(self.folder, self.catalogues.cards),
            given=self.given,
            rng=random.Random(1),
        )
        fittings = fit_out(
            self.config,
            self.store,
            self.catalogues,
            None,
            now_s=lambda: self.now_s,
            wall=lambda: "2026-01-02T03:04:05+01:00",
            rng=random.Random(1),
            bench=self.bench,
        )
        self.desk = Desk(fittings, load_settings(self.store, self.config))
        self.heard = list(self.desk.start().signals)
        self.now_s += 10.0

    def cut_power(self) -> None:
        """Take the power away: nobody says goodbye to anything, then boot again."""
        self.store.close()
        self.store = Store.open(self.folder)
        self.boot()

    # -- hands ---------------------------------------------------------------------------
    def press(self, keys: str) -> list[str]:
        for key in keys.split():
            kind = ButtonLong if key in HELD else ButtonShort
            self.presses += 1
            self._put(kind({**KEYS, **HELD}[key], self.now_s))
        return self.heard

    def tap(self, *stickers: str, memory: bytes | None = None) -> list[str]:
        """Tap stickers, by the card that they are stuck on in this world, or by a UID in hex."""
        for sticker in stickers:
            uid = sample_uid(sticker).hex() if "-" in sticker else sticker
            self.taps += 1
            self._put(CardSeen("main", uid, self.now_s, memory))
        return self.heard

    def _put(self, item: Any) -> None:
        self.heard = list(self.desk.handle(item).signals)
        assert self.desk.screens(self.now_s)
        self.now_s += 1.0

    def rest(self, duration_s: float = 10.0) -> None:
        self.now_s += duration_s
        self._put(Tick(self.now_s))

    def choose(self, *lines: str) -> None:
        """Press NEXT until each line is marked, then YES."""
        for line in lines:
            for _ in range(40):
                if any(row.startswith(f">{line}") for row in self.rows):
                    break
                self.press(">")
            else:
                raise AssertionError(f"no line {line!r}: {self.rows}")
            self.press("y")

    def find_deck(self, cards: dict[str, str]) -> None:
        """Find a deck on disk at the next boot: the card of each sticker, and what the deck says it is."""
        shelf = Shelf(self.folder, self.catalogues.cards)
        deck = shelf.new("Box 1", GAME, "0badcafe")
        for sticker, card in cards.items():
            deck = deck.tagged(sample_uid(sticker).hex(), card)
        shelf.save(deck)
        self.cut_power()

    def begin_deck(self) -> None:
        """Go from the home menu to a new deck of Port Royal."""
        self.choose("Cards", "Tag", "Port Royal")

    # -- eyes ----------------------------------------------------------------------------
    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.desk.screens(self.now_s)["main"].lines() if row.strip()]

    def shows(self, text: str) -> bool:
        return self.desk.screens(self.now_s)["main"].shows(text)

    # -- what is on disk -----------------------------------------------------------------
    def deck(self, name: str = "Box 1") -> Deck:
        """Read a deck as another program would."""
        return Shelf(self.folder, self.catalogues.cards).open(name).deck

    def tagged(self, name: str = "Box 1") -> dict[str, str]:
        """Give the cards on disk by their UID; nothing when there is no deck."""
        try:
            return dict(self.deck(name).cards)
        except DeckError:
            return {}


@pytest.fixture(scope="session")
def catalogues() -> Catalogues:
    return Catalogues()


@pytest.fixture(scope="session")
def order(catalogues: Catalogues) -> tuple[str, ...]:
    """Name the 120 cards of the box in the order in which they are tagged."""
    return tuple(name for heap in in_box(heaps(catalogues.cards(GAME))) for name in heap.names)


@pytest.fixture
def begin(tmp_path: Path, catalogues: Catalogues) -> Iterator[Callable[..., Evening]]:
    """Give a function that sets a table up, with what a config says differently."""
    evenings: list[Evening] = []

    def make(**differs: Any) -> Evening:
        config = msgspec.structs.replace(default_simulated(), **differs)
        evenings.append(Evening(tmp_path / str(len(evenings)), catalogues, config))
        return evenings[-1]

    yield make
    for each in evenings:
        each.store.close()


@pytest.fixture
def evening(begin: Callable[..., Evening]) -> Evening:
    return begin()
