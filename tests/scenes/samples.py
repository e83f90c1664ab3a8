"""Sample games for pictures and layout tests: views only, no engine."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.app.i18n import _
from companion.app.narrate import say, term
from companion.engine.command import Command
from companion.presenters.board_setup import Setup
from companion.presenters.board_view import BoardView
from companion.presenters.dice import faces, in_order
from companion.presenters.evening import EveningView
from companion.presenters.evening_pages import Nothing
from companion.presenters.helping import Topic
from companion.presenters.intents import (
    Enter,
    FixRoll,
    Intent,
    OpenPanel,
    Overrule,
    Roll,
    Undo,
)
from companion.presenters.moving import MoveView
from companion.presenters.play import Outcome
from companion.presenters.views import (
    ActionView,
    AttackView,
    BarView,
    BreachView,
    CardPadView,
    CounterView,
    DefenceView,
    FormView,
    HoldingView,
    KnightsView,
    LadderView,
    LineView,
    PaletteView,
    PanelView,
    PersonView,
    PlayerView,
    QuestionView,
    ResultView,
    RollView,
    StripView,
    TableView,
    ToastView,
    WarningView,
)
from companion.rules import catalogue

NAMES = ("Anna", "Ben", "Carla", "David", "Ekaterina", "Grzegorz")
COLOURS = ("red", "blue", "white", "orange", "green", "brown")


def _ladder(track: str, level: int, metropolis: bool = False) -> LadderView:
    return LadderView(track, level, metropolis, Enter(()))


def _counters(settlements: int, cities: int, walls: int) -> tuple[CounterView, ...]:
    counts = (("settlement", settlements), ("city", cities), ("wall", walls))
    return tuple(CounterView(icon, count, Enter(())) for icon, count in counts)


def people(count: int, names: tuple[str, ...] = NAMES) -> tuple[PersonView, ...]:
    """The players of a sample table."""
    return tuple(PersonView(seat, names[seat], COLOURS[seat]) for seat in range(count))


def table(count: int = 4, names: tuple[str, ...] = NAMES) -> TableView:
    """A game in its second half."""
    who = people(count, names)
    players = [
        PlayerView(
            who[0],
            9,
            True,
            _counters(3, 2, 1),
            (KnightsView(1, 1, 1), KnightsView(2, 1, 0), KnightsView(3)),
            (_ladder("trade", 3), _ladder("politics", 1), _ladder("science", 2)),
            (("trade", 2), ("politics", 0), ("science", 1)),
            holdings=(HoldingView("defender", "", 1, True),),
        ),
        PlayerView(
            who[1],
            11,
            False,
            _counters(2, 3, 2),
            (KnightsView(1, 0, 1), KnightsView(2, 0, 1), KnightsView(3)),
            (_ladder("trade", 2), _ladder("politics", 4, True), _ladder("science", 0)),
            (("trade", 1), ("politics", 2), ("science", 0)),
            holdings=(HoldingView("road", "", 1, True),),
        ),
    ]
    if count > 2:
        players.append(
            PlayerView(
                who[2],
                7,
                False,
                _counters(4, 1, 0),
                (KnightsView(1, 0, 2), KnightsView(2), KnightsView(3)),
                (_ladder("trade", 0), _ladder("politics", 2), _ladder("science", 3)),
                (("trade", 0), ("politics", 0), ("science", 3)),
                holdings=(HoldingView("merchant", "", 1, True, "trade"),),
            )
        )
    if count > 3:
        players.append(
            PlayerView(
                who[3],
                8,
                False,
                _counters(1, 3, 0),
                (KnightsView(1), KnightsView(2, 1, 1), KnightsView(3, 1, 0)),
                (_ladder("trade", 5, True), _ladder("politics", 3), _ladder("science", 1)),
                (("trade", 4), ("politics", 0), ("science", 0)),
                holdings=(HoldingView("defender", "", 2, True), HoldingView("point", "", 1, True)),
            )
        )
    for seat in range(4, count):
        players.append(
            PlayerView(
                who[seat],
                5 + seat,
                False,
                _counters(3, 2, 1),
                (KnightsView(1, 2, 0), KnightsView(2), KnightsView(3)),
                (_ladder("trade", 1), _ladder("politics", 1), _ladder("science", 4, seat == 5)),
                (("trade", 1), ("politics", 1), ("science", 1)),
            )
        )
    return TableView(tuple(players))


class SamplePlay:
    """A game that stands still: it shows what it was given and remembers what was touched."""

    session = None

    def __init__(
        self,
        count: int = 4,
        *,
        level: str = "L1",
        result: ResultView | None = None,
        attack: AttackView | None = None,
        names: tuple[str, ...] = NAMES,
        outcome: Outcome = None,
    ) -> None:
        self.count, self.level, self.names = count, level, names
        self.shown_result, self.shown_attack, self.outcome = result, attack, outcome
        self.done: list[Intent] = []
        self.view = table(count, names)

    def subscribe(self, _listener: Callable[[], object]) -> Callable[[], None]:
        return lambda: None

    def strip(self) -> StripView:
        scored = self.level != "L0"
        person = self.view.players[0].person
        return StripView("ship", 5, 7, False, 9 if scored else None, 7 if scored else None, 23, person)

    def bar(self) -> BarView:
        scored = self.level != "L0"
        return BarView(
            say("base.build_city", {}, form="short"), self.view.players[1].person, "", scored, scored
        )

    def table(self) -> TableView:
        return replace(self.view, scored=self.level != "L0")

    def roll(self) -> RollView:
        found = faces(catalogue.ruleset(("base", "cities_knights"), self.level))
        return RollView(in_order(found), found, self.view.players[0].person)

    def card_pad(self) -> CardPadView | None:
        return None

    def questions(self) -> tuple[QuestionView, ...]:
        return ()

    def result(self) -> ResultView | None:
        return self.shown_result

    def attack(self) -> AttackView | None:
        return self.shown_attack

    def board(self) -> BoardView | None:
        return None

    def hex(self, hex: int) -> Topic | None:
        return None

    def palette(self, seat: int) -> PaletteView:
        who = people(self.count, self.names)
        return PaletteView(who[seat], who)

    def form(self, draft: Command) -> FormView:
        return FormView("", self.view.players[0].person, (), draft)

    def moves(self) -> tuple[MoveView, ...]:
        return ()

    def over(self) -> bool:
        return False

    def evening(self) -> EveningView:
        return EveningView((Nothing("", ""),))

    def panel(self, seat: int, section: str) -> PanelView:
        person = self.view.players[seat].person
        actions = [
            ActionView(
                "do_recruit", say("palette.ck.recruit_knight", {}), "knight", Enter(()), options=(1, False)
            ),
            ActionView(
                "do_promote_1",
                say("deed.promote", {"strength": 2}),
                "knight",
                Enter(()),
                options=(2, False),
            ),
            ActionView(
                "do_promote_2",
                say("deed.promote", {"strength": 3}),
                "knight",
                Enter(()),
                options=(3, False),
            ),
        ]
        if section == "all":
            actions = [
                ActionView(
                    "do_settlement", say("base.build_settlement", {}, form="short"), "settlement", Enter(())
                ),
                ActionView("do_city", say("base.build_city", {}, form="short"), "city", Enter(())),
                ActionView("do_wall", say("ck.build_wall", {}, form="short"), "wall", Enter(())),
                ActionView("do_knights", say("deed.knights", {}), "helmet", OpenPanel(seat, "knights")),
                ActionView(
                    "do_cards", say("deed.card", {}), "card", OpenPanel(seat, "cards"), track="science"
                ),
                ActionView("do_road", say("points.longest_road", {}), "road", Enter(())),
                ActionView("do_end", say("deed.end_turn", {}), "forward", Enter(())),
                ActionView(
                    "do_sheet", _("All about {player}").format(player=person.name), "people", Enter(())
                ),
            ]
        return PanelView(person, person.name, tuple(actions), 9)

    def board_setup(self, seed: int, old: Setup | None = None) -> Setup | None:
        return None

    def do(self, intent: Intent) -> Outcome:
        self.done.append(intent)
        if isinstance(intent, Roll | FixRoll):
            self.shown_result = result_of(intent.red, intent.white, intent.event, self.count)
        else:
            self.shown_result = None
        return self.outcome


def result_of(red: int | None, white: int | None, event: str | None, count: int = 4) -> ResultView:
    """What a roll might have done at the sample table."""
    who = people(count)
    dice = tuple((row, str(face)) for row, face in (("red", red), ("white", white), ("event", event)) if face)
    lines = []
    if event == "ship":
        lines.append(LineView("ship", say("ck.ship_moved", {"to": 5})))
    elif event:
        lines.append(
            LineView(
                "gate",
                say("result.gate", {"count": 2, "track": "trade"}),
                who[:2],
                track=event,
            )
        )
    if red and white and red + white == 7:
        limits = tuple((person, ">9") for person in who)
        lines.append(LineView("robber", say("result.discard-half", {}), tone="warn", values=limits))
    elif red and white:
        lines.append(LineView("roll", say("result.take-cards", {"sum": red + white})))
    return ResultView(dice, tuple(lines))


def question(count: int = 4) -> QuestionView:
    """A choice of three decks."""
    return QuestionView(
        "1",
        say("question.choose_deck", {"who": NAMES[1]}),
        people(count)[1],
        (
            ActionView("answer_trade", term("track", "trade"), "card", Enter(()), track="trade"),
            ActionView("answer_politics", term("track", "politics"), "card", Enter(()), track="politics"),
            ActionView("answer_science", term("track", "science"), "card", Enter(()), track="science"),
        ),
        "CK-114",
    )


def attack(won: bool, count: int = 4, asking: bool = False) -> AttackView:
    """An attack, won or lost."""
    who = people(count)
    strengths = (3, 1, 0, 5, 2, 2)[:count] if won else (2, 1, 0, 3, 0, 1)[:count]
    parts = []
    for person, strength in zip(who, strengths, strict=True):
        outcome, tone = "", "plain"
        if won and strength == max(strengths):
            outcome, tone = say("attack.defender", {}), "good"
        elif not won and strength == min(strengths):
            outcome, tone = say("attack.city", {}), "danger"
        parts.append(DefenceView(person, strength, 2, outcome, tone))  # type: ignore[arg-type]
    return AttackView(
        9 if not won else 8,
        sum(strengths) if won else 6,
        won,
        say("attack.won" if won else "attack.lost", {}),
        (
            say(
                "attack.strengths",
                {"cities": 8 if won else 9, "knights": sum(strengths) if won else 6},
            ),
            say("attack.strongest", {"player": NAMES[3]})
            if won
            else say("attack.weakest", {"count": 1, "players": NAMES[2], "least": 0}),
        ),
        tuple(parts),
        (question(count),) if asking else (),
    )


def warning() -> WarningView:
    """An entry that breaks two rules."""
    return WarningView(
        _("Against the rules"),
        (
            BreachView("CK-93", say("knight.needs-fortress", {"player": NAMES[0]})),
            BreachView(
                "CK-02", say("knight.none-of-strength", {"player": NAMES[0], "count": 2, "strength": 3})
            ),
        ),
        _("Possible now: {moves}.").format(moves=say("figure.promote", {})),
        Overrule(None),
    )


def toast() -> ToastView:
    """A sentence with the way back."""
    return ToastView(
        say("base.city_built", {"by": NAMES[1]}),
        action=ActionView("undo", _("Undo"), "undo", Undo()),
    )
