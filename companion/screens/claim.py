"""The screen on which the active player chooses persons for an expedition: DI10."""

from __future__ import annotations

from companion.lists import filled
from companion.play_crews import proposals, standing_for
from companion.play_modes import Claiming
from companion.screen import CELLS, Screen, screen
from companion.screens.rows import change
from companion.screens.scene import Scene

CREW_ROWS = 2
"""Rows that name the persons and items to discard."""


def crew_of(scene: Scene, mode: Claiming) -> tuple[tuple[int, ...], int]:
    """Give the persons shown, and how many sets there are to choose from; nobody when none would do."""
    sets = proposals(scene.rules, scene.state, scene.state.active, mode.card, mode.tapped)
    return (sets[mode.choice % len(sets)], len(sets)) if sets else ((), 0)


def claim(scene: Scene, mode: Claiming) -> Screen:
    """Draw DI10."""
    crew, sets = crew_of(scene, mode)
    player, card = scene.player(scene.state.active), scene.card(mode.card)
    gain = card.points - sum(scene.card(c).points for c in crew)
    coins = min(card.coins, scene.state.pile + scene.state.discard_size + len(crew))
    before = scene.say("claim.points", before=player.points, after=player.points + gain)
    return screen(
        scene.say("claim.header", name=scene.upper(player.seat), token=scene.token(card.id)),
        scene.shout("claim.headline", gain=f"{gain:+d}", few=coins),
        *crew_rows(scene, crew, card.needs),
        f"{before}  {change(player.coins, player.coins + coins)}",
        scene.say("claim.waits" if scene.ctx.waiting else "claim.others"),
        keys=scene.say("claim.keys" if sets > 1 else "claim.keys-one"),
    )


def crew_rows(scene: Scene, crew: tuple[int, ...], needs: str) -> tuple[str, ...]:
    """Name the persons to discard, and what each Jack stands for, in at most two rows."""
    roles = standing_for(scene.rules, crew, needs)
    crew = tuple(sorted(crew, key=lambda card: (roles.get(card, ""), card)))
    jokers = [c for c in crew if scene.card(c).type == "person" and len(scene.card(c).symbols) > 1]
    plain = [scene.token(card) for card in crew if card not in jokers]
    jacks = [(scene.token(card), roles[card]) for card in jokers]
    discard = scene.say("claim.discard")
    row = " ".join([discard, *plain])
    if plain and len(jacks) == 1 and len(row) <= CELLS:
        token, symbol = jacks[0]
        return (row, scene.say("claim.jack", token=token, symbol=symbol))
    return _two_rows(discard, [*plain, *(f"{token}={symbol}" for token, symbol in jacks)])


def _two_rows(discard: str, words: list[str]) -> tuple[str, ...]:
    """Lay cards out in at most two rows; of more it says how many they are."""
    rows, left = filled([discard, *words]), 0
    while len(rows) > CREW_ROWS:
        left += 1
        rows = filled([discard, *words[:-left], f"+{left}"])
    return rows
