"""Rows that name what an expedition takes: never more than two, whatever it asks for (DI10)."""

import pytest

from companion.screen import CELLS
from companion.screens.claim import _two_rows


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (["Cap4", "Set4"], ("Discard: Cap4 Set4",)),
        (["Cap4", "Pst4", "Pst4", "Jck6=H"], ("Discard: Cap4 Pst4", "Pst4 Jck6=H")),
        (["Cap4", "Pst4", "Pst4", "Set4", "Set4", "Set4"], ("Discard: Cap4 Pst4", "Pst4 Set4 Set4 Set4")),
        (
            ["Cap4", "Pst4", "Pst4", "Set4", "Set4", "Set4", "Set4"],
            ("Discard: Cap4 Pst4", "Pst4 Set4 Set4 +2"),
        ),
    ],
)
def test_what_goes_stands_in_two_rows_and_of_more_how_many(words, rows):
    assert _two_rows("Discard:", words) == rows
    assert all(len(row) <= CELLS for row in rows)
