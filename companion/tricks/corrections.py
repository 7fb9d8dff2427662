"""Sets right by hand what the device believes: debt, white stones, where a booty card lies, who deals.

Each is one entry of the log, announced and undoable.  Where seats have keys, what changes a score wants
two of them (device-ux.md 3.5, decision 8).
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from companion.corrections import counted, key_where, key_which
from companion.doors import Doors, closes, corrected, ground, in_list, keep_tap, list_key, tap_ground
from companion.flow import STAY, Context, Flow, Mode, Press, Reply, Tap
from companion.lists import cut, listed
from companion.play_fixes import may
from companion.screen import Screen, headline, screen
from companion.tricks.modes import EditDealer, EditDebt, EditPlace, EditStones, TwoSeats, WhoseDebt
from companion.tricks.scene import COLOURS, SCALE_NUMBERS, Scene, scale, scene_of
from engine.kernel import Command, Illegal
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.correction_messages import MoveCard, SetDealer, SetDebt, SetStones
from engine.portroyal2000.state import DEBT_END, place_of

AGREE = 2
"""Seats that must agree."""


def corrections_flows(doors: Doors) -> dict[type[Mode], Flow]:
    """Give the flows of the corrections."""
    return {
        WhoseDebt: Flow(draw=_draw_whose, key=_key_whose, tap=partial(tap_ground, doors)),
        EditDebt: Flow(draw=_draw_debt, key=_key_debt, tap=keep_tap, asks=True),
        EditStones: Flow(draw=_draw_stones, key=_key_stones, tap=keep_tap, asks=True),
        EditPlace: Flow(draw=_draw_place, key=_key_place, tap=_tap_place),
        EditDealer: Flow(draw=_draw_dealer, key=_key_dealer, tap=keep_tap, asks=True),
        TwoSeats: Flow(draw=_draw_two, key=_key_two, tap=keep_tap, asks=True),
    }


def _scene(ctx: Context) -> Scene:
    return scene_of(ctx)


# -- debt --------------------------------------------------------------------------------
def _draw_whose(mode: WhoseDebt, ctx: Context) -> Screen:
    scene = _scene(ctx)
    lines = [scene.say("fix.whose-line", name=scene.name(p.seat), debt=p.debt) for p in scene.view.players]
    return screen(scene.say("fix.whose"), *listed(ctx.texts, lines, mode.cursor), keys=scene.say("keys.fix"))


def _key_whose(mode: WhoseDebt, ctx: Context, press: Press) -> Reply:
    scene = _scene(ctx)

    def edited(seat: int) -> Reply:
        debt = scene.player(seat).debt
        return Reply(mode=EditDebt(mode.under, seat, debt, debt))

    return list_key(mode, press, scene.rules.seats, edited)


def _draw_debt(mode: EditDebt, ctx: Context) -> Screen:
    scene = _scene(ctx)
    return screen(
        scene.say("fix.debt", name=scene.upper(mode.seat)),
        headline(scene.say("fix.debt-now", 10, debt=mode.debt)),
        scale(mode.debt, -1),
        SCALE_NUMBERS,
        scene.say("fix.debt-device", debt=mode.device),
        keys=ctx.texts("number.keys"),
    )


def _key_debt(mode: EditDebt, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.key in ("next", "no"):
        debt = counted(mode.debt, press, DEBT_END)
        return Reply(mode=replace(mode, debt=debt), signal=None if debt != mode.debt else "refused")
    if press.key == "yes" and not press.long:
        return agreed(mode, ctx, SetDebt(mode.seat, mode.debt))
    return STAY


# -- white stones ------------------------------------------------------------------------
def _draw_stones(mode: EditStones, ctx: Context) -> Screen:
    scene = _scene(ctx)
    if mode.seat < 0:
        lines = [_stones_line(scene, seat) for seat in range(scene.rules.seats)]
        header = scene.say("fix.stones-whose")
    else:
        lines = [
            scene.say("fix.stone-on" if colour in mode.colours else "fix.stone-off", hue=scene.hue(colour))
            for colour in _stone_colours(scene)
        ]
        lines.append(scene.say("fix.stones-done"))
        header = scene.say("fix.stones", name=scene.upper(mode.seat))
    return screen(header, *listed(ctx.texts, lines, mode.cursor), keys=scene.say("keys.fix"))


def _stones_line(scene: Scene, seat: int) -> str:
    signs = "".join(map(scene.sign, scene.player(seat).stones))
    return scene.say("fix.stones-line", name=scene.name(seat), signs=signs)


def _stone_colours(scene: Scene) -> tuple[str, ...]:
    return tuple(colour for colour in COLOURS if colour != scene.view.trump)


def _key_stones(mode: EditStones, ctx: Context, press: Press) -> Reply:
    scene = _scene(ctx)
    colours = _stone_colours(scene)
    if press.key == "no" and not press.long and mode.seat >= 0:
        return Reply(mode=EditStones(mode.under, cursor=mode.seat))
    count = scene.rules.seats if mode.seat < 0 else len(colours) + 1
    if (stepping := in_list(mode, press, count)) is not None:
        return stepping
    if press.key != "yes" or press.long:
        return STAY
    if mode.seat < 0:
        stones = scene.player(mode.cursor).stones
        return Reply(mode=EditStones(mode.under, mode.cursor, colours=stones))
    if mode.cursor == len(colours):
        return corrected(mode, SetStones(mode.seat, mode.colours))
    colour = colours[mode.cursor]
    kept = tuple(c for c in mode.colours if c != colour)
    return Reply(mode=replace(mode, colours=kept if colour in mode.colours else (*kept, colour)))


# -- a booty card ------------------------------------------------------------------------
def _draw_place(mode: EditPlace, ctx: Context) -> Screen:
    scene = _scene(ctx)
    if mode.card < 0:
        body = (scene.say("fix.place-tap"), scene.say("fix.place-which"), "", mode.notice)
        return screen(scene.say("fix.place"), *body, keys=ctx.texts("fix.place.keys"))
    place, seat, ship = place_of(scene.rules, scene.state, mode.card)
    lines = [_place_name(scene, move.place, move.seat, move.ship) for move in moves(scene, mode.card)]
    return screen(
        scene.full(mode.card),
        scene.say("fix.place-device"),
        _place_name(scene, place, seat, ship),
        *listed(ctx.texts, lines, mode.cursor, room=4),
        keys=scene.say("keys.fix"),
    )


def _place_name(scene: Scene, place: str, seat: int, ship: int) -> str:
    name = scene.name(seat) if seat >= 0 else ""
    return scene.say(f"fix.at-{place}", name=name, ship=scene.ship(ship) if ship >= 0 else "")


def moves(scene: Scene, card: int) -> tuple[MoveCard, ...]:
    """Give every move of a card that the rules accept."""
    face = scene.card(card)
    seats = scene.clockwise(max(0, scene.view.to_act))
    ships = [face.ship] if face.ship >= 0 else range(len(SHIPS))
    on_ships = [MoveCard(card, "ship", seat, ship) for seat in seats for ship in ships]
    kept = [MoveCard(card, "kept", seat) for seat in seats]
    others = [MoveCard(card, "removed"), MoveCard(card, "pile")]
    return tuple(move for move in (*on_ships, *kept, *others) if may(scene.session, move))


def _tap_place(mode: EditPlace, ctx: Context, tap: Tap) -> Reply:
    """Take the card tapped as the one that lies elsewhere."""
    scene = _scene(ctx)
    booty = tap.card is not None and scene.card(tap.card).type == "booty"
    if tap.several or tap.card is None or not booty or not moves(scene, tap.card):
        notice = ctx.texts("notice.several") if tap.several else scene.say("fix.place-not")
        return Reply(mode=replace(mode, card=-1, notice=notice), signal="refused")
    return Reply(mode=replace(mode, card=tap.card, cursor=0, notice=""))


def _key_place(mode: EditPlace, ctx: Context, press: Press) -> Reply:
    scene = _scene(ctx)
    if mode.card < 0:
        return key_which(
            mode, press, lambda: tuple(card.id for card in scene.rules.cards if card.type == "booty")
        )
    return key_where(mode, press, moves(scene, mode.card), lambda move: agreed(mode, ctx, move))


# -- the dealer --------------------------------------------------------------------------
def _draw_dealer(mode: EditDealer, ctx: Context) -> Screen:
    scene = _scene(ctx)
    lines = [cut(name) for name in scene.rules.names]
    return screen(scene.say("fix.dealer"), *listed(ctx.texts, lines, mode.cursor), keys=scene.say("keys.fix"))


def _key_dealer(mode: EditDealer, ctx: Context, press: Press) -> Reply:
    scene = _scene(ctx)
    return list_key(mode, press, scene.rules.seats, lambda seat: corrected(mode, SetDealer(seat)))


# -- two seats ---------------------------------------------------------------------------
def agreed(mode: Mode, ctx: Context, command: Command) -> Reply:
    """Make a correction of a score one entry; where seats have keys, two of them agree first."""
    keys = [key for key in ctx.keys if key.startswith("seat-")]
    if len(keys) < AGREE:
        return corrected(mode, command)
    try:
        _scene(ctx).session.propose(command)
    except Illegal as no:
        return Reply(refuse=no)
    return Reply(mode=TwoSeats(mode, (command,)))


def _draw_two(mode: TwoSeats, ctx: Context) -> Screen:
    scene = _scene(ctx)
    names = " ".join(scene.nam(seat) for seat in mode.seats)
    after = scene.ahead(mode.commands[0])
    totals = [scene.say("total", nam=scene.nam(p.seat), total=p.total) for p in after.players]
    half = (len(totals) + 1) // 2
    return screen(
        scene.say("fix.two"),
        scene.shout("fix.two-head", left=AGREE - len(mode.seats)),
        scene.say("fix.two-press"),
        " ".join(totals[:half]),
        " ".join(totals[half:]),
        scene.say("fix.two-agreed", names=names) if names else "",
        keys=scene.say("keys.two"),
    )


def _key_two(mode: TwoSeats, ctx: Context, press: Press) -> Reply:
    if closes(press) or (press.key == "no" and not press.long):
        return Reply(mode=mode.under)
    if press.seat is None or press.seat >= _scene(ctx).rules.seats or press.seat in mode.seats:
        return STAY
    seats = (*mode.seats, press.seat)
    if len(seats) < AGREE:
        return Reply(mode=replace(mode, seats=seats))
    return corrected(mode, mode.commands[0])
