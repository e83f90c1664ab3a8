"""The cards: turned up and carried out at once (BA-20, BA-21, BA-52)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Invariant, Part, Timing
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, impossible, soft
from companion.rules.base.goods import PRICES, Bag
from companion.rules.base.purse import purse
from companion.rules.gold.purse import get
from companion.rules.scenarios.barbarian_attack.box import deck, deck_size
from companion.rules.scenarios.barbarian_attack.coast import (
    attacked,
    change,
    coast,
    in_supply,
    overrun,
    state_of,
)
from companion.rules.scenarios.barbarian_attack.knights import recruit
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack, BarbarianEvent, PeacefulEvent

PRICE: Bag = PRICES["development_card"]
"""BA-20: ore, wool and grain."""

NOTHING: Bag = {}

CARDS = "ba.cards"
"""The parts that the scenario's own cards have."""

KNIGHTHOOD, BLACK_KNIGHT, INTRIGUE, TREASON = "knighthood", "black_knight", "intrigue", "treason"

TRAITORS = 2
"""BA-52: barbarians that Treason moves, each from and to a hex of its own."""

REWARD = 2
"""BA-52: gold that Treason brings."""


class DrawCard(Command, frozen=True, tag="ba.draw_card"):
    """The player bought the top card, which is this one, or turned up another one in its place."""

    chronicle: str


class CaptureBarbarian(Command, frozen=True, tag="ba.capture_barbarian"):
    """By Intrigue the player took a barbarian off this hex."""

    hex: HexId


class MoveBarbarians(Command, frozen=True, tag="ba.move_barbarians"):
    """By Treason barbarians went from these hexes, missing ones from the supply, to the others."""

    sources: tuple[HexId, ...]
    targets: tuple[HexId, ...]


class CardTurnedUp(PeacefulEvent, frozen=True, tag="ba.card_turned_up"):
    """BA-20: a card lies open; with the last of them the discard is shuffled."""

    by: PlayerId
    chronicle: str

    @property
    def variant(self) -> str:
        return self.chronicle

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        drawn = changed(state.drawn, self.chronicle, state.drawn.get(self.chronicle, 0) + 1)
        if sum(drawn.values()) + state.unseen >= deck_size():
            return replace(state, drawn={}, unseen=0)
        return replace(state, drawn=drawn)


class CardLost(PeacefulEvent, frozen=True, tag="ba.card_lost"):
    """BA-21, BA-52: nothing can be done with the card that came."""

    by: PlayerId
    chronicle: str


class BarbarianCaptured(BarbarianEvent, frozen=True, tag="ba.barbarian_captured"):
    """BA-52: a barbarian of a hex is a prisoner."""

    by: PlayerId
    hex: HexId

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        left = max(0, state.barbarians.get(self.hex, 0) - 1)
        prisoners = state.prisoners.get(self.by, 0) + 1
        return replace(
            state,
            barbarians=changed(state.barbarians, self.hex, left),
            prisoners=changed(state.prisoners, self.by, prisoners),
        )


class BarbariansMoved(BarbarianEvent, frozen=True, tag="ba.barbarians_moved"):
    """BA-52: barbarians go from some hexes to others; where these are more, the supply has given the rest."""

    by: PlayerId
    sources: tuple[HexId, ...]
    targets: tuple[HexId, ...]

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        placed = dict(state.barbarians)
        for hex in self.sources:
            placed[hex] = max(0, placed.get(hex, 0) - 1)
        for hex in self.targets:
            placed[hex] = placed.get(hex, 0) + 1
        return replace(state, barbarians=placed)


def drawn(table: Table) -> int:
    """BA-20: the cards that came since the last shuffle."""
    state = state_of(table)
    return sum(state.drawn.values()) + state.unseen


def left(table: Table, card: str) -> int:
    """BA-20: copies of a card that nobody has seen since the last shuffle."""
    return deck()[card] - state_of(table).drawn.get(card, 0)


class DrawCardRule(CommandRule[DrawCard]):
    """BA-20: any number in a turn; what is turned up in the place of another card costs nothing."""

    command = DrawCard

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return purse(table).check(table, who, self._price(table, who), "BA-20")

    def at(self, table: Table, command: DrawCard) -> Iterable[Violation]:
        if command.chronicle not in deck():
            yield hard("BA-20", "chronicle.unknown", name=str(command.chronicle)[:40])
        elif left(table, command.chronicle) < 1:
            count = deck()[command.chronicle]
            yield impossible("BA-20", "chronicle.all-seen", chronicle=command.chronicle, count=count)

    def certainty(self, table: Table, command: DrawCard) -> Certainty:
        return purse(table).certainty(table, command.by, self._price(table, command.by))

    def apply(self, draft: Draft, command: DrawCard) -> None:
        by, instead = command.by, self._instead(draft, command.by)
        if instead:
            draft.settle("another_card", by)
        else:
            purse(draft).pay(draft, by, PRICE)
        draft.emit(CardTurnedUp(by, command.chronicle))
        carry_out(draft, by, command.chronicle)

    def forms(self, table: Table, who: PlayerId) -> Iterable[DrawCard]:
        return [DrawCard(who, card) for card in deck()]

    def _price(self, table: Table, who: PlayerId) -> Bag:
        return NOTHING if self._instead(table, who) else PRICE

    @staticmethod
    def _instead(table: Table, who: PlayerId) -> bool:
        """BA-52: whether the card is asked for in the place of one that found no barbarian."""
        return table.question("another_card", who) is not None


def carry_out(draft: Draft, by: PlayerId, card: str) -> None:
    """BA-20: what the card does, at once."""
    if card in (KNIGHTHOOD, BLACK_KNIGHT):
        recruit(draft, by, card == KNIGHTHOOD, "BA-21")
        if draft.question("place_path_knight", by) is None:
            draft.emit(CardLost(by, card))
    elif card == INTRIGUE:
        found = attacked(draft)
        if found:
            draft.ask("capture", by, "BA-52", "ba.capture_barbarian")
        else:
            draft.ask("another_card", by, "BA-52", "ba.draw_card")
    else:
        get(draft, by, REWARD)
        if next(betrayals(draft), None) is not None:
            draft.ask("treason", by, "BA-52", "ba.move_barbarians")


class CaptureBarbarianRule(CommandRule[CaptureBarbarian]):
    """BA-52: one barbarian from any coast hex; a hex that was overrun is free again."""

    command = CaptureBarbarian
    timing = Timing.ANSWER

    def at(self, table: Table, command: CaptureBarbarian) -> Iterable[Violation]:
        if command.hex not in attacked(table):
            yield hard("BA-52", "barbarian.none-there", player=command.by)

    def apply(self, draft: Draft, command: CaptureBarbarian) -> None:
        change(draft, BarbarianCaptured(command.by, command.hex))
        draft.settle("capture", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[CaptureBarbarian]:
        return [CaptureBarbarian(who, hex) for hex in attacked(table)]


# --- Treason


def welcome(table: Table) -> list[HexId]:
    """BA-52: the coast hexes where Treason may bring a barbarian: those that are not overrun."""
    lost = overrun(table)
    return [hex for hex in coast(table) if hex not in lost]


def numbers(table: Table) -> tuple[int, int]:
    """BA-52: from how many hexes Treason takes a barbarian, and how many it brings to others."""
    sources, targets = len(attacked(table)), len(welcome(table))
    taken = min(TRAITORS, sources)
    both = len(set(attacked(table)) & set(welcome(table)))
    # The hexes from which barbarians come are no targets: those that are overrun cost none.
    kept = max(0, taken - (sources - both))
    moved = min(TRAITORS, taken + in_supply(table), targets - kept)
    return min(taken, moved), moved


def betrayals(table: Table) -> Iterator[tuple[tuple[HexId, ...], tuple[HexId, ...]]]:
    """BA-52: all pairs of hexes from which barbarians come and to which they go."""
    taken, moved = numbers(table)
    if not moved:
        return
    for sources in combinations(attacked(table), taken):
        free = [hex for hex in welcome(table) if hex not in sources]
        for targets in combinations(free, moved):
            yield sources, targets


class MoveBarbariansRule(CommandRule[MoveBarbarians]):
    """BA-52: from two different coast hexes to two others that are not overrun."""

    command = MoveBarbarians
    timing = Timing.ANSWER

    def at(self, table: Table, command: MoveBarbarians) -> Iterable[Violation]:
        by, sources, targets = command.by, command.sources, command.targets
        if not {*sources, *targets} <= set(coast(table)):
            yield hard("BA-52", "barbarian.off-coast", player=by)
            return
        if any(hex not in attacked(table) for hex in sources):
            yield hard("BA-52", "barbarian.none-there", player=by)
        if any(hex in overrun(table) for hex in targets):
            yield hard("BA-52", "barbarian.full")
        if len({*sources, *targets}) < len(sources) + len(targets):
            yield hard("BA-52", "barbarian.other-hexes", player=by)
        taken, moved = numbers(table)
        if len(sources) > len(targets) or len(targets) - len(sources) > in_supply(table):
            yield hard("BA-52", "barbarian.not-so-many", count=moved, given=len(targets))
        elif (len(sources), len(targets)) != (taken, moved):
            yield soft("BA-52", "barbarian.not-so-many", count=moved, given=len(targets))

    def apply(self, draft: Draft, command: MoveBarbarians) -> None:
        order = coast(draft)
        sources = tuple(sorted(command.sources, key=order.index))
        targets = tuple(sorted(command.targets, key=order.index))
        change(draft, BarbariansMoved(command.by, sources, targets))
        draft.settle("treason", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveBarbarians]:
        return [MoveBarbarians(who, sources, targets) for sources, targets in betrayals(table)]


def deck_kept(table: Table) -> Iterable[str]:
    """BA-20: no card came more often than it is there."""
    for card in state_of(table).drawn:
        if left(table, card) < 0:
            yield f"{card} came {state_of(table).drawn[card]} times"
    if not 0 <= drawn(table) < deck_size():
        yield f"{drawn(table)} cards came"


EVENTS: tuple[type[Event], ...] = (CardTurnedUp, CardLost, BarbarianCaptured, BarbariansMoved)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        name=CARDS,
        commands=(DrawCardRule(), CaptureBarbarianRule(), MoveBarbariansRule()),
        invariants=(Invariant("ba.deck", deck_kept),),
    ),
)
