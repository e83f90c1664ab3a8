"""Make up whole evenings of Cities & Knights that look like those at real tables.

The players build, improve and recruit about as often as people do (so the taps counted over such a
game mean something), chance is seeded, and every move is legal. ``python -m tests.kit.evening OUT``
looks for a seed whose evening holds everything that ``Coverage`` wants and writes it as a game file.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.session import GameSession, Nowhere
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.state import Phase, Player
from companion.engine.verdict import Accepted
from companion.history.log import Entry, Header
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import AttackFought
from companion.rules.cities_knights.cards import LayOpen, PlayCard
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import CITIES_KNIGHTS

PEOPLE = (
    Player(PlayerId("anna"), "Anna", "red"),
    Player(PlayerId("ben"), "Ben", "blue"),
    Player(PlayerId("carla"), "Carla", "white"),
    Player(PlayerId("david"), "David", "orange"),
)

CHANCES: dict[type[Command], float] = {
    BuildSettlement: 0.17,
    BuildCity: 0.17,
    Improve: 0.42,
    BuildWall: 0.04,
    RecruitKnight: 0.2,
    PromoteKnight: 0.2,
    ActivateKnights: 0.65,
    MoveKnight: 0.05,
    ChaseRobber: 0.04,
    DisplaceKnight: 0.02,
}
"""How likely a player is to do each thing in a turn, from counts of real evenings."""


@dataclass
class Coverage:
    """What has happened in an evening."""

    attacks_won: int = 0
    attacks_lost: int = 0
    tied_leaders: int = 0
    tied_losers: int = 0
    metropolis_taken: int = 0
    kinds: set[str] = field(default_factory=set)

    def hear(self, entry: Entry) -> None:
        """Count what an entry meant."""
        self.kinds.add(type(entry.command).__name__)
        for event in entry.events:
            if isinstance(event, AttackFought):
                self.attacks_won += event.won
                self.attacks_lost += not event.won
                self.tied_leaders += len(event.leaders) > 1
                self.tied_losers += len(event.losers) > 1
            elif isinstance(event, MetropolisPlaced):
                self.metropolis_taken += event.loser is not None

    def full(self, session: GameSession) -> bool:
        """Whether the evening shows all that a whole game can show."""
        return (
            70 <= session.state.core.turn <= 95
            and session.state.core.winner is not None
            and min(self.attacks_won, self.attacks_lost) >= 1
            and self.attacks_won + self.attacks_lost >= 5
            and min(self.tied_leaders, self.tied_losers, self.metropolis_taken) >= 1
            and {"ChooseDeck", "ClaimLongestRoad", "PlayAlchemist", "BuildWall"} <= self.kinds
        )


def play(session: GameSession, seed: int, most_turns: int = 120) -> Iterator[Entry]:
    """Play an evening to its end, an entry at a time."""
    chance = random.Random(seed)
    while session.state.core.winner is None and session.state.core.turn <= most_turns:
        for command in _next(session, chance):
            verdict = session.submit(command)
            if isinstance(verdict, Accepted):
                yield session.standing[-1]
            if session.state.core.winner is not None:
                return


def _next(session: GameSession, chance: random.Random) -> Iterator[Command]:
    core = session.state.core
    if core.pending:
        who = core.pending[0].who
        yield chance.choice([c for c in session.options(who) if _tag(c) in core.pending[0].answers])
        return
    if core.phase is Phase.BEFORE_ROLL:
        yield from _roll(session, core.on_turn, chance)
        return
    yield from _main(session, core.on_turn, chance)
    core = session.state.core
    if not core.pending and core.winner is None:
        yield from _roll(session, core.after(core.on_turn), chance)


def _roll(session: GameSession, by: PlayerId, chance: random.Random) -> Iterator[Command]:
    alchemist = PlayAlchemist(by, chance.randint(1, 6), chance.randint(1, 6))
    if chance.random() < 0.3 and isinstance(session.judge(alchemist), Accepted):
        yield alchemist
    # The named dice belong to the turn that the Alchemist has just opened.
    named = state_of(session.table).named_dice
    white, red = named or (chance.randint(1, 6), chance.randint(1, 6))
    event = chance.choice(("ship", "ship", "ship", "trade", "politics", "science"))
    yield RollDice(by, {"white": white, "red": red, "event": event})


def _main(session: GameSession, by: PlayerId, chance: random.Random) -> Iterator[Command]:
    for name in ("printer", "constitution"):
        if chance.random() < 0.06:
            yield LayOpen(by, name)
    for kind, likely in CHANCES.items():
        if chance.random() < likely:
            found = [command for command in session.options(by) if isinstance(command, kind)]
            if found:
                yield found[0] if kind is ActivateKnights else chance.choice(found)
    if chance.random() < 0.45:
        plays = [command for command in session.options(by) if isinstance(command, PlayCard)]
        if plays:
            card = chance.choice(sorted({type(play).__name__ for play in plays}))
            yield chance.choice([play for play in plays if type(play).__name__ == card])
    base = session.state.slice(Base)
    if base.longest_road != by and chance.random() < 0.05 and session.state.core.turn > 12:
        yield ClaimLongestRoad(by, max(5, base.road_length + 1))


def _tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)


def main(out: Path) -> None:
    """Look for an evening that shows everything, and write it down."""
    from companion.app.jsonl import export_game

    for seed in range(1, 5000):
        header = Header(f"evening-{seed}", PEOPLE, CITIES_KNIGHTS)
        session = GameSession(header, Nowhere(), clock=lambda: 0)
        seen = Coverage()
        for entry in play(session, seed):
            seen.hear(entry)
        if seen.full(session):
            out.write_text(export_game(header, session.entries), encoding="utf-8")
            print(f"seed {seed}: {session.state.core.turn} turns, {len(session.entries)} entries, {seen}")
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]))
