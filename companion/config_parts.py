"""What the records of all devices in a config have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.wiring import Claim
from companion.yamltext import KeyPath

Gpio = Annotated[int, Meta(ge=2, le=27, extra={"hint": "Pin 29 of the header, for example, is GPIO 5."})]
"""GPIO number, not the number on the header; 0 and 1 belong to the board's own EEPROM."""


class I2cAddress(int):
    """A 7-bit address, written as on the data sheets: ``0x3C``."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A device of the table; ``kind`` tells which."""

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Give what the device needs for itself; nothing when it is simulated."""
        yield from ()
