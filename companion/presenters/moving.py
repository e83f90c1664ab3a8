"""What moves on the screen for an entry that was just made, with seats in the place of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

import msgspec

from companion.app.session import Update
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.table import Table
from companion.presenters.game import person
from companion.presenters.views import PersonView
from companion.rules.presentation.parts import Motion, Move, Spot
from companion.rules.presentation.parts.motion import SpotSort


class SpotView(msgspec.Struct, frozen=True):
    """Somewhere on the screen: ``at`` says which of its sort, ``seat`` whose."""

    sort: SpotSort
    at: str = ""
    seat: int = -1


class MoveView(msgspec.Struct, frozen=True):
    """One thing that moves; see ``companion.rules.presentation.parts.Move``."""

    how: Literal["goes", "rises", "opens", "grows"]
    way: tuple[SpotView, ...]
    icon: str = ""
    track: str = ""
    owner: PersonView | None = None


def moves(ruleset: Ruleset, update: Update) -> tuple[MoveView, ...]:
    """What moves for an entry; nothing for an undo, a redo, a correction and a restart."""
    return tuple(_moves(ruleset, update)) if update.events else ()


def _moves(ruleset: Ruleset, update: Update) -> Iterator[MoveView]:
    parts: dict[type[Event], list[Callable[[Table, Table, Any], Iterable[Move]]]] = {}
    for part in ruleset.presented(Motion):
        parts.setdefault(part.event, []).append(part.moves)
    if not parts:
        return
    before, after = Table(ruleset, update.before), Table(ruleset, update.state)
    ids = after.core.ids

    def seen(spot: Spot) -> SpotView:
        seat = ids.index(spot.player) if spot.player in ids else -1
        return SpotView(spot.sort, str(spot.at), seat)

    def whose(owner: PlayerId | None) -> PersonView | None:
        return person(after, owner) if owner in ids and owner is not None else None

    for event in update.events:
        for told in parts.get(type(event), ()):
            for move in told(before, after, event):
                way = tuple(map(seen, move.way))
                yield MoveView(move.how, way, move.icon, move.track, whose(move.owner))
