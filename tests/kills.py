"""Kill the app while its panel is plugged and unplugged: ``python -m tests.kills [--kills 500] [--seed 16]``.

The app is a process of its own, as on an evening; its panel is the firmware, run by a real MicroPython at the
other end of a pty. Buttons on the panel make all the entries. It is plugged in, unplugged and hangs at any
moment, and at any moment the app is killed. It comes back into the running game, and whatever was ever on the
screen must be in the game that is kept.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec

from companion.app.games import begin, resume
from companion.app.jsonl import encode_entry
from companion.app.last_words import FOLDER, LastWords
from companion.app.ports import Notice
from companion.app.storage import open_copy, open_store
from companion.history.log import Header
from companion.rules.base.turn import RollDice
from kivy_ui.window.screen_map import ScreenMap
from tests.kit.offscreen import UNDRAWN
from tests.kit.panel_peer import Peer, Socket
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS

ROOT = Path(__file__).parent.parent
GAME = "evening"
LONGEST_WAIT_S = 60.0
LOOK_S = 0.002
BETWEEN_PRESSES_S = 0.3
"""More quickly than that one press is no second wish (companion/app/buttons.py)."""
MOST_PRESSES = 3
"""Between two kills, at most."""
UNPLUG, HANG = 0.2, 0.1
"""How likely something befalls the panel before a press."""


class Kills(msgspec.Struct, frozen=True):
    """What came of it. ``seen`` are the entries that were on the screen, ``unseen`` those that are kept
    although the kill came before they were. ``back_s`` is the median time from the start to the game."""

    kills: int
    plugged: int
    unplugged: int
    hung: int
    presses: int
    seen: int
    unseen: int
    lost: int
    back_s: float


def complain(notice: Notice) -> None:
    """Nothing may ever be wrong with the files."""
    raise AssertionError(notice.text)


class Evening:
    """A game on the disk, an app that plays it, and a panel that comes and goes."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.map_file = folder / "map.json"
        self.chance = chance
        self.socket = Socket(folder)
        self.peer: Peer | None = None
        self._cord = ExitStack()
        self.app: subprocess.Popen[bytes] | None = None
        self.kept: list[bytes] = []
        self.counts = dict.fromkeys(("plugged", "unplugged", "hung", "presses"), 0)
        self.backs: list[float] = []
        (folder / "config/longship").mkdir(parents=True)
        (folder / "config/longship/config.toml").write_text(f'[panel]\nport = "{self.socket.path}"\n')
        store = open_store(self.data, complain)
        session, _journal = begin(store, Header(GAME, PEOPLE, CITIES_KNIGHTS, level="L1"))
        session.submit(RollDice(PEOPLE[0].id, {"white": 2, "red": 3, "event": "trade"}))
        store.close()
        # as if it had been played when the app was killed for the first time
        words = LastWords(self.data / FOLDER)
        words.begin()
        words.plays(GAME)
        words.drawn()
        words.let_go()
        self.kept = self.entries()

    def entries(self) -> list[bytes]:
        """The game that is kept, as lines."""
        _header, entries, _journal = open_copy(self.data, complain).load(GAME)
        return [encode_entry(entry) for entry in entries]

    # --- the app --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start it, and wait until it is in the game."""
        foreign = ("KIVY", "SDL", "LONGSHIP", "WAYLAND", "DISPLAY")
        around = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        around |= UNDRAWN | {
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "LONGSHIP_DATA": str(self.data),
            "LONGSHIP_ALERTS": f"mock:{self.folder / 'pins.jsonl'}",
            "LONGSHIP_SCREEN_MAP": str(self.map_file),
            "SDL_VIDEODRIVER": "offscreen",
            "LANGUAGE": "en",
            "PYTHONPATH": str(ROOT),
        }
        self.map_file.unlink(missing_ok=True)
        (self.folder / "pins.jsonl").unlink(missing_ok=True)
        began = time.monotonic()
        self.app = subprocess.Popen([sys.executable, "-m", "companion"], env=around, cwd=self.folder)
        self.wait(lambda: self.seen("table"), "the game")
        self.backs.append(time.monotonic() - began)

    def kill(self) -> None:
        """End it as a power cut would, whatever it is doing."""
        assert self.app is not None
        self.app.send_signal(signal.SIGKILL)
        self.app.wait()

    def look(self) -> ScreenMap | None:
        """What is on the screen; None before the first frame."""
        try:
            return msgspec.json.decode(self.map_file.read_bytes(), type=ScreenMap)
        except FileNotFoundError:
            return None

    def seen(self, screen: str = "") -> int:
        """The last entry of the game that is on the screen (on that one)."""
        found = self.look()
        return 0 if found is None or (screen and found.screen != screen) else found.entry

    def wait(self, condition: Callable[[], object], what: str, seconds: float = LONGEST_WAIT_S) -> bool:
        """Look until it holds; False when the seconds are over. Raises AssertionError if the app has ended,
        or where all the time there is was not enough."""
        end = time.monotonic() + seconds
        while not condition():
            assert self.app is not None and self.app.poll() is None, f"{what}: the app has ended"
            if time.monotonic() > end:
                assert seconds < LONGEST_WAIT_S, f"waited in vain for {what}"
                return False
            time.sleep(LOOK_S)
        return True

    # --- the panel ------------------------------------------------------------------------------------

    def plug(self) -> None:
        """Plug it in."""
        self.peer = self._cord.enter_context(self.socket.panel())
        self.counts["plugged"] += 1

    def unplug(self) -> None:
        """Pull it out."""
        self._cord.close()
        self.peer = None
        self.counts["unplugged"] += 1

    def close(self) -> None:
        """All is over."""
        self._cord.close()
        if self.app is not None and self.app.poll() is None:
            self.kill()

    # --- what happens ---------------------------------------------------------------------------------

    def befall(self) -> None:
        """Something happens to the panel, or nothing."""
        what = self.chance.random()
        if self.peer is None:
            self.plug()
        elif what < UNPLUG:
            self.unplug()
        elif what < UNPLUG + HANG:
            self.peer.hang()
            self.counts["hung"] += 1
            self.unplug()

    def press(self) -> None:
        """A button that changes something: the next player's turn, or it is taken back."""
        assert self.peer is not None
        lit = self.lit()
        if not lit:  # nobody has told it anything yet
            return
        self.peer.press("2" if lit == [0] else "undo")
        self.counts["presses"] += 1

    def lit(self) -> list[int]:
        """The seats whose light is on."""
        assert self.peer is not None
        shown = self.peer.lights[-1] if self.peer.lights else ""
        seats = [shown[6 * place : 6 * place + 6] for place in range(7, 7 + len(PEOPLE))]
        return [seat for seat, colour in enumerate(seats) if set(colour) - {"0"}]

    def end(self) -> None:
        """Play on: the panel shows whose turn it is."""
        if self.peer is None:
            self.plug()
        self.start()
        store = open_copy(self.data, complain)
        session, _journal = resume(store, GAME)
        core = session.state.core
        self.wait(lambda: self.lit() == [core.ids.index(core.on_turn)], "whose turn it is")

    def enter(self) -> int:
        """Play undisturbed until something is entered. How many entries were on the screen."""
        self.plug()
        self.start()
        before = self.seen()
        self.wait(self.lit, "light")
        self.press()
        self.wait(lambda: self.seen() > before, "the first entry")
        self.kill()
        return self.seen() - before

    def run(self) -> int:
        """From a start to a kill. How many entries of this run were on the screen."""
        if self.chance.random() < 0.5 and self.peer is None:
            self.plug()
        self.start()
        before = self.seen()
        for _press in range(self.chance.randint(1, MOST_PRESSES)):
            self.befall()
            if self.peer is None:
                continue
            peer = self.peer
            self.wait(lambda peer=peer: peer.lights and set(peer.lights[-1]) != {"0"}, "light", 3.0)  # type: ignore[misc]
            entry = self.seen()
            self.press()
            if self.chance.random() < 0.5:  # else it is killed on the way
                self.wait(lambda entry=entry: self.seen() > entry, "entry", BETWEEN_PRESSES_S)  # type: ignore[misc]
        moment = time.perf_counter() + self.chance.uniform(0, 0.03)
        while time.perf_counter() < moment:
            pass
        self.kill()
        return max(0, self.seen() - before)


def play(folder: Path, kills: int, seed: int, tell: Callable[[str], object] = lambda line: None) -> Kills:
    """Kill it so often. Raises AssertionError where something else than the kill ended it, where the game
    does not go on from what was kept, or the panel shows anything else in the end."""
    evening = Evening(folder, random.Random(seed))
    seen = unseen = lost = 0
    try:
        for kill in range(1, kills + 1):
            shown = evening.run() if kill > 1 else evening.enter()
            last = evening.seen()
            kept = evening.entries()
            assert kept[: len(evening.kept)] == evening.kept, f"kill {kill}: the game is another one"
            lost += max(0, last - len(kept))
            seen += shown
            unseen += max(0, len(kept) - max(last, len(evening.kept)))
            evening.kept = kept
            if kill % 25 == 0:
                tell(f"{kill} kills, {len(kept)} entries, {lost} lost; {evening.counts}")
        evening.end()
    finally:
        evening.close()
    backs = sorted(evening.backs)
    return Kills(
        kills=kills, seen=seen, unseen=unseen, lost=lost, back_s=backs[len(backs) // 2], **evening.counts
    )


def main(arguments: list[str]) -> int:
    """Kill, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="longship-kills-"))
    try:
        found = play(folder, options.kills, options.seed, lambda line: print(line, flush=True))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(msgspec.json.encode(found).decode())
    return 1 if found.lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
