"""Sample evenings for the pictures of the screens outside of play: a real engine, a store in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.app.backup import Contents, Held, Written
from companion.app.backup_job import Work
from companion.app.board_code import Recipe
from companion.app.board_code import made as made_board
from companion.app.board_file import Boards, SavedBoard
from companion.app.dice import (
    VIEWS,
    Calibrating,
    CameraChoice,
    LiveView,
    NullCalibrating,
    NullDice,
    Reading,
    RefusedViews,
    Report,
    Taken,
    Told,
)
from companion.app.dice_log import DiceLog, Faces, Throw
from companion.app.doctor import examine
from companion.app.i18n import _, language
from companion.app.ports import Notice, NullDevice, Part, PartKind
from companion.app.restore import Restored
from companion.app.roster import Person
from companion.app.session import GameSession
from companion.app.settings import MqttSettings, Paths, Pins, Settings, SpeakerSettings
from companion.app.speaker import Card
from companion.app.storage import JournalStore
from companion.app.wiring import wires
from companion.engine.command import Command
from companion.engine.core import AdjustPoints
from companion.engine.ids import PlayerId
from companion.presenters import quiet
from companion.presenters.board_view import Place
from companion.presenters.context import AppContext
from companion.presenters.live import LivePlay
from companion.presenters.log import Mark
from companion.presenters.modules import toggled
from companion.presenters.new_game import NewGame, with_option
from companion.presenters.settings import findings
from companion.rules.base.board_making import islands
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import LayOpen
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.merchant import PlayMerchant
from companion.rules.cities_knights.queries import knights
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from hardware.dice_texts import advice
from hardware.mqtt.faults import not_let_in
from kivy_ui.dice_reader import DiceReader
from tests.scenes import correction_stages
from tests.scenes.samples import COLOURS

NAMES = ("Anna", "Ben", "Carla", "David", "Ekaterina", "Grzegorz")
GUESTS = ("Helga", "Igor", "Łucja", "Marie-Claire", "Nadeshda", "Oskar")
Stage = Callable[[Any], None]
LONG = "Wolfeschlegelsteinhausenbergerdorff " * 4


def _play_card(shell: Any, name: str) -> None:
    """Play a card, as a tap on it does."""
    cards = (card for deck in shell.screen.view.decks for card in deck.cards)
    shell.screen._do(next(card for card in cards if card.name == name).deed)


def people(count: int = 4) -> tuple[Person, ...]:
    """A table full of people."""
    return tuple(Person(NAMES[seat], COLOURS[seat]) for seat in range(count))


def context(games: int = 1, count: int = 4, notices: Iterable[Notice] = ()) -> AppContext:
    """A context with so many games, the last one in its second half."""
    store = JournalStore(None)
    store.open()
    made = AppContext(
        Settings(),
        store,
        paths=Paths(Path(tempfile.gettempdir()) / "longship-stage" / "config.toml"),
        clock=lambda: 1_763_800_000_000,
    )
    made.people = (*people(6), *(Person(name, COLOURS[seat]) for seat, name in enumerate(GUESTS)))
    made.remember = lambda people: None  # type: ignore[method-assign]
    for number in range(games):
        last = number == games - 1
        made.begin(NewGame(people(count if last else 3 + number % 2)), f"sample{number}")
        assert made.session is not None
        evening(made.session, whole=last)
    made.notices.extend(notices)
    return made


def evening(session: GameSession, whole: bool = True) -> None:
    """Play a part of an evening; the table lets everything stand."""
    ids = session.state.core.ids
    for turn in range(9 if whole else 3):
        who = ids[turn % len(ids)]
        event = ("ship", "trade", "ship", "politics", "science", "ship", "science", "ship", "politics")[turn]
        _enter(session, RollDice(who, {"red": 1 + turn % 2, "white": 3 + turn % 4, "event": event}))
        for command in _done(session, who, turn):
            _enter(session, command)
    if whole:
        _enter(session, RollDice(ids[9 % len(ids)], {"red": 2, "white": 3, "event": "trade"}))
        _enter(session, ClaimLongestRoad(ids[1], 7))
        session.undo()
        _enter(session, ClaimLongestRoad(ids[1], 6))


def _enter(session: GameSession, command: Command) -> None:
    session.submit(command, overrule=True)


def _done(session: GameSession, who: PlayerId, turn: int) -> Iterable[Command]:
    table = session.table
    own = tuple(knights(table, who))
    if turn < len(session.state.core.ids):
        return (
            RecruitKnight(who),
            Improve(who, Track.SCIENCE, 1),
            Improve(who, Track.POLITICS, 1),
            ActivateKnights(who, tuple(knights(session.table, who))[:1]) if own else BuildSettlement(who),
        )
    return {
        4: (
            RecruitKnight(who),
            PromoteKnight(who, own[0]),
            BuildCity(who),
            BuildWall(who),
            Improve(who, Track.TRADE, 1),
            ActivateKnights(who, own[:1]),
            Improve(who, Track.SCIENCE, 2),
            Improve(who, Track.SCIENCE, 3),
        ),
        5: (
            BuildCity(who),
            LayOpen(who, "printer"),
            PlayMerchant(who),
            RecruitKnight(who),
            Improve(who, Track.POLITICS, 2),
            Improve(who, Track.POLITICS, 3),
            PromoteKnight(who, own[0]),
            Improve(who, Track.POLITICS, 4),
        ),
        6: (BuildSettlement(who), AdjustPoints(who, who, 1, "")),
        7: (RecruitKnight(who), ActivateKnights(who, own[:1]), BuildWall(who)),
    }.get(turn, (BuildSettlement(who),))


def scenes() -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""

    def at(
        screen: str,
        made: Callable[[], AppContext] = context,
        then: Callable[[Any], None] | None = None,
        **arguments: Any,
    ) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            lent = made()
            shell.context = lent
            shell.play = LivePlay(lent.session) if lent.session is not None else None
            shell.go(screen, **arguments)
            if then is not None:
                then(shell)

        return stage

    def examined(shell: Any) -> None:
        shell.screen._examined(findings(examine()), language())

    def undone(shell: Any) -> None:
        """An entry that was taken back tells what it was."""
        shell.screen._open(next(row for row in shell.screen.view.rows if row.mark is Mark.UNDONE))

    def modules_shown(shell: Any) -> None:
        """What is played, and why one does not fit."""
        shell.screen.modules.on_tap()
        shell.sheets.shown._tap("fishermen")
        shell.sheets.shown._tap("catan_for_two")

    broken = (
        Notice(
            "The lights and the buzzer stay off: this machine has no GPIO pins.",
            "On a Raspberry Pi run: ./longship setup gpio",
        ),
        Notice("The journal was damaged and was set aside as games.db.damaged; 2 games could be read."),
    )
    odd = (Person("Anna", "red"), Person("anna", "red"), Person("שלום 🎲", "white"), Person(LONG, "orange"))
    return {
        **board_scenes(),
        "home": at("home"),
        "home_first": at("home", lambda: context(0)),
        "home_many": at("home", lambda: context(4, 6, broken)),
        "home_notices": at("home", lambda: context(1, 4, broken), then=lambda shell: shell.screen._tell()),
        "new_game": at("new_game", game=NewGame(people(4))),
        "new_game_empty": at("new_game"),
        "new_game_six": at("new_game", game=NewGame(people(6), first=2, level="L0")),
        "new_game_wrong": at("new_game", game=NewGame(odd)),
        "new_game_level": at("new_game", game=replace(toggled(NewGame(people(3)), "fishermen"), level="L1")),
        "new_game_seat": at("new_game", game=NewGame(people(4)), then=lambda shell: shell.screen._seat(1)),
        "name": at("name", game=NewGame(people(3)), text="Łucja"),
        "name_cyrillic": at("name", game=NewGame(people(3)), text="Екатерина", layout="cyrillic"),
        "name_signs": at("name", game=NewGame(people(3)), text=LONG, layout="signs"),
        "rules": at("rules", game=with_option(NewGame(people(4)), "crane", "one_a_turn")),
        "rules_modules": at("rules", game=NewGame(people(3)), then=modules_shown),
        "rules_number": at(
            "rules", game=NewGame(people(4)), then=lambda shell: shell.screen._open("points_to_win")
        ),
        "rules_choice": at(
            "rules", game=NewGame(people(4)), then=lambda shell: shell.screen._open("city_on_its_side")
        ),
        "player_build": at("sheet", seat=1),
        "player_knights": at("sheet", seat=0, section="knights"),
        "player_cards": at("sheet", seat=0, section="science"),
        "player_points": at("sheet", seat=1, section="points"),
        "player_six": at("sheet", lambda: context(1, 6), seat=5),
        "player_spy": at("sheet", seat=1, section="politics", then=lambda shell: _play_card(shell, "spy")),
        "player_alchemist": at(
            "sheet", seat=0, section="science", then=lambda shell: _play_card(shell, "alchemist")
        ),
        "player_cut": at("sheet", seat=1, section="points", then=lambda shell: shell.screen._cut()),
        "player_abilities": at("sheet", seat=1, then=lambda shell: shell.screen._abilities()),
        **throw_scenes(),
        **camera_scenes(),
        "more": at("more"),
        "catch_up": at("catch_up"),
        "log": at("log"),
        "log_rolls": at("log", shown="rolls"),
        "log_undone": at("log", then=undone),
        **correction_stages.scenes(),
        **{
            f"settings_{section}": at("settings", section=section)
            for section in ("language", "screen", "sound", "lights", "touch", "backup")
        },
        "settings_speaker": speaker_scene,
        **backup_scenes(),
        "settings_machine": at("settings", section="machine", then=examined),
        "settings_quiet": quiet_nights,
        "settings_smart_home": smart_home_scene,
        "settings_text": at("setting_text", key="mqtt.host", text="homeassistant.local"),
        "settings_pins": wired(Pins(active_buzzer=14, next_button=4, undo_button=18), "pins"),
        "settings_panel": wired(None, "panel"),
        "settings_wiring": wired(Pins(active_buzzer=14, next_button=4, undo_button=18, mute_button=19)),
        "settings_wiring_none": wired(None),
    }


def quiet_nights(shell: Any) -> None:
    """Quiet hours are switched on."""
    shell.context = lent = context(0)
    lent.settings = quiet.switched(lent.settings, True)
    shell.go("settings", section="quiet")


def smart_home_scene(shell: Any) -> None:
    """A smart home whose broker lets nobody in."""

    class Locked(NullDevice):
        def parts(self) -> tuple[Part, ...]:
            broker = "homeassistant.local:1883"
            fault = not_let_in(broker, "Not authorized")
            return (Part("mqtt", PartKind.LINK, "", broker, f"{fault.text} {fault.remedy}"),)

    lent = context(0)
    lent.settings = replace(lent.settings, mqtt=MqttSettings(enabled=True, host="homeassistant.local"))
    lent.devices = Locked()
    shell.context = lent
    shell.go("settings", section="smart_home")


def speaker_scene(shell: Any) -> None:
    """The speaker's page on a Raspberry Pi 4 with a sound card on USB."""
    cards = (
        Card("Headphones", "bcm2835 Headphones"),
        Card("vc4hdmi0", "vc4-hdmi-0"),
        Card("vc4hdmi1", "vc4-hdmi-1"),
        Card("Device", "USB Audio Device"),
    )
    lent = context(0)
    chosen = SpeakerSettings(volume=33, output="sysdefault:CARD=Gone")
    lent.settings = replace(lent.settings, speaker=chosen)
    lent.sound_cards = lambda: cards
    shell.context = lent
    shell.go("settings", section="speaker")


def backup_scenes() -> dict[str, Callable[[Any], None]]:
    """The backup among the settings: at work, what it asks, and what came of it."""
    contents = Contents(1, "1.0", 1_763_800_000_000, (Held("games/0001.jsonl", 9, ""),) * 214)

    def section(work: Work = Work.NOTHING, result: Written | Restored | Notice | None = None) -> Stage:
        def stage(shell: Any) -> None:
            shell.context = context(1)
            job = shell.context.backups
            job.work, job.done, job.total, job.result = work, 57, 214, result
            shell.go("settings", section="backup")
            if work is Work.RESTORING:
                shell.screen.backup._changed()

        return stage

    def asked(shell: Any) -> None:
        section()(shell)
        shell.screen.backup._ask(contents)

    torn = Notice(
        _("The stick was pulled out or has failed; older backups on it are untouched."),
        _("Plug it in and try again, or take another stick."),
    )
    return {
        "backup_copying": section(Work.COPYING),
        "backup_copied": section(result=Written("longship-backup-0007.zip", 214)),
        "backup_failed": section(result=torn),
        "backup_question": asked,
        "backup_reading": section(Work.RESTORING),
        "backup_restore": section(result=Restored(12, 202, settings=Settings())),
        "backup_refused": section(result=Restored(11, 202, ["0007.jsonl, line 3: This is not JSON."])),
    }


def wired(pins: Pins | None, section: str = "wiring") -> Callable[[Any], None]:
    """The parts on the pins as the settings screen shows them, one of which is busy and one down."""

    class SampleDevice(NullDevice):
        def parts(self) -> tuple[Part, ...]:
            busy = _("Something else uses GPIO {number}.").format(number=27)
            found = wires(pins) if pins is not None else ()
            return tuple(wire.part(busy if wire.number == 27 else "", wire.number == 22) for wire in found)

    def stage(shell: Any) -> None:
        shell.context = context(0)
        shell.context.devices = SampleDevice()
        if pins is not None:
            shell.context.settings = replace(shell.context.settings, pins=pins)
        shell.go("settings", section=section)

    return stage


def throw_scenes() -> dict[str, Callable[[Any], None]]:
    """What the dice camera read."""

    def stage(reading: Reading, opened: str = "", level: str = "L1") -> Callable[[Any], None]:
        def show(shell: Any) -> None:
            lent = context(0)
            lent.begin(NewGame(people(4), level=level), "throws")
            assert lent.session is not None
            shell.context = lent
            shell.play = LivePlay(lent.session)
            shell.go("table")
            reader = DiceReader(shell)
            reader.read(reading)
            if reader.sheet is not None:
                reader.sheet.stop()
                reader.sheet.ring.show(0.7)
                if opened:
                    reader.sheet.open(opened)

        return show

    sure = Reading(white=4, red=6, event="politics")
    unsure = Reading(red=4, event="ship", reason="glare_white", unsure=advice("glare_white"))
    return {
        "throw": stage(sure),
        "throw_red": stage(sure, "red"),
        "throw_event": stage(sure, "event"),
        "throw_l0": stage(sure, level="L0"),
        "throw_l0_event": stage(sure, "event", level="L0"),
        "throw_unsure": stage(unsure),
    }


class SampleCamera(NullDice):
    """Two cameras that show nothing of their own."""

    def cameras(self) -> tuple[CameraChoice, ...]:
        return CameraChoice("usb:0", "HD Pro Webcam C920"), CameraChoice(
            "pi", _("Camera of the Raspberry Pi")
        )

    def calibrate(self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]) -> Calibrating:
        return NullCalibrating()


def camera_scenes() -> dict[str, Callable[[Any], None]]:
    """The section of the settings, and the wizard page by page."""
    width, height = 96, 72
    inside = [[14 < x < 82 and 12 < y < 60 for x in range(width)] for y in range(height)]
    rgb = b"".join(bytes((46, 92, 60) if felt else (120, 96, 70)) for row in inside for felt in row)
    live = LiveView(width, height, rgb, 10.0)
    corners = ((150.0, 130.0), (810.0, 130.0), (820.0, 590.0), (140.0, 590.0))
    figures = (
        _("Dice: {edge} pixels ({least} or more)").format(edge=57, least=16),
        _("Contrast of the pips: {contrast}").format(contrast=62),
        _("Event faces: {distance} apart ({least} or more)").format(distance=16, least=4),
        _("Sizes agree within {percent} %").format(percent=6),
    )
    missing = _("There is no camera {source}, or another program uses it.").format(source="/dev/video0")
    faces = [Taken(what, live) for what in VIEWS[1:]]
    refusal = _("In the picture {what} the three dice cannot be told apart.").format(
        what=_("with the blue gate")
    )

    def lent(shell: Any, *throws: Throw) -> None:
        shell.context = context(0)
        shell.context.dice = SampleCamera()
        shell.context._dice_log = DiceLog(Path(tempfile.gettempdir()) / "longship-stage" / "none")
        shell.context._dice_log._throws = {throw.id: throw for throw in throws}

    def section(count: int) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            ship, gate = Faces(3, 4, "ship"), Faces(3, 4, "trade")
            throws = [Throw(number, "taken", ship, ship) for number in range(count)]
            lent(shell, *throws, *[Throw(-1, "corrected", gate, ship)] * bool(count))
            shell.go("settings", section="camera")

        return stage

    def page(*told: Told, tapped: bool = False, marked: int = 0) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            lent(shell)
            shell.go("camera")
            screen = shell.screen
            for one in told:
                if screen.wizard.step in ("camera", "corners") and isinstance(one, Taken):
                    screen._main()
                screen.told(one)
            if tapped:
                screen._main()
            for x, y in corners[:marked]:
                screen._point(x, y, True)

        return stage

    empty, unfound = Taken(VIEWS[0], live, corners), Taken(VIEWS[0], live)
    everything: tuple[Told, ...] = (live, empty, *faces)
    return {
        "settings_camera": section(0),
        "settings_camera_log": section(76),
        "camera": page(live),
        "camera_dark": page(),
        "camera_missing": page(RefusedViews(missing)),
        "camera_empty": page(live, tapped=True),
        "camera_corners": page(live, empty),
        "camera_corners_two": page(live, unfound, marked=2),
        "camera_face": page(live, empty, *faces[:1]),
        "camera_making": page(*everything),
        "camera_refused": page(*everything, RefusedViews(refusal, "blue")),
        "camera_report": page(*everything, Report(figures, LiveView(width, 48, rgb[: width * 48 * 3], 15.0))),
    }


def board_desk(modules: tuple[str, ...] = ("base", "cities_knights")) -> AppContext:
    """A context with a game whose board is not laid yet, and with boards that were kept."""
    made = context(0)
    island = islands()["standard"]
    made._boards = Boards(
        tuple(
            SavedBoard(name, made_board(Recipe(seed), island))
            for seed, name in enumerate(("Anna’s birthday", "Много руды", LONG[:60], "Wheat everywhere"), 5)
        ),
        made_board(Recipe(4, shuffled=True), island),
    )
    made.keep_boards = lambda boards: None  # type: ignore[method-assign]
    made.begin(NewGame(people(4), level="L2", modules=modules), "laying")
    return made


def board_scenes() -> dict[str, Callable[[Any], None]]:
    """The set-up of the board, page by page."""

    def at(*names: str, scenario: str = "cities_knights") -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            lent = board_desk(("base", scenario))
            assert lent.session is not None
            shell.context = lent
            shell.play = LivePlay(lent.session)
            setup = shell.play.board_setup(1234)
            assert setup is not None
            shell.go("board_setup", setup=setup)
            for name in names:
                pressed(shell, name)

        return stage

    def pressed(shell: Any, name: str) -> None:
        screen = shell.screen
        if name == "lay":
            screen._lay()
        elif name == "letter_tip":
            screen._placed(Place("hex", 2), True)
        elif name.startswith("saved"):
            screen._show_kept(name)
        else:
            screen._press(name)

    terrain = ["terrain_forest", "terrain_hills", "terrain_desert", "terrain_mountains"]
    whole = [
        *("terrain_forest", "terrain_hills", "terrain_pasture", "terrain_fields", "terrain_mountains") * 3,
        *("terrain_desert", "terrain_forest", "terrain_pasture"),
    ]
    rivers = [
        *("terrain_forest", "terrain_fields") * 4,
        *("terrain_pasture", "terrain_pasture", "terrain_hills", "terrain_mountains"),
    ]
    return {
        "board_setup": at(),
        "rivers_setup": at(scenario="rivers"),
        "rivers_setup_letters": at("by_hand", *rivers, scenario="rivers"),
        "board_setup_options": at("options", "shuffled"),
        "board_setup_turn": at("turn", "turn_right", "mirror"),
        "board_setup_rows": at("rows", "row_on", "row_on"),
        "board_setup_row_harbours": at("rows", *["row_on"] * 5),
        "board_setup_boards": at("boards"),
        "board_setup_books": at("boards", "more_boards", "more_boards"),
        "board_setup_saved": at("boards", "saved_1", "more_boards"),
        "board_setup_code": at("code", *(f"letter_{letter}" for letter in "AHEKL")),
        "board_setup_wrong_code": at("code", *(f"letter_{letter}" for letter in "AHEKLUWA")),
        "board_setup_terrain": at("by_hand", *terrain),
        "board_setup_letters": at("by_hand", *whole),
        "board_setup_numbers": at("by_hand", *whole, "one_by_one", "number_6", "number_2", "number_11"),
        "board_setup_harbours": at("by_hand", *whole, "letter_tip"),
        "board_setup_goods": at("by_hand", *whole, "letter_tip", "one_by_one", "good_wool", "good_any"),
        "board_setup_grounds": at("lay", "shore_8", "shore_4", scenario="fishermen"),
        "board_setup_faults": at(
            "by_hand", *["terrain_forest"] * 19, "letter_tip", "one_by_one", *["good_wool"] * 9, "lay"
        ),
        "board_name": name_scene("Анин остров"),
        "board_name_empty": name_scene(""),
    }


def name_scene(text: str) -> Callable[[Any], None]:
    """Typing a name for a board."""

    def stage(shell: Any) -> None:
        shell.context = board_desk()
        board = made_board(Recipe(1), islands()["standard"])
        shell.go("board_name", board=board, text=text)

    return stage
