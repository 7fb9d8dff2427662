"""A desk on which The Adventure Begins is played with keys and taps; its store lies on a disk."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.adventure.keeping import keeper, owners_pack
from companion.adventure.papers import papers_of, with_papers
from companion.bench import Bench
from companion.decks.sample import sample_deck
from companion.deeds import Show
from companion.flow import Press
from companion.gameplay import device_flows, noted
from companion.packs import SHIPPED, load_pack
from companion.players_adventure import drawn_head
from companion.screens.scene import rules_now
from companion.worlds import WORLDS, piles_of
from desk_sitting import CATALOGUES, DeskSitting, put_up
from engine.adventure import Head
from engine.games import SetUp, open_table

GAME = "adventure"
PACKS = {name: load_pack(name) for name in SHIPPED}
CHARACTERS = ("lady-anne", "grace-may", "jean-blackbeard", "cutthroat-mary")


def printed(game: str) -> tuple[Any, ...]:
    base = CATALOGUES.cards(game)
    cards = {card.name: card for pack in PACKS.values() for card in with_papers(base, pack)}
    return tuple(cards.values()) if game == GAME else base


class Sitting(DeskSitting):
    """A desk on which The Adventure Begins is played."""

    GAME = GAME

    def __init__(self, folder: Path, *, tagged: bool = True, **facts: Any) -> None:
        self._deck = sample_deck(GAME, printed) if tagged else None
        super().__init__(folder, **facts)

    def own_fittings(self) -> dict[str, Any]:
        self.flows = device_flows(
            lambda set_up: open_table(set_up, CATALOGUES.cards(set_up.game)), owners_pack(self.folder)
        )
        return {
            "flows": self.flows,
            "bench": Bench(CATALOGUES.tagged, given=self._deck),
            "learnt": keeper(self.folder),
            "noted": noted,
        }

    @property
    def played(self) -> list[Any]:
        """Give the last entry as steps, without the numbers of first copies."""
        return [_plain(step) for step in super().played]

    def begin(self, *players: str, pack: str = "synthetic", **head: Any) -> Sitting:
        own = {key: head.pop(key) for key in ("options", "position", "rules", "start") if key in head}
        characters = head.pop("characters", dict(zip(players, CHARACTERS, strict=False)))
        head = {"mode": "coop", **head}
        adventure = Head(pack=PACKS[pack], characters=characters, **head)
        self.desk.begin(SetUp(game=GAME, players=players, adventure=adventure, **own))
        return self

    def begin_by_lot(self, seed: int, *players: str, pack: str, mode: str, chapter: int = 1) -> Sitting:
        head = drawn_head(random.Random(seed), PACKS[pack], players, mode, chapter)  # type: ignore[arg-type]
        self.desk.begin(SetUp(game=GAME, players=players, adventure=head))
        return self

    # -- whole games ---------------------------------------------------------------------
    def play_on(self, hidden: Any) -> None:
        """Let a simple player do one deed by a key or a tap."""
        self.do(self.deed(hidden), hidden)

    def deed(self, hidden: Any) -> Any:
        """Give what a simple player does now."""
        return WORLDS[GAME].deed(self.desk.mode, self.desk.context(self.now_s), hidden)

    def do(self, deed: Any, hidden: Any) -> None:
        """Press the key or tap the card."""
        if isinstance(deed, Press):
            self.give(deed)
            return
        assert isinstance(deed, Show)
        card = hidden.top if deed.card is None else deed.card
        cards = (*self.session.table.rules.cards, *papers_of(rules_now(self.session)))
        self.tap(cards[card].name)

    def piles(self, seed: int) -> Any:
        return piles_of(self.session, str(seed))


def _plain(step: Any) -> Any:
    """Leave out the number of a first copy."""
    if isinstance(step, dict):
        return {key: _plain(value) for key, value in step.items()}
    if isinstance(step, list):
        return [_plain(one) for one in step]
    return step.removesuffix("#1") if isinstance(step, str) else step


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Give a function that puts a desk up; it is put away afterwards."""
    yield from put_up(Sitting, tmp_path)
