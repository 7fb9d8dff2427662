"""What the table sets right by hand, in the words of table scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.adventure import mending
from engine.adventure.card_words import known_word
from engine.adventure.pack import MONTHS_END, MONTHS_END_3, spoken
from engine.adventure.position import OWN, event_name, task_name
from engine.adventure.state import book, tale
from engine.kernel import Command, Rules
from engine.notation import NotationError, converted, pick, seat_of
from engine.portroyal import notation as base
from engine.portroyal.correction_messages import SetTurn
from engine.portroyal.state import State

PHASES = ("event", "discover", "trade")


def correct(rules: Rules, state: State, value: object) -> Command:
    """Read what follows ``correct:``: keys of this game, or of the base game."""
    keys = set(value) if isinstance(value, dict) else set()
    for ours, read in CORRECTIONS.items():
        if keys and keys <= set(ours):
            return read(rules, state, value)
    if keys and keys <= {"active", "phase"} and isinstance(value, dict):
        value = {"active": rules.names[state.active], "phase": _phase_now(state), **value}
        if value["phase"] == "event":
            return SetTurn(seat_of(rules.names, value["active"]), "event")
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


CORRECTIONS: dict[tuple[str, ...], Callable[[Rules, State, Any], Command]] = {
    ("crowns", "boxed"): _set_holders,
    ("tasks", "upper"): _set_tasks,
    ("month", "event", "events", "event_discard"): _set_events,
    ("facts",): _set_fact,
}
"""How each group of keys is read."""


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


def _write_fact(rules: Rules, command: mending.SetFact) -> object:
    path = command.path if command.card < 0 else rules.cards[command.card].name
    return {"correct": {"facts": {path: msgspec.json.decode(command.value)}}}


WRITERS: dict[type, Callable[[Rules, Any], object]] = {
    mending.SetHolders: _write_holders,
    mending.SetTasks: _write_tasks,
    mending.SetEvents: _write_events,
    mending.SetFact: _write_fact,
}
