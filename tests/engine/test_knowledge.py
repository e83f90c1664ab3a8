"""Hidden hands: examples as at a table, and brute force by chance."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Mapping

import pytest

from companion.engine.bounds import enumerate_worlds, handfuls, number_of_hands, tighten
from companion.engine.cells import BANK, MOST, Grid, Holder, cells
from companion.engine.ids import PlayerId
from companion.engine.knowledge import BUDGET, Knowledge, least_certain
from companion.engine.verdict import Certainty
from tests.kit.each import each
from tests.kit.enumeration import Enumeration, Hands, all_hands
from tests.kit.secret_table import (
    COMMODITIES,
    SUPPLY,
    SecretTable,
    anything,
    evening,
    follow,
    follow_by_force,
)

SURE, POSSIBLE, IMPOSSIBLE = Certainty.SURE, Certainty.POSSIBLE, Certainty.IMPOSSIBLE
ANNA, BEN, CARL = PlayerId("anna"), PlayerId("ben"), PlayerId("carl")


def table(budget: int = BUDGET, **hands: Mapping[str, int]) -> Knowledge:
    """Anna, Ben and Carl with these hands, known to all."""
    known = Knowledge.start((ANNA, BEN, CARL), SUPPLY, budget)
    for name, hand in hands.items():
        known = known.gain(PlayerId(name), hand)
    return known


def span(known: Knowledge, holder: Holder, good: str) -> tuple[int, int]:
    return known.low(holder, good), known.high(holder, good)


# ---- what a table sees and concludes ----


def test_b_55_the_number_of_cards_is_public_and_their_kinds_are_not() -> None:
    known = table(anna={"ore": 1, "wool": 1}).draw(ANNA, BEN)
    assert (known.total(ANNA), known.total(BEN), known.total(BANK)) == (1, 1, sum(SUPPLY.values()) - 2)
    assert span(known, BEN, "ore") == (0, 1)
    assert known.certain_hand(BEN) is None
    assert known.sure_cards(BEN) == {}


def test_b_56_nothing_is_hidden_while_all_is_seen() -> None:
    known = table(anna={"brick": 2, "lumber": 1}).pay(ANNA, {"brick": 1, "lumber": 1})
    assert known.certain_hand(ANNA) == {"brick": 1}
    assert known.possibilities == 1
    assert known.has(ANNA, {"brick": 1}) is SURE
    assert known.has(ANNA, {"brick": 2}) is IMPOSSIBLE
    assert known.has(ANNA, {"ore": 1}) is IMPOSSIBLE
    assert known.has(ANNA, {}) is SURE
    assert known.odds(ANNA, "brick") == {1: 1.0}


def test_b_56_a_stolen_card_may_be_any_of_the_victims() -> None:
    known = table(anna={"ore": 2, "wool": 1}).draw(ANNA, BEN)
    assert known.has(BEN, {"ore": 1}) is POSSIBLE
    assert known.has(BEN, {"brick": 1}) is IMPOSSIBLE
    assert known.has(ANNA, {"ore": 1}) is SURE
    assert known.has(ANNA, {"ore": 2}) is POSSIBLE
    assert known.has_any(BEN, ("ore", "wool")) is SURE
    assert known.has_any(BEN, ("brick", "lumber")) is IMPOSSIBLE
    assert known.has_any(BEN, ("ore", "brick")) is POSSIBLE


def test_b_56_a_stolen_card_is_known_when_there_is_no_choice() -> None:
    known = table(anna={"ore": 3}).draw(ANNA, BEN)
    assert known.certain_hand(BEN) == {"ore": 1}
    assert known.certain_hand(ANNA) == {"ore": 2}


def test_b_56_a_stolen_card_is_known_when_the_thief_pays_with_it() -> None:
    known = table(anna={"ore": 1, "wool": 1}).draw(ANNA, BEN).pay(BEN, {"ore": 1})
    assert known.certain_hand(ANNA) == {"wool": 1}
    assert known.certain_hand(BEN) == {}


def test_b_56_a_stolen_card_is_known_when_the_victim_shows_the_rest() -> None:
    known = table(anna={"ore": 1, "wool": 2}).draw(ANNA, BEN).shows(ANNA, {"wool": 2}, whole=True)
    assert known.certain_hand(BEN) == {"ore": 1}


def test_b_56_a_shown_card_sharpens_what_a_third_player_has() -> None:
    known = table(anna={"ore": 1, "wool": 1}).draw(ANNA, BEN).draw(BEN, CARL)
    assert known.has(CARL, {"wool": 1}) is POSSIBLE
    assert known.shows(ANNA, {"ore": 1}).certain_hand(CARL) == {"wool": 1}


def test_b_56_two_hands_cannot_both_have_the_card_that_one_took_from_the_other() -> None:
    known = table(anna={"ore": 1, "wool": 1}).draw(ANNA, BEN)
    assert known.has(ANNA, {"ore": 1}) is POSSIBLE
    assert known.has(BEN, {"ore": 1}) is POSSIBLE
    assert known.have({ANNA: {"ore": 1}, BEN: {"ore": 1}}) is IMPOSSIBLE
    assert known.have({ANNA: {"ore": 1}, BEN: {"wool": 1}}) is POSSIBLE
    assert known.have({ANNA: {}, BANK: {"ore": 18}}) is SURE


def test_b_56_cards_that_are_possible_one_by_one_need_not_be_so_together() -> None:
    known = table(anna={"ore": 1, "wool": 1, "brick": 1}).draw(ANNA, BEN)
    assert known.has(BEN, {"ore": 1}) is POSSIBLE
    assert known.has(BEN, {"ore": 1, "wool": 1}) is IMPOSSIBLE


def test_b_56_whoever_turns_out_to_have_no_ore_has_the_other_card() -> None:
    known = table(anna={"ore": 1, "wool": 1}).draw(ANNA, BEN).has_none(BEN, ["ore", "ore"])
    assert known.certain_hand(BEN) == {"wool": 1}


def test_b_31_what_was_drawn_at_random_is_as_likely_as_it_was_frequent() -> None:
    known = table(anna={"ore": 3, "wool": 1}).draw(ANNA, BEN)
    assert known.odds(BEN, "ore") == pytest.approx({0: 0.25, 1: 0.75})
    assert known.odds(ANNA, "ore") == pytest.approx({2: 0.75, 3: 0.25})


def test_b_23_a_bank_that_is_not_known_may_or_may_not_pay() -> None:
    known = Knowledge.start((ANNA, BEN), {"ore": 2, "wool": 2}).gain(ANNA, {"ore": 1, "wool": 1})
    assert known.bank_has({"ore": 1, "wool": 1}) is SURE
    known = known.give_back(ANNA, 1)
    assert (known.bank_low("ore"), known.bank_high("ore")) == (1, 2)
    assert known.bank_has({"ore": 2}) is POSSIBLE
    assert known.bank_has({"ore": 2, "wool": 2}) is IMPOSSIBLE
    assert known.bank_has({"ore": 3}) is IMPOSSIBLE
    assert known.gain(BEN, {"ore": 2}).certain_hand(ANNA) == {"wool": 1}


def test_b_30_a_discard_of_which_some_was_seen() -> None:
    known = table(anna={"ore": 4, "wool": 4, "brick": 1}).give_back(ANNA, 4, {"ore": 3})
    assert known.total(ANNA) == 5
    assert span(known, ANNA, "ore") == (0, 1)
    assert span(known, ANNA, "wool") == (3, 4)
    assert known.has(ANNA, {"brick": 1, "wool": 4, "ore": 1}) is IMPOSSIBLE


def test_b_63_a_monopoly_empties_all_hands_of_its_good() -> None:
    known = table(anna={"ore": 1, "wool": 1}, carl={"ore": 2, "brick": 1}).draw(ANNA, BEN).draw(CARL, BEN)
    known = known.take_up_to(BEN, ANNA, "ore", None, 1)
    assert span(known, BEN, "ore") == (0, 0)
    assert known.odds(ANNA, "ore") == pytest.approx({1: 1 / 3, 2: 2 / 3})
    assert known.take_up_to(CARL, ANNA, "ore", None, 1).certain_hand(BEN) == {"wool": 1}
    assert known.take_up_to(CARL, ANNA, "ore", None, 2).certain_hand(BEN) == {"brick": 1}


def test_pc_y05_who_gives_one_of_two_has_none_left() -> None:
    known = table(anna={"ore": 2, "wool": 2}).draw(ANNA, BEN).take_up_to(ANNA, CARL, "ore", 2, 1)
    assert known.certain_hand(ANNA) == {"wool": 2}
    assert known.certain_hand(BEN) == {"ore": 1}


def test_pc_y05_who_gives_both_may_have_more() -> None:
    known = table(anna={"ore": 3, "wool": 2}).draw(ANNA, BEN).take_up_to(ANNA, CARL, "ore", 2, 2)
    assert span(known, ANNA, "ore") == (0, 1)


def test_pc_y06_who_gives_no_cloth_has_none() -> None:
    known = table(anna={"cloth": 1, "coin": 1}).draw(ANNA, BEN).take_up_to(ANNA, CARL, "cloth", 1, 0)
    assert known.certain_hand(BEN) == {"cloth": 1}


def test_pc_y01_a_commodity_of_his_choice_for_the_resource() -> None:
    known = table(anna={"ore": 1}, ben={"wool": 3, "cloth": 2, "coin": 1})
    known = known.move(ANNA, BEN, {"ore": 1}).hand_over(BEN, ANNA, 1, COMMODITIES)
    assert known.has_any(ANNA, COMMODITIES) is SURE
    assert known.has(ANNA, {"paper": 1}) is IMPOSSIBLE
    assert known.sure_cards(BEN) == {"wool": 3, "ore": 1, "cloth": 1}
    assert known.odds(ANNA, "cloth") == pytest.approx({0: 0.5, 1: 0.5})


def test_pc_y01_the_resource_stays_and_shows_that_he_has_no_commodity() -> None:
    known = table(anna={"cloth": 1, "ore": 1}).draw(ANNA, BEN).has_none(BEN, COMMODITIES)
    assert known.certain_hand(BEN) == {"ore": 1}


def test_pc_b09_two_wedding_gifts_of_his_choice() -> None:
    known = table(anna={"ore": 2, "wool": 1}).hand_over(ANNA, BEN, 2)
    assert known.total(BEN) == 2
    assert span(known, BEN, "ore") == (1, 2)
    assert known.odds(BEN, "ore") == pytest.approx({1: 0.5, 2: 0.5})


def test_pc_y02_the_merchant_master_takes_what_only_he_sees() -> None:
    known = table(anna={"ore": 1, "wool": 1, "coin": 1}).hand_over(ANNA, CARL, 2)
    assert known.possibilities == 3
    assert known.pay(CARL, {"coin": 1}).has(CARL, {"brick": 1}) is IMPOSSIBLE
    assert known.pay(CARL, {"coin": 1}).possibilities == 2


def test_c2_05_a_forced_trade_of_unseen_cards() -> None:
    known = table(anna={"ore": 1, "wool": 1, "brick": 1}, ben={"grain": 2})
    known = known.draw(ANNA, BEN, 2).hand_over(BEN, ANNA, 2)
    assert (known.total(ANNA), known.total(BEN)) == (3, 2)
    assert known.have({ANNA: {"grain": 2}, BEN: {"grain": 1}}) is IMPOSSIBLE
    assert known.have({ANNA: {"grain": 2}, BEN: {"ore": 1, "wool": 1}}) is POSSIBLE


def test_cards_of_a_face_down_stock_are_drawn_like_any_others() -> None:
    stock = {"knight": 14, "victory point": 5, "monopoly": 1}
    known = Knowledge.start((ANNA, BEN, PlayerId("open")), stock).draw(BANK, ANNA).draw(BANK, BEN)
    assert known.has(ANNA, {"monopoly": 1}) is POSSIBLE
    known = known.move(BEN, PlayerId("open"), {"monopoly": 1})
    assert known.has(ANNA, {"monopoly": 1}) is IMPOSSIBLE
    assert known.odds(ANNA, "knight") == pytest.approx({0: 5 / 19, 1: 14 / 19})


def test_the_least_certain_of_several() -> None:
    assert least_certain([]) is SURE
    assert least_certain([SURE, POSSIBLE]) is POSSIBLE
    assert least_certain([POSSIBLE, IMPOSSIBLE, SURE]) is IMPOSSIBLE


# ---- against brute force ----

UNLIMITED = 10**6


def possible(known: Knowledge) -> dict[Hands, float] | None:
    found = known.possible_hands()
    if found is None:
        return None
    rows = (*known.holders, BANK)
    return {
        tuple(tuple(hands[row][good] for good in known.goods) for row in rows): odds for hands, odds in found
    }


def verdict(fits: list[bool]) -> Certainty:
    return SURE if all(fits) else POSSIBLE if any(fits) else IMPOSSIBLE


def hold_against(known: Knowledge, force: Enumeration, chance: random.Random, budget: int) -> None:
    """All answers are those of brute force, or under a small budget allow them."""
    exact = budget == UNLIMITED
    mine, rows = possible(known), [*known.holders, BANK]
    assert known.possibilities is None or known.possibilities <= budget
    if exact:
        assert mine is not None
        assert mine.keys() == force.possible
        assert mine == pytest.approx({hands: float(odds) for hands, odds in force.probabilities().items()})
    elif mine is not None:
        assert mine.keys() >= force.possible
    for row, good in itertools.product(rows, known.goods):
        counts, (low, high) = force.counts(row, good), span(known, row, good)
        if exact:
            assert (low, high) == (min(counts), max(counts))
            assert known.odds(row, good) == pytest.approx(
                {count: float(odds) for count, odds in counts.items()}
            )
        else:
            assert low <= min(counts)
            assert max(counts) <= high
    for _ in range(6):
        needs = {
            row: {good: chance.randint(0, 2) for good in chance.sample(known.goods, 2)}
            for row in chance.sample(rows, chance.randint(1, 2))
        }
        row, goods = chance.choice(rows), chance.sample(known.goods, chance.randint(1, 2))
        hands = [known.has_any(row, goods), known.have(needs), *(known.has(*need) for need in needs.items())]
        force_says = [
            verdict(force.any_of(row, goods)),
            verdict(force.holding(needs)),
            *(verdict(force.holding({holder: bag})) for holder, bag in needs.items()),
        ]
        for said, right in zip(hands, force_says, strict=True):
            assert said is right or (said is POSSIBLE and not exact)


def random_table(seed: int, most_goods: int) -> SecretTable:
    chance = random.Random(seed)
    goods = [f"good {letter}" for letter in "ABCDEFGH"[: chance.randint(2, most_goods)]]
    holders = [f"player {number}" for number in range(chance.randint(2, 4))]
    return SecretTable(holders, {good: chance.randint(1, 5) for good in goods}, chance)


@pytest.mark.parametrize(("budget", "most_goods"), [(UNLIMITED, 4), (UNLIMITED, 8), (40, 6), (4, 8), (1, 8)])
@pytest.mark.parametrize("seed", range(25))
def test_b_56_possible_hands_are_those_of_brute_force(seed: int, budget: int, most_goods: int) -> None:
    secret = random_table(seed, most_goods)
    force = Enumeration(secret.holders, secret.supply)
    known = secret.start(budget=budget)
    for _ in range(16):
        reports = len(secret.told)
        anything(secret)
        follow_by_force(force, secret.told[reports:])
        if len(force.possible) > 2000:
            break
        known = follow(known, secret.told[reports:])
        assert secret.truth in force.possible
        hold_against(known, force, secret.chance, budget)


@pytest.mark.parametrize("seed", range(12))
def test_b_56_the_truth_is_always_possible_in_a_whole_evening(seed: int) -> None:
    secret = SecretTable("abcd", SUPPLY, random.Random(seed))
    known, narrow = secret.start(), secret.start(budget=30)
    done = 0
    for _ in evening(secret, turns=80, talk=0.3):
        known, narrow = follow(known, secret.told[done:]), follow(narrow, secret.told[done:])
        done = len(secret.told)
        for hands in (known, narrow):
            assert_fits(hands, secret)
    assert done > 200


def assert_fits(known: Knowledge, secret: SecretTable) -> None:
    """Whatever is said of these hands, the truth is among it."""
    truth = {holder: dict(+hand) for holder, hand in secret.hands.items()}
    assert {holder: known.total(holder) for holder in truth} == {
        holder: sum(hand.values()) for holder, hand in truth.items()
    }
    assert known.have(truth) is not IMPOSSIBLE
    for holder, hand in truth.items():
        for good in known.goods:
            low, high = span(known, holder, good)
            assert low <= hand.get(good, 0) <= high


@each(range(30))
def test_bounds_that_are_few_are_enumerated_and_none_is_forgotten(seed: int) -> None:
    chance = random.Random(seed)
    supply = [chance.randint(0, 3) for _ in range(chance.randint(1, 4))]
    rows = chance.randint(1, 3)
    truth = [[0] * len(supply) for _ in range(rows)]
    truth.append(list(supply))
    for _ in range(6):
        row, column = chance.randrange(rows), chance.randrange(len(supply))
        if truth[-1][column]:
            truth[-1][column] -= 1
            truth[row][column] += 1
    totals = [sum(row) for row in truth]
    low = [[max(0, count - chance.randint(0, 2)) for count in row] for row in truth]
    high = [[count + chance.randint(0, 2) for count in row] for row in truth]
    expected = {
        hands
        for hands in all_hands(totals, supply)
        if all(
            low[row][column] <= hands[row][column] <= high[row][column]
            for row in range(len(totals))
            for column in range(len(supply))
        )
    }
    assert tighten(low, high, totals, supply)
    for row, column in itertools.product(range(len(totals)), range(len(supply))):
        counts = [hands[row][column] for hands in expected]
        assert low[row][column] <= min(counts) <= max(counts) <= high[row][column]
    places = cells(
        tuple(PlayerId(str(row)) for row in range(rows)),
        tuple(map(str, range(len(supply)))),
        tuple(supply),
        10**6,
    )
    least = places.packed(low)
    worlds = enumerate_worlds(places, low, high, totals)
    assert worlds is not None
    assert sorted(tuple(map(tuple, places.grid(least + world))) for world in worlds) == sorted(expected)


@pytest.mark.parametrize("counts", [(), (0,), (3,), (1, 0, 2), (2, 2, 2, 1), (1, 1, 1, 1, 1)])
def test_handfuls_are_all_there_are(counts: tuple[int, ...]) -> None:
    steps = [10**place for place in range(len(counts))]
    for size in range(sum(counts) + 2):
        expected = [
            sum(number * step for number, step in zip(hand, steps, strict=True))
            for hand in itertools.product(*(range(most + 1) for most in counts))
            if sum(hand) == size
        ]
        assert sorted(handfuls(counts, steps, size)) == sorted(expected)
        assert number_of_hands(counts, size) == len(expected)


# ---- too many possibilities, and fewer again ----

FULL = dict.fromkeys(SUPPLY, 2)


@pytest.mark.parametrize(
    "own, kinds",
    [({"grain": 8}, 7), ({"grain": 8, "paper": 1}, 6), ({"grain": 4, "ore": 4}, 6)],
)
def test_b_56_a_face_down_discard_of_five_stays_exact_within_the_budget(
    own: Mapping[str, int], kinds: int
) -> None:
    supply = {good: SUPPLY.get(good, 12) for good in (*SUPPLY, *COMMODITIES)}
    dealt = Knowledge.start((ANNA, BEN, CARL), supply).gain(ANNA, own)
    dealt = dealt.gain(BEN, dict.fromkeys(list(supply)[:kinds], 2)).draw(BEN, ANNA, 2)
    before = dealt.possible_hands()
    assert before is not None
    left = {
        (tuple(hands[BEN].values()), tuple(map(int.__sub__, hands[ANNA].values(), thrown)))
        for hands, _ in before
        for thrown in itertools.product(*[range(min(5, held) + 1) for held in hands[ANNA].values()])
        if sum(thrown) == 5
    }
    assert len(left) <= BUDGET
    after = dealt.give_back(ANNA, 5).possible_hands()
    assert after is not None
    assert {(tuple(hands[BEN].values()), tuple(hands[ANNA].values())) for hands, _ in after} == left


def test_beyond_the_budget_only_bounds_are_known() -> None:
    known = table(budget=20, anna=FULL).draw(ANNA, BEN).draw(ANNA, BEN)
    assert known.possibilities is None
    assert known.possible_hands() is None
    assert known.odds(BEN, "ore") is None
    assert span(known, BEN, "ore") == (0, 2)
    assert span(known, ANNA, "ore") == (0, 2)
    assert known.has(BEN, {"ore": 1}) is POSSIBLE
    assert known.has(BEN, {"ore": 2, "wool": 1}) is IMPOSSIBLE
    assert known.has(BEN, {"ore": 3}) is IMPOSSIBLE
    assert known.has_any(BEN, SUPPLY) is SURE
    assert known.has_any(BEN, ["ore", "wool"]) is POSSIBLE
    assert known.have({ANNA: {"ore": 2}, BEN: {"ore": 1}}) is IMPOSSIBLE
    assert known.total(BEN) == 2


def test_bounds_still_move_with_what_is_paid_and_gained() -> None:
    known = table(budget=20, anna=FULL).draw(ANNA, BEN).draw(ANNA, BEN)
    known = known.gain(BEN, {"ore": 3}).pay(BEN, {"ore": 2})
    assert span(known, BEN, "ore") == (1, 3)
    assert known.has(BEN, {"ore": 1}) is SURE
    known = known.move(BEN, CARL, {"ore": 2})
    assert span(known, BEN, "ore") == (0, 1)
    assert span(known, ANNA, "ore") == (0, 1)
    assert known.certain_hand(CARL) == {"ore": 2}


def test_the_exact_hands_come_back_when_evidence_has_made_them_few() -> None:
    known = table(budget=20, anna=FULL).draw(ANNA, BEN).draw(ANNA, BEN)
    known = known.shows(BEN, {"ore": 1})
    assert known.possibilities == 8
    assert known.pay(BEN, {"wool": 1}).certain_hand(ANNA) == {**FULL, "ore": 1, "wool": 1}
    assert known.have({ANNA: {"ore": 1}, BEN: {"ore": 2}}) is IMPOSSIBLE


def test_bounds_know_the_one_card_that_a_hand_had_to_give() -> None:
    known = table(budget=1, anna={"brick": 1}, carl={"ore": 1, "wool": 1}).give_back(CARL, 1)
    assert known.possibilities is None
    assert known.hand_over(ANNA, BANK).bank_low("brick") == 19


def test_bounds_know_when_a_hand_gave_all_the_ore_that_it_could_have() -> None:
    hand = {"ore": 2, "wool": 2, "coin": 1}
    known = table(budget=1, ben=hand, carl=hand).give_back(BEN, 2).give_back(CARL, 2)
    assert span(known, BEN, "ore") == (0, 2)
    known = known.hand_over(BEN, ANNA, 2, ["ore"])
    assert known.certain_hand(ANNA) == {"ore": 2}
    assert span(known, BEN, "ore") == (0, 0)
    assert span(known, CARL, "ore") == (0, 2)


def test_bounds_know_that_others_cannot_have_what_one_needs_for_his_number_of_cards() -> None:
    low, high = [[0, 0], [0, 0]], [[4, 2], [9, 9]]
    assert tighten(low, high, [5, 5], [5, 5])
    assert (low, high) == ([[3, 1], [1, 3]], [[4, 2], [2, 4]])


def test_bounds_run_from_hand_to_good_and_back_to_the_hand() -> None:
    low = [[2, 0, 1, 1], [1, 0, 0, 0], [0, 0, 0, 1], [2, 1, 0, 2]]
    high = [[2, 0, 4, 3], [4, 1, 2, 2], [3, 1, 2, 1], [4, 2, 1, 4]]
    assert tighten(low, high, totals=[5, 4, 3, 5], supply=[7, 3, 2, 5])
    # the last has 2, 1 and 2, so the others need the remaining two cards of the second good
    assert low == [[2, 0, 1, 1], [2, 1, 0, 0], [0, 1, 0, 1], [2, 1, 0, 2]]
    assert high == [[2, 0, 2, 2], [3, 1, 1, 1], [1, 1, 1, 1], [2, 1, 0, 2]]


@pytest.mark.parametrize(
    ("low", "high", "totals"),
    [
        ([[0, 0], [0, 0]], [[1, 1], [9, 9]], [3, 7]),
        ([[2, 2], [0, 0]], [[9, 9], [9, 9]], [3, 7]),
        ([[0, 4], [0, 2]], [[9, 9], [9, 9]], [5, 5]),
        ([[0, 0], [0, 0]], [[9, 1], [9, 3]], [5, 5]),
        ([[2, 0], [0, 0]], [[1, 9], [9, 9]], [5, 5]),
    ],
)
def test_bounds_between_which_nothing_fits(low: Grid, high: Grid, totals: list[int]) -> None:
    assert not tighten(low, high, totals, [5, 5])


def test_a_hand_handed_over_whole_is_never_too_much() -> None:
    known = table(budget=1, anna=FULL).hand_over(ANNA, BEN, 16)
    assert known.certain_hand(BEN) == FULL
    assert known.draw(BEN, CARL, 16).certain_hand(CARL) == FULL


def test_hands_of_no_probability_that_a_number_could_hold_stay_possible() -> None:
    known = Knowledge.start((ANNA,), {"red": 1000, "blue": 1000}, 1024).draw(BANK, ANNA, 1000)
    assert known.possibilities == 1001
    known = known.shows(ANNA, {"red": 998})
    assert span(known, ANNA, "red") == (998, 1000)
    odds = known.odds(ANNA, "red")
    assert odds is not None
    assert sum(odds.values()) == pytest.approx(1.0)
    assert known.has(ANNA, {"red": 1000}) is POSSIBLE


# ---- the table is the truth ----


def test_b_56_ben_pays_ore_that_he_could_not_have() -> None:
    known = table(anna={"ore": 1}, ben={"wool": 3}).pay(BEN, {"ore": 1})
    assert known.total(BEN) == 2
    assert known.certain_hand(ANNA) == {"ore": 1}
    assert span(known, BEN, "wool") == (0, 2)
    assert span(known, BEN, "coin") == (0, 2)
    assert known.has(BEN, {"paper": 2}) is POSSIBLE


def test_b_56_ben_pays_more_cards_than_he_has() -> None:
    known = table(ben={"wool": 1}).pay(BEN, {"ore": 2, "grain": 1})
    assert known.total(BEN) == 0
    assert known.certain_hand(BEN) == {}
    assert known.total(BANK) == sum(SUPPLY.values())


def test_b_56_ben_pays_ore_that_all_the_others_were_known_to_have() -> None:
    known = table(anna={"ore": 10}, carl={"ore": 9}, ben={"wool": 1}).pay(BEN, {"ore": 1})
    assert [known.total(holder) for holder in (ANNA, BEN, CARL)] == [10, 0, 9]
    assert known.has(ANNA, {"ore": 10}) is POSSIBLE
    assert known.has(ANNA, {"wool": 10}) is POSSIBLE
    assert known.has(CARL, {"ore": 9}) is POSSIBLE
    assert known.have({ANNA: {"ore": 10}, CARL: {"ore": 9}}) is IMPOSSIBLE
    assert known.bank_low("ore") == 1


def test_b_23_the_bank_pays_more_than_it_can_have() -> None:
    known = table(anna={"ore": 18}, carl={"wool": 2}).gain(BEN, {"ore": 3})
    assert known.certain_hand(BEN) == {"ore": 3}
    assert known.certain_hand(CARL) == {"wool": 2}
    assert known.total(ANNA) == 18
    assert span(known, ANNA, "ore") == (0, 16)


def test_b_23_the_table_has_more_cards_than_the_box() -> None:
    known = table(anna={"ore": 5}).gain(BEN, {"ore": 25})
    assert known.certain_hand(BEN) == {"ore": 25}
    assert known.total(ANNA) == 5
    assert known.supply["ore"] == 25
    assert known.total(BANK) == sum(known.supply.values()) - 30
    assert known.pay(BEN, {"ore": 25}).bank_low("ore") == 25


def test_b_31_a_card_is_drawn_from_a_hand_that_was_thought_empty() -> None:
    known = table().draw(ANNA, BEN)
    assert (known.total(ANNA), known.total(BEN)) == (0, 1)
    assert span(known, BEN, "coin") == (0, 1)


def test_pc_y01_a_commodity_comes_from_a_hand_that_was_thought_to_have_none() -> None:
    known = table(ben={"ore": 2}).hand_over(BEN, ANNA, 1, COMMODITIES)
    assert known.has_any(ANNA, COMMODITIES) is SURE
    assert known.has(ANNA, {"ore": 1}) is IMPOSSIBLE
    assert known.total(BEN) == 1
    assert known.has(BEN, {"coin": 1}) is POSSIBLE


def test_pc_y06_he_has_none_of_what_he_was_known_to_have() -> None:
    known = table(anna={"cloth": 2}).take_up_to(ANNA, BEN, "cloth", 1, 0)
    assert known.total(ANNA) == 2
    assert span(known, ANNA, "cloth") == (0, 0)
    assert span(known, ANNA, "ore") == (0, 2)


def test_pc_y06_what_he_does_not_have_is_what_another_was_known_to_have() -> None:
    known = Knowledge.start((ANNA, BEN), {"cloth": 3, "coin": 3})
    known = known.gain(ANNA, {"cloth": 2}).gain(BEN, {"coin": 3}).has_none(ANNA, ["cloth"])
    assert known.certain_hand(ANNA) == {"coin": 2}
    assert known.total(BEN) == 3
    assert span(known, BEN, "cloth") == (2, 3)


def test_pc_y01_he_gives_what_two_others_were_known_to_have() -> None:
    known = Knowledge.start((ANNA, BEN, CARL), {"cloth": 2, "coin": 2, "ore": 9})
    known = known.gain(ANNA, {"cloth": 2}).gain(CARL, {"coin": 2}).gain(BEN, {"ore": 1})
    known = known.hand_over(BEN, ANNA, 1, ["cloth", "coin"])
    assert (known.total(ANNA), known.total(BEN), known.total(CARL)) == (3, 0, 2)
    assert span(known, CARL, "coin") == (0, 2)
    assert known.has(ANNA, {"ore": 2}) is POSSIBLE


def test_a_hand_cannot_consist_of_nothing() -> None:
    known = table(anna={"cloth": 2}).has_none(ANNA, SUPPLY)
    assert known.total(ANNA) == 2
    assert span(known, ANNA, "cloth") == (0, 2)


def test_b_55_the_table_counts_another_number_of_cards() -> None:
    known = table(anna={"ore": 2, "wool": 1}, ben={"coin": 1})
    assert known.recount(ANNA, 3) == known
    counted = known.recount(ANNA, 5)
    assert counted.total(ANNA) == 5
    assert span(counted, ANNA, "ore") == (0, 5)
    assert counted.certain_hand(BEN) == {"coin": 1}
    assert counted.shows(ANNA, {"ore": 5}, whole=True).certain_hand(ANNA) == {"ore": 5}
    assert known.recount(ANNA, 0).certain_hand(ANNA) == {}


def test_b_55_a_hand_is_counted_that_is_larger_than_the_box() -> None:
    known = table(ben={"coin": 1}).recount(ANNA, 200)
    assert (known.total(ANNA), known.total(BEN), known.total(BANK)) == (200, 1, 0)
    assert sum(known.supply.values()) == 201


def test_b_56_a_shown_hand_counts_even_if_it_was_thought_another() -> None:
    known = table(anna={"ore": 2, "wool": 1}).shows(ANNA, {"coin": 1}, whole=True)
    assert known.certain_hand(ANNA) == {"coin": 1}
    known = known.shows(ANNA, {"paper": 2})
    assert (known.total(ANNA), known.certain_hand(ANNA)) == (2, {"paper": 2})


@pytest.mark.parametrize("budget", [1, 30, BUDGET])
@pytest.mark.parametrize("seed", range(20))
def test_after_any_contradictions_totals_are_exact_and_cards_are_conserved(seed: int, budget: int) -> None:
    chance = random.Random(seed)
    goods = tuple("ABCDEFGH"[: chance.randint(1, 8)])
    known = Knowledge.start((ANNA, BEN, CARL), {good: chance.randint(0, 6) for good in goods}, budget)
    totals = dict.fromkeys(known.holders, 0)
    for _ in range(40):
        giver, taker = chance.sample(known.holders, 2)
        bag = {good: chance.choice([0, 1, 1, 2, 3, 9]) for good in chance.sample(goods, min(2, len(goods)))}
        count, size = chance.randint(0, 4), sum(bag.values())
        among = chance.choice([None, chance.sample(goods, chance.randint(1, len(goods)))])
        match chance.randint(0, 8):
            case 0:
                known = known.gain(taker, bag)
                totals[taker] += size
            case 1:
                known = known.pay(giver, bag)
                totals[giver] = max(0, totals[giver] - size)
            case 2:
                known = known.move(giver, taker, bag)
                totals[giver] = max(0, totals[giver] - size)
                totals[taker] += size
            case 3 | 4:
                known = chance.choice([known.draw, known.hand_over])(giver, taker, count, among)
                totals[giver] = max(0, totals[giver] - count)
                totals[taker] += count
            case 5:
                known = known.shows(giver, bag)
                totals[giver] = max(totals[giver], size)
            case 6:
                known = known.shows(giver, bag, whole=True)
                totals[giver] = size
                assert known.certain_hand(giver) == {good: number for good, number in bag.items() if number}
            case 7:
                known = known.has_none(giver, bag)
            case 8:
                known = known.recount(giver, count)
                totals[giver] = count
        assert {holder: known.total(holder) for holder in known.holders} == totals
        assert_sound(known)


def assert_sound(known: Knowledge) -> None:
    """All that is said adds up."""
    rows: tuple[Holder, ...] = (*known.holders, BANK)
    assert sum(map(known.total, rows)) == sum(known.supply.values())
    for row in rows:
        spans = [span(known, row, good) for good in known.goods]
        assert all(0 <= low <= high for low, high in spans)
        assert sum(low for low, _ in spans) <= known.total(row) <= sum(high for _, high in spans)
    for hands in possible(known) or ():
        assert [sum(hand) for hand in hands] == [known.total(row) for row in rows]
        assert [sum(column) for column in zip(*hands, strict=True)] == list(known.supply.values())
        assert min(itertools.chain(*hands)) >= 0


# ---- a value ----


@pytest.mark.parametrize("seed", range(6))
def test_the_same_reports_give_equal_values(seed: int) -> None:
    secret = random_table(seed, 8)
    for _ in range(25):
        anything(secret)
    for budget in (3, BUDGET):
        once = follow(secret.start(budget=budget), secret.told)
        again = follow(secret.start(budget=budget), secret.told)
        assert once == again
        assert hash(once) == hash(again)
        copy = pickle.loads(pickle.dumps(once))
        assert copy == once
        assert copy.gain(copy.holders[0], {}) == once
        assert repr(copy) == repr(once)


def test_the_order_in_which_goods_are_named_does_not_matter() -> None:
    known = table(anna=FULL)
    by_name = known.draw(ANNA, BEN, 2, sorted(COMMODITIES))
    assert by_name == known.draw(ANNA, BEN, 2, sorted(COMMODITIES, reverse=True))
    assert by_name == known.draw(ANNA, BEN, 2, frozenset(COMMODITIES))


def test_different_hands_are_different_values() -> None:
    assert table(anna={"ore": 1}) != table(anna={"wool": 1})
    known = table(anna={"ore": 2, "wool": 1})
    assert known.draw(ANNA, BEN) != known.hand_over(ANNA, BEN)


def test_what_changes_leaves_the_old_value_as_it_was() -> None:
    known = table(anna={"ore": 2, "wool": 2}).draw(ANNA, BEN)
    before = pickle.dumps(known)
    known.pay(BEN, {"ore": 1})
    known.draw(BEN, CARL)
    known.pay(BEN, {"brick": 1})
    assert pickle.dumps(known) == before


def test_a_table_without_hands_and_a_stock_without_cards() -> None:
    empty = Knowledge.start((), {})
    assert empty.total(BANK) == 0
    assert empty.bank_has({}) is SURE
    assert Knowledge.start((ANNA,), {}).draw(BANK, ANNA, 0) == Knowledge.start((ANNA,), {})


def test_what_cannot_be_meant_is_a_fault_of_the_program() -> None:
    known = table(anna={"ore": 1})
    zoe = PlayerId("zoe")
    for fault in (
        lambda: known.gain(zoe, {"ore": 1}),
        lambda: known.gain(ANNA, {"gold": 1}),
        lambda: known.gain(ANNA, {"ore": -1}),
        lambda: known.gain(ANNA, {"ore": MOST + 1}),
        lambda: known.move(ANNA, zoe, {"ore": 1}),
        lambda: known.draw(ANNA, zoe),
        lambda: known.draw(zoe, ANNA),
        lambda: known.draw(ANNA, BEN, -1),
        lambda: known.draw(ANNA, BEN, 1, ["gold"]),
        lambda: known.draw(ANNA, BEN, 1, []),
        lambda: known.give_back(ANNA, 1, {"ore": 2}),
        lambda: known.has(zoe, {"ore": 1}),
        lambda: known.has(ANNA, {"gold": 1}),
        lambda: known.have({zoe: {"ore": 1}}),
        lambda: known.has_any(zoe, ["ore"]),
        lambda: known.has_any(ANNA, ["gold"]),
        lambda: known.has_none(zoe, ["ore"]),
        lambda: known.has_none(ANNA, ["gold"]),
        lambda: known.shows(zoe, {"ore": 1}),
        lambda: known.shows(zoe, {"ore": 1}, whole=True),
        lambda: known.low(zoe, "ore"),
        lambda: known.high(ANNA, "gold"),
        lambda: known.total(zoe),
        lambda: known.odds(zoe, "ore"),
        lambda: known.certain_hand(zoe),
        lambda: known.sure_cards(zoe),
        lambda: known.recount(zoe, 1),
        lambda: known.recount(ANNA, -1),
        lambda: known.recount(ANNA, MOST + 1),
        lambda: known.recount(BANK, 1),
        lambda: Knowledge.start((ANNA,), {"ore": -1}),
        lambda: Knowledge.start((ANNA, ANNA), {"ore": 1}),
    ):
        with pytest.raises(ValueError, match=r"no such|number of|no goods|bank|twice"):
            fault()
