"""Tagging a deck card after card, as a pure model (device-ux.md 7)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue import FILES, load_cards
from companion.decks.checkpass import Checked, Double, Foreign, Lying, check, looked_at
from companion.decks.enrolment import (
    Again,
    Already,
    Complete,
    Retired,
    Stored,
    Unfit,
    enrol,
    learnt,
    lifted,
    reassigned,
    replaced,
    skipped,
    tapped,
    undone,
)
from companion.decks.numbers import unusable
from companion.decks.order import extras_of, heaps, in_box
from companion.decks.record import Deck, deck_of

CARDS = load_cards("port-royal")
EMPTY = Deck("Box 1", "port-royal", "3f9a01bc")
FIRST = "ship-yellow-1-1"


def uid(number: int) -> str:
    return f"04{number:012x}"


def tap_all(state, numbers, at_s=0.0):
    """Tap tags a second apart; give what came of each."""
    outcomes = []
    for number in numbers:
        state, outcome = tapped(state, uid(number), at_s)
        outcomes.append(outcome)
        at_s += 1.0
    return state, outcomes


# -- order --------------------------------------------------------------------------------
def test_the_box_is_120_cards_and_each_printing_has_four_gamblers():
    sizes = {
        extra: sum(len(h.names) for h in heaps(CARDS) if h.extra == extra)
        for extra in ("", *extras_of(CARDS))
    }
    assert sizes == {"": 120, "gamblers-big-box": 4, "gamblers-first-edition": 4}
    assert sum(len(heap.names) for heap in in_box(heaps(CARDS), ("gamblers-big-box",))) == 124
    assert len(in_box(heaps(CARDS))) == 62, "62 kinds, as device-ux.md says"


def test_ships_lie_by_colour_ascending_then_persons_by_role_and_cost_then_the_rest():
    order = [heap.kind for heap in in_box(heaps(CARDS))]
    assert order[:7] == [
        "ship-yellow-1-1", "ship-yellow-2-1", "ship-yellow-2-2", "ship-yellow-3-2", "ship-yellow-3-4",
        "ship-yellow-4-4", "ship-blue-1-1",
    ]  # fmt: skip
    piles = list(dict.fromkeys(heap.pile for heap in in_box(heaps(CARDS))))
    assert piles == [
        "ship-yellow", "ship-blue", "ship-green", "ship-red", "ship-black", "person", "expedition", "tax",
    ]  # fmt: skip
    mademoiselles = [kind for kind in order if kind.startswith("mademoiselle")]
    assert mademoiselles == ["mademoiselle-7-2", "mademoiselle-9-3"]
    assert order.index("ship-red-3-6") < order.index("ship-red-3-skull") < order.index("ship-red-4-skull")
    assert order[-1].startswith("tax")


def test_cards_of_another_game_are_sorted_by_the_same_function():
    def card(kind, copy, kind_of, **more):
        return SimpleNamespace(kind=kind, copy=copy, name=f"{kind}#{copy}", type=kind_of, **more)

    cards = [
        card("event-2", 1, "event"),
        card("event-1", 2, "event"),
        card("event-1", 1, "event"),
        card("ship-ares-2", 1, "ship", colour="ares", coins=2),
        card("ship-ares-1", 1, "ship", colour="ares", coins=1),
        card("trick-red-7", 1, "trick"),
    ]
    assert [heap.names for heap in heaps(cards)] == [
        ("ship-ares-1#1",),
        ("ship-ares-2#1",),
        ("event-2#1",),
        ("event-1#1", "event-1#2"),
        ("trick-red-7#1",),
    ]
    state, [*_, last] = tap_all(enrol(EMPTY, cards), range(1, 7))
    assert last == Stored(uid(6), "trick-red-7#1", last_copy=True)
    assert state.wanted is None


@pytest.mark.parametrize("game", FILES)
def test_every_card_of_every_game_lies_in_one_heap(game):
    cards = load_cards(game)
    sorted_heaps = heaps(cards)
    assert sorted(name for heap in sorted_heaps for name in heap.names) == sorted(card.name for card in cards)
    assert len({heap.kind for heap in sorted_heaps}) == len(sorted_heaps)
    assert all(heap.pile for heap in sorted_heaps)


# -- tapping ------------------------------------------------------------------------------
def test_120_taps_are_120_cards_and_nothing_else_is_asked():
    state, outcomes = tap_all(enrol(EMPTY, CARDS), range(1, 121))
    assert all(isinstance(outcome, Stored) for outcome in outcomes)
    names = [name for heap in in_box(heaps(CARDS)) for name in heap.names]
    assert [outcome.card for outcome in outcomes] == names == list(state.deck.cards.values())
    assert state.wanted is None
    assert (state.progress.done, state.progress.total, state.progress.left) == (120, 120, 0)
    assert sum(outcome.last_copy for outcome in outcomes) == 62
    after, [outcome] = tap_all(state, [999])
    assert outcome == Complete(uid(999))
    assert after.deck is state.deck
    assert tapped(after, uid(999), 1)[1] == Again(uid(999), None)


def test_what_comes_next_says_kind_copy_pile_and_what_comes_then():
    wanted = enrol(EMPTY, CARDS).wanted
    assert wanted is not None
    assert (wanted.kind, wanted.copy, wanted.copies, wanted.pile) == (FIRST, 1, 3, "ship-yellow")
    assert wanted.after == f"{FIRST}#2"
    state, _ = tap_all(enrol(EMPTY, CARDS), range(119))
    assert state.wanted is not None
    assert state.wanted.after == ""


def test_the_same_tag_counts_once_until_another_one_is_seen():
    state, outcomes = tap_all(enrol(EMPTY, CARDS), [1, 1, 1, 2, 1])
    assert outcomes == [
        Stored(uid(1), f"{FIRST}#1", last_copy=False),
        Again(uid(1), f"{FIRST}#1"),
        Again(uid(1), f"{FIRST}#1"),
        Stored(uid(2), f"{FIRST}#2", last_copy=False),
        Already(uid(1), f"{FIRST}#1"),
    ]
    assert len(state.deck.entries) == 2
    assert tapped(lifted(state), uid(1), 9)[1] == Already(uid(1), f"{FIRST}#1")


def test_R7_a_used_tag_is_named_and_moved_only_on_purpose():
    state, _ = tap_all(enrol(EMPTY, CARDS), [1, 2, 3, 4])
    kept, outcome = tapped(state, uid(1), 9.0)
    assert outcome == Already(uid(1), f"{FIRST}#1")
    assert kept.deck is state.deck
    moved, outcome = reassigned(kept, uid(1), 10.0)
    assert outcome == Stored(uid(1), "ship-yellow-2-2#1", last_copy=False)
    assert moved.deck.find(uid(1)) == "ship-yellow-2-2#1"
    assert moved.wanted is not None
    assert moved.wanted.card == f"{FIRST}#1", "the card that lost its tag is the first gap now"
    assert undone(moved)[0].deck == state.deck


@pytest.mark.parametrize(
    ("number", "trouble"),
    [
        ("08a1b2c3", "random"),
        ("8804a3c6", "truncated"),
        ("00000000", "clone"),
        ("deadbeef", "clone"),
        ("ffffffffffffff", "clone"),
        ("01020304", "clone"),
        ("04000000", "truncated"),
    ],
)
def test_R6_R7_numbers_that_cannot_stand_for_a_card(number, trouble):
    state, _ = tap_all(enrol(EMPTY, CARDS), [1])
    after, outcome = tapped(state, number, 5.0)
    assert isinstance(outcome, Unfit)
    assert outcome.unusable.trouble == trouble
    assert number in outcome.unusable.sentence
    assert outcome.unusable.sentence.endswith(".")
    assert after.deck is state.deck
    assert tapped(after, uid(2), 6.0)[1] == Stored(uid(2), f"{FIRST}#2", last_copy=False)


def test_R5_a_genuine_short_number_that_begins_with_88_is_fine():
    assert unusable("88a1b2c3") is None
    assert unusable("08a1b2c3d4e5f6") is None, "only single-size numbers that begin with 08 are random"
    assert isinstance(reassigned(enrol(EMPTY, CARDS), "08a1b2c3", 0)[1], Unfit)


def test_undo_takes_the_taps_of_this_sitting_back_one_by_one():
    state, _ = tap_all(enrol(deck_of("Box 1", "port-royal", {uid(7): f"{FIRST}#1"}), CARDS), [1, 2])
    state, card = undone(state)
    assert card == f"{FIRST}#3"
    again, outcome = tapped(state, uid(2), 4.0)
    assert outcome == Stored(uid(2), f"{FIRST}#3", last_copy=True), "the same tag may be tapped again"
    state, card = undone(undone(again)[0])
    assert card == f"{FIRST}#2"
    assert undone(state) == (state, None)
    assert state.deck.find(uid(7)) == f"{FIRST}#1"


def test_a_skipped_kind_comes_again_at_the_end():
    state = skipped(enrol(EMPTY, CARDS))
    assert state.wanted is not None
    assert state.wanted.kind == "ship-yellow-2-1"
    assert state.progress.later == 3
    state, outcomes = tap_all(state, range(1, 118))
    assert outcomes[-1].card.startswith("tax")
    assert state.wanted is not None
    assert state.wanted.kind == FIRST
    assert skipped(state).wanted == state.wanted, "the only kind that is left"
    state, _ = tap_all(state, range(201, 204))
    assert state.wanted is None
    assert skipped(state) is state


def test_kinds_that_were_skipped_take_turns():
    state = skipped(skipped(enrol(EMPTY, CARDS)))
    assert state.later == (FIRST, "ship-yellow-2-1")
    state, _ = tap_all(state, range(1, 117))
    assert state.wanted is not None
    assert state.wanted.kind == FIRST
    state = skipped(state)
    assert state.wanted is not None
    assert state.wanted.kind == "ship-yellow-2-1"


def test_undo_of_a_skipped_kind_asks_for_it_at_once():
    state, _ = tap_all(enrol(EMPTY, CARDS), [1])
    state = skipped(state)
    state, card = undone(state)
    assert card == f"{FIRST}#1"
    assert state.wanted is not None
    assert state.wanted.card == card


@given(st.lists(st.integers(1, 40), max_size=60), st.integers(0, 60))
def test_going_on_after_a_break_asks_nothing_twice(numbers, cut):
    """Whatever was tapped before the power went, the first gap comes next, and what was stored stays."""
    before, _ = tap_all(enrol(EMPTY, CARDS), numbers[:cut])
    resumed = enrol(before.deck, CARDS)
    assert resumed.wanted == before.wanted
    after, outcomes = tap_all(resumed, numbers[cut:])
    whole, _ = tap_all(enrol(EMPTY, CARDS), numbers)
    assert after.deck == whole.deck
    assert len(after.deck.cards) == len(set(numbers))
    assert len(after.deck.tags) == len(set(numbers)), "no card has two tags"
    for outcome in outcomes:
        if isinstance(outcome, Stored):
            assert outcome.uid not in before.deck.cards


def test_the_time_left_follows_the_pace_and_leaves_pauses_out():
    state = enrol(EMPTY, CARDS)
    assert state.seconds_left == 240.0
    state, _ = tap_all(state, range(10))
    assert state.seconds_left == pytest.approx(110.0)
    state, _ = tapped(state, uid(50), 5_000.0)
    assert state.seconds_left == pytest.approx(109.0)


# -- a lost tag ---------------------------------------------------------------------------
def test_a_lost_tag_is_replaced_and_its_number_retired():
    deck = deck_of("Box 1", "port-royal", {uid(1): f"{FIRST}#1", uid(2): f"{FIRST}#2"})
    after, outcome = replaced(deck, f"{FIRST}#1", uid(9))
    assert outcome == Stored(uid(9), f"{FIRST}#1", last_copy=False)
    assert after.find(uid(9)) == f"{FIRST}#1"
    assert after.find(uid(1)) is None
    assert after.retired == {uid(1): f"{FIRST}#1"}
    assert replaced(after, f"{FIRST}#3", uid(1)) == (after, Retired(uid(1), f"{FIRST}#1"))
    assert replaced(after, f"{FIRST}#3", uid(2)) == (after, Already(uid(2), f"{FIRST}#2"))
    assert replaced(after, f"{FIRST}#1", uid(9)) == (after, Again(uid(9), f"{FIRST}#1"))
    assert isinstance(replaced(after, f"{FIRST}#3", "08a1b2c3")[1], Unfit)
    found, outcome = replaced(after, f"{FIRST}#3", uid(1), taken=[uid(1)])
    assert outcome == Stored(uid(1), f"{FIRST}#3", last_copy=False)
    assert (found.retired, found.find(uid(1))) == ({}, f"{FIRST}#3")


def test_a_card_that_its_tag_names_is_stored_out_of_order():
    state, outcome = learnt(enrol(EMPTY, CARDS), uid(1), "sailor-7-3#1", 0)
    assert outcome == Stored(uid(1), "sailor-7-3#1", last_copy=True)
    assert state.wanted is not None
    assert state.wanted.card == f"{FIRST}#1"
    assert isinstance(learnt(state, "08a1b2c3", f"{FIRST}#1", 0)[1], Unfit)
    extra, outcome = learnt(state, uid(2), "gambler-6-1#1", 0)
    assert extra.deck.find(uid(2)) == "gambler-6-1#1"


def test_a_retired_tag_is_told_of_when_the_deck_is_tagged():
    deck = deck_of("Box 1", "port-royal", {uid(1): f"{FIRST}#1"}).without_tag(f"{FIRST}#1")
    state, outcome = tapped(enrol(deck, CARDS), uid(1), 0)
    assert outcome == Retired(uid(1), f"{FIRST}#1")
    back, outcome = reassigned(state, uid(1), 1)
    assert outcome == Stored(uid(1), f"{FIRST}#1", last_copy=False)
    assert len(back.deck.entries) == 1
    assert back.deck.untagged(uid(1)).entries == ()


# -- check --------------------------------------------------------------------------------
def test_a_check_ends_when_every_card_was_seen_in_any_order():
    whole, _ = tap_all(enrol(EMPTY, CARDS), range(120))
    state = check(whole.deck, CARDS)
    for number in reversed(range(120)):
        assert state.missing
        state, finding = looked_at(state, uid(number))
        assert finding == Checked(uid(number), whole.deck.cards[uid(number)])
    assert (state.missing, state.doubles, state.foreign) == ((), (), ())
    assert state.progress.done == state.progress.total == 120


def test_a_check_finds_what_is_missing_foreign_and_double():
    deck, _ = tap_all(enrol(EMPTY, CARDS), range(3))
    state = check(deck.deck.without_tag(f"{FIRST}#3"), CARDS)
    found = []
    for number in (0, 0, 1, 0, 0, 2, 77, 2, 0):
        state, finding = looked_at(state, uid(number))
        found.append(type(finding))
    assert found == [Checked, Lying, Checked, Double, Lying, Foreign, Foreign, Foreign, Double]
    assert state.foreign == (uid(2), uid(77))
    assert state.doubles == (f"{FIRST}#1",)
    assert looked_at(state, uid(2))[1] == Foreign(uid(2), f"{FIRST}#3")
    assert len(state.missing) == 118
    assert len(state.without_tag) == 118


def test_a_check_asks_for_a_promo_card_once_one_has_a_tag():
    assert check(EMPTY, CARDS).progress.total == 120
    assert check(EMPTY.tagged(uid(1), "gambler-6-1#2"), CARDS).progress.total == 124
