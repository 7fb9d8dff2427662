"""Displays wired to simulated chips; they are closed at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from drivers.sim.chips.ssd1306 import SimSsd1306
from oled_rig import Rig


@pytest.fixture
def wired(inbox) -> Iterator[Callable[..., Rig]]:
    """Wire displays to chips; they are closed at the end."""
    rigs = []

    def wire(chip: SimSsd1306, **how) -> Rig:
        rigs.append(Rig(chip, inbox, **how))
        return rigs[-1]

    yield wire
    for rig in rigs:
        rig.bus.release()
        rig.display.close()


@pytest.fixture
def rig(wired) -> Rig:
    return wired(SimSsd1306())
