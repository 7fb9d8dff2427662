"""The commands of ``port-royal cards`` at which cards are tapped on the readers of a table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rich.console import Console

from companion.bootstrap import SimulatedTable
from companion.catalogue import Catalogues
from companion.config import TableConfig, load_config
from companion.decks.asking import ask
from companion.decks.checkpass import check as begin_check
from companion.decks.enrolment import enrol
from companion.decks.record import Deck, DeckError
from companion.decks.running import latest_game
from companion.decks.terminal.checking import Checking, Identifying, missing
from companion.decks.terminal.enrolling import Enrolling
from companion.decks.terminal.opening import card_words, deck_cards, opened_deck, shelf_of
from companion.decks.terminal.readers import Readers, open_readers
from companion.decks.terminal.replacing import Replacing
from companion.decks.terminal.sitting import Say, Sitting, sit
from companion.decks.terminal.words import lasting, spelled
from companion.doctor.keyboard import Keyboard
from companion.suggest import did_you_mean
from drivers.tags import UidError, parse_uid
from engine.portroyal.piles import place_of

S = TypeVar("S", bound=Sitting)
UNFINISHED = 1
"""Exit status of a check that did not see every card."""
PLACES: Mapping[str, Callable[[Any, int], tuple[str, int]]] = {"port-royal": place_of}
"""How the games tell where a card lies."""
_UNSEEN = (
    "A card of this deck that nobody has seen in the game that is being played: in the pile, or somebody's "
    "coin. It is not named."
)
_WHERE = {
    "discard": "in the discard pile",
    "harbor": "in the harbor",
    "expeditions": "in the row of expeditions",
    "turned": "turned up just now",
    "box": "in the box, not in this game",
}


def enroll(options: argparse.Namespace, table: SimulatedTable | None = None) -> int:
    """Tag a deck; what was tapped is kept however it ends."""
    shelf, config = shelf_of(options), _config(options)
    deck = opened_deck(shelf, options.deck, game=options.game, yes=options.yes)
    state = enrol(deck, deck_cards(deck))
    if state.wanted is None and not options.write:
        print(f"Every card of '{deck.name}' has a tag. Check it with: port-royal cards check")
        return 0
    if options.write and not ask(_WARNING, yes=options.yes):
        return 0
    words = card_words(deck)
    print(f"Deck '{deck.name}', {state.progress.done} of {state.progress.total} cards have a tag.")
    print("Tap card after card. n: take the last one back, Enter: skip this kind, q: stop; nothing is lost.")
    known = frozenset() if options.write else frozenset(deck.cards)
    with open_readers(config, is_known=known.__contains__, table=table) as readers:
        _say_pretended(readers)

        def make(say: Say) -> Enrolling:
            return Enrolling(shelf, state, readers, words, say, write=options.write)

        done = _sit(make, readers)
    left = done.state.progress.left
    rest = (
        f"{left} left, about {lasting(done.state.seconds_left)}: go on any time."
        if left
        else "All have a tag."
    )
    print(f"{done.state.progress.done} of {done.state.progress.total} cards. {rest}")
    return 0


_WARNING = (
    "What is written on a tag can be read by any phone, even while the card lies face down: who plays among "
    "strangers leaves tags unwritten. Write on them?"
)


def check(options: argparse.Namespace, table: SimulatedTable | None = None) -> int:
    """Check a deck; 1 when a card is missing, double or says something else, or a tag is foreign."""
    config = _config(options)
    deck = opened_deck(shelf_of(options), options.deck, game=options.game, yes=options.yes)
    state = begin_check(deck, deck_cards(deck))
    words = card_words(deck)
    if state.without_tag:
        print(f"{len(state.without_tag)} cards have no tag yet; they will be missing.")
    print("Tap every card once, in any order. Enter: what is missing, q: stop.")
    with open_readers(config, is_known=lambda _uid: False, table=table) as readers:
        _say_pretended(readers)
        done = _sit(lambda say: Checking(state, readers, words, say), readers)
    seen = done.state
    if not seen.missing and not seen.doubles and not seen.foreign and not done.contradictions:
        print(f"All {seen.progress.total} cards were seen once.")
        return 0
    if seen.missing:
        print(missing(seen.missing, words))
    for what, names in (("Came twice", seen.doubles), ("Says another card", done.contradictions)):
        if names:
            print(f"{what}: {'; '.join(map(words.card, names))}")
    if seen.foreign:
        print(f"Not of this deck: {', '.join(map(spelled, seen.foreign))}")
    return UNFINISHED


def identify(options: argparse.Namespace, table: SimulatedTable | None = None) -> int:
    """Say of every card that is tapped what it is, and where it lies in the game that is being played."""
    config = _config(options)
    deck = opened_deck(shelf_of(options), options.deck, game=options.game, yes=options.yes)
    cards = deck_cards(deck)
    words = card_words(deck)
    where = _Where(options, deck, {card.name: card.id for card in cards})
    print("Tap a card. q: stop.")
    with open_readers(config, is_known=lambda _uid: False, table=table) as readers:
        names = {card.name for card in cards}
        _sit(lambda say: Identifying(deck, names, where, readers, words, say), readers)
    return 0


def lost(options: argparse.Namespace, table: SimulatedTable | None = None) -> int:
    """Retire the tag of a card; with a config, tap the new one."""
    shelf = shelf_of(options)
    deck = opened_deck(shelf, options.deck, game=options.game, yes=options.yes)
    card = _card(options.card, deck)
    words = card_words(deck)
    if options.config is None:
        if card not in deck.tags:
            raise DeckError(f"{card} has no tag. Tag it with: port-royal cards enroll --config FILE")
        if not ask(f"Retire the tag {spelled(deck.tags[card])} of {words.card(card)}?", yes=options.yes):
            return UNFINISHED
        shelf.save(deck.without_tag(card))
        print(f"{words.card(card)} has no tag now.")
        return 0
    print(f"Stick a new tag on {words.card(card)}, and tap it. q: stop.")
    with open_readers(_config(options), is_known=lambda _uid: True, table=table) as readers:
        _say_pretended(readers)
        done = _sit(lambda say: Replacing(shelf, deck, card, readers, words, say), readers)
    return 0 if done.over else UNFINISHED


class _Where:
    """Says where a card lies in the game that is being played with a deck."""

    def __init__(self, options: argparse.Namespace, deck: Deck, numbers: Mapping[str, int]) -> None:
        self._options = options
        self._deck = deck
        self._numbers = numbers

    def __call__(self, card: str) -> tuple[str, bool]:
        """Give the sentence, empty without a game; and whether the face may be named (ER6)."""
        session = latest_game(shelf_of(self._options).folder.parent, self._deck.game, Catalogues().cards)
        if session is None or self._deck.game not in PLACES:
            return "", True
        place, seat = PLACES[self._deck.game](session.state, self._numbers[card])
        if place == "unseen":
            return _UNSEEN, False
        if place == "display":
            return f"In this game: before {session.table.rules.names[seat]}.", True
        return f"In this game: {_WHERE.get(place, place)}.", True


def _card(text: str, deck: Deck) -> str:
    """Find a card by its name or by the number of its tag; raises ``DeckError``."""
    names = {card.name for card in deck_cards(deck)}
    if text in names:
        return text
    try:
        uid = parse_uid(text)
    except UidError:
        raise DeckError(f"There is no card '{text}' in {deck.game}.{did_you_mean(text, names)}") from None
    card = deck.find(uid)
    if card is None:
        raise DeckError(f"The tag {uid} is on no card of deck '{deck.name}'.")
    return card


def _config(options: argparse.Namespace) -> TableConfig:
    config = load_config(options.config)
    if not config.readers:
        raise DeckError(
            f"{options.config} names no reader, so no card can be tapped: add one under 'readers'."
        )
    return config


def _say_pretended(readers: Readers) -> None:
    if readers.pretended:
        print("This reader is simulated: t lays the next tag on it.")


def _sit(make: Callable[[Say], S], readers: Readers) -> S:
    """Let a person sit at the readers, and give what came of it."""
    console = Console(highlight=False, emoji=False)  # ":ab:" and ":cd:" stand in tag numbers

    def say(line: str) -> None:
        console.print(line, markup=False, soft_wrap=True)

    sitting = make(say)
    with Keyboard(sys.stdin) as keyboard:
        sit(sitting, readers, keyboard, console)
    return sitting
