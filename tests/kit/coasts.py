"""Tables of Barbarian Attack, set up in a few words.

::

    table = coast(knights={"anna": "12W 12NW"}, barbarians={4: 2})
    table.end("anna")
    assert table.questions == [("castle_die", "anna")]

The castle lies on hex 16, the desert on hex 2. The coast by its numbers, clockwise from the castle: 4 on hex
12 (forest), 12 on 7 (fields), 9 on 3 (hills), 3 on 0 (pasture), 8 on 1 (forest), 10 on 6 (pasture), 11 on 11
(mountains), 5 on 15 (hills), 2 on 18 (pasture), 6 on 17 (fields). Behind it, by rows: forest 4, fields 5 /
mountains 6, hills 10, mountains 8 / pasture 9, fields 3. No barbarian stands there unless it is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.engine.core import Settled
from companion.engine.event import Event
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.history.timeline import Timeline
from companion.rules.base.board import Board
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.slice import Knight
from companion.rules.gold.purse import GoldGot, held
from companion.rules.scenarios.barbarian_attack.battle import TellCastleDie
from companion.rules.scenarios.barbarian_attack.coast import coast_of, hex_of
from companion.rules.scenarios.barbarian_attack.landing import TellLanding
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack
from tests.kit.island import BEGINNERS, STRENGTHS, Island, island

BARBARIANS = ("base", "barbarian_attack")

LAND = """pasture forest desert / hills forest fields pasture / fields mountains hills mountains mountains
/ forest pasture fields hills / castle_of_knights fields pasture"""

COAST: Board = replace(
    BEGINNERS,
    terrain=tuple(word for word in LAND.split() if word != "/"),
    tokens=(3, 8, 0, 9, 4, 5, 10, 12, 6, 10, 8, 11, 4, 9, 3, 5, 0, 6, 2),
)

HEX = {COAST.tokens[hex]: hex for hex in coast_of(COAST)}
"""The coast hex of each number."""


class Coast(Island):
    """A table with barbarians."""

    @property
    def ba(self) -> BarbarianAttack:
        return self.state.slice(BarbarianAttack)

    @property
    def barbarians(self) -> dict[int, int]:
        """Barbarians by the number of their hex."""
        return {COAST.tokens[hex]: count for hex, count in self.ba.barbarians.items() if count}

    @property
    def prisoners(self) -> dict[str, int]:
        return {str(player): count for player, count in self.ba.prisoners.items() if count}

    def gold(self, who: str) -> int:
        return held(self.table, PlayerId(who))

    def knights(self, who: str) -> set[EdgeId]:  # type: ignore[override]
        """Where the knights of a player stand."""
        return {path for path, owner in self.ba.knights.items() if owner == who}

    def riders(self, who: str) -> dict[str, tuple[int, bool]]:
        """The knights of Cities & Knights on paths: how strong each is, and whether it is active."""
        owned = {site: one for site, one in self.ck.knights.items() if one.owner == who}
        return {str(site): (one.strength, one.active) for site, one in owned.items()}

    def given_riders(self, who: str, knights: str) -> Coast:
        """Let knights of Cities & Knights stand on paths: ``active strong 12W, 12NW``."""
        assert not self.session.entries
        found = dict(self.ck.knights)
        for words in map(str.split, knights.split(",")):
            strength = next((STRENGTHS[word] for word in words if word in STRENGTHS), 1)
            knight = Knight(PlayerId(who), strength, "active" in words)
            found[Site(self.land.edge(words[-1]))] = knight
        self.session._timeline = Timeline(
            self.state.with_slice("cities_knights", replace(self.ck, knights=found))
        )
        return self

    def with_slice(self, **changes: Any) -> Coast:
        """Let the scenario's part be another one before the first entry."""
        assert not self.session.entries
        self.session._timeline = Timeline(
            self.state.with_slice("barbarian_attack", replace(self.ba, **changes))
        )
        return self

    def given_pieces(self, pieces: str) -> Coast:
        """Let pieces stand, without the landings that they would have brought."""
        super().given_pieces(pieces)
        return self.settled()

    def settled(self) -> Coast:
        """Let no landing be asked for."""
        self.given(*(Settled(question.id) for question in self.core.pending))
        return self.with_slice(landings=(), landed=())

    def landing(self, who: str, *numbers: int) -> list[Event]:
        """Enter the numbers of a landing."""
        found: list[Event] = []
        for number in numbers:
            found += self.enter(TellLanding(PlayerId(who), number))
        return found

    def end(self, who: str) -> tuple[Event, ...]:
        """Let the turn end."""
        return self.enter(EndTurn(PlayerId(who)))

    def die(self, who: str, face: int) -> tuple[Event, ...]:
        """Enter the die for the castle."""
        return self.enter(TellCastleDie(PlayerId(who), face))

    @property
    def over(self) -> bool:
        """Whether the next turn has begun."""
        return self.core.phase is Phase.BEFORE_ROLL


def coast(
    names: str = "anna ben carla david",
    *,
    modules: tuple[str, ...] = BARBARIANS,
    level: Level | str = Level.L3,
    board: Board = COAST,
    pieces: str = "",
    knights: Mapping[str, str] | None = None,
    barbarians: Mapping[int, int] | None = None,
    prisoners: Mapping[str, int] | None = None,
    gold: Mapping[str, int] | None = None,
    riders: Mapping[str, str] | None = None,
    **how: Any,
) -> Coast:
    """A table after its set-up: ``knights`` on paths by owner, or ``riders`` of Cities & Knights, and
    ``barbarians`` by the number of a hex."""
    table = Coast(island(names, modules=modules, level=level, board=board, **how).session)
    table.settled().given_pieces(pieces)
    land = board.geometry
    placed: dict[EdgeId, PlayerId] = {}
    for owner, paths in (knights or {}).items():
        placed |= {land.edge(path): PlayerId(owner) for path in paths.split()}
    found = {hex_of(table.table, number): count for number, count in (barbarians or {}).items()}
    assert None not in found
    table.with_slice(
        barbarians=found,
        knights=placed,
        prisoners={PlayerId(player): count for player, count in (prisoners or {}).items()},
    )
    table.given(*(GoldGot(PlayerId(player), count) for player, count in (gold or {}).items()))
    for owner, paths in (riders or {}).items():
        table.given_riders(owner, paths)
    return table


def hexes(numbers: Iterable[int]) -> tuple[HexId, ...]:
    """The coast hexes of these numbers."""
    return tuple(HEX[number] for number in numbers)
