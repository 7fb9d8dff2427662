"""Hands that stand for readers and a writer while cards are tagged at a terminal."""

from __future__ import annotations

from concurrent.futures import Future

from companion.cardnames import CardNames
from companion.catalogue import Catalogues
from companion.decks.terminal.words import CardWords
from companion.texts import load_catalogue
from drivers.ports import CardSeen

CARDS = Catalogues().cards
ALL = CARDS("port-royal")
WORDS = CardWords(ALL, CardNames(load_catalogue().cards))
WAIT_S = 30.0
FIRST = "ship-yellow-1-1"


def uid(number: int) -> str:
    return f"04{number:012x}"


class Hands:
    """Stands for the readers: remembers sounds, and writes tags when told."""

    def __init__(self):
        self.sounds = []
        self.laid = []
        self.orders = []
        self.writes = True
        self.at_s = 0.0

    def signal(self, signal):
        self.sounds.append(signal)

    def pretend(self, tag):
        self.laid.append(tag.hex())

    def write(self, reader, uid, change):
        if not self.writes:
            return None
        future = Future()
        self.orders.append((uid, change, future))
        return future

    def now_s(self):
        return self.at_s


def tap(sitting, number, memory=None):
    sitting.seen(CardSeen("main", number if isinstance(number, str) else uid(number), 0.0, memory))
