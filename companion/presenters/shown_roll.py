"""Which roll is still shown, and whether its attack still has to be read, by the updates of the session."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.session import GameSession, Update, UpdateKind
from companion.engine.command import Command, tag_of
from companion.engine.core import DiceRolled
from companion.engine.event import Event
from companion.engine.ids import EntryId
from companion.engine.state import GameState
from companion.history.log import Entry
from companion.presenters import card_pad, happened


class ShownRoll:
    """The last roll and the answers to what it asked, until something else is done or it has been read."""

    def __init__(self, session: GameSession) -> None:
        self._session = session
        self._entries: list[EntryId] = []
        """The roll, and the answers after it."""
        self.attack_open = False
        """Whether the roll has brought an attack that the table has not yet gone on from."""

    @property
    def number(self) -> EntryId:
        """The entry of the roll; 0 when none is shown."""
        return self._entries[0] if self._entries else EntryId(0)

    def events(self) -> tuple[Event, ...] | None:
        """The events of the roll and of the answers after it; None when none is shown."""
        if not self._entries:
            return None
        return tuple(event for entry in self.since() for event in entry.events)

    @property
    def is_roll(self) -> bool:
        """Whether what is shown began with a roll, and not with the end of a turn."""
        standing = self.since()
        return bool(standing) and self._is_roll(standing[0].events)

    def forget(self) -> None:
        """Show no roll any more."""
        self._entries = []
        self.attack_open = False

    def look_for_attack(self) -> None:
        """Whether the roll has brought an attack, now that it is another one."""
        self.attack_open = happened.battle(self._session.table, self.events() or ()) is not None

    def since(self) -> tuple[Entry, ...]:
        """The entries that stand from the roll on, looked for from the end; none if it stands no more."""
        standing = self._session.standing
        for index in reversed(range(len(standing))):
            if standing[index].entry == self.number:
                return standing[index:]
        return ()

    # --- what has changed ---------------------------------------------------------------------------

    def heard(self, update: Update) -> None:
        """The game has changed."""
        if update.kind is UpdateKind.NEW:
            assert update.entry is not None and update.entry.command is not None
            self._entered(update.entry, update.entry.command, update.before)
        else:
            self._put_right()

    def _entered(self, entry: Entry, command: Command, before: GameState) -> None:
        rolled, answers = self._is_roll(entry.events), self._answers(command, before)
        fought = self._is_battle(entry.events)
        if not answers:
            self.forget()
        if rolled or answers or fought:
            self._entries.append(entry.entry)
        # a card that is turned up after the dice brings no second attack
        if fought and (rolled or not answers):
            self.attack_open = True

    def _put_right(self) -> None:
        """After an undo, redo or correction the roll is still shown if it is one and only answers to it stand
        after it."""
        standing = self.since()
        if (
            not standing
            or not {entry.entry for entry in standing} <= set(self._entries)
            or not (self._is_roll(standing[0].events) or self._is_battle(standing[0].events))
        ):
            self.forget()

    def _is_battle(self, events: Sequence[Event]) -> bool:
        """Whether a battle was fought, at the end of a turn too."""
        return happened.battle(self._session.table, tuple(events)) is not None

    def _is_roll(self, events: Sequence[Event]) -> bool:
        """Whether dice were rolled, or a card turned up in their place."""
        ruleset = self._session.ruleset
        return any(isinstance(event, DiceRolled) or card_pad.counts(ruleset, event) for event in events)

    def _answers(self, command: Command, before: GameState) -> bool:
        """Whether the command answered a question of the roll that is shown, so that its result stays."""
        tag = tag_of(type(command))
        return bool(self._entries) and any(
            tag in question.answers and question.who == command.by for question in before.core.pending
        )
