"""The player sheet by touch: ladders, pieces, knights, cards with their short questions, points, road."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.i18n import LANGUAGES, set_language
from companion.app.roster import Person
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted
from companion.presenters import sheet
from companion.presenters.deeds import ChoiceView, ask
from companion.presenters.live import LivePlay
from companion.presenters.new_game import NewGame
from companion.rules.base.building import BuildCity
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import held
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.queries import knights, level, state_of, walls
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from kivy_ui.widgets.player_sheet import CardCell, StepCell
from tests.kit.household import Household, household
from tests.scenes import stages

ANNA, BEN, CARLA = PlayerId("anna"), PlayerId("ben"), PlayerId("carla")
TABLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        home.app.context.begin(TABLE)
        enter(home, RollDice(ANNA, {"white": 6, "red": 6, "event": "ship"}))
        home.driver.taps = 0
        yield home


def enter(house: Household, *commands: Command) -> None:
    """What was entered before, one way or another."""
    for command in commands:
        assert isinstance(house.session.submit(command, overrule=True), Accepted)
    house.shell.refresh()
    house.driver.frames()


def draw(house: Household, who: PlayerId, track: Track, count: int = 1) -> None:
    """Let the player draw cards of a deck, and give the turn back to Anna."""
    if not level(house.session.table, who, track):
        enter(house, Improve(who, track, 1))
    for _card in range(count):
        enter(house, RollDice(who, {"white": 6, "red": 1, "event": track.value}))
    if who != ANNA:
        enter(house, RollDice(ANNA, {"white": 6, "red": 6, "event": "ship"}))


def open_sheet(house: Household, seat: int = 0, section: str = "build") -> None:
    house.shell.go("sheet", seat=seat, section=section)
    house.driver.frames()
    house.driver.taps = 0


def last(house: Household) -> Command:
    """The entry made last."""
    command: Command = house.session.standing[-1].command
    return command


# --- building -------------------------------------------------------------------------------------------


def test_from_the_table_to_the_sheet_and_back(house: Household) -> None:
    house.shell.go("table")
    house.driver.frames()
    house.tap("head_1", "do_sheet")
    assert house.shell.screen_name == "sheet" and house.shell.screen.view.person.name == "Ben"
    house.tap("next_player")
    assert house.shell.screen.view.person.name == "Carla"
    house.tap("next_player")
    assert house.shell.screen.view.person.name == "Anna"
    house.tap("table")
    assert house.shell.screen_name == "table"


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_ladders_pieces_and_recruits_are_one_tap_each(house: Household, size: tuple[int, int]) -> None:
    house.start(size)
    house.tap("resume")
    open_sheet(house)
    house.tap("step_science_1", "step_science_2", "build_settlement", "build_city", "build_wall")
    table = house.session.table
    assert level(table, ANNA, Track.SCIENCE) == 2 and len(walls(table, ANNA)) == 1
    assert house.driver.taps == 5
    assert [(count.piece, count.used) for count in house.shell.screen.view.counts] == [
        ("settlement", 1),
        ("city", 2),
        ("wall", 1),
    ]
    house.tap("section_knights", "recruit", "recruit")
    assert len(knights(house.session.table, ANNA)) == 2


def test_a_step_too_far_is_refused_with_reasons_and_can_be_allowed(house: Household) -> None:
    open_sheet(house)
    entries = len(house.session.entries)
    house.tap("step_trade_3")
    assert house.driver.shows("warning_sheet") and len(house.session.entries) == entries
    assert "CK-80" in house.everything_said()
    house.tap("dont")
    assert not house.driver.shows("warning_sheet")
    house.tap("step_trade_3", "allow")
    assert level(house.session.table, ANNA, Track.TRADE) == 3
    assert house.session.standing[-1].overruled, "kept as a house ruling"


def test_what_the_third_level_gives_is_told(house: Household) -> None:
    open_sheet(house)
    house.tap("abilities")
    told = house.everything_said().replace("\n", " ")
    assert "Aqueduct" in told and "mighty" in told
    house.tap("close")
    enter(house, Improve(ANNA, Track.POLITICS, 3))
    house.tap("step_politics_3")
    assert "mighty" in house.everything_said() and len(house.session.standing) == 2, (
        "reached steps only explain"
    )


def test_the_metropolis_is_shown_where_it_is_owned(house: Household) -> None:
    enter(house, Improve(ANNA, Track.TRADE, 4), Improve(BEN, Track.SCIENCE, 3))
    view = sheet.sheet(house.session, 0)
    assert [step.metropolis for step in view.ladders[0]] == [False, False, False, True, False]
    assert not any(step.metropolis for step in sheet.sheet(house.session, 1).ladders[0])


def test_which_city_is_asked_only_when_it_makes_a_difference(house: Household) -> None:
    enter(house, BuildCity(ANNA))
    open_sheet(house)
    house.tap("build_wall")
    assert len(walls(house.session.table, ANNA)) == 1, "two plain cities are alike"
    house.tap("undo")
    enter(house, Improve(ANNA, Track.TRADE, 4))
    house.tap("build_wall")
    assert "Which city?" in house.everything_said()
    assert [button.label for button in house.shell.sheets.shown.buttons] == [
        "City without a wall",
        "Metropolis",
    ]
    house.tap("answer_city_1")
    site = walls(house.session.table, ANNA)
    assert site == (state_of(house.session.table).metropolises[Track.TRADE],)


# --- knights --------------------------------------------------------------------------------------------


def test_knights_one_by_one(house: Household) -> None:
    enter(house, RecruitKnight(ANNA), RecruitKnight(ANNA))
    open_sheet(house, section="knights")
    house.tap("figure_1", "knight_promote")
    view = house.shell.screen.view
    assert sorted(knight.strength for knight in view.figures[0].figures) == [1, 2]
    house.tap("figure_0", "knight_activate")
    assert [knight.active for knight in house.shell.screen.view.figures[0].figures] == [True, False]
    assert house.shell.screen.view.figures[0].figures[0].strength == 2, "the strongest stands first"
    enter(
        house,
        RollDice(BEN, {"white": 1, "red": 1, "event": "ship"}),
        RollDice(CARLA, {"white": 1, "red": 1, "event": "ship"}),
        RollDice(ANNA, {"white": 1, "red": 1, "event": "ship"}),
    )
    house.tap("knight_move")
    assert not house.shell.screen.view.figures[0].figures[0].active
    assert house.shell.screen.view.figures[0].figures[0].note == "has acted this turn"


def test_activate_all_is_one_tap(house: Household) -> None:
    enter(house, RecruitKnight(ANNA))
    open_sheet(house, section="knights")
    assert not house.driver.shows("activate_all")
    house.tap("recruit", "activate_all")
    assert all(knight.active for knight in knights(house.session.table, ANNA).values())


def test_displacing_asks_which_knight_gives_way_and_where_it_goes(house: Household) -> None:
    enter(house, RecruitKnight(ANNA), RecruitKnight(BEN))
    mine = next(iter(knights(house.session.table, ANNA)))
    enter(
        house,
        ActivateKnights(ANNA, (mine,)),
        RollDice(BEN, {"white": 1, "red": 1, "event": "ship"}),
        RecruitKnight(CARLA),
        RollDice(ANNA, {"white": 1, "red": 1, "event": "ship"}),
    )
    open_sheet(house, section="knights")
    house.tap("knight_displace")
    assert house.driver.shows("choice_sheet")
    assert "Which knight is displaced?" in house.everything_said()
    house.tap("answer_victim_1", "answer_removed_True")
    assert house.driver.shows("warning_sheet"), "it is not weaker"
    house.tap("allow")
    assert not knights(house.session.table, CARLA)


def test_alike_knights_are_one_answer(house: Household) -> None:
    enter(house, RecruitKnight(BEN), RecruitKnight(BEN), RecruitKnight(CARLA))
    draw(house, ANNA, Track.POLITICS)
    card = next(card for card in sheet.sheet(house.session, 0).decks[1].cards if card.name == "intrigue")
    asked = ask(house.session.table, card.deed.commands)
    assert isinstance(asked, ChoiceView) and len(asked.answers) == 2


# --- cards ----------------------------------------------------------------------------------------------


def test_a_simple_card_is_three_taps_from_the_table(house: Household) -> None:
    draw(house, ANNA, Track.SCIENCE)
    house.shell.go("table")
    house.driver.frames()
    house.driver.taps = 0
    house.tap("head_0", "do_cards", "card_mining")
    assert house.driver.taps == 3
    assert last(house).card == "mining"  # type: ignore[attr-defined]


def test_only_cards_that_can_be_in_the_hand_are_lit(house: Household) -> None:
    draw(house, ANNA, Track.SCIENCE)
    view = sheet.sheet(house.session, 0)
    trade, _politics, science = view.decks
    assert not any(card.deed.lit or card.possible for card in trade.cards)
    assert science.count == 1 and all(card.possible for card in science.cards)
    copies = {card.name: card.copies for card in science.cards}
    assert (copies["alchemist"], copies["printer"]) == (2, 1)
    open_sheet(house, section="science")
    house.tap("card_crane")
    after = {card.name: (card.copies, card.possible) for card in house.shell.screen.view.decks[2].cards}
    assert after["crane"] == (1, False) and after["mining"] == (2, False), (
        "one is under the deck, the hand is empty"
    )


def test_an_impossible_card_says_why(house: Household) -> None:
    open_sheet(house, section="trade")
    house.tap("card_merchant")
    assert "no face-down card of that colour" in house.everything_said().replace("\n", " ")
    house.tap("allow")
    assert state_of(house.session.table).merchant == ANNA, "the table may know better"


@pytest.mark.parametrize(
    "name", ["spy", "deserter", "intrigue", "smith", "master_merchant", "alchemist", "wedding"]
)
def test_a_card_without_any_way_to_play_it_is_refused_not_broken(house: Household, name: str) -> None:
    open_sheet(house, section=CARDS[name].track.value)
    house.tap(f"card_{name}")
    while house.driver.shows("choice_sheet"):
        house.tap(house.shell.sheets.shown.buttons[0].name)
    assert house.driver.shows("warning_sheet")
    house.tap("dont")


def test_the_spy_asks_whom_and_which_colour(house: Household) -> None:
    draw(house, BEN, Track.TRADE)
    draw(house, BEN, Track.SCIENCE)
    draw(house, CARLA, Track.SCIENCE)
    draw(house, ANNA, Track.POLITICS)
    open_sheet(house, section="politics")
    house.tap("card_spy", "answer_victim_1", "answer_trade")
    assert (
        held(house.session.table, ANNA, Track.TRADE) == 1 and held(house.session.table, BEN, Track.TRADE) == 0
    )
    assert house.driver.taps == 3


def test_the_deserter_asks_whom_which_knight_and_what_comes(house: Household) -> None:
    enter(house, RecruitKnight(BEN), RecruitKnight(CARLA))
    draw(house, ANNA, Track.POLITICS)
    open_sheet(house, section="politics")
    house.tap("card_deserter", "answer_victim_2", "answer_placed_1")
    assert not knights(house.session.table, CARLA) and len(knights(house.session.table, ANNA)) == 1


def test_the_smith_asks_which_knights(house: Household) -> None:
    enter(house, RecruitKnight(ANNA), RecruitKnight(ANNA))
    draw(house, ANNA, Track.SCIENCE)
    open_sheet(house, section="science")
    house.tap("card_smith", "answer_knights_1")
    assert sorted(knight.strength for knight in knights(house.session.table, ANNA).values()) == [2, 2]


def test_the_alchemist_names_the_dice_before_the_roll(house: Household) -> None:
    draw(house, BEN, Track.SCIENCE)
    open_sheet(house, seat=1, section="science")
    house.tap("card_alchemist", "answer_white_5", "answer_red_2")
    assert state_of(house.session.table).named_dice == (5, 2)
    assert house.session.state.core.on_turn == BEN


def test_printer_is_laid_open_and_a_fifth_card_put_back(house: Household) -> None:
    draw(house, BEN, Track.SCIENCE, 1)
    draw(house, BEN, Track.SCIENCE, 1)
    open_sheet(house, seat=1, section="science")
    assert not house.driver.shows("put_back")
    house.tap("card_printer")
    assert state_of(house.session.table).laid_open == {"printer": BEN}
    assert "Printer" in house.everything_said()
    draw(house, BEN, Track.SCIENCE, 3)
    enter(house, RollDice(BEN, {"white": 6, "red": 1, "event": "science"}))
    open_sheet(house, seat=1, section="science")
    house.tap("put_back")
    assert held(house.session.table, BEN, Track.SCIENCE) == 4
    assert not house.driver.shows("put_back")


# --- points and road ------------------------------------------------------------------------------------


def test_points_with_all_sources_and_what_is_needed(house: Household) -> None:
    draw(house, ANNA, Track.TRADE)
    open_sheet(house, section="trade")
    house.tap("card_merchant", "section_points", "claim")
    view = house.shell.screen.view
    assert {source.source: source.points for source in view.sources} == {
        "buildings": 3,
        "longest_road": 2,
        "merchant": 1,
    }
    assert view.points == sum(source.points for source in view.sources) == 6
    said = house.said("point_list")
    assert "Merchant" in said and "6/13" in said and "7 points" in said


def test_the_tables_own_ruling_is_plus_and_minus(house: Household) -> None:
    open_sheet(house, section="points")
    house.tap("ruling_more", "ruling_more", "ruling_less", "ruling_less", "ruling_less")
    assert house.session.state.core.adjustments[ANNA] == -1
    assert house.shell.screen.view.points == 2


def test_holding_the_name_opens_the_points(house: Household) -> None:
    open_sheet(house)
    house.hold("next_player", "ruling")
    assert house.shell.screen.view.person.name == "Anna", "a hold is no tap"


def test_longest_road_is_claimed_with_its_length_and_cut(house: Household) -> None:
    open_sheet(house, section="points")
    house.tap("road_more", "road_more", "claim")
    base = house.session.table.slice(Base)
    assert (base.longest_road, base.road_length) == (ANNA, 7)
    open_sheet(house, seat=1, section="points")
    house.tap("road_less", "road_less", "road_less")
    assert not house.driver.find("road_less").enabled, "no road shorter than 5 counts"
    house.tap("claim")
    assert house.driver.shows("warning_sheet") and "at least 8" in house.everything_said().replace("\n", " ")
    house.tap("dont", "cut", "cut_1_more", "cut_1_more", "cut_0_more", "cut_done")
    base = house.session.table.slice(Base)
    assert (base.longest_road, base.road_length) == (BEN, 6)


def test_cutting_below_five_sets_the_card_aside(house: Household) -> None:
    open_sheet(house, section="points")
    house.tap("claim", "cut", "cut_0_more", "cut_0_less", "cut_done")
    assert house.session.table.slice(Base).longest_road is None
    assert not house.driver.find("cut").enabled


def test_a_wall_is_built_where_it_is_missing(house: Household) -> None:
    enter(house, BuildWall(ANNA))
    open_sheet(house)
    house.tap("build_wall")
    assert house.driver.shows("warning_sheet"), "every city has one"


def test_undo_is_in_its_corner(house: Household) -> None:
    open_sheet(house)
    house.tap("step_science_1", "undo")
    assert level(house.session.table, ANNA, Track.SCIENCE) == 0
    assert house.shell.screen_name == "sheet"
    assert house.shell.screen.view.ladders[2][0].state == "next"


def test_the_sheet_changes_its_language_where_it_stands(house: Household) -> None:
    open_sheet(house)
    assert "Market" in house.everything_said()
    house.app.context.change(with_language(house.app.context.settings, "de"))
    house.driver.frames()
    assert house.shell.screen_name == "sheet"
    assert "Market" not in house.everything_said() and "Rathaus" in house.everything_said()


def with_language(settings: Any, language: str) -> Any:
    from companion.presenters.settings import with_value

    return with_value(settings, "screen.language", language)


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
@pytest.mark.parametrize("scale", ["normal", "large", "largest"])
def test_names_of_improvements_and_cards_are_whole_in_every_language(
    ui: Any, size: tuple[int, int], scale: str
) -> None:
    context = stages.context()
    cut: list[str] = []
    for language in LANGUAGES:
        set_language(language)
        shell = ui.open(LivePlay(context.session), size, text_scale=scale)
        shell.context = context
        for section in ("build", "trade", "politics", "science"):
            shell.go("sheet", seat=1, section=section)
            ui.paint()
            cells = [widget for widget in shell.walk() if isinstance(widget, StepCell | CardCell)]
            assert cells
            cut += [f"{language}: {text.text}" for cell in cells for text in cell.texts if text.cut]
    assert not cut
