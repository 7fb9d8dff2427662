"""What a seat may see, worked out for screens; what is secret to it is not in here at all (C4, C6).

Everybody sees what lies open, what was said, and the last trick (B69).  A bonus card is known to its
owner alone until the game is over, and a hand, where hands are known, to its holder alone.
"""

from __future__ import annotations

from typing import Any

from engine import cardset
from engine.kernel import Rules
from engine.portroyal2000 import messages as m
from engine.portroyal2000.auction import limit_of
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.debt import debt_after, may_repay
from engine.portroyal2000.layout import before_bids, missing
from engine.portroyal2000.messages import HIDDEN
from engine.portroyal2000.placing import may_discard, ships_for, won_card
from engine.portroyal2000.scoring import debt_of, ship_score
from engine.portroyal2000.state import TRICKS, State, booty_of, hidden_bonuses
from engine.portroyal2000.tools import movable, own_cards, removable
from engine.portroyal2000.tricks import best_seat, by_value, led_colour
from engine.portroyal2000.view_records import PlayedCard, PlayerView, Repaying, ShipView, View, WhatIf


def view(rules: Rules, state: State, seat: int | None = None) -> View:
    """Work out what a seat sees; None is what everybody sees."""
    return View(**_table(rules, state), **_trick(rules, state), **_decision(rules, state, seat))


def _table(rules: Rules, state: State) -> dict[str, Any]:
    """Give what the round is about."""
    asked = state.asked
    return {
        "phase": asked.phase if asked else "over",
        "to_act": asked.seat if asked else -1,
        "round": state.round,
        "trick": state.trick,
        "dealer": state.dealer,
        "next_dealer": (state.dealer - 1) % rules.seats,
        "holder": state.holder,
        "high_bid": state.high,
        "bidder": state.bidder,
        "least_bid": state.high + 1 if isinstance(asked, m.Bidding) and limit_of(state, asked.seat) else 0,
        "bid_stone": debt_of(state, state.holder) if state.stone else -1,
        "carried": state.carried,
        "beneath": state.beneath,
        "booty": state.open,
        "missing": missing(rules, state),
        "pile": state.unseen.bit_count(),
        "bonuses": state.bonuses,
        "face_up": state.face_up,
        "may_open": isinstance(asked, m.Bidding) and before_bids(state) and not state.face_up,
        "hidden_left": hidden_bonuses(state),
        "winners": state.winners,
    }


def _trick(rules: Rules, state: State) -> dict[str, Any]:
    """Give the trick as it lies, and those before."""
    best = best_seat(rules, state)
    seats = [(state.leader + at) % rules.seats for at in range(len(state.played))]
    return {
        "trump": state.trump,
        "led": led_colour(rules, state),
        "pirate": by_value(rules, state.played),
        "leader": state.leader,
        "contested": state.contested,
        "played": tuple(PlayedCard(s, c, s == best) for s, c in zip(seats, state.played, strict=True)),
        "best": best,
        "last_trick": state.tricks[-1] if state.tricks else None,
        "tricks": state.tricks if rules.options.history == "all" else state.tricks[-1:],
        "revokes": state.revokes,
        "last_chance": state.stone and state.high > 0 and state.trick == TRICKS,
    }


def _decision(rules: Rules, state: State, seat: int | None) -> dict[str, Any]:
    """Give what the one asked may decide about, and the boards."""
    asked = state.asked
    placing = asked if isinstance(asked, m.Placing) else None
    penalty = asked if isinstance(asked, m.PenaltyChoice) else None
    acting = placing.seat if placing else state.kept
    removing = removable(rules, state, asked) if asked else []
    return {
        "offender": penalty.offender if penalty else -1,
        "losable": tuple(booty_of(rules, state, penalty.offender)) if penalty else (),
        "won": state.in_hand if placing else -1,
        "what_if": what_if(rules, state, placing.seat) if placing else (),
        "repay": repaying(rules, state, placing.seat) if placing else None,
        "may_discard": placing is not None and may_discard(state, placing.seat),
        "removable": _shown(rules, state, seat, acting, removing),
        "movable": _shown(rules, state, seat, acting, _moves(rules, state, placing)),
        "bonuses_left": asked.left if isinstance(asked, m.PlacingBonus) else 0,
        "players": tuple(player_view(rules, state, each, seat) for each in range(rules.seats)),
        "hand": tuple(cardset.ids(state.hands[seat])) if state.hands and seat is not None else (),
        "aside": tuple(cardset.ids(state.aside)) if seat == state.holder else (),
    }


def _moves(rules: Rules, state: State, placing: m.Placing | None) -> list[tuple[int, int]]:
    """Give ship and card of everything that the relocate could move."""
    if placing is None or won_card(rules, state).tool != "relocate":
        return []
    return [(ship, card) for ship, card in own_cards(state, placing.seat) if movable(rules, card)]


def _shown(
    rules: Rules, state: State, seat: int | None, owner: int, cards: list[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Give ships and cards with what the viewer may not know as hidden."""
    return tuple((ship, _face(rules, state, seat, owner, card)) for ship, card in cards)


def _face(rules: Rules, state: State, seat: int | None, owner: int, card: int) -> int:
    """Give a card, or ``HIDDEN`` for another player's bonus card before the count (B39)."""
    counted = state.asked is None or isinstance(state.asked, m.Counting)
    secret = card != HIDDEN and rules.cards[card].type == "bonus" and seat != owner and not counted
    return HIDDEN if secret else card


def player_view(rules: Rules, state: State, seat: int, viewer: int | None) -> PlayerView:
    """Work out what lies before one player, as another one sees it."""
    board = state.boards[seat]
    limit = limit_of(state, seat)
    ships = tuple(ship_view(rules, state, seat, at, viewer) for at in range(len(SHIPS)))
    return PlayerView(
        seat=seat,
        name=rules.names[seat],
        debt=board.debt,
        stone=debt_of(state, seat) if state.stone and seat == state.holder else -1,
        projected=board.debt + state.high + 1 if limit else -1,
        limit=limit,
        passed=cardset.has(state.passed, seat),
        ships=ships,
        stones=tuple(stone.colour for stone in board.stones),
        keeps=state.kept == seat,
        total=sum(ship.score for ship in ships) - debt_of(state, seat),
        hidden=sum(ship.cards.count(HIDDEN) for ship in ships),
        cards=len(booty_of(rules, state, seat)),
        tricks=sum(trick.winner == seat for trick in state.tricks),
    )


def ship_view(rules: Rules, state: State, seat: int, ship: int, viewer: int | None) -> ShipView:
    """Work out one ship, as somebody sees it."""
    lying = state.boards[seat].ships[ship]
    cards = tuple([_face(rules, state, viewer, seat, card) for card in lying])
    scored = ship_score(rules, cards)
    bonuses = sum(card == HIDDEN or rules.cards[card].type == "bonus" for card in cards)
    return ShipView(
        ship, SHIPS[ship], cards, scored.weight, scored.capacity, scored.sunk, bonuses, scored.score
    )


def what_if(rules: Rules, state: State, seat: int) -> tuple[WhatIf, ...]:
    """Weigh the won card on every ship that it may go to, by what everybody can see."""
    found = []
    for ship in ships_for(won_card(rules, state)):
        lying = [card if _is_booty(rules, card) else HIDDEN for card in state.boards[seat].ships[ship]]
        now, then = ship_score(rules, lying), ship_score(rules, [*lying, state.contested])
        found.append(
            WhatIf(
                ship=ship,
                before=now.weight,
                after=then.weight,
                capacity_before=now.capacity,
                capacity=then.capacity,
                sinks_before=now.sunk,
                sinks=then.sunk,
                score_before=now.score,
                score=then.score,
            )
        )
    return tuple(found)


def _is_booty(rules: Rules, card: int) -> bool:
    return card != HIDDEN and rules.cards[card].type == "booty"


def repaying(rules: Rules, state: State, seat: int) -> Repaying | None:
    """Work out what handing the won card in would do, None if it cannot be."""
    if not may_repay(rules, state, seat):
        return None
    tons = rules.cards[state.contested].tons
    return Repaying(
        state.contested,
        debt_of(state, seat),
        debt_after(rules, state),
        max(0, tons - state.high),
    )
