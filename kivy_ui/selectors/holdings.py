"""What players have of variants and scenarios for all to see: tokens, the old boot, harbour points."""

from __future__ import annotations

from collections.abc import Iterator

from companion.app import narrate
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.scenarios.fishermen.slice import Fishermen
from companion.rules.variants.catan_for_two.queries import tokens_in_play
from companion.rules.variants.catan_for_two.slice import CatanForTwo
from companion.rules.variants.harbourmaster.module import harbour_points
from companion.rules.variants.harbourmaster.slice import Harbourmaster
from kivy_ui.selectors.board import part
from kivy_ui.views import HoldingView


def holdings(table: Table, player: PlayerId) -> tuple[HoldingView, ...]:
    """All of it that the player has."""
    return tuple(holding for holding in _holdings(table, player) if holding.count)


def _holdings(table: Table, player: PlayerId) -> Iterator[HoldingView]:
    harbours = part(table, Harbourmaster)
    if harbours is not None:
        points = harbour_points(table, player)
        label = narrate.say("fact.harbour_points", {})
        yield HoldingView("anchor", label, points, lit=harbours.holder == player)
    water = part(table, Fishermen)
    if water is not None:
        yield HoldingView("fish", narrate.say("fact.fish_token", {}), water.tokens.total(player))
        yield HoldingView("boot", narrate.say("fact.boot", {}), int(water.boot == player))
    two = part(table, CatanForTwo)
    if two is not None and tokens_in_play(table):
        yield HoldingView("coin", narrate.say("fact.trade_token", {}), two.tokens.get(player, 0))
