"""Commands: what people did, together with what the table showed."""

from __future__ import annotations

import msgspec

from companion.engine.ids import PlayerId


class Command(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all commands. The engine draws nothing by chance: dice and cards are fields, as observed.

    ``by`` is the player who did it, or for an entry about the whole table the player who said it.
    """

    by: PlayerId


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The name of a kind of command or event, as in texts and files."""
    return str(kind.__struct_config__.tag)
