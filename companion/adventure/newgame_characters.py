"""Who plays whom in an adventure, and the coins after defeats: the last questions before NG6 (AD22, S19)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.adventure.papers import SIDELESS, sides_of
from companion.decks.numbers import unusable
from companion.doors import closes, no_tap
from companion.draft import Draft
from companion.flow import STAY, Context, Flow, Flows, Home, Mode, Press, Reply, Tap
from companion.lists import cut, listed, stepped, upper
from companion.newgame import Deal, with_deck
from companion.orders import Learn
from companion.screen import Screen, headline, screen
from engine.adventure.head import Head
from engine.adventure.head import Mode as Play
from engine.adventure.pack import CHARACTERS, COLOURED, Pack

COINS_A_DEFEAT = 3


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen so far."""

    draft: Draft
    pack: Pack
    mode: Play = "coop"
    chapter: int = 1
    inserted: tuple[str, ...] | None = None
    failures: int = 0
    tasks: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    """By seat, for as many as have chosen."""

    @property
    def names(self) -> tuple[str, ...]:
        """Name the players."""
        return self.draft.players


class ChooseCharacter(msgspec.Struct, frozen=True):
    """Asks which side of his card a player plays (AD22)."""

    plan: Plan
    cursor: int = 0
    uid: str = ""
    """Tag of the card that lies before him, where nobody knows yet whose sides it has: YES says so."""


class ShareCoins(msgspec.Struct, frozen=True):
    """Asks how the coins after defeats are shared (S19)."""

    plan: Plan
    coins: tuple[int, ...]
    """By seat."""
    seat: int = 0


Before = Callable[[Plan, Context], Mode]


def character_flows(before: Before) -> Flows:
    """Give these flows; ``before`` gives the question that lies before the first of them."""
    return {
        ChooseCharacter: Flow(draw=_draw_character, key=partial(_key_character, before), tap=_tap_character),
        ShareCoins: Flow(draw=_draw_coins, key=_key_coins, tap=no_tap),
    }


def in_list(mode: Any, press: Press, count: int, back: Mode, chosen: Callable[[], Reply]) -> Reply:
    """Answer the keys of a list: the next line, back, and what YES chooses."""
    if closes(press):
        return Reply(mode=Home())
    if press.long or press.seat is not None:
        return STAY
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, count)))
    if press.key == "no":
        return Reply(mode=back)
    return chosen() if press.key == "yes" and count else STAY


# -- AD22 --------------------------------------------------------------------------------
def able(plan: Plan) -> tuple[str, ...]:
    """Give the characters still to be chosen: no two of one card, none without his colour (S04, A21)."""
    sides = plan.pack.characters
    cards = {sides[who].card for who in plan.characters} - {None}
    return tuple(
        who
        for who in CHARACTERS
        if who not in plan.characters
        and sides[who].card not in cards
        and (who not in COLOURED or sides[who].colour)
    )


def _draw_character(mode: ChooseCharacter, ctx: Context) -> Screen:
    plan = mode.plan
    seat = len(plan.characters)
    lines = [_side(ctx, plan.pack, who) for who in able(plan)]
    header = ctx.texts("new.adv.character.header")
    count = f"{seat + 1}/{len(plan.names)}"
    return screen(
        header + count.rjust(21 - len(header)),
        headline(ctx.texts("new.adv.character.who", name=upper(plan.names[seat]))),
        ctx.texts("new.adv.character.whose" if mode.uid else "new.adv.character.tap"),
        *listed(ctx.texts, lines, mode.cursor % len(lines), room=3),
        keys=ctx.texts("new.keys"),
    )


def _side(ctx: Context, pack: Pack, who: str) -> str:
    coins, name = pack.characters[who].coins, ctx.texts(f"adv.character.{who}")
    if coins is None:
        return ctx.texts("new.adv.character.open", hero=name)
    return ctx.texts("new.adv.character.coins", hero=name, coin=coins)


def _key_character(before: Before, mode: ChooseCharacter, ctx: Context, press: Press) -> Reply:
    plan, there = mode.plan, able(mode.plan)
    fewer = replace(plan, characters=plan.characters[:-1])
    back: Mode = ChooseCharacter(fewer) if plan.characters else before(plan, ctx)
    return in_list(mode, press, len(there), back, lambda: _chosen(mode, there[mode.cursor % len(there)]))


def _chosen(mode: ChooseCharacter, who: str) -> Reply:
    """Play this side; the tag that was tapped is on its card from now on, if nobody knew that before."""
    reply = _plays(mode.plan, who)
    return replace(reply, orders=(Learn(mode.uid, -1, f"character-{who}#1"),)) if mode.uid else reply


def _tap_character(mode: ChooseCharacter, ctx: Context, tap: Tap) -> Reply:
    """Show the sides of the card that was tapped, one after the other; ask whose card a new tag is on."""
    taken = ctx.box.deck.cards if ctx.box else ()
    if tap.kind == SIDELESS or (tap.card is None and not tap.several and unusable(tap.uid, taken) is None):
        reply = Reply(mode=replace(mode, uid=tap.uid), signal="tick")
        return with_deck(reply, tap) if tap.kind else reply
    there_too = sides_of(mode.plan.pack, tap.kind.removeprefix("character-"))
    there = able(mode.plan)
    sides = [i for i, who in enumerate(there) if who in there_too]
    if not sides:
        return Reply(signal="refused")
    after = [i for i in sides if i > mode.cursor] if mode.cursor in sides else sides
    return Reply(mode=replace(mode, cursor=(after or sides)[0], uid=""))


def _plays(plan: Plan, who: str) -> Reply:
    """Let the player whose turn it is be this character."""
    plan = replace(plan, characters=(*plan.characters, who))
    if len(plan.characters) < len(plan.names):
        return Reply(mode=ChooseCharacter(plan))
    if plan.failures:
        return Reply(mode=ShareCoins(plan, (0,) * len(plan.names)))
    return Reply(mode=_deal(plan, ()))


# -- coins after defeats -------------------------------------------------------------------
def _draw_coins(mode: ShareCoins, ctx: Context) -> Screen:
    most = COINS_A_DEFEAT * mode.plan.failures
    rows = [
        (">" if seat == mode.seat else " ") + f"{cut(name)} {mode.coins[seat]}"
        for seat, name in enumerate(mode.plan.names)
    ]
    return screen(
        ctx.texts("new.adv.coins.header", num=sum(mode.coins), needed=most),
        ctx.texts("new.adv.coins.note", num=most),
        *rows,
        keys=ctx.texts("new.adv.coins.keys"),
    )


def _key_coins(mode: ShareCoins, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=Home())
    if press.long or press.seat is not None:
        return STAY
    if press.key == "yes":
        last = mode.seat + 1 == len(mode.plan.names)
        return Reply(mode=_deal(mode.plan, mode.coins) if last else replace(mode, seat=mode.seat + 1))
    by = {"next": 1, "no": -1}.get(press.key, 0)
    coins = list(mode.coins)
    coins[mode.seat] += by
    if not by or coins[mode.seat] < 0 or sum(coins) > COINS_A_DEFEAT * mode.plan.failures:
        return Reply(signal="refused")
    return Reply(mode=replace(mode, coins=tuple(coins)))


# -- all together --------------------------------------------------------------------------
def _deal(plan: Plan, coins: tuple[int, ...]) -> Deal:
    return Deal(replace(plan.draft, head=head_of(plan, coins)))


def head_of(plan: Plan, coins: tuple[int, ...] = ()) -> Head:
    """Give what the game is begun with."""
    return Head(
        pack=plan.pack,
        mode=plan.mode,
        chapter=plan.chapter,
        characters=dict(zip(plan.names, plan.characters, strict=True)),
        inserted=plan.inserted,
        failures=plan.failures,
        extra_coins={name: n for name, n in zip(plan.names, coins, strict=False) if n},
        tasks=plan.tasks,
    )
