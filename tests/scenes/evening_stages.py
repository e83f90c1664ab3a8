"""The pages of recorded evenings and of some that are hardly any."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.app.games import complete
from companion.app.jsonl import read
from companion.app.session import GameSession, Nowhere
from companion.engine.core import DeclareWinner
from companion.engine.piecemeal import finish
from companion.presenters.context import AppContext
from companion.presenters.evening import EveningView, evening
from companion.presenters.evening_pages import Curves, Honours
from companion.presenters.live import LivePlay
from tests.kit.archive_speed import fill
from tests.scenes import stages

GAMES = Path(__file__).parents[1] / "games"


UNLIKE = (0, 1, 2, 4, 6, 7, 8, 11, 14)
"""Pages that are laid out in different ways."""


def recorded(name: str) -> GameSession:
    """A recorded evening, to go on with."""
    game = read(GAMES / f"{name}.jsonl")
    return GameSession(game.header, Nowhere(), complete(game)[0])


@cache
def standing_still(name: str) -> GameSession:
    """The same one each time, to be looked at."""
    return recorded(name)


def six() -> AppContext:
    """An evening of six that the table has ended."""
    lent = stages.context(1, 6)
    assert lent.session is not None
    ids = lent.session.state.core.ids
    lent.session.submit(DeclareWinner(ids[4]), overrule=True)
    return lent


def scenes(every: bool = False) -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that page; without ``every`` those alike are left out."""

    def of(session: Callable[[], GameSession], number: int) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.context = stages.context(0)
            shell.context.session = session()
            shell.play = LivePlay(shell.context.session)
            shell.go("evening")
            shell.screen.pages.turn(number)

        return stage

    def at(made: Callable[[], AppContext], number: int) -> Callable[[Any], None]:
        def session() -> GameSession:
            found = made().session
            assert found is not None
            return found

        return of(session, number)

    def all_alike(shell: Any) -> None:
        """Awards that five of six share."""
        at(six, 0)(shell)
        view: EveningView = evening(shell.session)
        honours = next(page for page in view.pages if isinstance(page, Honours))
        people = next(page for page in view.pages if isinstance(page, Curves)).curves
        who = tuple(curve.person for curve in people[:5])
        shell.screen.pages.page.show(replace(honours, honours=(replace(honours.honours[0], people=who),) * 6))

    def archived(then: Callable[[Any], object]) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.context = stages.context(6)
            shell.go("archive")
            then(shell.screen)

        return stage

    def replayed(name: str) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            (at(six, 0) if name == "six" else of(lambda: standing_still(name), 0))(shell)
            shell.go("replay")
            if name != "six":
                shell.screen._to(shell.screen.view.count * 2 // 3)

        return stage

    def a_year(number: int) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.context = stages.context(0)
            fill(shell.context.store, 12, "evening_l0" if number == 3 else "evening_4p")
            records = shell.context.games()
            finish(shell.context.digests.make(shell.context.store, records[:2]))
            shell.go("year")
            shell.screen.pages.turn(number)

        return stage

    def shared(name: str) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            of(lambda: standing_still(name), 0)(shell)
            shell.go("share")

        return stage

    def hands(number: int) -> Callable[[Any], None]:
        return of(lambda: standing_still("evening_l3"), number)

    def index(shell: Any) -> None:
        full(0)(shell)
        shell.screen.pages._list()

    def full(number: int) -> Callable[[Any], None]:
        return of(lambda: standing_still("evening_l2"), number)

    return {
        **{
            f"evening_{number}": full(number)
            for number in (range(32) if every else (0, 1, 2, 4, 6, 7, 8, 11, 14))
        },
        **{f"evening_hands_{number}": hands(number) for number in ((9, 16, 18, 24) if every else (24,))},
        **{f"evening_six_{number}": at(six, number) for number in range(5 if every else 3)},
        "evening_alike": all_alike,
        "evening_index": index,
        "replay": replayed("evening_l2"),
        "replay_six": replayed("six"),
        "year_0": a_year(0),
        "archive": archived(lambda screen: None),
        "archive_delete": archived(lambda screen: screen._ask_to_delete(screen.records[0])),
        **(
            {
                "replay_l0": replayed("evening_l0"),
                **{f"year_{number}": a_year(number) for number in range(1, 6)},
                "archive_find": archived(lambda screen: screen._find_player()),
                "archive_game": archived(lambda screen: screen._chosen(screen.records[0])),
            }
            if every
            else {}
        ),
        "share": shared("evening_l2"),
        **({"share_l0": shared("evening_l0")} if every else {}),
        "evening_l0": of(lambda: standing_still("evening_l0"), 0),
        "evening_so_far": at(lambda: stages.context(1), 0),
        "evening_nothing": of(_untouched, 0),
    }


def _untouched() -> GameSession:
    lent = stages.context(1)
    assert lent.session is not None
    return GameSession(lent.session.header, Nowhere())
