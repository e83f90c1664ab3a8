"""The wealthiest settler and the poor settlers: by the gold, or as the table says (RI-06, RI-07, RI-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.core import Settled, TurnBegun
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Invariant, Part, PointSource, Reaction, Timing
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.setup import over
from companion.rules.gold.facts import GoldStated
from companion.rules.gold.purse import GoldGot, GoldMoved, GoldPaid, held
from companion.rules.scenarios.rivers.slice import Rivers, RiversEvent

WEALTHIEST = 1
"""RI-06: points of the wealthiest settler."""

POOR = -2
"""RI-07: points of a poor settler."""


class ClaimWealth(Command, frozen=True, tag="ri.claim_wealth"):
    """The player took the card of the wealthiest settler."""


class ReturnWealth(Command, frozen=True, tag="ri.return_wealth"):
    """The player laid the card of the wealthiest settler aside."""


class TakePoverty(Command, frozen=True, tag="ri.take_poverty"):
    """The player took a card of a poor settler."""


class ReturnPoverty(Command, frozen=True, tag="ri.return_poverty"):
    """The player returned the card of a poor settler."""


class WealthHeld(RiversEvent, frozen=True, tag="ri.wealth_held"):
    """RI-06: who is the wealthiest settler from now on; None while the card lies aside."""

    by: PlayerId | None

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, state: Rivers) -> Rivers:
        return replace(state, wealthiest=self.by)


class PovertyHeld(RiversEvent, frozen=True, tag="ri.poverty_held"):
    """RI-07: who are the poor settlers from now on."""

    players: tuple[PlayerId, ...]

    @property
    def variant(self) -> str:
        return "" if self.players else "nobody"

    def apply(self, state: Rivers) -> Rivers:
        return replace(state, poor=self.players)


def state_of(table: Table) -> Rivers:
    """This module's slice of the state."""
    return table.slice(Rivers)


def wealthiest_of(gold: Mapping[PlayerId, int]) -> PlayerId | None:
    """RI-06: who alone has the most gold, if anybody has."""
    most = max(gold.values())
    leaders = [player for player, count in gold.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None


def poor_of(gold: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """RI-07: all who have the least gold, which are all if they have the same."""
    least = min(gold.values())
    return tuple(player for player, count in gold.items() if count == least)


def gold_of_all(table: Table) -> dict[PlayerId, int]:
    """Everybody's gold, in the order of the seats."""
    return {player: held(table, player) for player in table.core.ids}


def judged(table: Table) -> bool:
    """RI-11: whether the set-up is over, so that somebody is poor."""
    return bool(state_of(table).poor) or over(table)


def judge(draft: Draft) -> None:
    """RI-06, RI-07: the cards lie where they belong by the gold."""
    gold, state = gold_of_all(draft), state_of(draft)
    wealthiest, poor = wealthiest_of(gold), poor_of(gold)
    if wealthiest != state.wealthiest:
        draft.emit(WealthHeld(wealthiest))
    if poor != state.poor:
        draft.emit(PovertyHeld(poor))


def after_change(draft: Draft, event: GoldGot | GoldPaid | GoldMoved | GoldStated) -> None:
    """RI-11: after every change of gold, once the set-up is over."""
    if judged(draft):
        judge(draft)


def after_set_up(draft: Draft, event: Settled) -> None:
    """RI-11: for the first time when the last piece of the set-up stands."""
    if not state_of(draft).poor and over(draft):
        judge(draft)


def at_first_turn(draft: Draft, event: TurnBegun) -> None:
    """RI-11: at the latest when the dice pass on, where the table has left the set-up."""
    if not state_of(draft).poor:
        judge(draft)


def wealth_points(table: Table, player: PlayerId) -> int:
    """RI-06: 1 point."""
    return WEALTHIEST if state_of(table).wealthiest == player else 0


def poverty_points(table: Table, player: PlayerId) -> int:
    """RI-07: 2 points fewer."""
    return POOR if player in state_of(table).poor else 0


def poor_with(table: Table, player: PlayerId, poor: bool) -> PovertyHeld:
    """One player is a poor settler or not, by the table's word; all others stay what they are."""
    before = state_of(table).poor
    return PovertyHeld(tuple(one for one in table.core.ids if (poor if one == player else one in before)))


class ClaimWealthRule(CommandRule[ClaimWealth]):
    """RI-06: whoever has most gold takes the card, where nobody enters gold."""

    command = ClaimWealth
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if state_of(table).wealthiest == who:
            yield soft("RI-06", "wealth.held-already", player=who)

    def apply(self, draft: Draft, command: ClaimWealth) -> None:
        draft.emit(WealthHeld(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ClaimWealth]:
        return (ClaimWealth(who),)


class ReturnWealthRule(CommandRule[ReturnWealth]):
    """RI-06: the card is given up on a tie, or when the lead is lost."""

    command = ReturnWealth
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if state_of(table).wealthiest != who:
            yield soft("RI-06", "wealth.not-held", player=who)

    def apply(self, draft: Draft, command: ReturnWealth) -> None:
        draft.emit(WealthHeld(None))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ReturnWealth]:
        return (ReturnWealth(who),)


class TakePovertyRule(CommandRule[TakePoverty]):
    """RI-07: whoever has the least gold takes a card, where nobody enters gold."""

    command = TakePoverty
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if who in state_of(table).poor:
            yield soft("RI-07", "poverty.held-already", player=who)

    def apply(self, draft: Draft, command: TakePoverty) -> None:
        draft.emit(poor_with(draft, command.by, True))

    def forms(self, table: Table, who: PlayerId) -> Iterable[TakePoverty]:
        return (TakePoverty(who),)


class ReturnPovertyRule(CommandRule[ReturnPoverty]):
    """RI-07: whoever has no longer the least gold returns the card."""

    command = ReturnPoverty
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if who not in state_of(table).poor:
            yield soft("RI-07", "poverty.not-held", player=who)

    def apply(self, draft: Draft, command: ReturnPoverty) -> None:
        draft.emit(poor_with(draft, command.by, False))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ReturnPoverty]:
        return (ReturnPoverty(who),)


def players_only(table: Table) -> Iterable[str]:
    """RI-06, RI-07: the cards are with people, each at most once."""
    state = state_of(table)
    if state.wealthiest not in (None, *table.core.ids):
        yield f"{state.wealthiest} is the wealthiest settler"
    if state.poor != tuple(player for player in table.core.ids if player in state.poor):
        yield f"{state.poor} are poor settlers"


def rightly_held(table: Table) -> Iterable[str]:
    """RI-06, RI-07, RI-11: the cards lie where they belong by the gold."""
    gold, state = gold_of_all(table), state_of(table)
    if not judged(table):
        return
    if state.wealthiest != wealthiest_of(gold):
        yield f"{state.wealthiest} is the wealthiest settler, with {gold}"
    if state.poor != poor_of(gold):
        yield f"{state.poor} are poor settlers, with {gold}"


EVENTS: tuple[type[Event], ...] = (WealthHeld, PovertyHeld)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        points=(
            PointSource("wealthiest", RuleId("RI-06"), wealth_points),
            PointSource("poor", RuleId("RI-07"), poverty_points),
        ),
        invariants=(Invariant("ri.cards", players_only),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(ClaimWealthRule(), ReturnWealthRule(), TakePovertyRule(), ReturnPovertyRule()),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        reactions=(
            Reaction(GoldGot, after_change),
            Reaction(GoldPaid, after_change),
            Reaction(GoldMoved, after_change),
            Reaction(GoldStated, after_change),
            Reaction(Settled, after_set_up),
            Reaction(TurnBegun, at_first_turn),
        ),
        invariants=(Invariant("ri.riches", rightly_held),),
    ),
)
