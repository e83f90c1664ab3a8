"""Settings files: the layers, each kind of mistake, saving without loss, the page that documents them."""

from __future__ import annotations

import datetime
import os
import re
import stat
import string
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.app import kept_file
from companion.app import settings_file as module
from companion.app.settings import (
    KEYS,
    AlertSettings,
    DiceSettings,
    MqttSettings,
    Paths,
    Pins,
    Screen,
    Settings,
    SoundClasses,
    Storage,
    data_folder,
    explain,
    load,
    locale_language,
    mqtt_password_file,
    panel_millimetres,
    save,
    text_of,
)
from companion.app.wiring import BUSES
from tools import settings_page

example_settings = hypothesis_settings(deadline=None, print_blob=True)  # a loaded machine is no mistake


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of the machine that runs the tests take part, and text is English."""
    for name in ("LONGSHIP_CONFIG", "LONGSHIP_DATA", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(module, "SYSTEM_FILE", tmp_path / "etc" / "config.toml")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Two files that do not exist yet."""
    return Paths(tmp_path / "user" / "config.toml", tmp_path / "system.toml")


def read(paths: Paths, text: str | bytes) -> tuple[Settings, list[str]]:
    """The settings and the sentences for one text in the user's file."""
    write(paths.user, text)
    settings, notices = load(paths)
    return settings, [notice.text for notice in notices]


def write(file: Path, text: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)


def test_without_files_the_defaults_hold_and_nothing_is_said(paths: Paths) -> None:
    assert load(paths) == (Settings(), [])
    assert load() == (Settings(), [])


def test_later_layers_win_key_by_key(paths: Paths) -> None:
    assert paths.system is not None
    write(paths.system, '[screen]\ntheme = "bright"\nrotation = 90\n[alerts]\nquiet_from = "21:00"\n')
    settings, sentences = read(paths, '[screen]\nrotation = 180\n[alerts]\nquiet_from = "none"\n')
    assert sentences == []
    assert (settings.screen.theme, settings.screen.rotation) == ("bright", 180)
    assert settings.alerts.quiet_from is None


def test_the_environment_names_one_file_instead_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(module.SYSTEM_FILE, '[screen]\ntheme = "bright"\n')
    write(tmp_path / "config" / "longship" / "config.toml", "[screen]\nrotation = 90\n")
    assert load()[0].screen == Screen(theme="bright", rotation=90)
    write(tmp_path / "alone.toml", "[screen]\nfullscreen = true\n")
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "alone.toml"))
    assert load()[0].screen == Screen(fullscreen=True)


def test_every_key_can_be_set(paths: Paths) -> None:
    settings, sentences = read(
        paths,
        """
        [screen]
        language = "pl"
        theme = "bright"
        text_scale = "largest"
        rotation = 270
        panel_width_mm = 155
        panel_height_mm = 88.5
        input = "/dev/input/event3"
        fullscreen = true
        reduced_motion = true
        [alerts]
        enabled = false
        preset = "all"
        muted = true
        quiet_from = "22:30"
        quiet_to = 07:00:00
        [alerts.classes]
        info = true
        warning = false
        alert = false
        result = true
        error = false
        confirm = true
        [pins]
        ship = [4, 5, 6, 7, 8, 9, 10]
        seats = [16, 17]
        buzzer = 18
        mute_button = 19
        [mqtt]
        enabled = true
        host = "fd00::1"
        port = 18830
        user = "Стол 1"
        password_file = "~/secret"
        tls = true
        ca_file = "/etc/house.pem"
        topic = "дом/longship"
        discovery = ""
        [dice]
        camera = "usb:0"
        calibration = "/srv/tray.toml"
        keep_pictures = true
        [storage]
        data_folder = "~/games"
        """,
    )
    assert sentences == []
    assert settings == Settings(
        screen=Screen(
            language="pl",
            theme="bright",
            text_scale="largest",
            rotation=270,
            panel_width_mm=155.0,
            panel_height_mm=88.5,
            input="/dev/input/event3",
            fullscreen=True,
            reduced_motion=True,
        ),
        alerts=AlertSettings(
            enabled=False,
            preset="all",
            muted=True,
            quiet_from=datetime.time(22, 30),
            quiet_to=datetime.time(7, 0),
            classes=SoundClasses(
                info=True, warning=False, alert=False, result=True, error=False, confirm=True
            ),
        ),
        pins=Pins(ship=(4, 5, 6, 7, 8, 9, 10), seats=(16, 17), buzzer=18, mute_button=19),
        mqtt=MqttSettings(
            enabled=True,
            host="fd00::1",
            port=18830,
            user="Стол 1",
            password_file="~/secret",
            tls=True,
            ca_file="/etc/house.pem",
            topic="дом/longship",
            discovery="",
        ),
        dice=DiceSettings(camera="usb:0", calibration="/srv/tray.toml", keep_pictures=True),
        storage=Storage(data_folder="~/games"),
    )
    assert data_folder(settings) == Path.home() / "games"
    assert mqtt_password_file(settings.mqtt) == Path.home() / "secret"


def test_the_password_for_a_broker_stands_beside_the_file_and_never_in_it(paths: Paths) -> None:
    """Nor is what looks like one shown, should somebody have written it there."""
    assert mqtt_password_file(MqttSettings(), paths) == paths.user.with_name("mqtt_password")
    settings, sentences = read(paths, '[mqtt]\npassword = "swordfish"\nuser = "table"\n')
    assert settings.mqtt == MqttSettings(user="table")
    assert sentences == [f"{paths.user}: mqtt.password is not known; did you mean mqtt.password_file?"]
    for line in ("password = swordfish", "Password: swordfish", "mqtt.password=swordfish 1"):
        _settings, sentences = read(paths, f"[mqtt]\n{line}\n")
        (said,) = sentences
        assert "line 2 cannot be understood" in said and said.endswith("…") and "fish" not in said


# One wrong value for each kind of key; everything else in the file must still count.
MISTAKES = [
    ('screen.language = "fr"', '"en", "ru", "pl", "de"'),
    ('screen.theme = "Dark"', 'not "Dark"; "dark" stays in use'),
    ("screen.rotation = 45", "0, 90, 180 or 270"),
    ("screen.rotation = true", "not true"),
    ("screen.panel_width_mm = -3", "20 to 3000 millimetres"),
    ("screen.panel_width_mm = nan", "20 to 3000 millimetres"),
    ('screen.panel_height_mm = "big"', 'not "big"'),
    ('screen.input = "touch"', '"auto", "mouse", "mtdev"'),
    ('screen.fullscreen = "yes"', "true or false"),
    ("alerts.muted = 1", "alerts.muted must be true or false, not 1; false stays in use."),
    ('alerts.quiet_from = "25:00"', "time of day"),
    ('alerts.quiet_to = "late"', "time of day"),
    ("alerts.quiet_to = 1979-05-27T07:32:00Z", "time of day"),
    ('alerts.classes.info = "on"', "true or false"),
    ("pins.ship = [1, 2, 3]", "seven GPIO numbers"),
    ("pins.ship = [17, 27, 22, 5, 6, 13, 28]", "0 to 27"),
    ("pins.seats = [23, -1]", "at most six GPIO numbers"),
    ("pins.seats = [23, true]", "not [23, true]"),
    ("pins.buzzer = 40", "pins.buzzer must be a GPIO number (0 to 27), not 40; 12 stays in use."),
    ('pins.mute_button = "GPIO4"', 'not "GPIO4"; "none" stays in use'),
    ("speaker.volume = 300", "speaker.volume must be a percentage (1 to 100), not 300; 50 stays in use."),
    ("speaker.volume = 0", "not 0"),
    ("speaker.volume = 33.3", "not 33.3"),
    ("speaker.lead_ms = -1", "0 to 2000 milliseconds"),
    ("speaker.lead_ms = 2001", "0 to 2000 milliseconds"),
    ('speaker.sounds = "loud"', '"auto", "on", "off"'),
    ('speaker.speech = "ru"', "true or false"),
    ('speaker.output = "file:|reboot"', "an output such as"),
    ('speaker.output = "file:heard"', "an output such as"),
    ('speaker.output = "tee"', "an output such as"),
    ('speaker.output = "plug:{type file file x}"', "an output such as"),
    ('speaker.output = "hw:0 --help"', "an output such as"),
    ('speaker.output = "-D"', "an output such as"),
    ('speaker.output = ""', "an output such as"),
    ("mqtt.enabled = 1", "true or false"),
    ('mqtt.host = "mqtt://house"', "the name or the address of a computer"),
    ('mqtt.host = "two words"', "the name or the address of a computer"),
    ("mqtt.port = 0", "mqtt.port must be a port number (1 to 65535), not 0;"),
    ("mqtt.port = 70000", "not 70000"),
    ('mqtt.user = "a\\nb"', "at most 200 characters"),
    ('mqtt.password_file = "secret"', "must be a file"),
    ('mqtt.ca_file = "/etc/ssl/"', "must be a file"),
    ('mqtt.topic = "longship/#"', "a topic without # and +"),
    ('mqtt.topic = "a/+/b"', "a topic without # and +"),
    ('mqtt.topic = ""', "a topic without # and +"),
    ('mqtt.topic = "/longship/"', "a topic without # and +"),
    ('mqtt.topic = "$SYS"', "a topic without # and +"),
    ('mqtt.discovery = "home+"', "or empty"),
    ('dice.camera = "usb"', '"usb:" with a number'),
    ('dice.camera = "usb:1000"', '"usb:" with a number'),
    ('dice.camera = "folder:pictures"', '"folder:" or'),
    ('dice.camera = "pi:1"', '"pi"'),
    ("dice.camera = 0", "must be empty"),
    ('dice.calibration = "here.toml"', "must be a file"),
    ('dice.calibration = "/a/folder/"', "must be a file"),
    ("dice.keep_pictures = 1", "true or false"),
    ('storage.data_folder = "games"', "starting with / or ~/"),
    ('storage.data_folder = "~nobody-of-that-name/games"', "starting with / or ~/"),
    ('storage.data_folder = "/a\\u0000b"', "starting with / or ~"),
    ("screen.panel_width_mm = 0x" + "f" * 5000, "not …"),
    ('alerts.preset = "' + "x" * 500 + '"', "xxx…;"),
    ('alerts.prest = "all"', "alerts.prest is not known; did you mean alerts.preset?"),
    ("screen.full_screen = true", "did you mean screen.fullscreen?"),
    ("muted = true", "muted is not known; did you mean alerts.muted?"),
    ("alert.volume = 3", "alert is not known; did you mean [alerts]?"),
    ("weather.wind = 3", "weather is not known and is left out."),
    ("screen.colour = 3", "screen.colour is not known and is left out."),
    ("pins = 3", "pins must be a section, written [pins]"),
    ('"alerts.preset" = "all"', "is not known"),
    ('"\\u202e\\u0007" = 1', "is not known and is left out."),
]


@pytest.mark.parametrize(("line", "part"), MISTAKES, ids=[line[:30] for line, part in MISTAKES])
def test_a_mistake_costs_one_key_and_one_sentence(paths: Paths, line: str, part: str) -> None:
    settings, sentences = read(paths, f"screen.reduced_motion = true\n{line}\n")
    assert settings == Settings(screen=Screen(reduced_motion=True))
    assert len(sentences) == 1
    assert part in sentences[0]
    assert str(paths.user) in sentences[0]
    assert sentences[0].isprintable()
    assert len(sentences[0]) < len(str(paths.user)) + 200


def test_a_bad_value_keeps_that_of_the_layer_below(paths: Paths) -> None:
    assert paths.system is not None
    write(paths.system, '[alerts]\npreset = "all"\n')
    settings, sentences = read(paths, '[alerts]\npreset = "loud"\n')
    assert settings.alerts.preset == "all"
    assert '"all" stays in use' in sentences[0]


def test_two_things_on_one_pin_are_refused_by_both_names(paths: Paths) -> None:
    settings, sentences = read(paths, "[pins]\nbuzzer = 17\nmute_button = 4\n")
    assert sentences == [
        f"{paths.user}: pins.ship[0] and pins.buzzer both name GPIO 17; the pins set before stay in use."
    ]
    assert settings.pins == Pins(mute_button=4)
    settings, sentences = read(paths, "[pins]\nship = [2, 3, 4, 7, 8, 9, 2]\nseats = [16, 16]\nbuzzer = 18\n")
    assert ["pins.ship[0] and pins.ship[6] both name GPIO 2" in s for s in sentences] == [True, False]
    assert settings.pins == Pins(buzzer=18)


def test_the_default_pins_are_free_of_the_buses() -> None:
    pins = Pins()
    used = [*pins.ship, *pins.seats, pins.buzzer]
    assert len(set(used)) == len(used) == 14
    assert not BUSES & set(used)


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00binary",
        "not toml at all",
        "[screen\nrotation = 90",
        "x" * (kept_file.LARGEST_BYTES + 1),
        "a = " + "[" * 100_000,
        "a = " + "9" * 10_000,
        "word\n" * 1000,
    ],
)
def test_what_is_no_settings_file_is_left_out_with_sentences(paths: Paths, text: str | bytes) -> None:
    settings, sentences = read(paths, text)
    assert settings == Settings()
    assert 1 <= len(sentences) <= 2


def test_a_line_that_is_not_toml_costs_only_itself(paths: Paths) -> None:
    settings, sentences = read(
        paths, '[alerts]\npreset = all\nmuted = true\n[screen]\ntheme = "bright"\ntheme = "dark"\n'
    )
    assert settings == Settings(screen=Screen(theme="bright"), alerts=AlertSettings(muted=True))
    assert sentences == [
        f"{paths.user}, line 2 cannot be understood and is left out: preset = all",
        f'{paths.user}, line 6 cannot be understood and is left out: theme = "dark"',
    ]


@example_settings
@given(cut=st.integers(min_value=0, max_value=200))
def test_a_torn_file_keeps_what_stands_before_the_tear(
    cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = (
        '[screen]\r\ntheme = "bright"\r\n[pins]\r\nship = [4,\r\n 5, 6, 7, 8, 9, 10]\r\n'
        "[alerts]\r\nmuted = true\r\n"
    )
    paths = Paths(tmp_path_factory.mktemp("torn") / "config.toml")
    settings, sentences = read(paths, text[:cut])
    if cut >= text.index("[pins]"):
        assert settings.screen.theme == "bright"
    if cut >= len(text) - 2:
        assert settings.alerts.muted and not sentences
    assert settings.pins.ship in (Pins().ship, (4, 5, 6, 7, 8, 9, 10))


def test_a_folder_or_a_locked_file_in_its_place_is_said(paths: Paths) -> None:
    paths.user.mkdir(parents=True)
    settings, notices = load(paths)
    assert settings == Settings()
    assert len(notices) == 1 and "cannot be read" in notices[0].text
    notice = save(Settings(), paths)
    assert notice is not None and "could not be saved" in notice.text
    assert paths.user.is_dir()


def test_sentences_are_in_the_language_of_the_file(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Catalogue:
        def gettext(self, message: str) -> str:
            return "bitte: " + message

    def catalogue(language: str) -> Catalogue:
        asked.append(language)
        return Catalogue()

    monkeypatch.setattr(module, "catalogue", catalogue)
    write(paths.user, b"\xff")
    sentences = [notice.text for notice in load(paths)[1]]
    assert sentences == [f"bitte: {paths.user} is not a text file (UTF-8) and is left out."]
    write(paths.user, 'screen.language = "de"\nscreen.glow = 3\n')
    assert load(paths)[1]
    assert asked == ["en", "de"]


# --- Saving -------------------------------------------------------------------------------------------


def test_saving_keeps_comments_foreign_keys_and_bad_lines(paths: Paths) -> None:
    write(
        paths.user,
        "# my table\n[screen]\nrotation = 90  # it lies on its side\nglow = 3\n[alerts]\npreset = loud\n",
    )
    settings = load(paths)[0]
    changed = replace(settings, alerts=replace(settings.alerts, muted=True, classes=SoundClasses(info=False)))
    assert save(changed, paths) is None
    text = paths.user.read_text()
    for kept in ("# my table", "rotation = 90  # it lies on its side", "glow = 3", "# preset = loud"):
        assert kept in text
    assert load(paths)[0] == changed
    assert "theme" not in text, "a default that nobody chose is not written"


def test_saving_keeps_mistakes_until_they_mean_something(paths: Paths) -> None:
    """A pin that is none, and one that another thing has, go on being told; once it is free, the file's word
    is replaced by what was in use, which the table saw."""
    mistaken = '[pins]\nbuzzer = 99 # on the shelf\nmute_button = 17\n[screen]\ntheme = "pink"\n'
    write(paths.user, mistaken)
    settings, told = load(paths)
    pins = replace(settings.pins, next_button=4)
    assert save(replace(settings, pins=pins), paths) is None
    text = paths.user.read_text()
    for line in mistaken.splitlines():
        assert line in text
    assert load(paths)[0].pins == pins and load(paths)[1] == told
    free = replace(pins, ship=(2, 27, 22, 5, 6, 13, 26))
    assert save(replace(settings, pins=free), paths) is None
    assert load(paths)[0].pins == free


def test_saving_back_to_the_default_survives_the_layer_below(paths: Paths) -> None:
    assert paths.system is not None
    write(paths.system, "[pins]\nmute_button = 4\n[screen]\nrotation = 90\n")
    assert save(Settings(), paths) is None
    assert load(paths)[0] == Settings()
    assert tomllib.loads(paths.user.read_text()) == {
        "screen": {"rotation": 0},
        "pins": {"mute_button": "none"},
    }


def test_saving_over_something_that_cannot_be_read_sets_it_aside(paths: Paths) -> None:
    changed = Settings(alerts=AlertSettings(muted=True))
    for number, name in enumerate(("config.toml.unreadable", "config.toml.unreadable2")):
        rubbish = b"\xff\xfe rubbish %d" % number
        write(paths.user, rubbish)
        assert save(changed, paths) is None
        assert load(paths) == (changed, [])
        assert (paths.user.parent / name).read_bytes() == rubbish


def test_saving_keeps_a_linked_file_and_its_rights(paths: Paths, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "longship.toml"
    write(real, "# mine\n")
    real.chmod(0o640)
    paths.user.parent.mkdir()
    paths.user.symlink_to(real)
    assert save(Settings(alerts=AlertSettings(muted=True)), paths) is None
    assert paths.user.is_symlink()
    assert "muted = true" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_failed_save_leaves_the_old_file_and_no_other(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(paths.user, "[alerts]\nmuted = false\n")

    def full(_handle: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    notice = save(Settings(alerts=AlertSettings(muted=True)), paths)
    assert notice is not None and "No space left on device" in notice.text and notice.remedy
    assert [file.name for file in paths.user.parent.iterdir()] == ["config.toml"]
    assert paths.user.read_text() == "[alerts]\nmuted = false\n"


def test_saving_where_no_folder_can_be_is_one_sentence(tmp_path: Path) -> None:
    write(tmp_path / "file", "")
    notice = save(Settings(), Paths(tmp_path / "file" / "config.toml"))
    assert notice is not None and "could not be saved" in notice.text


def test_a_device_is_never_replaced_by_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LONGSHIP_CONFIG", os.devnull)
    assert load() == (Settings(), [])
    notice = save(Settings(alerts=AlertSettings(muted=True)))
    assert notice is not None
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


SECTIONS = st.builds(
    Settings,
    screen=st.builds(
        Screen,
        language=st.sampled_from(["en", "ru", "pl", "de"]),
        theme=st.sampled_from(["dark", "bright"]),
        text_scale=st.sampled_from(["normal", "large", "largest"]),
        rotation=st.sampled_from([0, 90, 180, 270]),
        panel_width_mm=st.none() | st.floats(20, 3000),
        input=st.sampled_from(["auto", "mouse", "mtdev"]) | st.text(max_size=20).map("/dev/".__add__),
        fullscreen=st.booleans(),
    ),
    alerts=st.builds(
        AlertSettings,
        preset=st.sampled_from(["off", "alerts", "alerts_errors", "all"]),
        quiet_from=st.none() | st.builds(datetime.time, st.integers(0, 23), st.integers(0, 59)),
        classes=st.builds(SoundClasses, info=st.none() | st.booleans(), confirm=st.none() | st.booleans()),
    ),
    pins=st.permutations(range(28)).map(
        lambda numbers: Pins(
            ship=tuple(numbers[:7]), seats=tuple(numbers[7:11]), buzzer=numbers[11], mute_button=numbers[12]
        )
    ),
)
FOREIGN = st.sampled_from(
    [
        "",
        "# only a comment",
        "screen = 3\n",
        "screen.theme = 'bright'\nscreen.rotation = 90\n",
        "alerts = {preset = 'all', classes = {info = true}}\npins = {ship = 3}\n",
        "[alerts]\nquiet_from = 22:00:00\n[screen]\n[alerts.classes]\ninfo = true # loud\n",
        "[[screen]]\ntheme = 'dark'\n",
        "[alerts]\nclasses = []\n",
        "[pins]\nship = [\n 4, # first\n 5]\nbuzzer = 17\n",
        "[alerts.classes]\n[alerts]\nmuted = true\n",
        "broken = = 3\n[alerts]\nmuted = true",
    ]
)


@example_settings
@given(settings=SECTIONS, foreign=FOREIGN, system=FOREIGN)
def test_what_is_saved_is_what_is_loaded(
    settings: Settings, foreign: str, system: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("saved")
    paths = Paths(folder / "config.toml", folder / "system.toml")
    write(folder / "config.toml", foreign)
    write(folder / "system.toml", system)
    assert save(settings, paths) is None
    assert load(paths)[0] == settings
    alone = module.read_text(text_of(settings), paths.user, Settings())
    assert alone.tree(Settings) == settings and alone.notices() == []


@example_settings
@given(text=st.text(alphabet=string.printable + "ß\u202e\u2028\x00", max_size=200))
def test_no_text_can_stop_loading_or_saving(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    paths = Paths(tmp_path_factory.mktemp("any") / "config.toml")
    write(paths.user, text)
    settings, _notices = load(paths)
    changed = replace(settings, alerts=replace(settings.alerts, muted=True))
    assert save(changed, paths) is None
    assert load(paths)[0] == changed


# --- Where values come from ---------------------------------------------------------------------------


def test_explain_names_value_and_origin_of_every_key(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert paths.system is not None
    write(paths.system, "[screen]\nrotation = 90\n")
    write(paths.user, "[alerts]\nmuted = true\npreset = 3\n")
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path))
    origins = {origin.key: (origin.value, origin.origin) for origin in explain(paths)}
    assert tuple(origins) == KEYS
    assert origins["screen.rotation"] == (90, str(paths.system))
    assert origins["alerts.muted"] == (True, str(paths.user))
    assert origins["alerts.preset"] == ("alerts_errors", "default")
    assert origins["storage.data_folder"] == (str(tmp_path), "LONGSHIP_DATA")


def test_the_data_folder(paths: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert data_folder() == tmp_path / "data" / "longship"
    assert data_folder(Settings(storage=Storage(data_folder="/srv/games"))) == Path("/srv/games")
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "override"))
    assert data_folder(Settings(storage=Storage(data_folder="/srv/games"))) == tmp_path / "override"
    settings = load(paths)[0]
    assert settings.storage.data_folder == str(tmp_path / "override")
    assert save(settings, paths) is None
    assert "data_folder" not in paths.user.read_text(), "the environment's word is not saved as the user's"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_first_language_is_that_of_the_locale(environment: dict[str, str], language: str) -> None:
    assert locale_language(environment) == language


def test_the_size_of_the_panel() -> None:
    assert panel_millimetres(Screen(), 800, 480) == (153.0, 91.0)
    assert panel_millimetres(Screen(), 480, 800) == (91.0, 153.0)
    assert panel_millimetres(Screen(), 720, 1280) == (88.0, 155.0)
    assert panel_millimetres(Screen(), 960, 960, 96.0) == pytest.approx((254.0, 254.0))
    assert panel_millimetres(Screen(panel_width_mm=100.0), 1000, 500) == (100.0, 50.0)
    assert panel_millimetres(Screen(panel_height_mm=100.0), 1000, 500) == (200.0, 100.0)
    assert panel_millimetres(Screen(panel_width_mm=90.0, panel_height_mm=60.0), 800, 480) == (90.0, 60.0)


def test_the_page_lists_every_key_as_it_is_declared() -> None:
    text = settings_page.PAGE.read_text()
    assert tuple(re.findall(r"^\| `([a-z_.]+)` \|", text, re.MULTILINE)) == KEYS
    assert settings_page.page(text) == text, "run: python -m tools.settings_page"
    assert '| `screen.theme` | `"dark"` |' in settings_page.table("screen")
