"""Scenes of play with hands that are counted, for the pictures: games by chance from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.command import Command, tag_of
from companion.history.log import Entry, Header
from companion.presenters import forms
from companion.presenters.intents import Enter, Fill, OpenPanel, Take
from companion.presenters.live import LivePlay
from companion.presenters.palette import SHOWING, TRADE
from companion.rules.base.turn import RollDice
from tests.kit.once import once
from tests.scenes.board_stages import BASE, KNIGHTS, Lent


@once
def _played(
    modules: tuple[str, ...], players: int, seed: int, count: int
) -> tuple[Header, tuple[Entry, ...]]:
    game = Simulation(header(modules, players, seed, "L3"), random.Random(seed), checked=False)
    while len(game.entries) < count or game.state.core.pending:
        game.step()
    return game.header, tuple(game.entries)


def played(
    modules: tuple[str, ...] = KNIGHTS, players: int = 4, seed: int = 2, count: int = 80
) -> GameSession:
    """So many entries of a game at L3, and no question open."""
    made, entries = _played(modules, players, seed, count)
    return GameSession(made, Nowhere(), entries)


def scenes() -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""

    def at(
        then: Callable[[Any, GameSession], None],
        modules: tuple[str, ...] = KNIGHTS,
        players: int = 4,
        count: int = 80,
        open_hands: bool = False,
    ) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            session = played(modules, players, 2, count)
            shell.context = Lent(session)
            shell.play = LivePlay(session, open_hands=lambda: open_hands)
            shell.flow.begin()
            shell.go("table")
            then(shell, session)

        return stage

    def trade(*taps: str) -> Callable[[Any, GameSession], None]:
        """The form of trades, with chips that are tapped."""

        def then(shell: Any, _session: GameSession) -> None:
            shell.do(Take(0, TRADE))
            for name in taps:
                tap(shell, name)

        return then

    def tap(shell: Any, name: str) -> None:
        for row in shell.screen.view.rows:
            for chip in row.chips:
                if chip.name == name:
                    shell.do(chip.intent)
                    return

    def card(tag: str, *taps: str) -> Callable[[Any, GameSession], None]:
        """The form of a progress card, whoever may have it."""

        def then(shell: Any, session: GameSession) -> None:
            (kind,) = (kind for kind in session.ruleset.commands if tag_of(kind) == tag)
            draft: Command = forms.blank(session.table, kind, session.state.core.on_turn)
            shell.do(Enter((draft,)) if not taps else Fill(draft))
            for name in taps:
                tap(shell, name)

        return then

    def seven(shell: Any, session: GameSession) -> None:
        """A 7, after which several return cards."""
        by = session.state.core.on_turn
        dice: dict[str, int | str] = {"red": 3, "white": 4, "event": "trade"}
        wanted = {die.name for die in session.ruleset.dice_wanted(session.state)}
        session.submit(RollDice(by, {name: face for name, face in dice.items() if name in wanted}), True)
        shell.flow.follow()
        for name in ("form_cards_ore", "form_cards_unseen"):
            if shell.screen_name == "form":
                tap(shell, name)

    def shows(number: int) -> Callable[[Any, GameSession], None]:
        return lambda shell, _session: shell.do(Take(2, SHOWING + number))

    nothing: Callable[[Any, GameSession], None] = lambda shell, session: None  # noqa: E731
    return {
        "hands_table": at(nothing),
        "hands_table_six": at(nothing, players=6, count=90),
        "hands_table_base": at(nothing, BASE, 3),
        "hands_trade": at(trade()),
        "hands_trade_bank": at(trade("form_give_wool"), open_hands=True),
        "hands_trade_player": at(trade("form_partner_2", "form_give_ore", "form_give_ore")),
        "hands_trade_base": at(trade(), BASE, 3),
        "hands_seven": at(seven, count=118),
        "hands_monopoly": at(card("ck.play_resource_monopoly", "form_good_ore", "form_given_2")),
        "hands_merchant": at(card("ck.play_master_merchant", "form_victim_2")),
        "hands_show": at(shows(0)),
        "hands_count": at(shows(1)),
        "hands_bank": at(shows(2)),
        "hands_known": at(lambda shell, _session: shell.do(OpenPanel(2, "hand"))),
        "hands_panel": at(lambda shell, _session: shell.do(OpenPanel(0))),
    }
