"""The tables of the game: which message does what, in which chapter."""

from __future__ import annotations

from engine.kernel import SETTLED, Answer, Event, Evolver, Offer, Pending, Rules, pop, push
from engine.portroyal2000 import (
    auction,
    bonus,
    corrections,
    debt,
    ending,
    layout,
    mending,
    placing,
    revokes,
    tools,
    tricks,
    trump,
)
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import Card
from engine.portroyal2000.options import Options
from engine.portroyal2000.refusals import refuse

DECISIONS: tuple[type[Pending], ...] = (
    m.LayingOut,
    m.Dealing,
    m.Bidding,
    m.Swapping,
    m.NamingTrump,
    m.NamingLeader,
    m.Choosing,
    m.Playing,
    m.PenaltyChoice,
    m.Placing,
    m.PlacingBonus,
    m.Sliding,
    m.Counting,
)
STEPS: tuple[type[Pending], ...] = (m.AwardDue, m.DeferredDue, m.TrickEndDue)
REMOVE_LATER = tuple(asked for asked in DECISIONS if asked not in (m.PenaltyChoice, m.Counting))
"""What a kept remove may interrupt, if it works at any time (B62)."""

EVOLVERS: dict[type[Event], Evolver] = {
    type(SETTLED): pop,
    **dict.fromkeys((*DECISIONS, *STEPS), push),
    m.RoundBegan: layout.round_began,
    m.BootyLaid: layout.booty_laid,
    m.HandsDealt: layout.hands_dealt,
    m.CardsOpened: layout.cards_opened,
    m.BidMade: auction.bid_made,
    m.Passed: auction.passed,
    m.PrivilegesWon: auction.privileges_won,
    m.HandSwapped: trump.hand_swapped,
    m.TrumpNamed: trump.trump_named,
    m.LeaderNamed: trump.leader_named,
    m.BootyChosen: tricks.booty_chosen,
    m.CardPlayed: tricks.card_played,
    m.TrickWon: tricks.trick_won,
    m.StoneLaid: revokes.stone_laid,
    m.RevokeShown: revokes.revoke_shown,
    m.PenaltyTaken: revokes.penalty_taken,
    m.PenaltyWaived: revokes.penalty_waived,
    m.BootyPlaced: placing.booty_placed,
    m.BootyDiscarded: placing.booty_discarded,
    m.RemoveKept: placing.remove_kept,
    m.BidRepaid: debt.bid_repaid,
    m.BidBecameDebt: debt.bid_became_debt,
    m.CardRemoved: tools.card_removed,
    m.CardRelocated: tools.card_relocated,
    m.RelocateLapsed: tools.relocate_lapsed,
    m.BonusPlaced: bonus.bonus_placed,
    m.BonusSlid: bonus.bonus_slid,
    m.BonusTurned: bonus.bonus_turned,
    m.TrickEnded: ending.trick_ended,
    m.RoundEnded: ending.round_ended,
    m.GameEnded: ending.game_ended,
    by_hand.DebtCorrected: corrections.debt_corrected,
    by_hand.StonesCorrected: corrections.stones_corrected,
    by_hand.ShipCorrected: corrections.ship_corrected,
    by_hand.PlacesCorrected: corrections.places_corrected,
    by_hand.DealerCorrected: corrections.dealer_corrected,
    by_hand.LeftOverCorrected: mending.left_over_corrected,
    by_hand.RoundCorrected: mending.round_corrected,
}

OFFERS: dict[type[Pending], tuple[Offer, ...]] = {
    m.LayingOut: (layout.offer_booty,),
    m.Dealing: (layout.offer_deal,),
    m.Bidding: (auction.offer_bids, layout.offer_open),
    m.Swapping: (trump.offer_swap,),
    m.NamingTrump: (trump.offer_trump,),
    m.NamingLeader: (trump.offer_leader,),
    m.Choosing: (tricks.offer_choose,),
    m.Playing: (tricks.offer_play,),
    m.PenaltyChoice: (revokes.offer_penalty,),
    m.Placing: (placing.offer_place, debt.offer_repay, tools.offer_relocate),
    m.PlacingBonus: (bonus.offer_bonus,),
    m.Sliding: (bonus.offer_slide,),
    m.Counting: (bonus.offer_turn,),
}


def base(cards: tuple[Card, ...], names: tuple[str, ...], options: Options) -> Rules:
    """Make the rules of the game for these players."""
    removals = dict.fromkeys(REMOVE_LATER, (tools.offer_remove,))
    return Rules(
        answers=_answers(),
        offers={asked: (*offers, *removals.get(asked, ())) for asked, offers in OFFERS.items()},
        workers={
            m.LayingOut: layout.laying_out,
            m.PenaltyChoice: revokes.penalty,
            m.DeferredDue: revokes.deferred_due,
            m.AwardDue: placing.award,
            m.Placing: placing.placing,
            m.TrickEndDue: ending.trick_end,
            m.Counting: bonus.counting,
        },
        evolvers=EVOLVERS,
        after={},
        modifiers={},
        refusals=refuse,
        cards=cards,
        options=options,
        names=names,
    )


def _answers() -> dict[tuple[type[Pending], type], Answer]:
    answers: dict[tuple[type[Pending], type], Answer] = {
        (m.LayingOut, m.TurnUp): layout.turn_up,
        (m.LayingOut, m.Lay): layout.lay,
        (m.Dealing, m.Deal): layout.deal,
        (m.Bidding, m.Open): layout.open_cards,
        (m.Bidding, m.Bid): auction.bid,
        (m.Bidding, m.Pass): auction.pass_,
        (m.Swapping, m.Swapped): trump.swapped,
        (m.NamingTrump, m.NameTrump): trump.name_trump,
        (m.NamingLeader, m.NameLeader): trump.name_leader,
        (m.Choosing, m.Choose): tricks.choose,
        (m.Playing, m.Play): tricks.play,
        (m.PenaltyChoice, m.TakePenalty): revokes.take_penalty,
        (m.Placing, m.Place): placing.place,
        (m.Placing, m.Repay): debt.repay,
        (m.Placing, m.Discard): placing.discard,
        (m.Placing, m.Keep): placing.keep,
        (m.Placing, m.Relocate): tools.relocate,
        (m.Placing, m.Lapse): tools.lapse,
        (m.PlacingBonus, m.PlaceBonus): bonus.place_bonus,
        (m.Sliding, m.Slide): bonus.slide,
        (m.Counting, m.TurnBonus): bonus.turn_bonus,
    }
    for asked in REMOVE_LATER:
        answers[asked, m.Remove] = tools.remove
    for asked in DECISIONS:
        answers[asked, by_hand.SetDebt] = corrections.set_debt
        answers[asked, by_hand.SetStones] = corrections.set_stones
        answers[asked, by_hand.MoveCard] = corrections.move_card
        answers[asked, by_hand.SetShips] = corrections.set_ships
        answers[asked, by_hand.SetDealer] = corrections.set_dealer
        answers[asked, by_hand.SetRemoved] = mending.set_removed
        answers[asked, by_hand.SetLeftOver] = mending.set_left_over
        answers[asked, by_hand.SetRound] = mending.set_round
    return answers
