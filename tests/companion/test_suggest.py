from __future__ import annotations

import pytest

from companion.suggest import did_you_mean

KNOWN = ("address", "bus", "height", "rotate", "width")


@pytest.mark.parametrize(
    ("word", "meant"), [("adress", "address"), ("Width", "width"), ("rotat", "rotate"), ("heihgt", "height")]
)
def test_a_slip_is_recognized(word: str, meant: str) -> None:
    assert did_you_mean(word, KNOWN) == f" Did you mean '{meant}'?"


@pytest.mark.parametrize("word", ["", "colour", "x"])
def test_a_strange_word_is_left_alone(word: str) -> None:
    assert did_you_mean(word, KNOWN) == ""


def test_the_known_word_is_given_as_it_is_written() -> None:
    assert did_you_mean("ann", ["Ann", "Ben"]) == " Did you mean 'Ann'?"


def test_what_is_known_need_not_be_text() -> None:
    assert did_you_mean("18", [0, 180]) == " Did you mean '180'?"
