"""Simple players at the simulated table, who play through taps and buttons as people do."""

from __future__ import annotations

from collections.abc import Mapping

from companion.flow import Playing
from companion.players import Choice, choose
from companion.simulate.keys import Button, TapCard, TapTop
from companion.simulate.sitting import Sitting
from engine.portroyal import messages as m

Deed = Button | TapCard | TapTop
PATIENCE = 5
"""So many deeds in a row without any change, and something must be wrong."""
_SAID: Mapping[type, Deed] = {
    m.Stop: Button("next"),
    m.Gamble: Button("yes"),
    m.Repel: Button("yes"),
    m.Keep: Button("no"),
    m.Pass: Button("next"),
}
"""The button that says each choice (device-ux.md 3.3)."""


class Stuck(RuntimeError):
    """The device does not do what the players' taps and buttons ask for."""


class Demo:
    """Plays a game to its end, one deed after the other; the game is known from what lies on the table."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._seen: object = None
        self._tries = 0
        self.taps = 0
        self.presses = 0

    @property
    def over(self) -> bool:
        """Tell whether the game is at its end."""
        session = self._sitting.desk.session
        return session is not None and not session.state.agenda

    def deed(self) -> Deed:
        """Say what a player does now; raises ``Stuck`` when nothing comes of it any more."""
        desk = self._sitting.desk
        session = desk.session
        assert session is not None, "a demonstration needs a game"
        now = (session.seq, desk.mode)
        self._tries = self._tries + 1 if now == self._seen else 0
        self._seen = now
        if self._tries > PATIENCE:
            raise Stuck(f"entry {session.seq}: {desk.mode}")
        if not isinstance(desk.mode, Playing):
            return Button("yes")  # the persons proposed for an expedition
        return _as_deed(choose(session.table.rules, session.state))

    def do(self, deed: Deed) -> None:
        """Let the hand do it, and count it."""
        if isinstance(deed, Button):
            self.presses += 1
            self._sitting.hand.press(deed.name, long=deed.long)
            return
        self.taps += 1
        if isinstance(deed, TapCard):
            self._sitting.tap_card(deed.card)
        else:
            self._sitting.tap_top()


def _as_deed(choice: Choice) -> Deed:
    match choice:
        case m.Take(card) | m.Claim(card):
            return TapCard(card)
        case str():
            return TapTop()
    return _SAID[type(choice)]
