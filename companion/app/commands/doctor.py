"""``longship doctor``: what this machine offers, and whether each part of its devices works."""

from __future__ import annotations

import argparse
import time

import msgspec

from companion.app.commands.shared import CommandLineError, Commands, add_parser
from companion.app.devices import open_devices
from companion.app.doctor import Finding, Report, State, examine
from companion.app.i18n import _
from companion.app.kiosk.as_service import run_as_service
from companion.app.kiosk.machine import KioskError, Machine
from companion.app.ports import Notice, Press
from companion.app.settings import load
from companion.app.terminal import say, say_json
from companion.app.trial import Tried, try_each, wait_for_parts


class Trial(msgspec.Struct, frozen=True):
    """What ``longship doctor --try --json`` prints."""

    tried: list[Tried]
    notices: list[Notice]


class _NoGame:
    """Presses mean nothing here; that a button is down is seen by its part."""

    def press(self, press: Press) -> None:
        """Nothing is meant."""


def add(commands: Commands) -> None:
    """Add ``doctor``."""
    parser = add_parser(
        commands, "doctor", _doctor, _("Say what this machine offers, and how to fix what it lacks.")
    )
    parser.add_argument(
        "--try",
        dest="trying",
        action="store_true",
        help=_("try each light, buzzer and button, and say which wire to check; close Longship first"),
    )
    parser.add_argument(
        "--kiosk", action="store_true", help=_("look with the eyes of the kiosk's user; as root")
    )


def _doctor(options: argparse.Namespace) -> int:
    """1 when something essential is missing, or when a part that is tried does not work."""
    if options.kiosk:
        words = ["doctor", *(["--try"] if options.trying else []), *(["--json"] if options.json else [])]
        try:
            return run_as_service(Machine(), words)
        except KioskError as error:
            raise CommandLineError(str(error)) from error
    if options.trying:
        return _try(options.json)
    findings = examine()
    if options.json:
        say_json(Report(findings))
    else:
        say(*(line for finding in findings for line in _as_text(finding)))
    return 1 if any(finding.essential and finding.state is not State.OK for finding in findings) else 0


def _try(json: bool) -> int:
    settings = load()[0]
    loud = msgspec.structs.replace(
        settings, alerts=msgspec.structs.replace(settings.alerts, enabled=True, muted=False)
    )
    notices: list[Notice] = []
    device = open_devices(loud, notices.append, _NoGame())
    try:
        parts = wait_for_parts(device)
        tried = list(try_each(device, parts, _quiet if json else say, time.sleep))
    finally:
        device.close()
    if json:
        say_json(Trial(tried, notices))
    else:
        say(*(f"{notice.text} {notice.remedy}".strip() for notice in notices))
        if not tried:
            say(_("No lights, buzzers or buttons are connected to this machine."))
    return 0 if tried and all(one.good for one in tried) else 1


def _quiet(_line: str) -> None:
    """JSON is printed as a whole."""


def _as_text(finding: Finding) -> list[str]:
    word = {State.OK: _("in order"), State.MISSING: _("not there"), State.BROKEN: _("needs fixing")}
    text = _("{part}: {state}. {found}").format(
        part=finding.id, state=word[finding.state], found=finding.found
    )
    return [text, f"    {finding.remedy}"] if finding.remedy else [text]
