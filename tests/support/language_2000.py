"""A little language for rule tests of Port Royal (2000).

Cards are called as on the rules page: ``R4`` red 4, ``K`` black, ``P1`` a pirate; ``RUM9``, ``+8``,
``Max-5``, ``x2``, ``REM``, ``REL``, ``b3`` a bonus card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from engine import cardset
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000 import messages as m
from engine.portroyal2000.layout import missing
from engine.session import Session
from game_language import TableInSteps

NAMES = ("Ann", "Ben", "Cem", "Dora")
LETTERS = {"R": "red", "B": "blue", "G": "green", "K": "black", "P": "pirate", "b": "prisoner"}
GOODS = {"BIS": "biscuit", "TOB": "tobacco", "RUM": "rum", "GUN": "gunpowder"}
EXTRAS = {
    "+8": "plus-8",
    "+6": "plus-6",
    "-10": "minus-10",
    "-5": "minus-5",
    "Max+5": "max-plus-5",
    "Max-5": "max-minus-5",
    "x2": "double",
    "REM": "remove",
    "REL": "relocate",
    "b?": "hidden",
}
PLAIN = (
    " ".join(f"{good}{value}" for value in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12) for good in GOODS)
    + " +8 +6 -10 -5 Max+5 Max-5 x2 REM REL"
)
"""Booty that lies open where a test does not care which."""


# -- the language of rule tests ----------------------------------------------------------
def named(code: str) -> str:
    """Give the name of a card by its short code; other words stay."""
    if code in EXTRAS:
        return EXTRAS[code]
    found = re.fullmatch(r"(BIS|TOB|RUM|GUN|[RBGKPb])(\d+)", code)
    return f"{({**LETTERS, **GOODS})[found[1]]}-{found[2]}" if found else code


def row(codes: str) -> list[str]:
    """Give the names of several cards."""
    return [named(code) for code in codes.split()]


def steps_of(text: str) -> Iterator[object]:
    """Read ``pass 3``, ``lay RUM2 RUM3``, ``play R4 K5``, ``relocate x2 rum``, ``bonus b? rum`` as steps."""
    word, *rest = text.split()
    match word:
        case "play":
            yield from ({word: named(code)} for code in rest)
        case "lay" | "open":
            yield {word: [named(code) for code in rest]}
        case "relocate" | "bonus" if rest != ["none"]:
            card, to, *source = rest
            yield {word: {"card": named(card), "to": to, **({"from": source[0]} if source else {})}}
        case "remove" if len(rest) == 2:
            yield {word: {"card": named(rest[0]), "from": rest[1]}}
        case "turn":
            yield {word: {"player": rest[0], "ship": rest[1], "card": named(rest[2])}}
        case "bid":
            yield {word: int(rest[0])}
        case "pass" if rest:
            yield from ["pass"] * int(rest[0])
        case _:
            yield {word: GOODS.get(rest[0], named(rest[0]))} if rest else word


class Table(TableInSteps):
    """A table of Port Royal (2000), with shorthands for a trick or a round."""

    def __init__(self, session: Session, check: Callable[[Session], None]) -> None:
        super().__init__(session)
        self.check = check
        """Checks that every card is in one place."""

    def read(self, text: str) -> Iterable[object]:
        return steps_of(text)

    def look(self) -> None:
        self.check(self.session)

    def play(self, step: object) -> None:
        """Play one step; it must be offered, or be a shorthand for some that are."""
        command = self.session.step(step)
        usual = not isinstance(command, (m.Lay, m.Deal, *CORRECTIONS)) and getattr(command, "ship", 0) >= 0
        assert not usual or command in self.session.choices(), step
        super().play(step)

    def card(self, code: str) -> int:
        """Give the id of a card."""
        return next(card.id for card in self.rules.cards if card.kind == named(code))

    def holds(self, who: str, **ships: str) -> Table:
        """Compare what lies on ships: ``holds("Ann", rum="RUM9 +8")``."""
        return self.expect(ships={who: {ship: row(codes) for ship, codes in ships.items()}})

    # -- shorthands ----------------------------------------------------------------------
    def lay(self, codes: str = "") -> Table:
        """Turn up these booty cards and as many others as are missing."""
        wanted = codes.split()
        free = [c for c in PLAIN.split() if c not in wanted and cardset.has(self.state.unseen, self.card(c))]
        count = missing(self.rules, self.state)
        return self.do("lay " + " ".join([*wanted, *free][:count]))

    def auction(self, holder: str | None = None, bid: int = 0) -> Table:
        """Let a player win the auction with a bid; without a bid everybody passes."""
        while self.phase == "auction":
            self.do(f"bid {bid}" if bid and self.to_act == holder and self.high_bid < bid else "pass")
        return self

    def begin(
        self, trump: str = "K", lead: str = "Ann", booty: str = "", *, holder: str | None = None, bid: int = 0
    ) -> Table:
        """Come to the first choice of booty of a round."""
        self.lay(booty).auction(holder, bid)
        return self.do("swapped", f"trump {LETTERS[trump]}", f"lead {lead}")

    def trick(self, booty: str, plays: str, lead: str | None = None) -> Table:
        """Play a trick for a booty card; before it name who leads, if that is to do."""
        if self.phase == "lead":
            self.do(f"lead {lead or 'Ann'}")
        return self.do(f"choose {booty}", f"play {plays}")

    def win(self, who: str, booty: str) -> Table:
        """Let a player win a booty card: he leads the highest card of a colour that is left."""
        if self.phase == "lead":
            self.do(f"lead {who}")
        self.do(f"choose {booty}")
        plays = self.rules.seats
        colour, values = self._run(plays)
        self.do(f"play {colour}{max(values)}")
        for value in sorted(values)[: plays - 1]:
            self.do(f"play {colour}{value}")
        return self

    def _run(self, count: int) -> tuple[str, list[int]]:
        """Find a colour other than trump, else trump, of which so many cards are left."""
        for letter in sorted("RBGK", key=lambda each: LETTERS[each] == self.trump):
            left = [
                card.value
                for card in self.rules.cards
                if card.colour == LETTERS[letter] and m.Play(card.id) in set(self.session.choices())
            ]
            if len(left) >= count:
                return letter, left
        raise AssertionError("no colour is left for a whole trick")

    def play_round(self, left: str | None = None) -> Table:
        """Play the rest of a round, any booty but one, and answer what is asked on the way."""
        while self.phase not in ("slide", "over"):
            match self.phase:
                case "lead":
                    self.do("lead Ann")
                case "choose":
                    cards = [card for card in self.booty if card != (named(left) if left else None)]
                    self.do({"choose": cards[0]})
                case "play" | "penalty" | "place" | "bonus" | "count":
                    self.session.play(next(iter(self.session.choices())))
                case phase:
                    raise AssertionError(phase)
        return self


def position_of(placed: dict[str, object]) -> dict[str, object]:
    """Read a position with short codes: ``ships={"Ann": {"rum": "RUM9 b3"}}``, ``left_over="GUN4 2"``."""
    position = dict(placed)
    if "ships" in position:
        position["ships"] = {
            who: {ship: row(codes) for ship, codes in ships.items()}
            for who, ships in position["ships"].items()
        }
    if "removed" in position:
        position["removed"] = row(position["removed"])
    if "left_over" in position:
        card, bonuses = position["left_over"].split()
        position["left_over"] = {"card": named(card), "bonuses": int(bonuses)}
    return position


# -- what must hold at every moment ------------------------------------------------------
CORRECTIONS = (
    *(by_hand.SetDebt, by_hand.SetStones, by_hand.MoveCard, by_hand.SetShips, by_hand.SetDealer),
    *(by_hand.SetRemoved, by_hand.SetLeftOver, by_hand.SetRound),
)
