"""The cards of a simulated table that lie face down: a real order of real cards.

They follow the log of the game: what is drawn comes from the top, and a shuffle depends on nothing but
the seed and the number of its entry.  So the same seed and the same log give the same cards again, after
a power cut too, and what is taken back lies where it lay before.
"""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from companion.players import FaceDown
from engine.kernel import Event, Rules
from engine.portroyal.messages import CardRevealed
from engine.session import Entry, Session


class Kind(msgspec.Struct, frozen=True):
    """How the hidden cards of one game lie and move."""

    deal: Callable[[Rules, Any, random.Random], Any]
    """Lays them as a state allows."""
    copied: Callable[[Any, random.Random], Any]
    """Copies them, for another source of chance."""
    moved: Callable[[Rules, Any, Any, Event], Any]
    """Lets one event that began in a state happen to them, and gives the state after it."""
    top: Callable[[Any, Any], int | None]
    """Gives the card that is shown next without a choice, from the cards and the state; None for none."""


class _Step(msgspec.Struct, frozen=True):
    """How the table lay after an entry."""

    seq: int
    """Number of the entry, 0 for the beginning."""
    state: Any
    cards: Any


class Piles:
    """The hidden cards of one game; may lag behind it until ``follow``."""

    def __init__(self, session: Session, seed: str, kind: Kind | None = None) -> None:
        first = session.before(sys.maxsize)
        self.session = session
        self._seed = seed
        self._kind = kind or BASE
        dealt = self._kind.deal(session.table.rules, first, random.Random(seed))
        self._steps = [_Step(0, first, dealt)]
        self.follow()

    @property
    def state(self) -> Any:
        """Give the state of the game that the cards lie by."""
        return self._steps[-1].state

    @property
    def cards(self) -> Any:
        """Give the cards that lie face down."""
        return self._steps[-1].cards

    @property
    def top(self) -> int | None:
        """Give the card that is shown next, such as the top card of the pile; None when there is none."""
        return self._kind.top(self.cards, self.state)

    def follow(self) -> bool:
        """Move the cards as the game went on, or back; tell whether anything changed."""
        done = self.session.done
        before = self._steps[-1]
        steps = self._steps
        while len(steps) > 1 and (len(steps) > len(done) + 1 or steps[-1].seq != done[len(steps) - 2].seq):
            steps.pop()
        for entry in done[len(steps) - 1 :]:
            steps.append(self._after(steps[-1], entry))
        return steps[-1] is not before

    def _after(self, step: _Step, entry: Entry) -> _Step:
        """Move a copy of the cards as an entry tells."""
        rules = self.session.table.rules
        cards = self._kind.copied(step.cards, random.Random(f"{self._seed} {entry.seq}"))
        state = step.state
        for event in entry.events:
            state = self._kind.moved(rules, cards, state, event)
        return _Step(entry.seq, state, cards)


# -- the base game -----------------------------------------------------------------------
def _moved(rules: Rules, cards: FaceDown, state: Any, event: Event) -> Any:
    """Let one event happen to the cards, and give the state after it."""
    if isinstance(event, CardRevealed):
        bring_up(cards, event.card)
    cards.follow(rules, state, (event,))
    return rules.evolvers[type(event)](state, event)


def bring_up(cards: FaceDown, card: int) -> None:
    """Exchange the top card of the pile for one that was turned up from elsewhere, such as a coin."""
    for row in (cards.pile, cards.paid, *cards.coins):
        if card in row:
            row[row.index(card)], cards.pile[-1] = cards.pile[-1], card
            return


def _copied(cards: FaceDown, rng: random.Random) -> FaceDown:
    """Copy the cards, for another source of chance."""
    twin = copy.copy(cards)
    twin.rng = rng
    twin.pile, twin.paid = list(cards.pile), list(cards.paid)
    twin.coins = [list(hand) for hand in cards.coins]
    return twin


BASE = Kind(
    deal=lambda rules, state, rng: FaceDown(state, rng),
    copied=_copied,
    moved=_moved,
    top=lambda cards, state: cards.pile[-1] if cards.pile else None,
)
"""Pile, coins and coins paid: coins are drawn from its top, paid ones lie in the discard pile."""
