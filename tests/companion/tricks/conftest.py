"""A desk on which Port Royal (2000) is played with keys and taps; its store lies on a disk."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.dealt_2000 import Dealt
from companion.decks.sample import sample_deck
from companion.flow import Press, Settings
from companion.gameplay import device_flows
from companion.players_2000 import choose
from companion.selfplay import Show
from companion.tricks.selfplay import deed_for
from desk_sitting import CATALOGUES, DeskSitting, put_up
from engine.games import SetUp, open_table

FLOWS = device_flows(lambda set_up: open_table(set_up, CATALOGUES.cards(set_up.game)))


class Sitting(DeskSitting):
    """A desk on which Port Royal (2000) is played."""

    GAME = "port-royal-2000"
    flows = FLOWS

    def own_fittings(self) -> dict[str, Any]:
        return {"flows": FLOWS, "deck": sample_deck(self.GAME, CATALOGUES.cards)}

    def begin(self, *players: str, **head: Any) -> Sitting:
        self.desk.begin(SetUp(game=self.GAME, players=players, rules="standard", **head))
        return self

    # -- whole games ---------------------------------------------------------------------
    def play_on(self, dealt: Dealt, *, boldness: float = 1.0) -> None:
        """Let the seat that is asked do what a simple player does, by keys and taps; one deed."""
        session = self.session
        state, seq = session.state, session.seq
        command = choose(session.table.rules, state, dealt, boldness=boldness)
        deed = deed_for(self.desk.mode, self.desk.context(self.now_s), command)
        if isinstance(deed, Show):
            assert deed.card is not None
            self.tap(session.table.rules.cards[deed.card].kind)
        else:
            assert isinstance(deed, Press)
            self.give(deed)
        if session.seq > seq and session.last is not None:
            dealt.follow(state, session.last.events)

    def dealt(self, seed: int) -> Dealt:
        return Dealt(self.session.table.rules, self.session.state, random.Random(seed))


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    """Give a function that puts a desk up; it is put away afterwards."""
    yield from put_up(Sitting, tmp_path)


@pytest.fixture(scope="session")
def settings() -> Callable[..., Settings]:
    return Settings


@pytest.fixture
def table(sit: Callable[..., Sitting]) -> Callable[..., Sitting]:
    """Give a function that begins a game of three with Ann as first dealer, led to where the steps end."""

    def lead(*steps: object, seats: int = 0, **head: Any) -> Sitting:
        return sit(seats=seats).begin("Ann", "Ben", "Cem", **head).step(*steps)

    return lead
