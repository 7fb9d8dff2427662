"""The decks of a table: one file each in the state folder, with a copy of the last good one beside it.

A file that cannot be read is kept aside and the copy is used (R46); one that was edited by hand is asked
about.  For one thread at a time.
"""

from __future__ import annotations

import contextlib
import re
import unicodedata
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.decks.atomic import replace_files, sentences
from companion.decks.file import DeckFile, NewerFile, read_own, text_of, write_deck
from companion.decks.record import Cards, Deck, DeckError
from companion.store_file import make_folder
from companion.suggest import did_you_mean

FOLDER = "decks"
ENDING = ".json"
COPY_ENDING = ".json.bak"
IN_USE = ".in-use"
"""File that says which deck is chosen for each game: no deck can have this name."""
LONGEST = 24
"""Letters of a deck's name."""
_NAME = re.compile(r"\w(?:[\w .'()+-]*[\w)'+])?")


class Opened(msgspec.Struct, frozen=True):
    """A deck that was taken from the shelf."""

    deck: Deck
    notice: str = ""
    """What the players must know: the file was damaged, and the copy beside it is used; else empty."""
    edited: Deck | None = None
    """Somebody edited the file: what it says now.  ``deck`` is what was saved before.  To be asked about, and
    answered by ``Shelf.accept_edit`` or ``Shelf.refuse_edit``."""


class Listed(msgspec.Struct, frozen=True):
    """A deck on the shelf, as far as it can be read."""

    name: str
    deck: Deck | None
    trouble: str = ""
    """Why it cannot be used, or what was odd about it; a sentence."""


_Stamp = tuple[int, int, int]


class Shelf:
    """All decks of a state folder."""

    def __init__(self, state_folder: Path, cards: Cards) -> None:
        self.folder = state_folder / FOLDER
        self._cards = cards
        self._stamps: dict[str, _Stamp | None] = {}
        """What the file of each opened deck was like, to see when another program changed it."""

    # -- decks -----------------------------------------------------------------------------
    def names(self) -> tuple[str, ...]:
        """Name all decks, those of which only the copy is left too; raises ``DeckError``."""
        try:
            files = [path.name for path in self.folder.iterdir()]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise DeckError(f"The folder of decks {self.folder} cannot be read: {error.strerror}.") from None
        stems = {name.removesuffix(".bak").removesuffix(ENDING) for name in files if _is_deck_file(name)}
        return tuple(sorted(stem for stem in stems if _NAME.fullmatch(stem)))

    def listed(self) -> tuple[Listed, ...]:
        """Look at all decks, without changing any file; raises ``DeckError``."""
        return tuple(self._look(name) for name in self.names())

    def open(self, name: str) -> Opened:
        """Take a deck from the shelf; raises ``DeckError`` when there is none that can be read.

        A damaged file is put aside and the copy takes its place.  When neither can be read both stay where
        they are, to be mended by hand.
        """
        path = self._path(name)
        if not path.exists() and not self._copy(name).exists():
            known = self.names()
            raise DeckError(f"There is no deck '{name}'.{did_you_mean(name, known) or _all(known)}")
        try:
            found = self._read(path)
        except NewerFile:
            raise
        except DeckError as error:
            return self._recover(name, str(error))
        self._remember(name)
        if found.intact:
            return Opened(found.deck)
        with contextlib.suppress(DeckError):
            saved = self._read(self._copy(name))
            edited = found.deck if saved.deck != found.deck else None
            return Opened(saved.deck, edited=edited)
        return Opened(found.deck, edited=found.deck)

    def new(self, name: str, game: str, deck_id: str, extras: tuple[str, ...] = ()) -> Deck:
        """Begin a deck without any tags, and save it; raises ``DeckError``."""
        deck = self.unsaved(name, game, deck_id, extras)
        self.save(deck)
        return deck

    def unsaved(self, name: str, game: str, deck_id: str, extras: tuple[str, ...] = ()) -> Deck:
        """Give a deck without any tags whose name is free, to be saved later; raises ``DeckError``."""
        name = checked_name(name)
        if name.casefold() in {each.casefold() for each in self.names()}:
            raise DeckError(f"There is a deck '{name}' already: choose another name.")
        self._stamps[name] = None
        return Deck(name, game, deck_id, extras=extras)

    def save(self, deck: Deck) -> None:
        """Put a deck on disk; it is there when this returns.

        Raises ``DeckError`` when it cannot be written, and when another program changed the file since it
        was opened; then the file is as it was.
        """
        name = checked_name(deck.name)
        path = self._path(name)
        if name in self._stamps and self._stamps[name] != _stamp(path):
            raise DeckError(
                f"{path} was changed by another program meanwhile, so it was not saved: close that program "
                "and open the deck again."
            )
        content = write_deck(deck).encode()
        with sentences(self.folder):
            make_folder(self.folder)
        try:
            replace_files({path: content, self._copy(name): content})
        finally:
            self._remember(name)

    def accept_edit(self, name: str) -> Deck:
        """Keep a file as somebody edited it, from now on with the right checksum; raises ``DeckError``."""
        opened = self.open(name)
        deck = opened.edited or opened.deck
        self.save(deck)
        return deck

    def refuse_edit(self, name: str) -> Deck:
        """Go back to what was saved before somebody edited the file, which is kept aside.

        Gives the deck that counts: the edited one where there is no other.  Raises ``DeckError``.
        """
        opened = self.open(name)
        if opened.edited is not None and opened.edited != opened.deck:
            self._put_aside(name)
        if opened.edited is not None:
            self._remember(name)
            self.save(opened.deck)
        return opened.deck

    # -- which deck is played with ---------------------------------------------------------
    def chosen(self, game: str) -> str | None:
        """Name the deck that is played with: the chosen one, else the only one of its game; else None."""
        names = self.names()
        if (name := self._in_use().get(game)) in names:
            return name
        of_game = [each.name for each in self.listed() if each.deck and each.deck.game == game]
        return of_game[0] if len(of_game) == 1 else None

    def choose(self, game: str, name: str) -> None:
        """Play a game with this deck from now on; raises ``DeckError``."""
        content = msgspec.json.encode({**self._in_use(), game: name})
        with sentences(self.folder):
            make_folder(self.folder)
        replace_files({self.folder / IN_USE: content})

    def _in_use(self) -> dict[str, str]:
        """Read which decks are chosen; a file that cannot be read chooses none."""
        try:
            return msgspec.json.decode((self.folder / IN_USE).read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return {}

    # -- files -----------------------------------------------------------------------------
    def _look(self, name: str) -> Listed:
        try:
            found = self._read(self._path(name))
        except DeckError as error:
            trouble = str(error)
            try:
                return Listed(
                    name, self._read(self._copy(name)).deck, f"{trouble} The copy beside it is good."
                )
            except DeckError:
                return Listed(name, None, trouble)
        odd = "" if found.intact else f"{self._path(name)} was edited by hand."
        return Listed(name, found.deck, odd)

    def _read(self, path: Path) -> DeckFile:
        """Read a file; its name is that of the deck, so that a file may be renamed."""
        found = read_own(text_of(path), str(path), self._cards)
        return replace(
            found, deck=replace(found.deck, name=path.name.removesuffix(".bak").removesuffix(ENDING))
        )

    def _recover(self, name: str, reason: str) -> Opened:
        """Put a damaged file aside and use the copy; raises ``DeckError`` when that is no good either."""
        try:
            found = self._read(self._copy(name))
        except DeckError:
            raise DeckError(f"{reason} The copy beside it cannot be used either; mend that line.") from None
        aside = self._put_aside(name) if self._path(name).exists() else None
        self._remember(name)
        self.save(found.deck)
        kept = f" The damaged file is kept as {aside.name}." if aside else ""
        return Opened(found.deck, notice=f"{reason} The copy of the deck is used.{kept}")

    def _put_aside(self, name: str) -> Path:
        """Rename a file to a name that is free."""
        path = self._path(name)
        number = 1
        while (aside := path.with_name(f"{name}.bad-{number}")).exists():
            number += 1
        with sentences(path):
            path.rename(aside)
        return aside

    def _remember(self, name: str) -> None:
        self._stamps[name] = _stamp(self._path(name))

    def _path(self, name: str) -> Path:
        return self.folder / f"{checked_name(name)}{ENDING}"

    def _copy(self, name: str) -> Path:
        return self.folder / f"{checked_name(name)}{COPY_ENDING}"


def checked_name(name: str) -> str:
    """Give the name of a deck as its file has it; raises ``DeckError`` for what cannot be one."""
    clean = unicodedata.normalize("NFC", name.strip())
    if not clean or len(clean) > LONGEST or not _NAME.fullmatch(clean):
        raise DeckError(
            f"'{name}' cannot name a deck: use up to {LONGEST} letters, digits, spaces and - . ( ) ' signs, "
            "beginning with a letter or digit."
        )
    return clean


def _is_deck_file(name: str) -> bool:
    return name.endswith((ENDING, COPY_ENDING)) and not name.startswith(".")


def _all(known: tuple[str, ...]) -> str:
    return f" There are: {', '.join(known)}." if known else " Begin one with: port-royal cards new NAME"


def _stamp(path: Path) -> _Stamp | None:
    """Tell what a file is like: another program that changes it changes this."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
