"""Steps, positions and facts in the words of table scripts: the lossless text form of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine import cardset
from engine.kernel import Command, Rules
from engine.notation import NotationError, converted, number, pick, seat_of, single
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn
from engine.portroyal.piles import place_of
from engine.portroyal.setup import Placement
from engine.portroyal.state import State, without

BARE: dict[str, Callable[[], Command]] = {
    "repel": m.Repel,
    "keep": m.Keep,
    "stop": m.Stop,
    "pass": m.Pass,
    "gamble": m.Gamble,
    "reshuffle": m.Reshuffle,
}
PLACES = ("harbor", "expeditions", "discard", "pile", "box")
Words = Mapping[str, Callable[[Rules, State, Any], Command]]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of ``position``."""

    active: str | None = None
    coins: dict[str, int] = {}
    display: dict[str, list[str]] = {}
    harbor: list[str] = []
    expeditions: list[str] = []
    discard: list[str] = []
    last_round: bool = False


class _Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"crew": "with"}):
    expedition: str
    crew: list[str]


class _Rebuild(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    active: str
    phase: str
    coins: dict[str, int]
    display: dict[str, list[str]]
    harbor: list[str]
    expeditions: list[str]
    last_round: bool = False


# -- steps -------------------------------------------------------------------------------
def parse(rules: Rules, state: State, step: object, words: Words | None = None) -> Command:
    """Read a step; a kind without a copy means any copy that can be there.

    Raises ``NotationError`` for what is no step of this game or names no card of it.
    """
    if isinstance(step, str) and step in BARE:
        return BARE[step]()
    word, value = single(step)
    known = words if words is not None else WORDS
    if word in BARE and value is None:
        return BARE[word]()
    if word not in known:
        raise NotationError(f"{word!r} is no step of this game", word, (*BARE, *known))
    return known[word](rules, state, value)


def _reveal(rules: Rules, state: State, value: object) -> Command:
    return m.Reveal(pick(rules.cards, value, cardset.ids(state.unseen)))


def _take(rules: Rules, state: State, value: object) -> Command:
    return m.Take(pick(rules.cards, value, state.harbor))


def _claim(rules: Rules, state: State, value: object) -> Command:
    parts = converted(value, _Claim, "claim")
    card = pick(rules.cards, parts.expedition, state.expeditions)
    return m.Claim(card, tuple(sorted(pick_several(rules, parts.crew, state.players[state.active].display))))


def _correct(rules: Rules, state: State, value: object) -> Command:
    if not isinstance(value, dict):
        raise NotationError("correct: needs what to correct, such as {coins: {Ben: 6}}")
    keys = set(value)
    if keys == {"coins"} and isinstance(value["coins"], dict) and value["coins"]:
        (seat, coins), *others = (
            (seat_of(rules.names, name), number(n)) for name, n in value["coins"].items()
        )
        return SetCoins(seat, coins, tuple(others))
    if keys == {"card", "to"}:
        return _move(rules, state, value["card"], value["to"])
    if keys and keys <= {"active", "phase"}:
        return _set_turn(rules, state, value)
    raise NotationError(
        "correct: takes {coins: {NAME: N}}, {card: CARD, to: PLACE} or {active: NAME, phase: PHASE}"
    )


def _set_turn(rules: Rules, state: State, value: Mapping[str, object]) -> Command:
    active = seat_of(rules.names, value.get("active", rules.names[state.active]))
    phase = state.asked.phase if state.asked else ""
    phase = str(value.get("phase", "discover" if phase in ("repel", "") else phase))
    if phase not in ("discover", "trade"):
        raise NotationError(f"a turn can be set to discover or trade, not to {phase!r}", phase)
    return SetTurn(active, phase)


def _move(rules: Rules, state: State, kind: object, to: object) -> Command:
    seat = rules.names.index(to) if to in rules.names else -1
    if seat < 0 and to not in PLACES:
        raise NotationError(f"{to!r} is no player and no place", str(to), (*rules.names, *PLACES))
    place = "display" if seat >= 0 else str(to)
    target = ("unseen" if place == "pile" else place, seat)
    lying: dict[str, list[int]] = {}
    for card in rules.cards:
        where = place_of(state, card.id)
        if where != target:
            lying.setdefault(where[0], []).append(card.id)
    order = ("turned", "harbor", "expeditions", "display", "discard", "unseen", "box")
    preferred = [card for where in order for card in lying.get(where, ())]
    return MoveCard(pick(rules.cards, kind, preferred), place, seat)


def _rebuild(rules: Rules, state: State, value: object) -> Command:
    parts = converted(value, _Rebuild, "rebuild")
    for name in (*parts.coins, *parts.display):
        seat_of(rules.names, name)
    named = [*(parts.display.get(name, []) for name in rules.names), parts.harbor, parts.expeditions]
    lying = [*(c for player in state.players for c in player.display), *state.harbor, *state.expeditions]
    *displays, harbor, expeditions = _rows(rules, named, [*lying, *cardset.ids(state.unseen)])
    coins = {seat_of(rules.names, name): number for name, number in parts.coins.items()}
    return Rebuild(
        seat_of(rules.names, parts.active),
        parts.phase,
        tuple(coins.get(seat, state.players[seat].coins) for seat in range(rules.seats)),
        tuple(displays),
        harbor,
        expeditions,
        parts.last_round,
    )


WORDS: Words = {
    "reveal": _reveal,
    "take": _take,
    "claim": _claim,
    "correct": _correct,
    "rebuild": _rebuild,
}


def pick_several(rules: Rules, kinds: Iterable[object], preferred: Sequence[int]) -> list[int]:
    """Pick one copy for each kind named, different copies for the same kind."""
    return list(_rows(rules, [list(kinds)], preferred)[0])


def _rows(
    rules: Rules, rows: Sequence[Sequence[object]], preferred: Sequence[int] = ()
) -> list[tuple[int, ...]]:
    """Pick a copy for each kind of several rows, none twice; those named by number are served first."""
    chosen: dict[tuple[int, int], int] = {}
    kinds = {(r, i): kind for r, row in enumerate(rows) for i, kind in enumerate(row)}
    for place in sorted(kinds, key=lambda place: "#" not in str(kinds[place])):
        chosen[place] = pick(rules.cards, kinds[place], preferred, set(chosen.values()))
    return [tuple(chosen[r, i] for i in range(len(row))) for r, row in enumerate(rows)]


# -- positions ---------------------------------------------------------------------------
def placement(rules: Rules, position: object, preferred: Sequence[int] = ()) -> Placement:
    """Read a ``position``, of cards that are alike the preferred first.

    Raises ``NotationError`` for unknown keys, names and cards.
    """
    parts = converted(position, Position, "position")
    named = [*parts.display.values(), parts.harbor, parts.expeditions, parts.discard]
    *displays, harbor, expeditions, discard = _rows(rules, named, preferred)
    owners = [seat_of(rules.names, name) for name in parts.display]
    return Placement(
        active=None if parts.active is None else seat_of(rules.names, parts.active),
        coins={seat_of(rules.names, name): _count(name, n) for name, n in parts.coins.items()},
        display=dict(zip(owners, displays, strict=True)),
        harbor=harbor,
        expeditions=expeditions,
        discard=discard,
        last_round=parts.last_round,
    )


def _count(name: str, coins: int) -> int:
    if coins < 0:
        raise NotationError(f"{name} cannot have {coins} coins")
    return coins


# -- writing -----------------------------------------------------------------------------
def write(rules: Rules, command: Command) -> object:
    """Give a command as a step that ``parse`` reads back as the same command."""
    name = [card.name for card in rules.cards]
    for word, kind in BARE.items():
        if type(command) is kind:
            return word
    match command:
        case m.Reveal(card):
            return {"reveal": name[card]}
        case m.Take(card):
            return {"take": name[card]}
        case m.Claim(card, crew):
            return {"claim": {"expedition": name[card], "with": [name[c] for c in crew]}}
        case SetCoins(seat, coins, others):
            counted = {rules.names[who]: number for who, number in ((seat, coins), *others)}
            return {"correct": {"coins": counted}}
        case MoveCard(card, place, seat):
            return {"correct": {"card": name[card], "to": rules.names[seat] if place == "display" else place}}
        case SetTurn(active, phase):
            return {"correct": {"active": rules.names[active], "phase": phase}}
        case Rebuild():
            return {"rebuild": _write_rebuild(rules, command, name)}
    raise TypeError(f"no step for {command!r}")


def _write_rebuild(rules: Rules, command: Rebuild, name: Sequence[str]) -> dict[str, object]:
    return {
        "active": rules.names[command.active],
        "phase": command.phase,
        "coins": dict(zip(rules.names, command.coins, strict=True)),
        "display": {
            who: [name[c] for c in row] for who, row in zip(rules.names, command.displays, strict=True)
        },
        "harbor": [name[c] for c in command.harbor],
        "expeditions": [name[c] for c in command.expeditions],
        "last_round": command.last_round,
    }


def compared(rules: Rules, state: State) -> tuple[int, ...]:
    """Give the harbor; while ships of a gamble are compared, without those still to be decided (G3)."""
    asked = state.asked
    if not isinstance(asked, m.RepelChoice) or not asked.gamble:
        return state.harbor
    open_ships = [asked.card, *(c for c in asked.four if rules.cards[c].type == "ship")]
    return without(state.harbor, *open_ships)


# -- facts -------------------------------------------------------------------------------
FACTS = (
    *Position.__struct_fields__,
    *("phase", "to_act", "takes", "points", "swords", "draw_pile", "winners"),
)
"""The keys of ``expect``."""


def facts(rules: Rules, state: State, *, copies: bool = False) -> dict[str, object]:
    """Give everything that ``expect`` may compare; cards by kind, or by copy."""
    asked = state.asked

    def names(cards: Iterable[int]) -> list[str]:
        return [rules.cards[c].name if copies else rules.cards[c].kind for c in cards]

    players = dict(zip(rules.names, state.players, strict=True))
    return {
        "phase": asked.phase if asked else "over",
        "to_act": rules.names[asked.seat] if asked else None,
        "active": rules.names[state.active],
        "takes": asked.takes if isinstance(asked, m.Taking) else 0,
        "coins": {name: p.coins for name, p in players.items()},
        "display": {name: names(p.display) for name, p in players.items()},
        "harbor": names(compared(rules, state)),
        "expeditions": names(state.expeditions),
        "discard": names(cardset.ids(state.discard)),
        "last_round": state.last_round,
        "points": {name: p.points for name, p in players.items()},
        "swords": {name: p.swords for name, p in players.items()},
        "draw_pile": state.pile,
        "winners": [rules.names[seat] for seat in state.winners],
    }
