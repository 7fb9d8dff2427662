"""What a desk is fitted out with, and what it gives back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from companion.bench import Bench
from companion.cardnames import CardNames
from companion.chores import Chores
from companion.decks.record import Cards, Deck
from companion.flow import About, Context, DeviceState, Flows, Home, Mode, Refused, Settings, Signal, Tap
from companion.screen import Screen
from companion.store import Store
from companion.texts import Texts
from engine.kernel import Illegal
from engine.session import Entry, Session


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
    signal_of: Callable[[Any, Entry, Session], Signal | None]
    """What an entry sounds like, from the state before it and the game after it."""
    store: Store
    cards: Cards
    words: Callable[[Settings], tuple[Texts, CardNames]]
    """The words of a language, with the marks for colours that the owner likes."""
    deck: Deck | None = None
    bench: Bench | None = None
    """The decks of the table; without it there is ``deck`` alone, and nothing about it is kept."""
    first_mode: Callable[[Context, str], Mode] = lambda ctx, doing: Home()
    """What the device begins with where no game was cut short; given what it was doing, see ``Flow``."""
    keys: tuple[str, ...] = ("yes", "no", "next", "menu")
    displays: tuple[str, ...] = ("main",)
    readers: int = 1
    """How many there are."""
    devices: Callable[[], tuple[DeviceState, ...]] = tuple
    """Tells how readers and displays did so far."""
    chores: Chores | None = None
    """Work that the device can be asked for."""
    about: Callable[[], About] = About
    """Tells of the device."""
    learnt: Callable[[Session, Any, Entry], None] = lambda session, before, entry: None
    """Keeps what an entry, begun in a state, told of the cards; called when it is on disk."""
    noted: Callable[[Settings, int, Session, str], Settings] = lambda settings, game, session, how: settings
    """Gives the settings with what is kept of a game from one evening to the next: its number, and how it is
    put away by hand (``Reply.finish``); called after every entry, before a game that is over is put away."""
    held: Callable[[Mode, Context], Mode | None] = lambda mode, ctx: None
    """What MENU held begins; None for nothing."""
    now_s: Callable[[], float]
    """Monotonic seconds."""
    wall: Callable[[], str]
    """Local date and time, ISO 8601."""
    rng: random.Random
    """Draws lots."""
