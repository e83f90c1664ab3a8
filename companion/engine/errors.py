"""Errors of programming and configuration. A broken game rule is a Violation, never one of these."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.verdict import Param


@dataclass(frozen=True)
class Problem:
    """One reason why a set of modules and options cannot be played, as a key with parameters."""

    key: str
    params: dict[str, Param] = field(default_factory=dict)


class AssemblyError(ValueError):
    """The modules, options and players do not make a game. Carries all problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.key} {problem.params}" for problem in problems))


class DecodeError(ValueError):
    """Stored or imported data that is not what it should be."""
