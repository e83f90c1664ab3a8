"""The rules as pages: every rule of every module, in each language, with its example and its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.cli import main
from companion.app.i18n import LANGUAGES, language, pgettext, set_language
from companion.app.rule_pages import pages
from companion.rules import catalogue


def test_each_page_has_every_rule_in_its_language() -> None:
    set_language("pl")
    written = pages()
    assert language() == "pl" and set(written) == set(LANGUAGES)
    for code, text in written.items():
        set_language(code)
        for rule, entry in catalogue.rules().items():
            assert f"**{rule}** {pgettext(rule, entry.text)}" in text
            assert not entry.example or pgettext(f"{rule}.example", entry.example) in text


def test_what_rules_are_about_leads_to_them() -> None:
    assert "* City wall: CK-50, CK-70, CK-71, PC-G07\n" in pages()["en"]


def test_the_command_writes_them_and_says_why_it_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "--pages", str(tmp_path / "out")]) == 0
    files = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert files == sorted(f"rules.{code}.md" for code in LANGUAGES)
    (tmp_path / "file").write_text("")
    assert main(["rules", "--pages", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err
