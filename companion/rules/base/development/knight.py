"""The Knight: the robber moves, and the card counts for Largest Army."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part, PointSource, Reaction, Stage, Term
from companion.engine.ids import HexId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation
from companion.rules.base.development.play import (
    Card,
    DevelopmentPlayed,
    PlayDevelopment,
    PlayRule,
    development,
)
from companion.rules.base.robber import (
    certainty_of_robbing,
    check_robber,
    move_robber,
    robber_moves_of,
)
from companion.rules.base.slice import Award, Base, BaseEvent
from companion.rules.base.stating import deck_in_play

CARD = Card("knight", copies=14)


ARMY = 3
"""B-62: played knights that Largest Army needs."""


class PlayKnight(PlayDevelopment, frozen=True, tag="base.play_knight"):
    """B-62: the robber moves; to no hex where the rules leave none but send him off the board."""

    card: ClassVar[str] = CARD.name
    hex: HexId | None = None
    victim: PlayerId | None = None
    taken: str | None = None


class LargestArmyHeld(BaseEvent, frozen=True, tag="base.largest_army_held"):
    """Who holds Largest Army from now on."""

    by: PlayerId | None

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, state: Base) -> Base:
        return replace(state, development=replace(state.development, largest_army=self.by))


def army(table: Table, player: PlayerId) -> int:
    """The player's played knights, as they count for Largest Army."""
    knights: int = table.value("army", player)
    return knights


def base_army(table: Table, old: None, player: PlayerId) -> int:
    """B-62: knight cards played."""
    return development(table).played.get(player, {}).get(CARD.name, 0)


class PlayKnightRule(PlayRule[PlayKnight]):
    """B-62: the robber moves, and the card counts for the Largest Army."""

    command = PlayKnight

    def at(self, table: Table, command: PlayKnight) -> Iterable[Violation]:
        return check_robber(table, command.by, command.hex, command.victim, command.taken, "B-62")

    def needs(self, table: Table, command: PlayKnight) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.taken)

    def effect(self, draft: Draft, command: PlayKnight) -> None:
        move_robber(draft, command.by, command.hex, command.victim, command.taken)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayKnight]:
        return [PlayKnight(who, hex, victim) for hex, victim in robber_moves_of(table, who)]


def judge_army(draft: Draft, event: object = None) -> None:
    """B-62: the first with three knights; another one takes it with strictly more.

    Where nobody holds it although several have as many, it waits until one alone has the most.
    """
    holder = development(draft).largest_army
    armies = {player: army(draft, player) for player in draft.core.ids}
    most = max(armies.values())
    leaders = [player for player, knights in armies.items() if knights == most]
    if most >= ARMY and len(leaders) == 1 and holder not in leaders:
        draft.emit(LargestArmyHeld(leaders[0]))


def army_points(table: Table, player: PlayerId) -> int:
    """B-62: 2 points."""
    return 2 if development(table).largest_army == player else 0


def army_of_a_deck(table: Table, old: frozenset[Award]) -> frozenset[Award]:
    """B-62: without development cards there is no Largest Army."""
    return old if deck_in_play(table) else old - {Award.LARGEST_ARMY}


EVENTS = (LargestArmyHeld,)
PARTS = (
    Part(cards=(CARD,)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("army", Stage.BASE, base_army),
            Term("awards", Stage.LIMIT, army_of_a_deck),
        ),
        commands=(PlayKnightRule(),),
        reactions=(Reaction(DevelopmentPlayed, judge_army),),
        points=(PointSource("largest_army", RuleId("B-62"), army_points),),
    ),
)
