"""Random legal games with all cards known to the simulator alone, told to the engine as a table would.

The simulator holds the real cards (``secrets.py`` of each module), does what the rules and the real cards
allow, and enters what people at the table would have seen. An entry that the engine refuses, or a real hand
that it thinks impossible, is an error of the engine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, repeat
from time import perf_counter
from typing import Any

from companion.app.explain import cited
from companion.app.session import ruleset_of
from companion.app.watching import watched
from companion.engine.command import Command, tag_of
from companion.engine.core import (
    AdjustPoints,
    Asked,
    ChangeLevel,
    ConfirmPosition,
    DeclareWinner,
    LeaveQuestion,
    PlayOn,
    StateTurn,
)
from companion.engine.decide import decide, has_options, kinds_in_time, options_of, replay
from companion.engine.errors import LongshipError
from companion.engine.event import Event
from companion.engine.ids import EntryId, PlayerId, RuleId
from companion.engine.ruleset import Ruleset
from companion.engine.state import COLOURS, GameState, Player
from companion.engine.table import Table
from companion.engine.verdict import Refused, Verdict
from companion.history.log import Entry, Header
from companion.rules import catalogue
from companion.rules.common import EndTurn
from companion.rules.secrets import Secrets

NAMES = ("Anna", "Ben", "Carla", "David", "Eva", "Felix")

RULINGS: tuple[type[Command], ...] = (
    AdjustPoints,
    ChangeLevel,
    ConfirmPosition,
    DeclareWinner,
    LeaveQuestion,
    PlayOn,
    StateTurn,
)
"""The table's own rulings, which no simulated player makes."""

PASSING = 0.3
"""How often a player ends the turn when chance says so and something else could be done: games with more
moves in a turn show more of the rules."""

MOST_ENTRIES = 3_000
"""A game that takes longer is ended without a winner."""


class SimulationError(LongshipError, AssertionError):
    """The engine refused what was legal, or thinks impossible what is so, with all needed to see it."""


@dataclass
class Tally:
    """What a run did."""

    games: int = 0
    entries: int = 0
    seconds: float = 0.0
    winners: int = 0
    slowest_ms: float = 0.0
    rules: Counter[RuleId] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)


class Simulation:
    """One game played by chance."""

    def __init__(
        self,
        header: Header,
        chance: random.Random,
        checked: bool = True,
        rules: Counter[RuleId] | None = None,
    ) -> None:
        """Prepare a game.

        Args:
            header: what it is played by.
            chance: where dice, decks and choices come from.
            checked: whether truth and invariants are compared with the engine's view after every entry.
            rules: where to count the entries that each rule was exercised by; judging is slower then.
        """
        self.header = header
        self.chance = chance
        self.checked = checked
        self.rules = rules
        self.seen: set[RuleId] = set()
        found = ruleset_of(header)
        self.ruleset: Ruleset = found if rules is None else watched(found, self.seen)
        self.state: GameState = self.ruleset.start(header.players, header.first)
        self._table = Table(self.ruleset, self.state)
        self._laid = self.state
        self.entries: list[Entry] = []
        self.seconds = 0.0
        self.slowest = 0.0
        self.secrets: dict[str, Secrets] = {}
        for name in self.ruleset.module_ids:
            kind = catalogue.secrets(name)
            if kind is not None:
                self.secrets[name] = kind(chance, self.table, self.secrets)

    @property
    def table(self) -> Table:
        """The position as the rules see it; the same one until something happens."""
        if self._laid is not self.state:
            self._laid = self.state
            self._table = Table(self.ruleset, self.state)
        return self._table

    @property
    def over(self) -> bool:
        """Whether somebody has won, or the game has become too long."""
        return self.state.core.winner is not None or len(self.entries) >= MOST_ENTRIES

    def play(self) -> Iterator[Entry]:
        """Play to the end, an entry at a time."""
        while not self.over:
            yield self.step()

    def step(self) -> Entry:
        """Do something legal.

        Raises:
            SimulationError: if the engine does not agree, or nothing legal is left.
        """
        for command in self.choices():
            self.seen.clear()
            started = perf_counter()
            verdict = decide(self.ruleset, self.state, command)
            spent = perf_counter() - started
            if isinstance(verdict, Refused):
                raise self._error(f"{command} was refused: {verdict.violations}")
            if all(secret.agrees(self.table, verdict.events) for secret in self.secrets.values()):
                self.seconds += spent
                self.slowest = max(self.slowest, spent)
                return self.enter(command, verdict.events)
        raise self._error("nothing legal is left")

    def enter(self, command: Command, events: tuple[Event, ...]) -> Entry:
        """Let an accepted command happen, on the table and in the real cards."""
        before = self.table
        self.state = replay(self.state, events)
        for secret in self.secrets.values():
            secret.happened(before, command, events)
        entry = Entry(EntryId(len(self.entries) + 1), command, events)
        self.entries.append(entry)
        if self.rules is not None:
            found = self.seen | exercised(self.ruleset, entry)
            self.rules.update(
                rule for name in self.ruleset.module_ids for rule in found & catalogue.rules_of(name).keys()
            )
        if self.checked:
            wrong = list(self.wrong())
            if wrong:
                raise self._error(f"after {command}: {'; '.join(wrong)}")
        return entry

    def judge(self, command: Command) -> Verdict:
        """What the engine says of a command now."""
        return decide(self.ruleset, self.state, command)

    def wrong(self) -> Iterator[str]:
        """Invariants that do not hold, and truths that the engine thinks impossible."""
        table = self.table
        for invariant in self.ruleset.invariants:
            yield from (f"{invariant.name}: {fault}" for fault in invariant.broken(table))
        for name, secret in self.secrets.items():
            yield from (f"{name}: {fault}" for fault in secret.wrong(table))

    def choices(self) -> Iterator[Command]:
        """What could be done now; where one who is asked has nothing to say, another answers."""
        first = self.actor()
        yield from self.choices_of(first)
        for who in dict.fromkeys(question.who for question in self.state.core.pending):
            if who != first:
                yield from self.choices_of(who)

    def choices_of(self, who: PlayerId) -> Iterator[Command]:
        """What a player could do, in random order, kinds of commands first so that rare ones have a chance.

        Commands that the real cards forbid are left out.
        """
        kinds = self.offered(who)
        while kinds:
            kind = self.chance.choice(list(kinds))
            if kind is EndTurn and len(kinds) > 1 and self.chance.random() > PASSING:
                continue
            offers = self.of_kind(kind, who, kinds.pop(kind))
            self.chance.shuffle(offers)
            for command in offers:
                completed = self.completed(command)
                if completed is not None:
                    yield completed

    def offered(self, who: PlayerId) -> dict[type[Command], list[Command]]:
        """The kinds of which the engine offers something, or the real cards do: what these propose."""
        started, table = perf_counter(), self.table
        kinds = [kind for kind in kinds_in_time(table, who) if kind not in RULINGS]
        found: dict[type[Command], list[Command]] = {k: [] for k in kinds if has_options(table, k, who)}
        self.seconds += perf_counter() - started
        for secret in self.secrets.values():
            for command in secret.proposals(table, who):
                found.setdefault(type(command), []).append(command)
        return found

    def of_kind(self, kind: type[Command], who: PlayerId, proposed: Iterable[Command]) -> list[Command]:
        """What the engine offers of a kind, and what only the real cards propose."""
        started = perf_counter()
        found = options_of(self.table, kind, who)
        self.seconds += perf_counter() - started
        return [*found, *proposed]

    def completed(self, command: Command) -> Command | None:
        """The command made true to the real cards of all modules."""
        found: Command | None = command
        for secret in self.secrets.values():
            if found is not None:
                found = secret.complete(self.table, found)
        return found

    def actor(self) -> PlayerId:
        """Whose entry comes next: anyone with an open question, or the player on turn."""
        core = self.state.core
        if core.pending:
            return self.chance.choice(core.pending).who
        return core.on_turn

    def truth(self) -> dict[str, Any]:
        """All that is hidden now."""
        return {name: secret.truth() for name, secret in self.secrets.items()}

    def _error(self, text: str) -> SimulationError:
        core = self.state.core
        where = f"{self.header.game}, entry {len(self.entries) + 1}, turn {core.turn} of {core.on_turn}"
        return SimulationError(f"{where}: {text}\nopen: {core.pending}\ntruth: {self.truth()}")


def header(
    modules: Sequence[str],
    players: int,
    seed: int,
    level: str = "L3",
    profile: str = "hobbyworld",
    options: dict[str, bool | int | str] | None = None,
) -> Header:
    """What the simulated game of a seed is played by."""
    seats = zip(range(players), chain(NAMES, repeat("Guest")), chain(COLOURS, repeat("grey")), strict=False)
    people = tuple(
        Player(PlayerId(name.lower() if seat < len(NAMES) else f"guest-{seat}"), name, colour)
        for seat, name, colour in seats
    )
    return Header(f"simulated-{seed}", people, tuple(modules), level, profile, options or {})


_rules_of = cache(cited)


def exercised(ruleset: Ruleset, entry: Entry) -> set[RuleId]:
    """The rules that an entry was judged and carried out by: those that its command, the command's owner and
    its events cite, and those that asked a question."""
    kinds: list[type] = [type(event) for event in entry.events]
    if entry.command is not None:
        kinds += [type(entry.command), type(ruleset.commands[type(entry.command)])]
    asked = {event.decision.rule for event in entry.events if isinstance(event, Asked)}
    return asked.union(*(_rules_of(kind) for kind in kinds))


def count(tally: Tally, game: Simulation) -> None:
    """Add a game that was played to the tally."""
    tally.games += 1
    tally.entries += len(game.entries)
    tally.seconds += game.seconds
    tally.winners += game.state.core.winner is not None
    tally.slowest_ms = max(tally.slowest_ms, game.slowest * 1000)
    for entry in game.entries:
        if entry.command is not None:
            tally.commands[tag_of(type(entry.command))] += 1
