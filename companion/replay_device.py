"""Steps of a table script that go through the devices: taps, keys, plugs, the power, and what screens say.

A script with any such step plays as a whole on a simulated table: its steps in the words of the
engine are entered into the same game.  What that table must offer is ``DeviceDriver``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, get_args

from companion import config
from companion.adventure.papers import cards_of
from companion.screen import Screen
from engine.games import SetUp
from engine.kernel import Command
from engine.notation import pick
from engine.session import Session

BUTTONS: tuple[str, ...] = get_args(config.KeyName)
DISPLAYS: tuple[str, ...] = get_args(config.DisplayName)
DEVICES = ("reader", *DISPLAYS)
"""What can be unplugged: the reader that everybody uses, and each display by its name."""
OPEN_PLACES = ("harbor", "expeditions", "display", "discard")
"""Facts that tell where cards lie openly, in the order in which a tapped kind is looked for."""


class DeviceDriver(Protocol):
    """A table with simulated devices on which a game is on; every call returns when the device is at rest."""

    def session(self) -> Session:
        """Give the game on the table; another object after ``power_cut``."""

    def play(self, *commands: Command) -> None:
        """Enter what one input implies, as if the device had worked it out; raises ``Illegal``."""

    def undo(self) -> None:
        """Take back the last entry; raises ``Illegal`` at the beginning."""

    def redo(self) -> None:
        """Bring back what was taken back last; raises ``Illegal`` if there is nothing."""

    def tap(self, laid: Sequence[int | str]) -> None:
        """Lay tags on the reader at once: cards by id, other tags by UID in hex; those before are lifted."""

    def lift(self) -> None:
        """Take every tag off the reader."""

    def press(self, button: str) -> None:
        """Press a button and let it go."""

    def hold(self, button: str) -> None:
        """Hold a button down until its long press fires, then let it go."""

    def wait(self, duration_s: float) -> None:
        """Let time go by on the simulated clock."""

    def unplug(self, device: str) -> None:
        """Unplug one of ``DEVICES``; the driver notices."""

    def plug(self, device: str) -> None:
        """Plug it in again."""

    def power_cut(self) -> None:
        """Cut the power in the middle of whatever goes on, and boot again from what was saved."""

    def screens(self) -> Mapping[str, Screen]:
        """Give what every display shows now, by its name."""

    def close(self) -> None:
        """Put the table away; may be called twice."""


DeviceFactory = Callable[[SetUp], DeviceDriver]
"""Begins a game on a fresh simulated table."""


class NoDevice(Exception):
    """There is no simulated table in this installation."""


def simulated_device(set_up: SetUp) -> DeviceDriver:
    """Begin a game on the simulated table that comes with the program; raises ``NoDevice``."""
    try:
        from companion.device_script import open_device  # noqa: PLC0415 - drivers are loaded when they are used
    except ModuleNotFoundError as error:
        missing = f"Steps of the device need the simulated table, and {error.name} is missing."
        raise NoDevice(missing) from None
    driver: DeviceDriver = open_device(set_up)
    return driver


def card_to_tap(session: Session, name: str) -> int:
    """Give the copy that a tapped ``KIND`` means: one that can be played now, else one that lies open.

    While a ship is being decided about, the next tap is a card from the pile.  Raises ``NotationError``
    for a name that is no card.
    """
    cards = cards_of(session.table.rules, session.state)
    facts = session.table.game.facts(session.table.rules, session.state, copies=True)
    ids = {card.name: card.id for card in cards}
    named = (getattr(command, "card", -1) for command in session.choices())
    playable = [card for card in named if card >= 0]  # a hidden card has no name
    lying = [ids[card] for place in OPEN_PLACES for card in _cards(facts.get(place, []))]
    hidden = []
    if facts["phase"] == "repel":
        away = {*lying, session.view().turned}
        hidden = [card.id for card in cards if card.id not in away]
    return pick(cards, name, [*playable, *hidden, *lying])


def _cards(fact: Any) -> list[str]:
    """Give the cards of a fact in one list."""
    rows = fact.values() if isinstance(fact, dict) else [fact]
    return [card for row in rows for card in row]


def missing_texts(screens: Mapping[str, Screen], wanted: Mapping[str, Sequence[str]]) -> list[str]:
    """Say which of the texts do not stand on their displays now, with what stands there instead."""
    lines = []
    for display, texts in wanted.items():
        shown = screens.get(display)
        if shown is None:
            lines.append(f"screen {display}: this table has no such display, only {', '.join(screens)}")
            continue
        lost = [text for text in texts if not shown.shows(text)]
        lines += [f"screen {display}: expected {text!r}" for text in lost]
        if lost:
            lines += [f"  |{row}|" for row in shown.lines()]
    return lines
