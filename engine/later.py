"""A table whose records are loaded one by one, each when somebody asks for it first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")
S = TypeVar("S")


class Later(Mapping[str, T]):
    """Records by name; a name is known without its record."""

    def __init__(self, loaders: Mapping[str, Callable[[], T]]) -> None:
        self._loaders = loaders
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """Give a record, which is loaded now if it was not before; raises ``KeyError``."""
        if name not in self._loaded:
            self._loaded[name] = self._loaders[name]()
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        """Tell whether there is such a record; nothing is loaded."""
        return name in self._loaders

    def __iter__(self) -> Iterator[str]:
        """Give the names, in the order of the table."""
        return iter(self._loaders)

    def __len__(self) -> int:
        """Count the names."""
        return len(self._loaders)

    @property
    def loaded(self) -> tuple[T, ...]:
        """Give the records that somebody asked for so far."""
        return tuple(self._loaded.values())

    def of_each(self, part: Callable[[T], S]) -> Later[S]:
        """Give a table of the same names with a part of each record, which is loaded no sooner."""

        def loader(name: str) -> Callable[[], S]:
            return lambda: part(self[name])

        return Later({name: loader(name) for name in self})
