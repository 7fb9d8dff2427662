"""Puts a table together: the one package that names concrete drivers, real ones and simulated chips.

A table of real devices needs no simulated chip, nor what looks at chips for the doctor: these are loaded when
somebody asks for their names.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from companion import config as c
from companion.bootstrap.makers import Makers
from companion.bootstrap.parts import Parts
from drivers.buses import SystemClock
from drivers.linux import HEADER_CHIPS
from drivers.ports import Clock, Sink

if TYPE_CHECKING:
    from companion.bootstrap.buses import real_probes
    from companion.bootstrap.simulation import simulated_table
    from drivers.sim.clock import RunningClock, SteppedClock
    from drivers.sim.probes import simulated_probes
    from drivers.sim.table import APART_S, LONG_S, SHORT_S, SimulatedTable
    from drivers.tag_watch import TagFound

_LATER: Mapping[str, str] = {
    "simulated_table": "companion.bootstrap.simulation",
    "real_probes": "companion.bootstrap.buses",
    "RunningClock": "drivers.sim.clock",
    "SteppedClock": "drivers.sim.clock",
    "simulated_probes": "drivers.sim.probes",
    "APART_S": "drivers.sim.table",
    "LONG_S": "drivers.sim.table",
    "SHORT_S": "drivers.sim.table",
    "SimulatedTable": "drivers.sim.table",
    "TagFound": "drivers.tag_watch",
}
"""Names, and the modules they are loaded from when they are asked for."""

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


def __getattr__(name: str) -> object:
    """Load what few programs need; raises ``AttributeError``."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


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
