"""Where Longest Road is shown or cut."""

from __future__ import annotations

from kivy_ui.screens.sheet import SheetScreen


class RoadScreen(SheetScreen):
    """The sheet where Longest Road is shown or cut."""

    first_section = "points"
