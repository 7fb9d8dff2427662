"""The first boot: the language with a test pattern (FB1), then what works and what does not (FB2).

Source: device-ux.md 6.1 and 4.2.  The self-test is also a page of the device's menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from companion.doors import in_list, no_tap
from companion.flow import STAY, Context, Flow, Flows, Home, Mode, Press, Reply
from companion.lists import listed, stepped
from companion.screen import Screen, screen
from companion.tagging_menu import CardsMenu
from companion.texts import languages

HELLO = "hello"
"""What the device was doing, for after a power cut."""
NAME_CELLS = 12
SEATS = 5
ANEW_S = 1.0


class Hello(msgspec.Struct, frozen=True):
    """Asks for the language; a frame shows whether the display shows all of its rows."""

    cursor: int = 0


class SelfTest(msgspec.Struct, frozen=True):
    """What works, a line for each part."""

    under: Mode
    cursor: int = 0
    new: bool = False
    """It is the device's first boot: what comes next is a deck."""


def first_boot_flows() -> Flows:
    """Give the flows of the first boot."""
    return {
        Hello: Flow(draw=_draw_hello, key=_key_hello, tap=no_tap, returns=HELLO),
        SelfTest: Flow(
            draw=_draw_test, key=_key_test, tap=no_tap, changes_s=lambda _mode, _ctx: ANEW_S, returns=""
        ),
    }


def greeting(usual: Callable[[Context, str], Mode]) -> Callable[[Context, str], Mode]:
    """Let a new device begin with FB1; ``usual`` says what one that is not new begins with."""

    def begin(ctx: Context, doing: str) -> Mode:
        mode = usual(ctx, doing)
        return Hello() if isinstance(mode, Home) else mode

    return begin


# -- FB1 ---------------------------------------------------------------------------------
def _draw_hello(mode: Hello, ctx: Context) -> Screen:
    texts = ctx.texts
    body = listed(texts, [texts(f"language.{each}") for each in languages()], mode.cursor, 3)
    gap = [""] * (4 - len(body))
    return screen(
        texts("hello.header"),
        *body,
        *gap,
        texts("hello.pattern-1"),
        texts("hello.pattern-2"),
        keys=texts("hello.keys"),
    )


def _key_hello(mode: Hello, ctx: Context, press: Press) -> Reply:
    if press.long:
        return STAY
    known = languages()
    if press.key == "next":
        return Reply(mode=Hello(stepped(mode.cursor, len(known))))
    if press.key != "yes":
        return STAY
    return Reply(mode=SelfTest(Home(), new=True), settings=replace(ctx.settings, language=known[mode.cursor]))


# -- FB2 ---------------------------------------------------------------------------------
def _draw_test(mode: SelfTest, ctx: Context) -> Screen:
    lines = list(_tested(ctx))
    body = listed(ctx.texts, lines, min(mode.cursor, len(lines) - 1))
    return screen(
        ctx.texts("test.header"),
        *(line[1:] for line in body),
        keys=ctx.texts("test.keys-new" if mode.new else "test.keys"),
    )


def _tested(ctx: Context) -> Iterator[str]:
    """Say of each part whether it works: ``ok``, ``!!`` for not, ``--`` for one that is not there."""
    texts, lost = ctx.texts, {each.name for each in ctx.lost}
    for device in ctx.devices:
        yield texts("test.lost" if device.name in lost else "test.ok", device=device.name[:NAME_CELLS])
    if not ctx.readers:
        yield texts("test.none", device=texts("test.reader"))
    keys = texts("test.buttons", count=len(ctx.keys))
    yield texts("test.ok" if ctx.keys else "test.none", device=keys)
    yield texts("test.unsaved") if ctx.unsaved else texts("test.ok", device=texts("test.games"))
    seats = sum(name.startswith("seat-") for name in ctx.displays)
    yield texts("test.ok" if seats else "test.none", device=texts("test.seats", count=seats))
    if ctx.deck_name:
        yield texts("test.ok", device=texts("test.deck", box=ctx.deck_name[:NAME_CELLS]))
    else:
        yield texts("test.none", device=texts("test.no-deck"))


def _key_test(mode: SelfTest, ctx: Context, press: Press) -> Reply:
    if (stepping := in_list(mode, press, len(list(_tested(ctx))))) is not None:
        return stepping
    if press.key != "yes" or press.long:
        return STAY
    return Reply(mode=CardsMenu(mode.under) if mode.new else mode.under)
