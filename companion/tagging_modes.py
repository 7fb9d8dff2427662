"""What the device can be doing while a deck is tagged: a frozen record for each flow (TG1-TG4, TG6, TG7)."""

from __future__ import annotations

import msgspec

from companion.box import Box
from companion.decks.enrolment import Enrolment, Unfit, enrol
from companion.flow import Context, Mode, Tap

OPEN = "open"
"""The setting with which every tag also says in writing which card it is on."""


class Tagging(msgspec.Struct, frozen=True):
    """Waits for the tag of the wanted card (TG1)."""

    under: Mode
    enrolment: Enrolment | None = None
    """None until it is first needed: it follows from the deck."""


class TagInUse(msgspec.Struct, frozen=True):
    """A tag was tapped that is on a card already, or was (TG2)."""

    under: Tagging
    tap: Tap
    card: str
    retired: bool = False


class TagWritten(msgspec.Struct, frozen=True):
    """A tag was tapped on which somebody wrote something: that is kept, and the tag used if it is wanted."""

    under: Tagging
    tap: Tap


class TagUnfit(msgspec.Struct, frozen=True):
    """A tag was tapped whose number cannot stand for a card (TG6)."""

    under: Tagging
    unfit: Unfit


class TagWriting(msgspec.Struct, frozen=True):
    """The card is written on the tag that was just stored, which must lie still (TG3, TG4)."""

    under: Mode
    """What goes on afterwards."""
    tap: Tap
    card: str
    last_copy: bool = False
    failed: bool = False


class TagLater(msgspec.Struct, frozen=True):
    """Tagging is interrupted, for as long as it likes (TG7)."""

    under: Mode
    said: str = ""
    """What the card is that was tapped last."""


def box_of(ctx: Context) -> Box:
    """Give the deck that is being worked on."""
    assert ctx.box is not None, "tagging needs a deck"
    return ctx.box


def enrolment_of(mode: Tagging, ctx: Context) -> Enrolment:
    """Give how far tagging is."""
    return mode.enrolment or enrol(box_of(ctx).deck, box_of(ctx).cards)
