"""Screen 3, setting up the board, by touch: every way to lay one, its taps, and what is wrong with it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app import board_file
from companion.app.board_code import Recipe, code_of, made
from companion.app.roster import Person
from companion.engine.core import AdjustPoints
from companion.engine.ids import HexId
from companion.presenters import board_setup
from companion.presenters.board_view import Place
from companion.presenters.intents import Undo
from companion.presenters.new_game import NewGame
from companion.rules.base.board import Board
from companion.rules.base.board_making import beginners_board, islands, starts, variable_board
from companion.rules.base.slice import Base
from companion.rules.scenarios.fishermen.slice import Fishermen
from tests.kit.household import Household, household

FAMILY = (Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white"), Person("David", "orange"))
STANDARD = islands()["standard"]
ENGLISH = beginners_board("english", random.Random(0))
STANDARD_TIPS = ENGLISH.geometry.tips
STANDARD_PATH = ENGLISH.geometry.spiral(STANDARD_TIPS[0])
SIZES = [(800, 480), (480, 800), (720, 1280)]


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    seeds = iter(range(100, 10_000))
    monkeypatch.setattr("kivy_ui.screens.board_setup.secrets.randbelow", lambda _stop: next(seeds))
    with household(ui, tmp_path, monkeypatch) as home:
        yield home


def begin(house: Household, *modules: str, size: tuple[int, int] = (800, 480), level: str = "L2") -> None:
    """A game whose board is asked for."""
    house.start(size)
    house.app.context.begin(NewGame(FAMILY, level=level, modules=modules or ("base", "cities_knights")))
    house.driver.frames()
    house.driver.taps = 0
    assert house.shell.screen_name == "board_setup"


def laid(house: Household) -> Board | None:
    """The board of the game."""
    board: Board | None = house.session.state.slice(Base).board
    return board


def shown(house: Household) -> Board:
    """The board on the screen."""
    return board_setup.board(house.shell.screen.setup)


def touch(house: Household, sort: str, place: int | str) -> None:
    """A finger on a place of the picture."""
    house.driver.taps += 1
    house.driver.touch(*house.shell.screen.picture.spot(Place(sort, place)))  # type: ignore[arg-type]
    house.driver.frames(1)


def enter_terrain(house: Household, board: Board) -> None:
    """Tap the terrain of a board, as long as it is asked."""
    while house.shell.screen.setup.page == "terrain":
        hex = board_setup.asked(house.shell.screen.setup.hand.terrain)
        house.tap(f"terrain_{board.terrain[hex]}")


# --- few taps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_b_08_a_board_made_up_by_chance_is_laid_with_one_tap(house: Household, size: tuple[int, int]) -> None:
    begin(house, size=size)
    board = shown(house)
    house.tap("lay")
    assert house.driver.taps == 1
    assert laid(house) == board == made(Recipe(100), STANDARD)
    assert house.shell.screen_name == "board", "where the first pieces are placed"
    assert house.session.standing[0].overruled == ()


def test_b_08_another_board_and_other_options_take_a_tap_each(house: Household) -> None:
    begin(house)
    house.tap("another", "lay")
    assert house.driver.taps == 2
    assert laid(house) == made(Recipe(101), STANDARD)
    house.shell.do(Undo())
    assert house.shell.screen_name == "board_setup", "what is taken back is asked again"
    house.tap("options", "shuffled", "letters", "another", "lay")
    assert laid(house) == made(Recipe(102, shuffled=True, letters=True), STANDARD)


def test_b_08_the_beginners_board_takes_one_tap_and_more_where_its_harbours_are_not_known(
    house: Household,
) -> None:
    begin(house)
    house.tap("beginners")
    assert (house.driver.taps, laid(house)) == (1, ENGLISH)
    house.shell.do(Undo())
    house.driver.taps = 0
    house.tap("boards", "lay_book_kosmos")
    assert board_setup.missing(house.shell.screen.setup) == "Are the harbours right?"
    house.tap("lay")
    assert house.driver.taps == 3
    board = laid(house)
    kosmos = beginners_board("kosmos", random.Random(0))
    assert board is not None and (board.terrain, board.tokens) == (kosmos.terrain, kosmos.tokens)
    assert tuple(harbour.good for harbour in board.harbours) == STANDARD.harbours


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("clockwise", [False, True])
def test_b_08_terrain_letters_and_frame_take_22_taps_at_most(
    house: Household, size: tuple[int, int], clockwise: bool
) -> None:
    begin(house, size=size)
    board = variable_board(STANDARD, random.Random(4), start=STANDARD_TIPS[4], clockwise=clockwise)
    house.tap("by_hand")
    enter_terrain(house, board)
    assert house.shell.screen.setup.page == "letters"
    if clockwise:
        house.tap("way_clock")
    touch(house, "hex", STANDARD_TIPS[4])
    house.tap("lay")
    assert house.driver.taps <= 22
    assert laid(house) == board


def test_b_08_any_board_hex_by_hex_with_harbours_one_by_one(house: Household) -> None:
    begin(house)
    board = made(Recipe(9, apart=False, shuffled=True), STANDARD)
    house.tap("by_hand")
    enter_terrain(house, board)
    house.tap("one_by_one")
    while house.shell.screen.setup.page == "numbers":
        hex = board_setup.asked(board_setup.numbers(house.shell.screen.setup.hand))
        house.tap(f"number_{board.tokens[hex]}")
    house.tap("one_by_one")
    goods = {harbour.edge: harbour.good for harbour in board.harbours}
    while not board_setup.ready(house.shell.screen.setup):
        side = board_setup.asked(house.shell.screen.setup.hand.harbours)
        house.tap(f"good_{goods[side]}")
    assert house.driver.taps <= 1 + 18 + 1 + 17 + 1 + 8
    house.tap("lay")
    if house.driver.shows("allow"):
        house.tap("allow")
    found = laid(house)
    assert found is not None
    assert (found.terrain, found.tokens) == (board.terrain, board.tokens)
    assert set(found.harbours) == set(board.harbours)


def test_the_last_board_and_a_saved_one_take_two_taps(house: Household) -> None:
    begin(house)
    first = shown(house)
    house.tap("boards", "save", "key_done")
    assert house.shell.screen_name == "board_setup"
    house.tap("setup_back", "another")
    second = shown(house)
    assert second != first
    house.tap("lay")
    assert laid(house) == second
    begin(house)
    house.tap("boards", "lay")
    assert (house.driver.taps, laid(house)) == (2, second), "the last one is shown first"
    begin(house)
    house.tap("boards", "lay_saved_0")
    assert (house.driver.taps, laid(house)) == (2, first)


@pytest.mark.parametrize("size", SIZES)
def test_a_code_gives_its_board_again_on_another_evening(house: Household, size: tuple[int, int]) -> None:
    recipe = Recipe(4711, letters=True, shuffled=True)
    begin(house, size=size)
    house.tap("code", *(f"letter_{letter}" for letter in code_of(recipe) if letter != "-"))
    assert house.driver.find("code_done").enabled
    house.tap("code_done")
    assert house.said("setup_head") == code_of(recipe)
    house.tap("lay")
    assert laid(house) == made(recipe, STANDARD)


def test_a_slip_in_a_code_is_said_and_erased(house: Household) -> None:
    begin(house)
    house.tap("code", *(f"letter_{letter}" for letter in "AHEKLUWA"))
    assert "wrong" in house.said("setup_words") and not house.driver.find("code_done").enabled
    house.tap("setup_erase", "letter_U", "code_done")
    assert house.said("setup_head") == "AHEK-LUWU"


@pytest.mark.parametrize(("most", "by_hand"), [(25, False), (45, True)])
def test_from_the_first_screen_to_the_first_roll(house: Household, most: int, by_hand: bool) -> None:
    house.start()
    house.app.context.people = FAMILY
    house.tap("new_game", "person_0", "person_1", "person_2", "person_3", "level_L2", "start")
    if by_hand:
        board = variable_board(STANDARD, random.Random(4), start=STANDARD_TIPS[0])
        house.tap("by_hand")
        enter_terrain(house, board)
        touch(house, "hex", STANDARD_TIPS[0])
    house.tap("lay")
    assert laid(house) is not None
    while any(question.kind.startswith("start_") for question in house.session.state.core.pending):
        pieces = len(house.session.standing)
        picture = house.shell.screen.picture
        house.driver.wait(lambda picture=picture: picture.marks.lit and picture.seen == picture._goal)
        touch(house, *picture.marks.lit[0])
        assert len(house.session.standing) == pieces + 1, "a tap a piece"
    assert len(house.session.standing) == 17
    assert house.driver.taps <= most
    assert house.shell.screen_name == "table", "nothing more is to be placed"
    house.roll(2, 5, "ship")
    assert len(house.session.standing) == 18


# --- what is entered ------------------------------------------------------------------------------------


def test_a_slip_is_erased_and_a_hex_is_touched_to_enter_it_anew(house: Household) -> None:
    begin(house)
    house.tap("by_hand", "terrain_forest", "terrain_hills")
    house.tap("setup_erase")
    first, second = STANDARD_PATH[:2]
    assert shown(house).terrain[first] == "forest" and shown(house).terrain[second] == ""
    touch(house, "hex", first)
    house.tap("terrain_desert", "terrain_fields")
    assert (shown(house).terrain[first], shown(house).terrain[second]) == ("desert", "fields")
    house.tap("setup_erase", "setup_erase", "setup_erase")
    assert set(shown(house).terrain) == {""}
    house.tap("setup_erase")
    assert house.shell.screen.setup.page == "made"


def test_what_was_entered_is_still_there_after_a_look_elsewhere(house: Household) -> None:
    begin(house)
    house.tap("by_hand", "terrain_forest", "terrain_hills", "setup_back", "setup_back", "resume")
    assert house.shell.screen_name == "board_setup"
    house.tap("by_hand")
    assert len(house.shell.screen.setup.hand.terrain.entries) == 2
    begin(house)
    assert house.shell.screen.setup.hand.terrain.entries == (), "another game has another board"


@pytest.mark.parametrize("modules", [(), ("base", "fishermen")])
def test_b_08_whoever_takes_the_island_back_from_the_log_finds_the_way_to_the_set_up_again(
    house: Household, modules: tuple[str, ...]
) -> None:
    begin(house, *modules)
    house.tap("lay")
    house.driver.wait(lambda: house.session.standing)
    house.shell.go("log")
    house.tap("undo", "table", "waiting")
    assert house.shell.screen_name == "board_setup"
    house.tap("lay")
    house.driver.wait(lambda: house.session.standing)
    assert laid(house) is not None


def test_a_harbour_at_a_side_of_its_own(house: Household) -> None:
    begin(house)
    house.tap("boards", "lay_book_kosmos", "one_by_one")
    touch(house, "edge", "7NW")
    house.tap("good_wool", "setup_erase", "good_ore")
    assert {harbour.edge: harbour.good for harbour in shown(house).harbours} == {"7NW": "ore"}
    house.tap("setup_back", "frame")
    goods = [harbour.good for harbour in shown(house).harbours]
    assert len(goods) == 9 and goods != list(STANDARD.harbours)


def test_fi_02_the_lake_and_then_the_fishing_grounds(house: Household) -> None:
    begin(house, "base", "cities_knights", "fishermen")
    assert "lake" in shown(house).terrain
    house.tap("lay")
    assert house.shell.screen_name == "board_setup" and house.shell.screen.setup.page == "shore"
    house.tap("shore_10", "setup_erase", "shore_8", "shore_4", "shore_10")
    touch(house, "edge", "0NE")
    house.tap("shore_6", "shore_5")
    assert not house.driver.find("lay").enabled
    house.tap("shore_8")
    house.tap("lay")
    grounds = {ground.side: ground.number for ground in house.session.state.slice(Fishermen).grounds}
    assert list(grounds.values()) == [6, 4, 10, 5, 8, 9], "the last one is not asked"


# --- the scenarios --------------------------------------------------------------------------------------

SCENARIOS = {
    "rivers": (14, "RI-02", "hex at the sea"),
    "caravans": (21, "CV-01", "hills: 4 on the board, 3 in the box."),
    "barbarian_attack": (17, "BA-01", "mountains: 4 on the board, 3 in the box."),
    "traders_barbarians": (18, "TB-01", "corner hex"),
}
"""The most taps by hand, the rule of a board that is laid wrong, and what is said of it."""


def same(board: Board | None, other: Board) -> bool:
    """Whether all lies alike; a board that is laid knows its hubs, too."""
    return board is not None and replace(board, hubs=()) == replace(other, hubs=())


def lay_by_hand(house: Household, board: Board, start: HexId) -> None:
    """Enter it as it lies."""
    house.tap("by_hand")
    enter_terrain(house, board)
    if house.shell.screen.setup.page == "letters":
        touch(house, "hex", start)
    house.tap("lay")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_b_08_the_board_of_a_scenario_by_chance_and_by_hand(house: Household, scenario: str) -> None:
    begin(house, "base", scenario)
    assert not house.driver.find("beginners").enabled, "no book shows this island"
    island = house.shell.screen.setup.island
    by_chance = shown(house)
    house.tap("lay")
    assert house.driver.taps == 1 and same(laid(house), by_chance)
    assert house.session.standing[0].overruled == ()
    begin(house, "base", scenario)
    start = starts(island)[-1]
    other = variable_board(island, random.Random(9), start=start)
    lay_by_hand(house, other, start)
    assert same(laid(house), other) and not same(other, by_chance)
    assert house.session.standing[0].overruled == ()
    assert house.driver.taps <= SCENARIOS[scenario][0]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_b_08_the_board_of_a_scenario_laid_wrong_is_one_sentence_with_its_rule(
    house: Household, scenario: str
) -> None:
    """One hex of another terrain, or two number tokens that have changed places."""
    _taps, rule, said = SCENARIOS[scenario]
    begin(house, "base", scenario)
    island = house.shell.screen.setup.island
    start = starts(island)[0]
    right = variable_board(island, random.Random(3), start=start)
    if island.by_letters:
        house.tap("by_hand")
        enter_terrain(house, right)
        house.tap("one_by_one")
        one, other = right.tokens.index(3), right.tokens.index(4)
        while house.shell.screen.setup.page == "numbers":
            hex = board_setup.asked(board_setup.numbers(house.shell.screen.setup.hand))
            house.tap(f"number_{right.tokens[{one: other, other: one}.get(hex, hex)]}")
        house.tap("lay")
    else:
        terrain, land = list(right.terrain), right.geometry
        kind = "mountains" if scenario == "barbarian_attack" else "hills"
        hex = next(hex for hex in land.coast_hexes if terrain[hex] == "forest")
        terrain[hex] = kind
        lay_by_hand(house, replace(right, terrain=tuple(terrain)), start)
    assert laid(house) is None
    breaches = house.shell.sheets.shown.view.breaches
    assert {breach.rule for breach in breaches} == {rule}
    assert said in house.everything_said()
    house.tap("dont", "lay", "allow")
    assert laid(house) is not None
    assert {violation.rule for violation in house.session.standing[0].overruled} == {rule}


# --- as it lies -----------------------------------------------------------------------------------------


def test_the_picture_turns_and_the_places_keep_their_names(house: Household) -> None:
    begin(house)
    board = shown(house)
    house.tap("turn", "turn_right", "turn_right", "mirror", "turn_left")
    assert house.shell.screen.picture.turn == house.shell.screen.setup.turn >= 6
    turn = house.shell.screen.setup.turn
    house.tap("setup_back", "lay")
    assert laid(house) == board
    assert house.shell.screen_name == "board" and house.shell.screen.picture.turn == turn


def test_the_rows_are_read_as_the_picture_shows_them(house: Household) -> None:
    begin(house)
    board = shown(house)
    house.tap("turn", "turn_right", "setup_back", "rows")
    # a sixth to the right brings the lower left corner to the top left
    top = board.geometry.turned(-1).hexes
    wanted = [f"{board.terrain[top[hex]]} {board.tokens[top[hex]] or ''}".strip() for hex in (0, 1, 2)]
    assert house.said("setup_words") == " ".join(wanted)
    assert "Row 1 of 5" in house.said("setup_head")
    house.tap("row_on", "row_on", "row_on", "row_on", "row_on")
    assert house.said("setup_words").count("3:1") == 4
    assert not house.driver.find("row_on").enabled
    house.tap("lay")
    assert laid(house) == board


# --- what is wrong --------------------------------------------------------------------------------------


def test_b_01_b_02_all_faults_are_listed_and_the_table_may_let_them_stand(house: Household) -> None:
    begin(house)
    house.tap("by_hand")
    for _hex in range(19):
        house.tap("terrain_forest")
    touch(house, "hex", STANDARD_TIPS[0])
    house.tap("lay")
    assert laid(house) is None
    sheet = house.shell.sheets.shown
    assert [breach.rule for breach in sheet.view.breaches] == ["B-01"] * 6 + ["B-02"]
    assert len(sheet.list.items) == 7, "however many they are"
    marked = {breach.places for breach in sheet.view.breaches}
    assert tuple(Place("hex", hex) for hex in range(19)) in marked, "all the forest is too much"
    row = next(row for row in sheet.list.rows if row.item.view.places)
    house.tap(row.name)
    assert house.shell.sheets.shown is None
    assert house.shell.screen.picture.marks.chosen == row.item.view.places, "a touched fault shows where"
    touch(house, "hex", 0)
    assert house.shell.screen.picture.marks.chosen == ()
    house.tap("lay", "dont")
    assert house.shell.screen_name == "board_setup" and shown(house).terrain == ("forest",) * 19
    house.tap("lay", "allow")
    found = laid(house)
    assert found is not None and set(found.terrain) == {"forest"}
    assert len(house.session.standing[0].overruled) == 7
    assert house.app.context.boards.last == laid(house), "a board that was let stand is kept, too"


def test_b_08_red_numbers_side_by_side_are_doubted_only_where_the_letters_did_not_say_so(
    house: Household,
) -> None:
    begin(house)
    house.tap("boards", "lay_book_kosmos", "setup_back")
    board = shown(house)
    land = board.geometry
    six = board.tokens.index(6)
    beside = next(hex for hex in land.hex_neighbours[land.hexes[six]] if board.tokens[hex] not in (0, 6, 8))
    eight = board.tokens.index(8)
    for hex, number in ((beside, 8), (eight, board.tokens[beside])):
        touch(house, "hex", hex)
        house.tap(f"number_{number}")
        if house.shell.screen.setup.page == "harbours":
            house.tap("setup_back")
    house.shell.screen.take(board_setup.to_harbours(house.shell.screen.setup))
    house.tap("lay")
    assert "side by side" in house.everything_said() and laid(house) is None
    found = {place.id for breach in house.shell.sheets.shown.view.breaches for place in breach.places}
    assert beside in found and six in found
    house.tap("allow")
    board_laid = laid(house)
    assert board_laid is not None and board_laid.tokens[beside] == 8
    assert house.session.standing[0].overruled == (), "no rule that the game knows is broken"


# --- boards that are kept -------------------------------------------------------------------------------


def test_a_board_is_saved_by_a_name_and_deleted_again(house: Household) -> None:
    begin(house)
    house.tap("boards", "save")
    for _letter in range(len(code_of(Recipe(100)))):
        house.tap("key_erase")
    house.type("Ore")
    house.tap("key_done")
    assert [board.name for board in house.app.context.boards.saved] == ["Ore"]
    assert board_file.load(house.data)[0] == house.app.context.boards
    house.tap("saved_0", "rows", "setup_back", "forget")
    assert house.app.context.boards.saved == () and not house.driver.shows("saved_0")


def test_a_damaged_file_of_boards_is_one_sentence(house: Household) -> None:
    house.data.mkdir(parents=True)
    (house.data / board_file.FILE).write_bytes(b"{")
    begin(house)
    assert "saved boards is damaged" in house.everything_said()
    house.tap("lay")
    assert laid(house) is not None


def test_more_boards_than_there_is_room_for_are_turned_over(house: Household) -> None:
    begin(house)
    boards = house.app.context.boards
    for number in range(5):
        boards = board_file.with_board(boards, f"Board {number}", made(Recipe(number), STANDARD))
    house.app.context.keep_boards(boards)
    house.tap("boards")
    assert house.driver.shows("saved_2") and not house.driver.shows("saved_3")
    house.tap("more_boards", "lay_saved_4")
    assert laid(house) == made(Recipe(0), STANDARD)


# --- beside it ------------------------------------------------------------------------------------------


def test_a_game_without_a_board_never_comes_here(house: Household) -> None:
    house.start()
    house.app.context.begin(NewGame(FAMILY, level="L1"))
    house.driver.frames()
    assert house.shell.screen_name == "table"
    house.session.submit(AdjustPoints(house.session.state.core.on_turn, house.session.state.core.on_turn, 1))
    assert house.shell.play.board_setup(0) is None
