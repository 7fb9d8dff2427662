"""Steps and facts of the expansion in the words of table scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine import cardset
from engine.adventure import correction_notation
from engine.adventure import messages as a
from engine.adventure.card_words import known_word, picked
from engine.adventure.event_deck import known_next
from engine.adventure.learning import in_this_light
from engine.adventure.pack import spoken
from engine.adventure.position import event_name, task_name
from engine.adventure.requirements import item_ships
from engine.adventure.state import book, markers, tale, trophy
from engine.kernel import Command, Pending, Rules
from engine.notation import NotationError, converted, seat_of, single
from engine.portroyal import notation as base
from engine.portroyal.state import State

BARE: dict[str, Callable[[], Command]] = {
    **{word: kind for word, kind in base.BARE.items() if word != "gamble"},
    "accept": a.Accept,
    "decline": a.Decline,
}


class _Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cards": "with"}):
    number: int | str
    cards: list[str] = []
    coins: int = 0
    crowns: int = 0


class _LookOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    discard: list[str]
    keep: str | None = None


# -- reading -------------------------------------------------------------------------------
def parse(rules: Rules, state: State, step: object) -> Command:
    """Read a step; raises ``NotationError`` for what is no step of this game or names no card of it."""
    rules = in_this_light(rules, state)
    word, value = single(step)
    if word in BARE and value is None:
        return BARE[word]()
    if word not in WORDS:
        raise NotationError(f"{word!r} is no step of this game", word, (*BARE, *WORDS))
    return WORDS[word](rules, state, value)


def _base_word(word: str) -> Callable[[Rules, State, Any], Command]:
    """Read a step of the base game whose cards may have got their names at the table."""

    def read(rules: Rules, state: State, value: Any) -> Command:
        return base.WORDS[word](rules, state, known_word(rules, value))

    return read


def _event(rules: Rules, state: State, value: object) -> Command:
    return a.RevealEvent(event_name(rules, value))


def _choose(rules: Rules, state: State, value: object) -> Command:
    return a.Choose(seat_of(rules.names, value))


def _story(rules: Rules, state: State, value: object) -> Command:
    return a.ReadStory(task_name(rules, value))


def _task(rules: Rules, state: State, value: object) -> Command:
    if not isinstance(value, dict):
        return a.FulfilTask(task_name(rules, value))
    parts = converted(value, _Task, "task")
    own = [c for player in state.players for c in player.display]
    seat = state.asked.seat if state.asked else state.active
    mine = state.players[seat].display
    cards = picked(rules, parts.cards, (*mine, *(c for c in own if c not in mine)))
    return a.FulfilTask(task_name(rules, parts.number), tuple(sorted(cards)), parts.coins, parts.crowns)


def _sell(rules: Rules, state: State, value: object) -> Command:
    seat = state.asked.seat if state.asked else state.active
    return a.Sell(picked(rules, [value], state.players[seat].display)[0])


def _of_harbor(kind: Callable[[int], Command]) -> Callable[[Rules, State, Any], Command]:
    def read(rules: Rules, state: State, value: Any) -> Command:
        return kind(picked(rules, [value], state.harbor)[0])

    return read


def _lookout(rules: Rules, state: State, value: object) -> Command:
    parts = converted(value, _LookOut, "lookout")
    named = [*parts.discard, *([] if parts.keep is None else [parts.keep])]
    unseen = (*cardset.ids(state.unseen), *cardset.ids(state.discard))
    cards = picked(rules, named, unseen)
    discard = tuple(sorted(cards[: len(parts.discard)]))
    return a.LookOut(discard, -1 if parts.keep is None else cards[-1])


def _fact(rules: Rules, state: State, value: object) -> Command:
    return a.Tell(msgspec.json.encode(value).decode())


WORDS: dict[str, Callable[[Rules, State, Any], Command]] = {
    "event": _event,
    "choose": _choose,
    "story": _story,
    "task": _task,
    "fact": _fact,
    "reveal": _base_word("reveal"),
    "take": _base_word("take"),
    "item": _of_harbor(a.TakeItem),
    "coin": _of_harbor(a.TakeCoin),
    "crown": _of_harbor(a.TakeCrown),
    "claim": _base_word("claim"),
    "lookout": _lookout,
    "sell": _sell,
    "correct": correction_notation.correct,
    "rebuild": _base_word("rebuild"),
}


# -- writing -----------------------------------------------------------------------------------
def write(rules: Rules, command: Command) -> object:
    """Give a command as a step that ``parse`` reads back as the same command."""
    for word, kind in BARE.items():
        if type(command) is kind:
            return word
    writer = WRITERS.get(type(command))
    return base.write(rules, command) if writer is None else writer(rules, command)


def _card_step(word: str) -> Callable[[Rules, Any], object]:
    return lambda rules, command: {word: rules.cards[command.card].name}


def _write_look(rules: Rules, command: a.LookOut) -> object:
    kept = {} if command.keep < 0 else {"keep": rules.cards[command.keep].name}
    return {"lookout": {"discard": [rules.cards[c].name for c in command.discard], **kept}}


def _write_task(rules: Rules, command: a.FulfilTask) -> object:
    names = [rules.cards[c].name for c in command.cards]
    more: dict[str, object] = {"with": names} if names else {}
    more |= {key: n for key, n in (("coins", command.coins), ("crowns", command.crowns)) if n}
    number = spoken(command.number)
    return {"task": {"number": number, **more} if more else number}


WRITERS: dict[type, Callable[[Rules, Any], object]] = {
    a.RevealEvent: lambda rules, command: {"event": command.event},
    a.Choose: lambda rules, command: {"choose": rules.names[command.seat]},
    a.ReadStory: lambda rules, command: {"story": spoken(command.number)},
    a.Tell: lambda rules, command: {"fact": msgspec.json.decode(command.value)},
    a.FulfilTask: _write_task,
    a.LookOut: _write_look,
    a.Sell: _card_step("sell"),
    a.TakeItem: _card_step("item"),
    a.TakeCoin: _card_step("coin"),
    a.TakeCrown: _card_step("crown"),
    **correction_notation.WRITERS,
}


# -- facts ---------------------------------------------------------------------------------------
FACTS = (
    *base.FACTS,
    *("crowns", "boxed", "tasks", "upper", "month", "event"),
    *("asked", "markers", "trophies", "items", "event_deck", "next_event"),
    *("mode", "chapter", "characters", "inserted", "result", "failures"),
)
"""The keys of ``expect``."""


def facts(rules: Rules, state: State, *, copies: bool = False) -> dict[str, object]:
    """Give everything that ``expect`` may compare; cards by kind, or by copy."""
    rules = in_this_light(rules, state)
    kept, read = tale(state), book(rules)
    seats = range(rules.seats)

    def names(who: Iterable[int]) -> list[str]:
        return [rules.names[seat] for seat in who]

    def by_name(value: Callable[[int], object]) -> dict[str, object]:
        return {rules.names[seat]: value(seat) for seat in seats}

    def cards(row: Iterable[int]) -> list[str]:
        return [rules.cards[c].name if copies else rules.cards[c].kind for c in row]

    return {
        **base.facts(rules, state, copies=copies),
        "crowns": by_name(lambda seat: kept.holders[seat].crowns),
        "boxed": by_name(lambda seat: kept.holders[seat].boxed),
        "tasks": {spoken(task.number): names(task.seats) for task in kept.tasks},
        "upper": names(seat for seat in seats if kept.holders[seat].upper),
        "month": kept.month,
        "event": kept.event or None if state.agenda else None,
        "asked": asked_of(rules, state.asked),
        "markers": by_name(lambda seat: markers(state, seat)),
        "trophies": names(seat for seat in seats if trophy(rules, state, seat)),
        "items": by_name(lambda seat: cards(item_ships(rules, state, seat))),
        "event_deck": len(kept.deck),
        "next_event": known_next(state) or None,
        "mode": read.mode,
        "chapter": None if read.mode == "variable" else read.chapter,
        "characters": by_name(lambda seat: read.characters[seat]),
        "inserted": [spoken(group) for group in kept.inserted],
        "result": kept.result or None,
        "failures": kept.failures,
    }


def asked_of(rules: Rules, asked: Pending | None) -> object:
    """Give what is asked about: an event, a story card, a task, an Innkeeper, a fact."""
    match asked:
        case a.AllyChoice() | a.Offered() | a.PaymentOffered():
            return asked.event
        case a.StoryAwaited() | a.TaskOffered():
            return spoken(asked.number)
        case a.SaleOffered():
            return rules.cards[asked.innkeeper].kind
        case a.FactAsked():
            return asked.path
    return None
