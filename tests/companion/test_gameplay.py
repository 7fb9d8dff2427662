"""The table of games and the flows of the device: each game comes when it is set up or played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.catalogue import Catalogues
from companion.doors import Doors
from companion.flow import Flow, Flows, Home, Mode, Playing
from companion.gameplay import GAMEPLAYS, DeviceFlows, device_flows, gameplay
from companion.play_modes import TablePage
from companion.setups import SETUPS
from companion.worlds import WORLDS
from engine.games import GAMES, open_table
from engine.later import Later

CATALOGUES = Catalogues()
NAMES = tuple(GAMES)


@pytest.fixture
def flows() -> DeviceFlows:
    return device_flows(lambda set_up: open_table(set_up, CATALOGUES.cards(set_up.game)))


def flows_of(game: str) -> Flows:
    """Give the flows of one game, for their kinds."""
    nowhere = Doors(
        table_page=TablePage,
        undo_page=lambda mode: pytest.fail("nobody takes back"),
        tap=lambda mode, ctx, tap: pytest.fail("nobody taps"),
        open_table=lambda set_up: pytest.fail("nobody plays"),
        games=GAMEPLAYS.of_each(lambda each: each.around),
    )
    return GAMEPLAYS[game].flows(nowhere, {})


def kinds_of(game: str) -> set[type[Mode]]:
    return set(flows_of(game))


# -- the tables of games -------------------------------------------------------------------
def test_all_tables_have_the_same_games_in_the_same_order() -> None:
    assert list(GAMES) == list(GAMEPLAYS) == list(SETUPS) == list(WORLDS)


def test_the_first_game_speaks_where_none_is_on_the_table() -> None:
    assert gameplay(None) is GAMEPLAYS[NAMES[0]]


# -- the flows of the device ---------------------------------------------------------------
@pytest.mark.parametrize("game", NAMES)
def test_every_mode_of_every_game_has_a_flow(flows: DeviceFlows, game: str) -> None:
    kinds = kinds_of(game)
    assert Playing in kinds
    assert kinds <= set(flows)
    assert all(isinstance(flows[kind], Flow) for kind in kinds)


def test_flows_are_counted_once_each(flows: DeviceFlows) -> None:
    kinds = list(flows)
    assert len(flows) == len(kinds) == len(set(kinds))
    assert {Home, Playing} <= set(kinds)


def test_what_is_no_mode_has_no_flow(flows: DeviceFlows) -> None:
    class Nothing(Mode):
        """No mode of anybody."""

    assert flows.get(Nothing) is None
    with pytest.raises(KeyError):
        flows[Nothing]


def shared() -> Iterator[tuple[type[Mode], str, str]]:
    """Give the kinds of modes that two games have, with both."""
    for at, one in enumerate(NAMES):
        for other in NAMES[at + 1 :]:
            yield from ((kind, one, other) for kind in kinds_of(one) & kinds_of(other))


def test_what_several_games_have_is_of_the_first_too_and_asks_in_all_or_in_none() -> None:
    found = list(shared())
    assert (Playing, NAMES[0], NAMES[1]) in found
    first = flows_of(NAMES[0])
    for kind, one, other in found:
        assert kind in first
        assert flows_of(one)[kind].asks == flows_of(other)[kind].asks, kind


def test_no_game_takes_a_mode_around_games_for_its_own(flows: DeviceFlows) -> None:
    around = DeviceFlows(flows._around, Later({"none": dict}))
    assert Home in around
    assert set(around).isdisjoint(set().union(*map(kinds_of, NAMES)))


# -- when they are loaded ------------------------------------------------------------------
class One(Mode, frozen=True):
    """A mode of the first game alone."""


class Two(Mode, frozen=True):
    """A mode of the second game alone."""


class Three(Mode, frozen=True):
    """A mode of the third game alone."""


class Shared(Mode, frozen=True):
    """A mode of all of them."""


FLOW = Flow(draw=lambda mode, ctx: None, key=lambda *_: None, tap=lambda *_: None)


class Shop:
    """Flows of three games, and which of them were fetched."""

    def __init__(self) -> None:
        self.fetched: list[str] = []
        kinds = {"one": (One, Shared), "two": (Two, Shared), "three": (Three, Shared)}
        self.games = Later({name: self.fetch(name, own) for name, own in kinds.items()})
        self.flows = DeviceFlows({Home: FLOW}, self.games)

    def fetch(self, name: str, kinds: tuple[type[Mode], ...]):
        def fetch() -> Flows:
            self.fetched.append(name)
            return dict.fromkeys(kinds, FLOW)

        return fetch


def test_menus_need_no_game() -> None:
    shop = Shop()
    assert shop.flows[Home] is FLOW
    assert shop.fetched == []


def test_what_games_share_needs_the_first_alone() -> None:
    shop = Shop()
    assert isinstance(shop.flows[Shared], Flow)
    assert shop.flows[One]
    assert shop.fetched == ["one"]


def test_a_mode_of_a_game_that_is_played_needs_no_other_game() -> None:
    shop = Shop()
    assert shop.games["three"]
    assert shop.flows[Three] is FLOW
    assert shop.fetched == ["three", "one"]


def test_a_mode_of_a_game_that_nobody_asked_for_is_found_all_the_same() -> None:
    shop = Shop()
    assert shop.flows[Three] is FLOW
    assert shop.fetched == ["one", "two", "three"]
