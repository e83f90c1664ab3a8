"""Turning up the next card in the place of a roll (EV-01 to EV-03)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.decide import answers
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, impossible, soft
from companion.rules.base.goods import readable
from companion.rules.base.roll import RED, WHITE, dice_total
from companion.rules.base.turn import RollDice, plan_roll, roll_steps
from companion.rules.variants.event_cards.deck import (
    before_new_year,
    card_now,
    coming,
    deck,
    happening,
    happenings,
    state_of,
)
from companion.rules.variants.event_cards.slice import PLAIN, Card, EventCards, EventCardsEvent


class TurnCard(Command, frozen=True, tag="ev.turn_card"):
    """The player turned up the top event card: its number and its event, ``plain`` without one."""

    number: int
    event: str = PLAIN


class NewYear(Command, frozen=True, tag="ev.new_year"):
    """New Year came up, and the cards were shuffled again; the player turns up another card."""


class CardTurned(EventCardsEvent, frozen=True, tag="ev.card_turned"):
    """EV-01: the top card lies open, for the roll of that turn; one that does not count is only seen."""

    by: PlayerId
    number: int
    event: str
    turn: int
    counts: bool = True
    by_strength: bool = False
    """Whether the event goes by the strength of knights, and not by their number (EV-14, EV-19)."""

    @property
    def variant(self) -> str:
        if not self.counts:
            return "not_counted"
        return f"{self.event}_by_strength" if self.by_strength else self.event

    def apply(self, state: EventCards) -> EventCards:
        card = Card(self.number, self.event)
        state = replace(state, turned=(*state.turned, card))
        return replace(state, card=card, turn=self.turn) if self.counts else state


class CardsShuffled(EventCardsEvent, frozen=True, tag="ev.cards_shuffled"):
    """EV-02: all 36 are shuffled again, five of them under New Year."""

    by: PlayerId

    def apply(self, state: EventCards) -> EventCards:
        return replace(state, turned=(), unseen=0)


def roll_total(table: Table, old: int) -> int:
    """EV-01: the number of the card; without one the number dice, if something brought both back."""
    card = card_now(table)
    if card is not None:
        return card.number
    return dice_total(table, None) if WHITE in table.core.dice else 0


def number_dice(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """EV-01: none."""
    return ()


def base_begins(table: Table, old: None) -> bool:
    """EV-01: the turn begins with a card."""
    return True


def base_counts(table: Table, old: None, number: int) -> bool:
    """EV-01: every card is the roll of its turn."""
    return True


def card_begins(table: Table) -> bool:
    """Whether the next turn begins with a card, and not with dice."""
    return bool(table.value("event_card_begins"))


def base_by_strength(table: Table, old: None) -> bool:
    """EV-14, EV-19: knights count by their number."""
    return False


def base_plan(table: Table, old: None) -> tuple[str, ...]:
    """EV-04: the event, and then all that a roll brings."""
    return roll_steps(table)


def check_time(table: Table, kind: type[Command], who: PlayerId) -> Iterable[Violation]:
    """EV-21: where dice are rolled too, each in its time."""
    if not card_begins(table) and not answers(table, kind, who):
        yield hard("EV-21", "event.dice-first", player=who)


def check_dice(table: Table, command: RollDice) -> Iterable[Violation]:
    """EV-01, EV-21: the number dice stay in the box; other dice are rolled when it is their time."""
    wanted = {die.name for die in table.ruleset.dice_wanted(table.state)}
    if not wanted or any(name in command.dice and name not in wanted for name in (WHITE, RED)):
        yield hard("EV-01", "event.no-dice", player=command.by)
    elif card_begins(table) and not answers(table, type(command), command.by):
        yield hard("EV-21", "event.card-first", player=command.by)


def happen(draft: Draft) -> None:
    """EV-04: the event of the card, before production."""
    event = happening(draft)
    if event != PLAIN:
        happenings(draft)[event].effect(draft)


class TurnCardRule(CommandRule[TurnCard]):
    """EV-01, EV-03: once a turn, as a roll; no card that has come too often since the last shuffle."""

    command = TurnCard
    timing = Timing.ROLL
    begins_turn = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_time(table, TurnCard, who)

    def at(self, table: Table, command: TurnCard) -> Iterable[Violation]:
        card = Card(command.number, command.event)
        if card not in deck(table):
            number = readable(command.number)
            yield hard("EV-03", "event.no-such-card", number=number, name=str(command.event)[:40])
        elif state_of(table).count >= before_new_year(table):
            yield soft("EV-02", "event.new-year-due", count=before_new_year(table))
        elif card not in coming(table):
            yield impossible(
                "EV-03", "event.all-seen", number=card.number, event=card.event, count=deck(table)[card]
            )

    def apply(self, draft: Draft, command: TurnCard) -> None:
        asked = draft.question("event_card", command.by)
        counts = bool(draft.value("event_card_counts", command.number))
        by_knights = command.event != PLAIN and happenings(draft)[command.event].by_knights
        by_strength = by_knights and bool(draft.value("event_by_strength"))
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
        return [TurnCard(who, card.number, card.event) for card in coming(table)]


class NewYearRule(CommandRule[NewYear]):
    """EV-02: after 31 cards; then all 36 are shuffled again."""

    command = NewYear
    timing = Timing.ROLL
    begins_turn = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_time(table, NewYear, who)
        count, needed = state_of(table).count, before_new_year(table)
        if count < needed:
            yield soft("EV-02", "event.new-year-early", count=count, needed=needed)

    def apply(self, draft: Draft, command: NewYear) -> None:
        draft.emit(CardsShuffled(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[NewYear]:
        return (NewYear(who),)


def deck_kept(table: Table) -> list[str]:
    """EV-02, EV-03: no card came more often than it is there, and no more came than lie on New Year."""
    turned, count = state_of(table).turned, state_of(table).count
    cards = deck(table).items()
    wrong = [
        f"{card} came {turned.count(card)} times" for card, copies in cards if turned.count(card) > copies
    ]
    if count > before_new_year(table):
        wrong.append(f"{count} cards came without a New Year")
    return wrong


EVENTS: tuple[type[Event], ...] = (
    CardTurned,
    CardsShuffled,
)
