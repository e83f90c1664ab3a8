"""Players who do anything that is allowed, by chance: games for tests that want every corner of the rules.

(``tests.kit.evening`` makes up games that look like those of people instead.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.state import Phase, Player
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.rules.base.turn import RollDice
from tests.kit.chance import roll_or_end

PEOPLE = (
    Player(PlayerId("anna"), "Anna", "red"),
    Player(PlayerId("ben"), "Ben", "blue"),
    Player(PlayerId("carla"), "Carla", "white"),
    Player(PlayerId("david"), "David", "orange"),
)


def choose(session: GameSession, chance: random.Random) -> Command:
    """Something that somebody at the table may do now; each kind of command is as likely as any other."""
    kinds: dict[type[Command], list[Command]] = {}
    for player in session.state.core.ids:
        for command in session.options(player):
            kinds.setdefault(type(command), []).append(command)
    if not session.state.core.pending and session.state.core.winner is None:
        next_turn = roll_or_end(session, roll(session, chance))
        kinds[type(next_turn)] = [next_turn]
    return chance.choice(kinds[chance.choice(list(kinds))])


def roll(session: GameSession, chance: random.Random) -> RollDice:
    """The next roll, by whoever's it is; what an Alchemist has named lies there."""
    core = session.state.core
    by = core.on_turn if core.phase is Phase.BEFORE_ROLL else core.after(core.on_turn)
    dice = {die.name: chance.choice(die.faces) for die in session.ruleset.dice_wanted(session.state)}
    named = getattr(session.state.slices.get("cities_knights"), "named_dice", None)
    if named is not None:
        dice["white"], dice["red"] = named
    return RollDice(by, dice)


def play(
    session: GameSession, seed: int, turns: int = 200, undo: float = 0.0, past_the_end: bool = False
) -> Iterator[Command | None]:
    """Play until somebody wins (or on, ``past_the_end``) or that many turns are played, and tell each command
    after it was entered.

    With the likelihood ``undo`` something is taken back or brought back before a command; that is
    told as None. The same seed plays the same game.
    """
    chance = random.Random(seed)

    def over() -> bool:
        core = session.state.core
        return core.turn > turns or (core.winner is not None and not past_the_end)

    while not over():
        while chance.random() < undo:
            if session.redo() if chance.random() < 0.4 else session.undo():
                yield None
        if not over():
            command = choose(session, chance)
            verdict = session.submit(command)
            assert isinstance(verdict, Accepted), (seed, command, verdict)
            yield command


def points(session: GameSession) -> dict[PlayerId, int]:
    """The points of each player now."""
    table = Table(session.ruleset, session.state)
    return {player: table.points(player) for player in session.state.core.ids}
