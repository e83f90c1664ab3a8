"""What is tracked can change in mid-game: less is forgotten, more is asked for. And the table's word on all
that lies there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.core import (
    ChangeLevel,
    ConfirmPosition,
    PositionConfirmed,
    Settled,
    StateTurn,
    TurnBegun,
)
from companion.engine.errors import AssemblyError
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Fact,
    FactSort,
    Part,
    Timing,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.knowledge import Knowledge
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.places import nameless
from companion.rules.base.purse import purse
from companion.rules.base.queries import places, rule_here
from companion.rules.base.setup import order, over
from companion.rules.base.slice import Base, BaseEvent, Building, Development
from companion.rules.base.stating import StateRule


class ChangeLevelRule(CommandRule[ChangeLevel]):
    """Another tracking level, whatever is going on. What is asked and can no longer be answered is left."""

    command = ChangeLevel
    timing = Timing.ANY

    def at(self, table: Table, command: ChangeLevel) -> Iterable[Violation]:
        if command.level is table.ruleset.level:
            yield hard("B-14", "level.same", level=command.level.value)
            return
        if table.core.winner is not None:
            yield hard(rule_here(table, "B-71"), "end.over", player=table.core.winner)
        try:
            table.ruleset.at(command.level)
        except AssemblyError as error:
            module = next((str(p.params["module"]) for p in error.problems if "module" in p.params), "")
            yield hard("B-14", "level.not-in-this-game", level=command.level.value, module=module)

    def apply(self, draft: Draft, command: ChangeLevel) -> None:
        before = Table(draft.ruleset, draft.state)
        draft.track(command.level)
        for module in draft.ruleset.modules:
            if module.carry is not None:
                module.carry(before, draft)
        elsewhere = on_board(before) is not on_board(draft)
        for question in draft.core.pending:
            if elsewhere or not set(question.answers) & draft.ruleset.by_tag.keys():
                draft.emit(Settled(question.id))
        if elsewhere and on_board(draft):
            draft.todo[:0] = draft.ruleset.step_names["setup"]


class BaseCarried(BaseEvent, frozen=True, tag="base.carried"):
    """What is known at another tracking level: the buildings, whether board, roads and robber are still
    known, how many pieces of the set-up were asked for, and what there is in the box (None: as before)."""

    scores: ClassVar[bool] = False
    buildings: dict[Site, Building]
    board: bool
    started: int = 0
    holders: tuple[PlayerId, ...] | None = None
    supply: Mapping[str, int] = {}
    deck: int | None = None

    def apply(self, state: Base) -> Base:
        carried = replace(state, buildings=self.buildings, started=self.started)
        if not self.board:
            carried = replace(carried, board=None, roads={}, robber=None, trails={})
        if self.holders is not None:
            carried = replace(carried, hands=Knowledge.start(self.holders, self.supply))
        if self.deck is not None:
            carried = replace(carried, development=Development(deck=self.deck))
        return carried


def on_board(table: Table) -> bool:
    """Whether pieces stand at places that have names."""
    return "places" in table.ruleset.slots and places(table).named


def carry(before: Table, draft: Draft) -> None:
    """Buildings lose their places where nobody enters them any more, hands what was known of them; on a board
    everything has still to be said."""
    rules, base = draft.ruleset, before.slice(Base)
    tracked = "places" in rules.slots
    named, was_named = on_board(draft), on_board(before)
    people = before.core.ids
    counted = bool(tracked and rules.slots["purse"] is not before.ruleset.slots.get("purse"))
    hands = purse(draft).start(people, {good.name: good.supply for good in rules.goods}) if counted else None
    stays = named and was_named
    draft.emit(
        BaseCarried(
            _buildings(before, draft) if tracked else {},
            stays,
            base.started if stays else 2 * len(order(draft)) if named else 0,
            (() if hands is None else hands.holders) if counted or not tracked else None,
            dict(hands.supply) if hands is not None and hands.counted else {},
            None if stays else (draft.value("development_deck") or 0) if named else 0,
        )
    )


def _buildings(before: Table, draft: Draft) -> dict[Site, Building]:
    """The buildings by the places that they have from now on."""
    named, was_named = on_board(draft), on_board(before)
    old = before.slice(Base).buildings
    if named:
        return dict(old) if was_named else {}
    if not old or (was_named and not over(before)):
        return dict(places(draft).start(before.core.players, draft.value("start_buildings")))
    if not was_named:
        return dict(old)
    return dict(zip(renamed(one.owner for one in old.values()), old.values(), strict=True))


def renamed(owners: Iterable[PlayerId], taken: Iterable[Site] = ()) -> list[Site]:
    """Nameless places for pieces of these owners, in their order."""
    others, found = tuple(taken), list[Site]()
    for owner in owners:
        found += nameless(owner, 1, (*others, *found))
    return found


class StateTurnRule(StateRule):
    """B-20: whose turn it is, by the table's word."""

    command = StateTurn

    def at(self, table: Table, command: StateTurn) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        for question in table.core.pending:
            if question.must:
                yield hard(question.rule, "question.must", player=question.who)
        if table.core.winner is not None:
            yield soft(rule_here(table, "B-71"), "end.over", player=table.core.winner)

    def apply(self, draft: Draft, command: StateTurn) -> None:
        if draft.core.winner is not None:
            draft.play_on()
        for question in draft.core.pending:
            draft.emit(Settled(question.id))
        draft.todo.clear()
        draft.emit(TurnBegun(command.player, draft.core.turn + 1))


class ConfirmPositionRule(CommandRule[ConfirmPosition]):
    """All that does not fit is a reason against it, and may stand as the table's word."""

    command = ConfirmPosition
    timing = Timing.ANY

    def at(self, table: Table, command: ConfirmPosition) -> Iterable[Violation]:
        if any(question.must for question in table.core.pending):
            return
        for audit in table.ruleset.audits:
            yield from audit.faults(table)

    def apply(self, draft: Draft, command: ConfirmPosition) -> None:
        draft.emit(PositionConfirmed())


TURN = Fact(
    "turn",
    lambda table, player: int(table.core.on_turn == player),
    lambda table, player, value: StateTurn(player, player),
    FactSort.FLAG,
)


EVENTS: tuple[type[Event], ...] = (BaseCarried,)

PARTS = (Part(commands=(ChangeLevelRule(), StateTurnRule(), ConfirmPositionRule()), facts=(TURN,)),)
