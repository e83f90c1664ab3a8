"""A short code for a board that was made up by chance: the same letters give the same board for ever.

A code names a recipe (how the board is made, and the number that stands for chance), not the board itself:
that would take twenty letters. So what makes a board by version 1 may never change again; whoever makes
boards otherwise gives them version 2. Chance is drawn from SHA-256, as Python's own may change with Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from companion.app.i18n import _
from companion.engine.errors import LongshipError
from companion.engine.geometry import geometry
from companion.engine.ids import HexId
from companion.rules.common import DESERT, PRODUCES, Area, Board, Island, board_making

T = TypeVar("T")

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""No figures, and no I, O and Q: nothing that is mistaken for another. They are 23, a prime number, so that
one letter of check finds any wrong letter and any two that have changed places."""

LENGTH = 8
"""Letters of a code; the last one checks the others."""

SEEDS = len(LETTERS) ** 5
"""Boards of each kind."""

VERSION = 0
"""How boards are made now. The kinds of a version are 32; sixteen versions have room in a code."""

_KINDS = 32
_SWAPS = 500
"""Hexes that are moved at most to spread the terrain: far more than it ever takes where it can be done."""


class Recipe(msgspec.Struct, frozen=True):
    """How a board is made up.

    Args:
        seed: stands for chance, from 0 up to, not including, :data:`SEEDS`.
        letters: number tokens by their letters from a corner of the island; no red ones meet then.
        apart: number tokens at random, but no 6 or 8 beside another.
        spread: no hex beside another of its terrain, as far as that can be.
        shuffled: the harbours of the frame in any order, and not as printed.
        inland: what produces nothing is never laid at the sea.
    """

    seed: int
    letters: bool = False
    apart: bool = True
    spread: bool = True
    shuffled: bool = False
    inland: bool = False


class CodeError(LongshipError, ValueError):
    """One sentence about why letters are no code."""


class Stream:
    """Chance that is the same for ever for a seed; a :class:`Chance`."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._block = 0
        self._bytes = b""

    def shuffle(self, x: list[T]) -> None:
        """Put the list into any order."""
        for last in range(len(x) - 1, 0, -1):
            other = self.randrange(last + 1)
            x[last], x[other] = x[other], x[last]

    def choice(self, seq: Sequence[T]) -> T:
        """One of these."""
        return seq[self.randrange(len(seq))]

    def randrange(self, stop: int) -> int:
        """A number from 0 up to, not including, the stop."""
        bits = (stop - 1).bit_length()
        while True:
            drawn = self._drawn(bits)
            if drawn < stop:
                return drawn

    def _drawn(self, bits: int) -> int:
        wanted = (bits + 7) // 8
        while len(self._bytes) < wanted:
            self._bytes += hashlib.sha256(f"{self._seed}/{self._block}".encode()).digest()
            self._block += 1
        drawn, self._bytes = self._bytes[:wanted], self._bytes[wanted:]
        return int.from_bytes(drawn, "big") >> (8 * wanted - bits)


def code_of(recipe: Recipe) -> str:
    """The code of a recipe, in two groups of four letters."""
    flags = (recipe.letters, recipe.apart, recipe.spread, recipe.shuffled, recipe.inland)
    kind = VERSION * _KINDS + sum(flag << place for place, flag in enumerate(flags))
    number = kind * SEEDS + recipe.seed
    digits = []
    for _letter in range(LENGTH - 1):
        number, digit = divmod(number, len(LETTERS))
        digits.append(digit)
    digits.reverse()
    # every letter counts by its place, and all together are a multiple of the number of letters
    weight = pow(LENGTH, -1, len(LETTERS))
    check = -weight * sum(place * digit for place, digit in enumerate(digits, 1)) % len(LETTERS)
    text = "".join(LETTERS[digit] for digit in (*digits, check))
    return f"{text[: LENGTH // 2]}-{text[LENGTH // 2 :]}"


def letters_of(text: str) -> str:
    """What counts of a code as people write it: small letters, spaces and dashes are all one."""
    return "".join(letter for letter in text.upper() if not letter.isspace() and letter not in "-–—")


def recipe_of(text: str) -> Recipe:
    """The recipe of a code.

    Raises:
        CodeError: if that is no code of a board.
    """
    code = letters_of(text)
    for letter in code:
        if letter not in LETTERS:
            raise CodeError(_("No board code has the letter {letter}.").format(letter=letter))
    if len(code) != LENGTH:
        raise CodeError(
            _("A board code has {needed} letters, not {given}.").format(needed=LENGTH, given=len(code))
        )
    digits = [LETTERS.index(letter) for letter in code]
    if sum(place * digit for place, digit in enumerate(digits, 1)) % len(LETTERS):
        raise CodeError(_("A letter is wrong, or two are swapped."))
    number = 0
    for digit in digits[:-1]:
        number = number * len(LETTERS) + digit
    kind, seed = divmod(number, SEEDS)
    version, kind = divmod(kind, _KINDS)
    if version != VERSION:
        raise CodeError(_("This code was made by a newer Longship."))
    flags = [bool(kind >> place & 1) for place in range(5)]
    return Recipe(seed, *flags)


def made(recipe: Recipe, island: Island) -> Board:
    """The board of a recipe, from the hexes and tokens of an island.

    What produces nothing lies at the same place in every game, be it a desert or what a module has instead.
    """
    barren = [name for name in island.loose if name not in PRODUCES]
    plain = msgspec.structs.replace(
        island,
        terrain=_plain(island.terrain),
        inland=(DESERT,) if recipe.inland and barren else (),
        areas=tuple(Area(area.hexes, _plain(area.terrain)) for area in island.areas),
    )
    chance = Stream(recipe.seed)
    terrain = board_making.terrain_at_random(plain, chance)
    if recipe.spread:
        terrain = _spread(plain, terrain, chance)
    if recipe.letters or island.by_letters:
        start = chance.choice(geometry(plain.rows).tips)
        tokens = board_making.tokens_by_letter(plain, terrain, start, clockwise=bool(chance.randrange(2)))
    elif recipe.apart:
        tokens = board_making.tokens_at_random(plain, terrain, chance)
    else:
        tokens = _tokens_anyhow(plain, terrain, chance)
    # what is barren comes to lie where it belongs: in an area of its own, or elsewhere
    areas = {hex: area.terrain for area in island.areas for hex in area.hexes}
    names = {id(kinds): _barren(kinds) for kinds in areas.values()}
    loose = _barren(island.loose)
    harbours = (
        board_making.shuffled_harbours(plain, chance)
        if recipe.shuffled
        else board_making.printed_harbours(plain)
    )
    named = list(terrain)
    for number, name in enumerate(terrain):
        if name == DESERT:
            own = areas.get(HexId(number))
            named[number] = (loose if own is None else names[id(own)]).pop(0)
    return Board(island.rows, tuple(named), tokens, harbours)


def kind_for(island: Island, recipe: Recipe) -> Recipe:
    """The recipe as this island wants it: a lake is never laid at the sea."""
    return msgspec.structs.replace(recipe, inland=bool(island.inland))


def _barren(terrain: Mapping[str, int]) -> list[str]:
    """Each hex that produces nothing, by its name."""
    return [name for name, count in terrain.items() if name not in PRODUCES for _hex in range(count)]


def _plain(terrain: Mapping[str, int]) -> dict[str, int]:
    """The terrain with a desert for everything that produces nothing, in an order that no module changes."""
    found = {name: terrain[name] for name in PRODUCES if name in terrain}
    bare = sum(count for name, count in terrain.items() if name not in PRODUCES)
    return {**found, DESERT: bare} if bare else found


def _spread(island: Island, terrain: tuple[str, ...], chance: board_making.Chance) -> tuple[str, ...]:
    """Hexes change places until none lies beside another of its terrain, or enough has been tried."""
    layout = geometry(island.rows)
    laid = list(terrain)

    def alike(hex: HexId) -> int:
        return sum(laid[other] == laid[hex] for other in layout.hex_neighbours[hex])

    areas = {hex: number for number, area in enumerate(island.areas) for hex in area.hexes}

    def may_lie(hex: HexId) -> bool:
        return hex not in layout.coast_hexes or laid[hex] not in island.inland

    def may_swap(one: HexId, other: HexId) -> bool:
        return areas.get(one) == areas.get(other) and may_lie(one) and may_lie(other)

    for _swap in range(_SWAPS):
        crowded = [hex for hex in layout.hexes if alike(hex)]
        if not crowded:
            break
        one, other = chance.choice(crowded), chance.choice(layout.hexes)
        before = alike(one) + alike(other)
        laid[one], laid[other] = laid[other], laid[one]
        if alike(one) + alike(other) > before or not may_swap(one, other):
            laid[one], laid[other] = laid[other], laid[one]
    return tuple(laid)


def _tokens_anyhow(island: Island, terrain: tuple[str, ...], chance: board_making.Chance) -> tuple[int, ...]:
    """Number tokens in any order at all."""
    tokens = list(island.tokens)
    chance.shuffle(tokens)
    return board_making.tokens_by_letter(
        msgspec.structs.replace(island, tokens=tuple(tokens)), terrain, geometry(island.rows).tips[0]
    )
