"""The robber: discards on a 7, where he may go, and whom he robs (B-30 to B-33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Part,
    Stage,
    Step,
    Term,
    Timing,
)
from companion.engine.geometry import Geometry
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table, kept
from companion.engine.verdict import Certainty, Severity, Violation, hard, no_player, soft
from companion.rules.base.giving_up import GiveUp, GiveUpRule
from companion.rules.base.goods import names, no_such_card
from companion.rules.base.hands import CardsDrawn, CardsMoved
from companion.rules.base.network import board, geometry
from companion.rules.base.purse import purse
from companion.rules.base.queries import hand_limit, rule_here
from companion.rules.base.roll import total
from companion.rules.base.slice import Base, BaseEvent, Building

Faults = Mapping[HexId, Sequence[Violation]]
"""Why the robber may not go to a hex; hexes left out are allowed."""

Exempt = Mapping[HexId, Mapping[PlayerId, Violation]]
"""Who is not robbed, by hex, and why."""

Theft = tuple[HexId | None, PlayerId | None]
"""Where the robber goes, and who is robbed there."""

NOBODY: Exempt = {}


class DiscardCards(GiveUp, frozen=True, tag="base.discard_cards"):
    """The player returned cards to the bank: those the table saw, and ``unseen`` more."""


class MoveRobber(Command, frozen=True, tag="base.move_robber"):
    """The player moved the robber to a hex, and took a card from the victim; ``card`` if the table saw it."""

    hex: HexId
    victim: PlayerId | None = None
    card: str | None = None


# --- discards


class RobberMoved(BaseEvent, frozen=True, tag="base.robber_moved"):
    """The robber stands on another hex, or is off the board."""

    scores: ClassVar[bool] = False
    to: HexId | None

    @property
    def variant(self) -> str:
        return "off" if self.to is None else ""

    def apply(self, state: Base) -> Base:
        return replace(state, robber=self.to)


def ask_for_discards(draft: Draft) -> None:
    """B-30, B-33: everyone with more cards than the limit returns half, before the robber moves."""
    if total(draft) != 7:
        return
    hands = draft.slice(Base).hands
    for player in draft.core.in_turn_order():
        count = hands.total(player)
        if count > hand_limit(draft, player):
            draft.ask("discard", player, rule_here(draft, "B-30"), "base.discard_cards", count=count // 2)


class DiscardCardsRule(GiveUpRule[DiscardCards]):
    """B-30: half, rounded down, of what is held."""

    command = DiscardCards
    kind = "discard"


def check_held(table: Table, by: PlayerId, cards: dict[str, int], rule: str) -> Iterable[Violation]:
    """B-56: the player must be able to hold these cards."""
    return purse(table).check(table, by, cards, rule)


def check_card(table: Table, holder: PlayerId, card: str | None, rule: str) -> Iterable[Violation]:
    """B-56: a card that the table saw leaving a hand can have been there."""
    if card is None:
        return
    if card not in names(table):
        yield no_such_card(table, card)
    else:
        yield from check_held(table, holder, {card: 1}, rule)


# --- the robber


def ask_for_robber(draft: Draft) -> None:
    """B-31: after the discards the roller moves the robber, where he may move at all."""
    if total(draft) == 7 and in_play(draft) and draft.value("robber_frozen") is None:
        ask_robber(draft, draft.core.on_turn, rule_here(draft, "B-31"))


def in_play(table: Table) -> bool:
    """B-13: whether the game has a robber: a scenario may leave him in the box."""
    return MoveRobber in table.ruleset.commands


def nothing_holds_robber(table: Table, old: None) -> None:
    """B-31: the robber moves on every 7."""
    return


def check_frozen(table: Table) -> Iterable[Violation]:
    """The robber may not be moved at all as long as a rule holds him."""
    rule = table.value("robber_frozen")
    if rule is not None:
        yield soft(rule, "robber.frozen")


def ask_robber(draft: Draft, who: PlayerId, rule: str) -> None:
    """Ask where the robber goes and whom he robs; if no hex is allowed and there is nobody to rob where he
    goes then, nothing is left to ask."""
    moves = robber_moves_of(draft, who)
    hex, victim = moves[0]
    if len(moves) > 1 or victim is not None:
        draft.ask("robber", who, rule, "base.move_robber")
    elif draft.slice(Base).robber != hex:
        draft.emit(RobberMoved(hex))


@kept
def robber_places(table: Table, by: PlayerId) -> Sequence[HexId | None]:
    """Hexes to which the player may move the robber; if none is allowed, where the rules send him then, with
    None for off the board."""
    return _allowed(geometry(table), table.value("robber_faults", by)) or (table.value("robber_refuge"),)


@remembered
def _allowed(land: Geometry, faults: Faults) -> Sequence[HexId]:
    return tuple(hex for hex in land.hexes if not faults.get(hex))


def robber_faults(table: Table, by: PlayerId, hex: HexId) -> Sequence[Violation]:
    """Why the robber may not go to a hex of the board, by all rules in play."""
    found: Sequence[Violation] = table.value("robber_faults", by).get(hex, ())
    # Asked for only where it matters: whether another hex is allowed is a question about the whole board.
    if found and hex == table.value("robber_refuge") and robber_places(table, by) == (hex,):
        return ()
    return found


def base_robber_faults(table: Table, old: None, by: PlayerId) -> Faults:
    """B-31: another hex."""
    robber = table.slice(Base).robber
    return _faults_at(robber, rule_here(table, "B-31"))


@remembered
def _faults_at(robber: HexId | None, rule: str) -> Faults:
    return {} if robber is None else {robber: (soft(rule, "robber.same-hex"),)}


def victims(table: Table, by: PlayerId, hex: HexId | None) -> Sequence[PlayerId]:
    """B-31: opponents with a settlement or city at the hex who may be named; nobody off the board.

    Where hands are counted, those without cards are left out while another one there has some.
    """
    return _victims(table, by)[hex] if hex is not None else ()


@kept
def _victims(table: Table, by: PlayerId) -> Mapping[HexId, Sequence[PlayerId]]:
    with_cards = table.slice(Base).hands.with_cards()
    return _victims_at(owners_around(table), exempt(table), table.core.ids, with_cards, by)


@remembered
def _victims_at(
    around: Mapping[HexId, frozenset[PlayerId]],
    safe: Exempt,
    people: Sequence[PlayerId],
    with_cards: frozenset[PlayerId],
    by: PlayerId,
) -> Mapping[HexId, Sequence[PlayerId]]:
    found = {}
    for hex, owners in around.items():
        spared = safe.get(hex, ())
        there = [p for p in people if p in owners and p != by and p not in spared]
        found[hex] = [player for player in there if player in with_cards] or there
    return found


def owners_around(table: Table) -> Mapping[HexId, frozenset[PlayerId]]:
    """Whose buildings stand at each hex."""
    return _owners(geometry(table), table.slice(Base).buildings)


@remembered
def _owners(land: Geometry, buildings: Mapping[Site, Building]) -> Mapping[HexId, frozenset[PlayerId]]:
    return {
        hex: frozenset(buildings[corner].owner for corner in corners if corner in buildings)
        for hex, corners in land.hex_corners.items()
    }


def must_rob(table: Table, possible: Sequence[PlayerId]) -> bool:
    """B-31: whether one of those who may be named must be: they are known to have cards."""
    hands = table.slice(Base).hands
    return bool(possible) and hands.counted and hands.total(possible[0]) > 0


def nobody_exempt(table: Table, old: None) -> Exempt:
    """B-31: everyone with a building at the hex may be robbed."""
    return NOBODY


def exempt(table: Table) -> Exempt:
    """Who loses no card to the robber on each hex, and why."""
    found: Exempt = table.value("robbery_exempt")
    return found


def check_robber(
    table: Table,
    by: PlayerId,
    hex: HexId | None,
    victim: PlayerId | None,
    card: str | None,
    rule: str,
) -> Iterable[Violation]:
    """B-31: an allowed hex, and an opponent there who can be robbed."""
    faults = check_place(table, by, hex, rule)
    yield from faults
    if not any(fault.severity is Severity.HARD for fault in faults):
        yield from check_victim(table, by, hex, victim, card, rule)


def check_place(table: Table, by: PlayerId, hex: HexId | None, rule: str) -> Sequence[Violation]:
    """B-31: an allowed hex; no hex only where no other is left for the robber."""
    if hex is None:
        return () if robber_places(table, by) == (None,) else (hard(rule, "place.missing"),)
    if hex not in geometry(table).hex_corners:
        return (hard("B-04", "place.off-board", place=str(hex)[:40]),)
    return robber_faults(table, by, hex)


def check_victim(
    table: Table,
    by: PlayerId,
    hex: HexId | None,
    victim: PlayerId | None,
    card: str | None,
    rule: str,
) -> Iterable[Violation]:
    """B-31: whom the robber on a hex robs, and of what."""
    if victim is not None and victim not in table.core.ids:
        yield no_player(victim)
        return
    possible = victims(table, by, hex)
    if victim is None:
        if must_rob(table, possible):
            yield soft(rule, "robber.victim-missing", player=by, victim=possible[0])
        if card is not None:
            yield hard(rule, "robber.card-of-nobody")
        return
    if victim == by:
        yield hard(rule, "player.not-an-opponent", player=by)
    elif victim not in possible:
        yield not_a_victim(table, hex, victim, rule)
    yield from check_card(table, victim, card, rule)


def not_a_victim(table: Table, hex: HexId | None, victim: PlayerId, rule: str) -> Violation:
    """Why an opponent cannot be robbed: nothing of theirs stands there, something spares them, or they have
    no card while another one there has some."""
    if hex is None or victim not in owners_around(table)[hex]:
        return soft(rule, "robber.not-at-hex", victim=victim)
    # Of those at the hex whom nothing spares, only one without cards may not be named.
    return exempt(table).get(hex, {}).get(victim) or soft("B-31", "robber.victim-empty", victim=victim)


def certainty_of_robbing(table: Table, victim: PlayerId | None, card: str | None) -> Certainty:
    """B-56: whether the victim has the card that the table saw being taken."""
    if victim is None or card is None:
        return Certainty.SURE
    return purse(table).certainty(table, victim, {card: 1})


def move_robber(
    draft: Draft, by: PlayerId, hex: HexId | None, victim: PlayerId | None, card: str | None
) -> None:
    """The robber goes to the hex or off the board, and a card from hand to hand, unseen unless the table saw
    it."""
    draft.emit(RobberMoved(hex))
    if victim is not None:
        take_card(draft, by, victim, card)


def take_card(draft: Draft, by: PlayerId, victim: PlayerId, card: str | None, *among: str) -> None:
    """One card drawn at random, as far as the table knows."""
    if card is not None:
        draft.emit(CardsMoved(victim, by, {card: 1}))
    elif draft.slice(Base).hands.total(victim) if draft.slice(Base).hands.counted else True:
        draft.emit(CardsDrawn(victim, by, 1, among or None))


@kept
def robber_moves_of(table: Table, by: PlayerId) -> Sequence[Theft]:
    """All pairs of an allowed hex and whom to rob there, or nobody where nobody must be robbed."""
    found: list[Theft] = []
    for hex in robber_places(table, by):
        there = victims(table, by, hex)
        found += [(hex, victim) for victim in there]
        if not must_rob(table, there):
            found.append((hex, None))
    return found


class MoveRobberRule(CommandRule[MoveRobber]):
    """B-31: the robber goes to another hex, and takes a card from somebody with a building there."""

    command = MoveRobber
    timing = Timing.ANSWER

    def not_asked(self, table: Table, who: PlayerId) -> Violation:
        """B-33: first all discard."""
        owing = next((question for question in table.core.pending if question.kind == "discard"), None)
        if owing is None:
            return super().not_asked(table, who)
        return hard("B-33", "robber.discards-first", player=owing.who)

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_frozen(table) if table.question("robber", who) is None else ()

    def at(self, table: Table, command: MoveRobber) -> Iterable[Violation]:
        question = table.question("robber", command.by)
        if question is not None:
            yield from check_robber(
                table, command.by, command.hex, command.victim, command.card, str(question.rule)
            )

    def apply(self, draft: Draft, command: MoveRobber) -> None:
        move_robber(draft, command.by, command.hex, command.victim, command.card)
        draft.settle("robber", command.by)

    def certainty(self, table: Table, command: MoveRobber) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveRobber]:
        moves = robber_moves_of(table, who)
        return [MoveRobber(who, hex, victim) for hex, victim in moves if hex is not None]


def base_refuge(table: Table, old: None) -> HexId | None:
    """Where the robber goes when no hex is allowed: he stays."""
    return table.slice(Base).robber


def home(table: Table) -> HexId | None:
    """B-13: where the robber started; of several hexes of that kind the one on which he stands.

    None if he started off the board.
    """
    terrain, robber = board(table).terrain, table.slice(Base).robber
    start: HexId | None = table.value("robber_start", board(table))
    if start is None or robber is None:
        return start
    return robber if terrain[robber] == terrain[start] else start


EVENTS: tuple[type[Event], ...] = (RobberMoved,)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), terms=(Term("robber_frozen", Stage.BASE, nothing_holds_robber),)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(Step("roll", "base.robber", ask_for_robber, after=("base.seven",)),),
        terms=(
            Term("robber_faults", Stage.BASE, base_robber_faults),
            Term("robber_refuge", Stage.BASE, base_refuge),
            Term("robbery_exempt", Stage.BASE, nobody_exempt),
        ),
        commands=(MoveRobberRule(),),
    ),
    Part(
        needs=frozenset({Aspect.HANDS}),
        steps=(
            Step("roll", "base.discards", ask_for_discards, after=("base.seven",), before=("base.robber",)),
        ),
        commands=(DiscardCardsRule(),),
    ),
)
