"""The real progress cards of simulated games: who really holds what, and what the engine thinks of it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.simulate import Simulation, header
from companion.engine.cells import BANK
from companion.engine.knowledge import Knowledge
from companion.engine.state import Phase
from companion.engine.verdict import Accepted
from companion.rules.base.board import hexes_of
from companion.rules.base.slice import Base, Building, BuildingKind
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import LayOpen, PlayCard, may_hold
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.commercial_harbour import OfferForCommodity
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur, ReturnHalf
from companion.rules.cities_knights.progress.wedding import GiveGifts, PlayWedding
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.secrets import Secrets
from companion.rules.cities_knights.slice import CitiesKnights, Deck, Held, Track
from tests.kit.tables import CITIES_KNIGHTS

POINT_CARDS = {"printer", "constitution"}


def game(seed: int, *, players: int = 3, level: str = "L3", **options: Any) -> Simulation:
    """A simulated game at its start, of which every entry is checked against the real cards."""
    print(f"seed {seed}")
    return Simulation(header(CITIES_KNIGHTS, players, seed, level, options=options), random.Random(seed))


def secrets(table: Simulation) -> Secrets:
    found = table.secrets["cities_knights"]
    assert isinstance(found, Secrets)
    return found


def until_main(table: Simulation) -> Simulation:
    """Play until somebody may do anything after the roll."""
    while not table.over:
        table.step()
        core = table.state.core
        if core.phase is Phase.AFTER_ROLL and not core.pending and core.winner is None and core.turn > 8:
            return table
    raise AssertionError("the game is over")


def with_hands(table: Simulation, **cards: list[str]) -> Secrets:
    """Let players really hold these progress cards, and the table see their backs."""
    own = secrets(table)
    ck = state_of(table.table)
    hands = {player: tuple(Held(CARDS[name].track) for name in cards.get(player, ())) for player in own.hands}
    own.hands = {player: list(cards.get(player, ())) for player in own.hands}
    for track in Track:
        out = Counter(name for held in own.hands.values() for name in held if CARDS[name].track is track)
        left = Counter({name: card.copies for name, card in CARDS.items() if card.track is track}) - out
        own.decks[track] = list(left.elements())
    decks = {track: Deck(len(deck)) for track, deck in own.decks.items()}
    state = replace(ck, hands=hands, decks=decks, laid_open={})
    table.state = table.state.with_slice("cities_knights", state)
    return own


def test_ck_04_fifty_four_cards_whatever_happens() -> None:
    table = game(1)
    for _, _ in zip(table.play(), range(600), strict=False):
        own, ck = secrets(table), table.state.slice(CitiesKnights)
        cards = Counter(name for deck in own.decks.values() for name in deck)
        cards.update(name for hand in own.hands.values() for name in hand)
        cards.update(ck.laid_open.keys())
        assert cards == {name: card.copies for name, card in CARDS.items()}


def test_ck_122_point_cards_are_laid_open_before_anything_else_happens() -> None:
    laid = 0
    for seed in range(20, 26):
        table = game(seed)
        for entry in table.play():
            holders = [p for p, hand in secrets(table).hands.items() if set(hand) & POINT_CARDS]
            laid += isinstance(entry.command, LayOpen)
            if holders and not table.over:
                following = table.step()
                assert isinstance(following.command, LayOpen)
                laid += 1
            if len(table.entries) > 400:
                break
    assert laid


def test_b_56_only_what_is_really_held_is_played() -> None:
    table = until_main(game(3))
    who = table.state.core.on_turn
    with_hands(table, **{who: ["warlord"]})
    assert may_hold(table.table, who, "saboteur"), "by what the table has seen"
    assert table.completed(PlaySaboteur(who)) is None
    assert table.completed(PlayWedding(who)) is None


def test_pc_y05_everyone_gives_what_he_really_has() -> None:
    table = until_main(game(4))
    who = table.state.core.on_turn
    own = with_hands(table, **{who: ["resource_monopoly"]})
    own.chance = random.Random(0)
    hands = table.secrets["base"].hands  # type: ignore[attr-defined]
    proposed = [c for c in own.proposals(table.table, who) if isinstance(c, PlayResourceMonopoly)]
    assert len(proposed) == 1
    (command,) = proposed
    held = {other: hand[command.good] for other, hand in hands.items() if other != who}
    assert command.given == {other: min(2, count) for other, count in held.items() if count}
    assert isinstance(table.judge(command), Accepted)


def test_pc_g01_the_dice_show_what_was_named() -> None:
    """Whatever dice are proposed, the simulator rolls those of the Alchemist."""
    table = until_main(game(5))
    following = table.state.core.after(table.state.core.on_turn)
    with_hands(table, **{following: ["alchemist"]})
    command = table.completed(PlayAlchemist(following, 2, 6))
    assert command is not None
    verdict = table.judge(command)
    assert isinstance(verdict, Accepted)
    table.enter(command, verdict.events)
    roll = table.completed(RollDice(following, {"white": 5, "red": 5, "event": "ship"}))
    assert roll == RollDice(following, {"white": 2, "red": 6, "event": "ship"})


def test_opt_3_no_seven_in_a_gentle_start() -> None:
    table = game(6, gentle_start=True)
    roll = RollDice(table.state.core.on_turn, {"white": 3, "red": 4})
    rolled = table.completed(roll)
    assert isinstance(rolled, RollDice)
    assert rolled.dice == {"white": 4, "red": 4}
    assert table.completed(RollDice(roll.by, {"white": 3, "red": 3})) == RollDice(
        roll.by, {"white": 3, "red": 3}
    )


def test_pc_y01_a_commodity_is_given_by_who_has_one_and_by_nobody_else() -> None:
    table = until_main(game(7))
    who, other = table.state.core.on_turn, table.state.core.after(table.state.core.on_turn)
    hand = table.secrets["base"].hands[other]  # type: ignore[attr-defined]
    hand.clear()
    offer, refused = OfferForCommodity(who, other, "ore"), OfferForCommodity(who, other, "ore", refused=True)
    assert (secrets(table).complete(table.table, offer), secrets(table).complete(table.table, refused)) == (
        None,
        refused,
    )
    hand["coin"] = 1
    assert (secrets(table).complete(table.table, offer), secrets(table).complete(table.table, refused)) == (
        offer,
        None,
    )


def test_ck_121_a_deck_that_has_gone_round_is_known_again() -> None:
    """Games go on until whole decks have been drawn; then the engine knows cards that nobody has shown."""
    known = 0
    for seed in range(40, 60):
        table = game(seed, players=4)
        for _ in table.play():
            hands = table.state.slice(CitiesKnights).hands.values()
            known += any(held.name is not None for hand in hands for held in hand)
            if len(table.entries) > 1500:
                break
        if known:
            return
    raise AssertionError("no deck has gone round")


def test_what_is_wrong_is_found() -> None:
    table = until_main(game(8))
    own = secrets(table)
    assert not list(own.wrong(table.table))
    who = table.state.core.on_turn
    with_hands(table, **{who: ["mining"]})
    assert not list(own.wrong(table.table))
    own.hands[who] = ["bishop"]
    assert any("holds" in fault for fault in own.wrong(table.table))
    own.hands[who] = ["mining"]
    own.decks[Track.SCIENCE].pop()
    assert any("deck" in fault for fault in own.wrong(table.table))


@pytest.mark.parametrize("seed", range(3))
def test_b_56_every_kind_of_play_is_accepted_and_the_truth_stays_possible(seed: int) -> None:
    """Whoever is on turn is given three real cards again and again; every entry is held against the truth."""
    table = game(100 + seed, players=4, points_to_win=30)
    chance = random.Random(seed)
    plays: Counter[str] = Counter()
    while len(table.entries) < 900 and not table.over:
        core = table.state.core
        if core.phase is Phase.AFTER_ROLL and not core.pending and chance.random() < 0.3:
            held = [chance.choice([c for c in CARDS if c not in POINT_CARDS]) for _ in range(3)]
            copies = Counter(held)
            if all(CARDS[name].copies >= count for name, count in copies.items()):
                with_hands(table, **{core.on_turn: held})
        command = table.step().command
        if isinstance(command, PlayCard):
            plays[command.card] += 1
        elif isinstance(command, (OfferForCommodity, GiveGifts, ReturnHalf)):
            plays[type(command).__name__] += 1
    assert len(plays) > 15, plays


def test_b_23_mining_brings_what_the_bank_really_has() -> None:
    """Somebody holds 17 ore and a card that is ore or wool for all that the engine knows; it is wool."""
    table = until_main(game(9))
    core, base = table.state.core, table.state.slice(Base)
    who, other = core.on_turn, core.after(core.on_turn)
    own = with_hands(table, **{who: ["mining"]})
    assert base.board is not None
    hex = hexes_of(base.board, "mountains")[0]
    corner = base.board.geometry.hex_corners[hex][0]
    known = Knowledge.start(core.ids, base.hands.supply).gain(other, {"ore": 17})
    known = known.draw(BANK, other, 1, ("ore", "wool"))
    buildings = {corner: Building(who, BuildingKind.SETTLEMENT)}
    table.state = table.state.with_slice("base", replace(base, hands=known, buildings=buildings))
    hands = table.secrets["base"].hands  # type: ignore[attr-defined]
    for hand in hands.values():
        hand.clear()
    hands[other].update({"ore": 17, "wool": 1})
    assert PlayMining in table.offered(who)
    offered = table.of_kind(PlayMining, who, ())
    assert offered == [PlayMining(who, 1), PlayMining(who, 2)]
    assert [own.complete(table.table, command) for command in offered] == [None, PlayMining(who, 2)]
