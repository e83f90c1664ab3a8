"""Setting up the board, without any window."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.level import Level
from companion.presenters import board_setup
from companion.rules.common import LayBoard
from companion.rules.presentation.parts import Shore
from companion.rules.scenarios.fishermen.catch import TellBoot
from tests.kit.tables import evening


def test_what_lies_along_the_coast_is_asked_in_the_words_of_its_module() -> None:
    table = evening("anna ben carla", modules=("base", "fishermen"), level=Level.L2)
    first = board_setup.start(table.table, 1)
    assert first is not None
    table.enter(LayBoard(table.core.on_turn, board_setup.board(first)))
    setup = board_setup.start(table.table, 1, first)
    assert setup is not None and isinstance(setup.shore, Shore)
    assert board_setup.missing(setup) == "Which fishing ground?"
    other = replace(setup, shore=replace(setup.shore, command=TellBoot))
    assert board_setup.missing(other) == "Who has drawn the old boot?"
