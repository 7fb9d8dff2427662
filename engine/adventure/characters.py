"""What the ten characters do once their first marker is gone (H01 to H12)."""

from __future__ import annotations

from engine.adventure.crowns import owe_crowns
from engine.adventure.messages import ItemKept
from engine.adventure.state import ability, book, markers, trophy
from engine.kernel import Rules, Turn
from engine.portroyal.cards import Card
from engine.portroyal.messages import Busted, ShipTraded, TimeToTakeBegan
from engine.portroyal.piles import pay_out
from engine.portroyal.state import State

FEW = 4
"""Cards in the harbor up to which a forced end is paid, the ship that busts included (A38)."""


def lady_anne(rules: Rules, state: State, seat: int, _: Card, value: int) -> int:
    """Take one coin off for Lady Anne, down to the floor of the base game (H05)."""
    return cheaper(rules, value) if ability(rules, state, seat) == "lady-anne" else value


def cheaper(rules: Rules, price: int) -> int:
    """Take one coin off a price, down to the floor (T4)."""
    floor: int = rules.options.mademoiselle_floor
    return max(min(price, floor), price - 1)


def landman(rules: Rules, state: State, seat: int, ship: Card, value: int) -> int:
    """Add a coin for each trade in the colour of Peter Landman (H07)."""
    return value + (colour_of(rules, state, seat, "peter-landman") == ship.colour)


def colour_of(rules: Rules, state: State, seat: int, who: str) -> str:
    """Give the colour that a seat trades better in as this character; empty if it is not he."""
    if ability(rules, state, seat) != who:
        return ""
    return str(book(rules).pack.characters[who].colour)


def ferdinando(t: Turn, e: ShipTraded | ItemKept) -> None:
    """Pay a crown for each trade in the colour of Master Ferdinando, kept ships too (H06)."""
    if colour_of(t.rules, t.state, e.seat, "master-ferdinando") == t.rules.cards[e.card].colour:
        owe_crowns(t, e.seat, 1, "master-ferdinando")


def scott(t: Turn, e: TimeToTakeBegan) -> None:
    """Pay Officer Scott when five cards lie there (H08)."""
    if e.cards >= 5 and ability(t.rules, t.state, e.seat) == "officer-scott":
        pay_out(t, e.seat, 1, "officer-scott")


def mary(t: Turn, e: TimeToTakeBegan) -> None:
    """Pay Cutthroat Mary when three ships lie there (H09)."""
    if ability(t.rules, t.state, e.seat) != "cutthroat-mary":
        return
    if sum(t.rules.cards[c].type == "ship" for c in t.state.harbor) >= 3:
        pay_out(t, e.seat, 1, "cutthroat-mary")


def grace_may(t: Turn, e: Busted) -> None:
    """Pay Grace May when her turn is ended by force early (H02)."""
    if len(e.cards) <= FEW and ability(t.rules, t.state, e.seat) == "grace-may":
        pay_out(t, e.seat, 2, "grace-may")


# -- the end (Y01 to Y07) --------------------------------------------------------------------
def needs_trophy(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Let only who shows a trophy end the game and win it; in cooperative play nobody does (Y01, A49)."""
    if book(rules).coop:
        return 0
    return value and int(trophy(rules, state, seat))


def may_win(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Let only who shows a trophy win (Y05); in cooperative play all do, or nobody."""
    return value if book(rules).coop else value and int(trophy(rules, state, seat))


def fewer_markers(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Rank players of equal points: fewer markers left on the character are better (Y04)."""
    return value if book(rules).coop else value - markers(state, seat)
