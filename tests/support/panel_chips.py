"""What tests of simulated display chips say and see."""

from __future__ import annotations

from drivers.sim.chips.ssd1306 import SimSsd1306


def commands(chip: SimSsd1306, *codes: int) -> None:
    chip.write(bytes([0x00, *codes]))


def lit(chip: SimSsd1306) -> set[tuple[int, int]]:
    """Give the pixels that are lit, each its column and row."""
    image = chip.image()
    return {(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y))}
