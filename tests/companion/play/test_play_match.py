"""Whole games through taps and keys: the same game as through the rules alone, and no input too many.

The bar of device-ux.md 9: taps = reveals + takes + claims, presses = stops + repels + passes + claims.
"""

from collections import Counter
from pathlib import Path

import pytest

from companion.play_modes import UndoPage
from companion.screens.claim import crew_of
from companion.screens.scene import scene_of
from companion.yamltext import load
from engine.games import SetUp, open_table
from engine.portroyal import messages as m
from engine.session import Session

HEAD = ("rules", "options", "start", "position")
KEYS = {m.Stop: "next", m.Pass: "next", m.Repel: "yes", m.Keep: "no", m.Gamble: "yes"}


class Match:
    """A table script played twice: through the flows, and straight through the rules."""

    def __init__(self, rehearse, cards, path):
        content = load(path.read_text("utf-8"), path.name)
        head = {key: content[key] for key in HEAD if key in content}
        players = content["players"]
        self.table = rehearse(" ".join(players), **head)
        set_up = SetUp(game="port-royal", players=tuple(players), **head)
        self.straight = Session(open_table(set_up, cards))
        self.steps = [strip_by(step) for step in content["steps"]]
        self.done = Counter()
        self.kept = False
        """A ship is kept by what comes next, and not yet in the flows."""

    def play(self):
        for number, step in enumerate(self.steps):
            self.follow(step, self.steps[number + 1 :])
            if not self.kept:
                assert self.table.session.state == self.straight.state, step
        return self

    def follow(self, step, rest):
        word = step if isinstance(step, str) else next(iter(step))
        if word in ("refuse", "expect"):
            return
        self.done[word] += 1
        if word == "undo":
            self.straight.undo()
            self.table.hold("no")
        elif word == "redo":
            self.straight.redo()
            self.table.press("yes")
        else:
            command = self.straight.step(step)
            self.straight.play(command)
            self.answer(command, step, rest)

    def answer(self, command, step, rest):
        """Give the input that the step stands for; a key leaves the undo page first, a tap need not."""
        table = self.table
        if type(command) in KEYS and isinstance(table.mode, UndoPage):
            table.press("next")
            self.done["leave"] += 1
        if isinstance(command, m.Keep) and implied(rest):
            self.kept = True
        elif isinstance(command, (m.Reveal, m.Take)):
            table.tap(self.name(command.card))
            self.kept = False
        elif isinstance(command, m.Claim):
            self.claim(command)
        elif type(command) in KEYS:
            table.press(KEYS[type(command)])
            self.kept = False
            self.done["forced keep"] += isinstance(command, m.Keep)
        else:
            table.step(step)

    def claim(self, command):
        self.table.tap(self.name(command.card))
        if self.table.mode.tapped or self.shown() != command.crew:
            self.table.tap(*map(self.name, command.crew))
            self.done["person"] += len(command.crew)
        self.table.press("yes")

    def shown(self):
        return crew_of(scene_of(self.table.ctx), self.table.mode)[0]

    def name(self, card):
        return self.table.session.table.rules.cards[card].name


def strip_by(step):
    """Give a step without the name of who does it."""
    if not isinstance(step, dict) or "by" not in step:
        return step
    [(word, value)] = [(word, value) for word, value in step.items() if word != "by"]
    return word if value is None else {word: value}


def implied(rest):
    """Tell whether what comes next says that the ship was kept: nothing is compared or undone in between."""
    following, *later = rest
    after = next(
        (step for step in later if not (isinstance(step, dict) and {*step} & {"expect", "refuse"})), None
    )
    says_so = following == "stop" or (isinstance(following, dict) and "reveal" in following)
    return says_so and after != "undo"


def test_the_recorded_match_costs_no_input_too_many(rehearse, cards, scenarios):
    match = Match(rehearse, cards, scenarios / "port-royal" / "recorded-match.yaml").play()
    done, table = match.done, match.table
    assert done["reveal"] > 50
    assert table.taps == done["reveal"] + done["take"] + done["claim"]
    assert table.presses == done["stop"] + done["repel"] + done["pass"] + done["claim"]
    assert done["forced keep"] == 0


GAMES = sorted((Path(__file__).parents[2] / "scenarios" / "port-royal" / "games").glob("*.yaml"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_whole_games_through_the_flows(rehearse, cards, path):
    match = Match(rehearse, cards, path).play()
    done, table = match.done, match.table
    assert table.session.state == match.straight.state
    assert table.taps == done["reveal"] + done["take"] + done["claim"] + done["person"]
    presses = done["stop"] + done["repel"] + done["pass"] + done["claim"] + done["gamble"]
    assert table.presses <= presses + done["forced keep"] + done["redo"] + done["leave"]
    assert "refused" not in table.signals
