"""Copying to a USB stick and restoring from it, in words."""

from __future__ import annotations

import msgspec

from companion.app.backup import Contents, Written
from companion.app.backup_job import BackupJob, Work
from companion.app.i18n import _, ngettext
from companion.app.ports import Notice
from companion.app.restore import Restored
from companion.presenters.deeds import AnswerView
from companion.presenters.home import date_of
from companion.presenters.views import ToastView

GAMES, ALL = "restore_games", "restore_all"
"""The names of the answers: games alone, or the settings too."""
SECONDS = 12.0


class BackupView(msgspec.Struct, frozen=True):
    """What is being done: ``text`` says it, empty while nothing is, and ``share`` how much of it is done.
    While games are restored the table waits (``waits``). ``told`` is what came of it the last time."""

    text: str = ""
    share: float = 0.0
    waits: bool = False
    told: ToastView | None = None


def view(job: BackupJob) -> BackupView:
    """How far it is."""
    share = min(1.0, job.done / job.total) if job.total else 0.0
    counts = {"done": min(job.done, job.total), "total": job.total}
    match job.work:
        case Work.NOTHING:
            return BackupView(told=None if job.result is None else ended(job.result))
        case Work.COPYING:
            return BackupView(_("Copying … Games: {done} of {total}").format(**counts), share)
        case Work.LOOKING:
            return BackupView(_("Looking for a backup …"))
        case Work.RESTORING:
            return BackupView(_("Restoring … Games: {done} of {total}").format(**counts), share, waits=True)
        case Work.STOPPING:
            return BackupView(_("Stopping …"))


def question(contents: Contents) -> tuple[str, tuple[AnswerView, ...]]:
    """What is asked before a backup is restored, and its answers."""
    day, count = date_of(contents.written), len(contents.games)
    if day:
        text = ngettext("Restore {count} game of {day}?", "Restore {count} games of {day}?", count)
    else:
        text = ngettext("Restore {count} game?", "Restore {count} games?", count)
    return text.format(count=count, day=day), (
        AnswerView(GAMES, _("Games"), (), "archive"),
        AnswerView(ALL, _("Games and settings"), (), "gear"),
    )


def ended(result: Written | Restored | Notice) -> ToastView:
    """What came of it, in one sentence."""
    match result:
        case Written(left_out=0):
            text = ngettext(
                "{count} game and the settings are on the stick ({file}). It may be pulled out.",
                "{count} games and the settings are on the stick ({file}). It may be pulled out.",
                result.games,
            ).format(count=result.games, file=result.name)
            return ToastView(text, tone="good", seconds=SECONDS)
        case Written():
            text = ngettext(
                "{file} is on the stick without {count} game that cannot be read.",
                "{file} is on the stick without {count} games that cannot be read.",
                result.left_out,
            ).format(count=result.left_out, file=result.name)
            return ToastView(text, _compare(), tone="warn", seconds=SECONDS)
        case Restored():
            return _restored(result)
        case Notice():
            return ToastView(result.text, result.remedy, tone="warn", seconds=SECONDS)


def _restored(result: Restored) -> ToastView:
    counts = _("Games restored: {new}; already here: {known}.").format(new=result.new, known=result.known)
    if result.stopped is not None:
        return ToastView(result.stopped.text, counts, tone="warn", seconds=SECONDS)
    if result.refused:
        text = ngettext(
            "{count} game of the backup cannot be read here: {reason}",
            "{count} games of the backup cannot be read here: {reason}",
            len(result.refused),
        ).format(count=len(result.refused), reason=result.refused[0])
        return ToastView(text, counts, tone="warn", seconds=SECONDS)
    if result.settings is not None:
        remedy = _("The settings hold from now on; those of lights and devices from the next start.")
        return ToastView(counts, remedy, tone="good", seconds=SECONDS)
    return ToastView(counts, tone="good", seconds=SECONDS)


def _compare() -> str:
    return _("Settings, Machine says what is wrong with the storage.")
