"""Displays of the seats: SE1 to SE6, SE8 and SE9, the facts of one player and what his key does."""

from __future__ import annotations

from collections.abc import Sequence

from companion.flow import Context
from companion.lists import filled
from companion.play_modes import Claiming
from companion.play_situation import doubles, seat_to_act
from companion.screen import Screen, headline, screen
from companion.screens import news
from companion.screens.claim import claim
from companion.screens.discover import colours_row, risk_or_take, twin_rows
from companion.screens.ending import score_headline, score_rows
from companion.screens.page import NEWS_S
from companion.screens.rows import harbor_rows, priced_rows, symbols
from companion.screens.scene import Scene, bar, scene_of
from companion.screens.seat_news import seat_news

BODY = 6


def seat_screen(ctx: Context, seat: int) -> Screen:
    """Draw the display of a seat; the one that must act is inverse."""
    return seat_of(scene_of(ctx), seat)


def seat_of(scene: Scene, seat: int) -> Screen:
    """Draw the display of a seat of a scene."""
    if seat >= scene.rules.seats:
        return BLANK
    ctx = scene.ctx
    acts = seat_to_act(scene.state) == seat
    fresh = ctx.news is not None and ctx.now_s - ctx.news.at_s < NEWS_S
    told = seat_news(scene, seat, news.told(scene)) if fresh else None
    if told is not None:
        return told
    if scene.situation == "final":
        return _end(scene, seat)
    return _acting(scene, seat) if acts else _waiting(scene, seat)


BLANK = screen("")
"""A seat where nobody sits."""


def _waiting(scene: Scene, seat: int) -> Screen:
    """Draw SE1."""
    player = scene.player(seat)
    active = scene.name(scene.view.active)
    phase = "seat.discovers" if scene.view.phase in ("discover", "repel") else "seat.trades"
    rows = [
        scene.say("seat.swords", swords=player.swords, cards=len(player.display)),
        *_advantages(scene, seat),
        symbols(player),
    ]
    return screen(
        bar(scene.upper(seat), scene.say(phase, name=active), active),
        headline(coins_and_points(scene, seat)),
        *rows[: BODY - 2],
        keys=scene.say("keys.seat-cards"),
    )


def coins_and_points(scene: Scene, seat: int) -> str:
    """Give a player's coins and points for a headline."""
    player = scene.player(seat)
    return f"${player.coins}  {player.points}*"


def _advantages(scene: Scene, seat: int) -> Sequence[str]:
    """Give what persons cost him less and ships bring him more."""
    player = scene.player(seat)
    words = [scene.say("seat.hire", cut_by=player.discount)] if player.discount else []
    words += [f"{scene.ctx.names.mark(colour)}+{more}" for colour, more in player.income]
    return filled(words)


def _acting(scene: Scene, seat: int) -> Screen:
    """Draw SE2, SE3 or SE5."""
    match scene.situation:
        case "first" | "running" | "gamble":
            return _discovers(scene, seat)
        case "new-colour" | "twin":
            return _repels(scene, seat)
    return _takes(scene, seat)


def _discovers(scene: Scene, seat: int) -> Screen:
    first = scene.situation == "first"
    stops = scene.situation == "running"
    title = scene.shout("first.headline") if not stops else risk_or_take(scene)
    rows = [
        *harbor_rows(scene, 2)[:1],
        scene.say("first.must") if first else colours_row(scene),
        scene.say("seat.repels", swords=scene.view.repel_swords),
        coins_and_points(scene, seat),
    ]
    return screen(
        bar(scene.upper(seat), scene.say("seat.reveals")),
        title,
        *rows,
        keys=scene.say("keys.seat-stop" if stops else "keys.seat-cards"),
        inverse=True,
    )


def _repels(scene: Scene, seat: int) -> Screen:
    asked = scene.state.asked
    twin = doubles(scene.rules, scene.state, asked)
    rows = twin_rows(scene, asked)[:2]
    return screen(
        bar(scene.upper(seat), *_repel_titles(scene, twin=twin)),
        scene.big(asked.card),
        *(rows if twin else (rows[1], scene.say("repel.new-colour"))),
        keys=scene.say("keys.seat-twin" if twin else "keys.seat-repel"),
        inverse=True,
    )


def _repel_titles(scene: Scene, *, twin: bool) -> tuple[str, ...]:
    if twin:
        return (scene.say("seat.repel-twin"), scene.say("seat.repel"))
    return (scene.say("seat.repel"),)


def _takes(scene: Scene, seat: int) -> Screen:
    view = scene.view
    fee = [] if seat == view.active else [scene.say("trade.fee", name=scene.upper(view.active))]
    done = "keys.seat-done" if seat == view.active else "keys.seat-pass"
    cards = priced_rows(scene, BODY // 2 - 1)
    return screen(
        bar(scene.upper(seat), scene.say("seat.take", takes=view.takes)),
        *cards,
        scene.shout("seat.question"),
        scene.say("trade.coins", coins=scene.player(seat).coins),
        *fee,
        keys=scene.say(done),
        inverse=True,
    )


def _end(scene: Scene, seat: int) -> Screen:
    """Draw SE9."""
    return screen(
        bar(scene.upper(seat), scene.say("final.header")),
        score_headline(scene, seat),
        *score_rows(scene, seat),
        keys=scene.say("keys.seat-cards"),
    )


def claiming(scene: Scene, mode: Claiming) -> Screen:
    """Draw DI10 for the seat of the active player."""
    whole = claim(scene, mode)
    row = whole.rows[-1]
    return Screen((*whole.rows[:-1], type(row)(scene.say("keys.seat-claim"), inverse=True)), inverse=True)
