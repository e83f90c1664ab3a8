"""A game tree by the plain algorithms: what may be done, and what may be done after that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace

from tests.kit import brute
from tests.kit.brute import Man
from tests.kit.brute_moves import Move, Place, moves

PRICES: Mapping[str, Mapping[str, int]] = {
    "base.build_road": {"brick": 1, "lumber": 1},
    "base.build_settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    "base.build_city": {"ore": 3, "grain": 2},
    "ck.build_wall": {"brick": 2},
    "ck.recruit_knight": {"ore": 1, "wool": 1},
    "ck.promote_knight": {"ore": 1, "wool": 1},
}
"""B-50 to B-52, CK-70, CK-90, CK-93."""

ACTIVATION = "ck.activate_knights"


@dataclass(frozen=True)
class Seat:
    """A position with the hand of the player on turn, and who of the set-up comes next."""

    place: Place
    hand: Counter[str] | None = None
    """None where nobody counts cards."""
    order: tuple[str, ...] = ()
    """Who places the next buildings of the set-up, with their kinds; the first one now."""

    def price(self, kind: str, move: Move) -> Counter[str]:
        """CK-92: a grain for each knight."""
        return Counter({"grain": len(move[0])}) if kind == ACTIVATION else Counter(PRICES.get(kind, {}))

    def moves(self) -> dict[str, set[Move]]:
        """What may be done and paid for."""
        found = {}
        for kind, some in moves(self.place).by_kind.items():
            paid = {move for move in some if self.hand is None or self.price(kind, move) <= self.hand}
            if paid:
                found[kind] = paid
        return found

    def after(self, kind: str, move: Move) -> Seat:
        """The position after a move."""
        place = replace(self.place, plain=deepcopy(self.place.plain), asked=None)
        hand = self.hand
        if hand is not None:
            hand = hand - self.price(kind, move)
        order = self.order
        if kind == "base.place_building":
            who, piece = order[0].split()
            place.plain.buildings[move[0]] = (who, piece)
            place = replace(place, asked="start_road")
        elif kind == "base.place_road":
            place.plain.roads[move[0]] = place.who
            order = order[1:]
            if order:
                who, piece = order[0].split()
                place = replace(place, who=who, asked="start_building", piece=piece)
        else:
            place = _after(place, kind, move)
        return Seat(place, hand, order)

    def tree(self) -> Iterator[tuple[str, str, int]]:
        """For each kind of move and each kind of answer to it how many pairs there are."""
        found: Counter[tuple[str, str]] = Counter()
        for kind, some in self.moves().items():
            for move in some:
                for after, others in self.after(kind, move).moves().items():
                    found[kind, after] += len(others)
        yield from ((one, other, count) for (one, other), count in sorted(found.items()))


def _after(place: Place, kind: str, move: Move) -> Place:
    plain, who = place.plain, place.who
    match kind:
        case "base.build_road":
            plain.roads[move[0]] = who
        case "base.build_settlement":
            plain.buildings[move[0]] = (who, "settlement")
        case "base.build_city":
            plain.buildings[move[0]] = (who, "city")
            plain.lying.discard(move[0])
        case "ck.build_wall":
            plain.walls.add(move[0])
        case "ck.recruit_knight":
            plain.knights[move[0]] = Man(who, 1, False)
        case "ck.activate_knights":
            for at in move[0]:
                plain.knights[at] = replace(plain.knights[at], active=True, activated=place.turn)
        case "ck.promote_knight":
            man = plain.knights[move[0]]
            often = man.promotions + 1 if man.promoted == place.turn else 1
            plain.knights[move[0]] = replace(
                man, strength=man.strength + 1, promoted=place.turn, promotions=often
            )
        case "ck.move_knight":
            plain.knights[move[1]] = _tired(place, plain.knights.pop(move[0]))
        case "ck.displace_knight":
            return _displaced(place, move[0], move[1])
        case "ck.chase_robber":
            plain.knights[move[0]] = _tired(place, plain.knights[move[0]])
            plain.robber = move[1]
        case "base.move_robber":
            plain.robber = move[0]
        case _:
            raise NotImplementedError(kind)
    return place


def _tired(place: Place, man: Man) -> Man:
    """CK-94."""
    return replace(man, active=False, acted=place.turn)


def _displaced(place: Place, start: str, to: str) -> Place:
    """CK-97: where there is more than one place the owner of the weaker knight chooses."""
    plain = place.plain
    loser = plain.knights[to]
    plain.knights[to] = _tired(place, plain.knights.pop(start))
    homes = brute.move_places(plain, loser.owner, to)
    if len(homes) > 1:
        return replace(place, who=loser.owner, asked="place_displaced", away=(loser.owner, to))
    for home in homes:
        plain.knights[home] = loser
    return place
