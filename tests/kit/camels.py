"""Tables with an oasis and camels, set up in a few words.

::

    table = caravans(pieces="anna: settlement 13SW", camels=("13E", "4SW 8NW"))
    table.given_built("anna", "17S")
    table.end()
    table.vote(anna="wool", carla="grain grain")
    table.enter(PlaceCamel(CARLA, edge("5SE")))

The board is the beginners' one with the oasis on hex 9, in the middle. Its arrows point to the edges 13E
(between 13 and 14, first caravan), 4SW (4 and 8, second) and 5SE (5 and 10, third).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Level
from companion.history.timeline import Timeline
from companion.rules.base.board import Board
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.trail import measure
from companion.rules.scenarios.caravans.camels import fronts
from companion.rules.scenarios.caravans.facts import CaravanStated
from companion.rules.scenarios.caravans.slice import CAMELS, Caravans
from companion.rules.scenarios.caravans.vote import EndVote, LayVote
from tests.kit.island import BEGINNERS, Island, edges, island

CARAVANS = ("base", "caravans")

OASIS_BOARD: Board = replace(
    BEGINNERS, terrain=tuple("oasis" if terrain == "desert" else terrain for terrain in BEGINNERS.terrain)
)


class Oasis(Island):
    """A table with camels."""

    @property
    def cv(self) -> Caravans:
        return self.state.slice(Caravans)

    @property
    def open(self) -> set[EdgeId]:
        """Where the next camel may stand."""
        return {edge for front in fronts(self.table) for edge in front}

    @property
    def left(self) -> int:
        """Camels beside the board."""
        return CAMELS - sum(map(len, self.cv.trails))

    def given_camels(self, trails: Sequence[str]) -> Oasis:
        """Let camels stand on these edges, a text for each caravan, from the oasis to its front."""
        for number, names in enumerate(trails):
            self.given(CaravanStated(number, edges(names, OASIS_BOARD)))
        self._given(lambda draft: measure(draft, draft.core.ids))
        return self

    def fresh(self) -> Oasis:
        """Let what stands have been built in earlier turns."""
        part = replace(self.cv, built_in=0)
        self.session._timeline = Timeline(self.state.with_slice("caravans", part))
        return self

    def given_built(self, who: str, corner: str, city: bool = False) -> Oasis:
        """Let a player have built a settlement, or a city, this turn."""
        player, site = PlayerId(who), self.land.corner(corner)
        self.given(SettlementBuilt(player, site), *([CityBuilt(player, site)] if city else []))
        return self

    @property
    def voters(self) -> list[PlayerId]:
        """Who may still lay votes."""
        return [question.who for question in self.core.pending if question.kind == "camel_votes"]

    def vote(self, **cards: str) -> list[Event]:
        """All vote, clockwise, and say that they have: the cards of each by their names, or a number where
        hands are not counted."""
        found: list[Event] = []
        for who in self.voters:
            laid = cards.get(who, "")
            goods: list[str | None] = [None] * int(laid) if laid.isdigit() else list(laid.split())
            for good in goods:
                found += self.enter(LayVote(who, good))
        return [*found, *self.enter(EndVote(self.core.on_turn))]


def caravans(
    names: str = "anna ben carla david",
    *,
    modules: tuple[str, ...] = CARAVANS,
    camels: Sequence[str] = (),
    level: Level | str = Level.L3,
    board: Board = OASIS_BOARD,
    **how: Any,
) -> Oasis:
    """A table after its set-up, the first player after the roll, with pieces from earlier turns."""
    table = Oasis(island(names, modules=modules, level=level, board=board, **how).session)
    return table.fresh().given_camels(camels)
