"""The one place that writes to a terminal.

A terminal obeys some of the letters that it is sent: they colour it, name its window, clear it, write from
right to left. Names, cards and files come from outside, so all such letters are replaced on their way out.
"""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from typing import Any, NoReturn

import msgspec

_OBEYED = ("Cc", "Cs", "Zl", "Zp")
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


def is_obeyed(letter: str) -> bool:
    """Whether a terminal does something else with a letter than to show it: control characters, halves of
    surrogate pairs, separators of lines, and what turns the direction of writing (overrides and isolates)."""
    return unicodedata.category(letter) in _OBEYED or unicodedata.bidirectional(letter) in _TURNING


def harmless(text: str) -> str:
    """The text as a terminal may show it: one line, in which nothing is obeyed."""
    return "".join("\N{REPLACEMENT CHARACTER}" if is_obeyed(letter) else letter for letter in text)


class Parser(argparse.ArgumentParser):
    """Takes words that may have been pasted from anywhere."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with them, and exit with 2."""
        super().error(harmless(message))


def prepare() -> None:
    """Have letters that this terminal does not know shown by their numbers, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


def say(*lines: str) -> None:
    """Write lines to the standard output, at once: whoever reads along may be a program."""
    for line in lines:
        print(harmless(line), flush=True)


def say_json(value: msgspec.Struct | dict[str, Any]) -> None:
    """Write one JSON object as a line. Letters that a terminal would obey are escaped, so nothing is lost."""
    text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
    escaped = (f"\\u{ord(letter):04x}" if is_obeyed(letter) else letter for letter in text)
    print("".join(escaped), flush=True)


def complain(sentence: str) -> None:
    """Write one sentence to the error output."""
    print(f"longship: {harmless(sentence)}", file=sys.stderr)
