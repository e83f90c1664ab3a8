"""What a table shows, whatever a touch on it means."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.views import TableView


def untouched(view: TableView) -> TableView:
    """The table without its intents, which name pieces that look alike."""
    return replace(
        view,
        players=tuple(
            replace(
                player,
                counters=tuple(replace(counter, intent=None) for counter in player.counters),
                knights=tuple(replace(group, intent=None) for group in player.knights),
                ladders=tuple(replace(ladder, intent=None) for ladder in player.ladders),
            )
            for player in view.players
        ),
    )
