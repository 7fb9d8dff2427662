"""A tag with its owner's record on it, and ours to be written beside that."""

from __future__ import annotations

from drivers.ndef import (
    EXTERNAL,
    NdefError,
    Record,
    address_record,
    message_of,
    records,
    with_record,
    written,
)
from drivers.sim.chips.ntag import Type2Tag

UID = bytes.fromhex("04a1b2c3d4e5f6")
OURS = Record(EXTERNAL, b"port-royal:card", b"sailor-3")
LINK = address_record("https://example.org/a-rather-long-address-on-it")
OLD = written(LINK)
KINDS = ("uart", "i2c", "mfrc522")
PN532 = ("uart", "i2c")


def ours(memory):
    return with_record(memory, OURS)


def lay(desk, image):
    tag = Type2Tag(image)
    desk.sim.place(tag)
    desk.run(0.3)
    return tag


def owners(tag):
    kind = tag.image.kind
    return bytes(tag.memory[16 : kind.tail_page * 4])


def write(desk, change=ours, timeout_s=2.0, run_s=3.0):
    future = desk.reader.write(UID.hex(), change, timeout_s)
    desk.run(run_s)
    return future


def held(memory):
    """Say which records a memory holds; a string says that a reader of the tag would notice the break."""
    try:
        message = message_of(memory)
        return records(message) if message is not None else "no message"
    except NdefError:
        return "broken"
