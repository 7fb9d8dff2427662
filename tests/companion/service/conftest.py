"""What tests of the power share."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

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
