"""Scenes of games with variants and scenarios, for the pictures: games by chance from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.history.log import Entry, Header
from companion.presenters.game import roller
from companion.presenters.intents import Enter, Intent, OpenPanel, Take
from companion.presenters.live import LivePlay
from companion.rules.base.building import BuildCity
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.turn import RollDice
from companion.rules.common import EndTurn
from companion.rules.presentation import shown
from companion.rules.scenarios.caravans.vote import EndVote, LayVote
from companion.rules.scenarios.fishermen.spending import TakeResource
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon, route
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.once import once
from tests.scenes.board_stages import KNIGHTS, Lent

CARDS = ("base", "event_cards")
TWO = ("base", "catan_for_two")
TWO_KNIGHTS = (*KNIGHTS, "catan_for_two")
FISH = (*KNIGHTS, "fishermen", "harbourmaster")
CAMELS = ("base", "caravans")
CAMELS_KNIGHTS = (*KNIGHTS, "caravans")
RIVERS = ("base", "rivers")
RIVERS_KNIGHTS = (*KNIGHTS, "rivers")
GOLD = 38
"""The place of trade for gold."""
COAST = ("base", "barbarian_attack")
COAST_KNIGHTS = (*KNIGHTS, "barbarian_attack")
TRADERS = ("base", "traders_barbarians")
TRADERS_KNIGHTS = (*KNIGHTS, "traders_barbarians")
FORCED = 32
"""The place of the forced trade among all that a player can take."""
MOST = 400


def points_of(session: GameSession, move: MoveWagon) -> tuple[int, int]:
    """The gold and the points that a way costs."""
    way = route(session.table, move.by, move.to, move.grain)
    return (0, 0) if way is None else (way.gold, way.points)


@once
def _played(
    modules: tuple[str, ...], players: int, level: str, seed: int, count: int, asking: str
) -> tuple[Header, tuple[Entry, ...]]:
    made = header(modules, players, seed, level, options={"points_to_win": 30})
    game = Simulation(made, random.Random(seed), checked=False)

    def there() -> bool:
        pending = game.state.core.pending
        asked = any(question.kind == asking for question in pending) if asking else not pending
        return len(game.entries) >= count and asked

    while not there():
        assert len(game.entries) < MOST and not game.over, f"{modules} never asks {asking} by seed {seed}"
        game.step()
    return game.header, tuple(game.entries)


def played(
    modules: tuple[str, ...],
    players: int = 3,
    level: str = "L2",
    seed: int = 2,
    count: int = 70,
    asking: str = "",
) -> GameSession:
    """So many entries of a game at least, up to where a question of a kind is open, or none."""
    made, entries = _played(modules, players, level, seed, count, asking)
    return GameSession(made, Nowhere(), entries)


def scenes() -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""

    def at(then: Callable[[Any, GameSession], None], *game: Any, **more: Any) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            session = played(*game, **more)
            shell.context, shell.play = Lent(session), LivePlay(session)
            shell.flow.begin()
            then(shell, session)

        return stage

    def done(*intents: Intent) -> Callable[[Any, GameSession], None]:
        def then(shell: Any, _session: GameSession) -> None:
            for intent in intents:
                shell.do(intent)

        return then

    def table(shell: Any, _session: GameSession) -> None:
        shell.go("table")

    def board(shell: Any, _session: GameSession) -> None:
        shell.go("board")

    def asked(shell: Any, _session: GameSession) -> None:
        """What is open is asked."""
        shell.asking.ask_next()

    def pad(shell: Any, _session: GameSession) -> None:
        shell.go("card_pad")
        shell.screen._number(6)

    def turned(number: int, event: str) -> Callable[[Any, GameSession], None]:
        def then(shell: Any, session: GameSession) -> None:
            session.submit(TurnCard(roller(session.table), number, event), overrule=True)
            shell.flow.follow()

        return then

    def payments(shell: Any, session: GameSession) -> None:
        who = session.state.core.on_turn
        ways = ((3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1))
        found = tuple(TakeResource(who, tokens, "ore") for tokens in ways)
        shell.go("table")
        shell.do(Enter(found))

    def catching_up(shell: Any, _session: GameSession) -> None:
        shell.go("catch_up", seat=2)
        shell.screen.shown = "pieces"
        shell.screen.refresh()

    def numbers(shell: Any, _session: GameSession) -> None:
        shell.go("catch_up")
        shell.screen.shown = "numbers"
        shell.screen.refresh()

    def battle(shell: Any, session: GameSession) -> None:
        """The end of a turn in which somebody beats barbarians."""
        session.undo()
        session.submit(EndTurn(session.state.core.on_turn))
        shell.flow.follow()

    def built(shell: Any, session: GameSession) -> None:
        """A settlement has been built, so that the turn ends with a vote."""
        who = session.state.core.on_turn
        session.submit(next(one for one in session.options(who, BuildCity)), overrule=True)
        shell.play = LivePlay(session)
        shell.flow.begin()

    def ship_rolled(shell: Any, session: GameSession) -> None:
        """A ship face, which brings barbarians ashore."""
        dice = {WHITE: 2, RED: 3, "event": "ship"}
        session.submit(RollDice(roller(session.table), dice))
        shell.flow.follow()

    def wagon(shell: Any, session: GameSession) -> None:
        """Where the wagon of the player on turn can go."""
        seat = session.state.core.ids.index(session.state.core.on_turn)
        shell.go("board")
        shell.do(Take(seat, shown(MoveWagon).rank))

    def way(shell: Any, session: GameSession) -> None:
        """The dearest way that the wagon can go, before it is entered."""
        who = session.state.core.on_turn
        ways = [option for option in session.options(who, MoveWagon) if isinstance(option, MoveWagon)]
        furthest = max(ways, key=lambda one: points_of(session, one))
        wagon(shell, session)
        shell.do(Enter(tuple(one for one in ways if one.to == furthest.to)))

    def voting(*cards: str | None, ended: bool = False) -> Callable[[Any, GameSession], None]:
        """The cards that the first voters have laid: a good each, or nothing where hands are not counted."""

        def then(shell: Any, session: GameSession) -> None:
            for who, good in zip(session.state.core.in_turn_order(), cards, strict=False):
                session.submit(LayVote(who, good), overrule=True)
            if ended:
                session.submit(EndVote(session.state.core.on_turn))
            shell.asking.ask_next()

        return then

    return {
        "traders_table": at(table, TRADERS, 4, count=110),
        "traders_wagon": at(wagon, TRADERS, 4, count=110),
        "traders_way": at(way, TRADERS, 4, count=110),
        "traders_panel": at(done(OpenPanel(1)), TRADERS, 4, count=110),
        "traders_cargo": at(asked, TRADERS, 4, count=90, asking="cargo"),
        "traders_barbarian": at(asked, TRADERS, 4, count=60, asking="barbarian"),
        "traders_knights": at(table, TRADERS_KNIGHTS, 3, level="L3", count=150),
        "traders_score": at(table, TRADERS, 3, level="L1", count=20),
        "traders_knights_score": at(table, TRADERS_KNIGHTS, 4, level="L1", count=60),
        "traders_catch_up": at(catching_up, TRADERS, 3, count=90),
        "cards_table": at(table, CARDS),
        "cards_pad": at(pad, CARDS),
        "cards_result": at(turned(9, "calm_seas"), CARDS),
        "cards_earthquake": at(turned(6, "earthquake"), CARDS),
        "cards_give": at(asked, CARDS, level="L3", seed=3, asking="give_card"),
        "two_start": at(asked, TWO, 2, count=1, asking="neutral_start"),
        "two_road": at(asked, TWO, 2, asking="neutral_road"),
        "two_table": at(table, TWO_KNIGHTS, 2),
        "two_panel": at(done(OpenPanel(0)), TWO, 2, level="L3"),
        "two_forced": at(done(Take(0, FORCED)), TWO_KNIGHTS, 2, level="L3"),
        "two_catch_up": at(catching_up, TWO_KNIGHTS, 2),
        "two_numbers": at(numbers, TWO, 2),
        "camels_board": at(lambda shell, _session: shell.go("board"), CAMELS_KNIGHTS, 4, seed=4, count=60),
        "camels_table": at(table, CAMELS, 4, seed=4, count=150),
        "camels_ends": at(built, CAMELS, 4, seed=5, count=60),
        "camels_vote": at(voting("wool"), CAMELS, 4, level="L3", seed=3, count=90, asking="camel_votes"),
        "camels_votes": at(voting(None, None, None), CAMELS, 6, seed=4, count=90, asking="camel_votes"),
        "camels_six": at(voting("wool"), CAMELS, 6, level="L3", seed=4, count=90, asking="camel_votes"),
        "camels_decides": at(voting(None, ended=True), CAMELS, 4, seed=4, count=100, asking="camel_votes"),
        "camels_panel": at(done(OpenPanel(1)), CAMELS_KNIGHTS, 3, level="L1"),
        "camels_catch_up": at(catching_up, CAMELS, 3, seed=4, count=150),
        "fish_table": at(table, FISH, 4),
        "fish_boot": at(asked, FISH, 3, asking="boot"),
        "fish_panel": at(done(OpenPanel(1)), FISH, 3),
        "fish_pay": at(payments, FISH, 3),
        "fish_show": at(done(Take(0, 44)), FISH, 3),
        "rivers_table": at(table, RIVERS, 4, seed=3),
        "rivers_board": at(board, RIVERS, 4, seed=3),
        "rivers_knights": at(board, RIVERS_KNIGHTS, 3, level="L3", seed=4, count=300),
        "rivers_panel": at(done(OpenPanel(0)), RIVERS, 3, level="L3", count=120),
        "rivers_gold": at(done(Take(0, GOLD)), RIVERS, 3, level="L3", count=120),
        "rivers_score": at(done(OpenPanel(0)), RIVERS_KNIGHTS, 3, level="L1"),
        "rivers_catch_up": at(catching_up, RIVERS, 3),
        "rivers_numbers": at(numbers, RIVERS, 3),
        "rivers_points": at(lambda shell, _session: shell.go("sheet", seat=1, section="points"), RIVERS, 3),
        "coast_board": at(lambda shell, _session: shell.go("board"), COAST, 4, count=160),
        "coast_table": at(table, COAST, 4, count=160),
        "coast_panel": at(done(OpenPanel(1)), COAST, 3, level="L3", count=90),
        "coast_landing": at(asked, COAST, 3, asking="landing"),
        "coast_treason": at(asked, COAST, 3, asking="treason"),
        "coast_battle": at(battle, COAST, 4, seed=4, count=100, asking="castle_die"),
        "coast_score": at(table, COAST, 3, level="L1", count=20),
        "coast_claims": at(done(OpenPanel(0)), COAST, 3, level="L1", count=20),
        "coast_numbers": at(numbers, COAST, 3, count=90),
        "coast_knights": at(board, COAST_KNIGHTS, 4, level="L3", seed=5, count=300),
        "coast_knights_table": at(table, COAST_KNIGHTS, 4, seed=5, count=300),
        "coast_knights_battle": at(battle, COAST_KNIGHTS, 3, seed=13, count=164, asking="castle_die"),
        "coast_knights_sheet": at(
            lambda shell, _session: shell.go("sheet", seat=1, section="knights"), COAST_KNIGHTS, 3, count=200
        ),
        "coast_knights_ship": at(ship_rolled, COAST_KNIGHTS, 3, level="L1", count=60),
        "coast_knights_score": at(done(OpenPanel(0, "knights")), COAST_KNIGHTS, 3, level="L1", count=60),
        "coast_knights_catch_up": at(catching_up, COAST_KNIGHTS, 3, count=200),
        "fish_points": at(lambda shell, _session: shell.go("sheet", seat=1, section="points"), FISH, 3),
    }
