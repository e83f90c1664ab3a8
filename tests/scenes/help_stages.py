"""Help: the search with and without letters, and what is said of a thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.presenters.helping import Topic
from companion.presenters.live import LivePlay
from tests.scenes import correction_stages, module_stages, stages


def scenes(every: bool = False) -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that page; without ``every`` those alike are left out."""

    def searching(text: str) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.context = stages.context(0)
            shell.go("help", text=text)

        return stage

    def about(*things: str) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.context = stages.context(1)
            assert shell.context.session is not None
            shell.play = LivePlay(shell.context.session)
            shell.go("table")
            shell.helping.tell(Topic(things))

        return stage

    def hexed(shell: Any) -> None:
        module_stages.scenes()["coast_board"](shell)
        view = shell.play.board()
        shell.helping.tell(shell.play.hex(view.figures[0].hex))

    def corrected(shell: Any) -> None:
        correction_stages.scenes()["correction_conflict"](shell)
        shell.screen._explain()

    def hinted(number: int) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.context = stages.context(0)
            shell.go("home")
            shell.helping.hint()
            for _hint in range(number):
                shell.sheets.shown._on()

        return stage

    def turning(shell: Any) -> None:
        shell.context = stages.context(0)
        shell.go("home")
        shell.offer_turning()

    alike = {"hints_last": hinted(5), "help_nothing": searching("xyz"), "help_wall": about("wall")}
    alike |= {"help_hex": hexed, "help_correction": corrected}
    return {
        **(alike if every else {}),
        "hints": hinted(0),
        "turning": turning,
        "help": searching(""),
        "help_found": searching("CK-9"),
        "help_knight": about("knight"),
    }
