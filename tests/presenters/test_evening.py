"""The pages of an evening as values, for games as they are and as they had better not be."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import pytest

from companion.app import bgstats
from companion.app.session import GameSession, Nowhere
from companion.app.storage import GameRecord
from companion.engine.command import Command
from companion.engine.core import AdjustPoints, ChangeLevel, DeclareWinner, PlayOn
from companion.engine.ids import EntryId
from companion.engine.level import Level
from companion.history.correction import remove
from companion.history.log import Header
from companion.history.summary import summarise
from companion.presenters import home, replay, sharing
from companion.presenters.evening import EveningView, evening
from companion.presenters.evening_pages import Curves, Dice, Honours, Listing, Nothing, Numbers, Page, Places
from companion.presenters.live import LivePlay
from companion.presenters.route import wanted
from companion.presenters.share_card import card
from companion.rules.base.turn import RollDice
from tests.kit import tables
from tests.kit.each import each
from tests.kit.players import PEOPLE
from tests.kit.tables import ANNA, BEN
from tests.scenes.evening_stages import recorded, standing_still

P = TypeVar("P", bound=Page)


def pages(view: EveningView, kind: type[P]) -> tuple[P, ...]:
    return tuple(page for page in view.pages if isinstance(page, kind))


def test_a_whole_evening_has_all_its_pages() -> None:
    """At L2: places, curve, sources of points, dice, attacks, luck and awards, each as the table knows it."""
    session = standing_still("evening_l2")
    view = evening(session)
    (places,) = pages(view, Places)
    assert [(place.rank, place.person.name, place.points) for place in places.places] == [
        (1, "Ben", 13),
        (2, "David", 12),
        (3, "Carla", 8),
        (4, "Anna", 5),
    ]
    (curves,) = pages(view, Curves)
    assert {curve.person.name: curve.points for curve in curves.curves}["Ben"] == 13
    assert all(0 <= at <= 1 for curve in curves.curves for at, _points in curve.steps)
    assert curves.moments[0].words == "Turn 26: Longest Road +2"
    (dice,) = pages(view, Dice)
    assert sum(number.count for number in dice.numbers) == 82
    assert dice.verdict == "In 82 rolls 7 came 7 times. On 1 evening in 3 some number is as far off."
    titles = [page.title for page in pages(view, Numbers)]
    assert titles[:4] == ["What made the points", "What made the points", "Barbarian attacks", "Luck"]
    luck = {
        row.label: row.values for page in pages(view, Numbers) if page.title == "Luck" for row in page.rows
    }
    assert luck["Cards from rolls"] == ("64", "59", "82", "66")
    assert luck["Robbed by others"] == ("1", "2", "0", "0")
    said = {
        honour.words: [person.name for person in honour.people]
        for page in pages(view, Honours)
        for honour in page.honours
    }
    assert said["Defended most"] == ["Carla"] and said["Luckiest with the dice"] == ["Anna"]


@each(["evening_4p", "evening_l0", "evening_l2", "evening_l3"])
def test_the_sources_of_points_add_up_to_them(name: str) -> None:
    session = standing_still(name)
    rows = [row for page in pages(evening(session), Numbers) for row in page.rows if "points" in page.title]
    summed = [sum(int(row.values[seat]) for row in rows) for seat in range(4)]
    table = session.table
    points = [table.points(player) for player in table.core.ids] if table.ruleset.scored else [0] * 4
    assert summed == points


@each(list(Level))
def test_a_game_of_no_entries_has_a_page(level: Level) -> None:
    view = evening(tables.evening(level=level).session)
    assert len(view.pages) == 1 and isinstance(view.pages[0], Nothing)
    assert not view.over


@each(list(Level))
def test_a_game_that_is_won_at_once_names_its_winner(level: Level) -> None:
    session = tables.evening(level=level).session
    session.submit(DeclareWinner(BEN), overrule=True)
    view = evening(session)
    (places,) = pages(view, Places)
    assert places.title == "Ben has won" and places.places[0].person.name == "Ben"
    assert view.over and view.play_on is not None


def test_a_winner_whom_no_font_can_name_is_called_by_the_colour() -> None:
    anna = msgspec.structs.replace(PEOPLE[0], name="🎲 ⚓", colour="red")
    session = GameSession(Header("game", (anna, *PEOPLE[1:]), tables.CITIES_KNIGHTS), Nowhere())
    session.submit(DeclareWinner(anna.id), overrule=True)
    (places,) = pages(evening(session), Places)
    assert places.title == "Red has won" and places.places[0].person.name == "🎲 ⚓"
    kept = GameRecord(session.header, EntryId(1), summarise(session.table, EntryId(1)))
    assert home.game_view(kept).standing == "Red has won"


def test_one_roll_is_not_called_odd() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    (dice,) = pages(evening(session), Dice)
    assert dice.verdict == "1 roll, and each number came about as often as dice would have it."


def test_who_has_as_many_points_shares_a_place_but_not_the_winners() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(DeclareWinner(BEN), overrule=True)
    (places,) = pages(evening(session), Places)
    assert [place.rank for place in places.places][:3] == [1, 2, 2]


def test_levels_changed_in_the_middle_show_what_was_known() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(AdjustPoints(ANNA, ANNA, 2), overrule=True)
    session.submit(AdjustPoints(BEN, BEN, 1), overrule=True)
    known = evening(session)
    session.submit(ChangeLevel(ANNA, Level.L0), overrule=True)
    below = evening(session)
    assert pages(known, Places) and not pages(below, Places)
    assert pages(below, Curves)[0].curves[0].points == pages(known, Curves)[0].curves[0].points
    session.submit(ChangeLevel(ANNA, Level.L1), overrule=True)
    assert pages(evening(session), Places)


def test_a_corrected_past_is_another_evening() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(AdjustPoints(ANNA, ANNA, 2), overrule=True)
    given = session.standing[-1].entry
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    before = pages(evening(session), Places)[0].places[0].points
    session.correct(remove(given))
    after = pages(evening(session), Places)[0].places[0].points
    assert before is not None and after == before - 2


@each(["L0", "L1"])
def test_play_leads_to_the_result_and_back(level: str) -> None:
    session = tables.evening(level=Level(level)).session
    play = LivePlay(session)
    assert wanted(play, "table", at_board=False) == "table" and not play.bar().over
    session.submit(DeclareWinner(BEN), overrule=True)
    assert wanted(play, "table", at_board=False) == "evening" and play.bar().over
    session.undo()
    assert wanted(play, "evening", at_board=False) == "table"
    session.redo()
    session.submit(PlayOn(BEN))
    assert wanted(play, "evening", at_board=False) == "table" and not play.bar().over


def test_nothing_is_honoured_that_all_did_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(DeclareWinner(BEN), overrule=True)
    assert not pages(evening(session), Honours)


def rows(view: EveningView, title: str) -> dict[str, tuple[str, ...]]:
    """The lines of the pages of that title."""
    found: dict[str, tuple[str, ...]] = {}
    for page in view.pages:
        if isinstance(page, Numbers | Listing) and page.title == title:
            found |= {row.label: row.values for row in page.rows}
    return found


def test_pages_break_down_what_happened() -> None:
    """Of each player: by good and number, by partner, by card; and each attack by itself."""
    view = evening(standing_still("evening_l3"))
    luck = rows(view, "Luck")["Cards from rolls"]
    for title in ("Cards from rolls by kind", "Cards from rolls by number"):
        pairs = rows(view, title).values()
        received = [sum(int(values[seat].split(" / ")[0]) for values in pairs) for seat in range(4)]
        assert received == [int(count) for count in luck], title
    traded = rows(view, "Who traded with whom")
    assert traded["Anna"][3] == traded["David"][0] == "10"
    assert rows(view, "Trades and cards given back")["Trades with others"] == ("20", "16", "12", "18")
    attacks = rows(view, "Attack by attack")
    assert attacks["Turn 77: 4 : 6, beaten off"] == ("2", "2", "1", "1")
    assert list(rows(view, "Who robbed whom")) == ["Anna", "Ben", "Carla", "David"]
    lost = rows(evening(standing_still("evening_l2")), "Attack by attack")
    assert lost["Turn 17: 7 : 2, lost"] == ("0†", "1", "0", "1")


def test_the_event_die_is_beside_what_was_to_be_expected() -> None:
    faces = rows(evening(standing_still("evening_l3")), "Event die")
    assert faces["Ship"] == ("20", "24.5", "18–32")
    assert sum(int(values[0]) for values in faces.values()) == 98


def test_what_if_is_told_after_the_game_alone() -> None:
    """A seven after one roll in six; the ship's seventh step in so many rolls or fewer."""
    session = recorded("evening_l3")
    told = [page.title for page in evening(session).pages]
    assert "What if: the attacks" in told and "What if: the sevens" in told
    view = evening(session)
    assert rows(view, "What if: the sevens")["Turn 44"] == ("1", "17 %")
    attacks = rows(view, "What if: the attacks")
    assert list(attacks) == ["Turn 26", "Turn 77"]
    session.undo()
    assert session.state.core.winner is None
    assert not [page.title for page in evening(session).pages if "What if" in page.title]


def test_turns_have_lengths_where_a_clock_told() -> None:
    now = iter(range(0, 10_000_000, 90_000))
    table = tables.evening(level=Level.L1)
    session = GameSession(table.session.header, Nowhere(), (), lambda: 1_767_264_000_000 + next(now))
    for who in (ANNA, BEN, ANNA):
        session.submit(RollDice(who, {"red": 3, "white": 5, "event": "trade"}), overrule=True)
    lengths = rows(evening(session), "Length of turns")
    assert lengths["In all"][1] == "1:30" and lengths["The longest"][1] == "1:30"
    assert not rows(evening(standing_still("evening_l2")), "Length of turns")


@each(["barbarian_attack", "caravans", "rivers", "traders_barbarians"])
def test_scenarios_show_what_is_theirs(name: str) -> None:
    view = evening(recorded(f"evening_{name}"))
    shown = {row.label for page in view.pages if isinstance(page, Numbers) for row in page.rows}
    wanted = {
        "barbarian_attack": {"Prisoners taken"},
        "caravans": {"Camels placed", "Votes won"},
        "rivers": {"Bridge", "Wealthiest settler"},
        "traders_barbarians": {"Deliveries"},
    }[name]
    assert wanted <= shown, shown


@each([*Level])
def test_every_page_of_a_game_of_one_entry_can_be_made(level: Level) -> None:
    session = tables.evening(level=level).session
    dice = {"event": "trade"} if level is Level.L0 else {"red": 3, "white": 5, "event": "trade"}
    session.submit(RollDice(ANNA, dice), overrule=True)
    view = evening(session)
    assert view.pages and not view.over
    session.submit(DeclareWinner(BEN), overrule=True)
    assert evening(session).over
    session.submit(ChangeLevel(BEN, Level.L1 if level is Level.L0 else Level.L0), overrule=True)
    assert evening(session).pages


@each([*Level])
def test_what_is_handed_on_and_replayed_makes_sense_of_hardly_any_game(level: Level) -> None:
    """Of no entries, of one, won at once, with the level changed in the middle, and never won."""
    session = tables.evening(level=level).session
    dice = {"event": "trade"} if level is Level.L0 else {"red": 3, "white": 5, "event": "trade"}
    other = Level.L1 if level is Level.L0 else Level.L0
    doings: list[Command | None] = [
        None,
        RollDice(ANNA, dice),
        ChangeLevel(ANNA, other),
        DeclareWinner(BEN),
        PlayOn(BEN),
    ]
    for doing in doings:
        if doing is not None:
            session.submit(doing, overrule=True)  # at L2 and L3 there is a board to be laid before a roll
        count, won = len(session.standing), session.state.core.winner is not None
        drawn = card(session)
        assert len(drawn.places) == 4 and drawn.title
        assert [place.winner for place in drawn.places].count(True) == won
        table = sharing.files(session)
        assert len(next(data for name, data in table.items() if name.endswith(".csv")).splitlines()) == 5
        assert len(bgstats.link(sharing.played(session))) < 900
        shown = [replay.step(session, number) for number in range(count + 1)]
        assert [one.number for one in shown] == list(range(count + 1)) and shown[0].words == "The start"


def test_a_corrected_past_is_replayed_as_it_was_meant() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    session.submit(AdjustPoints(ANNA, ANNA, 2), overrule=True)
    given = session.standing[-1].entry
    session.submit(RollDice(BEN, {"red": 1, "white": 1, "event": "ship"}), overrule=True)
    session.correct(remove(given))
    assert [replay.step(session, number).players[0].points for number in range(3)] == [
        replay.step(session, 0).players[0].points
    ] * 3
