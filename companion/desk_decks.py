"""What the desk does with decks: looks tags up, carries orders out, takes up what is written on tags."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.bench import Bench
from companion.box import Box
from companion.fittings import Fittings
from companion.flow import Flow, Settings, Signal, Tap, Wrote
from companion.inputs import tap_of
from companion.open_cards import OPEN_CARDS
from companion.orders import Learn, Order
from companion.screens.scene import rules_now
from companion.store import StoreError
from drivers.ports import CardSeen
from engine.games import GAMES
from engine.kernel import Rules
from engine.session import Session

DOING = "doing"
"""Where the store keeps what the device was doing, see ``Flow.returns``."""


class DecksSeen(msgspec.Struct, frozen=True):
    """What flows may know of decks."""

    box: Box | None
    names: tuple[tuple[str, str], ...]
    edited: str
    untagged: frozenset[int]


class DeskDecks:
    """The decks of one desk."""

    def __init__(self, fittings: Fittings, settings: Settings) -> None:
        self._fit = fittings
        self._bench = fittings.bench or Bench(fittings.cards, given=fittings.deck)
        self._of_game: tuple[Rules, Box, Box] | None = None
        """The deck of a game that brings its own cards: the rules, the deck without them, and with them."""
        if not self._bench.game:
            self._bench.game = settings.last_set_up.game if settings.last_set_up else next(iter(GAMES))

    def seen(self, session: Session | None) -> DecksSeen:
        """Gather what flows may know."""
        box = self._box(session)
        untagged: frozenset[int] = frozenset()
        if session is not None:
            playing = len(session.table.rules.cards)
            untagged = box.untagged if box else frozenset(range(playing))
            untagged = frozenset(card for card in untagged if card < playing)
        return DecksSeen(box, self._bench.decks(), self._bench.edited, untagged)

    def _box(self, session: Session | None) -> Box | None:
        box = self._bench.box(self._game(session))
        opened = OPEN_CARDS.get(session.table.game.name) if session else None
        if box is None or session is None or opened is None:
            return box
        rules = rules_now(session)
        if self._of_game is None or self._of_game[0] is not rules or self._of_game[1] is not box:
            cards = (*rules.cards, *opened.shown(rules))
            self._of_game = (rules, box, Box(opened.in_game(box.deck, cards), cards))
        return self._of_game[2]

    def follow(self, session: Session, before: Any) -> None:
        """Let the deck call cards by the names that an entry, begun in a state, told of them."""
        opened, box = OPEN_CARDS.get(session.table.game.name), self._bench.box(self._game(session))
        if opened is None or box is None:
            return
        deck = opened.renamed(box.deck, session.table.rules, before, session.state)
        if deck != box.deck:
            self._bench.follow(deck)

    def _game(self, session: Session | None) -> str:
        return session.table.set_up.game if session else self._bench.game

    def tap(self, seen: CardSeen, session: Session | None) -> Tap:
        """Say what a tag means now; before a game it may be of any deck."""
        tap = tap_of(seen, self._box(session))
        if session is not None or tap.card is not None:
            return tap
        other = self._bench.owner(seen.uid)
        return replace(tap_of(seen, other), deck=other.deck.name) if other else tap

    def carry_out(self, orders: Iterable[Order], session: Session | None) -> list[Signal]:
        """Carry orders out, on disk, and give what is to be heard; raises ``Illegal`` when one cannot be."""
        box = self._box(session)
        cards = box.cards if box else rules_now(session).cards if session else ()
        heard = [self._bench.carry_out(_named(order, cards), self._game(session)) for order in orders]
        return [signal for signal in heard if signal]

    def take_up(self, tap: Tap, session: Session | None) -> None:
        """Learn the card that is written on a tag; the tap itself is what is heard of it."""
        box = self._box(session)
        if tap.learnt and box and tap.uid not in box.deck.cards:
            self.carry_out([Learn(tap.uid, box.named[tap.learnt].id)], session)

    def look_closely(self, flow: Flow | None) -> None:
        """Let readers read known tags whole while a flow wants that."""
        self._bench.looks_closely = flow is not None and flow.looks_closely

    def written(self) -> Wrote | None:
        """Tell once what came of a tag that was to be written."""
        return self._bench.written()

    def notice(self) -> str:
        """Give the key of a text that the players must read, once; the whole sentence goes to the log."""
        if not self._bench.notices:
            return ""
        key, sentence = self._bench.notices.pop(0)
        logging.getLogger(__name__).warning("%s", sentence)
        return key

    def doing(self) -> str:
        """Say what the device was doing when it was switched off, as ``Flow.returns`` names it."""
        try:
            doing: str = self._fit.store.setting(DOING, "", str)
        except StoreError:
            return ""
        return doing


def _named(order: Order, cards: tuple[Any, ...]) -> Order:
    """Let a tag be learned by the name that its card has in the running game."""
    if isinstance(order, Learn) and cards and not order.name:
        return replace(order, name=cards[order.card].name)
    return order
