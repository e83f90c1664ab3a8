"""The open format: nothing is lost on the way out and in, and what is wrong is said in one sentence."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from companion.app import jsonl
from companion.app.games import begin, complete, import_game, resume
from companion.app.jsonl import LONGEST_ID, GameFileError, export_game, parse, read, schema
from companion.app.session import GameSession, Nowhere
from companion.app.storage import JournalStore
from companion.engine.core import AdjustPoints
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.log import LONGEST_NAME, Header
from companion.rules.base.turn import EndTurn
from tests.kit.each import each
from tests.kit.players import PEOPLE, play
from tests.kit.tables import CITIES_KNIGHTS

DOCS = Path(__file__).parents[2] / "docs"
ANNA = PEOPLE[0].id
FUZZ_SEED = 11
FUZZ_CASES = 250


@cache
def session() -> GameSession:
    """A game with undos, redos, and house rulings."""
    header = Header("game", PEOPLE, CITIES_KNIGHTS, options={"gentle_start": True})
    game = GameSession(header, Nowhere(), clock=lambda: 12345)
    for _command in islice(play(game, seed=8, undo=0.1), 60):
        pass
    game.submit(EndTurn(game.state.core.after(game.state.core.on_turn)), overrule=True)
    game.undo()
    game.undo()
    game.redo()
    assert any(entry.overruled for entry in game.entries)
    return game


def text(events: bool = True) -> str:
    return export_game(session().header, session().entries, events)


def memory() -> JournalStore:
    store = JournalStore(None)
    store.open()
    return store


# --- out and in -------------------------------------------------------------------------------------------


def test_out_and_in_again_is_the_same_game() -> None:
    game = parse(text().encode(), "game.jsonl")
    assert game.header == session().header
    assert game.entries == session().entries
    assert game.without_events == frozenset()


def test_export_import_export_gives_the_same_bytes() -> None:
    store = memory()
    imported = import_game(store, parse(text().encode(), "game.jsonl"))
    header, entries, _journal = store.load(imported.game)
    assert export_game(header, entries) == text()
    assert resume(store, imported.game)[0].state == session().state
    assert store.games()[0].summary.entry == entries[-1].entry  # type: ignore[union-attr]


def test_without_events_an_import_makes_them_anew() -> None:
    game = parse(text(events=False).encode(), "game.jsonl")
    assert all(not entry.events for entry in game.entries)
    entries, state = complete(game)
    assert entries == session().entries
    assert state == session().state


def test_an_import_lets_what_breaks_a_rule_stand() -> None:
    lines = [head(), '{"entry":1,"command":{"type":"base.end_turn","by":"anna"}}']
    (entry,), _state = complete(parse("\n".join(lines).encode(), "game.jsonl"))
    assert [violation.rule for violation in entry.overruled] == ["CK-20"]
    assert entry.events


def test_an_import_does_not_take_what_cannot_be() -> None:
    lines = [
        head(),
        '{"entry":1,"command":{"type":"core.adjust_points","by":"anna","player":"otto","amount":1}}',
    ]
    with pytest.raises(GameFileError, match=r"^game\.jsonl, line 2: .*otto") as raised:
        complete(parse("\n".join(lines).encode(), "game.jsonl"))
    assert raised.value.line == 2


@pytest.mark.parametrize(
    "event",
    [
        '{"type":"core.turn_begun","by":"otto","turn":3}',
        '{"type":"core.asked","decision":{"id":1,"kind":"fifth_card","who":"otto","rule":"x","answers":[]}}',
        '{"type":"ck.ship_returned"},{"type":"core.turn_begun","by":"","turn":1}',
    ],
)
def test_events_that_lead_nowhere_are_not_taken(event: str) -> None:
    line = entry(1, f'"command":{ROLL},"events":[{event}]')
    with pytest.raises(GameFileError, match=r"^game\.jsonl, line 2: This entry does not fit the game\.$"):
        complete(parse(f"{head()}\n{line}\n".encode(), "game.jsonl"))


def test_the_same_game_twice_is_kept_once_and_another_of_its_name_beside_it() -> None:
    store = memory()
    first = parse(text().encode(), "a")
    assert (import_game(store, first).game, import_game(store, first).new) == ("game", False)
    shorter = parse("".join(text().splitlines(keepends=True)[:5]).encode(), "b")
    assert import_game(store, shorter).game == "game-2"
    assert not import_game(store, shorter).new
    assert {record.header.game for record in store.games()} == {"game", "game-2"}


def test_a_game_beside_one_of_a_long_name_goes_out_and_in_again() -> None:
    """Its id stays as short as an id must be; twelve of them, so that the number gets longer too."""
    store = memory()
    lines = text().replace('"game":"game"', f'"game":"{"x" * LONGEST_ID}"', 1).splitlines(keepends=True)
    for count in range(1, 13):
        name = import_game(store, parse("".join(lines[:count]).encode(), "a")).game
        header, entries, _journal = store.load(name)
        again = parse(export_game(header, entries).encode(), "b")
        assert again.header.game == name and not import_game(store, again).new
    assert len(store.games()) == 12


def test_an_imported_game_goes_on() -> None:
    store = memory()
    resumed, _journal = resume(store, import_game(store, parse(text().encode(), "a")).game)
    resumed.undo()
    resumed.submit(AdjustPoints(ANNA, ANNA, 2))
    assert store.load("game")[1] == resumed.entries


def test_a_begun_game_without_entries_goes_out_and_in() -> None:
    store = memory()
    begin(store, Header("new", PEOPLE, CITIES_KNIGHTS))
    header, entries, _journal = store.load("new")
    game = parse(export_game(header, entries).encode(), "x")
    assert (game.header, game.entries) == (header, ())
    assert not import_game(store, game).new


@pytest.mark.parametrize(
    "name", ["Zoë 🏰👨‍👩‍👧", "مريم", "‏שרה‏", "x" * 60, "\\u202eanna", 'A "quoted" name', "Ana\\tX"]
)
def test_names_in_any_letters_come_back(name: str) -> None:
    people = (Player(PlayerId("a"), name, "red"), *PEOPLE[1:])
    exported = export_game(Header("g", people, CITIES_KNIGHTS), ())
    assert parse(exported.encode(), "x").header.players[0].name == name


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\n\n"),
        lambda data: data.rstrip(b"\n"),
    ],
)
def test_what_editors_do_to_text_does_no_harm(change: Callable[[bytes], bytes]) -> None:
    assert parse(change(text().encode()), "x").entries == session().entries


def test_what_a_first_line_may_leave_out_has_the_values_of_format_1() -> None:
    game = parse(head().encode(), "x")
    assert game.header == Header(
        "g",
        game.header.players,
        modules=("base", "cities_knights"),
        level="L1",
        profile="hobbyworld",
        options={},
        first=None,
        started=0,
    )


def test_every_field_of_the_first_line_is_written() -> None:
    fields = [field.encode_name for field in msgspec.structs.fields(jsonl.HeaderLine)]
    first = json.loads(export_game(Header("g", PEOPLE, CITIES_KNIGHTS, inherited=3), ()))
    assert list(first) == fields and parse(json.dumps(first).encode(), "x").header.inherited == 3
    del first["inherited"]  # where there is nothing, the line is as it always was
    assert json.loads(export_game(Header("g", PEOPLE, CITIES_KNIGHTS), ())) == first


@each([-1, 2**53, "3"])
def test_what_was_inherited_is_a_number_of_entries(inherited: object) -> None:
    with pytest.raises(GameFileError, match="inherited"):
        parse(head(inherited=inherited).encode(), "x")


# --- what is wrong, in one sentence -------------------------------------------------------------------------


def head(**changes: Any) -> str:
    people = [{"id": player.id, "name": player.name, "colour": player.colour} for player in PEOPLE]
    fields = {"longship": 1, "game": "g", "players": people, **changes}
    return json.dumps(
        {name: value for name, value in fields.items() if value is not None}, ensure_ascii=False
    )


def people(**changes: str) -> list[dict[str, str]]:
    first = {"id": "anna", "name": "Anna", "colour": "red", **changes}
    return [first, {"id": "ben", "name": "Ben", "colour": "blue"}]


ROLL = '{"type":"base.roll_dice","by":"anna","dice":{"white":1,"red":2,"event":"ship"}}'


def entry(number: int = 1, what: str = f'"command":{ROLL}') -> str:
    return f'{{"entry":{number},{what}}}'


BAD_FIRST_LINES = {
    "plain text": ("Dear diary", "This is not a game of Longship"),
    "another JSON": ('{"name": "board"}', 'the first line has no number of "longship"'),
    "a list": ("[1, 2]", "This is not a game of Longship"),
    "a version that is no number": (head(longship="1"), "This is not a game of Longship"),
    "version 0": (head(longship=0), "This is not a game of Longship"),
    "a newer version": (
        head(longship=3, planets=9),
        "This was written by a newer Longship (format 3; this one reads 1).",
    ),
    "an unknown field": (head(planets=9), "The field planets is not known."),
    "no players": (head(players=None), "The field players is missing."),
    "nobody": (head(players=[]), "players"),
    "too many": (head(players=[{"id": str(n), "name": str(n), "colour": "red"} for n in range(7)]), "7"),
    "a wrong type": (head(players="anna"), "The field players has a wrong value."),
    "an unknown field of a player": (
        head(players=[{**people()[0], "hat": 1}]),
        "The field hat is not known.",
    ),
    "the same id twice": (head(players=[people()[0]] * 2), "Two players have the same id."),
    "an empty name": (
        head(players=people(name="  ")),
        "The name of player 1 is empty or has control characters.",
    ),
    "a name of two lines": (
        head(players=people(name="An\nna")),
        "The name of player 1 is empty or has control",
    ),
    "a name of 201 letters": (
        head(players=people(name="x" * 201)),
        "The name of player 1 has 201 characters; at most 200 fit.",
    ),
    "an id of 200 letters": (head(players=people(id="x" * 200)), '"id" must have 1 to 60 characters'),
    "an id that is a path": (head(game="../../etc/passwd"), '"game" must have 1 to 60 characters'),
    "a first player who is not there": (head(first="otto"), '"first" names nobody at the table: otto.'),
    "an unknown module": (
        head(modules=["base", "cities_knigts"]),
        "The module cities_knigts is not known. Did you mean cities_knights?",
    ),
    "no module": (head(modules=[]), '"modules" is empty.'),
    "a module without what it needs": (
        head(modules=["cities_knights"]),
        "“Cities & Knights” needs “Base game”.",
    ),
    "an unknown profile": (
        head(profile="hobyworld"),
        "The profile hobyworld is not known. Did you mean hobbyworld?",
    ),
    "an unknown level": (head(level="L7"), "The level L7 is not known."),
    "an unknown option": (head(options={"swift_knigts": True}), "swift_knights"),
    "an impossible option": (head(options={"points_to_win": 999}), "points_to_win"),
    "an option of another type": (head(options={"swift_knights": [1]}), "has a wrong value."),
    "a time before time": (head(started=-1), '"started" must be milliseconds since 1970'),
    "a bottomless pit": ("[" * 50_000, "This is not a game of Longship"),
}


@each(BAD_FIRST_LINES)
def test_a_bad_first_line_is_told(case: str) -> None:
    line, sentence = BAD_FIRST_LINES[case]
    with pytest.raises(GameFileError) as raised:
        parse(f"{line}\n{entry()}\n".encode(), "game.jsonl")
    assert str(raised.value).startswith("game.jsonl, line 1: ")
    assert sentence in str(raised.value)
    assert raised.value.readable == 0
    assert len(str(raised.value)) < 300


BAD_ENTRIES = {
    "no JSON": ('{"entry":2,', "This is not JSON."),
    "a bottomless pit": ('{"entry":2,"command":' + "[" * 50_000, "This is not JSON."),
    "a list": ("[2]", "This is not what the format asks for"),
    "no number": (f'{{"command":{ROLL}}}', "The field entry is missing."),
    "number 0": (entry(0), '"entry" counts from 1'),
    "a giant number": (entry(2**60), '"entry" counts from 1'),
    "the same number": (entry(5), "Entry 5 is there twice."),
    "a number before": (entry(3), "Entry 3 follows entry 5, but the numbers must ascend."),
    "nothing done": (
        '{"entry":6}',
        'An entry has exactly one of "command", "undo", "redo" and "correction".',
    ),
    "two at once": (
        entry(6, f'"undo":5,"command":{ROLL}'),
        'An entry has exactly one of "command", "undo", "redo" and',
    ),
    "an unknown field": (entry(6, f'"command":{ROLL},"mood":"good"'), "The field mood is not known."),
    "a time before time": (entry(6, f'"command":{ROLL},"at":-5'), '"at" is milliseconds since 1970.'),
    "events of an undo": (entry(6, '"undo":5,"events":[]'), 'Only a command has "events" and "overruled".'),
    "an undo of another entry": (
        entry(6, '"undo":1'),
        "Entry 6 undoes entry 1, which is not the last one that stands.",
    ),
    "a redo of what was not undone": (
        entry(6, '"redo":5'),
        "Entry 6 brings back entry 5, which is not the last one undone.",
    ),
    "an unknown command": (
        entry(6, '"command":{"type":"ck.recruit_knigth","by":"anna"}'),
        "The command ck.recruit_knigth is not known. Did you mean ck.recruit_knight?",
    ),
    "a command without a type": (entry(6, '"command":{"by":"anna"}'), "The field type is missing."),
    "an unknown field of a command": (
        entry(6, '"command":{"type":"base.end_turn","by":"anna","now":true}'),
        "The field now is not known.",
    ),
    "a missing field of a command": (
        entry(6, '"command":{"type":"base.end_turn"}'),
        "The field by is missing.",
    ),
    "a wrong type in a command": (
        entry(6, '"command":{"type":"base.roll_dice","by":"anna","dice":[1,2]}'),
        "The field dice has a wrong value.",
    ),
    "a word that is no track": (
        entry(6, '"command":{"type":"ck.improve","by":"anna","track":"arms","level":1}'),
        "The field track has a wrong value.",
    ),
    "a number beyond all games": (
        entry(6, '"command":{"type":"core.adjust_points","by":"anna","player":"ben","amount":10001}'),
        "A number is larger than any in a game.",
    ),
    "an unknown event": (
        entry(6, f'"command":{ROLL},"events":[{{"type":"ck.ship_sunk"}}]'),
        "The event ck.ship_sunk is not known.",
    ),
    "events that are none": (
        entry(6, f'"command":{ROLL},"events":7'),
        "This is not what the format asks for",
    ),
    "a long line": (entry(6, f'"command":{ROLL},"x":"{"y" * 8_000_001}"'), "This line is too long"),
    "half a letter": (b'{"entry":6,"mood":"\xc3"}', "This is not text in UTF-8."),
}


@each(BAD_ENTRIES)
def test_a_bad_entry_is_told_and_what_comes_before_can_be_kept(case: str) -> None:
    line, sentence = BAD_ENTRIES[case]
    bad = line if isinstance(line, bytes) else line.encode()
    data = f"{head()}\n{entry(1)}\n{entry(5)}\n".encode() + bad + b"\n" + entry(9).encode() + b"\n"
    with pytest.raises(GameFileError) as raised:
        parse(data, "game.jsonl")
    assert str(raised.value).startswith("game.jsonl, line 4: ")
    assert sentence in str(raised.value)
    assert (raised.value.line, raised.value.readable) == (4, 2)
    assert len(str(raised.value)) < 300
    assert [found.entry for found in parse(data, "game.jsonl", salvage=True).entries] == [1, 5]


def test_a_torn_file_is_told_and_what_comes_before_can_be_kept() -> None:
    data = text().encode()
    whole = len(session().entries)
    for cut in range(5, 60, 9):
        torn = data[:-cut]
        with pytest.raises(
            GameFileError, match=r"The file is incomplete: it ends in the middle of this line\.$"
        ) as raised:
            parse(torn, "game.jsonl")
        assert raised.value.readable == len(parse(torn, "x", salvage=True).entries)
        assert whole - 3 < raised.value.readable < whole


def test_an_empty_file_and_a_huge_one() -> None:
    with pytest.raises(GameFileError, match=r"^game\.jsonl is empty\.$"):
        parse(b"\n\n", "game.jsonl")
    with pytest.raises(
        GameFileError, match=r"^game\.jsonl is too large for a game: at most 32 MB are read\.$"
    ):
        parse(b" " * (jsonl.LARGEST_FILE_BYTES + 1), "game.jsonl")


def test_more_entries_than_any_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl, "MOST_ENTRIES", 3)
    data = "\n".join([head(), *(entry(number) for number in range(1, 5))]).encode()
    with pytest.raises(GameFileError, match=r"line 5: A game has at most 3 entries\.$"):
        parse(data, "game.jsonl")


def test_a_file_of_blank_lines_is_not_read_to_its_end() -> None:
    with pytest.raises(GameFileError, match=r"line 20001: The file has too many lines .* 20000 are read\.$"):
        parse(head().encode() + b"\n" * 1_000_000, "game.jsonl")


@pytest.mark.parametrize(
    "options",
    [
        {f"option{number}": 1 for number in range(100_000)},
        {f"option{number}": 1 for number in range(jsonl.MOST_OPTIONS)},
        {"x" * 1_000_000: 1},
        {"points_to_win": "x" * 1_000_000},
    ],
    ids=["many", "as many as are read", "a long name", "a long value"],
)
def test_options_of_any_number_and_length_are_refused_in_a_sentence_that_can_be_read(options: Any) -> None:
    with pytest.raises(GameFileError) as raised:
        parse(head(options=options).encode(), "game.jsonl")
    assert len(str(raised.value)) < 700


def test_corrections_without_events_are_not_judged_for_ever() -> None:
    rolls = [entry(number) for number in range(1, 401)]
    anew = f'"correction":[{{"kind":"change","entry":1,"command":{ROLL}}}]'
    corrections = [entry(number, anew) for number in range(401, 501)]
    with pytest.raises(GameFileError, match="at most 20000 are judged") as raised:
        parse("\n".join([head(), *rolls, *corrections]).encode(), "game.jsonl")
    assert raised.value.readable == 400 + 49, "what comes before can be kept"


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(GameFileError, match=r"nowhere\.jsonl cannot be read: No such file or directory\.$"):
        read(tmp_path / "nowhere.jsonl")
    with pytest.raises(GameFileError, match=r"is not a file\.$"):
        read(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(GameFileError, match=r"pipe is not a file\.$"):
        read(tmp_path / "pipe")
    with pytest.raises(GameFileError, match=r"cannot be read"):
        read(tmp_path / ("x" * 300))


def test_a_file_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / "evening \udcff\n.jsonl"
    file.write_bytes(text().encode())
    assert read(file).entries == session().entries
    file.write_text("bad")
    with pytest.raises(GameFileError, match=r"^evening ��\.jsonl, line 1: "):
        read(file)


# --- by chance --------------------------------------------------------------------------------------------


def spoil(data: bytes, chance: random.Random) -> bytes:
    """Change, drop, double and swap letters and lines, as bad cables, editors and hands do."""
    spoiled = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(spoiled))
        match chance.randrange(6):
            case 0:
                spoiled[place] = chance.randrange(256)
            case 1:
                del spoiled[place : place + chance.randint(1, 30)]
            case 2:
                spoiled[place:place] = spoiled[place : place + chance.randint(1, 400)]
            case 3:
                lines = bytes(spoiled).split(b"\n")
                first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                spoiled = bytearray(b"\n".join(lines))
            case 4:
                spoiled = bytearray(
                    bytes(spoiled).replace(b'"anna"', chance.choice((b'"ben"', b'"otto"', b"null", b'""')), 1)
                )
            case 5:
                word = chance.choice((b"-1", b"99999999999999999999", b"1e400", b'""', b"[]", b"{}", b"true"))
                digits = [i for i, letter in enumerate(spoiled) if 48 <= letter <= 57]
                at = chance.choice(digits) if digits else 0
                spoiled[at : at + 1] = word
        if not spoiled:
            return b""
    return bytes(spoiled)


def twist(data: bytes, chance: random.Random) -> bytes:
    """Change one value in one entry for another one, as a program with a mistake in it does."""
    lines = data.splitlines()
    place = chance.randrange(1, len(lines))
    line = json.loads(lines[place])
    holders: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        inside = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, inner in inside:
            holders.append((value, key))
            walk(inner)

    walk(line)
    holder, key = chance.choice(holders)
    pool = [
        "anna",
        "ben",
        "otto",
        "",
        "trade",
        "anna-1",
        0,
        -1,
        3,
        7,
        2**31,
        2**70,
        True,
        None,
        [],
        {},
        ["anna-1"] * 3,
    ]
    if chance.random() < 0.2:
        del holder[key]
    else:
        holder[key] = chance.choice(pool)
    return b"\n".join([*lines[:place], json.dumps(line).encode(), *lines[place + 1 :]])


@pytest.mark.parametrize("harm", [spoil, twist])
@pytest.mark.parametrize("events", [True, False])
def test_whatever_happens_to_a_file_it_is_read_or_told(
    harm: Callable[[bytes, random.Random], bytes], events: bool
) -> None:
    print(f"seed {FUZZ_SEED}")
    chance = random.Random(FUZZ_SEED)
    data = "".join(text(events).splitlines(keepends=True)[:30]).encode()
    taken = 0
    for case in range(FUZZ_CASES):
        harmed = harm(data, chance)
        try:
            store = memory()
            game = import_game(store, parse(harmed, "game.jsonl")).game
        except GameFileError as error:
            assert "\n" not in str(error), (case, error)
        else:
            taken += 1
            header, entries, _journal = store.load(game)
            assert parse(export_game(header, entries).encode(), "again").entries == entries, case
            resume(store, game)
    print(f"{taken} of {FUZZ_CASES} were taken")
    assert taken < FUZZ_CASES
    assert harm is spoil or taken > 0


# --- the documents ------------------------------------------------------------------------------------------


def test_the_schema_in_the_documents_is_that_of_the_program() -> None:
    documented = json.loads((DOCS / "format.schema.json").read_text(encoding="utf-8"))
    current = json.loads(msgspec.json.encode(schema()))
    assert documented == current, "run: python -m companion.app.jsonl > docs/format.schema.json"


def test_every_line_of_a_game_keeps_to_the_schema() -> None:
    checker = jsonschema.Draft202012Validator(json.loads(msgspec.json.encode(schema())))
    for line in (text() + text(events=False)).splitlines():
        checker.validate(json.loads(line))
    assert not checker.is_valid({"entry": 1, "command": {"type": "base.end_turn"}})
    assert not checker.is_valid({"longship": 1})


def test_the_example_in_the_documents_is_a_game() -> None:
    page = (DOCS / "format.md").read_text(encoding="utf-8")
    example = page.split("```jsonl\n")[1].split("```")[0]
    entries, _state = complete(parse(example.encode(), "example"))
    assert len(entries) >= 4


def test_the_limits_in_the_documents_are_those_of_the_program() -> None:
    page = (DOCS / "format.md").read_text(encoding="utf-8")
    for limit in (
        f"{jsonl.LARGEST_FILE_BYTES // 10**6} MB",
        f"{jsonl.LONGEST_LINE_BYTES // 10**6} MB a line",
        f"{jsonl.MOST_ENTRIES:,} entries".replace(",", " "),
        f"{jsonl.MOST_LINES:,} lines".replace(",", " "),
        f"{jsonl.MOST_REPLAYED:,} entries be played".replace(",", " "),
        f"{jsonl.MOST_JUDGED:,} entries".replace(",", " "),
        f"{jsonl.MOST_OPTIONS} options",
        f"{LONGEST_NAME} characters",
        f"events at most {jsonl.LARGEST_GAME_NUMBER:,}".replace(",", " "),
    ):
        assert limit in page, limit
