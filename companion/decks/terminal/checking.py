"""``port-royal cards check`` and ``identify``: cards are tapped, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Container

from companion.decks.checkpass import Checked, CheckPass, Double, Foreign, looked_at
from companion.decks.record import Deck
from companion.decks.terminal.readers import Readers
from companion.decks.terminal.sitting import Say, Status
from companion.decks.terminal.words import CardWords, spelled
from companion.decks.written import Contradiction, Known, Learnt, OtherTag, resolve
from drivers.ndef import NdefError, describe
from drivers.ports import CardSeen
from drivers.tags import is_random

LISTED = 20
"""So many missing cards are named at once."""


class Checking:
    """A person taps every card of a deck, in any order, until none is missing."""

    def __init__(self, state: CheckPass, readers: Readers, words: CardWords, say: Say) -> None:
        self.over = False
        self._state = state
        self._readers = readers
        self._words = words
        self._say = say
        self.contradictions: list[str] = []
        """Cards whose tag says another card than the deck."""

    @property
    def state(self) -> CheckPass:
        """Give what was seen."""
        return self._state

    def status(self) -> Status:
        """Say how many cards were seen."""
        progress = self._state.progress
        return Status("tap any card  [Enter: what is missing]", progress.done, progress.total)

    def seen(self, seen: CardSeen) -> None:
        """Take the tap of a tag."""
        self._state, finding = looked_at(self._state, seen.uid)
        match finding:
            case Checked(uid, card):
                self._say(f"{spelled(uid)}  {self._words.card(card)}")
                self._compare(card, seen)
            case Double(uid, card):
                self._refuse(
                    f"A second time: {spelled(uid)} is {self._words.card(card)}. "
                    "If these are two cards, one of them needs another tag."
                )
            case Foreign(uid, retired_from):
                was = f" It was retired; it was on {self._words.card(retired_from)}." if retired_from else ""
                self._refuse(f"Not of this deck: {spelled(uid)}.{was}")
        self.over = not self._state.missing

    def key(self, key: str) -> None:
        """Take a key: ``>`` lists what is missing; ``t`` lays the next tag on a simulated reader."""
        if key == ">":
            self._say(missing(self._state.missing, self._words))
        tags = (self._state.deck.tags.get(name) for name in self._state.missing)
        if key == "t" and (uid := next((uid for uid in tags if uid), None)):
            self._readers.pretend(bytes.fromhex(uid))

    def wait(self) -> None:
        """Have nothing that takes time."""

    def _compare(self, card: str, seen: CardSeen) -> None:
        reading = resolve(self._state.deck, seen.uid, seen.memory, ())
        if isinstance(reading, Contradiction):
            self.contradictions.append(card)
            self._refuse(f"The tag itself says that it is {reading.written.card}; the deck counts.")
        else:
            self._readers.signal("tick")

    def _refuse(self, sentence: str) -> None:
        self._say(sentence)
        self._readers.signal("refused")


class Identifying:
    """A person taps cards to hear what they are, and where they lie in the game that is being played."""

    def __init__(
        self,
        deck: Deck,
        names: Container[str],
        where: Callable[[str], tuple[str, bool]],
        readers: Readers,
        words: CardWords,
        say: Say,
    ) -> None:
        self.over = False
        self._deck = deck
        self._names = names
        self._where = where
        self._readers = readers
        self._words = words
        self._say = say

    def status(self) -> Status:
        """Say what to do."""
        return Status("tap a card  [q: end]")

    def seen(self, seen: CardSeen) -> None:
        """Take the tap of a tag."""
        self._readers.signal("tick")
        self._say(f"{spelled(seen.uid)}  {self._sentence(seen)}")

    def key(self, key: str) -> None:
        """Have no keys."""

    def wait(self) -> None:
        """Have nothing that takes time."""

    def _sentence(self, seen: CardSeen) -> str:
        reading = resolve(self._deck, seen.uid, seen.memory, self._names)
        match reading:
            case Known(card):
                return self._placed(card)
            case Learnt(card):
                return f"{self._placed(card)} The tag says so itself; the deck file does not have it yet."
            case Contradiction(card, written):
                return f"{self._placed(card)} The tag itself says {written.card}; the deck counts."
            case OtherTag(reason, retired_from):
                was = f" It was on {self._words.card(retired_from)}." if retired_from else ""
                return f"No card of {self._deck.name}. {reason}{was}{_content(seen)}"

    def _placed(self, card: str) -> str:
        """Say what a card is and where it lies; nothing of a card that nobody has seen in this game."""
        where, may_be_named = self._where(card)
        return f"{self._words.card(card)}. {where}".rstrip() if may_be_named else where


def missing(names: tuple[str, ...], words: CardWords) -> str:
    """List cards that were not seen, kind by kind."""
    kinds: dict[str, int] = {}
    for name in names:
        kind = words.kind(name)
        kinds[kind] = kinds.get(kind, 0) + 1
    lines = [f"  {count} x {kind}" for kind, count in list(kinds.items())[:LISTED]]
    more = sum(list(kinds.values())[LISTED:])
    return "\n".join([f"Not seen yet, {len(names)}:", *lines, *([f"  and {more} more"] if more else [])])


def _content(seen: CardSeen) -> str:
    if is_random(seen.uid):
        return " Its number changes at every tap, as those of phones do."
    try:
        said = describe(seen.memory) if seen.memory else ""
    except NdefError:
        said = "something that cannot be read"
    return f" On it: {said}" if said else ""
