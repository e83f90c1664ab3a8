"""Refusals as the table reads them: the reason, the right rule, English that fits every number and name."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterable, Sequence

import pytest

from companion.app.narrate import CARDS, PEOPLE, event_text, texts, violation_text
from companion.app.simulate import Simulation, header
from companion.engine.ids import HexId, PlayerId
from companion.engine.state import Player
from companion.engine.verdict import Param, Refused, soft
from companion.rules.base.board import DESERT
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.robber import DiscardCards, MoveRobber
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.cities_knights.cards import PutBack
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.progress.alchemist import DiceNamed
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.progress.spy import PlaySpy
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.progress.wedding import PlayWedding
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.turning import TurnCard
from tests import cheats
from tests.architecture.test_texts import violations as all_violations
from tests.kit.cheats import attempts
from tests.kit.island import Island, corner, edge, island
from tests.kit.progress import holding
from tests.kit.tables import ANNA, BEN, CARLA

PEOPLE_AT_THE_TABLE = (
    Player(PlayerId("seat_1"), "Anna", "red"),
    Player(PlayerId("seat_2"), "Ben", "blue"),
    Player(PlayerId("seat_3"), "Carla", "white"),
)
FIELDS = r"\((give|take|given|cards?|good|commodity|total|unseen|drawn|returned|count)\)"
ONE_OF_MANY = re.compile(
    r"(?<![\d-])1 (?:fish |development |progress |victory-point )?"
    r"(?:point|card|token|road|citie|knight|segment|piece)s\b"
)


def why(table: Island, command: object) -> list[tuple[str, str]]:
    """The rule and the sentence of each reason."""
    found = table.violations(command)  # type: ignore[arg-type]
    return [(str(one.rule), violation_text(one, table.core.players)) for one in found]


# --- what was asked of nobody


def test_b_33_the_robber_waits_for_the_discards() -> None:
    table = island(hands={"anna": "8 ore", "ben": "8 wool"}, rolled=False)
    table.roll("anna", 3, 4)
    table.enter(DiscardCards(ANNA, {"ore": 4}))
    sentence = "First Ben has to discard; only then does the robber move."
    assert why(table, MoveRobber(ANNA, HexId(0))) == [("B-33", sentence)]


def test_ck_123_only_a_card_too_many_is_put_back() -> None:
    sentence = "Anna has no progress card too many, and puts none back otherwise."
    assert why(holding("anna: science"), PutBack(ANNA, Track.SCIENCE)) == [("CK-123", sentence)]


# --- whom the robber robs


def seven(**more: object) -> Island:
    table = island(rolled=False, **more)  # type: ignore[arg-type]
    table.roll("anna", 3, 4)
    return table


def test_b_31_nothing_of_theirs_stands_there() -> None:
    table = seven(pieces="ben: settlement 4N", hands={"ben": "1 ore"})
    sentence = "Ben has no settlement or city there, so cannot be robbed there."
    assert why(table, MoveRobber(ANNA, HexId(14), BEN)) == [("B-31", sentence)]


def test_b_31_somebody_else_there_has_cards() -> None:
    table = seven(pieces="ben: settlement 4N; carla: settlement 4SW", hands={"carla": "1 ore"})
    sentence = "Ben has no cards in hand, and somebody else there has some."
    assert why(table, MoveRobber(ANNA, HexId(4), BEN)) == [("B-31", sentence)]


def test_fr_02_who_has_few_points_is_spared() -> None:
    table = seven(
        modules=("base", "friendly_robber"),
        friendly_robber="no_theft",
        pieces="ben: settlement 4N",
        hands={"ben": "1 ore"},
    )
    sentence = "Ben has only 1 point, so the robber takes no card from them."
    assert why(table, MoveRobber(ANNA, HexId(4), BEN)) == [("FR-02", sentence)]


# --- what stands in the way


def test_ck_91_an_own_knight_stands_where_the_settlement_goes() -> None:
    table = holding(
        "", pieces="anna: way 9N 9NE 9SE, knight 9SE", hands={"anna": "1 brick 1 lumber 1 wool 1 grain"}
    )
    sentence = "A piece of Anna stands there already: knight."
    assert why(table, BuildSettlement(ANNA, corner("9SE"))) == [("CK-91", sentence)]


def test_ck_91_a_knight_shuts_a_road_off() -> None:
    table = holding("", pieces="anna: way 9N 9NE; ben: knight 9NE", hands={"anna": "1 brick 1 lumber"})
    sentence = "The road of Anna cannot go on past a piece of Ben: knight."
    assert why(table, BuildRoad(ANNA, edge("9E"))) == [("CK-91", sentence)]


def test_ck_96_a_knight_does_not_move_to_where_it_stands() -> None:
    table = holding("", pieces="anna: way 9N 9NE, active knight 9N")
    sentence = "The knight of Anna stands there already, so it would not move."
    assert why(table, MoveKnight(ANNA, corner("9N"), corner("9N"))) == [("CK-96", sentence)]


# --- cards that would do nothing


def test_ck_125_each_card_says_what_is_missing() -> None:
    table = holding("anna: politics science trade")
    for command, missing in (
        (PlayWedding(ANNA), "Nobody has more points than Anna"),
        (PlayMasterMerchant(ANNA, CARLA), "Nobody has more points than Anna"),
        (PlayWarlord(ANNA), "Anna has no inactive knight"),
        (PlaySmith(ANNA, ()), "Anna has no knight that can be promoted"),
        (PlaySpy(ANNA, BEN, Track.SCIENCE), "Ben has no face-down progress cards"),
        (PlayEngineer(ANNA), "Anna has no city"),
    ):
        ((rule, sentence),) = why(table, command)
        assert rule == "CK-125", command
        assert sentence.startswith(missing), sentence


def test_pc_b04_what_closes_the_road_is_said() -> None:
    table = holding("anna: politics", pieces="ben: settlement 9N, way 9N 9NE 9SE, knight 9SE")
    sentence = "This road of Ben is closed at both ends: road, settlement."
    assert why(table, PlayDiplomat(ANNA, edge("9NE"))) == [("PC-B04", sentence)]


def test_pc_g01_the_named_dice_are_told_once() -> None:
    assert event_text(DiceNamed((2, 5)), ()) == "The dice are named, white and red: 2, 5."
    assert event_text(DiceNamed(None), ()) is None


# --- no rule, no field, no id


def test_a_move_of_another_game_cites_no_rule() -> None:
    sentence = "There is no such move in this game, or not at this tracking level."
    assert why(island(), TurnCard(ANNA, 8)) == [("", sentence)]


def test_b_42_a_wrong_number_in_plain_english() -> None:
    table = island(hands={"anna": "9 wool"})
    assert why(table, TradeWithBank(ANNA, {"wool": 6}, {"ore": 2}))[1][1] == (
        "Anna gets 1 card from the bank for this, not 2."
    )


def test_who_names_himself_is_asked_for_an_opponent() -> None:
    table = island(hands={"anna": "1 wool"}).given_development("anna")
    for command in (
        TradeWithPlayer(ANNA, ANNA, {"wool": 1}, {"ore": 1}),
        PlayMonopoly(ANNA, "ore", {ANNA: 1}),
    ):
        assert "Anna has to name an opponent." in [sentence for _, sentence in why(table, command)]


# --- all of them


NEVER_ONE = frozenset(
    {"development.count", "development.stack-short", "development.too-many", "event.new-year-due"}
    | {
        "event.new-year-early",
        "event.not-so-many",
        "fish.not-so-many",
        "fit.cards",
        "fit.pieces-city",
        "fit.pieces-road",
    }
    | {"fit.progress-cards", "fit.trail-longer", "fit.trail-short", "progress.deck-short"}
    | {"progress.no-such-count", "road.cut-is-longer", "road.not-longer", "road.set-aside", "road.too-many"}
    | {"tokens.impossible"}
)
"""Sentences whose plural stands beside how many there are in the box, the least of Longest Road, or a number
that nobody can have."""


def faults_of(sentence: str, ids: Iterable[str]) -> list[str]:
    """What no sentence may hold: braces, names of fields, ids of players, one of many."""
    found = [] if sentence[-1] in ".?" else ["no whole sentence"]
    found += ["a brace"] if re.search(r"[{}]", sentence) else []
    found += ["a field"] if re.search(FIELDS, sentence) else []
    found += [f"the id {who}" for who in ids if re.search(rf"\b{who}\b", sentence)]
    found += ["one of many"] if ONE_OF_MANY.search(sentence) else []
    return found


def sample(name: str, number: int) -> Param:
    """A value that a rule could give for a parameter."""
    if name in PEOPLE:
        return PEOPLE_AT_THE_TABLE[len(name) % 3].id
    if name in CARDS or name == "goods":
        return ("ore", "wool")
    words: dict[str, Param] = {
        "good": "ore",
        "card": "spy",
        "track": "science",
        "piece": "city",
        "pieces": ("road", "city"),
        "terrain": DESERT,
        "development": "monopoly",
        "die": "white",
        "level": "L2",
        "module": "base",
        "players": ("seat_1", "seat_3"),
        "harbour": "any",
        "tokens": ("1", "2"),
        "event": "tournament",
    }
    return words.get(name, number)


def rendered(key: str, number: int, numbered: Sequence[str]) -> str:
    """The sentence of a key with sample parameters, each number the same."""
    params = {name: sample(name, number) for name in numbered}
    return violation_text(soft("B-20", key, **params), PEOPLE_AT_THE_TABLE)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_every_refusal_is_a_sentence_for_every_number(number: int) -> None:
    wrong = {}
    for key, given in sorted(all_violations().items()):
        entry = texts()[key]
        named = {name for text in entry.values() for _, name, _, _ in string.Formatter().parse(text) if name}
        sentence = rendered(key, number, sorted(named | given))
        found = faults_of(sentence, ("seat_1", "seat_2", "seat_3"))
        if key in NEVER_ONE and found == ["one of many"]:
            continue
        if found:
            wrong[f"{key}: {sentence}"] = found
    assert wrong == {}


@pytest.mark.parametrize("modules", [*cheats.GAMES, ("base", "fishermen", "friendly_robber")])
def test_refusals_of_cheats_are_whole_sentences(modules: tuple[str, ...]) -> None:
    top = header(modules, 3, 5)
    people = {
        player.id: Player(PlayerId(player.id), player.name + "a", player.colour) for player in top.players
    }
    game = Simulation(top, random.Random(5), checked=False)
    seen: set[tuple[str, str]] = set()
    wrong = {}
    while not game.over and len(game.entries) < 250:
        game.step()
        if game.over or game.chance.random() > 0.2:
            continue
        for _, command in attempts(game):
            verdict = game.judge(command)
            if not isinstance(verdict, Refused):
                continue
            for one in verdict.violations:
                sentence = violation_text(one, tuple(people.values()))
                seen.add((one.rule, one.key))
                found = faults_of(sentence, people)
                if found:
                    wrong[f"{one.key}: {sentence}"] = found
    assert wrong == {}
    assert len(seen) >= 20
