"""``longship doctor``: what this machine offers."""

from __future__ import annotations

import argparse

from companion.app.commands.shared import Commands, add_parser
from companion.app.doctor import Finding, Report, State, examine
from companion.app.i18n import _
from companion.app.terminal import say, say_json


def add(commands: Commands) -> None:
    """Add ``doctor``."""
    add_parser(commands, "doctor", _doctor, _("Say what this machine offers, and how to fix what it lacks."))


def _doctor(options: argparse.Namespace) -> int:
    """1 when something essential is missing."""
    findings = examine()
    if options.json:
        say_json(Report(findings))
    else:
        say(*(line for finding in findings for line in _as_text(finding)))
    return 1 if any(finding.essential and finding.state is not State.OK for finding in findings) else 0


def _as_text(finding: Finding) -> list[str]:
    word = {State.OK: _("in order"), State.MISSING: _("not there"), State.BROKEN: _("needs fixing")}
    text = _("{part}: {state}. {found}").format(
        part=finding.id, state=word[finding.state], found=finding.found
    )
    return [text, f"    {finding.remedy}"] if finding.remedy else [text]
