"""Small drawings for a picture of the wiring: what a part looks like, and the signs on the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.wiring_parts import Look

INK, PAPER, FAINT, GLASS, GLOW = "#22303c", "#ffffff", "#8795a1", "#10202e", "#7fd4ff"
KEYCAPS: Mapping[str, str] = {
    "yes": "M-3.4 .2 L-1 2.8 L3.6 -2.8",
    "no": "M-2.8 -2.8 L2.8 2.8 M2.8 -2.8 L-2.8 2.8",
    "next": "M-2 -3.2 L3.2 0 L-2 3.2 Z",
    "menu": "M-3.4 -2.6 H3.4 M-3.4 0 H3.4 M-3.4 2.6 H3.4",
}
"""Signs on the four keys (device-ux.md 2) as paths about the middle of a cap."""


def symbol(look: Look, x: float, y: float) -> str:
    """Draw a part in a square of 32 with its upper left corner there."""
    return f'<g transform="translate({x:g} {y:g})">{_SYMBOLS[look]()}</g>'


def keycap(name: str, colour: str, x: float, y: float) -> str:
    """Draw a key, seen from above, with its middle there; seat keys carry their number."""
    cap = f'<circle r="7.5" fill="{colour}"/>'
    if sign := KEYCAPS.get(name):
        return f'<g transform="translate({x:g} {y:g})">{cap}<path d="{sign}" class="sign"/></g>'
    number = name.removeprefix("seat-")
    return (
        f'<g transform="translate({x:g} {y:g})">{cap}'
        f'<text y="3.4" text-anchor="middle" class="badge">{number}</text></g>'
    )


def _reader() -> str:
    rings = "".join(
        f'<rect x="{4 + step}" y="{2 + step}" width="{24 - 2 * step}" height="{22 - 2 * step}" rx="4" '
        f'fill="none" stroke="{colour}" stroke-width="1.4"/>'
        for step, colour in ((0, "#2f7fb8"), (3, "#2f7fb8"), (6, "#2f7fb8"))
    )
    return f'<rect width="32" height="27" rx="4" fill="#dcecf7"/>{rings}'


def _display() -> str:
    lines = "".join(
        f'<rect x="4" y="{y}" width="{width}" height="{height}" fill="{GLOW}"/>'
        for y, width, height in ((4, 24, 2), (9, 17, 6), (18, 24, 2), (22, 11, 1.6))
    )
    return f'<rect width="32" height="27" rx="3" fill="{GLASS}"/>{lines}'


def _keys() -> str:
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="5.4" fill="{colour}"/>'
        for x, y, colour in ((8, 7, "#1a9850"), (22, 7, "#c2255c"), (8, 20, "#8795a1"), (22, 20, "#2f62c9"))
    )


def _light() -> str:
    dome = "M8 20 V11 A8 8 0 0 1 24 11 V20 Z"
    legs = "".join(f'<path d="M{x} 20 V27" stroke="{FAINT}" stroke-width="1.4"/>' for x in (10, 14, 18, 22))
    glow = "".join(
        f'<circle cx="{x}" cy="{y}" r="3.4" fill="{colour}"/>'
        for x, y, colour in ((12.5, 14.5, "#e53935"), (19.5, 14.5, "#1e88e5"), (16, 9, "#2e9e44"))
    )
    return f'<path d="{dome}" fill="#fff7d6" stroke="{FAINT}"/>{glow}{legs}'


def _sound() -> str:
    waves = "".join(
        f'<path d="M{x} {13.5 - reach} A{reach} {reach} 0 0 1 {x} {13.5 + reach}" fill="none" '
        f'stroke="#9c27b0" stroke-width="1.6"/>'
        for x, reach in ((22, 4), (25, 8))
    )
    disc = f'<circle cx="11" cy="13.5" r="9.5" fill="#d9b44a" stroke="{INK}"/>'
    return f'{disc}<circle cx="11" cy="13.5" r="5.5" fill="#f3ead0" stroke="{FAINT}"/>{waves}'


def _switch() -> str:
    return (
        f'<rect x="3" y="1" width="26" height="25" rx="3" fill="{INK}"/>'
        '<path d="M8 13.5 H14 M14 13.5 L23 6 M14 13.5 H24 M14 13.5 L23 21" fill="none" stroke="#fff" '
        'stroke-width="1.6"/>'
    )


_SYMBOLS: Mapping[Look, Callable[[], str]] = {
    "reader": _reader,
    "display": _display,
    "keys": _keys,
    "light": _light,
    "sound": _sound,
    "multiplexer": _switch,
}
