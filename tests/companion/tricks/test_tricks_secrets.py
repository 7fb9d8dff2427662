"""Part C6: no screen, signal, log, saved game or export of a running game tells what nobody may know."""

import random
import re

import pytest

from companion.export import export_script
from companion.flow import Menu, PickCard, Playing, Refused
from companion.play_modes import FinalSheet, LogPage, OwnCards, PlayerPage, TablePage, UndoPage
from companion.tricks.answers import pickable
from companion.tricks.modes import BootyPage
from companion.tricks.scene import scene_of

NAMES = ("Ann", "Ben", "Cem", "Dot")
LATE = {"round": 5, "dealer": "Ann", "left_over": {"card": "rum-12", "bonuses": 2}}
"""Two rounds before the end, with bonus cards to be won."""
BONUS = re.compile(r"prisoner|Bon[1-6]|PRISONER", re.IGNORECASE)


def everything(table):
    """Draw all displays in every mode of a running game, as one text."""
    session = table.session
    page = TablePage(Playing())
    seats = range(session.table.rules.seats)
    modes = [Playing(), page, BootyPage(Playing()), UndoPage(Playing()), OwnCards(Playing(), tuple(seats))]
    modes += [LogPage(Playing(), number) for number in range(3)]
    modes += [PlayerPage(page, seat) for seat in seats] + [FinalSheet(Playing(), seat) for seat in seats]
    drawn = [screen for mode in modes for screen in table.draw(mode).values()]
    return "\n".join(line for screen in (*drawn, *table.screens.values()) for line in screen.lines())


def saved(table):
    """Give the export of the game and every byte that is on the disk."""
    [*_, row] = table.store.all_games()
    files = b"".join(path.read_bytes() for path in sorted(table.folder.rglob("*")) if path.is_file())
    return export_script(table.store, row.id), files


def run(table, seed, until, watch):
    """Play with simple players until a phase, and watch after every deed."""
    rng = random.Random(seed)
    dealt = table.dealt(rng.random())
    table.looks = False
    while table.session.state.agenda and not until(table):
        table.play_on(dealt)
        watch(table, dealt)
    return dealt


def in_round(number):
    return lambda table: table.session.state.round >= number


# -- C6.4, C6.5, C6.7, C6.8: bonus cards ----------------------------------------------------
@pytest.mark.parametrize("players", [4])
def test_no_bonus_value_is_shown_kept_or_exported_before_the_count(sit, players):
    table = sit(seats=1).begin(*NAMES[:players])
    table.hidden_seen = 0

    def watch(table, dealt):
        table.hidden_seen += any(player.hidden for player in table.session.view().players)

    run(table, 7, lambda t: t.phase in ("count", "over"), watch)
    assert table.hidden_seen, "bonus cards were won"
    assert not BONUS.search(everything(table))
    script, files = saved(table)
    assert "prisoner" not in script
    assert b"prisoner" not in files
    ids = [card.id for card in table.session.table.rules.cards if card.type == "bonus"]
    for entry in table.session.done:
        for event in entry.events:
            cards = [getattr(event, "card", None), *getattr(event, "cards", ())]
            assert not set(cards) & set(ids), event


def test_two_games_that_differ_in_hidden_bonus_cards_alone_are_the_same_to_the_bit(sit):
    """Screens, signals and the disk are the same whatever lies face down."""
    tables = [sit(seats=1).begin(*NAMES[:3], position=LATE) for _ in range(2)]
    dealts = [table.dealt(5) for table in tables]
    dealts[1].beneath, dealts[1].bonuses = dealts[1].bonuses[:2], [*dealts[1].beneath, *dealts[1].bonuses[2:]]
    for table in tables:
        table.looks = False
    while tables[0].phase not in ("count", "over"):
        for table, dealt in zip(tables, dealts, strict=True):
            table.play_on(dealt)
        assert tables[0].screens == tables[1].screens
        assert tables[0].signals == tables[1].signals
    assert dealts[0].hidden != dealts[1].hidden
    assert saved(tables[0])[0] == saved(tables[1])[0]


@pytest.mark.parametrize("phase", ["lay", "auction", "swap", "trump", "lead", "choose", "play", "slide"])
def test_a_bonus_card_read_by_accident_is_dropped(sit, phase):
    table = sit(seats=3).begin("Ann", "Ben", "Cem")
    run(table, 3, lambda t: t.phase == phase, lambda table, dealt: None)
    seq, mode = table.session.seq, table.desk.mode
    table.tap("prisoner-4")
    refused = table.desk.mode
    assert isinstance(refused, Refused)
    assert (refused.key, refused.facts, refused.tap, refused.under) == ("not-here", {}, None, mode)
    assert table.session.seq == seq
    assert "prisoner" not in repr(table.desk.context(table.now_s).waiting)
    assert not BONUS.search(everything(table))
    assert b"prisoner" not in saved(table)[1]
    table.press("n")
    assert table.desk.mode == mode


def test_undo_of_a_bonus_tells_no_value(sit):
    table = sit(seats=3).begin("Ann", "Ben", "Cem")
    run(table, 3, lambda t: t.phase == "bonus", lambda table, dealt: None)
    table.press("y N")
    assert "bonus off BIS" in table.lines() or "bonus off" in "\n".join(table.lines())
    assert not BONUS.search(everything(table))


def round_two(table, position: dict[str, object], lead: str):
    """Begin the second round from a position: nobody bids, black is trump."""
    table.begin("Ann", "Ben", "Cem", position={"round": 2, "dealer": "Ann", **position})
    return table.step(
        {"lay": "biscuit-4 tobacco-12 gunpowder-7 double rum-5 max-minus-5 plus-8 remove rum-2".split()},
        *("pass", "pass", "pass", "swapped"),
        {"trump": "black"},
        {"lead": lead},
    )


def test_a_removed_bonus_stays_face_down(sit):
    position = {"ships": {"Ann": {"rum": ["rum-9", "hidden"]}}}
    table = round_two(sit(seats=3), position, lead="Ann")
    table.step({"choose": "remove"}, {"play": "red-5"}, {"play": "red-2"}, {"play": "red-1"})
    assert " Bon RUM 9>9/24" in table.lines()
    table.choose("Bon")
    assert "Bon is out" in table.lines()
    assert table.played == [{"remove": {"card": "hidden", "from": "rum"}}]
    assert "prisoner" not in saved(table)[0]


# -- C6.5: piles ---------------------------------------------------------------------------
@pytest.mark.parametrize("phase", ["auction", "swap", "lead", "choose", "play", "slide"])
def test_a_booty_card_of_the_pile_read_by_accident_is_dropped(sit, phase):
    table = sit(seats=3).begin("Ann", "Ben", "Cem")
    dealt = run(table, 3, lambda t: t.phase == phase, lambda table, dealt: None)
    kind = table.session.table.rules.cards[dealt.booty[0 if table.session.state.round == 6 else 1]].kind
    shown = everything(table)
    table.tap(kind)
    assert (table.desk.mode.key, table.desk.mode.facts, table.desk.mode.tap) == ("not-here", {}, None)
    table.press("n")
    assert everything(table) == shown


# -- C6.1, C6.2, C6.3: hands and the pair laid aside -----------------------------------------
def test_lists_of_cards_do_not_depend_on_what_came_before(sit):
    table = sit().begin(*NAMES, position=LATE)
    offered = {"lay": set(), "play": set(), "count": set()}

    def watch(table, dealt):
        if table.phase in offered:
            offered[table.phase].add(pickable(scene_of(table.desk.context(table.now_s))))

    run(table, 11, lambda t: not t.session.state.agenda, watch)
    assert {phase: [len(cards) for cards in sets] for phase, sets in offered.items()} == {
        "lay": [49],
        "play": [34],
        "count": [6],
    }


def test_the_device_knows_no_hand(sit):
    table = sit(seats=3).begin("Ann", "Ben", "Cem")
    run(table, 2, lambda t: t.phase == "play", lambda table, dealt: None)
    assert table.session.state.hands == ()
    assert table.session.state.aside == 0
    offered = {command.card for command in table.session.choices()}
    tricks = [card for card in table.session.table.rules.cards if card.type == "trick" and 3 in card.seats]
    assert offered == {card.id for card in tricks} - set(table.session.state.played), (
        "any hand may hold any card"
    )


def test_the_pair_laid_aside_is_never_asked_for_and_never_taken(sit):
    table = sit(seats=3).begin("Ann", "Ben", "Cem")
    run(table, 2, lambda t: t.phase == "swap", lambda table, dealt: None)
    table.tap("red-1").press("n").press("y")
    assert table.phase == "trump"
    assert table.session.state.face_up == ()
    assert "red-1" not in saved(table)[0]


# -- C6.6, C6.9, C6.10 ----------------------------------------------------------------------
def test_totals_and_ranks_are_public_points_alone(sit):
    table = sit(seats=3).begin("Ann", "Ben", "Cem", position=LATE)

    def watch(table, dealt):
        for player in table.session.view().players:
            cargo = sum(ship.score for ship in player.ships)
            assert player.total <= cargo, "hidden bonus cards are in no total"

    run(table, 5, lambda t: t.phase in ("count", "over"), watch)
    hidden = [player for player in table.session.view().players if player.hidden]
    assert hidden
    table.press("Y")
    for player in hidden:
        [row] = [line for line in table.lines() if line[1:4] == player.name]
        assert row.endswith(f"{player.total}+")


def test_the_penalty_list_has_no_bonus(sit):
    position = {"ships": {"Cem": {"rum": ["rum-9", "hidden"]}}}
    table = round_two(sit(seats=3), position, lead="Cem")
    table.step(
        {"choose": "rum-2"}, {"play": "green-5"}, {"play": "red-2"}, {"play": "red-1"}, {"lead": "Ann"}
    )
    table.step({"choose": "rum-5"}, {"play": "red-5"}, {"play": "red-3"}, {"play": "black-1"})
    table.step({"lead": "Cem"}, {"choose": "plus-8"}, {"play": "red-6"}).press("y").tap("green-1", "green-2")
    assert table.phase == "penalty"
    assert all("Bon" not in line for line in table.lines())
    assert sum(line.startswith((">", " ")) for line in table.lines()[2:-2]) >= 2


def test_every_seat_is_told_the_same_public_text_at_the_same_time(sit):
    """A waiting seat sees its own ships, all of which lie open, and whose turn it is."""
    table = sit(seats=3).begin("Ann", "Ben", "Cem")

    def watch(table, dealt):
        waits = {table.screens[f"seat-{seat + 1}"].lines()[6] for seat in range(3) if not acting(table, seat)}
        assert len(waits) <= 1

    run(table, 9, in_round(2), watch)


def acting(table, seat):
    return table.screens[f"seat-{seat + 1}"].inverse or table.phase == "over"


def test_menus_and_lists_open_without_a_secret(sit):
    table = sit(seats=3).begin("Ann", "Ben", "Cem")
    run(table, 3, lambda t: t.phase == "bonus", lambda table, dealt: None)
    scene = scene_of(table.desk.context(table.now_s))
    for mode in (Menu(Playing()), Menu(Playing(), ("correct",)), PickCard(Playing(), pickable(scene))):
        for screen in table.draw(mode).values():
            assert not BONUS.search("\n".join(screen.lines()))
