"""What the screens outside of play work with: settings, kept games, remembered people, devices.

No Kivy here. The application makes one context and tells it what to do when a game begins and when the look
changes; screens find it as ``shell.context``.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from companion.app import board_file, games, i18n, jsonl, kept_file, narrate, roster
from companion.app.board_file import Boards
from companion.app.dice import DiceCamera, NullDice
from companion.app.dice_log import DiceLog
from companion.app.i18n import _
from companion.app.jsonl import GameFileError
from companion.app.ports import Device, Notice, NullDevice
from companion.app.roster import Person
from companion.app.session import Clock, GameSession, Update, table_clock
from companion.app.settings import Paths, Settings, data_folder, load, mqtt_password_file, save
from companion.app.settings import Screen as ScreenSettings
from companion.app.speaker import Card, cards
from companion.app.storage import GameJournal, GameRecord, JournalStore, StorageError
from companion.engine.errors import AssemblyError
from companion.presenters import new_game
from companion.presenters.new_game import NewGame
from companion.rules.common import BoardLaid

logger = logging.getLogger(__name__)

T = TypeVar("T")

if TYPE_CHECKING:
    from companion.app.backup import Written
    from companion.app.backup_job import BackupJob, Household
    from companion.app.digests import Digests
    from companion.app.restore import Restored
    from companion.presenters.board_setup import Setup


class Brought(msgspec.Struct, frozen=True):
    """A game that came from a file: its id here, whether it was not kept before, and its entries."""

    game: str
    new: bool
    entries: int


class AppContext:
    """Holds what outlasts a game. Nothing here raises into a screen: what fails is said in one sentence."""

    def __init__(
        self,
        settings: Settings,
        store: JournalStore,
        devices: Device | None = None,
        paths: Paths | None = None,
        clock: Clock = table_clock,
    ) -> None:
        self.settings = settings
        self.at_start = settings
        """What was set when the app began: what somebody has typed into the file can be chosen again."""
        self.store = store
        self.devices: Device = devices or NullDevice()
        self.dice: DiceCamera = NullDice()
        self.paths = paths
        self.clock = clock
        self.sound_cards: Callable[[], tuple[Card, ...]] = cards
        self.session: GameSession | None = None
        self.journal: GameJournal | None = None
        self.notices: list[Notice] = []
        """What went wrong at the start, until the table has read it."""
        self.people: tuple[Person, ...] = ()
        self._boards: Boards | None = None
        self._dice_log: DiceLog | None = None
        self._digests: Digests | None = None
        self.laying: tuple[str, Setup] | None = None
        """The board of a game as far as it is entered: whoever looks at another screen finds it again."""
        self.on_game: Callable[[GameSession], None] = lambda session: None
        """A game begins or goes on: show it."""
        self.on_no_game: Callable[[], None] = lambda: None
        """The game that was played is deleted: nothing tells of it any more."""
        self.on_look: Callable[[ScreenSettings], None] = lambda screen: None
        """Language, theme, text or panel have changed: draw everything anew."""
        self.on_notice: Callable[[Notice], None] = self.notices.append
        """Something went wrong while the table looks on."""
        self.in_window: Callable[[Callable[[], object]], object] = lambda call: call()
        """Carries out a call from another thread in the window's own."""
        self.on_backup: Callable[[Written | Restored | Notice], object] = lambda result: None
        """A backup was written or read, or could not be."""
        self._backups: BackupJob | None = None

    @property
    def folder(self) -> Path:
        """The folder for games and people."""
        return data_folder(self.settings)

    # --- settings -------------------------------------------------------------------------------------

    def change(self, settings: Settings) -> None:
        """Take over other settings at once, and save them."""
        old, self.settings = self.settings, settings
        if settings == old:
            return
        if settings.screen.language != old.screen.language:
            i18n.set_language(settings.screen.language)
        self.devices.configure(settings)
        if settings.dice != old.dice:
            self.dice.configure(settings)
        if settings.screen != old.screen:
            self.on_look(settings.screen)
        failure = save(settings, self.paths)
        if failure is not None:
            self.on_notice(failure)

    def mistakes(self) -> list[Notice]:
        """What is wrong in the settings files as they are now."""
        return load(self.paths)[1]

    @property
    def has_broker_password(self) -> bool:
        """Whether a password for the broker is kept."""
        return mqtt_password_file(self.settings.mqtt, self.paths).is_file()

    def keep_broker_password(self, text: str) -> None:
        """Keep it, for this user's eyes only, and call the broker anew."""
        file = mqtt_password_file(self.settings.mqtt, self.paths)
        try:
            real = kept_file.led_to(file)
            kept_file.write(real, text.encode() + b"\n")
            real.chmod(0o600)
        except OSError as error:
            self.on_notice(
                Notice(
                    _("The password could not be kept in {file}: {reason}.").format(
                        file=file, reason=error.strerror or error
                    )
                )
            )
        for enabled in (False, self.settings.mqtt.enabled):
            now = msgspec.structs.replace(self.settings.mqtt, enabled=enabled)
            self.devices.configure(msgspec.structs.replace(self.settings, mqtt=now))

    # --- people ---------------------------------------------------------------------------------------

    def load_people(self) -> None:
        """Read who has played here."""
        self.people, damage = roster.load(self.folder)
        if damage is not None:
            self.on_notice(damage)

    def remember(self, people: tuple[Person, ...]) -> None:
        """Keep this list of people."""
        self.people = people
        failure = roster.save(self.folder, people)
        if failure is not None:
            self.on_notice(failure)

    # --- boards ---------------------------------------------------------------------------------------

    @property
    def boards(self) -> Boards:
        """The boards kept here; read when they are first asked for."""
        if self._boards is None:
            self._boards, damage = board_file.load(self.folder)
            if damage is not None:
                self.on_notice(damage)
        return self._boards

    def keep_boards(self, boards: Boards) -> None:
        """Keep these boards."""
        if boards == self.boards:
            return
        self._boards = boards
        failure = board_file.save(self.folder, boards)
        if failure is not None:
            self.on_notice(failure)

    # --- backups --------------------------------------------------------------------------------------

    @property
    def backups(self) -> BackupJob:
        """What copies to a stick and restores; its parts are loaded when it is first asked for."""
        if self._backups is None:
            from companion.app.backup_job import BackupJob

            self._backups = BackupJob(self.in_window)
            self._backups.on_end = self._backup_ended
        return self._backups

    def close(self) -> None:
        """End what goes on beside the window."""
        if self._backups is not None:
            self._backups.close()

    @property
    def household(self) -> Household:
        """What a backup is made of, as it is now."""
        from companion.app.backup_job import Household

        running = None if self.session is None else (self.session.header, self.session.entries)
        config = (self.paths or Paths.default()).user
        return Household(self.store, self.settings, self.folder, config, running, self.clock())

    def _backup_ended(self, result: Written | Restored | Notice) -> None:
        """Take over what a backup has brought beside games, and say what came of it."""
        from companion.app.restore import Restored

        if isinstance(result, Restored):
            self.load_people()
            self._boards = None
            if result.settings is not None:
                self.change(result.settings)
                self.dice.configure(self.settings)
        self.on_backup(result)

    # --- what is handed on --------------------------------------------------------------------------------

    def hand_on(
        self, make: Callable[[], Mapping[str, bytes]], then: Callable[[Path | Notice], object]
    ) -> None:
        """Write the files that ``make`` makes, on a stick or beside the games, in a thread of its own.
        ``then`` hears in the window's thread which folder it was, or why not."""
        from companion.app import share_files

        folder = self.folder

        def work() -> Path | Notice:
            try:
                return share_files.hand_on(make(), folder)
            except share_files.ShareError as error:
                return error.notice
            except Exception as error:  # whoever waits must hear of it
                logger.exception("files to hand on")
                return Notice(_("This could not be written: {reason}.").format(reason=error))

        self._aside(work, then)

    @property
    def shared(self) -> Path:
        """Where files are handed on and looked for where there is no stick."""
        from companion.app.share_files import SHARED

        return self.folder / SHARED

    def find_files(self, then: Callable[[tuple[Path, ...]], object]) -> None:
        """Look for game files on sticks and where they are handed on, in a thread of its own."""
        from companion.app.share_files import game_files

        folder = self.folder
        self._aside(lambda: game_files(folder), then)

    def bring(self, file: Path, then: Callable[[Brought | Notice], object]) -> None:
        """Keep a game from a file, in a thread of its own: it is judged entry by entry."""
        store = self.store

        def work() -> Brought | Notice:
            try:
                game = jsonl.read(file)
                imported = games.import_game(store, game)
            except GameFileError as error:
                return Notice(str(error))
            except StorageError as error:
                return error.notice
            return Brought(imported.game, imported.new, len(game.entries))

        self._aside(work, then)

    def _aside(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Work in a thread of its own; ``then`` hears in the window's thread what came of it."""

        def run() -> None:
            result = work()
            self.in_window(lambda: then(result))

        threading.Thread(target=run, name="files", daemon=True).start()

    # --- dice -----------------------------------------------------------------------------------------

    @property
    def dice_log(self) -> DiceLog:
        """What the dice camera read; its file is read when it is first asked for."""
        if self._dice_log is None:
            self._dice_log = DiceLog(self.folder)
        return self._dice_log

    # --- games ----------------------------------------------------------------------------------------

    def games(self) -> tuple[GameRecord, ...]:
        """All kept games, the one played last first."""
        try:
            return self.store.games()
        except StorageError as error:
            self.on_notice(error.notice)
            return ()

    def begin(self, game: NewGame, id: str = "") -> bool:
        """Start a game that has no problems. False if it could not be started."""
        header = new_game.header(game, id or games.new_game_id(), self.clock())
        try:
            session, journal = games.begin(self.store, header, self.clock)
        except (StorageError, AssemblyError) as error:
            return self._failed(error)
        self.remember(roster.seated(self.people, game.seats))
        return self._play(session, journal)

    def resume(self, game: str) -> bool:
        """Go on with a kept game. False if that is impossible."""
        if self.session is not None and self.session.header.game == game:
            self.on_game(self.session)  # what could not be saved yet stands nowhere else
            return True
        try:
            session, journal = games.resume(self.store, game, self.clock)
        except StorageError as error:
            return self._failed(error)
        return self._play(session, journal)

    def branch(self, session: GameSession, count: int) -> bool:
        """Begin a new game as another one stood after so many standing entries. False when it cannot be."""
        try:
            game = games.branch(self.store, session, count, self.clock)
        except StorageError as error:
            return self._failed(error)
        return self.resume(game)

    def delete(self, record: GameRecord) -> bool:
        """Delete a kept game for good. False when it could not be."""
        try:
            self.store.remove(record.key)
        except StorageError as error:
            return self._failed(error)
        if self.session is not None and self.session.header.game == record.key:
            self.session = self.journal = None
            self.on_no_game()
        return True

    def keep_digest(self) -> None:
        """Keep what the year wants to know of the game that is over, so that nobody waits for it then."""
        session = self.session
        if session is not None and session.state.core.winner is not None:
            from companion.presenters.evening import counted  # not at the start, which has no use for it

            self.digests.put(session, counted(session), self.games())

    @property
    def digests(self) -> Digests:
        """What is known of the games without playing them again; read when it is first asked for."""
        if self._digests is None:
            from companion.app.digests import Digests

            self._digests = Digests(self.folder if self.store.saved else None)
        return self._digests

    def _play(self, session: GameSession, journal: GameJournal) -> bool:
        self.session, self.journal = session, journal
        session.subscribe(self._keep_last)
        self.on_game(session)
        return True

    def _keep_last(self, update: Update) -> None:
        """The board that was laid last can be played on again."""
        for event in update.events:
            if isinstance(event, BoardLaid):
                # what follows from the game's own terrain is worked out again when it is laid
                plain = msgspec.structs.replace(event.board, hubs=())
                self.keep_boards(msgspec.structs.replace(self.boards, last=plain))

    def _failed(self, error: StorageError | AssemblyError) -> bool:
        logger.warning("a game could not be opened", exc_info=error)
        if isinstance(error, StorageError):
            self.on_notice(error.notice)
        else:
            self.on_notice(Notice(" ".join(narrate.problem_texts(error))))
        return False
