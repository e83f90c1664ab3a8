"""The page of the quiet hours: on or off, and from when to when."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.app.settings import Settings
from companion.presenters import quiet
from kivy_ui.geometry import Box
from kivy_ui.paint import Look, Painted
from kivy_ui.widgets.choice import Segments
from kivy_ui.widgets.stepper import Stepper

ROW_MM = 24.0


class QuietSection(Painted):
    """``on_change`` takes what makes other settings of those in use."""

    def __init__(self, look: Look, on_change: Callable[[Callable[[Settings], Settings]], None]) -> None:
        super().__init__(look, "quiet_section")
        self.switch = Segments(look, "quiet", lambda on: on_change(lambda now: quiet.switched(now, on)))
        self.steppers = [Stepper(look, key, partial(self._step, on_change, key)) for key in quiet.KEYS]
        self.add_widget(self.switch)

    @staticmethod
    def _step(on_change: Callable[[Callable[[Settings], Settings]], None], key: str, steps: int) -> None:
        on_change(lambda now: quiet.moved(now, key, steps))

    def refresh(self, settings: Settings) -> None:
        """Show the settings as they are."""
        view = quiet.row(settings)
        self.switch.show(
            view.label, [(one.name, one.label, one.value, one.chosen, one.icon) for one in view.choices]
        )
        hours = quiet.hours(settings)
        for stepper in self.steppers:
            self.have(stepper, bool(hours))
        for stepper, (_key, label, time) in zip(self.steppers, hours, strict=False):
            stepper.show(label, time)
        self.place(self.box)

    def place(self, box: Box) -> None:
        super().place(box)
        rows = box.cut_top(min(box.h, 3 * self.look.mm(ROW_MM)))[0].rows(3)
        for widget, row in zip((self.switch, *self.steppers), rows, strict=True):
            widget.place(row)
