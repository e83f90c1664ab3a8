"""Trade cards (yellow), PC-Y01 to PC-Y06."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.extension import CommandRule
from companion.engine.ids import HexId, PlayerId
from companion.engine.knowledge import least_certain
from companion.engine.state import Phase
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, clear, hard, impossible, soft
from companion.rules.base.board import PRODUCES
from companion.rules.base.development import check_surrender, surrender
from companion.rules.base.goods import RESOURCE, check_bag, names, no_such_card, size
from companion.rules.base.network import board, geometry
from companion.rules.base.purse import purse
from companion.rules.base.queries import buildings, opponents
from companion.rules.base.slice import CardsChosen, CardsMoved, CardsShown, NoneHeld
from companion.rules.base.trade import check_together
from companion.rules.cities_knights.cards import CARDS
from companion.rules.cities_knights.goods import COMMODITY
from companion.rules.cities_knights.progress.play import (
    PlayCard,
    PlayRule,
    check_opponent,
    check_victim_richer,
    hands,
)
from companion.rules.cities_knights.queries import part
from companion.rules.cities_knights.rates import with_special_rate
from companion.rules.cities_knights.slice import FleetHired, HarbourOpened, MerchantTaken, OfferMade

BARGAIN = 2
"""Cards that the Master Merchant takes (PC-Y02)."""


_OPPOSITE = {
    Certainty.SURE: Certainty.IMPOSSIBLE,
    Certainty.POSSIBLE: Certainty.POSSIBLE,
    Certainty.IMPOSSIBLE: Certainty.SURE,
}


class PlayCommercialHarbour(PlayCard, frozen=True, tag="ck.play_commercial_harbour"):
    """PC-Y01: a resource against a commodity, once with each opponent."""

    card: ClassVar[str] = "commercial_harbour"


class OfferForCommodity(Command, frozen=True, tag="ck.offer_for_commodity"):
    """PC-Y01: the player offered an opponent a resource for a commodity of his choice.

    ``commodity`` if the table saw it; ``refused`` if he has none, so that the resource came back.
    """

    opponent: PlayerId
    good: str
    commodity: str | None = None
    refused: bool = False


class PlayMasterMerchant(PlayCard, frozen=True, tag="ck.play_master_merchant"):
    """PC-Y02: two cards from an opponent with more points; ``cards`` are those that the table saw."""

    card: ClassVar[str] = "master_merchant"
    victim: PlayerId
    cards: dict[str, int] | None = None


class PlayMerchantFleet(PlayCard, frozen=True, tag="ck.play_merchant_fleet"):
    """PC-Y03: 2:1 with the bank for the rest of the turn, in some editions for one ``good`` alone."""

    card: ClassVar[str] = "merchant_fleet"
    good: str | None = None


class PlayMerchant(PlayCard, frozen=True, tag="ck.play_merchant"):
    """PC-Y04: the merchant serves the player, on a hex beside one of his buildings."""

    card: ClassVar[str] = "merchant"
    hex: HexId | None = None


class PlayMonopoly(PlayCard, frozen=True):
    """Everyone gives of a good; ``given`` is how many cards, players left out gave none."""

    good: str | None = None
    given: dict[PlayerId, int] | None = None


class PlayResourceMonopoly(PlayMonopoly, frozen=True, tag="ck.play_resource_monopoly"):
    """PC-Y05: everyone gives two of a resource, or the one he has."""

    card: ClassVar[str] = "resource_monopoly"


class PlayCommodityMonopoly(PlayMonopoly, frozen=True, tag="ck.play_commodity_monopoly"):
    """PC-Y06: everyone gives one of a commodity, if he has it."""

    card: ClassVar[str] = "commodity_monopoly"


class CommercialHarbourRule(PlayRule[PlayCommercialHarbour]):
    """PC-Y01: a resource for a commodity of the other's choice, once with each player."""

    command = PlayCommercialHarbour


class CountedCommercialHarbourRule(CommercialHarbourRule):
    """PC-Y01, CK-125: not while another one serves the turn, nor where nobody has a card to exchange.

    As a fifth card it may be played in the roll, and serves the turn when production is still to come.
    """

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if part(table).harbour[0] == table.core.turn:
            yield soft("CK-125", "harbour.open-already", player=who)
        if table.core.phase is not Phase.AFTER_ROLL:
            return
        if not hands(table).total(who):
            yield soft("CK-125", "harbour.nothing-to-offer", player=who)
        yield from check_opponents_hold(table, who, PlayCommercialHarbour.card)

    def effect(self, draft: Draft, command: PlayCommercialHarbour) -> None:
        draft.emit(HarbourOpened(command.by, draft.core.turn))


class OfferForCommodityRule(CommandRule[OfferForCommodity]):
    """PC-Y01: once a turn to each opponent, who gives a commodity of his choice if he has one."""

    command = OfferForCommodity

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if part(table).harbour[0] != table.core.turn:
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
        turn, offered = part(table).harbour
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
        elif self._has_commodity(table, by, command.good, opponent) is excluded:
            then = "offer.has-commodity-then" if command.refused else "offer.no-commodity-then"
            yield impossible("B-56", then, player=by, opponent=opponent, good=command.good)

    @staticmethod
    def _has_commodity(table: Table, by: PlayerId, good: str, opponent: PlayerId) -> Certainty:
        """B-56: what is known of the opponent's commodities, given that the player has the good on offer."""
        known = hands(table)
        if known.has(by, {good: 1}) is Certainty.POSSIBLE:
            known = known.shows(by, {good: 1})
        return known.has_any(opponent, names(table, COMMODITY))

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
        has = self._has_commodity(table, command.by, command.good, opponent)
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


class MasterMerchantRule(PlayRule[PlayMasterMerchant]):
    """PC-Y02: two cards of the player's choice from somebody with more points."""

    command = PlayMasterMerchant

    def at(self, table: Table, command: PlayMasterMerchant) -> Iterable[Violation]:
        yield from check_victim_richer(table, command.by, command.victim, command.card)
        if names(table):
            yield from check_bag(table, command.cards or {})

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMasterMerchant]:
        yield from (PlayMasterMerchant(who, victim) for victim in opponents(table, who))


class CountedMasterMerchantRule(MasterMerchantRule):
    """PC-Y02: two cards of the player's choice, or the one there is; CK-125 where there is none."""

    def at(self, table: Table, command: PlayMasterMerchant) -> Iterable[Violation]:
        faults = list(super().at(table, command))
        yield from faults
        if faults:
            return
        victim, cards = command.victim, command.cards or {}
        count = self._count(table, victim)
        if not count:
            yield soft("CK-125", "card.victim-empty", victim=victim, card=command.card)
        elif size(cards) > count:
            yield soft("PC-Y02", "merchant.too-many", player=command.by, count=count)
        else:
            yield from purse(table).check(table, victim, cards, "PC-Y02")

    def needs(self, table: Table, command: PlayMasterMerchant) -> Certainty:
        """The cards that the table saw."""
        return hands(table).has(command.victim, command.cards or {})

    def effect(self, draft: Draft, command: PlayMasterMerchant) -> None:
        cards, unseen = command.cards or {}, self._count(draft, command.victim)
        if cards:
            draft.emit(CardsMoved(command.victim, command.by, cards))
            unseen -= size(cards)
        if unseen > 0:
            draft.emit(CardsChosen(command.victim, command.by, unseen))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMasterMerchant]:
        return [PlayMasterMerchant(who, victim) for victim in opponents(table, who)]

    @staticmethod
    def _count(table: Table, victim: PlayerId) -> int:
        return min(BARGAIN, hands(table).total(victim))


class MerchantFleetRule(PlayRule[PlayMerchantFleet]):
    """PC-Y03: the bank trades at 2:1 for the rest of the turn."""

    command = PlayMerchantFleet

    def at(self, table: Table, command: PlayMerchantFleet) -> Iterable[Violation]:
        yield from check_named(table, command.good)


class CountedMerchantFleetRule(MerchantFleetRule):
    """PC-Y03; a second one that serves no other goods does nothing (CK-125)."""

    def at(self, table: Table, command: PlayMerchantFleet) -> Iterable[Violation]:
        faults = list(super().at(table, command))
        if table.option("merchant_fleet") == "one_named_type" and command.good is None:
            faults.append(hard("PC-Y03", "fleet.which-good"))
        yield from faults
        if faults:
            return
        if set(self._goods(table, command)) <= set(fleet_goods(table)):
            yield soft("CK-125", "fleet.hired-already", player=command.by)

    def effect(self, draft: Draft, command: PlayMerchantFleet) -> None:
        draft.emit(FleetHired(command.by, draft.core.turn, self._goods(draft, command)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMerchantFleet]:
        if table.option("merchant_fleet") == "one_named_type":
            return [PlayMerchantFleet(who, good) for good in names(table)]
        return (PlayMerchantFleet(who),)

    @staticmethod
    def _goods(table: Table, command: PlayMerchantFleet) -> tuple[str, ...]:
        if table.option("merchant_fleet") == "one_named_type" and command.good is not None:
            return (command.good,)
        return names(table)


def fleet_goods(table: Table) -> tuple[str, ...]:
    """PC-Y03: the goods that the player on turn trades 2:1 in this turn."""
    turn, goods = part(table).fleet
    return goods if turn == table.core.turn else ()


def fleet_rates(table: Table, old: Mapping[str, int], player: PlayerId) -> Mapping[str, int]:
    """PC-Y03: 2:1 for the rest of the turn."""
    goods = fleet_goods(table) if player == table.core.on_turn else ()
    return with_special_rate(old, goods) if goods else old


class MerchantRule(PlayRule[PlayMerchant]):
    """PC-Y04, CK-130: 1 point while it serves."""

    command = PlayMerchant

    def effect(self, draft: Draft, command: PlayMerchant) -> None:
        draft.emit(MerchantTaken(command.by))


class PlacedMerchantRule(MerchantRule):
    """PC-Y04, CK-130: a hex that brings a resource, beside an own settlement or city; the robber does not
    matter. Where the own merchant stands already it would change nothing (CK-125)."""

    def at(self, table: Table, command: PlayMerchant) -> Iterable[Violation]:
        by, hex = command.by, command.hex
        if hex is None:
            yield hard("CK-130", "place.missing")
        elif hex not in geometry(table).hex_corners:
            yield hard("B-04", "place.off-board", place=str(hex)[:40])
        else:
            if board(table).terrain[hex] not in PRODUCES:
                yield soft("CK-130", "merchant.barren")
            if not self._beside(table, by, hex):
                yield soft("CK-130", "merchant.not-beside", player=by)
            if (part(table).merchant, part(table).merchant_hex) == (by, hex):
                yield soft("CK-125", "merchant.there-already", player=by)

    def effect(self, draft: Draft, command: PlayMerchant) -> None:
        draft.emit(MerchantTaken(command.by, command.hex))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMerchant]:
        return [PlayMerchant(who, hex) for hex in geometry(table).hexes]

    @staticmethod
    def _beside(table: Table, by: PlayerId, hex: HexId) -> bool:
        own = buildings(table, by)
        return any(corner in own for corner in geometry(table).hex_corners[hex])


M = TypeVar("M", bound=PlayMonopoly)


class MonopolyRule(PlayRule[M], Generic[M]):
    """A monopoly where nobody counts hands: what is said of the cards must at least be possible."""

    kind: ClassVar[str]
    limit: ClassVar[int]

    def at(self, table: Table, command: M) -> Iterable[Violation]:
        rule = str(CARDS[command.card].rule)
        yield from check_named(table, command.good, self.kind, rule)
        yield from check_surrender(table, command.by, "", self.limit, command.given or {}, rule)


class ResourceMonopolyRule(MonopolyRule[PlayResourceMonopoly]):
    """PC-Y05: two cards of a named resource from everyone."""

    command = PlayResourceMonopoly
    kind = RESOURCE
    limit = 2


class CommodityMonopolyRule(MonopolyRule[PlayCommodityMonopoly]):
    """PC-Y06: one card of a named commodity from everyone."""

    command = PlayCommodityMonopoly
    kind = COMMODITY
    limit = 1


class CountedMonopolyRule(PlayRule[M], Generic[M]):
    """A monopoly with counted hands: each gives up to the limit, and who gave fewer has none left (B-56)."""

    kind: ClassVar[str]
    limit: ClassVar[int]
    open_ended = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_opponents_hold(table, who, self.command.card)

    def at(self, table: Table, command: M) -> Iterable[Violation]:
        rule = str(CARDS[command.card].rule)
        if command.good is None:
            yield hard(rule, "monopoly.which-good")
        elif command.good not in names(table, self.kind):
            yield no_such_card(table, command.good, self.kind, rule)
        elif command.given is None:
            yield hard(rule, "monopoly.how-many")
        else:
            yield from check_surrender(table, command.by, command.good, self.limit, command.given, rule)

    def effect(self, draft: Draft, command: M) -> None:
        surrender(draft, command.by, command.good or "", self.limit, command.given or {})

    def open_to(self, table: Table, who: PlayerId) -> bool:
        """Who may hold the card, while somebody has cards to give."""
        return clear(self.before(table, who))

    def forms(self, table: Table, who: PlayerId) -> Iterable[M]:
        return ()


class CountedResourceMonopolyRule(CountedMonopolyRule[PlayResourceMonopoly]):
    """PC-Y05, CK-125: two of a resource from everyone."""

    command = PlayResourceMonopoly
    kind = RESOURCE
    limit = 2


class CountedCommodityMonopolyRule(CountedMonopolyRule[PlayCommodityMonopoly]):
    """PC-Y06, CK-125: one of a commodity from everyone."""

    command = PlayCommodityMonopoly
    kind = COMMODITY
    limit = 1


def check_named(
    table: Table, good: str | None, kind: str | None = None, rule: str = "B-06"
) -> Iterable[Violation]:
    """B-06: a good that is named, though it need not be, is one of this game where goods have names."""
    if good is not None and names(table) and good not in names(table, kind):
        yield no_such_card(table, good, kind, rule)


def check_opponents_hold(table: Table, by: PlayerId, card: str) -> Iterable[Violation]:
    """CK-125: the numbers of cards are public, and from empty hands there is nothing to get."""
    if not any(hands(table).total(opponent) for opponent in opponents(table, by)):
        yield soft("CK-125", "card.nobody-has-cards", card=card)


def merchant_points(table: Table, player: PlayerId) -> int:
    """CK-130: 1 point."""
    return int(part(table).merchant == player)


NAMELESS: tuple[CommandRule[Any], ...] = (MerchantRule(),)
"""Where nobody enters places."""

PLACED: tuple[CommandRule[Any], ...] = (PlacedMerchantRule(),)
"""On a tracked board."""

UNCOUNTED: tuple[CommandRule[Any], ...] = (
    CommercialHarbourRule(),
    MasterMerchantRule(),
    MerchantFleetRule(),
    ResourceMonopolyRule(),
    CommodityMonopolyRule(),
)
"""Where nobody counts hands."""

COUNTED: tuple[CommandRule[Any], ...] = (
    CountedCommercialHarbourRule(),
    OfferForCommodityRule(),
    CountedMasterMerchantRule(),
    CountedMerchantFleetRule(),
    CountedResourceMonopolyRule(),
    CountedCommodityMonopolyRule(),
)
"""With counted hands."""
