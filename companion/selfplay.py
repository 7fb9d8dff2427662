"""Simple players at a table who speak to the device as people do: they show it cards, and press its keys."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.desk import Desk
from companion.flow import Playing, Press
from companion.players import Choice, choose, stands_still
from engine.portroyal import messages as m

PATIENCE = 5
"""So many deeds in a row without any change, and something must be wrong."""


class Show(msgspec.Struct, frozen=True):
    """Lay a card on the reader."""

    card: int | None = None
    """Its id in the catalogue of the game; None is the top card of the pile."""


Deed = Press | Show
_SAID: Mapping[type, Press] = {
    m.Stop: Press("next"),
    m.Gamble: Press("yes"),
    m.Repel: Press("yes"),
    m.Keep: Press("no"),
    m.Pass: Press("next"),
}
"""The key that says each choice (device-ux.md 3.3)."""


class Stuck(RuntimeError):
    """The device does not do what the players' taps and keys ask for."""


class SelfPlay:
    """Says what the players of a desk do next, until their game is at its end; they see what lies open."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: object = None
        self._tries = 0

    @property
    def over(self) -> bool:
        """Tell whether the game is at its end, or stands still."""
        session = self._desk.session
        if session is None:
            return False
        return not session.state.agenda or stands_still(session.table.rules, session.state)

    def deed(self) -> Deed:
        """Say what a player does now; raises ``Stuck`` when nothing comes of it any more."""
        session = self._desk.session
        assert session is not None, "players need a game"
        now = (session.seq, self._desk.mode)
        self._tries = self._tries + 1 if now == self._seen else 0
        self._seen = now
        if self._tries > PATIENCE:
            raise Stuck(f"entry {session.seq}: {self._desk.mode}")
        if not isinstance(self._desk.mode, Playing):
            return Press("yes")  # the persons proposed for an expedition
        return _as_deed(choose(session.table.rules, session.state))


def _as_deed(choice: Choice) -> Deed:
    match choice:
        case m.Take(card) | m.Claim(card):
            return Show(card)
        case str():
            return Show()
    return _SAID[type(choice)]
