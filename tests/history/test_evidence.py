"""What a refusal about hidden cards goes back to (B-56)."""

from __future__ import annotations

import random

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.verdict import Refused
from companion.rules.base.showing import ShowCards
from companion.rules.base.slice import Base
from companion.rules.base.turn import EndTurn


def real(game: Simulation, who: PlayerId) -> dict[str, int]:
    """The cards that a player really holds."""
    hand = game.truth()["base"]["hands"][who]
    return {str(good): int(count) for good, count in hand.items()}


def test_b_56_a_contradiction_names_the_report_that_excludes_it() -> None:
    """Somebody shows the whole hand, and later says to hold a card that was not in it."""
    print("seed 21")
    game = Simulation(header(("base",), 3, 21), random.Random(21))
    unsure: list[tuple[PlayerId, str]] = []
    while not unsure:
        game.step()
        hands = game.state.slice(Base).hands
        unsure = [
            (who, good)
            for who in hands.holders
            for good in hands.goods
            if hands.high(who, good) and not real(game, who).get(good)
        ]
    player, missing = unsure[0]
    shown = real(game, player)
    session = GameSession(game.header, Nowhere(), tuple(game.entries))
    session.submit(ShowCards(player, shown, whole=True))
    report = session.standing[-1]
    claim = ShowCards(player, {missing: 1})
    verdict = session.judge(claim)
    assert isinstance(verdict, Refused)
    assert session.excluded_by(claim, verdict.violations) == (report,)


def test_b_56_what_never_was_possible_goes_back_to_nothing() -> None:
    print("seed 22")
    game = Simulation(header(("base",), 3, 22), random.Random(22))
    game.step()
    session = GameSession(game.header, Nowhere(), tuple(game.entries))
    claim = ShowCards(game.header.players[0].id, {"ore": 1})
    verdict = session.judge(claim)
    assert isinstance(verdict, Refused)
    assert session.excluded_by(claim, verdict.violations) == (None,)


def test_b_56_what_is_not_about_hidden_cards_goes_back_to_nothing() -> None:
    print("seed 21")
    game = Simulation(header(("base",), 3, 21), random.Random(21))
    while game.state.core.phase is not Phase.AFTER_ROLL or game.state.core.pending:
        game.step()
    session = GameSession(game.header, Nowhere(), tuple(game.entries))
    other = next(player for player in game.state.core.ids if player != game.state.core.on_turn)
    claim = EndTurn(other)
    verdict = session.judge(claim)
    assert isinstance(verdict, Refused)
    assert session.excluded_by(claim, verdict.violations) == (None,) * len(verdict.violations)
