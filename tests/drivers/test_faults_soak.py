"""An evening of taps on a PN532 where each one meets a fault: at any moment before, during or across it.

The MFRC522 has the like in ``test_mfrc522_soak.py``.
"""

from __future__ import annotations

import errno
import random
from dataclasses import astuple
from itertools import pairwise

import pytest

from drivers.ports import CardGone, CardsClash, CardSeen, ReaderBack, ReaderLost
from drivers.sim.faults import flipped, lost, torn
from drivers.tags import ntag213

SHORTEST_TAP_S, LONGEST_TAP_S = 0.3, 0.6
FREE_S = 0.3
"""A tap that lies for so long without any fault is never lost, whatever came before."""
FEWEST_AT_ONCE, MOST_AT_ONCE = 2, 8
"""Faults that fall upon one tap where they are dense: up to ten in a second."""
LATE_S = 0.1
"""How long answers stay late."""
EARLY_S = 0.35
"""A fault may come so long before its tap, for what it leaves behind."""
TOLD_S = 0.75
"""So long after a tag was lifted that must have been told."""
LONGEST_TURN_S = 1.0
LIST_ANSWER = b"\xd5\x4b"
TAGS = [ntag213(bytes([4, number, 0x11, 0x22, 0x33, 0x44, number])) for number in range(60)]


class Evening:
    """A reader, a table of cards, and the ledger of what happened to it."""

    def __init__(self, bench, kind: str, seed: int) -> None:
        self.dice = random.Random(seed)
        self.desk = bench(kind, lambda _uid: self.dice.random() < 0.8)
        self.faults = 0
        self.shown = True
        """The driver can have noticed the last fault."""
        self.kinds = [
            self.spoil_a_frame,
            self.spoil_a_command,
            self.reset,
            self.be_late,
            self.miss,
            self.chatter,
        ]
        if kind == "i2c":
            self.kinds += [self.be_busy, self.fail_on_the_bus]
        self.desk.run(0.3)

    @property
    def end(self):
        return self.desk.sim.end

    def counted(self) -> int:
        return sum(astuple(self.desk.reader.counts))

    # -- faults that last a moment ---------------------------------------------------------
    def spoil_a_frame(self) -> None:
        """Lose, tear or flip what the chip says next; a list of tags may be missed without a trace."""

        def spoil(frame: bytes) -> bytes:
            inside = self.dice.randrange(3, max(4, len(frame) - 1))
            spoiler = self.dice.choice([lost, torn(inside), flipped(inside, self.dice.randrange(8))])
            spoiled = spoiler(frame)
            read = spoiled.ljust(len(frame), b"\xff")  # as it is on a bus that nobody drives any more
            self.shown = LIST_ANSWER not in frame and read[:-1] != frame[:-1]
            return spoiled

        self.shown = False
        self.end.faults.spoil(spoil)

    def spoil_a_command(self) -> None:
        """Lose or flip what the chip hears next; only the end of a look may be missed without a trace."""

        def spoil(message: bytes) -> bytes:
            self.shown = len(message) > 6
            return self.dice.choice([lost, flipped(self.dice.randrange(3, max(4, len(message) - 1)))])(
                message
            )

        self.shown = False
        self.end.faults.mishear(spoil)

    def reset(self) -> None:
        self.desk.sim.reset()

    def be_late(self) -> None:
        self.shown = False
        self.end.faults.late_s = self.dice.uniform(0, 0.05)
        self.desk.after(LATE_S, lambda: setattr(self.end.faults, "late_s", 0.0))

    def miss(self) -> None:
        """Let the next looks of the chip miss the tag."""
        self.shown = False
        misses = iter([True] * self.dice.randrange(1, 4))
        self.desk.sim.field.misses = lambda _tag: next(misses, False)

    def chatter(self) -> None:
        self.shown = False
        self.end.chatter(self.dice.randbytes(self.dice.randrange(1, 30)))

    def be_busy(self) -> None:
        self.desk.sim.refuse(self.dice.randrange(1, 9))

    def fail_on_the_bus(self) -> None:
        error = self.dice.choice([errno.EIO, errno.EREMOTEIO, errno.ENXIO, errno.EAGAIN])
        self.desk.sim.refuse(self.dice.randrange(1, 6), error)

    # -- taps --------------------------------------------------------------------------------
    def tap_with_a_fault(self) -> None:
        """Tap a card and let something go wrong once at any time around it: it is one tap and one lifting."""
        desk, dice = self.desk, self.dice
        tag, held_s = dice.choice(TAGS), dice.uniform(SHORTEST_TAP_S, LONGEST_TAP_S)
        before, counted, fault = len(desk.items), self.counted(), dice.choice(self.kinds)
        placed_s = desk.clock.now_s() + EARLY_S
        self.faults, self.shown = self.faults + 1, True
        desk.clock.at(placed_s, lambda: desk.sim.place(tag))
        desk.clock.at(placed_s + dice.uniform(-EARLY_S, held_s), fault)
        desk.clock.at(placed_s + held_s, desk.sim.lift)
        desk.run(EARLY_S + held_s + TOLD_S)
        told = [
            (type(item), item.uid) for item in desk.items[before:] if isinstance(item, CardSeen | CardGone)
        ]
        story = (self.faults, fault.__name__, desk.items[before:], placed_s, held_s)
        assert told == [(CardSeen, tag.uid_hex), (CardGone, tag.uid_hex)], story
        assert len(desk.items) - before == 2, story
        assert placed_s <= desk.items[-2].at_s <= placed_s + held_s, story
        assert desk.items[-1].at_s >= placed_s + held_s, story
        assert self.counted() > counted or not self.shown, story

    def tap_with_many_faults(self) -> bool:
        """Tap a card while faults fall upon each other; tell whether it was seen, which it may not be.

        What was spoiled is over with the next frame: a tap that lies untroubled for a while is seen.
        """
        desk, dice = self.desk, self.dice
        tag, held_s, before = dice.choice(TAGS), dice.uniform(SHORTEST_TAP_S, LONGEST_TAP_S), len(desk.items)
        placed_s = desk.clock.now_s() + EARLY_S
        moments = sorted(
            dice.uniform(-EARLY_S, held_s) for _ in range(dice.randint(FEWEST_AT_ONCE, MOST_AT_ONCE))
        )
        self.faults += len(moments)
        desk.clock.at(placed_s, lambda: desk.sim.place(tag))
        for moment_s in moments:
            desk.clock.at(placed_s + moment_s, dice.choice(self.kinds))
        desk.clock.at(placed_s + held_s, desk.sim.lift)
        desk.run(EARLY_S + held_s + TOLD_S)
        told = [
            (type(item), item.uid) for item in desk.items[before:] if isinstance(item, CardSeen | CardGone)
        ]
        story = (self.faults, desk.items[before:], placed_s, held_s, moments)
        assert told in ([], [(CardSeen, tag.uid_hex), (CardGone, tag.uid_hex)]), story
        borders = [0.0, *(max(0.0, moment_s + LATE_S) for moment_s in moments), held_s]
        free_s = max(after - before for before, after in pairwise(borders))
        assert told or free_s - LATE_S < FREE_S, story
        return bool(told)

    def tap_across_an_outage(self) -> None:
        """Pull the cable, or let the chip say nothing, while a card lies there: it stays one placement."""
        desk, dice = self.desk, self.dice
        tag, before, losses = dice.choice(TAGS), len(desk.items), desk.reader.counts.losses
        self.faults += 1
        desk.sim.place(tag)
        desk.run(0.5)
        outage_s = dice.uniform(0.05, 4)
        (self.pull if dice.random() < 0.5 else self.fall_silent)(outage_s)
        desk.run(outage_s + 5.5)
        desk.sim.lift()
        desk.run(TOLD_S)
        kinds = [type(item) for item in desk.items[before:]]
        assert kinds in ([CardSeen, CardGone], [CardSeen, ReaderLost, ReaderBack, CardGone]), (
            kinds,
            outage_s,
        )
        assert desk.reader.counts.losses - losses == kinds.count(ReaderLost)
        assert outage_s < 2 or ReaderLost in kinds

    def pull(self, outage_s: float) -> None:
        self.desk.sim.unplug()
        self.desk.after(outage_s, self.desk.sim.plug)

    def fall_silent(self, outage_s: float) -> None:
        self.end.faults.always = lost
        self.desk.after(outage_s, lambda: setattr(self.end.faults, "always", lambda frame: frame))

    def quiet(self) -> None:
        """Let nothing happen on an empty reader but faults: nothing may be told."""
        before = len(self.desk.items)
        for _ in range(5):
            self.faults += 1
            self.desk.after(self.dice.uniform(0, 0.5), self.dice.choice(self.kinds))
            self.desk.run(0.6)
        assert self.desk.items[before:] == []


@pytest.mark.parametrize("kind", ["uart", "i2c"])
def test_R08_R09_R15_R17_R25_no_fault_is_a_false_tap_or_a_lost_one(bench, kind, soak, record_property):
    """A thousand faults, fifty thousand in the long form."""
    evening = Evening(bench, kind, seed=24)
    while evening.faults < (50_000 if soak else 1_000):
        evening.dice.choice(
            [evening.tap_with_a_fault] * 40 + [evening.quiet] * 4 + [evening.tap_across_an_outage]
        )()
    counts = evening.desk.reader.counts
    record_property("simulated_hours", round(evening.desk.clock.now_s() / 3600, 1))
    record_property("counts", str(counts))
    assert not any(isinstance(item, CardsClash) for item in evening.desk.items)
    assert evening.desk.longest_turn_s <= LONGEST_TURN_S
    assert min(counts.bad_frames, counts.retries, counts.resyncs, counts.losses) > 0


@pytest.mark.parametrize("kind", ["uart", "i2c"])
def test_R08_R15_R17_faults_that_fall_upon_each_other_are_no_false_tap_and_hardly_a_lost_one(
    bench, kind, soak, record_property
):
    """Five hundred faults, up to ten in a second; fifty thousand in the long form.

    A chip that is reset again and again while a card lies there cannot see it: one tap in two hundred may
    be lost, none that lay untroubled for a while, and none is ever told wrongly.
    """
    evening = Evening(bench, kind, seed=5)
    taps = lost_taps = 0
    while evening.faults < (50_000 if soak else 500):
        taps += 1
        lost_taps += not evening.tap_with_many_faults()
    desk = evening.desk
    record_property("taps", f"{taps}, {lost_taps} lost")
    record_property("counts", str(desk.reader.counts))
    assert not any(isinstance(item, CardsClash) for item in desk.items)
    assert lost_taps <= max(1, taps / 200)
    assert desk.longest_turn_s <= LONGEST_TURN_S
    evening.desk.clock.sleep(5)
    evening.tap_with_a_fault()
