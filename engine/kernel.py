"""What every game here shares: messages, the rule tables, and one way to play a command.

A game is a state and tables of rules.  A command is decided against what lies on top of the
state's agenda; deciding emits events; every event is applied at once, by arithmetic alone, and
then the rules may react to it.  What is owed next, a decision of a seat or a step that the rules
take themselves, is an event too: it pushes itself on the agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace


class Command(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="?"):
    """Something a player, the deck or the table asks for; every kind pins its own tag."""


class Event(msgspec.Struct, frozen=True, gc=False, array_like=True, tag="?"):
    """Something that happened; it carries every number needed to apply it."""


class Pending(Event, frozen=True):
    """Something now owed: a decision of a seat, or a step that the rules take themselves."""

    phase: ClassVar[str] = ""
    """The name that table scripts give to it; empty for steps nobody has to decide."""

    seat: int


class Settled(Event, frozen=True, tag="settled"):
    """What lay on top of the agenda has been dealt with."""


class Illegal(Exception):
    """The rules refuse a command: ``str()`` is the sentence, ``key`` and ``facts`` are for screens."""

    def __init__(self, key: str, sentence: str, **facts: Any) -> None:
        super().__init__(sentence)
        self.key = key
        self.facts = facts


Answer = Callable[["Turn", Any, Any], None]
"""What a command does when it answers a pending."""
Worker = Callable[["Turn", Any], bool]
"""Deal with what is on top of the agenda, or give False to leave it to the seat."""
Reaction = Callable[["Turn", Any], None]
Offer = Callable[["Rules", Any, Any], Iterable[Command]]
Evolver = Callable[[Any, Any], Any]
Modifier = Callable[["Rules", Any, int, Any, int], int]
"""Rules, state, seat, subject and the value so far give the value from now on."""


class Rules(msgspec.Struct, frozen=True):
    """The tables that one set-up plays by; an expansion is a function from Rules to Rules."""

    answers: Mapping[tuple[type[Pending], type[Command]], Answer]
    offers: Mapping[type[Pending], tuple[Offer, ...]]
    workers: Mapping[type[Pending], Worker]
    evolvers: Mapping[type[Event], Evolver]
    after: Mapping[type[Event], tuple[Reaction, ...]]
    """Whenever this happens; reactions run in the order given, each from the active player clockwise."""
    modifiers: Mapping[str, tuple[Modifier, ...]]
    """How much is it?  Folded over the printed value in the order given."""
    refusals: Callable[[Rules, Any, Any, Command], Illegal]
    """Why a command does not answer what is asked."""
    cards: tuple[Any, ...]
    """Every physical card of the game, at the place of its id."""
    options: Any
    names: tuple[str, ...]
    """The players, clockwise."""
    book: Any = None
    """What an expansion plays by beside the tables, such as its pack of cards."""
    learned: Callable[[Rules, Any], Rules] | None = None
    """The rules in the light of what the table told so far, where a game learns from it."""
    odds: Callable[[Any, int], Any] | None = None
    """The chance, in a state, that the next card is one of a set; where an expansion knows better."""

    @property
    def seats(self) -> int:
        """Give the number of players."""
        return len(self.names)

    def ask(self, question: str, state: Any, seat: int, subject: Any, value: int) -> int:
        """Fold the modifiers of a question over its printed value."""
        for modify in self.modifiers.get(question, ()):
            value = modify(self, state, seat, subject, value)
        return value

    def choices(self, state: Any) -> Iterator[Command]:
        """Give everything that may be done now; nothing once the game is over."""
        if state.agenda:
            rules = self if self.learned is None else self.learned(self, state)
            asked = state.agenda[-1]
            for offer in self.offers[type(asked)]:
                yield from offer(rules, state, asked)


class Turn:
    """One command under way: the state so far and the events that led there."""

    __slots__ = ("events", "rules", "state")
    LIMIT = 300

    def __init__(self, rules: Rules, state: Any) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Apply an event at once, then let the rules react to it."""
        kind = type(event)
        rules = self.rules
        self.state = rules.evolvers[kind](self.state, event)
        self.events.append(event)
        if len(self.events) > self.LIMIT:
            raise RuntimeError(f"reactions do not settle: {self.events[-5:]}")
        reactions = rules.after.get(kind)
        if reactions is not None:
            for react in reactions:
                react(self, event)

    def then(self, *steps: Pending) -> None:
        """Put steps on the agenda, the first on top.

        Say what comes next *before* saying what happened: a reaction may then put its own
        question on top, and it is answered first.
        """
        for step in reversed(steps):
            self.emit(step)

    def settle(self) -> None:
        """Do the work on top of the agenda until somebody has to decide."""
        workers = self.rules.workers
        while self.state.agenda:
            due = self.state.agenda[-1]
            work = workers.get(type(due))
            if work is None or not work(self, due):
                return


def begin(rules: Rules, state: Any) -> Turn:
    """Bring a fresh state to its first decision."""
    turn = Turn(rules, state)
    turn.settle()
    return turn


def decide(rules: Rules, state: Any, command: Command) -> Turn:
    """Play a command; raise ``Illegal`` and change nothing if the rules refuse it."""
    if rules.learned is not None:
        rules = rules.learned(rules, state)
    asked = state.agenda[-1] if state.agenda else None
    answer = rules.answers.get((type(asked), type(command))) if asked is not None else None
    if answer is None:
        raise rules.refusals(rules, state, asked, command)
    turn = Turn(rules, state)
    turn.emit(SETTLED)
    answer(turn, asked, command)
    turn.settle()
    return turn


def fold(rules: Rules, state: Any, events: Iterable[Event]) -> Any:
    """Apply recorded events; nothing reacts, nothing is decided again."""
    evolvers = rules.evolvers
    for event in events:
        state = evolvers[type(event)](state, event)
    return state


def push(state: Any, step: Pending) -> Any:
    """Evolve by putting the event itself on the agenda."""
    return replace(state, agenda=(*state.agenda, step))


def pop(state: Any, _: Settled) -> Any:
    """Evolve by taking the top off the agenda."""
    return replace(state, agenda=state.agenda[:-1])


SETTLED = Settled()
