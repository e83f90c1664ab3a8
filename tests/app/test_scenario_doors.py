"""What cannot be in a scenario, at the doors by which it might come in: the table's word, catch-up, a file
that is replayed or imported, two scenarios for one game, and a game that another version has kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import combinations, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.cli import main
from companion.app.games import resume
from companion.app.jsonl import GameFileError, export_game, parse
from companion.app.narrate import violation_text
from companion.app.roster import Person
from companion.app.simulate import Simulation, header
from companion.app.storage import StorageError, open_store
from companion.engine.command import Command
from companion.engine.decide import decide
from companion.engine.ids import EntryId
from companion.engine.level import Level
from companion.engine.verdict import Accepted, Refused
from companion.history.log import Entry
from companion.presenters import catch_up, modules, new_game
from companion.presenters.new_game import NewGame
from companion.rules import catalogue
from companion.rules.base.board import Board
from companion.rules.base.facts.development import StateDevelopment
from companion.rules.base.setup import LayBoard
from companion.rules.gold.facts import StateGold
from companion.rules.gold.trading import TradeGold
from companion.rules.scenarios.barbarian_attack.facts import (
    StateBarbarians,
    StateCards,
    StateKnights,
    StatePrisoners,
)
from companion.rules.scenarios.caravans.facts import StateCaravan
from companion.rules.scenarios.rivers.facts import StateBridges
from companion.rules.scenarios.traders_barbarians import facts as traders
from companion.rules.scenarios.traders_barbarians.cargo import TurnUpCargo
from tests.kit.camels import OASIS_BOARD, caravans
from tests.kit.coasts import COAST, coast
from tests.kit.each import each
from tests.kit.installed import without
from tests.kit.island import Island, edges
from tests.kit.rivers import RIVER_BOARD, SITES, rivers
from tests.kit.tables import ANNA, BEN, evening
from tests.kit.traders import BOARD, trading

TABLES: Mapping[str, Callable[[], Island]] = {
    "rivers": rivers,
    "caravans": caravans,
    "barbarian_attack": coast,
    "traders_barbarians": trading,
}
LAND = RIVER_BOARD.geometry


def with_terrain(board: Board, **hexes: str) -> Board:
    """The board with other terrain on some hexes: ``h9="desert"``."""
    terrain = list(board.terrain)
    for name, what in hexes.items():
        terrain[int(name[1:])] = what
    return replace(board, terrain=tuple(terrain))


def with_token(board: Board, hex: int, token: int) -> Board:
    """The board with another token on a hex."""
    return replace(board, tokens=(*board.tokens[:hex], token, *board.tokens[hex + 1 :]))


def exchanged(board: Board, one: int, other: int) -> Board:
    """The board with the first token of one number in the place of that of another."""
    first, second = board.tokens.index(one), board.tokens.index(other)
    return with_token(with_token(board, first, other), second, one)


BOARDS: dict[str, tuple[str, Board, set[str]]] = {
    "a river's letters in disorder": ("rivers", exchanged(RIVER_BOARD, 3, 4), {"RI-02"}),
    "the traders' letters in disorder": ("traders_barbarians", exchanged(BOARD, 3, 4), {"TB-01"}),
    "a river that ends in hills": ("rivers", with_terrain(RIVER_BOARD, h17="hills"), {"RI-01", "RI-02"}),
    "a 2 of its own": ("rivers", with_token(RIVER_BOARD, 0, 2), {"RI-02"}),
    "a number on a swamp": ("rivers", with_token(RIVER_BOARD, 17, 5), {"RI-02"}),
    "an oasis at the coast": (
        "caravans",
        with_terrain(OASIS_BOARD, h9="forest", h0="oasis"),
        {"CV-01", "B-02"},
    ),
    "a castle in the north": ("barbarian_attack", with_terrain(COAST, h0="castle_of_knights"), {"BA-01"}),
    "tokens against the diagram": ("barbarian_attack", with_token(COAST, 0, 4), {"BA-01"}),
    "a quarry inland": ("traders_barbarians", with_terrain(BOARD, h2="forest", h9="quarry"), {"TB-01"}),
    "a 12 in the box": ("traders_barbarians", with_token(BOARD, 0, 12), {"TB-01"}),
}
"""Boards that break a scenario's own rules of laying, and the rules that say so."""


@each(BOARDS)
def test_a_board_against_the_scenarios_rules_is_refused_with_them(case: str) -> None:
    scenario, board, wanted = BOARDS[case]
    session = evening("anna ben", modules=("base", scenario), level=Level.L3).session
    command = LayBoard(ANNA, replace(board, hubs=()))
    verdict = session.submit(command)
    assert isinstance(verdict, Refused)
    assert {str(one.rule) for one in verdict.violations} == wanted
    for one in verdict.violations:
        assert is_one_sentence(violation_text(one, session.header.players))
    assert not session.entries
    assert isinstance(session.submit(command, overrule=True), Accepted), "the table may let it stand"


STATED: dict[str, tuple[str, Command, str]] = {
    "gold below zero": ("rivers", StateGold(ANNA, ANNA, -1), "RI-08"),
    "gold below zero on the coast": ("barbarian_attack", StateGold(ANNA, ANNA, -1), "BA-51"),
    "gold below zero on the way": ("traders_barbarians", StateGold(ANNA, ANNA, -1), "TB-24"),
    "more gold than the box has": ("rivers", StateGold(ANNA, ANNA, 101), "RI-08"),
    "gold below zero in a trade": ("rivers", TradeGold(ANNA, BEN, {}, {"ore": 1}, pays=-1), "RI-08"),
    "a bridge away from the rivers": ("rivers", StateBridges(ANNA, ANNA, edges("0NE", RIVER_BOARD)), "RI-05"),
    "four bridges": ("rivers", StateBridges(ANNA, ANNA, SITES[:4]), "RI-05"),
    "23 camels": ("caravans", StateCaravan(ANNA, 0, tuple(LAND.edges[:23])), "CV-05"),
    "a caravan with a gap": ("caravans", StateCaravan(ANNA, 0, edges("13E 0NE", OASIS_BOARD)), "CV-04"),
    "a fourth caravan": ("caravans", StateCaravan(ANNA, 3, ()), "CV-01"),
    "four barbarians on a hex": ("barbarian_attack", StateBarbarians(ANNA, 4, 4), "BA-11"),
    "barbarians below zero": ("barbarian_attack", StateBarbarians(ANNA, 4, -1), "BA-11"),
    "37 prisoners": ("barbarian_attack", StatePrisoners(ANNA, ANNA, 37), "BA-42"),
    "seven knights": ("barbarian_attack", StateKnights(ANNA, ANNA, tuple(LAND.edges[:7])), "BA-01"),
    "26 cards of 26": ("barbarian_attack", StateCards(ANNA, 26), "BA-20"),
    "fewer cards than none": ("barbarian_attack", StateCards(ANNA, -1), "BA-20"),
    "a fourth barbarian": (
        "traders_barbarians",
        traders.StateBarbarians(ANNA, tuple(BOARD.geometry.edges[:4])),
        "TB-01",
    ),
    "a sixth wagon card": ("traders_barbarians", traders.StateUpgrades(ANNA, ANNA, 5), "TB-13"),
    "cargo that nobody knows": ("traders_barbarians", traders.StateCargo(ANNA, ANNA, "wool"), "TB-12"),
    "cargo out of order": ("traders_barbarians", TurnUpCargo(ANNA, "sand"), "B-24"),
    "a deck of more cards than it has": (
        "traders_barbarians",
        StateDevelopment(ANNA, ANNA, 99, {}),
        "B-07",
    ),
    "21 deliveries": ("traders_barbarians", traders.StateDelivered(ANNA, ANNA, 21), "TB-12"),
}
"""What the table cannot say, or nobody do now, and the rule that says so."""


def is_one_sentence(text: str) -> bool:
    """Whether a text ends like a sentence, has none within, and nothing that was left unfilled."""
    return text.endswith(".") and ". " not in text and "{" not in text


@each(STATED)
def test_what_cannot_lie_there_is_refused_at_the_table_in_one_sentence(case: str) -> None:
    scenario, command, rule = STATED[case]
    table = TABLES[scenario]()
    before = table.session.state
    verdict = table.session.submit(command)
    assert isinstance(verdict, Refused)
    assert str(verdict.violations[0].rule) == rule
    assert is_one_sentence(violation_text(verdict.violations[0], table.session.header.players))
    assert table.session.state == before and not table.session.entries


@pytest.mark.parametrize("scenario", TABLES)
def test_catch_up_leads_to_no_number_that_cannot_be(scenario: str) -> None:
    """Plus and minus of everything that is counted: each step is accepted until the box, or what the others
    have of it, ends it; then it is refused with a rule, or not offered at all."""
    session = TABLES[scenario]().session
    ended = 0
    for seat in (catch_up.TABLE, 0):
        names = [view.name for view in catch_up.catch_up(session, seat).numbers if not view.flag]
        for name, by in product(names, (1, -1)):
            for _ in range(200):
                command = catch_up.step(session, seat, name, by)
                verdict = None if command is None else session.submit(command)
                if not isinstance(verdict, Accepted):
                    ended += 1
                    assert verdict is None or all(one.rule for one in verdict.violations), name
                    break
            else:
                raise AssertionError(f"{name} goes on for ever")
    assert ended
    for invariant in session.ruleset.invariants:
        assert not list(invariant.broken(session.table)), invariant.name


# --- files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path


def begun(scenario: str) -> Simulation:
    """A game of two in which some turns were played."""
    game = Simulation(header(("base", scenario), 2, 5), random.Random(5), checked=False)
    while len(game.entries) < 30 or game.state.core.pending:
        game.step()
    return game


@pytest.mark.parametrize("scenario", TABLES)
def test_a_file_with_what_cannot_be_is_told_with_its_rule_and_the_rest_kept(
    scenario: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is replayed without that entry, and imported up to it if that is wished; the file stays as it is."""
    game = begun(scenario)
    count = len(game.entries)
    for case, (where, command, rule) in STATED.items():
        if where != scenario or isinstance(command, TradeGold | TurnUpCargo):
            continue
        entries = [*game.entries, Entry(EntryId(count + 1), command, ())]
        file = folder / f"{abs(hash(case))}.jsonl"
        file.write_text(export_game(replace(game.header, game=file.stem), entries, False), encoding="utf-8")
        before = file.read_bytes()
        assert main(["replay", str(file)]) == 1, case
        assert f"       {rule}: " in capsys.readouterr().out, case
        soft = isinstance(decide(game.ruleset, game.state, command, overrule=True), Accepted)
        assert main(["import", str(file)]) == (0 if soft else 2), case
        said = capsys.readouterr()
        if not soft:
            assert f"line {count + 2}: {rule}: " in said.err, case
            assert f"With --salvage the {count} entries before it are kept." in said.err, case
            assert main(["import", "--salvage", str(file)]) == 0
        assert file.read_bytes() == before


# --- other versions, and two at once


def test_two_scenarios_at_once_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever asks for them: a new game, a simulation, an explanation, the first line of a file."""
    titles = {name: catalogue.manifests()[name].title for name in ("fishermen", *TABLES)}
    for one, other in combinations(titles, 2):
        said = f"“{titles[one]}” and “{titles[other]}” are two scenarios: a game has one at most.\n"
        turned = f"“{titles[other]}” and “{titles[one]}” are two scenarios: a game has one at most.\n"
        game = new_game.with_modules(NewGame((Person("Anna", "red"), Person("Ben", "blue"))), {"base", one})
        assert modules.refusal(game, other) in (said.strip(), turned.strip())
        for words in (
            ["simulate", "--games", "1", "--modules", f"base,{one},{other}"],
            ["explain", "--combination", "base", one, other],
        ):
            assert main(words) == 2
            assert capsys.readouterr().err.removeprefix("longship: ") in (said, turned)
    kept = begun("rivers")
    both = replace(kept.header, modules=("base", "gold", "rivers", "caravans"))
    with pytest.raises(GameFileError, match="are two scenarios: a game has one at most"):
        parse(export_game(both, kept.entries).encode(), "game.jsonl")


def test_a_game_of_a_scenario_outlives_a_version_without_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That version lists it, says in a sentence why it cannot go on, and leaves it and its file alone."""
    files = {}
    for scenario in TABLES:
        game = begun(scenario)
        files[scenario] = folder / f"{scenario}.jsonl"
        text = export_game(replace(game.header, game=scenario), game.entries)
        files[scenario].write_text(text, encoding="utf-8")
        assert main(["import", str(files[scenario])]) == 0
    capsys.readouterr()
    before = {scenario: file.read_bytes() for scenario, file in files.items()}
    with without("companion.rules.scenarios", "companion.rules.bridges"):
        assert main(["games"]) == 0
        listed = capsys.readouterr().out
        for scenario, file in files.items():
            assert scenario in listed
            unknown = f"The module {scenario} is not known."
            for word in ("replay", "import"):
                assert main([word, str(file)]) == 2
                assert unknown in capsys.readouterr().err
            sentence = f"The game {scenario} needs what this Longship does not have: {scenario}."
            assert main(["export", scenario, str(folder / f"{scenario}.out")]) == 2
            assert capsys.readouterr().err == f"longship: {sentence}\n"
            with closing(open_store(folder / "data", noticed)) as store:
                with pytest.raises(StorageError, match="needs what this Longship does not have") as raised:
                    resume(store, scenario)
                assert str(raised.value) == sentence
    assert {scenario: file.read_bytes() for scenario, file in files.items()} == before
    for scenario in TABLES:
        out = folder / f"{scenario}.again"
        assert main(["export", scenario, str(out)]) == 0
        assert out.read_bytes() == before[scenario]


def noticed(notice: object) -> None:
    """Nothing is wrong with the place where games are kept."""
    raise AssertionError(notice)
