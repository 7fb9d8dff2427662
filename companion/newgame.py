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
    SWITCHES,
    Draft,
    choices,
    differences,
    first_draft,
    last_used,
    set_up,
    switched,
)
from companion.flow import STAY, Context, Flow, Flows, Home, Mode, Playing, Press, Reply, Settings, Tap
from companion.lists import ROOM, cut, listed, packed, stepped, upper
from companion.preferences import PREFERENCES, preference_line, turned
from companion.screen import Screen, headline, screen
from companion.seating import seating, seating_flows
from engine import cardset
from engine.games import GAMES, SetUp, Table

GO = "start"
"""The line of NG5 that goes on."""
HELP = (GO, *PREFERENCES, *SWITCHES)
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
        **seating_flows(_rules_step, _start_step),
        ChooseStart: Flow(draw=_draw_start, key=_key_start, tap=no_tap),
        ChooseHelp: Flow(draw=_draw_help, key=_key_help, tap=no_tap),
        Deal: Flow(draw=partial(_draw_deal, doors), key=_key_deal, tap=_tap_deal),
    }


def new_game(settings: Settings) -> ChooseGame:
    """Begin to set up a game."""
    draft = first_draft(settings)
    return ChooseGame(draft, list(GAMES).index(draft.game))


def again(settings: Settings) -> Reply:
    """Begin with the same players and rules once more, start player by lot; else set a game up."""
    last = last_used(settings)
    if last is None:
        return Reply(mode=new_game(settings))
    return _begun(replace(last, start=""))


def _begun(game: SetUp, *, wait: bool = False) -> Reply:
    return Reply(begin=game, mode=Playing(), wait=wait)


# -- NG1 ---------------------------------------------------------------------------------
def _draw_game(mode: ChooseGame, ctx: Context) -> Screen:
    lines = [
        ctx.texts(f"game.{game.name}.line", least=game.seats.start, most=game.seats.stop - 1)
        for game in GAMES.values()
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
    if (stepping := _in_list(mode, press, len(GAMES), Home())) is not None:
        return stepping
    if press.key == "yes" and not press.long:
        return _game_chosen(mode, ctx, list(GAMES)[mode.cursor])
    return STAY


def _tap_game(mode: ChooseGame, ctx: Context, tap: Tap) -> Reply:
    """Choose the game that a card of its box belongs to."""
    known = bool(tap.kind) and not tap.several
    return _game_chosen(mode, ctx, mode.draft.game) if known else Reply(signal="refused")


def _game_chosen(mode: ChooseGame, ctx: Context, game: str) -> Reply:
    return Reply(mode=_rules_step(replace(mode.draft, game=game), ctx))


# -- NG2 ---------------------------------------------------------------------------------
def _rules_step(draft: Draft, ctx: Context) -> ChooseRules:
    offered = [(choice.rules, choice.house) for choice in choices(ctx.settings, draft.game)]
    now = (draft.rules, draft.house)
    return ChooseRules(draft, offered.index(now) if now in offered else 0)


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
    back = ChooseGame(mode.draft, list(GAMES).index(mode.draft.game))
    if (stepping := _in_list(mode, press, len(offered), back)) is not None:
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
    return screen(ctx.texts("new.start.header"), *body, keys=ctx.texts("new.keys"))


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
def _draw_help(mode: ChooseHelp, ctx: Context) -> Screen:
    lines = [_help_line(mode.draft, ctx, name) for name in HELP]
    body = listed(ctx.texts, lines, mode.cursor)
    keys = ctx.texts("new.keys" if HELP[mode.cursor] == GO else "new.help.keys")
    return screen(ctx.texts("new.help.header"), *body, keys=keys)


def _help_line(draft: Draft, ctx: Context, name: str) -> str:
    if name in PREFERENCES:
        return preference_line(ctx, name)
    if name == GO:
        return ctx.texts("new.help.start")
    value = draft.switches[name]
    if isinstance(value, bool):
        return ctx.texts(f"new.help.{name}.{'yes' if value else 'no'}")
    return ctx.texts(f"new.help.{name}", points=value)


def _key_help(mode: ChooseHelp, ctx: Context, press: Press) -> Reply:
    if (stepping := _in_list(mode, press, len(HELP), _start_step(mode.draft, ctx))) is not None:
        return stepping
    if press.key != "yes" or press.long:
        return STAY
    name = HELP[mode.cursor]
    if name == GO:
        return Reply(mode=Deal(mode.draft))
    if name in PREFERENCES:
        return Reply(mode=mode, settings=turned(ctx.settings, name))
    return Reply(mode=replace(mode, draft=switched(mode.draft, name)))


# -- NG6 ---------------------------------------------------------------------------------
def _draw_deal(doors: Doors, mode: Deal, ctx: Context) -> Screen:
    texts, start = ctx.texts, mode.draft.start
    table = doors.open_table(replace(set_up(mode.draft), start=start or None))
    return screen(
        texts("new.deal.header"),
        headline(texts("new.deal.coins", coins=table.rules.options.start_coins)),
        texts("new.deal.blind"),
        texts("new.deal.secret"),
        _apart(table, ctx),
        texts("new.deal.pile", pile=table.initial.pile),
        keys=texts("new.deal.keys", name=upper(start)) if start else texts("new.deal.keys.lot"),
    )


def _apart(table: Table, ctx: Context) -> str:
    """Say what becomes of the expedition that is never in the pile (S2)."""
    card = next((card for card in table.rules.cards if card.face.five_players), None)
    if card is None:
        return ""
    boxed = cardset.has(table.initial.box, card.id)
    return ctx.texts("new.deal.box" if boxed else "new.deal.open", brief=ctx.names.token(card.kind))


def _key_deal(mode: Deal, ctx: Context, press: Press) -> Reply:
    if (stepping := _in_list(mode, press, 0, ChooseHelp(mode.draft))) is not None:
        return stepping if press.key != "next" else STAY
    return _begun(set_up(mode.draft)) if press.key == "yes" and not press.long else STAY


def _tap_deal(mode: Deal, ctx: Context, tap: Tap) -> Reply:
    """Begin with the first card, which is then revealed."""
    known = bool(tap.kind) and not tap.several
    return _begun(set_up(mode.draft), wait=True) if known else Reply(signal="refused")


# -- shared ------------------------------------------------------------------------------
def _in_list(mode: Any, press: Press, count: int, back: Mode) -> Reply | None:
    """Answer the keys that every step has; None for the others."""
    if closes(press):
        return Reply(mode=Home())
    if press.long:
        return None
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, count)) if count else mode)
    return Reply(mode=back) if press.key == "no" else None
