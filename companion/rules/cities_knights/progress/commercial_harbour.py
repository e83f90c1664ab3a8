"""Commercial Harbour: a resource against a commodity, once with each opponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.knowledge import Knowledge, least_certain
from companion.engine.level import Aspect
from companion.engine.state import Phase
from companion.engine.table import Draft, Table, kept
from companion.engine.verdict import Certainty, Violation, hard, impossible, soft
from companion.rules.base.goods import RESOURCE, names, no_such_card
from companion.rules.base.hands import CardsChosen, CardsMoved, CardsShown, NoneHeld
from companion.rules.base.purse import purse
from companion.rules.base.queries import opponents
from companion.rules.base.trade import check_together
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.goods import COMMODITY
from companion.rules.cities_knights.progress.play import (
    PlayRule,
    Simulated,
    Truth,
    check_opponent,
    check_opponents_hold,
    hands,
)
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track

CARD = Card("commercial_harbour", Track.TRADE, copies=2, rule=RuleId("PC-Y01"))

_OPPOSITE = {
    Certainty.SURE: Certainty.IMPOSSIBLE,
    Certainty.POSSIBLE: Certainty.POSSIBLE,
    Certainty.IMPOSSIBLE: Certainty.SURE,
}


class PlayCommercialHarbour(PlayCard, frozen=True, tag="ck.play_commercial_harbour"):
    """In this turn the player may offer each opponent a resource for a commodity."""

    card: ClassVar[str] = CARD.name


class OfferForCommodity(Command, frozen=True, tag="ck.offer_for_commodity"):
    """The player offered an opponent a resource for a commodity of his choice.

    ``commodity`` if the table saw it; ``refused`` if he has none, so that the resource came back.
    """

    opponent: PlayerId
    good: str
    commodity: str | None = None
    refused: bool = False


class HarbourOpened(CKEvent, frozen=True, tag="ck.harbour_opened"):
    """A player may make everyone one commercial offer in this turn."""

    scores: ClassVar[bool] = False
    by: PlayerId
    turn: int

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, harbour=(self.turn, ()))


class OfferMade(CKEvent, frozen=True, tag="ck.offer_made"):
    """A player offered an opponent a resource for a commodity; ``refused`` if that one has none."""

    scores: ClassVar[bool] = False
    by: PlayerId
    opponent: PlayerId
    good: str
    refused: bool = False

    @property
    def variant(self) -> str:
        return "refused" if self.refused else ""

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        turn, offered = state.harbour
        return replace(state, harbour=(turn, (*offered, self.opponent)))


class CommercialHarbourRule(PlayRule[PlayCommercialHarbour]):
    """PC-Y01, CK-125: not while another one serves the turn, nor where nobody has a card to exchange.

    As a fifth card it may be played in the roll, and serves the turn when production is still to come. Where
    hands are not counted the table sees to it.
    """

    command = PlayCommercialHarbour

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not hands(table).counted:
            return
        if state_of(table).harbour[0] == table.core.turn:
            yield soft("CK-125", "harbour.open-already", player=who)
        if table.core.phase is not Phase.AFTER_ROLL:
            return
        if not hands(table).total(who):
            yield soft("CK-125", "harbour.nothing-to-offer", player=who)
        yield from check_opponents_hold(table, who, CARD.name)

    def effect(self, draft: Draft, command: PlayCommercialHarbour) -> None:
        if hands(draft).counted:
            draft.emit(HarbourOpened(command.by, draft.core.turn))


@kept
def _with_good(table: Table, by: PlayerId, good: str) -> Knowledge:
    """B-56: what is known of all hands, given that the player has the good on offer."""
    known = hands(table)
    return known.shows(by, {good: 1}) if known.has(by, {good: 1}) is Certainty.POSSIBLE else known


def _has_commodity(table: Table, by: PlayerId, good: str, opponent: PlayerId) -> Certainty:
    """B-56: what is known of the opponent's commodities, given that the player has the good on offer."""
    return _with_good(table, by, good).has_any(opponent, names(table, COMMODITY))


class OfferForCommodityRule(CommandRule[OfferForCommodity], Simulated):
    """PC-Y01: once a turn to each opponent, who gives a commodity of his choice if he has one."""

    command = OfferForCommodity

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if state_of(table).harbour[0] != table.core.turn:
            yield soft("PC-Y01", "offer.no-harbour", player=who)

    def at(self, table: Table, command: OfferForCommodity) -> Iterable[Violation]:
        by, opponent, commodity = command.by, command.opponent, command.commodity
        faults = list(check_opponent(table, by, opponent, PlayCommercialHarbour.card))
        if command.good not in names(table):
            faults.append(no_such_card(table, command.good))
        if commodity is not None and commodity not in names(table, COMMODITY):
            faults.append(no_such_card(table, commodity, COMMODITY))
        if commodity is not None and command.refused:
            faults.append(hard("PC-Y01", "offer.given-and-refused", player=opponent))
        yield from faults
        if faults:
            return
        turn, offered = state_of(table).harbour
        if turn == table.core.turn and opponent in offered:
            yield soft("PC-Y01", "offer.once", player=by, opponent=opponent)
        if command.good not in names(table, RESOURCE):
            yield soft("PC-Y01", "offer.no-resource", player=by, good=command.good)
        if commodity is not None:
            yield from check_together(table, {by: {command.good: 1}, opponent: {commodity: 1}}, "PC-Y01")
            return
        yield from purse(table).check(table, by, {command.good: 1}, "PC-Y01")
        excluded = Certainty.SURE if command.refused else Certainty.IMPOSSIBLE
        key = "offer.has-commodity" if command.refused else "offer.no-commodity"
        if hands(table).has_any(opponent, names(table, COMMODITY)) is excluded:
            yield impossible("PC-Y01", key, player=opponent)
        elif _has_commodity(table, by, command.good, opponent) is excluded:
            then = "offer.has-commodity-then" if command.refused else "offer.no-commodity-then"
            yield impossible("B-56", then, player=by, opponent=opponent, good=command.good)

    def apply(self, draft: Draft, command: OfferForCommodity) -> None:
        by, opponent, commodities = command.by, command.opponent, names(draft, COMMODITY)
        draft.emit(OfferMade(by, opponent, command.good, command.refused))
        if command.refused:
            draft.emit(CardsShown(by, {command.good: 1}))
            draft.emit(NoneHeld(opponent, commodities))
            return
        draft.emit(CardsMoved(by, opponent, {command.good: 1}))
        if command.commodity is not None:
            draft.emit(CardsMoved(opponent, by, {command.commodity: 1}))
        else:
            draft.emit(CardsChosen(opponent, by, 1, commodities))

    def certainty(self, table: Table, command: OfferForCommodity) -> Certainty:
        known, opponent = hands(table), command.opponent
        if command.commodity is not None:
            return known.have({command.by: {command.good: 1}, opponent: {command.commodity: 1}})
        has = _has_commodity(table, command.by, command.good, opponent)
        if command.refused:
            has = _OPPOSITE[has]
        return least_certain((known.has(command.by, {command.good: 1}), has))

    def forms(self, table: Table, who: PlayerId) -> Iterable[OfferForCommodity]:
        for opponent in opponents(table, who):
            for good in names(table, RESOURCE):
                yield OfferForCommodity(who, opponent, good)
                for commodity in names(table, COMMODITY):
                    yield OfferForCommodity(who, opponent, good, commodity)
                yield OfferForCommodity(who, opponent, good, refused=True)

    def complete(self, table: Table, command: OfferForCommodity, truth: Truth) -> Command | None:
        """An offer is refused by who really has no commodity, and by nobody else."""
        has = any(truth.goods(command.opponent)[good] for good in names(table, COMMODITY))
        return command if has is not command.refused else None


EVENTS = (HarbourOpened, OfferMade)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(CommercialHarbourRule(),)),
    Part(needs=frozenset({Aspect.HANDS}), commands=(OfferForCommodityRule(),)),
)
