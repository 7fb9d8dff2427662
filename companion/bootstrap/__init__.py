"""Puts a table together: the one package that names concrete drivers, real ones and simulated chips."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion import config as c
from companion.bootstrap.makers import Makers
from companion.bootstrap.parts import Parts
from companion.bootstrap.simulation import simulated_table
from drivers.buses import SystemClock
from drivers.linux import HEADER_CHIPS
from drivers.ports import Clock, Sink
from drivers.probes import real_probes
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.probes import simulated_probes
from drivers.sim.table import APART_S, LONG_S, SHORT_S, SimulatedTable
from drivers.tag_watch import TagFound

__all__ = [
    "APART_S",
    "HEADER_CHIPS",
    "LONG_S",
    "SHORT_S",
    "Parts",
    "RunningClock",
    "SimulatedTable",
    "SteppedClock",
    "TagFound",
    "build",
    "real_probes",
    "simulated_probes",
    "simulated_table",
]


def build(
    config: c.TableConfig,
    sink: Sink,
    *,
    simulated: SimulatedTable | None = None,
    is_known: Callable[[str], bool] | None = None,
) -> Parts:
    """Build the devices of a config; displays tell ``sink`` about themselves from now on.

    ``simulated`` is the hardware for the devices of kind ``simulated``, and for all others when it was
    made for every kind; ``is_known`` says of a UID whether the tag's memory need not be read.  Raises
    ``ConfigError`` for a simulated device where there is no simulated table.
    """
    clock: Clock = simulated.clock if simulated else SystemClock()
    neighbours = sum(isinstance(part, c.Mfrc522Spi) for part in config.readers.values()) > 1
    makers = Makers(clock, sink, simulated, is_known, threading.Lock() if neighbours else None)
    buttons, problems = makers.buttons(config.buttons)
    return Parts(
        readers=tuple(makers.reader(name, part) for name, part in config.readers.items()),
        displays={name: makers.display(name, part) for name, part in config.displays.items()},
        buttons=buttons,
        sounder=makers.sounder(config.sound),
        light=makers.light(config.light),
        clock=clock,
        problems=problems,
    )
