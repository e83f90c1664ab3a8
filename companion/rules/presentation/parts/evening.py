"""What of the statistics of an evening is shown when it is over."""

from __future__ import annotations

import msgspec


class Measure(msgspec.Struct, frozen=True):
    """A line of numbers, one a player, on the page ``evening.<page>``: what was counted under ``tally``.

    With ``suffered`` it is the number of the player whom the tally names first in ``of``, not of whoever did
    it. ``label`` is the key of the words, if not those of the tally.
    """

    page: str
    tally: str
    suffered: bool = False
    label: str = ""


class Summing(msgspec.Struct, frozen=True):
    """A line above the numbers of a page: what the whole table counted under ``tally``, by its kind."""

    page: str
    tally: str


class Breakdown(msgspec.Struct, frozen=True):
    """Lines of numbers, one for each kind that was counted under ``tally``, one number a player: on a page
    ``evening.<page>``.

    The kind is the word of ``of`` at ``place``. Its words are the term of that sort (``term.<term>.<kind>``);
    without one it is a number or a player. Beside it stands what was counted under ``beside``.
    """

    page: str
    tally: str
    term: str = ""
    place: int = 0
    beside: str = ""


class EachTime(msgspec.Struct, frozen=True):
    """A line for each entry that counted ``tally``, with the amounts of its kinds and how it ended, which is
    the kind of ``outcome``; for each player what ``share`` counted then, and a mark for what ``lost`` did."""

    page: str
    tally: str
    outcome: str
    share: str
    lost: str


class Approach(msgspec.Struct, frozen=True):
    """Something that comes a step nearer each time a die shows ``face``, until ``tally`` counts that it is
    there. How likely it was to come so soon is told on a page ``evening.<page>`` when the game is over."""

    page: str
    tally: str
    face: str


class Honour(msgspec.Struct, frozen=True):
    """Something said kindly, under the key ``words``, of whoever has the most of a tally; ``suffered`` as in
    ``Measure``. With ``beyond`` it is the most above that other tally."""

    words: str
    tally: str
    suffered: bool = False
    beyond: str = ""
