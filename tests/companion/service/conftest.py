"""A hand at a device, and a folder for what is written again and again."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.chores import Done
from device_hand import Hand

MEMORY = Path("/dev/shm")


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """Give a folder in memory where there is one: thousands of syncs to a disk show nothing more."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="port-royal-", dir=MEMORY))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Callable[..., Hand]]:
    """Give a function that lays a hand on a device."""
    hands: list[Hand] = []

    def begin(work: Mapping[str, Callable[[], Done]] | None = None, *, new: bool = False) -> Hand:
        one = Hand(tmp_path / "state", work, new=new)
        hands.append(one)
        return one

    yield begin
    for one in hands:
        one.store.close()


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Give a function that puts a program of the system on the path, as a shell script."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)

    def put(name: str, script: str) -> None:
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n" + script)
        (tmp_path / "bin" / name).chmod(0o755)

    return put
