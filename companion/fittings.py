"""What a desk is fitted out with, and what it gives back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from companion.cardnames import CardNames
from companion.deck import Cards, Deck
from companion.flow import Context, DeviceState, Flows, Mode, Refused, Settings, Signal, Tap
from companion.screen import Screen
from companion.store import Store
from companion.texts import Texts
from engine.kernel import Illegal
from engine.session import Entry


class Outcome(msgspec.Struct, frozen=True):
    """What an input came to."""

    signals: tuple[Signal, ...] = ()
    """What is to be heard and seen, in order."""
    changed: bool = False
    """Whether screens may look different now."""


class Fittings(msgspec.Struct, frozen=True, kw_only=True):
    """What a desk works with."""

    flows: Flows
    compose: Callable[[Context, Mode, Flows], dict[str, Screen]]
    """Draws every display."""
    refused: Callable[[Mode, Illegal, Tap | None, Context], Refused]
    """Makes a screen of a refusal."""
    signal_of: Callable[[Any, Entry, Any], Signal | None]
    """What an entry sounds like, from the states before and after it."""
    store: Store
    cards: Cards
    words: Callable[[Settings], tuple[Texts, CardNames]]
    """The words of a language, with the marks for colours that the owner likes."""
    deck: Deck | None = None
    keys: tuple[str, ...] = ("yes", "no", "next", "menu")
    displays: tuple[str, ...] = ("main",)
    readers: int = 1
    """How many there are."""
    devices: Callable[[], tuple[DeviceState, ...]] = tuple
    """Tells how readers and displays did so far."""
    now_s: Callable[[], float]
    """Monotonic seconds."""
    wall: Callable[[], str]
    """Local date and time, ISO 8601."""
    rng: random.Random
    """Draws lots."""
