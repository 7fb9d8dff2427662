"""Invented machines, and tables whose real drivers hang on simulated chips, for the doctor to look at."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.config import TableConfig, load_config
from companion.doctor.checks import examine
from companion.doctor.finding import Finding
from companion.doctor.machine import NO_PROGRAM, Line, Node, Output
from companion.doctor.parts import parts_of
from drivers.buses import SystemClock
from drivers.probes import Openers, Probes
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.chips.tca9548a import SimTca9548a
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimLines
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.sim.serial import Pn532OnPty
from drivers.sim.spi import Mfrc522OnSpi

CHIPS = {
    "Raspberry Pi Zero 2 W Rev 1.0": "brcm,bcm2835-gpio",
    "Raspberry Pi 3 Model A Plus Rev 1.0": "brcm,bcm2835-gpio",
    "Raspberry Pi 4 Model B Rev 1.5": "brcm,bcm2711-gpio",
    "Raspberry Pi 5 Model B Rev 1.0": "raspberrypi,rp1-gpio",
}
RELEASES = {"12": "bookworm", "13": "trixie"}
SHOW = "systemctl show -p LoadState,ActiveState,SubState,UnitFileState,NRestarts port-royal.service"


def failing(code: int) -> Callable[..., None]:
    """Give something that raises an error of the system whatever it is asked."""

    def fail(*_asked: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


class FakeMachine:
    """A machine made of dictionaries."""

    def __init__(self) -> None:
        self.user = "ann"
        self.groups = frozenset({"ann", "i2c", "spi", "gpio", "dialout", "input"})
        self.python = (3, 11, 2)
        self.executable = "/venv/bin/python"
        self.bits = 64
        self.environment: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self.links: dict[str, str] = {}
        self.nodes: dict[str, Node] = {}
        self.writable = {"/tmp"}
        self.outputs: dict[str, Output] = {}
        self.lines: dict[int, Line] = {}
        self.ran: list[str] = []

    def setting(self, name: str) -> str:
        return self.environment.get(name, "")

    def read(self, path: str) -> bytes:
        if self.real_path(path) not in self.files:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return self.files[self.real_path(path)]

    def exists(self, path: str) -> bool:
        real = self.real_path(path)
        things = (*self.files, *self.nodes, *self.links)
        return real in {*self.files, *self.nodes, *self.writable} or any(
            t.startswith(real + "/") for t in things
        )

    def real_path(self, path: str) -> str:
        for link, target in self.links.items():
            if path == link or path.startswith(link + "/"):
                return self.real_path(target + path[len(link) :])
        return path

    def list_dir(self, path: str) -> tuple[str, ...]:
        things = (*self.files, *self.nodes, *self.links)
        names = {t[len(path) + 1 :].split("/")[0] for t in things if t.startswith(path + "/")}
        if not names:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return tuple(sorted(names))

    def node(self, path: str) -> Node:
        if path not in self.nodes:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)
        return self.nodes[path]

    def may_use(self, path: str) -> bool:
        node = self.nodes.get(self.real_path(path))
        if node is None:
            return path in self.writable
        shift = 6 if node.owner == self.user else 3 if node.group in self.groups else 0
        return node.mode >> shift & 6 == 6

    def run(self, command: tuple[str, ...], timeout_s: float) -> Output:
        self.ran.append(" ".join(command))
        return self.outputs.get(" ".join(command), Output(NO_PROGRAM))

    def gpio_line(self, chip: int, gpio: int) -> Line:
        if f"/dev/gpiochip{chip}" not in self.nodes:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return self.lines.get(gpio, Line(False))

    # -- for tests -----------------------------------------------------------------------
    def import_gives(self, what: str, output: Output) -> None:
        """Say what becomes of an import in a Python of its own."""
        self.outputs[f"env LG_WD=/tmp {self.executable} -c import {what}"] = output

    def service_is(
        self, active: str, *, enabled: bool = True, restarts: int = 0, loaded: str = "loaded"
    ) -> None:
        self.outputs[SHOW] = Output(
            0,
            f"LoadState={loaded}\nActiveState={active}\nSubState=x\n"
            f"UnitFileState={'enabled' if enabled else 'disabled'}\nNRestarts={restarts}",
        )

    def getty_on(self, port: str) -> None:
        self.outputs[f"systemctl is-active serial-getty@{port}.service"] = Output(0, "active")

    def config_txt(self, *lines: str) -> None:
        self.files["/boot/firmware/config.txt"] = "\n".join(lines).encode()


def raspberry_pi(
    model: str = "Raspberry Pi Zero 2 W Rev 1.0", release: str = "12", chip: int = 0, uart: str = "ttyAMA0"
) -> FakeMachine:
    """Make a Raspberry Pi that is set up as it should be."""
    machine = FakeMachine()
    machine.python = (3, 11, 2) if release == "12" else (3, 13, 5)
    machine.files = {
        "/proc/device-tree/model": model.encode() + b"\0",
        "/etc/os-release": (
            f'PRETTY_NAME="Debian GNU/Linux {release} ({RELEASES[release]})"\nVERSION_ID="{release}"\n'
        ).encode(),
        "/etc/group": b"root:x:0:\ni2c:x:994:\nspi:x:995:ann\n",
        "/boot/firmware/cmdline.txt": b"console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait\n",
        "/proc/cmdline": b"coherent_pool=1M console=tty1 root=PARTUUID=1-02 rootwait\n",
        "/run/systemd/system/x": b"",
        "/sys/devices/soc/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
        f"/sys/bus/gpio/devices/gpiochip{chip}/of_node/compatible": CHIPS[model].encode() + b"\0",
        "/sys/bus/gpio/devices/gpiochip12/of_node/compatible": b"raspberrypi,firmware-gpio\0",
    }
    machine.config_txt(
        "# a comment", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtparam=spi=on", "enable_uart=1"
    )
    machine.links = {
        "/dev/serial0": f"/dev/{uart}",
        "/sys/bus/i2c/devices/i2c-1": "/sys/devices/soc/i2c-1",
        "/sys/bus/i2c/devices/i2c-11": "/sys/devices/soc/i2c-1/1-0070/channel-0/i2c-11",
    }
    machine.nodes = {
        "/dev/i2c-1": Node("root", "i2c", 0o660),
        "/dev/i2c-11": Node("root", "i2c", 0o660),
        "/dev/spidev0.0": Node("root", "spi", 0o660),
        "/dev/spidev0.1": Node("root", "spi", 0o660),
        f"/dev/{uart}": Node("root", "dialout", 0o660),
        f"/dev/gpiochip{chip}": Node("root", "gpio", 0o660),
        "/dev/input/by-id/usb-reader-event-kbd": Node("root", "input", 0o660),
    }
    machine.import_gives("lgpio; lgpio.gpiochip_open", Output(0))
    machine.import_gives("spidev; spidev.SpiDev", Output(0))
    machine.import_gives("mfrc522; mfrc522.MFRC522", Output(0))
    machine.outputs[SHOW] = Output(0, "LoadState=not-found\nActiveState=inactive")
    return machine


class Bench:
    """Simulated chips where a table has real ones: all that configs of these tests name."""

    def __init__(self) -> None:
        self.pn532 = Pn532OnPty()
        self.i2c = {1: SimI2CBus(), 11: SimI2CBus()}
        self.mux = SimTca9548a()
        self.pn532_i2c = Pn532OnI2c(self.i2c[1])
        self.i2c[1].attach(0x70, self.mux)
        self.i2c[1].attach_switch(self.mux)
        for channel in range(5):
            self.mux.attach(channel, 0x3C, SimSsd1306())
        self.i2c[11].attach(0x3C, SimSsd1306())
        self.rc522 = Mfrc522OnSpi(SystemClock(), paced=False)
        self.lines = SimLines()
        self.openers = Openers(
            lambda _port, _baud: self.pn532.open_port(),
            lambda bus: self.i2c[bus].open(),
            lambda _bus, _device, _reset: self.rc522.open_port(),
            failing(errno.ENODEV),
            lambda: self.lines.pin_factory,
        )

    @property
    def probes(self) -> Probes:
        return Probes(self.openers)

    def close(self) -> None:
        self.pn532.close()
        self.lines.close()


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


@pytest.fixture
def pi() -> FakeMachine:
    """Give a Raspberry Pi Zero 2 W that is set up as it should be."""
    return raspberry_pi()


@pytest.fixture
def make_pi() -> Callable[..., FakeMachine]:
    return raspberry_pi


@pytest.fixture
def make_failing() -> Callable[[int], Callable[..., None]]:
    return failing


@pytest.fixture
def bare_machine() -> FakeMachine:
    """Give a machine on which nothing is."""
    return FakeMachine()


@pytest.fixture
def config_of(tmp_path: Path) -> Callable[[str], TableConfig]:
    """Give a function that reads a config from its text."""

    def read(text: str) -> TableConfig:
        path = tmp_path / "table.yaml"
        path.write_text(text)
        return load_config(path)

    return read


class Examined(list[Finding]):
    """Findings that can be asked for."""

    def of(self, part: str, check: str) -> Finding:
        """Give the one finding of a check."""
        [finding] = [f for f in self if (f.part, f.check) == (part, check)]
        return finding

    def status(self, part: str, check: str) -> str:
        return self.of(part, check).status

    @property
    def wrong(self) -> list[tuple[str, str]]:
        return [(f.part, f.check) for f in self if f.status != "ok"]


@pytest.fixture
def ask(bench: Bench, config_of: Callable[[str], TableConfig], tmp_path: Path) -> Callable[..., Examined]:
    """Give a function that examines a config, as text, on a machine with the chips of the bench."""

    def ask(machine: FakeMachine, text: str) -> Examined:
        machine.writable.add(str(tmp_path))
        parts = parts_of(config_of(text), tmp_path)
        return Examined(examine(parts, machine, bench.probes, bench.probes))

    return ask
