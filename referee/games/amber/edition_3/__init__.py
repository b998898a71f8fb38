"""The Game of Amber before lines were read once, in the order written, and a WAR ANY was used up by one's lord."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from referee.engine.author import Answer, Order, Remark, Seat, recast
from referee.games import amber
from referee.games.amber import asks, battle, check, plans, verbs
from referee.games.amber.contradictions import ONE_VALUE
from referee.games.amber.desk import Answers, Desk, by_default, from_order
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.moves import Call, CourtUse, Play, Spoils
from referee.games.amber.state import Amber, Player, State
from referee.games.amber.turn import play_turn
from referee.games.amber.words import ANY
from referee.games.cards import Card


class ThirdState(State):
    """A state in the hands of the third edition; it is kept as any other."""

    __slots__ = ()

    def unlaid(self) -> tuple[Card, ...]:
        """They were told as they lay."""
        return tuple(self.forces)

    def lose_turns(self, p: Player, count: int) -> None:
        """Turns began with the first that was not lost already, and those that were over were told too."""
        if p.idle < self.turn:
            p.idle_from = self.turn + 1
        p.idle = max(p.idle, self.turn) + count


def play_by(state: type[State]) -> Callable[[Amber], None]:
    """Make a turn be played as by the rules of now, but for what a state says otherwise."""

    def play(t: Amber) -> None:
        t.state = recast(t.state, state)
        play_turn(t)
        t.state = recast(t.state, State)

    return play


def choose_rival(d: Desk, ask: asks.ChooseRival) -> Answer[Seat | None]:
    """ANY passed one's own lord over."""
    return battle.choose_rival(d, ask, lambda d, ask: battle.first_behind(d, ask.choices))


def answer_attack(d: Desk, ask: asks.Reply) -> Answer[Card | Call]:
    """After an interrupt the DEFEND lines were read anew."""
    d.interrupted = None
    return battle.answer_attack(d, ask)


def choose_spoils(d: Desk, ask: asks.ChooseSpoils) -> Answer[Spoils]:
    """Of SPOILS for one loser those under IF came first, else the last that was written."""

    def named_one(one: verbs.TakeSpoils) -> bool:
        return one.player not in (None, ANY) and d.fits(one.player, ask.loser)

    def any_one(one: verbs.TakeSpoils) -> bool:
        return one.player in (None, ANY)

    line = d.one_of(verbs.TakeSpoils, fits=named_one) or d.one_of(verbs.TakeSpoils, fits=any_one)
    return from_order(Spoils(line.choice.lower()), line) if line is not None else by_default(Spoils.VASSAL)


def free_play(d: Desk, ask: asks.FreePlay) -> Answer[Play | None]:
    """After each play of a window all lines were read again."""
    d.reached.clear()
    return plans.free_play(d, ask)


def use_court(d: Desk, ask: asks.UseCourt) -> Answer[CourtUse | None]:
    """After each use of a Court card all lines were read again."""
    d.reached.clear()
    return plans.use_court(d, ask)


ANSWERS: Answers = {
    **plans.ANSWERS,
    asks.ChooseRival: choose_rival,
    asks.Reply: answer_attack,
    asks.ReplyAlone: answer_attack,
    asks.ChooseSpoils: choose_spoils,
    asks.FreePlay: free_play,
    asks.UseCourt: use_court,
}


def third_check(v: Knowledge, orders: Sequence[Order]) -> Iterator[Remark]:
    """Of SPOILS lines the last counted, as of other verbs with one value."""
    return check.check(v, orders, (verbs.TakeSpoils, *ONE_VALUE))


RULESET = replace(
    amber.RULESET,
    edition="3",
    play=play_by(ThirdState),
    desk=partial(plans.desk, answers=ANSWERS),
    orders=replace(amber.RULESET.orders, check=third_check),
)
