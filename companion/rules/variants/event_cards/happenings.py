"""What each event does, before the number brings anything (EV-04, EV-10 to EV-20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.rules.base import robber
from companion.rules.base.board import harbour_corners
from companion.rules.base.development.knight import army
from companion.rules.base.development.play import development
from companion.rules.base.goods import RESOURCE, RESOURCES, names
from companion.rules.base.network import board
from companion.rules.base.queries import buildings, opponents
from companion.rules.base.robber import RobberMoved
from companion.rules.base.roll import Yields
from companion.rules.base.slice import Base
from companion.rules.variants.event_cards import deck
from companion.rules.variants.event_cards.damage import undamaged
from companion.rules.variants.event_cards.giving import (
    ask_to_draw,
    ask_to_give,
    ask_to_take,
    gifts,
    holders,
)
from companion.rules.variants.event_cards.slice import RoadDamaged
from companion.rules.variants.event_cards.turning import happening


def happen(draft: Draft) -> None:
    """EV-04: the event of the card, before production."""
    effect = EFFECTS.get(happening(draft))
    if effect is not None:
        effect(draft)


def earthquake(draft: Draft) -> None:
    """EV-12: everyone turns one own road sideways; the only one lies so by itself."""
    for player in draft.core.in_turn_order():
        straight = undamaged(draft, player)
        if len(straight) == 1:
            draft.emit(RoadDamaged(player, straight[0]))
        elif straight:
            draft.ask("damage_road", player, "EV-12", "ev.damage_road")


def good_neighbours(draft: Draft) -> None:
    """EV-13: everyone who has a card gives one to the left; all at once, so those without one need not."""
    givers = holders(draft, draft.core.in_turn_order())
    ask_to_give(draft, givers, "EV-13", on_the_left, names(draft, RESOURCE))


def tournament(draft: Draft) -> None:
    """EV-14: those with the most knights take a resource."""
    ask_to_take(draft, most(draft, knights), "EV-14")


def trade_advantage(draft: Draft) -> None:
    """EV-15: the holder of Longest Road draws a card."""
    holder = draft.slice(Base).longest_road
    if holder is None and draft.option("trade_advantage_without_holder") == "most_roads":
        holder = alone(most(draft, roads_laid))
    if holder is not None and holder in draft.core.ids:
        ask_to_draw(draft, holder, "EV-15")


def calm_seas(draft: Draft) -> None:
    """EV-16: those with the most settlements and cities at harbours take a resource."""
    ask_to_take(draft, most(draft, at_harbours), "EV-16")


def robber_flees(draft: Draft) -> None:
    """EV-17: the robber goes back to where he started, and robs nobody."""
    home = robber.home(draft)
    if draft.slice(Base).robber != home:
        draft.emit(RobberMoved(home))


def neighbourly_assistance(draft: Draft) -> None:
    """EV-18: those with the most points give a card to somebody with fewer; points that everyone sees."""
    leaders = most(draft, Table.points)
    if len(leaders) < len(draft.core.ids):
        ask_to_give(draft, holders(draft, leaders), "EV-18", poorer, gifts(draft))


def conflict(draft: Draft) -> None:
    """EV-19: the holder of Largest Army, or whoever alone has the most knights, draws a card."""
    strongest = development(draft).largest_army or alone(most(draft, knights))
    if strongest is not None and strongest in draft.core.ids:
        ask_to_draw(draft, strongest, "EV-19")


def plentiful_year(draft: Draft) -> None:
    """EV-20: everyone takes a resource."""
    ask_to_take(draft, draft.core.in_turn_order(), "EV-20")


EFFECTS: Mapping[str, Callable[[Draft], None]] = {
    deck.EARTHQUAKE: earthquake,
    deck.GOOD_NEIGHBOURS: good_neighbours,
    deck.TOURNAMENT: tournament,
    deck.TRADE_ADVANTAGE: trade_advantage,
    deck.CALM_SEAS: calm_seas,
    deck.ROBBER_FLEES: robber_flees,
    deck.NEIGHBOURLY_ASSISTANCE: neighbourly_assistance,
    deck.CONFLICT: conflict,
    deck.PLENTIFUL_YEAR: plentiful_year,
}
"""The others do nothing before production: the Robber Attack is its 7 (EV-10), the Epidemic changes what
cities bring (EV-11)."""


def epidemic(table: Table, old: Yields) -> Yields:
    """EV-11: one resource from a building, and nothing else."""
    if happening(table) != deck.EPIDEMIC:
        return old
    return {
        kind: {terrain: {good: 1 for good in cards if good in RESOURCES} for terrain, cards in yields.items()}
        for kind, yields in old.items()
    }


# --- who has the most


def most(table: Table, count: Callable[[Table, PlayerId], int]) -> tuple[PlayerId, ...]:
    """EV-14, EV-16: the players with the most of something, in turn order; nobody if that is 0."""
    counts = {player: count(table, player) for player in table.core.in_turn_order()}
    best = max(counts.values())
    return tuple(player for player, number in counts.items() if number == best) if best else ()


def alone(leaders: tuple[PlayerId, ...]) -> PlayerId | None:
    """EV-19: nobody on a tie."""
    return leaders[0] if len(leaders) == 1 else None


def knights(table: Table, player: PlayerId) -> int:
    """EV-14, EV-19: knights as they count for tournament and conflict."""
    strength: int = table.value("event_knights", player)
    return strength


def base_knights(table: Table, old: None, player: PlayerId) -> int:
    """EV-14, EV-19: knight cards played."""
    return army(table, player)


def on_the_left(table: Table, player: PlayerId) -> tuple[PlayerId, ...]:
    """EV-13: the neighbour on the left."""
    return (table.core.after(player),)


def poorer(table: Table, player: PlayerId) -> list[PlayerId]:
    """EV-18: everyone with fewer points."""
    own = table.points(player)
    return [other for other in opponents(table, player) if table.points(other) < own]


def at_harbours(table: Table, player: PlayerId) -> int:
    """EV-16: settlements and cities at harbours."""
    harbours = harbour_corners(board(table))
    return sum(site in harbours for site in buildings(table, player))


def roads_laid(table: Table, player: PlayerId) -> int:
    """EV-15: roads on the board, where Trade Advantage goes by them."""
    return sum(owner == player for owner in table.slice(Base).roads.values())
