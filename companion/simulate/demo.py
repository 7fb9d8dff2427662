"""Simple players at the simulated table, who play through taps and buttons as people do."""

from __future__ import annotations

from companion.flow import Press
from companion.selfplay import PATIENCE, SelfPlay, Stuck
from companion.simulate.keys import Button, TapCard, TapTop
from companion.simulate.sitting import Sitting

__all__ = ["PATIENCE", "Deed", "Demo", "Stuck"]

Deed = Button | TapCard | TapTop


class Demo:
    """Plays a game to its end, one deed after the other; the game is known from what lies on the table."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._players = SelfPlay(sitting.desk, lambda: sitting.piles)
        self.taps = 0
        self.presses = 0

    @property
    def over(self) -> bool:
        """Tell whether the game is at its end."""
        return self._players.over

    def deed(self) -> Deed:
        """Say what a player does now; raises ``Stuck`` when nothing comes of it any more."""
        deed = self._players.deed()
        if isinstance(deed, Press):
            return Button(deed.key, long=deed.long)
        return TapTop() if deed.card is None else TapCard(deed.card)

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
