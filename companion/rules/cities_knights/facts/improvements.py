"""How far everyone is in the three tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.stating import StateRule, stating
from companion.rules.cities_knights.queries import (
    TOP_LEVEL,
    level,
)
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
    Track,
)


class StateImprovements(Command, frozen=True, tag="ck.state_improvements"):
    """How far the player is in each track."""

    player: PlayerId
    levels: Mapping[Track, int] = {}


class ImprovementsStated(CKEvent, frozen=True, tag="ck.improvements_stated"):
    """How far a player is in each track."""

    scores: ClassVar[bool] = False
    player: PlayerId
    levels: dict[Track, int]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, improvements=changed(state.improvements, self.player, self.levels))


class StateImprovementsRule(StateRule):
    """CK-80: five levels of three tracks."""

    command = StateImprovements

    def at(self, table: Table, command: StateImprovements) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if any(not 0 <= reached <= TOP_LEVEL for reached in command.levels.values()):
            wrong = next(one for one in command.levels.values() if not 0 <= one <= TOP_LEVEL)
            yield hard("CK-80", "improve.no-such-level", level=readable(wrong))

    def apply(self, draft: Draft, command: StateImprovements) -> None:
        levels = {track: command.levels[track] for track in Track if command.levels.get(track)}
        draft.emit(ImprovementsStated(command.player, levels))


def _level(track: Track, table: Table, player: PlayerId) -> int:
    return level(table, player, track)


def improvements_now(table: Table, player: PlayerId) -> StateImprovements:
    """How far the player is in each track."""
    return StateImprovements(player, player, {track: level(table, player, track) for track in Track})


LEVELS = (
    *(
        Fact(
            f"track_{track.value}",
            partial(_level, track),
            stating(improvements_now, "levels", track),
            most=TOP_LEVEL,
        )
        for track in Track
    ),
)


EVENTS = (ImprovementsStated,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(StateImprovementsRule(),), facts=LEVELS),)
