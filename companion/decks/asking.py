"""Questions that a command asks before it changes something."""

from __future__ import annotations

import sys

from companion.decks.record import DeckError


def ask(question: str, *, yes: bool) -> bool:
    """Ask a person yes or no; ``yes`` answers for them.

    Raises ``DeckError`` when there is nobody to be asked.
    """
    if yes:
        print(f"{question} yes")
        return True
    if not sys.stdin.isatty():
        raise DeckError(f"{question} Nobody is here to be asked, so nothing was changed: answer with --yes.")
    while True:
        try:
            answer = input(f"{question} [y/n] ").strip().lower()
        except EOFError:
            return False
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")
