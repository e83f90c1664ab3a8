"""Every form of a command that a board, its people and its cards allow to write down, sensible or not.

What the table merely saw (the card that was taken, the faces of cards given) is left unseen: such a form says
more of the same entry. Kinds with more forms than these are ``too_many_forms``.
"""

from __future__ import annotations

import enum
import random
import types
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import Any

import msgspec

from companion.engine.command import Command
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.table import Table
from companion.rules.base.slice import Base
from companion.rules.cities_knights.slice import CitiesKnights
from companion.rules.variants.event_cards.happenings import DECK as EVENT_CARDS

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
COMMODITIES = ("coin", "paper", "cloth")
STRANGER = PlayerId("zoe")
"""Somebody who does not play."""

SEEN = {
    "base.move_robber": ("card",),
    "base.play_knight": ("taken",),
    "ck.chase_robber": ("card",),
    "ck.play_bishop": ("cards",),
    "ck.play_master_merchant": ("cards",),
    "ba.take_card": ("card",),
    "tb.move_barbarian": ("card",),
    "tb.play_knight": ("taken",),
    "back.play_bishop": ("taken",),
    "ev.draw_card": ("card",),
    "ev.give_card": ("card",),
    "ck.offer_for_commodity": (),
}
"""Fields that say what the table saw, by command."""


@cache
def _hints(kind: type[Command]) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


@cache
def _fields(kind: type[Command]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


class Domain:
    """The values that fields can have in a position."""

    def __init__(self, table: Table) -> None:
        self.table = table
        base = table.slice(Base)
        assert base.board is not None
        self.land: Geometry = base.board.geometry
        ck = table.state.slices.get("cities_knights")
        self.knights: list[Site] = list(ck.knights) if isinstance(ck, CitiesKnights) else []
        corners = list(self.land.corners)
        self.corners: list[Site] = [*corners, Site("99N")]
        on_paths = "barbarian_attack" in table.state.slices
        self.posts = [*map(Site, self.land.edges), Site("99N")] if on_paths else self.corners
        empty = [one for one in self.posts if one not in base.buildings and one not in self.knights]
        self.figures: list[Site] = [*self.knights, *list(base.buildings)[:1], *empty[:1]]
        road: Any = table.state.slices.get("traders_barbarians")
        self.wagons: list[Site] = [] if road is None else list(road.wagons.values())
        self.barbarians: list[EdgeId] = [] if road is None else list(road.barbarians)
        self.people: list[PlayerId] = [*table.core.ids, *self._neutrals(), STRANGER]

    def _neutrals(self) -> Iterable[PlayerId]:
        part: Any = self.table.state.slices.get("catan_for_two")
        return () if part is None else part.neutrals

    def forms(self, kind: type[Command], by: PlayerId, most: int, chance: random.Random) -> Iterator[Command]:
        """All of them, or so many by chance if there are more."""
        names = [name for name in _fields(kind) if name != "by"]
        hints, tag = _hints(kind), str(kind.__struct_config__.tag)
        values = [self._values(kind, name, hints[name], tag, by) for name in names]
        chosen: Iterable[tuple[Any, ...]]
        if prod(len(some) for some in values) <= most:
            chosen = product(*values)
        else:
            chosen = (tuple(chance.choice(some) for some in values) for _ in range(most))
        for form in chosen:
            yield kind(by, **dict(zip(names, form, strict=True)))

    def _values(self, kind: type[Command], name: str, hint: Any, tag: str, by: PlayerId) -> list[Any]:
        if name in SEEN.get(tag, ()):
            return [_fields(kind)[name].default]
        arguments = typing.get_args(hint)
        optional = typing.get_origin(hint) in (typing.Union, types.UnionType) and type(None) in arguments
        if optional:
            hint = next(one for one in arguments if one is not type(None))
        found = self._plain(name, hint, by)
        return [None, *found] if optional else found

    def _plain(self, name: str, hint: Any, by: PlayerId) -> list[Any]:
        if name == "wagon":
            return [*self.wagons, Site("99N")]
        if name == "barbarian":
            return [*self.barbarians, *self.land.edges[:2], EdgeId("99E")]
        if typing.get_origin(hint) is typing.Annotated:
            return self.figures if name in ("knight", "victim") else self.posts
        if hint is Site or name in ("site", "to", "city", "settlement"):
            return self.corners
        if hint is EdgeId:
            return [*self.land.edges, EdgeId("99E")]
        if hint is Site or name in ("site", "to", "city", "settlement"):
            return self.figures if name in ("knight", "victim") else self.corners
        if hint is HexId:
            return [*self.land.hexes, HexId(99)]
        if hint is PlayerId:
            return self.people
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return list(hint)
        if hint is bool:
            return [False, True]
        if name in ("good", "commodity", "card"):
            return [*RESOURCES, *COMMODITIES, "gold"]
        if name == "cargo":
            return ["marble", "glass", "sand", "tools", "gold"]
        if name == "voters":
            return [some for size in range(4) for some in combinations(self.people, size)]
        if name == "chronicle":
            return ["knighthood", "black_knight", "intrigue", "treason", "gold"]
        if name == "die":
            return list(range(8))
        if name in ("sources", "targets"):
            hexes = self.land.hexes
            return [(), *((one,) for one in hexes), *combinations(hexes, 2), (HexId(3), HexId(3))]
        if name == "event":
            return sorted({card.event for card in EVENT_CARDS})
        if name in ("white", "red"):
            return list(range(8))
        if name == "number":
            return list(range(1, 14))
        if name == "level":
            return list(range(7))
        if name == "token":
            return [0, 1, 2, 3, 4]
        if name in ("count", "placed", "length"):
            return list(range(-1, 11))
        if name == "knights":
            own = self.knights
            return [some for size in range(min(len(own), 6) + 1) for some in combinations(own, size)]
        if name == "hexes":
            return [*combinations(self.land.hexes, 2), (HexId(3), HexId(3))]
        if name == "edges":
            edges = self.land.edges
            return [(), *((one,) for one in edges), *((a, b) for a in edges for b in edges if a != b)]
        if name == "cards":
            pairs = combinations_with_replacement((*RESOURCES, *COMMODITIES), 2)
            return [{}, {"ore": 1}, *({good: pair.count(good) for good in pair} for pair in pairs)]
        if name == "given":
            return [{}, {STRANGER: 1}]
        raise NotImplementedError(f"no values for {name}: {hint}")


def key(command: Command) -> str:
    """The same for two forms of the same entry: the order of knights and of two hexes does not matter."""
    values = []
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in ("knights", "hexes", "voters") and isinstance(value, tuple):
            value = tuple(sorted(value))
        if isinstance(value, dict):
            value = sorted(value.items())
        values.append(f"{name}={value!r}")
    return f"{type(command).__struct_config__.tag} {' '.join(values)}"


NOWHERE = (Site("99N"), EdgeId("99E"), HexId(99), STRANGER, "gold")
"""Names of nothing, one of each kind, that :class:`Domain` mixes in."""


def unknown(command: Command) -> bool:
    """Whether a form names a place, a person or a card that there is not."""
    for name in command.__struct_fields__:
        value = getattr(command, name)
        inside = value if isinstance(value, (tuple, dict)) else (value,)
        if any(type(one) is type(other) and one == other for one in inside for other in NOWHERE):
            return True
    return False
