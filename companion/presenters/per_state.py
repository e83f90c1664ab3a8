"""Views that are made once for each state of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

from companion.app.i18n import language
from companion.app.session import GameSession
from companion.engine.ids import EntryId

View = TypeVar("View")
Asked = TypeVarTuple("Asked")


class PerState(Generic[View, *Asked]):
    """Makes a view when it is first asked for, and again only for another state of the log or language."""

    def __init__(self, session: GameSession, make: Callable[[*Asked], View]) -> None:
        self._session = session
        self._make = make
        self._views: dict[tuple[*Asked], View] = {}
        self._made_for: tuple[EntryId, str] | None = None

    def __call__(self, *asked: *Asked) -> View:
        entries = self._session.entries
        state = entries[-1].entry if entries else EntryId(0), language()
        if state != self._made_for:
            self._views.clear()
            self._made_for = state
        if asked not in self._views:
            self._views[asked] = self._make(*asked)
        return self._views[asked]
