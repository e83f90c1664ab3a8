"""A setting that is typed."""

from __future__ import annotations

from typing import Any

from companion.presenters import smart_home
from kivy_ui.shell import Shell
from kivy_ui.widgets.keyboard import FIGURES
from kivy_ui.writing import WritingScreen


class SettingTextScreen(WritingScreen):
    """Takes the value of one key; what will not do cannot be done with. A password shows its last letter."""

    layouts = ("latin", FIGURES)

    def __init__(
        self, shell: Shell, key: str = "mqtt.host", origin: str = "home", text: str | None = None, **rest: Any
    ) -> None:
        self.context = shell.context
        self.key = key
        self.origin = origin
        self.longest = smart_home.LONGEST[key]
        begun = smart_home.text_of(self.context.settings, key) if text is None else text
        super().__init__(
            shell, begun, FIGURES if begun[:1].isdigit() or key == "mqtt.port" else "latin", **rest
        )

    def refresh(self) -> None:
        hidden = self.key == smart_home.PASSWORD
        shown = "•" * len(self.text[:-1]) + self.text[-1:] if hidden else self.text
        self.field.show(shown, None, smart_home.label(self.key))
        ready = smart_home.taken(self.context.settings, self.key, self.text) is not None
        self.show_keys(ready=ready, capitals=False)

    def _leave(self) -> None:
        self.shell.go("settings", section="smart_home", origin=self.origin)

    def _done(self) -> None:
        changed = smart_home.taken(self.context.settings, self.key, self.text)
        if changed is None:
            return
        self._leave()  # first, as what is said of a full disk is said on the screen to which it leads
        if self.key == smart_home.PASSWORD:
            self.context.keep_broker_password(self.text)
        else:
            self.context.change(changed)
        self.shell.refresh()
