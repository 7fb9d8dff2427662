"""Steps and facts of the expansion in the words of table scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine import cardset
from engine.adventure import mending
from engine.adventure import messages as a
from engine.adventure.card_words import known_word, picked
from engine.adventure.event_deck import known_next
from engine.adventure.learning import in_this_light
from engine.adventure.pack import MONTHS_END, MONTHS_END_3, spoken
from engine.adventure.position import OWN, event_name, task_name
from engine.adventure.requirements import item_ships
from engine.adventure.state import book, markers, tale, trophy
from engine.kernel import Command, Pending, Rules
from engine.notation import NotationError, converted, pick, seat_of, single
from engine.portroyal import messages as m
from engine.portroyal import notation as base
from engine.portroyal.state import State

BARE: dict[str, Callable[[], Command]] = {
    **{word: kind for word, kind in base.BARE.items() if word != "gamble"},
    "accept": a.Accept,
    "decline": a.Decline,
}
PHASES = ("event", "discover", "trade")


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


# -- corrections ------------------------------------------------------------------------------
def _correct(rules: Rules, state: State, value: object) -> Command:
    keys = set(value) if isinstance(value, dict) else set()
    for ours, read in CORRECTIONS.items():
        if keys and keys <= set(ours):
            return read(rules, state, value)
    if keys and keys <= {"active", "phase"} and isinstance(value, dict):
        value = {"active": rules.names[state.active], "phase": _phase_now(state), **value}
        if value["phase"] == "event":
            return m.SetTurn(seat_of(rules.names, value["active"]), "event")
    try:
        return base.WORDS["correct"](rules, state, known_word(rules, value))
    except NotationError as error:
        if keys <= {"coins", "card", "to", "active", "phase"}:
            raise
        known = ("coins", "card", "to", "active", "phase", *OWN, "facts")
        wrong = next(key for key in keys if key not in known) if keys - set(known) else ""
        sentence = f"{error}, or by the keys of a position {', '.join(OWN)}; one thing at a time"
        raise NotationError(sentence, str(wrong), known) from None


def _phase_now(state: State) -> str:
    """Give the phase that a turn is set to when only its player is named."""
    phase = state.asked.phase if state.asked else ""
    return phase if phase in PHASES else "discover"


def _counts(rules: Rules, value: object, key: str) -> tuple[tuple[int, int], ...]:
    counts = converted(value, dict[str, int], key)
    return tuple((seat_of(rules.names, name), number) for name, number in counts.items())


def _set_holders(rules: Rules, state: State, value: dict[str, Any]) -> Command:
    crowns, boxed = (_counts(rules, value.get(key, {}), key) for key in ("crowns", "boxed"))
    return mending.SetHolders(crowns, boxed)


def _set_tasks(rules: Rules, state: State, value: dict[str, Any]) -> Command:
    rows = converted(value.get("tasks", {}), dict[int | str, list[str]], "tasks")
    upper = None if "upper" not in value else converted(value["upper"], list[str], "upper")
    return mending.SetTasks(
        tuple(
            (task_name(rules, number), tuple(seat_of(rules.names, name) for name in row))
            for number, row in rows.items()
        ),
        None if upper is None else tuple(seat_of(rules.names, name) for name in upper),
    )


def _set_events(rules: Rules, state: State, value: dict[str, Any]) -> Command:
    end = (book(rules).months_end,)
    event = value.get("event")
    deck, revealed = (
        converted(value[key], list[str], key) if key in value else None for key in ("events", "event_discard")
    )
    month = None if value.get("month") is None else converted(value["month"], int, "month")
    return mending.SetEvents(
        month,
        None if event is None else event_name(rules, event),
        None if deck is None else (*(event_name(rules, one) for one in deck), *end),
        None if revealed is None else tuple(event_name(rules, one) for one in revealed),
    )


def _set_fact(rules: Rules, state: State, value: dict[str, Any]) -> Command:
    facts = value["facts"]
    if not isinstance(facts, dict) or len(facts) != 1:
        raise NotationError("correct: takes one fact, such as {facts: {tasks.13.crowns: 1}}")
    [(path, one)] = facts.items()
    said = msgspec.json.encode(one).decode()
    if "?" not in str(path):
        return mending.SetFact(str(path), said)
    known = (book(rules).original or rules).cards
    card = pick(known, path, [fact.card for fact in tale(state).facts if fact.card >= 0])
    return mending.SetFact(known[card].kind, said, card)


def _write_fact(rules: Rules, command: mending.SetFact) -> object:
    path = command.path if command.card < 0 else rules.cards[command.card].name
    return {"correct": {"facts": {path: msgspec.json.decode(command.value)}}}


CORRECTIONS: dict[tuple[str, ...], Callable[[Rules, State, Any], Command]] = {
    ("crowns", "boxed"): _set_holders,
    ("tasks", "upper"): _set_tasks,
    ("month", "event", "events", "event_discard"): _set_events,
    ("facts",): _set_fact,
}
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
    "correct": _correct,
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


def _write_holders(rules: Rules, command: mending.SetHolders) -> object:
    parts = {"crowns": command.crowns, "boxed": command.boxed}
    return {"correct": {key: {rules.names[s]: n for s, n in row} for key, row in parts.items() if row}}


def _write_tasks(rules: Rules, command: mending.SetTasks) -> object:
    rows = {spoken(number): [rules.names[s] for s in seats] for number, seats in command.tasks}
    upper = {} if command.upper is None else {"upper": [rules.names[s] for s in command.upper]}
    return {"correct": {**({"tasks": rows} if rows else {}), **upper}}


def _write_events(rules: Rules, command: mending.SetEvents) -> object:
    end = (MONTHS_END, MONTHS_END_3)
    parts = {
        "month": command.month,
        "event": command.event,
        "events": None if command.deck is None else [one for one in command.deck if one not in end],
        "event_discard": None if command.revealed is None else list(command.revealed),
    }
    return {"correct": {key: value for key, value in parts.items() if value is not None}}


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
    mending.SetHolders: _write_holders,
    mending.SetTasks: _write_tasks,
    mending.SetEvents: _write_events,
    mending.SetFact: _write_fact,
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
