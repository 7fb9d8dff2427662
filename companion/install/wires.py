"""I2C, SPI and the serial port of a Raspberry Pi, switched on when the owner agrees.

Source: raspi-config, its calls ``nonint get_X`` (0 means on) and ``nonint do_X`` (0 means: switch on).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.install.computer import Computer

FAST = "dtparam=i2c_arm_baudrate=400000"
"""Four displays at the usual 100 kHz take 0.4 s for a picture (hardware 4.4)."""
BOOT_CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
ASK_S = 60.0


@dataclass(frozen=True)
class Wire:
    """A bus that can be switched on: its name, for whom, and what raspi-config is told and asked."""

    name: str
    what_for: str
    asked: tuple[tuple[str, str], ...]
    """Pairs of a question and the answer that means that all is well."""
    told: tuple[tuple[str, str], ...]


WIRES = (
    Wire("i2c", "displays and PN532 readers on I2C", (("get_i2c", "0"),), (("do_i2c", "0"),)),
    Wire("spi", "RC522 readers and displays on SPI", (("get_spi", "0"),), (("do_spi", "0"),)),
    Wire(
        "serial",
        "PN532 readers on the serial port, which takes the login off it",
        (("get_serial_hw", "0"), ("get_serial_cons", "1")),
        (("do_serial_hw", "0"), ("do_serial_cons", "1")),
    ),
)


def switch_on(computer: Computer, agreed: Collection[str] | None) -> bool:
    """Switch on what the owner agrees to; tell whether the computer must be restarted for it.

    ``agreed`` names the wires; None asks the person in front of the computer.  Without anybody to ask
    nothing is changed, and the commands are printed.
    """
    if not computer.has("raspi-config"):
        computer.say("There is no raspi-config here: I2C, SPI and the serial port are left as they are.")
        return False
    changed = [wire.name for wire in WIRES if _switch_on(computer, wire, agreed)]
    if "i2c" in changed:
        _make_fast(computer)
    return bool(changed)


def _switch_on(computer: Computer, wire: Wire, agreed: Collection[str] | None) -> bool:
    if all(_ask(computer, question) == answer for question, answer in wire.asked):
        return False
    if agreed is None:
        consent = computer.ask(f"{wire.name.upper()} is off (for {wire.what_for}). Switch it on?")
    else:
        consent = wire.name in agreed
    if not consent:
        commands = " && ".join(f"sudo raspi-config nonint {call} {value}" for call, value in wire.told)
        computer.say(f"{wire.name.upper()} stays off (for {wire.what_for}). To switch it on: {commands}")
        return False
    failed = [call for call, value in wire.told if computer.run("raspi-config", "nonint", call, value).status]
    if failed:
        computer.say(f"{wire.name.upper()} could not be switched on ({failed[0]}): try sudo raspi-config.")
    else:
        computer.say(f"{wire.name.upper()} is switched on.")
    return not failed


def _ask(computer: Computer, question: str) -> str:
    return computer.run("raspi-config", "nonint", question, timeout_s=ASK_S).text.strip()


def _make_fast(computer: Computer) -> None:
    """Let I2C run at 400 kHz, where no speed was set by hand."""
    config = next((path for name in BOOT_CONFIGS if (path := computer.path(name)).exists()), None)
    if config is None:
        return
    text = config.read_text(encoding="utf-8")
    if "i2c_arm_baudrate" in text:
        return
    beside = config.with_name("config.txt.new")
    beside.write_text(f"{text.rstrip()}\n\n[all]\n{FAST}\n", encoding="utf-8")
    beside.replace(config)
    computer.say("I2C runs at 400 kHz, so that pictures change at once.")
