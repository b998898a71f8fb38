"""Every law is held against a ruleset that breaks it, and must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar

import pytest

from referee.cases.letters import Post
from referee.engine.asks import Answer, Ask, Pending, Why
from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.events import Answered, Event, told
from referee.engine.sections import Stored
from referee.engine.sheet import OnFile
from referee.engine.table import Table
from referee.laws import steps as laws
from referee.laws.played import Position, Record, Rules, record, recording
from referee.laws.run import Hush
from referee.laws.secrecy import (
    hidden_cards_cannot_be_felt,
    letters_name_only_what_was_told,
    pauses_follow_from_what_all_know,
)
from referee.laws.steps import STEP_LAWS, Law
from referee.reports.document import Document, Para
from referee.reports.parts import Kind, Letter
from referee.resources import Resources
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.play import Lay
from tests.package_game.higher_card.table import DECK, Card, CardDrawn, CardDrawnUnseen, DieRolled, State, View

Play = Callable[[Table[State]], None]


class Peeked(Event):
    """Somebody saw a card."""

    seat: Seat
    card: Card


class Boast(Ask[bool]):
    """Do you boast of your six?"""

    live: ClassVar[bool] = True


def before(first: Play) -> Rules:
    """The rules, with something done before each turn."""

    def play(t: Table[State]) -> None:
        first(t)
        RULESET.play(t)

    own = RULESET.stored
    stored = Stored(own.state, own.view, (*own.events, Peeked), (*own.asks, Boast))
    return replace(RULESET, play=play, desk=modest, stored=stored)


def modest(seat: Seat, orders: Sequence[Any], look: Callable[[], View]) -> Any:
    """A desk that never boasts."""
    desk = RULESET.desk(seat, orders, look)
    return lambda ask: Answer(False, Why.DEFAULT) if isinstance(ask, Boast) else desk(ask)


def after(last: Play) -> Rules:
    """The rules, with something done after each turn."""

    def play(t: Table[State]) -> None:
        RULESET.play(t)
        last(t)

    return replace(RULESET, play=play, stored=replace(RULESET.stored, events=(*RULESET.stored.events, Peeked)))


def leaked(to: Any) -> Rules:
    """The rules, and a card of the deck is named to an audience."""

    def tell(t: Table[State]) -> None:
        if t.state.deck:
            t.tell(Peeked(seat=t.state.seats[0], card=t.state.deck[-1], to=to))

    return before(tell)


_counter = count()


def unrepeatable(t: Table[State]) -> None:
    """Tell something that is different each time."""
    t.tell(DieRolled(seat=t.state.seats[0], roll=next(_counter), to=PUBLIC))


def lose_a_card(t: Table[State]) -> None:
    """Drop a card under the table."""
    if t.state.away:
        t.state.away.pop()


def score_in_silence(t: Table[State]) -> None:
    """Give a point and tell nobody."""
    t.state.points[t.state.seats[0]] += 1


def look_at_pauses(t: Table[State]) -> None:
    """Do something else in a live game."""
    if t._given.live:
        t.tell(DieRolled(seat=t.state.seats[0], roll=1, to=PUBLIC))


def unlisted(t: Table[State]) -> None:
    """Tell an event that the ruleset does not list."""
    t.tell(Peeked(seat=t.state.seats[0], card=t.state.away[-1], to=PUBLIC))


def feel_the_deck(t: Table[State]) -> None:
    """Tell how high the lowest card of the deck is, without naming it."""
    if t.state.deck:
        t.tell(DieRolled(seat=t.state.seats[0], roll=DECK.index(t.state.deck[-1]), to=PUBLIC))


def feel_a_drawn_card(t: Table[State]) -> None:
    """Draw a card and tell everybody how high it is, without naming it."""
    if t.state.deck:
        seat, card = t.state.seats[1], t.state.deck.pop(0)
        t.state.hands[seat].append(card)
        t.tell(CardDrawn(seat=seat, card=card, to=only(seat)), CardDrawnUnseen(seat=seat, to=all_but(seat)))
        t.tell(DieRolled(seat=seat, roll=card.rank, to=PUBLIC))


def feel_a_card_laid_down(t: Table[State]) -> None:
    """Let a hand's first card go below the deck, and tell how high it is."""
    seat = t.state.seats[1]
    if len(t.state.hands[seat]) > 1:
        card = t.state.hands[seat].pop(0)
        t.state.deck.append(card)
        t.tell(DieRolled(seat=seat, roll=card.rank, to=PUBLIC))


class Weighed(Event):
    """How high a card is that somebody drew, as a rule has it."""

    gives_away: ClassVar[str] = "HC-2.2"

    rank: int


def give_away_a_drawn_card(t: Table[State]) -> None:
    """Draw a card, and tell by a rule how high it is."""
    if t.state.deck:
        seat, card = t.state.seats[1], t.state.deck.pop(0)
        t.state.hands[seat].append(card)
        t.tell(CardDrawn(seat=seat, card=card, to=only(seat)), CardDrawnUnseen(seat=seat, to=all_but(seat)))
        t.tell(Weighed(rank=card.rank, to=PUBLIC))


def ask_because_of_a_hand(t: Table[State]) -> None:
    """Put a question only to one who holds a six."""
    for seat in t.state.seats:
        if any(card.rank == 6 for card in t.state.hands[seat]):
            t.ask(Boast(seat, (False, True)))


def ask_twice_the_same(t: Table[State]) -> None:
    """Put a question whose choices are not different."""
    t.ask(Boast(t.state.seats[0], (False, False)))


def bad_default(seat: Seat, orders: Sequence[Any], look: Callable[[], View]) -> Any:
    """A desk whose default is no card at all."""
    return lambda ask: Answer(None, Why.DEFAULT)


class Common(dict[Any, Any]):
    """A dictionary that all copies of it have in common."""

    def copy(self) -> Common:
        return self


def leaky_start(t: Any, setup: Any) -> None:
    """Set up with a state that is not copied properly."""
    RULESET.start(t, setup)
    t.state.points = Common(t.state.points)


def unspoken_state(t: Any, setup: Any) -> None:
    """Set up with a value that the store turns into something else."""
    RULESET.start(t, setup)
    t.state.points = {seat: _Nothing() for seat in setup.seats}


class _Nothing(int):
    """A number that is equal to no other, stored or not."""

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = int.__hash__

    def __add__(self, other: int) -> _Nothing:
        return _Nothing(int(self) + other)

    def __radd__(self, other: int) -> _Nothing:
        return _Nothing(int(self) + other)


def blind_view(state: State, seat: Seat, setup: Any) -> View:
    """A view that a full history would not have given."""
    view = RULESET.look(state, seat, setup)
    view.points = dict.fromkeys(view.points, 99)
    return view


PLANTED: list[tuple[Law, Rules]] = [
    (laws.the_same_orders_give_the_same_game, before(unrepeatable)),
    (laws.playing_leaves_its_input_alone, replace(RULESET, start=leaky_start)),
    (laws.everything_survives_storage, replace(RULESET, start=unspoken_state)),
    (laws.cards_are_conserved, after(lose_a_card)),
    (laws.no_secret_is_told, leaked(PUBLIC)),
    (laws.no_secret_is_told, leaked(all_but(Seat("Anna")))),
    (laws.views_agree_with_the_state, after(score_in_silence)),
    (laws.views_agree_with_the_state, replace(RULESET, look=blind_view)),
    (laws.the_first_questions_are_foreseen, replace(RULESET, decide=lambda view: None)),
    (laws.the_first_questions_are_foreseen, replace(RULESET, decide=lambda view: Lay(view.seat, DECK))),
    (laws.a_silent_live_game_is_a_batch_game, before(look_at_pauses)),
    (laws.every_default_is_legal, replace(RULESET, desk=bad_default)),
    (laws.questions_have_choices_of_their_own, before(ask_twice_the_same)),
    (laws.told_events_are_the_rulesets_own, replace(after(unlisted), stored=RULESET.stored)),
]


@pytest.mark.parametrize(("law", "rules"), PLANTED, ids=[law.__name__ for law, _ in PLANTED])
def test_a_law_notices_what_breaks_it(law: Law, rules: Rules) -> None:
    assert list(problems(law, rules))


def test_every_law_on_steps_has_such_a_test() -> None:
    assert {law for law, _ in PLANTED} == set(STEP_LAWS)


def test_a_letter_that_names_a_secret_is_noticed() -> None:
    orders = replace(RULESET.orders, form=lambda view: [f"PLAY {DECK[sum(view.holds.values()) * 5 % len(DECK)]}"])
    rules = replace(RULESET, orders=orders)
    found = list(letters_name_only_what_was_told(game(RULESET, 2), Post(rules, Resources())))

    assert any("welcome names" in problem for problem in found)
    assert any("report names" in problem for problem in found)


class Headed(Post):
    """Writes letters with a card in their headline, and in it alone."""

    def report(
        self, game: Position, seat: Seat, on_file: OnFile | None = None, made: Sequence[Event] = ()
    ) -> Letter:
        letter = super().report(game, seat, on_file, made)
        return replace(letter, subject=f"{letter.subject}, {DECK[game.step * 5 % len(DECK)]}")


def test_a_headline_that_names_a_secret_is_noticed() -> None:
    found = list(letters_name_only_what_was_told(game(RULESET, 2), Headed(RULESET, Resources())))

    assert any("report names" in problem for problem in found)
    assert list(letters_name_only_what_was_told(game(RULESET, 2), Post(RULESET, Resources()))) == []


class Gossip(Post):
    """Writes letters of which one part tells how high the last card of the deck is."""

    def __init__(self, part: str) -> None:
        super().__init__(RULESET, Resources())
        self.part = part

    def report(
        self, game: Position, seat: Seat, on_file: OnFile | None = None, made: Sequence[Event] = ()
    ) -> Letter:
        letter = super().report(game, seat, on_file, made)
        told = f"{getattr(letter, self.part)}{DECK.index(game.state.deck[-1]) if game.state.deck else ''}"
        return replace(letter, **{self.part: told})  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["subject", "body", "data"])
def test_hidden_cards_that_can_be_felt_in_any_part_of_a_letter_are_noticed(part: str) -> None:
    steps = [step for number in range(6) for step in game(RULESET, number).steps]

    found = [str(one) for step in steps for one in hidden_cards_cannot_be_felt(step, Gossip(part))]

    assert any("reads otherwise" in problem for problem in found)


def test_hidden_cards_that_can_be_felt_are_noticed() -> None:
    assert any("is told" in problem for problem in felt(before(feel_the_deck)))


@pytest.mark.parametrize("number", [feel_a_drawn_card, feel_a_card_laid_down])
def test_a_card_that_goes_from_one_hidden_place_to_another_cannot_be_felt(number: Play) -> None:
    assert any("is told otherwise: DieRolled" in problem for problem in felt(before(number)))


def test_what_a_rule_gives_away_of_hidden_cards_may_be_told() -> None:
    rules = before(give_away_a_drawn_card)

    weighed = replace(rules, stored=replace(rules.stored, events=(*rules.stored.events, Weighed)))
    assert not any("told otherwise" in problem for problem in felt(weighed))


def test_a_live_game_played_in_one_go_has_the_stops_of_one_that_stops() -> None:
    steps = [step for number in range(3) for step in game(before(ask_because_of_a_hand), number).steps]
    halting = [[sorted(one.asks) for one in step.live[0]] for step in steps]

    assert [Hush(one.before, one.orders, recording(one.before, one.orders, one.random, None)).stops for one in steps] \
        == halting
    assert any(halting)


def test_pauses_that_tell_of_a_hand_are_noticed() -> None:
    assert any("a live game pauses for" in problem for problem in felt(before(ask_because_of_a_hand)))
    assert any("all that everybody sees is the same" in problem for problem in felt(before(ask_because_of_a_hand)))


def test_the_rules_as_they_are_break_nothing() -> None:
    assert [p for law in STEP_LAWS for p in problems(law, RULESET)] == []
    assert felt(RULESET) == []


def problems(law: Law, rules: Rules) -> Iterator[str]:
    """Where a law is broken in a game in which the seats write lines."""
    for number in (0, 2):
        for step in game(RULESET if rules.desk is bad_default else rules, number).steps[:6]:
            yield from law(replace(step, before=replace(step.before, rules=rules)))


def felt(rules: Rules) -> list[str]:
    """Where hidden cards can be felt, in some games."""
    post = Speechless(RULESET, Resources())
    found: list[str] = []
    for number in range(6):
        for step in game(rules, number).steps:
            found += list(hidden_cards_cannot_be_felt(step, post, step.before.setup.seats[0]))
            found += list(pauses_follow_from_what_all_know(step, post))
    return found


def said(kind: Kind, subject: str, what: object) -> Letter:
    """A letter that says a value as Python writes it."""
    return Letter.of(kind, Document(subject, (Para((repr(what),)),)))


class Speechless(Post):
    """Writes letters, but has no words for questions that the game does not know."""

    def question(self, game: Position, pending: Pending, key: str) -> Letter:
        return said(Kind.QUESTION, key, pending.asks[key])

    def report(
        self, game: Position, seat: Seat, on_file: OnFile | None = None, made: Sequence[Event] = ()
    ) -> Letter:
        return said(Kind.REPORT, "", [e for e in told(game.events, seat) if not isinstance(e, Answered)])


def game(rules: Rules, number: int) -> Record:
    """One game by rules of whatever kind."""
    return record(rules, number, lambda seats: RULESET.words.lexicon(seats, {}))


def test_drawn_cards_are_secrets_to_others_only() -> None:
    drawn = [e for step in game(RULESET, 0).steps for e in step.after.events if isinstance(e, CardDrawn)]

    assert drawn
    assert all(e.to.seats == (e.seat,) for e in drawn)
