"""How a person enters what is done with cards in hand, where hands are counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.ids import PlayerId
from companion.rules.base.giving_up import GiveUp
from companion.rules.base.robber import DiscardCards
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.slice import Base
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer, rates
from companion.rules.cities_knights.production import UseAqueduct
from companion.rules.cities_knights.progress.commercial_harbour import OfferForCommodity
from companion.rules.cities_knights.progress.commodity_monopoly import PlayCommodityMonopoly
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly
from companion.rules.cities_knights.progress.saboteur import ReturnHalf
from companion.rules.cities_knights.progress.wedding import GiveGifts
from tests.kit.driver import Person, Recipe, answer_at_board, answers, named


class HandPerson(Person):
    """Somebody at the panel of a game in which hands are counted."""

    def recipes(self) -> dict[str, Recipe]:
        counted = self.table.slice(Base).hands.counted
        return {**super().recipes(), **RECIPES} if counted else super().recipes()

    def cards(self, field: str, bag: Mapping[str, int], lots: Mapping[str, int] | None = None) -> None:
        """Tap cards on a form, each as often as it is there."""
        for good, count in bag.items():
            for _time in range(count // (lots or {}).get(good, 1)):
                self.tap(f"form_{field}_{good}")

    def form(self) -> None:
        """Wait until a form is there."""
        self.hands.wait(lambda seen: seen.screen == "form" and bool(named(seen, "form_back")), "a form")

    def asked_form(self) -> None:
        """Go to the form by which the open question is answered."""
        self.make_way()
        self.tap("waiting")
        self.form()

    def given(self, table: Mapping[PlayerId, int], good: str, limit: int | None) -> None:
        """See to it that each gives as many cards as he did: as hands are not open, all begin with none."""
        hands = self.table.slice(Base).hands
        for seat, player in enumerate(self.table.core.ids):
            if not named(self.hands.see(), f"form_given_{seat}"):
                continue
            most = hands.total(player) if limit is None else min(limit, hands.total(player))
            now = 0
            while now != table.get(player, 0):
                self.tap(f"form_given_{seat}")
                now = now + 1 if now < most else 0


def trade_with_bank(person: HandPerson, command: TradeWithBank) -> int:
    """Three taps: the hand, what is given, what is taken."""
    person.cell(f"hand_{person.seat(command.by)}")
    person.form()
    person.cards("give", command.give, rates(person.table, command.by))
    person.cards("take", command.take)
    return 1


def trade_with_player(person: HandPerson, command: TradeWithPlayer) -> int:
    person.cell(f"hand_{person.seat(command.by)}")
    person.form()
    person.tap(f"form_partner_{person.seat(command.partner)}")
    person.cards("give", command.give)
    person.cards("take", command.take)
    person.tap("form_done")
    return 1


def give_up(person: HandPerson, command: GiveUp) -> int:
    """The form that is put, or the one of another who is asked; what nobody saw is left face down."""
    tag = str(type(command).__struct_config__.tag)
    core = person.table.core
    mine = next(one for one in core.pending if one.who == command.by and tag in one.answers)
    seen = person.hands.see()
    if seen.screen != "form" or seen.overlay:
        person.asked_form()
    other = f"asked_{person.seat(command.by)}_{mine.id}"
    if person.sees(other):
        person.tap(other)
        person.hands.wait(lambda now: not named(now, other), "another form")
    person.cards("cards", command.cards)
    if command.unseen:
        person.tap("form_rest")
    return 1


def filled(deed: str) -> Recipe:
    """A form behind the panel of the hand."""

    def recipe(person: Any, command: Any) -> int:
        person.head(getattr(command, "player", command.by), "do_hand", deed)
        person.form()
        person.cards("cards", getattr(command, "cards", {}))
        for token in getattr(command, "tokens", ()):
            person.tap(f"form_tokens_{token}")
        if getattr(command, "whole", False):
            person.tap("form_whole_yes")
        for field in ("total", "count"):
            if hasattr(command, field):
                person.tap(f"form_{field}_{getattr(command, field)}")
        person.tap("form_done")
        return 1

    return recipe


def _bank(person: HandPerson, command: CountBank, begun: bool = False) -> None:
    hands = person.table.slice(Base).hands
    for good, count in command.cards.items():
        low, high = hands.bank_low(good), hands.bank_high(good)
        now: int | None = low if begun else None
        while now != count:
            person.tap(f"form_cards_{good}")
            now = low if now is None or now >= high else now + 1
    person.tap("form_done")


def count_bank(person: HandPerson, command: CountBank) -> int:
    if any("base.count_bank" in one.answers for one in person.table.core.pending):
        if person.hands.see().screen != "form":
            person.asked_form()
        _bank(person, command, begun=True)
        return 1
    person.head(command.by, "do_hand", "do_count_bank")
    person.form()
    _bank(person, command)
    return 1


def card(person: HandPerson, command: Any) -> None:
    """A progress card, by way of the player's cards."""
    person.put(command)
    person.take_card(command, answers(person.hands.see()))
    person.form()


def monopoly(limit: int | None) -> Any:
    def recipe(person: HandPerson, command: Any) -> int:
        card(person, command)
        person.tap(f"form_good_{command.good}")
        person.hands.wait(
            lambda seen: any(spot.name.startswith("form_given_") for spot in seen.spots), "who gives"
        )
        person.given(command.given, command.good, limit)
        person.tap("form_done")
        return 1

    return recipe


def master_merchant(person: HandPerson, command: PlayMasterMerchant) -> int:
    card(person, command)
    person.tap(f"form_victim_{person.seat(command.victim)}")
    person.cards("cards", command.cards or {})
    person.tap("form_done")
    return 1


def offer(person: HandPerson, command: OfferForCommodity) -> int:
    person.head(command.by, "do_offer_for_commodity")
    person.choose(command)
    return 1


RECIPES: dict[str, Recipe] = {
    str(kind.__struct_config__.tag): recipe
    for kind, recipe in (
        (TradeWithBank, trade_with_bank),
        (TradeWithPlayer, trade_with_player),
        (DiscardCards, give_up),
        (GiveGifts, give_up),
        (ReturnHalf, give_up),
        (ShowCards, filled("do_show_cards")),
        (CountHand, filled("do_count_hand")),
        (CountBank, count_bank),
        (PlayResourceMonopoly, monopoly(2)),
        (PlayCommodityMonopoly, monopoly(1)),
        (PlayMasterMerchant, master_merchant),
        (OfferForCommodity, offer),
        (UseAqueduct, answer_at_board),
    )
}
"""The command's tag, and how it is entered."""
