"""Settings and self-test by touch: live, saved at once, and what the machine was found to be."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from datetime import time
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app import doctor, i18n, speaker
from companion.app.alerts import REFUSED, installed
from companion.app.doctor import Finding, State
from companion.app.patterns import sounding_classes
from companion.app.roster import Person
from companion.app.settings import AlertSettings, MqttSettings, Pins, Settings, SpeakerSettings, load
from companion.app.speaker import SPEAKER_KEY, VOICE_KEY, Card
from companion.presenters import quiet, settings
from companion.presenters.new_game import NewGame
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.alerts import ATTACK, SHIP_NEAR
from companion.rules.cities_knights.barbarians import PlaceShip
from companion.rules.presentation.alerts import SoundClass
from hardware.pins import open_pins
from hardware.sound.device import open_speaker
from hardware.sound.tones import melody
from tests.kit.fakes import NO_BUTTONS, RecordingDevice
from tests.kit.household import Household, household
from tests.kit.sound_programs import HOLDS, Pretended


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def saved(house: Household) -> dict[str, Any]:
    """What stands in the settings file."""
    return tomllib.loads(house.config.read_text(encoding="utf-8"))


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_the_language_changes_where_one_stands_and_is_saved(house: Household, size: tuple[int, int]) -> None:
    house.start(size)
    house.tap("settings", "language_ru")
    assert i18n.language() == "ru" and house.shell.screen_name == "settings"
    assert saved(house) == {"screen": {"language": "ru"}}
    house.tap("back")
    assert house.said("new_game") == "Новая игра"
    house.start(size)
    assert house.said("new_game") == "Новая игра", "after a restart, too"


def test_text_theme_and_movement(house: Household) -> None:
    house.tap("settings", "section_screen", "text_scale_largest", "theme_bright")
    house.tap("section_language", "reduced_motion_True")
    assert house.shell.look.metrics.text_scale == "largest" and house.shell.look.theme.name == "bright"
    assert saved(house)["screen"] == {"text_scale": "largest", "theme": "bright", "reduced_motion": True}
    house.tap("reduced_motion_False", "section_screen", "text_scale_normal", "theme_dark")
    kept = load()[0].screen
    assert (kept.text_scale, kept.theme, kept.reduced_motion) == ("normal", "dark", False)


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_the_screen_is_turned_and_touches_with_it(house: Household, angle: int) -> None:
    window = house.driver.window
    try:
        house.tap("settings", "section_screen", f"rotation_{angle}")
        house.driver.frames()
        assert window.rotation == angle and saved(house)["screen"]["rotation"] == angle
        assert tuple(house.shell.size) == ((800, 480) if angle == 180 else (480, 800))
        assert house.shell.look.metrics.px_per_mm == pytest.approx(800 / 153, rel=0.01)
        x, y = house.driver.find("rotation_0").center
        # where on the glass, as shares of its width and height before it was turned
        across, up = {
            90: (1 - y / 800, x / 480),
            180: (1 - x / 800, 1 - y / 480),
            270: (y / 800, 1 - x / 480),
        }[angle]
        house.driver.touch(across * window.width, up * window.height)
        assert window.rotation == 0 and tuple(house.shell.size) == (800, 480)
    finally:
        window.rotation = 0


def test_the_panels_size_is_set_by_a_ruler_and_worked_out_again(house: Household) -> None:
    house.tap("settings", "section_screen", "panel_more", "panel_more")
    assert saved(house)["screen"]["panel_width_mm"] == 155
    assert house.shell.look.metrics.px_per_mm == pytest.approx(800 / 155, rel=0.01)
    assert "155" in house.said("panel_size")
    house.tap("panel_less", "panel_reset")
    assert "panel_width_mm" not in saved(house).get("screen", {})
    assert not house.driver.find("panel_reset").enabled


def test_presets_and_classes_reach_the_alerts_at_once(house: Household) -> None:
    assert isinstance(house.alerts, RecordingDevice)
    house.tap("settings", "section_sound", "preset_alerts")
    house.tap("class_error")
    told = [value for name, value in house.alerts.calls if name == "configure"][-1]
    assert isinstance(told, Settings)
    assert sounding_classes(told.alerts) == {
        SoundClass.ALERT,
        SoundClass.WARNING,
        SoundClass.RESULT,
        SoundClass.ERROR,
    }
    assert saved(house)["alerts"] == {"preset": "alerts", "classes": {"error": True}}
    house.tap("class_error")
    assert load()[0].alerts.classes.error is None, "what the preset says is left to it"
    house.tap("mute_all")
    assert house.alerts.muted and saved(house)["alerts"]["muted"] is True
    house.tap("mute_all")
    assert not house.alerts.muted


def test_each_pattern_plays_on_the_port_and_on_the_drawn_lights(house: Household) -> None:
    assert isinstance(house.alerts, RecordingDevice)
    house.tap("settings", "section_lights")
    lights = house.shell.screen.lights
    rest = lights.frame
    drawn: list[object] = []
    play = lights.player.cue
    lights.player.cue = lambda cue, now: (drawn.append(cue), play(cue, now))
    for kind in installed():
        house.alerts.calls.clear()
        house.tap(f"cue_{kind.name}")
        assert [name for name, _value in house.alerts.calls] == ["cancel", "cue"]
        cue = house.alerts.cues[-1]
        assert cue.alert is kind and cue.test
        assert drawn[-1] == cue, "the same pattern on the screen"
    house.tap("cue_refused")
    house.driver.wait(lambda: lights.frame != rest)
    house.driver.wait(lambda: lights.frame == rest and not lights.plays, REFUSED.duration_s + 3)
    house.tap("cue_attack")
    house.driver.wait(lambda: lights.sounding)
    house.alerts.calls.clear()
    house.tap("section_sound")
    assert not lights.plays and lights.frame == rest, "nothing moves on a page that is left"
    assert [name for name, _value in house.alerts.calls] == ["cancel"], "nor plays there"
    house.tap("back")
    assert [name for name, _value in house.alerts.calls] == ["cancel"], "and nothing else is ended"


def test_a_pattern_reaches_the_pins(house: Household) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    notices: list[object] = []
    house.alerts = open_pins(Settings(), notices.append, NO_BUTTONS, pin_factory=factory)
    house.start()
    house.tap("settings", "section_lights", "cue_attack")
    house.driver.wait(
        lambda: factory.pins and all(factory.pin(number).state > 0 for number in Pins().ship), 10
    )
    buzzer = Pins().buzzer
    assert buzzer is not None
    house.driver.wait(lambda: factory.pin(buzzer).state > 0, 10)
    assert not notices


def test_a_pattern_reaches_the_speaker_and_ends_with_its_page_or_an_undo(
    house: Household, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Pretended(tmp_path, speaker.PLAYER, HOLDS)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    house.config.write_text('speaker.sounds = "on"\n')
    notices: list[object] = []
    house.alerts = open_speaker(load()[0], notices.append, NO_BUTTONS)
    try:
        house.start()
        house.tap("settings", "section_lights", "cue_refused")
        refused = player.next()
        assert refused.given == melody(REFUSED.notes, 50)
        house.tap("back")
        refused.wait_for_end()
        house.app.context.begin(NewGame((Person("Anna", "red"), Person("Ben", "blue")), level="L0"))
        session = house.app.context.session
        assert session is not None
        anna = session.state.core.on_turn
        session.submit(PlaceShip(anna, 6))
        assert player.next().given == melody(SHIP_NEAR.notes, 50)
        session.submit(RollDice(anna, {"event": "ship"}))
        attack = player.next()
        assert attack.given == melody(ATTACK.notes, 50)
        session.undo()
        attack.wait_for_end()
    finally:
        house.stop()
        player.close()
    assert notices == []


def test_one_tap_leaves_one_ring_and_fingers_are_counted(house: Household) -> None:
    from kivy.tests.common import UnitTestTouch

    house.tap("settings", "section_touch")
    pad = house.driver.find("touch_pad")
    house.driver.touch(pad.center_x, pad.center_y)
    first, second = UnitTestTouch(pad.x + 100, pad.y + 100), UnitTestTouch(pad.x + 300, pad.y + 200)
    first.touch_down()
    second.touch_down()
    house.driver.frames()
    first.touch_up()
    second.touch_up()
    house.driver.frames()
    assert "Rings so far: 3" in house.said("touch_pad") and "Fingers at once: 2" in house.said("touch_pad")
    assert pad.fingers == {}


def test_what_the_doctor_found_is_listed_with_what_mends_it(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [
        Finding(id="screen", state=State.OK, found="There is one."),
        Finding(id="camera", state=State.MISSING, found="No camera.", remedy="Connect one."),
        Finding(id="storage", state=State.BROKEN, found="The disk is full.", remedy="Free some space."),
    ]
    monkeypatch.setattr(doctor, "examine", lambda: found)
    house.tap("settings", "section_machine")
    house.driver.wait(lambda: house.driver.shows("finding_storage"))
    assert [row.item.part for row in house.shell.screen.findings.rows if row.parent] == [
        "storage",
        "camera",
        "screen",
    ], "what needs fixing stands first"
    house.tap("finding_storage")
    told = house.everything_said().replace("\n", " ")
    assert "needs fixing" in told and "The disk is full." in told and "Free some space." in told
    house.tap("close", "section_language", "language_de", "section_machine")
    house.driver.wait(lambda: house.driver.shows("finding_storage"))
    assert "Speicher" in house.said("finding_storage"), "said again in the other language"


def test_the_real_doctor_looks_beside_the_loop(house: Household) -> None:
    house.tap("settings", "section_machine")
    house.driver.wait(lambda: house.shell.screen.findings.items, 20)
    found = {view.part for view in house.shell.screen.findings.items}
    assert {"python", "storage", "mqtt", "kiosk"} <= found


def test_a_smart_home_is_set_behind_the_machine(house: Household) -> None:
    """At once, during a game too, with what has to be typed; a password is on no screen."""
    assert isinstance(house.alerts, RecordingDevice)
    house.tap("settings", "section_machine", "to_smart_home", "enabled_True", "tls_True")
    house.tap("typed_mqtt.host")
    house.tap("key_m", "key_q", "key_t", "key_t", "key_figures", "key_-", "key_1", "key_done")
    house.tap("typed_mqtt.port", "key_1", "key_8", "key_done")
    told = [value for name, value in house.alerts.calls if name == "configure"][-1]
    assert isinstance(told, Settings)
    assert told.mqtt == MqttSettings(enabled=True, host="mqtt-1", port=18, tls=True)
    assert saved(house)["mqtt"] == {"enabled": True, "host": "mqtt-1", "port": 18, "tls": True}
    house.alerts.calls.clear()
    house.tap("typed_mqtt.password", "key_a", "key_figures", "key_$", "key_/")
    assert "a" not in house.said("name_field") and "$" not in house.said("name_field")
    house.tap("key_done")
    file = house.config.with_name("mqtt_password")
    assert file.read_text() == "a$/\n" and file.stat().st_mode & 0o777 == 0o600
    again = [value.mqtt.enabled for name, value in house.alerts.calls if name == "configure"]
    assert again == [False, True], "the broker is called anew"
    assert "kept" in house.everything_said() and "a$/" not in house.everything_said()
    linked = file.rename(file.with_name("secret"))
    file.symlink_to(linked)
    house.tap("typed_mqtt.password", "key_b", "key_done")
    assert file.is_symlink() and linked.read_text() == "b\n", "a link leads where it led"
    house.tap("typed_mqtt.password")
    assert not house.driver.find("key_done").enabled, "who only looks forgets nothing"
    house.tap("back")
    house.tap("enabled_False", "back")
    assert house.driver.shows("to_smart_home")
    assert saved(house)["mqtt"]["enabled"] is False


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_was_typed_into_the_file_can_be_chosen_again(house: Household, size: tuple[int, int]) -> None:
    typed = "[screen]\nturn_timer = true\nturn_bell_minutes = 120\ndim_after_minutes = 7\n"
    house.config.write_text(typed + '[panel]\nport = "/dev/ttyUSB3"\nbrightness = 33\n')
    house.start(size)
    house.tap("settings", "timer_off", "timer_bell_120", "section_screen")
    house.tap("dim_after_minutes_None", "dim_after_minutes_7")
    house.tap("section_wiring", "to_panel", "port_off", "brightness_70", "port_/dev/ttyUSB3", "brightness_33")
    assert saved(house)["panel"] == {"port": "/dev/ttyUSB3", "brightness": 33}
    screen = saved(house)["screen"]
    assert (screen["turn_timer"], screen["turn_bell_minutes"], screen["dim_after_minutes"]) == (True, 120, 7)


def test_what_will_not_do_cannot_be_done_with(house: Household) -> None:
    house.tap("settings", "section_machine", "to_smart_home", "typed_mqtt.port", "key_0")
    assert not house.driver.find("key_done").enabled
    house.tap("back", "typed_mqtt.host", "key_figures", "key_@")
    assert not house.driver.find("key_done").enabled
    house.tap("back")
    assert not house.config.exists()


# --- quiet hours, pins, panel -----------------------------------------------------------------------------


def test_quiet_hours_are_set_behind_the_sounds(house: Household) -> None:
    house.tap("settings", "section_sound", "to_quiet", "quiet_True")
    house.tap("alerts.quiet_from_less", "alerts.quiet_to_more", "alerts.quiet_to_more")
    assert saved(house)["alerts"] == {"quiet_from": "21:30", "quiet_to": "08:00"}
    house.tap("quiet_False")
    assert not house.driver.shows("alerts.quiet_to_more")
    assert load()[0].alerts.quiet_from is None


def test_a_time_of_the_file_goes_to_the_next_half_hour() -> None:
    start = settings.with_value(Settings(), "alerts.quiet_from", time(23, 40))
    assert quiet.moved(start, "alerts.quiet_from", 1).alerts.quiet_from == time(0)
    assert quiet.moved(start, "alerts.quiet_from", -1).alerts.quiet_from == time(23, 30)
    for step in (1, -1):
        now = start
        for _half_hour in range(48):
            now = quiet.moved(now, "alerts.quiet_from", step)
        assert now.alerts.quiet_from == (time(23, 30) if step > 0 else time(0))


def test_a_button_is_connected_by_touch_and_presses_at_once(house: Household) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    notices: list[object] = []
    house.alerts = open_pins(Settings(), notices.append, NO_BUTTONS, pin_factory=factory)
    house.start()
    house.tap("settings", "section_wiring", "to_pins")
    house.driver.wait(lambda: house.driver.shows("pin_next_button"), 10)
    house.tap("pin_next_button")
    offered = [button.name for button in house.shell.sheets.shown.buttons]
    assert offered == ["pin_none", "pin_4", "pin_18", "pin_19"]
    house.tap("pin_4")
    assert saved(house)["pins"] == {"next_button": 4}
    house.tap("back")
    house.driver.wait(lambda: any(part.key == "pins.next_button" for part in house.alerts.parts()), 10)
    house.tap("to_pins", "pin_ship")
    assert "GPIO 17 (pin 11 of the header)" in house.everything_said()
    assert not notices


def test_a_mistake_of_the_file_is_said_where_the_pins_are(house: Household) -> None:
    house.config.write_text("[pins]\nbuzzer = 17\nmute_button = 19\n")
    house.start()
    house.tap("settings", "section_wiring", "to_pins")
    said = house.everything_said().replace("\n", " ")
    assert "pins.ship[0] and pins.buzzer both name GPIO 17" in said
    assert "GPIO 12 (pin 32 of the header)" in said and "GPIO 19 (pin 35 of the header)" in said
    house.tap("pin_mute_button", "pin_4")
    assert load()[0].pins == Pins(mute_button=4)


def test_the_panel_is_set_behind_the_wiring(house: Household) -> None:
    house.tap("settings", "section_wiring", "to_panel", "port_off", "brightness_70")
    assert saved(house)["panel"] == {"port": "off", "brightness": 70}
    assert "No panel is looked for." in house.everything_said()
    house.tap("port_auto")
    assert load()[0].panel.port == "auto"


def test_leaving_before_the_doctor_is_done_does_no_harm(house: Household) -> None:
    house.tap("settings", "section_machine", "back")
    for thread in __import__("threading").enumerate():
        if thread.name == "doctor":
            thread.join(20)
    house.driver.frames(4)
    assert house.shell.screen_name == "home"


def test_a_failure_to_save_is_one_sentence_and_the_change_holds(house: Household) -> None:
    house.config.mkdir()
    house.tap("settings", "section_screen", "theme_bright")
    assert "could not be saved" in house.said("toast")
    assert house.shell.look.theme.name == "bright"


def test_from_a_game_to_the_settings_and_back(house: Household) -> None:
    house.app.context.begin(NewGame((Person("Anna", "red"), Person("Ben", "blue"))))
    house.driver.frames()
    house.tap("more", "go_settings", "section_screen", "text_scale_large", "back", "table")
    assert house.shell.screen_name == "table"


@pytest.mark.parametrize("preset", ["off", "alerts", "alerts_errors", "all"])
@pytest.mark.parametrize("name", list(SoundClass))
def test_a_switch_switches_and_switches_back(preset: str, name: SoundClass) -> None:
    start = settings.with_value(Settings(), "alerts.preset", preset)
    once = settings.toggled_class(start, name)
    before, after = sounding_classes(start.alerts), sounding_classes(once.alerts)
    assert before ^ after == (set() if preset == "off" else {name})
    if preset != "off":
        assert settings.toggled_class(once, name) == start


def test_every_pattern_has_its_words() -> None:
    assert [view.alert for view in settings.cues()] and {view.alert for view in settings.cues()} == set(
        installed()
    )
    assert {view.name for view in settings.classes(AlertSettings())} == set(SoundClass)


def test_hands_lie_open_only_where_the_table_says_so(house: Household) -> None:
    house.start()
    house.tap("settings", "section_language", "open_hands_True")
    assert saved(house)["screen"]["open_hands"] is True
    house.tap("open_hands_False")
    assert not house.app.context.settings.screen.open_hands


# --- the speaker ----------------------------------------------------------------------------------------


def test_the_speaker_is_set_behind_the_sounds_and_hears_of_it_at_once(house: Household) -> None:
    house.app.context.sound_cards = lambda: (Card("Headphones", "bcm2835 Headphones"),)
    house.tap("settings", "section_sound", "to_speaker")
    house.tap("sounds_on", "volume_25", "speech_True", "output_sysdefault:CARD=Headphones")
    chosen = {"sounds": "on", "volume": 25, "speech": True, "output": "sysdefault:CARD=Headphones"}
    assert saved(house) == {"speaker": chosen}
    told = [value for name, value in house.alerts.calls if name == "configure"][-1]
    assert told.speaker == SpeakerSettings(**chosen)
    assert "bcm2835 Headphones" in house.everything_said()
    house.tap("back")
    assert house.driver.shows("mute_all"), "back to the sounds"
    house.tap("back")
    assert house.shell.screen_name == "home"


def test_a_volume_and_an_output_of_the_file_are_shown_as_they_are(house: Household) -> None:
    house.config.write_text('[speaker]\nvolume = 33\noutput = "sysdefault:CARD=Gone"\n')
    house.start()
    house.tap("settings", "section_sound", "to_speaker")
    assert house.driver.find("volume_33").kind == "primary"
    assert house.driver.find("output_sysdefault:CARD=Gone").kind == "primary"
    house.tap("output_default")
    assert load()[0].speaker == SpeakerSettings(volume=33)


def test_speaker_and_voice_are_tried_and_the_trial_ends_with_the_page(house: Household) -> None:
    def tried() -> list[object]:
        return [value for name, value in house.alerts.calls if name == "try"]

    house.tap("settings", "section_sound", "to_speaker", f"try_{SPEAKER_KEY}")
    assert tried() == [SPEAKER_KEY] and "three notes sound now" in house.said("toast")
    house.tap(f"try_{VOICE_KEY}")
    assert tried() == [SPEAKER_KEY, VOICE_KEY] and "a sentence is said now" in house.said("toast")
    house.tap("back")
    assert tried()[2:] == [""]
    house.tap("mute_all", "to_speaker", f"try_{SPEAKER_KEY}")
    assert "Sounds are muted" in house.said("toast")


def test_the_wiring_page_plays_the_speaker_too(house: Household) -> None:
    house.alerts.shown_parts = (speaker.part(SPEAKER_KEY, "default"),)
    house.tap("settings", "section_wiring", f"part_{SPEAKER_KEY}")
    assert ("try", SPEAKER_KEY) in house.alerts.calls
    assert "sound output “default”" in house.everything_said()
