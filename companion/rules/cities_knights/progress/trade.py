"""Trade cards (yellow), PC-Y01 to PC-Y06."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.cities_knights.progress.play import PlayCard, PlayRule, check_victim_richer, opponents
from companion.rules.cities_knights.queries import part
from companion.rules.cities_knights.slice import MerchantTaken


class PlayCommercialHarbour(PlayCard, frozen=True, tag="ck.play_commercial_harbour"):
    """PC-Y01: a resource against a commodity, once with each opponent."""

    card: ClassVar[str] = "commercial_harbour"


class PlayMasterMerchant(PlayCard, frozen=True, tag="ck.play_master_merchant"):
    """PC-Y02: two cards from an opponent with more points."""

    card: ClassVar[str] = "master_merchant"
    victim: PlayerId


class PlayMerchantFleet(PlayCard, frozen=True, tag="ck.play_merchant_fleet"):
    """PC-Y03: 2:1 with the bank for the rest of the turn."""

    card: ClassVar[str] = "merchant_fleet"


class PlayMerchant(PlayCard, frozen=True, tag="ck.play_merchant"):
    """PC-Y04: the merchant serves the player."""

    card: ClassVar[str] = "merchant"


class PlayResourceMonopoly(PlayCard, frozen=True, tag="ck.play_resource_monopoly"):
    """PC-Y05: everyone gives two of a resource."""

    card: ClassVar[str] = "resource_monopoly"


class PlayCommodityMonopoly(PlayCard, frozen=True, tag="ck.play_commodity_monopoly"):
    """PC-Y06: everyone gives one of a commodity."""

    card: ClassVar[str] = "commodity_monopoly"


class CommercialHarbourRule(PlayRule[PlayCommercialHarbour]):
    """PC-Y01."""

    command = PlayCommercialHarbour


class MasterMerchantRule(PlayRule[PlayMasterMerchant]):
    """PC-Y02."""

    command = PlayMasterMerchant

    def conditions(self, table: Table, command: PlayMasterMerchant) -> Iterable[Violation]:
        yield from check_victim_richer(table, command.by, command.victim, command.card)

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlayMasterMerchant]:
        yield from (PlayMasterMerchant(who, victim) for victim in opponents(table, who))


class MerchantFleetRule(PlayRule[PlayMerchantFleet]):
    """PC-Y03."""

    command = PlayMerchantFleet


class MerchantRule(PlayRule[PlayMerchant]):
    """PC-Y04, CK-130: 1 point while it serves."""

    command = PlayMerchant

    def effect(self, draft: Draft, command: PlayMerchant) -> None:
        draft.emit(MerchantTaken(command.by))


class ResourceMonopolyRule(PlayRule[PlayResourceMonopoly]):
    """PC-Y05."""

    command = PlayResourceMonopoly


class CommodityMonopolyRule(PlayRule[PlayCommodityMonopoly]):
    """PC-Y06."""

    command = PlayCommodityMonopoly


def merchant_points(table: Table, player: PlayerId) -> int:
    """CK-130: 1 point."""
    return int(part(table).merchant == player)


COMMANDS = (
    CommercialHarbourRule(),
    MasterMerchantRule(),
    MerchantFleetRule(),
    MerchantRule(),
    ResourceMonopolyRule(),
    CommodityMonopolyRule(),
)
