"""Ways to cheat that the table could prove, made from a position of a simulated game.

Each cheat looks at a position and makes the entry of somebody who cheats in it, or says that it cannot be
done there. The entry must be refused, and one of the reasons must bear the rule's id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from companion.app.simulate import Simulation
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.slice import Base

Attempt = Callable[["Scene"], Iterable[Command]]


@dataclass(frozen=True)
class Cheat:
    """A way to cheat: the ids of the rules that forbid it, and how to find entries that do it."""

    name: str
    rules: frozenset[str]
    attempt: Attempt


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


CHEATS: list[Cheat] = []


def cheat(*rules: str) -> Callable[[Attempt], Attempt]:
    """Put a way to cheat into the catalogue; its name is the function's."""

    def put(attempt: Attempt) -> Attempt:
        CHEATS.append(Cheat(attempt.__name__, frozenset(rules), attempt))
        return attempt

    return put


@dataclass
class Trial:
    """What came of cheating: how often each way was tried, and where the engine let it pass."""

    tried: Counter[str] = field(default_factory=Counter)
    missed: dict[str, str] = field(default_factory=dict)

    def cheat_in(self, game: Simulation, share: float) -> None:
        """Play the game to its end and try to cheat in that share of its positions; nothing comes of it."""
        while not game.over:
            game.step()
            if not game.over and game.chance.random() < share:
                for found, command in attempts(game):
                    self.tried[found.name] += 1
                    verdict = game.judge(command)
                    if isinstance(verdict, Accepted):
                        self._missed(found, game, f"{command} was accepted")
                    elif not found.rules & {violation.rule for violation in verdict.violations}:
                        self._missed(found, game, f"{command} was refused for {verdict.violations}")

    def _missed(self, found: Cheat, game: Simulation, text: str) -> None:
        where = f"{game.header.game} {game.header.modules} entry {len(game.entries) + 1}"
        self.missed.setdefault(found.name, f"{where}: {text}, not for {sorted(found.rules)}")


def attempts(game: Simulation) -> Iterator[tuple[Cheat, Command]]:
    """One entry of each way to cheat that this position allows."""
    scene = Scene(game)
    for found in CHEATS:
        commands = [command for command in found.attempt(scene) if type(command) in game.ruleset.commands]
        if commands:
            yield found, game.chance.choice(commands)
