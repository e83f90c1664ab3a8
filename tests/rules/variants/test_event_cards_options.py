"""What is offered of event cards is what is allowed: every form of every command, in games by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import judge, options
from companion.engine.ids import PlayerId
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.goods import names
from companion.rules.base.network import geometry
from companion.rules.base.robber import MoveRobber
from companion.rules.base.slice import Base
from companion.rules.variants.event_cards.damage import DamageRoad, RepairRoad
from companion.rules.variants.event_cards.giving import DrawCard, GiveCard, KeepCards, TakeResource
from companion.rules.variants.event_cards.happenings import DECK
from companion.rules.variants.event_cards.turning import NewYear, TurnCard

QUESTIONS = {"take_resource", "give_card", "draw_card", "damage_road", "event_card"}
KINDS: set[type[Command]] = {
    TurnCard, NewYear, KeepCards, TakeResource, GiveCard, DrawCard, DamageRoad, RepairRoad, BuildRoad,
    BuildSettlement, MoveRobber,
}  # fmt: skip
"""Commands whose every form can be named."""

EVERY_EVENT = sorted({card.event for card in DECK})


def every_form(game: Simulation, who: PlayerId) -> Iterator[Command]:
    """Everything that the player could say, sensible or not; a card that is drawn is not seen."""
    table = game.table
    land, people = geometry(table), table.core.ids
    yield from (TurnCard(who, number, event) for number in range(1, 14) for event in EVERY_EVENT)
    yield NewYear(who)
    yield KeepCards(who)
    yield from (TakeResource(who, good) for good in names(table))
    yield from (GiveCard(who, to, card) for to in people for card in (None, *names(table)))
    yield from (DrawCard(who, victim) for victim in people)
    for edge in land.edges:
        yield from (DamageRoad(who, edge), RepairRoad(who, edge), BuildRoad(who, edge))
    yield from (BuildSettlement(who, corner) for corner in land.corners)
    yield from (MoveRobber(who, hex, victim) for hex in land.hexes for victim in (None, *people))


@pytest.mark.parametrize("profile", ["hobbyworld", "official2025"])
@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("game", [("base",), ("base", "cities_knights")], ids="-".join)
def test_ev_01_what_is_offered_is_what_is_allowed(game: tuple[str, ...], level: str, profile: str) -> None:
    entries, looked, seed = 0, 0, 0
    while entries < 240:
        seed += 1
        print(f"seed {seed}")
        how = header((*game, "event_cards", "friendly_robber"), 3, seed, level, profile)
        simulation = Simulation(how, random.Random(seed))
        while not simulation.over and entries < 240:
            simulation.step()
            entries += 1
            pending = simulation.table.core.pending
            if simulation.table.slice(Base).board is not None and (
                entries % 20 == 0 or any(question.kind in QUESTIONS for question in pending)
            ):
                looked += look(simulation)
    assert looked > 100


def look(game: Simulation) -> int:
    """Compare what is offered with what is allowed, for everyone; how much is allowed."""
    count = 0
    for who in game.table.core.ids:
        offered = {offer for offer in options(game.ruleset, game.state, who) if type(offer) in KINDS}
        forms = every_form(game, who)
        allowed = {form for form in forms if not judge(game.ruleset, game.state, form)}
        assert offered == allowed
        count += len(allowed)
    return count
