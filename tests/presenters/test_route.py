"""Where play goes by itself, asked of whole games without any window."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.ids import PlayerId
from companion.engine.state import Phase, Player
from companion.history.correction import change, remove
from companion.history.log import Header
from companion.presenters.intents import Dismiss, GoOn
from companion.presenters.live import LivePlay
from companion.presenters.route import wanted
from companion.rules.base.building import BuildCity
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import ChooseDeck, PlaceShip
from companion.rules.cities_knights.cities import Improve
from companion.rules.cities_knights.knights import ActivateKnights, RecruitKnight
from companion.rules.cities_knights.queries import knights
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.tables import CITIES_KNIGHTS

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
PEOPLE = (Player(ANNA, "Anna", "red"), Player(BEN, "Ben", "blue"))


def game(**chosen_header: Any) -> tuple[GameSession, LivePlay]:
    chosen = {"modules": CITIES_KNIGHTS, **chosen_header}
    session = GameSession(Header("route", PEOPLE, **chosen), Nowhere(), clock=lambda: 0)
    return session, LivePlay(session)


def roll(session: GameSession, event: str, red: int = 4, white: int = 2) -> None:
    dice = {"white": white, "red": red, "event": event}
    session.submit(RollDice(session.state.core.on_turn, dice), overrule=True)


def test_a_roll_leads_to_its_result_and_the_next_deed_to_the_table() -> None:
    session, play = game()
    assert wanted(play, "table", at_board=False) == "table"
    roll(session, "trade")
    assert wanted(play, "roll", at_board=False) == "result"
    session.submit(BuildCity(ANNA), overrule=True)
    assert wanted(play, "result", at_board=False) == "table"


def test_an_attack_comes_before_the_result_until_the_table_goes_on() -> None:
    session, play = game()
    session.submit(PlaceShip(ANNA, 6), overrule=True)
    roll(session, "ship")
    assert wanted(play, "roll", at_board=False) == "attack"
    play.do(GoOn())
    assert wanted(play, "attack", at_board=False) != "attack"


@pytest.mark.parametrize("back", ["undo", "correction", "a touch", "the next turn"])
def test_a_result_goes_whoever_ends_it(back: str) -> None:
    session, play = game()
    roll(session, "trade")
    assert wanted(play, "result", at_board=False) == "result"
    if back == "undo":
        session.undo()
    elif back == "correction":
        session.correct(remove(session.standing[-1].entry))
    elif back == "a touch":
        play.do(Dismiss())
    else:
        session.submit(EndTurn(ANNA))
    assert wanted(play, "result", at_board=False) == "table"


def test_attack_and_result_stay_while_an_answer_or_an_earlier_entry_is_put_right() -> None:
    session, play = game()
    session.submit(Improve(BEN, Track.SCIENCE, 1), overrule=True)
    earlier = session.standing[-1]
    session.submit(PlaceShip(ANNA, 6), overrule=True)
    for who in (ANNA, BEN):
        session.submit(RecruitKnight(who), overrule=True)
        own = tuple(site for site, knight in knights(session.table, who).items())
        session.submit(ActivateKnights(who, own), overrule=True)
    roll(session, "ship")
    first, second = session.state.core.pending
    assert wanted(play, "roll", at_board=False) == "attack"
    session.submit(ChooseDeck(first.who, Track.TRADE))
    session.undo()
    assert (
        session.state.core.pending == (first, second) and wanted(play, "attack", at_board=False) == "attack"
    )
    session.redo()
    session.correct(change(earlier.entry, Improve(BEN, Track.TRADE, 1)))
    assert wanted(play, "attack", at_board=False) == "attack"
    play.do(GoOn())
    session.submit(ChooseDeck(second.who, Track.TRADE))
    assert wanted(play, "result", at_board=False) == "result"


def test_where_only_the_ship_is_tracked_the_table_says_it_all() -> None:
    session, play = game(level="L0")
    roll_event = RollDice(ANNA, {"event": "ship"})
    session.submit(roll_event)
    assert wanted(play, "table", at_board=False) == "table"


def test_b_08_the_board_comes_first() -> None:
    _session, play = game(level="L2")
    assert wanted(play, "table", at_board=False) == "board_setup"
    assert wanted(play, "board", at_board=True) == "board_setup"


def test_the_attack_is_read_once_though_a_card_is_turned_up_after_it() -> None:
    modules = ("base", "cities_knights", "event_cards")
    top = header(modules, 3, 5, "L2", options={"event_card_order": "dice_first"})
    simulated = Simulation(top, random.Random(5), checked=False)
    while True:
        simulated.step()
        session = GameSession(top, Nowhere(), tuple(simulated.entries), clock=lambda: 0)
        core = session.state.core
        if core.turn > 4 and core.phase is Phase.AFTER_ROLL and not core.pending and not core.plan:
            break
    play, who = LivePlay(session), core.after(core.on_turn)
    session.submit(PlaceShip(core.on_turn, 6), overrule=True)
    session.submit(EndTurn(core.on_turn), overrule=True)
    session.submit(RollDice(who, {"red": 4, "event": "ship"}), overrule=True)
    assert wanted(play, "roll", at_board=False) == "attack"
    play.do(GoOn())
    card = next(one for one in session.options(who) if isinstance(one, TurnCard) and one.event == "plain")
    session.submit(card)
    assert wanted(play, "event_card", at_board=False) != "attack"


def test_a_roll_that_is_corrected_into_something_else_is_no_result() -> None:
    session, play = game()
    roll(session, "trade")
    session.submit(RollDice(BEN, {"red": 1, "white": 2, "event": "trade"}), overrule=True)
    session.correct(change(session.standing[-1].entry, EndTurn(ANNA)))
    assert play.result() is None
