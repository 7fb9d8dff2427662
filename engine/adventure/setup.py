"""Set-up of a chapter: who plays whom, which cards and events are in, where it begins (S01 to S20)."""

from __future__ import annotations

from functools import reduce
from typing import Any

from engine import cardset
from engine.adventure.corrections import bonus, pool_of
from engine.adventure.dues import CrownsDue, FirstStoryDue, StartCoinsDue
from engine.adventure.event_deck import above_months_end, first_deck
from engine.adventure.head import Book, Head
from engine.adventure.messages import EventAwaited
from engine.adventure.options import NOT_OFFERED, PRESETS, Options
from engine.adventure.pack import CHARACTERS, COLOURED, LOOSE, Pack, inserts_before
from engine.adventure.pack_cards import in_group, pack_cards
from engine.adventure.pack_facts import grows, task_of
from engine.adventure.position import Place, Tasks, check_place, place_of
from engine.adventure.rules import adventure
from engine.adventure.state import DRAWN, FROM_POOL, MARKERS, Holder, Laid, Tale, found, gone
from engine.kernel import Pending, Rules
from engine.notation import NotationError, seat_of
from engine.portroyal import chosen_options
from engine.portroyal.cards import Card
from engine.portroyal.messages import Discovering
from engine.portroyal.setup import Placement, begun, boxed, laid_out
from engine.portroyal.state import State, replace, with_player
from engine.setup import SEATS as PLAYERS
from engine.setup import SetupError, check_players

SEATS = PLAYERS["adventure"]
VARIABLE_TASKS = 4


def open_table(set_up: Any, cards: tuple[Card, ...]) -> tuple[Rules, State]:
    """Give rules and first state for a set-up (``engine.games.SetUp``).

    Raises ``SetupError`` for a head against the rules, ``NotationError`` for unknown words.
    """
    head: Head | None = set_up.adventure
    if head is None:
        raise SetupError("The Adventure Begins needs a pack, a mode and a character for every player.")
    names = tuple(set_up.players)
    check_players(names, SEATS)
    options = options_of(set_up.rules, set_up.options)
    characters = _characters(head, names)
    _check_head(head, names)
    own, groups = pack_cards(head.pack, len(cards))
    book = Book(head.pack, head.mode, head.chapter, characters, groups, head.failures)
    rules = adventure((*cards, *own), names, options, book)
    start = 0 if set_up.start is None else seat_of(names, set_up.start)
    place = None
    if set_up.position is not None:
        place = place_of(rules, set_up.position, lambda tasks: _inside(head, groups, tasks))
    return rules, initial(rules, head, start, place)


def options_of(preset: str, switches: dict[str, Any]) -> Options:
    """Give a preset's options with single switches set; raises ``NotationError`` for unknown ones."""
    offered = tuple(name for name in Options.__struct_fields__ if name not in NOT_OFFERED)
    return chosen_options(PRESETS, preset, switches, offered)


# -- the head ------------------------------------------------------------------------------
def _characters(head: Head, names: tuple[str, ...]) -> tuple[str, ...]:
    """Give the characters by seat; refuse two sides of one card (S04) and open colours (A21)."""
    for name, who in head.characters.items():
        seat_of(names, name)
        if who not in CHARACTERS:
            raise NotationError(f"there is no character {who!r}", who, CHARACTERS)
    lacking = [name for name in names if name not in head.characters]
    if lacking:
        raise SetupError(f"{lacking[0]} needs a character.")
    chosen = tuple(head.characters[name] for name in names)
    sides = [head.pack.characters[who] for who in chosen]
    cards = [side.card for side in sides if side.card is not None]
    if len(set(chosen)) < len(chosen) or len(set(cards)) < len(cards):
        raise SetupError("No two players can play sides of the same character card.")
    for who, side in zip(chosen, sides, strict=True):
        if who in COLOURED and not side.colour:
            raise SetupError(f"The colour on the card of {who} must be entered into the pack first.")
    return chosen


def _check_head(head: Head, names: tuple[str, ...]) -> None:
    if head.mode != "coop" and len(names) < 2:
        raise SetupError("Alone only the cooperative game can be played.")
    for name in head.extra_coins:
        seat_of(names, name)
    if head.mode != "coop" and (head.failures or any(head.extra_coins.values())):
        raise SetupError("Failures and extra coins are of the cooperative game.")
    most = 3 * head.failures
    if sum(head.extra_coins.values()) > most:
        raise SetupError(f"After {head.failures} failures there are at most {most} extra coins.")
    if head.mode == "variable":
        _check_tasks(head)
    elif head.tasks:
        raise SetupError("Only the variable game begins with tasks of its own.")


def _check_tasks(head: Head) -> None:
    """Refuse what are not four different tasks with a red star (Z02)."""
    if len(set(head.tasks)) != VARIABLE_TASKS or len(head.tasks) != VARIABLE_TASKS:
        raise SetupError(f"The variable game begins with {VARIABLE_TASKS} different tasks.")
    for number in head.tasks:
        if number not in head.pack.tasks and not (grows(head.pack) and number[:1].isdecimal()):
            raise NotationError(f"there is no task {number!r} in this pack", number, head.pack.tasks)
        if task_of(head.pack, number).star is False:
            raise SetupError(f"Task {number} has no red star: it is not in the variable game.")


# -- the first state -------------------------------------------------------------------------
def initial(rules: Rules, head: Head, start: int, place: Place | None) -> State:
    """Give the state in which the first turn is due, or the placed one."""
    pack, groups = head.pack, rules.book.groups
    inserted = _inserted(head, {} if place is None else place.tasks)
    known = [card for group in inserted for card in in_group(groups, group)]
    loose = sum(_size(pack, group) for group in inserted) - len(known)
    candidates = in_group(groups, LOOSE)
    if head.mode == "variable":
        known, loose = [c for c in groups if c not in candidates], len(candidates)
    cards = Placement() if place is None else place.cards
    seen = [card for card in _placed_cards(cards) if card in candidates]
    loose = max(loose, len(seen))
    if loose > len(candidates):
        raise SetupError("These groups have more cards than the pack has.")
    aside = cardset.of(c for c in groups if c not in known and (not loose or c not in candidates))
    box = boxed(rules.cards, rules.seats, rules.options) | aside
    state = laid_out(rules, start, cards, box, len(candidates) - loose if loose else 0)
    story = head.mode != "variable" and (place is None or place.tasks is None)
    kept = _tale(rules, head, place, inserted, cardset.of(candidates), loose)
    state = reduce(found, seen, replace(state, ext=(kept,)))
    state = _with_bonus(rules, state)
    if place is not None:
        state = begun(rules, state, cards)
    return replace(state, agenda=_agenda(rules, head, state, place, story=story))


def _placed_cards(place: Placement) -> list[int]:
    """Give every card that a position names."""
    displays = [card for row in place.display.values() for card in row]
    return [*displays, *place.harbor, *place.expeditions, *place.discard]


def _inside(head: Head, groups: dict[int, str], tasks: Tasks) -> list[int]:
    """Give the cards of the groups that are in before anything is read."""
    return [card for group in _inserted(head, tasks) for card in in_group(groups, group)]


def _inserted(head: Head, tasks: Tasks) -> tuple[str, ...]:
    """Give the groups that are in before anything is read (S02, A3, A4).

    A position that names no tasks begins after set-up: the cards of the first story are in.
    """
    pack = head.pack
    if head.mode == "variable":
        return tuple(group for group in pack.groups if group != LOOSE)
    groups = inserts_before(pack, head.chapter) if head.inserted is None else head.inserted
    for group in groups:
        if group == LOOSE or not _size(pack, group):
            raise NotationError(f"there is no group {group!r} in this pack", group, pack.groups)
    first = pack.chapters[head.chapter].first
    laid = ([] if first is None else [str(first)]) if tasks is None else tasks
    more = [group for number in laid for group in task_of(pack, number).insert or ()]
    return tuple(dict.fromkeys((*groups, *more)))


def _size(pack: Pack, group: str) -> int:
    """Count the cards of a group, those included that have no place in it yet."""
    told = [task.insert[group] for task in pack.tasks.values() if task.insert and group in task.insert]
    return max([sum(pack.groups.get(group, {}).values()), *told])


def _tale(
    rules: Rules,
    head: Head,
    place: Place | None,
    inserted: tuple[str, ...],
    candidates: int,
    loose: int,
) -> Tale:
    deck, pool = first_deck(rules.book, rules.seats)
    kept = Tale(
        holders=(Holder(),) * rules.seats,
        tasks=tuple(Laid(number) for number in head.tasks),
        inserted=inserted,
        candidates=candidates,
        loose=loose,
        deck=deck,
        pool=pool,
        failures=head.failures,
    )
    return kept if place is None else _placed(rules, kept, place)


def _placed(rules: Rules, kept: Tale, place: Place) -> Tale:
    """Put what a position says of the expansion in its place."""
    tasks = kept.tasks
    if place.tasks is not None:
        laid = {task.number: task.seats for task in kept.tasks}
        tasks = tuple(Laid(number, seats) for number, seats in {**laid, **place.tasks}.items())
    open_track = not rules.book.pack.crown_track.known
    holders = tuple(
        Holder(0 if open_track else place.crowns.get(seat, 0), place.boxed.get(seat, 0), seat in place.upper)
        for seat in range(rules.seats)
    )
    fields = rules.book.pack.crown_track.fields
    if fields is not None and max(place.crowns.values(), default=0) > fields:
        raise SetupError(f"The crown track has {fields} fields.")
    deck, revealed = _events(rules, place)
    check_place(rules, place, [task.number for task in tasks])
    kept = replace(kept, tasks=tasks, holders=holders, month=place.month, event=place.event or "")
    return replace(kept, deck=deck, revealed=revealed, pool=pool_of(rules, (), deck, revealed))


def _events(rules: Rules, place: Place) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the event deck and its discard pile of a position."""
    end = rules.book.months_end
    revealed = place.revealed or ()
    if place.event and place.event != end:
        revealed = (*revealed, place.event)
    if place.deck is not None:
        return (*place.deck, end), revealed
    above = above_months_end(rules.book.mode, rules.seats) + place.month - 1
    left = [DRAWN] * max(0, above - len(revealed))
    if place.month > 1 and not revealed:
        left[0] = FROM_POOL  # the first card of a later month came from the pool (V06)
    return (*left, end), revealed


def _with_bonus(rules: Rules, state: State) -> State:
    """Add the points of crowns and the swords of characters (K05, H04)."""
    for seat, player in enumerate(state.players):
        if gone(state, seat) > MARKERS:
            raise SetupError(f"{rules.names[seat]} has {MARKERS} markers, not more.")
        points, swords = bonus(rules, state, seat)
        more = replace(player, points=player.points + points, swords=player.swords + swords)
        state = replace(state, players=with_player(state, seat, more))
    return state


def _agenda(
    rules: Rules, head: Head, state: State, place: Place | None, *, story: bool
) -> tuple[Pending, ...]:
    """Give what is owed first: coins of the characters, the first story card, then the turn (S07, S16)."""
    active = state.active
    agenda: list[Pending] = list(state.agenda)
    if place is not None:
        agenda = [Discovering(active, len(place.cards.harbor))]
        if not place.event and not place.cards.harbor:
            agenda.append(EventAwaited(active))
        if not rules.book.pack.crown_track.known:
            crowns = sorted(place.crowns.items(), reverse=True)
            agenda += [CrownsDue(seat, number, "position") for seat, number in crowns if number]
    if story:
        agenda.append(FirstStoryDue(active))
    given = {} if place is None else place.cards.coins
    extra = [head.extra_coins.get(name, 0) for name in rules.names]
    owed = [seat for seat in range(rules.seats) if seat not in given]
    agenda += [StartCoinsDue(seat, extra[seat]) for seat in reversed(owed)]
    return tuple(agenda)
