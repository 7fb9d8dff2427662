"""Tags at an MFRC522: who they are, when they come and go, how long it takes, what they hold."""

from __future__ import annotations

import random
import statistics

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.mfrc522 import LOOK_EVERY_S, POLL_S, Mfrc522Reader
from drivers.mfrc522_registers import Register
from drivers.ndef import describe, text_record, written
from drivers.ports import CardGone, CardsClash, CardSeen
from drivers.sim.chips.iso14443a import State
from drivers.sim.spi import TRANSFER_S
from drivers.tags import TagImage, is_random, ntag213, ntag216, parse_uid, ultralight
from mfrc522_desk import AIR_S, UID_A, UID_B, A, B, Desk, kinds


# -- identity -----------------------------------------------------------------------------
def test_R01_uids_of_all_sizes_come_whole(desk):
    for uid in (b"\x00\x01\x02\x03", UID_A, bytes(range(10))):
        seen, gone = desk.tap(TagImage(uid, 0x08 if len(uid) == 4 else 0x00, b"\x00\x04"))
        assert (seen.uid, gone.uid) == (uid.hex(), uid.hex())


def test_R02_tags_that_share_their_first_or_last_bytes_are_two(desk):
    for pair in (("04a1b2c3000000", "04a1b2c3000001"), ("00a1b2c3d4e5f6", "01a1b2c3d4e5f6")):
        uids = [desk.tap(ntag213(bytes.fromhex(uid)))[0].uid for uid in pair]
        assert uids == list(pair)


@given(uid=st.binary(min_size=4, max_size=4) | st.binary(min_size=7, max_size=7))
@settings(max_examples=30)
def test_R03_the_uid_is_canonical(uid):
    desk = Desk()
    seen = desk.tap(TagImage(uid))[0]
    assert seen.uid == uid.hex() == parse_uid(seen.uid)


TAGS = [
    A,
    ntag213(UID_B, written(text_record("captain 2"))),
    ntag216(b"\xff" * 7, written(text_record("x" * 300))),
    ultralight(bytes(7), b"\xfd" + bytes(40)),
    TagImage(b"\x88\x01\x02\x03", 0x08, b"\x00\x04"),
    TagImage(bytes(range(10)), 0x20, b"\x03\x44"),
]


def test_R04_the_same_tag_is_the_same_on_both_readers(bench):
    desk, other = Desk(known=lambda _uid: False), bench("uart", lambda _uid: False)
    for tag in TAGS:
        here, there = desk.tap(tag)[0], other.tap(tag, held_s=1.5)[0]
        assert (here.uid, here.memory) == (there.uid, there.memory)


def test_R05_a_genuine_uid_that_begins_like_a_cascade_tag(desk):
    uid = "88a1b2c3"
    assert desk.tap(TagImage(bytes.fromhex(uid), 0x08, b"\x00\x04"))[0].uid == uid


def test_R06_a_phone_has_another_uid_at_each_tap_and_is_known_by_it(desk):
    uids = [desk.tap(TagImage(b"\x08" + bytes([n, 2, 3]), 0x20, b"\x00\x04"))[0].uid for n in range(3)]
    assert len(set(uids)) == 3
    assert all(map(is_random, uids))


def test_R07_distinct_cards_with_one_uid_are_one_to_the_reader(desk):
    clones = ntag213(UID_A), ntag213(UID_A, written(text_record("a clone")))
    assert [desk.tap(clone)[0].uid for clone in clones] == [UID_A.hex()] * 2
    desk.sim.place_many(*clones)
    assert kinds(desk.run(1)) == [CardSeen]  # on the air they speak as one


# -- presence -----------------------------------------------------------------------------
def test_R08_flaky_contact_is_no_lifting(desk, soak):
    dice = random.Random(8)
    desk.sim.place(A)
    desk.run(0.1)
    desk.sim.field.misses = lambda _tag: dice.random() < 0.1
    desk.run(600 if soak else 30)
    desk.sim.field.misses = lambda _tag: dice.random() < 0.6  # most looks miss, and call again
    desk.run(10)
    assert kinds(desk.items) == [CardSeen]


def test_R08_lifted_takes_three_misses_and_300_ms(desk):
    desk.sim.place(A)
    desk.run(1)
    desk.sim.lift()
    lifted_s = desk.clock.now_s()
    (gone,) = desk.run(1)
    assert 0.3 - LOOK_EVERY_S <= gone.at_s - lifted_s <= 0.3 + 2 * POLL_S


def test_R09_one_tap_for_a_tag_that_stays(desk, soak):
    desk.sim.place(A)
    desk.run(3600 if soak else 30)
    assert kinds(desk.items) == [CardSeen]
    assert desk.reader.counts.bad_frames == 0
    assert desk.sim.chip.air.tags[0].state is State.HALT  # between looks it sleeps


def test_R10_lifted_and_laid_down_again_is_a_new_tap(desk):
    first, gone, again, _ = desk.tap(A) + desk.tap(A)
    assert kinds([first, gone, again]) == [CardSeen, CardGone, CardSeen]
    assert first.at_s < gone.at_s < again.at_s


def test_R10_a_swap_in_one_movement_is_a_tap_at_once(desk):
    desk.sim.place(A)
    desk.run(1)
    desk.sim.lift()
    desk.sim.place(B)
    swapped_s = desk.clock.now_s()
    seen, gone = desk.run(1)
    assert (seen.uid, gone.uid) == (B.uid_hex, A.uid_hex)
    assert seen.at_s - swapped_s <= LOOK_EVERY_S + 0.01


def test_R11_times_are_the_readers_and_a_slow_consumer_fakes_no_lifting(desk):
    def slow(item):
        desk.items.append(item)
        desk.clock.sleep(5)

    desk.reader._outages.sink = slow
    placed_s = desk.clock.now_s()
    desk.sim.place(A)
    (seen,) = desk.run(20)
    assert placed_s <= seen.at_s <= placed_s + POLL_S + 0.01


def test_R12_presence_does_not_survive_a_restart(desk):
    desk.sim.place(A)
    assert kinds(desk.run(1)) == [CardSeen]
    desk.reader.end()
    fresh = Mfrc522Reader("main", desk.sim.open_port, desk.clock, nap=desk.clock.sleep)
    fresh._outages.sink = desk.items.append
    desk.reader = fresh
    assert kinds(desk.run(1)) == [CardSeen]


def test_R13_two_tags_are_a_clash_and_no_tap(desk):
    desk.sim.place_many(B, A)
    (clash,) = desk.run(1)
    assert (type(clash), clash.uids) == (CardsClash, (A.uid_hex, B.uid_hex))
    desk.sim.lift(B.uid_hex)
    assert [item.uid for item in desk.run(1)] == [B.uid_hex]
    desk.sim.lift()
    assert kinds(desk.run(1)) == [CardGone]
    assert kinds(desk.tap(A)) == [CardSeen, CardGone]


def test_R13_a_second_tag_beside_the_first_is_a_clash_and_no_tap(desk):
    desk.sim.place(A)
    desk.run(1)
    desk.sim.place(B)
    (clash,) = desk.run(1)
    assert clash.uids == (A.uid_hex, B.uid_hex)


def test_R13_tags_of_different_sizes_clash_too(desk):
    desk.sim.place_many(A, TagImage(b"\x01\x02\x03\x04", 0x08, b"\x00\x04"))
    (clash,) = desk.run(1)
    assert clash.uids == ("01020304", A.uid_hex)


def test_R13_three_tags_are_a_clash(desk):
    desk.sim.place_many(A, B, ntag213(bytes(7)))
    assert kinds(desk.run(1)) == [CardsClash]


# -- time ---------------------------------------------------------------------------------
def test_R14_a_tap_takes_little_more_than_the_air_and_the_bus(desk, record_property):
    took_ms, ratios, dice = [], [], random.Random(14)
    seen = []
    desk.reader._outages.sink = lambda item: seen.append((desk.clock.now_s(), desk.sim.line.transfers, item))
    for number in range(40):
        desk.run(dice.random() / 10)
        desk.sim.place(ntag213(bytes([4, number, 3, 4, 5, 6, 7])))
        seen.clear()
        while not seen:
            began_s, before = desk.clock.now_s(), desk.sim.line.transfers
            pause_s = desk.reader.turn()
            desk.clock.sleep(pause_s)
        at_s, transfers, item = seen[0]
        assert isinstance(item, CardSeen)
        took_s = at_s - began_s
        took_ms.append(took_s * 1000)
        ratios.append(took_s / (AIR_S + (transfers - before) * TRANSFER_S))
        desk.sim.lift()
        desk.run(0.6)
    record_property("tap_ms_p95", round(statistics.quantiles(took_ms, n=20)[18], 2))
    assert min(took_ms) > 4.1  # frames without the pauses between them: otherwise nothing was measured
    assert statistics.quantiles(ratios, n=20)[18] <= 1.3


def test_R18_an_idle_reader_costs_next_to_nothing(desk):
    before, busy_s, began_s = desk.sim.line.transfers, desk.sim.line.busy_s, desk.clock.now_s()
    desk.run(20)
    passed_s = desk.clock.now_s() - began_s
    assert (desk.sim.line.transfers - before) / passed_s <= 420
    assert (desk.sim.line.busy_s - busy_s) / passed_s <= 0.0126


def test_R18_a_tag_that_lies_there_costs_little(desk):
    desk.sim.place(A)
    desk.run(1)
    before = desk.sim.line.transfers
    desk.run(10)
    assert (desk.sim.line.transfers - before) / 10 <= 1000


def test_a_slower_poll_costs_less():
    desk = Desk(poll_s=0.5)
    desk.run(10)
    assert desk.sim.line.transfers <= 300
    desk.sim.place(A)
    assert kinds(desk.run(0.6)) == [CardSeen]


# -- memory -------------------------------------------------------------------------------
def test_an_unknown_tag_comes_with_its_memory():
    desk = Desk(known=lambda uid: uid == B.uid_hex)
    for tag, memory in (
        (B, None),
        (ntag213(UID_A, written(text_record("sailor 3"))), written(text_record("sailor 3"))),
        (ntag213(UID_A, b"\x00" * 144), bytes(144)),
        (ntag216(UID_A, written(text_record("x" * 700))), written(text_record("x" * 700))),
        (TagImage(UID_A, 0x08, b"\x00\x04"), None),
    ):
        seen = desk.tap(tag)[0]
        assert seen.memory == memory if memory is None else seen.memory[: len(memory)] == memory
    assert desk.longest_turn_s < 0.3


def test_real_tags_are_described_from_what_the_driver_read(tag_files):
    desk = Desk(known=lambda _uid: False)
    for name in ("Google", "RickRoll", "Open_Android_flipper", "Empty_NTAG213"):
        seen = desk.tap(tag_files[name])[0]
        assert seen.uid == tag_files[name].uid_hex
        assert describe(seen.memory) == describe(tag_files[name].user_memory)


def test_a_tag_lifted_while_it_is_read_still_counts_as_a_tap():
    desk = Desk(known=lambda _uid: False)
    desk.run(0.1)
    desk.sim.chip.air.faults.leave_after = 2 + 5 + 3 + 5 + 3 + 18 + 7
    assert [item.memory for item in desk.tap(ntag216(UID_A, bytes(888)))[:1]] == [None]


def test_reading_a_memory_ends_after_its_time():
    desk = Desk(known=lambda _uid: False)
    tag = ntag216(UID_A, bytes(888))
    desk.sim.place(tag)
    seen = desk.run(1)[0]
    assert seen.memory == bytes(888)
    desk.sim.lift()
    desk.run(1)
    desk.sim.chip.air.faults.late_s = 0.0003  # still in time for the chip, whose timer waits for 5 ms
    slow = desk.reader._nap
    desk.reader._chip._nap = lambda duration_s: slow(duration_s * 40)
    desk.sim.place(tag)
    assert desk.run(3)[0].memory is None


def test_a_lookup_that_raises_is_no_end_of_the_reader(caplog):
    def known(_uid):
        raise LookupError("a bug of the consumer")

    desk = Desk(known=known)
    assert [(type(item), item.uid) for item in desk.tap(A)] == [(CardSeen, A.uid_hex), (CardGone, A.uid_hex)]
    assert "could not be told" in caplog.text


def test_a_collision_that_was_none_does_not_spoil_the_reading():
    desk = Desk(known=lambda _uid: False)
    desk.run(0.1)
    crackles = iter([True])

    def spoiler(sent, got):
        """Report a collision in the first whole level that comes in."""
        if sent[0] == 0x80 | Register.ERROR << 1 and len(desk.sim.chip._fifo) == 5 and next(crackles, False):
            return got[:1] + b"\x08"
        if sent[0] == 0x80 | Register.COLL << 1:
            return got[:1] + b"\x0c"
        return got

    desk.sim.line.spoiler = spoiler
    tag = ntag213(UID_A, written(text_record("sailor 3")))
    seen = desk.tap(tag)[0]
    assert (seen.uid, describe(seen.memory)) == (A.uid_hex, "sailor 3")
