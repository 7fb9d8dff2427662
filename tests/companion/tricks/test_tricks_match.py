"""Recorded games of Port Royal (2000), every step said by taps and keys, come to the same final sheet."""

from collections import Counter
from pathlib import Path

import pytest

from companion.script import read_script
from companion.selfplay import Show
from companion.tricks.ending import hidden_slots
from companion.tricks.scene import scene_of
from companion.tricks.selfplay import deed_for
from companion.yamltext import load
from engine.portroyal2000 import messages as m
from engine.session import Session

GAMES = sorted((Path(__file__).parents[2] / "scenarios" / "port-royal-2000" / "games").glob("*.yaml"))
BESIDE = {"expect", "refuse"}
KEYS = {"yes": "y", "no": "n", "next": ">"}


def ship_of(state, card):
    """Give the ship of whoever is asked that a card lies on."""
    ships = state.boards[state.asked.seat].ships
    return next(number for number, lying in enumerate(ships) if card in lying)


class Match:
    """Plays a script on the engine, and the same by hand on a desk that sees no bonus card before the end."""

    def __init__(self, sit, path):
        script = read_script(path)
        self.straight = Session(script.table)
        self.table = sit().begin(*script.set_up.players, position=script.set_up.position)
        self.table.looks = False
        self.done = Counter()
        self.down = 0
        self.steps = load(path.read_text(encoding="utf-8"), path.name)["steps"]

    def play(self):
        for step in self.steps:
            word = step if isinstance(step, str) else next(iter(step))
            if word in BESIDE:
                continue
            command = self.straight.step(step)
            for said in self.by_hand(command):
                self.say(said)
            self.straight.play(command)
            self.done[type(command).__name__] += 1
        while self.table.phase == "count":
            self.count_one()
        return self

    def by_hand(self, command):
        """Give what players say on the device: booty one by one, bonus cards without their values."""
        cards, state = self.table.session.table.rules.cards, self.straight.state
        match command:
            case m.Lay(laid):
                return [m.TurnUp(card) for card in laid]
            case m.PlaceBonus(_, ship):
                return [m.PlaceBonus(m.HIDDEN, ship)]
            case m.Remove(card, ship) if cards[card].type == "bonus":
                return [m.Remove(m.HIDDEN, ship if ship >= 0 else ship_of(state, card))]
            case m.Relocate(card, ship, source) if cards[card].type == "bonus":
                lies = source if source >= 0 else ship_of(state, card)
                return [m.Relocate(m.HIDDEN, ship, lies)]
        return [command]

    def say(self, command):
        """Do deed after deed until the device has taken the command."""
        table = self.table
        seq = table.session.seq
        if isinstance(command, m.Open):
            table.tap(*(table.session.table.rules.cards[card].kind for card in command.cards))
            assert table.session.seq == seq + 1
            return
        for _ in range(40):
            deed = deed_for(table.desk.mode, table.desk.context(table.now_s), command)
            if isinstance(deed, Show):
                table.tap(table.session.table.rules.cards[deed.card].kind)
            else:
                table.press(KEYS[deed.key])
            if table.session.seq > seq:
                assert "refused" not in table.signals
                return
            self.down += 1
        raise AssertionError(f"{command} is not to be said: {table.lines()}")

    def count_one(self):
        """Turn up the bonus card that the script says lies there."""
        seat, ship = next(hidden_slots(scene_of(self.table.desk.context(self.table.now_s))))
        lies = self.straight.state.boards[seat].ships[ship]
        shown = self.table.session.state.boards[seat].ships[ship]
        bonus = next(c for c in lies if self.straight.table.rules.cards[c].type == "bonus" and c not in shown)
        self.say(m.TurnBonus(seat, ship, bonus))
        self.done["TurnBonus"] += 1


@pytest.mark.parametrize("path", GAMES[:2], ids=lambda path: path.stem)
def test_recorded_games_come_to_the_same_sheet_by_hand(sit, path):
    check(Match(sit, path).play())


@pytest.mark.soak
@pytest.mark.parametrize("path", GAMES[2:], ids=lambda path: path.stem)
def test_more_recorded_games_come_to_the_same_sheet_by_hand(sit, path):
    check(Match(sit, path).play())


def check(match):
    table, straight = match.table, match.straight
    assert not straight.state.agenda
    assert not table.session.state.agenda
    assert table.session.scores() == straight.scores()
    facts, wanted = table.session.facts(), straight.facts()
    assert {key: facts[key] for key in ("totals", "sunk", "winners", "debt", "removed")} == {
        key: wanted[key] for key in ("totals", "sunk", "winners", "debt", "removed")
    }
    done, laid = match.done, match.done["Lay"]
    taps = done["Choose"] + done["Play"] + done["TurnBonus"] + 2 * done["Open"] + (49 if laid else 0)
    assert table.taps == taps
    presses = sum(done.values()) - done["Choose"] - done["Play"] - done["TurnBonus"] - done["Open"] - laid
    assert table.presses == presses + match.down, "one press a decision, and the way down lists"
