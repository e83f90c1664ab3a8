"""Every screen can be asked for in every state of a game, and leads on from there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.core import ChangeLevel, DeclareWinner
from companion.engine.level import Level
from companion.engine.verdict import Accepted
from companion.presenters.past import PastPlay
from kivy_ui import registry
from kivy_ui.window.screen_map import ScreenMap, look_at
from tests.kit import players
from tests.kit.household import Household, household

WAYS = (
    *("dont", "later", "close", "table", "board_back", "go_on", "error_back", "setup_back", "back"),
    *("form_back", "board_button", "resume", "new_game", "more", "go_home", "undo"),
)
"""What leads on from a screen."""


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def sit_down(house: Household, modules: str, players: int, level: str, entries: int) -> None:
    """A game of these modules that has come so far."""
    made = header(tuple(modules.split(",")), players, 1, level)
    game = Simulation(made, random.Random(1), checked=False)
    while len(game.entries) < entries:
        game.step()
    house.app.store.add(made, tuple(game.entries), None)
    assert house.app.context.resume(made.game)


def won(house: Household) -> None:
    session = house.session
    assert isinstance(session.submit(DeclareWinner(session.state.core.ids[0]), overrule=True), Accepted)


def change(house: Household, level: Level) -> None:
    session = house.session
    assert isinstance(session.submit(ChangeLevel(session.state.core.ids[0], level)), Accepted)


def lower(house: Household) -> None:
    change(house, Level.L0)


def higher(house: Household) -> None:
    """The island is tracked from now on, and is not yet laid."""
    sit_down(house, KNIGHTS, 4, "L1", 0)
    session = house.session
    for _move in zip(range(42), players.play(session, 1), strict=False):
        pass
    change(house, Level.L2)


def past(house: Household, back: int) -> None:
    """The game as it stood so many entries ago."""
    session = house.session
    house.shell.past.visit(
        PastPlay(session.past(len(session.standing) - back), "As it was", "Back"),
        lambda _meant: house.shell.go("log"),
    )


KNIGHTS = "base,cities_knights"
STATES: dict[str, Callable[[Household], None]] = {
    "no game": lambda house: None,
    "ship alone": lambda house: sit_down(house, KNIGHTS, 3, "L0", 4),
    "no board tracked": lambda house: sit_down(house, KNIGHTS, 3, "L1", 4),
    "board to be laid": lambda house: sit_down(house, KNIGHTS, 3, "L2", 0),
    "won before the board lay": lambda house: (sit_down(house, KNIGHTS, 3, "L2", 0), won(house))[-1],
    "start pieces": lambda house: sit_down(house, KNIGHTS, 3, "L2", 6),
    "in play": lambda house: sit_down(house, KNIGHTS, 3, "L3", 40),
    "won": lambda house: (sit_down(house, KNIGHTS, 3, "L2", 40), won(house))[-1],
    "lower level": lambda house: (sit_down(house, KNIGHTS, 3, "L2", 40), lower(house))[-1],
    "higher level": higher,
    "event cards": lambda house: sit_down(house, "base,event_cards", 3, "L2", 30),
    "for two": lambda house: sit_down(house, "base,catan_for_two", 2, "L3", 30),
    "grounds to be laid": lambda house: sit_down(house, "base,fishermen", 3, "L2", 1),
    "seen as it was": lambda house: (sit_down(house, KNIGHTS, 3, "L2", 40), past(house, 5))[-1],
    "seen before the board lay": lambda house: (sit_down(house, KNIGHTS, 3, "L2", 40), past(house, 40))[-1],
}


def ways(seen: ScreenMap) -> list[str]:
    return [spot.name for name in WAYS for spot in seen.spots if spot.name == name]


@pytest.mark.parametrize("state", list(STATES))
def test_no_screen_is_shown_without_what_it_needs(house: Household, state: str) -> None:
    STATES[state](house)
    found: list[str] = []
    shell = house.shell
    play, then = shell.play, shell.past.then
    for name in registry.SCREENS:
        if name == "camera":
            continue  # it opens a camera
        if then is not None and not shell.past.visited:
            shell.past.visit(play, then)
        house.driver.frames(1)
        shell.go(name)
        house.driver.frames(1)
        seen = look_at(shell)
        if seen.screen == "error" and name != "error":
            found.append(f"{name} fails: {shell.screen.reason}")
            continue
        if not ways(seen):
            found.append(f"{name} shows {seen.screen}/{seen.overlay}, from which nothing leads on")
            continue
        house.tap(ways(seen)[0])
        after = look_at(shell)
        if (after.screen, after.overlay) == (seen.screen, seen.overlay) and after.spots == seen.spots:
            found.append(f"{name} shows {seen.screen}, and {ways(seen)[0]} leads nowhere")
    assert found == []


def test_a_game_won_before_its_board_was_laid_has_no_dead_end(house: Household) -> None:
    """Board put off, a winner declared, caught up: there is no board to be laid any more."""
    sit_down(house, KNIGHTS, 3, "L2", 0)
    house.tap("setup_back")
    assert house.shell.screen_name == "home"
    house.tap("resume")
    won(house)
    house.shell.go("more")
    house.tap("catch_up")
    assert not house.driver.shows("lay_board")
    house.shell.go("board_setup")
    assert house.shell.screen_name == "table"


def test_a_screen_whose_game_no_longer_has_what_it_shows_gives_way(house: Household) -> None:
    sit_down(house, KNIGHTS, 3, "L2", 40)
    house.shell.go("sheet", seat=1)
    lower(house)
    house.shell.refresh()
    assert house.shell.screen_name == "table"


def test_what_was_begun_in_a_form_is_there_again_after_the_board(house: Household) -> None:
    sit_down(house, "base,catan_for_two", 2, "L3", 30)
    house.shell.go("table")
    house.tap("hand_0")
    draft = house.shell.screen.draft
    assert draft is not None
    house.shell.flow.came_from = "form"
    house.shell.flow.go_back()
    assert house.shell.screen_name == "form" and house.shell.screen.draft == draft
