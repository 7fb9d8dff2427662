"""A whole simulated table, played by a script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.catalogue import Catalogues
from companion.device_script import ScriptTable, open_device
from device_scripts import SET_UP


@pytest.fixture(scope="module")
def catalogues() -> Catalogues:
    return Catalogues()


@pytest.fixture
def table() -> Iterator[ScriptTable]:
    driver = open_device(SET_UP)
    yield driver
    driver.close()
