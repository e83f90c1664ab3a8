"""Counts of taps, as one process tells them another."""

from __future__ import annotations

import msgspec

MEAN = {"L0": 1.5, "L1": 6.0, "L2": 9.0, "L3": 15.0}
"""The most taps that a turn may take, on the average of an evening, with dice entered by hand."""
CAMERA_MEAN = {"L0": 0.2, "L1": 3.0, "L2": 5.0, "L3": 12.0}
"""The same with dice that a camera reads."""
SCENARIO_MEAN = {"L1": 6.0, "L2": 10.0, "L3": 15.0}
"""The same in a game with a scenario."""
P95 = {"L0": 3, "L1": 12, "L2": 18, "L3": 30}
"""The most that it may take in 95 of 100 turns."""


class Turns(msgspec.Struct, frozen=True):
    """Taps counted over one game. ``kinds`` are the mean taps and the number of each kind of command,
    ``dearest`` the most that one of that kind took."""

    game: str
    level: str
    turns: int
    taps: int
    mean: float
    p95: float
    most: int
    kinds: dict[str, tuple[float, int]]
    dearest: dict[str, int]


class Counts(msgspec.Struct, frozen=True):
    """What ``--json`` prints: whole games, single operations (undo, resume, mute, correct a roll), and the
    ways to lay a board. With dice that a camera reads there are the games only.

    The frame times are those of all taps, from the lifted finger to the drawn frame, without the wait for
    the screen's next refresh.
    """

    games: tuple[Turns, ...]
    single: dict[str, int]
    setups: dict[str, int]
    frame_p50_ms: float
    frame_p95_ms: float


def table(counts: Counts) -> str:
    """The counts for people."""
    lines = []
    for game in counts.games:
        lines.append(
            f"{game.level}: {game.turns} turns, {game.taps} taps, {game.mean} a turn, "
            f"95 % of the turns at most {game.p95:g}, the most {game.most}"
        )
        lines += [f"  {kind:28} {mean:5.2f}  x {count}" for kind, (mean, count) in game.kinds.items()]
    lines += [f"{name:30} {taps:2}" for name, taps in counts.single.items()]
    lines += [f"board: {name:23} {taps:2}" for name, taps in counts.setups.items()]
    return "\n".join(lines)
