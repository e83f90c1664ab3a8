"""Simulated games at the pace of people: as many pieces, cards and knights a turn as a table has.

``companion.app.simulate`` does whatever is legal and ends the turn by chance. Here each kind of move comes as
often as it does in a game of 75 rolls, and nobody enters the end of a turn: the next roll says it.
``python -m tests.kit.pace OUT SEED`` writes the game of a seed as a file.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from companion.app.jsonl import export_game
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import Simulation, header
from companion.engine.command import Command, tag_of
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.verdict import Accepted
from companion.history.log import Entry, Header
from companion.rules.base.slice import Base
from companion.rules.base.turn import EndTurn, RollDice


class Paced(Simulation):
    """One game. ``RATES`` are how often a kind of move comes in a turn."""

    RATES: ClassVar[dict[str, float]] = {
        "base.build_road": 0.37,
        "base.build_settlement": 0.22,
        "base.build_city": 0.20,
        "ck.improve": 0.35,
        "ck.build_wall": 0.05,
        "ck.recruit_knight": 0.17,
        "ck.promote_knight": 0.11,
        "ck.activate_knights": 0.45,
        "ck.move_knight": 0.10,
        "ck.displace_knight": 0.30,
        "ck.chase_robber": 0.30,
        "ck.lay_open": 1.0,
    }
    PLAYED = 0.45
    """How often a progress card is played in a turn."""

    ALCHEMY = 0.3
    """How often somebody who may have an Alchemist plays it."""

    HANDS: ClassVar[dict[str, float]] = {
        "base.trade_with_bank": 0.67,
        "base.trade_with_player": 1.5,
        "ck.offer_for_commodity": 1.0,
    }
    """What comes to it where hands are counted; then more is wished for, as not everything can be paid."""
    WISHED = 1.6

    wishes: list[str]
    planned = 0

    def choices(self) -> Iterator[Command]:
        """What the player on turn does next, or else the next roll."""
        core = self.state.core
        if core.pending:
            yield from super().choices()
            return
        if core.turn != self.planned:
            self.planned = core.turn
            counted = self.table.slice(Base).hands.counted
            more = self.WISHED if counted else 1.0
            self.wishes = [tag for tag, rate in self.RATES.items() if self.chance.random() < rate * more]
            if self.chance.random() < self.PLAYED:
                self.wishes.append("ck.play_")
            self.chance.shuffle(self.wishes)
            if counted:
                for tag, rate in self.HANDS.items():
                    self.wishes += [tag] * int(rate + self.chance.random())
        before = core.phase is not Phase.AFTER_ROLL
        while self.wishes and not before:
            wish = self.wishes.pop()
            yield from self._ways(core.on_turn, wish)
        roller = core.on_turn if before else core.after(core.on_turn)
        if self.chance.random() < self.ALCHEMY:
            yield from self._ways(roller, "ck.play_alchemist")
        if before:
            yield from self._ways(roller, "base.roll_dice")
        else:
            wanted = self.ruleset.dice_wanted(self.state)
            yield RollDice(roller, {die.name: self.chance.choice(die.faces) for die in wanted})

    def _ways(self, who: PlayerId, wish: str) -> Iterator[Command]:
        found = [
            command
            for kind, proposed in self.offered(who).items()
            if tag_of(kind).startswith(wish) and kind is not EndTurn
            for command in self.of_kind(kind, who, proposed)
        ]
        self.chance.shuffle(found)
        for command in found:
            completed = self.completed(command)
            if completed is not None and (wish == "base.roll_dice" or not isinstance(completed, RollDice)):
                yield completed


def played(
    seed: int,
    modules: tuple[str, ...] = ("base", "cities_knights"),
    players: int = 4,
    level: str = "L2",
    points: int = 0,
) -> tuple[Header, list[Entry]]:
    """A whole game, with ``points`` to a shorter goal."""
    options: dict[str, bool | int | str] = {"points_to_win": points} if points else {}
    game = Paced(header(modules, players, seed, level, options=options), random.Random(seed), checked=False)
    return game.header, list(game.play())


def recorded(seed: int) -> str:
    """The game of a seed as a file."""
    made, entries = played(seed)
    session = GameSession(made, Nowhere(), clock=lambda: 0)
    for entry in entries:
        assert entry.command is not None
        assert isinstance(session.submit(entry.command), Accepted), entry
    return export_game(session.header, session.entries, events=False)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(recorded(int(sys.argv[2])), encoding="utf-8")
