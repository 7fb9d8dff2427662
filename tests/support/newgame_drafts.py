"""What was played last time, and a new game that is half set up."""

from companion.draft import Draft
from companion.flow import Settings
from engine.games import SetUp

LAST = SetUp(game="port-royal", players=("Ann", "Ben", "Cem", "Dia"), start="")
USED = Settings(names=("Ann", "Ben", "Cem", "Dia", "Eve"), last_set_up=LAST)
NAMED = Settings(names=("Ann", "Ben", "Cem", "Dia", "Eve"))


def draft(**facts) -> Draft:
    switches = {"gamblers": False, "expedition_required": False, "winning_points": 12}
    return Draft(**{"game": "port-royal", "rules": "big-box", "switches": switches, **facts})
