"""Sets a new game up in six lists, each of which starts on what was used last time (NG1 to NG6).

The third, who sits where, is ``companion/seating.py``.  Source: device-ux.md 6.2, 4.2.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, no_tap
from companion.draft import (
    Draft,
    choices,
    differences,
    first_draft,
    last_used,
    of_game,
    set_up,
    switched,
)
from companion.flow import STAY, Context, Flow, Flows, Home, Mode, Playing, Press, Reply, Settings, Tap
from companion.lists import ROOM, cut, listed, packed, stepped
from companion.orders import ChooseDeck
from companion.preferences import PREFERENCES, preference_line, turned
from companion.screen import Screen, screen
from companion.seating import seating, seating_flows
from companion.setups import SETUPS
from engine.games import SetUp
from engine.setup import SEATS

GO = "start"
"""The line of NG5 that goes on."""
DIFFERENCE_ROWS = 3


class ChooseGame(msgspec.Struct, frozen=True):
    """Asks which game is played (NG1)."""

    draft: Draft
    cursor: int = 0


class ChooseRules(msgspec.Struct, frozen=True):
    """Asks by which rules (NG2)."""

    draft: Draft
    cursor: int = 0


class ChooseStart(msgspec.Struct, frozen=True):
    """Asks who starts (NG4)."""

    draft: Draft
    cursor: int = 0


class ChooseHelp(msgspec.Struct, frozen=True):
    """Asks how much help is wanted, and what differs from game to game (NG5)."""

    draft: Draft
    cursor: int = 0


class Deal(msgspec.Struct, frozen=True):
    """Says what to deal; then the game begins (NG6)."""

    draft: Draft


def newgame_flows(doors: Doors) -> Flows:
    """Give the flows of a new game."""
    return {
        ChooseGame: Flow(draw=_draw_game, key=_key_game, tap=_tap_game),
        ChooseRules: Flow(draw=_draw_rules, key=_key_rules, tap=no_tap),
        **seating_flows(_before_seats, _start_step),
        ChooseStart: Flow(draw=_draw_start, key=_key_start, tap=no_tap),
        ChooseHelp: Flow(draw=_draw_help, key=partial(_key_help, doors), tap=no_tap),
        Deal: Flow(draw=partial(_draw_deal, doors), key=_key_deal, tap=_tap_deal),
    }


def new_game(settings: Settings) -> ChooseGame:
    """Begin to set up a game."""
    draft = first_draft(settings)
    return _game_step(draft)


def again(settings: Settings) -> Reply:
    """Begin with the same players and rules once more, start player by lot; else set a game up."""
    last = last_used(settings)
    if last is None:
        return Reply(mode=new_game(settings))
    return _begun(replace(last, start=""))


def _begun(game: SetUp, *, wait: bool = False) -> Reply:
    return Reply(begin=game, mode=Playing(), wait=wait)


# -- NG1 ---------------------------------------------------------------------------------
def _game_step(draft: Draft) -> ChooseGame:
    return ChooseGame(draft, list(SETUPS).index(draft.game))


def _draw_game(mode: ChooseGame, ctx: Context) -> Screen:
    lines = [
        ctx.texts(f"game.{game}.line", least=SEATS[game].start, most=SEATS[game].stop - 1) for game in SETUPS
    ]
    body = listed(ctx.texts, lines, mode.cursor, room=3)
    gap = [""] * (4 - len(body))
    return screen(
        ctx.texts("new.game.header"),
        *body,
        *gap,
        ctx.texts("new.game.tap"),
        ctx.texts("new.game.box"),
        keys=ctx.texts("new.keys"),
    )


def _key_game(mode: ChooseGame, ctx: Context, press: Press) -> Reply:
    if (stepping := _in_list(mode, press, len(SETUPS), Home())) is not None:
        return stepping
    if press.key == "yes" and not press.long:
        return _game_chosen(mode, ctx, list(SETUPS)[mode.cursor])
    return STAY


def _tap_game(mode: ChooseGame, ctx: Context, tap: Tap) -> Reply:
    """Choose the game that a card of its box belongs to, and its deck."""
    game = tap.game or mode.draft.game
    known = bool(tap.kind) and not tap.several and game in SETUPS
    return with_deck(_game_chosen(mode, ctx, game), tap) if known else Reply(signal="refused")


def _game_chosen(mode: ChooseGame, ctx: Context, game: str) -> Reply:
    draft = of_game(mode.draft, game)
    return Reply(mode=_rules_step(draft, ctx) or seating(draft, ctx))


# -- NG2 ---------------------------------------------------------------------------------
def _rules_step(draft: Draft, ctx: Context) -> ChooseRules | None:
    """Ask by which rules, unless there is only one answer."""
    offered = [(choice.rules, choice.house) for choice in choices(ctx.settings, draft.game)]
    if len(offered) == 1:
        return None
    now = (draft.rules, draft.house)
    return ChooseRules(draft, offered.index(now) if now in offered else 0)


def _before_seats(draft: Draft, ctx: Context) -> Mode:
    return _rules_step(draft, ctx) or _game_step(draft)


def _draw_rules(mode: ChooseRules, ctx: Context) -> Screen:
    offered = choices(ctx.settings, mode.draft.game)
    lines = [ctx.texts(f"rules.{'mine' if choice.house else choice.rules}") for choice in offered]
    body = listed(ctx.texts, lines, mode.cursor, room=3)
    names = dict.fromkeys(
        ctx.texts(f"switch.{name}") for name in differences(offered[mode.cursor], mode.draft.game)
    )
    words = f"{ctx.texts('rules.differ')} {', '.join(names)}".split()
    gap = [""] * (ROOM - DIFFERENCE_ROWS - len(body))
    differing = packed(ctx.texts, words, DIFFERENCE_ROWS)
    return screen(ctx.texts("new.rules.header"), *body, *gap, *differing, keys=ctx.texts("new.keys"))


def _key_rules(mode: ChooseRules, ctx: Context, press: Press) -> Reply:
    offered = choices(ctx.settings, mode.draft.game)
    if (stepping := _in_list(mode, press, len(offered), _game_step(mode.draft))) is not None:
        return stepping
    if press.key == "yes" and not press.long:
        choice = offered[mode.cursor]
        return Reply(mode=seating(replace(mode.draft, rules=choice.rules, house=choice.house), ctx))
    return STAY


# -- NG4 ---------------------------------------------------------------------------------
def _start_step(draft: Draft, ctx: Context) -> ChooseStart:
    return ChooseStart(draft, draft.players.index(draft.start) + 1 if draft.start in draft.players else 0)


def _draw_start(mode: ChooseStart, ctx: Context) -> Screen:
    lines = [ctx.texts("new.start.lot"), *map(cut, mode.draft.players)]
    body = listed(ctx.texts, lines, mode.cursor)
    header = ctx.texts(f"{SETUPS[mode.draft.game].start}.header")
    return screen(header, *body, keys=ctx.texts("new.keys"))


def _key_start(mode: ChooseStart, ctx: Context, press: Press) -> Reply:
    players = mode.draft.players
    if press.seat is not None:
        if press.seat >= len(players):
            return Reply(signal="refused")
        return Reply(mode=ChooseHelp(replace(mode.draft, start=players[press.seat])))
    if (stepping := _in_list(mode, press, len(players) + 1, seating(mode.draft, ctx))) is not None:
        return stepping
    if press.key == "yes" and not press.long:
        start = players[mode.cursor - 1] if mode.cursor else ""
        return Reply(mode=ChooseHelp(replace(mode.draft, start=start)))
    return STAY


# -- NG5 ---------------------------------------------------------------------------------
def _help(draft: Draft) -> tuple[str, ...]:
    """Name the lines of NG5."""
    return (GO, *PREFERENCES, *SETUPS[draft.game].switches)


def _draw_help(mode: ChooseHelp, ctx: Context) -> Screen:
    names = _help(mode.draft)
    lines = [_help_line(mode.draft, ctx, name) for name in names]
    body = listed(ctx.texts, lines, mode.cursor)
    keys = ctx.texts("new.keys" if names[mode.cursor] == GO else "new.help.keys")
    return screen(ctx.texts("new.help.header"), *body, keys=keys)


def _help_line(draft: Draft, ctx: Context, name: str) -> str:
    if name in PREFERENCES:
        return preference_line(ctx, name)
    if name == GO:
        return ctx.texts("new.help.start")
    value = draft.switches[name]
    if isinstance(value, bool):
        return ctx.texts(f"new.help.{name}.{'yes' if value else 'no'}")
    if isinstance(value, str):
        return ctx.texts(f"new.help.{name}.{value}")
    return ctx.texts(f"new.help.{name}", points=value)


def _key_help(doors: Doors, mode: ChooseHelp, ctx: Context, press: Press) -> Reply:
    names = _help(mode.draft)
    if (stepping := _in_list(mode, press, len(names), _start_step(mode.draft, ctx))) is not None:
        return stepping
    if press.key != "yes" or press.long:
        return STAY
    name = names[mode.cursor]
    if name == GO:
        prepare = doors.games[mode.draft.game].prepare
        return Reply(mode=prepare(doors, mode.draft, ctx) if prepare else Deal(mode.draft))
    if name in PREFERENCES:
        return Reply(mode=mode, settings=turned(ctx.settings, name))
    return Reply(mode=replace(mode, draft=switched(mode.draft, name)))


# -- NG6 ---------------------------------------------------------------------------------
def _draw_deal(doors: Doors, mode: Deal, ctx: Context) -> Screen:
    start = mode.draft.start
    table = doors.open_table(replace(set_up(mode.draft), start=start or None))
    return doors.games[mode.draft.game].deal(table, start, ctx)


def _key_deal(mode: Deal, ctx: Context, press: Press) -> Reply:
    if (stepping := _in_list(mode, press, 0, ChooseHelp(mode.draft))) is not None:
        return stepping if press.key != "next" else STAY
    return _begun(set_up(mode.draft)) if press.key == "yes" and not press.long else STAY


def _tap_deal(mode: Deal, ctx: Context, tap: Tap) -> Reply:
    """Begin with the first card, which is then revealed; the game asks about an unknown tag (ER1)."""
    fits = bool(tap.uid) and not tap.several and tap.game in ("", mode.draft.game)
    return with_deck(_begun(set_up(mode.draft), wait=True), tap) if fits else Reply(signal="refused")


# -- shared ------------------------------------------------------------------------------
def with_deck(reply: Reply, tap: Tap) -> Reply:
    """Use the deck that a card belongs to, where it is another one than before."""
    return replace(reply, orders=(ChooseDeck(tap.deck),)) if tap.deck else reply


def _in_list(mode: Any, press: Press, count: int, back: Mode) -> Reply | None:
    """Answer the keys that every step has; None for the others."""
    if closes(press):
        return Reply(mode=Home())
    if press.long:
        return None
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, count)) if count else mode)
    return Reply(mode=back) if press.key == "no" else None
