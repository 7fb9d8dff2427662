"""A Raspberry Pi that is none: an emulated arm64 computer, its ports, and the reader at its serial port."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.pn532_end import Hands, Pn532End

BOOT_S, RUN_S = 600.0, 300.0
"""Emulation is slow, and slower on a busy machine."""
ALL_DEVICES = 3


class Line:
    """A port of the computer: a line of JSON there, one back."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._heard = b""

    def ask(self, question: object, timeout_s: float) -> Any:
        self._socket.sendall(json.dumps(question).encode() + b"\n")
        return self.answer(timeout_s)

    def answer(self, timeout_s: float) -> Any:
        end_s = time.monotonic() + timeout_s
        while b"\n" not in self._heard:
            self._socket.settimeout(max(0.01, end_s - time.monotonic()))
            got = self._socket.recv(65536)
            assert got, "the computer is off"
            self._heard += got
        line, self._heard = self._heard.split(b"\n", 1)
        return json.loads(line)

    def close(self) -> None:
        self._socket.close()


class ReaderOnLine(Hands):
    """A PN532 at the other end of the computer's serial port."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.end = Pn532End(self.field, time.monotonic)
        self._wire = socket.socket(socket.AF_UNIX)
        self._wire.connect(str(path))
        self._thread = threading.Thread(target=self._serve, daemon=True, name="reader on line")
        self._thread.start()

    def close(self) -> None:
        """Pull it off; to be called when the computer is off."""
        self._thread.join()
        self._wire.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):  # the computer is off
            while True:
                ready, _, _ = select.select([self._wire], [], [], 0.02)
                if ready:
                    heard = self._wire.recv(4096)
                    if not heard:
                        return
                    self.end.hear(heard)
                while (frame := self.end.frame()) is not None:
                    self._wire.sendall(frame)


class Pi:
    """The computer, booted from a card to which nothing is written, unless it is to ``keep`` it.

    ``parts`` is the folder with kernel and board, ``share`` the one that the computer sees as ``/rig``.
    """

    def __init__(self, folder: Path, share: Path, parts: Path, card: Path, *, keep: bool = False) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        command = [*_board(parts), *_card(card, keep=keep), *_buses(folder, share)]
        with (folder / "emulator").open("wb") as said:
            self._emulator = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        self._began_s = time.monotonic()
        self._remote = Line(self._port("remote"))
        self._remote.answer(BOOT_S)
        self.second = ReaderOnLine(self._port("serial"))
        self._hands = Line(self._port("hands"))

    @property
    def spent(self) -> str:
        """Say how long it has run, and what of the processor it took: that counts on a busy machine."""
        fields = Path(f"/proc/{self._emulator.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = sum(map(int, fields[11:13]))
        return (
            f"{time.monotonic() - self._began_s:.0f} s, {ticks / os.sysconf('SC_CLK_TCK'):.0f} s of processor"
        )

    def run(self, command: str, timeout_s: float = RUN_S) -> str:
        """Run a shell command on it as root; one that fails is an error."""
        status, text = self.attempt(command, timeout_s)
        assert status == 0, f"{command}: status {status}\n{text}"
        return text

    def attempt(self, command: str, timeout_s: float = RUN_S) -> tuple[int, str]:
        """Run one, however it ends."""
        done = self._remote.ask({"command": command, "timeout_s": timeout_s}, timeout_s + 60)
        return done["status"], done["text"]

    def show(self, name: str) -> str:
        """Give a property of the unit."""
        return self.run(f"systemctl show -P {name} port-royal").strip()

    def journal(self) -> str:
        return self.run("journalctl -u port-royal -u parts -o short-monotonic --no-pager | tail -n 60")

    def act(self, *words: object) -> Any:
        """Let hands do something at the parts, or eyes look."""
        return self._hands.ask([str(word) for word in words], RUN_S)

    def status(self) -> Any:
        """Give what the service says of itself; None while it does not run."""
        return self.act("status")

    def works(self) -> bool:
        """Tell whether the service runs, hears keys, and finds all its parts."""
        status = self.status() or {"up_s": 0, "devices": []}
        there = [one["works"] for one in status["devices"]]
        return status["up_s"] > 1 and len(there) == ALL_DEVICES and all(there)

    def seen(self) -> Image.Image:
        """Give what a viewer sees on the display: the chip's memory and settings as they are there."""
        chip = SimSsd1306()
        looked = self.act("look")
        vars(chip).update(looked | {"memory": bytearray.fromhex(looked["memory"])})
        return chip.image()

    def until(self, happened: Callable[[], object], what: str, within_s: float = 300.0) -> None:
        """Wait for something."""
        end_s = time.monotonic() + within_s
        while not happened():
            if time.monotonic() > end_s:
                raise AssertionError(f"{what} did not happen within {within_s:.0f} s\n{self.journal()}")
            time.sleep(0.2)

    def shut_down(self) -> None:
        """Switch it off as it should be: what was written is on its card."""
        self.attempt("systemctl --no-block poweroff")
        self._emulator.wait(timeout=BOOT_S)
        self.cut_power()

    def cut_power(self) -> None:
        """Cut its power; may be called twice."""
        self._emulator.kill()
        self._emulator.wait()
        for port in (self._remote, self._hands, self.second):
            port.close()

    def _port(self, name: str) -> Path:
        path = self._folder / name
        while not path.exists():
            assert self._emulator.poll() is None, (self._folder / "emulator").read_text(errors="replace")
            time.sleep(0.05)
        return path


def _board(parts: Path) -> list[str]:
    """Give the command that emulates the board with its kernel; others on the machine come first."""
    return [
        "setpriv", "--pdeathsig", "KILL",  # it goes when the test does, however that ends
        "nice", "-n", "5", "qemu-system-aarch64", "-M", "virt,gic-version=3", "-smp", "2", "-m", "1024",
        "-cpu", "max,pauth-impdef=on,lpa2=off", "-accel", "tcg,thread=multi",
        "-nodefaults", "-display", "none", "-no-reboot",
        "-kernel", str(parts / "vmlinuz"), "-initrd", str(parts / "initrd"), "-dtb", str(parts / "board.dtb"),
        "-append", "rw console=ttyAMA0 quiet loglevel=4 systemd.show_status=0 audit=0",
    ]  # fmt: skip


def _card(card: Path, *, keep: bool) -> list[str]:
    form = "qcow2" if card.suffix == ".qcow2" else "raw"
    drive = f"if=none,id=card,format={form},file={card},snapshot={'off' if keep else 'on'}"
    return ["-drive", drive, "-device", "virtio-blk-pci,drive=card", "-device", "virtio-rng-pci"]


def _buses(folder: Path, share: Path) -> list[str]:
    """Give the ports for the test, the folder that both see, and the serial port of the header."""
    words = ["-virtfs", f"local,path={share},mount_tag=rig,security_model=none,readonly=on,multidevs=remap"]
    for name in ("remote", "hands", "serial"):
        words += ["-chardev", f"socket,id={name},path={folder / name},server=on,wait=off"]
    words += ["-device", "virtio-serial-pci"]
    for name in ("remote", "hands"):
        words += ["-device", f"virtserialport,chardev={name},name={name}.0"]
    return [*words, "-device", "pci-serial,chardev=serial", "-serial", f"file:{folder / 'console'}"]
