"""Refusals: what they say, what mends them, and that a card nobody may look at leaves no trace (ER1-ER8)."""

import msgspec
import pytest

from companion.corrections import EditCoins
from companion.flow import Menu, PickCard, Playing, Refused
from companion.play_modes import CardShown


@pytest.fixture
def table(rehearse):
    display = {"Ann": ["pirate-5-1"], "Ben": ["sailor-3-1"], "Cem": ["settler-4-1"]}
    return rehearse(
        "Ann Ben Cem",
        position={
            "display": display,
            "harbor": ["ship-black-1-2", "trader-blue-5-2", "sailor-3-1"],
            "discard": ["sailor-7-3"],
            "coins": {"Ann": 3, "Ben": 4, "Cem": 1},
        },
        deck_name="Box 1",
    )


def test_ER1_unknown_tag_and_yes_picks_its_card(table):
    table.tap("?")
    uid = table.mode.tap.uid
    assert table.lines() == [
        f"UNKNOWN TAG ..{uid[-6:]}",
        "NOT KNOWN",
        'not in deck "Box 1"',
        "Nothing changed",
        "Y = tell me the card",
        "Y:which card?  N:skip",
    ]
    table.press("yes")
    assert isinstance(table.mode, PickCard)
    assert table.mode.under == Playing()
    table.pick(table.mode.cards[-1])
    assert "reveal" in table.played[0]


def test_ER1_no_skips(table):
    table.tap("?")
    table.press("no")
    assert (table.mode, table.session.seq) == (Playing(), 0)


@pytest.mark.parametrize(
    ("card", "lies"),
    [("sailor-3-1", "BEN's display"), ("sailor-7-3", "discard pile"), ("expedition-ACH", "box")],
)
def test_ER2_card_is_elsewhere_and_yes_reveals_it(table, card, lies):
    table.tap(f"{card}#1")
    assert table.lines()[0] == "CARD IS ELSEWHERE"
    assert lies in " ".join(table.lines())
    assert table.lines()[-1] == "Y:it is here N:ignore"
    pile = table.session.state.pile
    table.press("yes")
    assert table.played == [{"correct": {"card": f"{card}#1", "to": "pile"}}, {"reveal": f"{card}#1"}]
    assert table.signals[-1] == "correction"
    assert table.mode == Playing()
    assert table.session.state.pile == pile
    assert table.lines()[:2] == ["CORRECTED", "SET RIGHT"]
    table.wait(3)
    assert "SET RIGHT" not in table.lines()


def test_ER2_in_trade_yes_means_the_harbor(table):
    table.step("stop")
    table.tap("settler-4-1")
    table.press("yes")
    assert table.played == [{"correct": {"card": "settler-4-1#1", "to": "harbor"}}]
    assert "settler-4-1" in table.facts["harbor"]
    table.wait()
    assert table.lines()[0] == "ANN TAKES      0 of 1"


def test_ER2_what_cannot_lie_there_has_no_yes(rehearse):
    table = rehearse("Ann Ben", position={"harbor": ["ship-red-1-1"], "discard": ["tax-most-swords"]}).step(
        "stop"
    )
    table.tap("tax-most-swords")
    assert table.lines()[-1] == "N:ignore"
    seq = table.session.seq
    table.press("yes")
    assert table.session.seq == seq


def test_ER2_a_ship_of_a_new_hue_is_kept_first(table):
    table.step({"reveal": "ship-blue-1-1"})
    table.tap("sailor-7-3")
    table.press("yes")
    assert table.played[0] == "keep"
    assert table.facts["harbor"][-1] == "sailor-7-3"


def test_ER4_two_cards(table):
    table.tap_two()
    assert table.lines()[:2] == ["TWO CARDS", "ONE CARD!"]
    assert table.lines()[-1] == "waiting for lift"
    table.tap("governor-8-0")
    assert table.facts["harbor"][-1] == "governor-8-0"


def test_ER5_cannot_pay_and_yes_recounts(table):
    table.step("stop", "pass")
    table.tap("trader-blue-5-2")
    assert table.lines() == [
        "BEN CANNOT PAY",
        "NEEDS $6",
        "Trader≈ 5 + 1 to ANN",
        "Ben has $4",
        "Nothing changed",
        "Y:recount Ben  >:pass",
    ]
    refusal = table.mode
    table.press("yes")
    assert table.mode == EditCoins(Playing(), 1, 4, 4)
    table.mode = refusal
    table.press("next")
    assert table.played == ["pass"]
    assert table.mode == Playing()


def test_ER6_not_in_the_harbor(table):
    table.step("stop")
    table.wait()
    table.tap("governor-8-0")
    assert table.lines() == [
        "NOT IN THE HARBOR",
        "NOT HERE",
        "Only harbor cards can",
        "be taken. A coin? It",
        "was not looked at or",
        "stored.",
        "tap: other  Y:fix",
    ]
    table.press("yes")
    assert table.mode == Menu(under=Playing(), path=("correct",))


@pytest.mark.parametrize("steps", [("stop",), ("stop", "pass")])
def test_ER6_no_unseen_card_leaves_a_trace_or_makes_a_difference(rehearse, cards, steps):
    """Whatever face the tag has: reply, flow, screens and signals are the same."""
    position = {"harbor": ["ship-black-1-2"], "coins": {"Ann": 20, "Ben": 20, "Cem": 20}}
    seen = set()
    for card in cards:
        table = rehearse("Ann Ben Cem", position=position).step(*steps)
        if not table.session.state.unseen >> card.id & 1:
            continue
        table.wait()
        table.tap(card.name)
        refusal = table.mode
        assert isinstance(refusal, Refused)
        assert (refusal.tap, refusal.facts) == (None, {})
        assert table.reply.refuse.facts == {}
        told = (str(table.reply.refuse), refusal, tuple(table.lines()), tuple(table.signals))
        assert card.kind not in repr(told)
        seen.add(repr(told))
    assert len(seen) == 1


def test_ER6_in_discover_no_odds_or_screens_depend_on_who_holds_an_unseen_face(rehearse, cards):
    """A coin read by accident looks like a reveal; undone, its face counts as unseen again."""
    table = rehearse("Ann Ben")
    before = table.session.state
    table.tap("governor-8-0")
    table.hold("no")
    assert table.session.state == before


def test_ER7_in_harbor_already_and_yes_stops_and_takes(table):
    table.tap("sailor-3-1#2")
    assert table.lines() == [
        "IN HARBOR ALREADY",
        "SAILOR 3",
        "Ann still discovers.",
        "Stop and take it?",
        "Y:stop+take N:ignore",
    ]
    table.press("yes")
    assert table.played == ["stop", {"take": "sailor-3-1#2"}]
    assert not table.news.corrected


def test_ER7_a_card_that_she_could_not_pay_is_not_offered(table):
    table.tap("trader-blue-5-2")
    assert table.lines()[-1] == "N:ignore"


def test_ER7_never_takes_for_somebody_else(rehearse):
    """Ann has nothing to pay with: a stop would let Ben take."""
    position = {"harbor": ["sailor-3-1"], "coins": {"Ann": 0, "Ben": 9}}
    table = rehearse("Ann Ben", position=position)
    table.tap("sailor-3-1")
    assert table.lines()[-1] == "N:ignore"
    table.press("yes")
    assert table.session.seq == 0


def test_a_refusal_of_the_rules_says_why_in_the_language_of_the_table(rehearse):
    table = rehearse("Ann Ben", options={"gamblers": True}, position={"display": {"Ann": ["gambler-6-1"]}})
    table.step("gamble", {"reveal": "sailor-3-1"})
    table.step({"reveal": "sailor-5-2"})
    table.tap("sailor-3-1")
    assert table.lines() == [
        "NOT POSSIBLE",
        "NO",
        "Ann turns up four",
        "cards at once: the",
        "rest first.",
        "tap: next card",
    ]


def test_the_next_good_tap_clears_a_refusal_and_keys_go_on_underneath(table):
    for again in (lambda: table.tap("governor-8-0"), lambda: table.press("next")):
        table.tap("?")
        entries = table.session.seq
        again()
        assert (table.mode, table.session.seq) == (Playing(), entries + 1)
        table.hold("no")
        table.press("next")


def test_a_refusal_lies_over_what_goes_on_not_over_another_refusal(table):
    table.tap("?", "sailor-7-3", "settler-4-1")
    assert table.mode.under == Playing()
    table.tap("pirate-5-1")
    assert isinstance(table.mode, CardShown)
    table.tap("?")
    assert table.mode.under == Playing()


def test_refusals_can_be_compared_and_stored(table):
    table.tap("sailor-7-3")
    assert msgspec.structs.asdict(table.mode)["key"] == "card-elsewhere"
