"""How long the wire is busy from one screen of device-ux.md to the next, as they are drawn there.

No table plays here: a tap turns the first screen of each pair into the second one, in the worst case in which
all rows change.  It tells which share of a tap's time the drawings themselves ask for.
"""

from __future__ import annotations

import msgspec

from companion.paint import Painter
from companion.screen import Screen, headline, screen
from drivers.framebuffer import pack
from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import BusWorker
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.i2c import SimI2CBus

BYTE_S = 9 / 400_000


class Turned(msgspec.Struct, frozen=True):
    """What one screen after another takes of the wire; seconds."""

    screens: str
    """Their numbers in device-ux.md."""
    wire_s: float
    least_s: float
    """What the columns that differ would take without any address between them."""


def pairs() -> dict[str, tuple[Screen, Screen]]:
    """Give what a tap turns into what."""
    asked = screen(
        "ANN: REPEL?    you †4", headline("◆RED 2"), "Swords 3, you have 4", "New colour: no bust",
        "Next card or stop", "means: keep", keys="Y:repel N:keep >:stop",
    )  # fmt: skip
    running = screen(
        "ANN DISCOVERS  pile45", "■K2 ▲G1 ◆R3", "Sai3 Tr≈5", headline("RISK 23%"), "3 colours: take 1",
        "with a 4th: take 2", keys="tap: reveal    >:stop",
    )  # fmt: skip
    prices = screen(
        "BEN may take 1", "▲G+0 ◆R+2 ≈B+0", "Sai-4 (Tr≈-6)", headline("BEN ?"), "You have $4",
        "prices with 1 to ANN", keys="tap a card    >:pass",
    )  # fmt: skip
    hired = screen(
        "BEN takes Sailor 3", headline("PAY 1 + 3"), "1 to ANN", "3 to the discard",
        "Ben $4>0   Ann $1>2", "Not Ben? Hold N.", keys="CEM: tap      >:pass",
    )  # fmt: skip
    sold = screen(
        "BEN takes ◆RED 3", headline("1 TO ANN"), "then draw 3", "Ben $4>6   Ann $1>2",
        "Ship to the discard", "Not Ben? Hold N.", keys="CEM: tap      >:pass",
    )  # fmt: skip
    return {"DI2 to DI4": (running, asked), "TR5 to TR6": (prices, hired), "TR5 to TR7": (prices, sold)}


def turned(name: str, before: Screen, after: Screen) -> Turned:
    """Show one screen, then the other, on a display of a simulated bus at 400 kHz."""
    bus, painter = SimI2CBus(), Painter()
    bus.attach(0x3C, SimSsd1306())
    worker = BusWorker("bench")
    display = OledDisplay("main", I2CWiring(bus.open), Panel(), worker=worker, repaint_s=None)
    try:
        pictures = [painter.paint(each) for each in (before, after)]
        display.show(pictures[0])
        display.settle(5)
        began_s = bus.busy_s
        display.show(pictures[1])
        display.settle(5)
        frames = [pack(picture) for picture in pictures]
        differ = sum(one != other for one, other in zip(*frames, strict=True))
        return Turned(name, bus.busy_s - began_s, differ * BYTE_S)
    finally:
        display.close()


def all_turned() -> list[Turned]:
    """Measure all pairs."""
    return [turned(name, *screens) for name, screens in pairs().items()]
