"""A game for BG Stats, the diary of played games: as a link that a phone reads off the screen, and as a file.

The fields are those that others' public code fills in; BG Stats publishes no format. ``winner`` and
``startPlayer`` are always said: without them its reader on Android fails.
"""

from __future__ import annotations

import datetime
import json
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from companion.engine.ids import PlayerId

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Longship"
GAME, GAME_ID = "CATAN", 13
"""What is played, and its number at BoardGameGeek."""
LONGEST_NAME = 30
"""Letters of a name in the link: one drawing has to hold it all."""
LONGEST_BOARD = 60
_SPACE = uuid.UUID("5b0f8c1e-5f3a-4f0c-9d0e-6c6f6e677368")


class Played(msgspec.Struct, frozen=True):
    """What a diary says of an evening. ``started`` in milliseconds since 1970, 0 where it is not known;
    ``players`` with name, points (None where none are tracked) and rank (0 where there is none)."""

    game: str
    started: int
    minutes: int
    board: str
    players: tuple[tuple[PlayerId, str, int | None, int], ...]
    first: PlayerId
    winner: PlayerId | None


def link(played: Played) -> str:
    """The address that enters the evening into BG Stats."""
    players = [
        _filled(
            {
                "name": name[:LONGEST_NAME],
                "startPlayer": who == played.first,
                "winner": who == played.winner,
                "score": None if points is None else str(points),
                "rank": rank or None,
            }
        )
        for who, name, points, rank in played.players
    ]
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": played.game,
        "playDate": _date(played),
        "durationMin": played.minutes or None,
        "board": played.board[:LONGEST_BOARD],
        "game": _filled(
            {
                "name": GAME,
                "bggId": GAME_ID,
                "highestWins": True,
                "noPoints": _pointless(played),
            }
        ),
        "players": players,
    }
    text = json.dumps(_filled(data), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(text, safe=":,")


def file(played: Played) -> bytes:
    """The evening as a ``.bgsplay`` file."""
    players = [
        {"id": number, "uuid": _uuid("player", name), "name": name}
        for number, (_who, name, _points, _rank) in enumerate(played.players, start=1)
    ]
    scores = [
        {
            "playerRefId": number,
            "score": "" if points is None else str(points),
            "winner": who == played.winner,
            "rank": rank,
            "seatOrder": number,
            "startPlayer": who == played.first,
            "newPlayer": False,
        }
        for number, (who, _name, points, rank) in enumerate(played.players, start=1)
    ]
    play = {
        "uuid": _uuid("play", played.game),
        "sourcePlayId": played.game,
        "playDate": _date(played),
        "durationMin": played.minutes,
        "board": played.board,
        "gameRefId": 1,
        "usesTeams": False,
        "playerScores": scores,
    }
    game = {
        "id": 1,
        "uuid": _uuid("game", GAME),
        "name": GAME,
        "bggId": GAME_ID,
        "highestWins": True,
        "noPoints": _pointless(played),
    }
    data = {
        "about": SOURCE,
        "games": [game],
        "players": players,
        "locations": [],
        "plays": [_filled(play)],
        "userInfo": {"meRefId": 0},
    }
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def qr(text: str) -> tuple[tuple[bool, ...], ...]:
    """The lines of a QR code from the top, dark where True, with the quiet margin that it needs; none where
    the text is longer than any code holds."""
    import segno  # only where one is shown

    try:
        made = segno.make(text, error="l", micro=False, boost_error=False)
    except segno.DataOverflowError:
        return ()
    return tuple(tuple(bool(dark) for dark in row) for row in made.matrix_iter(scale=1, border=4))


def _date(played: Played) -> str:
    try:
        moment = datetime.datetime.fromtimestamp(played.started / 1000)
    except (OverflowError, OSError, ValueError):
        return ""
    return moment.strftime("%Y-%m-%d %H:%M:%S") if moment.year >= 2024 else ""


def _pointless(played: Played) -> bool:
    return all(points is None for _who, _name, points, _rank in played.players)


def _uuid(kind: str, name: str) -> str:
    """The same each time, so that a file that is read twice is one evening."""
    return str(uuid.uuid5(_SPACE, f"{kind}/{name}"))


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is not known, which makes the link shorter. What is false is known."""
    return {name: value for name, value in data.items() if value is not None and value != ""}
