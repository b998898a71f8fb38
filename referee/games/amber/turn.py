"""AM-3, AM-4: the turn, step by step (RULES.md, 4.2), its options, and attacks by option.

Purposes of chance in play: ``initiative/<seat>`` (here), ``cut/<seat>``, ``merge``, ``refill``, ``discards``
(draws.py), ``devil`` (siege.py); at set-up ``shadow deck``, ``chaos deck``, ``encounter deck`` (setup.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from referee.engine.author import NO_OR_YES, PUBLIC, Seat, only
from referee.engine.events import OrderLapsed
from referee.games.amber import asks
from referee.games.amber import events as ev
from referee.games.amber.chaos import crown
from referee.games.amber.civil_war import civil_war
from referee.games.amber.combat import Fight, fight
from referee.games.amber.draws import all_cuts, count_piles, draw_to_throne, return_discards
from referee.games.amber.ending import look_for_end
from referee.games.amber.moves import Kind, TurnOption, Window
from referee.games.amber.shadow import returns, trips, use_courts
from referee.games.amber.state import CHAOS, Amber, Board, Place, Player, State, rested
from referee.games.amber.throne import arrive, claimants
from referee.games.amber.windows import window

DIE = 100

REMEMBERED = 1024
"""So many sets of options are made once, some for each seat of a table."""


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


def reveal(t: Amber) -> None:
    """Every able player chooses one option in secret, then all are revealed at once (AM-3.1, AM-4.8)."""
    s = t.state
    able = [p for p in s.living() if s.able(p.seat)]
    answers = t.ask_all([asks.ChooseOption(p.seat, options_of(s, p.seat)) for p in able])
    s.chosen = {p.seat: option for p, option in zip(able, answers, strict=True)}
    for seat, option in s.chosen.items():
        t.tell(ev.OptionRevealed(seat=seat, option=option.kind, target=option.target, to=PUBLIC))


@lru_cache(REMEMBERED)
def legal_options(
    *, in_amber: bool, may_seize: bool, may_travel: bool, targets: tuple[Seat, ...]
) -> tuple[TurnOption, ...]:
    """In Amber: wait, seize, attack, move into Shadow; in Shadow: stay or return (AM-4.1, AM-4.6)."""
    if not in_amber:
        return (TurnOption(Kind.STAY), TurnOption(Kind.RETURN))
    seize = (TurnOption(Kind.SEIZE),) if may_seize else ()
    travel = (TurnOption(Kind.GO),) if may_travel else ()
    return (TurnOption(Kind.WAIT), *seize, *(TurnOption(Kind.ATTACK, seat) for seat in targets), *travel)


def options_of(b: Board, seat: Seat) -> tuple[TurnOption, ...]:
    """List what an able player may choose; a ruler need not seize (R-30), others may need their Court card (R-26).

    The dead may be named too, for the Star may revive one before the attack comes up (AM-4.10).
    """
    p, chaos = b.players[seat], (CHAOS,) if b.enthroned else ()
    return legal_options(
        in_amber=p.in_amber,
        may_seize=b.has_claim(seat),
        may_travel=rested(b.turn, p.back_since),
        targets=(*(one for one in b.players if one != seat), *chaos),
    )


def ruler_draws(t: Amber) -> None:
    """Each turn the one who sits on the Throne may draw two cards to it; Chaos does (AM-6.3, AM-12.13, B5)."""
    s = t.state
    if s.enthroned:
        draw_to_throne(t, CHAOS)
    elif s.ruler is not None and s.able(s.ruler) and t.ask(asks.DrawToThrone(s.ruler, NO_OR_YES)):
        draw_to_throne(t, s.ruler)


def claim_throne(t: Amber) -> None:
    """One claimant of an empty Throne has it; two or more fight a Civil War (AM-3.4, AM-3.5, AM-6.6).

    The seizer bears the Chaos card, and if still there draws two Throne cards (AM-6.3, B7).

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
        crown(t, sides[0], ev.Claim.SEIZED)
        if s.ruler == sides[0] and not s.stopped:
            ruler_draws(t)


def option_attacks(t: Amber) -> None:
    """Option attacks are fought one after another in initiative order (AM-8.20, B10).

    One who has no card to open the combat with has not attacked (AM-4.10).
    """
    for p in t.state.in_order():
        option = t.state.chosen.get(p.seat)
        if option is None or option.kind is not Kind.ATTACK or t.state.stopped:
            continue
        reason = attack_fails(t.state, p, option)
        if not reason and not fight(t, Fight(p.seat, option.target or CHAOS, ev.Occasion.OPTION)):
            reason = "you had no card for it."
        if reason:
            lapse(t, p.seat, option, reason)
        t.state.chosen.pop(p.seat, None)


def attack_fails(s: State, p: Player, option: TurnOption) -> str:
    """An attack lapses if one side cannot fight, is not in Amber, or is the attacker's lord (AM-4.10, AM-8.21)."""
    if not s.able(p.seat):
        return "you could not act any more."
    if option.target == CHAOS:
        return "" if s.enthroned else "Chaos was not on the Throne."
    assert option.target is not None
    target = s.players[option.target]
    if not target.alive:
        return f"{target.seat} was dead."
    if not target.in_amber:
        return f"{target.seat} was not in Amber."
    return f"{target.seat} was your lord." if p.lord == target.seat else ""


def lapse(t: Amber, seat: Seat, option: TurnOption, reason: str) -> None:
    """What does not take place is seen by all; why, is told to its player alone."""
    t.tell(ev.OptionLapsed(seat=seat, option=option.kind, target=option.target, to=PUBLIC))
    if option.order:
        t.tell(OrderLapsed(seat=seat, order=option.order, reason=reason, to=only(seat)))


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


def lapse_unused(t: Amber) -> None:
    """At the end of the turn the moves that were not made have lapsed, without cost (AM-3.7, AM-9.2)."""
    s = t.state
    reason = "Amber was attacked, and the turn was over." if s.cut_short else "you could not act any more."
    for seat, option in s.chosen.items():
        home = option.kind is Kind.RETURN and s.players[seat].in_amber
        reigns = option.kind is Kind.SEIZE and s.ruler == seat
        if option.kind not in (Kind.WAIT, Kind.STAY) and not home and not reigns:
            lapse(t, seat, option, reason)


def lovers_return(t: Amber) -> None:
    """Whom the Lovers held is back in Amber at the end of their last lost turn (AM-C6, R-49)."""
    s = t.state
    for p in s.in_order():
        if p.lovers and p.idle == s.turn and p.place is Place.SHADOW and not s.serving(p.seat):
            arrive(t, p, ev.Way.LOVERS)
