"""Power off: MENU held with a countdown, or a line of the menu that asks once more (PW1).

Source: device-ux.md 3.1 and 4.2; noise on a line cannot do it, as the key must stay down
for the whole time.
"""

from __future__ import annotations

from functools import partial
from math import ceil

import msgspec

from companion.chores import Done
from companion.doors import Doors, closes, ground, keep_tap
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.screen import Screen, headline, screen
from companion.screens.paragraph import wrapped

COUNT_S = 3.0
"""How long the countdown lasts, after the hold that began it."""
OFF = "off"
"""The chore."""


class HeldOff(msgspec.Struct, frozen=True):
    """MENU is held: counts down until the key is let go."""

    under: Mode
    from_s: float


class AskOff(msgspec.Struct, frozen=True):
    """Asks once more."""

    under: Mode


class GoingOff(msgspec.Struct, frozen=True):
    """The system was asked to switch off."""

    under: Mode


class StaysOn(msgspec.Struct, frozen=True):
    """The system did not switch off."""

    under: Mode
    why: str


def power_flows(doors: Doors) -> Flows:
    """Give the flows of switching off."""
    return {
        HeldOff: Flow(
            draw=_draw_held,
            key=lambda mode, ctx, press: STAY,
            tap=keep_tap,
            asks=True,
            changes_s=_next_s,
            timed=_timed,
            released=lambda mode, ctx, key: Reply(mode=mode.under) if key == "menu" else STAY,
        ),
        AskOff: Flow(draw=_draw_asked, key=_key_asked, tap=keep_tap, asks=True),
        GoingOff: Flow(draw=_draw_going, key=lambda mode, ctx, press: STAY, tap=keep_tap, heard=_heard),
        StaysOn: Flow(draw=_draw_stays, key=partial(_key_stays, doors), tap=keep_tap),
    }


def held_off(mode: Mode, ctx: Context) -> Mode | None:
    """Give the countdown that begins when MENU is held; None where it does not."""
    if OFF not in ctx.chores or isinstance(mode, (HeldOff, GoingOff)):
        return None
    return HeldOff(mode, ctx.now_s)


def _left_s(mode: HeldOff, ctx: Context) -> float:
    return max(0.0, mode.from_s + COUNT_S - ctx.now_s)


def _next_s(mode: HeldOff, ctx: Context) -> float | None:
    """Say in how many seconds the next number is due."""
    left_s = _left_s(mode, ctx)
    return left_s - (ceil(left_s) - 1) if left_s > 0 else 0.0


def _timed(mode: HeldOff, ctx: Context) -> Reply:
    return STAY if _left_s(mode, ctx) > 0 else Reply(mode=GoingOff(mode.under), chore=OFF)


def _draw_held(mode: HeldOff, ctx: Context) -> Screen:
    left = max(1, ceil(_left_s(mode, ctx)))
    return _drawn(ctx, ctx.texts("off.in", left=left), ctx.texts("off.let-go"), "off.keys.hold")


def _draw_asked(mode: AskOff, ctx: Context) -> Screen:
    return _drawn(ctx, ctx.texts("off.question"), "", "off.keys.ask")


def _drawn(ctx: Context, big: str, what: str, keys: str) -> Screen:
    texts = ctx.texts
    saved = texts("off.unsaved" if ctx.unsaved else "off.saved")
    plug = ("", "") if ctx.unsaved else (texts("off.plug-1"), texts("off.plug-2"))
    return screen(texts("off.header"), headline(big), saved, what, *plug, keys=texts(keys))


def _key_asked(mode: AskOff, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "yes":
        return Reply(mode=GoingOff(mode.under), chore=OFF)
    return Reply(mode=mode.under) if press.key == "no" else STAY


def _draw_going(mode: GoingOff, ctx: Context) -> Screen:
    return screen(
        ctx.texts("off.header"), headline(ctx.texts("off.going")), "", ctx.texts("off.wait"), keys=""
    )


def _heard(mode: GoingOff, ctx: Context, done: Done) -> Reply:
    if done.chore != OFF or not done.trouble:
        return STAY
    return Reply(mode=StaysOn(mode.under, done.trouble), signal="refused")


def _draw_stays(mode: StaysOn, ctx: Context) -> Screen:
    texts = ctx.texts
    why = wrapped(mode.why, 4)
    return screen(texts("off.header"), headline(texts("off.failed")), *why, keys=texts("off.keys.failed"))


def _key_stays(doors: Doors, mode: StaysOn, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    return Reply(mode=mode.under) if press.key in ("no", "yes") and not press.long else STAY
