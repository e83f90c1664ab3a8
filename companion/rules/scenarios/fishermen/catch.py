"""Fishing: who draws how many tokens, the old boot among them, and more than seven (FI-04, FI-05, FI-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.engine.cells import BANK
from companion.engine.command import Command
from companion.engine.core import Settled
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, no_player, soft
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.roll import AMOUNT, total
from companion.rules.base.setup import in_last_round
from companion.rules.base.slice import Base
from companion.rules.scenarios.fishermen.grounds import at_water, waters
from companion.rules.scenarios.fishermen.slice import (
    NAMES,
    OPEN,
    Fishermen,
    FishermenEvent,
    Tokens,
    WaterEvent,
    bag,
)
from companion.rules.scenarios.fishermen.tokens import MOST, check_tokens, has, held, state_of


class TellBoot(Command, frozen=True, tag="fi.tell_boot"):
    """The table says who drew the old boot, or that nobody did."""

    player: PlayerId | None = None


class SwapToken(Command, frozen=True, tag="fi.swap_token"):
    """The player with seven tokens laid this one open for another, or keeps all.

    ``boot`` says that the one drawn was the old boot.
    """

    token: int | None = None
    boot: bool = False


class FishDue(WaterEvent, frozen=True, tag="fi.fish_due"):
    """FI-04: so many tokens are to be drawn by each."""

    due: dict[PlayerId, int]

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, due=self.due)


class TokensDrawn(WaterEvent, frozen=True, tag="fi.tokens_drawn"):
    """FI-03, FI-04, FI-05: a player drew so many tokens from the pile, unseen by the others."""

    by: PlayerId
    count: int

    @property
    def variant(self) -> str:
        return "" if self.count else "none"

    def apply(self, state: Fishermen) -> Fishermen:
        tokens = state.tokens.draw(BANK, self.by, self.count)
        return replace(state, tokens=tokens, due=without(state.due, self.by))


class TokensDealt(WaterEvent, frozen=True, tag="fi.tokens_dealt"):
    """FI-10: a player has these tokens from the pile, and everybody knows it."""

    by: PlayerId
    tokens: Tokens

    def apply(self, state: Fishermen) -> Fishermen:
        return replace(state, tokens=state.tokens.gain(self.by, bag(self.tokens)))


class TokenSwapped(WaterEvent, frozen=True, tag="fi.token_swapped"):
    """FI-05: a player with seven tokens laid one open, to draw another."""

    by: PlayerId
    token: int
    turn: int

    def apply(self, state: Fishermen) -> Fishermen:
        tokens = state.tokens.move(self.by, OPEN, bag((self.token,)))
        return replace(state, tokens=tokens, swapped=changed(state.swapped, self.by, self.turn))


class PileShuffled(WaterEvent, frozen=True, tag="fi.pile_shuffled"):
    """FI-06: the pile is made anew with the tokens that lay open."""

    def apply(self, state: Fishermen) -> Fishermen:
        tokens = state.tokens
        return replace(state, tokens=tokens.hand_over(OPEN, BANK, tokens.total(OPEN)))


class BootDrawn(FishermenEvent, frozen=True, tag="fi.boot_drawn"):
    """FI-08: one of the tokens that a player drew was the old boot."""

    by: PlayerId

    def apply(self, state: Fishermen) -> Fishermen:
        left = state.due.get(self.by, 0) - 1
        due = changed(state.due, self.by, left) if left > 0 else without(state.due, self.by)
        return replace(state, boot=self.by, due=due)


def caught(table: Table, number: int) -> dict[PlayerId, int]:
    """FI-04: the tokens that a number brings, by player in turn order: 1 for a settlement, 2 for a city."""
    buildings = table.slice(Base).buildings
    owed = dict.fromkeys(table.core.in_turn_order(), 0)
    for corner in waters(table, number):
        building = buildings.get(corner)
        if building is not None and building.owner in owed:
            owed[building.owner] += AMOUNT[building.kind]
    return {player: count for player, count in owed.items() if count}


def fish(draft: Draft) -> None:
    """FI-04: what the roll brings."""
    haul(draft, caught(draft, total(draft)))


def first_fish(draft: Draft, event: SettlementBuilt | CityBuilt) -> None:
    """FI-04, in the edition that says so: a token for the second building, if it stands at a water."""
    if draft.question("start_building", event.by) is None or not in_last_round(draft):
        return
    count = draft.value("fish_at_start")
    if count and at_water(draft, event.site):
        haul(draft, {event.by: count})


def fish_at_start(table: Table, old: None) -> int:
    """FI-04: tokens for a second building at a water; none as the book is written."""
    return 1 if table.option("fish_at_start") == "second_building" else 0


def haul(draft: Draft, due: Mapping[PlayerId, int]) -> None:
    """FI-05, FI-08: all draw what is due; as long as the boot is hidden the table says who drew it."""
    if not due:
        return
    draft.emit(FishDue(dict(due)))
    drawing = drawers(draft)
    if state_of(draft).boot is None and drawing:
        draft.ask("boot", draft.core.on_turn, "FI-08", "fi.tell_boot", players=tuple(drawing))
    else:
        bring_in(draft)


def drawers(table: Table) -> dict[PlayerId, int]:
    """Who draws how many of the tokens due, as far as there is room for them."""
    room = {player: min(count, MOST - held(table, player)) for player, count in state_of(table).due.items()}
    return {player: count for player, count in room.items() if count > 0}


def bring_in(draft: Draft) -> None:
    """FI-05: everyone draws in turn order, up to seven tokens; who is due more may give one for another.

    Where several draw past the end of the pile, a token at a time, it does not show who got which of the last
    ones: anyone may have any of them, or any of those that lay open.
    """
    drawing, tokens = drawers(draft), state_of(draft).tokens
    if len(drawing) > 1 and sum(drawing.values()) > tokens.total(BANK) and tokens.total(OPEN):
        draft.emit(PileShuffled())
    for player, count in state_of(draft).due.items():
        drawn = min(count, max(0, MOST - held(draft, player)))
        draw(draft, player, drawn)
        if drawn < count and state_of(draft).swapped.get(player) != draft.core.turn:
            draft.ask("swap", player, "FI-05", "fi.swap_token")


def go_on_fishing(draft: Draft, event: Settled) -> None:
    """Whatever became of the question about the boot, what is due is drawn after it."""
    if state_of(draft).due and not any(question.kind == "boot" for question in draft.core.pending):
        bring_in(draft)


def draw(draft: Draft, player: PlayerId, count: int) -> None:
    """FI-05, FI-06: tokens from the pile; when it is empty those that lie open are shuffled into a new one.

    With nothing left anywhere the rest of what is due is lost.
    """
    while True:
        pile = state_of(draft).tokens.total(BANK)
        if count and not pile and state_of(draft).tokens.total(OPEN):
            draft.emit(PileShuffled())
            continue
        now = min(count, pile)
        draft.emit(TokensDrawn(player, now))
        count -= now
        if not count or not now:
            break
    shuffle_if_empty(draft)


def shuffle_if_empty(draft: Draft) -> None:
    """FI-06: an empty pile is made of the tokens that lie open; the boot never lies among them."""
    tokens = state_of(draft).tokens
    if state_of(draft).boot is not None and not tokens.total(BANK) and tokens.total(OPEN):
        draft.emit(PileShuffled())


def check_not_the_boot(table: Table, count: int) -> Iterable[Violation]:
    """FI-08: who draws more tokens than fish are in the pile draws the boot."""
    if state_of(table).boot is None and count > state_of(table).tokens.total(BANK):
        yield soft("FI-08", "boot.must-be-drawn")


class TellBootRule(CommandRule[TellBoot]):
    """FI-08: whoever draws the old boot shows it at once."""

    command = TellBoot
    timing = Timing.ANSWER

    def at(self, table: Table, command: TellBoot) -> Iterable[Violation]:
        drawing = drawers(table)
        if command.player is None:
            yield from check_not_the_boot(table, sum(drawing.values()))
        elif command.player not in table.core.ids:
            yield no_player(command.player)
        elif command.player not in drawing:
            yield soft("FI-08", "boot.draws-nothing", player=command.player)

    def apply(self, draft: Draft, command: TellBoot) -> None:
        if command.player is not None:
            draft.emit(BootDrawn(command.player))
        # The tokens are drawn as what follows from the answer: see go_on_fishing.
        draft.settle("boot", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TellBoot]:
        return [TellBoot(who), *(TellBoot(who, player) for player in drawers(table))]


class SwapTokenRule(CommandRule[SwapToken]):
    """FI-05: once a turn, with seven tokens, one of choice for one drawn blind."""

    command = SwapToken
    timing = Timing.ANSWER

    def at(self, table: Table, command: SwapToken) -> Iterable[Violation]:
        if command.token is None:
            if command.boot:
                yield hard("FI-08", "boot.draws-nothing", player=command.by)
            return
        yield from check_tokens(table, command.by, (command.token,), "FI-05")
        if not command.boot:
            yield from check_not_the_boot(table, 1)
        elif state_of(table).boot is not None:
            yield soft("FI-08", "boot.out-already", player=str(state_of(table).boot))

    def apply(self, draft: Draft, command: SwapToken) -> None:
        if command.token is not None:
            draft.emit(TokenSwapped(command.by, command.token, draft.core.turn))
            if command.boot:
                draft.emit(BootDrawn(command.by))
                shuffle_if_empty(draft)
            else:
                draw(draft, command.by, 1)
        draft.settle("swap", command.by)

    def certainty(self, table: Table, command: SwapToken) -> Certainty:
        return Certainty.SURE if command.token is None else has(table, command.by, (command.token,))

    def forms(self, table: Table, who: PlayerId) -> Iterable[SwapToken]:
        swaps = [SwapToken(who, token, boot) for token in NAMES for boot in (False, True)]
        return [SwapToken(who), *swaps]


EVENTS: tuple[type[Event], ...] = (
    FishDue,
    TokensDrawn,
    TokensDealt,
    TokenSwapped,
    PileShuffled,
    BootDrawn,
)
