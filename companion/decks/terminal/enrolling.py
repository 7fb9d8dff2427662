"""``port-royal cards enroll``: tag after tag, each on disk before it is heard."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future

from companion.decks.enrolment import (
    Again,
    Already,
    Complete,
    Enrolment,
    Outcome,
    Retired,
    Stored,
    Unfit,
    learnt,
    lifted,
    reassigned,
    skipped,
    tapped,
    undone,
)
from companion.decks.record import DeckError
from companion.decks.sample import sample_uid
from companion.decks.shelf import Shelf
from companion.decks.terminal.readers import Readers
from companion.decks.terminal.sitting import Say, Status
from companion.decks.terminal.words import CardWords, spelled
from companion.decks.written import Inscription, Learnt, OtherTag, inscriber, resolve
from drivers.ndef import NdefError
from drivers.ports import CardSeen, DeviceError, TagAway, WriteError

NO_WRITER = "This reader cannot write tags; the number counts."
FOREIGN = "What is on the tag cannot be read, so nothing was written over it; its number counts."


class Enrolling:
    """A person tags a deck.  ``write`` says that cards are also written on their tags."""

    def __init__(
        self, shelf: Shelf, enrolment: Enrolment, readers: Readers, words: CardWords, say: Say, *, write: bool
    ) -> None:
        self.over = False
        self._shelf = shelf
        self._state = enrolment
        self._readers = readers
        self._words = words
        self._say = say
        self._write = write
        self._asked = ""
        """UID of a used tag that ``y`` puts on the wanted card."""
        self._writing: tuple[Stored, str, Future[bytes]] | None = None
        self._waiting: CardSeen | None = None
        """A tap that came while a tag was written."""
        self._pretended = 0
        self._stays = write and enrolment.wanted is None
        """Every card had a tag before: they are written on until somebody says that it is enough."""
        self._check_end()

    @property
    def state(self) -> Enrolment:
        """Give how far it is."""
        return self._state

    def status(self) -> Status:
        """Say which card is next."""
        progress, wanted = self._state.progress, self._state.wanted
        if self._writing:
            line = f"hold still: {self._words.card(self._writing[0].card)} is being written"
        elif wanted is None:
            line = "every card has a tag"
        else:
            line = f"next: {self._words.card(wanted.card)}"
        keys = " [y: move it here]" if self._asked else ""
        return Status(f"{line}{keys}", progress.done, progress.total, self._state.seconds_left)

    def seen(self, seen: CardSeen) -> None:
        """Take the tap of a tag."""
        if self._writing:
            self._hold(self._writing[0], seen)
            return
        self._asked = ""
        reading = resolve(self._state.deck, seen.uid, seen.memory, self._words.names)
        if isinstance(reading, OtherTag) and reading.written and seen.uid != self._state.lying:
            self._asked = seen.uid
            self._refuse(f"{reading.reason} It says {reading.written.card}.")
            return
        if isinstance(reading, Learnt):
            state, outcome = learnt(self._state, seen.uid, reading.card, seen.at_s)
        else:
            state, outcome = tapped(self._state, seen.uid, seen.at_s)
        self._take(state, outcome, seen.reader)

    def key(self, key: str) -> None:
        """Take a key: ``y`` moves a used tag, ``n`` takes the last one back, ``>`` skips a kind.

        While a tag is written ``y`` leaves it as it is; ``t`` lays a new tag on a simulated reader.
        """
        if self._writing:
            if key == "y":
                self._let_be(self._writing[0])
            return
        asked, self._asked = self._asked, ""
        if key == "y" and asked:
            state, outcome = reassigned(self._state, asked, self._readers.now_s())
            self._take(state, outcome, "")
        elif key == "n":
            self._undo()
        elif key == ">":
            self._skip()
        elif key == "t" and self._state.wanted:
            self._pretended += 1
            self._readers.pretend(
                sample_uid(f"{self._state.deck.id} {self._pretended} {self._state.wanted.card}")
            )

    def wait(self) -> None:
        """See whether a tag was written."""
        if not self._writing or not self._writing[2].done():
            return
        stored, reader, future = self._writing
        self._writing = None
        try:
            future.result(0)
        except TagAway as error:
            self._again(stored, reader, error)
            return
        except (WriteError, DeviceError) as error:
            self._say(f"{error} Its number counts all the same.")
            self._readers.signal("refused")
        except NdefError:
            self._say(FOREIGN)
            self._readers.signal("refused")
        except CancelledError:
            self._say("Not written; its number counts.")
        else:
            self._say("  is written on its tag")
            self._click(stored)
        self._go_on()

    def _hold(self, stored: Stored, seen: CardSeen) -> None:
        """Ask for the tag that is not written yet, when another one is laid down."""
        if seen.uid != stored.uid:
            self._waiting = seen
            self._refuse(
                f"{self._words.card(stored.card)} is not written yet: lay it down again, or y: leave it."
            )

    def _let_be(self, stored: Stored) -> None:
        """Leave a tag that is not written as it is; its number counts."""
        self._writing = None
        self._say("Not written; its number counts.")
        self._go_on()

    def _go_on(self) -> None:
        """Take the tap that came while a tag was written."""
        self._check_end()
        waiting, self._waiting = self._waiting, None
        if waiting:
            self.seen(waiting)

    def _take(self, state: Enrolment, outcome: Outcome, reader: str) -> None:
        if isinstance(outcome, Stored):
            if self._keep(state):
                self._stored(outcome, reader)
            return
        self._state = state
        match outcome:
            case Already(uid, card) if self._write and reader:
                self._say(f"Tagged already: {spelled(uid)} is {self._words.card(card)}.")
                self._asked = uid
                self._inscribe(Stored(uid, card, last_copy=False), reader)
            case Already(uid, card):
                self._asked = uid
                self._refuse(f"Used already: {spelled(uid)} is {self._words.card(card)}.")
            case Retired(uid, card):
                self._asked = uid
                self._refuse(f"{spelled(uid)} was retired: it was {self._words.card(card)}.")
            case Unfit(unusable):
                self._refuse(unusable.sentence)
            case Complete():
                self._refuse("Every card has a tag; this one is left over.")
            case Again():
                pass

    def _stored(self, stored: Stored, reader: str) -> None:
        self._say(f"{spelled(stored.uid)}  {self._words.card(stored.card)}")
        if not self._write or not reader:
            self._click(stored)
            self._check_end()
            return
        self._inscribe(stored, reader)

    def _inscribe(self, stored: Stored, reader: str, before: bytes | None = None) -> None:
        """Write a card on its tag; ``before`` is what it held before it was torn away."""
        said = Inscription(self._state.deck.id, stored.card)
        self._begin_writing(stored, reader, inscriber(stored.uid, said, before))

    def _begin_writing(self, stored: Stored, reader: str, change: Callable[[bytes], bytes]) -> None:
        future = self._readers.write(reader, stored.uid, change)
        if future is None:
            self._say(NO_WRITER)
            self._click(stored)
            self._check_end()
        else:
            self._writing = (stored, reader, future)

    def _again(self, stored: Stored, reader: str, error: TagAway) -> None:
        """Ask for a tag that was taken away too soon once more; what others wrote on it is kept."""
        self._say(f"{self._words.card(stored.card)}: {error}")
        self._readers.signal("refused")
        self._inscribe(stored, reader, error.before)

    def _keep(self, state: Enrolment) -> bool:
        """Put the deck on disk; when that fails nothing has changed, and the tag may be tapped again."""
        try:
            self._shelf.save(state.deck)
        except DeckError as error:
            self._state = lifted(self._state)
            self._refuse(str(error))
            return False
        self._state = state
        return True

    def _undo(self) -> None:
        state, card = undone(self._state)
        if card is None:
            self._refuse("Nothing was tagged in this sitting.")
        elif self._keep(state):
            left = " What is written on its tag stays until it is tapped again." if self._write else ""
            self._say(f"Taken back: {self._words.card(card)}.{left}")
            self._readers.signal("undo")

    def _skip(self) -> None:
        wanted = self._state.wanted
        if wanted:
            self._state = skipped(self._state)
            self._say(f"Later: {self._words.kind(wanted.card)}")

    def _click(self, stored: Stored) -> None:
        self._readers.signal("turn" if stored.last_copy else "tick")

    def _refuse(self, sentence: str) -> None:
        self._say(sentence)
        self._readers.signal("refused")

    def _check_end(self) -> None:
        if self._state.wanted is None and not self._writing and not self._stays:
            self.over = True
