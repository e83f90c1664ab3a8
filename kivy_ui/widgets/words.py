"""What drawings mean that stand without words, for whoever rests a finger on one."""

from __future__ import annotations

from companion.app.i18n import _


def words_of(icon: str) -> str:
    """What a key with this drawing alone does; empty for a drawing that stands with words everywhere."""
    words = {
        "back": _("Back"),
        "bin": _("Delete"),
        "board": _("Board"),
        "camera": _("Camera"),
        "check": _("Done"),
        "clock": _("Later"),
        "cross": _("Close"),
        "down": _("Down"),
        "erase": _("Erase"),
        "forward": _("Next"),
        "gear": _("Settings"),
        "globe": _("Language"),
        "help": _("Help"),
        "home": _("Home"),
        "info": _("More about it"),
        "log": _("Log"),
        "minus": _("One less"),
        "more": _("More"),
        "mute": _("Let sounds be heard again"),
        "pencil": _("Change"),
        "pause": _("Stop"),
        "play": _("Play"),
        "plus": _("One more"),
        "redo": _("Redo"),
        "search": _("Search"),
        "sound": _("Mute all sounds"),
        "table": _("Table"),
        "turn": _("Turn the picture to whoever is on turn"),
        "undo": _("Undo"),
        "up": _("Up"),
    }
    return words.get(icon, "")
