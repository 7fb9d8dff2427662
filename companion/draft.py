"""A game that is being set up: what is chosen so far, starting from what was used last time.

Source: device-ux.md 6.2; switches: the preset table of the rules (``engine/portroyal/options.py``).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from companion.flow import Settings
from companion.preferences import following
from engine.games import GAMES, SetUp
from engine.portroyal import PRESETS, Options, options_of

SWITCHES = ("gamblers", "expedition_required", "winning_points")
"""Options that are asked for in every new game (NG5); all others belong to the rules chosen (NG2)."""
POINTS = range(8, 21)
"""Points to win that the list offers, one after the other."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen so far."""

    game: str
    rules: str
    house: dict[str, Any] = {}
    """Options in which a table's own rules differ from the preset, without the switches."""
    switches: dict[str, Any]
    """A value for each of the switches."""
    players: tuple[str, ...] = ()
    start: str = ""
    """Empty: by lot."""


class Choice(msgspec.Struct, frozen=True):
    """Rules that can be chosen: a preset, or a preset with what a table plays differently."""

    rules: str
    house: dict[str, Any] = {}


def first_draft(settings: Settings) -> Draft:
    """Begin with what was used last time; with the first game and its first preset if there is nothing."""
    last = last_used(settings)
    if last is None:
        game = next(iter(GAMES.values()))
        rules = game.presets[0]
        return Draft(game=game.name, rules=rules, switches=_switches(PRESETS[rules]))
    return Draft(
        game=last.game,
        rules=last.rules,
        house=_house(last),
        switches=_switches(options_of(last.rules, last.options)),
        players=last.players,
        start=last.start or "",
    )


def last_used(settings: Settings) -> SetUp | None:
    """Give the last set-up if it can be used again; None for a game, preset or option that is no more."""
    last = settings.last_set_up
    if last is None or last.game not in GAMES:
        return None
    game = GAMES[last.game]
    if last.rules not in game.presets or len(last.players) not in game.seats:
        return None
    try:
        options_of(last.rules, last.options)
    except ValueError:
        return None
    return replace(last, position=None)


def choices(settings: Settings, game: str) -> tuple[Choice, ...]:
    """Give the rules that can be chosen: the presets, and the table's own if there are any."""
    presets = tuple(Choice(preset) for preset in GAMES[game].presets)
    last = last_used(settings)
    if last is None or last.game != game or not _house(last):
        return presets
    return (*presets, Choice(last.rules, _house(last)))


def differences(choice: Choice, game: str) -> tuple[str, ...]:
    """Name the options in which a table's own rules differ from their preset, or a preset from another."""
    presets = GAMES[game].presets
    other = choice.rules if choice.house else next(name for name in presets if name != choice.rules)
    here, there = asdict(options_of(choice.rules, choice.house)), asdict(PRESETS[other])
    return tuple(name for name, value in here.items() if value != there[name])


def switched(draft: Draft, name: str) -> Draft:
    """Give the draft with the next value of a switch."""
    value = draft.switches[name]
    turned = not value if isinstance(value, bool) else following(POINTS, value)
    return replace(draft, switches={**draft.switches, name: turned})


def set_up(draft: Draft) -> SetUp:
    """Give what a game is begun with; an empty start stands for a start player by lot."""
    preset = asdict(PRESETS[draft.rules])
    switches = {name: value for name, value in draft.switches.items() if value != preset[name]}
    return SetUp(
        game=draft.game,
        players=draft.players,
        rules=draft.rules,
        options={**draft.house, **switches},
        start=draft.start,
    )


def _house(last: SetUp) -> dict[str, Any]:
    preset = asdict(PRESETS[last.rules])
    return {
        name: value for name, value in last.options.items() if name not in SWITCHES and value != preset[name]
    }


def _switches(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in SWITCHES}
