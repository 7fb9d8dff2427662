"""An evening of taps on an MFRC522 where everything that can goes wrong now and then, in virtual time."""

from __future__ import annotations

import random

import pytest

from drivers.mfrc522 import Mfrc522Reader
from drivers.ports import CardGone, CardsClash, CardSeen, ReaderBack, ReaderLost
from drivers.sim.faults import flipped, lost, torn
from drivers.sim.spi import LeapingClock, Mfrc522OnSpi
from drivers.tags import ntag213

LONGEST_TURN_S = 1.0
SHORTEST_TAP_S = 0.3
TAGS = [ntag213(bytes([4, number, 0x11, 0x22, 0x33, 0x44, number])) for number in range(60)]


class Evening:
    """A reader, a table of cards, and the ledger of what happened to it."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.clock = LeapingClock()
        self.sim = Mfrc522OnSpi(self.clock, charged=True)
        self.faults = 0
        self.items = []
        self.longest_turn_s = 0.0
        self.reader = Mfrc522Reader(
            "main",
            self.sim.open_port,
            self.clock,
            lambda _uid: self.dice.random() < 0.8,
            nap=self.clock.sleep,
        )
        self.reader._outages.sink = self.items.append
        self.run(0.1)

    def run(self, duration_s: float) -> None:
        end_s = self.clock.now_s() + duration_s
        while self.clock.now_s() < end_s:
            began_s = self.clock.now_s()
            pause_s = self.reader.turn()
            self.longest_turn_s = max(self.longest_turn_s, self.clock.now_s() - began_s)
            self.clock.sleep(pause_s)

    def chance(self, share: float) -> bool:
        hit = self.dice.random() < share
        self.faults += hit
        return hit

    def on_the_air(self, answer: bytes) -> bytes:
        """Spoil one answer in fifty."""
        if not answer or not self.chance(0.05):
            return answer
        self.sim.chip.air.parity = self.dice.random() < 0.7
        spoilers = [flipped(self.dice.randrange(99), self.dice.randrange(8)), torn(len(answer) // 2), lost]
        return self.dice.choice(spoilers)(answer)

    def on_the_wire(self, message: bytes) -> bytes:
        """Flip a bit in one transfer of some hundred, on the way to the chip or from it."""
        if not self.chance(0.006):
            return message
        return flipped(self.dice.randrange(99), self.dice.randrange(8))(message)

    def begin_trouble(self) -> None:
        chip = self.sim.chip
        chip.air.faults.always = self.on_the_air
        chip.air.hum = lambda: self.dice.randbytes(self.dice.randrange(1, 9)) if self.chance(0.05) else b""
        self.sim.line.sending = self.on_the_wire
        self.sim.line.spoiler = lambda _sent, got: self.on_the_wire(got)
        self.sim.field.misses = lambda _tag: self.chance(0.05)

    def tap(self, number: int) -> None:
        """Tap a card; between two cards the supply may dip."""
        if self.chance(0.1):
            self.sim.reset()
        self.sim.place(TAGS[number])
        if self.chance(0.03):
            self.clock.sleep(0.002)
            self.sim.reset()
        self.run(self.dice.uniform(SHORTEST_TAP_S, 0.6))
        self.sim.lift()
        self.run(self.dice.uniform(0.5, 1.0))


@pytest.mark.parametrize("seed", [1, 2])
def test_no_fault_is_a_false_tap_or_a_lost_one(seed, soak, record_property):
    evening = Evening(seed)
    evening.begin_trouble()
    expected = []
    while evening.faults < (50_000 if soak else 1_000):
        number = evening.dice.randrange(len(TAGS))
        expected.append(TAGS[number].uid_hex)
        evening.tap(number)
    record_property("taps", len(expected))
    record_property("faults", evening.faults)
    seen = [item.uid for item in evening.items if isinstance(item, CardSeen)]
    gone = [item.uid for item in evening.items if isinstance(item, CardGone)]
    assert seen == expected
    assert gone == expected
    assert [item for item in evening.items if isinstance(item, CardsClash)] == []
    assert evening.longest_turn_s <= LONGEST_TURN_S
    counts = evening.reader.counts
    assert counts.bad_frames > 0
    assert counts.resyncs > 0


@pytest.mark.parametrize("seed", [3, 4])
def test_a_loose_cable_costs_no_more_than_its_own_time(seed, soak):
    evening = Evening(seed)
    for number in range(200 if soak else 6):
        evening.sim.unplug(evening.dice.choice([0x00, 0xFF]))
        evening.run(evening.dice.uniform(2, 10))
        evening.sim.plug()
        evening.run(5)
        evening.items.clear()
        evening.tap(number % len(TAGS))
        kinds = [type(item) for item in evening.items if not isinstance(item, ReaderLost | ReaderBack)]
        assert kinds == [CardSeen, CardGone]
    assert evening.longest_turn_s <= LONGEST_TURN_S
