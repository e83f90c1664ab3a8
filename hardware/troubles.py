"""What a device has to complain of, each trouble once."""

from __future__ import annotations

import contextlib

from companion.app.ports import Notice, NoticeSink


class Troubles:
    """Tells the table of a trouble once, and of the same one again only after all has been well for a while,
    twice as long each time: a loose plug would have the table told of it the whole evening."""

    def __init__(self, notice: NoticeSink, well_s: float) -> None:
        self._notice = notice
        self._well_s = well_s
        self._said: set[object] = set()

    def say(self, notice: Notice, trouble: object = None) -> None:
        """Tell the table, unless it knows. It is the same ``trouble``, or without one the same sentence."""
        told = notice.text if trouble is None else trouble
        if told not in self._said:
            self._said.add(told)
            with contextlib.suppress(Exception):
                self._notice(notice)

    def well_for(self, seconds: float) -> None:
        """All has been well for so long."""
        if self._said and seconds >= self._well_s:
            self._said.clear()
            self._well_s *= 2
