"""The statistics of an evening, beside a count that knows only the open file format."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import prod
from pathlib import Path

import pytest

from companion.app.games import complete
from companion.app.jsonl import export_game, read
from companion.app.session import GameSession, Nowhere
from companion.app.statistics_text import verdict
from companion.engine import chance
from companion.engine.core import AdjustPoints
from companion.engine.ids import EntryId
from companion.engine.level import Level
from companion.history.statistics import (
    BREAK_MS,
    Counted,
    Statistics,
    numbers_rolled,
    oddest,
    statistics,
    totals,
)
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from tests.kit.each import each
from tests.kit.stats_again import Key, count_again
from tests.kit.tables import ANNA, BEN, evening

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))
COUNTED_AGAIN = (
    "rolls", "built", "improvements", "progress_drawn", "progress_played", "cities_lost", "attacks",
    "defence", "trades", "produced", "blocked", "expected",
)  # fmt: skip
OF_THE_BOARD = ("trades", "produced", "blocked", "expected")


@cache
def recorded(file: Path) -> GameSession:
    game = read(file)
    return GameSession(game.header, Nowhere(), complete(game)[0])


def of(session: GameSession) -> Statistics:
    return statistics(session.ruleset, session.states, session.standing)


def summed(found: Statistics, names: tuple[str, ...]) -> Counter[Key]:
    counts: Counter[Key] = Counter()
    for count in found.counts:
        if count.name in names:
            counts[count.name, count.player, count.of] += count.amount  # type: ignore[assignment]
    return counts


@each(GAMES)
def test_every_recorded_evening_is_counted_as_somebody_else_would(file: Path) -> None:
    session = recorded(file)
    usual = set(session.header.modules) <= {"base", "cities_knights"}
    places = session.header.level in ("L2", "L3") and usual
    names = COUNTED_AGAIN if places else tuple(name for name in COUNTED_AGAIN if name not in OF_THE_BOARD)
    if session.header.level == "L0":
        names = ("attacks",)
    again = count_again(export_game(session.header, session.entries), places)
    expected = {key: amount for key, amount in again.items() if key[0] in names}
    assert summed(of(session), names) == pytest.approx(expected)
    assert expected or session.header.level == "L0"


@each(GAMES)
def test_points_over_time_end_where_the_game_stands(file: Path) -> None:
    session = recorded(file)
    last = {standing.player: standing for standing in of(session).standings}
    for player in session.state.core.ids:
        if player in last:
            assert last[player].points == session.table.points(player) == sum(last[player].by.values())
        else:
            assert not session.table.ruleset.scored or not session.table.points(player)


def test_an_undone_entry_is_not_counted() -> None:
    table = evening(level=Level.L1)
    session = table.session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    assert totals(of(session).of("rolls")) == {ANNA: 1}
    session.undo()
    assert of(session).counts == ()


def test_pc_g01_dice_that_were_named_say_nothing_of_luck() -> None:
    session = evening(level=Level.L1).session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}), overrule=True)
    session.submit(PlayAlchemist(BEN, 6, 6), overrule=True)
    session.submit(RollDice(BEN, {"red": 6, "white": 6, "event": "ship"}), overrule=True)
    found = of(session)
    assert [count.of for count in found.of("rolls")] == [("8",)]
    assert [count.of for count in found.of("faces")][-1] == ("event", "ship")


def test_a_break_is_nobodys_turn() -> None:
    session = evening(level=Level.L1).session
    at = iter((1_000, 61_000, 61_000 + BREAK_MS + 1, 62_000 + BREAK_MS + 1))
    session._clock = lambda: next(at)
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    session.submit(AdjustPoints(ANNA, ANNA, 1), overrule=True)
    session.submit(AdjustPoints(ANNA, ANNA, 1), overrule=True)
    session.submit(RollDice(BEN, {"red": 3, "white": 5, "event": "trade"}))
    first = of(session).times[0]
    assert (first.player, first.milliseconds, first.longest_pause) == (ANNA, 61_000, 60_000)


def test_a_game_of_no_entries_has_statistics() -> None:
    found = of(evening(level=Level.L1).session)
    assert (found.counts, found.standings, found.times) == ((), (), ())
    assert numbers_rolled(found) == ()


def test_nine_of_ten_evenings_lie_in_the_band() -> None:
    """With 80 rolls a 7 comes 8 to 19 times."""
    assert chance.band(80, 6 / 36) == (8, 19)
    assert chance.band(80, 5 / 36) == (6, 16)
    assert chance.band(0, 6 / 36) == (0, 0)
    low, high = chance.band(80, 6 / 36)
    inside = sum(chance.exactly(count, 80, 6 / 36) for count in range(low, high + 1))
    assert 0.9 <= inside < 0.96


@each([(3, 10, 0.5), (0, 10, 0.5), (10, 10, 0.5), (1, 1, 1 / 36)])
def test_chances_add_up(count: int, rolls: int, likely: float) -> None:
    above, below = chance.at_least(count, rolls, likely), chance.at_most(count, rolls, likely)
    assert above + below - chance.exactly(count, rolls, likely) == pytest.approx(1)
    assert chance.at_least(rolls + 1, rolls, likely) == chance.at_most(-1, rolls, likely) == 0


def test_a_game_of_a_thousand_rolls_and_more_has_its_chances() -> None:
    """Nobody plays so long, but a file may say so."""
    low, high = chance.band(3000, 6 / 36)
    assert low < 500 < high
    assert chance.at_least(500, 3000, 6 / 36) + chance.at_most(499, 3000, 6 / 36) == pytest.approx(1)


def test_dice_that_always_fall_alike_have_a_verdict() -> None:
    counts = tuple(Counted(EntryId(entry), entry, "rolls", ANNA, ("8",)) for entry in range(1, 601))
    rolled = numbers_rolled(Statistics((ANNA,), 600, None, (), counts, ()))
    assert verdict(rolled) == (
        "In 600 rolls 8 came 600 times. On 1 evening in 1000000 some number is as far off."
    )


def test_the_oddest_number_is_named() -> None:
    """In the recorded evening of four a 7 came 5 times in 71 rolls: seldom, as the binomial sum says."""
    file = next(file for file in GAMES if file.name == "evening_4p.jsonl")
    rolled = numbers_rolled(of(recorded(file)))
    odd = oddest(rolled)
    assert odd is not None
    assert (odd.number, odd.count, sum(one.count for one in rolled)) == (7, 5, 71)
    assert odd.chance == pytest.approx(0.015, abs=0.001)


@each([(1, 0.5), (12, 0.03), (82, 0.02683), (400, 0.001)])
def test_some_number_is_odd_as_often_as_in_dealt_out_rolls(rolls: int, oddest: float) -> None:
    """Beside the least and the most it can be: one number alone, and all eleven as if they never met."""
    odd = chance.any_as_odd(rolls, oddest)
    shares = []
    for likely in chance.TWO_DICE.values():
        counts = range(rolls + 1)
        odd_ones = [count for count in counts if chance.oddness(count, rolls, likely) <= oddest]
        shares.append(sum(chance.exactly(count, rolls, likely) for count in odd_ones))
    assert max(shares) - 1e-9 <= odd <= sum(shares) + 1e-9


def test_all_ways_of_three_rolls_are_counted() -> None:
    """Every one of the 1,331 evenings of three rolls, weighed by its chance."""
    oddest = chance.oddness(2, 3, chance.TWO_DICE[4])
    likely = 0.0
    for dealt in product(chance.TWO_DICE, repeat=3):
        counts = Counter(dealt)
        odd = min(chance.oddness(counts[one], 3, share) for one, share in chance.TWO_DICE.items())
        if odd <= oddest * (1 + 1e-9):
            likely += prod(chance.TWO_DICE[one] for one in dealt)
    assert chance.any_as_odd(3, oddest) == pytest.approx(likely)
