"""The tables of the expansion: the base game's, extended (a function from rules to rules)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.adventure import (
    characters,
    corrections,
    crowns,
    dues,
    event_deck,
    events,
    items,
    learning,
    mending,
    months,
    odds,
    persons,
    revealing,
    special_tasks,
    tasks,
)
from engine.adventure import messages as a
from engine.adventure.head import Book
from engine.adventure.options import Options
from engine.adventure.refusals import refuse
from engine.adventure.state import tale, told
from engine.kernel import Answer, Event, Evolver, Modifier, Offer, Pending, Reaction, Rules, Worker, push
from engine.portroyal import discover, ending, expeditions, piles, trade
from engine.portroyal import messages as m
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import CardMoved, CoinsCorrected, TableRebuilt, TurnSet
from engine.portroyal.rules import base
from engine.portroyal.state import State

DECISIONS: tuple[type[Pending], ...] = (
    a.EventAwaited,
    a.AllyChoice,
    a.Offered,
    a.PaymentOffered,
    a.StoryAwaited,
    a.TaskOffered,
    a.SaleOffered,
    a.AfterBust,
)
STEPS: tuple[type[Pending], ...] = (
    a.FactAsked,
    dues.StartCoinsDue,
    dues.FirstStoryDue,
    dues.InsertDue,
    dues.ResolveDue,
    dues.CrownsDue,
    dues.FirstRewardDue,
    dues.CrownRewardDue,
    dues.ExpeditionRewardDue,
    dues.StopDue,
    dues.HourglassDue,
    dues.MonthEndDue,
    dues.GoalDue,
)


def adventure(cards: tuple[Card, ...], names: tuple[str, ...], options: Options, book: Book) -> Rules:
    """Make the rules of the expansion for these players, over those of the base game."""
    return extended(base(cards, names, options), book)


def extended(rules: Rules, book: Book) -> Rules:
    """Give the base game's rules with all that the expansion adds."""
    return replace(
        rules,
        answers=_answers(rules),
        offers={**rules.offers, **_offers()},
        workers={**rules.workers, **_workers()},
        evolvers={**rules.evolvers, **_evolvers()},
        after=_reactions(rules),
        modifiers=_modifiers(rules),
        refusals=refuse,
        book=book,
        learned=learning.Lessons(),
        odds=odds.chance,
    )


def _answers(rules: Rules) -> dict[tuple[type[Pending], type], Answer]:
    own: dict[tuple[type[Pending], type], Answer] = {
        (a.EventAwaited, a.RevealEvent): events.reveal_event,
        (a.AllyChoice, a.Choose): events.choose,
        (a.Offered, a.Accept): events.accept,
        (a.Offered, a.Decline): events.decline,
        (a.PaymentOffered, a.Accept): months.accept_payment,
        (a.PaymentOffered, a.Decline): events.decline,
        (a.StoryAwaited, a.ReadStory): months.read_story,
        (a.TaskOffered, a.FulfilTask): tasks.fulfil_at_once,
        (a.TaskOffered, a.Decline): tasks.decline_task,
        (a.SaleOffered, a.Sell): persons.sell,
        (a.SaleOffered, a.Decline): persons.decline_sale,
        (a.FactAsked, a.Tell): events.tell_fact,
        (a.AfterBust, m.Claim): expeditions.claim,
        (a.AfterBust, m.Pass): revealing.pass_on,
        (m.Discovering, m.Reveal): revealing.reveal,
        (m.Discovering, m.Stop): special_tasks.on_stop,
        (m.Discovering, a.LookOut): persons.look_out,
        (m.Discovering, a.FulfilTask): tasks.fulfil_of_choice,
        (m.Taking, a.FulfilTask): tasks.fulfil_of_choice,
        (m.Taking, m.Take): items.take,
        (m.Taking, a.TakeItem): items.take_item,
        (m.Taking, a.TakeCoin): items.take_coin,
        (m.Taking, a.TakeCrown): items.take_crown,
        (m.Taking, a.Sell): persons.sell_any_time,
    }
    answers = {**rules.answers, **own}
    del answers[m.Discovering, m.Gamble]
    decisions: tuple[type[Pending], ...] = (*DECISIONS, m.Discovering, m.Taking, m.RepelChoice)
    for asked in decisions:
        answers[asked, m.Reshuffle] = piles.reshuffle
        answers.update({(asked, kind): answer for kind, answer in corrections.ANSWERS.items()})
    return answers


def _offers() -> dict[type[Pending], tuple[Offer, ...]]:
    return {
        m.Discovering: (
            revealing.offer_discover,
            expeditions.offer_claim,
            tasks.offer_choice,
            persons.offer_look,
        ),
        m.Taking: (items.offer_take, expeditions.offer_claim, tasks.offer_choice, persons.offer_any_sale),
        a.EventAwaited: (events.offer_events,),
        a.AllyChoice: (events.offer_allies,),
        a.Offered: (events.offer_answers,),
        a.PaymentOffered: (events.offer_answers,),
        a.StoryAwaited: (months.offer_story,),
        a.TaskOffered: (tasks.offer_at_once,),
        a.SaleOffered: (persons.offer_sale,),
        a.FactAsked: (learning.offer_facts,),
        a.AfterBust: (revealing.offer_pass, expeditions.offer_claim),
    }


def _workers() -> dict[type[Pending], Worker]:
    return {
        m.TurnDue: events.turn_due,
        a.Offered: events.offered,
        a.PaymentOffered: months.payment_offered,
        a.TaskOffered: tasks.task_offered,
        a.SaleOffered: persons.sale_offered,
        a.AfterBust: revealing.after_bust,
        dues.StartCoinsDue: months.start_coins_due,
        dues.FirstStoryDue: months.first_story_due,
        dues.InsertDue: months.insert_due,
        dues.ResolveDue: revealing.resolve_due,
        dues.CrownsDue: crowns.crowns_due,
        dues.FirstRewardDue: tasks.first_reward,
        dues.CrownRewardDue: tasks.crown_reward,
        dues.ExpeditionRewardDue: persons.expedition_reward_due,
        dues.StopDue: special_tasks.stop_due,
        dues.HourglassDue: months.hourglass_due,
        dues.MonthEndDue: months.month_end_due,
        dues.GoalDue: months.goal_due,
    }


def _evolvers() -> dict[type[Event], Evolver]:
    return {
        **dict.fromkeys((*DECISIONS, *STEPS), push),
        m.TurnBegan: turn_began,
        m.TimeToTakeBegan: time_to_take_began,
        m.CardRevealed: revealing.card_revealed,
        CardMoved: revealing.card_moved,
        CoinsCorrected: corrections.coins_corrected,
        m.PileReshuffled: revealing.pile_reshuffled,
        TurnSet: corrections.turn_set,
        TableRebuilt: corrections.table_rebuilt,
        a.EventRevealed: event_deck.event_revealed,
        a.AllyChosen: events.ally_chosen,
        a.Answered: trade.unchanged,
        a.CrownsMoved: crowns.crowns_moved,
        a.MarkerMoved: tasks.marker_moved,
        a.SwordsUnlocked: tasks.swords_unlocked,
        a.DisplayDiscarded: tasks.display_discarded,
        a.ItemKept: items.item_kept,
        a.LookedOut: persons.looked_out,
        a.TakesFewer: special_tasks.takes_fewer,
        a.BuyersOpened: persons.buyers_opened,
        a.TaskLaid: tasks.task_laid,
        a.CardsInserted: months.cards_inserted,
        a.FactTold: learning.fact_told,
        a.MonthTurned: event_deck.month_turned,
        a.ChapterEnded: months.chapter_ended,
        mending.HoldersCorrected: corrections.holders_corrected,
        mending.TasksCorrected: corrections.tasks_corrected,
        mending.EventsCorrected: corrections.events_corrected,
    }


def _reactions(rules: Rules) -> dict[type[Event], tuple[Reaction, ...]]:
    after = dict(rules.after)
    after[m.TimeToTakeBegan] = (
        trade.admirals,
        characters.scott,
        characters.mary,
        trade.jesters_on_empty,
        persons.innkeepers,
    )
    more: dict[type[Event], tuple[Reaction, ...]] = {
        m.HarborEntered: (special_tasks.on_harbor_card,),
        m.ShipRepelled: (events.detested_pinnace,),
        m.Busted: (
            revealing.open_window,
            characters.grace_may,
            events.blessing_in_disguise,
            events.pack_bust,
        ),
        m.TaxSettled: (special_tasks.on_tax,),
        m.Stopped: (events.voluntary_stop, events.pack_stop),
        m.ShipTraded: (events.trade_in_blue, characters.ferdinando),
        m.ExpeditionClaimed: (persons.expedition_reward,),
        a.ItemKept: (events.trade_in_blue, characters.ferdinando),
        a.MarkerMoved: (tasks.unlock, ending.watch_points),
        a.CrownsMoved: (ending.watch_points,),
        a.DisplayDiscarded: (piles.refill,),
        a.LookedOut: (piles.refill,),
        a.FactTold: (learning.relearn,),
        TableRebuilt: (corrections.add_bonus,),
    }
    for event, reactions in more.items():
        after[event] = (*after.get(event, ()), *reactions)
    return after


def _modifiers(rules: Rules) -> dict[str, tuple[Modifier, ...]]:
    more: dict[str, tuple[Modifier, ...]] = {
        "takes": (special_tasks.one_fewer,),
        "price": (characters.lady_anne, events.favorable_opportunity),
        "income": (characters.landman,),
        "repel-swords": (events.ally_swords,),
        "tax-threshold": (new_tax,),
        "triggers": (characters.needs_trophy,),
        "may-win": (characters.may_win,),
        "tie-break": (characters.fewer_markers,),
        "may-act": (tasks.could_act, persons.could_sell),
        "may-lie-in-display": (items.may_be_kept,),
    }
    return {
        question: (*rules.modifiers.get(question, ()), *more.get(question, ()))
        for question in {**rules.modifiers, **more}
    }


def new_tax(rules: Rules, state: State, seat: int, tax: Card, value: int) -> int:
    """Give the threshold of the new tax (P07, P08)."""
    return 16 if tax.kind == "tax-16" else value


def turn_began(s: State, e: m.TurnBegan) -> State:
    """Apply ``TurnBegan``: what concerned the last turn only is over (V03)."""
    return told(discover.turn_began(s, e), event="", ally=-1, looked=0, fewer=0, buyers=())


def time_to_take_began(s: State, e: m.TimeToTakeBegan) -> State:
    """Apply ``TimeToTakeBegan``."""
    return told(s, buyers=()) if tale(s).buyers else s
