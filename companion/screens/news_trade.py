"""What happened in trade: cards taken, claims, payments before taking, skips: TR2 to TR4, TR6 to TR8."""

from __future__ import annotations

from collections.abc import Sequence

from companion.lists import filled
from companion.screen import Row, Screen, screen
from companion.screens.claim import crew_rows
from companion.screens.happenings import Step, TakeTold, TimeTold, found, payments, takes_of, times_of
from companion.screens.keyrows import next_row
from companion.screens.page import Page
from companion.screens.rows import change
from companion.screens.scene import Scene, bar
from companion.screens.trade import taken_of
from engine.portroyal import messages as m
from engine.portroyal.cards import CoinsIfFull

BODY = 6


# -- taken cards -------------------------------------------------------------------------
def takes(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw TR2, TR3, TR6 or TR7 for every card taken."""
    return [Page(_take(scene, take)) for take in takes_of(steps)]


def _take(scene: Scene, take: TakeTold) -> Screen:
    if take.seat == take.active:
        title = bar(
            scene.say("trade.header", name=scene.upper(take.seat)), taken_of(scene, take.taken, take.takes)
        )
    else:
        title = scene.say(
            "taken.header",
            name=scene.upper(take.seat),
            label=scene.label(take.card),
            token=scene.token(take.card),
        )
    body: tuple[str | Row, ...] = (pay_headline(scene, take), *_details(scene, take), *_not_him(scene, take))
    return screen(title, *body[: BODY - 1], keys=next_row(scene, take.seat))


def pay_headline(scene: Scene, take: TakeTold) -> Row:
    """Say what to pay or draw, in the headline (TR2, TR3, TR6, TR7, SE4)."""
    if scene.card(take.card).type == "ship":
        if take.fee and not take.fee_later:
            return scene.shout("pay.fee", fee=take.fee, cut=scene.upper(take.active)[:5])
        return scene.shout("pay.draw", draw=take.drawn)
    if take.fee and take.paid:
        return scene.shout("pay.both", fee=take.fee, price=take.paid)
    return scene.shout("pay", price=take.fee + take.paid)


def _details(scene: Scene, take: TakeTold) -> tuple[str, ...]:
    ship = scene.card(take.card).type == "ship"
    if take.seat != take.active:
        return (*fee_rows(scene, take), _both_coins(scene, take), *_to_discard(scene, ship=ship))
    coins = change(take.before.players[take.seat].coins, take.after.players[take.seat].coins)
    if ship:
        return (*_ship_rows(scene, take), coins, scene.say("sold.discard"))
    points = scene.say(
        "hired.points",
        before=take.before.players[take.seat].points,
        after=take.after.players[take.seat].points,
    )
    cut = scene.card(take.card).price - take.paid
    return (
        scene.label(take.card),
        *([scene.say("hired.cut", cut_by=cut)] if cut else []),
        f"{coins}  {points}",
        *([scene.say("hired.discard")] if take.paid else []),
    )


def _to_discard(scene: Scene, *, ship: bool) -> tuple[str, ...]:
    return (scene.say("sold.discard"),) if ship else ()


def _ship_rows(scene: Scene, take: TakeTold) -> tuple[str, ...]:
    """Say what the ship brings, and what Traders add."""
    card = scene.card(take.card)
    full = scene.ctx.names.full(card.kind)
    mark = scene.ctx.names.mark(card.colour)
    key = "sold.ship-1" if card.coins == 1 else "sold.ship"
    rows = [scene.say(key, mark=mark, full=full, coins=card.coins)]
    if take.drawn > card.coins:
        rows.append(scene.say("sold.trader", mark=mark, few=take.drawn - card.coins))
    return tuple(rows)


def fee_rows(scene: Scene, take: TakeTold) -> tuple[str, ...]:
    """Say who gets what, the same text for all (TR6, TR7, SE4)."""
    name = scene.upper(take.active)
    if scene.card(take.card).type == "ship":
        if take.fee_later:
            return (scene.say("pay.of-it", draw=take.drawn, fee=take.fee, name=name),)
        return (scene.say("pay.then-draw", draw=take.drawn),) if take.fee and take.drawn else ()
    rows = [scene.say("pay.to", fee=take.fee, name=name)] if take.fee else []
    return (*rows, scene.say("pay.rest", price=take.paid)) if take.paid else tuple(rows)


def _both_coins(scene: Scene, take: TakeTold) -> str:
    """Give the coins of the taker and of the active player before and after."""
    said = []
    for seat in (take.seat, take.active):
        coins = change(take.before.players[seat].coins, take.after.players[seat].coins)
        said.append(f"{scene.nam(seat)} {coins}")
    row = "   ".join(said)
    return row if len(row) <= len("Wwn $100>100 Wwn $9>9") else " ".join(said)


def _not_him(scene: Scene, take: TakeTold) -> tuple[str, ...]:
    """Remind that a tap counts for the seat that was asked: somebody else may have meant it."""
    return () if take.seat == take.active else (scene.say("taken.undo", name=scene.name(take.seat)),)


# -- claims ------------------------------------------------------------------------------
def claims(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say what a claimed expedition brings and which persons go."""
    drawn = sum(p.amount for p in payments(steps, "expedition"))
    return [Page(_claimed(scene, steps, step, drawn)) for step in found(steps, m.ExpeditionClaimed)]


def _claimed(scene: Scene, steps: Sequence[Step], step: Step, drawn: int) -> Screen:
    seat, card = step.event.seat, scene.card(step.event.card)
    before, after = step.before.players[seat], step.after.players[seat]
    points = scene.say("claim.points", before=before.points, after=after.points)
    return screen(
        scene.say("claim.header", name=scene.upper(seat), token=scene.token(card.id)),
        scene.shout("claim.headline", gain=f"{step.event.points:+d}", few=drawn),
        *crew_rows(scene, step.event.crew, card.needs),
        f"{points}  {change(before.coins, before.coins + drawn)}",
        keys=next_row(scene, seat),
    )


# -- before taking -----------------------------------------------------------------------
def payouts(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw TR4 for everybody who is paid before he takes."""
    return [Page(_payout(scene, time)) for time in times_of(steps) if time.coins.amount and not time.skipped]


def _payout(scene: Scene, time: TimeTold) -> Screen:
    rows = (*payout_rows(scene, time), change(time.coins.before, time.coins.after), scene.say("payout.then"))
    return screen(
        bar(scene.say("trade.header", name=scene.upper(time.seat)), taken_of(scene, 0, time.takes)),
        scene.shout("pay.draw", draw=time.coins.amount),
        *rows[: BODY - 2],
        keys=next_row(scene, time.seat),
    )


def payout_rows(scene: Scene, time: TimeTold) -> tuple[str, ...]:
    """Say why a seat is paid before it takes."""
    rows = []
    if time.admiral:
        admirals = sum(
            isinstance(clause, CoinsIfFull)
            for card in scene.player(time.seat).display
            for clause in scene.card(card).clauses
        )
        rows += [
            scene.say("admiral.one" if admirals == 1 else "admiral.many", few=admirals, cards=time.cards),
            scene.say("admiral.where"),
        ]
    if time.jester:
        rows.append(scene.say("jester.nothing", draw=time.jester))
    return tuple(rows)


def skips(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw TR8, one screen for all who are skipped."""
    times = [time for time in times_of(steps) if time.skipped]
    return [Page(_skip(scene, times))] if times else []


def _skip(scene: Scene, times: Sequence[TimeTold]) -> Screen:
    empty = not times[-1].cards
    rows = [scene.say("skip.empty" if empty else "skip.dear")]
    if len(times) == 1:
        title = scene.say("skip.header", name=scene.upper(times[0].seat))
        rows += _skip_payments(scene, times[0])
    else:
        title = scene.say("skip.several")
        rows += filled([scene.nam(time.seat) for time in times])
        paid = [f"{scene.nam(t.seat)}+{t.coins.amount}" for t in times if t.coins.amount]
        rows += filled([scene.say("skip.draw"), *paid]) if paid else ()
    return screen(title, scene.shout("skip.headline"), *rows, keys=next_row(scene, times[-1].seat))


def _skip_payments(scene: Scene, time: TimeTold) -> list[str]:
    coins = change(time.coins.before, time.coins.after)
    if time.jester and not time.admiral:
        return [scene.say("skip.jester", draw=time.jester, change=coins)]
    if time.admiral and not time.jester:
        return [scene.say("skip.admiral", draw=time.admiral, change=coins)]
    return [scene.say("skip.both", draw=time.coins.amount, change=coins)] if time.coins.amount else []
