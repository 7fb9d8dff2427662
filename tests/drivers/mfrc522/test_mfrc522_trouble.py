"""An MFRC522 that writes, and one whose tags, bus or chip misbehave, is lost and comes back."""

from __future__ import annotations

import itertools
import random

import pytest

from drivers.mfrc522 import RESYNCS_IN_A_ROW, Mfrc522Reader
from drivers.mfrc522_registers import Register
from drivers.ndef import text_record, written
from drivers.ports import CardGone, CardSeen, ReaderBack, ReaderLost, TagAway, TagWriter, WriteError
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.faults import flipped, intact, lost, torn
from drivers.tags import ntag216
from mfrc522_desk import UID_A, A, B, Desk, kinds


# -- writing ------------------------------------------------------------------------------
def test_R24_a_tag_is_written_when_it_lies_there_alone(desk):
    writer: TagWriter = desk.reader
    content = written(text_record("captain 3"))
    future = writer.write(A.uid_hex, lambda _old: content, timeout_s=5)
    desk.sim.place_many(A, B)
    desk.run(0.5)
    assert not future.done()  # two lie there: none of them counts
    desk.sim.lift(B.uid_hex)
    desk.run(0.5)
    assert future.result(0)[: len(content)] == content
    assert bytes(desk.sim.field.tags[0].memory[16 : 16 + len(content)]) == content
    desk.run(1)
    assert CardSeen not in kinds(desk.items)


@pytest.mark.parametrize("torn_at", range(4))
def test_R24_a_tag_lifted_while_it_is_written_is_finished_when_it_comes_back(desk, torn_at):
    content = written(text_record("captain 3"))
    tag = Type2Tag(A)
    writes = iter(range(100))

    def programming(_page, _old, new):
        if next(writes) == torn_at:
            desk.sim.lift()
        return new

    tag.programming = programming
    future = desk.reader.write(A.uid_hex, lambda _old: content, timeout_s=5)
    desk.sim.place(tag)
    desk.run(1)
    assert not future.done()
    desk.sim.place(tag)
    desk.run(1)
    assert future.result(0)[: len(content)] == content
    assert kinds(desk.items) == [CardSeen, CardGone, CardSeen]


def test_R24_writing_goes_on_through_resets_and_noise(desk):
    content = written(text_record("x" * 400))
    dice = random.Random(24)
    future = desk.reader.write(UID_A.hex(), lambda _old: content, timeout_s=60)
    desk.sim.chip.air.faults.always = lambda frame: flipped(0)(frame) if dice.random() < 0.01 else frame
    desk.sim.place(ntag216(UID_A))
    for _ in range(20):
        desk.run(0.1)
        desk.sim.reset()
    desk.run(10)
    assert future.result(0)[: len(content)] == content
    assert desk.of(CardGone, ReaderLost) == []


def test_R24_a_tag_that_does_not_come_is_told(desk):
    future = desk.reader.write(A.uid_hex, lambda old: old, timeout_s=2)
    desk.run(3)
    with pytest.raises(TagAway, match="not laid on the reader in time"):
        future.result(0)
    late = desk.reader.write(A.uid_hex, lambda old: old, timeout_s=2)
    desk.reader.close()
    with pytest.raises(WriteError, match="switched off"):
        late.result(0)


# -- trouble ------------------------------------------------------------------------------
@pytest.mark.parametrize("spoiler", [flipped(1), torn(1), lost])
def test_R15_an_answer_spoiled_anywhere_is_asked_for_again(desk, spoiler):
    for answer in range(5):
        desk.sim.chip.air.faults.spoil(*[intact] * answer, spoiler)
        assert desk.tap(A)[0].uid == A.uid_hex
    counts = desk.reader.counts
    assert counts.retries >= 4
    assert (counts.resyncs, counts.losses) == (0, 0)


def test_R15_noise_without_a_tag_is_counted_and_is_no_tap(desk):
    dice = random.Random(15)
    desk.sim.chip.air.hum = lambda: dice.randbytes(dice.randrange(20)) if dice.random() < 0.3 else b""
    assert desk.run(20) == []
    assert desk.reader.counts.bad_frames > 100
    assert desk.reader.counts.losses == 0
    desk.sim.chip.air.hum = lambda: b""
    assert kinds(desk.tap(A)) == [CardSeen, CardGone]


def test_R16_a_tag_left_in_any_state_is_seen_after_the_start(desk):
    desk.sim.place(A)
    desk.run(0.1)
    desk.sim.field.misses = lambda _tag: False
    chip = desk.reader._chip
    chip.transceive(b"\x52", last_bits=7)  # half selected, and the driver forgets all about it
    desk.reader.end()
    desk.reader = Mfrc522Reader("main", desk.sim.open_port, desk.clock, nap=desk.clock.sleep)
    desk.reader._outages.sink = desk.items.append
    assert kinds(desk.run(0.1)) == [CardSeen]


def test_R17_a_brown_out_is_no_lifting_and_loses_no_tap(desk):
    for _ in range(5):
        desk.sim.reset()
        assert kinds(desk.tap(A)) == [CardSeen, CardGone]
        desk.sim.place(A)
        assert kinds(desk.run(0.5)) == [CardSeen]
        desk.sim.reset()  # while the tag lies there
        assert desk.run(1) == []
        desk.sim.lift()
        assert kinds(desk.run(1)) == [CardGone]
    assert desk.reader.counts.resyncs == 10
    assert desk.reader.counts.losses == 0


def test_R17_resets_at_random_times(soak):
    """A day of brown-outs, two minutes in CI; looks are rarer than at a table to keep it short."""
    desk, dice = Desk(poll_s=0.1), random.Random(17)
    end_s = 24 * 3600 if soak else 120
    while desk.clock.now_s() < end_s:
        desk.run(dice.uniform(0, 20))
        desk.sim.reset()
        assert kinds(desk.tap(A)) == [CardSeen, CardGone]
    assert desk.of(ReaderLost) == []


def test_R17_a_setting_that_was_lost_is_mended_within_five_seconds(desk):
    desk.sim.chip.write(Register.TX_ASK, 0)
    desk.run(5)
    assert desk.sim.chip.read(Register.TX_ASK) == 0x40
    assert desk.reader.counts.resyncs == 1


def test_R17_a_chip_that_is_stuck_again_and_again_is_lost_and_comes_back(desk):
    desk.sim.chip.deaf = True
    (loss,) = desk.run(30)
    assert "neither receives nor gives up" in loss.reason
    assert desk.reader.counts.resyncs >= RESYNCS_IN_A_ROW
    desk.sim.chip.deaf = False
    assert kinds(desk.run(5)) == [ReaderBack]
    assert kinds(desk.tap(A)) == [CardSeen, CardGone]


def test_R29_no_turn_takes_long_whatever_the_chip_does(desk):
    desk.sim.place(A)
    desk.run(1)
    for level in (0x00, 0xFF, None):
        if level is None:
            desk.sim.chip.deaf = True
        else:
            desk.sim.unplug(level)
        desk.run(3)
        desk.sim.plug()
        desk.run(5)
    assert desk.longest_turn_s <= 0.1


# -- losses -------------------------------------------------------------------------------
def cut(desk, how):
    desk.sim.remove() if how == "removed" else desk.sim.unplug(how)


@pytest.mark.parametrize("how", [0x00, 0xFF, "removed"])
def test_R21_unplugged_and_plugged_in_again(desk, how):
    pulled_s = desk.clock.now_s()
    cut(desk, how)
    (loss,) = desk.run(3)
    assert type(loss) is ReaderLost
    assert loss.at_s - pulled_s <= 2
    assert ("No such device" if how == "removed" else "no MFRC522 answers") in loss.reason
    assert loss.reason.startswith("reader main: ")
    plugged_s = desk.clock.now_s()
    desk.sim.plug()
    (back,) = desk.run(5)
    assert type(back) is ReaderBack
    assert back.at_s - plugged_s <= 5
    assert kinds(desk.tap(A)) == [CardSeen, CardGone]


def test_R21_twenty_times_and_the_tag_that_stays_is_one_placement():
    desk = Desk(poll_s=0.5)
    desk.sim.place(A)
    desk.run(1)
    for turn in range(20):
        cut(desk, [0x00, 0xFF, "removed"][turn % 3])
        desk.run(1.5 + turn)
        desk.sim.plug()
        desk.run(5)
    assert len(desk.of(CardSeen)) == 1
    assert kinds(desk.items[1:]) == [ReaderLost, ReaderBack] * 20
    assert desk.reader.counts.losses == 20
    assert desk.sim.board.opened == 1


def test_R22_a_reader_missing_at_start_is_told_once_and_found_later():
    desk = Desk()
    desk.sim.unplug()
    assert kinds(desk.run(100)) == [ReaderLost]
    desk.sim.plug()
    assert kinds(desk.run(31)) == [ReaderBack]
    assert kinds(desk.tap(A)) == [CardSeen, CardGone]


@pytest.mark.parametrize(("how", "planned_s"), [(0x00, [1, 2, 4, 8, 16, 30, 30]), ("removed", [1, 2, 2, 2])])
def test_R22_attempts_become_rarer_up_to_30_s(how, planned_s):
    desk = Desk()
    cut(desk, how)
    opened_s = []
    open_port = desk.reader._open_port

    def opening():
        opened_s.append(desk.clock.now_s())
        return open_port()

    desk.reader._open_port = opening
    desk.run(100)
    pauses_s = [later - earlier for earlier, later in itertools.pairwise(opened_s)]
    assert pauses_s[: len(planned_s)] == pytest.approx(planned_s, abs=0.2)
    assert len(desk.items) == 1
    assert desk.sim.board.opened == 0


def test_gains_are_checked():
    with pytest.raises(ValueError, match="no gain of 40 dB, only 18, 23, 33, 38, 43, 48"):
        Desk(gain=40)
