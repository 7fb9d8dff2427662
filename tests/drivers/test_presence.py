"""Who lies on the reader: the state machine alone, with the driver's own rhythm of looks."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532 import LOOK_AGAIN_S, LOOK_EVERY_S
from drivers.presence import Arrived, Change, Clashed, Left, Presence

A, B, C = "04aaaaaaaaaaaa", "04bbbbbbbbbbbb", "04cccccccccccc"


def look_on(presence: Presence, start_s: float, duration_s: float, seen) -> tuple[list[Change], float]:
    """Look as often as the driver does; ``seen`` gives the UIDs of each look."""
    changes, at_s = [], start_s
    while at_s < start_s + duration_s:
        changes += presence.observe(at_s, seen())
        at_s += LOOK_AGAIN_S if presence.fading else LOOK_EVERY_S
    return changes, at_s


def test_R9_one_arrival_for_one_placement():
    changes, _ = look_on(Presence(), 0, 600, lambda: (A,))
    assert changes == [Arrived(A)]


def test_R8_a_tag_seen_at_every_second_look_lies_still():
    hits = iter(n % 2 == 0 for n in range(10_000))
    changes, _ = look_on(Presence(), 0, 60, lambda: (A,) if next(hits) else ())
    assert changes == [Arrived(A)]


def test_R8_a_tenth_of_all_looks_may_miss():
    for seed in range(8):
        dice = random.Random(seed)
        changes, _ = look_on(Presence(), 0, 600, lambda dice=dice: () if dice.random() < 0.1 else (A,))
        assert changes == [Arrived(A)], seed


@given(st.lists(st.tuples(st.floats(0.001, 0.5), st.booleans()), max_size=60))
def test_R8_lifted_means_three_misses_in_a_row_and_300_ms(looks):
    presence, at_s, seen_s, misses = Presence(), 0.0, 0.0, 0
    presence.observe(0.0, (A,))
    for pause_s, hit in looks:
        at_s += pause_s
        changes = presence.observe(at_s, (A,) if hit else ())
        misses = 0 if hit else misses + 1
        seen_s = at_s if hit else seen_s
        if Left(A) in changes:
            assert misses >= 3
            assert at_s - seen_s >= 0.3
            return
        assert misses < 3 or at_s - seen_s < 0.3


def test_R8_one_long_pause_is_no_removal():
    presence = Presence()
    presence.observe(0, (A,))
    assert presence.observe(100, ()) == []
    assert presence.observe(101, (A,)) == []


def test_R10_lifted_and_laid_again_is_a_new_arrival():
    presence = Presence()
    first, at_s = look_on(presence, 0, 1, lambda: (A,))
    lifted, at_s = look_on(presence, at_s, 0.5, lambda: ())
    again, _ = look_on(presence, at_s, 1, lambda: (A,))
    assert (first, lifted, again) == ([Arrived(A)], [Left(A)], [Arrived(A)])


def test_R10_another_tag_need_not_wait_for_the_first_to_be_gone():
    presence = Presence()
    _, at_s = look_on(presence, 0, 1, lambda: (A,))
    changes, _ = look_on(presence, at_s, 1, lambda: (B,))
    assert changes == [Arrived(B), Left(A)]


def test_R13_two_tags_clash_and_neither_arrives():
    presence = Presence()
    changes, at_s = look_on(presence, 0, 3, lambda: (B, A))
    assert changes == [Clashed((A, B))]
    # one of them is lifted: the other stays silent until it was lifted too
    changes, at_s = look_on(presence, at_s, 3, lambda: (A,))
    assert changes == [Left(B)]
    changes, at_s = look_on(presence, at_s, 1, lambda: ())
    assert changes == [Left(A)]
    changes, _ = look_on(presence, at_s, 1, lambda: (A,))
    assert changes == [Arrived(A)]


def test_R13_a_second_tag_beside_the_first():
    presence = Presence()
    _, at_s = look_on(presence, 0, 1, lambda: (A,))
    changes, at_s = look_on(presence, at_s, 1, lambda: (A, B))
    assert changes == [Clashed((A, B))]
    changes, at_s = look_on(presence, at_s, 1, lambda: (A,))
    assert changes == [Left(B)]
    changes, _ = look_on(presence, at_s, 1, lambda: (A, B))
    assert changes == [Clashed((A, B))]


def test_R13_two_tags_that_answer_in_turn_clash():
    presence, turn = Presence(), iter([A, B] * 100)
    changes, _ = look_on(presence, 0, 3, lambda: (next(turn),))
    assert changes == [Arrived(A), Arrived(B), Clashed((A, B))]


def test_R13_a_clash_that_is_seen_in_part_at_times_is_told_once():
    presence, dice = Presence(), random.Random(13)
    pairs = [(A, B), (B, A), (A,), (B,)]
    changes, _ = look_on(presence, 0, 30, lambda: dice.choice(pairs))
    assert [change for change in changes if isinstance(change, Clashed)] == [Clashed((A, B))]
    assert not [change for change in changes if isinstance(change, Left)]


def test_R13_other_company_is_another_clash():
    presence = Presence()
    _, at_s = look_on(presence, 0, 1, lambda: (A, B))
    changes, _ = look_on(presence, at_s, 1, lambda: (B, C))
    assert changes == [Clashed((B, C)), Left(A)]


def test_a_tag_listed_twice_is_one_tag():
    assert Presence().observe(0, (A, A)) == [Arrived(A)]


def test_empty_and_fading():
    presence = Presence()
    assert presence.empty
    presence.observe(0, (A,))
    assert not presence.empty
    assert not presence.fading
    presence.observe(1, ())
    assert presence.fading


@given(st.lists(st.sets(st.sampled_from([A, B, C]), max_size=2), max_size=80))
def test_R9_arrivals_and_departures_of_a_tag_take_turns(looks):
    presence, there = Presence(), set()
    for number, uids in enumerate(looks):
        for change in presence.observe(number * 0.11, tuple(uids)):
            match change:
                case Arrived(uid):
                    assert uid not in there
                    there.add(uid)
                case Clashed(uids_together):
                    assert len(uids_together) > 1
                    there |= set(uids_together)
                case Left(uid):
                    assert uid in there
                    there.remove(uid)
        assert presence.empty == (not there)
