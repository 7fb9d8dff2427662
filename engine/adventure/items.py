"""Ships that carry something: taken for their value or kept, and what they bring (I03 to I09)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.adventure.crowns import owe_crowns
from engine.adventure.messages import ItemKept, TakeCoin, TakeCrown, TakeItem
from engine.adventure.pack_cards import item_of, shows_crown
from engine.kernel import Command, Illegal, Rules, Turn
from engine.portroyal import trade
from engine.portroyal.cards import Card
from engine.portroyal.messages import CoinsGiven, Pass, ShipTraded, Take, Taking
from engine.portroyal.piles import available, pay_out
from engine.portroyal.state import State, replace, with_player, without


def take(t: Turn, asked: Taking, command: Take) -> None:
    """Take a person, or a ship that carries nothing; for another one it must be said how."""
    card: Card = t.rules.cards[command.card]
    if command.card in t.state.harbor and item_of(card):
        value = "crown" if shows_crown(card) else "coin"
        raise Illegal("say-how", f"Keep {card.kind} as an item, or take its {value}.", card=card.id)
    trade.take(t, asked, command)


def take_item(t: Turn, asked: Taking, command: TakeItem) -> None:
    """Keep a ship for what it carries; only the bonus is paid (I04, I05)."""
    _take_ship(t, asked, command.card, 0, "item")


def take_coin(t: Turn, asked: Taking, command: TakeCoin) -> None:
    """Take a ship for its coin (I04)."""
    _take_ship(t, asked, command.card, 1, "coin")


def take_crown(t: Turn, asked: Taking, command: TakeCrown) -> None:
    """Take a ship for its crown (I04)."""
    _take_ship(t, asked, command.card, 0, "crown")


def _take_ship(t: Turn, asked: Taking, number: int, printed: int, how: str) -> None:
    seat, card = asked.seat, t.rules.cards[number]
    _check(t, asked, card, how)
    fee = trade.fee_for(t.rules, t.state, seat, card)
    income = income_of(t.rules, t.state, seat, card, printed)
    lacking = _lacking(t.rules, t.state, seat, fee, income)
    if lacking:
        raise trade.too_dear(t, seat, card, lacking)
    t.then(Taking(seat, asked.takes - 1, (*asked.taken, card.id)))
    if how == "crown":
        owe_crowns(t, seat, 1, "trade")
    upfront = t.rules.options.fee == "upfront" or t.state.players[seat].coins >= fee
    if fee and upfront:
        t.emit(CoinsGiven(seat, t.state.active, fee, "fee"))
    pay_out(t, seat, income, "trade")
    if fee and not upfront:
        t.emit(CoinsGiven(seat, t.state.active, fee, "fee"))
    t.emit(ItemKept(seat, card.id) if how == "item" else ShipTraded(seat, card.id))


def _check(t: Turn, asked: Taking, card: Card, how: str) -> None:
    """Refuse a ship that is not there, carries nothing, or does not show what is wanted (I08)."""
    if card.id not in t.state.harbor:
        sentence = f"{card.kind} does not lie in the harbor: only harbor cards can be taken."
        raise Illegal("not-in-harbor", sentence, card=card.id)
    if not item_of(card):
        raise Illegal("no-item", f"{card.kind} carries nothing: just take it.", card=card.id)
    if how != "item" and how != ("crown" if shows_crown(card) else "coin"):
        raise Illegal("other-value", f"{card.kind} does not show a {how}.", card=card.id)
    if asked.takes < 1:
        name = t.rules.names[asked.seat]
        raise Illegal("no-take-left", f"{name} may take no more cards in this turn.")


def income_of(rules: Rules, state: State, seat: int, card: Card, printed: int) -> int:
    """Give the coins that a ship brings beside what is printed on it; not more than there are (I05, A20)."""
    return min(rules.ask("income", state, seat, card, printed), available(state))


def _lacking(rules: Rules, state: State, seat: int, fee: int, income: int) -> int:
    """Tell how many coins a seat lacks for the compensation (A25)."""
    coins = state.players[seat].coins
    if coins < fee and rules.options.fee == "from_income":
        coins += income
    return max(0, fee - coins)


def offer_take(rules: Rules, state: State, asked: Taking) -> Iterator[Command]:
    """Offer to pass, and every card in every way in which it can be taken and paid for."""
    yield Pass()
    if asked.takes < 1:
        return
    for number in state.harbor:
        card = rules.cards[number]
        if item_of(card):
            yield from _ways(rules, state, asked.seat, card)
        elif not trade.missing_coins(rules, state, asked.seat, card):
            yield Take(number)


def _ways(rules: Rules, state: State, seat: int, card: Card) -> Iterator[Command]:
    fee = trade.fee_for(rules, state, seat, card)
    kept = income_of(rules, state, seat, card, 0)
    value = kept if shows_crown(card) else income_of(rules, state, seat, card, 1)
    if not _lacking(rules, state, seat, fee, kept):
        yield TakeItem(card.id)
    if not _lacking(rules, state, seat, fee, value):
        yield TakeCrown(card.id) if shows_crown(card) else TakeCoin(card.id)


def may_be_kept(rules: Rules, state: State, seat: int, card: Card, value: int) -> int:
    """Let ships that carry something lie in a display, by hand too."""
    return value or int(bool(item_of(card)))


def item_kept(s: State, e: ItemKept) -> State:
    """Apply ``ItemKept``: no person, no points, no swords (I07)."""
    p = s.players[e.seat]
    p = replace(p, display=(*p.display, e.card))
    return replace(s, harbor=without(s.harbor, e.card), players=with_player(s, e.seat, p))
