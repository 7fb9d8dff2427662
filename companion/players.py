"""A simple player and face-down cards: whole games by themselves, for demonstrations, tests and measurements.

``choose`` answers what a seat is asked from what lies open, always the same in the same situation.
Chance is not its business: for the next card it says ``REVEAL``, and who calls it turns one up,
from real cards, from ``FaceDown``, or wherever cards come from.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

from companion.playing_out import Watch, play_until_over
from engine import cardset
from engine.kernel import Command, Event, Rules
from engine.portroyal import messages as m
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import CardMoved, CoinsCorrected, TableRebuilt
from engine.portroyal.discover import colours, may_gamble
from engine.portroyal.expeditions import claimable, crews
from engine.portroyal.odds import next_card
from engine.portroyal.state import State
from engine.portroyal.trade import allowance, fee_for, income_for, missing_coins
from engine.session import Entry, Session

REVEAL: Final = "reveal"
"""Turn up the next card."""
BOLDNESS = 0.3
"""What another useful card is worth to a usual player, in coins."""
GAMBLES_FROM = 0.3
"""A player less bold than this never turns up four cards at once."""
LIMIT = 5_000
"""Entries after which a game that has not ended is taken to go on for ever; usual games have 150 to 500."""

Choice = Command | Literal["reveal"]
Player = Callable[[Rules, State, Any, float], Choice]


# -- choosing ----------------------------------------------------------------------------
def choose(rules: Rules, state: State, *, boldness: float = BOLDNESS) -> Choice:
    """Answer what is asked: a command that the rules accept, or ``REVEAL`` for the next card.

    ``boldness`` is what one more useful card is worth, in coins.  Raises ``ValueError`` when the
    game is over.
    """
    if state.asked is None:
        raise ValueError("the game is over: nobody is asked")
    return _PLAYERS[type(state.asked)](rules, state, state.asked, boldness)


def _discover(rules: Rules, state: State, asked: m.Discovering, boldness: float) -> Choice:
    """Claim what can be claimed, then go on for as long as the risk is worth it."""
    claim = best_claim(rules, state, asked.seat)
    if claim is not None:
        return claim
    if not state.pile or asked.locked:
        return m.Stop()
    if not asked.shown:
        gambles = boldness >= GAMBLES_FROM and may_gamble(rules, state, asked.seat)
        return m.Gamble() if gambles else REVEAL
    odds = next_card(rules, state)
    assert odds is not None, "the pile is not empty"
    gain = boldness * float(odds.new_colour + odds.person + odds.expedition)
    return REVEAL if float(odds.bust) * harbor_worth(rules, state, asked.seat) < gain else m.Stop()


def _gamble(rules: Rules, state: State, asked: m.Gambling, boldness: float) -> Choice:
    return REVEAL


def _repel(rules: Rules, state: State, asked: m.RepelChoice, boldness: float) -> Choice:
    """Repel what would bust, keep the rest."""
    twin = asked.gamble or rules.cards[asked.card].colour in colours(rules, state.harbor)
    reach = rules.cards[asked.card].strength <= state.players[asked.seat].swords
    return m.Repel() if twin and reach else m.Keep()


def _take(rules: Rules, state: State, asked: m.Taking, boldness: float) -> Choice:
    """Claim what can be claimed, take the best that can be paid for, then pass."""
    claim = best_claim(rules, state, asked.seat)
    if claim is not None:
        return claim
    cards = affordable(rules, state, asked.seat) if asked.takes else {}
    best = max(cards, key=lambda card: cards[card], default=None)
    return m.Pass() if best is None or cards[best] <= 0 else m.Take(best)


_PLAYERS: Mapping[type, Player] = {
    m.Discovering: _discover,
    m.Gambling: _gamble,
    m.RepelChoice: _repel,
    m.Taking: _take,
}


def best_claim(rules: Rules, state: State, seat: int) -> m.Claim | None:
    """Give the claim worth most points that spares Jacks and other points, None if there is none."""
    if seat != state.active:
        return None
    faces = rules.cards
    claims = [m.Claim(card, crew) for card in state.expeditions for crew in crews(rules, state, seat, card)]
    return max(
        claims,
        key=lambda c: (faces[c.card].points, -sum(faces[i].price + faces[i].points for i in c.crew)),
        default=None,
    )


def affordable(rules: Rules, state: State, seat: int) -> dict[int, float]:
    """Give the harbor cards that a seat can pay for, with what each is worth to it in coins."""
    faces = rules.cards
    return {
        card: worth(rules, state, seat, faces[card])
        for card in state.harbor
        if not missing_coins(rules, state, seat, faces[card])
    }


def worth(rules: Rules, state: State, seat: int, card: Card) -> float:
    """Value a card in coins: a ship by what it brings, a person by its printed price and points."""
    if card.type == "ship":
        return income_for(rules, state, seat, card) - fee_for(rules, state, seat, card)
    return card.price / 2 + card.points


def harbor_worth(rules: Rules, state: State, seat: int) -> float:
    """Value what a seat would get if it stopped now."""
    values = sorted(affordable(rules, state, seat).values(), reverse=True)
    return sum(value for value in values[: allowance(rules, state, seat)] if value > 0)


# -- face-down cards ---------------------------------------------------------------------
class FaceDown:
    """The cards of a table that lie face down, each with the face that nobody has seen.

    ``pile`` is the draw pile, its top card last; ``coins`` are the players' and ``paid`` those in
    the discard pile.  They are dealt as the state allows, and follow the events from there on.
    """

    def __init__(self, state: State, rng: random.Random) -> None:
        self.rng = rng
        self.deal(state)

    def deal(self, state: State) -> None:
        """Deal the unseen cards anew: what was shuffled last lies in the pile or was drawn from it (P2)."""
        returned = list(cardset.ids(state.returned))
        others = list(cardset.ids(state.unseen & ~state.returned))
        self.rng.shuffle(others)
        shuffled = returned + others[: max(0, state.places - len(returned))]
        older = others[len(shuffled) - len(returned) :]
        self.rng.shuffle(shuffled)
        cards = older + shuffled
        cut = len(cards) - state.pile
        drawn, self.pile = cards[:cut], cards[cut:]
        self.rng.shuffle(drawn)
        self.coins: list[list[int]] = []
        for player in state.players:
            self.coins.append([drawn.pop() for _ in range(player.coins)])
        self.paid = drawn

    @property
    def top(self) -> int:
        """Give the card that comes next; raises ``IndexError`` when the pile is empty."""
        return self.pile[-1]

    def follow(self, rules: Rules, state: State, events: Iterable[Event]) -> None:
        """Move the cards as these events do, which began in this state."""
        for event in events:
            self._move(state, event)
            state = rules.evolvers[type(event)](state, event)
            if isinstance(event, (CoinsCorrected, CardMoved, TableRebuilt)):
                self.deal(state)

    def _move(self, state: State, event: Event) -> None:
        match event:
            case m.CardRevealed(card):
                self._lift(card)
            case m.CoinsDrawn(seat, amount):
                self.coins[seat] += [self.pile.pop() for _ in range(amount)]
            case m.CoinsPaid(seat, amount):
                self.paid += [self.coins[seat].pop() for _ in range(amount)]
            case m.CoinsGiven(seat, to, amount):
                self.coins[to] += [self.coins[seat].pop() for _ in range(amount)]
            case m.PileReshuffled():
                self.pile += [*self.paid, *cardset.ids(state.discard)]
                self.paid = []
                self.rng.shuffle(self.pile)

    def _lift(self, card: int) -> None:
        """Take a card from the pile; one that was dealt elsewhere changes places with the top."""
        for row in (self.pile, self.paid, *self.coins):
            if card in row:
                top = self.pile.pop()
                if card != top:
                    row[row.index(card)] = top
                return
        raise ValueError(f"card {card} does not lie face down")


# -- whole games -------------------------------------------------------------------------
def stands_still(rules: Rules, state: State) -> bool:
    """Tell whether nothing can ever happen again, as every card is a coin or lies before a player (P2).

    Nobody can reveal, take or claim anything then, and every turn is a stop; it is rare, and the
    rules know no end for it.
    """
    if state.pile or state.discard_size or state.harbor or state.turned >= 0:
        return False
    return not any(claimable(rules, state, seat) for seat in range(rules.seats))


def play_on(session: Session, cards: FaceDown, *, boldness: float = BOLDNESS) -> Entry:
    """Play one entry: the seat that is asked chooses, and a reveal turns up the top of the pile."""
    state: State = session.state
    choice = choose(session.table.rules, state, boldness=boldness)
    entry = session.play(m.Reveal(cards.top) if isinstance(choice, str) else choice)
    cards.follow(session.table.rules, state, entry.events)
    return entry


def play_out(
    session: Session,
    rng: random.Random,
    limit: int = LIMIT,
    *,
    boldness: tuple[float, ...] = (BOLDNESS,),
    watch: Watch = lambda _: None,
) -> int:
    """Play a game to its end, or until it stands still, see ``play_until_over``."""
    cards = FaceDown(session.state, rng)
    return play_until_over(
        session,
        lambda bold: play_on(session, cards, boldness=bold),
        limit,
        boldness=boldness,
        watch=watch,
        stands_still=lambda: stands_still(session.table.rules, session.state),
    )
