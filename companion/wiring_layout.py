"""Where everything lies in a picture of the wiring: parts beside the header, each wire on a track of its own.

The header stands in the middle and parts to both sides of it.  A wire leaves its pin sideways, runs up or
down a track that no other wire has, and goes to its part; one to the far side passes between two rows of the
header.  Pads lie at heights where neither pins nor passages are, so that wires cross but never run on top of
one another, and none touches a label.  Lengths are pixels of the picture, y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from companion.header_pins import ROWS, Pin
from companion.wiring_parts import Joint, Unit
from companion.wiring_sides import in_order, share_out, untangled

Side = Literal["left", "right"]
Point = tuple[float, float]
SIDES: tuple[Side, ...] = ("left", "right")

WIDTH, HEIGHT = 1260.0, 891.0
"""A4 landscape."""
MIDDLE = WIDTH / 2
ROW = 36.0
"""From one row of the header to the next."""
TOP = 100.0
"""Middle of the first row."""
PIN = 22.0
"""A pin is a square of this size."""
PIN_AT = 15.0
"""From the middle line to the middle of a pin."""
TAG_FROM, TAG_TO = 30.0, 124.0
"""From the middle line to both ends of a pin's label."""
TAG_HEIGHT = 20.0
LANE = 2.5
"""Wires to the far side pass so far above or below the middle between two rows."""
SLOT = ROW / 2
"""Parts stand on a grid of this height, and so do their pads: a quarter of a row off the pins."""
HEAD_SLOTS = 2
"""Room for the title of a part."""
BADGE = 8.0
"""Radius of the disc on a pad, with the number of the pin."""
TRACK = 10.0
MARGIN, FOOT = 18.0, 75.0
"""Room at the sides of the page, and below the parts."""
BOX, SWITCH_BOX, BEYOND_BOX = 190.0, 104.0, 146.0
"""Widths of parts; of multiplexers, and of the parts behind them."""
BEYOND_GAP = 62.0
"""Between a multiplexer and the parts behind it."""
BEYOND_PITCH, BEYOND_HEIGHT, BEYOND_STEP = 13.0, 58.0, 64.0
"""Of the parts behind a multiplexer: from pad to pad, height, and from one to the next."""


class Pad(msgspec.Struct, frozen=True):
    """A pin of a part in the picture."""

    joint: Joint
    at: Point


class Box(msgspec.Struct, frozen=True):
    """A part in the picture; ``x`` and ``y`` are its upper left corner."""

    unit: Unit
    side: Side
    x: float
    y: float
    width: float
    height: float
    pads: tuple[Pad, ...]
    """On the edge that faces the header."""
    beyond: tuple[Box, ...] = ()
    """The parts behind it."""

    @property
    def near(self) -> float:
        """Give x of the edge that faces the header."""
        return self.x + self.width if self.side == "left" else self.x

    @property
    def far(self) -> float:
        """Give x of the other edge."""
        return self.x if self.side == "left" else self.x + self.width


class Wire(msgspec.Struct, frozen=True):
    """All that hangs on one pin on one side."""

    pin: Pin
    side: Side
    joint: Joint
    """One of those that it goes to."""
    start: tuple[Point, ...]
    """From the pin to the track, one end of which is the last point."""
    ends: tuple[Point, ...]
    """Pads on the edges of parts."""

    @property
    def track(self) -> float:
        """Give x of the track."""
        return self.start[-1][0]

    @property
    def passage(self) -> tuple[Point, ...]:
        """Give the line between the rows of the header, from a pin of the far column to the labels here."""
        return self.start[:-1] if len(self.start) > 2 else ()

    @property
    def lines(self) -> list[tuple[Point, ...]]:
        """Give one line for each pad, from the header's labels or from where it branches off."""
        begin, corner = self.start[-2:]
        lines: list[tuple[Point, ...]] = []
        for way in (-1, 1):
            ends = sorted(
                (end for end in self.ends if (end[1] - corner[1]) * way > 0), key=lambda end: end[1] * -way
            )
            for place, end in enumerate(ends):
                bend = (self.track, end[1])
                trunk = (corner, bend) if lines else (begin, corner, bend)
                lines.append((bend, end) if place else (*trunk, end))
        return lines

    @property
    def dots(self) -> tuple[Point, ...]:
        """Give where wires are joined: all heights on the track but the two ends of it."""
        heights = sorted({self.start[-1][1], *(end[1] for end in self.ends)})
        return tuple((self.track, y) for y in heights[1:-1])


class Layout(msgspec.Struct, frozen=True):
    """A picture before it is drawn."""

    boxes: tuple[Box, ...]
    wires: tuple[Wire, ...]

    @property
    def left(self) -> float:
        """Give x of the left end of all that is drawn."""
        return min(x for x, _ in self._ends())

    @property
    def page(self) -> tuple[float, float, float, float]:
        """Give left, top, width and height of a page with everything in the middle: A4, unless it is more."""
        left, right = self.left, max(x for _, x in self._ends())
        width = max(WIDTH, right - left + 2 * MARGIN)
        low = max((box.y + box.height for box in self.boxes), default=0.0)
        return (left + right - width) / 2, 0.0, width, max(HEIGHT, low + FOOT)

    def _ends(self) -> Iterator[tuple[float, float]]:
        yield MIDDLE - TAG_TO, MIDDLE + TAG_TO
        for box in self.boxes:
            for one in (box, *box.beyond):
                yield one.x, one.x + one.width


def lay_out(units: Sequence[Unit]) -> Layout:
    """Find a place for every part and a way for every wire."""
    heights = [slots(unit, units) for unit in units if not unit.behind]
    shared = share_out([unit for unit in units if not unit.behind], heights)
    boxes: list[Box] = []
    wires: list[Wire] = []
    for side, own in zip(SIDES, shared, strict=True):
        placed, run = _one_side(side, own, units)
        boxes += placed
        wires += run
    return Layout(tuple(boxes), tuple(wires))


def slots(unit: Unit, units: Sequence[Unit]) -> int:
    """Say how many slots of the grid a part takes, with the gap below it."""
    pads = len(unit.joints) * SLOT
    below = sum(other.behind == unit.name for other in units) * BEYOND_STEP
    return HEAD_SLOTS + int(-(-max(pads, below) // SLOT)) + 1


def slot_y(slot: float) -> float:
    """Give the upper end of a slot."""
    return TOP - SLOT + slot * SLOT


def start_of(pin: Pin, side: Side) -> tuple[Point, ...]:
    """Give the first points of a wire: from a pin to the outer end of the labels on a side."""
    sign = -1 if side == "left" else 1
    y = TOP + pin.row * ROW
    if pin.right == (side == "right"):
        return ((MIDDLE + sign * TAG_TO, y),)
    x = MIDDLE - sign * PIN_AT
    lane = y + ROW / 2 + sign * -LANE
    return (x, y + PIN / 2), (x, lane), (MIDDLE + sign * TAG_TO, lane)


def _one_side(side: Side, own: Sequence[Unit], units: Sequence[Unit]) -> tuple[list[Box], list[Wire]]:
    """Place the parts of a side below one another, then give every wire its track."""
    heights = [slots(unit, units) for unit in own]
    wanted = [_height_of_pins(unit, side) - count / 2 for unit, count in zip(own, heights, strict=True)]
    order = sorted(range(len(own)), key=lambda i: wanted[i] + heights[i] / 2)
    tops = in_order([wanted[i] for i in order], [heights[i] for i in order], 2 * ROWS)
    starts: list[tuple[Unit, float]] = [(own[i], top) for i, top in zip(order, tops, strict=True)]
    nets = _nets(starts, side)
    sign = -1 if side == "left" else 1
    tracks = untangled({number: (start_of(pin, side)[-1][1], ys) for number, (pin, _, ys) in nets.items()})
    edge = MIDDLE + sign * (TAG_TO + TRACK * (len(tracks) + 1) + 2 * BADGE + 4)
    boxes = [_box(unit, side, edge, slot_y(top), units) for unit, top in starts]
    wires = []
    for place, number in enumerate(tracks, start=1):
        pin, joint, ys = nets[number]
        begin = start_of(pin, side)
        x = MIDDLE + sign * (TAG_TO + TRACK * place)
        ends = tuple((edge - sign * BADGE, y) for y in ys)
        wires.append(Wire(pin, side, joint, (*begin, (x, begin[-1][1])), ends))
    return boxes, wires


def _height_of_pins(unit: Unit, side: Side) -> float:
    """Give the mean height, in slots, of the pins that a part is wired to."""
    rows = [start_of(joint.pin, side)[-1][1] for joint in unit.joints if joint.pin]
    middle = sum(rows) / len(rows) if rows else slot_y(2 * ROWS)
    return (middle - slot_y(0)) / SLOT - HEAD_SLOTS / 2


def _nets(
    starts: Iterable[tuple[Unit, float]], side: Side
) -> dict[int, tuple[Pin, Joint, tuple[float, ...]]]:
    """Give what hangs on each pin, by its number: the pin, one joint, and the heights of all pads."""
    nets: dict[int, tuple[Pin, Joint, tuple[float, ...]]] = {}
    for unit, top in starts:
        for place, joint in enumerate(pads_of(unit, side)):
            if joint.pin:
                _, first, ys = nets.get(joint.pin.number, (joint.pin, joint, ()))
                nets[joint.pin.number] = (joint.pin, first, (*ys, _pad_y(slot_y(top), place)))
    return nets


def pads_of(unit: Unit, side: Side) -> list[Joint]:
    """Give the pins of a part from top to bottom: in the order of the pins that they are wired to."""
    return sorted(unit.joints, key=lambda joint: start_of(joint.pin, side)[-1][1] if joint.pin else 0.0)


def _pad_y(top: float, place: int) -> float:
    return top + (HEAD_SLOTS + place + 0.5) * SLOT


def _box(unit: Unit, side: Side, edge: float, top: float, units: Sequence[Unit]) -> Box:
    """Draw a part whose edge facing the header is at ``edge``, with what is behind it."""
    behind = [other for other in units if other.behind == unit.name]
    width = SWITCH_BOX if behind else BOX
    pads = tuple(Pad(joint, (edge, _pad_y(top, place))) for place, joint in enumerate(pads_of(unit, side)))
    x = edge - width if side == "left" else edge
    height = (slots(unit, units) - 1) * SLOT + 4
    sign = -1 if side == "left" else 1
    further, first = edge + sign * (width + BEYOND_GAP), top + HEAD_SLOTS * SLOT
    beyond = tuple(
        _beyond(other, side, further, first + place * BEYOND_STEP) for place, other in enumerate(behind)
    )
    return Box(unit, side, x, top, width, height, pads, beyond)


def _beyond(unit: Unit, side: Side, edge: float, top: float) -> Box:
    """Draw a part behind a multiplexer."""
    first = top + BEYOND_HEIGHT / 2 - BEYOND_PITCH * (len(unit.joints) - 1) / 2
    pads = tuple(Pad(joint, (edge, first + place * BEYOND_PITCH)) for place, joint in enumerate(unit.joints))
    x = edge - BEYOND_BOX if side == "left" else edge
    return Box(unit, side, x, top, BEYOND_BOX, BEYOND_HEIGHT, pads)
