"""What has to be wired: every device of a config as a part with its own pins, and where each of them goes."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.header_pins import Pin, Supply

Look = Literal["reader", "display", "keys", "light", "sound", "multiplexer"]


class Joint(msgspec.Struct, frozen=True, kw_only=True):
    """One pin of a part, and the pin of the header that it is wired to."""

    label: str
    """As it is printed on the part, such as ``SDA``."""
    pin: Pin | None = None
    """``None`` when the wire goes to another part, or nobody knows where."""
    supply: Supply | None = None
    """It wants this, from whichever pin."""
    behind: str = ""
    """Pin of the part that this one is behind."""
    hint: str = ""
    """What belongs between the two, such as ``330 Ω``."""
    colour: str = ""
    """Name of what the wire is for, where the part says it: ``yes``, ``red``."""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A part, with all its pins that are used."""

    name: str
    """Where in the config it stands: ``readers.main``."""
    title: str
    about: str
    look: Look
    joints: tuple[Joint, ...] = ()
    behind: str = ""
    """Name of the part that it hangs on; empty for the header."""
    remark: str = ""
    """A sentence for who wires it."""
