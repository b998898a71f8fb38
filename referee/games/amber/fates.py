"""Why an order in force did nothing, as far as its player was told: nobody attacked them, they were banished (4.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import TypeVar

from referee.engine.author import If, Order, Seat
from referee.engine.events import Answered, Event, OrderLapsed
from referee.games.amber import conditions, deck, moves, verbs
from referee.games.amber import events as ev
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.warned import serves_idle
from referee.games.amber.words import ANY, RULER
from referee.games.cards import Card

E = TypeVar("E", bound=Event)

DUE: dict[type[Order], tuple[ev.Hand | ev.Loss, ...]] = {
    verbs.Tribute: (ev.Hand.TRIBUTE, ev.Hand.BETRAYAL, ev.Hand.MAGICIAN),
    verbs.Pay: (ev.Hand.RANSOM,),
    verbs.Discard: (ev.Loss.CHARIOT, ev.Loss.HANGED_MAN),
}
"""What each list of cards is for."""

UNASKED = "Nothing was asked of you."

SUDDEN = ("devil", "emperor on the throne")
"""Ends of the game in the middle of a turn."""

NOT_COME = "It did not come to that."

DECIDED = "Not chosen, as another line decided your option."

SPOKEN = "Not reached, as another line spoke first."

SILENT = "Too late, as you might make no more plays this turn."


BANISHED = "Too late, as you were banished by then."

LEAVING: dict[type[Event], str] = {
    ev.Died: "Too late, as you were dead by then.", ev.Banished: BANISHED, ev.AllBanished: BANISHED,
    ev.Imprisoned: "Too late, as you were in the Tower by then.", ev.Silenced: SILENT,
}  # fmt: skip
"""By what a turn ends for a player, and what is said of orders for later."""

USED: dict[type[Event], Card] = {ev.MagicianPlayed: deck.MAGICIAN, ev.StarPlayed: deck.STAR, ev.SunPlayed: deck.SUN}


class Facts:
    """What a seat was told of one turn, as far as it says why an order was of no use."""

    def __init__(self, told: Sequence[Event], me: Seat) -> None:
        def of(kind: type[E]) -> list[E]:
            return [e for e in told if isinstance(e, kind)]

        mine = [e for e in told if concerns(e, me)]
        kinds = [type(e) for e in mine]
        ordered = [e.about for e in of(Answered) if isinstance(e.because, int)]
        undecided = takewhile(lambda e: not (isinstance(e, ev.OptionRevealed) and e.seat == me), told)
        self.turn = max((e.turn for e in of(ev.TurnBegan)), default=0)
        self.option = next((e.value for e in of(Answered) if e.about == "ChooseOption"), None)
        self.chose = ev.OptionRevealed in kinds
        # No other line can fail before the options are revealed.
        self.decided = "ChooseOption" in ordered or any(isinstance(e, OrderLapsed) for e in undecided)
        self.begun = [kind for kind in kinds if kind in LEAVING]
        self.out = LEAVING[self.begun[0]] if self.begun else ""
        self.cut_short = bool(of(ev.TurnCutShort))
        self.wars = [seat for e in of(ev.WarBegan) for seat in e.claimants]
        self.attacks = [(e.seat, e.card) for e in of(ev.CardLed) if e.defender == me]
        self.defenders = [e.defender for e in of(ev.CombatBegan)]
        self.struck = [e.target for e in of(ev.SpecialPlayed) if e.card is deck.DEATH]
        self.besieged = bool(of(ev.AmberAttacked))
        self.replied = "Reply" in ordered or "ReplyAlone" in ordered
        self.drawn = [e.card for e in of(ev.CardTaken) if e.card.court]
        self.reacted = "CourtDrawn" in ordered
        self.due = [*(e.why for e in of(ev.CardsHanded) if e.giver == me), *(e.why for e in of(ev.CardsDiscarded))]
        self.used = [USED[kind] for kind in kinds if kind in USED]
        self.met = [e.card for e in mine if isinstance(e, ev.ChaosMet | ev.ThroneCardTurned)]
        self.fell = ev.ThroneLost in kinds


def concerns(e: Event, me: Seat) -> bool:
    """Say whether an event is about what somebody did, or what became of them."""
    return me in (*e.sent, *e.stay, *e.longer) if isinstance(e, ev.AllBanished) else getattr(e, "seat", None) == me


def unneeded(v: Knowledge, told: Sequence[Event]) -> Callable[[Order], str]:
    """Return the function that says why an order did nothing; nothing is said where only others know."""
    return partial(reason, v, Facts(told, v.seat))


def reason(v: Knowledge, facts: Facts, one: Order) -> str:
    """Say why an order in force did nothing."""
    conditional = isinstance(one, If)
    order = one.then if isinstance(one, If) else one
    helpless, losing = unable(v, facts)
    if helpless and not isinstance(order, verbs.WHENEVER) and not (losing and serves_idle(v, order)):
        return helpless
    if isinstance(order, verbs.OPTION_ORDERS):
        undecided = conditional and not facts.decided
        wanted = moves.TurnOption(verbs.OPTIONS[type(order)], getattr(order, "player", None))
        decided = "Another line for the same option counted." if wanted == facts.option else DECIDED
        return "Its condition did not hold." if undecided else decided
    if isinstance(order, (*verbs.FREE_PLAYS, *verbs.COURT_USES)):
        return unplayed(v, facts, order, conditional=conditional)
    return in_combat(facts, v.seat, order, conditional=conditional) or otherwise(v, facts, order)


def unable(v: Knowledge, facts: Facts) -> tuple[str, bool]:
    """Say why one who chose no option could not act, and whether a lost turn was the reason."""
    p = v.me
    if facts.chose:
        return "", False
    if not p.alive and ev.Died not in facts.begun:
        return "Of no use, as you were dead.", False
    if p.prison and ev.Imprisoned not in facts.begun:
        return "Of no use, as you were shut up in the Tower.", False
    if p.banished >= facts.turn and not {ev.Banished, ev.AllBanished} & set(facts.begun):
        return f"Of no use, as you were banished to the end of turn {p.banished}.", False
    if p.idle_from <= facts.turn <= p.idle:
        return "Of no use, as you lost this turn.", True
    return "Of no use, as you could not act this turn.", False


def unplayed(v: Knowledge, facts: Facts, order: Order, *, conditional: bool) -> str:
    """Say why a play never had its moment: its player was out of it, or the turn over.

    One under IF may have had it, and its condition did not hold: only the last window is surely behind what ended all.
    """
    sudden = "Too late, as the game was over before." if v.over in SUDDEN else ""
    over = facts.out or ("Too late, as Amber was attacked, which ended the turn." if facts.cut_short else sudden)
    if not conditional:
        return over
    late = getattr(order, "when", moves.Window.FIRST) is moves.Window.LAST
    return (over if late else NOT_COME) if over else "Its condition did not hold."


def in_combat(facts: Facts, me: Seat, order: Order, *, conditional: bool) -> str:
    """Say why an order for combats was of no use."""
    match order:
        case verbs.Defend() | verbs.RefuseHelp() if not facts.attacks:
            return NOT_COME if me in facts.defenders else "Nobody attacked you."
        case verbs.Defend() if not any(fits(order, attacker, card) for attacker, card in facts.attacks):
            return "No such attack came."
        case verbs.Defend() if not conditional:
            return SPOKEN if facts.replied else NOT_COME
        case verbs.War() if me not in facts.wars:
            return "There was no Civil War of yours."
        case verbs.HelpPlayer(player=player) if player not in (ANY, RULER) and player not in facts.defenders:
            return f"{player} was not attacked."
        case verbs.ProtectPlayer() if not facts.struck:
            return "Nobody was struck down."
        case verbs.ProtectPlayer(player=player) if player not in (ANY, RULER, *facts.struck):
            return f"{player} was not struck down."
        case verbs.NoAce() if me not in facts.struck:
            return "You were not struck down."
        case verbs.TakeSpoils():
            return "There was nothing to choose."
        case _:
            return ""


def fits(order: verbs.Defend, attacker: Seat, card: Card) -> bool:
    """Say whether a DEFEND line may have been meant for this attack card."""
    return order.player in (None, ANY, RULER, attacker) and (order.attack is None or order.attack.fits(card))


def otherwise(v: Knowledge, facts: Facts, order: Order) -> str:
    """Say why an order for other things was of no use."""
    match order:
        case verbs.Keep() | verbs.CutDeck(n=None):
            return "In force."
        case verbs.CutDeck():
            return UNASKED
        case verbs.Tribute() | verbs.Discard() | verbs.Pay():
            return "All you had was due." if any(why in DUE[type(order)] for why in facts.due) else UNASKED
        case verbs.DefendAmber() if not facts.besieged:
            return "Amber was not attacked."
        case verbs.OnCourt(whose=whose) if conditions.trump(v, whose) in facts.drawn or (whose == ANY and facts.drawn):
            return SPOKEN if facts.reacted else "Not possible with the card that you drew."
        case verbs.OnCourt():
            return "You drew no such card."
        case verbs.UseWorld() if deck.WORLD not in facts.met:
            return "You did not meet the World."
        case verbs.UseHermit() if deck.HERMIT not in (*v.me.kept, *v.me.lasting):
            return "You do not have the Hermit."
        case verbs.ThroneDraw() if v.ruler != v.seat:
            return NOT_COME if facts.fell else "You did not sit on the Throne."
    card = verbs.power(order)
    if card in facts.used:
        return f"The {verbs.POWERS[card]} was used already."
    if card in v.me.kept:
        return NOT_COME
    return f"You do not hold the {verbs.POWERS[card]}." if card is not None else ""
