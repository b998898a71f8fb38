"""How each kind of event changes what a seat knows that was told it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from referee.engine.author import Event, GameEnded, OptionChanged, Seat
from referee.engine.sections import defined
from referee.games.amber import events as ev
from referee.games.amber.deck import HERMIT, MAGICIAN, ORDINARY, STAR, SUN
from referee.games.amber.knowledge import Figure, Knowledge, Scene, add, gained, leave, stays, unhand
from referee.games.amber.moves import TurnOption
from referee.games.amber.state import CHAOS, Place
from referee.games.amber.switches import Switches
from referee.games.amber.zones import corrected
from referee.games.cards import Card
from referee.games.corrections import CORRECTIONS

Change = Callable[[Knowledge, Any], None]


def of_table(v: Knowledge, e: Event) -> None:
    """Turns and set-up, who is on the Throne, and the end; what is told most often comes first."""
    match e:
        case ev.OptionRevealed():
            v.now.options[e.seat] = TurnOption(e.option, e.target)
        case ev.PilesCounted():
            v.deck, v.chaos, v.encounter, v.discards = e.deck, e.chaos, e.encounter, e.discards
        case ev.DiscardsReturned():
            v.deck += e.count
            v.discards -= e.count
        case ev.TurnBegan():
            v.turn, v.initiative, v.now = e.turn, e.initiative, Scene()
            for p in v.players.values():
                p.forget_lost(e.turn)
        case ev.TurnEnded():
            v.turn, v.now = e.turn + 1, Scene()
            for p in v.players.values():
                p.out = False
        case ev.CharacterTaken():
            v.players[e.seat] = Figure(e.card)
        case ev.HandDealt():
            gained(v, e.seat, e.cards)
        case ev.HandDealtUnseen():
            v.players[e.seat].hidden += e.count
        case ev.CardDealtOpen():
            add(v.players[e.seat].up, (e.card,))
        case ev.ThroneTaken():
            v.ruler, v.taken = e.seat, v.turn
        case ev.ThroneLost():
            v.ruler, v.taken = None, 0
            forfeit(v, e.cards)
        case ev.ThroneCardTurned():
            v.siege = False
            stays(v.players[e.seat], e.card)
        case ev.ThroneCardsDrawn():
            add(v.throne, e.cards)
        case ev.ChaosEnthroned():
            v.enthroned, v.taken = e.card, v.turn
            add(v.throne, e.cards)
        case ev.ChaosDethroned():
            v.enthroned, v.taken = None, 0
            forfeit(v, e.cards)
        case ev.WarBegan():
            v.now.claimants = e.claimants
        case OptionChanged():
            v.options = Switches.of(dict(e.settled))
        case GameEnded():
            v.over = e.reason


def of_combat(v: Knowledge, e: Event) -> None:
    """Combats, and what their losers suffer."""
    match e:
        case ev.CombatBegan():
            v.now.attacker, v.now.defender, v.now.round = e.attacker, e.defender, 0
            v.now.attack = v.now.reply = None
            if e.defender != CHAOS:
                v.players[e.attacker].attacked = True
        case ev.CardLed():
            leave(v, e.seat, e.card)
            v.now.round, v.now.attack = e.round, e.card
            v.now.led += 1
        case ev.CardReplied():
            leave(v, e.seat, e.card)
            v.now.reply = e.card
        case ev.CardsLaidBlind():
            v.now.round += 1
            v.now.attack, v.now.reply = e.attack, e.reply
            for seat, card in ((e.attacker, e.attack), (e.defender, e.reply)):
                if card is not None and card in ORDINARY:
                    leave(v, seat, card)
        case ev.CombatEnded():
            v.now.attacker = v.now.defender = v.now.attack = v.now.reply = None
            v.now.round = 0
        case ev.Banished():
            v.players[e.seat].send_away(e.until)
        case ev.AllBanished():
            for seat in (*e.sent, *e.stay, *e.longer):
                v.players[seat].send_away(max(v.players[seat].banished, e.until))
        case ev.BecameVassal():
            v.players[e.vassal].lord = e.lord
        case ev.BondEnded():
            v.players[e.vassal].lord = None


def of_cards(v: Knowledge, e: Event) -> None:
    """Cards that change hands, are drawn or are lost."""
    match e:
        case ev.CardsHanded():
            leave(v, e.giver, *e.cards)
            if e.taker == v.seat:
                gained(v, e.taker, e.cards)
            else:
                v.players[e.taker].hidden += len(e.cards)
        case ev.CardsHandedUnseen():
            leave_unseen(v, e.giver, e.hidden, e.opened)
            if e.taker == CHAOS:
                add(v.throne, e.opened)
            else:
                v.players[e.taker].hidden += e.hidden + len(e.opened)
        case ev.CardsDiscarded():
            leave(v, e.seat, *e.cards)
            pay(v, e.why)
        case ev.CardsDiscardedUnseen():
            leave_unseen(v, e.seat, e.hidden, e.opened)
            pay(v, e.why)
        case ev.NothingLost() if e.why is ev.Loss.CHARIOT:
            v.now.threat = None
        case ev.CardsDrawn():
            gained(v, e.seat, e.cards)
        case ev.CardsDrawnUnseen():
            v.players[e.seat].hidden += e.count
        case ev.CardDrawnOpen():
            add(v.players[e.seat].up, (e.card,))
        case ev.DecksMerged():
            v.merged, v.deck = True, e.count
            v.chaos = v.encounter = v.discards = 0


def of_shadow(v: Knowledge, e: Event) -> None:
    """The way into Shadow and back, and Court cards."""
    match e:
        case ev.LeftForShadow():
            v.players[e.seat].place, v.players[e.seat].court = Place.SHADOW, False
        case ev.CardTaken():
            add(v.concealed if e.card.court else v.down, (e.card,))
            v.players[e.seat].hidden += 1
        case ev.CardTakenUnseen():
            v.players[e.seat].hidden += 1
        case ev.CourtRegained():
            v.players[e.seat].court = True
        case ev.Returned():
            v.players[e.seat].bring_home(v.turn)
        case ev.ChaosMet():
            stays(v.players[e.seat], e.card)
        case ev.CourtGivenBack():
            unhand(v, e.holder, e.card)
            v.players[e.owner].court = True
        case ev.RansomFailed():
            unhand(v, e.holder, e.card)
            add(v.players[e.holder].exposed, (e.card,))
        case ev.CardsOpened():
            leave(v, e.seat, *e.cards)
            add(v.players[e.seat].up, e.cards)
        case ev.AllyGained():
            unhand(v, e.seat, e.card)
            add(v.players[e.seat].allies, (e.card,))
        case ev.AllyLost():
            v.players[e.seat].allies.remove(e.card)
            add(v.removed, (e.card,))
        case ev.HermitDeclared():
            v.players[e.seat].kept.remove(HERMIT)
            add(v.players[e.seat].lasting, (HERMIT,))
        case ev.KeptCardLost():
            p = v.players[e.seat]
            (p.kept if e.card in p.kept else p.lasting).remove(e.card)
        case ev.LosesTurns():
            p = v.players[e.seat]
            p.idle_from, p.idle, p.lovers = e.first, e.until, e.lovers
        case ev.Imprisoned():
            v.players[e.seat].court = False
            v.players[e.seat].lock_up(v.turn)
        case ev.Silenced():
            v.players[e.seat].out = True


def of_powers(v: Knowledge, e: Event) -> None:
    """Special cards, the Magician and the like, death, and attacks on Amber."""
    match e:
        case ev.SpecialPlayed() | ev.AcePlayed() | ev.TurnedBack():
            leave(v, e.seat, e.card)
        case ev.AceLaid():
            leave(v, e.seat, e.card)
            add(v.players[e.protected].lasting, (e.card,))
        case ev.AceSpent():
            v.players[e.seat].lasting.remove(e.card)
        case ev.Died():
            p = v.players[e.seat]
            add(v.removed, (p.card, *p.allies))
            p.bury()
            if e.seat == v.seat:
                v.down.clear()
                v.concealed.clear()
        case ev.CourtRemoved():
            unhand(v, e.holder, e.card)
        case ev.MagicianPlayed():
            v.players[e.seat].kept.remove(MAGICIAN)
        case ev.SunPlayed():
            v.players[e.seat].kept.remove(SUN)
        case ev.StarPlayed():
            v.players[e.seat].kept.remove(STAR)
            if e.revived is not None:
                revive(v, e.revived)
        case ev.AmberAttacked():
            v.now.threat, v.now.paid = e.threat, 0
        case ev.AmberFell() | ev.AmberHeld() | ev.SiegeCancelled():
            v.now.threat = None


def forfeit(v: Knowledge, lost: tuple[Card, ...]) -> None:
    """Throne cards go to the discards."""
    for card in lost:
        v.throne.remove(card)


def leave_unseen(v: Knowledge, seat: Seat, hidden: int, opened: tuple[Card, ...]) -> None:
    """Shadow cards leave their owner, of which one sees only those that lay open."""
    leave(v, seat, *opened)
    if hidden:
        v.players[seat].hidden -= hidden


def pay(v: Knowledge, why: ev.Loss) -> None:
    """The Chariot is gone again when all have paid her; those who cannot are named after the others (AM-C7)."""
    if why is ev.Loss.CHARIOT:
        v.now.paid += 1
        if v.now.paid == sum(p.alive for p in v.players.values()):
            v.now.threat = None


def revive(v: Knowledge, seat: Seat) -> None:
    """The Star brings somebody back from the dead, who acts from the next turn (AM-C17)."""
    p = v.players[seat]
    p.place, p.court, p.out = Place.AMBER, True, True
    v.removed.remove(p.card)
    if seat not in v.initiative:
        v.initiative += (seat,)


CHAPTERS: tuple[tuple[ModuleType, Change], ...] = (
    (ev.table, of_table), (ev.combat, of_combat), (ev.cards, of_cards), (ev.shadow, of_shadow), (ev.powers, of_powers),
)  # fmt: skip

IDLE = (
    ev.DiceRolled, ev.Clashed, ev.Beaten, ev.SpoilsChosen, ev.CardsPassedOver, ev.NothingHanded, ev.ChaosLaid,
)  # fmt: skip
"""What is told often and changes nothing."""

CHANGES: Mapping[type, Change] = {
    **dict.fromkeys(CORRECTIONS, corrected), OptionChanged: of_table, GameEnded: of_table,
    **{kind: change for events, change in CHAPTERS for kind in defined(Event, events) if kind not in IDLE},
}  # fmt: skip
"""What changes a view when an event is told."""
