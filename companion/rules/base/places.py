"""Where pieces stand. Without a tracked board every piece stands somewhere, and no place is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard


@runtime_checkable
class Places(Protocol):
    """What the rules ask about places."""

    def free(self, table: Table, owner: PlayerId) -> Site:
        """A place for a new piece of the player."""

    def check(self, table: Table, site: Site | None) -> Iterable[Violation]:
        """What is wrong with putting a new piece there, as far as pieces get in each other's way."""


class NamelessPlaces:
    """The null object of L1: a nameless place for every piece, told apart by a running number."""

    def free(self, table: Table, owner: PlayerId) -> Site:
        """The player's next unused number."""
        taken = table.value("occupied")
        number = 1
        while f"{owner}-{number}" in taken:
            number += 1
        return Site(f"{owner}-{number}")

    def check(self, table: Table, site: Site | None) -> Iterable[Violation]:
        """Two pieces never share a place."""
        if site is not None and site in table.value("occupied"):
            yield hard("B-51", "place.taken", site=str(site))
