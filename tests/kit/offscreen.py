"""Windows in memory, touched from within: the loop that nothing but a test drives, and figures on the command
line. One process has one window."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

UNDRAWN = {"KIVY_GL_BACKEND": "mock"}
"""Surroundings of a process whose pictures nobody looks at: everything is laid out, painted and handed to the
graphics card as ever, but there is none. Drawing without one takes half of the time of a game by touch."""


def start_loop() -> Any:
    """Kivy's loop, started without any input provider of its own. The window must be open."""
    from kivy.base import EventLoop

    EventLoop.start()
    for provider in list(EventLoop.input_providers):
        EventLoop.remove_input_provider(provider)
    return EventLoop


def tell(measure: Callable[[Path], msgspec.Struct], about: str | None, arguments: list[str]) -> int:
    """Measure in a folder of its own, and print the figures in a table, or with --json on a line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="longship-speed-") as name:
        found = measure(Path(name))
    if options.json:
        print(msgspec.json.encode(found).decode())
    else:
        for field in found.__struct_fields__:
            print(f"{field:18} {getattr(found, field):8.2f}")
    return 0
