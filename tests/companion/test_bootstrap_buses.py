"""The ways to the buses of a machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bootstrap import real_probes
from drivers import mfrc522_package, spi_registers
from drivers.sim.spi import LeapingClock, Mfrc522OnSpi


@pytest.mark.parametrize("reset", [None, 25])
def test_an_mfrc522_is_opened_as_the_config_wants(monkeypatch, tmp_path: Path, reset: int | None) -> None:
    reader, opened = Mfrc522OnSpi(LeapingClock()), []

    def opens(name: str):
        def open_port(*where: int) -> object:
            opened.append((name, *where))
            return reader.open_port()

        return open_port

    monkeypatch.setattr(spi_registers, "open_spi", opens("spidev"))
    monkeypatch.setattr(mfrc522_package, "open_package", opens("package"))
    assert real_probes(tmp_path).mfrc522(0, 1, reset).reads
    assert opened == [("spidev", 0, 1) if reset is None else ("package", 0, 1, 25)]
