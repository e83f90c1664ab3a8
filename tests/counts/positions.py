"""Fixed positions whose moves are counted, and the counting of both sides.

``python -m tests.counts.positions`` writes ``expected.toml`` anew, by the brute-force counter alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.engine.decide import decide, options, replay
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState, Phase
from companion.engine.verdict import Accepted
from companion.rules.base.setup import LayBoard
from tests.kit.brute_moves import ANSWERS, BUILDING, KNIGHTS, place_of
from tests.kit.brute_turns import Seat
from tests.kit.island import BEGINNERS, Island, bag, island
from tests.kit.tables import CITIES_KNIGHTS, Evening, evening

EXPECTED = Path(__file__).with_name("expected.toml")

KNOWN = {*BUILDING, *KNIGHTS, *(tag for tag, _ in ANSWERS.values())}
"""The kinds of commands that the brute force counts; others are left out."""

Counts = dict[str, dict[str, int]]
"""``one``: moves by kind; ``two``: pairs of moves by both kinds."""


def empty(order: str, modules: tuple[str, ...] = ("base",)) -> tuple[Evening, Seat]:
    """The board has just been laid, and nothing stands on it."""
    table = evening("anna ben", modules=modules, level=Level.L2)
    table.enter(LayBoard(PlayerId("anna"), BEGINNERS))
    return table, Seat(place_of(table.table, "anna", "start_building"), None, tuple(order.split(", ")))


def second_building() -> tuple[Evening, Seat]:
    """Anna and Ben have a settlement and a road each; Ben places again."""
    table, _ = empty("")
    for name in ("4SE", "10NE"):
        corner = BEGINNERS.geometry.corner(name)
        for _ in range(2):
            who = table.core.pending[0].who
            found = options(table.session.ruleset, table.state, who)
            wanted = [one for one in found if getattr(one, "site", corner) == corner]
            table.enter(min(wanted, key=str))
    return table, Seat(
        place_of(table.table, "ben", "start_building"), None, ("ben settlement", "anna settlement")
    )


ANNA = PlayerId("anna")
AFTER_SETUP = (
    "anna: settlements 6S 0N, roads 6SW 0NW; ben: settlements 9SE 12S, roads 9SE 12SW;"
    "carla: settlements 13SE 2NE, roads 13SE 2E; david: settlements 16SE 7S, roads 17SW 12W"
)
CROWDED = (
    "anna: settlements 12SW 5S, roads 12W 5SW 7SE 5SE 4E 1SE 7E 5E 9E;"
    "ben: settlement 0S, city 3NW, roads 3NW 0SW 3W 0SE 1SW 7NW;"
    "carla: cities 6SE 14S, roads 6E 14SW 13E 14SE"
)
CK_SETUP = (
    "anna: settlement 0NE, city 11NE, roads 0NE 11NE; ben: settlement 8SE, city 10SE, roads 8E 10E;"
    "carla: settlement 16SE, city 14S, roads 17SW 17E"
)
KNIGHTS_OUT = (
    "anna: settlements 1S 11NE, roads 11NE 1SW 0SE 1SE 3E 6E 11E 6NE,"
    "active strong knight 3SE, basic knight 1SE, active basic knight 11SE;"
    "ben: settlements 1NE 7S, roads 1NE 7SW 1NW 0E 0NE 12W 12SW 16W 7SE 0NW 12SE 7W 13SW,"
    "strong knight 1N, active basic knight 0SE;"
    "carla: settlement 4S, city 16SE, wall 16SE, roads 4SE 16E 13SE 5SW 13E 9SE 17SW 9SW 8SE,"
    "basic knight 13SE, active basic knight 6SE;"
    "david: settlements 10SE 0NW, roads 0W 10SE 3NW 10SW 0SW 3W 11SW, strong knight 0SW, strong knight 3NW"
)


def drawn(pieces: str, who: str = "anna", asked: str | None = None, **more: object) -> tuple[Island, Seat]:
    """Pieces drawn as text."""
    table = island(pieces=pieces, level="L2", **more)  # type: ignore[arg-type]
    return table, Seat(place_of(table.table, who, asked))


def robber_at_large() -> tuple[Island, Seat]:
    """After the first attack, with the robber beside one of Anna's knights (CK-51, CK-98)."""
    table = island(pieces=KNIGHTS_OUT, level="L2", modules=CITIES_KNIGHTS, robber=3)
    table.given_ship(0, attacks=1)
    return table, Seat(place_of(table.table, "anna", None))


def paid(pieces: str, hand: str, modules: tuple[str, ...] = ("base",)) -> tuple[Island, Seat]:
    """With cards that everyone has seen, which must pay for what is done."""
    table = island(pieces=pieces, level="L3", hands={"anna": hand}, modules=modules)
    return table, Seat(place_of(table.table, "anna", None), Counter(bag(hand)))


def seven(pieces: str, **more: object) -> tuple[Island, Seat]:
    """Anna has rolled a 7."""
    table = island(pieces=pieces, level="L2", rolled=False, **more)  # type: ignore[arg-type]
    table.roll("anna", 3, 4)
    assert table.core.phase is Phase.BEFORE_ROLL
    return table, Seat(place_of(table.table, "anna", "robber"))


POSITIONS: dict[str, Callable[[], tuple[Evening, Seat]]] = {
    "empty board": lambda: empty("anna settlement, ben settlement, ben settlement, anna settlement"),
    "second building": second_building,
    "empty board, Cities & Knights": lambda: empty(
        "anna settlement, ben settlement, ben city, anna city", CITIES_KNIGHTS
    ),
    "after the set-up": lambda: drawn(AFTER_SETUP),
    "crowded": lambda: drawn(CROWDED),
    "a seven": lambda: seven(CROWDED),
    "a seven, friendly robber": lambda: seven(CROWDED, modules=("base", "friendly_robber")),
    "little to pay with": lambda: paid(CROWDED, "1 brick 2 lumber 1 wool 1 grain"),
    "much to pay with": lambda: paid(CROWDED, "3 brick 3 lumber 2 wool 4 grain 4 ore"),
    "after the set-up, Cities & Knights": lambda: drawn(CK_SETUP, modules=CITIES_KNIGHTS),
    "knights": lambda: drawn(KNIGHTS_OUT, modules=CITIES_KNIGHTS),
    "knights, the robber at large": robber_at_large,
    "knights, paid for": lambda: paid(KNIGHTS_OUT, "2 brick 1 lumber 2 wool 2 grain 2 ore", CITIES_KNIGHTS),
}


def by_force(seat: Seat) -> Counts:
    """Counted by the plain algorithms."""
    one = {kind: len(some) for kind, some in sorted(seat.moves().items())}
    return {"one": one, "two": {f"{first}, {then}": count for first, then, count in seat.tree()}}


def by_engine(ruleset: Ruleset, state: GameState) -> Counts:
    """Counted by what the engine offers, and offers after that."""
    one: Counter[str] = Counter()
    two: Counter[tuple[str, str]] = Counter()
    for kind, after in _offered(ruleset, state):
        one[kind] += 1
        two.update((kind, then) for then, _ in _offered(ruleset, after))
    return {
        "one": dict(sorted(one.items())),
        "two": {f"{first}, {then}": count for (first, then), count in sorted(two.items())},
    }


def _offered(ruleset: Ruleset, state: GameState) -> list[tuple[str, GameState]]:
    """What is offered to whoever it is up to, of the kinds that are counted, and where it leads."""
    who = state.core.pending[0].who if state.core.pending else state.core.on_turn
    found = []
    for command in options(ruleset, state, who):
        kind = str(type(command).__struct_config__.tag)
        if kind in KNOWN:
            verdict = decide(ruleset, state, command)
            assert isinstance(verdict, Accepted), command
            found.append((kind, replay(state, verdict.events)))
    return found


def text(name: str, counts: Counts) -> str:
    """A position's table in the file."""
    lines = []
    for depth, numbers in counts.items():
        lines.append(f'["{name}".{depth}]  # {sum(numbers.values())}')
        lines += [f'"{kind}" = {count}' for kind, count in numbers.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the numbers anew."""
    head = "# Moves (one) and pairs of moves (two) of fixed positions by kind, counted by brute force:\n"
    head += "# python -m tests.counts.positions\n\n"
    tables = [text(name, by_force(make()[1])) for name, make in POSITIONS.items()]
    EXPECTED.write_text(head + "\n".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
