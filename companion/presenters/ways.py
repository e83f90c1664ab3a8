"""Commands that are begun: their choices still open, until the rules or the table say which are meant."""

from __future__ import annotations

from companion.engine.command import Command

BLANKS = (None, False, "", ())
"""What a field holds that is still open."""


def goes_on(begun: Command, way: Command) -> bool:
    """Whether one command is the other with its open fields filled in."""
    if type(begun) is not type(way):
        return False
    fields = ((getattr(begun, name), getattr(way, name)) for name in begun.__struct_fields__)
    return all(said in BLANKS or said == filled for said, filled in fields)
