"""The Bishop: the robber moves, and takes a card from everyone there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import HexId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Severity, Violation, hard, impossible, no_player, soft
from companion.rules.base.goods import names, no_such_card
from companion.rules.base.purse import known_cards, purse
from companion.rules.base.queries import places
from companion.rules.base.robber import (
    RobberMoved,
    check_frozen,
    check_place,
    not_a_victim,
    robber_moves_of,
    robber_places,
    take_card,
    victims,
)
from companion.rules.base.slice import Base
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule, Truth, hands
from companion.rules.cities_knights.slice import Track

CARD = Card("bishop", Track.POLITICS, copies=2, rule=RuleId("PC-B01"))


class PlayBishop(PlayCard, frozen=True, tag="ck.play_bishop"):
    """The player moves the robber to a hex; ``cards`` are those that the table saw, by who lost them."""

    card: ClassVar[str] = CARD.name
    hex: HexId | None = None
    cards: dict[PlayerId, str] | None = None


class BishopRule(PlayRule[PlayBishop]):
    """PC-B01, CK-51, CK-52: not before the first attack; where the robber may go, and one card from every
    opponent there."""

    command = PlayBishop

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_frozen(table)
        if places(table).named and not self._has_effect(table, who):
            yield soft("CK-125", "bishop.nothing", card=CARD.name)

    def at(self, table: Table, command: PlayBishop) -> Iterable[Violation]:
        if not places(table).named:
            return
        by, hex = command.by, command.hex
        faults = check_place(table, by, hex, "PC-B01")
        yield from faults
        if not any(fault.severity is Severity.HARD for fault in faults):
            yield from self._check_cards(table, by, hex, command.cards or {})

    @staticmethod
    def _has_effect(table: Table, by: PlayerId) -> bool:
        """CK-125: whether the robber can go anywhere else, or robs somebody where he has to stay."""
        moves, robber = robber_moves_of(table, by), table.slice(Base).robber
        hand = hands(table)
        return any(
            hex != robber or (victim is not None and (not hand.counted or hand.total(victim) > 0))
            for hex, victim in moves
        )

    @staticmethod
    def _check_cards(
        table: Table, by: PlayerId, hex: HexId | None, cards: dict[PlayerId, str]
    ) -> Iterable[Violation]:
        there = victims(table, by, hex)
        faults: list[Violation] = []
        for victim, card in cards.items():
            if victim not in table.core.ids:
                faults.append(no_player(victim))
            elif card not in names(table):
                faults.append(no_such_card(table, card))
            else:
                if victim not in there:
                    faults.append(
                        hard("PC-B01", "player.not-an-opponent", player=by)
                        if victim == by
                        else not_a_victim(table, hex, victim, "PC-B01")
                    )
                faults += purse(table).check(table, victim, {card: 1}, "PC-B01")
        yield from faults
        if not faults and _have_seen(table, cards) is Certainty.IMPOSSIBLE:
            for victim in cards:
                total, known = hands(table).total(victim), known_cards(hands(table), victim)
                yield impossible("PC-B01", "cards.not-together", player=victim, total=total, known=known)

    def needs(self, table: Table, command: PlayBishop) -> Certainty:
        """The cards that the table saw."""
        return _have_seen(table, command.cards or {})

    def effect(self, draft: Draft, command: PlayBishop) -> None:
        if not places(draft).named:
            return
        cards = command.cards or {}
        draft.emit(RobberMoved(command.hex))
        if hands(draft).counted:
            for victim in victims(draft, command.by, command.hex):
                take_card(draft, command.by, victim, cards.get(victim))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayBishop]:
        if not places(table).named:
            return super().forms(table, who)
        return [PlayBishop(who, hex) for hex in robber_places(table, who)]

    def complete(self, table: Table, command: PlayBishop, truth: Truth) -> Command | None:
        """Where hands are tracked, the cards drawn are named if the table saw them."""
        if not truth.counted or command.hex is None or not truth.seen():
            return command
        found = [victim for victim in victims(table, command.by, command.hex) if truth.goods(victim).total()]
        return replace(command, cards={victim: truth.any_good(victim) for victim in found})


def _have_seen(table: Table, cards: dict[PlayerId, str]) -> Certainty:
    """Whether everyone can have had the card that the table saw."""
    known = hands(table)
    return (
        known.have({victim: {card: 1} for victim, card in cards.items()}) if known.counted else Certainty.SURE
    )


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(BishopRule(),)),)
