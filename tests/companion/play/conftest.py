"""A table without devices and disk: inputs go to the flows, and replies are carried out as the desk does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.cardnames import CardNames
from companion.flow import (
    STAY,
    Context,
    Flows,
    Home,
    Lost,
    Mode,
    News,
    Playing,
    Press,
    Refused,
    Reply,
    Settings,
    Signal,
    Tap,
)
from companion.gameplay import device_flows
from companion.play import refused
from companion.play_situation import Situation, situation
from companion.screen import Screen
from companion.screens import compose
from companion.signals import signals
from companion.texts import Texts, load_catalogue
from engine.games import SetUp, open_table
from engine.kernel import Command, Illegal
from engine.session import Session


class Rehearsal:
    """A game, the flow that is on, and a clock that is set by hand."""

    def __init__(self, session: Session, flows: Flows, texts: Texts, names: CardNames, **facts: Any) -> None:
        self.session = session
        self.flows = flows
        self.mode: Mode = Playing()
        self.now_s = 100.0
        self.news: News | None = None
        self.waiting: Tap | None = None
        self.settings = facts.pop("settings", Settings())
        self.note = ""
        self.replies: list[Reply] = []
        self.signals: list[Signal] = []
        self.begun: SetUp | None = None
        self.taps = self.presses = 0
        self._texts = texts
        self._names = names
        self._facts = facts

    # -- what is seen --------------------------------------------------------------------
    @property
    def ctx(self) -> Context:
        return Context(
            now_s=self.now_s,
            session=self.session,
            texts=self._texts,
            names=self._names,
            settings=self.settings,
            news=self.news,
            waiting=self.waiting,
            note=self.note,
            **self._facts,
        )

    def displays(self) -> dict[str, Screen]:
        return compose(self.ctx, self.mode, self.flows)

    @property
    def screen(self) -> Screen:
        return self.displays()["main"]

    def lines(self, display: str = "main") -> list[str]:
        """Give the rows of a display without empty ones."""
        return [line.rstrip() for line in self.displays()[display].lines() if line]

    @property
    def facts(self) -> dict[str, Any]:
        return self.session.facts()

    @property
    def reply(self) -> Reply:
        return self.replies[-1]

    @property
    def played(self) -> list[Any]:
        """Give the last entry as steps."""
        rules = self.session.table.rules
        assert self.session.last is not None
        return [self.session.table.game.write(rules, command) for command in self.session.last.commands]

    def wait(self, duration_s: float = 60.0) -> None:
        self.now_s += duration_s

    def lose(self, *names: str) -> None:
        self._facts["lost"] = tuple(Lost(name, self.now_s) for name in names)

    # -- inputs --------------------------------------------------------------------------
    def press(self, *keys: str) -> Reply:
        for key in keys:
            self.presses += 1
            self._dispatch(Press(key, seat=self._seat(key)))
        return self.reply

    def hold(self, key: str) -> Reply:
        return self._dispatch(Press(key, long=True, seat=self._seat(key)))

    def tap(self, *names: str) -> Reply:
        """Tap cards, each ``KIND#COPY``, or ``KIND`` for its first copy; ``?`` is a tag nobody knows."""
        for name in names:
            self.taps += 1
            self._dispatch(self.as_tap(name))
        return self.reply

    def as_tap(self, name: str) -> Tap:
        cards = self.session.table.rules.cards
        card = next((c for c in cards if name in (c.name, c.kind)), None)
        return Tap(uid=f"04aa{name.encode().hex()}"[:14], card=card.id if card else None, reader="reader")

    def tap_two(self) -> Reply:
        return self._dispatch(Tap(uid="", card=None, several=True))

    def pick(self, card: int) -> Reply:
        """Pick a card from the list, as its flow does."""
        under = self.mode.under
        self.mode = under
        return self._dispatch(Tap(uid="", card=card))

    @staticmethod
    def _seat(key: str) -> int | None:
        return int(key.removeprefix("seat-")) - 1 if key.startswith("seat-") else None

    # -- what the desk does --------------------------------------------------------------
    def _dispatch(self, given: Press | Tap) -> Reply:
        flow = self.flows[type(self.mode)]
        tap = given if isinstance(given, Tap) else None
        reply = flow.tap(self.mode, self.ctx, tap) if tap else flow.key(self.mode, self.ctx, given)
        self.replies.append(reply)
        if reply == STAY:
            return reply
        if not reply.wait:
            self.news, self.note = None, ""
        try:
            moved = self._act(reply)
        except Illegal as no:
            self._refuse(no, tap)
            return reply
        self._show(reply, tap, moved=moved)
        assert self.displays()
        return reply

    def _act(self, reply: Reply) -> bool:
        if reply.begin is not None:
            self.begun = reply.begin
        if reply.undo:
            self.waiting = None
            self._enter(self.session.propose_undo())
        if reply.redo:
            self._enter(self.session.propose_redo())
        if reply.play:
            self._enter(self.session.propose(*reply.play), announce=reply.announce)
        return bool(reply.redo or reply.play)

    def _enter(self, entry: Any, *, announce: bool = False) -> None:
        before = self.session.state
        self.session.keep(entry)
        self.news = News(entry, self.now_s, before, corrected=announce)
        signal = "correction" if announce else signals(before, entry, self.session.state)
        if signal:
            self.signals.append(signal)

    def _show(self, reply: Reply, tap: Tap | None, *, moved: bool) -> None:
        if reply.mode is not None:
            self.mode = reply.mode
        elif moved and isinstance(self.mode, Refused):
            self.mode = self.mode.under
        if reply.refuse:
            self._refuse(reply.refuse, tap)
        if reply.signal:
            self.signals.append(reply.signal)
        self.note = reply.note or self.note
        if reply.wait and tap:
            self.waiting = self.waiting or tap
        elif self.waiting and (moved or self.mode == Playing()) and not isinstance(self.mode, Home):
            kept, self.waiting = self.waiting, None
            self._dispatch(kept)

    def _refuse(self, no: Illegal, tap: Tap | None) -> None:
        under = self.mode.under if isinstance(self.mode, Refused) else self.mode
        self.mode = refused(under, no, tap, self.ctx)
        self.signals.append("refused")

    def do(self, *commands: Command) -> None:
        """Play commands without an input."""
        self._enter(self.session.propose(*commands))

    def step(self, *steps: object) -> Rehearsal:
        """Play steps in the words of table scripts, each an entry; news about the last one stand."""
        for text in steps:
            self._enter(self.session.propose(self.session.step(text)))
        return self


@pytest.fixture(scope="session")
def rehearse(cards: tuple[Any, ...]) -> Callable[..., Rehearsal]:
    """Give a function that begins a game: players, then what a set-up takes, then what a context takes."""
    catalogue = load_catalogue("en")
    texts = Texts("en", catalogue.texts)
    flows = device_flows(lambda set_up: open_table(set_up, cards))

    def begin(players: str = "Ann Ben Cem", marks: str = "both", **facts: Any) -> Rehearsal:
        head = {key: facts.pop(key) for key in ("rules", "options", "start", "position") if key in facts}
        set_up = SetUp(game="port-royal", players=tuple(players.split()), **head)
        names = CardNames(catalogue.cards, marks)
        return Rehearsal(Session(open_table(set_up, cards)), flows, texts, names, **facts)

    return begin


@pytest.fixture
def with_settings() -> Callable[..., Settings]:
    """Give a function that makes settings."""
    return lambda **likes: msgspec.convert(likes, Settings)


SWORDS = ["pirate-5-1", "pirate-7-2"]
CREW = ["captain-4-1", "captain-4-1"]
ROW = ["expedition-AA", "expedition-CC"]


@pytest.fixture
def at(rehearse: Callable[..., Rehearsal]) -> Callable[..., Rehearsal]:
    """Give a function that leads to what is open, with a card in every place."""

    def lead(now: Situation, **facts: Any) -> Rehearsal:
        display = {"Ann": [*SWORDS, *CREW], "Ben": ["priest-4-1"], "Cem": ["settler-4-1"]}
        position: dict[str, Any] = {
            "display": display,
            "expeditions": ROW,
            "discard": ["sailor-7-3"],
            "coins": {"Ann": 20, "Ben": 9, "Cem": 9},
        }
        if now != "first":
            position["harbor"] = ["ship-black-1-2", "sailor-3-1", "ship-yellow-3-4"]
        if now == "gamble":
            display["Ann"].append("gambler-6-1")
            facts["options"] = {"gamblers": True}
        table = rehearse("Ann Ben Cem", position=position, **facts)
        table.step(*STEPS[now])
        table.wait()
        assert situation(table.session.table.rules, table.session.state) == now
        return table

    return lead


STEPS: dict[Situation, tuple[Any, ...]] = {
    "first": (),
    "running": (),
    "new-colour": ({"reveal": "ship-red-2-3"},),
    "twin": ({"reveal": "ship-black-2-4"},),
    "gamble": ("gamble",),
    "active": ("stop",),
    "inactive": ("stop", "pass"),
}
"""What leads from the first moment of a turn, or its harbor, to what is open."""


@pytest.fixture
def table(rehearse: Callable[..., Rehearsal]) -> Rehearsal:
    """Give a table with three seat displays, on which everybody has coins and two have cards."""
    return rehearse(
        "Ann Ben Cem",
        displays=("main", "seat-1", "seat-2", "seat-3"),
        position={
            "display": {
                "Ann": ["sailor-3-1", "pirate-5-1", "trader-blue-5-2", "expedition-CC"],
                "Ben": ["mademoiselle-7-2"],
            },
            "harbor": ["ship-black-1-2", "sailor-3-1"],
            "coins": {"Ann": 6, "Ben": 4, "Cem": 3},
        },
    )
