"""Turning up the next card in the place of a roll (EV-01 to EV-03)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.decide import answers
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, impossible, soft
from companion.rules.base.goods import readable
from companion.rules.base.roll import RED, WHITE, dice_total
from companion.rules.base.turn import RollDice, plan_roll, roll_steps
from companion.rules.variants.event_cards.deck import (
    BEFORE_NEW_YEAR,
    BY_KNIGHTS,
    DECK,
    PLAIN,
    Card,
)
from companion.rules.variants.event_cards.slice import CardsShuffled, CardTurned, EventCards


class TurnCard(Command, frozen=True, tag="ev.turn_card"):
    """The player turned up the top event card: its number and its event, ``plain`` without one."""

    number: int
    event: str = PLAIN


class NewYear(Command, frozen=True, tag="ev.new_year"):
    """New Year came up, and the cards were shuffled again; the player turns up another card."""


def part(table: Table) -> EventCards:
    """This module's part of the state."""
    return table.slice(EventCards)


def card_now(table: Table) -> Card | None:
    """The card that stands for the roll of this turn."""
    state = part(table)
    return state.card if state.turn == table.core.turn else None


def happening(table: Table) -> str:
    """The event of this turn."""
    card = card_now(table)
    return PLAIN if card is None else card.event


def roll_total(table: Table, old: int) -> int:
    """EV-01: the number of the card; without one the number dice, if something brought both back."""
    card = card_now(table)
    if card is not None:
        return card.number
    return dice_total(table, None) if WHITE in table.core.dice else 0


def number_dice(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """EV-01: none."""
    return ()


def base_opens(table: Table, old: None) -> bool:
    """EV-01: the turn begins with a card."""
    return True


def base_counts(table: Table, old: None, number: int) -> bool:
    """EV-01: every card is the roll of its turn."""
    return True


def opens(table: Table) -> bool:
    """Whether the next turn begins with a card, and not with dice."""
    return bool(table.value("event_card_opens"))


def base_by_strength(table: Table, old: None) -> bool:
    """EV-14, EV-19: knights count by their number."""
    return False


def base_plan(table: Table, old: None) -> tuple[str, ...]:
    """EV-04: the event, and then all that a roll brings."""
    return roll_steps(table)


def check_time(table: Table, kind: type[Command], who: PlayerId) -> Iterable[Violation]:
    """EV-21: where dice are rolled too, each in its time."""
    if not opens(table) and not answers(table, kind, who):
        yield hard("EV-21", "event.dice-first", player=who)


def check_dice(table: Table, command: RollDice) -> Iterable[Violation]:
    """EV-01, EV-21: the number dice stay in the box; other dice are rolled when it is their time."""
    wanted = {die.name for die in table.ruleset.dice_wanted(table.state)}
    if not wanted or any(name in command.dice and name not in wanted for name in (WHITE, RED)):
        yield hard("EV-01", "event.no-dice", player=command.by)
    elif opens(table) and not answers(table, type(command), command.by):
        yield hard("EV-21", "event.card-first", player=command.by)


class TurnCardRule(CommandRule[TurnCard]):
    """EV-01, EV-03: once a turn, as a roll; no card that has come too often since the last shuffle."""

    command = TurnCard
    timing = Timing.ROLL
    opens_turn = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_time(table, TurnCard, who)

    def at(self, table: Table, command: TurnCard) -> Iterable[Violation]:
        card, deck = Card(command.number, command.event), part(table)
        if card not in DECK:
            number = readable(command.number)
            yield hard("EV-03", "event.no-such-card", number=number, name=str(command.event)[:40])
        elif deck.count >= BEFORE_NEW_YEAR:
            yield soft("EV-02", "event.new-year-due", count=BEFORE_NEW_YEAR)
        elif card not in deck.coming:
            yield impossible(
                "EV-03", "event.all-seen", number=card.number, event=card.event, count=DECK[card]
            )

    def apply(self, draft: Draft, command: TurnCard) -> None:
        asked = draft.question("event_card", command.by)
        counts = bool(draft.value("event_card_counts", command.number))
        by_strength = command.event in BY_KNIGHTS and bool(draft.value("event_by_strength"))
        draft.emit(
            CardTurned(command.by, command.number, command.event, draft.core.turn, counts, by_strength)
        )
        if not counts:
            return
        if asked is None:
            plan_roll(draft, draft.value("event_card_plan"))
        else:
            draft.settle("event_card", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TurnCard]:
        return [TurnCard(who, card.number, card.event) for card in part(table).coming]


class NewYearRule(CommandRule[NewYear]):
    """EV-02: after 31 cards; then all 36 are shuffled again."""

    command = NewYear
    timing = Timing.ROLL
    opens_turn = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_time(table, NewYear, who)
        count = part(table).count
        if count < BEFORE_NEW_YEAR:
            yield soft("EV-02", "event.new-year-early", count=count, needed=BEFORE_NEW_YEAR)

    def apply(self, draft: Draft, command: NewYear) -> None:
        draft.emit(CardsShuffled(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[NewYear]:
        return (NewYear(who),)


def deck_kept(table: Table) -> list[str]:
    """EV-02, EV-03: no card came more often than it is there, and no more came than lie on New Year."""
    turned, count = part(table).turned, part(table).count
    wrong = [f"{card} came {turned.count(card)} times" for card in DECK if turned.count(card) > DECK[card]]
    if count > BEFORE_NEW_YEAR:
        wrong.append(f"{count} cards came without a New Year")
    return wrong
