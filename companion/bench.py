"""The decks of a table as the desk uses them: which is in use, what is learned about tags, writing on tags.

All but ``knows`` is for the thread of the desk.  Whatever is asked for is on disk when the call returns.
A deck that was given from outside, such as the invented one of a simulated table, is never written; what is
learned about its tags is known until the device is switched off.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any

from companion.box import Box
from companion.decks.record import Cards, Deck, DeckError
from companion.decks.shelf import Opened, Shelf
from companion.decks.written import Inscription, inscribed
from companion.flow import Signal, Wrote
from companion.open_cards import cards_in
from companion.orders import ChooseDeck, Inscribe, JudgeEdit, KeepDeck, Learn, NewDeck, Order
from drivers.ndef import NdefError
from drivers.ports import TagWriter, WriteError
from engine.kernel import Illegal

WRITE_S = 8.0
"""How long a tag may take to lie still."""
ID_BITS = 32
GIVEN = (
    "This deck is a file of its own and is not changed. Import it with `port-royal cards import`, "
    "or start the simulated table with --untagged."
)
NO_WRITER = "This reader cannot write."


class Bench:
    """Decks of one table; ``given`` is one that is used whatever lies on the shelf."""

    def __init__(
        self,
        cards: Cards,
        shelf: Shelf | None = None,
        given: Deck | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.game = given.game if given else ""
        """The game whose deck is in use while none is played."""
        self.notices: list[tuple[str, str]] = []
        """What the players must know, until it was said: the key of a text, and a sentence for the log."""
        self.looks_closely = False
        """What is written on known tags matters, too."""
        self.edited = ""
        """Name of a deck whose file was changed by hand: to be asked about."""
        self.wake: Callable[[], None] = lambda: None
        """Called from any thread when a tag was written, or could not be."""
        self.writers: Mapping[str, Any] = {}
        """The readers of the table, by their names."""
        self._cards = cards
        self._shelf = shelf
        self._given = given
        self._rng = rng or random.SystemRandom()
        self._boxes: dict[str, Box | None] = {}
        self._listed: tuple[Deck, ...] | None = None
        self._known: Mapping[str, str] = given.cards if given else {}
        self._writing: tuple[str, Future[bytes]] | None = None

    # -- what there is -------------------------------------------------------------------
    def knows(self, uid: str) -> bool:
        """Tell, from any thread, whether a tag is on a card of the deck in use: then it need not be read."""
        return uid in self._known and not self.looks_closely

    def box(self, game: str) -> Box | None:
        """Give the deck that is used for a game, None where there is none."""
        if self._given is not None:
            box = self._boxes.setdefault(self._given.game, self._boxed(self._given))
            return box if game in ("", self._given.game) else None
        if game not in self._boxes:
            self._boxes[game] = self._load(game)
        self._look_up(self._boxes[game])
        return self._boxes[game]

    def decks(self) -> tuple[tuple[str, str], ...]:
        """Name all decks, each with its game; none when they cannot be read."""
        return tuple((deck.name, deck.game) for deck in self._all())

    def owner(self, uid: str) -> Box | None:
        """Find the deck that knows a tag, among all there are."""
        deck = next((deck for deck in self._all() if uid in deck.cards), None)
        return self._boxed(deck) if deck else None

    def _all(self) -> tuple[Deck, ...]:
        """Give all decks, as they were when they were last looked at."""
        if self._listed is None:
            self._listed = self._look_through()
        return self._listed

    def _look_through(self) -> tuple[Deck, ...]:
        if self._shelf is None or self._given is not None:
            return (self._given,) if self._given else ()
        try:
            return tuple(each.deck for each in self._shelf.listed() if each.deck)
        except DeckError:
            return ()

    def _load(self, game: str) -> Box | None:
        if self._shelf is None:
            return None
        try:
            name = self._shelf.chosen(game)
            opened = self._shelf.open(name) if name else None
        except DeckError as error:
            self._tell("deck.bad", error)
            return None
        return self._opened(opened) if opened else None

    def _tell(self, key: str, sentence: object) -> None:
        self.notices.append((key, str(sentence)))

    def _opened(self, opened: Opened) -> Box:
        if opened.notice:
            self._tell("deck.recovered", opened.notice)
        if opened.edited is not None:
            self.edited = opened.deck.name
        return self._boxed(opened.deck)

    def _boxed(self, deck: Deck) -> Box:
        return Box(deck, cards_in(deck, self._cards(deck.game)))

    def _look_up(self, box: Box | None) -> None:
        self._known = box.deck.cards if box else {}

    # -- orders --------------------------------------------------------------------------
    def carry_out(self, order: Order, game: str) -> Signal | None:
        """Do what a flow asks for, in a game or outside one, and give what is to be heard of it.

        Raises ``Illegal`` with a sentence when it cannot be kept; then nothing has changed.
        """
        try:
            return self._carry_out(order, game)
        except DeckError as error:
            raise Illegal("deck", str(error)) from None

    def _carry_out(self, order: Order, game: str) -> Signal | None:
        match order:
            case KeepDeck(deck=deck, last_copy=last, silent=silent):
                self._keep(deck)
                return None if silent else "last-copy" if last else "tick"
            case NewDeck(name=name, game=of_game):
                self._need()
                self._put_in_use(self._begun(name, of_game))
            case ChooseDeck(name=name):
                box = self._opened(self._need().open(name))
                self._need().choose(box.deck.game, name)
                self._put_in_use(box.deck)
            case JudgeEdit(name=name, accepted=accepted):
                judge = self._need().accept_edit if accepted else self._need().refuse_edit
                self._put_in_use(judge(name))
                self.edited = ""
            case Learn(uid=uid, card=card, name=name):
                return self._learn(uid, name or self._cards(game)[card].name, game)
            case Inscribe():
                self._inscribe(order)
                return None
        return "tick"

    def _need(self) -> Shelf:
        """Give the shelf; raises ``DeckError`` when the deck in use came from elsewhere."""
        if self._shelf is None or self._given is not None:
            raise DeckError(GIVEN)
        return self._shelf

    def _begun(self, name: str, game: str) -> Deck:
        """Begin a deck, which is in use from now on; without a shelf it is kept in memory alone."""
        deck_id = f"{self._rng.getrandbits(ID_BITS):08x}"
        if self._shelf is None:
            return Deck(name, game, deck_id)
        deck = self._shelf.new(name, game, deck_id)
        self._shelf.choose(game, deck.name)
        return deck

    def _keep(self, deck: Deck) -> None:
        self._need().save(deck)
        self._put_in_use(deck)

    def _put_in_use(self, deck: Deck) -> None:
        box = self._boxes[deck.game] = self._boxed(deck)
        if self._listed is not None:
            others = tuple(each for each in self._listed if each.name != deck.name)
            self._listed = tuple(sorted((*others, deck), key=lambda each: each.name))
        self.game = deck.game
        self._look_up(box)

    def _learn(self, uid: str, name: str, game: str) -> Signal | None:
        """Learn a tag in a game, which goes on in any case: what cannot be kept is known for now."""
        box = self.box(game)
        try:
            learnt = (box.deck if box else self._begun(self._free_name(), game)).tagged(uid, name)
            self._put_in_use(learnt)
            if self._shelf is not None and self._given is None:
                self._shelf.save(learnt)
        except DeckError as error:
            self._tell("deck.unsaved", error)
            return "trouble"
        return "tick"

    def follow(self, deck: Deck) -> None:
        """Use a deck that calls some of its cards by other names; what cannot be kept is so for now."""
        self._put_in_use(deck)
        if self._shelf is not None and self._given is None:
            try:
                self._shelf.save(deck)
            except DeckError as error:
                self._tell("deck.unsaved", error)

    def _free_name(self) -> str:
        taken = {name.casefold() for name in self._shelf.names()} if self._shelf else set()
        numbers = range(1, len(taken) + 2)
        return next(name for name in (f"Box {number}" for number in numbers) if name.casefold() not in taken)

    # -- writing on tags -----------------------------------------------------------------
    def _inscribe(self, order: Inscribe) -> None:
        """Ask the reader to write a tag; ``written`` tells what came of it."""
        self._forget_writing()
        writer = self.writers.get(order.reader)
        future: Future[bytes] = Future()
        if isinstance(writer, TagWriter):
            deck = next(box.deck for box in self._boxes.values() if box and order.uid in box.deck.cards)
            change = partial(_changed, order.uid, Inscription(deck.id, order.card))
            future = writer.write(order.uid, change, WRITE_S)
        else:
            future.set_exception(WriteError(NO_WRITER))
        self._writing = (order.uid, future)
        future.add_done_callback(lambda _future: self.wake())

    def _forget_writing(self) -> None:
        if self._writing:
            self._writing[1].cancel()
        self._writing = None

    def written(self) -> Wrote | None:
        """Tell what came of the tag that was to be written, once; None while it is written, or none is."""
        if self._writing is None or not self._writing[1].done():
            return None
        uid, future = self._writing
        self._writing = None
        try:
            future.result()
        except (WriteError, NdefError, CancelledError, ValueError) as error:
            return Wrote(uid, str(error) or NO_WRITER)
        return Wrote(uid)


def _changed(uid: str, inscription: Inscription, memory: bytes) -> bytes:
    """Give what a tag shall hold; called from the reader's thread."""
    return inscribed(memory, uid, inscription)
