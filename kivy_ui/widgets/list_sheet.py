"""A list to choose from, over the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy_ui.geometry import Box
from kivy_ui.paint import Look
from kivy_ui.widgets.rows import Row, RowList
from kivy_ui.widgets.sheets import TitledSheet


class ListSheet(TitledSheet):
    """Its rows are named ``choice_*`` by the keys of its items."""

    def __init__(
        self,
        look: Look,
        title: str,
        items: Sequence[Any],
        row: Callable[[], Row],
        on_close: Callable[[], object],
    ) -> None:
        self.list = RowList(look, "choice", row)
        super().__init__(look, "list_sheet", title, on_close)
        self.add_widget(self.list)
        self.list.show(items, top=True)

    def arrange(self, card: Box) -> None:
        self.list.place(self.below_title(card))
