"""Written content of a tag: the TLV blocks in its memory and the NDEF records in them.

Sources: NFC Forum Type 2 Tag 1.0, 2.3 (TLV blocks); NDEF 1.0, 3.2 (record layout); the record types
Text, URI and Smart Poster.  Whatever the bytes are, nothing but ``NdefError`` comes out (R25).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

NULL, LOCK_CONTROL, MEMORY_CONTROL, MESSAGE, PROPRIETARY, TERMINATOR = 0x00, 0x01, 0x02, 0x03, 0xFD, 0xFE
BLOCKS = (LOCK_CONTROL, MEMORY_CONTROL, MESSAGE, PROPRIETARY)
EMPTY, WELL_KNOWN, MEDIA, ADDRESS, EXTERNAL, UNKNOWN, UNCHANGED = range(7)
MESSAGE_BEGIN, MESSAGE_END, CHUNK, SHORT, WITH_ID = 0x80, 0x40, 0x20, 0x10, 0x08
DEEPEST = 3
"""How many smart posters may lie in each other."""
# fmt: off
URI_STARTS = (
    "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
    "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://",
    "news:", "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://",
    "btl2cap://", "btgoep://", "tcpobex://", "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:",
    "urn:epc:pat:", "urn:epc:raw:", "urn:epc:", "urn:nfc:",
)
# fmt: on
"""What the first byte of a URI record stands for (URI Record Type Definition, table 3)."""


class NdefError(ValueError):
    """Bytes that are no TLV block, message or record as the standards have them."""


@dataclass(frozen=True, slots=True)
class Block:
    """One TLV block."""

    kind: int
    value: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """One NDEF record, put together if it came in chunks."""

    name_format: int
    """TNF, 0 to 6: who defined the type."""
    type: bytes
    payload: bytes
    id: bytes = b""


def blocks(memory: bytes) -> Iterator[Block]:
    """Walk the TLV blocks from the start of the user memory to the terminator or its end (R23).

    Null blocks are passed over; a terminator is given as the last block.  Raises ``NdefError`` at a
    block of no known kind and at one that runs past the memory.
    """
    for _, block, _ in _placed_blocks(memory):
        yield block


def _placed_blocks(memory: bytes) -> Iterator[tuple[int, Block, int]]:
    """Walk the TLV blocks, each with where it begins and where it ends."""
    at = 0
    while at < len(memory):
        start, kind, at = at, memory[at], at + 1
        if kind == NULL:
            continue
        if kind == TERMINATOR:
            yield start, Block(kind, b""), at
            return
        if kind not in BLOCKS:
            raise NdefError(f"there is no TLV block of kind {kind:02x}")
        length, at = _block_length(memory, at)
        if at + length > len(memory):
            raise NdefError(f"TLV block {kind:02x} of {length} bytes runs past the memory")
        yield start, Block(kind, memory[at : at + length]), at + length
        at += length


def _block_length(memory: bytes, at: int) -> tuple[int, int]:
    size = memory[at : at + 3]
    if size[:1] == b"\xff" and len(size) == 3:
        return int.from_bytes(size[1:], "big"), at + 3
    if not size or size[0] == 0xFF:
        raise NdefError("the memory ends within the length of a TLV block")
    return size[0], at + 1


def message_of(memory: bytes) -> bytes | None:
    """Give the first NDEF message in a user memory, None when there is none; raises ``NdefError``."""
    return next((block.value for block in blocks(memory) if block.kind == MESSAGE), None)


def length_at(memory: bytes) -> int | None:
    """Give the place of the first byte of the message's length, None without one; raises ``NdefError``."""
    starts = (start for start, block, _ in _placed_blocks(memory) if block.kind == MESSAGE)
    return next((start + 1 for start in starts), None)


def is_whole(memory: bytes) -> bool:
    """Tell whether the first bytes of a memory already hold all that is written: no more need be read."""
    try:
        return any(block.kind in (MESSAGE, TERMINATOR) for block in blocks(memory))
    except NdefError:
        return False


def records(message: bytes) -> tuple[Record, ...]:
    """Take a message apart; an empty message has no records.  Raises ``NdefError``."""
    found: list[Record] = []
    chunk: Record | None = None
    at, flags = 0, 0
    while message and not flags & MESSAGE_END:
        flags, part, at = _record(message, at)
        if (part.name_format == UNCHANGED) != (chunk is not None):
            raise NdefError("the chunks of a record are out of order")
        if chunk:
            part = Record(chunk.name_format, chunk.type, chunk.payload + part.payload, chunk.id)
        chunk = part if flags & CHUNK else None
        if not chunk:
            found.append(part)
    if chunk:
        raise NdefError("the last chunk of a record is missing")
    return tuple(found)


def _record(message: bytes, at: int) -> tuple[int, Record, int]:
    """Cut one record out: its flags, itself, and where the next one begins."""
    header = message[at : at + 2]
    if len(header) < 2:
        raise NdefError("the message ends before its last record")
    flags, type_length = header
    at += 2
    width = 1 if flags & SHORT else 4
    payload_length, at = _number(message, at, width)
    id_length, at = _number(message, at, 1) if flags & WITH_ID else (0, at)
    end = at + type_length + id_length + payload_length
    if end > len(message):
        raise NdefError(f"a record of {end - at} bytes runs past its message")
    name_format = flags & 0x07
    if name_format > UNCHANGED:
        raise NdefError("type name format 7 is reserved")
    kind, rest = message[at : at + type_length], message[at + type_length : end]
    return flags, Record(name_format, kind, rest[id_length:], rest[:id_length]), end


def _number(message: bytes, at: int, width: int) -> tuple[int, int]:
    digits = message[at : at + width]
    if len(digits) < width:
        raise NdefError("the message ends within the head of a record")
    return int.from_bytes(digits, "big"), at + width


def describe(memory: bytes) -> str:
    """Say in one line what is written in a user memory.

    That is the first text or address of any record, else the type of the first record, and ``""``
    for a tag without content.  Raises ``NdefError`` when there is something that cannot be read.
    """
    message = message_of(memory)
    return _describe(message, 1) if message else ""


def _describe(message: bytes, depth: int) -> str:
    found = records(message)
    for record in found:
        said = _content(record, depth)
        if said:
            return said
    named = (record.type.decode("ascii", "replace") for record in found if record.name_format != EMPTY)
    return next(named, "")


def _content(record: Record, depth: int) -> str:
    """Give the text or address of a record, ``""`` for records of other kinds."""
    if record.name_format == ADDRESS:
        return record.type.decode("utf-8", "replace")
    if record.name_format != WELL_KNOWN:
        return ""
    if record.type == b"U":
        return address_of(record.payload)
    if record.type == b"T":
        return text_of(record.payload)
    if record.type == b"Sp" and depth < DEEPEST:
        return _describe(record.payload, depth + 1)
    return ""


def address_of(payload: bytes) -> str:
    """Give the address in a URI record; raises ``NdefError`` for an empty one or an unknown start."""
    if not payload or payload[0] >= len(URI_STARTS):
        raise NdefError("a URI record has no known start")
    return URI_STARTS[payload[0]] + payload[1:].decode("utf-8", "replace")


def text_of(payload: bytes) -> str:
    """Give the text in a Text record without its language; raises ``NdefError`` when it is cut short."""
    if not payload or len(payload) < 1 + (payload[0] & 0x3F):
        raise NdefError("a text record ends within its language")
    letters = payload[1 + (payload[0] & 0x3F) :]
    wide = "utf-16" if letters[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-16-be"
    return letters.decode(wide if payload[0] & 0x80 else "utf-8", "replace")


def address_record(address: str) -> Record:
    """Make a URI record, with the longest start that fits abbreviated."""
    start = max((s for s in URI_STARTS if address.startswith(s)), key=len)
    code = bytes([URI_STARTS.index(start)])
    return Record(WELL_KNOWN, b"U", code + address[len(start) :].encode())


def text_record(text: str, language: str = "en") -> Record:
    """Make a Text record in UTF-8."""
    return Record(WELL_KNOWN, b"T", bytes([len(language)]) + language.encode("ascii") + text.encode())


def written(*content: Record) -> bytes:
    """Lay records out as a user memory: the message's TLV block and the terminator."""
    return _message_block(content) + bytes([TERMINATOR])


def with_record(memory: bytes, record: Record) -> bytes:
    """Lay a user memory out anew with a record more, all else on it kept (R24).

    ``memory`` is the whole of it; the result may be longer.  A record with an id takes the place of one with
    its type and id, an external one also without; others go to the end of the first message.  Raises
    ``NdefError`` when what is there cannot be read, and so not be kept.
    """
    placed = tuple(_placed_blocks(memory))
    close = next((start for start, block, _ in placed if block.kind == TERMINATOR), None)
    if close is None:
        close = placed[-1][2] if placed else 0
    message = (each for each in placed if each[1].kind == MESSAGE)
    start, block, end = next(message, (close, Block(MESSAGE, b""), close))
    content = [each for each in records(block.value) if each.name_format != EMPTY]
    same = [number for number, each in enumerate(content) if _is_one(each, record)]
    at = same[0] if same else len(content)
    content[at : at + 1] = [record]
    laid_out = memory[:start] + _message_block(content) + memory[end:close]
    return laid_out + bytes([TERMINATOR]) if len(laid_out) != len(memory) else laid_out


def _is_one(old: Record, new: Record) -> bool:
    """Tell whether a record is an older state of another one."""
    told = bool(new.id) or new.name_format == EXTERNAL
    return told and (old.name_format, old.type, old.id) == (new.name_format, new.type, new.id)


def _message_block(content: Sequence[Record]) -> bytes:
    last = len(content) - 1
    message = b"".join(
        _laid_out(record, (MESSAGE_BEGIN if number == 0 else 0) | (MESSAGE_END if number == last else 0))
        for number, record in enumerate(content)
    )
    size = len(message)
    length = bytes([size]) if size < 0xFF else b"\xff" + size.to_bytes(2, "big")
    return bytes([MESSAGE]) + length + message


def _laid_out(record: Record, flags: int) -> bytes:
    size = len(record.payload)
    if size < 0x100:
        flags |= SHORT
    if record.id:
        flags |= WITH_ID
    length = size.to_bytes(1 if flags & SHORT else 4, "big")
    id_length = bytes([len(record.id)]) if record.id else b""
    head = bytes([flags | record.name_format, len(record.type)]) + length + id_length
    return head + record.type + record.id + record.payload
