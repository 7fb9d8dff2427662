"""Rows that several screens show: harbor cards, prices, coins before and after, what a card does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from companion.lists import filled, packed
from companion.screen import CELLS
from companion.screens.scene import Scene
from engine.portroyal.cards import SKULL, Card
from engine.portroyal.view import HarborCard, PlayerView

DIGITS = "0123456789"
TAKE_ROWS = 3
"""Rows of harbor cards beside a headline and a line of text."""


# -- cards of the harbor -----------------------------------------------------------------
def harbor_rows(scene: Scene, rows: int) -> tuple[str, ...]:
    """Give the harbor in at most so many rows: ships first, then persons, the rest counted."""
    ships, persons = _split(scene, scene.state.harbor)
    first = (ship_row(ships),) if ships else ()
    lines = (*first, *packed(scene.ctx.texts, persons, rows - len(first)))
    return lines or (scene.say("harbor.empty"),)


def priced_rows(scene: Scene, rows: int) -> tuple[str, ...]:
    """Give the harbor with what each card brings or costs the seat that takes."""
    ships = [_priced(scene, card) for card in scene.view.harbor if scene.card(card.card).type == "ship"]
    persons = [_priced(scene, card) for card in scene.view.harbor if scene.card(card.card).type != "ship"]
    first = (ship_row(ships),) if ships and len(ship_row(ships)) <= CELLS else filled(ships)
    return (*first, *packed(scene.ctx.texts, persons, rows - len(first)))


def ship_row(tokens: Sequence[str]) -> str:
    """Set ships in a row, without gaps if need be: each begins with its mark (device-ux.md 8)."""
    row = " ".join(tokens)
    return row if len(row) <= CELLS else "".join(tokens)


def _split(scene: Scene, cards: Iterable[int]) -> tuple[list[str], list[str]]:
    ships: list[str] = []
    persons: list[str] = []
    for card in cards:
        (ships if scene.card(card).type == "ship" else persons).append(scene.token(card))
    return ships, persons


def _priced(scene: Scene, card: HarborCard) -> str:
    token = f"{scene.token(card.card).rstrip(DIGITS)}{card.net:+d}"
    return f"({token})" if card.lacking else token


# -- expeditions -------------------------------------------------------------------------
def expedition_rows(scene: Scene) -> tuple[str, ...]:
    """Give the open expeditions, with those that the active player could claim marked."""
    claimable = scene.view.claimable
    tokens = [(scene.token(card), card in claimable) for card in scene.state.expeditions]
    if not tokens:
        return ()
    can = scene.say("open.can")
    row = scene.say("open", exps=" ".join(token + (can if yes else "") for token, yes in tokens))
    if len(row) <= CELLS:
        return (row,)
    others = [token for token, yes in tokens if not yes]
    mine = [token for token, yes in tokens if yes]
    rows = [in_row(scene, "open", others)] if others else []
    return (*rows, in_row(scene, "open.mine", mine)) if mine else tuple(rows)


def in_row(scene: Scene, key: str, tokens: Sequence[str]) -> str:
    """Say as many expeditions as find room in a row, and count the rest."""
    for kept in range(len(tokens), -1, -1):
        left_out = len(tokens) - kept
        more = [scene.say("list.more", more=left_out)] if left_out else []
        row = scene.say(key, exps=" ".join([*tokens[:kept], *more]))
        if len(row) <= CELLS:
            break
    return row


def symbols(player: PlayerView) -> str:
    """Give what a player could send: ``A1 C0 H1 J1``."""
    return " ".join(f"{symbol}{count}" for symbol, count in player.symbols)


# -- amounts -----------------------------------------------------------------------------
def change(before: int, after: int) -> str:
    """Give coins before and after: ``$6>9``."""
    return f"${before}>{after}"


def percent(chance: Fraction) -> str:
    """Give a chance as whole percents, ``<1%`` below one and ``>99%`` above ninety-nine."""
    if 0 < chance < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < chance < 1:
        return ">99%"
    return f"{(200 * chance.numerator + chance.denominator) // (2 * chance.denominator)}%"


# -- what a card is ----------------------------------------------------------------------
def facts_of(scene: Scene, card: Card) -> tuple[str, ...]:
    """Say what a card is in one or two rows."""
    full = scene.ctx.names.full(card.kind)
    if card.type == "ship":
        items = [clause.item for clause in card.clauses if hasattr(clause, "item")]
        return (_ship(scene, card, full), *(scene.say(f"card.item.{item}") for item in items))
    if card.type == "expedition":
        return (scene.say("card.expedition", points=card.points, coins=card.coins),)
    if card.type == "tax":
        return (full,)
    key = "card.person-1" if card.points == 1 else "card.person"
    return (scene.say(key, full=full, points=card.points), *_abilities(scene, card))


def _ship(scene: Scene, card: Card, full: str) -> str:
    if card.strength == SKULL:
        return scene.say("card.skull", full=full)
    return scene.say("card.ship", full=full, swords=card.strength)


def _abilities(scene: Scene, card: Card) -> tuple[str, ...]:
    """Say what each clause of a person does."""
    colour = next((clause.colour for clause in card.clauses if hasattr(clause, "colour")), "")
    hue = scene.ctx.names.hue(colour) if colour else ""
    said = []
    for clause in card.clauses:
        key = f"clause.{clause.__struct_config__.tag}"
        any_of = len(card.symbols) > 1
        bread, rum = getattr(clause, "bread", 0), getattr(clause, "rum", 0)
        key += "-any" * any_of
        said.append(scene.say(key, few=card.swords, hue=hue, symbol=card.symbols, bread=bread, rum=rum))
    return tuple(said)


def spot_of(scene: Scene, place: str, seat: int) -> str:
    """Name a place of the table, a display by its owner."""
    return scene.say(f"place.{place}", name=scene.name(seat) if seat >= 0 else "")
