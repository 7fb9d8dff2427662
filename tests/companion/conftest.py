"""Hands that press keys and tap cards on the flows, as far as a flow itself can tell the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.box import Box
from companion.cardnames import CardNames
from companion.catalogue import load_cards
from companion.config import ConfigError, TableConfig, load_config
from companion.decks.record import Deck
from companion.doors import Doors
from companion.flow import (
    Context,
    Flow,
    Mode,
    Playing,
    Press,
    Reply,
    SavedGame,
    Settings,
    Tap,
)
from companion.gameplay import GAMEPLAYS
from companion.menus import menu_flows
from companion.orders import KeepDeck, NewDeck, Order
from companion.screen import Screen, screen
from companion.texts import Texts, load_catalogue
from engine.games import SetUp, open_table
from engine.kernel import Illegal
from engine.session import Session

KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
HELD = {"Y": "yes", "N": "no", ">>": "next", "M": "menu"}


class TableSeen(msgspec.Struct, frozen=True):
    """Stands for the table page."""

    under: Mode


class Undone(msgspec.Struct, frozen=True):
    """Stands for the undo page."""

    under: Mode


def presses(keys: str) -> Iterable[Press]:
    """Read keys: ``y n > m``, held ones ``Y N >> M``, seat keys ``s1`` and so on."""
    for key in keys.split():
        if key[0] == "s":
            yield Press(f"seat-{key[1:]}", seat=int(key[1:]) - 1)
        else:
            yield Press(HELD[key], long=True) if key in HELD else Press(KEYS[key])


class Hands:
    """Presses and taps on a flow, carries replies out, and draws after each input."""

    def __init__(self, cards: tuple[Any, ...], mode: Mode, session: Session | None, **facts: Any) -> None:
        catalogue = load_catalogue("en")
        self.cards = cards
        self.mode = mode
        self.session = session
        self.settings = facts.pop("settings", Settings())
        self.context = Context(
            now_s=0.0,
            session=None,
            texts=Texts("en", catalogue.texts),
            names=CardNames(catalogue.cards, facts.pop("marks", "both")),
            settings=self.settings,
            **facts,
        )
        doors = Doors(
            table_page=TableSeen,
            undo_page=lambda under: Reply(mode=Undone(under), undo=True),
            tap=lambda mode, ctx, tap: self.flows[type(mode)].tap(mode, ctx, tap),
            open_table=lambda set_up: open_table(set_up, cards),
            games={name: game.around for name, game in GAMEPLAYS.items()},
        )
        self.flows = {**dict.fromkeys((Playing, TableSeen, Undone), GAME), **menu_flows(doors)}
        self.replies: list[Reply] = []
        self.refusal: Illegal | None = None
        assert self.screen

    @property
    def ctx(self) -> Context:
        return msgspec.structs.replace(self.context, session=self.session, settings=self.settings)

    @property
    def screen(self) -> Screen:
        return self.flows[type(self.mode)].draw(self.mode, self.ctx)

    @property
    def lines(self) -> list[str]:
        """Give the rows of the screen without empty ones."""
        return [line for line in self.screen.lines() if line]

    @property
    def marked(self) -> str:
        """Give the marked line of the list."""
        [line] = [line for line in self.screen.lines()[1:-1] if line.startswith(">")]
        return line[1:]

    @property
    def reply(self) -> Reply:
        return self.replies[-1]

    def press(self, keys: str) -> Reply:
        for press in presses(keys):
            self.carry_out(self.flows[type(self.mode)].key(self.mode, self.ctx, press))
        return self.reply

    def go_to(self, line: str) -> None:
        """Press NEXT until a line is marked."""
        for _ in range(60):
            if self.marked.startswith(line):
                return
            self.press(">")
        raise AssertionError(f"no line {line!r}: {self.lines}")

    def choose(self, *lines: str) -> Reply:
        for line in lines:
            self.go_to(line)
            self.press("y")
        return self.reply

    def tap(self, *names: str) -> Reply:
        """Tap cards, each ``KIND#COPY`` or ``KIND`` for its first copy; ``?`` is a tag nobody knows."""
        for name in names:
            card = next((c for c in self.cards if name in (c.name, c.kind)), None)
            tap = Tap("04", card.id if card else None, card.kind if card else "")
            self.carry_out(self.flows[type(self.mode)].tap(self.mode, self.ctx, tap))
        return self.reply

    def tap_two(self) -> Reply:
        tap = Tap("", None, several=True)
        self.carry_out(self.flows[type(self.mode)].tap(self.mode, self.ctx, tap))
        return self.reply

    def carry_out(self, reply: Reply) -> None:
        """Do as the desk does: what is refused leaves the mode as it is."""
        self.replies.append(reply)
        for order in reply.orders:
            self._carry_out(order)
        self.refusal = reply.refuse
        self.settings = reply.settings or self.settings
        if reply.play:
            assert self.session is not None
            try:
                self.session.play(*reply.play)
            except Illegal as no:
                self.refusal = no
                return
        self.mode = reply.mode or self.mode
        assert self.screen

    def _carry_out(self, order: Order) -> None:
        """Keep decks, as the bench does."""
        if isinstance(order, NewDeck):
            deck = Deck(order.name, order.game, "00112233")
        elif isinstance(order, KeepDeck):
            deck = order.deck
        else:
            return
        self.context = msgspec.structs.replace(self.context, box=Box(deck, load_cards(deck.game)))


GAME = Flow(
    draw=lambda mode, ctx: screen("THE GAME"),
    key=lambda mode, ctx, press: Reply(),
    tap=lambda mode, ctx, tap: Reply(note=f"the game has {tap.kind}"),
)


@pytest.fixture(scope="session")
def cards() -> tuple[Any, ...]:
    """Give every card of Port Royal."""
    return load_cards("port-royal")


@pytest.fixture(scope="session")
def play(cards: tuple[Any, ...]) -> Callable[..., Session]:
    """Give a function that begins a game and plays steps of it."""

    def begin(*steps: object, players: str = "Ann Ben Cem", **head: Any) -> Session:
        set_up = SetUp(game="port-royal", players=tuple(players.split()), **head)
        session = Session(open_table(set_up, cards))
        for step in steps:
            session.play(session.step(step))
        return session

    return begin


@pytest.fixture(scope="session")
def hands(cards: tuple[Any, ...]) -> Callable[..., Hands]:
    """Give a function that lays hands on a mode: with a session, settings, saved games."""

    def begin(mode: Mode, session: Session | None = None, **facts: Any) -> Hands:
        return Hands(cards, mode, session, **facts)

    return begin


@pytest.fixture(scope="session")
def longest() -> str:
    """Give five players whose names are as long as names can be."""
    return "WWWWWWWA WWWWWWWB WWWWWWWC WWWWWWWD WWWWWWWE"


@pytest.fixture(scope="session")
def saved_game() -> Callable[..., SavedGame]:
    """Give a function that makes the record of a saved game."""

    def make(number: int, *, players: str = "Ann Ben Cem", unclean: bool = False) -> SavedGame:
        set_up = SetUp(game="port-royal", players=tuple(players.split()))
        return SavedGame(number, set_up, f"2024-11-{number:02}T19:30:00", None, number * 10, unclean)

    return make


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str], TableConfig]:
    """Give a function that loads a table's config of the text given."""

    def load_text(text: str) -> TableConfig:
        file = tmp_path / "table.yaml"
        file.write_text(text, encoding="utf-8")
        return load_config(file)

    return load_text


@pytest.fixture
def refuse(load: Callable[[str], TableConfig], tmp_path: Path) -> Callable[[str], str]:
    """Give a function that gives the sentence which refuses the text of a config, without the folder."""

    def refuse_text(text: str) -> str:
        with pytest.raises(ConfigError) as caught:
            load(text)
        sentence = str(caught.value)
        assert "\n" not in sentence
        return sentence.removeprefix(f"{tmp_path}/")

    return refuse_text
