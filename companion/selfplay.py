"""Simple players at a table who speak to the device as people do: they show it cards, and press its keys."""

from __future__ import annotations

from collections.abc import Callable

from companion.deeds import Deed, Show
from companion.desk import Desk
from companion.piles import Piles
from companion.worlds import WORLDS, World, piles_of

__all__ = ["PATIENCE", "Deed", "SelfPlay", "Show", "Stuck"]

PATIENCE = 5
"""So many deeds in a row without any change, and something must be wrong."""


class Stuck(RuntimeError):
    """The device does not do what the players' taps and keys ask for."""


class SelfPlay:
    """Says what the players of a desk do next, until their game is at its end.

    They see what lies open and their own hands: ``piles`` gives the cards of the game on the table; without
    it they are dealt here.
    """

    def __init__(self, desk: Desk, piles: Callable[[], Piles | None] | None = None) -> None:
        self._desk = desk
        self._piles = piles or self._own_piles
        self._own: Piles | None = None
        self._seen: object = None
        self._tries = 0

    @property
    def over(self) -> bool:
        """Tell whether the game is at its end, or stands still."""
        session = self._desk.session
        return session is not None and self._world().over(session)

    def deed(self) -> Deed:
        """Say what a player does now; raises ``Stuck`` when nothing comes of it any more."""
        session = self._desk.session
        assert session is not None, "players need a game"
        now = (session.seq, self._desk.mode)
        self._tries = self._tries + 1 if now == self._seen else 0
        self._seen = now
        if self._tries > PATIENCE:
            raise Stuck(f"entry {session.seq}: {self._desk.mode}")
        ctx = self._desk.context(self._desk.now_s())
        piles = self._piles()
        assert piles is not None, "a game has cards"
        return self._world().deed(self._desk.mode, ctx, piles)

    def _world(self) -> World:
        session = self._desk.session
        assert session is not None, "players need a game"
        return WORLDS[session.table.game.name]

    def _own_piles(self) -> Piles:
        session = self._desk.session
        assert session is not None, "players need a game"
        if self._own is None or self._own.session is not session:
            self._own = piles_of(session, "self-play")
        return self._own
