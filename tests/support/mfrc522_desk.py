"""An MFRC522 reader on a simulated bus that takes its turns whenever time shall pass."""

from __future__ import annotations

from drivers.mfrc522 import Mfrc522Reader
from drivers.sim.spi import LeapingClock, Mfrc522OnSpi
from drivers.tags import ntag213

UID_A, UID_B = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
A, B = ntag213(UID_A), ntag213(UID_B)
AIR_S = 0.00445
"""Wake-up to complete UID of 7 bytes on the air alone (docs/hardware-requirements.md, Times)."""


class Desk:
    """A reader that takes its turns whenever time shall pass, and what it reported."""

    def __init__(self, known=None, **how) -> None:
        self.clock = LeapingClock()
        self.sim = Mfrc522OnSpi(self.clock, charged=True)
        self.items = []
        how["nap"] = self.clock.sleep
        self.reader = Mfrc522Reader("main", self.sim.open_port, self.clock, known, **how)
        self.reader._outages.sink = self.items.append
        self.longest_turn_s = 0.0

    def turn(self) -> float:
        began_s = self.clock.now_s()
        pause_s = self.reader.turn()
        self.longest_turn_s = max(self.longest_turn_s, self.clock.now_s() - began_s)
        return pause_s

    def run(self, duration_s: float) -> list:
        """Let the reader work for a while; give what it reported meanwhile."""
        end_s, before = self.clock.now_s() + duration_s, len(self.items)
        while self.clock.now_s() < end_s:
            self.clock.sleep(self.turn())
        return self.items[before:]

    def tap(self, tag, held_s: float = 0.3) -> list:
        """Lay a tag down, take it away again, and wait until that was noticed."""
        self.sim.place(tag)
        items = self.run(held_s)
        self.sim.lift()
        return items + self.run(0.6)

    def of(self, *kinds) -> list:
        return [item for item in self.items if isinstance(item, kinds)]


def kinds(items) -> list[type]:
    return [type(item) for item in items]
