"""Ways to cheat that the table could prove, made from a position of a simulated game.

Each cheat looks at a position and makes the entry of somebody who cheats in it, or says that it cannot be
done there. The entry must be refused, and one of the reasons must bear the rule's id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from companion.app.simulate import Simulation
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.level import Aspect
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.board import Board
from companion.rules.base.board_making import random_board, variable_board
from companion.rules.base.setup import over
from companion.rules.base.slice import Base

Attempt = Callable[["Scene"], Iterable[Command]]


@dataclass(frozen=True)
class Cheat:
    """A way to cheat: the ids of the rules that forbid it, how to find entries that do it, the module that
    gives occasion to it, and whether it is about a board that is entered."""

    name: str
    rules: frozenset[str]
    attempt: Attempt
    module: str = "base"
    on_board: bool = True


class Scene:
    """A position as a cheat sees it."""

    def __init__(self, game: Simulation) -> None:
        self.game = game
        self.table: Table = game.table
        self.core = game.state.core
        self.base: Base = game.state.slice(Base)
        self.me: PlayerId = self.core.on_turn

    @property
    def others(self) -> list[PlayerId]:
        return [player for player in self.core.ids if player != self.me]

    @property
    def main(self) -> bool:
        """The player on turn may trade and build."""
        core = self.core
        return core.phase is Phase.AFTER_ROLL and not core.pending and core.winner is None

    @property
    def early(self) -> bool:
        """The player on turn has not rolled yet."""
        core = self.core
        return core.phase is Phase.BEFORE_ROLL and not core.pending and core.winner is None

    @property
    def hands(self) -> Knowledge:
        return self.base.hands

    def poor(self, who: PlayerId, cards: dict[str, int]) -> bool:
        """Everyone at the table can tell that the player has not got these cards."""
        return bool(self.hands.holders) and self.hands.has(who, cards) is Certainty.IMPOSSIBLE

    def plays(self, kind: type[Command]) -> bool:
        """The game has this command."""
        return kind in self.game.ruleset.commands

    def has(self, module: str) -> bool:
        """The game is played with this module."""
        return module in self.game.ruleset.module_ids

    def asked(self, kind: str) -> PlayerId | None:
        """Who is asked a question of the kind, if anybody is."""
        return next((question.who for question in self.core.pending if question.kind == kind), None)

    def boards(self) -> Iterator[Board]:
        """A board by letters and one at random, while the board is asked for."""
        if self.asked("board") is not None:
            island = self.table.value("island")
            yield variable_board(island, self.game.chance)
            yield random_board(island, self.game.chance)

    @property
    def begun(self) -> bool:
        """All pieces of the set-up stand, and nobody has won."""
        return self.core.winner is None and over(self.table)


def with_terrain(board: Board, hex: int, terrain: str) -> Board:
    """The board with other terrain on a hex."""
    return replace(board, terrain=(*board.terrain[:hex], terrain, *board.terrain[hex + 1 :]))


def with_token(board: Board, hex: int, token: int) -> Board:
    """The board with another token on a hex, or none."""
    return replace(board, tokens=(*board.tokens[:hex], token, *board.tokens[hex + 1 :]))


def with_hexes_swapped(board: Board, one: int, other: int) -> Board:
    """The board after two hexes have exchanged terrain and token."""
    first, second = board.terrain[one], board.terrain[other]
    found = with_terrain(with_terrain(board, one, second), other, first)
    first_token, second_token = board.tokens[one], board.tokens[other]
    return with_token(with_token(found, one, second_token), other, first_token)


CHEATS: list[Cheat] = []


def cheat(*rules: str, module: str = "base", on_board: bool = True) -> Callable[[Attempt], Attempt]:
    """Put a way to cheat into the catalogue; its name is the function's."""

    def put(attempt: Attempt) -> Attempt:
        CHEATS.append(Cheat(attempt.__name__, frozenset(rules), attempt, module, on_board))
        return attempt

    return put


@dataclass
class Trial:
    """What came of cheating: how often each way was tried, and where the engine let it pass."""

    tried: Counter[str] = field(default_factory=Counter)
    missed: dict[str, str] = field(default_factory=dict)

    def cheat_in(self, game: Simulation, share: float, most: int | None = None) -> None:
        """Play the game to its end, or for so many entries, and try to cheat in that share of its positions;
        nothing comes of it."""
        while not game.over and (most is None or len(game.entries) < most):
            # the board is laid in the first position alone
            if not game.entries or game.chance.random() < share:
                for found, command in attempts(game):
                    self.tried[found.name] += 1
                    verdict = game.judge(command)
                    if isinstance(verdict, Accepted):
                        self._missed(found, game, f"{command} was accepted")
                    elif not found.rules & {violation.rule for violation in verdict.violations}:
                        self._missed(found, game, f"{command} was refused for {verdict.violations}")
            game.step()

    def _missed(self, found: Cheat, game: Simulation, text: str) -> None:
        where = f"{game.header.game} {game.header.modules} entry {len(game.entries) + 1}"
        self.missed.setdefault(found.name, f"{where}: {text}, not for {sorted(found.rules)}")


def fitting(game: Simulation) -> Iterator[Cheat]:
    """The ways to cheat that a game gives occasion to."""
    on_board = Aspect.PLACES in game.ruleset.level.aspects
    return (one for one in CHEATS if one.module in game.ruleset.module_ids and one.on_board is on_board)


def attempts(game: Simulation) -> Iterator[tuple[Cheat, Command]]:
    """One entry of each way to cheat that this position allows."""
    scene = Scene(game)
    for found in fitting(game):
        commands = [command for command in found.attempt(scene) if type(command) in game.ruleset.commands]
        if commands:
            yield found, game.chance.choice(commands)
