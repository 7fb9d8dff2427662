"""Simple players at a desk: what they show and press, and when they are done."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.config import default_simulated
from companion.decks.sample import sample_deck
from companion.desk import Desk
from companion.flow import Press, Settings
from companion.outfit import fit_out
from companion.selfplay import PATIENCE, SelfPlay, Show, Stuck
from companion.store import Store
from engine.games import SetUp
from engine.portroyal.messages import Stop

COLOURS = ("yellow", "blue", "red", "green")
WALL = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Callable[..., SelfPlay]]:
    """Give players at a table that lies as it is said."""
    catalogues = Catalogues()
    with Store.open(tmp_path) as store:
        fittings = fit_out(
            default_simulated(),
            store,
            catalogues,
            sample_deck("port-royal", catalogues.cards),
            now_s=lambda: 0.0,
            wall=lambda: WALL,
            rng=random.Random(1),
        )

        def sit(**position: object) -> SelfPlay:
            desk = Desk(fittings, Settings())
            desk.start()
            desk.begin(SetUp(game="port-royal", players=("Ann", "Ben"), position=position))
            return SelfPlay(desk)

        yield sit


def test_the_first_deed_is_the_top_card_of_the_pile(seated) -> None:
    players = seated()
    assert not players.over
    assert players.deed() == Show(None)


def test_a_card_that_can_be_paid_is_shown(seated, cards) -> None:
    rich = seated(harbor=["sailor-3-1"], coins={"Ann": 9})
    rich._desk.play(Stop())
    deed = rich.deed()
    assert isinstance(deed, Show)
    assert cards[deed.card].kind == "sailor-3-1"
    choosy = seated(harbor=["admiral-5-1", "ship-red-1-1"], coins={"Ann": 0, "Ben": 3})
    choosy._desk.play(Stop())
    deed = choosy.deed()
    assert isinstance(deed, Show)
    assert cards[deed.card].kind == "ship-red-1-1", "the person costs more than she has"


def test_a_key_says_that_it_is_enough(seated) -> None:
    ships = [f"ship-{colour}-1-1" for colour in COLOURS]
    assert seated(harbor=ships[:1]).deed() == Show(None)
    assert seated(harbor=ships).deed() == Press("next"), "nearly any ship would bust"


def test_a_game_that_stands_still_is_over(seated) -> None:
    """With every card a coin or before a player nothing can happen any more."""
    assert seated(coins={"Ann": 60, "Ben": 58}, display={"Ben": ["captain-4-1"]}).over
    assert not seated(coins={"Ann": 60, "Ben": 57}, display={"Ben": ["captain-4-1"]}).over


def test_players_who_are_not_heard_give_up(seated) -> None:
    players = seated()
    for _ in range(PATIENCE + 1):
        players.deed()
    with pytest.raises(Stuck):
        players.deed()
