"""The quiet hours, in words."""

from __future__ import annotations

import datetime

from companion.app.i18n import _
from companion.app.settings import Settings
from companion.presenters.settings import SettingView, setting, with_value

STEP_MINUTES = 30
DAY_MINUTES = 24 * 60
NIGHT = (datetime.time(22), datetime.time(7))
"""What is proposed when they are switched on."""
KEYS = ("alerts.quiet_from", "alerts.quiet_to")


def row(settings: Settings) -> SettingView:
    """Whether there are quiet hours."""
    on = None not in _hours(settings)
    return setting("quiet", _("Quiet hours"), on, ((False, _("Off"), "sound"), (True, _("On"), "moon")))


def hours(settings: Settings) -> tuple[tuple[str, str, str], ...]:
    """The key, the label and the time of beginning and end; nothing without quiet hours."""
    begin, end = _hours(settings)
    if begin is None or end is None:
        return ()
    return (
        (KEYS[0], _("No sound from"), begin.strftime("%H:%M")),
        (KEYS[1], _("until"), end.strftime("%H:%M")),
    )


def switched(settings: Settings, on: bool) -> Settings:
    """The settings with quiet hours or without."""
    for key, time in zip(KEYS, NIGHT, strict=True):
        settings = with_value(settings, key, time if on else None)
    return settings


def moved(settings: Settings, key: str, steps: int) -> Settings:
    """The settings with a beginning or an end that is so many half hours later, on the clock's full ones."""
    now = _hours(settings)[KEYS.index(key)]
    if now is None:
        return settings
    minutes = now.hour * 60 + now.minute
    later = (minutes // STEP_MINUTES + steps + (steps < 0 and minutes % STEP_MINUTES > 0)) * STEP_MINUTES
    hour, minute = divmod(later % DAY_MINUTES, 60)
    return with_value(settings, key, datetime.time(hour, minute))


def _hours(settings: Settings) -> tuple[datetime.time | None, datetime.time | None]:
    return settings.alerts.quiet_from, settings.alerts.quiet_to
