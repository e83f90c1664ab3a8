"""The Alchemist: before the roll, the player names the white and the red die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.core import DiceRolled
from companion.engine.extension import Constraint, Part, Reaction, Stage, Step, Term, Timing
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.goods import readable
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.queries import SEVEN, gentle, state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track

CARD = Card("alchemist", Track.SCIENCE, copies=2, rule=RuleId("PC-G01"), as_fifth=False)

FACES = range(1, 7)
"""Of a number die."""


class PlayAlchemist(PlayCard, frozen=True, tag="ck.play_alchemist"):
    """Before the roll, the player names the white and the red die."""

    card: ClassVar[str] = CARD.name
    white: int
    red: int


class DiceNamed(CKEvent, frozen=True, tag="ck.dice_named"):
    """What the Alchemist named, white and red; nothing once the dice are thrown."""

    scores: ClassVar[bool] = False
    dice: tuple[int, int] | None

    @property
    def variant(self) -> str:
        return "forgotten" if self.dice is None else ""

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, named_dice=self.dice)


class AlchemistRule(PlayRule[PlayAlchemist]):
    """PC-G01: not after the roll (CK-20)."""

    command = PlayAlchemist
    timing = Timing.BEFORE_ROLL
    begins_turn = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if state_of(table).named_dice is not None and table.core.on_turn == who:
            yield soft("PC-G01", "alchemist.named-already", player=who)

    def at(self, table: Table, command: PlayAlchemist) -> Iterable[Violation]:
        for face in (command.white, command.red):
            if face not in FACES:
                yield hard("PC-G01", "alchemist.no-such-face", face=readable(face))
        if command.white + command.red == SEVEN and gentle(table):
            yield soft("OPT-3", "alchemist.gentle-seven", player=command.by)

    def effect(self, draft: Draft, command: PlayAlchemist) -> None:
        draft.emit(DiceNamed((command.white, command.red)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayAlchemist]:
        return [PlayAlchemist(who, white, red) for white in FACES for red in FACES]


def named_dice_kept(table: Table, command: RollDice) -> Iterable[Violation]:
    """PC-G01: the roll shows what the Alchemist named."""
    named = state_of(table).named_dice
    if named is None or table.core.on_turn != command.by:
        return
    if (command.dice.get("white"), command.dice.get("red")) != named:
        yield soft("PC-G01", "alchemist.other-dice", player=command.by, white=named[0], red=named[1])


def forget_named_dice(draft: Draft, event: object = None) -> None:
    """PC-G01: the named dice are for one roll, and for the turn in which they were named."""
    if state_of(draft).named_dice is not None:
        draft.emit(DiceNamed(None))


def dice_by_chance(table: Table, old: bool) -> bool:
    """PC-G01: named dice say nothing of luck."""
    return old and state_of(table).named_dice is None


EVENTS = (DiceNamed,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(AlchemistRule(),),
        constraints=(Constraint("ck.alchemist", named_dice_kept, commands=(RollDice,)),),
        terms=(Term("dice_by_chance", Stage.LIMIT, dice_by_chance),),
        steps=(Step("end", "ck.named_dice", forget_named_dice, before=("ck.fifth_card",)),),
        reactions=(Reaction(DiceRolled, forget_named_dice),),
    ),
)
