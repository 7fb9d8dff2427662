"""The machine itself, as ``Machine`` wants it."""

from __future__ import annotations

import fcntl
import grp
import os
import pwd
import stat
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from companion.doctor.machine import NO_END, NO_PROGRAM, Line, Node, Output

LINE_INFO = struct.Struct("=32s32sIIQ160s16x")
"""``struct gpio_v2_line_info`` (linux/gpio.h): name, consumer, offset, count of attributes, flags, those."""
GET_LINE_INFO = 3 << 30 | LINE_INFO.size << 16 | 0xB4 << 8 | 0x05
"""GPIO_V2_GET_LINEINFO_IOCTL."""
LINE_USED = 1 << 0
DEVICES = "/dev"


class LinuxMachine:
    """This machine.  Programs that were run are not run again for the same question."""

    def __init__(self) -> None:
        self._outputs: dict[tuple[str, ...], Output] = {}

    @property
    def user(self) -> str:
        """Give the name of who runs the program."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    @property
    def groups(self) -> frozenset[str]:
        """Name the groups that the program has the rights of."""
        return frozenset(_group(number) for number in {*os.getgroups(), os.getegid()})

    @property
    def python(self) -> tuple[int, int, int]:
        """Give the version of Python."""
        return sys.version_info[:3]

    @property
    def executable(self) -> str:
        """Give the path of Python."""
        return sys.executable

    @property
    def bits(self) -> int:
        """Tell whether programs have 32 or 64 bits."""
        return struct.calcsize("P") * 8

    def setting(self, name: str) -> str:
        """Give a variable of the environment, empty when it is not set."""
        return os.environ.get(name, "")

    def read(self, path: str) -> bytes:
        """Give a file's content; raises ``OSError``."""
        return Path(path).read_bytes()

    def exists(self, path: str) -> bool:
        """Tell whether there is something at a path."""
        return Path(path).exists()

    def real_path(self, path: str) -> str:
        """Give the path that a link leads to in the end."""
        return os.path.realpath(path)

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, in order; raises ``OSError``."""
        return tuple(sorted(entry.name for entry in Path(path).iterdir()))

    def node(self, path: str) -> Node:
        """Say whom a file belongs to; raises ``OSError``."""
        found = Path(path).stat()
        owner = str(found.st_uid)
        with suppress(KeyError):
            owner = pwd.getpwuid(found.st_uid).pw_name
        return Node(owner, _group(found.st_gid), stat.S_IMODE(found.st_mode))

    def may_use(self, path: str) -> bool:
        """Tell whether the program may read and write a file, or make files in a folder."""
        needed = os.R_OK | os.W_OK | (os.X_OK if Path(path).is_dir() else 0)
        return os.access(path, needed, effective_ids=True)

    def run(self, command: tuple[str, ...], timeout_s: float) -> Output:
        """Run a program and give what it printed."""
        if command not in self._outputs:
            self._outputs[command] = _run(command, timeout_s)
        return self._outputs[command]

    def gpio_line(self, chip: int, gpio: int) -> Line:
        """Say who uses a line of a GPIO chip; raises ``OSError``."""
        asked = LINE_INFO.pack(b"", b"", gpio, 0, 0, b"")
        with Path(f"{DEVICES}/gpiochip{chip}").open("rb") as file:
            answer = fcntl.ioctl(file.fileno(), GET_LINE_INFO, asked)
        return line_of(answer)


def line_of(answer: bytes) -> Line:
    """Take the kernel's answer about a line apart."""
    _name, consumer, _offset, _attributes, flags, _rest = LINE_INFO.unpack(answer)
    return Line(bool(flags & LINE_USED), consumer.split(b"\0", 1)[0].decode("utf-8", "replace"))


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


def _run(command: tuple[str, ...], timeout_s: float) -> Output:
    try:
        ended = subprocess.run(  # noqa: S603 - the commands stand in this program
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            env={**os.environ, "LC_ALL": "C"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Output(NO_END)
    except OSError:
        return Output(NO_PROGRAM)
    return Output(ended.returncode, ended.stdout.decode("utf-8", "replace").strip())
