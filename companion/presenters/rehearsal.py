"""What the next rolls would show: the rules judge rolls that nobody has made, and nothing is entered.

So drawings can be made before they are wanted, without anybody listing which a game may need.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.app.session import GameSession
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.presenters import happened
from companion.presenters.game import roller
from companion.presenters.views import ResultView
from companion.rules.common import RollDice


def results(session: GameSession) -> Iterator[ResultView]:
    """A result with each face of each die; none where no dice are rolled."""
    dice = session.ruleset.dice_wanted(session.state)
    for step in range(max((len(die.faces) for die in dice), default=0)):
        # every other die is half a round ahead: a pair of them would else show doubles alone, and never a 7
        faces = {
            die.name: die.faces[(step + number % 2 * len(die.faces) // 2) % len(die.faces)]
            for number, die in enumerate(dice)
        }
        verdict = session.judge(RollDice(roller(session.table), faces), overrule=True)
        if isinstance(verdict, Accepted):
            yield happened.result(Table(session.ruleset, verdict.state), verdict.events, (), 0)
