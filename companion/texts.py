"""Looks up what the device says, in the language of the table, and checks that it fits its cells.

A catalogue is a YAML file in ``companion/catalogues``: each text stands under a key, with fields
in braces and its budget of cells beside it; ``fields`` gives the longest value each field can have.
Further files of a language, such as ``en-menus.yaml``, hold more texts in the same form, without cards.
Those of a game that few tables play are read with the first of its texts.
Source: device-ux.md, section 8 ("Every text has a cell budget beside its key").
"""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from companion.cardnames import CardWords
from companion.typedyaml import read
from companion.yamltext import place

Value = str | int
OF_GAMES = frozenset({"2000", "adventure"})
"""Files of a game, by the end of their names, that a table can do without as long as it plays another."""


class TextError(KeyError):
    """A text cannot be said: no such language, key or field; ``str()`` is a sentence that names it."""

    def __str__(self) -> str:
        return str(self.args[0])


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One text of a catalogue."""

    text: str
    """What is said; ``{name}`` and ``{coins:>2}`` are fields, as in ``str.format``."""
    cells: int
    """How long it may become: 21 in a row, 10 in a headline, or less where it shares the row."""

    def fields(self) -> list[str]:
        """Give the names of the fields, in their order."""
        return [name for _, name, _, _ in string.Formatter().parse(self.text) if name is not None]


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of one language."""

    language: str
    """As in ``en`` or ``pt-BR``, also the file's name."""
    cards: CardWords
    fields: dict[str, Value] = {}
    """The longest value that each field of the texts can have."""
    texts: dict[str, Entry] = {}


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Further texts of a language, in a file of their own such as ``en-menus.yaml``."""

    language: str
    fields: dict[str, Value] = {}
    texts: dict[str, Entry] = {}


class Texts:
    """Says the texts of one language: ``texts("discover.stop", name="ANN")``."""

    def __init__(
        self,
        language: str,
        entries: Mapping[str, Entry],
        more: Callable[[], Mapping[str, Entry]] | None = None,
    ) -> None:
        """Take the texts; ``more`` reads the others as soon as one is asked for that is not there."""
        self.language = language
        self._entries = entries
        self._more = more

    def __call__(self, key: str, /, **fields: object) -> str:
        """Give a text with its fields filled in; raises ``TextError`` for a missing key or field."""
        entry = self.entry(key)
        try:
            return entry.text.format_map(fields)
        except KeyError as error:
            raise TextError(
                f"The text {key!r} ({self.language}) needs the field {error.args[0]!r}."
            ) from None
        except (ValueError, TypeError) as error:
            raise TextError(f"The text {key!r} ({self.language}) cannot be filled: {error}.") from None

    def __iter__(self) -> Iterator[str]:
        """Give the keys."""
        self._read_more()
        return iter(self._entries)

    def entry(self, key: str) -> Entry:
        """Give a text as it stands in the catalogue; raises ``TextError``."""
        if key not in self._entries:
            self._read_more()
        if key not in self._entries:
            raise TextError(f"The catalogue {self.language!r} has no text {key!r}.")
        return self._entries[key]

    def _read_more(self) -> None:
        more, self._more = self._more, None
        if more:
            self._entries = {**self._entries, **more()}


def languages() -> tuple[str, ...]:
    """Name the languages that come with the program."""
    stems = _stems()
    return tuple(stem for stem in stems if _language_of(stem, stems) == stem)


def load_texts(language: str = "en") -> Texts:
    """Read the texts of a language; raises ``TextError`` and ``YamlError``."""
    return texts_of(load_catalogue(language, without=OF_GAMES))


def texts_of(catalogue: Catalogue) -> Texts:
    """Give the texts of a catalogue that was read without those of some games, which come when needed."""
    return Texts(catalogue.language, catalogue.texts, partial(_texts_of_games, catalogue.language))


def load_catalogue(language: str = "en", without: Collection[str] = ()) -> Catalogue:
    """Read a language's catalogue with all its files, ``without`` those whose names end so.

    Raises ``TextError`` for a language that there is not or a key in two of its files, and ``YamlError``.
    """
    if language not in languages():
        raise TextError(f"There is no language {language!r}, only {', '.join(languages())}.")
    catalogue = parse_catalogue(_content(language), f"{language}.yaml")
    for name in _parts(language):
        if name not in without:
            stem = f"{language}-{name}"
            catalogue = joined(catalogue, parse_part(_content(stem), f"{stem}.yaml"), f"{stem}.yaml")
    return catalogue


def _texts_of_games(language: str) -> dict[str, Entry]:
    """Read the texts that a catalogue without those of some games lacks."""
    stems = [f"{language}-{name}" for name in _parts(language) if name in OF_GAMES]
    parts = [parse_part(_content(stem), f"{stem}.yaml") for stem in stems]
    return {key: entry for part in parts for key, entry in part.texts.items()}


def parse_catalogue(text: str, source: str) -> Catalogue:
    """Turn a catalogue's text into records; ``source`` names the file in errors.

    Raises ``YamlError`` for a file that is no catalogue, ``TextError`` for a text with a broken field.
    """
    catalogue = read(text, source, Catalogue)
    _refuse_broken(catalogue.texts, text, source)
    return catalogue


def parse_part(text: str, source: str) -> Part:
    """Turn the text of a further file into records; raises as ``parse_catalogue`` does."""
    part = read(text, source, Part)
    _refuse_broken(part.texts, text, source)
    return part


def joined(catalogue: Catalogue, part: Part, source: str) -> Catalogue:
    """Add a further file to a catalogue; of two longest values of a field the longer one counts.

    Raises ``TextError`` for a key that is there already, and for another language.
    """
    if part.language != catalogue.language:
        raise TextError(f"{source}: these texts are {part.language!r}, not {catalogue.language!r}.")
    twice = sorted(set(catalogue.texts) & set(part.texts))
    if twice:
        raise TextError(f"{source}: the text {twice[0]!r} stands in another file too; keep one of the two.")
    fields = dict(catalogue.fields)
    for field, value in part.fields.items():
        fields[field] = max(fields.get(field, value), value, key=lambda longest: len(str(longest)))
    return Catalogue(catalogue.language, catalogue.cards, fields, {**catalogue.texts, **part.texts})


def check(texts: Texts, worst_case: Mapping[str, Value]) -> list[str]:
    """Fill every text with the longest values and name each that does not fit, one sentence each.

    A field without a longest value is a fault too: nobody could say whether its text fits.
    """
    faults = []
    for key in texts:
        entry = texts.entry(key)
        unknown = sorted(set(entry.fields()) - set(worst_case))
        if unknown:
            faults.append(f"{key}: no longest value is given for {', '.join(unknown)}.")
            continue
        try:
            longest = texts(key, **worst_case)
        except TextError as error:
            faults.append(str(error))
            continue
        if len(longest) > entry.cells:
            faults.append(f"{key}: {len(longest)} cells instead of {entry.cells}: {longest!r}.")
    return faults


def _refuse_broken(texts: Mapping[str, Entry], text: str, source: str) -> None:
    """Raise ``TextError`` for the first text with a field that cannot be filled."""
    for key, entry in texts.items():
        if problem := _broken(entry.text):
            raise TextError(f"{place(text, source, ('texts', key))}: the text {key!r} {problem}.")


def _broken(text: str) -> str:
    """Say what is wrong with a text's fields, or nothing."""
    try:
        for _, name, spec, conversion in string.Formatter().parse(text):
            if name is not None and not (
                name.isidentifier() and conversion is None and "{" not in (spec or "")
            ):
                return f"has a field {name!r} that is more than a name and a width"
    except ValueError as error:
        return f"has a broken field: {error}"
    return ""


def _stems() -> tuple[str, ...]:
    """Name all catalogue files, without their ending."""
    names = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def _parts(language: str) -> tuple[str, ...]:
    """Name the further files of a language, by the end of their names."""
    stems = _stems()
    return tuple(
        stem.removeprefix(f"{language}-")
        for stem in stems
        if stem != language and _language_of(stem, stems) == language
    )


def _language_of(stem: str, stems: tuple[str, ...]) -> str:
    """Tell whose texts a file holds: ``en`` for ``en-menus``, but ``pt-BR`` is a language of its own."""
    language, _, part = stem.rpartition("-")
    return language if part == part.lower() and language in stems else stem


def _content(stem: str) -> str:
    return _folder().joinpath(f"{stem}.yaml").read_text("utf-8")


def _folder() -> Traversable:
    return resources.files("companion").joinpath("catalogues")
