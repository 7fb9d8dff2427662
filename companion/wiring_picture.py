"""Draws the wiring of a table as an SVG on A4 landscape: header, parts, and the wires between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import chain

from companion import wiring_layout as geometry
from companion.header_pins import HEADER, ROWS, Pin
from companion.wiring_layout import Box, Layout, Point, Wire, lay_out
from companion.wiring_parts import Joint, Unit
from companion.wiring_symbols import FAINT, INK, PAPER, keycap, symbol

SUPPLIES: Mapping[str, str] = {"3V3": "#d7263d", "5V": "#f08c00", "GND": "#20262c"}
COLOURS: Mapping[str, str] = {
    **SUPPLIES,
    "SDA": "#1f77d0", "SCL": "#c99400", "ID_SD": "#1f77d0", "ID_SC": "#c99400",
    "MOSI": "#2e9e44", "MISO": "#0b9aa2", "SCLK": "#8e44ad", "TXD": "#e8710a", "RXD": "#0b7285",
    "CE0": "#a0562c", "CE1": "#6d4c41", "CE2": "#4e342e",
    "DC": "#7a8f00", "RES": "#b5651d", "RST": "#b5651d",
    "yes": "#1a9850", "no": "#c2255c", "next": "#7b8794", "menu": "#2f62c9",
    "seat-1": "#5c7cfa", "seat-2": "#12a594", "seat-3": "#d6409f", "seat-4": "#ad7f00", "seat-5": "#8250df",
    "red": "#e53935", "green": "#2e9e44", "blue": "#1e88e5", "sound": "#9c27b0",
}  # fmt: skip
"""Of wires, by what they are for."""
PLAIN = "#495867"
ROUND = 5.0
"""Radius of the bends."""
STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;font-size:12px;fill:#22303c}"
    ".title{font-size:25px;font-weight:bold}.part{font-size:14px;font-weight:bold}"
    ".about{font-size:10.5px;fill:#5b6b79}.tag{font-size:11px}.idle{fill:#9aa5b1}.small{font-size:10px}"
    ".number{font-size:11px;font-weight:bold}.badge{font-size:9px;font-weight:bold;fill:#fff}"
    ".sign{fill:none;stroke:#fff;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}"
    ".halo{fill:none;stroke:#fff;stroke-width:5.6}.wire{fill:none;stroke-width:2.4}"
)
HOW_IT_LIES = (
    "The 40-pin header from above, the end with pin 1 and the microSD card up. The right",
    "column, with the even numbers, lies along the edge of the board.",
)
HOW_IT_IS_READ = (
    "The number in a disc is the pin of the header. Wires that cross are joined only where there is a dot.",
    "Pins that several wires go to are led to a terminal strip. Nothing goes to the 5 V pins 2 and 4.",
    "Wire with the power unplugged.",
)
LETTER: Mapping[str, float] = {"part": 9.6, "about": 6.4, "small": 6.1}
"""Width of a letter, by class of text, in the widest of the fonts, as a rule."""
RAIL, RAIL_STEP = 18.0, 13.0
"""Where the supply of the parts behind a multiplexer runs, from its edge."""


def picture(units: Sequence[Unit], title: str) -> str:
    """Give the whole SVG, which looks the same each time; ``title`` says whose wiring it is."""
    layout = lay_out(units)
    page = " ".join(f"{length:g}" for length in layout.page)
    x, y, width, height = layout.page
    parts = chain(
        _heading(layout, title),
        _wires(layout),
        _header(layout),
        *(_box(box) for box in layout.boxes),
        _legend(layout),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{page}" '
        f'width="297mm" height="210mm">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{PAPER}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def colour_of(joint: Joint, pin: Pin | None = None) -> str:
    """Give the colour of a wire."""
    if joint.supply:
        return SUPPLIES[joint.supply]
    return COLOURS.get(joint.signal, PLAIN)


# -- page --------------------------------------------------------------------------------
def _heading(layout: Layout, title: str) -> Iterator[str]:
    yield _text(layout.left, 36, title, "title")
    for line, words in enumerate(HOW_IT_LIES):
        yield _text(layout.left, 56 + 14 * line, words, "about")


def _legend(layout: Layout) -> Iterator[str]:
    for line, words in enumerate(HOW_IT_IS_READ):
        yield _text(layout.left, layout.page[3] - 46 + 16 * line, words, "tag")


# -- header ------------------------------------------------------------------------------
def _header(layout: Layout) -> Iterator[str]:
    top, middle = geometry.TOP - geometry.ROW / 2 + 2, geometry.MIDDLE
    height = ROWS * geometry.ROW
    yield f'<rect x="{middle - 30:g}" y="{top:g}" width="60" height="{height:g}" rx="7" fill="#2b333b"/>'
    used = {wire.pin.number: wire for wire in layout.wires}
    yield from (_crossing(wire) for wire in layout.wires if wire.passage)
    for pin in HEADER:
        yield _pin(pin, used.get(pin.number))


def _pin(pin: Pin, wire: Wire | None) -> str:
    sign = 1 if pin.right else -1
    x, y = geometry.MIDDLE + sign * geometry.PIN_AT, geometry.TOP + pin.row * geometry.ROW
    half, colour = geometry.PIN / 2, SUPPLIES.get(pin.supply or "", "#e3b341")
    square = (
        f'<rect x="{x - half:g}" y="{y - half:g}" width="{geometry.PIN:g}" height="{geometry.PIN:g}" '
        f'rx="{1 if pin.number == 1 else 6}" fill="{colour}" stroke="#11161b"{"" if wire else _FADED}/>'
    )
    ink = INK if pin.gpio is not None else PAPER
    number = (
        f'<text x="{x:g}" y="{y + 4:g}" text-anchor="middle" class="number" style="fill:{ink}">'
        f"{pin.number}</text>"
    )
    return square + number + _tag(pin, wire, sign, y)


_FADED = ' fill-opacity=".55"'


def _tag(pin: Pin, wire: Wire | None, sign: int, y: float) -> str:
    """Draw the label of a pin: what it is, and its name on the bus that is in use there."""
    width, height = geometry.TAG_TO - geometry.TAG_FROM - 6, geometry.TAG_HEIGHT
    near = geometry.MIDDLE + sign * (geometry.TAG_FROM + 6)
    x = near if sign > 0 else near - width
    colour = colour_of(wire.joint, wire.pin) if wire else "#d9dfe4"
    box = (
        f'<rect x="{x:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" rx="6" '
        f'fill="{PAPER}" stroke="{colour}" stroke-width="{1.8 if wire else 1:g}"/>'
    )
    bus = pin.bus if wire is None else wire.joint.bus
    name = f'{pin.name} <tspan font-weight="bold">{bus}</tspan>' if bus else pin.name
    kind = "tag" if wire else "tag idle"
    middle = x + width / 2
    return f'{box}<text x="{middle:g}" y="{y + 4:g}" text-anchor="middle" class="{kind}">{name}</text>'


# -- wires -------------------------------------------------------------------------------
def _wires(layout: Layout) -> Iterator[str]:
    """Draw all wires; each has a white border, so that it is seen which way two go that cross."""
    for wire in layout.wires:
        colour = colour_of(wire.joint, wire.pin)
        paths = [_path(line) for line in wire.lines]
        yield from (f'<path class="halo" d="{path}"/>' for path in paths)
        yield from (f'<path class="wire" stroke="{colour}" d="{path}"/>' for path in paths)
        for x, y in wire.dots:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{colour}"/>'


def _crossing(wire: Wire) -> str:
    """Draw the part of a wire that passes between the rows of the header."""
    path = _path(wire.passage)
    colour = colour_of(wire.joint, wire.pin)
    return (
        f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="4.4"/>'
        f'<path class="wire" stroke="{colour}" d="{path}"/>'
    )


def _path(points: Sequence[Point]) -> str:
    """Draw a line with rounded bends."""
    steps = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(ROUND, _length(before, here) / 2, _length(here, after) / 2)
        near, past = _towards(here, before, radius), _towards(here, after, radius)
        steps.append(f"L{near[0]:g} {near[1]:g} Q{here[0]:g} {here[1]:g} {past[0]:g} {past[1]:g}")
    return " ".join([*steps, f"L{points[-1][0]:g} {points[-1][1]:g}"])


def _length(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _towards(here: Point, there: Point, by: float) -> Point:
    length = _length(here, there) or 1.0
    return (
        here[0] + (there[0] - here[0]) * by / length,
        here[1] + (there[1] - here[1]) * by / length,
    )


# -- parts -------------------------------------------------------------------------------
def _box(box: Box) -> Iterator[str]:
    yield (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="9" '
        f'fill="#f6f8fa" stroke="{FAINT}" stroke-width="1.2"/>'
    )
    left = box.side == "left"
    look, words = (box.x + 9, box.x + 50) if left else (box.x + box.width - 42, box.x + 16)
    if box.beyond:
        words = box.x + 12
        yield symbol(box.unit.look, box.near + (-46 if left else 14), box.y + box.height - 40)
    else:
        yield symbol(box.unit.look, look, box.y + 7)
    room = box.width - (24 if box.beyond else 66)
    yield _text(words, box.y + 20, box.unit.title, "part", room=room)
    yield _text(words, box.y + 34, box.unit.about, "about", room=room)
    for pad in box.pads:
        yield from _pad(box, pad.joint, pad.at)
    if box.beyond:
        yield from _behind(box)


def _pad(box: Box, joint: Joint, at: Point) -> Iterator[str]:
    """Draw a pad: the number of its pin in a disc on the edge, what is printed on the part, and a hint."""
    sign = 1 if box.side == "left" else -1
    colour = colour_of(joint, joint.pin)
    x, y = at
    if joint.pin:
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{geometry.BADGE:g}" fill="{colour}" stroke="#fff"/>'
        yield _text(x, y + 3.3, str(joint.pin.number), "badge", "middle")
    anchor, hint_anchor = ("end", "start") if box.side == "left" else ("start", "end")
    yield _text(x - sign * 13, y + 4.2, joint.label, "", anchor)
    far = box.far + sign * 12
    if box.unit.look == "keys" and not joint.supply:
        yield keycap(joint.signal, colour, far + sign * 6, y)
    elif joint.hint:
        yield _text(far, y + 3.8, joint.hint, "about", hint_anchor)


def _behind(box: Box) -> Iterator[str]:
    """Draw the parts behind a multiplexer, with the wires to them."""
    sign = -1 if box.side == "left" else 1
    rails = {"VCC": box.far + sign * RAIL, "GND": box.far + sign * (RAIL + RAIL_STEP)}
    for name, x in rails.items():
        ends = [pad.at[1] for other in box.beyond for pad in other.pads if pad.joint.behind == name]
        if ends:
            yield from _rail(box, name, x, max(ends))
    for other in box.beyond:
        for pad in other.pads:
            begin = rails.get(pad.joint.behind, box.far)
            yield from _short(box, pad.joint, begin, pad.at)
        yield from _small(other)


def _rail(box: Box, name: str, x: float, low: float) -> Iterator[str]:
    y = box.y + (16 if name == "VCC" else 29)
    colour = SUPPLIES["3V3" if name == "VCC" else "GND"]
    yield f'<path class="wire" stroke="{colour}" d="{_path(((box.far, y), (x, y), (x, low)))}"/>'


def _short(box: Box, joint: Joint, begin: float, end: Point) -> Iterator[str]:
    colour = colour_of(joint)
    path = f"M{begin:g} {end[1]:g} H{end[0]:g}"
    yield f'<path class="halo" d="{path}"/><path class="wire" stroke="{colour}" d="{path}"/>'
    if joint.supply:
        yield f'<circle cx="{begin:g}" cy="{end[1]:g}" r="3.4" fill="{colour}"/>'
    else:
        anchor, step = ("start", 6) if box.side == "left" else ("end", -6)
        yield _text(begin + step, end[1] + 3.6, joint.behind, "small", anchor)


def _small(box: Box) -> Iterator[str]:
    """Draw a part behind a multiplexer."""
    yield (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="7" '
        f'fill="#f6f8fa" stroke="{FAINT}" stroke-width="1.2"/>'
    )
    left = box.side == "left"
    words = box.x + 8 if left else box.x + 50
    yield _text(words, box.y + 17, box.unit.title, "part", room=box.width - 58)
    yield _text(words, box.y + 30, box.unit.about, "small", room=box.width - 58)
    for pad in box.pads:
        sign, anchor = (-1, "end") if left else (1, "start")
        colour = colour_of(pad.joint)
        yield f'<circle cx="{pad.at[0]:g}" cy="{pad.at[1]:g}" r="3.4" fill="{colour}" stroke="#fff"/>'
        yield _text(pad.at[0] + sign * 8, pad.at[1] + 3.6, pad.joint.label, "small", anchor)


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start", *, room: float = 0.0) -> str:
    """Write words, narrower than usual where they would need more than the room there is."""
    cls = f' class="{kind}"' if kind else ""
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    wide = len(words) * LETTER.get(kind, 0.0) > room > 0
    fit = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if wide else ""
    return f'<text x="{x:g}" y="{y:g}"{where}{cls}{fit}>{escape(words)}</text>'
