"""Port Royal (2000) on a simulated table: its players, hands and piles, and what lies before a person."""

from __future__ import annotations

import copy
import random
from typing import Any

from companion.dealt_2000 import Dealt
from companion.deeds import Deed, Lying
from companion.flow import Context, Mode
from companion.piles import Kind, Piles
from companion.players_2000 import choose
from companion.tricks.selfplay import deed_for
from engine.kernel import Event, Rules
from engine.portroyal2000 import messages as m
from engine.session import Session

LOUD: frozenset[type[Event]] = frozenset(
    {m.PrivilegesWon, m.RevokeShown, m.PenaltyTaken, m.RoundEnded, m.TrickWon}
)


# -- hidden cards ------------------------------------------------------------------------
def _copied(cards: Dealt, rng: random.Random) -> Dealt:
    """Copy the cards, for another source of chance."""
    twin = copy.copy(cards)
    twin.rng = rng
    twin.hands = [list(hand) for hand in cards.hands]
    twin.face_up, twin.aside, twin.booty = list(cards.face_up), list(cards.aside), list(cards.booty)
    twin.hidden = {slot: list(faces) for slot, faces in cards.hidden.items()}
    twin.beneath, twin.bonuses = list(cards.beneath), list(cards.bonuses)
    return twin


def _moved(rules: Rules, cards: Dealt, state: Any, event: Event) -> Any:
    cards.follow(state, (event,))
    return rules.evolvers[type(event)](state, event)


def _top(cards: Dealt, state: Any) -> int | None:
    """Give the booty card that is turned up next, or the bonus card that is counted next."""
    if isinstance(state.asked, m.LayingOut):
        return cards.next_booty if cards.booty else None
    if isinstance(state.asked, m.Counting):
        return _next_bonus(cards, state)
    return None


def _next_bonus(cards: Dealt, state: Any) -> int | None:
    for seat, board in enumerate(state.boards):
        for ship, lying_there in enumerate(board.ships):
            if m.HIDDEN in lying_there:
                return cards.hidden[seat, ship][0]
    return None


KIND = Kind(deal=Dealt, copied=_copied, moved=_moved, top=_top)
"""Booty and bonus piles, hands, and bonus cards that lie face down on ships."""


# -- players -----------------------------------------------------------------------------
def deed(mode: Mode, ctx: Context, hidden: Piles | None) -> Deed:
    """Say what the player who is asked does now; he sees his own hand alone."""
    assert ctx.session is not None, "players need a game"
    assert hidden is not None, "players need cards"
    hidden.follow()
    return deed_for(mode, ctx, choose(ctx.session.table.rules, ctx.session.state, hidden.cards))


def over(session: Session) -> bool:
    """Tell whether the game is at its end."""
    return not session.state.agenda


# -- what a person sees ------------------------------------------------------------------
def lying(hidden: Piles) -> Lying:
    """Say what lies open, and the hand of the player who is to play."""
    state, rules = hidden.state, hidden.session.table.rules
    asked, cards = state.asked, hidden.cards
    rows: list[tuple[str, tuple[int, ...]]] = []
    if isinstance(asked, m.Playing):
        hand = sorted(cards.hands[asked.seat], key=lambda c: (rules.cards[c].colour, rules.cards[c].value))
        rows.append((f"Hand of {rules.names[asked.seat]}:", tuple(hand)))
    elif isinstance(asked, m.Bidding) and cards.face_up:
        rows.append(("Open trick cards:", tuple(cards.face_up)))
    else:
        rows.append(("Booty:", tuple(state.open)))
    debts = [f"{name} {board.debt}" for name, board in zip(rules.names, state.boards, strict=True)]
    ships = tuple(
        tuple(card for ship in board.ships for card in ship if card != m.HIDDEN) for board in state.boards
    )
    counts = (f"Pile {len(cards.booty)}", f"Bonus {len(cards.bonuses)}", "Debt:", *debts)
    return Lying(rows=tuple(rows), counts=counts, displays=ships)


def loose(card: Any) -> bool:
    """Tell whether a card may be turned up first: any booty but relocate, which lies at the bottom (17)."""
    return bool(card.type == "booty" and card.tool != "relocate")


# -- what is told of a whole game ----------------------------------------------------------
def stand(session: Session) -> tuple[int, str]:
    """Count the rounds played, and say how the players stand; what is hidden is not in it."""
    state = session.state
    played = state.round - 1 if state.agenda else state.round
    players = session.view().players
    return played, "  ".join(f"{player.name} {player.total}" for player in players)


def result(session: Session) -> list[str]:
    """Say who won, and the score of everybody."""
    names, scores = session.table.rules.names, session.scores()
    winners = [names[seat] for seat in session.state.winners]
    verb = "wins" if len(winners) == 1 else "win"
    lines = [f"{' and '.join(winners)} {verb} with {scores[0].points} points."]
    for line in scores:
        sunk = sum(ship.sunk for ship in line.ships)
        lines.append(
            f"{line.rank}. {names[line.seat]:<8} {line.points:>3} points, debt {line.debt:>2}, {sunk} sunk"
        )
    return lines


def turns(session: Session) -> str:
    """Say how long the game was."""
    return f"{session.state.round} rounds"
