"""A game that is being set up: what is chosen so far, starting from what was used last time.

Source: device-ux.md 6.2; what each game asks: ``companion/setups.py``.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from companion.flow import Settings
from companion.lists import following
from companion.setups import SETUPS
from engine.adventure import Head
from engine.games import SetUp
from engine.setup import SEATS


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
    head: Head | None = None
    """What only The Adventure Begins is begun with."""


class Choice(msgspec.Struct, frozen=True):
    """Rules that can be chosen: a preset, or a preset with what a table plays differently."""

    rules: str
    house: dict[str, Any] = {}


def first_draft(settings: Settings) -> Draft:
    """Begin with what was used last time; with the first game and its first preset if there is nothing."""
    last = last_used(settings)
    if last is None:
        return of_game(Draft(game="", rules="", switches={}), next(iter(SETUPS)))
    return Draft(
        game=last.game,
        rules=last.rules,
        house=_house(last),
        switches=_switches(last.game, SETUPS[last.game].options_of(last.rules, last.options)),
        players=last.players,
        start=last.start or "",
        head=last.adventure,
    )


def of_game(draft: Draft, game: str) -> Draft:
    """Give the draft for a game: for another one than before, with that game's first preset."""
    if draft.game == game:
        return draft
    rules = next(iter(SETUPS[game].presets))
    players = draft.players[: SEATS[game].stop - 1]
    switches = _switches(game, SETUPS[game].presets[rules])
    return Draft(game=game, rules=rules, switches=switches, players=players, start=draft.start)


def last_used(settings: Settings) -> SetUp | None:
    """Give the last set-up if it can be used again; None for a game, preset or option that is no more."""
    last = settings.last_set_up
    if last is None or last.game not in SETUPS:
        return None
    choices_there = SETUPS[last.game]
    if last.rules not in choices_there.presets or len(last.players) not in SEATS[last.game]:
        return None
    try:
        choices_there.options_of(last.rules, last.options)
    except ValueError:
        return None
    return replace(last, position=None)


def choices(settings: Settings, game: str) -> tuple[Choice, ...]:
    """Give the rules that can be chosen: the presets, and the table's own if there are any."""
    presets = tuple(Choice(preset) for preset in SETUPS[game].presets)
    last = last_used(settings)
    if last is None or last.game != game or not _house(last):
        return presets
    return (*presets, Choice(last.rules, _house(last)))


def differences(choice: Choice, game: str) -> tuple[str, ...]:
    """Name the options in which a table's own rules differ from their preset, or a preset from another."""
    there = SETUPS[game]
    own = (choice.rules,) if choice.house else ()
    others = own or tuple(name for name in there.presets if name != choice.rules)
    here = asdict(there.options_of(choice.rules, choice.house))
    compared = [asdict(there.presets[name]) for name in others[:1]]
    return tuple(name for name, value in here.items() if any(value != other[name] for other in compared))


def switched(draft: Draft, name: str) -> Draft:
    """Give the draft with the next value of a switch."""
    turned = following(SETUPS[draft.game].switches[name], draft.switches[name])
    return replace(draft, switches={**draft.switches, name: turned})


def set_up(draft: Draft) -> SetUp:
    """Give what a game is begun with; an empty start stands for a start player by lot."""
    preset = asdict(SETUPS[draft.game].presets[draft.rules])
    switches = {name: value for name, value in draft.switches.items() if value != preset[name]}
    return SetUp(
        game=draft.game,
        players=draft.players,
        rules=draft.rules,
        options={**draft.house, **switches},
        start=draft.start,
        adventure=draft.head,
    )


def _house(last: SetUp) -> dict[str, Any]:
    there = SETUPS[last.game]
    preset = asdict(there.presets[last.rules])
    return {
        name: value
        for name, value in last.options.items()
        if name not in there.switches and value != preset[name]
    }


def _switches(game: str, options: Any) -> dict[str, Any]:
    return {name: getattr(options, name) for name in SETUPS[game].switches}
