"""Pages that show more than the game asks for: the table, a player's ships, open booty, the log, a card."""

from __future__ import annotations

from companion.lists import packed
from companion.screen import Row, Screen, screen
from companion.screens.log_page import log_page
from companion.screens.scene import bar
from companion.tricks.log import line_of
from companion.tricks.scene import Scene, load_of
from companion.tricks.trick import stones_row
from engine.portroyal2000.state import place_of

ROOM = 6


def table(scene: Scene, cursor: int) -> Screen:
    """Draw everybody's debt, booty, tricks and public points; one player is marked."""
    view = scene.view
    rows = [_player_row(scene, seat, marked=seat == cursor) for seat in range(scene.rules.seats)]
    last = scene.session.last
    if last is not None and len(rows) < ROOM - 1:
        rows.append(line_of(scene, last, scene.session.before()))
    trump = scene.say("table.trump", suit=scene.hue(view.trump)) if view.trump else ""
    return screen(
        bar(scene.say("table.title", round=view.round, trick=view.trick), trump),
        scene.say("table.columns"),
        *rows,
        keys=scene.say("keys.table"),
    )


def _player_row(scene: Scene, seat: int, *, marked: bool) -> str:
    p = scene.player(seat)
    name = (">" if marked else " ") + scene.nam(seat).ljust(3)
    hidden = scene.say("table.hidden") if p.hidden else " "
    return f"{name}{p.debt:>4}{p.cards:>4}{p.tricks:>3}{p.total:>5}{hidden}"


def ships(scene: Scene, seat: int, keys: str) -> Screen:
    """Draw the four ships of a player with their load, the extras on them, debt and points."""
    p = scene.player(seat)
    rows = [ship_row(scene, seat, number) for number in range(len(p.ships))]
    return screen(
        bar(scene.upper(seat), scene.say("ships.debt", debt=p.debt)),
        *rows,
        now_row(scene, seat),
        stones_row(scene),
        keys=keys,
    )


def ship_row(scene: Scene, seat: int, number: int) -> str:
    """Say what a ship weighs, which extras lie on it, and how many bonus cards."""
    ship = scene.player(seat).ships[number]
    extras = [
        scene.token(card)
        for card in ship.cards
        if card >= 0 and scene.card(card).type == "booty" and scene.card(card).ship < 0
    ]
    bonuses = [scene.say("ships.bonus", bonuses=ship.bonuses)] if ship.bonuses else []
    load = f"{scene.ship(number)} {load_of(ship)}"
    for words in ([*extras, *bonuses], bonuses, []):
        row = bar(load, " ".join(words)) if words else load
        if row != load or not words:
            break
    return row


def now_row(scene: Scene, seat: int) -> str:
    """Say the public points, what is hidden, and whether he keeps the remove."""
    p = scene.player(seat)
    now = scene.say("ships.now-hidden" if p.hidden else "ships.now", total=p.total)
    return bar(now, scene.say("ships.remove")) if p.keeps else now


def booty(scene: Scene) -> Screen:
    """Draw the booty that lies open, how much is in the pile, and the last trick."""
    view = scene.view
    rows = packed(scene.ctx.texts, [scene.token(card) for card in view.booty], 3)
    carried: tuple[str, ...] = ()
    if view.carried >= 0:
        carried = (scene.say("play.for-bonus", booty=scene.token(view.carried), bonuses=view.beneath),)
    return screen(
        bar(scene.say("booty.title"), scene.say("booty.pile", pile=view.pile)),
        *(rows or (scene.say("booty.none"),)),
        *carried,
        *_last_trick(scene),
        keys=scene.say("keys.page"),
    )


def _last_trick(scene: Scene) -> tuple[str, ...]:
    """Give the cards of the last trick, which everybody may look at (B69)."""
    trick = scene.view.last_trick
    if trick is None:
        return ()
    cards = [scene.brief(card) for card in trick.cards]
    return (scene.say("booty.last", nam=scene.nam(trick.winner)) + " " + " ".join(cards),)


def log(scene: Scene, page: int) -> Screen:
    """Draw the log, the newest entry first."""
    return log_page(scene, page, line_of)


def shown_card(scene: Scene, card: int) -> Screen:
    """Draw a card that was tapped while nothing followed from it."""
    place, seat, ship = place_of(scene.rules, scene.state, card)
    fields = {
        "name": scene.name(seat) if seat >= 0 else "",
        "ship": scene.ship(ship) if ship >= 0 else "",
    }
    rows: tuple[str | Row, ...] = (scene.big(card), scene.full(card), scene.say(f"place.{place}", **fields))
    return screen(scene.say("shown.title"), *rows, keys=scene.ctx.texts("keys.go-on"))
