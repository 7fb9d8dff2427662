"""How parts are shared out between the two sides of the header, and wires between tracks: few crossings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from companion.header_pins import ROWS
from companion.wiring_parts import Unit

MOST_TRIED = 12
"""Up to so many parts all ways to share them out are tried; further ones go where their pins are."""
TOO_LOW, CROSSING, UNEVEN = 100.0, 3.0, 0.05
"""What it costs when a part has no room beside the header, when a wire goes to the far side, and when one
side is fuller than the other, each slot."""

Net = tuple[float, tuple[float, ...]]
"""Height of the pin's end, and of all pads, that hang on one track."""


def share_out(units: Sequence[Unit], heights: Sequence[int]) -> tuple[list[Unit], list[Unit]]:
    """Give the parts that go to the left and to the right; ``heights`` are in slots."""
    far = [(_far(unit, right=False), _far(unit, right=True)) for unit in units]

    def cost(rights: tuple[bool, ...]) -> float:
        full, across = [0, 0], [0, 0]
        for pins, height, right in zip(far, heights, rights, strict=True):
            full[right] += height
            across[right] |= pins[right]
        too_low = sum(max(0, slots - 2 * ROWS - 1) for slots in full)
        crossing = sum(pins.bit_count() for pins in across)
        return TOO_LOW * too_low + CROSSING * crossing + UNEVEN * abs(full[0] - full[1])

    rest = tuple(_rather_right(unit) for unit in units[MOST_TRIED:])
    ways = product((False, True), repeat=len(units) - len(rest))
    best = min(((*way, *rest) for way in ways), key=cost)
    shared = list(zip(units, best, strict=True))
    return [unit for unit, right in shared if not right], [unit for unit, right in shared if right]


def _far(unit: Unit, *, right: bool) -> int:
    """Give the pins, as bits by number, whose wire goes to the far side if the part is on the side given."""
    return sum({1 << joint.pin.number for joint in unit.joints if joint.pin and joint.pin.right != right})


def _rather_right(unit: Unit) -> bool:
    pins = [joint.pin for joint in unit.joints if joint.pin]
    return 2 * sum(pin.right for pin in pins) > len(pins)


def in_order(wanted: Sequence[float], heights: Sequence[int], room: int) -> list[int]:
    """Give the first slot of parts that stand below one another, each as near as can be to where it wants.

    They begin at slot 0 at the earliest, and end within ``room`` if they fit there at all.
    """
    tops: list[int] = []
    free = 0
    for top, height in zip(wanted, heights, strict=True):
        tops.append(max(free, round(top)))
        free = tops[-1] + height
    end = max(room + 1, sum(heights))
    for i in reversed(range(len(tops))):
        tops[i] = min(tops[i], end - heights[i])
        end = tops[i]
    return tops


def untangled(nets: Mapping[int, Net]) -> list[int]:
    """Put wires in an order from the header outwards in which they cross seldom; keys are pin numbers.

    Whether two wires cross depends on which of the two is further out, and on nothing else; so the wires are
    moved one by one to where they cross fewest, until none wants to move.
    """
    cost = {
        (inner, outer): _crossings(nets[inner], nets[outer])
        for inner, outer in product(nets, repeat=2)
        if inner != outer
    }
    order: list[int] = []
    for number in sorted(nets):
        order.insert(_best_place(order, number, cost), number)
    moved = True
    while moved:
        moved = False
        for number in sorted(nets):
            before = order.index(number)
            order.remove(number)
            after = _best_place(order, number, cost)
            gain = _at_place(order, number, before, cost) - _at_place(order, number, after, cost)
            order.insert(after if gain > 0 else before, number)
            moved |= gain > 0
    return order


def _crossings(inner: Net, outer: Net) -> int:
    """Count how often two wires cross if one is nearer to the header than the other."""
    return _within(outer[0], inner) + sum(_within(y, outer) for y in inner[1])


def _within(y: float, net: Net) -> bool:
    heights = (net[0], *net[1])
    return min(heights) < y < max(heights)


def _best_place(order: Sequence[int], number: int, cost: Mapping[tuple[int, int], int]) -> int:
    return min(range(len(order) + 1), key=lambda place: _at_place(order, number, place, cost))


def _at_place(order: Sequence[int], number: int, place: int, cost: Mapping[tuple[int, int], int]) -> int:
    """Count the crossings of a wire with all others if it stands at a place among them."""
    inner = sum(cost[other, number] for other in order[:place])
    return inner + sum(cost[number, other] for other in order[place:])
