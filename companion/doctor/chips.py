"""Checks of the devices on buses: do they answer, and are they what the config says."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from typing import TypeVar

from companion.doctor.buses import Buses, Versions
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine
from companion.doctor.packages import EXTRA
from companion.doctor.places import Mfrc522Spi, OledI2c, OledSpi, Pn532I2c, Pn532Serial, Switch
from companion.doctor.service import NAME, runs
from drivers.ports import DeviceError, DeviceGone

Answer = TypeVar("Answer")
PATIENCE_S = 3.0
"""A question that takes longer is given up: the bus is stuck."""
FORBIDDEN = (errno.EACCES, errno.EPERM)
BUSY = (errno.EBUSY, errno.EAGAIN)
ABSENT = (errno.ENOENT, errno.ENODEV)
NOBODY = (errno.EREMOTEIO, errno.ENXIO, errno.EIO)
PN532_CODE = 0x32
GENUINE = (0x91, 0x92)
LOW, HIGH = 0x00, 0xFF
DISPLAY_ADDRESSES = (0x3C, 0x3D)
UART_WIRES = (
    "Check the wires: TXD of the module to GPIO 15 (pin 10), RXD to GPIO 14 (pin 8), its supply and ground. "
    "Set the switches of the module to HSU (both off), and 'baud' to what it speaks, usually 115200."
)
I2C_WIRES = (
    "Check the wires SDA (GPIO 2, pin 3) and SCL (GPIO 3, pin 5), the 3.3 V and ground. "
    "This lists the addresses that answer: i2cdetect -y {bus}"
)
STUCK = "Take the power off for some seconds; if it comes back, pull one part after the other off the bus."


class Silent(Exception):
    """A question did not end in time."""


def ask(question: Callable[[], Answer]) -> Answer:
    """Ask a device, for some seconds at most; raises ``Silent``, and what the question raises."""
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def put() -> None:
        try:
            answers.append(question())
        except BaseException as error:  # noqa: BLE001 - raised again below
            errors.append(error)

    thread = threading.Thread(target=put, name="probe", daemon=True)
    thread.start()
    thread.join(PATIENCE_S)
    if errors:
        raise errors[0]
    if not answers:
        raise Silent(f"no answer in {PATIENCE_S:g} s")
    return answers[0]


def pn532(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Ask a PN532 for its firmware."""
    at, wires = part.at, UART_WIRES
    if isinstance(at, Pn532I2c):
        wires = I2C_WIRES.format(bus=at.bus) + " Set the switches of the module to I2C."
    if busy := _busy(part, machine):
        return busy
    try:
        firmware = ask(lambda: _firmware(at, buses))
    except (DeviceError, OSError, Silent) as error:
        return _no_answer(part, error, wires)
    if len(firmware) != 4 or firmware[0] != PN532_CODE:
        said = firmware.hex(" ") or "nothing"
        return part.failure(
            "chip",
            f"The chip is no PN532: asked who it is, it says {said}.",
            "Set 'kind' to what the reader is.",
        )
    return part.ok("chip", f"A PN532 with firmware {firmware[1]}.{firmware[2]} answers.")


def _firmware(at: object, buses: Buses) -> bytes:
    if isinstance(at, Pn532I2c):
        return buses.pn532_on_i2c(at.bus, at.address)
    assert isinstance(at, Pn532Serial)
    return buses.pn532_on_serial(at.port, at.baud)


def mfrc522(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Read the version of an MFRC522; clones are as good as warned of, silence is told by its level."""
    at = part.at
    assert isinstance(at, Mfrc522Spi)
    if busy := _busy(part, machine):
        return busy
    try:
        versions = ask(lambda: buses.mfrc522(at.bus, at.device, at.package_reset))
    except (DeviceError, OSError, Silent) as error:
        return _no_answer(part, error, "Check that the reader is wired to SPI, and at this chip select.")
    return _judge(part, versions, "24" if at.device == 0 else "26")


def _judge(part: Part, versions: Versions, select_pin: str) -> list[Finding]:
    version = versions.reads[0]
    if any(read != version for read in versions.reads):
        reads = " ".join(f"{read:02x}" for read in versions.reads)
        return part.failure(
            "chip",
            f"The version reads differently each time ({reads}): a wire has no good contact.",
            "Check SCK (pin 23), MOSI (pin 19), MISO (pin 21), ground, and that all wires are short.",
        )
    if version == LOW:
        return part.failure(
            "chip",
            "The version reads 00: MISO stays low, so the chip has no power, or is held in reset.",
            "Check its 3.3 V (pin 1 or 17), ground, RST (at 3.3 V, or as in the config) and MISO (pin 21).",
        )
    if version == HIGH:
        return part.failure(
            "chip",
            "The version reads ff: MISO stays high, so the chip is not selected, or MISO is not connected.",
            f"Check SDA (chip select, pin {select_pin}), MISO (pin 21) and SCK (pin 23); 'device' is the "
            "number of the chip select.",
        )
    if version in GENUINE:
        return part.ok("chip", f"An {versions.name} answers.")
    return part.warning(
        "chip",
        f"The chip answers with version {version:02x} ({versions.name}): it is a copy of an MFRC522.",
        "Most copies work; if tags are read badly, take another module.",
    )


def display(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Send a display a command that does nothing; if nobody takes it, look at the other address."""
    at = part.at
    assert isinstance(at, OledI2c)
    if busy := _busy(part, machine):
        return busy
    try:
        ask(lambda: buses.display(at.bus, at.address, at.mux))
    except (DeviceError, OSError, Silent) as error:
        other = _other_address(at, buses) if _errno(error) in NOBODY else None
        if other is None:
            return _no_answer(part, error, I2C_WIRES.format(bus=at.bus))
        return part.failure(
            "answers",
            f"Nobody answers at 0x{at.address:02X}, but something does at 0x{other:02X}.",
            f"Write 'address: 0x{other:02X}' for this display into the config.",
        )
    return part.ok("answers", f"It answers at 0x{at.address:02X}.")


def _other_address(at: OledI2c, buses: Buses) -> int | None:
    """Give the other address that displays can have, if something answers there."""
    for address in DISPLAY_ADDRESSES:
        if address != at.address:
            try:
                ask(lambda address=address: buses.display(at.bus, address, at.mux))  # type: ignore[misc]
            except (DeviceError, OSError, Silent):
                continue
            return address
    return None


def silent_display(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Say that a display on SPI cannot be asked."""
    assert isinstance(part.at, OledSpi)
    return part.skipped(
        "answers", "A display on SPI cannot answer.", "Look at its test pattern: run this again with --live"
    )


def switch(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Ask a TCA9548A."""
    at = part.at
    assert isinstance(at, Switch)
    if busy := _busy(part, machine):
        return busy
    try:
        ask(lambda: buses.switch(at.bus, at.address))
    except (DeviceError, OSError, Silent) as error:
        return _no_answer(part, error, I2C_WIRES.format(bus=at.bus) + ", and A0 to A2 of the TCA9548A")
    return part.ok("answers", f"It answers at 0x{at.address:02X}.")


def _busy(part: Part, machine: Machine) -> list[Finding]:
    """Leave a device in peace that the running service uses."""
    if part.at.simulated or not runs(machine):
        return []
    return part.skipped(_check(part), "The service uses it.", f"sudo systemctl stop {NAME}, then ask again")


def _no_answer(part: Part, error: Exception, wires: str) -> list[Finding]:
    """Say why a device could not be asked: forbidden, taken, not there, stuck, or silent (R40)."""
    message, fix = _reason(error, wires)
    code = _errno(error)
    why = error if code is None else os.strerror(code)
    return part.failure(_check(part), f"{message}: {why}.", fix)


def _reason(error: Exception, wires: str) -> tuple[str, str]:
    """Give what is wrong and what to do about it."""
    code = _errno(error)
    if code in FORBIDDEN:
        return "It may not be used", "See 'access' of its bus or port in this list."
    if code in BUSY:
        end = f"End that program (sudo systemctl stop {NAME}, if it is the service), then ask again."
        return "Another program uses it", end
    if code in ABSENT:
        return "It is not there", "Plug it in, and see 'node' of its bus or port in this list."
    if code == errno.ETIMEDOUT or isinstance(error, Silent):
        return "Its bus is stuck", STUCK
    if isinstance(error.__cause__, ImportError):
        return "It cannot be asked", EXTRA
    if isinstance(error, DeviceError) and not isinstance(error, DeviceGone):
        return "It answers, but nothing that makes sense", wires
    return "It does not answer", wires


def _check(part: Part) -> str:
    """Name the check: of a display nothing is learnt but that it answers."""
    return "answers" if isinstance(part.at, OledI2c | OledSpi | Switch) else "chip"


def _errno(error: BaseException | None) -> int | None:
    """Give the number of the system's error that is at the bottom of an error."""
    while error is not None:
        if isinstance(error, OSError) and error.errno is not None:
            return error.errno
        if isinstance(error, FileNotFoundError):
            return errno.ENOENT
        error = error.__cause__
    return None
