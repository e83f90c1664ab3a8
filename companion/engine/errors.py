"""What goes wrong outside of the game. A broken game rule is a Violation, never one of these.

Every error of Longship is a :class:`LongshipError`, and also an ``OSError`` where the machine fails, or a
``ValueError`` where what was given is not what it should be.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.verdict import Param


class LongshipError(Exception):
    """Base of all errors that Longship raises itself."""


@dataclass(frozen=True)
class Problem:
    """One reason why a set of modules and options cannot be played, as a key with parameters."""

    key: str
    params: dict[str, Param] = field(default_factory=dict)


class AssemblyError(LongshipError, ValueError):
    """The modules, options and players do not make a game. Carries all problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.key} {problem.params}" for problem in problems))


class ModuleError(LongshipError, ValueError):
    """A module that does not fit together: a mistake of its author."""


class DecodeError(LongshipError, ValueError):
    """Stored or imported data that is not what it should be."""
