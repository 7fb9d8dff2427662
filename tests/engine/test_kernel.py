"""The kernel by itself, with a game of three messages."""

from __future__ import annotations

import msgspec
import pytest

from engine.kernel import (
    SETTLED,
    Command,
    Event,
    Illegal,
    Pending,
    Rules,
    Settled,
    begin,
    decide,
    fold,
    pop,
    push,
)


class State(msgspec.Struct, frozen=True):
    agenda: tuple[Pending, ...] = ()
    count: int = 0


class Choosing(Pending, frozen=True, tag="choosing"):
    phase = "choose"


class Offered(Pending, frozen=True, tag="offered"):
    """A question that a reaction puts on top."""


class Due(Pending, frozen=True, tag="due"):
    """A step of the rules themselves."""


class Add(Command, frozen=True, tag="add"):
    n: int


class Accept(Command, frozen=True, tag="accept"):
    pass


class Added(Event, frozen=True, tag="added"):
    n: int


def add(turn, asked, command):
    if command.n < 0:
        raise Illegal("negative", "Only more can be added.", n=command.n)
    turn.then(Due(asked.seat))
    turn.emit(Added(command.n))


def due(turn, asked):
    turn.emit(SETTLED)
    if turn.state.count < 10:
        turn.then(Choosing(1 - asked.seat))
    return True


def offer_on_five(turn, event):
    if event.n == 5:
        turn.then(Offered(0))


def accept(turn, asked, command):
    turn.emit(Added(1))


def again(turn, event):
    turn.emit(Added(event.n))


def rules_of(*reactions):
    return Rules(
        answers={(Choosing, Add): add, (Offered, Accept): accept},
        offers={
            Choosing: (lambda rules, state, asked: map(Add, range(3)),),
            Offered: (lambda *_: [Accept()],),
        },
        workers={Due: due},
        evolvers={
            Settled: pop,
            Choosing: push,
            Offered: push,
            Due: push,
            Added: lambda state, event: msgspec.structs.replace(state, count=state.count + event.n),
        },
        after={Added: reactions} if reactions else {},
        modifiers={
            "much": (
                lambda rules, state, seat, subject, value: value + 1,
                lambda rules, state, seat, subject, value: value * subject,
            ),
        },
        refusals=lambda rules, state, asked, command: Illegal("not-now", "That cannot be done now."),
        cards=(),
        options=None,
        names=("Ann", "Ben"),
    )


START = State((Due(1),))


def test_a_game_begins_at_its_first_decision():
    turn = begin(rules_of(), START)
    assert turn.state == State((Choosing(0),))
    assert turn.events == [SETTLED, Choosing(0)]


def test_a_command_is_decided_and_its_events_give_the_same_state():
    rules = rules_of()
    before = begin(rules, START).state
    turn = decide(rules, before, Add(4))
    assert turn.state == State((Choosing(1),), 4)
    assert turn.events == [SETTLED, Due(0), Added(4), SETTLED, Choosing(1)]
    assert fold(rules, before, turn.events) == turn.state
    assert before == State((Choosing(0),)), "states never change"


def test_a_reactions_question_is_answered_before_what_comes_next():
    rules = rules_of(offer_on_five)
    turn = decide(rules, begin(rules, START).state, Add(5))
    assert turn.state.agenda == (Due(0), Offered(0))
    turn = decide(rules, turn.state, Accept())
    assert turn.state == State((Choosing(1),), 6)


def test_an_empty_agenda_is_the_end():
    rules = rules_of()
    over = decide(rules, begin(rules, START).state, Add(10)).state
    assert over.agenda == ()
    assert list(rules.choices(over)) == []
    with pytest.raises(Illegal, match="cannot be done now"):
        decide(rules, over, Add(1))


def test_a_refusal_says_why_and_for_screens_what():
    rules = rules_of()
    with pytest.raises(Illegal, match="Only more can be added") as refusal:
        decide(rules, begin(rules, START).state, Add(-1))
    assert (refusal.value.key, refusal.value.facts) == ("negative", {"n": -1})
    with pytest.raises(Illegal) as refusal:
        decide(rules, begin(rules, START).state, Accept())
    assert refusal.value.key == "not-now"


def test_choices_are_the_offers_for_what_is_on_top():
    rules = rules_of()
    assert list(rules.choices(begin(rules, START).state)) == [Add(0), Add(1), Add(2)]
    assert rules.seats == 2


def test_modifiers_are_folded_in_order():
    rules = rules_of()
    assert rules.ask("much", None, 0, 10, 2) == 30
    assert rules.ask("unknown", None, 0, 10, 2) == 2


def test_reactions_that_never_settle_are_a_bug():
    rules = rules_of(again)
    with pytest.raises(RuntimeError, match="do not settle"):
        decide(rules, begin(rules, START).state, Add(1))


def test_steps_that_never_settle_are_a_bug():
    def for_ever(turn, asked):
        turn.emit(SETTLED)
        turn.then(Due(0))
        return True

    with pytest.raises(RuntimeError, match="do not settle"):
        begin(msgspec.structs.replace(rules_of(), workers={Due: for_ever}), START)
