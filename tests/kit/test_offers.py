"""Legal options grouped for a person: the same commands as the verdict accepts, with places and certainty."""

from __future__ import annotations

import random

from companion.app.simulate import Simulation, header
from companion.engine.decide import decide, options
from companion.engine.ids import Site
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.building import BuildRoad
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.network import road_places
from companion.rules.base.setup import PlaceBuilding
from companion.rules.base.trade import TradeWithPlayer
from tests.kit.offers import offers


def test_every_choice_is_an_option_and_is_accepted_as_it_says() -> None:
    print("seed 31")
    game = Simulation(header(("base",), 4, 31), random.Random(31))
    possible = 0
    for _ in range(300):
        game.step()
        who = game.actor()
        found = offers(game.ruleset, game.state, who)
        listed = [choice.command for offer in found for choice in offer.choices]
        assert sorted(map(repr, listed)) == sorted(map(repr, options(game.ruleset, game.state, who)))
        for offer in found:
            for choice in offer.choices[:3]:
                verdict = decide(game.ruleset, game.state, choice.command)
                assert isinstance(verdict, Accepted)
                assert verdict.certainty is choice.certainty is not Certainty.IMPOSSIBLE
                possible += choice.certainty is Certainty.POSSIBLE
    assert possible, "some moves need a card that may not be there"


def test_the_first_settlement_may_stand_on_any_corner() -> None:
    print("seed 1")
    game = Simulation(header(("base",), 3, 1), random.Random(1))
    game.step()
    (offer,) = [o for o in offers(game.ruleset, game.state, game.actor()) if o.kind is PlaceBuilding]
    assert len(offer.values["site"]) == 54
    (choice,) = offer.with_field("site", "0N").choices
    assert choice.command == PlaceBuilding(game.actor(), Site("0N"))


def test_roads_are_lit_where_they_may_lie_and_trades_are_left_open() -> None:
    print("seed 2")
    game = Simulation(header(("base",), 3, 2), random.Random(2))
    while True:
        game.step()
        found = {offer.kind: offer for offer in offers(game.ruleset, game.state, game.actor())}
        if BuildRoad in found:
            break
    places = road_places(game.table, game.actor())
    assert list(found[BuildRoad].values["edge"]) == list(places)
    assert found[TradeWithPlayer].too_many_forms
    assert PlayMonopoly not in found, "nobody holds a development card yet"
