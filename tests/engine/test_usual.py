"""What a game does where it says nothing of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import PUBLIC, Seat
from referee.engine.chance import Chance
from referee.engine.conditions import Condition
from referee.engine.events import Event, GameEnded
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.engine.sections import Bots, Remark, Stored
from referee.engine.setup import Setup
from referee.engine.slots import Choice
from referee.engine.table import Table
from referee.engine.usual import NOT_THEN, empty
from tests.package_game.higher_card import RULESET as HIGHER_CARD

ANA, BEN = SEATS = (Seat("Ana"), Seat("Ben"))
SETUP = Setup(SEATS, {})


@dataclass
class State:
    """Coins, sealed bids, and lots."""

    coins: dict[Seat, int]
    bids: dict[Seat, int] = field(default_factory=dict)
    lots: list[str] = field(default_factory=lambda: ["clock", "vase"])
    won: dict[Seat, list[str]] = field(default_factory=dict)
    name: str = "Fair"
    secret: int = 7


@dataclass
class View:
    """What one seat knows of them."""

    seat: Seat
    coins: dict[Seat, int]
    bids: int | None = None
    lots: int = 0
    won: dict[Seat, int] = field(default_factory=dict)
    name: list[str] = field(default_factory=list)
    own: str = "mine"

    def apply(self, e: Event, /) -> None:
        """Take nothing in."""


class Offer(Ask[int]):
    """How much do you bid?"""

    rule = "SB-2"


class Bid(Order):
    """Bid so many coins."""

    usage = "BID coins:n"
    example = "BID 3"
    coins: int


class Shout(Order):
    """Shout, which answers nothing."""

    usage = "SHOUT how"
    example = "SHOUT LOUD"
    how: str


class Rich(Condition):
    """Whether you have so many coins."""

    usage = "COINS >= n"
    example = "COINS >= 4"
    n: int

    def holds(self, seen: View) -> bool:
        """Say whether it is so."""
        return seen.coins[seen.seat] >= self.n


HOW = Choice("how", {"LOUD": "LOUD", "SOFTLY": "SOFTLY"})


def start(t: Table[State], setup: Setup) -> None:
    """All have five coins."""
    t.state = State(dict.fromkeys(t.seats, 5))


def play(t: Table[State]) -> None:
    """All bid, and the highest wins."""
    bids = t.ask_all([Offer(seat, range(t.state.coins[seat] + 1)) for seat in t.seats])
    t.end("all is sold", [seat for seat, bid in zip(t.seats, bids, strict=True) if bid == max(bids)])


def view(seat: Seat, setup: Setup) -> View:
    """All have five coins."""
    return View(seat, dict.fromkeys(setup.seats, 5))


def decide(seen: View) -> Offer | None:
    """Everybody bids."""
    return Offer(seen.seat, range(seen.coins[seen.seat] + 1)) if seen.coins else None


def rules() -> Ruleset[State, View]:
    """The record, with no more than it must say."""
    import tests.engine.test_usual as own

    return Ruleset(seats=range(2, 4), start=start, play=play, view=view, decide=decide, modules=(own,))


RULES = rules()
LEXICON = Lexicon.of(SEATS)


def orders(*lines: str) -> list[Order]:
    """Lines as read, numbered."""
    return [replace(RULES.grammar.read(line, LEXICON, ANA), number=n) for n, line in enumerate(lines, 1)]


def test_what_stands_in_its_modules_is_found() -> None:
    assert RULES.stored == Stored(State, View, (), (Offer,))
    assert (RULES.orders.verbs, RULES.orders.conditions, RULES.orders.slots) == ((Bid, Shout), (Rich,), (HOW,))
    assert (RULES.slug, RULES.title, RULES.edition) == ("engine", "Engine", "1")
    assert (RULES.folder.name, RULES.folder.parent.name) == ("engine", "tests")


def test_a_record_that_leaves_them_out_finds_its_modules_and_begins_its_views() -> None:
    bare: Ruleset[State, View] = Ruleset(seats=range(2, 4), start=start, play=play, decide=decide)

    assert bare.view(BEN, SETUP) == View(BEN, {ANA: 0, BEN: 0})
    assert (bare.modules, bare.stored) == (RULES.modules, RULES.stored)
    assert replace(bare, seats=range(2, 9)).view(BEN, SETUP) == View(BEN, {ANA: 0, BEN: 0})


@dataclass
class Everything:
    """A view with every kind of beginning."""

    me: Seat
    cards: list[str]
    held: dict[Seat, list[str]]
    known: set[str]
    bid: int | None
    done: bool
    round: int = 1


@dataclass
class Unguessed:
    """A view of which nobody knows how it begins."""

    other: View


def test_an_empty_view_has_of_everything_nothing() -> None:
    assert empty(Everything, ANA, SETUP) == Everything(ANA, [], {ANA: [], BEN: []}, set(), None, False, 1)
    with pytest.raises(TypeError, match=r"View'> is at the beginning cannot be guessed: give the record a view"):
        empty(Unguessed, ANA, SETUP)


def test_a_view_shows_what_bears_the_same_name_as_its_type_says() -> None:
    state = State({ANA: 3, BEN: 4}, {ANA: 2}, won={ANA: ["vase"], BEN: []})

    seen = {seat: RULES.look(state, seat, SETUP) for seat in SEATS}

    assert seen[ANA] == View(ANA, {ANA: 3, BEN: 4}, 2, 2, {ANA: 1, BEN: 0})
    assert seen[BEN] == View(BEN, {ANA: 3, BEN: 4}, None, 2, {ANA: 1, BEN: 0})
    seen[ANA].coins[ANA] = 0
    assert state.coins == {ANA: 3, BEN: 4}


def test_a_record_with_another_view_looks_by_that() -> None:
    other = replace(RULES, view=lambda seat, setup: View(seat, {}, own="yours"))

    assert other.look(State({ANA: 3, BEN: 4}), ANA, SETUP).own == "yours"
    assert RULES.look(State({ANA: 3, BEN: 4}), ANA, SETUP).own == "mine"


def test_what_a_game_says_itself_stays_as_it_says() -> None:
    own = HIGHER_CARD

    assert replace(own, title="Other").look is own.look
    assert own.pace.live == "pauses"
    assert replace(own, bots=Bots()).bots.scribble is not own.bots.scribble


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ((), Answer(0, Why.DEFAULT)),
        (("BID 3",), Answer(3, 1)),
        (("BID 9", "SHOUT LOUD", "BID 2"), Answer(2, 3, ((1, NOT_THEN),))),
        (("IF COINS >= 6 THEN BID 5", "IF COINS >= 5 THEN BID 4"), Answer(4, 2)),
        (("BID 9",), Answer(0, Why.DEFAULT, ((1, NOT_THEN),))),
    ],
)
def test_the_first_order_that_gives_one_of_the_choices_answers(lines: Sequence[str], answer: Answer[int]) -> None:
    sits = RULES.desk(ANA, orders(*lines), lambda: view(ANA, SETUP))

    assert sits(Offer(ANA, range(6))) == answer


def test_an_order_that_was_tried_lapses_no_more_in_the_same_turn() -> None:
    sits = RULES.desk(ANA, orders("BID 4", "BID 9", "BID 1"), lambda: view(ANA, SETUP))

    assert [sits(Offer(ANA, range(most))) for most in (6, 3, 3)] == [
        Answer(4, 1), Answer(1, 3, ((2, NOT_THEN),)), Answer(1, 3)
    ]  # fmt: skip


def test_an_answer_that_is_none_of_the_choices_is_warned_of() -> None:
    read = orders("BID 5", "BID 6", "SHOUT LOUD")

    assert list(RULES.orders.remarks(view(ANA, SETUP), read)) == [
        Remark(read[1], "BID 6 cannot be done as things stand; the next line counts instead.", "SB-2")
    ]


def test_bots_write_what_the_game_knows_and_sensible_ones_what_answers() -> None:
    seen, luck = view(ANA, SETUP), [Chance(b"bots", n) for n in range(400)]
    legal = {f"BID {n}" for n in range(6)}
    known = legal | {"SHOUT LOUD", "SHOUT SOFTLY"}
    known |= {f"IF COINS >= 4 THEN {line}" for line in known}

    sensible = {line for one in luck for line in RULES.bots.sensible(seen, one)}
    tame = {line for one in luck for line in RULES.bots.scribble(seen, one, False)}
    wild = {line for one in luck for line in RULES.bots.scribble(seen, one, True)}

    assert sensible == legal
    assert tame == known
    assert wild > {"BID", "BID 3 99", "good luck everybody"}


def test_a_bot_that_is_asked_nothing_writes_nothing_sensible() -> None:
    assert RULES.bots.sensible(View(ANA, {}), Chance(b"bots", 1)) == []


def test_set_up_lays_the_table_and_asks_nobody() -> None:
    def asks(t: Table[State], setup: Setup) -> None:
        t.ask(Offer(ANA, (1, 2)))

    game = Game.start(RULES, SETUP, b"seed")

    assert game.state == State({ANA: 5, BEN: 5})
    with pytest.raises(AssertionError, match=r"set-up asks nobody, and it asks Offer \(1, 2\)"):
        Game.start(replace(RULES, start=asks), SETUP, b"seed")


@pytest.mark.parametrize(("draw", "losers"), [(True, ()), (False, SEATS)])
def test_where_nobody_wins_it_is_a_draw_or_all_lose(draw: bool, losers: tuple[Seat, ...]) -> None:
    game = Game.start(replace(RULES, play=lambda t: t.end("all is sold", draw=draw)), SETUP, b"seed").play({})

    assert game.end == GameEnded(reason="all is sold", winners=(), losers=losers, to=PUBLIC)


def test_all_others_lose_at_the_end() -> None:
    game = Game.start(RULES, SETUP, b"seed").play({BEN: orders("BID 2")})

    assert game.end == GameEnded(reason="all is sold", winners=(BEN,), losers=(ANA,), to=PUBLIC)
