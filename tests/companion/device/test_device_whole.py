"""Whole tables: tags, keys and cables on one end, pixels and the store on the other, bytes in between."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import script_steps as steps
from companion.catalogue import Catalogues
from companion.device_script import DARK, NotAtRest, ScriptTable, full_config
from companion.replay import replay, report
from companion.script import Script, parse_script, read_script
from companion.yamltext import load
from device_scripts import SET_UP, play_script
from engine.kernel import Illegal
from engine.portroyal import messages as m
from engine.session import Session

KEYS = {"stop": "next", "pass": "next", "repel": "yes", "keep": "no", "gamble": "yes"}


# -- whole games -------------------------------------------------------------------------
def by_hand(script: Script) -> list[Any]:
    """Give the steps of a script as taps and presses, with its expectations between them."""
    session = Session(script.table)
    names = [card.name for card in script.table.rules.cards]
    turned: list[Any] = []
    for raw, step in zip(script.raw, script.steps, strict=True):
        if isinstance(step, steps.Play):
            command = session.step(step.words)
            session.play(command)
            turned += as_inputs(command, names, raw)
            continue
        if isinstance(step, steps.Undo):
            session.undo()
        elif isinstance(step, steps.Redo):
            session.redo()
        turned.append(raw)
    return turned


def as_inputs(command: Any, names: list[str], raw: Any) -> list[Any]:
    match command:
        case m.Reveal(card) | m.Take(card):
            return [{"tap": names[card]}]
        case m.Claim(card, crew):
            return [{"tap": names[card]}, *({"tap": names[person]} for person in crew), {"press": "yes"}]
    word = raw if isinstance(raw, str) else next(iter(raw))
    return [{"press": KEYS[word]}] if word in KEYS else [raw]


def play_by_hand(path: Path, catalogues: Catalogues) -> list[Any]:
    """Play a recorded game through the devices; its end must be that of the engine alone."""
    script = read_script(path, catalogues)
    content = load(path.read_text(encoding="utf-8"), str(path))
    content["steps"] = by_hand(script)
    through = parse_script(json.dumps(content), "by-hand.yaml", catalogues)
    assert through.needs_device
    played = replay(through)
    assert played.failure is None, report(through, played.failure)
    assert played.facts == replay(script).facts
    return content["steps"]


def test_the_recorded_match_is_played_through_taps_and_keys(scenarios: Path, catalogues: Catalogues) -> None:
    """No input that the table does not say or do anyway (device-ux.md 9)."""
    path = scenarios / "port-royal" / "recorded-match.yaml"
    recorded = read_script(path, catalogues).raw
    words = [step if isinstance(step, str) else next(iter(step)) for step in recorded]
    inputs = [next(iter(step)) for step in play_by_hand(path, catalogues)]
    assert inputs.count("tap") == words.count("reveal") + words.count("take") > 100
    assert inputs.count("press") == sum(words.count(word) for word in ("stop", "repel", "pass")) > 30


@pytest.mark.soak
@pytest.mark.parametrize("number", range(1, 11))
def test_whole_games_are_played_through_taps_and_keys(
    number: int, scenarios: Path, catalogues: Catalogues
) -> None:
    [path] = (scenarios / "port-royal" / "games").glob(f"game-{number:03}-*.yaml")
    play_by_hand(path, catalogues)


# -- devices that fail -------------------------------------------------------------------
def test_without_a_reader_cards_are_picked_by_keys(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - tap: ship-blue-1-1
  - wait: 5
  - unplug: reader
  - screen: {main: [READER LOST, NO READER]}
  - wait: 3
  - screen: {main: ["0:03"]}
  - press: yes
  - press: yes
  - press: yes
  - press: yes
  - expect: {harbor: [ship-blue-1-1, ship-yellow-1-1]}
  - plug: reader
  - tap: ship-red-1-1
  - expect: {harbor: [ship-blue-1-1, ship-yellow-1-1, ship-red-1-1]}
""",
    )


def test_a_card_laid_on_a_lost_reader_counts_once_the_reader_is_back(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - unplug: reader
  - tap: ship-blue-1-1
  - expect: {harbor: []}
  - plug: reader
  - wait: 1
  - expect: {harbor: [ship-blue-1-1]}
""",
    )


def test_without_the_main_display_the_seats_show_its_text(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - tap: ship-blue-1-1
  - unplug: main
  - screen: {seat-1: [MAIN DISPLAY LOST], seat-3: [LOOK HERE]}
  - refuse: {step: {press: seat-2}, because: LOOK HERE}
  - wait: 6
  - screen: {seat-2: [ANN DISCOVERS]}
  - tap: ship-red-1-1
  - expect: {harbor: [ship-blue-1-1, ship-red-1-1]}
  - plug: main
  - wait: 4
  - screen: {main: [ANN DISCOVERS], seat-1: [ANN], seat-2: [BEN]}
""",
    )


def test_a_lost_seat_display_costs_its_seat_the_display_and_no_more(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - unplug: seat-3
  - screen: {main: [SEAT DISPLAY LOST, "Cem: read here"]}
  - tap: ship-blue-1-1
  - expect: {harbor: [ship-blue-1-1]}
  - plug: seat-3
  - screen: {seat-3: [CEM]}
""",
    )


# -- tags and keys -----------------------------------------------------------------------
def test_tags_that_count_for_nothing(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - refuse: {step: {tap: {uid: 04a1b2c3d4e5f6}}, because: NOT KNOWN}
  - refuse: {step: {tap: [ship-blue-1-1, ship-red-1-1]}, because: TWO CARDS}
  - lift
  - expect: {harbor: []}
  - tap: ship-blue-1-1#2
  - lift
  - expect: {harbor: [ship-blue-1-1]}
  - refuse: {step: {tap: ship-blue-1-1#2}}
  - expect: {harbor: [ship-blue-1-1]}
  - press: next
  - refuse: {step: {tap: ship-red-1-1}, because: NOT HERE}
""",
    )


def test_a_tap_waits_for_the_answer_to_a_question(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """position:
  display: {Ann: [pirate-9-3]}
  harbor: [ship-red-2-3]
steps:
  - tap: ship-red-1-1
  - tap: sailor-3-1
  - expect: {phase: repel, harbor: [ship-red-2-3]}
  - press: yes
  - expect: {phase: discover, harbor: [ship-red-2-3, sailor-3-1]}
""",
    )


def test_a_seat_answers_with_its_own_key_and_sees_it_on_its_own_display(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - tap: ship-blue-1-1
  - tap: ship-red-1-1
  - press: seat-1
  - expect: {phase: trade}
  - press: seat-2
  - screen: {seat-2: [my cards]}
  - expect: {to_act: Ann}
""",
    )


def test_a_key_that_the_table_does_not_have_is_refused() -> None:
    table = ScriptTable(SET_UP, full_config(2))
    try:
        with pytest.raises(Illegal, match="no key seat-3"):
            table.press("seat-3")
    finally:
        table.close()
        table.close()


def test_a_tag_of_four_bytes_is_a_tag_too(table: ScriptTable) -> None:
    table.tap(["12345678"])
    assert table.desk.mode.tap.uid == "12345678"


# -- displays ----------------------------------------------------------------------------
def test_no_byte_goes_to_a_display_whose_picture_did_not_change(table: ScriptTable) -> None:
    cards = {card.name: card.id for card in table.session().table.rules.cards}
    table.tap([cards["ship-blue-1-1#1"]])
    changed = unchanged = 0
    for name in ("ship-red-1-1#1", "sailor-3-1#1", "governor-8-0#1"):
        before = {name: table.hardware.bus_bytes(name) for name in table.hardware.chips}
        shown = table.screens()
        table.tap([cards[name]])
        for display, screen in table.screens().items():
            sent = table.hardware.bus_bytes(display) - before[display]
            assert (sent > 0) == (screen != shown[display]), display
            changed += sent > 0
            unchanged += sent == 0
    assert changed
    assert unchanged, "the seats that only wait show the same as before"


def test_time_alone_sends_nothing_until_the_chip_is_set_up_anew(table: ScriptTable) -> None:
    """Once in a minute everything is sent again, since no chip says what it shows (R27)."""
    table.wait(10)
    before = {name: table.hardware.bus_bytes(name) for name in table.hardware.chips}
    for _ in range(40):
        table.wait(1)
    assert {name: table.hardware.bus_bytes(name) for name in table.hardware.chips} == before


def test_a_screen_counts_only_when_its_pixels_are_on_the_glass(table: ScriptTable) -> None:
    assert table.screens()["main"].shows("ANN")
    table.hardware.chips["main"].power_cycle()
    assert table.screens()["main"] == DARK
    assert table.screens()["seat-1"] != DARK


def test_what_takes_too_long_is_said(table: ScriptTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.device_script.PATIENCE_S", 0.05)
    with pytest.raises(NotAtRest, match="the tap was not reported"):
        table._until(lambda item: False, "the tap")
    table.hardware.buses["main"].stick()
    table.desk.announce("desk.saved-again")
    with pytest.raises(NotAtRest, match=r"no whole picture within 0\.05 s: main"):
        table._rest()
    table.hardware.buses["main"].release()
