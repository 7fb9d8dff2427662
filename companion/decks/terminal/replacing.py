"""``port-royal cards lost``: a card gets a new tag, and the number of the old one is retired."""

from __future__ import annotations

from companion.decks.enrolment import Again, Already, Retired, Stored, Unfit, replaced
from companion.decks.record import Deck, DeckError
from companion.decks.sample import sample_uid
from companion.decks.shelf import Shelf
from companion.decks.terminal.readers import Readers
from companion.decks.terminal.sitting import Say, Status
from companion.decks.terminal.words import CardWords, spelled
from drivers.ports import CardSeen


class Replacing:
    """A person taps the new tag of one card."""

    def __init__(
        self, shelf: Shelf, deck: Deck, card: str, readers: Readers, words: CardWords, say: Say
    ) -> None:
        self.over = False
        self._shelf = shelf
        self._deck = deck
        self._card = card
        self._readers = readers
        self._words = words
        self._say = say
        self._asked = ""

    def status(self) -> Status:
        """Say which card gets a tag."""
        keys = " [y: take it all the same]" if self._asked else ""
        return Status(f"tap the new tag of {self._words.card(self._card)}{keys}")

    def seen(self, seen: CardSeen) -> None:
        """Take the tap of a tag."""
        self._take(seen.uid)

    def key(self, key: str) -> None:
        """Take a key: ``y`` takes a tag that is used or was retired, ``t`` lays one on a simulated reader."""
        asked, self._asked = self._asked, ""
        if key == "y" and asked:
            self._take(asked, sure=True)
        elif key == "t":
            self._readers.pretend(sample_uid(f"{self._deck.id} {len(self._deck.entries)} {self._card}"))

    def wait(self) -> None:
        """Have nothing that takes time."""

    def _take(self, uid: str, *, sure: bool = False) -> None:
        deck, outcome = replaced(self._deck, self._card, uid, [uid] if sure else [])
        self._asked = ""
        match outcome:
            case Stored():
                self._keep(deck, uid)
            case Already(_, card):
                self._asked = uid
                self._refuse(f"Used already: {spelled(uid)} is {self._words.card(card)}.")
            case Retired(_, card):
                self._asked = uid
                self._refuse(f"{spelled(uid)} was retired: it was {self._words.card(card)}.")
            case Unfit(unusable):
                self._refuse(unusable.sentence)
            case Again():
                self._refuse("That is the tag which the card has already.")

    def _keep(self, deck: Deck, uid: str) -> None:
        try:
            self._shelf.save(deck)
        except DeckError as error:
            self._refuse(str(error))
            return
        self.over = True
        self._say(f"{spelled(uid)}  {self._words.card(self._card)}")
        self._readers.signal("tick")

    def _refuse(self, sentence: str) -> None:
        self._say(sentence)
        self._readers.signal("refused")
