"""What tasks and events ask of a player: what he has, and what he discards (T03, T04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from msgspec import UNSET

from engine.adventure.pack import Discard, Have, Task
from engine.adventure.pack_cards import item_of
from engine.adventure.state import ability, book, tale
from engine.kernel import Rules
from engine.portroyal.cards import Card
from engine.portroyal.discover import colours
from engine.portroyal.state import State

ITEMS = ("book", "herbs", "bread", "rum")
GOODS = ("ares", *ITEMS)
AS_PERSON: Mapping[str, tuple[str, ...]] = {
    "jean-blackbeard": ("sailor",),
    "lady-anne": ("mademoiselle",),
    "master-ferdinando": ("trader",),
    "officer-scott": ("admiral",),
    "peter-landman": ("trader",),
    "thomas-fishborn": ("lookout",),
}
"""Whom a character stands for, where characters count as persons (A17)."""
ICONS = ("captain", "priest", "settler")


def is_role(card: Card, role: str) -> bool:
    """Tell whether a card is a person of a role; ``trader`` is one of any colour, ``any`` is anybody."""
    if card.type != "person":
        return False
    own = card.face.role
    return role in ("any", own) or (role == "trader" and own.startswith("trader-"))


def persons(rules: Rules, state: State, seat: int, role: str) -> int:
    """Count the persons of a role that a seat has (A17 to A19)."""
    cards = [rules.cards[c] for c in state.players[seat].display]
    number = sum(is_role(card, role) for card in cards)
    if rules.options.jack_counts_as_icon and role in ICONS:
        number += sum(is_role(card, "jack-of-all-trades") for card in cards)
    return number + (role in _as_person(rules, state, seat))


def _as_person(rules: Rules, state: State, seat: int) -> tuple[str, ...]:
    """Give the roles that a character counts for; none where he is no person."""
    if not rules.options.character_counts_as_person:
        return ()
    who = ability(rules, state, seat)
    roles = AS_PERSON.get(who, ())
    if "trader" in roles:
        from_pack = book(rules).pack.characters[who].colour
        roles = ("trader", f"trader-{from_pack}")
    return (*roles, "any") if roles else ()


def is_good(card: Card, good: str) -> bool:
    """Tell whether a card is an item ship of that sort; ``ares`` is one of the Ares Pirates (A35)."""
    item = item_of(card)
    return bool(item) and good in (item, card.colour)


def goods(rules: Rules, state: State, seat: int, good: str) -> int:
    """Count a seat's item ships of a sort."""
    return sum(is_good(rules.cards[c], good) for c in state.players[seat].display)


def item_ships(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """Give a seat's item ships."""
    return tuple(c for c in state.players[seat].display if rules.cards[c].type == "ship")


# -- what is there -------------------------------------------------------------------------
def has(rules: Rules, state: State, seat: int, have: Have, harbor: tuple[int, ...] | None = None) -> bool:
    """Tell whether a seat has all of it; ``harbor`` as it lay, if it does not lie there any more."""
    player = state.players[seat]
    crowns = tale(state).holders[seat].crowns
    amounts = {"swords": player.swords, "coins": player.coins, "crowns": crowns, "points": player.points}
    if any(amount < getattr(have, key) for key, amount in amounts.items()):
        return False
    if any(getattr(have.max, key) is not UNSET and n > getattr(have.max, key) for key, n in amounts.items()):
        return False
    if any(goods(rules, state, seat, good) < getattr(have, good) for good in GOODS):
        return False
    if any(persons(rules, state, seat, role) < number for role, number in have.persons.items()):
        return False
    return _cards(rules, state, seat, have) and _harbor(
        rules, have, state.harbor if harbor is None else harbor
    )


def _cards(rules: Rules, state: State, seat: int, have: Have) -> bool:
    cards = [rules.cards[c] for c in state.players[seat].display]
    expeditions = sum(card.type == "expedition" for card in cards)
    items = sum(card.type == "ship" for card in cards)
    if expeditions < have.expeditions or items < have.items:
        return False
    if have.cheap is None:
        return True
    cost = have.cheap.cost
    cheap = [card for card in cards if card.type == "person" and card.price <= cost]
    return len(cheap) >= have.cheap.count


def _harbor(rules: Rules, have: Have, harbor: tuple[int, ...]) -> bool:
    types = [rules.cards[c].type for c in harbor]
    there = {
        "cards": len(harbor),
        "ships": types.count("ship"),
        "persons": types.count("person"),
        "colours": len(colours(rules, harbor)),
    }
    return all(number >= getattr(have.harbor, key) for key, number in there.items())


# -- what is discarded ---------------------------------------------------------------------
Slot = Callable[[Card], bool]


def slots(discard: Discard) -> list[Slot]:
    """Give one test for each card that must be discarded, which tells whether a card would do."""
    wanted: list[Slot] = []
    for good in GOODS:
        wanted += [lambda card, good=good: is_good(card, good)] * getattr(discard, good)  # type: ignore[misc]
    for role, number in discard.persons.items():
        wanted += [lambda card, role=role: is_role(card, role)] * number  # type: ignore[misc]
    return wanted


def suits(cards: list[Card], wanted: list[Slot]) -> bool:
    """Tell whether these cards fill all slots, one each; there are as many cards as slots."""
    if not cards:
        return True
    first, *rest = cards
    return any(slot(first) and suits(rest, wanted[:i] + wanted[i + 1 :]) for i, slot in enumerate(wanted))


def discards(rules: Rules, state: State, seat: int, discard: Discard) -> Iterator[tuple[int, ...]]:
    """Give every set of a seat's cards that would do, as ascending ids."""
    wanted = slots(discard)
    able = sorted(c for c in state.players[seat].display if any(slot(rules.cards[c]) for slot in wanted))
    for cards in combinations(able, len(wanted)):
        if suits([rules.cards[c] for c in cards], wanted):
            yield cards


def can_pay(rules: Rules, state: State, seat: int, discard: Discard) -> bool:
    """Tell whether a seat has everything that must be discarded."""
    if state.players[seat].coins < discard.coins or tale(state).holders[seat].crowns < discard.crowns:
        return False
    return next(discards(rules, state, seat, discard), None) is not None


def meets(rules: Rules, state: State, seat: int, task: Task) -> bool:
    """Tell whether a seat fulfils what a task asks for; what the table checks counts as met (A61)."""
    if task.have is not None and not task.table and not has(rules, state, seat, task.have):
        return False
    return task.discard is None or can_pay(rules, state, seat, task.discard)
