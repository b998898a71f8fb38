"""AM-3: the turn, step by step (RULES.md, 4.2).

Purposes of chance in play: ``initiative/<seat>`` (here), ``cut/<seat>``, ``merge``, ``refill``, ``discards``
(draws.py), ``devil`` (siege.py); at set-up ``shadow deck``, ``chaos deck``, ``encounter deck`` (setup.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat
from referee.games.amber import events as ev
from referee.games.amber.asks import DrawToThrone
from referee.games.amber.chaos import crown
from referee.games.amber.civil_war import civil_war
from referee.games.amber.draws import all_cuts, count_piles, draw_to_throne, return_discards
from referee.games.amber.ending import look_for_end
from referee.games.amber.events import Claim, Way
from referee.games.amber.moves import Kind, Window
from referee.games.amber.options import lapse, lapse_unused, option_attacks, reveal
from referee.games.amber.shadow import returns, trips, use_courts
from referee.games.amber.state import CHAOS, Amber, Place
from referee.games.amber.throne import arrive, claimants
from referee.games.amber.windows import window

DIE = 100


def play_turn(t: Amber) -> None:
    """A turn: options, Throne, Civil War, attacks, Shadow, each followed by a window (AM-3.2, AM-3.3).

    An attack on Amber ends it at once (AM-3.7), and nothing follows the end of the game (I-24).
    """
    open_turn(t)
    reveal(t)
    for step in STEPS:
        if not t.state.stopped:
            step(t)
    if not t.state.end:
        close_turn(t)


def open_turn(t: Amber) -> None:
    """The discards go back, and the dice decide the order of play (AM-2.11, B1)."""
    s = t.state
    return_discards(t)
    for p in s.players.values():
        p.forget_lost(s.turn)
    if not s.rolled:
        s.initiative = tuple(ranked(t, [p.seat for p in s.living()]))
    t.tell(ev.TurnBegan(turn=s.turn, initiative=s.initiative, to=PUBLIC))


def ranked(t: Amber, seats: Sequence[Seat], *, again: bool = False) -> list[Seat]:
    """The highest die comes first, and equal ones are rolled again (R-17, B1)."""
    rolls = {seat: t.chance.die(DIE, "initiative", seat) for seat in seats}
    t.tell(ev.DiceRolled(seats=tuple(seats), rolls=tuple(rolls.values()), again=again, to=PUBLIC))
    order: list[Seat] = []
    for roll in sorted(set(rolls.values()), reverse=True):
        equal = [seat for seat in seats if rolls[seat] == roll]
        order += ranked(t, equal, again=True) if len(equal) > 1 else equal
    return order


def ruler_draws(t: Amber) -> None:
    """Each turn the one who sits on the Throne may draw two cards to it; Chaos does (AM-6.3, AM-12.13, B5)."""
    s = t.state
    if s.enthroned:
        draw_to_throne(t, CHAOS)
    elif s.ruler is not None and s.able(s.ruler) and t.ask(DrawToThrone(s.ruler, NO_OR_YES)):
        draw_to_throne(t, s.ruler)


def claim_throne(t: Amber) -> None:
    """One claimant of an empty Throne has it; two or more fight a Civil War (AM-3.4, AM-3.5, AM-6.6).

    With that every claim is dealt with: whoever wishes for the Throne later in the turn is no rival of theirs (R-41).
    """
    s = t.state
    sides = claimants(s)
    for seat, option in [(seat, option) for seat, option in s.chosen.items() if option.kind is Kind.SEIZE]:
        del s.chosen[seat]
        if seat not in sides:
            lapse(t, seat, option, "you could not claim the Throne any more.")
    if len(sides) > 1:
        civil_war(t, sides)
    elif sides and s.occupant is None:
        seize(t, sides[0])


def seize(t: Amber, seat: Seat) -> None:
    """The seizer bears the Chaos card, and if still there draws two Throne cards (AM-3.5, AM-6.3, B7)."""
    crown(t, seat, Claim.SEIZED)
    if t.state.ruler == seat and not t.state.stopped:
        ruler_draws(t)


STEPS: tuple[Callable[[Amber], None], ...] = (
    partial(window, when=Window.FIRST),
    ruler_draws,
    claim_throne,
    partial(window, when=Window.BEFORE_ATTACKS),
    option_attacks,
    partial(window, when=Window.AFTER_ATTACKS),
    returns,
    use_courts,
    trips,
    partial(window, when=Window.LAST),
)
"""Steps B4 to B15."""


def close_turn(t: Amber) -> None:
    """At the end the game may end, lovers return, the deck is cut, and the piles are counted (AM-3.9, B17, B18)."""
    s = t.state
    lapse_unused(t)
    look_for_end(t)
    if s.end:
        return
    lovers_return(t)
    if s.merged and s.discards:
        s.cut = all_cuts(t)
    for p in s.players.values():
        p.out = False
    s.chosen, s.war, s.cut_short, s.rolled = {}, False, False, False
    count_piles(t)
    t.tell(ev.TurnEnded(turn=s.turn, to=PUBLIC))
    s.turn += 1


def lovers_return(t: Amber) -> None:
    """Whom the Lovers held is back in Amber at the end of their last lost turn (AM-C6, R-49)."""
    s = t.state
    for p in s.in_order():
        if p.lovers and p.idle == s.turn and p.place is Place.SHADOW and not s.serving(p.seat):
            arrive(t, p, Way.LOVERS)
