"""Readers that write tags."""

from __future__ import annotations

import pytest

from tag_writing import KINDS


@pytest.fixture(params=KINDS)
def desk(request, bench):
    return bench(request.param)


@pytest.fixture
def uart(bench):
    return bench("uart")
