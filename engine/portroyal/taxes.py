"""Tax increases: who has twelve coins loses half, then somebody gains one (D7)."""

from __future__ import annotations

from engine.kernel import Turn
from engine.portroyal.messages import CoinsPaid, TaxLevied, TaxSettled
from engine.portroyal.piles import pay_out
from engine.portroyal.state import State, clockwise, replace


def levy(t: Turn, e: TaxLevied) -> None:
    """Take half, rounded down, from everybody with enough coins; then pay the bonus to all tied."""
    card = t.rules.cards[e.card]
    order = clockwise(t.state, t.state.active)
    threshold = t.rules.ask("tax-threshold", t.state, t.state.active, card, t.rules.options.tax_threshold)
    for seat in order:
        coins = t.state.players[seat].coins
        if coins >= threshold and coins > 1:
            t.emit(CoinsPaid(seat, coins // 2, "tax"))
    for seat in relieved(t.state, card.face.relief, order):
        pay_out(t, seat, card.coins, card.face.relief)
    t.emit(TaxSettled(e.card))


def relieved(state: State, relief: str, order: list[int]) -> list[int]:
    """Give the seats that get the bonus: all with the most swords, or all with the fewest points."""
    if relief == "most-swords":
        standing = [player.swords for player in state.players]
    else:
        standing = [-player.points for player in state.players]
    best = max(standing)
    return [seat for seat in order if standing[seat] == best]


def tax_levied(s: State, _: TaxLevied) -> State:
    """Apply ``TaxLevied``."""
    return s


def tax_settled(s: State, e: TaxSettled) -> State:
    """Apply ``TaxSettled``."""
    return replace(s, discard=s.discard | 1 << e.card, turned=-1)
