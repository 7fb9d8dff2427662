"""Pages that show more than the game asks for: IN1, IN2, the log, a player's cards, a card tapped."""

from __future__ import annotations

from companion.lists import filled
from companion.play_situation import seat_to_act
from companion.screen import Screen, screen
from companion.screens.log import line_of
from companion.screens.log_page import log_page
from companion.screens.rows import facts_of, percent, spot_of
from companion.screens.scene import Scene, bar
from engine.portroyal.odds import next_card
from engine.portroyal.piles import place_of

ROOM = 6
"""Rows between header and keys."""


def table(scene: Scene, cursor: int) -> Screen:
    """Draw IN1: everybody's coins, points, swords and cards, one player marked."""
    marked = scene.view.active if cursor < 0 else cursor
    rows = [_player_row(scene, seat, marked=seat == marked) for seat in range(scene.rules.seats)]
    last = scene.session.last
    if last is not None and len(rows) < ROOM - 1:
        line = line_of(scene, last, scene.session.before())
        rows.append(scene.say("table.last", line=line))
    pile = scene.view.pile
    page = scene.say("keys.table" if scene.ctx.settings.risk != "off" else "keys.table-log")
    return screen(
        bar(scene.say("table.header", round=scene.view.round), scene.say("table.pile", pile=pile), str(pile)),
        scene.say("table.columns"),
        *rows,
        keys=page,
    )


def _player_row(scene: Scene, seat: int, *, marked: bool) -> str:
    p = scene.player(seat)
    name = (">" if marked else " ") + scene.nam(seat).ljust(3)
    return f"{name}{p.coins:>3}{p.points:>3}{p.swords:>3}{len(p.display):>3}"


def odds(scene: Scene) -> Screen:
    """Draw IN2: the chances of the next card."""
    title = bar(scene.say("odds.header"), scene.say("odds.pile", pile=scene.view.pile))
    chances = next_card(scene.rules, scene.state)
    if chances is None:
        return screen(title, scene.say("odds.none"), keys=scene.say("keys.odds"))
    rows = [
        bar(scene.say(f"odds.{name}"), percent(getattr(chances, name.replace("-", "_"))))
        for name in ("bust", "repellable-twin", "new-colour", "person")
    ]
    both = scene.say(
        "odds.expedition-tax",
        expedition=f"{percent(chances.expedition):>3}",
        tax=f"{percent(chances.tax):>3}",
    )
    unseen = scene.say("odds.unseen", cards=chances.unseen)
    return screen(title, *rows, both, unseen, keys=scene.say("keys.odds"))


def log(scene: Scene, page: int) -> Screen:
    """Draw the log, the newest entry first."""
    return log_page(scene, page, line_of)


def own_cards(scene: Scene, seat: int, page: int, keys: str, title: str = "own.title") -> Screen:
    """Draw SE8: what lies face up before a player, and what it is worth."""
    rows = own_rows(scene, seat)
    pages = max(1, -(-len(rows) // ROOM))
    shown = page % pages
    return screen(
        bar(scene.upper(seat), scene.say(title, page=shown + 1, of=pages), f"{shown + 1}/{pages}"),
        *rows[shown * ROOM : (shown + 1) * ROOM],
        keys=keys,
    )


def own_pages(scene: Scene, seat: int) -> int:
    """Count the pages of a player's cards."""
    return max(1, -(-len(own_rows(scene, seat)) // ROOM))


def own_rows(scene: Scene, seat: int) -> tuple[str, ...]:
    """List a player's persons, what his Traders add, his expeditions and his points."""
    player = scene.player(seat)
    cards = [scene.card(card) for card in player.display]
    persons = filled([scene.token(card.id) for card in cards if card.type != "expedition"])
    claimed = filled(
        [f"{scene.token(card.id)} {card.points}*" for card in cards if card.type == "expedition"]
    )
    traders = filled([f"{scene.ctx.names.mark(colour)}+{more}" for colour, more in player.income])
    total = scene.say("own.total", points=player.points)
    return (*(persons or (scene.say("own.none"),)), *traders, *claimed, total)


def shown_card(scene: Scene, card: int) -> Screen:
    """Draw a card that was tapped while nothing followed from it; at the end, what it counted."""
    face = scene.card(card)
    place, seat = place_of(scene.state, card)
    counts = seat >= 0 and seat_to_act(scene.state) < 0
    rows = [*facts_of(scene, face), spot_of(scene, place, seat)]
    if counts:
        rows.append(scene.say("shown.counts", points=face.points, name=scene.name(seat)))
    return screen(scene.say("shown.header"), scene.big(card), *rows[: ROOM - 2], keys=scene.say("keys.go-on"))
