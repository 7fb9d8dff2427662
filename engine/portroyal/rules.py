"""The tables of the base game: which message does what, in which chapter."""

from __future__ import annotations

from engine.kernel import SETTLED, Answer, Event, Evolver, Pending, Reaction, Rules, pop, push
from engine.portroyal import (
    corrections,
    discover,
    ending,
    expeditions,
    gambler,
    piles,
    taxes,
    trade,
)
from engine.portroyal import messages as m
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import (
    CardMoved,
    CoinsCorrected,
    MoveCard,
    Rebuild,
    Recounted,
    SetCoins,
    SetTurn,
    TableRebuilt,
    TriggerWithdrawn,
    TurnSet,
)
from engine.portroyal.options import Options
from engine.portroyal.refusals import refuse

DECISIONS: tuple[type[Pending], ...] = (m.Discovering, m.Gambling, m.RepelChoice, m.Taking)

EVOLVERS: dict[type[Event], Evolver] = {
    type(SETTLED): pop,
    **dict.fromkeys(
        (
            m.TurnDue,
            m.Discovering,
            m.Gambling,
            m.GambleCheck,
            m.RepelChoice,
            m.TimeToTakeDue,
            m.Taking,
            m.TurnEndDue,
        ),
        push,
    ),
    m.TurnBegan: discover.turn_began,
    m.CardRevealed: discover.card_revealed,
    m.HarborEntered: discover.harbor_entered,
    m.ExpeditionLaidOut: discover.expedition_laid_out,
    m.ShipRepelled: discover.ship_repelled,
    m.Busted: discover.busted,
    m.Stopped: trade.unchanged,
    m.GambleBegan: gambler.gamble_began,
    m.GamblersReady: gambler.gamblers_ready,
    m.TaxLevied: taxes.tax_levied,
    m.TaxSettled: taxes.tax_settled,
    m.TimeToTakeBegan: trade.unchanged,
    m.Skipped: trade.unchanged,
    m.ShipTraded: trade.ship_traded,
    m.PersonHired: trade.person_hired,
    m.ExpeditionClaimed: expeditions.expedition_claimed,
    m.CoinsDrawn: piles.coins_drawn,
    m.CoinsPaid: piles.coins_paid,
    m.CoinsGiven: piles.coins_given,
    m.PileReshuffled: piles.pile_reshuffled,
    m.HarborCleared: ending.harbor_cleared,
    m.TurnEnded: trade.unchanged,
    m.LastRoundBegan: ending.last_round_began,
    m.GameEnded: ending.game_ended,
    CoinsCorrected: corrections.coins_corrected,
    CardMoved: corrections.card_moved,
    Recounted: corrections.recounted,
    TriggerWithdrawn: corrections.trigger_withdrawn,
    TurnSet: corrections.turn_set,
    TableRebuilt: corrections.table_rebuilt,
}

REFILLS: tuple[type[Event], ...] = (
    m.CardRevealed,
    m.ShipRepelled,
    m.Busted,
    m.TaxSettled,
    m.CoinsDrawn,
    m.CoinsPaid,
    m.ShipTraded,
    m.ExpeditionClaimed,
    m.HarborCleared,
    CoinsCorrected,
    CardMoved,
    TableRebuilt,
)
"""After each of these the pile may be used up or the discard pile may hold its first card (P2)."""


def base(cards: tuple[Card, ...], names: tuple[str, ...], options: Options) -> Rules:
    """Make the rules of the base game for these players."""
    return Rules(
        answers=_answers(),
        offers={
            m.Discovering: (discover.offer_discover, expeditions.offer_claim),
            m.Gambling: (gambler.offer_gambling,),
            m.RepelChoice: (discover.offer_repel,),
            m.Taking: (trade.offer_take, expeditions.offer_claim),
        },
        workers={
            m.TurnDue: discover.turn_due,
            m.Gambling: gambler.gambling,
            m.GambleCheck: gambler.gamble_check,
            m.TimeToTakeDue: trade.time_to_take,
            m.Taking: trade.taking,
            m.TurnEndDue: ending.turn_end,
        },
        evolvers=EVOLVERS,
        after=_reactions(),
        modifiers={
            "takes": (trade.governors, gambler.gamblers),
            "price": (trade.price_cuts,),
            "income": (trade.traders,),
        },
        refusals=refuse,
        cards=cards,
        options=options,
        names=names,
    )


def _answers() -> dict[tuple[type[Pending], type], Answer]:
    answers: dict[tuple[type[Pending], type], Answer] = {
        (m.Discovering, m.Reveal): discover.reveal,
        (m.Discovering, m.Stop): discover.stop,
        (m.Discovering, m.Gamble): gambler.gamble,
        (m.Discovering, m.Claim): expeditions.claim,
        (m.Gambling, m.Reveal): gambler.reveal_in_gamble,
        (m.RepelChoice, m.Repel): discover.repel,
        (m.RepelChoice, m.Keep): discover.keep,
        (m.Taking, m.Take): trade.take,
        (m.Taking, m.Pass): trade.pass_,
        (m.Taking, m.Claim): expeditions.claim,
    }
    for asked in DECISIONS:
        answers[asked, m.Reshuffle] = piles.reshuffle
        answers[asked, SetCoins] = corrections.set_coins
        answers[asked, MoveCard] = corrections.move_card
        answers[asked, SetTurn] = corrections.set_turn
        answers[asked, Rebuild] = corrections.rebuild
    return answers


def _reactions() -> dict[type[Event], tuple[Reaction, ...]]:
    after: dict[type[Event], tuple[Reaction, ...]] = dict.fromkeys(REFILLS, (piles.refill,))
    more: dict[type[Event], tuple[Reaction, ...]] = {
        m.Busted: (trade.jesters_on_bust,),
        m.TaxLevied: (taxes.levy,),
        m.TimeToTakeBegan: (trade.admirals, trade.jesters_on_empty),
        m.PersonHired: (ending.watch_points,),
        m.ExpeditionClaimed: (ending.watch_points,),
    }
    for event, reactions in more.items():
        after[event] = (*after.get(event, ()), *reactions)
    return after
