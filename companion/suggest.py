"""Finds what somebody meant who wrote a word that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_ALIKE = 0.6
"""Share of the letters that must agree; a swapped pair or a lost letter in a short word still does."""


def did_you_mean(word: str, known: Iterable[object]) -> str:
    """Give `` Did you mean 'x'?`` for the known word most like this one, or nothing when none is near.

    Starts with a space, so that it is simply put behind a sentence.  Upper and lower case are alike.
    """
    by_lower = {str(name).lower(): str(name) for name in known}
    near = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=_ALIKE)
    return f" Did you mean '{by_lower[near[0]]}'?" if near else ""
