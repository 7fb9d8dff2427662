"""Tags that are torn away at every page, refuse in the middle, or are read through noise (R24)."""

from __future__ import annotations

import random

import pytest

from drivers.ndef import EXTERNAL, Record, text_record, with_record, written
from drivers.ports import TagAway, TagLocked, TagSpoiled
from drivers.sim.faults import flipped
from drivers.tag_memory import writes
from drivers.tags import ntag213
from drivers.writer import TRIES
from tag_writing import LINK, OLD, OURS, PN532, UID, held, lay, ours, owners, write


# -- interruptions -------------------------------------------------------------------------
class Tear:
    """Takes the tag away at its n-th write: before it, after it, or in the middle of it."""

    def __init__(self, desk, tag, at, how):
        self.desk, self.tag, self.left, self.how = desk, tag, at, how
        self.dice = random.Random(at)
        tag.programming = self

    def __call__(self, _page, old, new):
        self.left -= 1
        if self.left >= 0:
            return new
        self.desk.sim.lift()
        if self.how == "torn":
            return bytes(self.dice.choice(pair) for pair in zip(old, new, strict=True))
        return old if self.how == "before" else new


STEPS = 10
"""Writes that the change takes, and one more."""


@pytest.mark.parametrize("how", ["before", "after", "torn"])
@pytest.mark.parametrize("at", range(STEPS))
def test_R24_torn_away_at_any_page_it_is_old_or_new_or_known_to_be_broken(desk, at, how):
    tag = lay(desk, ntag213(UID, OLD))
    tear = Tear(desk, tag, at, how)
    caught = write(desk).exception(0)
    if tear.left >= 0:  # it was not torn at all
        assert at == STEPS - 1
        assert caught is None
        return
    content = held(owners(tag))
    assert isinstance(caught, TagAway)
    assert caught.before is not None
    assert caught.before[: len(OLD)] == OLD
    if how != "torn":
        assert content in ((LINK,), (LINK, OURS), ())  # an empty message is no card of ours
    elif content not in ((LINK,), (LINK, OURS)):
        assert content in ((), "broken", "no message") or OURS not in content


@pytest.mark.parametrize("at", range(STEPS - 1))
def test_R24_a_tag_that_comes_back_in_time_is_finished(desk, at):
    tag = lay(desk, ntag213(UID, OLD))
    Tear(desk, tag, at, "torn")
    future = desk.reader.write(UID.hex(), ours, 10)
    desk.run(2)
    tag.programming = lambda _page, _old, new: new
    assert not future.done()
    desk.sim.place(tag)
    desk.run(2)
    assert held(future.result(0)) == held(owners(tag)) == (LINK, OURS)


def test_R24_what_was_lost_can_be_asked_for_again(uart):
    tag = lay(uart, ntag213(UID, OLD))
    Tear(uart, tag, 3, "after")
    before = write(uart).exception(0).before
    assert held(owners(tag)) == ()
    tag.programming = lambda _page, _old, new: new
    uart.sim.place(tag)
    assert held(write(uart, lambda _memory: ours(before)).result(0)) == (LINK, OURS)


@pytest.mark.parametrize("page", [5, 9, 13])
def test_R24_a_tag_that_refuses_in_the_middle_gets_back_what_it_held(desk, page):
    tag = lay(desk, ntag213(UID, OLD))
    before = bytes(tag.memory)
    tag.memory[40 * 4] = 0  # nothing is locked as far as anybody can see
    is_locked = tag._is_locked
    tag._is_locked = lambda number: number == page or is_locked(number)
    target = ours(owners(tag))
    caught = write(
        desk, lambda _memory: target[: page * 4 - 16] + b"new?" + target[page * 4 - 12 :]
    ).exception(0)
    assert type(caught) in (TagLocked, TagSpoiled)
    assert caught.before is None
    assert bytes(tag.memory) == before


def test_R24_a_tag_that_does_not_keep_what_is_written_is_told(desk):
    tag = lay(desk, ntag213(UID, OLD))
    worn = 9
    tag.programming = lambda page, old, new: old if page == worn and new != old else new
    before = bytes(tag.memory)
    caught = write(desk, lambda _memory: written(text_record("y" * 40)), timeout_s=5, run_s=6).exception(0)
    assert type(caught) is TagSpoiled
    assert caught.before is None
    assert bytes(tag.memory) == before


def test_R24_a_worn_tag_that_cannot_even_be_given_back_what_it_held(desk):
    tag = lay(desk, ntag213(UID, OLD))
    tag.programming = lambda page, _old, new: b"worn" if page == 9 else new
    caught = write(desk, lambda _memory: written(text_record("y" * 40)), timeout_s=5, run_s=6).exception(0)
    assert type(caught) is TagSpoiled
    assert caught.before[: len(OLD)] == OLD


def test_R24_a_tag_that_refuses_its_first_page_was_never_changed(desk):
    tag = lay(desk, ntag213(UID, OLD))
    before = bytes(tag.memory)
    tag._is_locked = lambda page: page == 4
    caught = write(desk).exception(0)
    assert type(caught) is TagLocked
    assert caught.before is None
    assert bytes(tag.memory) == before


def test_R24_a_worn_tag_that_leaves_while_it_is_given_back_what_it_held(desk):
    tag = lay(desk, ntag213(UID, OLD))

    def program(page, old, new):
        if desk.reader._writes._open[0]._failures == TRIES:  # it is being given back
            desk.sim.lift()
        return old if page == 9 and new != old else new

    tag.programming = program
    caught = write(desk, lambda _memory: written(text_record("y" * 40)), timeout_s=5, run_s=6).exception(0)
    assert type(caught) is TagSpoiled
    assert caught.before[: len(OLD)] == OLD


@pytest.mark.parametrize("kind", PN532)
def test_R15_R24_noise_on_the_line_is_gone_through(bench, kind):
    desk = bench(kind)
    tag = lay(desk, ntag213(UID, OLD))
    dice = random.Random(24)

    def noisy(frame):
        return flipped(dice.randrange(99), dice.randrange(8))(frame) if dice.random() < 0.1 else frame

    desk.sim.end.faults.always = noisy
    assert held(write(desk, timeout_s=20, run_s=10).result(0)) == held(owners(tag)) == (LINK, OURS)
    assert desk.reader.counts.bad_frames > 3


@pytest.mark.parametrize("kind", PN532)
def test_R17_R24_a_chip_that_is_reset_in_the_middle_goes_on(bench, kind):
    desk = bench(kind)
    tag = lay(desk, ntag213(UID, OLD))
    left = iter(range(4))

    def program(_page, _old, new):
        if next(left, None) == 3:
            desk.sim.reset()
        return new

    tag.programming = program
    assert held(write(desk, timeout_s=10).result(0)) == held(owners(tag)) == (LINK, OURS)
    assert desk.reader.counts.resyncs >= 1


# -- the order, as such --------------------------------------------------------------------
def test_R24_at_every_step_there_is_the_old_message_or_none_or_the_new_one():
    dice = random.Random(24)
    for _ in range(300):
        old = written(text_record("o" * dice.randrange(1, 280)))
        lead = dice.choice([b"", b"\x01\x03\xa0\x0c\x34", b"\x00" * dice.randrange(4)])
        now = (lead + old).ljust(304, b"\0")
        target = with_record(now, Record(EXTERNAL, b"a:b", bytes(dice.randrange(20))))[:304].ljust(304, b"\0")
        memory = bytearray(now)
        steps = writes(now, target)
        for number, step in enumerate(steps):
            assert held(bytes(memory)) == held(now) if number == 0 else held(bytes(memory)) == ()
            memory[step.page * 4 - 16 : step.page * 4 - 12] = step.content
        assert memory == target


def test_R24_a_message_that_moves_leaves_no_half_ones_either():
    for now, target in ((written(LINK), bytes(6) + written(OURS)), (bytes(6) + written(OURS), written(LINK))):
        memory, goal = bytearray(now.ljust(80, b"\0")), target.ljust(80, b"\0")
        first = held(bytes(memory))
        for step in writes(bytes(memory), goal):
            assert held(bytes(memory)) in (first, (), "no message", "broken")
            memory[step.page * 4 - 16 : step.page * 4 - 12] = step.content
        assert memory == goal
