"""Forms by touch: trades, discards, gifts, monopolies and counts, in games where hands are counted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.session import GameSession, Nowhere
from companion.app.simulate import header as made
from companion.engine.command import Command
from companion.engine.core import ChangeLevel
from companion.engine.level import Level
from companion.history.log import Header
from companion.presenters import forms
from companion.presenters.intents import Fill
from companion.presenters.live import LivePlay
from companion.presenters.views import ChipView, FormView
from companion.rules.base.goods import RESOURCES
from companion.rules.base.robber import DiscardCards
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.slice import Base
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly
from tests.kit.module_sets import player_counts, some_sets
from tests.kit.tables import CITIES_KNIGHTS
from tests.scenes.hand_stages import played


class Panel:
    """A game at L3 on the screen."""

    def __init__(self, ui: Any, session: GameSession, **screen: Any) -> None:
        self.ui, self.session = ui, session
        self.shell = ui.open(LivePlay(session), **screen)
        self.shell.go("table")
        ui.frames(1)

    def tap(self, *names: str) -> None:
        for name in names:
            self.ui.tap(name)

    def open_hands(self) -> None:
        """The table agrees to show on forms what is known."""
        self.shell.play = LivePlay(self.session, open_hands=lambda: True)

    def form(self, kind: type[Command], by: str) -> None:
        """Open a form by what a touch means: how one comes there is tried elsewhere."""
        self.shell.do(Fill(forms.blank(self.session.table, kind, by)))  # type: ignore[arg-type]
        self.ui.frames(1)

    @property
    def last(self) -> Command | None:
        return self.session.standing[-1].command

    @property
    def hands(self) -> Any:
        return self.session.state.slice(Base).hands

    def known(self, **cards: dict[str, int]) -> None:
        """Players show their whole hands, after the bank has given them these cards."""
        for by, bag in cards.items():
            total = sum(bag.values())
            self.enter(CountHand(by, by, total))  # type: ignore[arg-type]
            self.enter(ShowCards(by, bag, whole=True))  # type: ignore[arg-type]

    def enter(self, command: Command) -> None:
        self.session.submit(command, overrule=True)

    def roll(self, red: int, white: int) -> None:
        """The player on turn rolls."""
        core = self.session.state.core
        self.enter(RollDice(core.on_turn, {"red": red, "white": white, "event": "trade"}))
        self.shell.flow.follow()
        self.ui.frames(1)


@pytest.fixture
def panel(ui: Any) -> Panel:
    """A game after some rounds, in the middle of a turn; everyone's hand is known."""
    found = Panel(ui, played())
    found.roll(6, 6)
    while found.session.state.core.pending:
        found.session.undo()
    found.shell.go("table")
    found.known(
        anna={"ore": 4, "wool": 2}, ben={"grain": 2, "ore": 1}, carla={"brick": 1}, david={"paper": 3}
    )
    return found


def test_b_42_a_trade_with_the_bank_takes_three_taps(panel: Panel) -> None:
    before = panel.ui.taps
    panel.tap("hand_0", "form_give_ore", "form_take_brick")
    assert panel.ui.taps - before == 3
    assert panel.last == TradeWithBank("anna", {"ore": 4}, {"brick": 1})  # type: ignore[arg-type]
    assert panel.shell.screen_name == "table"


def test_b_40_a_trade_with_another_takes_five_taps(panel: Panel) -> None:
    before = panel.ui.taps
    panel.tap("hand_0", "form_partner_1", "form_give_ore", "form_take_grain", "form_done")
    assert panel.ui.taps - before == 5
    assert panel.last == TradeWithPlayer("anna", "ben", {"ore": 1}, {"grain": 1})  # type: ignore[arg-type]


def test_no_form_shows_what_is_known_of_a_hand_unless_hands_are_open(panel: Panel) -> None:
    """The screen is everybody's: which cards a hand can have nobody reads off a form's pale chips."""
    table = panel.session.table
    ids = table.core.ids
    differ = set()
    for kind in table.ruleset.commands:
        for by in ids if forms.is_form(table, kind) else ():
            draft = forms.blank(table, kind, by)
            others = [one for one in ("to", "victim", "partner") if getattr(draft, one, None) == ""]
            draft = replace(draft, **dict.fromkeys(others, next(one for one in ids if one != by)))
            shown, opened = (forms.form(table, draft, counts) for counts in (False, True))
            assert not shown.note
            for chip, known in zip(chips(shown), chips(opened), strict=True):
                assert chip.sure and chip.lit, (kind, chip.name)
                if (chip.lit, chip.sure) != (known.lit, known.sure):
                    differ.add(kind)
    assert {TradeWithBank, TradeWithPlayer, PlayMasterMerchant} <= differ


def chips(view: FormView) -> list[ChipView]:
    """The cards of a form that come out of a hand."""
    return [chip for row in view.rows for chip in row.chips if chip.good and not chip.number]


def test_what_nobody_can_have_is_pale_and_its_entry_says_since_when(panel: Panel) -> None:
    panel.open_hands()
    panel.tap("hand_0")
    chips = {chip.name: chip for row in panel.shell.screen.view.rows for chip in row.chips}
    assert chips["form_give_ore"].lit and not chips["form_give_wool"].lit
    entries = len(panel.session.standing)
    panel.tap("form_give_wool", "form_take_brick")
    assert panel.ui.shows("warning_sheet") and len(panel.session.standing) == entries
    panel.tap("allow")
    assert panel.last == TradeWithBank("anna", {"wool": 4}, {"brick": 1})  # type: ignore[arg-type]


def test_a_card_is_taken_back_and_a_row_is_emptied(panel: Panel) -> None:
    panel.tap("hand_0", "form_partner_1", "form_give_ore", "form_give_ore", "form_give_wool")
    draft = panel.shell.screen.draft
    assert draft.give == {"ore": 2, "wool": 1}
    panel.ui.find("form_give_ore")._held_down()
    assert panel.shell.screen.draft.give == {"ore": 1, "wool": 1}
    panel.ui.frames(1)
    panel.tap("clear_give")
    assert panel.shell.screen.draft.give == {}


def test_b_42_one_step_back_in_a_trade_with_the_bank_is_a_whole_lot(panel: Panel) -> None:
    panel.tap("hand_0", "form_give_ore", "form_give_ore", "form_give_wool")
    ore = panel.shell.screen.draft.give["ore"]
    panel.ui.find("form_give_ore")._held_down()
    assert panel.shell.screen.draft.give == {"ore": ore // 2, "wool": 4}
    panel.ui.find("form_give_ore")._held_down()
    assert panel.shell.screen.draft.give == {"wool": 4}


def test_b_30_discards_in_any_order_the_rest_face_down(panel: Panel) -> None:
    while panel.session.state.core.phase.value != "before_roll":
        panel.session.undo()
    panel.known(anna={"ore": 8}, ben={"grain": 12})
    panel.roll(3, 4)
    assert panel.shell.screen_name == "form"
    asked = panel.shell.screen.view.person.name
    other = panel.shell.screen.others[0]
    panel.tap(other.name)
    assert panel.shell.screen.view.person.name != asked
    good, count = ("grain", 6) if panel.shell.screen.view.person.name == "Ben" else ("ore", 4)
    for _time in range(count):
        panel.tap(f"form_cards_{good}")
    assert isinstance(panel.last, DiscardCards) and panel.last.cards == {good: count}
    panel.tap("form_rest")
    assert isinstance(panel.last, DiscardCards) and panel.last.unseen == 10 - count


def test_pc_y05_a_monopoly_begins_with_what_is_sure(panel: Panel) -> None:
    panel.open_hands()
    panel.form(PlayResourceMonopoly, "carla")
    panel.tap("form_good_ore")
    assert panel.shell.screen.view.draft.given == {"anna": 2, "ben": 1, "david": 0}
    panel.tap("form_given_1")
    chips = {chip.name: chip for row in panel.shell.screen.view.rows for chip in row.chips}
    assert not chips["form_given_1"].lit, "Ben has only one"
    panel.tap("form_given_1")
    assert panel.shell.screen.view.draft.given["ben"] == 0, "after the most comes none"


def test_pc_y05_a_monopoly_begins_with_nothing_where_hands_are_not_open(panel: Panel) -> None:
    panel.form(PlayResourceMonopoly, "carla")
    panel.tap("form_good_ore")
    (given,) = (row for row in panel.shell.screen.view.rows if row.name == "given")
    assert [chip.number for chip in given.chips] == [
        "0",
        "0",
        "0",
    ] and not panel.shell.screen.view.draft.given
    panel.tap("form_given_0", "form_given_0", "form_given_1")
    assert panel.shell.screen.view.draft.given == {"anna": 2, "ben": 1}


def test_pc_y02_which_cards_were_taken_or_that_nobody_saw(panel: Panel) -> None:
    panel.open_hands()
    panel.form(PlayMasterMerchant, "carla")
    panel.tap("form_victim_3", "form_cards_paper")
    draft = panel.shell.screen.draft
    assert draft.victim == "david" and draft.cards == {"paper": 1}
    chips = {chip.name: chip for row in panel.shell.screen.view.rows for chip in row.chips}
    assert not chips["form_cards_brick"].lit, "David has none"


def test_b_23_the_bank_is_counted(panel: Panel) -> None:
    panel.form(CountBank, "anna")
    low = panel.hands.bank_low("ore")
    panel.tap("form_cards_ore", "form_done")
    assert panel.last == CountBank("anna", {"ore": low})  # type: ignore[arg-type]


def test_b_55_a_hand_is_counted_and_shown(panel: Panel) -> None:
    panel.form(CountHand, "ben")
    panel.tap("form_total_5", "form_done", "allow")
    assert panel.last == CountHand("ben", "ben", 5)  # type: ignore[arg-type]
    assert panel.hands.total("ben") == 5
    panel.form(ShowCards, "ben")
    panel.tap("form_cards_ore", "form_cards_ore", "form_whole_no", "form_done")
    assert panel.last == ShowCards("ben", {"ore": 2})  # type: ignore[arg-type]


@pytest.mark.parametrize("good", RESOURCES[:2])
def test_more_than_the_hand_or_the_bank_has_is_refused_in_words(panel: Panel, good: str) -> None:
    entries = len(panel.session.standing)
    panel.tap("hand_3", "form_partner_0", *[f"form_give_{good}"] * 3, "form_take_ore", "form_done")
    assert panel.ui.shows("warning_sheet")
    panel.tap("dont")
    assert panel.shell.screen_name == "form" and len(panel.session.standing) == entries
    panel.tap("form_back")
    assert panel.shell.screen_name == "table"


def test_numbers_of_cards_stand_on_the_table_and_no_kinds(panel: Panel) -> None:
    assert [player.hand for player in panel.shell.play.table().players] == [6, 3, 1, 3]
    panel.tap("hand_0")
    assert not any(
        chip.note and ":1" not in chip.note for row in panel.shell.screen.view.rows for chip in row.chips
    )


def test_hands_come_and_go_with_the_level(panel: Panel) -> None:
    panel.enter(ChangeLevel(panel.session.state.core.on_turn, Level.L2))
    panel.shell.refresh()
    panel.ui.frames(1)
    assert not panel.ui.shows("hand_0")
    panel.tap("undo")
    assert panel.ui.shows("hand_0")


def test_nothing_of_it_where_hands_are_not_counted() -> None:
    header = Header("plain", played().header.players, CITIES_KNIGHTS, level="L2")
    session = GameSession(header, Nowhere())
    assert all(player.hand is None for player in LivePlay(session).table().players)
    assert not forms.rows(session.table, TradeWithBank)


@pytest.mark.parametrize("modules", some_sets(), ids="+".join)
def test_every_form_can_be_opened_before_the_board_is_laid(modules: tuple[str, ...]) -> None:
    session = GameSession(made(modules, player_counts(modules)[-1], 1, "L3"), Nowhere())
    table = session.table
    opened = [kind for kind in table.ruleset.commands if forms.is_form(table, kind)]
    assert TradeWithBank in opened
    for kind in opened:
        view = forms.form(table, forms.blank(table, kind, table.core.ids[0]))
        assert view.rows
