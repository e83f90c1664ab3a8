"""Correction of the past: what follows from it, what is in conflict then, and what the table says to that."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.core import AdjustPoints, GameWon
from companion.engine.ids import EntryId, HexId, PlayerId
from companion.engine.level import Level
from companion.engine.verdict import Accepted
from companion.history.changes import Change, Changed, Inserted, Recorded, Removed, Restated
from companion.history.correction import (
    KEEP,
    REMOVE,
    SLICE,
    Answer,
    CorrectionError,
    CorrectionReport,
    Fate,
    Reply,
    Wish,
    WishKind,
    change,
    insert,
    remove,
)
from companion.history.log import Entry, Fault, Fold, LogError, effective
from companion.history.timeline import Timeline
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.robber import MoveRobber
from companion.rules.base.trade import TradeWithPlayer
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import AttackFought
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, corner, edge, island
from tests.kit.tables import ANNA, BEN, CARLA, Evening, dice, evening, only

ON_PAPER = AdjustPoints(ANNA, BEN, 1, "a bet")


def number(table: Evening, which: int = -1) -> EntryId:
    """The id of an entry that stands."""
    return table.session.standing[which].entry


def fates(report: CorrectionReport) -> dict[int, str]:
    return {int(found.entry): found.fate.value for found in report.consequences}


def rules(report: CorrectionReport) -> dict[int, set[str]]:
    """The entries in conflict, with the rules that they would break."""
    return {int(found.entry): {str(v.rule) for v in found.violations} for found in report.conflicts}


def built() -> Island:
    """Anna rolls a 10, which brings ore, and pays a city with it; Ben rolls."""
    table = island(
        pieces="anna: settlement 4N, roads 4NE; ben: settlement 12S",
        hands={"anna": "2 ore 2 grain"},
        rolled=False,
        names="anna ben carla",
    )
    table.roll("anna", 4, 6)
    table.enter(BuildCity(ANNA, corner("4N")))
    table.enter(EndTurn(ANNA))
    table.roll("ben", 3, 4)
    return table


# --- a wrong roll


def test_a_wrong_roll_says_who_gets_what_instead() -> None:
    table = island(pieces="anna: settlement 4N; ben: settlement 12S", rolled=False, names="anna ben carla")
    table.roll("anna", 4, 6)  # 10: ore for Anna
    table.roll("ben", 1, 1)
    report = table.session.preview(change(EntryId(1), dice("anna", 5, 6, None)))
    assert report.old == dice("anna", 4, 6, None)
    assert report.flows == {"anna": {"ore": -1}}
    assert report.before.cards["anna"] - report.after.cards["anna"] == 1
    assert fates(report) == {1: "changed"}
    assert (report.first, report.same, report.conflicts) == (1, 1, ())


def test_what_was_paid_with_wrong_cards_is_in_conflict_and_nothing_is_dropped() -> None:
    table = built()
    before = table.state
    report = table.session.preview(change(EntryId(1), dice("anna", 5, 6, None)))
    assert rules(report) == {2: {"B-52"}}
    (conflict,) = report.unsettled
    assert (conflict.fate, conflict.keepable, conflict.command) == (
        Fate.KEPT,
        True,
        BuildCity(ANNA, corner("4N")),
    )
    with pytest.raises(CorrectionError, match=r"correction\.unsettled: entry 2"):
        table.session.correct(report)
    assert (table.state, len(table.session.entries)) == (before, 4)


def test_a_conflict_is_kept_as_the_tables_word() -> None:
    table = built()
    wish = change(EntryId(1), dice("anna", 5, 6, None)).answered({EntryId(2): KEEP})
    entry = table.session.correct(wish)
    assert [type(one) for one in entry.correction] == [Changed, Restated]
    assert table.cities("anna") == (corner("4N"),)
    city = table.session.standing[1]
    assert {str(violation.rule) for violation in city.overruled} == {"B-52"}
    again = table.session.preview(change(EntryId(1), dice("anna", 6, 6, None)))
    assert again.conflicts == (), "what the table has let stand is no conflict any more"


def test_a_conflict_is_removed() -> None:
    table = built()
    table.session.correct(change(EntryId(1), dice("anna", 5, 6, None)).answered({EntryId(2): REMOVE}))
    assert table.cities("anna") == ()
    assert [entry.entry for entry in table.session.standing] == [1, 3, 4]


def test_a_conflict_is_changed_too() -> None:
    table = built()
    wish = change(EntryId(1), dice("anna", 5, 6, None))
    road = Answer(Reply.CHANGE, BuildRoad(ANNA, edge("4NW")))
    still = table.session.preview(wish.answered({EntryId(2): road}))
    assert rules(still) == {2: {"B-50"}}, "Anna has no lumber"
    assert still.unsettled
    let = Answer(Reply.CHANGE, BuildRoad(ANNA, edge("4NW")), overrule=True)
    table.session.correct(wish.answered({EntryId(2): let}))
    assert table.cities("anna") == ()
    assert edge("4NW") in table.roads("anna")
    fits = Answer(Reply.CHANGE, AdjustPoints(ANNA, ANNA, 1))
    table.session.undo()
    report = table.session.preview(wish.answered({EntryId(2): fits}))
    assert report.unsettled == ()
    assert [found.entry for found in report.conflicts] == [2], "it is told all the same"
    assert report.after.points[ANNA]["table"] == 1


def test_what_cannot_be_is_only_removed_or_changed() -> None:
    """The settlement that became a city was never built."""
    table = island(
        pieces="anna: roads 4NE 4E", hands={"anna": "5 ore 5 grain 2 wool 2 brick 2 lumber"}, rolled=True
    )
    table.enter(BuildSettlement(ANNA, corner("4SE")))
    table.enter(BuildCity(ANNA, corner("4SE")))
    settlement, city = number(table, -2), number(table)
    report = table.session.preview(remove(settlement))
    (conflict,) = report.unsettled
    assert (conflict.entry, conflict.fate, conflict.keepable) == (city, Fate.IMPOSSIBLE, False)
    with pytest.raises(CorrectionError, match=rf"correction\.impossible: entry {city}"):
        table.session.correct(remove(settlement).answered({city: KEEP}))
    table.session.correct(remove(settlement).answered({city: REMOVE}))
    assert table.cities("anna") == table.settlements("anna") == ()
    assert table.session.undo() is not None
    assert table.cities("anna") == (corner("4SE"),)


def test_an_answer_for_an_entry_that_fits_again_is_not_used() -> None:
    table = built()
    wish = change(EntryId(1), dice("anna", 6, 4, None)).answered({EntryId(2): REMOVE})
    assert table.session.preview(wish).conflicts == ()
    table.session.correct(wish)
    assert table.cities("anna") == (corner("4N"),)


def test_a_command_that_breaks_a_rule_is_a_conflict_of_its_own() -> None:
    table = built()
    wish = insert(EntryId(2), BuildRoad(ANNA, edge("4NW")))
    report = table.session.preview(wish)
    assert report.number == 5
    assert rules(report) == {5: {"B-50"}}
    table.session.correct(wish.answered({report.number: KEEP}))
    assert edge("4NW") in table.roads("anna")
    assert [entry.entry for entry in table.session.standing] == [1, 2, 5, 3, 4]


# --- the ship and the attack, at L1 and L0


def late_ship() -> Evening:
    """The ship is one step away. Anna rolled no ship, then Ben recruits and Carla rolls."""
    table = evening().given_ship(6)
    table.roll("anna", event="trade")
    table.enter(EndTurn(ANNA))
    table.roll("ben", event="trade")
    table.enter(RecruitKnight(BEN))
    table.enter(ActivateKnights(BEN, tuple(table.knights("ben"))))
    return table


def test_ck_30_a_ship_that_was_not_entered_brings_the_attack() -> None:
    table = late_ship()
    report = table.session.preview(change(EntryId(1), dice("anna", event="ship")))
    assert (report.before.gauges, report.after.gauges) == ({"ship": 6}, {"ship": 0})
    attack = only(report.consequences[0].come, AttackFought)
    assert not attack.won
    lost = {who for who in report.before.points if report.after.points[who] != report.before.points[who]}
    assert lost == set(table.core.ids)
    table.session.correct(report)
    assert table.cities("anna") == ()


def test_the_ship_at_the_lowest_level() -> None:
    table = evening(level=Level.L0)
    for who, face in (("anna", "ship"), ("ben", "trade"), ("carla", "ship")):
        table.enter(RollDice(PlayerId(who), {"event": face}))
    report = table.session.preview(change(EntryId(2), RollDice(BEN, {"event": "ship"})))
    assert (report.before.gauges, report.after.gauges) == ({"ship": 2}, {"ship": 3})
    assert fates(report) == {2: "changed", 3: "restated"}
    assert report.flows == {}
    assert report.before.cards == report.before.possessions == {}


# --- removing and inserting


def test_a_forgotten_knight_is_put_in_its_place() -> None:
    table = late_ship()
    table.session.correct(insert(EntryId(1), RecruitKnight(ANNA)))
    assert len(table.knights("anna")) == 1
    new = table.session.standing[1]
    assert (new.entry, new.corrected_by, new.command) == (6, 6, RecruitKnight(ANNA))
    table.session.correct(remove(new.entry))
    assert table.knights("anna") == {}
    table.session.undo()
    assert len(table.knights("anna")) == 1


def test_an_entry_before_all_others() -> None:
    table = late_ship()
    table.session.correct(insert(EntryId(0), AdjustPoints(ANNA, CARLA, 2)))
    assert table.points("carla") == 5
    assert [entry.entry for entry in table.session.standing] == [6, 1, 2, 3, 4, 5]


def test_the_entries_of_a_later_turn_keep_their_numbers_and_order() -> None:
    table = late_ship()
    table.session.correct(remove(EntryId(4)).answered({EntryId(5): REMOVE}))
    assert [entry.entry for entry in table.session.standing] == [1, 2, 3]
    assert table.session.submit(RecruitKnight(BEN)) is not None
    assert number(table) == 7, "numbers are never used twice"


def test_a_game_that_would_not_have_been_won_goes_on() -> None:
    table = evening().given_level("anna", Track.TRADE, 3).given_points("anna", 11).rolled()
    table.enter(Improve(ANNA, Track.TRADE, 4))
    report = table.session.preview(remove(number(table)))
    assert (report.before.winner, report.after.winner) == (ANNA, None)
    assert any(isinstance(event, GameWon) for event in report.consequences[0].gone)
    table.session.correct(report)
    table.enter(EndTurn(ANNA))


# --- the record only


def test_only_the_record_is_corrected() -> None:
    table = built()
    before = table.state
    wrong = dice("anna", 5, 6, None)
    entry = table.session.correct(change(EntryId(1), wrong, record_only=True))
    assert entry.correction == (Recorded(EntryId(1), wrong),)
    assert table.state == before
    roll = table.session.standing[0]
    assert (roll.command, roll.happened, roll.corrected_by) == (wrong, (dice("anna", 4, 6, None),), 5)
    assert roll.meant_by == dice("anna", 4, 6, None)


def test_what_was_kept_stays_when_something_earlier_is_corrected() -> None:
    """The record says an 11, but everybody took the cards of a 10; then a point is added before it."""
    table = built()
    table.session.correct(change(EntryId(1), dice("anna", 5, 6, None), record_only=True))
    table.session.correct(insert(EntryId(0), AdjustPoints(ANNA, BEN, 1)))
    assert table.session.standing[1].command == dice("anna", 5, 6, None)
    assert table.cities("anna") == (corner("4N"),)
    table.session.correct(change(EntryId(1), dice("anna", 4, 6, None), record_only=True))
    assert table.session.standing[1].happened is None, "the record says what happened again"


def test_a_recorded_entry_can_be_recalculated_after_all() -> None:
    table = built()
    wrong = dice("anna", 5, 6, None)
    table.session.correct(change(EntryId(1), wrong, record_only=True))
    report = table.session.preview(change(EntryId(1), wrong))
    assert report.flows["anna"]["ore"] == -1
    table.session.correct(report.wish.answered({EntryId(2): REMOVE}))
    assert table.session.standing[0].happened is None


def test_an_entry_is_struck_from_the_record_or_only_noted_in_it() -> None:
    table = built()
    before = table.state
    table.session.correct(remove(EntryId(2), record_only=True))
    table.session.correct(insert(EntryId(2), ON_PAPER, record_only=True))
    assert table.state == before
    struck, noted = table.session.standing[1:3]
    assert (struck.command, struck.meant_by) == (None, BuildCity(ANNA, corner("4N")))
    assert (noted.command, noted.meant_by, noted.events) == (ON_PAPER, None, ())
    table.session.correct(remove(noted.entry, record_only=True))
    assert noted.entry not in [entry.entry for entry in table.session.standing]
    assert Timeline(table.session.states[0], table.session.entries).states == table.session.states


def test_the_record_cannot_say_what_never_could_be() -> None:
    table = built()
    for wish in (
        change(EntryId(2), BuildCity(PlayerId("otto"), corner("4N")), record_only=True),
        change(EntryId(2), BuildCity(ANNA, corner("0N")), record_only=True),
    ):
        report = table.session.preview(wish)
        assert [found.keepable for found in report.unsettled] == [False]
        with pytest.raises(CorrectionError):
            table.session.correct(wish)
    assert len(table.session.entries) == 4


# --- B-56: what becomes known later


def test_b_56_a_stolen_card_that_becomes_known_changes_the_theft() -> None:
    table = island(
        pieces="ben: settlement 4N", hands={"ben": "1 ore 1 wool"}, rolled=False, names="anna ben carla"
    )
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    theft = number(table)
    table.enter(EndTurn(ANNA))
    assert table.cards("anna") == "1 ?"
    known = replace(table.session.standing[1].command, card="ore")  # type: ignore[type-var]
    report = table.session.preview(change(theft, known))
    assert (report.before.hands[ANNA]["ore"], report.after.hands[ANNA]["ore"]) == ((0, 1), (1, 1))
    table.session.correct(report)
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 wool")


def test_b_56_a_card_that_the_victim_could_not_have_is_in_conflict() -> None:
    table = island(pieces="ben: settlement 4N", hands={"ben": "2 wool"}, rolled=False, names="anna ben carla")
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    theft = number(table)
    report = table.session.preview(change(theft, MoveRobber(ANNA, HexId(4), BEN, "ore")))
    assert rules(report) == {int(theft): {"B-31"}}


def test_b_56_a_theft_that_is_known_excludes_what_was_paid_with_the_card() -> None:
    """Ben paid with the ore that Anna says to have stolen."""
    table = island(
        pieces="ben: settlement 4N, roads 4NE",
        hands={"ben": "1 ore 1 wool 1 grain", "carla": "1 wool"},
        rolled=False,
        names="anna ben carla",
    )
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    theft = number(table)
    table.enter(EndTurn(ANNA))
    table.roll("ben", 1, 1)
    table.enter(TradeWithPlayer(BEN, CARLA, {"ore": 1}, {"wool": 1}))
    report = table.session.preview(change(theft, MoveRobber(ANNA, HexId(4), BEN, "ore")))
    (conflict,) = report.unsettled
    assert (conflict.entry, conflict.violations[0].key) == (number(table), "cards.none")


# --- wishes that nobody can fulfil


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        (change(EntryId(99), EndTurn(ANNA)), "missing"),
        (remove(EntryId(0)), "missing"),
        (insert(EntryId(99), EndTurn(ANNA)), "missing"),
        (Wish(WishKind.CHANGE, EntryId(1)), "command"),
        (Wish(WishKind.REMOVE, EntryId(1), EndTurn(ANNA)), "command"),
        (change(EntryId(3), EndTurn(ANNA)), "nothing"),
        (change(EntryId(3), EndTurn(PlayerId("otto"))), "impossible"),
    ],
)
def test_a_wish_that_makes_no_sense_changes_nothing(wish: Wish, key: str) -> None:
    table = built()
    before = table.session.entries, table.state
    with pytest.raises(CorrectionError, match=rf"correction\.{key}: entry"):
        table.session.correct(wish)
    assert (table.session.entries, table.state) == before


def test_an_entry_that_was_undone_cannot_be_corrected() -> None:
    table = built()
    table.session.undo()
    with pytest.raises(CorrectionError, match=r"correction\.missing: entry 4"):
        table.session.preview(remove(EntryId(4)))


def test_a_report_that_is_late_is_made_again() -> None:
    table = built()
    report = table.session.preview(insert(EntryId(0), AdjustPoints(ANNA, BEN, 1)))
    assert isinstance(table.session.submit(AdjustPoints(ANNA, ANNA, 1)), Accepted)
    entry = table.session.correct(report)
    assert entry.entry == 6
    assert table.points("anna") - table.points("carla") == 3


# --- the fold


A, B, C = (AdjustPoints(ANNA, BEN, amount) for amount in (1, 2, 3))


def do(entry: int) -> Entry:
    return Entry(EntryId(entry), replace(A, amount=entry))


def corrects(entry: int, *changes: Change) -> Entry:
    return Entry(EntryId(entry), correction=changes)


def undo(entry: int, of: int) -> Entry:
    return Entry(EntryId(entry), undo=EntryId(of))


def stands(*entries: Entry) -> list[tuple[int, int | None]]:
    """Which entries stand, and the amount that each says."""
    return [
        (int(entry.entry), entry.command.amount if isinstance(entry.command, AdjustPoints) else None)
        for entry in effective(entries)[0]
    ]


def test_a_correction_is_one_action_of_the_log() -> None:
    changes = (Changed(EntryId(1), C), Removed(EntryId(2)), Inserted(EntryId(3), B))
    log = [do(1), do(2), do(3), corrects(4, *changes)]
    assert stands(*log) == [(1, 3), (3, 3), (4, 2)]
    assert stands(*log, do(5), Entry(EntryId(6), undo=EntryId(5))) == [(1, 3), (3, 3), (4, 2)]
    back = Entry(EntryId(5), undo=EntryId(4))
    assert stands(*log, back) == [(1, 1), (2, 2), (3, 3)]
    assert stands(*log, back, Entry(EntryId(6), redo=EntryId(4))) == [(1, 3), (3, 3), (4, 2)]
    assert stands(*log, back, Entry(EntryId(6), undo=EntryId(3))) == [(1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("entries", "fault", "other"),
    [
        ([do(1), corrects(2, Removed(EntryId(3)))], Fault.MISSING, 3),
        ([do(1), corrects(2, Removed(EntryId(0)))], Fault.MISSING, 0),
        ([do(1), corrects(2, Inserted(EntryId(2), A))], Fault.MISSING, 2),
        ([do(1), corrects(2, Removed(EntryId(1))), corrects(3, Removed(EntryId(1)))], Fault.MISSING, 1),
        ([do(1), corrects(2, Removed(EntryId(1)), Restated(EntryId(1)))], Fault.TWICE, 1),
        ([do(1), corrects(2, Inserted(EntryId(1), A), Inserted(EntryId(0), A))], Fault.TWICE, 2),
        ([do(1), corrects(2)], Fault.EMPTY, None),
        (
            [
                do(1),
                corrects(2, Inserted(EntryId(1), A)),
                Entry(EntryId(3), undo=EntryId(2)),
                corrects(4, Removed(EntryId(2))),
            ],
            Fault.MISSING,
            2,
        ),
        ([do(1), corrects(2, Removed(EntryId(1))), undo(3, 1)], Fault.UNDO, 1),
    ],
)
def test_a_correction_that_contradicts_the_log_is_refused(
    entries: list[Entry], fault: Fault, other: int | None
) -> None:
    fold = Fold(entries[:-1])
    before = list(fold.standing), list(fold.actions), list(fold.undone)
    with pytest.raises(LogError) as raised:
        fold.take(entries[-1])
    assert (raised.value.fault, raised.value.other) == (fault, other)
    assert (fold.standing, fold.actions, fold.undone) == before


def test_the_preview_of_a_long_game_is_quick_and_in_slices() -> None:
    """How quick is measured by tests.engine_benchmark; here, that no slice is long."""
    print("seed 7")
    game = Simulation(header(("base", "cities_knights"), 4, 7), random.Random(7), checked=False)
    while len(game.entries) < 120:
        game.step()
    session = GameSession(game.header, Nowhere(), tuple(game.entries))
    told = list(session.preview_steps(insert(EntryId(0), AdjustPoints(PlayerId("anna"), PlayerId("ben"), 1))))
    assert told == list(range(SLICE, 121, SLICE))
