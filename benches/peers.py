"""What others take for the smallest step of a game: a chess move, a call at a poker table."""

from __future__ import annotations

import random
import time

import chess
from pokerkit import Automation, NoLimitTexasHoldem

PLIES = 100
HANDS = 4
PLAYERS = 5
"""At the poker table, as at ours."""
SEED = 2014


def chess_moves() -> float:
    """Give the seconds of a random legal move, generating all of them included, early in a game."""
    rng, board = random.Random(SEED), chess.Board()
    began = time.process_time()
    for _ in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(moves[int(rng.random() * len(moves))])
    return (time.process_time() - began) / PLIES


def poker_calls() -> float:
    """Give the seconds of a call while everything else of a hand goes by itself, over whole hands."""
    random.seed(SEED)  # the library shuffles by the module's own chance
    hands = [
        NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, PLAYERS)
        for _ in range(HANDS)
    ]
    calls, began = 0, time.process_time()
    for hand in hands:
        while hand.status:
            hand.check_or_call()
            calls += 1
    return (time.process_time() - began) / calls
