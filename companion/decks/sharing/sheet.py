"""A sheet of paper to tick the cards off while a deck is tagged: HTML that fits on A4, dark ink only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from itertools import groupby

from companion.decks.order import Heap
from companion.decks.record import Deck

STYLE = """
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 9.5pt/1.25 sans-serif; color: #000; background: #fff; margin: 0 auto; max-width: 186mm; }
h1 { font-size: 13pt; margin: 0 0 1mm; }
p { margin: 0 0 3mm; }
main { columns: 2; column-gap: 8mm; }
section { break-inside: avoid-column; margin: 0 0 2.5mm; }
h2 { font-size: 10pt; margin: 0 0 0.5mm; border-bottom: 0.3mm solid #000; break-after: avoid; }
div { display: flex; justify-content: space-between; break-inside: avoid; }
b { font-weight: normal; white-space: nowrap; }
i { display: inline-block; width: 3.4mm; height: 3.4mm; margin-left: 1mm; border: 0.25mm solid #000;
    font: bold 8pt/3mm sans-serif; text-align: center; vertical-align: -0.5mm; }
"""


def sheet(
    deck: Deck, heaps: Iterable[Heap], kind_of: Callable[[str], str], pile_of: Callable[[str], str]
) -> str:
    """Give the page: every kind with a box for each copy, those with a tag ticked.

    ``kind_of`` describes a card, ``pile_of`` names a sorted pile.
    """
    heaps = tuple(heaps)
    names = [name for heap in heaps for name in heap.names]
    done = sum(name in deck.tags for name in names)
    title = escape(f"Deck {deck.name}: {done} of {len(names)} cards have a tag")
    piles = "\n".join(
        _pile(pile_of(pile), same, deck, kind_of) for pile, same in groupby(heaps, key=lambda heap: heap.pile)
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{escape(deck.game)}, deck {escape(deck.id)}. Sort the cards into these piles, then tap them in "
        f"this order.</p>\n<main>\n{piles}\n</main>\n</body>\n</html>\n"
    )


def _pile(name: str, heaps: Iterable[Heap], deck: Deck, kind_of: Callable[[str], str]) -> str:
    rows = "\n".join(
        f"<div><b>{escape(kind_of(heap.names[0]))}</b><b>{_boxes(heap, deck)}</b></div>" for heap in heaps
    )
    return f"<section>\n<h2>{escape(name)}</h2>\n{rows}\n</section>"


def _boxes(heap: Heap, deck: Deck) -> str:
    return "".join(f"<i>{'✓' if name in deck.tags else ''}</i>" for name in heap.names)
