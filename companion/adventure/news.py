"""What the last entry came to, as pages that give way to the prompt (AD2, AD10, AD15)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.adventure import news_set_right, words
from companion.adventure.gains import gains_of, row, row_of, shout
from companion.adventure.news_page import page_of
from companion.adventure.words import shown
from companion.screen import CELLS, HEADLINE_CELLS, Row, Screen, headline, screen
from companion.screens import news, news_discover, news_end, news_tax, news_trade
from companion.screens.happenings import Step, found
from companion.screens.keyrows import next_row
from companion.screens.page import Page
from companion.screens.rows import change
from companion.screens.scene import Scene, bar
from engine.adventure import messages as a
from engine.adventure.state import gone, tale
from engine.portroyal import messages as m
from engine.portroyal.cards import Card

BODY = 6
BIG = 2
EVENT_REASONS = frozenset(
    {"peaceful-trade", "recruitment", "bribery", "join-forces", "event", "black-market", "scarce-coffers"}
)
"""What an event pays at once: told with the event."""
ASKS = (a.Offered, a.PaymentOffered, a.AllyChoice, a.StoryAwaited)
FULFILLED = frozenset({"task", "first", "window", "samuel-blackguard"})
"""What a marker brings and costs: told with the task."""
TOLD = frozenset({"tax", "most-swords", "fewest-points", "jester", "admiral", "hire", "sale", "position"})
"""What pages tell that have a screen of their own."""


# -- AD2 ---------------------------------------------------------------------------------
def events(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw AD2 for an event that was turned up; what it asks at once says all that it is about."""
    if isinstance(scene.state.asked, ASKS) and not any(gain.why in EVENT_REASONS for gain in gains_of(steps)):
        return []
    return [_event(scene, steps, step) for step in found(steps, a.EventRevealed)]


def _event(scene: Scene, steps: Sequence[Step], step: Step) -> Page:
    event = step.event.event
    rows = words.all_changes(scene, step.before, steps[-1].after)
    room = BODY - BIG
    rule = words.rule(scene, event, max(1, room - len(rows)))
    if step.event.leaves:
        rule = (scene.say("adv.leaves"),)
    title = scene.say("adv.title", event=words.title(scene, event, 15))
    return page_of(
        title, _event_headline(scene, steps, event), *rule, *rows, scene=scene, seat=step.after.active
    )


def _event_headline(scene: Scene, steps: Sequence[Step], event: str) -> Row:
    """Say in big what an event pays, or when it acts."""
    paid = [gain for gain in gains_of(steps) if gain.why in EVENT_REASONS]
    if paid:
        same = len({(gain.coins, gain.crowns) for gain in paid}) == 1
        return shout(scene, paid) if same else scene.shout("adv.event-pays")
    stem = event.removeprefix(words.EVENT)
    key = f"adv.acts.{stem}"
    if words.known(scene, key):
        return scene.shout(key)
    return scene.shout("adv.acts.nobody" if words.at_once(scene, event) else "adv.acts")


# -- AD10 --------------------------------------------------------------------------------
def markers(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw AD10 for every marker that left a character."""
    return [_marker(scene, steps, step) for step in found(steps, a.MarkerMoved)]


def _marker(scene: Scene, steps: Sequence[Step], step: Step) -> Page:
    seat, to, number = step.event.seat, step.event.to, step.event.number
    if to == "box":
        title = scene.say("adv.boxed", name=scene.upper(seat))
    else:
        key = "adv.half" if to == "upper" else "adv.fulfils"
        title = scene.say(key, name=scene.upper(seat), task=number)
    who = shown(scene).adventurers[seat].character
    place = gone(step.after, seat)
    fresh = to != "lower"
    paid = [gain for gain in gains_of(steps) if gain.seat == seat and gain.why in (*FULFILLED, "marker")]
    rows = [
        words.ability_row(scene, who) if fresh and place == 1 and who not in FULFILLED else "",
        *(row(scene, gain) for gain in paid),
        words.changes(scene, steps[0].before, steps[-1].after, seat, name=False),
    ]
    big = _uncovered(scene, who, place) if fresh else scene.shout("adv.second-field")
    return page_of(title, big, *rows, scene=scene, seat=seat)


def _uncovered(scene: Scene, who: str, place: int) -> Row:
    if place == 1:
        return headline(scene.say(f"adv.big.{who}", HEADLINE_CELLS))
    return scene.shout(f"adv.uncovered.{place}")


# -- AD15 --------------------------------------------------------------------------------
def inserted(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Draw AD15: cards that a story card calls for."""
    return [_inserted(scene, step) for step in found(steps, a.CardsInserted)]


def _inserted(scene: Scene, step: Step) -> Page:
    number = len(step.event.cards) + step.event.loose
    groups = " ".join(step.event.groups)
    return Page(
        screen(
            scene.say("adv.insert.header"),
            scene.shout("adv.insert.headline", num=number),
            "",
            scene.say("adv.insert.groups", groups=groups),
            scene.say("adv.insert.pile"),
            scene.say("adv.insert.not"),
            keys=scene.say("keys.go-on"),
        )
    )


def months(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say what becomes of the event cards as a month turns."""
    return [_month(scene, step) for step in found(steps, a.MonthTurned)]


def _month(scene: Scene, step: Step) -> Page:
    rows = (scene.say("adv.story-turn"), scene.say("adv.story-add") if step.event.added else "")
    month = tale(step.after).month
    title = bar(scene.say("adv.months-end"), scene.say("adv.month", month=month))
    big = scene.shout("adv.new-month", month=month)
    return page_of(title, big, *rows, scene=scene, seat=step.after.active)


# -- items and sales ---------------------------------------------------------------------
def takes(scene: Scene, steps: Sequence[Step]) -> Sequence[Page]:
    """Say what a ship brings that was taken for its crown; other cards are told as in the base game."""
    if not any(step.event.why == "trade" for step in found(steps, a.CrownsMoved)):
        return news_trade.takes(scene, steps)
    [*_, traded] = found(steps, m.ShipTraded)
    seat, card = traded.event.seat, traded.event.card
    title = scene.say(
        "taken.header", name=scene.upper(seat), label=scene.label(card), token=scene.token(card)
    )
    rows = words.all_changes(scene, steps[0].before, steps[-1].after)
    big = scene.shout("adv.crowns", sum="+1")
    return [page_of(title, big, *rows, scene.say("sold.discard"), scene=scene, seat=seat)]


def kept(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say that a ship was kept for what it carries."""
    return [_kept(scene, steps, step) for step in found(steps, a.ItemKept)]


def _kept(scene: Scene, steps: Sequence[Step], step: Step) -> Page:
    seat, card = step.event.seat, scene.card(step.event.card)
    rows = words.all_changes(scene, steps[0].before, steps[-1].after)
    return page_of(
        scene.say(
            "taken.header", name=scene.upper(seat), label=scene.label(card.id), token=scene.token(card.id)
        ),
        scene.shout("adv.kept", good=good_of(scene, card).upper()),
        scene.say("adv.kept-display"),
        *rows,
        scene=scene,
        seat=seat,
    )


def good_of(scene: Scene, card: Card) -> str:
    """Name what a ship carries."""
    item = next((c.item for c in card.clauses if hasattr(c, "item")), "")
    return scene.say(f"adv.good.{item}") if item else ""


def sold(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say what an Innkeeper paid."""
    pages = []
    for step in found(steps, a.DisplayDiscarded):
        if step.event.why == "sale":
            seat = step.event.seat
            drawn = sum(
                amount for why, who, _, amount in words.by_reason(steps) if (why, who) == ("sale", seat)
            )
            coins = [state.players[seat].coins for state in (step.before, steps[-1].after)]
            good = good_of(scene, scene.card(step.event.cards[0]))
            title = scene.say("adv.sold", name=scene.upper(seat), good=good)
            body = (scene.shout("pay.draw", draw=drawn), change(*coins), scene.say("sold.discard"))
            pages.append(page_of(title, *body, scene=scene, seat=seat))
    return pages


def looked(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say which cards a Lookout discarded: they are open."""
    return [Page(_looked(scene, step.event.seat, step.event.cards)) for step in found(steps, a.LookedOut)]


def _looked(scene: Scene, seat: int, cards: Sequence[int]) -> Screen:
    return screen(
        scene.say("adv.looked", name=scene.upper(seat)),
        scene.shout("adv.looked-headline", num=len(cards)),
        " ".join(map(scene.label, cards)) if len(cards) == 1 else scene.label(cards[0]),
        *(scene.label(card) for card in cards[1:2]),
        scene.say("adv.looked-back"),
        keys=next_row(scene, seat),
    )


# -- all the rest ------------------------------------------------------------------------
def gains(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Say what characters, events of a phase and Innkeepers pay, unless another page has told it."""
    told = TOLD | _with_pages(steps)
    paid = [gain for gain in gains_of(steps) if gain.why not in told]
    if not paid:
        return []
    seat, why = paid[0].seat, {gain.why for gain in paid}
    whole = len(paid) == 1 and not (paid[0].coins and paid[0].crowns)
    rows = [] if whole else [row_of(scene, gain, reason=len(why) > 1) for gain in paid]
    changes = words.all_changes(scene, steps[0].before, steps[-1].after)
    title = _reason_title(scene, why.pop()) if len(why) == 1 else scene.upper(seat)
    return [page_of(title, shout(scene, paid), *rows[:2], *changes, scene=scene, seat=seat)]


def _reason_title(scene: Scene, why: str) -> str:
    """Name what pays: an event, a character, an Innkeeper."""
    if words.known(scene, f"adv.event.{why}"):
        return scene.say("adv.title", event=words.title(scene, f"{words.EVENT}{why}", 15))
    if words.known(scene, f"adv.title.{why}"):
        return scene.say(f"adv.title.{why}")
    key = f"adv.why.{why}"
    return scene.say(key).upper() if words.known(scene, key) else why.replace("-", " ").upper()[:CELLS]


def _with_pages(steps: Sequence[Step]) -> set[str]:
    """Name the reasons that pages of the base game tell of."""
    told: set[str] = set()
    if found(steps, a.EventRevealed):
        told |= EVENT_REASONS
    if found(steps, a.MarkerMoved):
        told |= {*FULFILLED, "marker"}
    crown = any(step.event.why == "trade" for step in found(steps, a.CrownsMoved))
    if found(steps, m.ShipTraded):
        told |= {"trade"}
    if found(steps, a.ItemKept) or crown:
        told |= {"trade", "trade-in-blue", "master-ferdinando"}
    if found(steps, m.ExpeditionClaimed):
        told |= {"expedition"} if not found(steps, a.CrownsMoved) else set()
    return told


TELLERS: tuple[news.Teller, ...] = (
    news_set_right.corrected,
    news_discover.busts,
    news_tax.taxes,
    markers,
    inserted,
    months,
    events,
    takes,
    kept,
    sold,
    looked,
    news_trade.claims,
    news_end.reshuffles,
    news_end.last_rounds,
    gains,
    news_trade.payouts,
    news_discover.expeditions,
    news_trade.skips,
    news_discover.repelled,
    news_discover.new_card,
)
"""In the order of importance."""
