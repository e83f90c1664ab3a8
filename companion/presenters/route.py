"""Where ordinary play goes by itself."""

from __future__ import annotations

from companion.presenters.play import Play


def wanted(play: Play, here: str, at_board: bool) -> str:
    """The name of the screen that the game calls for, seen from the screen ``here``.

    ``at_board`` says whether people play at the board and not at the table: there the game goes on after an
    attack or a form. Where the ship is all that is tracked the table says it all.
    """
    if play.board_setup(0) is not None:
        return "board_setup"
    if play.table().scored and play.attack():
        return "attack"
    if play.over():
        return "evening"
    if not play.table().scored:
        return "table"
    asked = next((question.where for question in play.questions()), "")
    if asked:
        return asked
    if here == "card_pad" and play.card_pad() and not play.result():
        return "card_pad"
    if at_board and here in ("board", "attack", "form"):
        # with the last start piece, or when the end of a turn has asked its last, the dice are next
        return "table" if play.roll_due() else "board"
    if play.result():
        return "result"
    return "roll" if play.roll().known else "table"
