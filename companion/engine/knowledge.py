"""Hidden hands: what the table knows of the cards that each player holds (B-55, B-56).

A :class:`Knowledge` is an immutable value. While the possible hands of the whole table are few it keeps
every one of them with its weight, and so sees what one hand says of another; beyond a budget it keeps,
for each hand and good, the least and the most that are possible, which is always sound, and comes back
to the exact hands when these bounds leave few enough. The number of cards of each hand is exact always.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import msgspec

from companion.engine.bounds import enumerate_worlds, tighten
from companion.engine.cells import BANK, TOTAL_MASK, Bag, Cells, Grid, Holder, cells, check_number
from companion.engine.ids import PlayerId
from companion.engine.remember import remembered
from companion.engine.verdict import Certainty
from companion.engine.worlds import Worlds, extremes, spread

BUDGET = 512
"""Possible hands of the whole table that are kept; beyond it only bounds are.

With twice as many an entry late in a game costs half as much again, and hardly more is known.
"""

TOO_UNLIKELY = 1e-200
"""When all hands that are left had less probability than this, they count alike."""

NOTHING: Bag = MappingProxyType({})
_CERTAIN: Worlds = {0: 1.0}

_ASIDE = PlayerId("")
"""Holds cards that have left one hand and are not yet in the other. No player has this id."""


_RANK = {Certainty.SURE: 0, Certainty.POSSIBLE: 1, Certainty.IMPOSSIBLE: 2}


def least_certain(certainties: Iterable[Certainty]) -> Certainty:
    """The least certain of several; sure if there are none.

    Several things that are possible one by one need not be so together: see :meth:`Knowledge.have`.
    """
    return max(certainties, key=_RANK.__getitem__, default=Certainty.SURE)


class Knowledge(msgspec.Struct, frozen=True, gc=False):
    """What is known of all hands and the bank.

    Wherever a giver, taker or holder is named, :data:`BANK` stands for the bank, whose cards are the
    supply less all hands: so an unseen draw from a stock of known contents is a draw like any other.
    All methods raise ValueError for an unknown holder or good and for a negative number.

    What is told is true. A report that fits no hands is not refused: something that was told before
    must be wrong, and nobody can say which. So it is forgotten, no more than the report asks for:

    1. what was known of the giver's (or shown) hand, except its number of cards, and what it said of
       the other hands and they of each other;
    2. if the report does not fit even so, also the hands that were known to hold goods of the report;
    3. then all hands, except their numbers of cards;
    4. and if the numbers of cards or the supply itself do not allow it, these grow by what is missing.

    The report is then taken in, so from then on it is known as far as it goes. No total is ever below 0.
    """

    _cells: Cells
    _totals: int
    _low: int
    _high: int
    _worlds: Worlds | None
    """Possible hands beyond ``_low``, or None when only the bounds are known."""

    @classmethod
    def start(
        cls, holders: tuple[PlayerId, ...], supply: Mapping[str, int], budget: int = BUDGET
    ) -> Knowledge:
        """All hands empty, all cards in the bank. Raises ValueError if a holder is named twice."""
        if len(set(holders)) < len(holders):
            raise ValueError(f"somebody is named twice: {holders}")
        table = cells(holders, tuple(supply), tuple(supply.values()), budget)
        packed, count = table.pack(supply)
        bank = packed << table.row_shift[BANK]
        return cls(table, count << table.total_shift[BANK], bank, bank, _CERTAIN)

    def __hash__(self) -> int:
        return hash((self._totals, self._low, self._high))

    def __repr__(self) -> str:
        hands = {holder or "bank": self._range(holder) for holder in self._cells.rows}
        return f"Knowledge({hands}, possibilities={self.possibilities})"

    # ---- what is known ----

    @property
    def holders(self) -> tuple[PlayerId, ...]:
        """The players."""
        return self._cells.holders

    @property
    def counted(self) -> bool:
        """Whether the table counts hands at all; without it nobody is a holder."""
        return bool(self._cells.holders)

    @property
    def goods(self) -> tuple[str, ...]:
        """The kinds of cards, in the order of the supply."""
        return self._cells.goods

    @property
    def supply(self) -> Mapping[str, int]:
        """Cards of each good, hands and bank together."""
        return dict(zip(self._cells.goods, self._cells.supply, strict=True))

    @property
    def possibilities(self) -> int | None:
        """How many different hands of the whole table are possible; None if only bounds are known."""
        return None if self._worlds is None else len(self._worlds)

    def total(self, holder: Holder) -> int:
        """Cards in the hand: exact."""
        try:
            return self._totals >> self._cells.total_shift[holder] & TOTAL_MASK
        except KeyError:
            raise ValueError(f"no such holder: {holder!r}") from None

    def low(self, holder: Holder, good: str) -> int:
        """The least number of this card that the holder can have."""
        return self._cell(self._low, holder, good)

    def high(self, holder: Holder, good: str) -> int:
        """The greatest number of this card that the holder can have."""
        return self._cell(self._high, holder, good)

    def with_cards(self) -> frozenset[PlayerId]:
        """The players who have any."""
        totals, places = self._totals, self._cells.total_shift
        return frozenset([p for p in self.holders if totals >> places[p] & TOTAL_MASK])

    def bank_low(self, good: str) -> int:
        """The least number of this card that the bank can have."""
        return self._cell(self._low, BANK, good)

    def bank_high(self, good: str) -> int:
        """The greatest number of this card that the bank can have."""
        return self._cell(self._high, BANK, good)

    def sure_cards(self, holder: Holder) -> dict[str, int]:
        """The cards that the holder has for certain; the rest of the total is unknown."""
        return {good: count for good in self.goods if (count := self.low(holder, good))}

    def certain_hand(self, holder: Holder) -> dict[str, int] | None:
        """The whole hand, if it is known."""
        return self.sure_cards(holder) if self.is_certain(holder) else None

    def is_certain(self, holder: Holder) -> bool:
        """Whether the whole hand is known."""
        table = self._cells
        table.row(holder)
        return not (self._low ^ self._high) >> table.row_shift[holder] & table.row_mask

    def has(self, holder: Holder, bag: Bag) -> Certainty:
        """Whether the holder has at least these cards (B-56)."""
        table = self._cells
        try:
            need = table.pack(bag)[0] << table.row_shift[holder]
        except KeyError:
            raise ValueError(f"no such holder: {holder!r}") from None
        guard = table.guard
        if ((self._low | guard) - need) & guard == guard:
            return Certainty.SURE
        if ((self._high | guard) - need) & guard != guard:
            return Certainty.IMPOSSIBLE
        return self._possible(need)

    def have(self, needs: Mapping[Holder, Bag]) -> Certainty:
        """Whether all of them have these cards at the same time (B-56)."""
        table = self._cells
        need = 0
        for holder, bag in needs.items():
            table.row(holder)
            need += table.pack(bag)[0] << table.row_shift[holder]
        guard = table.guard
        if ((self._low | guard) - need) & guard == guard:
            return Certainty.SURE
        if ((self._high | guard) - need) & guard != guard:
            return Certainty.IMPOSSIBLE
        return self._possible(need)

    def bank_has(self, bag: Bag) -> Certainty:
        """Whether the bank can pay these cards (B-23)."""
        return self.has(BANK, bag)

    def has_any(self, holder: Holder, goods: Iterable[str]) -> Certainty:
        """Whether the holder has at least one card among these goods."""
        table = self._cells
        table.row(holder)
        mask = self._mask(holder, table.ordered(goods))
        if self._low & mask:
            return Certainty.SURE
        if not self._high & mask:
            return Certainty.IMPOSSIBLE
        if self._worlds is not None:
            return Certainty.SURE if all(world & mask for world in self._worlds) else Certainty.POSSIBLE
        others = self._mask(holder, table.goods) & ~mask
        most = sum(sum(row) for row in table.grid(self._high & others))
        return Certainty.SURE if most < self.total(holder) else Certainty.POSSIBLE

    def odds(self, holder: Holder, good: str) -> dict[int, float] | None:
        """The probability of each number of this card in the hand; None if only bounds are known.

        Cards drawn at random count by their number; where a person chose unseen, and where the hands
        were forgotten or were too many for a while, each possibility counts alike.
        """
        low, high = self.low(holder, good), self.high(holder, good)
        if low == high:
            return {low: 1.0}
        if self._worlds is None:
            return None
        table = self._cells
        shift = table.row_shift[holder] + table.good_shift[good]
        found = dict.fromkeys(range(low, high + 1), 0.0)
        for world, weight in self._worlds.items():
            found[low + (world >> shift & table.mask)] += weight
        whole = sum(found.values())
        return {count: weight / whole for count, weight in found.items() if weight}

    def possible_hands(self) -> list[tuple[dict[Holder, dict[str, int]], float]] | None:
        """All hands and the bank as they can be, with the probability of each (see :meth:`odds`).

        None if only bounds are known.
        """
        if self._worlds is None:
            return None
        table = self._cells
        whole = sum(self._worlds.values())
        found = []
        for world, weight in self._worlds.items():
            rows = zip(table.rows, table.grid(self._low + world), strict=True)
            hands = {holder: dict(zip(table.goods, row, strict=True)) for holder, row in rows}
            found.append((hands, weight / whole))
        return found

    # ---- what happens ----

    def gain(self, holder: PlayerId, bag: Bag) -> Knowledge:
        """Known cards come from the bank."""
        return self.move(BANK, holder, bag)

    def pay(self, holder: PlayerId, bag: Bag) -> Knowledge:
        """Known cards go to the bank."""
        return self.move(holder, BANK, bag)

    def move(self, giver: Holder, taker: Holder, bag: Bag) -> Knowledge:
        """Known cards go from hand to hand."""
        moved = self._moved(giver, taker, bag)
        if moved is not None:
            return moved
        return self._insist(giver, lambda known: known._moved(giver, taker, bag), bag, sum(bag.values()))

    def give_back(self, holder: PlayerId, count: int, seen: Bag = NOTHING) -> Knowledge:
        """``count`` cards go to the bank, of which ``seen`` were seen; the rest the holder chose unseen."""
        hidden = count - sum(seen.values())
        check_number(hidden)
        return self.pay(holder, seen).hand_over(holder, BANK, hidden)

    def draw(
        self, giver: Holder, taker: Holder, count: int = 1, among: Iterable[str] | None = None
    ) -> Knowledge:
        """Unseen cards are taken at random, from all of the hand or only among some goods (B-31)."""
        return self._unseen_or_forget(giver, taker, count, among, at_random=True)

    def hand_over(
        self, giver: Holder, taker: Holder, count: int = 1, among: Iterable[str] | None = None
    ) -> Knowledge:
        """Unseen cards that somebody chose, any of them."""
        return self._unseen_or_forget(giver, taker, count, among, at_random=False)

    def exchange(
        self,
        giver: PlayerId,
        taker: PlayerId,
        drawn: tuple[Bag, int],
        returned: tuple[Bag, int],
        among: Iterable[str] | None = None,
    ) -> Knowledge:
        """The taker draws cards at random and gives others of choice for them, none of those drawn.

        Each side is the cards that were seen, and how many more were not; ``among`` limits the unseen draw.
        """
        known = self._with_aside().move(giver, _ASIDE, drawn[0]).draw(giver, _ASIDE, drawn[1], among)
        known = known.move(taker, giver, returned[0]).hand_over(taker, giver, returned[1])
        return known.hand_over(_ASIDE, taker, known.total(_ASIDE))._without_aside()

    def take_up_to(
        self, giver: Holder, taker: PlayerId, good: str, limit: int | None, given: int
    ) -> Knowledge:
        """The giver gave ``given`` cards of a good of ``limit`` asked for, all that he has if None.

        Whoever gave fewer than asked for has none left (B-63).
        """
        after = self.move(giver, taker, {good: given})
        return after.has_none(giver, (good,)) if limit is None or given < limit else after

    def shows(self, holder: Holder, bag: Bag, whole: bool = False) -> Knowledge:
        """Somebody shows cards: at least these, or if ``whole`` the whole hand."""
        self._cells.row(holder)
        count = self._cells.pack(bag)[1]
        known = self.recount(holder, count) if whole else self

        def shown(known: Knowledge) -> Knowledge | None:
            return known._given(known._cells.pack(bag)[0] << known._cells.row_shift[holder])

        return shown(known) or known._insist(holder, shown, bag, count)

    def has_none(self, holder: Holder, goods: Iterable[str]) -> Knowledge:
        """The holder turns out to have no card among these goods.

        If the supply of all other goods cannot make up the hand, the report is dropped.
        """
        self._cells.row(holder)
        goods = self._cells.ordered(goods)

        def without(known: Knowledge) -> Knowledge | None:
            return known._without(holder, known._mask(holder, goods))

        known = without(self)
        if known is not None:
            return known
        totals = self._cells.totals(self._totals)
        for forgotten in ([holder], list(self.holders)):
            hands = self._forget(totals, forgotten)
            known = hands and without(hands)
            if known is not None:
                return known
        return _unknown(self._cells, self._cells.supply, totals)

    def bank_counted(self, good: str, count: int) -> Knowledge:
        """The table has looked: the bank has exactly so many cards of a good."""
        # Taking more than there are and putting them back says how many there are.
        taker = self.holders[0]
        return self.take_up_to(BANK, taker, good, count + 1, count).move(taker, BANK, {good: count})

    def recount(self, holder: Holder, total: int) -> Knowledge:
        """The table counts the hand. If the number is another, its contents are forgotten."""
        check_number(total)
        table = self._cells
        row, last = table.row(holder), len(table.holders)
        if total == self.total(holder):
            return self
        if holder is BANK:
            raise ValueError("the bank is what the hands leave: it is not counted")
        totals = table.totals(self._totals)
        totals[last] -= total - totals[row]
        totals[row] = total
        if totals[last] >= 0:
            return self._forget(totals, [holder]) or _unknown(table, table.supply, totals)
        supply = list(table.supply)
        supply[0] -= totals[last]
        totals[last] = 0
        return _unknown(table, supply, totals)

    # ---- how ----

    def _cell(self, packed: int, holder: Holder, good: str) -> int:
        table = self._cells
        try:
            return packed >> table.row_shift[holder] + table.good_shift[good] & table.mask
        except KeyError:
            raise ValueError(f"no such holder or good: {holder!r}, {good!r}") from None

    def _mask(self, holder: Holder, goods: Iterable[str]) -> int:
        table = self._cells
        return sum(table.mask << table.good_shift[good] for good in goods) << table.row_shift[holder]

    def _range(self, holder: Holder) -> dict[str, str]:
        spans = {good: (self.low(holder, good), self.high(holder, good)) for good in self.goods}
        return {
            good: f"{low}-{high}" if low < high else f"{low}" for good, (low, high) in spans.items() if high
        }

    def _possible(self, need: int) -> Certainty:
        """Whether a need within the greatest numbers, but not the least, is met by some hands."""
        table = self._cells
        guard = table.guard
        short = ((self._low | guard) - need) & guard ^ guard
        if not short & short - 1:
            return Certainty.POSSIBLE
        if self._worlds is not None:
            kept = self._low + guard - need
            met = any((world + kept) & guard == guard for world in self._worlds)
        else:
            least = [
                list(map(max, *rows)) for rows in zip(table.grid(self._low), table.grid(need), strict=True)
            ]
            rows_fit = all(map(operator.le, map(sum, least), table.totals(self._totals)))
            met = rows_fit and all(map(operator.le, map(sum, zip(*least, strict=True)), table.supply))
        return Certainty.POSSIBLE if met else Certainty.IMPOSSIBLE

    def _with_aside(self) -> Knowledge:
        """The same with one more hand, an empty one, above the bank's row."""
        table = self._cells
        return self._between(
            table, cells((*table.holders, _ASIDE), table.goods, table.supply, table.budget), table
        )

    def _without_aside(self) -> Knowledge:
        """The same without that hand, which is empty again."""
        table = self._cells
        narrow = cells(table.holders[:-1], table.goods, table.supply, table.budget)
        return self._between(table, narrow, narrow)

    def _between(self, old: Cells, new: Cells, narrow: Cells) -> Knowledge:
        """Every number with the bank's row moved to its place in the other cells."""

        def shifted(packed: int, bank: int, to: int, least: int) -> int:
            return packed & ((1 << least) - 1) | packed >> bank << to

        rows = old.row_shift[BANK], new.row_shift[BANK], narrow.row_shift[BANK]
        totals = old.total_shift[BANK], new.total_shift[BANK], narrow.total_shift[BANK]
        worlds = self._worlds
        return Knowledge(
            new,
            shifted(self._totals, *totals),
            shifted(self._low, *rows),
            shifted(self._high, *rows),
            None if worlds is None else {shifted(world, *rows): weight for world, weight in worlds.items()},
        )

    def _moved(self, giver: Holder, taker: Holder, bag: Bag) -> Knowledge | None:
        table = self._cells
        packed, count = table.pack(bag)
        try:
            need = packed << table.row_shift[giver]
            change = (packed << table.row_shift[taker]) - need
            totals = (count << table.total_shift[taker]) - (count << table.total_shift[giver])
        except KeyError:
            raise ValueError(f"no such holder: {giver!r} or {taker!r}") from None
        guard = table.guard
        sure = ((self._low | guard) - need) & guard == guard
        known = self if sure else self._given(need)
        if known is None:
            return None
        return Knowledge(
            table, known._totals + totals, known._low + change, known._high + change, known._worlds
        )

    def _given(self, need: int) -> Knowledge | None:
        """Some hands hold at least this; None if no hands fit."""
        table = self._cells
        guard = table.guard
        if ((self._high | guard) - need) & guard != guard:
            return None
        if self._worlds is not None:
            kept = self._low + guard - need
            fit = {world: weight for world, weight in self._worlds.items() if (world + kept) & guard == guard}
            return self._with_worlds(self._totals, self._low, fit)
        low, high, needs = table.grid(self._low), table.grid(self._high), table.grid(need)
        low = [list(map(max, *rows)) for rows in zip(low, needs, strict=True)]
        return self._bounded(table.totals(self._totals), low, high)

    def _without(self, holder: Holder, mask: int) -> Knowledge | None:
        """The hands hold nothing under the mask; None if no hands fit."""
        if self._low & mask:
            return None
        if not self._high & mask:
            return self
        if self._worlds is not None:
            fit = {world: weight for world, weight in self._worlds.items() if not world & mask}
            return self._with_worlds(self._totals, self._low, fit)
        table = self._cells
        return self._bounded(
            table.totals(self._totals), table.grid(self._low), table.grid(self._high & ~mask)
        )

    def _unseen_or_forget(
        self, giver: Holder, taker: Holder, count: int, among: Iterable[str] | None, at_random: bool
    ) -> Knowledge:
        check_number(count)
        table = self._cells
        table.row(giver), table.row(taker)
        goods = table.ordered(among)
        if not count or giver == taker:
            return self
        if not goods:
            raise ValueError("no goods to take from")
        moved = self._unseen(giver, taker, count, goods, at_random)
        if moved is not None:
            return moved
        # any of these goods will do for the supply to allow it
        return self._insist(
            giver,
            lambda known: known._unseen(giver, taker, count, goods, at_random),
            {**dict.fromkeys(goods, 0), goods[0]: count},
            count,
        )

    def _unseen(
        self, giver: Holder, taker: Holder, count: int, goods: tuple[str, ...], at_random: bool
    ) -> Knowledge | None:
        """Unseen cards move; None if no hands have so many."""
        table = self._cells
        if self.total(giver) < count:
            return None
        totals = self._totals + (count << table.total_shift[taker]) - (count << table.total_shift[giver])
        if self._worlds is not None:
            mask = table.mask
            source, target = table.row_shift[giver], table.row_shift[taker]
            low, high = self._low >> source & table.row_mask, self._high >> source & table.row_mask
            places = [place for good in goods if high >> (place := table.good_shift[good]) & mask]
            lift = sum([min(low >> place & mask, count) << place for place in places]) << source
            after = spread(table, self._worlds, low, (source, target), places, count, at_random, lift)
            if after is not None:
                # whoever has cards can give any of them, so that of the other hands nothing is learnt
                rows = table.row_mask << source | table.row_mask << target
                others = (self._high - self._low) & ~rows if len(goods) == len(table.goods) else None
                return self._with_worlds(totals, self._low - lift, after, rows, others)
        return self._unseen_between_bounds(totals, giver, taker, count, goods)

    def _unseen_between_bounds(
        self, totals_after: int, giver: Holder, taker: Holder, count: int, goods: tuple[str, ...]
    ) -> Knowledge | None:
        """The same when only bounds are known, or can be kept."""
        table = self._cells
        row, to = table.rows[giver], table.rows[taker]
        totals = table.totals(totals_after)
        low, high = table.grid(self._low), table.grid(self._high)
        columns = [table.columns[good] for good in goods]
        reach = [min(count, high[row][column]) for column in columns]
        spare = sum(reach) - count
        for column, can in zip(columns, reach, strict=True):
            must = max(0, can - spare)
            low[row][column] = max(0, low[row][column] - can)
            high[row][column] -= must
            low[to][column] += must
            high[to][column] += can
        return self._bounded(totals, low, high)

    def _with_worlds(
        self, totals: int, low: int, worlds: Worlds, rows: int = 0, others: int | None = None
    ) -> Knowledge | None:
        """These hands beyond ``low``; None if there are none.

        With ``others``, only the hands of ``rows`` differ from before, and that is the most of the others.
        """
        table = self._cells
        if not worlds:
            return None
        if len(worlds) == 1:
            certain = low + next(iter(worlds))
            return Knowledge(table, totals, certain, certain, _CERTAIN)
        if others is None:
            least, most = extremes(table, worlds)
        else:
            least, most = extremes(table, {world & rows for world in worlds})
            most |= others
        whole = sum(worlds.values())
        if whole < TOO_UNLIKELY:
            worlds, whole = dict.fromkeys(worlds, 1.0), float(len(worlds))
        # weights lose their sum whenever hands drop out, and would in the end be too small for a number
        scaled = {world - least: weight / whole for world, weight in worlds.items()}
        return Knowledge(table, totals, low + least, low + most, scaled)

    def _bounded(self, totals: list[int], low: Grid, high: Grid) -> Knowledge | None:
        """What fits between the bounds, as hands if they are few; None if nothing does."""
        table = self._cells
        if not tighten(low, high, totals, table.supply):
            return None
        least, packed_totals = table.packed(low), table.packed_totals(totals)
        worlds = enumerate_worlds(table, low, high, totals)
        if worlds is None:
            return Knowledge(table, packed_totals, least, table.packed(high), None)
        return self._with_worlds(packed_totals, least, dict.fromkeys(worlds, 1.0))

    def _insist(
        self, giver: Holder, report: Callable[[Knowledge], Knowledge | None], goods: Bag, count: int
    ) -> Knowledge:
        """The report is true although no hands fit it: forgets as little as the class says.

        The giver had ``count`` cards at least, for which ``goods`` would do.
        """
        table = self._cells
        known = self
        if giver is not BANK and self.total(giver) < count:
            known = self.recount(giver, count)
            table = known._cells
        totals = table.totals(known._totals)
        keepers = [holder for holder in table.holders if any(known.low(holder, good) for good in goods)]
        for forgotten in ([giver], [giver, *keepers], list(table.holders)):
            without = known._forget(totals, forgotten)
            taken = without and report(without)
            if taken is not None:
                return taken
        supply = list(table.supply)
        for good, number in goods.items():
            missing = max(0, number - supply[table.columns[good]])
            supply[table.columns[good]] += missing
            totals[-1] += missing
        if giver is BANK and totals[-1] < count:
            supply[table.columns[next(iter(goods))]] += count - totals[-1]
            totals[-1] = count
        taken = report(_unknown(table, supply, totals))
        assert taken is not None
        return taken

    def _forget(self, totals: list[int], holders: Iterable[Holder]) -> Knowledge | None:
        """Nothing is known of these hands but their totals; None if the other hands do not allow it."""
        table = self._cells
        low, high = table.grid(self._low), table.grid(self._high)
        for row in {table.rows[holder] for holder in (*holders, BANK)}:
            low[row] = [0] * len(table.goods)
            high[row] = [min(totals[row], supply) for supply in table.supply]
        return self._bounded(totals, low, high)


@remembered
def _unknown(table: Cells, supply: Iterable[int], totals: list[int]) -> Knowledge:
    """Nothing is known but the totals, the bank's last."""
    table = cells(table.holders, table.goods, tuple(supply), table.budget)
    known = Knowledge(table, 0, 0, 0, None)._forget(totals, table.holders)
    assert known is not None
    return known
