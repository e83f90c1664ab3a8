"""Tables with a tracked board and hands, set up in a few words, and what lies on them in words again.

::

    table = island(pieces="anna: settlement 4N, roads 4NE 4E; ben: city 12S", hands={"anna": "2 ore 1 ?"})
    table.enter(BuildRoad(ANNA, edge("4SE")))
    assert table.cards("anna") == "1 ore 1 ?"

``table`` is an :class:`~tests.kit.tables.Evening`, so that ``enter``, ``refused``, ``impossible``, ``roll``
and the rest do what they do everywhere. Unless told otherwise it is level L3, the beginners' board of the
English editions (:data:`BEGINNERS`), nothing stands on it, all hands are empty, and the first player has
rolled. Any module's game can be set up so: the questions of the set-up are taken as answered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import pairwise

from msgspec.structs import replace

from companion.engine.cells import BANK
from companion.engine.core import PhaseBegun, Planned, Settled
from companion.engine.geometry import Geometry
from companion.engine.ids import CornerId, EdgeId, HexId, PlayerId, Site
from companion.engine.knowledge import Knowledge
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.engine.table import Draft
from companion.history.timeline import Timeline
from companion.rules.base.board import Board, hubs_of
from companion.rules.base.board_making import beginners_board
from companion.rules.base.building import CityBuilt, RoadBuilt, SettlementBuilt
from companion.rules.base.development.buy import DevelopmentBought
from companion.rules.base.development.knight import LargestArmyHeld
from companion.rules.base.development.play import DevelopmentPlayed
from companion.rules.base.queries import roads_left
from companion.rules.base.robber import RobberMoved
from companion.rules.base.setup import BoardLaid, order
from companion.rules.base.slice import Base
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.slice import Knight
from companion.rules.cities_knights.walls import WallBuilt
from tests.kit.tables import BASE, Evening, evening

BEGINNERS = beginners_board("english", random.Random(0))
"""By rows: mountains10 pasture2 forest9 / fields12 hills6 pasture4 hills10 / fields9 forest11 desert forest3
mountains8 / forest8 mountains3 fields4 pasture5 / hills5 fields6 pasture11; harbours 0NW any, 1NE grain,
6NE ore, 11E any, 15SE wool, 17SE any, 16SW any, 12W brick, 3W lumber."""

STRENGTHS = {"basic": 1, "strong": 2, "mighty": 3}
"""How strong a knight is, by the word before it."""


def edge(name: str, board: Board = BEGINNERS) -> EdgeId:
    """An edge of a board, seen from either of its hexes."""
    return board.geometry.edge(name)


def corner(name: str, board: Board = BEGINNERS) -> CornerId:
    """A corner of a board, seen from any of its hexes."""
    return board.geometry.corner(name)


def edges(names: str, board: Board = BEGINNERS) -> tuple[EdgeId, ...]:
    """Several edges."""
    return tuple(edge(name, board) for name in names.split())


def way(corners: str, board: Board = BEGINNERS) -> tuple[EdgeId, ...]:
    """The edges along corners that are neighbours, each to the next: ``4N 4NE 4SE``."""
    land = board.geometry
    found = [land.edge_between(*pair) for pair in pairwise(corner(name, board) for name in corners.split())]
    assert all(found), f"two of {corners} are no neighbours"
    return tuple(one for one in found if one is not None)


def bag(text: str) -> dict[str, int]:
    """Cards from words: ``2 ore 1 wool``."""
    words = text.split()
    return {good: int(count) for count, good in zip(words[::2], words[1::2], strict=True)}


class Island(Evening):
    """An evening with a tracked board."""

    @property
    def land(self) -> Geometry:
        assert self.base.board is not None
        return self.base.board.geometry

    @property
    def hands(self) -> Knowledge:
        return self.base.hands

    def cards(self, who: str | None) -> str:
        """A hand as everyone knows it, ``2 ore 1 ?``: sure cards, then those unknown. None is the bank."""
        holder = None if who is None else PlayerId(who)
        sure = {good: count for good, count in self.hands.sure_cards(holder).items() if count}
        unknown = self.hands.total(holder) - sum(sure.values())
        words = [f"{count} {good}" for good, count in sure.items()]
        return " ".join(words + [f"{unknown} ?"] * bool(unknown))

    def bank(self, good: str) -> tuple[int, int]:
        """The least and the most that the bank can have."""
        return self.hands.bank_low(good), self.hands.bank_high(good)

    def roads(self, who: str) -> set[EdgeId]:
        return {at for at, owner in self.base.roads.items() if owner == who}

    def roads_left(self, who: str) -> int:
        return roads_left(self.table, PlayerId(who))

    @property
    def longest(self) -> tuple[str | None, int]:
        """Who holds Longest Road, and its length."""
        return self.base.longest_road, self.base.road_length

    # --- before the first entry

    def given_pieces(self, pieces: str) -> Island:
        """Let pieces stand: ``anna: settlement 4N, roads 4NE 4E; ben: city 12S, active strong knight 9S``.

        ``way 4N 4NE 4SE`` are the roads along these corners, ``wall`` stands at a city named before.
        """
        for owner, what in (line.split(":") for line in pieces.split(";") if line.strip()):
            for item in what.split(","):
                self._put(PlayerId(owner.strip()), item.split())
        return self

    def _put(self, owner: PlayerId, words: list[str]) -> None:
        kinds = ("road", "settlement", "city", "citie", "knight", "wall", "way")
        at = next(i for i, word in enumerate(words) if word.removesuffix("s") in kinds)
        how, kind, names = words[:at], words[at].removesuffix("s"), words[at + 1 :]
        assert names, f"{owner}: where is the {kind}?"
        if kind == "way":
            assert self.base.board is not None
            kind, names = "road", [str(one) for one in way(" ".join(names), self.base.board)]
        for name in names:
            if kind == "road":
                self.given(RoadBuilt(owner, self.land.edge(name)))
            else:
                self._stand(owner, kind, self.land.corner(name), how)

    def _stand(self, owner: PlayerId, kind: str, site: Site, how: list[str]) -> None:
        if kind == "settlement":
            self.given(SettlementBuilt(owner, site))
        elif kind == "knight":
            strength = next((STRENGTHS[word] for word in how if word in STRENGTHS), 1)
            self.given(KnightRecruited(owner, site, Knight(owner, strength, "active" in how)))
        elif kind == "wall":
            self.given(WallBuilt(owner, site))
        else:
            self.given(SettlementBuilt(owner, site), CityBuilt(owner, site))

    def given_hands(self, hands: Mapping[str, str]) -> Island:
        """Let players hold cards: ``2 ore 1 ?``, or ``1 ?ore/wool`` for one unseen card that is either."""
        known = self.hands
        for who, text in hands.items():
            words = text.split()
            for count, good in zip(words[::2], words[1::2], strict=True):
                if good.startswith("?"):
                    among = good[1:].split("/") if good[1:] else None
                    known = known.draw(BANK, PlayerId(who), int(count), among)
                else:
                    known = known.gain(PlayerId(who), {good: int(count)})
        return self._with(replace(self.base, hands=known))

    def given_hidden(self, change: Callable[[Knowledge], Knowledge]) -> Island:
        """Let something have happened that the table did not see: ``lambda known: known.draw(BEN, ANNA)``."""
        return self._with(replace(self.base, hands=change(self.hands)))

    def given_robber(self, hex: int | None) -> Island:
        """Let the robber stand on a hex."""
        self.given(RobberMoved(None if hex is None else HexId(hex)))
        return self

    def given_development(self, who: str, count: int = 1, turn: int = 0) -> Island:
        """Let the player hold development cards face down, bought in that turn (0: long ago)."""
        self.given(*(DevelopmentBought(PlayerId(who), turn) for _ in range(count)))
        return self

    def given_played(self, who: str, card: str, count: int = 1) -> Island:
        """Let the player have played development cards in earlier turns, with what follows from it."""
        for _ in range(count):
            self.given(DevelopmentBought(PlayerId(who), 0), DevelopmentPlayed(PlayerId(who), card))
        return self

    def given_army(self, who: str, knights: int) -> Island:
        """Let the player hold Largest Army with so many knights."""
        self.given_played(who, "knight", knights)
        if self.base.development.largest_army != who:
            self.given(LargestArmyHeld(PlayerId(who)))
        return self

    def given_development_deck(self, count: int) -> Island:
        """Let so many development cards be left; the others are out of the game."""
        return self._with(replace(self.base, development=replace(self.base.development, deck=count)))

    def before_roll(self) -> Island:
        """Let the player on turn still have to roll."""
        self.given(PhaseBegun(Phase.BEFORE_ROLL))
        return self

    def _with(self, base: Base) -> Island:
        assert not self.session.entries
        self.session._timeline = Timeline(self.state.with_slice("base", base))
        return self


def island(
    names: str = "anna ben carla david",
    *,
    level: Level | str = Level.L3,
    modules: tuple[str, ...] = BASE,
    board: Board = BEGINNERS,
    pieces: str = "",
    hands: Mapping[str, str] | None = None,
    robber: int | None = None,
    rolled: bool = True,
    first: str | None = None,
    profile: str = "hobbyworld",
    **options: bool | int | str,
) -> Island:
    """A table after its set-up; ``board`` may be any, such as one drawn by ``tests.kit.boards.drawn``.

    The robber starts where the rules put him unless a hex is named. ``rolled`` says whether the first player
    has rolled (dice that did nothing).
    """
    table = Island(
        evening(names, modules=modules, level=Level(level), profile=profile, first=first, **options).session
    )

    def set_up(draft: Draft) -> None:
        for question in draft.core.pending:
            draft.emit(Settled(question.id))
        draft.emit(Planned(()))
        laid = replace(board, hubs=hubs_of(draft.value("island"), board.terrain))
        draft.emit(BoardLaid(laid, draft.value("robber_start", laid)))

    table._given(set_up)
    table._with(replace(table.base, started=2 * len(order(table.table))))
    if robber is not None:
        table.given_robber(robber)
    table.given_pieces(pieces)
    table.given_hands(hands or {})
    if rolled:
        table.given(PhaseBegun(Phase.AFTER_ROLL))
    return table
