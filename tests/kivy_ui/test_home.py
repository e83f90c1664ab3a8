"""The first screen on the real application: resume, same table again, earlier games, what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.ports import Notice
from companion.app.roster import Person
from companion.app.storage import GameRecord
from companion.engine.core import DeclareWinner
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.log import Header
from companion.history.summary import Summary
from companion.presenters import home, new_game
from companion.presenters.new_game import NewGame
from tests.kit.household import Household, household
from tests.kit.tables import CITIES_KNIGHTS

ANNA_AND_BEN = NewGame((Person("Anna", "red"), Person("Ben", "blue")))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home_:
        yield home_


def test_the_first_start_offers_a_new_game_and_nothing_else(house: Household) -> None:
    house.start()
    assert house.driver.shows("new_game") and house.driver.shows("settings")
    assert not any(house.driver.shows(name) for name in ("resume", "again", "earlier", "notices"))
    assert "beside your board" in house.everything_said()


def test_resume_is_one_tap_and_goes_on_where_the_power_went(house: Household) -> None:
    house.start()
    house.app.context.begin(ANNA_AND_BEN)
    house.driver.frames()
    house.roll(2, 3, "ship")
    house.tap("settlement_0")
    points, entries = house.session.table.points(PlayerId("anna")), house.session.entries
    house.start()
    assert "Anna" in house.said("resume") and "Turn 1" in house.said("resume")
    assert str(points) in house.said("resume").split()
    house.tap("resume")
    assert house.driver.taps == 1
    assert house.shell.screen_name == "table"
    assert house.session.entries == entries
    house.tap("undo")
    assert house.session.to_redo is not None, "the undo history has come along"


def test_same_table_again_is_one_tap_and_then_the_roll(house: Household) -> None:
    house.start()
    house.app.context.begin(
        NewGame(
            (Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")),
            first=1,
            profile="colonist",
            options={"points_to_win": 15},
        )
    )
    house.start()
    house.tap("again")
    assert house.driver.taps == 1
    house.roll(1, 1, "trade")
    header = house.session.header
    assert [player.name for player in header.players] == ["Anna", "Ben", "Carla"]
    assert (header.first, header.profile, header.options) == ("ben", "colonist", {"points_to_win": 15})
    assert len(house.session.standing) == 1
    assert len(house.app.context.games()) == 2


def test_the_same_table_by_rules_that_are_gone_takes_the_usual_ones(house: Household) -> None:
    for number, odd in enumerate(
        (
            Header("a", (), CITIES_KNIGHTS, profile="of-a-newer-longship"),
            Header("b", (), modules=("base", "jungles")),
        )
    ):
        again = new_game.again(msgspec.structs.replace(odd, players=record("x").header.players))
        assert (again.profile, again.modules) == ("hobbyworld", CITIES_KNIGHTS), number
        assert new_game.can_start(again)
    house.start()
    house.app.context.begin(ANNA_AND_BEN)
    gone = msgspec.structs.replace(house.session.header, game="gone", options={"moon": True})
    house.app.store.add(gone, (), None)
    house.start()
    house.tap("again")
    assert house.shell.screen_name == "new_game", "what stands against it is said there"
    house.tap("problem_fix", "start")
    assert house.session.header.options == {}


def test_earlier_games_are_in_reach(house: Household) -> None:
    house.start()
    house.app.context.begin(ANNA_AND_BEN)
    first = house.session.header.game
    house.app.context.begin(NewGame((Person("Carla", "white"), Person("David", "orange"))))
    house.start()
    assert "Carla" in house.said("resume")
    house.tap("earlier")
    assert house.driver.shows(f"game_{first}")
    house.tap("back", "earlier", f"game_{first}", "resume_game")
    assert house.session.header.game == first
    assert house.shell.screen_name == "table"


def test_a_game_that_somebody_has_won_is_opened_again_and_played_on(house: Household) -> None:
    house.start()
    house.app.context.begin(ANNA_AND_BEN)
    house.driver.frames()
    house.session.submit(DeclareWinner(PlayerId("ben")), overrule=True)
    house.start()
    assert not house.driver.shows("resume")
    house.tap("earlier")
    assert "Ben has won" in house.everything_said()
    house.tap(f"game_{house.app.context.games()[0].header.game}", "resume_game")
    assert house.shell.screen_name == "evening" and house.session.state.core.winner == "ben"
    house.tap("undo")
    assert house.session.state.core.winner is None


def test_finished_games_are_not_offered_to_go_on_with_but_their_table_is() -> None:
    records = tuple(record(f"game{number}", winner=number == 0) for number in range(3))
    view = home.home(records, ())
    assert view.resume is not None and view.resume.game == "game1"
    assert [game.header.game for game in view.earlier] == ["game0", "game2"]
    assert [person.name for person in view.again] == ["Anna", "Ben"]
    assert view.earlier_label == "2 earlier games"


def record(game: str, winner: bool = False) -> GameRecord:
    players = (Player(PlayerId("anna"), "Anna", "red"), Player(PlayerId("ben"), "Ben", "blue"))
    header = Header(game, players, CITIES_KNIGHTS)
    return GameRecord(header, 7, Summary(7, 5, {players[0].id: 4}, players[0].id if winner else None))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("started", "said"),
    [
        (1_763_800_000_000, "22 Nov"),
        (0, ""),
        (-1, ""),
        (10**30, ""),
        (86_400_000, ""),
    ],
)
def test_a_clock_that_was_never_set_shows_no_date(started: int, said: str) -> None:
    told = record("x")
    header = Header("x", told.header.players, CITIES_KNIGHTS, started=started)
    assert home.game_view(GameRecord(header, 0, None), dated="d MMM").started == said  # type: ignore[arg-type]


def test_a_game_without_points_or_summary_is_shown_all_the_same() -> None:
    view = home.game_view(GameRecord(record("x").header, 0, None))  # type: ignore[arg-type]
    assert view.standing == "Turn 1" and all(points is None for _person, points in view.people)


def test_what_went_wrong_is_a_line_that_a_tap_tells_and_takes_away(house: Household) -> None:
    house.config.write_text('[screen]\nthemes = "bright"\n', encoding="utf-8")
    house.start()
    house.app.context.notices.append(Notice("The lights stay off.", "Connect them."))
    house.shell.refresh()
    assert "themes" in house.said("notices") and "+1" in house.said("notices")
    assert house.driver.find("new_game").enabled, "never in the way"
    house.tap("notices")
    told = house.everything_said().replace("\n", " ")
    assert "screen.theme" in told and "The lights stay off. Connect them." in told
    house.tap("close")
    assert not house.driver.shows("notices") and not house.app.context.notices


def test_more_sentences_than_fit_are_read_page_by_page(house: Household) -> None:
    house.start()
    told = [f"Trouble {number} keeps the lights dark." for number in range(1, 25)]
    for text in told:
        house.app.context.notices.append(Notice(text, "Look at the wire, and start Longship again."))
    house.shell.refresh()
    house.tap("notices")
    read = house.everything_said()
    for _page in range(12):
        if not house.driver.find("text_sheet_paper_down").enabled:
            break
        house.tap("text_sheet_paper_down")
        read += house.everything_said()
    assert [text for text in told if text not in read.replace("\n", " ")] == []
    house.tap("close")
    assert not house.app.context.notices


def test_a_damaged_journal_is_told_and_the_app_is_usable(house: Household) -> None:
    house.start()
    house.app.context.begin(ANNA_AND_BEN)
    house.stop()
    journal = next(house.data.glob("*.db"))
    for beside in house.data.glob("games.db-*"):
        beside.unlink()
    journal.write_bytes(b"this is no journal" * 100)
    house.start()
    assert house.driver.shows("notices")
    house.tap("new_game")
    assert house.shell.screen_name == "new_game"


def test_a_folder_that_cannot_be_written_is_told_and_a_game_can_be_played(house: Household) -> None:
    house.data.write_text("in the way", encoding="utf-8")
    house.start()
    assert "not being saved" in house.said("notices")
    house.app.context.begin(ANNA_AND_BEN)
    house.driver.frames()
    house.roll(6, 6, "ship")
    assert len(house.session.standing) == 1


def test_a_game_that_cannot_be_opened_says_so_and_stays_on_the_first_screen(house: Household) -> None:
    house.start()
    house.app.context.begin(ANNA_AND_BEN)
    house.start()
    game = house.app.context.games()[0].header.game
    assert not house.app.context.resume("no-such-game")
    house.driver.frames()
    assert house.shell.screen_name == "home"
    assert "no-such-game" in house.said("toast")
    assert house.app.context.resume(game)


def test_the_first_screen_speaks_the_language_of_the_settings(house: Household) -> None:
    house.config.write_text('[screen]\nlanguage = "de"\n', encoding="utf-8")
    house.start()
    assert house.said("new_game") == "Neues Spiel"
