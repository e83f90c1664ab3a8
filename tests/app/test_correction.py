"""Correction as people meet it: in words, in lights, on the disk, in files, on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.cli import main
from companion.app.correction_text import conflict_text, problem_text, report_lines
from companion.app.cues import AlertListener
from companion.app.games import begin, complete, import_game, resume
from companion.app.i18n import set_language
from companion.app.jsonl import GameFileError, export_game, parse, schema
from companion.app.narrate import entry_short
from companion.app.ports import Cue, NullDevice, Scene
from companion.app.session import GameSession, Nowhere, Update
from companion.app.storage import JournalStore, StorageError, open_store
from companion.engine.command import Command
from companion.engine.core import AdjustPoints
from companion.engine.ids import EntryId
from companion.history.correction import (
    KEEP,
    REMOVE,
    CorrectionError,
    CorrectionReport,
    change,
    insert,
    remove,
)
from companion.history.log import Entry, Header
from companion.history.summary import Summary
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from tests.kit.island import island
from tests.kit.tables import ANNA, BEN, CITIES_KNIGHTS, Evening, dice, evening, people

HEADER = Header("friday", people("anna ben"), CITIES_KNIGHTS)


def lines(table: Evening, report: CorrectionReport) -> tuple[str, ...]:
    return report_lines(report, table.core.players)


# --- in words


def wrong_roll() -> tuple[Evening, CorrectionReport]:
    """A 6 that was an 8, three turns ago: Anna has mountains, Ben fields."""
    table = island(pieces="anna: settlement 11NE; ben: settlement 17S", rolled=False, names="anna ben carla")
    table.roll("anna", 2, 4)
    for who in ("ben", "carla", "anna"):
        table.roll(who, 1, 1)
    return table, table.session.preview(change(EntryId(1), dice("anna", 4, 4, None)))


def test_a_wrong_roll_in_words() -> None:
    table, report = wrong_roll()
    assert lines(table, report)[0] == "Anna +1 ore, Ben \N{MINUS SIGN}1 grain; red die unchanged"
    assert lines(table, report)[1:] == ("Cards in hand: Anna 0 → 1, Ben 1 → 0",)


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("de", "Anna +1 Erz, Ben −1 Getreide; Roter Würfel unverändert"),
        ("pl", "Anna +1 ruda, Ben −1 zboże; czerwona kość bez zmian"),
        ("ru", "Anna +1 руда, Ben −1 зерно; красный кубик без изменений"),
    ],
)
def test_a_wrong_roll_in_other_languages(language: str, first: str) -> None:
    table, report = wrong_roll()
    set_language(language)
    assert lines(table, report)[0].casefold() == first.casefold()


def test_ship_and_attack_in_words() -> None:
    table = evening("anna ben").given_ship(6)
    table.given_knight("ben", 1, active=True)
    table.roll("anna", event="trade")
    report = table.session.preview(change(EntryId(1), dice("anna", event="ship")))
    assert lines(table, report) == (
        "white die unchanged, red die unchanged",
        "The barbarian ship moves to step 7.",
        "The barbarians attack!",
        "The barbarians win with strength 2 against 1.",
        "The ship sails back to its start; the knights that fought are inactive.",
        "Anna loses a city; it is a settlement now.",
        "Barbarian ship: 6 → 0",
        "Points of Anna: 3 → 2 (Settlements and cities \N{MINUS SIGN}1)",
        "Anna: settlement 1 → 2, city 1 → 0",
        "Ben: active knight 1 → 0",
    )
    back = table.session.correct(report)
    assert entry_short(back) == "Correction"
    undone = table.session.preview(change(EntryId(1), dice("anna", event="trade")))
    assert "No longer: The barbarians win with strength 2 against 1." in lines(table, undone)


def test_a_game_won_or_not_and_whose_turn_it_would_be() -> None:
    table = evening("anna ben").given_points("anna", 12).rolled()
    table.enter(EndTurn(ANNA))
    report = table.session.preview(remove(EntryId(2)))
    assert "It is Anna’s turn." in lines(table, report)


def test_a_conflict_in_words() -> None:
    table = evening("anna ben").rolled()
    table.enter(RecruitKnight(ANNA))
    table.enter(ActivateKnights(ANNA, tuple(table.knights("anna"))))
    report = table.session.preview(remove(EntryId(2)))
    (conflict,) = report.conflicts
    text = conflict_text(conflict, table.core.players)
    assert text.startswith("Entry 3 (Anna activates knights): ")
    with pytest.raises(CorrectionError) as raised:
        table.session.correct(report)
    said = problem_text(raised.value, table.core.players)
    assert said.startswith("Entry 3 cannot be as it would be then: change or remove it. ")


def test_what_changes_nothing_says_so() -> None:
    table = evening("anna ben").rolled()
    same = table.session.standing[0].command
    assert same is not None
    assert lines(table, table.session.preview(change(EntryId(1), same))) == ("Nothing else changes.",)
    noted = table.session.preview(insert(EntryId(1), RecruitKnight(BEN), record_only=True))
    assert lines(table, noted) == ("Only the log is corrected; what happened stands.",)


# --- in the session: lights and sounds


class Alerts(NullDevice):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[object] = []

    def scene(self, scene: Scene) -> None:
        self.heard.append(scene.step)

    def cue(self, cue: Cue) -> None:
        self.heard.append(cue.alert.name)

    def cancel(self) -> None:
        self.heard.append("cancel")


def test_lights_follow_a_correction_and_the_buzzer_is_silent() -> None:
    table = evening("anna ben").given_ship(6)
    table.roll("anna", event="trade")
    alerts = Alerts()
    AlertListener(table.session, alerts)
    heard: list[Update] = []
    table.session.subscribe(heard.append)
    before = table.state
    entry = table.session.correct(change(EntryId(1), dice("anna", event="ship")))
    assert alerts.heard == [6, 0, "cancel"]
    assert (heard[-1].kind, heard[-1].entry, heard[-1].events) == ("corrected", entry, ())
    assert (heard[-1].before, heard[-1].state) == (before, table.state)
    table.session.undo()
    assert alerts.heard == [6, 0, "cancel", 6, "cancel"]


class Shelf(Nowhere):
    """A journal that has no room left."""

    def append(self, entry: Entry) -> None:
        if entry.correction:
            raise StorageError("no room")


def test_a_correction_that_cannot_be_stored_did_not_happen() -> None:
    session = GameSession(HEADER, Shelf(), clock=lambda: 0)
    session.submit(dice("anna"))
    before = session.entries, session.standing, session.state
    heard: list[Update] = []
    session.subscribe(heard.append)
    with pytest.raises(StorageError):
        session.correct(change(EntryId(1), dice("anna", 1, 1, "ship")))
    assert (session.entries, session.standing, session.state, len(heard)) == (*before, 1)
    assert session.coming == session.state


# --- on the disk


def corrected(session: GameSession) -> GameSession:
    """Play, and correct in every way."""

    def enter(command: Command) -> None:
        session.submit(command, overrule=True)

    enter(dice("anna", event="ship"))
    enter(RecruitKnight(ANNA))
    enter(ActivateKnights(ANNA, tuple(session.state.slices["cities_knights"].knights)))  # type: ignore[attr-defined]
    enter(EndTurn(ANNA))
    enter(dice("ben", event="ship"))
    session.correct(change(EntryId(1), dice("anna", 1, 2, "trade")))
    session.correct(remove(EntryId(2)).answered({EntryId(3): REMOVE}))
    session.undo()
    session.correct(insert(EntryId(2), RecruitKnight(ANNA)).answered({EntryId(9): KEEP}))
    session.correct(change(EntryId(5), dice("ben", 6, 6, "science"), record_only=True))
    session.correct(insert(EntryId(0), AdjustPoints(ANNA, BEN, 2), record_only=True))
    session.correct(remove(EntryId(4), record_only=True))
    return session


def test_a_corrected_game_goes_on_after_a_restart_with_its_undo_history(tmp_path: Path) -> None:
    store = open_store(tmp_path, print)
    corrected(begin(store, HEADER, clock=lambda: 7)[0])
    store.close()
    twin = corrected(GameSession(HEADER, Nowhere(), clock=lambda: 7))
    store = open_store(tmp_path, print)
    again, _journal = resume(store, "friday")
    assert (again.entries, again.standing, again.states) == (twin.entries, twin.standing, twin.states)
    points = {player: twin.table.points(player) for player in twin.state.core.ids}
    assert store.games()[0].summary == Summary(twin.entries[-1].entry, twin.state.core.turn, points)
    while twin.undo():
        assert again.undo() is not None
        assert (again.standing, again.state) == (twin.standing, twin.state)
    assert again.undo() is None
    while twin.redo():
        assert again.redo() is not None
        assert (again.standing, again.state) == (twin.standing, twin.state)
    assert store.games()[0].summary == Summary(twin.entries[-1].entry, twin.state.core.turn, points)
    store.close()


# --- in files


def test_a_corrected_game_out_and_in_again() -> None:
    session = corrected(GameSession(HEADER, Nowhere(), clock=lambda: 7))
    text = export_game(session.header, session.entries)
    game = parse(text.encode(), "game.jsonl")
    assert (game.entries, game.without_events) == (session.entries, frozenset())
    store = JournalStore(None)
    store.open()
    assert import_game(store, game).new
    head, entries, _journal = store.load("friday")
    assert export_game(head, entries) == text
    assert not import_game(store, game).new
    bare = parse(export_game(session.header, session.entries, events=False).encode(), "game.jsonl")
    assert bare.without_events
    assert complete(bare) == (session.entries, session.state)


def test_every_line_of_a_corrected_game_fits_the_schema() -> None:
    import jsonschema

    session = corrected(GameSession(HEADER, Nowhere(), clock=lambda: 7))
    validator = jsonschema.Draft202012Validator(schema())
    kinds = set()
    for line in export_game(session.header, session.entries).splitlines():
        found = json.loads(line)
        validator.validate(found)
        kinds |= {one["kind"] for one in found.get("correction", ())}
    assert kinds == {"change", "remove", "insert", "restate", "record"}


def entry(number: int, more: str) -> str:
    return f'{{"entry":{number},{more}}}'


GAME = (
    '{"longship":1,"game":"g","players":[{"id":"anna","name":"Anna","colour":"red"},'
    '{"id":"ben","name":"Ben","colour":"blue"}]}'
)
END = '{"type":"base.end_turn","by":"anna"}'
OTTO = '{"type":"base.end_turn","by":"otto"}'

BAD = {
    "an entry that does not stand": (
        '"correction":[{"kind":"remove","entry":7}]',
        "Entry 3 corrects entry 7, which does not stand.",
    ),
    "an entry behind one that does not stand": (
        f'"correction":[{{"kind":"insert","after":7,"command":{END}}}]',
        "Entry 3 corrects entry 7, which does not stand.",
    ),
    "the same twice": (
        '"correction":[{"kind":"remove","entry":1},{"kind":"remove","entry":1}]',
        "Entry 3 corrects entry 1 twice.",
    ),
    "nothing": ('"correction":[]', "Entry 3 corrects nothing."),
    "an unknown kind": ('"correction":[{"kind":"forge","entry":1}]', "has a wrong value"),
    "no kind": ('"correction":[{"entry":1}]', "The field kind is missing."),
    "no list": ('"correction":7', "The field correction has a wrong value."),
    "a change without a command": (
        '"correction":[{"kind":"change","entry":1}]',
        "The field command is missing.",
    ),
    "an unknown field": (
        '"correction":[{"kind":"remove","entry":1,"why":"so"}]',
        "The field why is not known.",
    ),
    "an unknown command": (
        '"correction":[{"kind":"change","entry":1,"command":{"type":"base.end_turm","by":"anna"}}]',
        "The command base.end_turm is not known. Did you mean base.end_turn?",
    ),
    "an unknown event": (
        f'"correction":[{{"kind":"change","entry":1,"command":{END},"events":[{{"type":"no.no"}}]}}]',
        "The event no.no is not known.",
    ),
    "a huge number": (
        '"correction":[{"kind":"insert","after":1,"command":'
        '{"type":"core.adjust_points","by":"anna","player":"ben","amount":99999}}]',
        "A number is larger than any in a game.",
    ),
    "a correction and a command": (
        f'"command":{END},"correction":[{{"kind":"remove","entry":1}}]',
        'An entry has exactly one of "command", "undo", "redo" and "correction".',
    ),
    "a correction with events": (
        '"correction":[{"kind":"remove","entry":1}],"events":[]',
        'Only a command has "events" and "overruled".',
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_correction_is_told_in_one_sentence(case: str) -> None:
    more, sentence = BAD[case]
    start = "\n".join([GAME, entry(1, f'"command":{END}'), entry(2, f'"command":{END}')])
    with pytest.raises(GameFileError) as raised:
        parse(f"{start}\n{entry(3, more)}\n".encode(), "game.jsonl")
    assert str(raised.value).startswith("game.jsonl, line 4: ")
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(parse(f"{start}\n{entry(3, more)}\n".encode(), "game.jsonl", salvage=True).entries) == 2


def test_a_correction_of_one_that_was_undone_is_told() -> None:
    rest = [
        entry(1, f'"command":{END}'),
        entry(2, f'"correction":[{{"kind":"insert","after":1,"command":{END}}}]'),
        entry(3, '"undo":2'),
        entry(4, '"correction":[{"kind":"remove","entry":2}]'),
    ]
    with pytest.raises(GameFileError, match=r"line 5: Entry 4 corrects entry 2, which does not stand\.$"):
        parse("\n".join([GAME, *rest]).encode(), "game.jsonl")


@pytest.mark.parametrize(
    "correction",
    [
        f'[{{"kind":"insert","after":0,"command":{OTTO}}}]',
        '[{"kind":"restate","entry":1,"events":[{"type":"core.turn_begun","by":"otto","turn":2}]}]',
        f'[{{"kind":"change","entry":1,"command":{OTTO},'
        '"events":[{"type":"core.turn_begun","by":"otto","turn":2}]}]',
    ],
)
def test_a_correction_that_leads_nowhere_is_told_and_nothing_is_kept(correction: str) -> None:
    text = "\n".join([GAME, entry(1, f'"command":{END}'), entry(2, f'"correction":{correction}')])
    store = JournalStore(None)
    store.open()
    with pytest.raises(GameFileError, match=r"^game\.jsonl, line 3: "):
        import_game(store, parse(text.encode(), "game.jsonl"))
    assert store.games() == ()


def test_corrections_that_would_be_played_for_ever_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.jsonl.MOST_REPLAYED", 20)
    commands = [entry(number, f'"command":{END}') for number in range(1, 9)]
    again = [
        entry(number, '"correction":[{"kind":"restate","entry":1,"events":[]}]') for number in range(9, 13)
    ]
    assert parse("\n".join([GAME, *commands, *again[:2]]).encode(), "x")
    with pytest.raises(GameFileError, match="at most 20 entries are played again"):
        parse("\n".join([GAME, *commands, *again]).encode(), "x")


# --- on the command line


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "data"))

    def call(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Anna rolls, recruits and activates; Ben rolls."""
    session = GameSession(HEADER, Nowhere(), clock=lambda: 0)
    session.submit(dice("anna", event="ship"))
    session.submit(RecruitKnight(ANNA))
    session.submit(ActivateKnights(ANNA, tuple(session.state.slices["cities_knights"].knights)))  # type: ignore[attr-defined]
    session.submit(EndTurn(ANNA))
    session.submit(dice("ben", event="ship"))
    path = tmp_path / "friday.jsonl"
    path.write_text(export_game(session.header, session.entries), encoding="utf-8")
    return path


ROLL = '{"type":"base.roll_dice","by":"anna","dice":{"white":2,"red":6,"event":"trade"}}'


def test_the_command_says_what_follows(run: Run, file: Path) -> None:
    before = file.read_bytes()
    status, out, err = run("correct", file, "--entry", 1, "--command", ROLL)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "white die unchanged, red die unchanged"
    assert "Barbarian ship: 2 → 1" in out.splitlines()
    assert file.read_bytes() == before


def test_the_command_writes_the_corrected_game(run: Run, file: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.jsonl"
    status, out, _err = run("correct", file, "--entry", 1, "--command", ROLL, "--out", new, "--json")
    found = json.loads(out)
    assert (status, found["correction"], found["changed"], found["written"]) == (0, 6, [1, 5], True)
    status, out, _err = run("replay", new)
    assert status == 0
    assert "    6  Correction" in out.splitlines()
    status, _out, err = run("correct", file, "--entry", 1, "--remove", "--keep-all", "--out", new)
    assert status == 2
    assert err == f"longship: {new} is there already.\n"


def test_conflicts_are_told_and_answered(run: Run, file: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.jsonl"
    status, out, _err = run("correct", file, "--entry", 2, "--remove", "--out", new, "--json")
    found = json.loads(out)
    assert (status, found["written"], new.exists()) == (1, False, False)
    assert [(one["entry"], one["keepable"], one["settled"]) for one in found["conflicts"]] == [
        (3, False, False)
    ]
    status, out, _err = run("correct", file, "--entry", 2, "--remove")
    assert "It cannot be kept: --answer 3=remove or =JSON." in out
    status, _out, _err = run("correct", file, "--entry", 2, "--remove", "--answer", "3=remove", "--out", new)
    assert (status, new.exists()) == (0, True)


def test_judged_again_a_correction_names_the_entries_that_break_a_rule(
    run: Run, file: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new.jsonl"
    missing = '{"type":"ck.recruit_knight","by":"ben"}'
    wish = ("--insert", missing, "--keep-all", "--out", new)
    status, out, _err = run("correct", file, "--entry", 1, *wish)
    assert status == 0, out
    status, out, _err = run("replay", new, "--json")
    last = [json.loads(line) for line in out.splitlines()][-2]
    assert (status, last["entry"], last["ok"]) == (0, 6, True)
    assert [(one["entry"], one["ok"], one["overruled"]) for one in last["corrected"]] == [(6, True, True)]
    ruling = new.read_text(encoding="utf-8")
    start = ruling.index(',"overruled"')
    new.write_text(ruling[:start] + ruling[ruling.index("]", start) + 1 :], encoding="utf-8")
    status, out, _err = run("replay", new)
    assert status == 1
    assert "The entry does not hold" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--entry", 9, "--remove"), "Entry 9 does not stand, so it cannot be corrected."),
        (("--entry", 1, "--command", "{"), "JSON, line 1: This is not JSON."),
        (
            ("--entry", 1, "--command", '{"type":"base.rol"}'),
            "JSON, line 1: The command base.rol is not known.",
        ),
        (("--entry", 1, "--remove", "--answer", "x"), "--answer is ENTRY=keep, ENTRY=remove or ENTRY=JSON."),
        (("--entry", 1, "--command", "\udcff"), "JSON, line 1: This is not JSON."),
    ],
)
def test_what_the_command_cannot_do_is_one_sentence(
    run: Run, file: Path, words: tuple[object, ...], said: str
) -> None:
    status, out, err = run("correct", file, *words)
    assert (status, out) == (2, "")
    assert err.startswith(f"longship: {said}")


def test_a_player_whom_nobody_knows(run: Run, file: Path) -> None:
    status, out, _err = run("correct", file, "--entry", 4, "--command", OTTO)
    assert status == 1
    assert "Nobody called otto plays in this game." in out
