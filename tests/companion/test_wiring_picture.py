"""The picture of a wiring: no wire runs over a label or along another; those in the docs are of today."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion import config as c
from companion import wiring
from companion import wiring_layout as geometry
from companion.config import load_config
from companion.header_pins import HEADER
from companion.wiring_layout import Box, Layout, Point, Wire, lay_out, start_of
from companion.wiring_parts import Joint, Unit, units
from companion.wiring_picture import COLOURS, PLAIN, colour_of, picture
from companion.wiring_sides import MOST_TRIED, in_order, share_out, untangled
from companion.wiring_table import supplied, wiring_table

PROFILES = ("minimal", "standard", "full")
Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@pytest.mark.parametrize("name", PROFILES)
def test_the_pictures_in_the_docs_are_what_the_program_draws(root: Path, name: str) -> None:
    """Draw them anew: port-royal wiring --config config/table-X.yaml --svg docs/pictures/wiring-X.svg."""
    config = root / "config" / f"table-{name}.yaml"
    drawn = picture(wiring_table(load_config(config)).units, f"Wiring of table-{name}")
    kept = (root / "docs" / "pictures" / f"wiring-{name}.svg").read_text(encoding="utf-8")
    assert drawn == kept


# -- any table ---------------------------------------------------------------------------
def readers() -> st.SearchStrategy[c.Reader]:
    return st.one_of(
        st.builds(c.Pn532Uart, port=st.sampled_from(["/dev/serial0", "/dev/ttyUSB0"])),
        st.builds(c.Pn532I2c, bus=st.sampled_from([0, 1, 22])),
        st.builds(c.Mfrc522Spi, device=st.sampled_from([0, 1])),
        st.builds(c.Mfrc522Spi, transport=st.just("package"), reset=st.just(25)),
        st.builds(c.UsbKeyboard, path=st.just("/dev/input/event0")),
        st.just(c.SimulatedReader()),
    )


def displays() -> st.SearchStrategy[c.Display]:
    address = st.sampled_from([c.I2cAddress(0x3C), c.I2cAddress(0x3D)])
    mux = st.builds(c.Mux, address=st.sampled_from([c.I2cAddress(0x70)]), channel=st.integers(0, 7))
    return st.one_of(
        st.builds(c.Ssd1306I2c, address=address, mux=mux),
        st.builds(c.Ssd1306I2c, address=address, mux=mux),
        st.builds(c.Sh1106I2c, address=address, bus=st.sampled_from([1, 22])),
        st.builds(c.Ssd1309Spi, device=st.sampled_from([0, 1]), dc=gpios, reset=st.none() | gpios),
        st.just(c.SimulatedDisplay()),
    )


gpios = st.sampled_from(sorted(pin.gpio for pin in HEADER if pin.gpio is not None and pin.gpio > 1))
names = ["yes", "no", "next", "menu", *(f"seat-{seat}" for seat in range(1, 6))]


@st.composite
def tables(draw: st.DrawFn) -> c.TableConfig:
    """Give a table that the config check accepts: what is in the way of others is left out."""
    pins = draw(st.permutations([pin.gpio for pin in HEADER if pin.gpio is not None and pin.gpio > 1]))
    keys = c.GpioKeys(
        pins=dict(zip(draw(st.sampled_from([names, names[:4], names[:3]])), pins, strict=False))
    )
    free = pins[len(names) :]
    config = c.TableConfig(
        buttons=draw(st.sampled_from([keys, keys, c.NoKeys()])),
        light=draw(st.sampled_from([None, c.RgbGpio(red=free[0], green=free[1], blue=free[2])])),
        sound=draw(st.sampled_from([None, c.PiezoGpio(pin=free[3]), c.BuzzerGpio(pin=free[3])])),
    )
    for name, reader in zip(("main", "second-place"), draw(st.lists(readers(), max_size=2)), strict=False):
        config = with_part(config, "readers", name, reader)
    for name in draw(st.sets(st.sampled_from(["main", *names[4:]]))):
        config = with_part(config, "displays", name, draw(displays()))
    return config


def with_part(config: c.TableConfig, sort: str, name: str, part: c.Part) -> c.TableConfig:
    more = c.replace(config, **{sort: {**getattr(config, sort), name: part}})
    return config if wiring.clash(more.claims()) else more


def labels(layout: Layout) -> Iterator[tuple[int | None, Rectangle]]:
    """Give the rectangles that wires must keep off: labels of pins with their numbers, and parts."""
    for pin in HEADER:
        sign, y = (1 if pin.right else -1), geometry.TOP + pin.row * geometry.ROW
        ends = sorted(geometry.MIDDLE + sign * x for x in (geometry.TAG_FROM, geometry.TAG_TO))
        yield pin.number, (ends[0], y - geometry.TAG_HEIGHT / 2, ends[1], y + geometry.TAG_HEIGHT / 2)
    for box in layout.boxes:
        for one in (box, *box.beyond):
            yield None, (one.x, one.y, one.x + one.width, one.y + one.height)


def segments(wire: Wire) -> Iterator[tuple[Point, Point]]:
    for line in (wire.passage, *wire.lines):
        yield from pairwise(line)


def inside(segment: tuple[Point, Point], rectangle: Rectangle) -> bool:
    """Tell whether a level or upright line enters a rectangle; its edge is no part of it."""
    (x1, y1), (x2, y2) = segment
    left, top, right, bottom = rectangle
    return min(x1, x2) < right and max(x1, x2) > left and min(y1, y2) < bottom and max(y1, y2) > top


@given(tables())
def test_wires_keep_off_labels_and_parts(config: c.TableConfig) -> None:
    layout = lay_out(supplied(units(config)))
    for wire in layout.wires:
        for segment in segments(wire):
            assert not [box for _, box in labels(layout) if inside(segment, box)], wire


@given(tables())
def test_wires_cross_but_never_run_along_one_another(config: c.TableConfig) -> None:
    layout = lay_out(supplied(units(config)))
    for one, other in combinations(layout.wires, 2):
        if one.pin == other.pin:
            continue
        for (a, b), (d, e) in ((s, t) for s in segments(one) for t in segments(other)):
            level = a[1] == b[1] == d[1] == e[1] and overlap(a[0], b[0], d[0], e[0])
            upright = a[0] == b[0] == d[0] == e[0] and overlap(a[1], b[1], d[1], e[1])
            assert not level, (one, other)
            assert not upright, (one, other)


def overlap(a: float, b: float, d: float, e: float) -> bool:
    return min(max(a, b), max(d, e)) > max(min(a, b), min(d, e))


@given(tables())
def test_every_wire_goes_from_its_pin_to_its_pad_and_dots_are_where_branches_begin(
    config: c.TableConfig,
) -> None:
    layout = lay_out(supplied(units(config)))
    wanted = sorted(
        (pad.joint.pin.number, pad.at[1]) for box in layout.boxes for pad in box.pads if pad.joint.pin
    )
    drawn = sorted((wire.pin.number, end[1]) for wire in layout.wires for end in wire.ends)
    assert drawn == wanted
    for wire in layout.wires:
        assert wire.start[0][1] == start_of(wire.pin, wire.side)[0][1]
        begins = [line[0] for line in wire.lines]
        assert begins[0] == wire.start[-2]
        assert set(begins[1:]) <= set(wire.dots)
        assert len(wire.dots) == len({end[1] for end in wire.ends} | {wire.start[-1][1]}) - 2


@given(tables())
def test_parts_stand_apart_on_the_page(config: c.TableConfig) -> None:
    parts = supplied(units(config))
    layout = lay_out(parts)
    boxes = [one for box in layout.boxes for one in (box, *box.beyond)]
    assert sorted(box.unit.name for box in boxes) == sorted(unit.name for unit in parts)
    left, top, width, height = layout.page
    for box in boxes:
        assert left + geometry.MARGIN <= box.x
        assert box.x + box.width <= left + width - geometry.MARGIN
        assert top < box.y
        assert box.y + box.height < height - 50
    for one, other in combinations(boxes, 2):
        assert not any(inside(edge, rectangle(other)) for edge in edges(one)), (one, other)
    assert (
        width / height == pytest.approx(297 / 210, rel=0.01)
        or height > geometry.HEIGHT
        or width > geometry.WIDTH
    )


def rectangle(box: Box) -> Rectangle:
    return box.x, box.y, box.x + box.width, box.y + box.height


def edges(box: Box) -> Iterator[tuple[Point, Point]]:
    left, top, right, bottom = rectangle(box)
    yield from pairwise([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])


@given(tables())
def test_any_picture_is_an_svg_that_names_every_pin_it_uses(config: c.TableConfig) -> None:
    parts = supplied(units(config))
    svg = ET.fromstring(picture(parts, "A & B <table>"))
    words = {"".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text")}
    assert "A & B <table>" in words
    for unit in parts:
        assert {unit.title, unit.about} <= words
        for joint in unit.joints:
            assert joint.label in words
            assert joint.pin is None or str(joint.pin.number) in words
            assert colour_of(joint) != PLAIN
    assert picture(parts, "A & B <table>") == picture(parts, "A & B <table>")


@pytest.mark.parametrize("name", PROFILES)
def test_the_profiles_fit_on_one_page_of_a4(root: Path, name: str) -> None:
    layout = lay_out(wiring_table(load_config(root / "config" / f"table-{name}.yaml")).units)
    assert layout.page[2:] == (geometry.WIDTH, geometry.HEIGHT)


def test_colours_of_wires_side_by_side_differ() -> None:
    """Names of one part have colours of their own."""
    groups = ["SDA SCL", "MOSI MISO SCLK CE0", "TXD RXD", "yes no next menu", "red green blue 3V3 GND"]
    groups.append("seat-1 seat-2 seat-3 seat-4 seat-5")
    for group in groups:
        colours = [COLOURS[name] for name in group.split()]
        assert len(set(colours)) == len(colours)


# -- sides and tracks --------------------------------------------------------------------
def test_with_very_many_parts_the_last_ones_go_where_their_pins_are() -> None:
    def part(number: int) -> Unit:
        return Unit(
            name=f"{number}", title="", about="", look="keys", joints=(Joint(label="", pin=HEADER[number]),)
        )

    parts = [part(number) for number in range(20)]
    left, right = share_out(parts, [4] * len(parts))
    assert sorted(unit.name for unit in (*left, *right)) == sorted(unit.name for unit in parts)
    late = [unit for unit in parts[MOST_TRIED:] if unit in right]
    assert late == [unit for unit in parts[MOST_TRIED:] if unit.joints[0].pin.right]


def test_parts_stand_in_order_as_near_as_can_be_to_where_they_want() -> None:
    assert in_order([3.2, 3.0], [4, 5], 40) == [3, 7]
    assert in_order([38.0, 39.0], [4, 5], 40) == [32, 36]
    assert in_order([-2.0], [4], 40) == [0]
    assert in_order([5.0, 5.0], [30, 30], 40) == [0, 30]


@given(st.dictionaries(st.integers(1, 40), st.tuples(st.floats(0, 99), st.floats(0, 99)), max_size=6))
def test_tracks_cross_no_more_than_when_any_wire_is_moved(ends: dict[int, tuple[float, float]]) -> None:
    assume(len({y for pair in ends.values() for y in pair}) == 2 * len(ends))
    nets = {number: (start, (end,)) for number, (start, end) in ends.items()}
    order = untangled(nets)
    assert sorted(order) == sorted(nets)
    best = crossings(order, nets)
    for number in order:
        for place in range(len(order)):
            moved = [other for other in order if other != number]
            moved.insert(place, number)
            assert best <= crossings(moved, nets)


def crossings(order, nets) -> int:
    """Count crossings as one sees them: a level end of one wire within the upright part of another."""
    count = 0
    for inner, outer in combinations(order, 2):
        (start, (end,)), (from_y, (to_y,)) = nets[inner], nets[outer]
        count += min(start, end) < from_y < max(start, end)
        count += min(from_y, to_y) < end < max(from_y, to_y)
    return count
