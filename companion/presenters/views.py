"""View models: what screens show, as plain frozen values.

Presenters compute them from the game, screens draw them. Text in them is already in the language in use.
Nothing here imports Kivy. ``intent`` fields are opaque to the screens, which hand them back
when touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from companion.presenters.board_view import Ghost, Place
from companion.presenters.intents import Intent
from companion.rules.presentation.parts import PlaceSort
from companion.rules.presentation.parts import Tone as Tone

if TYPE_CHECKING:
    from companion.engine.command import Command


class PersonView(msgspec.Struct, frozen=True):
    """A player as a chip: colour, shape and initial."""

    seat: int
    name: str
    colour: str

    @property
    def initial(self) -> str:
        """The first letter of the name, in capitals."""
        return next((letter.upper() for letter in self.name if letter.isalnum()), "?")


class StripView(msgspec.Struct, frozen=True):
    """The ship strip: always on screen. Without a ship ``track`` is 0; ``gauge`` is its name."""

    gauge: str = ""
    step: int = 0
    track: int = 0
    near: bool = False
    strength: int | None = None
    defence: int | None = None
    turn: int = 0
    on_turn: PersonView | None = None
    muted: bool = False


class BarView(msgspec.Struct, frozen=True):
    """The bar at the bottom.

    ``undo`` and ``redo`` say what they would take or bring back, ``undo_by`` whose it is. With ``tray`` the
    red die lies open in the bar, without ``pad`` the dice are on the table itself; with ``card`` an event
    card comes in their place. ``waiting`` is the first open question, ``board`` whether there is a board to
    go to. ``ending`` is what the end of the turn asks, which comes before the dice. In a game of the past
    ``past`` is the way out of it, which stands in place of undo, log and more; ``undo`` says what is asked.
    When the game is ``over`` the way to its result stands in place of the dice.
    """

    undo: str = ""
    undo_by: PersonView | None = None
    redo: str = ""
    tray: bool = True
    pad: bool = True
    card: bool = False
    waiting: str = ""
    ending: ActionView | None = None
    board: bool = False
    past: str = ""
    over: bool = False


class CounterView(msgspec.Struct, frozen=True):
    """How many pieces of a kind a player has on the board, or of anything else in his column; a touch means
    one more, or what there is to be done with it. It is found by its ``name``, or else that of its drawing.
    """

    icon: str
    count: int | None = 0
    intent: Intent | None = None
    name: str = ""


class KnightsView(msgspec.Struct, frozen=True):
    """A player's knights of one strength (1 to 3)."""

    strength: int
    active: int = 0
    inactive: int = 0
    intent: Intent | None = None


class LadderView(msgspec.Struct, frozen=True):
    """One improvement track of a player: level 0 to 5, and whether he has its metropolis."""

    track: str
    level: int = 0
    metropolis: bool = False
    intent: Intent | None = None


class HoldingView(msgspec.Struct, frozen=True):
    """Something that a player has besides pieces and cards. An award has no label, as it is told among the
    points; it is ``bright``, or has the colour of a track."""

    icon: str
    label: str
    count: int
    bright: bool = False
    track: str = ""


class PlayerView(msgspec.Struct, frozen=True):
    """A player's column on the table. A game without knights or improvements has none to show, and one that
    does not count hands no number of cards."""

    person: PersonView
    points: int = 0
    on_turn: bool = False
    counters: tuple[CounterView, ...] = ()
    knights: tuple[KnightsView, ...] = ()
    ladders: tuple[LadderView, ...] = ()
    cards: tuple[tuple[str, int], ...] = ()
    waiting: bool = False
    winner: bool = False
    hand: int | None = None
    holdings: tuple[HoldingView, ...] = ()
    instruments: tuple[CounterView, ...] = ()

    @property
    def active_strength(self) -> int:
        return sum(group.strength * group.active for group in self.knights)

    @property
    def total_strength(self) -> int:
        return sum(group.strength * (group.active + group.inactive) for group in self.knights)


class TableView(msgspec.Struct, frozen=True):
    """The home of play. ``scored`` is false where only ship and event die are tracked."""

    players: tuple[PlayerView, ...]
    scored: bool = True
    to_win: int = 13


class RollView(msgspec.Struct, frozen=True):
    """The dice that this roll needs, the faces of each die of the game, and what is known of them already."""

    rows: tuple[str, ...]
    faces: Mapping[str, tuple[str, ...]]
    person: PersonView | None = None
    known: tuple[tuple[str, str], ...] = ()


class CardNumberView(msgspec.Struct, frozen=True):
    """A number on cards, and what those with it bring; the ones that cannot come are not primary.

    ``intent`` enters the card at once, where only one can be meant.
    """

    number: int
    lit: bool
    events: tuple[ActionView, ...]
    intent: Intent | None = None


class CardPadView(msgspec.Struct, frozen=True):
    """The cards that may be turned up now, and what can come in place of one."""

    numbers: tuple[CardNumberView, ...]
    besides: ActionView


class ActionView(msgspec.Struct, frozen=True):
    """Something that can be done with one tap: a button's drawing, words and intent, of which ``things`` help
    tells beside the rules of that, and what the drawing ``says`` where a number stands beside it alone."""

    name: str
    label: str
    icon: str
    intent: Intent | None = None
    detail: str = ""
    primary: bool = False
    options: tuple[object, ...] = ()
    track: str = ""
    things: tuple[str, ...] = ()
    says: str = ""


class LineView(msgspec.Struct, frozen=True):
    """One line of what happened: a drawing, a sentence and the people it names, values of people after what
    they are, or kinds of cards with their numbers. What is ``to_do`` the table has still to act on."""

    icon: str
    text: str
    people: tuple[PersonView, ...] = ()
    tone: Tone = "plain"
    track: str = ""
    values: tuple[tuple[PersonView, str], ...] = ()
    goods: tuple[tuple[str, int], ...] = ()
    to_do: bool = False


class PlaceAnswer(msgspec.Struct, frozen=True):
    """A lit place, and the commands that it leaves; ``possible`` if a hidden card decides."""

    place: Place
    commands: tuple[Command, ...]
    possible: bool = False


class PlaceTemplate(msgspec.Struct, frozen=True):
    """A command whose field takes a place of a sort: what a touched place that is not lit would mean."""

    sort: PlaceSort
    field: str
    command: Command


class AskedView(msgspec.Struct, frozen=True):
    """What one of several can answer beside the board, as often as he will: the answers, and how often each
    was given; those that are not ``lit`` the rules do not allow."""

    person: PersonView
    answers: tuple[ActionView, ...]
    lit: tuple[bool, ...]
    said: str = ""


class PlacesView(msgspec.Struct, frozen=True):
    """A question that places on the board answer.

    ``done`` are the commands that name no (further) place, ``done_label`` the button for them. ``chosen`` are
    the places said so far, ``ghost`` the piece that is shown under the finger. ``besides`` are other answers,
    ``together`` those of everybody who is asked.
    """

    text: str
    answers: tuple[PlaceAnswer, ...]
    person: PersonView | None = None
    templates: tuple[PlaceTemplate, ...] = ()
    done: tuple[Command, ...] = ()
    done_label: str = ""
    chosen: tuple[Place, ...] = ()
    ghost: Ghost = msgspec.field(default_factory=Ghost)
    besides: tuple[ActionView, ...] = ()
    together: tuple[AskedView, ...] = ()


class ChipView(msgspec.Struct, frozen=True):
    """Something on a form that a tap counts or chooses.

    ``good`` is the kind of card, "?" for one that nobody saw. ``count`` is how many are chosen, ``number`` a
    number that is shown even if it is none. What is not ``lit`` the rules do not allow, what is not ``sure``
    hangs on hidden cards. ``less`` is what holding it does.
    """

    name: str
    label: str
    intent: Intent
    good: str = ""
    person: PersonView | None = None
    icon: str = ""
    count: int = 0
    number: str = ""
    note: str = ""
    lit: bool = True
    sure: bool = True
    chosen: bool = False
    less: Intent | None = None


class RowView(msgspec.Struct, frozen=True):
    """A line of a form: what it is, its chips, how much of it is done, and the way to empty it."""

    name: str
    label: str
    chips: tuple[ChipView, ...]
    said: str = ""
    clear: Intent | None = None


class FormView(msgspec.Struct, frozen=True):
    """A command that is being filled in.

    ``draft`` is the command as far as it is said, ``key`` that of the question which it answers.
    ``done`` enters it, ``rest`` enters it with all that is missing face down.
    """

    title: str
    person: PersonView
    rows: tuple[RowView, ...]
    draft: Command
    note: str = ""
    done: Intent | None = None
    done_label: str = ""
    rest: Intent | None = None
    rest_label: str = ""
    key: str = ""


class PaletteView(msgspec.Struct, frozen=True):
    """The pieces of a player, each always in its place. ``lit`` names those that can go somewhere, ``goals``
    are the corners to which a touch sends one of his pieces, once it has been shown what that comes to."""

    person: PersonView
    people: tuple[PersonView, ...] = ()
    pieces: tuple[ActionView, ...] = ()
    lit: frozenset[str] = frozenset()
    goals: frozenset[str] = frozenset()


class QuestionView(msgspec.Struct, frozen=True):
    """A pending decision: who is asked, the question, the answers; ``rule`` is its id.

    ``places`` is how the board asks it, where places answer; ``form`` the command that is filled in;
    ``screen`` the one on which it is answered, where it has one of its own.
    """

    key: str
    text: str
    person: PersonView | None = None
    choices: tuple[ActionView, ...] = ()
    rule: str = ""
    places: PlacesView | None = None
    form: Command | None = None
    screen: str = ""

    @property
    def where(self) -> str:
        """The screen on which it is answered; empty where its answers are buttons."""
        if self.places is not None:
            return "board"
        return "form" if self.form is not None else self.screen


class ResultView(msgspec.Struct, frozen=True):
    """What a roll did, in order. ``dice`` are (row, face) pairs, the face of a number die as a digit."""

    dice: tuple[tuple[str, str], ...]
    lines: tuple[LineView, ...] = ()
    questions: tuple[QuestionView, ...] = ()
    serial: int = 0


class DefenceView(msgspec.Struct, frozen=True):
    """One player's part in an attack."""

    person: PersonView
    strength: int
    cities: int
    outcome: str = ""
    tone: Tone = "plain"


class AttackView(msgspec.Struct, frozen=True):
    """The barbarians' attack, resolved or waiting for answers; ``icon`` draws those who attack. ``strictly``
    means that the defence has to be the greater strength."""

    strength: int
    defence: int
    won: bool
    headline: str
    reasons: tuple[str, ...]
    players: tuple[DefenceView, ...]
    questions: tuple[QuestionView, ...] = ()
    serial: int = 0
    icon: str = "ship"
    strictly: bool = False

    @property
    def sign(self) -> str:
        """How the strength of the attack stands to the defence."""
        if self.strictly:
            return "<" if self.won else "≥"
        return "≤" if self.won else ">"


class BreachView(msgspec.Struct, frozen=True):
    """One broken rule, in its sentence for the table, and where on the board it is broken."""

    rule: str
    text: str
    places: tuple[Place, ...] = ()


class WarningView(msgspec.Struct, frozen=True):
    """An entry that breaks rules: every sentence, what would be allowed, and the intent that overrules them.

    Without ``intent`` nothing can overrule. ``allow_label`` is what that button says, if not "Allow anyway".
    """

    title: str
    breaches: tuple[BreachView, ...]
    allowed: str = ""
    intent: Intent | None = None
    allow_label: str = ""


class ToastView(msgspec.Struct, frozen=True):
    """A sentence that stays for some seconds, with one thing to do about it, such as Undo."""

    text: str
    remedy: str = ""
    tone: Tone = "plain"
    action: ActionView | None = None
    seconds: float = 5.0


class PanelView(msgspec.Struct, frozen=True):
    """A sheet of actions for one player."""

    person: PersonView
    title: str
    actions: tuple[ActionView, ...] = ()
    points: int = 0
