"""Revealing cards whose face the pack does not know, and what is left to do after a forced end (A6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import cardset
from engine.adventure.dues import ResolveDue
from engine.adventure.learning import ask
from engine.adventure.messages import AfterBust
from engine.adventure.odds import forgotten, turned_up
from engine.adventure.persons import needs_facts
from engine.adventure.state import book, found, open_card
from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal import corrections, discover, piles
from engine.portroyal.correction_messages import CardMoved
from engine.portroyal.expeditions import claimable
from engine.portroyal.messages import Busted, CardRevealed, Discovering, Gamble, Pass, PileReshuffled, Reveal
from engine.portroyal.state import State


def reveal(t: Turn, asked: Discovering, command: Reveal) -> None:
    """Turn up one card; an open one is named before it is resolved (D1)."""
    card = command.card
    group = book(t.rules).groups.get(card)
    if group is not None and cardset.has(t.state.box, card):
        kind = t.rules.cards[card].kind
        raise Illegal("not-inserted", f"{kind} lies aside: no story card has called for it yet.", card=card)
    if not open_card(t.rules, card):
        discover.reveal(t, asked, command)
        return
    discover.turn_up(t, card)
    t.then(ResolveDue(asked.seat, card, asked.shown + 1))
    ask(t, asked.seat, t.rules.cards[card].kind, card)


def offer_discover(rules: Rules, state: State, asked: Discovering) -> Iterator[Command]:
    """Offer every card that may come, and to stop; the promo Gamblers are not in this game (A57)."""
    return (c for c in discover.offer_discover(rules, state, asked) if not isinstance(c, Gamble))


def resolve_due(t: Turn, due: ResolveDue) -> bool:
    """Resolve the card that was named; an expedition's coins and crowns are asked with it."""
    if needs_facts(t.rules, due.card):
        ask(t, due.seat, f"expeditions.{t.rules.cards[due.card].kind}")
        return False
    t.emit(SETTLED)
    discover.resolve(t, due.seat, due.card, due.shown)
    return True


def card_revealed(s: State, e: CardRevealed) -> State:
    """Apply ``CardRevealed``."""
    return turned_up(found(discover.card_revealed(s, e), e.card), e.card)


def card_moved(s: State, e: CardMoved) -> State:
    """Apply ``CardMoved``; a card that comes from the unseen ones is in the game."""
    s = forgotten(corrections.card_moved(s, e))
    return found(s, e.card) if e.source == "unseen" else s


def pile_reshuffled(s: State, e: PileReshuffled) -> State:
    """Apply ``PileReshuffled``."""
    return forgotten(piles.pile_reshuffled(s, e))


# -- after a forced end (switch bust_window) ----------------------------------------------------
def open_window(t: Turn, e: Busted) -> None:
    """Let the active player still claim expeditions, where the table plays it so (A6)."""
    if t.rules.options.bust_window:
        t.emit(AfterBust(e.seat))


def after_bust(t: Turn, due: AfterBust) -> bool:
    """Ask only who could claim something."""
    if claimable(t.rules, t.state, due.seat):
        return False
    t.emit(SETTLED)
    return True


def pass_on(t: Turn, asked: AfterBust, _: Pass) -> None:
    """Claim nothing more: what was asked is settled."""


def offer_pass(rules: Rules, state: State, asked: AfterBust) -> Iterator[Command]:
    """Offer to go on."""
    yield Pass()
