"""The vote at the end of a turn, and the camel that it brings (CV-02, CV-03, CV-04).

All are asked for their votes at once, so that nobody need say that he is done: cards of a later voter end the
votes of those before, and the camel's place those of all.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Part, Reaction, Stage, Step, Term, Timing
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, no_player, soft
from companion.rules.base import setup
from companion.rules.base.building import CityBuilt, SettlementBuilt
from companion.rules.base.goods import HUGE, names, no_such_card
from companion.rules.base.hands import CardsPaid
from companion.rules.base.purse import purse
from companion.rules.base.queries import laid
from companion.rules.base.slice import Base
from companion.rules.scenarios.caravans import camels
from companion.rules.scenarios.caravans.deciding import Reason, agreements, chosen, decider, may_agree
from companion.rules.scenarios.caravans.oasis import state_of
from companion.rules.scenarios.caravans.slice import Caravans, CaravansEvent, VoteEvent

VOTE = "cv.vote"
"""The step at the end of a turn that asks for votes."""

CAMEL = "camel_"
"""How the questions about a camel begin; the rest says why it is asked of this player."""

VOTES = "camel_votes"
"""The question for votes, to everybody who may still lay some."""

AGREED = "agreed"
UNLESS = "_unless"
"""How those end where others may agree."""

WISH = "camel_wish"

GOODS = ("wool", "grain")
"""CV-03: cards that are votes."""


class LayVote(Command, frozen=True, tag="cv.lay_vote"):
    """The player laid a card as a vote; its name where hands are counted."""

    good: str | None = None


class EndVote(Command, frozen=True, tag="cv.end_vote"):
    """All have laid the votes that they want."""


class PlaceCamel(Command, frozen=True, tag="cv.place_camel"):
    """The player on whom it falls places a camel."""

    edge: EdgeId


class AgreeOnCamel(Command, frozen=True, tag="cv.agree"):
    """Voters with more than half of the votes have agreed, so that they decide."""

    voters: tuple[PlayerId, ...]


class NamePath(Command, frozen=True, tag="cv.name_path"):
    """A voter says which path his votes are for."""

    edge: EdgeId


class BuiltInTurn(VoteEvent, frozen=True, tag="cv.built_in_turn"):
    """CV-02: the player on turn has built a settlement or a city, so that a camel comes at the turn's end."""

    silent: ClassVar[bool] = True

    turn: int

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, built_in=self.turn)


class VoteBegun(VoteEvent, frozen=True, tag="cv.vote_begun"):
    """CV-03: nobody has voted yet."""

    silent: ClassVar[bool] = True

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, built_in=0, votes={}, placers=(), extended=(), wishes={})


class VoteLaid(VoteEvent, frozen=True, tag="cv.vote_laid"):
    """CV-03: a card lies open as a vote of a player, who has so many now."""

    silent: ClassVar[bool] = True

    by: PlayerId
    count: int

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, votes=changed(state.votes, self.by, self.count))


class VotesCounted(VoteEvent, frozen=True, tag="cv.votes_counted"):
    """CV-03: all have voted, and these players place the camels, one each."""

    by: PlayerId
    reason: Reason
    votes: int
    total: int
    placers: tuple[PlayerId, ...]

    @property
    def variant(self) -> str:
        return self.reason.value

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, placers=self.placers)


class Agreed(VoteEvent, frozen=True, tag="cv.agreed"):
    """CV-03: voters have agreed and decide together; the first of them is asked."""

    voters: tuple[PlayerId, ...]

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, placers=self.voters[:1] * len(state.placers))


class PathNamed(VoteEvent, frozen=True, tag="cv.path_named"):
    """CV-03: a voter has said which path his votes are for."""

    silent: ClassVar[bool] = True

    by: PlayerId
    edge: EdgeId

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, wishes=changed(state.wishes, self.by, self.edge))


class CamelDue(CaravansEvent, frozen=True, tag="cv.camel_due"):
    """CV-02: a camel is to be placed after a vote, of which nothing is entered."""

    scores: ClassVar[bool] = False

    by: PlayerId

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, built_in=0)


# --- what causes a vote


def note(draft: Draft, event: SettlementBuilt | CityBuilt) -> None:
    """CV-02: the player on turn has built; not in the set-up, and no neutral colour."""
    turn = draft.core.turn
    if event.by != draft.core.on_turn or state_of(draft).built_in == turn:
        return
    if not laid(draft) or setup.over(draft):
        draft.emit(BuiltInTurn(turn))


def is_due(table: Table) -> bool:
    """CV-02: whether a camel comes at the end of this turn."""
    return state_of(table).built_in == table.core.turn


def remind(draft: Draft) -> None:
    """CV-02: where no camels are entered, the table is told of the vote."""
    if is_due(draft):
        draft.emit(CamelDue(draft.core.on_turn))


def begin(draft: Draft) -> None:
    """CV-02, CV-03: ask for votes if a camel comes, as long as there is one and a place for it."""
    if is_due(draft):
        draft.emit(VoteBegun())
        if camels.next_places(draft):
            for voter in draft.core.in_turn_order():
                draft.ask(VOTES, voter, "CV-03", "cv.lay_vote", "cv.end_vote", "cv.place_camel", "cv.agree")


# --- the votes


def wool_and_grain(table: Table, old: None) -> tuple[str, ...]:
    """CV-03: cards that are votes."""
    return GOODS


def goods(table: Table) -> tuple[str, ...]:
    """CV-03: cards that are votes in this game."""
    found: tuple[str, ...] = table.value("vote_goods")
    return found


def votes(table: Table, player: PlayerId) -> int:
    """The votes of a player while a vote is on or its camel still to be placed."""
    return state_of(table).votes.get(player, 0) if going_on(table) else 0


def going_on(table: Table) -> bool:
    """Whether a question of a vote is open."""
    return any(question.kind.startswith(CAMEL) for question in table.core.pending)


def voting(table: Table) -> bool:
    """CV-03: whether votes may still be laid."""
    return any(question.kind == VOTES for question in table.core.pending)


def came_after(table: Table, voter: PlayerId) -> PlayerId | None:
    """CV-03: who has voted after this player already, the last one of them."""
    order = table.core.in_turn_order()
    later = order[order.index(voter) + 1 :]
    return next((other for other in reversed(later) if state_of(table).votes.get(other)), None)


class LayVoteRule(CommandRule[LayVote]):
    """CV-03: a card of the right kind, which goes to the bank."""

    command = LayVote
    timing = Timing.ANSWER

    def at(self, table: Table, command: LayVote) -> Iterable[Violation]:
        by, good = command.by, command.good
        if by in table.core.ids and (later := came_after(table, by)) is not None:
            yield soft("CV-03", "vote.passed", player=by, by=later)
        if state_of(table).votes.get(by, 0) >= HUGE:
            yield hard("CV-03", "vote.too-many", count=HUGE)
        if not table.slice(Base).hands.counted:
            if good is not None:
                yield hard("CV-03", "vote.needless-card")
        elif good is None:
            yield hard("CV-03", "vote.which-card")
        elif good not in names(table):
            yield no_such_card(table, good)
        else:
            if good not in goods(table):
                yield soft("CV-03", "vote.wrong-card", goods=goods(table))
            yield from purse(table).check(table, by, {good: 1}, "CV-03")

    def certainty(self, table: Table, command: LayVote) -> Certainty:
        if command.good is None:
            return Certainty.SURE
        return purse(table).certainty(table, command.by, {command.good: 1})

    def apply(self, draft: Draft, command: LayVote) -> None:
        if command.good is not None:
            draft.emit(CardsPaid(command.by, {command.good: 1}))
        draft.emit(VoteLaid(command.by, state_of(draft).votes.get(command.by, 0) + 1))

    def forms(self, table: Table, who: PlayerId) -> Iterable[LayVote]:
        if not table.slice(Base).hands.counted:
            return (LayVote(who),)
        return [LayVote(who, good) for good in goods(table)]


class EndVoteRule(CommandRule[EndVote]):
    """CV-03: the votes are counted, whether or not it is known yet where the camel goes."""

    command = EndVote
    timing = Timing.ANSWER

    def apply(self, draft: Draft, command: EndVote) -> None:
        ask_who_decides(draft, count(draft))

    def forms(self, table: Table, who: PlayerId) -> Iterable[EndVote]:
        return (EndVote(who),)


# --- who decides


def placers(table: Table, old: None, who: PlayerId, reason: Reason) -> tuple[PlayerId, ...]:
    """CV-02: one camel, placed by who decides."""
    return (who,)


def count(draft: Draft) -> Reason:
    """CV-03: all have voted, and the votes say who decides."""
    for voter in draft.core.in_turn_order():
        draft.settle(VOTES, voter)
    cast = state_of(draft).votes
    who, reason = decider(cast, draft.core.on_turn)
    order: tuple[PlayerId, ...] = draft.value("camel_placers", who, reason)
    draft.emit(VotesCounted(who, reason, cast.get(who, 0), sum(cast.values()), order))
    return reason


def ask_who_decides(draft: Draft, reason: Reason) -> None:
    """CV-03: where the camel goes; with the option for it, voters name paths first."""
    if by_paths(draft) and len(state_of(draft).placers) == 1 and reason is not Reason.ALONE:
        ask_for_path(draft)
    else:
        ask_for_camel(draft, reason.value)


def by_paths(table: Table) -> bool:
    """CV-03: whether the votes are cast for paths."""
    return bool(table.option("caravan_vote_tie") == "position")


def placing(table: Table) -> tuple[PlayerId, Reason] | None:
    """CV-03: who places the camel, if all have laid their votes, and why; None where nobody does as long as
    voters have paths to name."""
    cast = state_of(table).votes
    who, reason = decider(cast, table.core.on_turn)
    if by_paths(table) and cast and reason is not Reason.ALONE:
        return None
    order: tuple[PlayerId, ...] = table.value("camel_placers", who, reason)
    return order[0], reason


def ask_for_camel(draft: Draft, reason: str) -> None:
    """CV-03, CV-04: who is next says where a camel goes; others may agree, unless one decides alone."""
    state = state_of(draft)
    if not state.placers or not camels.next_places(draft):
        return
    who, total = state.placers[0], sum(state.votes.values())
    answers, cast = ["cv.place_camel"], state.votes.get(who, 0)
    others: tuple[PlayerId, ...] = ()
    if reason in (Reason.MOST, Reason.TURN):
        answers.append("cv.agree")
        others = tuple(dict.fromkeys(chain(*agreed_by(draft, who))))
    kind = f"{CAMEL}{reason}{UNLESS if others else ''}"
    draft.ask(kind, who, "CV-03", *answers, votes=cast, total=total, players=others)


def agreed_by(table: Table, who: PlayerId) -> Iterable[tuple[PlayerId, ...]]:
    """CV-03: the smallest groups who may decide in the stead of a player."""
    return agreements(state_of(table).votes, who)


def placer(table: Table) -> Decision | None:
    """The question where a camel goes, whoever is asked."""
    return next((one for one in table.core.pending if "cv.place_camel" in one.answers), None)


def camel_question(table: Table, who: PlayerId) -> Decision | None:
    """The question to a player where a camel goes."""
    return next(
        (one for one in table.core.pending if one.who == who and "cv.place_camel" in one.answers), None
    )


class PlaceCamelRule(CommandRule[PlaceCamel]):
    """CV-04, CV-05: at the front of a caravan, or of several that have met."""

    command = PlaceCamel
    timing = Timing.ANSWER

    def not_asked(self, table: Table, who: PlayerId) -> Violation:
        """CV-03: somebody else decides."""
        asked = placer(table)
        if asked is None:
            return super().not_asked(table, who)
        return hard("CV-03", "camel.of-another", player=asked.who)

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if voting(table):
            yield from check_placing(table, who)

    def at(self, table: Table, command: PlaceCamel) -> Iterable[Violation]:
        if camel_question(table, command.by) is None:
            return
        yield from camels.check_camel(table, command.edge)
        tied = tied_paths(table)
        if tied and command.edge not in tied:
            yield soft("CV-03", "camel.not-tied")

    def apply(self, draft: Draft, command: PlaceCamel) -> None:
        question = camel_question(draft, command.by)
        assert question is not None
        reason = question.kind.removeprefix(CAMEL).removesuffix(UNLESS)
        if voting(draft):
            reason = count(draft).value
        camels.place(draft, command.by, command.edge)
        draft.settle(question.kind, command.by)
        ask_for_camel(draft, reason)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceCamel]:
        return [PlaceCamel(who, edge) for edge in camels.next_places(table)]


def check_placing(table: Table, who: PlayerId) -> Iterable[Violation]:
    """CV-03: the camel is placed by who decides with the votes that have been laid."""
    found = placing(table)
    if found is None:
        yield hard("CV-03", "camel.paths-first")
    elif found[0] != who:
        yield hard("CV-03", "camel.of-another", player=found[0])


class AgreeOnCamelRule(CommandRule[AgreeOnCamel]):
    """CV-03: any voters who together have more than half, as long as none has it alone."""

    command = AgreeOnCamel
    timing = Timing.ANSWER

    def not_asked(self, table: Table, who: PlayerId) -> Violation:
        """CV-03: somebody has more than half of the votes, or others are asked."""
        asked = placer(table)
        if asked is None:
            return super().not_asked(table, who)
        if "cv.agree" in asked.answers:
            return hard("CV-03", "camel.of-another", player=asked.who)
        return hard("CV-03", "camel.decided", player=asked.who)

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if voting(table):
            yield from check_placing(table, who)

    def at(self, table: Table, command: AgreeOnCamel) -> Iterable[Violation]:
        if not command.voters:
            yield hard("CV-03", "camel.nobody-agrees")
        strangers = [one for one in command.voters if one not in table.core.ids]
        for one in strangers:
            yield no_player(one)
        if command.voters and not strangers and not may_agree(state_of(table).votes, command.voters):
            yield soft("CV-03", "camel.too-few-votes", players=command.voters)

    def apply(self, draft: Draft, command: AgreeOnCamel) -> None:
        if voting(draft):
            count(draft)
        question = camel_question(draft, command.by)
        draft.emit(Agreed(command.voters))
        if question is not None:
            draft.settle(question.kind, command.by)
        ask_for_camel(draft, AGREED)

    def forms(self, table: Table, who: PlayerId) -> Iterable[AgreeOnCamel]:
        return [AgreeOnCamel(who, voters) for voters in agreed_by(table, who)]


# --- paths that are named, in the edition that says so


def ask_for_path(draft: Draft) -> None:
    """CV-03: the next voter names a path; after the last one the path with most votes gets the camel."""
    state = state_of(draft)
    waiting = [p for p in draft.core.in_turn_order() if state.votes.get(p) and p not in state.wishes]
    if waiting:
        draft.ask(WISH, waiting[0], "CV-03", "cv.name_path", votes=state.votes[waiting[0]])
        return
    paths = chosen(state.votes, state.wishes)
    if len(paths) == 1:
        camels.place(draft, state.placers[0], paths[0])
    else:
        draft.emit(VotesTied(draft.core.on_turn))
        ask_for_camel(draft, "tied" if paths else Reason.TURN.value)


class VotesTied(VoteEvent, frozen=True, tag="cv.votes_tied"):
    """CV-03: several paths have the same votes, so that the player on turn decides."""

    silent: ClassVar[bool] = True

    by: PlayerId

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, placers=(self.by,))


def tied_paths(table: Table) -> Iterable[EdgeId]:
    """CV-03: the paths between which the player on turn decides, if any were named."""
    return chosen(state_of(table).votes, state_of(table).wishes)


class NamePathRule(CommandRule[NamePath]):
    """CV-03: a path at the front of a caravan."""

    command = NamePath
    timing = Timing.ANSWER

    def at(self, table: Table, command: NamePath) -> Iterable[Violation]:
        if table.question(WISH, command.by) is not None:
            yield from camels.check_camel(table, command.edge)

    def apply(self, draft: Draft, command: NamePath) -> None:
        draft.emit(PathNamed(command.by, command.edge))
        draft.settle(WISH, command.by)
        ask_for_path(draft)

    def forms(self, table: Table, who: PlayerId) -> Iterable[NamePath]:
        return [NamePath(who, edge) for edge in camels.next_places(table)]


EVENTS: tuple[type[Event], ...] = (
    BuiltInTurn,
    VoteBegun,
    VoteLaid,
    VotesCounted,
    Agreed,
    PathNamed,
    VotesTied,
    CamelDue,
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        reactions=(Reaction(SettlementBuilt, note), Reaction(CityBuilt, note)),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        steps=(Step("end", VOTE, remind),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(Step("end", VOTE, begin),),
        terms=(
            Term("vote_goods", Stage.BASE, wool_and_grain),
            Term("camel_placers", Stage.BASE, placers),
        ),
        commands=(LayVoteRule(), EndVoteRule(), PlaceCamelRule(), AgreeOnCamelRule(), NamePathRule()),
    ),
)
