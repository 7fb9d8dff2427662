"""Numbers of legal lines to a small depth from fixed positions: any slip of the rules changes one of them."""

from __future__ import annotations

import pytest

from engine.kernel import decide
from engine.portroyal import messages as m


def lines(rules, state, depth: int) -> int:
    """Count the lines of so many commands, shorter ones that end the game included.

    Reveals of cards of one kind are counted for every copy but looked at once.
    """
    if depth == 0 or not state.agenda:
        return 1
    total = 0
    seen: dict[str, int] = {}
    for command in rules.choices(state):
        if isinstance(command, m.Reveal):
            kind = rules.cards[command.card].kind
            if kind not in seen:
                seen[kind] = lines(rules, decide(rules, state, command).state, depth - 1)
            total += seen[kind]
        else:
            total += lines(rules, decide(rules, state, command).state, depth - 1)
    return total


CREW = "captain-4-1 captain-4-1 jack-of-all-trades-6-1 priest-4-1 sailor-3-1"
HARBOR = "ship-red-1-1 ship-blue-2-2 ship-green-2-3 ship-black-1-2 sailor-3-1 admiral-5-1"
POSITIONS = {
    "fresh": ({}, None),
    "trade": (
        {
            "harbor": HARBOR,
            "display": {
                "Ann": "governor-8-0 admiral-7-2",
                "Ben": "trader-red-3-1",
                "Cem": "mademoiselle-7-2",
            },
            "coins": {"Ann": 5, "Ben": 0, "Cem": 4},
        },
        "stop",
    ),
    "claims": (
        {"harbor": "ship-red-1-1", "display": {"Ann": CREW}, "expeditions": "expedition-AA expedition-CC"},
        None,
    ),
    "gamble": ({"display": {"Ann": "gambler-6-1 sailor-3-1"}, "gamblers": True}, "gamble"),
    "gamble-and-stop": ({"display": {"Ann": "gambler-4-1 sailor-3-1"}, "gamblers": True}, "gamble"),
    "short pile": (
        {
            "coins": {"Ann": 50, "Ben": 33, "Cem": 30},
            "display": {"Ann": "sailor-3-1"},
            "discard": "tax-most-swords",
        },
        None,
    ),
}


@pytest.mark.parametrize(
    ("name", "rules", "depth", "expected"),
    [
        ("fresh", "big-box", 1, 119),
        ("fresh", "big-box", 2, 14_161),
        pytest.param("fresh", "big-box", 3, 1_663_008, marks=pytest.mark.soak),
        ("trade", "big-box", 1, 7),
        ("trade", "big-box", 2, 40),
        ("trade", "big-box", 3, 825),
        ("trade", "big-box", 4, 75_173),
        ("trade", "first-edition", 1, 7),
        ("trade", "first-edition", 2, 39),
        ("trade", "first-edition", 3, 192),
        ("trade", "first-edition", 4, 3_377),
        pytest.param("trade", "first-edition", 5, 322_741, marks=pytest.mark.soak),
        ("claims", "big-box", 1, 116),
        ("claims", "big-box", 2, 11_605),
        pytest.param("claims", "first-edition", 3, 1_155_935, marks=pytest.mark.soak),
        ("gamble", "big-box", 1, 121),
        ("gamble", "big-box", 2, 14_520),
        pytest.param("gamble", "big-box", 3, 1_727_880, marks=pytest.mark.soak),
        ("gamble-and-stop", "first-edition", 2, 14_520),
        ("short pile", "big-box", 1, 117),
        ("short pile", "big-box", 2, 11_964),
        pytest.param("short pile", "first-edition", 3, 1_203_102, marks=pytest.mark.soak),
    ],
)
def test_the_number_of_lines_is_what_it_was(game, name, rules, depth, expected):
    """Two deep in "trade" it was also counted by hand; Ann has 7 coins and 3 takes there.

    After each of the 4 ships she can pay for 5 cards, after the sailor or the admiral for 4, and she may pass
    each time.  If she passes at once it is Ben's turn by the first edition (4 ships), by the Big Box Cem's
    (4 ships, the sailor), as Ben has no coin: 4 * 6 + 5 + 5 + 5 lines and 4 * 6 + 5 + 5 + 6 lines.
    """
    position, step = POSITIONS[name]
    g = game(3, rules, **position)
    if step:
        g.do(step)
    assert lines(g.rules, g.state, depth) == expected
