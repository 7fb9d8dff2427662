"""The cards of Port Royal (2000) that nobody, or one player alone, can see: piles, hands, bonus cards."""

from __future__ import annotations

import random
from collections.abc import Iterable

from engine import cardset
from engine.kernel import Event, Rules
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import COLOURS
from engine.portroyal2000.correction_messages import PlacesCorrected, ShipCorrected
from engine.portroyal2000.layout import trick_cards
from engine.portroyal2000.state import TRICKS, State, known_bonuses, on_ships, tool
from engine.portroyal2000.tricks import legal_cards

CORRECTED = (ShipCorrected, PlacesCorrected)


class Dealt:
    """What lies face down or is held in hands; it follows the events, and is dealt as the state allows.

    ``booty`` and ``bonuses`` are the piles, their top card last.  ``hands`` are lists by seat,
    ``aside`` what the holder laid aside.  A hidden bonus card of a ship is in ``hidden`` with its face.
    """

    def __init__(self, rules: Rules, state: State, rng: random.Random) -> None:
        self.rules = rules
        self.rng = rng
        self.hands: list[list[int]] = [[] for _ in range(rules.seats)]
        self.face_up: list[int] = []
        self.aside: list[int] = []
        self.lay_piles(state)
        self.deal(state)

    def lay_piles(self, state: State) -> None:
        """Shuffle what lies face down, relocate at the bottom; hidden bonus cards get faces (16 to 18)."""
        bottom = [tool(self.rules, "relocate")] if state.unseen >> tool(self.rules, "relocate") & 1 else []
        pile = [card for card in cardset.ids(state.unseen) if card not in bottom]
        self.rng.shuffle(pile)
        self.booty = bottom + pile
        known = known_bonuses(self.rules, state)
        faces = [c.id for c in self.rules.cards if c.type == "bonus" and not known >> c.id & 1]
        self.rng.shuffle(faces)
        self.hidden: dict[tuple[int, int], list[int]] = {}
        for seat, ship, card in on_ships(state):
            if card == m.HIDDEN:
                self.hidden.setdefault((seat, ship), []).append(faces.pop())
        self.beneath = [faces.pop() for _ in range(state.beneath)]
        self.bonuses = faces[: state.bonuses]

    def deal(self, state: State) -> None:
        """Deal the trick cards that were not shown: to everybody as many as he must still hold (30, 31)."""
        cards = [card for card in trick_cards(self.rules, state) if not state.shown >> card & 1]
        self.rng.shuffle(cards)
        cards = [card for card in cards if card not in state.face_up]
        swapped = state.trick > 0
        played = [0] * self.rules.seats
        for at in range(len(state.played)):
            played[(state.leader + at) % self.rules.seats] += 1
        tricks = len(state.tricks) - (len(state.played) == self.rules.seats)
        self.hands = [[cards.pop() for _ in range(TRICKS - tricks - done)] for done in played]
        self.face_up = [] if swapped else [*state.face_up, *cards][:2]
        self.aside = cards if swapped else []

    # -- what comes next -----------------------------------------------------------------
    @property
    def next_booty(self) -> int:
        """Give the booty card that is turned up next; raises ``IndexError`` when the pile is empty."""
        return self.booty[-1]

    def legal(self, state: State, seat: int) -> list[int]:
        """Give the cards of a hand that its player may play by the rules."""
        return legal_cards(self.rules, state, self.hands[seat])

    # -- what happened -------------------------------------------------------------------
    def follow(self, state: State, events: Iterable[Event]) -> None:
        """Move the cards as these events do, which began in this state."""
        for event in events:
            self._move_card(event)
            self._move_bonus(event)
            state = self.rules.evolvers[type(event)](state, event)
            if isinstance(event, m.RoundBegan):
                self.deal(state)
            elif isinstance(event, CORRECTED):
                self.lay_piles(state)

    def _move_card(self, event: Event) -> None:
        match event:
            case m.BootyLaid(cards):
                self.booty = [card for card in self.booty if card not in cards]
            case m.HandsDealt(hands, face_up):
                self.hands, self.face_up = [list(hand) for hand in hands], list(face_up)
            case m.CardsOpened(cards):
                self._open(cards)
            case m.HandSwapped(seat, aside):
                self._swap(seat, aside)
            case m.CardPlayed(seat, card):
                self._play(seat, card)

    def _move_bonus(self, event: Event) -> None:
        match event:
            case m.BonusSlid(beneath):
                self.beneath += [self.bonuses.pop() for _ in range(beneath - len(self.beneath))]
            case m.BonusPlaced(seat, card, ship):
                face = self.beneath.pop()
                if card == m.HIDDEN:
                    self.hidden.setdefault((seat, ship), []).append(face)
                else:
                    self._know(face, card)
            case m.CardRemoved(seat, m.HIDDEN, ship):
                self.hidden[seat, ship].pop()
            case m.CardRelocated(seat, m.HIDDEN, source, ship):
                self.hidden.setdefault((seat, ship), []).append(self.hidden[seat, source].pop())
            case m.BonusTurned(seat, ship, card):
                self._know(self.hidden[seat, ship].pop(0), card)

    def _know(self, face: int, card: int) -> None:
        """Take another face than was dealt for one: the two change places."""
        for row in (self.beneath, self.bonuses, *self.hidden.values()):
            row[:] = [face if each == card else each for each in row]

    def _open(self, cards: tuple[int, ...]) -> None:
        """Take other open cards than were dealt: they change places with those in hands."""
        for at, card in enumerate(cards):
            self._exchange(self.face_up, at, card)

    def _exchange(self, row: list[int], at: int, card: int) -> None:
        other = next(cards for cards in (self.face_up, self.aside, *self.hands) if card in cards)
        other[other.index(card)], row[at] = row[at], card

    def _swap(self, seat: int, aside: tuple[int, ...]) -> None:
        ten = [*self.hands[seat], *self.face_up]
        self.aside = list(aside) or lay_aside(self.rules, ten)
        self.hands[seat] = [card for card in ten if card not in self.aside]
        self.face_up = []

    def _play(self, seat: int, card: int) -> None:
        """Play a card; one that was dealt to another player changes places with one of the hand."""
        if card not in self.hands[seat]:
            self._exchange(self.hands[seat], 0, card)
        self.hands[seat].remove(card)


def colour_strength(rules: Rules, hand: Iterable[int], colour: str) -> int:
    """Value a colour of a hand as trump: many cards, and high ones."""
    return sum(4 + rules.cards[card].value for card in hand if rules.cards[card].colour == colour)


def best_colour(rules: Rules, hand: Iterable[int]) -> str:
    """Give the colour that a hand wants as trump."""
    cards = list(hand)
    return max(COLOURS, key=lambda colour: colour_strength(rules, cards, colour))


def lay_aside(rules: Rules, ten: list[int]) -> list[int]:
    """Choose the two cards to lay aside: low ones of short colours that shall not be trump."""
    trump = best_colour(rules, ten)

    def worth(card: int) -> tuple[bool, int]:
        face = rules.cards[card]
        length = sum(rules.cards[other].colour == face.colour for other in ten)
        return face.pirate or face.colour == trump, face.value + 2 * length

    return sorted(ten, key=worth)[:2]
