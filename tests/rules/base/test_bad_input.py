"""Entries of the base game that make no sense: each is refused with a sentence, and nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.app.games import complete
from companion.app.jsonl import GameFileError, encode_entry, encode_header, parse
from companion.app.narrate import violation_text
from companion.engine.codec import encode
from companion.engine.command import Command
from companion.engine.core import (
    AdjustPoints,
    ChangeLevel,
    ConfirmPosition,
    DeclareWinner,
    LeaveQuestion,
    PlayOn,
    StateTurn,
)
from companion.engine.errors import DecodeError
from companion.engine.event import Event
from companion.engine.ids import EdgeId, EntryId, HexId, PlayerId, Site
from companion.engine.level import Level
from companion.history.log import Entry
from companion.rules import catalogue
from companion.rules.base.board import Harbour
from companion.rules.base.building import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    CityBuilt,
    RoadBuilt,
    SettlementBuilt,
)
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.facts.development import StateDevelopment
from companion.rules.base.facts.hand import StateHand
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.base.facts.robber import StateRobber
from companion.rules.base.hands import CardsGained, CardsPaid
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.robber import DiscardCards, MoveRobber, RobberMoved
from companion.rules.base.setup import BoardLaid, LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.slice import Award
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.base.turn import EndTurn, RollDice
from tests.kit.each import each
from tests.kit.island import BEGINNERS, Island, corner, edge, edges, island
from tests.kit.tables import ANNA, BASE, BEN, Evening, evening

ZOE = PlayerId("zoe")
HUGE = 10**15

GOOD: tuple[Command, ...] = (
    LayBoard(ANNA, BEGINNERS),
    PlaceBuilding(ANNA, corner("4N")),
    PlaceRoad(ANNA, edge("4NE")),
    RollDice(ANNA, {"white": 3, "red": 5}),
    EndTurn(ANNA),
    BuildRoad(ANNA, edge("4NE")),
    BuildSettlement(ANNA, corner("4N")),
    BuildCity(ANNA, corner("4N")),
    MoveRobber(ANNA, HexId(4), BEN, "ore"),
    DiscardCards(ANNA, {"ore": 1}, 3),
    TradeWithBank(ANNA, {"wool": 4}, {"ore": 1}),
    TradeWithPlayer(ANNA, BEN, {"wool": 1}, {"ore": 1}),
    ShowCards(ANNA, {"ore": 1}, True),
    CountHand(ANNA, BEN, 3),
    CountBank(ANNA, {"ore": 3}),
    BuyDevelopmentCard(ANNA),
    PlayKnight(ANNA, HexId(4), BEN, "ore"),
    PlayRoadBuilding(ANNA, edges("4NE 4E")),
    PlayYearOfPlenty(ANNA, {"ore": 2}),
    PlayMonopoly(ANNA, "ore", {BEN: 1}),
    ShowVictoryPoints(ANNA, 1),
    ClaimLongestRoad(ANNA, 5),
    CutLongestRoad(ANNA, {BEN: 5}),
    LeaveQuestion(ANNA, 1),
    PlayOn(ANNA),
    DeclareWinner(ANNA),
    AdjustPoints(ANNA, BEN, 1, "a bet"),
    ChangeLevel(ANNA, Level.L2),
    ConfirmPosition(ANNA),
    StateTurn(ANNA, BEN),
    StatePieces(ANNA, BEN, (corner("4N"),), (corner("9S"),), edges("4NE 4E")),
    StateRobber(ANNA, HexId(4)),
    StateAward(ANNA, Award.LONGEST_ROAD, BEN, 5),
    StateDevelopment(ANNA, BEN, 2, {"knight": 1}),
    StateHand(ANNA, BEN, 3),
)
"""One entry of each kind, with every field filled in."""

GOOD_BY_NAME = {type(command).__name__: command for command in GOOD}


def test_there_is_an_example_of_every_command_of_the_base_game() -> None:
    kinds = {rule.command for part in catalogue.module("base").parts for rule in part.commands}
    assert kinds == {type(command) for command in GOOD}


# --- sense: names, places and counts that are not there


def fresh(level: Level = Level.L3) -> Evening:
    """The island has not been laid yet."""
    return evening(modules=BASE, level=level)


def placing() -> Island:
    """Anna places her first settlement."""
    table = Island(fresh().session)
    table.enter(LayBoard(ANNA, BEGINNERS))
    return table


def placing_a_road() -> Island:
    table = placing()
    table.enter(PlaceBuilding(ANNA, corner("4N")))
    return table


def playing() -> Island:
    """Anna has everything to build and trade with."""
    rich = "5 lumber 5 brick 5 wool 5 grain 5 ore"
    return island(
        pieces="anna: settlement 4N, way 4N 4NE 4SE; ben: settlement 14S", hands={"anna": rich, "ben": "3 ?"}
    ).given_development("anna", 3)


def seven() -> Island:
    """Anna owes cards, and then moves the robber."""
    table = island(pieces="ben: settlement 14S", hands={"anna": "9 ore", "ben": "2 ?"}, rolled=False)
    table.roll("anna", 3, 4)
    return table


def robbing() -> Island:
    table = seven()
    table.enter(DiscardCards(ANNA, {"ore": 4}))
    return table


def rolling() -> Island:
    return island(rolled=False)


def board(**changes: Any) -> LayBoard:
    """The beginners' board with something else in it."""
    return LayBoard(ANNA, msgspec.structs.replace(BEGINNERS, **changes))


def harbours(*found: tuple[str, str]) -> tuple[Harbour, ...]:
    return tuple(Harbour(EdgeId(side), good) for side, good in found)


def with_hex(hex: int, terrain: str) -> tuple[str, ...]:
    return (*BEGINNERS.terrain[:hex], terrain, *BEGINNERS.terrain[hex + 1 :])


def with_token(hex: int, token: int) -> tuple[int, ...]:
    return (*BEGINNERS.tokens[:hex], token, *BEGINNERS.tokens[hex + 1 :])


SENSELESS: list[tuple[Callable[[], Evening], Command, str]] = [
    # boards that cannot lie on a table
    (fresh, board(rows=()), "Rows of these lengths make no island"),
    (fresh, board(rows=(3, 5)), "Rows of these lengths make no island"),
    (fresh, board(rows=(3, -4)), "Rows of these lengths make no island"),
    (fresh, board(rows=(HUGE, HUGE + 1)), "Rows of these lengths make no island"),
    (fresh, board(rows=(5, 4) * 500), "Rows of these lengths make no island"),
    (fresh, board(terrain=BEGINNERS.terrain[:18]), "terrain is entered for 18"),
    (fresh, board(terrain=()), "terrain is entered for 0"),
    (fresh, board(terrain=with_hex(4, "moon")), "Hex 4: there is no terrain called moon."),
    (fresh, board(tokens=(*BEGINNERS.tokens, 5)), "number tokens are entered for 20"),
    (fresh, board(tokens=with_token(4, 13)), "Hex 4: there is no token with the number 13."),
    (fresh, board(tokens=with_token(4, 7)), "Hex 4: there is no token with the number 7."),
    (fresh, board(tokens=with_token(4, -HUGE)), "Hex 4: there is no token with the number"),
    (fresh, board(harbours=harbours(("99NE", "any"))), "A harbour is entered at 99NE"),
    (fresh, board(harbours=harbours(("9NE", "any"))), "A harbour is entered at 9NE"),
    (fresh, board(harbours=harbours(("0NW", "gold"))), "The harbour at 0NW is for gold"),
    (fresh, board(harbours=harbours(("0NW", "any"), ("0NW", "ore"))), "Two harbours are entered at 0NW."),
    (fresh, board(harbours=harbours(("0NW", "any"), ("0NE", "ore"))), "The harbours at 0NW and 0NE share"),
    (fresh, board(harbours=harbours(("0NW", "any")) * 5000), "5000 harbours are entered"),
    # the set-up
    (placing, PlaceBuilding(ANNA, Site("99N")), "99N"),
    (placing, PlaceBuilding(ANNA, Site("")), "There is no place called"),
    (placing, PlaceBuilding(ANNA, Site("anna-1")), "anna-1"),
    (placing, PlaceBuilding(ANNA, Site("4NE" * 100)), "4NE4NE"),
    (placing, PlaceBuilding(ANNA, Site("9N")), "The place 9N is entered as 4SE."),
    (placing, PlaceBuilding(ZOE, corner("4N")), "Nobody called zoe"),
    (placing_a_road, PlaceRoad(ANNA, EdgeId("19E")), "19E"),
    (placing_a_road, PlaceRoad(ANNA, EdgeId("4N")), "4N"),
    (placing_a_road, PlaceRoad(ANNA, EdgeId("4NW")), "The place 4NW is entered as 0SE."),
    # the roll
    (rolling, RollDice(ANNA, {}), "A die is missing"),
    (rolling, RollDice(ANNA, {"white": 3}), "A die is missing: red die."),
    (rolling, RollDice(ANNA, {"white": 3, "red": 7}), "red die, 7"),
    (rolling, RollDice(ANNA, {"white": 3, "red": HUGE}), "red die"),
    (rolling, RollDice(ANNA, {"white": 3, "red": "six"}), "red die, six"),
    (rolling, RollDice(ANNA, {"white": 3, "red": 4, "blue": 1}), "blue"),
    (rolling, RollDice(ZOE, {"white": 3, "red": 4}), "Nobody called zoe"),
    # building
    (playing, BuildRoad(ANNA, EdgeId("19E")), "There is no place called 19E on this board."),
    (playing, BuildRoad(ANNA, EdgeId("")), "There is no place called"),
    (playing, BuildRoad(ANNA, EdgeId("4se")), "4se"),
    (playing, BuildRoad(ANNA, EdgeId("9NE")), "The place 9NE is entered as 5SW."),
    (playing, BuildSettlement(ANNA, Site("19N")), "There is no place called 19N on this board."),
    (playing, BuildSettlement(ANNA, Site("9NE")), "The place 9NE is entered as 5S."),
    (playing, BuildSettlement(ANNA), "The entry does not say where."),
    (playing, BuildCity(ANNA, Site("nowhere")), "There is no settlement of Anna there."),
    (playing, BuildCity(ANNA), "The entry does not say where."),
    # the robber
    (seven, DiscardCards(ANNA, {"gold": 4}), "No card of this game is called gold."),
    (seven, DiscardCards(ANNA, {"knight": 4}), "Development cards are never traded, nor discarded"),
    (seven, DiscardCards(ANNA, {"ore": -4}), "The number of cards cannot be -4 here."),
    (seven, DiscardCards(ANNA, {"ore": 0}, 4), "The number of cards cannot be 0 here."),
    (seven, DiscardCards(ANNA, {"ore": HUGE}), "The number of cards cannot be 1000 here."),
    (seven, DiscardCards(ANNA, {"ore": 4}, -1), "The number of cards cannot be -1 here."),
    (seven, DiscardCards(ANNA, {}, HUGE), "The number of cards cannot be 1000 here."),
    (seven, DiscardCards(BEN, {"ore": 1}), "Nothing in the game asks Ben for that now."),
    (robbing, MoveRobber(ANNA, HexId(19)), "There is no place called 19 on this board."),
    (robbing, MoveRobber(ANNA, HexId(-1)), "There is no place called -1 on this board."),
    (robbing, MoveRobber(ANNA, HexId(HUGE)), "There is no place called 1000"),
    (robbing, MoveRobber(ANNA, HexId(14), ZOE), "Nobody called zoe plays in this game."),
    (robbing, MoveRobber(ANNA, HexId(14), ANNA), "Anna has to name an opponent."),
    (robbing, MoveRobber(ANNA, HexId(14), BEN, "gold"), "No card of this game is called gold."),
    (robbing, MoveRobber(ANNA, HexId(4), None, "ore"), "A card is named, but nobody who lost it."),
    (playing, MoveRobber(ANNA, HexId(4)), "Nothing in the game asks Anna for that now."),
    # trade
    (playing, TradeWithBank(ANNA, {"gold": 4}, {"ore": 1}), "No card of this game is called gold."),
    (playing, TradeWithBank(ANNA, {"wool": 4}, {"gold": 1}), "No card of this game is called gold."),
    (playing, TradeWithBank(ANNA, {"wool": -4}, {"ore": -1}), "The number of cards cannot be"),
    (playing, TradeWithBank(ANNA, {"wool": 4}, {"ore": HUGE}), "The number of cards cannot be"),
    (playing, TradeWithBank(ANNA, {"wool": 0}, {"ore": 0}), "The number of cards cannot be 0 here."),
    (playing, TradeWithPlayer(ANNA, ZOE, {"wool": 1}, {"ore": 1}), "Nobody called zoe plays in this game."),
    (playing, TradeWithPlayer(ANNA, ANNA, {"wool": 1}, {"ore": 1}), "Anna has to name an opponent."),
    (playing, TradeWithPlayer(ANNA, BEN, {"wool": 1}, {"gold": 1}), "is called gold."),
    (playing, TradeWithPlayer(ANNA, BEN, {"wool": -1}, {"ore": 1}), "The number of cards cannot be -1 here."),
    (playing, TradeWithPlayer(ANNA, BEN, {"wool": HUGE}, {"ore": 1}), "The number of cards cannot be"),
    # showing and counting
    (playing, ShowCards(ANNA, {"gold": 1}), "No card of this game is called gold."),
    (playing, ShowCards(ANNA, {"ore": -1}), "The number of cards cannot be -1 here."),
    (playing, ShowCards(ANNA, {"ore": HUGE}), "The number of cards cannot be"),
    (playing, ShowCards(ZOE, {"ore": 1}), "Nobody called zoe plays in this game."),
    (playing, CountHand(ANNA, ZOE, 1), "Nobody called zoe plays in this game."),
    (playing, CountHand(ANNA, BEN, -1), "The number of cards cannot be -1 here."),
    (playing, CountHand(ANNA, BEN, HUGE), "The number of cards cannot be"),
    (playing, CountHand(ANNA, BEN, 90), "The number of cards cannot be 90 here."),
    (playing, CountBank(ANNA, {"gold": 1}), "No card of this game is called gold."),
    (playing, CountBank(ANNA, {"ore": -1}), "The number of cards cannot be -1 here."),
    (playing, CountBank(ANNA, {"ore": 20}), "The number of cards cannot be 20 here."),
    (playing, CountBank(ANNA, {}), "The number is missing of"),
    # development cards
    (playing, PlayKnight(ANNA, HexId(19)), "There is no place called 19 on this board."),
    (playing, PlayKnight(ANNA, HexId(14), ZOE), "Nobody called zoe plays in this game."),
    (playing, PlayKnight(ANNA, HexId(14), BEN, "gold"), "No card of this game is called gold."),
    (playing, PlayRoadBuilding(ANNA, ()), "One road or two different ones are placed."),
    (playing, PlayRoadBuilding(ANNA, edges("4E") * 5000), "One road or two different ones are placed."),
    (playing, PlayRoadBuilding(ANNA, (EdgeId("99E"),)), "There is no place called 99E on this board."),
    (playing, PlayYearOfPlenty(ANNA, {"gold": 2}), "No card of this game is called gold."),
    (playing, PlayYearOfPlenty(ANNA, {"ore": -2}), "The number of cards cannot be -2 here."),
    (playing, PlayYearOfPlenty(ANNA, {"ore": HUGE}), "The number of cards cannot be"),
    (playing, PlayMonopoly(ANNA, "gold", {}), "No card of this game is called gold."),
    (playing, PlayMonopoly(ANNA, "ore", {ZOE: 1}), "Nobody called zoe plays in this game."),
    (playing, PlayMonopoly(ANNA, "ore", {ANNA: 1}), "Anna has to name an opponent."),
    (playing, PlayMonopoly(ANNA, "ore", {BEN: -1}), "The number of cards cannot be -1 here."),
    (playing, PlayMonopoly(ANNA, "ore", {BEN: HUGE}), "The number of cards cannot be"),
    (playing, ShowVictoryPoints(ANNA, 0), "There are not so many victory-point cards: 0."),
    (playing, ShowVictoryPoints(ANNA, HUGE), "There are not so many victory-point cards"),
    # the turn and the table's word
    (playing, EndTurn(ZOE), "Nobody called zoe plays in this game."),
    (playing, LeaveQuestion(ANNA, -1), "This question is no longer open."),
    (playing, LeaveQuestion(ANNA, HUGE), "This question is no longer open."),
    (playing, PlayOn(ANNA), "The game is not over yet."),
    (playing, DeclareWinner(ZOE), "Nobody called zoe plays in this game."),
    (playing, StateTurn(ANNA, ZOE), "Nobody called zoe plays in this game."),
    (playing, StatePieces(ANNA, ZOE), "Nobody called zoe plays in this game."),
    (playing, StateRobber(ANNA, HexId(HUGE)), "There is no place called 1000 on this board."),
    (playing, StateAward(ANNA, Award.LARGEST_ARMY, ZOE), "Nobody called zoe plays in this game."),
    (playing, StateAward(ANNA, Award.LONGEST_ROAD, BEN, HUGE), "Nobody has more than 15 roads."),
    (playing, StateDevelopment(ANNA, BEN, HUGE), "Nobody can hold 1000 development cards."),
    (playing, StateDevelopment(ANNA, BEN, 0, {"gold": 1}), "like this: gold."),
    (playing, StateHand(ANNA, BEN, HUGE), "The number of cards cannot be"),
    (playing, ChangeLevel(ANNA, Level.L3), "The table tracks that already."),
    (playing, AdjustPoints(ANNA, ZOE, 1), "Nobody called zoe plays in this game."),
    (playing, AdjustPoints(ANNA, BEN, HUGE), "Points are changed by 99 at most."),
    (playing, ClaimLongestRoad(ANNA, 5), "There is no such move in this game"),
    (playing, CutLongestRoad(ANNA, {BEN: 5}), "There is no such move in this game"),
]  # fmt: skip


@each(SENSELESS)
def test_b_24_nonsense_is_refused_and_nothing_changes(
    position: Callable[[], Evening], command: Command, said: str
) -> None:
    """Not even the table's ruling makes a place, a card or a player that is not there."""
    table = position()
    before, entries = table.state, table.session.entries
    table.impossible(command)
    sentences = [violation_text(violation, table.core.players) for violation in table.violations(command)]
    assert any(said in sentence for sentence in sentences), sentences
    assert all(len(sentence) <= 400 and "{" not in sentence for sentence in sentences)
    assert table.state == before
    assert table.session.entries == entries


def test_every_command_of_the_base_game_is_tried_with_nonsense() -> None:
    kinds = {type(command) for _, command, _ in SENSELESS}
    assert kinds == {type(command) for command in GOOD} - {BuyDevelopmentCard, ConfirmPosition}, "say no more"


@each(GOOD)
def test_b_14_a_stranger_does_nothing(command: Command) -> None:
    stranger = msgspec.structs.replace(command, by=ZOE)
    for table in (playing(), fresh(Level.L2), fresh(Level.L1)):
        assert table.impossible(stranger) <= {"B-14", ""}


# --- form: fields that are missing or of a wrong type, in the open format

JUNK: tuple[Any, ...] = (None, True, 3.5, 7, "x", [], {}, [1, "a"], {"a": {"b": []}})


INSIDE = {("board", "{}"): "rows", ("board", "{'a': {'b': []}}"): "field a "}
"""Where something inside a field is wrong, that is named."""


def plain(command: Command) -> dict[str, Any]:
    """A command as JSON has it, every field written."""
    found: dict[str, Any] = json.loads(encode(command))
    for field in msgspec.structs.fields(command):
        found.setdefault(field.encode_name, msgspec.to_builtins(getattr(command, field.name)))
    return found


def told(data: dict[str, Any]) -> str:
    """What an import says of a game with this one command."""
    table = fresh()
    line = b'{"entry":1,"command":' + json.dumps(data).encode() + b"}"
    try:
        parse(encode_header(table.session.header) + b"\n" + line + b"\n", "game.jsonl")
    except GameFileError as error:
        return str(error)
    return ""


def cases() -> list[tuple[str, dict[str, Any], str]]:
    """Every field of every command: left out, of each wrong type, or one too many."""
    found = []
    for name, command in GOOD_BY_NAME.items():
        whole = plain(command)
        assert told(whole) == "", name
        for field in msgspec.structs.fields(command):
            key = field.encode_name
            if field.required:
                found.append((name, {k: v for k, v in whole.items() if k != key}, key))
            for junk in JUNK:
                data = {**whole, key: junk}
                if not _decodes(field.type, junk):
                    found.append((name, data, INSIDE.get((key, str(junk)), key)))
        found.append((name, {**whole, "mood": "good"}, "mood"))
        found.append((name, {**whole, "type": "base.no_such_thing"}, "base.no_such_thing"))
        found.append((name, {k: v for k, v in whole.items() if k != "type"}, "type"))
    return found


def _decodes(kind: Any, value: Any) -> bool:
    try:
        msgspec.json.decode(json.dumps(value), type=kind)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", GOOD_BY_NAME)
def test_a_field_that_is_missing_or_of_a_wrong_type_is_named(name: str) -> None:
    tried = [case for case in cases() if case[0] == name]
    assert len(tried) > 3
    for _, data, field in tried:
        with pytest.raises(DecodeError):
            catalogue.codec().command(json.dumps(data))
        sentence = told(data)
        assert sentence.startswith("game.jsonl, line 2: "), data
        assert field in sentence, (data, sentence)


# --- whole logs


def log(*commands: Command, events: bool = False) -> bytes:
    """A game at L3 with these commands, without the events that they mean."""
    header = fresh().session.header
    lines = [encode_header(header)]
    lines += [encode_entry(Entry(EntryId(n), c), events) for n, c in enumerate(commands, start=1)]
    return b"".join(line + b"\n" for line in lines)


@each([(command, said) for position, command, said in SENSELESS if position is fresh])
def test_b_08_a_log_whose_board_is_impossible_is_not_taken(command: Command, said: str) -> None:
    try:
        game = parse(log(command), "game.jsonl")
    except GameFileError as error:
        assert "line 2" in str(error)
        return
    with pytest.raises(GameFileError) as refused:
        complete(game)
    assert str(refused.value).startswith("game.jsonl, line 2: ")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "events",
    [
        [BoardLaid(msgspec.structs.replace(BEGINNERS, terrain=BEGINNERS.terrain[:5]), None)],
        [BoardLaid(msgspec.structs.replace(BEGINNERS, tokens=()), None)],
        [BoardLaid(msgspec.structs.replace(BEGINNERS, rows=(3, 5)), None)],
        [BoardLaid(BEGINNERS, HexId(19))],
        [BoardLaid(BEGINNERS, HexId(9)), SettlementBuilt(ANNA, Site("99N"))],
        [BoardLaid(BEGINNERS, HexId(9)), CityBuilt(ANNA, Site("9N"))],
        [BoardLaid(BEGINNERS, HexId(9)), RoadBuilt(ANNA, EdgeId("99E"))],
        [BoardLaid(BEGINNERS, HexId(9)), RobberMoved(HexId(-1))],
        [BoardLaid(BEGINNERS, HexId(9)), CardsGained(ANNA, {"gold": 1})],
        [BoardLaid(BEGINNERS, HexId(9)), CardsGained(ZOE, {"ore": 1})],
        [BoardLaid(BEGINNERS, HexId(9)), CardsPaid(ANNA, {"ore": -1})],
        [RoadBuilt(ANNA, EdgeId("4NE"))],
    ],
    ids=lambda events: "-".join(type(event).__name__ for event in events),
)
def test_b_08_events_that_make_an_impossible_board_are_not_taken(events: list[Event]) -> None:
    """A file may say what its commands meant; what it says must be possible."""
    header = fresh().session.header
    entry = Entry(EntryId(1), LayBoard(ANNA, BEGINNERS), tuple(events))
    game = parse(encode_header(header) + b"\n" + encode_entry(entry) + b"\n", "game.jsonl")
    with pytest.raises(GameFileError, match=r"game\.jsonl, line 2: This entry does not fit the game\."):
        complete(game)


def test_b_08_events_of_a_board_that_can_lie_there_are_taken() -> None:
    table = fresh()
    table.enter(LayBoard(ANNA, BEGINNERS))
    data = encode_header(table.session.header) + b"\n" + encode_entry(table.session.entries[0]) + b"\n"
    entries, state = complete(parse(data, "game.jsonl"))
    assert state == table.state
    assert entries == table.session.entries


def test_b_08_a_log_that_plays_without_a_board_is_not_taken() -> None:
    game = parse(log(RollDice(ANNA, {"white": 3, "red": 4})), "game.jsonl")
    with pytest.raises(GameFileError, match="line 2"):
        complete(game)
