"""A display driver on a simulated bus and chip, and a picture for it."""

from __future__ import annotations

from math import inf

from PIL import Image, ImageDraw

from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import BusWorker
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import RunningClock
from drivers.sim.i2c import SimI2CBus

ADDRESS = 0x3C


class Rig:
    """A display driver, its bus and its chip; ``ports`` are all buses it opened."""

    def __init__(self, chip: SimSsd1306, inbox, *, clock=None, stuck_s=inf, rotate=0, repaint_s=None) -> None:
        self.chip = chip
        self.bus = SimI2CBus()
        self.bus.attach(ADDRESS, chip)
        self.ports = []
        self.display = OledDisplay(
            "main",
            I2CWiring(self.open, ADDRESS),
            Panel(width=chip.width, height=chip.height, rotate=rotate),
            worker=BusWorker("display-main", clock or RunningClock(speed=60), stuck_s),
            sink=inbox,
            repaint_s=repaint_s,
        )

    def open(self):
        self.ports.append(self.bus.open())
        return self.ports[-1]

    def shows(self, image: Image.Image) -> bool:
        return self.display.settle(20) and self.chip.image().tobytes() == image.tobytes()


def picture(text: str = "PORT ROYAL 12", size=(128, 64)) -> Image.Image:
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.text((3, 3), text, fill=1)
    draw.line((0, size[1] - 1, size[0] - 1, 0), fill=1)
    return image
