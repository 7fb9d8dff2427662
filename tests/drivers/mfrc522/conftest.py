"""A reader that has begun to look for tags."""

from __future__ import annotations

import pytest

from mfrc522_desk import Desk


@pytest.fixture
def desk() -> Desk:
    it = Desk()
    it.run(0.1)
    return it
