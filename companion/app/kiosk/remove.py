"""Taking the kiosk off a machine again."""

from __future__ import annotations

from functools import partial

from companion.app.i18n import _
from companion.app.kiosk.belongings import keep_and_delete
from companion.app.kiosk.machine import OPT, SERVICE, SYSTEM_IDS, UNITS, USER, Machine
from companion.app.kiosk.steps import Note, Step, Steps, call, check, note_file, note_of
from companion.app.kiosk.system import ALL_LINKS, is_ours, reload, unlink
from companion.app.kiosk.versions import versions_of


def remove(machine: Machine) -> Steps:
    """Take all of the kiosk away. The games and settings go to whoever calls for it.

    Raises:
        KioskError: if a step fails.
    """
    check(machine)
    note = note_of(machine)
    if machine.lives and is_ours(machine, f"{UNITS}/{SERVICE}"):
        yield Step(_("Stop Longship."), partial(call, machine, "systemctl", "stop", SERVICE))
    links = [path for path in ALL_LINKS if is_ours(machine, path)]
    for path in links:
        yield Step(_("Take away {path}.").format(path=path), partial(unlink, machine, path))
    if links and machine.lives:
        yield Step(_("Tell the system of it."), partial(reload, machine, False))
    if note.target:
        yield Step(
            _("Let the desktop come back with the next start of the machine."),
            lambda: call(machine, "systemctl", "set-default", note.target),
        )
    yield from keep_and_delete(machine)
    account = machine.accounts().get(USER)
    if account is not None and account.uid in SYSTEM_IDS:
        yield Step(_("Delete the user {user}.").format(user=USER), lambda: call(machine, "userdel", USER))
    yield from _remove_groups(machine, note)
    if machine.at(OPT).exists() and (versions_of(machine).folder.exists() or note_file(machine).exists()):
        yield Step(_("Delete {folder}.").format(folder=OPT), partial(_remove_versions, machine))
    if machine.lives and not note.target and links:
        yield Step(
            _("Let the login come back to the screen."),
            lambda: call(machine, "systemctl", "--no-block", "start", "getty@tty1.service"),
        )


def _remove_groups(machine: Machine, note: Note) -> Steps:
    groups, accounts = machine.groups(), machine.accounts()
    for name in note.groups:
        group = groups.get(name)
        used = group is not None and any(account.gid == group.gid for account in accounts.values())
        if group is not None and not used and set(group.members) <= {USER}:
            yield Step(
                _("Delete the group {group}.").format(group=name),
                partial(call, machine, "groupdel", name),
            )


def _remove_versions(machine: Machine) -> None:
    versions_of(machine).remove()
    note_file(machine).unlink(missing_ok=True)
    if not any(machine.at(OPT).iterdir()):
        machine.at(OPT).rmdir()
