"""How a person enters what only variants and scenarios have, and a game of any modules by touch.

``python -m tests.kit.module_hands base,fishermen:3:L2:1 --entries 80``
plays a simulated game by touch, in a process of its own.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.history.log import Header
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.slice import Base
from companion.rules.base.trade import rates
from companion.rules.bridges.barbarian_attack__cities_knights.knights import MarchFar, WeakenKnight
from companion.rules.bridges.catan_for_two__barbarian_attack.module import PlaceStranger, RemoveBarbarian
from companion.rules.bridges.catan_for_two__cities_knights.knights import (
    DismissKnight,
    PlaceNeutralKnight,
    PromoteNeutralKnight,
)
from companion.rules.bridges.catan_for_two__traders_barbarians.module import SendBarbarian
from companion.rules.bridges.fishermen__cities_knights.module import DrawProgressCard
from companion.rules.bridges.rivers__cities_knights.module import SaveCity
from companion.rules.bridges.traders_barbarians__cities_knights.bishop import PlayBishop
from companion.rules.bridges.traders_barbarians__cities_knights.knights import ChaseBarbarian
from companion.rules.gold.trading import BuyWithGold, EarnGold, GiveGold, SellForGold, SpendGold, TradeGold
from companion.rules.scenarios.barbarian_attack.battle import TellCastleDie, TellPrisoner
from companion.rules.scenarios.barbarian_attack.cards import CaptureBarbarian, MoveBarbarians
from companion.rules.scenarios.barbarian_attack.cards import DrawCard as BuyChronicle
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight, PlaceKnight
from companion.rules.scenarios.barbarian_attack.landing import TellLanding
from companion.rules.scenarios.barbarian_attack.prisoners import ClaimConquered, ClaimFreed, ClaimPrisoner
from companion.rules.scenarios.barbarian_attack.seven import TakeCard
from companion.rules.scenarios.caravans.claims import ClaimCamelPoint
from companion.rules.scenarios.caravans.vote import AgreeOnCamel, EndVote, LayVote, NamePath, PlaceCamel
from companion.rules.scenarios.fishermen.boot import GiveBoot
from companion.rules.scenarios.fishermen.catch import SwapToken, TellBoot
from companion.rules.scenarios.fishermen.grounds import LayGrounds
from companion.rules.scenarios.fishermen.spending import COMMANDS as FISH
from companion.rules.scenarios.fishermen.tokens import CountTokens as CountFish
from companion.rules.scenarios.fishermen.tokens import ShowTokens
from companion.rules.scenarios.rivers.bridges import BuildBridge
from companion.rules.scenarios.rivers.riches import ClaimWealth, ReturnPoverty, ReturnWealth, TakePoverty
from companion.rules.scenarios.traders_barbarians.barbarians import MoveBarbarian
from companion.rules.scenarios.traders_barbarians.cards import PlaySwiftJourney, RaidWithKnight
from companion.rules.scenarios.traders_barbarians.cargo import Deliver, TurnUpCargo
from companion.rules.scenarios.traders_barbarians.moving import DriveOff, MoveWagon
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon
from companion.rules.variants.catan_for_two.forced_trade import ForceTrade
from companion.rules.variants.catan_for_two.neutral import (
    BuildNeutralRoad,
    BuildNeutralSettlement,
    PlaceNeutral,
)
from companion.rules.variants.catan_for_two.tokens import ChaseRobber, CountTokens, ThrowAwayKnight
from companion.rules.variants.event_cards.damage import DamageRoad, RepairRoad, TellRelaid
from companion.rules.variants.event_cards.giving import DrawCard, GiveCard, KeepCards, TakeResource
from companion.rules.variants.event_cards.turning import NewYear, TurnCard
from kivy_ui.window.screen_map import ScreenMap, Spot
from tests.kit.driver import Person, Recipe, act, answer_at_board, named, place, play_at_board, take
from tests.kit.hands import HandPerson, filled
from tests.kit.offscreen import Hours, own_time


class ModulePerson(HandPerson):
    """Somebody at the panel of a game with variants and scenarios."""

    def recipes(self) -> dict[str, Recipe]:
        return {**super().recipes(), **RECIPES}

    def _fits(self, spot: Spot, command: Command) -> bool:
        _answer, kind, *rest = spot.name.split("_")
        value = getattr(command, kind, None)
        if kind in ("player", "to") and rest:
            wanted = "nobody" if value is None else str(value)
            return rest[0] == wanted or (
                value in self.table.core.ids and rest[0] == str(self.seat(PlayerId(value)))
            )
        if kind == "partner" and rest:
            return rest[0] == str(self.seat(PlayerId(value)))
        if kind in ("count", "die", "number") and rest:
            return spot.text == str(value)
        if kind == "chronicle":
            return "_".join(rest).startswith(str(value))
        if kind == "cargo" and rest:
            return rest[0] == value
        if kind == "preview":
            return ("grain" in spot.text) is getattr(command, "grain", False)
        if kind == "owner":
            return "_".join(rest).startswith(str(value))
        if kind == "voters":
            return spot.text == " + ".join(
                self.table.core.players[self.seat(one)].name for one in value or ()
            )
        if kind == "tokens":
            return spot.text == " + ".join(map(str, value))
        if kind == "token":
            return spot.text == ("Keep all" if value is None else str(value))
        if kind in ("boot", "sideways"):
            return rest[0] == str(value)
        if spot.name.startswith("answer_all_kinds"):
            return rest[-1] == str(getattr(command, "all_kinds", None))
        return super()._fits(spot, command)


def turn_up(person: ModulePerson, command: TurnCard) -> int:
    """A tap to the pad if it is not there, one on the number, and one on the event if several can come."""
    to_the_pad(person)
    person.tap(f"card_number_{command.number}")
    event = f"card_event_{command.event}"
    before = person._before
    seen = person.hands.wait(
        lambda now: now.entry > before or bool(named(now, event)), f"{event} or the card"
    )
    if seen.entry == before:
        person.tap(event)
    return 1


def new_year(person: ModulePerson, command: NewYear) -> int:
    to_the_pad(person)
    person.tap("card_besides")
    return 1


def to_the_pad(person: ModulePerson) -> None:
    if person.hands.see().screen == "card_pad":
        return
    person.make_way()
    person.tap("waiting" if person.sees("waiting") else "roll")


def asked_in_panel(deed: str) -> Recipe:
    """What the panel of a player leads to, and what it asks."""

    def recipe(person: Person, command: Any) -> int:
        person.head(command.by, deed)
        person.say(command)
        return 1

    return recipe


def fish(person: Person, command: Any) -> int:
    person.head(command.by, "do_drive_off_robber")
    before = person._before
    kind = f"answer_{type(command).__name__}"
    person.hands.wait(
        lambda now: now.entry > before or any(spot.name.startswith("answer_") for spot in now.spots),
        "what the fish are for",
    )
    if person.sees(kind):
        person.tap(kind)
    person.say(command)
    return 1


def at_vote(person: ModulePerson, command: Any) -> int:
    """Cards beside the board as often as they are laid, or the place of the camel."""
    if not person.table.question("camel_votes", command.by):
        return place(person, command)
    if person.hands.see().screen != "board":
        person.tap("waiting")
    if isinstance(command, LayVote):
        person.tap(f"together_{person.seat(command.by)}_{command.good or 'vote'}")
    elif isinstance(command, EndVote):
        seen = person.hands.wait(lambda now: bool(named_like(now, "answer_EndVote")), "the end of the vote")
        person.tap_spot(seen, named_like(seen, "answer_EndVote")[0])
    else:
        person.say(command)
    return 1


def named_like(seen: ScreenMap, name: str) -> list[Spot]:
    """The widgets whose names begin so."""
    return [spot for spot in seen.spots if spot.name.startswith(name)]


def move_knight(person: ModulePerson, command: MoveKnight) -> int:
    """What the end of the turn asks, or a piece from beside the board."""
    asked = person.table.question("leave_castle", command.by) is not None
    return place(person, command) if asked else taken("move_knight")(person, command)


def at_once(instrument: str, deed: str = "") -> Recipe:
    """One tap in the column of a player, or in the panel where the column has no room for it."""

    def recipe(person: Person, command: Any) -> int:
        touch(person, command, instrument, deed)
        person.choose(command)
        return 1

    return recipe


def touch(person: Person, command: Any, instrument: str, deed: str = "") -> None:
    """Tap something in the column of a player, or else in the panel."""
    name = f"{instrument}_{person.seat(command.by)}"
    person.make_way()
    if not person.sees(name) and person.sees("result_card"):
        person.tap("result_card")
        person.hands.wait(lambda seen: not named(seen, "result_card"), "no result")
    if person.sees(name):
        person.tap(name)
    else:
        person.head(command.by, deed or f"do_{instrument}")


def told_of(event: str) -> Recipe:
    """What befalls a settlement or a city, where nobody enters places."""

    def recipe(person: Person, command: Any) -> int:
        piece = "city" if command.city else "settlement"
        return at_once(f"{event}_{piece}")(person, command)

    return recipe


def taken(instrument: str) -> Recipe:
    """What lies in the column of a player, and beside the board for who is there."""

    def recipe(person: Person, command: Any) -> int:
        if person.hands.see().screen == "board":
            return take(person, command)
        touch(person, command, instrument)
        person.say(command)
        return 1

    return recipe


def wagon(person: ModulePerson, command: MoveWagon) -> int:
    """The destination, which shows the way, and that again; who is at the table goes to the board by the
    wagon, or by the board's own button where a result lies over the wagon."""
    person.make_way(board=True)
    if person.hands.see().screen != "board":
        if person.sees(f"wagon_{person.seat(command.by)}"):
            touch(person, command, "wagon")
            person.say(command)
            return 1
        person.at_board()
        person.hands.wait(lambda now: now.screen == "board" and not now.moving, "the board")
    seen = person.hands.see()
    goal = next((goal for goal in seen.goals if goal.id == command.to), None)
    if seen.places or goal is None:
        return take(person, command)
    person.touch(goal.x, goal.y, f"goal {goal.id}")
    person.hands.wait(lambda now: bool(named_like(now, "answer_preview")), "the way")
    person.say(command)
    return 1


def sell_for_gold(person: ModulePerson, command: SellForGold) -> int:
    person.head(command.by, "do_sell")
    person.form()
    person.cards("give", command.give, rates(person.table, command.by))
    person.tap(f"form_gold_{command.gold}", "form_done")
    return 1


def trade_gold(person: ModulePerson, command: TradeGold) -> int:
    person.head(command.by, "do_trade")
    person.form()
    person.tap(f"form_partner_{person.seat(command.partner)}")
    person.tap(f"form_pays_{command.pays}" if command.pays else f"form_gets_{command.gets}")
    person.cards("give", command.give)
    person.cards("take", command.take)
    person.tap("form_done")
    return 1


def force_trade(person: ModulePerson, command: ForceTrade) -> int:
    person.head(command.by, "do_force_trade")
    if not person.table.slice(Base).hands.counted:
        person.say(command)
        return 1
    person.form()
    if person.sees("form_all_kinds_yes") and command.all_kinds:
        person.tap("form_all_kinds_yes")
    person.tap(f"form_count_{command.count}")
    person.cards("drawn", command.drawn)
    person.cards("returned", command.returned)
    person.tap("form_done")
    return 1


def monopoly(person: ModulePerson, command: PlayMonopoly) -> int:
    """A form where hands are counted, else a question."""
    person.at_board("take_play_knight")
    if not person.table.slice(Base).hands.counted:
        person.say(command)
        return 1
    kind = "answer_PlayMonopoly"
    person.hands.wait(lambda seen: seen.screen == "form" or bool(named(seen, kind)), "the form")
    if person.sees(kind):
        person.tap(kind)
    person.form()
    person.tap(f"form_good_{command.good}")
    person.given(command.given, command.good, None)
    person.tap("form_done")
    return 1


def year_of_plenty(person: ModulePerson, command: PlayYearOfPlenty) -> int:
    """The cards one after another, where hands are counted."""
    person.at_board("take_play_knight")
    if not command.cards:
        person.say(command)
        return 1
    goods = [good for good, count in command.cards.items() for _card in range(count)]
    kind, first = "answer_PlayYearOfPlenty", f"answer_cards_{goods[0]}"
    person.hands.wait(lambda seen: bool(named(seen, kind) or named(seen, first)), "the cards")
    person.tap(*([kind] if person.sees(kind) else []), *(f"answer_cards_{good}" for good in goods))
    return 1


def show_points(person: ModulePerson, command: ShowVictoryPoints) -> int:
    person.at_board("take_show_victory_points")
    person.form()
    person.tap(f"form_count_{command.count}")
    return 1


def lay_grounds(person: ModulePerson, command: LayGrounds) -> int:
    """The number of each place, in the order in which they are asked."""
    person.hands.wait(lambda seen: seen.screen == "board_setup", "the set-up")
    for ground in command.grounds:
        person.tap(f"shore_{ground.number}")
    person.tap("lay")
    return 1


RECIPES: dict[str, Any] = {
    str(kind.__struct_config__.tag): recipe
    for kind, recipe in (
        (BuyDevelopmentCard, take),
        (PlayKnight, take),
        (PlayRoadBuilding, take),
        (PlayYearOfPlenty, year_of_plenty),
        (PlayMonopoly, monopoly),
        (ShowVictoryPoints, show_points),
        (TurnCard, turn_up),
        (NewYear, new_year),
        (DamageRoad, place),
        (RepairRoad, take),
        (TellRelaid, answer_at_board),
        (TakeResource, answer_at_board),
        (GiveCard, answer_at_board),
        (KeepCards, answer_at_board),
        (DrawCard, answer_at_board),
        (PlaceNeutral, place),
        (BuildNeutralRoad, place),
        (BuildNeutralSettlement, place),
        (PlaceNeutralKnight, place),
        (PromoteNeutralKnight, place),
        (DismissKnight, asked_in_panel("do_dismiss_knight")),
        (ForceTrade, force_trade),
        (ChaseRobber, asked_in_panel("do_chase_robber")),
        (ThrowAwayKnight, asked_in_panel("do_throw_away_knight")),
        (CountTokens, filled("do_count_tokens")),
        (LayGrounds, lay_grounds),
        (TellBoot, answer_at_board),
        (SwapToken, answer_at_board),
        (LayVote, at_vote),
        (EndVote, at_vote),
        (PlaceCamel, at_vote),
        (AgreeOnCamel, at_vote),
        (NamePath, place),
        (GiveBoot, asked_in_panel("do_give_boot")),
        (ShowTokens, filled("do_show_tokens")),
        (CountFish, filled("do_count_tokens")),
        *((rule.command, fish) for rule in FISH),
        (DrawProgressCard, fish),
        (BuildBridge, taken("build_bridge")),
        (ClaimCamelPoint, at_once("camel_point")),
        (ClaimPrisoner, at_once("prisoner")),
        (ClaimConquered, told_of("conquered")),
        (ClaimFreed, told_of("freed")),
        (Deliver, at_once("deliver")),
        (ClaimWealth, at_once("wealth")),
        (ReturnWealth, at_once("wealth")),
        (TakePoverty, at_once("poverty")),
        (ReturnPoverty, at_once("poverty")),
        (SaveCity, answer_at_board),
        (SpendGold, at_once("spend_gold")),
        (EarnGold, at_once("earn_gold")),
        (GiveGold, asked_in_panel("do_give")),
        (BuyWithGold, at_once("buy")),
        (SellForGold, sell_for_gold),
        (TradeGold, trade_gold),
        (TellLanding, answer_at_board),
        (PlaceKnight, place),
        (MoveKnight, move_knight),
        (BuyChronicle, taken("draw_card")),
        (CaptureBarbarian, place),
        (MoveBarbarians, place),
        (TellPrisoner, answer_at_board),
        (TellCastleDie, answer_at_board),
        (TakeCard, answer_at_board),
        (MarchFar, act("do_march_far")),
        (WeakenKnight, act("do_weaken_knight")),
        (PlaceStranger, place),
        (RemoveBarbarian, asked_in_panel("do_remove_barbarian")),
        (MoveWagon, wagon),
        (DriveOff, take),
        (UpgradeWagon, taken("upgrade")),
        (TurnUpCargo, answer_at_board),
        (MoveBarbarian, place),
        (RaidWithKnight, take),
        (PlaySwiftJourney, take),
        (SendBarbarian, asked_in_panel("do_send_barbarian")),
        (ChaseBarbarian, take),
        (PlayBishop, play_at_board),
    )
}
"""The command's tag, and how it is entered."""


def commands(made: Header, seed: int, count: int) -> Iterator[Command]:
    """So many entries of a simulated game, or until it is over."""
    game = Simulation(made, random.Random(seed), checked=False)
    while len(game.entries) < count and not game.over:
        command = game.step().command
        assert command is not None
        yield command


def main(arguments: list[str]) -> int:
    """Play simulated games by touch, one after the other."""
    from tests.kit.taps import InProcess, application, leave_garbage, play

    parser = argparse.ArgumentParser(prog="python -m tests.kit.module_hands", description=__doc__)
    parser.add_argument("games", nargs="+", type=game_of, metavar="MODULES:PLAYERS:LEVEL:SEED")
    parser.add_argument("--entries", type=int, default=100)
    parser.add_argument("--frame", type=float, metavar="SECONDS", help="how long each frame takes")
    parser.add_argument("--twice", action="store_true", help="a second device tells each touch once more")
    options = parser.parse_args(arguments)
    clock = Hours() if options.frame else None
    with (
        tempfile.TemporaryDirectory() as folder,
        application(Path(folder)) as app,
        own_time(clock) if clock is not None else nullcontext(),
    ):
        hands = InProcess(app, clock)
        if hands.panel is not None:
            hands.panel.seconds, hands.panel.twice = options.frame, options.twice
            leave_garbage(app)
        for number, (modules, players, level, seed) in enumerate(options.games):
            print(f"{modules}, {players} players, {level}, seed {seed}", flush=True)
            made = header(tuple(modules.split(",")), players, seed, level, options={"points_to_win": 30})
            made = msgspec.structs.replace(made, game=f"touched-{number}")
            done = play(app, hands, made, commands(made, seed, options.entries), ModulePerson)
            kinds = Counter(str(type(one.command).__struct_config__.tag) for one in done)
            told = ", ".join(f"{tag} {count}" for tag, count in sorted(kinds.items()))
            print(f"{len(done)} entries by touch: {told}")
    return 0


def game_of(words: str) -> tuple[str, int, str, int]:
    """A set of modules, the number of players, the level and the seed, as they are written in one word."""
    modules, players, level, seed = words.split(":")
    return modules, int(players), level, int(seed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
