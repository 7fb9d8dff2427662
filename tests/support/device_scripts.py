"""Table scripts that are played on a whole simulated table."""

from __future__ import annotations

from companion.catalogue import Catalogues
from companion.replay import replay, report
from companion.script import parse_script
from engine.games import SetUp

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben", "Cem"))


def play_script(catalogues: Catalogues, text: str) -> None:
    """Play the steps of a table script for Ann, Ben and Cem; what does not hold fails the test."""
    head = "" if text.lstrip().startswith("position:") else "steps:\n"
    script = parse_script(
        f"game: port-royal\nplayers: [Ann, Ben, Cem]\n{head}{text}", "test.yaml", catalogues
    )
    played = replay(script)
    assert played.failure is None, report(script, played.failure)
