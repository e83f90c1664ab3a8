"""Settings and self-test: everything takes effect at once and is saved at once."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.app import speaker
from companion.app.i18n import _, language
from companion.app.ports import Scene
from companion.app.settings import Settings
from companion.presenters import connections, settings
from companion.presenters.connections import PinView
from companion.presenters.deeds import AnswerView
from companion.presenters.settings import BEHIND, SECTIONS, FindingView, PartView
from companion.presenters.views import ToastView
from companion.rules.presentation.alerts import Alert, SoundClass
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.backup import BackupSection
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.choice import ChoiceSheet, Segments, TextSheet
from kivy_ui.widgets.connections import PanelSection, PinRow
from kivy_ui.widgets.lights import Lights
from kivy_ui.widgets.quiet import QuietSection
from kivy_ui.widgets.rows import RowList
from kivy_ui.widgets.settings_page import (
    ClassSwitch,
    DiceSection,
    FindingRow,
    PanelSize,
    PartRow,
    TouchPad,
)
from kivy_ui.widgets.smart_home import SmartHomeSection
from kivy_ui.widgets.speaker import SpeakerSection

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.uix.widget import Widget

TEST_SCENE = Scene(step=3, track=7, seats=4, on_turn=0)
WATCHED = ("wiring", "pins", "panel", "smart_home")
"""Pages that show how the parts of devices stand."""
PARTS_SECONDS = 0.1
"""How often the state of the buttons is read."""


class SettingsScreen(Screen):
    """One section at a time; ``section`` is the first, ``origin`` the screen to go back to."""

    framed = False
    of_game = False

    def __init__(self, shell: Shell, section: str = "language", origin: str = "home", **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.context = shell.context
        self.origin = origin
        self.section = section if section in (*SECTIONS, *BEHIND) else "language"
        self.back = Button(look, "back", icon="back", kind="quiet", on_tap=self._leave)
        self.nav = {
            name: Button(look, f"section_{name}", on_tap=partial(self._open, name)) for name in SECTIONS
        }
        self.languages = Segments(look, "languages", lambda value: self._set("screen.language", value))
        self.timer = Segments(look, "timer", self._set_timer)
        self.hands = Segments(look, "hands", lambda value: self._set("screen.open_hands", value))
        self.motion = Segments(look, "motion", lambda value: self._set("screen.reduced_motion", value))
        self.screen_rows = {
            view.key: Segments(look, view.key, partial(self._set, view.key))
            for view in settings.screen(self.context.settings, self.context.at_start)
        }
        self.panel = PanelSize(look, self)
        self.presets = Segments(look, "presets", lambda value: self._set("alerts.preset", value))
        self.classes = [
            ClassSwitch(look, view, partial(self._switch, view.name))
            for view in settings.classes(self.context.settings.alerts)
        ]
        self.mute = Button(look, "mute_all", on_tap=self._mute)
        self.behind = {name: Button(look, f"to_{name}", on_tap=partial(self._open, name)) for name in BEHIND}
        self.quiet = QuietSection(look, lambda change: self._take(change(self.context.settings)))
        self.speaker = SpeakerSection(look, self._set, self._try_sound)
        self.lights = Lights(look, self.context.settings.alerts, TEST_SCENE)
        self.cues = [
            Button(look, f"cue_{view.alert.name}", on_tap=partial(self._play, view.alert))
            for view in settings.cues()
        ]
        self.pad = TouchPad(look)
        self.dice = DiceSection(look, self)
        self.smart_home = SmartHomeSection(look, self._set, self._type)
        self.backup = BackupSection(look, shell)
        self.findings = RowList(look, "finding", lambda: FindingRow(look, self._tell))
        self.parts = RowList(look, "part", lambda: PartRow(look, self._try))
        self.pins = RowList(look, "pin", lambda: PinRow(look, self._connect))
        self.panel_page = PanelSection(look, self._set)
        self.whole: dict[str, Painted] = {
            "speaker": self.speaker,
            "quiet": self.quiet,
            "pins": self.pins,
            "panel": self.panel_page,
            "touch": self.pad,
            "camera": self.dice,
            "backup": self.backup,
            "smart_home": self.smart_home,
        }
        """The pages that are one widget."""
        self._watching: ClockEvent | None = None
        self._tries = False
        self._found: tuple[FindingView, ...] | None = None
        self._found_in = ""
        self.fbind("parent", self._left)
        for widget in (self.back, *self.nav.values()):
            self.add_widget(widget)

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        now: Settings = self.context.settings
        at_start = self.context.at_start
        for name, button in self.nav.items():
            words, icon = settings.section_label(name)
            button.says = words
            button.show(
                # the one for whoever cannot read the words needs none
                "" if self.look.metrics.portrait or name == "language" else words,
                icon=icon,
                kind="primary" if name == BEHIND.get(self.section, self.section) else "plain",
            )
        self._show_choices(self.languages, settings.languages(now), columns=2, label="")
        self._show_choices(self.hands, settings.hands(now))
        self._show_choices(self.timer, settings.timer(now, at_start))
        self._show_choices(self.motion, settings.motion(now))
        for view in settings.screen(now, at_start):
            self._show_choices(self.screen_rows[view.key], view)
        self.panel.show(*settings.panel(now, *self._pixels()))
        self._show_choices(self.presets, settings.presets(now), columns=2, label="")
        for switch, sound in zip(self.classes, settings.classes(now.alerts), strict=True):
            switch.show(sound)
        muted = now.alerts.muted
        self.mute.show(
            _("Sounds are muted") if muted else _("Mute all sounds"),
            icon="mute" if muted else "sound",
            lit=muted,
        )
        for name, button in self.behind.items():
            words, icon = settings.section_label(name)
            button.show(words, icon=icon)
        if self.section == "speaker":
            self.speaker.refresh(now, self.context.sound_cards())
        self.quiet.refresh(now)
        for button, cue in zip(self.cues, settings.cues(), strict=True):
            button.show(cue.label)
        self.lights.player.alerts = now.alerts
        self.lights.player.muted = muted
        if self.section == "camera":
            self.dice.refresh()
        self.tells_backups = self.section == "backup"
        self.backup.listen(self.tells_backups)
        if self.tells_backups:
            self.backup.refresh()
        if self._found is not None and self._found_in != language():
            self._found = None
        if self.section == "machine" and self._found is None:
            self._examine()
        self.findings.show(self._found or ())
        if self.section == "smart_home":
            self.smart_home.refresh(now, self.context.has_broker_password, self.context.devices.parts())
        if self.section == "panel":
            self.panel_page.refresh(now, self.context.at_start, self.context.devices.parts())
        self.tries_buttons = self.section == "wiring"
        self._watch_parts(self.section in WATCHED)
        self.keep(self.back, *self.nav.values(), *self._wanted())
        self.arrange(self.box)

    @staticmethod
    def _show_choices(
        segments: Segments, view: settings.SettingView, columns: int = 0, label: str | None = None
    ) -> None:
        segments.show(
            view.label if label is None else label,
            [
                (choice.name, choice.label, choice.value, choice.chosen, choice.icon)
                for choice in view.choices
            ],
            columns,
        )

    def _wanted(self) -> tuple[Painted, ...]:
        if self.section in self.whole:
            return (self.whole[self.section],)
        return {
            "language": (self.timer, self.languages, self.hands, self.motion),
            "screen": (*self.screen_rows.values(), self.panel),
            "sound": (self.presets, *self.classes, self.mute, *self._behind("sound")),
            "lights": (self.lights, *self.cues),
            "wiring": (self.parts, *self._behind("wiring")),
            "machine": (*self._behind("machine"), self.findings),
        }[self.section]

    def _behind(self, section: str) -> tuple[Button, ...]:
        """The buttons that lead to the pages behind a section's."""
        return tuple(button for name, button in self.behind.items() if BEHIND[name] == section)

    def arrange(self, box: Box) -> None:
        look = self.look
        portrait = look.metrics.portrait
        room = box.inset(look.mm(0.6))
        if portrait:
            top, room = room.cut_top(look.mm(TARGET_MM) + 2)
            cells = top.columns(len(SECTIONS))
            head, room = room.cut_top(look.mm(TARGET_MM) + 2)
            back, self._title = head.cut_left(cells[0].w)
        else:
            side, room = room.cut_left(look.mm(43))
            first, *cells = side.rows(len(SECTIONS))
            back, first = first.columns(2)
            cells.insert(0, first)
            self._title = Box(0, 0, 0, 0)
        self.back.place(back)
        for button, cell in zip(self.nav.values(), cells, strict=True):
            button.place(cell)
        room = room.inset(look.mm(0.8), look.mm(0.4))
        if self.section in self.whole:
            self.whole[self.section].place(room)
        else:
            getattr(self, f"_arrange_{self.section}")(room)
        self.repaint()

    _title = Box(0, 0, 0, 0)

    def _arrange_language(self, room: Box) -> None:
        row = min(room.h * 0.25, self.look.mm(24))
        for widget in (self.timer, self.motion, self.hands):
            below, room = room.cut_bottom(row)
            widget.place(below)
        self.languages.place(room.middle(room.w, min(room.h, self.look.mm(60))))

    def _arrange_screen(self, room: Box) -> None:
        widgets = (*self.screen_rows.values(), self.panel)
        tallest = self.look.mm(24)
        for widget, row in zip(widgets, room.rows(len(widgets)), strict=True):
            widget.place(row.middle(row.w, min(row.h, tallest)))

    def _arrange_sound(self, room: Box) -> None:
        look = self.look
        line = look.mm(TARGET_MM) + (6 if look.metrics.portrait else 1)
        top, room = room.cut_top(line * 2)
        self.presets.place(top)
        portrait = look.metrics.portrait
        bottom, room = room.cut_bottom(line * 2 if portrait else line)
        if portrait:
            upper, lower = bottom.rows(2)
            cells = [upper, *lower.columns(2)]
        else:
            cells = bottom.columns([1.3, 1.0, 1.0])
        for button, cell in zip((self.mute, *self._behind("sound")), cells, strict=True):
            button.place(cell)
        columns = 1 if look.metrics.portrait else 2
        rows = len(self.classes) // columns
        room = room.middle(room.w, min(room.h, rows * look.mm(21)))
        for switch, cell in zip(self.classes, room.grid(columns, rows), strict=True):
            switch.place(cell)

    def _arrange_lights(self, room: Box) -> None:
        look = self.look
        top, room = room.cut_top(look.mm(20 if look.metrics.portrait else 22))
        self.lights.place(top)
        columns = 2 if look.metrics.portrait else 3
        rows = -(-len(self.cues) // columns)
        room, _rest = room.cut_top(min(room.h, rows * look.mm(24)))
        for button, cell in zip(self.cues, room.grid(columns, rows), strict=False):
            button.place(cell)

    def _arrange_wiring(self, room: Box) -> None:
        bottom, room = room.cut_bottom(self.look.mm(TARGET_MM + 1))
        for button, cell in zip(self._behind("wiring"), bottom.columns(2), strict=True):
            button.place(cell)
        self.parts.place(room)

    def _arrange_machine(self, room: Box) -> None:
        bottom, room = room.cut_bottom(self.look.mm(TARGET_MM + 1))
        for button in self._behind("machine"):
            button.place(bottom)
        self.findings.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        if self._title.h:
            p.write(
                settings.section_label(self.section)[0],
                self._title.inset(p.look.mm(2), 0),
                Text.TABLE,
                p.theme.text,
                bold=True,
                align=0.0,
            )
        if self.section == "wiring" and not self.parts.items:
            words = _("No lights, buzzers or buttons are connected to this machine.")
            p.write(words, self.parts.box, Text.TABLE, p.theme.quiet, lines=4)
        if self.section == "machine" and self._found is None:
            p.write(_("Checking the machine …"), self.findings.box, Text.TABLE, p.theme.quiet, lines=2)

    # --- what is touched ----------------------------------------------------------------------------

    def _open(self, section: str) -> None:
        self._fall_silent()
        self.section = section
        self.findings.first = 0
        self.shell.refresh()
        if section == "pins" and (wrong := connections.wrong(self.context.mistakes())) is not None:
            self.shell.messages.tell(ToastView(wrong.text, wrong.remedy, tone="warn", seconds=8))

    def _leave(self) -> None:
        if self.section in BEHIND:
            self._found, self._found_in = None, ""  # the doctor looks again at what was set
            self._open(BEHIND[self.section])
        else:
            self.shell.go(self.origin)

    def _set(self, key: str, value: object) -> None:
        self._take(settings.with_value(self.context.settings, key, value))

    def _set_timer(self, value: tuple[bool, int | None]) -> None:
        self._take(settings.with_timer(self.context.settings, *value))

    def _take(self, changed: Settings) -> None:
        self.context.change(changed)
        self.shell.refresh()

    def _calibrate(self) -> None:
        self.shell.go("camera", origin=self.origin)

    def _switch(self, name: SoundClass) -> None:
        self._take(settings.toggled_class(self.context.settings, name))

    def _mute(self) -> None:
        self.shell.on_mute()
        self.shell.refresh()

    def _pixels(self) -> tuple[int, int]:
        """The panel's pixels before it was turned."""
        across, up = round(self.shell.width), round(self.shell.height)
        return (up, across) if self.shell.settings.rotation in (90, 270) else (across, up)

    def _resize_panel(self, step: int) -> None:
        self._take(settings.with_panel(self.context.settings, *self._pixels(), step * settings.PANEL_STEP_MM))

    def _reset_panel(self) -> None:
        self._take(settings.without_panel(self.context.settings))

    def _play(self, alert: Alert) -> None:
        cue = settings.test_cue(alert)
        self.context.devices.cancel()
        self.context.devices.cue(cue)
        self.lights.cue(cue)

    # --- the parts of devices -------------------------------------------------------------------------

    def _watch_parts(self, wanted: bool) -> None:
        """Keep reading the state of the buttons while somebody tries them."""
        if wanted:
            self._show_parts(0.0)
            if self._watching is None:
                self._watching = Clock.schedule_interval(self._show_parts, PARTS_SECONDS)
        elif self._watching is not None:
            self._watching.cancel()
            self._watching = None

    def _show_parts(self, _elapsed: float) -> None:
        devices = self.context.devices.parts()
        if self.section == "pins":
            self.pins.show(connections.pins(self.context.settings, devices))
        if self.section == "panel":
            self.panel_page.stands(self.context.settings, devices)
        if self.section == "smart_home":
            self.smart_home.stands(self.context.settings, devices)
        found = settings.parts(devices)
        if found != self.parts.items:
            self.parts.show(found)
            self.repaint()

    def _try(self, view: PartView) -> None:
        self._tries = True
        muted = view.icon == "sound" and self.context.settings.alerts.muted
        self.context.devices.try_part(view.key)
        words = _("Sounds are muted: let them sound again to try this.") if muted else view.check
        self.shell.messages.tell(ToastView(words, tone="warn" if view.faulty else "plain", seconds=8))

    def _try_sound(self, key: str) -> None:
        (view,) = settings.parts([speaker.part(key, self.context.settings.speaker.output)])
        self._try(view)

    def _connect(self, view: PinView) -> None:
        """Say which lights are where, or choose another pin for a part."""
        close = self.shell.sheets.close
        if view.lines:
            more = _("Other pins for lights are named in the settings file, under [pins].")
            self.shell.sheets.cover(TextSheet(self.look, view.label, (*view.lines, ("", more)), close))
            return

        def choose(answer: AnswerView) -> None:
            close()
            self._take(connections.with_pin(self.context.settings, view.key, answer))

        answers = connections.pin_choices(self.context.settings, view.key)
        self.shell.sheets.cover(ChoiceSheet(self.look, view.label, answers, choose, close))

    def _type(self, key: str) -> None:
        self.shell.go("setting_text", key=key, origin=self.origin)

    def _fall_silent(self) -> None:
        """What is tried ends with the page, and so does what plays."""
        if self.lights.plays:
            self.context.devices.cancel()
            self.lights.stop()
        if self._tries:
            self._tries = False
            self.context.devices.try_part("")

    def _tell(self, view: FindingView) -> None:
        lines = [(view.state, view.found)]
        if view.remedy:
            lines.append((_("How to fix it"), view.remedy))
        self.shell.sheets.cover(TextSheet(self.look, view.label, lines, self.shell.sheets.close))

    # --- the machine --------------------------------------------------------------------------------

    def _examine(self) -> None:
        """Let the doctor look, beside the loop that draws: some of it waits for the disk."""
        if self._found_in == language():
            return
        self._found_in = asked_in = language()

        def look() -> None:
            from companion.app.doctor import examine

            found = examine()
            Clock.schedule_once(lambda _elapsed: self._examined(settings.findings(found), asked_in))

        threading.Thread(target=look, name="doctor", daemon=True).start()

    def _examined(self, found: tuple[FindingView, ...], asked_in: str) -> None:
        if asked_in == language() and self.parent is not None:
            self._found = found
            self.shell.refresh()
            Window.canvas.ask_update()

    def _left(self, _screen: Screen, parent: Widget | None) -> None:
        if parent is None:
            self._watch_parts(False)
            self._fall_silent()
            self.backup.listen(False)
