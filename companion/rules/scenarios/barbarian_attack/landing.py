"""Landings: three numbers each time somebody builds a settlement or a city (BA-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.core import Settled
from companion.engine.event import Event
from companion.engine.extension import CommandRule, CueRule, Part, Reaction, Timing
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base import setup
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.goods import readable
from companion.rules.base.queries import laid
from companion.rules.base.tracking import on_board
from companion.rules.scenarios.barbarian_attack import alerts
from companion.rules.scenarios.barbarian_attack.box import FULL
from companion.rules.scenarios.barbarian_attack.coast import (
    change,
    coast,
    hex_of,
    in_supply,
    numbers,
    state_of,
    there,
)
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent, PeacefulEvent

SUMS = 3
"""BA-10: different sums of a landing."""

QUESTION = "landing"


class TellLanding(Command, frozen=True, tag="ba.tell_landing"):
    """The two dice of a landing showed this sum; one that came before, or a 7, is not told."""

    number: int


class LandingDue(PeacefulEvent, frozen=True, tag="ba.landing_due"):
    """BA-10: somebody has built, and barbarians are about to land; ``cause`` names anything else that brings
    them."""

    by: PlayerId
    cause: str = ""

    @property
    def variant(self) -> str:
        return self.cause

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, landings=(*state.landings, self.by))


class BarbarianLanded(BarbarianEvent, frozen=True, tag="ba.barbarian_landed"):
    """BA-10: a sum of a landing, and the hex where a barbarian came ashore; None where none did."""

    number: int
    hex: HexId | None = None

    @property
    def variant(self) -> str:
        return "" if self.hex is not None else "nowhere"

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        told = replace(state, landed=(*state.landed, self.number))
        if self.hex is None:
            return told
        count = state.barbarians.get(self.hex, 0) + 1
        return replace(told, barbarians=changed(state.barbarians, self.hex, count))


class LandingCalled(LandingDue, frozen=True, tag="ba.landing_called"):
    """BA-10: the same where nobody enters places, and the table sees to it where they land."""

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return state


class NobodyLands(PeacefulEvent, frozen=True, tag="ba.nobody_lands"):
    """BA-10: a landing is due, and the coast is full or no barbarian is left."""


class LandingOver(PeacefulEvent, frozen=True, tag="ba.landing_over"):
    """BA-10: three numbers have come."""

    silent: ClassVar[bool] = True

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, landed=(), landings=state.landings[1:])


def after_building(draft: Draft, event: SettlementBuilt | CityBuilt) -> None:
    """BA-10: after the set-up each settlement and each city brings a landing at once. Where nobody enters
    places whoever builds knows it."""
    if on_board(draft) and setup.over(draft):
        owe(draft, event.by if event.by in draft.core.ids else draft.core.on_turn)


def owe(draft: Draft, by: PlayerId, cause: str = "") -> None:
    """BA-10: a landing for which this player rolls, now or after those that are due before; or nobody, if no
    barbarian can come ashore."""
    if not on_board(draft):
        draft.emit(LandingCalled(by, cause))
    elif not laid(draft):
        return
    elif not room(draft):
        draft.emit(NobodyLands())
    else:
        draft.emit(LandingDue(by, cause))
        if len(state_of(draft).landings) == 1:
            ask(draft)


def room(table: Table) -> bool:
    """BA-10: whether a barbarian is left, and a coast hex takes one more."""
    return in_supply(table) > 0 and any(there(table, hex) < FULL for hex in coast(table))


def ask(draft: Draft) -> None:
    """BA-10: the next sum of the landing that is due first."""
    state = state_of(draft)
    if state.landings:
        count = len(state.landed) + 1
        draft.ask(QUESTION, state.landings[0], "BA-10", "ba.tell_landing", count=count, total=SUMS)


def land(draft: Draft, number: int) -> None:
    """BA-10: one barbarian on the coast hex of the number, unless it is full or none is left."""
    hex = hex_of(draft, number)
    if hex is not None and (there(draft, hex) >= FULL or not in_supply(draft)):
        hex = None
    change(draft, BarbarianLanded(number, hex))


def advance(draft: Draft) -> None:
    """BA-10: the next sum, or after three the next landing that is due, as long as anybody can land."""
    if len(state_of(draft).landed) >= SUMS:
        draft.emit(LandingOver())
    while state_of(draft).landings and not room(draft):
        draft.emit(LandingOver())
    ask(draft)


def left(draft: Draft, event: Settled) -> None:
    """A landing that the table leaves is over, and so are those that wait for it."""
    while state_of(draft).landings and not asked(draft):
        draft.emit(LandingOver())


def asked(table: Table) -> bool:
    """Whether a sum of a landing is asked for."""
    return any(question.kind == QUESTION for question in table.core.pending)


class TellLandingRule(CommandRule[TellLanding]):
    """BA-10: three different sums, and no 7."""

    command = TellLanding
    timing = Timing.ANSWER

    def at(self, table: Table, command: TellLanding) -> Iterable[Violation]:
        number = command.number
        if number not in numbers(table):
            yield hard("BA-10", "landing.no-such-number", number=readable(number))
        elif number in state_of(table).landed:
            yield soft("BA-10", "landing.came-already", number=number)

    def apply(self, draft: Draft, command: TellLanding) -> None:
        land(draft, command.number)
        # What is asked next is asked first, so that this question is seen to be answered and not left.
        advance(draft)
        draft.settle(QUESTION, command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TellLanding]:
        return [TellLanding(who, number) for number in numbers(table)]


EVENTS: tuple[type[Event], ...] = (LandingDue, LandingCalled, NobodyLands, BarbarianLanded, LandingOver)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        reactions=(Reaction(SettlementBuilt, after_building), Reaction(CityBuilt, after_building)),
        cues=(CueRule(LandingDue, alerts.LANDING.name), CueRule(LandingCalled, alerts.LANDING.name)),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(TellLandingRule(),),
        reactions=(Reaction(Settled, left),),
    ),
)
