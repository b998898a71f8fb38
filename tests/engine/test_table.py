"""The table: telling, asking, stopping for an answer and going on as if nothing had happened."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from referee.engine.asks import Answer, Ask, Given, NoAnswer, Pending, Why
from referee.engine.audience import GM, OBSERVER, PUBLIC, REFEREE, Audience, Seat, all_but, only
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed, told
from referee.engine.game import Game, first_choice
from referee.engine.setup import Setup
from referee.engine.table import Endless, Table
from tests.package_game.higher_card import RULESET

ANA, BEN = Seat("Ana"), Seat("Ben")


class Colour(Ask[str]):
    """Which colour?"""

    live: ClassVar[bool] = True


class Number(Ask[int]):
    """Which number? Never mailed."""


class Chosen(Event):
    """A colour was chosen."""

    seat: Seat
    colour: str


def table(given: Given | None = None, desk: Any = first_choice) -> Table[list[str]]:
    """A table of two whose desks answer alike."""
    return Table([], Chance(b"seed", 1), {ANA: desk, BEN: desk, GM: desk}, given or Given())


def colours(*seats: Seat) -> list[Colour]:
    """The same question to several seats."""
    return [Colour(seat, ("red", "blue")) for seat in seats]


def second(ask: Ask[Any]) -> Answer[Any]:
    """A desk whose first order asks for the second choice."""
    return Answer(ask.choices[1], 1)


def test_a_default_is_taken_and_not_told() -> None:
    t = table()

    assert t.ask(colours(ANA)[0]) == "red"
    assert t.events == []


def test_an_answer_from_an_order_is_told_to_its_seat_alone() -> None:
    t = table(desk=second)

    assert t.ask(colours(ANA)[0]) == "blue"
    assert t.events == [Answered(seat=ANA, about="Colour", value="blue", because=1, to=only(ANA))]


@pytest.mark.parametrize("given", [Given(), Given(silent=frozenset({"Ana/Colour/1"}), live=True)])
def test_an_order_that_could_not_answer_is_told_to_its_seat_alone(given: Given) -> None:
    t = table(given, desk=lambda ask: Answer(ask.choices[0], Why.DEFAULT, ((2, "you hold no such card"),)))
    lapsed = OrderLapsed(seat=ANA, order=2, reason="you hold no such card", to=only(ANA))

    assert t.ask(colours(ANA)[0]) == "red"
    assert t.ask_all(colours(BEN)[:0]) == []
    assert t.events == [lapsed]


def test_questions_are_numbered_by_seat_and_kind() -> None:
    given = Given(answers={"Ana/Colour/2": "blue", "Ben/Colour/1": "blue"})
    t = table(given)

    assert [t.ask(one) for one in (*colours(ANA), *colours(ANA), *colours(BEN))] == ["red", "blue", "blue"]
    assert [(e.seat, e.because) for e in t.events if isinstance(e, Answered)] == [(ANA, Why.MAILED), (BEN, Why.MAILED)]


def test_a_ruling_of_the_gm_is_told_as_one() -> None:
    t = table(Given(answers={"GM/Colour/1": "blue"}))

    assert t.ask(colours(GM)[0]) == "blue"
    assert t.events == [Answered(seat=GM, about="Colour", value="blue", because=Why.RULING, to=only(GM))]


def test_a_mailed_answer_that_is_no_choice_any_more_is_passed_over() -> None:
    assert table(Given(answers={"Ana/Colour/1": "green"})).ask(colours(ANA)[0]) == "red"


def test_nobody_hears_another_s_answer_before_all_are_in() -> None:
    heard: list[list[Event]] = []

    def listening(ask: Ask[Any]) -> Answer[Any]:
        heard.append(list(t.events))
        return second(ask)

    t = table(desk=listening)
    t.ask_all(colours(ANA, BEN))

    assert heard == [[], []]


def test_an_answer_that_is_no_choice_is_a_bug() -> None:
    with pytest.raises(AssertionError):
        table(desk=lambda ask: Answer("green", 1)).ask(colours(ANA)[0])


def test_a_desk_without_an_answer_is_a_bug_that_is_named() -> None:
    with pytest.raises(NoAnswer, match=r"Ana's desk answers the question Colour .* with nothing"):
        table(desk=lambda ask: None).ask(colours(ANA)[0])


def test_a_turn_that_goes_round_in_circles_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.engine.table.MOST", 3)
    talking, asking = table(), table(Given(silent=frozenset({"Ana/Colour/1"}), live=True))

    said = GameEnded(reason="", winners=(), losers=(), to=PUBLIC)

    talking.tell(said, said, said)
    asking.ask_all([Number(ANA, (1, 2))] * 3)

    with pytest.raises(Endless, match="more than 3 events are told in one turn"):
        talking.tell(said)
    with pytest.raises(Endless, match="more than 3 questions are put in one turn"):
        asking.ask(Number(ANA, (1, 2)))


def test_a_live_game_stops_with_all_that_is_open() -> None:
    t = table(Given(answers={"Ana/Colour/1": "blue"}, live=True))
    t.tell(Chosen(seat=ANA, colour="none", to=PUBLIC))

    with pytest.raises(Pending) as caught:
        t.ask_all(colours(ANA, BEN))
    assert caught.value.asks == {"Ben/Colour/1": colours(BEN)[0]}
    assert caught.value.events == [Chosen(seat=ANA, colour="none", to=PUBLIC)]


def test_a_live_game_goes_on_when_all_is_answered_or_over() -> None:
    given = Given(answers={"Ana/Colour/1": "blue"}, silent=frozenset({"Ben/Colour/1"}), live=True)

    assert table(given).ask_all(colours(ANA, BEN)) == ["blue", "red"]


def test_a_question_that_is_never_mailed_stops_nothing() -> None:
    assert table(Given(live=True)).ask(Number(ANA, (1, 2))) == 1


def test_who_watches_sees_each_event_as_it_is_told() -> None:
    t = table()
    seen: list[tuple[Event, int]] = []
    t.watch = lambda e: seen.append((e, len(t.events)))
    first, other = (Chosen(seat=seat, colour="red", to=PUBLIC) for seat in (ANA, BEN))
    t.tell(first, other)

    assert [e for e, _ in seen] == [first, other]


@pytest.mark.parametrize(
    ("to", "who"),
    [
        (PUBLIC, [ANA, BEN, OBSERVER]),
        (REFEREE, []),
        (only(ANA), [ANA]),
        (only(BEN, ANA), [ANA, BEN]),
        (all_but(ANA), [BEN, OBSERVER]),
    ],
)
def test_an_audience_is_some_seats_or_all_but_some(to: Audience, who: list[Seat]) -> None:
    assert [seat for seat in (ANA, BEN, OBSERVER) if to.includes(seat)] == who


def test_equal_audiences_are_equal_bytes() -> None:
    assert only(BEN, ANA, BEN) == Audience((ANA, BEN))
    assert all_but(BEN, ANA) == Audience((ANA, BEN), others=True)


def test_told_keeps_the_order() -> None:
    events = [Chosen(seat=ANA, colour=c, to=to) for c, to in (("a", PUBLIC), ("b", only(BEN)), ("c", only(ANA)))]

    assert [e.colour for e in told(events, ANA) if isinstance(e, Chosen)] == ["a", "c"]


def test_an_event_has_no_default_audience() -> None:
    with pytest.raises(TypeError):
        Chosen(seat=ANA, colour="red")  # type: ignore[call-arg]


def live_game() -> Game[Any, Any]:
    """A game of two that stops for answers."""
    return Game.start(RULESET, Setup((ANA, BEN), RULESET.settle({"pauses": "on"})), b"seed")


def test_answers_one_by_one_come_to_the_same_as_all_at_once() -> None:
    game = live_game()
    choices = {f"{seat}/Lay/1": game.view(seat).hand[-1] for seat in (ANA, BEN)}
    answers: dict[str, Any] = {}
    stops = []
    for key, card in choices.items():
        with pytest.raises(Pending) as caught:
            game.play({}, Given(dict(answers), live=True))
        stops.append(list(caught.value.asks))
        answers[key] = card
    one_by_one = game.play({}, Given(answers, live=True))

    assert stops == [["Ana/Lay/1", "Ben/Lay/1"], ["Ben/Lay/1"]]
    assert one_by_one.events == game.play({}, Given(choices)).events


def test_a_game_stays_as_it_is_when_it_is_played() -> None:
    game = live_game()
    before = copied(game.state), copied(game.view(ANA))
    after = game.play({})

    assert (game.state, game.view(ANA), game.step) == (*before, 0)
    assert (after.step, len(after.state.away)) == (1, 2)


def test_who_must_act_is_seen_from_the_views() -> None:
    game = live_game()

    assert {seat: type(ask).__name__ for seat, ask in game.pending().items()} == {ANA: "Lay", BEN: "Lay"}
