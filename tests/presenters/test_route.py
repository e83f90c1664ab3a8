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
from companion.presenters.intents import Dismiss, FixRoll, GoOn
from companion.presenters.live import LivePlay
from companion.presenters.route import wanted
from companion.presenters.views import WarningView
from companion.rules.base.building import BuildCity
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import ChooseDeck, PlaceShip
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.attack import before_the_attack
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


@pytest.mark.parametrize(("red", "then"), [(5, "result"), (4, "table")])
def test_after_an_attack_only_what_is_still_to_do_stays(red: int, then: str) -> None:
    session, play = game()
    session.submit(PlaceShip(ANNA, 6), overrule=True)
    roll(session, "ship", red)
    while session.state.core.pending:
        session.submit(session.options(session.state.core.pending[0].who)[0], overrule=True)
    play.do(GoOn())
    assert wanted(play, "attack", at_board=False) == then
    result = play.result()
    lines = () if result is None else result.lines
    assert any(line.to_do for line in lines) is (then == "result")


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
    before_the_attack(session, ANNA, BEN)
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
    assert all(not player.knights and not player.ladders for player in play.table().players)


def test_b_08_the_board_comes_first() -> None:
    _session, play = game(level="L2")
    assert wanted(play, "table", at_board=False) == "board_setup"
    assert wanted(play, "board", at_board=True) == "board_setup"


def between_turns(
    modules: tuple[str, ...], seed: int, count: int = 3, after: int = 4, **options: str
) -> GameSession:
    """A simulated game after so many turns, in which somebody has rolled and nothing is asked."""
    top = header(modules, count, seed, "L2", options=options)
    simulated = Simulation(top, random.Random(seed), checked=False)
    while True:
        simulated.step()
        session = GameSession(simulated.header, Nowhere(), tuple(simulated.entries), clock=lambda: 0)
        core = session.state.core
        if core.turn > after and core.phase is Phase.AFTER_ROLL and not core.pending and not core.plan:
            return session


WITH_CARDS = ("base", "cities_knights", "event_cards")


def test_the_attack_is_read_once_though_a_card_is_turned_up_after_it() -> None:
    session = between_turns(WITH_CARDS, 5, event_card_order="dice_first")
    core = session.state.core
    play, who = LivePlay(session), core.after(core.on_turn)
    session.submit(PlaceShip(core.on_turn, 6), overrule=True)
    session.submit(EndTurn(core.on_turn), overrule=True)
    session.submit(RollDice(who, {"red": 4, "event": "ship"}), overrule=True)
    assert wanted(play, "roll", at_board=False) == "attack"
    play.do(GoOn())
    card = next(one for one in session.options(who) if isinstance(one, TurnCard) and one.event == "plain")
    session.submit(card)
    assert wanted(play, "card_pad", at_board=False) != "attack"


# --- a roll that is changed


def changed_before(session: GameSession) -> None:
    """Ben's improvement is put right after Anna has rolled with the ship before the shore."""
    session.submit(Improve(BEN, Track.SCIENCE, 1), overrule=True)
    earlier = session.standing[-1]
    session.submit(PlaceShip(ANNA, 6), overrule=True)
    roll(session, "trade")
    session.correct(change(earlier.entry, Improve(BEN, Track.TRADE, 1)))


def test_a_changed_roll_that_brings_an_attack_shows_it_though_something_was_corrected() -> None:
    session, play = game()
    changed_before(session)
    play.do(FixRoll({"red": 4, "white": 2, "event": "ship"}))
    assert wanted(play, "roll", at_board=False) == "attack"
    assert Improve(BEN, Track.TRADE, 1) in [entry.command for entry in session.standing]


def test_the_same_dice_again_change_nothing_and_say_nothing() -> None:
    session, play = game()
    changed_before(session)
    count = len(session.entries)
    assert play.do(FixRoll({"red": 4, "white": 2, "event": "trade"})) is None
    assert len(session.entries) == count


@pytest.mark.parametrize("corrected", [False, True])
def test_dice_after_an_event_card_are_changed_and_the_card_stays(corrected: bool) -> None:
    session = between_turns(WITH_CARDS, 5, event_card_order="card_first")
    core = session.state.core
    play, who = LivePlay(session), core.after(core.on_turn)
    session.submit(PlaceShip(core.on_turn, 1), overrule=True)
    earlier = session.standing[-1]
    session.submit(EndTurn(core.on_turn), overrule=True)
    cards = (one for one in session.options(who) if isinstance(one, TurnCard) and one.event == "plain")
    card = next(one for one in cards if one.number != 7)
    session.submit(card)
    session.submit(RollDice(who, {"red": 4, "event": "trade"}))
    if corrected:
        session.correct(change(earlier.entry, PlaceShip(core.on_turn, 2)))
    assert not isinstance(play.do(FixRoll({"red": 1, "event": "trade"})), WarningView)
    standing = [entry.command for entry in session.standing]
    assert card in standing and RollDice(who, {"red": 1, "event": "trade"}) in standing


@pytest.mark.parametrize("corrected", [False, True])
def test_c2_the_number_of_the_first_roll_may_stand_by_the_tables_word(corrected: bool) -> None:
    session = between_turns(("base", "catan_for_two"), 3, 2, after=2)
    core = session.state.core
    play, who = LivePlay(session), core.after(core.on_turn)
    session.submit(EndTurn(core.on_turn))
    session.submit(RollDice(who, {"red": 1, "white": 2}))
    first = session.standing[-1]
    session.submit(RollDice(who, {"red": 2, "white": 2}))
    if corrected:
        session.correct(change(first.entry, RollDice(who, {"red": 2, "white": 1})))
    refused = play.do(FixRoll({"red": 2, "white": 1}))
    assert isinstance(refused, WarningView) and refused.intent is not None
    play.do(refused.intent)
    command = session.standing[-1].command
    assert isinstance(command, RollDice) and command.dice == {"red": 2, "white": 1}


def test_a_roll_that_is_corrected_into_something_else_is_no_result() -> None:
    session, play = game()
    roll(session, "trade")
    session.submit(RollDice(BEN, {"red": 1, "white": 2, "event": "trade"}), overrule=True)
    session.correct(change(session.standing[-1].entry, EndTurn(ANNA)))
    assert play.result() is None
