"""Play by touch on a real session: results, questions, warnings, undo, trouble with the disk."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.i18n import LANGUAGES
from companion.app.session import GameSession
from companion.app.storage import StorageError
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.correction import change
from companion.history.log import Entry, Header
from companion.presenters import intents
from companion.presenters.live import LivePlay
from companion.presenters.views import WarningView
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import PlaceShip
from companion.rules.cities_knights.cards import PutBack
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.slice import CitiesKnights, Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.attack import before_the_attack
from tests.kit.tables import CITIES_KNIGHTS
from tests.scenes.pictures import speak

ANNA, BEN, CARLA = PlayerId("anna"), PlayerId("ben"), PlayerId("carla")
PLAYERS = (Player(ANNA, "Anna", "red"), Player(BEN, "Ben", "blue"), Player(CARLA, "Carla", "white"))


class Disk:
    """A journal in memory that can be made to fail."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.full = False
        self.room = 10_000

    def append(self, entry: Entry) -> None:
        if self.full or len(self.entries) >= self.room:
            raise StorageError("The disk is full.", "Free some space on it.")
        self.entries.append(entry)


class Evening:
    """A game of three at the panel."""

    def __init__(self, ui: Any, **header: Any) -> None:
        self.ui = ui
        self.disk = Disk()
        chosen = {"modules": CITIES_KNIGHTS, **header}
        self.session = GameSession(Header("a game", PLAYERS, **chosen), self.disk)
        self.refused = 0
        self.play = LivePlay(self.session, refused=self._count, go_on_unsaved=self._unsaved)
        ui.open(self.play)
        ui.shell.go("table")
        ui.frames()

    def _count(self) -> None:
        self.refused += 1

    def _unsaved(self) -> None:
        self.disk.full = False
        self.disk.room = 10_000

    def enter(self, *commands: Any) -> None:
        """Enter commands without touching, then show the table."""
        for command in commands:
            self.session.submit(command, overrule=True)
        self.ui.shell.go("table")
        self.ui.frames()

    def roll(self, red: int, white: int, event: str) -> None:
        self.ui.tap(f"bar_red_{red}")
        self.ui.tap(f"white_{white}")
        self.ui.tap(f"event_{event}")

    def words(self) -> str:
        """Everything that can be read."""
        from kivy_ui.paint import Painted

        return " | ".join(
            text.text
            for widget in self.ui.shell.walk()
            if isinstance(widget, Painted)
            for text in widget.texts
        )

    @property
    def last(self) -> Any:
        return self.session.standing[-1].command


@pytest.fixture
def evening(ui: Any) -> Evening:
    return Evening(ui)


def test_a_roll_takes_three_taps_and_its_result_leaves_the_table_in_reach(ui: Any, evening: Evening) -> None:
    evening.roll(4, 2, "ship")
    assert ui.taps == 3
    assert evening.last == RollDice(ANNA, {"white": 2, "red": 4, "event": "ship"})
    assert ui.shell.screen_name == "result"
    assert "6 steps to the attack." in evening.words()
    ui.tap("settlement_0")
    assert evening.last == BuildSettlement(ANNA)
    assert ui.shell.screen_name == "table"


def test_a_result_that_says_more_than_the_one_before_has_room_for_it(ui: Any, evening: Evening) -> None:
    evening.enter(*(Improve(player.id, Track.SCIENCE, 1) for player in PLAYERS))
    evening.roll(4, 2, "trade")
    evening.roll(1, 4, "science")
    card = ui.shell.screen.card
    assert "draw a card each: Science" in evening.words()
    assert card.height >= card.height_for(card.width) - 1


def test_a_tap_on_the_result_leads_on(ui: Any, evening: Evening) -> None:
    evening.roll(4, 2, "trade")
    assert "Nobody draws a card." in evening.words()
    ui.tap("result_card")
    assert ui.shell.screen_name == "table"


def test_a_wrong_roll_is_corrected_in_two_taps(ui: Any, evening: Evening) -> None:
    evening.roll(4, 2, "ship")
    before = ui.taps
    ui.tap("result_white")
    ui.tap("white_5")
    assert ui.taps - before == 2
    assert evening.last == RollDice(ANNA, {"white": 5, "red": 4, "event": "ship"})
    assert [entry.command for entry in evening.session.standing] == [evening.last]
    assert ui.shell.screen_name == "result"


def test_the_roll_pad_can_be_left(ui: Any, evening: Evening) -> None:
    ui.tap("bar_red_3")
    assert ui.shell.screen_name == "roll"
    ui.tap("table")
    assert ui.shell.screen_name == "table"
    assert not evening.session.standing


def test_a_seven_says_what_everyone_may_keep(ui: Any, evening: Evening) -> None:
    evening.enter(RollDice(ANNA, {"white": 1, "red": 1, "event": "ship"}), BuildWall(ANNA))
    evening.roll(3, 4, "politics")
    words = evening.words()
    assert "The robber stays put until the first attack." in words
    assert ui.shell.messages.shown.view.tone == "warn"
    assert ">9" in words.split(" | ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_of_the_columns_goes_on_a_seven(ui: Any, evening: Evening, language: str) -> None:
    """Nor when everybody draws a card."""
    speak(language)
    places = []
    evening.enter(*(Improve(player.id, Track.POLITICS, 1) for player in PLAYERS))
    for red, white, event in ((4, 2, "ship"), (4, 3, "ship"), (1, 6, "politics"), (1, 4, "politics")):
        evening.roll(red, white, event)
        assert ui.shell.screen_name == "result"
        names = ("settlement_0", "city_0", "wall_0", "knights_0_1", "ladder_0_trade")
        places.append([tuple(ui.find(name).pos) for name in names])
        evening.enter(EndTurn(evening.session.state.core.on_turn))
    assert all(found == places[0] for found in places)


def test_taps_in_the_columns(ui: Any, evening: Evening) -> None:
    evening.roll(1, 1, "ship")
    for name, command in (
        ("ladder_0_trade", Improve(ANNA, Track.TRADE, 1)),
        ("wall_0", BuildWall(ANNA)),
        ("settlement_0", BuildSettlement(ANNA)),
        ("city_0", BuildCity(ANNA)),
    ):
        ui.tap(name)
        assert evening.last == command
    ui.tap("knights_0_1")
    ui.tap("do_recruit")
    assert isinstance(evening.last, RecruitKnight)
    ui.tap("knights_0_1")
    assert evening.last == ActivateKnights(ANNA, evening.last.knights)
    assert ui.find("column_0").view.active_strength == 1


def test_what_breaks_a_rule_is_said_and_can_be_left_or_allowed(ui: Any, evening: Evening) -> None:
    evening.roll(1, 1, "ship")
    ui.tap("ladder_1_science")
    assert ui.shows("warning_sheet")
    assert "Ben is not on turn: it is Anna’s turn." in evening.words()
    assert "CK-20" in evening.words()
    assert evening.refused == 1
    ui.tap("dont")
    assert not ui.shows("warning_sheet")
    assert isinstance(evening.last, RollDice)
    ui.tap("ladder_1_science")
    ui.tap("allow")
    assert evening.last == Improve(BEN, Track.SCIENCE, 1)
    assert [violation.rule for violation in evening.session.standing[-1].overruled] == ["CK-20"]
    assert "table ruling" in evening.words()


def test_b_56_the_warning_names_the_entry_that_excludes_a_hidden_card(ui: Any, evening: Evening) -> None:
    evening.enter(PlayCrane(ANNA), PlayCrane(BEN), PlaceShip(CARLA, 2))
    warning = evening.play.do(intents.Enter((PlayCrane(CARLA),)))
    assert isinstance(warning, WarningView)
    ui.shell.asking.warn(warning)
    ui.frames()
    assert (
        "all 2 are accounted for: Crane. That has been so since entry 2: Ben plays the Crane."
        in evening.words()
    )


def test_a_touch_beside_the_warning_leaves_it(ui: Any, evening: Evening) -> None:
    ui.tap("wall_1")
    assert ui.shows("warning_sheet")
    ui.touch(2, 2)
    assert not ui.shows("warning_sheet")


def test_what_cannot_be_is_not_to_be_allowed(ui: Any, evening: Evening) -> None:
    evening.roll(1, 1, "ship")
    for _wall in range(2):
        ui.tap("wall_0")
    assert ui.shows("warning_sheet")
    assert not ui.shows("allow")
    ui.tap("dont")


def test_undo_names_what_it_takes_back_and_redo_brings_it_back(ui: Any, evening: Evening) -> None:
    evening.roll(1, 1, "ship")
    ui.tap("ladder_0_trade")
    assert evening.play.bar().undo == "Trade 1"
    assert ui.find("undo").lit
    ui.tap("undo")
    assert isinstance(evening.last, RollDice)
    assert "Undone: Anna: Trade 1" in evening.words()
    ui.tap("toast_redo")
    assert isinstance(evening.last, Improve)
    for _entry in range(2):
        ui.tap("undo")
    assert not evening.session.standing
    assert not ui.find("undo").enabled


def test_a_lost_city_that_must_be_chosen(ui: Any, evening: Evening) -> None:
    evening.enter(
        RollDice(ANNA, {"white": 1, "red": 1, "event": "trade"}),
        BuildCity(ANNA),
        BuildWall(ANNA),
    )
    before_the_attack(evening.session, BEN, CARLA)
    evening.roll(6, 6, "ship")
    assert ui.shell.screen_name == "attack"
    assert "The barbarians win" in evening.words()
    answers = [choice.name for question in evening.play.questions() for choice in question.choices]
    assert len(answers) == 2
    ui.tap(answers[0])
    assert "Loses a city" in evening.words()
    ui.tap("go_on")
    assert ui.shell.screen_name == "table"


def test_an_attack_never_holds_the_table(ui: Any, evening: Evening) -> None:
    evening.enter(
        RollDice(ANNA, {"white": 1, "red": 1, "event": "trade"}),
        BuildCity(ANNA),
        BuildWall(ANNA),
        PlaceShip(ANNA, 6),
    )
    evening.roll(6, 6, "ship")
    assert ui.shell.screen_name == "attack" and evening.play.questions()
    assert "Later" in evening.words()
    ui.tap("go_on")
    assert ui.shell.screen_name != "attack"
    assert evening.play.questions(), "the question waits"
    answers = [choice.name for question in evening.play.questions() for choice in question.choices]
    if not ui.shows(answers[0]):
        ui.tap("waiting")
    ui.tap(answers[0])
    assert not evening.play.questions()


def test_a_question_can_wait(ui: Any, evening: Evening) -> None:
    climb = [Improve(ANNA, Track.SCIENCE, level) for level in range(1, 4)]
    evening.enter(
        RollDice(ANNA, {"white": 1, "red": 1, "event": "trade"}), BuildCity(ANNA), BuildWall(ANNA), *climb
    )
    ui.tap("ladder_0_science")
    assert ui.shows("question_sheet")
    ui.tap("later")
    assert not ui.shows("question_sheet")
    ui.tap("waiting")
    choice = evening.play.questions()[0].choices[0]
    ui.tap(choice.name)
    assert not evening.play.questions()
    assert ui.find("column_0").view.ladders[2].metropolis


def test_a_full_disk_is_said_and_nothing_is_shown_that_is_not_stored(ui: Any, evening: Evening) -> None:
    evening.roll(1, 1, "ship")
    evening.disk.full = True
    ui.tap("ladder_0_trade")
    assert ui.shows("warning_sheet")
    assert "The disk is full." in evening.words()
    assert ui.find("column_0").view.ladders[0].level == 0
    ui.tap("allow")  # says: play on without saving
    assert ui.find("column_0").view.ladders[0].level == 1


def test_the_ship_alone(ui: Any) -> None:
    evening = Evening(ui, level="L0")
    for step in range(6):
        ui.tap("event_ship")
        assert evening.play.strip().step == step + 1
    assert "One more ship and the barbarians attack!" in evening.words()
    ui.tap("event_ship")
    assert "The barbarians have attacked." in evening.words()
    assert evening.play.strip().step == 0
    ui.tap("undo")
    assert evening.play.strip().step == 6


def test_the_gentle_start_leaves_the_event_die_out(ui: Any) -> None:
    evening = Evening(ui, options={"gentle_start": True})
    ui.tap("bar_red_2")
    assert not ui.shows("event_ship")
    ui.tap("white_2")
    assert evening.last == RollDice(ANNA, {"white": 2, "red": 2})


def test_the_language_changes_while_playing(ui: Any, evening: Evening) -> None:
    from companion.app.i18n import set_language

    set_language("de")
    ui.shell.restyle(ui.shell.settings)
    ui.frames()
    assert "Rückgängig" in evening.words()


def test_theme_and_text_change_while_playing(ui: Any, evening: Evening) -> None:
    from companion.app.settings import Screen

    ui.shell.restyle(Screen(language="en", theme="bright", text_scale="largest"))
    ui.frames()
    assert ui.shell.look.theme.name == "bright"
    evening.roll(4, 4, "ship")
    assert ui.shell.screen_name == "result"


def test_a_screen_that_fails_says_so_and_leads_back(ui: Any, evening: Evening, monkeypatch: Any) -> None:
    from kivy_ui import registry

    monkeypatch.setitem(registry.SCREENS, "log", "kivy_ui.screens.missing:MissingScreen")
    ui.tap("log")
    assert ui.shell.screen_name == "error"
    assert "The game is safe" in evening.words()
    ui.tap("error_back")
    assert ui.shell.screen_name == "table"
    evening.roll(2, 2, "ship")
    assert isinstance(evening.last, RollDice)


def test_nothing_is_drawn_while_nothing_changes(ui: Any, evening: Evening, monkeypatch: Any) -> None:
    from kivy_ui.paint import Painted

    evening.roll(4, 4, "ship")
    ui.frames(3)
    drawn: list[Any] = []
    monkeypatch.setattr(Painted, "_paint", lambda widget, *_: drawn.append(widget))
    ui.frames(5)
    # what earlier tests left behind may still run out, unseen
    assert [widget.name for widget in drawn if widget.get_parent_window() is not None] == []


def test_a_tap_paints_only_what_it_changes(ui: Any, evening: Evening, monkeypatch: Any) -> None:
    from kivy_ui.paint import Painted

    evening.roll(4, 4, "ship")
    ui.tap("result_card")
    ui.frames(3)
    drawn: set[str] = set()
    paint = Painted._paint

    def noted(widget: Any, *arguments: Any) -> None:
        drawn.add(widget.name)
        paint(widget, *arguments)

    monkeypatch.setattr(Painted, "_paint", noted)
    ui.tap("ladder_0_politics")
    assert "ladder_0_politics" in drawn
    assert not any(
        name.endswith(("_1", "_2")) for name in drawn if name.startswith(("head", "column", "city"))
    )


def rolled(by: PlayerId, event: str) -> RollDice:
    return RollDice(by, {"red": 1, "white": 2, "event": event})


def test_b_30_nobody_is_told_to_take_cards_on_a_seven_that_waits_for_an_answer(ui: Any) -> None:
    evening = Evening(ui)
    evening.enter(rolled(ANNA, "politics"), Improve(ANNA, Track.TRADE, 1))
    evening.enter(*(rolled(who, "trade") for who in (BEN, CARLA, ANNA, BEN)))
    evening.roll(1, 6, "trade")
    (question,) = evening.session.state.core.pending
    assert question.who == ANNA and ui.shell.screen_name == "result"
    assert "takes their cards" not in evening.words()
    back = next(choice for choice in evening.play.questions()[0].choices if "PutBack" in choice.name)
    ui.tap(back.name)
    assert "Seven!" in evening.words()


def test_ck_123_a_roll_leads_to_the_card_that_is_to_go_back_and_is_entered_after_it(ui: Any) -> None:
    evening = Evening(ui, options={"fifth_progress_card": "keep_to_end_of_turn"})
    evening.enter(rolled(ANNA, "politics"), Improve(ANNA, Track.TRADE, 1))
    evening.enter(*(rolled(who, "trade") for who in (BEN, CARLA, ANNA, BEN)))
    evening.enter(rolled(CARLA, "politics"), rolled(ANNA, "trade"))
    assert evening.session.state.core.on_turn == ANNA
    turn = evening.session.state.core.turn
    evening.ui.tap("bar_red_3")
    evening.ui.tap("white_5")
    evening.ui.tap("event_science")
    assert evening.refused == 0
    (question,) = evening.session.state.core.pending
    assert (question.kind, question.who) == ("fifth_card", ANNA)
    back = next(choice for choice in evening.play.questions()[0].choices if "PutBack" in choice.name)
    evening.ui.tap(back.name)
    core = evening.session.state.core
    assert (core.turn, core.on_turn, core.dice["white"], core.dice["red"]) == (turn + 1, BEN, 5, 3)
    assert not core.pending


def test_ck_123_the_roll_that_waited_survives_a_correction_and_an_answer_from_elsewhere_ends_it(
    ui: Any,
) -> None:
    evening = Evening(ui, options={"fifth_progress_card": "keep_to_end_of_turn"})
    evening.enter(rolled(ANNA, "politics"), Improve(ANNA, Track.TRADE, 1))
    evening.enter(*(rolled(who, "trade") for who in (BEN, CARLA, ANNA, BEN)))
    evening.enter(rolled(CARLA, "politics"), rolled(ANNA, "trade"))
    first = evening.session.standing[0]
    evening.play.do(intents.Roll({"red": 3, "white": 5, "event": "science"}))
    evening.session.correct(
        change(first.entry, replace(first.command, dice={"red": 2, "white": 2, "event": "politics"}))
    )
    evening.play.do(intents.Enter((PutBack(ANNA, Track.TRADE),)))
    assert isinstance(evening.last, RollDice) and evening.last.by == BEN
    evening.play.do(intents.Undo())
    evening.play.do(intents.Undo())
    evening.play.do(intents.Undo())
    evening.play.do(intents.Roll({"red": 3, "white": 5, "event": "science"}))
    evening.session.submit(PutBack(ANNA, Track.TRADE))
    assert evening.play.do(intents.Roll({"red": 1, "white": 1, "event": "science"})) is None
    assert evening.last == RollDice(BEN, {"red": 1, "white": 1, "event": "science"})


def test_ck_123_the_roll_that_waited_is_entered_unsaved_when_the_disk_fills_after_the_answer(ui: Any) -> None:
    evening = Evening(ui, options={"fifth_progress_card": "keep_to_end_of_turn"})
    evening.enter(rolled(ANNA, "politics"), Improve(ANNA, Track.TRADE, 1))
    evening.enter(*(rolled(who, "trade") for who in (BEN, CARLA, ANNA, BEN)))
    evening.enter(rolled(CARLA, "politics"), rolled(ANNA, "trade"))
    evening.roll(3, 5, "science")
    evening.disk.room = len(evening.disk.entries) + 1
    back = next(choice for choice in evening.play.questions()[0].choices if "PutBack" in choice.name)
    ui.tap(back.name)
    assert evening.last == PutBack(ANNA, Track.TRADE)
    assert ui.shows("warning_sheet") and "The disk is full." in evening.words()
    ui.tap("allow")
    assert evening.last == RollDice(BEN, {"red": 3, "white": 5, "event": "science"})


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_ck_123_undo_forgets_the_roll_that_waited(ui: Any, where: str) -> None:
    evening = Evening(ui, options={"fifth_progress_card": "keep_to_end_of_turn"})
    evening.enter(rolled(ANNA, "politics"), Improve(ANNA, Track.TRADE, 1))
    evening.enter(*(rolled(who, "trade") for who in (BEN, CARLA, ANNA, BEN)))
    evening.enter(rolled(CARLA, "politics"), rolled(ANNA, "trade"))
    before = evening.session.state
    evening.play.do(intents.Roll({"red": 3, "white": 5, "event": "science"}))
    if where == "here":
        evening.play.do(intents.Undo())
    else:
        evening.session.undo()
    assert evening.session.state == before
    back = PutBack(ANNA, Track.TRADE)
    evening.play.do(intents.Enter((EndTurn(ANNA),)))
    evening.play.do(intents.Enter((back,)))
    assert evening.session.standing[-1].command == back


def test_the_attack_shows_all_to_whom_something_is_put(ui: Any) -> None:
    evening = Evening(ui)
    level = [Improve(who, Track.POLITICS, 1) for who in (ANNA, BEN, CARLA)]
    evening.enter(rolled(ANNA, "trade"), *level)
    before_the_attack(evening.session, ANNA, BEN, CARLA)
    evening.roll(3, 3, "ship")
    assert evening.ui.shell.screen_name == "attack"
    asked = evening.session.state.core.pending
    assert len(asked) == 3
    others = [f"asked_{evening.session.state.core.ids.index(one.who)}_{one.id}" for one in asked]
    assert [evening.ui.shows(name) for name in others] == [False, True, True]
    evening.ui.tap(others[2])
    assert [evening.ui.shows(name) for name in others] == [True, True, False]
    assert evening.ui.shows(f"answer_trade_{asked[2].id}")
    evening.ui.tap(f"answer_trade_{asked[2].id}")
    assert evening.session.state.core.pending == asked[:2]
    # the disk is full when an answer has been taken back and the roll itself has not
    evening.disk.room = len(evening.disk.entries)
    ui.shell.do(intents.FixRoll({"red": 2, "white": 2, "event": "ship"}))
    ui.frames()
    assert ui.shows("warning_sheet") and "The disk is full." in evening.words()
    ui.tap("allow")
    rolls = [one.command for one in evening.session.standing if isinstance(one.command, RollDice)]
    assert rolls[-1].dice == {"red": 2, "white": 2, "event": "ship"}
    assert len(rolls) == 2 and ui.shell.screen_name == "attack"


def test_what_was_entered_for_the_wrong_player_is_given_to_another(ui: Any) -> None:
    evening = Evening(ui)
    evening.enter(rolled(ANNA, "trade"))
    evening.enter(BuildSettlement(ANNA), RecruitKnight(ANNA))
    before = len(evening.session.entries)
    ui.shell.asking.whose()
    ui.frames()
    assert [name for name in ("owner_1", "owner_2", "owner_log") if ui.shows(name)] == [
        "owner_1",
        "owner_2",
        "owner_log",
    ]
    ui.tap("owner_2")
    owners = [knight.owner for knight in evening.session.table.slice(CitiesKnights).knights.values()]
    assert owners == [CARLA]
    assert len(evening.session.entries) == before + 1, "one correction, that one undo takes back"
    evening.play.do(intents.Undo())
    owners = [knight.owner for knight in evening.session.table.slice(CitiesKnights).knights.values()]
    assert owners == [ANNA]


def test_a_roll_is_nobody_elses_and_the_log_is_shown(ui: Any) -> None:
    evening = Evening(ui)
    evening.enter(rolled(ANNA, "trade"))
    assert evening.play.do(intents.Whose()) is None


def test_nobody_is_offered_what_more_than_the_turn_stands_against(ui: Any) -> None:
    evening = Evening(ui)
    evening.enter(rolled(ANNA, "trade"), RecruitKnight(ANNA))
    knights = tuple(evening.session.table.slice(CitiesKnights).knights)
    evening.enter(ActivateKnights(ANNA, knights))
    assert evening.play.do(intents.Whose()) is None, "only Anna has that knight"


def test_an_undo_while_a_roll_is_changed_begins_a_new_one(ui: Any) -> None:
    evening = Evening(ui)
    evening.enter(rolled(ANNA, "trade"))
    evening.session.submit(PlayAlchemist(BEN, 2, 6), overrule=True)
    ui.frames()
    ui.shell.do(intents.Roll({"red": 6, "white": 2, "event": "politics"}))
    ui.frames()
    ui.tap("result_event")
    assert ui.shell.screen_name == "roll" and ui.shell.screen.fix
    ui.shell.do(intents.Undo())
    ui.frames()
    count = len(evening.session.standing)
    ui.tap("red_6")
    assert len(evening.session.standing) == count, "the event of the roll that was undone is forgotten"
