"""Writing on tags while a deck is tagged (TG3, TG4), with a reader that writes when it is told to."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from companion.decks.sample import sample_uid
from companion.decks.written import Inscription, inscription_on
from drivers.ports import TagAway, TagLocked
from drivers.tags import ntag213


def uid(card: str) -> str:
    return sample_uid(card).hex()


class Pen:
    """A reader that writes tags; the test says when, and what comes of it."""

    name = "main"

    def __init__(self) -> None:
        self.asked: list[tuple[str, object, Future[bytes]]] = []

    def write(self, number, change, timeout_s) -> Future[bytes]:
        assert timeout_s > 0
        self.asked.append((number, change, Future()))
        return self.asked[-1][2]

    def finish(self) -> bytes:
        number, change, future = self.asked[-1]
        memory = change(ntag213(bytes.fromhex(number)).user_memory)
        future.set_result(memory)
        return memory

    def fail(self, error: Exception) -> None:
        self.asked[-1][2].set_exception(error)


@pytest.fixture
def pen(evening) -> Pen:
    """Switch writing on, begin a deck, and give the pen."""
    evening.choose("Cards", "Write to tags: no")
    evening.press("y n")
    evening.begin_deck()
    pen = Pen()
    evening.bench.writers = {"main": pen}
    return pen


def test_it_clicks_when_the_tag_was_read_back(evening, pen, order) -> None:
    assert evening.tap(order[0]) == []
    assert evening.rows == [
        "WRITE TAG     1 / 120",
        "HOLD STILL",
        "●YELLOW 1 †1 c1",
        "writing, checking ...",
        "Lift after the click",
        "N:stop",
    ]
    assert evening.tagged() == {uid(order[0]): order[0]}
    memory = pen.finish()
    evening.rest(0.0)
    assert evening.heard == ["tick"]
    assert evening.rows[0] == "TAG DECK      1 / 120"
    assert inscription_on(memory, uid(order[0])) == Inscription(evening.deck().id, order[0])


def test_the_last_copy_sounds_different_then_too(evening, pen, order) -> None:
    for card in order[:3]:
        evening.tap(card)
        pen.finish()
        evening.rest(0.0)
    assert evening.heard == ["last-copy"]


def test_a_tag_that_was_not_written_is_tapped_again(evening, pen, order) -> None:
    evening.tap(order[0])
    pen.fail(TagAway("It was taken away."))
    evening.rest(0.0)
    assert evening.heard == ["refused"]
    assert evening.rows[:2] == ["NOT WRITTEN   1 / 120", "AGAIN"]
    assert evening.tap(order[1]) == ["refused"]
    assert len(pen.asked) == 1
    evening.tap(order[0])
    assert len(pen.asked) == 2
    pen.finish()
    evening.rest(0.0)
    assert evening.heard == ["tick"]
    evening.tap(order[1])
    assert evening.tagged() == {uid(card): card for card in order[:2]}


def test_a_locked_tag_counts_by_its_number(evening, pen, order) -> None:
    evening.tap(order[0])
    pen.fail(TagLocked("It is locked."))
    evening.rest(0.0)
    assert evening.press("y") == ["tick"]
    assert evening.rows[0] == "TAG DECK      1 / 120"
    assert evening.tagged() == {uid(order[0]): order[0]}


def test_no_takes_the_tag_back_while_it_is_written(evening, pen, order) -> None:
    evening.tap(order[0])
    assert evening.press("n") == ["undo"]
    assert evening.tagged() == {}
    pen.finish()
    evening.rest()
    assert evening.heard == []
    assert evening.rows[0] == "TAG DECK      0 / 120"


def test_another_tag_must_wait(evening, pen, order) -> None:
    evening.tap(order[0])
    assert evening.tap(order[1]) == ["refused"]
    assert evening.rows[1] == "HOLD STILL"
    assert len(evening.tagged()) == 1


def test_a_reader_that_cannot_write_says_so_at_once(evening, pen, order) -> None:
    evening.bench.writers = {}
    evening.tap(order[0])
    assert evening.rows[0] == "NOT WRITTEN   1 / 120"
    evening.press("y")
    evening.tap(order[1])
    assert len(evening.tagged()) == 2


def test_a_lost_tag_is_written_too(evening, pen, order) -> None:
    evening.desk.settings = evening.desk.settings.__class__()
    evening.tap(*order[:3])
    evening.press("m n")
    evening.choose("Write to tags: no")
    evening.press("y")
    evening.choose("Lost", "●YELLOW", "●YELLOW 1")
    evening.tap(order[0], order[2], "04a1a2a3a4a5a6")
    assert evening.rows[1] == "HOLD STILL"
    pen.finish()
    evening.rest(0.0)
    assert evening.heard == ["tick"]
    assert evening.deck().cards["04a1a2a3a4a5a6"] == order[1]


def test_no_while_a_new_tag_is_written_leaves_the_card_without(evening, pen, order) -> None:
    evening.press("m n")
    evening.choose("Lost", "●YELLOW", "●YELLOW 1")
    evening.tap("04a1a2a3a4a5a6")
    assert evening.press("n") == ["undo"]
    assert evening.tagged() == {}
    assert evening.rows[0] == "CARDS"
