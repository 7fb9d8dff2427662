"""What happened in Discover: DI3, DI6, DI9, and a ship that was repelled."""

from __future__ import annotations

from collections.abc import Sequence

from companion.lists import filled
from companion.play_situation import seat_to_act
from companion.screen import screen
from companion.screens.discover import header, strength_row
from companion.screens.happenings import Payment, Step, found, payments
from companion.screens.keyrows import next_row
from companion.screens.page import CARD_S, Page
from companion.screens.rows import facts_of, percent, symbols
from companion.screens.scene import Scene, bar
from engine.portroyal import messages as m
from engine.portroyal.odds import bust_risk


# -- bust --------------------------------------------------------------------------------
def busts(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw DI6."""
    return [_bust(scene, step, payments(steps, "jester")) for step in found(steps, m.Busted)]


def _bust(scene: Scene, step: Step, paid: Sequence[Payment]) -> Page:
    seat, cards = step.event.seat, step.event.cards
    hue = scene.ctx.names.hue(scene.card(step.event.ship).colour)
    rows = [
        scene.say("bust.twice", hue=hue),
        scene.say("bust.discard", count=len(cards)),
        *([scene.say("bust.stay")] if step.after.expeditions and len(paid) <= 1 else []),
        *jester_rows(scene, paid),
    ]
    return Page(
        screen(
            bar(scene.upper(seat), scene.say("round", round=step.before.round)),
            scene.shout("bust.headline"),
            *rows,
            keys=next_row(scene, seat),
        )
    )


def jester_rows(scene: Scene, paid: Sequence[Payment]) -> tuple[str, ...]:
    """Say who draws for his Jesters."""
    if len(paid) == 1:
        return (scene.say("jester.one", nam=scene.nam(paid[0].seat), draw=paid[0].amount),)
    if not paid:
        return ()
    return filled([scene.say("jester.many"), *(f"{scene.nam(p.seat)}+{p.amount}" for p in paid)])


# -- cards -------------------------------------------------------------------------------
def expeditions(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw DI9."""
    return [_expedition(scene, step) for step in found(steps, m.ExpeditionLaidOut)]


def _expedition(scene: Scene, step: Step) -> Page:
    card = scene.card(step.event.card)
    player = scene.player(step.after.active)
    can = step.event.card in scene.view.claimable
    return Page(
        screen(
            header(scene),
            scene.big(card.id),
            *facts_of(scene, card),
            scene.say("expedition.row"),
            scene.say("expedition.have", symbols=symbols(player)),
            *([scene.say("expedition.can")] if can else []),
            keys=next_row(scene, step.after.active),
        )
    )


def repelled(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say that a ship was repelled; shown as briefly as a new card, unless that follows at once."""
    gone = found(steps, m.ShipRepelled)
    if not gone or found(steps, m.HarborEntered):
        return []
    seat, card = gone[-1].event.seat, gone[-1].event.card
    body = (scene.big(card), scene.say("repelled.ship"), scene.say("repelled.discard"))
    return [Page(screen(header(scene), *body, keys=next_row(scene, seat)), CARD_S)]


def new_card(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw DI3 for a card that came into the harbor and asks nothing; four at once stand on DI11."""
    shown = found(steps, m.CardRevealed)
    into = found(steps, m.HarborEntered)
    if not shown or not into or into[-1].event.card != shown[-1].event.card:
        return []
    if seat_to_act(scene.state) != scene.state.active or scene.situation not in ("running", "first"):
        return []
    return [_card(scene, into[-1].event.card)]


def _card(scene: Scene, card: int) -> Page:
    face = scene.card(card)
    rows = list(facts_of(scene, face))
    if face.type == "ship":
        rows += [_no_repel(scene, card), scene.say("card.new-colour")]
    risk = bust_risk(scene.rules, scene.state) if scene.ctx.settings.risk == "always" else None
    if risk is not None:
        rows.append(scene.say("card.risk", percent=percent(risk)))
    seat = scene.state.active
    return Page(screen(header(scene), scene.big(card), *rows, keys=next_row(scene, seat)), CARD_S)


def _no_repel(scene: Scene, card: int) -> str:
    """Say why the ship could not be repelled, or compare the swords if it could."""
    have = scene.view.repel_swords
    if scene.card(card).strength > have:
        return scene.say("card.no-repel", have=have)
    return strength_row(scene, card)
