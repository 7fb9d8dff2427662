"""What the last entry means for one seat, on its own display: BUST on all, SE4 and SE6."""

from __future__ import annotations

from collections.abc import Sequence

from companion.play_situation import seat_to_act
from companion.screen import Screen, screen
from companion.screens.happenings import (
    Payment,
    Step,
    TakeTold,
    TaxTold,
    found,
    payments,
    takes_of,
    taxes_of,
    times_of,
)
from companion.screens.news_trade import fee_rows, pay_headline
from companion.screens.rows import change
from companion.screens.scene import Scene, bar
from engine.portroyal import messages as m


def seat_news(scene: Scene, seat: int, steps: Sequence[Step]) -> Screen | None:
    """Draw what happened to a seat; None when nothing did."""
    busts = found(steps, m.Busted)
    if busts:
        return _bust(scene, seat, busts[-1], payments(steps, "jester"))
    for tax in taxes_of(steps):
        paid = _of(tax.paid, seat)
        drawn = _of(tax.relieved, seat)
        if paid or drawn:
            return _tax(scene, seat, tax, paid, drawn)
    for take in takes_of(steps):
        if take.seat == seat:
            return _pays(scene, take)
        if take.active == seat and take.fee:
            return _gets(scene, take)
    for time in times_of(steps):
        if time.seat == seat and (time.coins.amount or time.skipped):
            return _before_taking(scene, seat, time.coins, skipped=time.skipped)
    return None


def _of(paid: Sequence[Payment], seat: int) -> Payment | None:
    return next((p for p in paid if p.seat == seat), None)


def _keys(scene: Scene, seat: int) -> str:
    """Say who goes on, or what this seat's key does when it is the one."""
    asked = seat_to_act(scene.state)
    if asked in (seat, -1):
        return scene.say("keys.seat-you" if asked == seat else "keys.seat-cards")
    return scene.say("keys.seat-now", name=scene.upper(asked))


def _acts(scene: Scene, seat: int) -> bool:
    return seat_to_act(scene.state) == seat


def _bust(scene: Scene, seat: int, step: Step, jesters: Sequence[Payment]) -> Screen:
    who = scene.name(step.event.seat)
    mine = _of(jesters, seat)
    rows = [scene.say("bust.twice", hue=scene.ctx.names.hue(scene.card(step.event.ship).colour))]
    if mine:
        rows.append(scene.say("skip.jester", draw=mine.amount, change=change(mine.before, mine.after)))
    return screen(
        bar(scene.upper(seat), scene.say("seat.busts", name=who)),
        scene.shout("bust.headline"),
        *rows,
        keys=_keys(scene, seat),
        inverse=_acts(scene, seat),
    )


def _tax(scene: Scene, seat: int, tax: TaxTold, paid: Payment | None, drawn: Payment | None) -> Screen:
    """Draw SE6."""
    rows: list[str] = []
    if paid:
        rows += [change(paid.before, paid.after), scene.say("hired.discard")]
    if drawn:
        relief = scene.card(tax.card).face.relief
        rows.append(scene.say(f"seat.{relief}"))
        rows.append(scene.say("seat.draw", draw=drawn.amount, change=change(drawn.before, drawn.after)))
    draw = drawn.amount if drawn else 0
    title = scene.shout("pay", price=paid.amount) if paid else scene.shout("pay.draw", draw=draw)
    return screen(
        bar(scene.upper(seat), scene.say("seat.tax")),
        title,
        *rows,
        keys=_keys(scene, seat),
        inverse=_acts(scene, seat),
    )


def _pays(scene: Scene, take: TakeTold) -> Screen:
    """Draw SE4."""
    seat = take.seat
    coins = change(take.before.players[seat].coins, take.after.players[seat].coins)
    return screen(
        scene.upper(seat),
        pay_headline(scene, take),
        *fee_rows(scene, take),
        coins,
        _what_of_it(scene, take),
        keys=_keys(scene, seat),
        inverse=_acts(scene, seat),
    )


def _what_of_it(scene: Scene, take: TakeTold) -> str:
    """Say where the card goes."""
    if scene.card(take.card).type == "ship":
        return scene.say("sold.discard")
    return scene.say("seat.yours", label=scene.label(take.card), token=scene.token(take.card))


def _gets(scene: Scene, take: TakeTold) -> Screen:
    """Tell the active player that he gets the fee."""
    seat = take.active
    coins = change(take.before.players[seat].coins, take.after.players[seat].coins)
    return screen(
        scene.upper(seat),
        scene.shout("seat.get", fee=take.fee),
        scene.say("seat.from", name=scene.upper(take.seat)),
        coins,
        keys=_keys(scene, seat),
        inverse=_acts(scene, seat),
    )


def _before_taking(scene: Scene, seat: int, coins: Payment, *, skipped: bool) -> Screen:
    return screen(
        scene.upper(seat),
        scene.shout("pay.draw", draw=coins.amount) if coins.amount else scene.shout("skip.headline"),
        *([change(coins.before, coins.after)] if coins.amount else []),
        *([scene.say("seat.skipped")] if skipped else []),
        keys=_keys(scene, seat),
        inverse=_acts(scene, seat),
    )
