"""The promo Gambler: four cards at once (G1 to G5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import cardset
from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal.discover import (
    bust,
    colours,
    hand_over,
    lay_out,
    may_gamble,
    repel_swords,
    turn_up,
)
from engine.portroyal.messages import (
    Discovering,
    Gamble,
    GambleBegan,
    GambleCheck,
    GamblersReady,
    Gambling,
    RepelChoice,
    Reveal,
)
from engine.portroyal.state import State, replace, without

FOUR = 4


def gamble(t: Turn, asked: Discovering, _: Gamble) -> None:
    """Announce a gamble; the four cards follow one by one (G1)."""
    if not may_gamble(t.rules, t.state, asked.seat):
        name = t.rules.names[asked.seat]
        raise Illegal("no-gambler", f"{name} has no Gambler left for this turn, or no card to turn up.")
    t.then(Gambling(asked.seat, asked.shown, FOUR))
    t.emit(GambleBegan(asked.seat))


def reveal_in_gamble(t: Turn, asked: Gambling, command: Reveal) -> None:
    """Turn up one of the four: taxes act at once, colours are not compared yet (G2)."""
    turn_up(t, command.card)
    four = (*asked.four, command.card)
    t.then(Gambling(asked.seat, asked.shown + 1, asked.left - 1, four))
    lay_out(t, t.rules.cards[command.card])


def gambling(t: Turn, due: Gambling) -> bool:
    """Go on to compare once the four lie there, or no card is left (G3, G5)."""
    if due.left and t.state.pile:
        return False
    t.emit(SETTLED)
    t.then(GambleCheck(due.seat, due.shown, due.four))
    return True


def gamble_check(t: Turn, due: GambleCheck) -> bool:
    """Look for the first ship of the four that doubles a colour: repel it, or bust (G3)."""
    t.emit(SETTLED)
    for i, card in enumerate(due.four):
        if not doubles(t.rules, t.state, card):
            continue
        stops = t.rules.options.gambler == "reveal_four_and_stop"
        if stops or t.rules.cards[card].strength > repel_swords(t.rules, t.state, due.seat):
            bust(t, due.seat, card, (*without(t.state.harbor, card), card))
        else:
            t.then(RepelChoice(due.seat, card, due.shown, due.four[i + 1 :], gamble=True))
        return True
    after_gamble(t, due)
    return True


def doubles(rules: Rules, state: State, card: int) -> bool:
    """Tell whether an earlier ship of the harbor has the colour of this one."""
    if rules.cards[card].type != "ship" or card not in state.harbor:
        return False
    return rules.cards[card].colour in colours(rules, state.harbor[: state.harbor.index(card)])


def after_gamble(t: Turn, due: GambleCheck) -> None:
    """Go on as usual, or stop unless another Gambler may follow (G4)."""
    if t.rules.options.gambler == "reveal_four":
        t.then(Discovering(due.seat, due.shown))
    elif may_gamble(t.rules, t.state, due.seat):
        t.then(Discovering(due.seat, due.shown, locked=True))
    else:
        hand_over(t, due.seat)


def gamblers(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Add one card to take for each Gambler used, where a gamble ends Discover (G4)."""
    if rules.options.gambler == "reveal_four_and_stop" and seat == state.active:
        return value + state.gambled
    return value


def offer_gambling(_: Rules, state: State, asked: Gambling) -> Iterator[Command]:
    """Offer every card that may come."""
    return map(Reveal, cardset.ids(state.unseen))


def gamblers_ready(s: State, _: GamblersReady) -> State:
    """Apply ``GamblersReady``."""
    return replace(s, gambled=0)


def gamble_began(s: State, _: GambleBegan) -> State:
    """Apply ``GambleBegan``."""
    return replace(s, gambled=s.gambled + 1)
