"""What is meant by a piece of the palette, where the rules allow nothing with it."""

from __future__ import annotations

import pytest

from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.presenters import palette, panel
from companion.presenters.deeds import ChoiceView
from companion.presenters.intents import Commit, Enter, Fill, Take
from companion.presenters.live import LivePlay
from companion.presenters.views import PlacesView, WarningView
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.turn import EndTurn
from companion.rules.presentation import shown
from tests.kit.tables import evening
from tests.scenes import hand_stages
from tests.scenes.board_stages import BASE, KNIGHTS, played

CARLA = PlayerId("carla")


def poor(level: str) -> LivePlay:
    """A game of the base game in Carla's turn, before her roll; she holds no development card."""
    session = played(BASE, count=20) if level == "L2" else hand_stages.played(BASE, count=20)
    while session.state.core.on_turn != CARLA or session.state.core.phase is not Phase.BEFORE_ROLL:
        core = session.state.core
        session.submit(EndTurn(core.on_turn), overrule=True)
    return LivePlay(session)


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_a_development_card_that_may_not_be_bought_is_refused_with_its_rule(level: str) -> None:
    play, command = poor(level), BuyDevelopmentCard(CARLA)
    taken = play.do(Take(2, shown(BuyDevelopmentCard).rank))
    assert isinstance(taken, WarningView) and taken == play.do(Commit(command))
    assert taken.breaches and taken.intent is not None
    play.do(taken.intent)
    assert play.session.standing[-1].command == command


def test_a_card_that_may_not_be_played_is_asked_for_and_then_refused() -> None:
    play = poor("L3")
    (action,) = (one for one in panel.panel(play.session, 2, "all").actions if one.name == "do_play_knight")
    assert action.intent == Take(2, shown(PlayKnight).rank)
    asked = play.do(action.intent)
    assert isinstance(asked, ChoiceView)
    kinds = {type(answer.commands[0]): answer.commands for answer in asked.answers}
    assert set(kinds) == {PlayKnight, PlayRoadBuilding, PlayYearOfPlenty, PlayMonopoly}
    assert isinstance(play.do(Enter(kinds[PlayKnight])), PlacesView)
    assert isinstance(play.do(Enter(kinds[PlayMonopoly])), Fill)
    refused = play.do(Commit(kinds[PlayYearOfPlenty][0]))
    assert isinstance(refused, WarningView) and refused.intent is not None


def test_victory_points_that_nobody_holds_are_filled_in_and_then_refused() -> None:
    play = poor("L2")
    asked = play.do(Take(2, shown(ShowVictoryPoints).rank))
    assert isinstance(asked, Fill) and isinstance(asked.draft, ShowVictoryPoints)
    assert isinstance(play.do(Commit(asked.draft)), WarningView)


def test_where_there_are_no_development_cards_none_is_among_the_pieces() -> None:
    ranks = {rank for modules in (BASE, KNIGHTS) for rank in palette.ranks(played(modules, count=20))}
    assert {20, 21, 22} <= ranks
    assert not {20, 21, 22} & set(palette.ranks(played(KNIGHTS, count=20)))


def test_the_panel_asks_for_the_length_of_a_road_in_the_words_of_its_module() -> None:
    table = evening("anna ben carla", modules=BASE)
    assert panel.panel(table.session, 1, "road").title == "How long is Ben’s road?"
    assert panel.panel(table.session, 1, "all").title == "Ben"


def test_a_piece_without_a_place_is_still_asked_for_on_the_board() -> None:
    play = poor("L2")
    asked = play.do(Take(2, 2))
    assert isinstance(asked, PlacesView) and not asked.answers and asked.templates
