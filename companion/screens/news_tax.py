"""Who pays and who gains at a tax increase: DI7 and DI8."""

from __future__ import annotations

from collections.abc import Sequence

from companion.screen import screen
from companion.screens.happenings import Step, TaxTold, taxes_of
from companion.screens.keyrows import next_row
from companion.screens.page import Page
from companion.screens.rows import change
from companion.screens.scene import Scene

BODY = 6
HEADLINE_ROWS = 2


def taxes(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw DI7 and DI8."""
    return [_tax(scene, tax) for tax in taxes_of(steps)]


def _tax(scene: Scene, tax: TaxTold) -> Page:
    threshold = scene.rules.options.tax_threshold
    payers = [
        scene.say("tax.pay", nam=scene.nam(p.seat), amount=p.amount, change=change(p.before, p.after))
        for p in tax.paid
    ]
    nobody = () if payers else (scene.say("tax.nobody", coins=threshold),)
    title = (scene.shout("tax.headline" if payers else "tax.none"),) if len(payers) <= BODY // 2 else ()
    room = BODY - HEADLINE_ROWS * len(title) - len(payers) - len(nobody)
    return Page(
        screen(
            scene.say("tax.header", coins=threshold),
            *title,
            *nobody,
            *payers,
            *relief_rows(scene, tax, room),
            keys=next_row(scene, scene.state.active),
        )
    )


def relief_rows(scene: Scene, tax: TaxTold, room: int) -> tuple[str, ...]:
    """Say who gains the bonus of a tax, in as many words as there is room for."""
    relief = scene.card(tax.card).face.relief
    paid = tax.relieved
    amount = max((p.amount for p in paid), default=0)
    if len(paid) == 1:
        return (scene.say(f"tax.{relief}.one", nam=scene.nam(paid[0].seat), draw=amount),)
    if not paid:
        return ()
    if len(paid) < room:
        lines = [
            scene.say("tax.draw", nam=scene.nam(p.seat), draw=p.amount, change=change(p.before, p.after))
            for p in paid
        ]
        return (scene.say(f"tax.{relief}.tie"), *lines)
    if len(paid) == scene.rules.seats:
        return (scene.say(f"tax.{relief}.all", draw=amount),)
    names = " ".join(scene.nam(p.seat) for p in paid)
    return (scene.say(f"tax.{relief}.some", names=names, draw=amount),)
