"""Which tag numbers can stand for a card, and why others cannot (R6, R7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from drivers.tags import CASCADE_TAG, is_random

Trouble = Literal["random", "truncated", "clone"]
NXP = 0x04
"""First UID byte of every tag that NXP makes (ISO/IEC 7816-6)."""
SHORT = 8
"""Hex digits of a single-size UID."""
DOUBLE = 14
"""Hex digits of a UID such as NTAG and Ultralight tags have."""
FACTORY_CLONES = frozenset(
    {"01020304", "11223344", "deadbeef", "cafebabe", "01020304050607", "04112233445566"}
)
"""Numbers that rewritable copies of tags carry when they are new: many tags in the world have them."""
_SENTENCES: dict[Trouble, str] = {
    "random": "The tag number {uid} changes at every tap, as those of phones do, so it cannot stand for a "
    "card: use an NTAG213 or NTAG215 sticker.",
    "truncated": "The tag number {uid} is only the beginning of a longer one, so that other tags may have it "
    "as well: use a reader that gives all seven bytes.",
    "clone": "The tag number {uid} is one that many cheap copies of tags share, so it cannot tell cards "
    "apart: use another tag.",
}


class Unusable(msgspec.Struct, frozen=True):
    """A tag number that can stand for no card."""

    uid: str
    trouble: Trouble

    @property
    def sentence(self) -> str:
        """Say why, and what to do."""
        return _SENTENCES[self.trouble].format(uid=self.uid)


def unusable(uid: str, others: Iterable[str] = ()) -> Unusable | None:
    """Tell why a canonical UID cannot stand for a card, None when it can.

    ``others`` are UIDs of the same deck: a short one that is the beginning of a longer one was cut off.
    """
    if is_random(uid):
        return Unusable(uid, "random")
    if uid in FACTORY_CLONES or len(set(bytes.fromhex(uid))) == 1:
        return Unusable(uid, "clone")
    if len(uid) == SHORT and (_has_cascade(uid) or any(_begins(uid, other) for other in others)):
        return Unusable(uid, "truncated")
    return None


def _has_cascade(uid: str) -> bool:
    """Tell whether these are the cascade tag and three bytes of an NXP tag, as careless readers give them."""
    return int(uid[:2], 16) == CASCADE_TAG and int(uid[2:4], 16) == NXP


def _begins(short: str, other: str) -> bool:
    return len(other) > SHORT and other.startswith(short)
