"""What the doctor sees of the machine: files, rights, programs, pins, and nothing else."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

import msgspec

NO_PROGRAM, NO_END = 127, 124
"""Exit statuses of a program that is not there, and of one that did not end in time, as in shells."""


class Node(msgspec.Struct, frozen=True):
    """Whom a file belongs to, and what others may do with it."""

    owner: str
    group: str
    mode: int
    """Permission bits."""


class Output(msgspec.Struct, frozen=True):
    """What came of a program."""

    status: int
    text: str = ""
    """What it printed."""


class Line(msgspec.Struct, frozen=True):
    """A GPIO line, as the kernel keeps account of it."""

    used: bool
    holder: str = ""
    """What its user calls itself; may be empty even if it is used."""


class Machine(Protocol):
    """The machine that the program runs on."""

    @property
    def user(self) -> str:
        """Give the name of who runs the program."""
        ...

    @property
    def groups(self) -> frozenset[str]:
        """Name the groups that the program has the rights of."""
        ...

    @property
    def python(self) -> tuple[int, int, int]:
        """Give the version of Python."""
        ...

    @property
    def executable(self) -> str:
        """Give the path of Python."""
        ...

    @property
    def bits(self) -> int:
        """Tell whether programs have 32 or 64 bits."""
        ...

    def setting(self, name: str) -> str:
        """Give a variable of the environment, empty when it is not set."""
        ...

    def read(self, path: str) -> bytes:
        """Give a file's content; raises ``OSError``."""
        ...

    def exists(self, path: str) -> bool:
        """Tell whether there is something at a path."""
        ...

    def real_path(self, path: str) -> str:
        """Give the path that a link leads to in the end; one that is no link is its own."""
        ...

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Give the names in a folder, in order; raises ``OSError``."""
        ...

    def node(self, path: str) -> Node:
        """Say whom a file belongs to; raises ``OSError``."""
        ...

    def may_use(self, path: str) -> bool:
        """Tell whether the program may read and write a file, or make files in a folder."""
        ...

    def run(self, command: tuple[str, ...], timeout_s: float) -> Output:
        """Run a program and give what it printed."""
        ...

    def gpio_line(self, chip: int, gpio: int) -> Line:
        """Say who uses a line of a GPIO chip; raises ``OSError``."""
        ...


ELSEWHERE = "Run it on the Raspberry Pi of the table, or try config/simulated.yaml here."
"""What to do on a machine that cannot have what is missing."""


def text_of(machine: Machine, path: str) -> str:
    """Give a file's text without what is blank around it, empty when it cannot be read."""
    with suppress(OSError):
        return machine.read(path).decode("utf-8", "replace").strip("\0 \n\t")
    return ""


def names_in(machine: Machine, folder: str, start: str = "") -> tuple[str, ...]:
    """Name what lies in a folder and begins so; nothing when the folder cannot be read."""
    with suppress(OSError):
        return tuple(name for name in machine.list_dir(folder) if name.startswith(start))
    return ()


def members(machine: Machine, group: str) -> frozenset[str]:
    """Name the users that the system lists in a group."""
    for line in text_of(machine, "/etc/group").splitlines():
        name, *rest = line.split(":")
        if name == group and len(rest) == 3:
            return frozenset(filter(None, rest[2].split(",")))
    return frozenset()


def model(machine: Machine) -> str:
    """Give the name of the board, empty on a machine that has no device tree."""
    return text_of(machine, "/proc/device-tree/model")


def is_pi(machine: Machine) -> bool:
    """Tell whether this is a Raspberry Pi."""
    return model(machine).startswith("Raspberry Pi")
