"""Prints the measurements as a table and ends with status 1 when one of them is above its bound."""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
from collections.abc import Callable

import msgspec

from benches import hardware, latency, ours, peers, program, service

REPEATS = 60
TAPS = 30
"""On the table whose loop runs by itself; they take real time."""
MICRO = 1e6


class Bound(msgspec.Struct, frozen=True):
    """A measurement that may be at most so many times another one."""

    what: str
    measured: str
    beside: str
    at_most: float


BOUNDS = (
    Bound("a command of ours / a chess move", "decide", "chess", 0.3),
    Bound("a command of ours / a poker call", "decide", "poker", 1 / 12),
    Bound("replaying a game / playing it", "replay", "play", 1 / 3),
    Bound("a command of the 2000 game / of the base game", "decide-2000", "decide", 1.0),
)
NAMES = {
    "chess": "chess: a random legal move, generating it included",
    "poker": "pokerkit: a call of one of five, automations on",
    "decide": "ours: a command of a complete game of five",
    "decide-2000": "ours: a command of a complete 2000 game of four",
    "play": "ours: the same in a session that keeps every state",
    "replay": "ours: the same from stored events (decode and fold)",
}


def measure(measures: dict[str, Callable[[], float]], repeats: int) -> dict[str, list[float]]:
    """Take turns with all measurements, so that whatever slows the machine slows all of them."""
    times: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(repeats):
        for name, take in measures.items():
            gc.collect()
            times[name].append(take())
    return times


def report(times: dict[str, list[float]]) -> bool:
    """Print times and ratios, and tell whether all bounds are kept."""
    print(f"{'microseconds of processor time':54} {'least':>8} {'median':>8}")
    for name, taken in times.items():
        print(f"{NAMES[name]:54} {min(taken) * MICRO:8.2f} {statistics.median(taken) * MICRO:8.2f}")
    print(f"\n{'ratio, the median of all rounds':54} {'':8} {'':8} {'at most':>8}")
    kept = True
    for bound in BOUNDS:
        rounds = zip(times[bound.measured], times[bound.beside], strict=True)
        ratio = statistics.median(one / other for one, other in rounds)
        kept &= ratio <= bound.at_most
        verdict = "pass" if ratio <= bound.at_most else "FAIL"
        print(f"{bound.what:54} {'':8} {ratio:8.3f} {bound.at_most:8.3f}  {verdict}")
    return kept


def main() -> int:
    """Measure, print, and give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benches", description=__doc__)
    parser.add_argument(
        "--repeats", type=int, default=REPEATS, help="rounds of all measurements (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=ours.SEED, help="of the game that is measured")
    arguments = parser.parse_args()
    game, game_2000 = ours.record(arguments.seed), ours.record_2000(arguments.seed)
    size = sum(map(len, game.stored))
    print(f"A game of five: {len(game.commands)} commands, {game.events} events, {size} bytes.\n")
    times = measure(
        {
            "chess": peers.chess_moves,
            "poker": peers.poker_calls,
            "decide": lambda: ours.decided(game),
            "decide-2000": lambda: ours.decided(game_2000),
            "play": lambda: ours.played(game),
            "replay": lambda: ours.replayed(game),
        },
        max(1, arguments.repeats),
    )
    kept = report(times)
    print()
    kept &= program.judge()
    print()
    kept &= latency.judge(TAPS)
    kept &= hardware.judge()
    print()
    kept &= service.judge()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
