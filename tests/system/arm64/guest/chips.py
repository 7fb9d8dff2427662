"""The parts of the table: the simulated chips behind real device nodes, and hands at them.

`/dev/i2c-1` has an SSD1306 at 0x3C, `/dev/spidev0.0` is an MFRC522; keys are the simulated lines of
`gpiochip0`.  Each line of JSON on a port is a list that says what hands do or eyes see, and is answered.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from nodes import I2cNode, SpiNode

from companion.service.control import NotServed, ask
from drivers.sim.chips.field import Field
from drivers.sim.chips.mfrc522 import SimMfrc522
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.i2c import SimI2CBus
from drivers.sim.spi import SimSpiLine
from drivers.tags import ntag213

PORT = Path("/dev/virtio-ports/hands.0")
LINES = Path("/sys/devices/platform/header")
SERVED = Path("/run/port-royal/control")
ADDRESS = 0x3C
IDLE_S = 0.05
GLASS = (
    "contrast", "display_on", "charge_pump", "inverse", "all_on", "remapped", "scan_reversed", "start_line",
    "offset", "lines",
)  # fmt: skip
"""What decides beside the memory what a viewer sees."""


class Table:
    """All parts."""

    def __init__(self) -> None:
        self.panel, self.bus = SimSsd1306(), SimI2CBus()
        self.bus.attach(ADDRESS, self.panel)
        self.field = Field()
        # Tags and timers take no time: the machine around them is too slow already.
        self.line = SimSpiLine(SimMfrc522(self.field, time.monotonic, air=False), self._idle)
        I2cNode("i2c-1", self.bus).appear()
        SpiNode("spidev0.0", self.line).appear()

    def _idle(self, _transfer_s: float) -> None:
        """Let the rest of the machine work while nothing lies on the reader: to look costs most of it."""
        if not self.field.tags:
            time.sleep(IDLE_S)

    def act(self, words: list[str]) -> object:
        """Do what is said, or tell what is seen."""
        match words:
            case ["lay", uid]:
                self.field.lift()
                self.field.place(ntag213(bytes.fromhex(uid)))
            case ["lift"]:
                self.field.lift()
            case ["press", line, down_s]:
                (pull,) = LINES.glob(f"gpiochip*/sim_gpio{line}/pull")
                pull.write_text("pull-down")
                time.sleep(float(down_s))
                pull.write_text("pull-up")
            case ["look"]:
                settings = {name: getattr(self.panel, name) for name in GLASS}
                return settings | {"memory": self.panel.memory.hex()}
            case ["counts"]:
                return {"i2c": self.bus.transfers, "spi": self.line.transfers}
            case ["status"]:
                try:
                    return json.loads(ask(SERVED, "status"))
                except NotServed:
                    return None
            case _:
                raise ValueError(f"what is {words}?")
        return "done"


def main() -> None:
    table = Table()
    with PORT.open("r+b", buffering=0) as port:
        heard = b""
        while True:
            got = port.read(4096)
            if not got:  # nobody is at the other end
                time.sleep(0.05)
                continue
            heard += got
            while b"\n" in heard:
                line, heard = heard.split(b"\n", 1)
                answer = json.dumps(table.act(json.loads(line))).encode() + b"\n"
                while answer:
                    answer = answer[port.write(answer) :]


if __name__ == "__main__":
    main()
