"""Where people sit around the panel. No Kivy here."""

from __future__ import annotations


def side_of(seat: int, count: int) -> int:
    """By how many degrees, to the left, the picture turns to a seat: the first player sits where the panel
    faces, the others clockwise around the table, as evenly as four sides allow.
    """
    return (-90 * round(seat * 4 / count)) % 360
