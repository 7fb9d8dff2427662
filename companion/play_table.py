"""The tables of keys and taps: what is open, and a key or the place of a tapped card, give the reply.

Source: device-ux.md 3.2 and 3.3.  A pair that stands in no table is silent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.flow import STAY, Home, Reply
from companion.newgame import again
from companion.play_crews import proposals
from companion.play_fixes import after
from companion.play_modes import CardShown, Claiming, FinalSheet
from companion.play_moment import Moment, refused_by_rules
from companion.play_situation import Place, Situation, seat_to_act
from engine.kernel import Command, Illegal
from engine.portroyal import messages as m
from engine.portroyal.discover import may_gamble
from engine.portroyal.piles import elsewhere, place_of

SHOWN_S = 2.0
"""How long a tapped card is shown when nothing follows from it."""
KeyAnswer = Callable[[Moment], Reply]
TapAnswer = Callable[[Moment, int], Reply]


# -- keys --------------------------------------------------------------------------------
def says(*commands: Command) -> KeyAnswer:
    """Make a key that says these commands as one entry."""
    reply = Reply(play=commands)
    return lambda moment: reply


def buzz(_: Moment) -> Reply:
    """Tell by sound alone that this key does nothing here."""
    return Reply(signal="refused")


def gamble(moment: Moment) -> Reply:
    """Turn up four at once; silent for who has no Gambler."""
    able = may_gamble(moment.rules, moment.state, moment.state.active)
    return Reply(play=(m.Gamble(),)) if able else STAY


def all_pass(moment: Moment) -> Reply:
    """Let everybody pass who would still be asked in this turn."""
    passes: tuple[Command, ...] = ()
    state = moment.state
    while isinstance(state.asked, m.Taking) and state.asked.seat != state.active:
        passes = (*passes, m.Pass())
        state = after(moment.session, *passes)
    return Reply(play=passes)


def play_again(moment: Moment) -> Reply:
    """Begin with the same players and rules once more."""
    set_up = replace(moment.session.table.set_up, position=None)
    return again(replace(moment.ctx.settings, last_set_up=set_up))


def sheet(moment: Moment) -> Reply:
    """Show the score of the first, part by part."""
    return Reply(mode=FinalSheet(moment.mode, moment.session.scores()[0].seat))


KEYS: Mapping[tuple[Situation, str], KeyAnswer] = {
    ("first", "yes"): gamble,
    ("first", "next"): says(m.Stop()),
    ("running", "yes"): gamble,
    ("running", "no"): says(m.Stop()),
    ("running", "next"): says(m.Stop()),
    ("new-colour", "yes"): says(m.Repel()),
    ("new-colour", "no"): says(m.Keep()),
    ("new-colour", "next"): says(m.Keep(), m.Stop()),
    ("twin", "yes"): says(m.Repel()),
    ("twin", "no"): says(m.Keep()),
    ("twin", "next"): buzz,
    ("gamble", "next"): buzz,
    ("active", "no"): says(m.Pass()),
    ("active", "next"): says(m.Pass()),
    ("inactive", "no"): says(m.Pass()),
    ("inactive", "next"): says(m.Pass()),
    ("inactive", "next-held"): all_pass,
    ("final", "yes"): play_again,
    ("final", "no"): lambda moment: Reply(mode=Home()),
    ("final", "next"): sheet,
}
"""What keys do (device-ux.md 3.3); ``next-held`` is NEXT held where there is a MENU key."""
SEAT_KEYS: Mapping[Situation, tuple[str, str]] = {
    "running": ("next", ""),
    "new-colour": ("yes", "no"),
    "twin": ("yes", "no"),
    "active": ("next", ""),
    "inactive": ("next", ""),
}
"""Which keys the seat key stands for, pressed and held, for the seat that is asked."""


# -- taps --------------------------------------------------------------------------------
def reveal(moment: Moment, card: int) -> Reply:
    """Turn the card up."""
    return Reply(play=(m.Reveal(card),))


def keep_and_reveal(moment: Moment, card: int) -> Reply:
    """Turn the card up: who does has kept the ship before (DI4)."""
    return Reply(play=(m.Keep(), m.Reveal(card)))


def take(moment: Moment, card: int) -> Reply:
    """Take the card for the player who is asked."""
    return Reply(play=(m.Take(card),))


def show(moment: Moment, card: int) -> Reply:
    """Show the card, nothing changes."""
    return Reply(mode=CardShown(moment.mode, card, moment.ctx.now_s + SHOWN_S))


def stay(moment: Moment, card: int) -> Reply:
    """Do nothing: the card is on the screen already."""
    return STAY


def wait(moment: Moment, card: int) -> Reply:
    """Keep the tap until the question is answered."""
    return Reply(wait=True)


def hidden(moment: Moment, card: int) -> Reply:
    """Refuse a card that nobody may look at, without naming it anywhere (ER6)."""
    return moment.refuse("not-here")


def stop_first(moment: Moment, card: int) -> Reply:
    """Ask whether to stop and take a harbor card (ER7); the card just revealed is shown again."""
    if card == _last_revealed(moment):
        return show(moment, card)
    return moment.refuse("in-harbor", card=card, here="stop-and-take")


def _last_revealed(moment: Moment) -> int:
    """Give the card that the last entry turned up, -1 for none."""
    last = moment.session.last
    cards = [event.card for event in last.events if isinstance(event, m.CardRevealed)] if last else []
    return cards[-1] if cards else -1


def lies_elsewhere(here: str) -> TapAnswer:
    """Make the refusal of a card that lies elsewhere (ER2); ``here`` says what YES means."""

    def answer(moment: Moment, card: int) -> Reply:
        no = elsewhere(moment.rules, moment.state, card)
        return Reply(refuse=Illegal(no.key, str(no), **no.facts, here=here))

    return answer


def claim(moment: Moment, card: int) -> Reply:
    """Choose persons for an expedition, or say what is missing."""
    if proposals(moment.rules, moment.state, moment.state.active, card):
        return Reply(mode=Claiming(moment.mode, card))
    return moment.refuse("wrong-persons", card=card)


def claim_by_rules(moment: Moment, card: int) -> Reply:
    """Refuse a claim for the reason that the rules give."""
    return refused_by_rules(moment, m.Claim(card, ()))


def only_active(moment: Moment, card: int) -> Reply:
    """Refuse a claim of somebody whose turn it is not (E1)."""
    return moment.refuse("not-your-turn", seat=seat_to_act(moment.state))


def take_by_rules(moment: Moment, card: int) -> Reply:
    """Refuse to take for the reason that the rules give; the card just revealed is shown again."""
    if card == _last_revealed(moment):
        return show(moment, card)
    return refused_by_rules(moment, m.Take(card))


# -- taps while persons are chosen -------------------------------------------------------
def switch(moment: Moment, card: int) -> Reply:
    """Claim another expedition instead."""
    return claim(moment.under(), card)


def join_or_leave(moment: Moment, card: int) -> Reply:
    """Let a person join those who go, or leave them again; refuse one too many (E2)."""
    mode = moment.claiming()
    tapped = mode.tapped
    chosen = tuple(c for c in tapped if c != card) if card in tapped else (*tapped, card)
    if proposals(moment.rules, moment.state, moment.state.active, mode.card, chosen):
        return Reply(mode=replace(mode, tapped=chosen, choice=0))
    return moment.refuse("wrong-persons", card=mode.card)


def of_another(moment: Moment, card: int) -> Reply:
    """Refuse a person that lies before another player (ER3)."""
    _, seat = place_of(moment.state, card)
    expedition = moment.claiming().card
    return moment.refuse("wrong-owner", card=card, seat=seat, expedition=expedition, here="claimer")


_DISCOVER: Mapping[Place, TapAnswer] = {
    "unseen": reveal,
    "harbor": stop_first,
    "turned": stay,
    "expeditions": claim,
    "own": show,
    "other": lies_elsewhere("reveal"),
    "gone": lies_elsewhere("reveal"),
}
_TRADE: Mapping[Place, TapAnswer] = {
    "unseen": hidden,
    "harbor": take,
    "turned": stay,
    "expeditions": claim,
    "own": show,
    "other": lies_elsewhere("harbor"),
    "gone": lies_elsewhere("harbor"),
}
_PLACES: tuple[Place, ...] = tuple(_DISCOVER)
TAPS: Mapping[Situation, Mapping[Place, TapAnswer]] = {
    "first": _DISCOVER,
    "running": _DISCOVER,
    "new-colour": {**_DISCOVER, "unseen": keep_and_reveal, "expeditions": claim_by_rules},
    "twin": {**dict.fromkeys(_PLACES, wait), "turned": stay},
    "gamble": {**_DISCOVER, "harbor": take_by_rules, "expeditions": claim_by_rules},
    "active": _TRADE,
    "inactive": {**_TRADE, "expeditions": only_active},
    "final": {**dict.fromkeys(_PLACES, show), "unseen": hidden},
    "claim": {
        "unseen": hidden,
        "harbor": wait,
        "turned": stay,
        "expeditions": switch,
        "own": join_or_leave,
        "other": of_another,
        "gone": lies_elsewhere("claimer"),
    },
}
"""What taps do, by what is open and where the device believes the card lies (device-ux.md 3.2)."""
