"""Device nodes whose other end is a program: what the kernel's CUSE says, and what it is told.

Source: include/uapi/linux/fuse.h of the kernel.
"""

from __future__ import annotations

import errno
import os
import struct
import threading

OPEN, RELEASE, FLUSH, INTERRUPT, IOCTL, INIT = 14, 18, 25, 36, 39, 4096
ASKED = struct.Struct("<IIQQIIIHH")
"""Length, operation, number, node, user, group, process; the last two are of no use here."""
ANSWER, AREA = struct.Struct("<IiQ"), struct.Struct("<QQ")
ASKED_IOCTL, ANSWER_IOCTL = struct.Struct("<QIIQII"), struct.Struct("<iIII")
OPENED = struct.Struct("<QII")
UNRESTRICTED = 1
"""The program says itself which memory of the caller an ioctl reads and writes."""
RETRY = 4
LONGEST = 131_072
VERSION = struct.pack("<8I40x", 7, 31, 0, UNRESTRICTED, LONGEST, LONGEST, 0, 0)

Area = tuple[int, int]
"""A piece of the caller's memory: its address and its length."""


class Wanted(Exception):
    """An ioctl needs memory of its caller: to read all of ``ins``, to write all of ``outs``."""

    def __init__(self, ins: list[Area], outs: list[Area]) -> None:
        super().__init__(ins, outs)
        self.ins, self.outs = ins, outs


class Node:
    """A character device ``/dev/NAME``, there for as long as it is served."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._opened = 0

    def ioctl(self, opened: int, command: int, argument: int, content: bytes, room: int) -> tuple[int, bytes]:
        """Answer a call: its result and what its caller's memory gets; raises ``Wanted`` and ``OSError``.

        ``content`` is what was read from the caller, ``room`` what may be written to it.
        """
        raise NotImplementedError

    def appear(self) -> None:
        """Make the node and serve it from a thread of its own."""
        self._kernel = os.open("/dev/cuse", os.O_RDWR)
        threading.Thread(target=self._serve, name=self.name).start()

    def _serve(self) -> None:
        while True:
            message = os.read(self._kernel, LONGEST + 4096)
            _, operation, number, *_ = ASKED.unpack_from(message)
            if operation == INTERRUPT:
                continue
            try:
                self._answer(number, self._content(operation, message[ASKED.size :]))
            except OSError as error:
                self._answer(number, b"", error.errno or errno.EIO)

    def _answer(self, number: int, content: bytes, error: int = 0) -> None:
        os.write(self._kernel, ANSWER.pack(ANSWER.size + len(content), -error, number) + content)

    def _content(self, operation: int, body: bytes) -> bytes:
        if operation == INIT:
            return VERSION + b"DEVNAME=" + self.name.encode() + b"\0"
        if operation == OPEN:
            self._opened += 1
            return OPENED.pack(self._opened, 0, 0)
        if operation in {RELEASE, FLUSH}:
            return b""
        if operation != IOCTL:
            raise OSError(errno.EINVAL, "not here")
        opened, _, command, argument, size, room = ASKED_IOCTL.unpack_from(body)
        content = body[ASKED_IOCTL.size : ASKED_IOCTL.size + size]
        try:
            result, written = self.ioctl(opened, command, argument, content, room)
        except Wanted as wanted:
            areas = b"".join(AREA.pack(*area) for area in (*wanted.ins, *wanted.outs))
            return ANSWER_IOCTL.pack(0, RETRY, len(wanted.ins), len(wanted.outs)) + areas
        return ANSWER_IOCTL.pack(result, 0, 0, 0) + written
