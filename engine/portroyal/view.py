"""What a seat may see, worked out for screens: amounts, prices and what is possible now.

Everything in the base game that lies face up is public, and nothing else is known to the device,
so every seat sees the same; what is hidden (coins, pile) is here as counts only.
"""

from __future__ import annotations

import msgspec

from engine.kernel import Rules
from engine.portroyal import messages as m
from engine.portroyal.cards import Card, PriceCut, ShipIncome
from engine.portroyal.discover import colours, may_gamble, repel_swords
from engine.portroyal.expeditions import crews
from engine.portroyal.state import State
from engine.portroyal.trade import allowance, fee_for, income_for, missing_coins, price_for


class PlayerView(msgspec.Struct, frozen=True):
    """One player as everybody sees him."""

    seat: int
    name: str
    coins: int
    points: int
    swords: int
    display: tuple[int, ...]
    """Card ids in the order they came."""
    persons_points: int
    expedition_points: int
    discount: int
    """Coins that persons cost less."""
    income: tuple[tuple[str, int], ...]
    """Colour and coins more, for every colour he has Traders of."""
    symbols: tuple[tuple[str, int], ...]
    """Cards by symbol: ``A``, ``C``, ``H``, and ``J`` for those that stand for any one."""


class HarborCard(msgspec.Struct, frozen=True):
    """A harbor card with what it means for the seat that takes."""

    card: int
    kind: str
    net: int
    """Coins more (or less, if negative) after taking it, fee included."""
    income: int
    price: int
    fee: int
    lacking: int
    """Coins that are missing to take it, 0 when it can be paid."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The public table."""

    phase: str
    """``discover``, ``repel``, ``trade`` or ``over``."""
    to_act: int
    """Seat that must decide, -1 when over."""
    active: int
    start: int
    round: int
    players: tuple[PlayerView, ...]
    harbor: tuple[HarborCard, ...]
    expeditions: tuple[int, ...]
    claimable: tuple[int, ...]
    """Expeditions that the active player could claim, if it is his time."""
    pile: int
    discard: int
    """Number of cards in the discard pile."""
    unseen: int
    shown: int
    """Cards revealed in this turn."""
    colours: int
    """Different ship colours in the harbor."""
    allowance: int
    """Cards the active player could take, if he stopped now."""
    allowance_next: int
    """The same with one colour more in the harbor."""
    takes: int
    """Cards that may still be taken."""
    taken: int
    turned: int
    """Card being decided about, -1 for none."""
    twin: bool
    """Whether its colour lies in the harbor already."""
    repel_swords: int
    gamble_left: int
    """Cards still to come of four at once, 0 outside a gamble."""
    may_stop: bool
    may_gamble: bool
    locked: bool
    """Only another gamble may follow."""
    last_round: bool
    last_turn: int
    """Seat whose turn ends the game."""
    winners: tuple[int, ...]


def view(rules: Rules, state: State, seat: int | None = None) -> View:
    """Work out what a seat sees."""
    asked = state.asked
    taker = asked.seat if isinstance(asked, m.Taking) else state.active
    here = colours(rules, state.harbor)
    allowed = allowance(rules, state, state.active)
    turned = asked.card if isinstance(asked, m.RepelChoice) else state.turned
    deciding = isinstance(asked, (m.Discovering, m.Taking)) and asked.seat == state.active
    shown = getattr(asked, "shown", 0)
    return View(
        phase=asked.phase if asked else "over",
        to_act=asked.seat if asked else -1,
        active=state.active,
        start=state.start,
        round=state.round,
        players=tuple(player_view(rules, state, s) for s in range(rules.seats)),
        harbor=tuple(harbor_card(rules, state, taker, c) for c in state.harbor),
        expeditions=state.expeditions,
        claimable=tuple(
            c for c in state.expeditions if deciding and next(crews(rules, state, state.active, c), None)
        ),
        pile=state.pile,
        discard=state.discard_size,
        unseen=state.unseen.bit_count(),
        shown=shown,
        colours=len(here),
        allowance=allowed,
        allowance_next=allowed + (1 if len(here) >= 3 else 0),
        takes=asked.takes if isinstance(asked, m.Taking) else 0,
        taken=len(asked.taken) if isinstance(asked, m.Taking) else 0,
        turned=turned,
        twin=turned >= 0 and (getattr(asked, "gamble", False) or rules.cards[turned].colour in here),
        repel_swords=repel_swords(rules, state, state.active),
        gamble_left=asked.left if isinstance(asked, m.Gambling) else 0,
        may_stop=isinstance(asked, m.Discovering) and (bool(shown) or not state.pile),
        may_gamble=isinstance(asked, m.Discovering) and may_gamble(rules, state, state.active),
        locked=isinstance(asked, m.Discovering) and asked.locked,
        last_round=state.last_round,
        last_turn=(state.start - 1) % rules.seats,
        winners=state.winners,
    )


def player_view(rules: Rules, state: State, seat: int) -> PlayerView:
    """Work out what lies before one player."""
    player = state.players[seat]
    cards: list[Card] = [rules.cards[c] for c in player.display]
    clauses = [clause for card in cards for clause in card.clauses]
    income: dict[str, int] = {}
    for clause in clauses:
        if isinstance(clause, ShipIncome):
            income[clause.colour] = income.get(clause.colour, 0) + clause.add
    symbols = [card.symbols if len(card.symbols) == 1 else "J" for card in cards if card.symbols]
    expeditions = sum(card.points for card in cards if card.type == "expedition")
    return PlayerView(
        seat=seat,
        name=rules.names[seat],
        coins=player.coins,
        points=player.points,
        swords=player.swords,
        display=player.display,
        persons_points=player.points - expeditions,
        expedition_points=expeditions,
        discount=sum(clause.by for clause in clauses if isinstance(clause, PriceCut)),
        income=tuple(income.items()),
        symbols=tuple((s, symbols.count(s)) for s in "ACHJ"),
    )


def harbor_card(rules: Rules, state: State, seat: int, card: int) -> HarborCard:
    """Work out what a harbor card brings or costs a seat (T3, T4, T6)."""
    face = rules.cards[card]
    fee = fee_for(rules, state, seat, face)
    ship = face.type == "ship"
    income = income_for(rules, state, seat, face) if ship else 0
    price = 0 if ship else price_for(rules, state, seat, face)
    lacking = missing_coins(rules, state, seat, face)
    return HarborCard(card, face.kind, income - price - fee, income, price, fee, lacking)
