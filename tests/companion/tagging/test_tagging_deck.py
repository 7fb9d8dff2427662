"""Tagging a deck through taps and keys alone: TG1, TG2, TG6, TG7, and power cuts in between."""

from __future__ import annotations

import pytest

from companion.decks.record import DeckError
from companion.decks.sample import sample_uid
from companion.decks.shelf import Shelf
from drivers.ports import CardsClash, ReaderBack, ReaderLost


def uid(card: str) -> str:
    return sample_uid(card).hex()


def start(evening) -> None:
    evening.begin_deck()


def test_120_cards_are_120_taps_and_nothing_else(evening, order) -> None:
    start(evening)
    evening.taps = evening.presses = 0
    began_s = evening.now_s
    kinds = {}
    for card in order:
        kinds[card.partition("#")[0]] = card
    for number, card in enumerate(order, 1):
        heard = evening.tap(card)
        last = kinds[card.partition("#")[0]] == card
        assert heard == ["last-copy" if last else "tick"], card
        assert evening.rows[0].split("  ")[-1].strip() == f"{number} / 120"
        assert evening.tagged()[uid(card)] == card
    assert (evening.taps, evening.presses) == (120, 0)
    assert evening.now_s - began_s == 120.0
    assert evening.tagged() == {uid(card): card for card in order}
    assert evening.shows("ALL TAGGED")
    assert evening.tap("04aabbccddeeff") == ["refused"]


def test_the_screen_says_card_swords_copy_next_card_heap_and_time(evening, order) -> None:
    start(evening)
    for card in order[: order.index("ship-red-2-3#2")]:
        evening.tap(card)
    assert evening.rows == [
        "TAG DECK     34 / 120",
        "[#####..............]",
        "◆RED 2",
        "swords 3 copy 2 of 3",
        "then ◆RED 2 †3 c3",
        "heap: ◆RED      2 min",
        "tap >:skip N:undo",
    ]


def test_a_tag_that_lies_there_counts_once(evening, order) -> None:
    start(evening)
    evening.tap(order[0])
    assert evening.tap(order[0]) == []
    assert len(evening.tagged()) == 1


def test_no_takes_the_last_one_back_again_and_again(evening, order) -> None:
    start(evening)
    evening.tap(*order[:3])
    assert evening.press("n") == ["undo"]
    assert evening.rows[0] == "Undo ●YELLOW 1 †1 c3"
    assert len(evening.tagged()) == 2
    evening.press("n n")
    assert evening.tagged() == {}
    assert evening.press("n") == ["refused"]
    assert evening.shows("Nothing to take back")
    evening.tap(order[1])
    assert evening.tagged() == {uid(order[1]): order[0]}


def test_next_skips_a_kind_and_comes_back_to_it_at_the_end(evening, order) -> None:
    start(evening)
    evening.tap(order[0])
    evening.press(">")
    assert evening.shows("●YELLOW 2")
    for card in order[3:]:
        assert "refused" not in evening.tap(card)
    assert evening.shows("●YELLOW 1")
    assert evening.shows("copy 2 of 3")
    evening.tap(*order[1:3])
    assert evening.tagged() == {uid(card): card for card in order}


def test_a_tag_in_use_is_named_and_stays_where_it_is(evening, order) -> None:
    start(evening)
    evening.tap(*order[:4])
    assert evening.tap(order[1]) == ["question"]
    assert evening.rows[:2] == ["TAG ALREADY IN USE", "●YELLOW 1"]
    assert evening.rows[2:] == [
        "is ●YELLOW 1 †1 c2",
        "Wanted:",
        "●YELLOW 2 †2 c1",
        "Old entry stays.",
        "tap other Y:move here",
    ]
    assert len(evening.tagged()) == 4
    evening.tap(order[4])
    assert evening.tagged()[uid(order[4])] == order[4]


def test_a_tag_in_use_is_moved_on_purpose_and_its_card_wanted_again(evening, order) -> None:
    start(evening)
    evening.tap(*order[:4])
    evening.tap(order[1])
    assert evening.press("y") == ["tick"]
    assert evening.tagged()[uid(order[1])] == order[4]
    assert evening.shows("copy 2 of 3")


@pytest.mark.parametrize(
    ("number", "headline"), [("08a1b2c3", "PHONE?"), ("01020304", "COPY"), ("8804e261", "TOO SHORT")]
)
def test_numbers_that_cannot_stand_for_a_card(evening, order, number: str, headline: str) -> None:
    start(evening)
    assert evening.tap(number) == ["refused"]
    assert evening.rows[:2] == ["TAG NOT USABLE", headline]
    assert evening.shows("Nothing stored")
    assert evening.tagged() == {}
    evening.tap(order[0])
    assert evening.tagged() == {uid(order[0]): order[0]}


def test_two_tags_at_once_change_nothing(evening) -> None:
    start(evening)
    evening._put(CardsClash("main", (uid("a-1"), uid("b-2")), evening.now_s))
    assert evening.heard == ["refused"]
    assert evening.shows("One card at a time")
    assert evening.tagged() == {}


def test_pausing_says_how_far_it_is_and_names_cards(evening, order) -> None:
    start(evening)
    evening.tap(*order[:37])
    evening.press("m")
    assert evening.rows == [
        'DECK "Box 1"',
        "83 LEFT",
        "at ◆RED 3 †6 c2",
        "Tap any card: it says",
        "its name or: no tag",
        "Y:go on >:check",
    ]
    assert evening.tap(order[5]) == ["tick"]
    assert evening.rows[-2] == "●YELLOW 2 †2 c2"
    assert evening.tap(order[60]) == ["refused"]
    assert evening.shows("no tag")
    evening.press("y")
    evening.tap(order[37])
    assert evening.tagged()[uid(order[37])] == order[37]


def test_a_full_disk_keeps_nothing_and_clicks_nothing(evening, order, monkeypatch) -> None:
    start(evening)
    evening.tap(*order[:2])
    with monkeypatch.context() as full:

        def refuse(self, deck) -> None:
            raise DeckError("The disk is full.")

        full.setattr(Shelf, "save", refuse)
        assert evening.tap(order[2]) == ["refused"]
        assert evening.shows("The disk is full.")
    assert len(evening.tagged()) == 2
    assert evening.tap(order[2]) == ["last-copy"]
    assert evening.tagged() == {uid(card): card for card in order[:3]}


def test_a_lost_reader_is_told_and_tagging_goes_on_when_it_is_back(evening, order) -> None:
    start(evening)
    evening.tap(order[0])
    evening._put(ReaderLost("main", "unplugged", evening.now_s))
    assert evening.rows[1] == "NO READER"
    evening._put(ReaderBack("main", evening.now_s))
    assert evening.shows("copy 2 of 3")
    evening.tap(order[1])
    assert len(evening.tagged()) == 2


def test_a_table_without_a_reader_says_so(begin) -> None:
    evening = begin(readers={})
    start(evening)
    assert evening.rows == ["TAGS", "NO READER", "This table has no", "reader for tags.", "M:later"]
    evening.press("m n n")
    assert evening.rows[0] == "TABLE COMPANION"


def cuts(evening, order, places) -> None:
    """Tag a deck, with the power cut after some of the taps."""
    start(evening)
    asked = []
    for number, card in enumerate(order):
        asked.append(evening.rows[2:4])
        assert evening.heard != ["refused"]
        evening.tap(card)
        if number in places:
            evening.cut_power()
            left = len(order) - number - 1
            assert evening.shows(f"{left} LEFT" if left else "COMPLETE")
            evening.press("y")
    assert evening.tagged() == {uid(card): card for card in order}
    assert len({tuple(rows) for rows in asked}) == len(asked)


def test_power_cuts_between_taps_go_on_at_the_next_card(evening, order) -> None:
    cuts(evening, order, {0, 1, 2, 3, 40, 41, 77, 118, 119})


@pytest.mark.soak
def test_a_power_cut_after_every_tap_goes_on_at_the_next_card(evening, order) -> None:
    cuts(evening, order, set(range(120)))


def test_a_paused_deck_does_not_get_in_the_way(evening, order) -> None:
    start(evening)
    evening.tap(order[0])
    evening.press("m n n")
    evening.cut_power()
    assert evening.rows[0] == "TABLE COMPANION"
    evening.choose("Cards", "Tag: go on, 119 left")
    assert evening.shows("119 LEFT")
