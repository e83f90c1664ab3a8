"""The recorded evenings of the scenarios: played by people with aims, entered by touch, and written down.

``python -m tests.kit.evenings rivers`` starts the app on a screen of its own, makes a new game by touch,
enters a whole evening tap by tap from outside, and writes what the app has stored to ``tests/games``.
``--seed`` plays another one, ``--out`` writes it elsewhere.

A lower level is entered by the same table: what nobody tracks there is left out, and what the table says of
it instead comes in its place.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.app.board_code import code_of, letters_of
from companion.app.jsonl import export_game
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import header as header_of
from companion.engine.command import Command
from companion.engine.core import AdjustPoints
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.history.log import Header
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.queries import cities
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice
from companion.rules.gold.trading import (
    BuyWithGold,
    EarnGold,
    GiveGold,
    SellForGold,
    SpendGold,
    TradeGold,
)
from companion.rules.scenarios.barbarian_attack.coast import conquered
from companion.rules.scenarios.barbarian_attack.prisoners import (
    ClaimConquered,
    ClaimFreed,
    ClaimPrisoner,
    lying,
    prisoners,
)
from companion.rules.scenarios.caravans.camels import between_camels
from companion.rules.scenarios.caravans.claims import ClaimCamelPoint, told_points
from companion.rules.scenarios.caravans.vote import LayVote
from companion.rules.scenarios.rivers.riches import (
    ClaimWealth,
    ReturnPoverty,
    ReturnWealth,
    TakePoverty,
)
from companion.rules.scenarios.rivers.riches import state_of as riches
from companion.rules.scenarios.traders_barbarians.cargo import Deliver, delivered
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon, level
from tests.kit.aims import Aims
from tests.kit.driver import Recipe
from tests.kit.module_hands import ModulePerson

GAMES = Path(__file__).parents[1] / "games"

SEEDS = {"rivers": 24, "caravans": 3, "barbarian_attack": 16, "traders_barbarians": 21}
"""The scenarios, and the seeds of their recorded evenings."""

PLAYERS = 4
LONGEST = 120
"""Turns after which an evening is over without a winner."""


# --- an evening -----------------------------------------------------------------------------------------


def file_of(scenario: str) -> Path:
    """Where the evening of a scenario is kept."""
    return GAMES / f"evening_{scenario}.jsonl"


def evening(scenario: str, seed: int) -> Aims:
    """The evening of a seed, before its first entry."""
    made = header_of(("base", scenario), PLAYERS, seed)
    return Aims(replace(made, game=f"{scenario}-{seed}", first=made.players[0].id), seed)


def played(game: Aims) -> Iterator[Command]:
    """The evening, an entry at a time."""
    while not game.over and game.state.core.turn <= LONGEST:
        command = game.step().command
        assert command is not None
        yield command


class Guest(ModulePerson):
    """Somebody who enters an evening; the board comes by its code."""

    code = ""

    def recipes(self) -> dict[str, Recipe]:
        return {**super().recipes(), str(LayBoard.__struct_config__.tag): lay_by_code}


def lay_by_code(person: Any, command: LayBoard) -> int:
    """The letters of the code, one by one."""
    person.hands.wait(lambda seen: seen.screen == "board_setup", "the set-up")
    person.tap("code", *(f"letter_{letter}" for letter in letters_of(person.code)), "code_done", "lay")
    return 1


# --- the same table at a lower level --------------------------------------------------------------------

HIDDEN: dict[str, Any] = {"card": None, "taken": None, "cards": {}, "given": {}}
"""Fields that say which cards, and what stands there where nobody counts any."""


def without_hands(made: Header, commands: Iterable[Command]) -> tuple[Header, list[Command]]:
    """What the table enters of an evening at L2."""
    session = GameSession(replace(made, game=f"{made.game}-L2", level="L2"), Nowhere(), clock=lambda: 0)
    found: list[Command] = []
    for command in commands:
        for way in _without_cards(session, command):
            assert isinstance(session.submit(way), Accepted), (way, session.judge(way))
            found.append(way)
    return session.header, found


def _without_cards(session: GameSession, command: Command) -> Iterator[Command]:
    match command:
        case BuyWithGold(by=by):
            yield SpendGold(by)
        case SellForGold(by=by, gold=gold):
            yield from [EarnGold(by)] * gold
        case TradeGold(by=by, partner=partner, pays=pays, gets=gets):
            yield GiveGold(by, partner, pays) if pays else GiveGold(partner, by, gets)
        case LayVote(by=by):
            yield LayVote(by)
        case _ if type(command) in session.ruleset.commands:
            blank = {name: none for name, none in HIDDEN.items() if name in command.__struct_fields__}
            without = replace(command, **blank)
            yield without if isinstance(session.judge(without), Accepted) else command


def without_board(made: Header, commands: Iterable[Command]) -> tuple[Header, list[Command]]:
    """What the table enters of an evening at L1: rolls, buildings, and whatever else has scored."""
    whole = GameSession(made, Nowhere(), clock=lambda: 0)
    session = GameSession(replace(made, game=f"{made.game}-L1", level="L1"), Nowhere(), clock=lambda: 0)
    found: list[Command] = []

    def enter(entries: Iterable[Command]) -> None:
        for entry in entries:
            assert isinstance(session.submit(entry), Accepted), (entry, session.judge(entry))
            found.append(entry)

    for command in commands:
        over = isinstance(command, RollDice) and whole.state.core.turn > 0
        if over:
            enter(_claims(whole.table, session))
        assert isinstance(whole.submit(command), Accepted)
        built = isinstance(command, (BuildSettlement, BuildCity))
        if built:
            # what is lost first, lest somebody have too many points for a moment
            enter(claim for claim in _claims(whole.table, session) if isinstance(claim, LOSSES))
            enter((type(command)(command.by),))
        elif isinstance(command, RollDice):
            enter((command,))
    enter(_claims(whole.table, session))
    return session.header, found


LOSSES = (ReturnWealth, TakePoverty, ClaimConquered)


def _claims(whole: Table, session: GameSession) -> Iterator[Command]:
    """What the table has to say for its points to be those of the whole game; each is to be entered before
    the next one is asked for."""
    for player in whole.core.ids:
        for claims in _CLAIMS:
            yield from claims(whole, session.table, player)
    yield from _longest_road(whole, session.table)
    for player in whole.core.ids:
        more = whole.points(player) - session.table.points(player)
        if more:
            yield AdjustPoints(player, player, more)


def _riches(whole: Table, told: Table, player: PlayerId) -> Iterator[Command]:
    if "rivers" not in whole.state.slices:
        return
    now, before = riches(whole), riches(told)
    if before.wealthiest == player and now.wealthiest is None:
        yield ReturnWealth(player)
    if (player in now.poor) != (player in before.poor):
        yield TakePoverty(player) if player in now.poor else ReturnPoverty(player)
    if now.wealthiest == player != before.wealthiest:
        yield ClaimWealth(player)


def _camels(whole: Table, told: Table, player: PlayerId) -> Iterator[Command]:
    if "caravans" in whole.state.slices:
        yield from [ClaimCamelPoint(player)] * (between_camels(whole, player) - told_points(told, player))


def _coast(whole: Table, told: Table, player: PlayerId) -> Iterator[Command]:
    if "barbarian_attack" not in whole.state.slices:
        return
    high = set(cities(whole, player))
    own = [site for site in conquered(whole) if whole.slice(Base).buildings[site].owner == player]
    for city in (False, True):
        more = sum((site in high) is city for site in own) - lying(told, player)[city]
        yield from [ClaimConquered(player, city)] * more + [ClaimFreed(player, city)] * -more
    yield from [ClaimPrisoner(player)] * (prisoners(whole, player) - prisoners(told, player))


def _wagons(whole: Table, told: Table, player: PlayerId) -> Iterator[Command]:
    if "traders_barbarians" in whole.state.slices:
        yield from [Deliver(player)] * (delivered(whole, player) - delivered(told, player))
        yield from [UpgradeWagon(player)] * (level(whole, player) - level(told, player))


def _longest_road(whole: Table, told: Table) -> Iterator[Command]:
    now, before = whole.slice(Base), told.slice(Base)
    if now.longest_road == before.longest_road:
        return
    if now.longest_road is not None and now.road_length > before.road_length:
        yield ClaimLongestRoad(now.longest_road, now.road_length)
    else:
        lengths = {} if now.longest_road is None else {now.longest_road: now.road_length}
        yield CutLongestRoad(told.core.on_turn, lengths)


_CLAIMS: tuple[Callable[[Table, Table, PlayerId], Iterator[Command]], ...] = (
    _riches,
    _camels,
    _coast,
    _wagons,
)


# --- by touch from outside ------------------------------------------------------------------------------


def recorded(scenario: str, seed: int) -> str:
    """An evening that was entered by touch, as the app has stored it."""
    from tests.e2e.outside import at_home, hands, running, x_server
    from tests.e2e.recorded import export

    game = evening(scenario, seed)
    with tempfile.TemporaryDirectory() as name, x_server() as display:
        folder = Path(name)
        with running(folder, display) as app, hands(app) as finger:
            at_home(finger)
            person = Guest(finger, game.header)
            person.code = code_of(game.recipe)
            sit_down(person, scenario)
            for command in played(game):
                print(person.enter(command))
            assert app.stop() == 0
            stored = export(app, folder / "evening.jsonl")
    entered = [entry.command for entry in stored.entries]
    assert entered == [entry.command for entry in game.entries]
    assert replace(stored.header, game=game.header.game, started=0) == game.header
    # when it was is nothing that the next recording would repeat
    return export_game(game.header, [replace(entry, at=0) for entry in stored.entries], events=False)


def sit_down(person: ModulePerson, scenario: str) -> None:
    """Make the game of an evening by touch: each name is typed, the scenario comes for Cities & Knights."""
    made = person.game.header
    person.tap("new_game")
    for player in made.players:
        person.tap("new_name", *(f"key_{letter}" for letter in player.name.casefold()), "key_done")
    person.tap(f"level_{made.level}", "rules", "modules")
    person.tap("module_cities_knights", f"module_{scenario}", "close", "back", "start")
    person.hands.wait(lambda seen: seen.screen == "board_setup", "the set-up")


def main(arguments: list[str]) -> int:
    """Record evenings."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.evenings", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SEEDS))
    parser.add_argument("--seed", type=int, help="another evening than the one that is kept")
    parser.add_argument("--out", type=Path, help="the file, where one scenario is recorded")
    options = parser.parse_args(arguments)
    for scenario in options.scenarios or SEEDS:
        seed = SEEDS[scenario] if options.seed is None else options.seed
        print(f"{scenario}, seed {seed}")
        (options.out or file_of(scenario)).write_text(recorded(scenario, seed), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
