"""A whole table whose power is cut goes on where it was."""

from __future__ import annotations

from collections.abc import Callable

from companion.catalogue import Catalogues
from companion.device_script import ScriptTable
from companion.flow import Playing, Resuming
from device_scripts import play_script


# -- the power ---------------------------------------------------------------------------
def test_after_a_power_cut_the_same_player_is_asked_the_same_again(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - tap: ship-blue-1-1
  - press: next
  - expect: {phase: trade, to_act: Ann, takes: 1}
  - power-cut
  - screen: {main: [POWER WAS CUT, "RESUME?"]}
  - expect: {phase: trade, to_act: Ann, takes: 1, harbor: [ship-blue-1-1]}
  - press: yes
  - screen: {main: [where the power]}
  - wait: 3
  - screen: {main: [ANN TAKES]}
  - tap: ship-blue-1-1
  - expect: {coins: {Ann: 4}, to_act: Ben}
""",
    )


def test_a_question_that_was_open_is_asked_again(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """position:
  display: {Ann: [pirate-9-3]}
  harbor: [ship-red-2-3]
steps:
  - tap: ship-red-1-1
  - screen: {main: [REPEL OR BUST]}
  - power-cut
  - screen: {main: [POWER WAS CUT]}
  - press: yes
  - wait: 3
  - screen: {main: [REPEL OR BUST]}
  - expect: {phase: repel, to_act: Ann}
  - power-cut
  - press: yes
  - press: yes
  - expect: {phase: discover, harbor: [ship-red-2-3]}
""",
    )


def test_the_card_that_lay_on_the_reader_is_not_tapped_again(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - tap: ship-blue-1-1
  - power-cut
  - press: yes
  - expect: {harbor: [ship-blue-1-1], phase: discover}
  - wait: 3
  - screen: {main: [ANN DISCOVERS]}
  - tap: ship-red-1-1
  - expect: {harbor: [ship-blue-1-1, ship-red-1-1]}
""",
    )


def test_undo_reaches_back_over_a_power_cut(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - tap: ship-blue-1-1
  - tap: ship-red-1-1
  - power-cut
  - hold: no
  - screen: {main: [UNDONE]}
  - expect: {harbor: [ship-blue-1-1]}
  - hold: no
  - expect: {harbor: []}
  - press: yes
  - expect: {harbor: [ship-blue-1-1]}
""",
    )


def test_a_step_of_the_engine_goes_on_after_a_power_cut_by_itself(catalogues: Catalogues) -> None:
    play_script(
        catalogues,
        """
  - reveal: ship-blue-1-1
  - power-cut
  - stop
  - undo
  - redo
  - expect: {phase: trade, to_act: Ann}
  - refuse: {reveal: ship-red-1-1}
""",
    )


def test_every_power_cut_of_a_game_leaves_the_same_game(table: ScriptTable) -> None:
    cards = {card.name: card.id for card in table.session().table.rules.cards}
    deeds: list[Callable[[], None]] = [
        lambda: table.tap([cards["ship-blue-1-1#1"]]),
        lambda: table.tap([cards["sailor-3-1#1"]]),
        lambda: table.press("next"),
        lambda: table.hold("no"),
        lambda: table.press("next"),
        lambda: table.tap([cards["sailor-3-1#1"]]),
    ]
    for deed in deeds:
        deed()
        before = (table.session().seq, table.session().state, table.session().facts())
        old = table.session()
        table.power_cut()
        assert isinstance(table.desk.mode, Resuming)
        assert table.session() is not old
        assert (table.session().seq, table.session().state, table.session().facts()) == before
        table.press("yes")
        assert isinstance(table.desk.mode, Playing)
        assert (table.session().seq, table.session().state, table.session().facts()) == before
