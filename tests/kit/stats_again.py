"""Counts an evening again from the open file format alone: nothing of Longship is imported here.

What is read are the lines that ``longship export`` writes, with the events of each entry. The island's
geometry, the chances of two dice and what terrain yields stand here once more, written apart.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

ROWS = (3, 4, 5, 4, 3)
POINTS = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
RAW = {"hills": "brick", "forest": "lumber", "mountains": "ore", "fields": "grain", "pasture": "wool"}
FINE = {"forest": "paper", "mountains": "coin", "pasture": "cloth"}
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

Key = tuple[str, str | None, tuple[str, ...]]
"""Name of the tally, player, and what was counted."""


def centres() -> dict[int, tuple[int, int]]:
    """The middle of each hex of the usual island, by its number in reading order."""
    found = {}
    number = 0
    for row, length in enumerate(ROWS):
        for column in range(length):
            found[number] = (2 * column - length, 3 * row)
            number += 1
    return found


CENTRES = centres()


def corner(name: str) -> tuple[int, int]:
    """Where a corner such as "3SW" is."""
    digits = "".join(letter for letter in name if letter.isdigit())
    x, y = CENTRES[int(digits)]
    dx, dy = POINTS[name[len(digits) :]]
    return x + dx, y + dy


def standing(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The entries that were not undone. Games with corrections are not for this count."""
    entries: list[dict[str, Any]] = []
    undone: list[dict[str, Any]] = []
    for line in lines:
        entry = json.loads(line)
        if "undo" in entry:
            undone.append(entries.pop())
        elif "redo" in entry:
            entries.append(undone.pop())
        elif "command" in entry:
            entries.append(entry)
            undone = []
        else:
            assert "correction" not in entry, "no corrected games here"
    return iter(entries)


def count_again(text: str, places: bool) -> Counter[Key]:
    """All that is counted here, of a game as exported with its events; with ``places`` also what takes the
    board."""
    lines = text.splitlines()
    header = json.loads(lines[0])
    again = Again("cities_knights" in header["modules"], places)
    for entry in standing(lines[1:]):
        again.command(entry["command"])
        for event in entry.get("events", ()):
            again.event(event)
    return again.found


class Again:
    """The evening as far as it has been counted."""

    def __init__(self, knights: bool, places: bool) -> None:
        self.found: Counter[Key] = Counter()
        self.knights = knights
        self.places = places
        self.terrain: list[str] = []
        self.tokens: list[int] = []
        self.buildings: dict[tuple[int, int], tuple[str, bool]] = {}
        self.robber: int | None = None
        self.number = 0
        self.named = False
        self.levels: Counter[tuple[str, str]] = Counter()

    def add(self, name: str, player: str | None, *of: str, amount: float = 1) -> None:
        """Count something."""
        self.found[name, player, of] += amount  # type: ignore[assignment]

    def command(self, command: dict[str, Any]) -> None:
        """What counts by what was entered."""
        by = command["by"]
        match command["type"].split(".")[1]:
            case "build_road":
                self.add("built", by, "road")
            case "build_settlement":
                self.add("built", by, "settlement")
            case "build_city":
                self.add("built", by, "city")
            case "trade_with_player" if self.places:
                self.add("trades", by, command["partner"])
                self.add("trades", command["partner"], by)

    def event(self, event: dict[str, Any]) -> None:
        """What counts by what it meant."""
        by = event.get("by")
        match event["type"]:
            case "core.dice_rolled":
                dice = event["dice"]
                if "red" in dice:
                    self.number = dice["red"] + dice["white"]
                    if not self.named:
                        self.add("rolls", by, str(self.number))
            case "ck.dice_named":
                self.named = bool(event.get("dice"))
            case "base.board_laid":
                self.terrain, self.tokens = event["board"]["terrain"], event["board"]["tokens"]
                self.robber = self.terrain.index("desert") if "desert" in self.terrain else None
            case "base.tokens_swapped":
                one, other = event["hexes"]
                self.tokens = list(self.tokens)
                self.tokens[one], self.tokens[other] = self.tokens[other], self.tokens[one]
            case "base.robber_moved":
                self.robber = event.get("to")
            case "base.settlement_built" | "base.city_reduced" if self.places:
                self.buildings[corner(event["site"])] = (event["by"], False)
            case "ri.bridge_built":
                self.add("built", by, "bridge")
            case "ck.wall_built":
                self.add("built", by, "wall")
            case "ck.knight_recruited":
                self.add("built", by, "knight")
            case "base.city_built" if self.places:
                self.buildings[corner(event["site"])] = (event["by"], True)
            case "base.produced" if self.places and self.number:
                for player, cards in event["gains"].items():
                    for good, count in cards.items():
                        self.add("produced", player, good, str(self.number), amount=count)
                for (player, good), count in self.due(self.number, blocked=True).items():
                    self.add("blocked", player, good, str(self.number), amount=count)
                self.expect()
            case "base.seven_rolled" if self.places:
                self.expect()
            case "ck.improved":
                steps = event["level"] - self.levels[event["by"], event["track"]]
                self.levels[event["by"], event["track"]] = event["level"]
                self.add("improvements", by, event["track"], amount=steps)
            case "ck.card_drawn":
                self.add("progress_drawn", by, event["track"])
            case "ck.card_played" | "ck.card_laid_open":
                self.add("progress_played", by, event["card"])
            case "ck.city_lost":
                self.add("cities_lost", by)
            case "ck.attack_fought":
                self.add("attacks", None, "won" if event["won"] else "lost")
                for player, strength in event["forces"].items():
                    if strength:
                        self.add("defence", player, amount=strength)

    def due(self, number: int, blocked: bool) -> Counter[tuple[str, str]]:
        """Cards that a number brings, or would bring if the robber were not there."""
        found: Counter[tuple[str, str]] = Counter()
        for hex, token in enumerate(self.tokens):
            terrain = self.terrain[hex]
            if token != number or terrain not in RAW or (hex == self.robber) is not blocked:
                continue
            x, y = CENTRES[hex]
            for dx, dy in POINTS.values():
                owner, city = self.buildings.get((x + dx, y + dy), ("", False))
                if owner:
                    found[owner, RAW[terrain]] += 1
                    if city:
                        found[owner, FINE[terrain] if self.knights and terrain in FINE else RAW[terrain]] += 1
        return found

    def expect(self) -> None:
        """What any roll would bring on average."""
        for number, ways in WAYS.items():
            for (player, good), count in self.due(number, blocked=False).items():
                self.add("expected", player, good, str(number), amount=count * ways / 36)
