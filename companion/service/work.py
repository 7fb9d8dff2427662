"""What a device of its own can be asked for at its keys, beside playing: power off, USB stick, what it is."""
# ruff: noqa: PLC0415 - most evenings nobody asks for any of it

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path

from companion.chores import Chores, Done
from companion.flow import About


def device_work(state: Path, config: Path, wake: Callable[[], None], at: Callable[[], str]) -> Chores:
    """Give the work that the service does on request; ``at`` gives local date and time, ISO 8601."""

    def off() -> Done:
        from companion.power import power_off

        return power_off()

    def save() -> Done:
        from companion.service.stick import save_to_stick, stick

        return save_to_stick(stick(), state, config, at())

    def found() -> Done:
        from companion.service.stick import stick
        from companion.service.stick_import import find_on_stick

        return find_on_stick(stick(), state)

    def update() -> Done:
        from companion.power import begin_update
        from companion.service.stick import stick

        return begin_update(stick())

    return Chores({"off": off, "export": save, "import": found, "update": update}, wake)


def about(runs: Callable[[], tuple[int, int]]) -> Callable[[], About]:
    """Give what tells of the device; ``runs`` gives how often it was cut off, and how often it was on."""

    @cache
    def tell() -> About:
        from importlib.metadata import version

        cuts, starts = runs()
        return About(version("port-royal-companion"), platform.python_version(), starts, cuts)

    return tell
