"""How each kind of event changes what a seat knows that was told it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.events import GameEnded
from referee.games.amber import events as ev
from referee.games.amber.deck import HERMIT, MAGICIAN, ORDINARY, STAR, SUN
from referee.games.amber.events.cards import Loss
from referee.games.amber.knowledge import Figure, Knowledge, Scene, add, gained, leave, stays, unhand
from referee.games.amber.moves import TurnOption
from referee.games.amber.state import CHAOS, Place, owed
from referee.games.cards import Card

Change = Callable[[Knowledge, Any], None]


# Set-up and turns.


def _character_taken(v: Knowledge, e: ev.CharacterTaken) -> None:
    v.players[e.seat] = Figure(e.card)


def _hand_dealt(v: Knowledge, e: ev.HandDealt | ev.CardsDrawn) -> None:
    gained(v, e.seat, e.cards)


def _unseen(v: Knowledge, e: ev.HandDealtUnseen | ev.CardsDrawnUnseen) -> None:
    v.players[e.seat].hidden += e.count


def _opened(v: Knowledge, e: ev.CardDealtOpen | ev.CardDrawnOpen) -> None:
    add(v.players[e.seat].up, (e.card,))


def _piles_counted(v: Knowledge, e: ev.PilesCounted) -> None:
    v.deck, v.chaos, v.encounter, v.discards = e.deck, e.chaos, e.encounter, e.discards


def _discards_returned(v: Knowledge, e: ev.DiscardsReturned) -> None:
    v.deck += e.count
    v.discards -= e.count


def _turn_began(v: Knowledge, e: ev.TurnBegan) -> None:
    v.turn, v.initiative, v.now = e.turn, e.initiative, Scene()
    for p in v.players.values():
        if p.idle < e.turn:
            p.idle_from = p.idle = 0


def _turn_ended(v: Knowledge, e: ev.TurnEnded) -> None:
    v.turn, v.now = e.turn + 1, Scene()
    for p in v.players.values():
        p.out = False


def _option_revealed(v: Knowledge, e: ev.OptionRevealed) -> None:
    v.now.options[e.seat] = TurnOption(e.option, e.target)


# The Throne.


def _throne_taken(v: Knowledge, e: ev.ThroneTaken) -> None:
    v.ruler, v.taken = e.seat, v.turn


def _throne_lost(v: Knowledge, e: ev.ThroneLost) -> None:
    v.ruler, v.taken = None, 0
    for card in e.cards:
        v.throne.remove(card)


def _throne_card_turned(v: Knowledge, e: ev.ThroneCardTurned) -> None:
    v.siege = False
    stays(v.players[e.seat], e.card)


def _throne_cards_drawn(v: Knowledge, e: ev.ThroneCardsDrawn) -> None:
    add(v.throne, e.cards)


def _chaos_enthroned(v: Knowledge, e: ev.ChaosEnthroned) -> None:
    v.enthroned, v.taken = e.card, v.turn
    add(v.throne, e.cards)


def _chaos_dethroned(v: Knowledge, e: ev.ChaosDethroned) -> None:
    v.enthroned, v.taken = None, 0
    for card in e.cards:
        v.throne.remove(card)


def _war_began(v: Knowledge, e: ev.WarBegan) -> None:
    v.now.claimants = e.claimants


# Combat.


def _combat_began(v: Knowledge, e: ev.CombatBegan) -> None:
    v.now.attacker, v.now.defender, v.now.round = e.attacker, e.defender, 0
    v.now.attack = v.now.reply = None
    if e.defender != CHAOS:
        v.players[e.attacker].attacked = True


def _card_led(v: Knowledge, e: ev.CardLed) -> None:
    leave(v, e.seat, e.card)
    v.now.round, v.now.attack = e.round, e.card
    v.now.led += 1


def _card_replied(v: Knowledge, e: ev.CardReplied) -> None:
    leave(v, e.seat, e.card)
    v.now.reply = e.card


def _cards_laid_blind(v: Knowledge, e: ev.CardsLaidBlind) -> None:
    v.now.round += 1
    v.now.attack, v.now.reply = e.attack, e.reply
    for seat, card in ((e.attacker, e.attack), (e.defender, e.reply)):
        if card is not None and card in ORDINARY:
            leave(v, seat, card)


def _combat_ended(v: Knowledge, e: ev.CombatEnded) -> None:
    v.now.attacker = v.now.defender = v.now.attack = v.now.reply = None
    v.now.round = 0


def _banished(v: Knowledge, e: ev.Banished) -> None:
    p = v.players[e.seat]
    p.place, p.banished, p.out, p.lovers = Place.SHADOW, e.until, True, False


def _all_banished(v: Knowledge, e: ev.AllBanished) -> None:
    for seat in (*e.sent, *e.stay, *e.longer):
        p = v.players[seat]
        p.place, p.banished, p.out, p.lovers = Place.SHADOW, max(p.banished, e.until), True, False


def _became_vassal(v: Knowledge, e: ev.BecameVassal) -> None:
    v.players[e.vassal].lord = e.lord


def _bond_ended(v: Knowledge, e: ev.BondEnded) -> None:
    v.players[e.vassal].lord = None


# Cards that change hands.


def _cards_handed(v: Knowledge, e: ev.CardsHanded) -> None:
    for card in e.cards:
        leave(v, e.giver, card)
    if e.taker == v.seat:
        gained(v, e.taker, e.cards)
    else:
        v.players[e.taker].hidden += len(e.cards)


def _cards_handed_unseen(v: Knowledge, e: ev.CardsHandedUnseen) -> None:
    for card in e.opened:
        leave(v, e.giver, card)
    if e.hidden:
        v.players[e.giver].hidden -= e.hidden
    if e.taker == CHAOS:
        add(v.throne, e.opened)
    else:
        v.players[e.taker].hidden += e.hidden + len(e.opened)


def _cards_discarded(v: Knowledge, e: ev.CardsDiscarded) -> None:
    for card in e.cards:
        leave(v, e.seat, card)
    _paid(v, e.why)


def _cards_discarded_unseen(v: Knowledge, e: ev.CardsDiscardedUnseen) -> None:
    for card in e.opened:
        leave(v, e.seat, card)
    if e.hidden:
        v.players[e.seat].hidden -= e.hidden
    _paid(v, e.why)


def _paid(v: Knowledge, why: Loss) -> None:
    """The Chariot is gone again when all have paid her; those who cannot are named after the others (AM-C7)."""
    if why is Loss.CHARIOT:
        v.now.paid += 1
        if v.now.paid == sum(p.alive for p in v.players.values()):
            v.now.threat = None


def _nothing_lost(v: Knowledge, e: ev.NothingLost) -> None:
    if e.why is Loss.CHARIOT:
        v.now.threat = None


def _decks_merged(v: Knowledge, e: ev.DecksMerged) -> None:
    v.merged, v.deck = True, e.count
    v.chaos = v.encounter = v.discards = 0


# Shadow.


def _left_for_shadow(v: Knowledge, e: ev.LeftForShadow) -> None:
    v.players[e.seat].place, v.players[e.seat].court = Place.SHADOW, False


def _card_taken(v: Knowledge, e: ev.CardTaken) -> None:
    add(v.concealed if e.card.court else v.down, (e.card,))
    v.players[e.seat].hidden += 1


def _card_taken_unseen(v: Knowledge, e: ev.CardTakenUnseen) -> None:
    v.players[e.seat].hidden += 1


def _court_regained(v: Knowledge, e: ev.CourtRegained) -> None:
    v.players[e.seat].court = True


def _returned(v: Knowledge, e: ev.Returned) -> None:
    p = v.players[e.seat]
    if p.banished:
        p.banished, p.back_since = 0, v.turn
    p.place, p.prison, p.lovers = Place.AMBER, False, False


def _chaos_met(v: Knowledge, e: ev.ChaosMet) -> None:
    stays(v.players[e.seat], e.card)


def _court_given_back(v: Knowledge, e: ev.CourtGivenBack) -> None:
    unhand(v, e.holder, e.card)
    v.players[e.owner].court = True


def _ransom_failed(v: Knowledge, e: ev.RansomFailed) -> None:
    unhand(v, e.holder, e.card)
    add(v.players[e.holder].exposed, (e.card,))


def _cards_opened(v: Knowledge, e: ev.CardsOpened) -> None:
    for card in e.cards:
        leave(v, e.seat, card)
    add(v.players[e.seat].up, e.cards)


def _ally_gained(v: Knowledge, e: ev.AllyGained) -> None:
    unhand(v, e.seat, e.card)
    add(v.players[e.seat].allies, (e.card,))


def _ally_lost(v: Knowledge, e: ev.AllyLost) -> None:
    v.players[e.seat].allies.remove(e.card)
    add(v.removed, (e.card,))


def _hermit_declared(v: Knowledge, e: ev.HermitDeclared) -> None:
    v.players[e.seat].kept.remove(HERMIT)
    add(v.players[e.seat].lasting, (HERMIT,))


def _kept_card_lost(v: Knowledge, e: ev.KeptCardLost) -> None:
    p = v.players[e.seat]
    (p.kept if e.card in p.kept else p.lasting).remove(e.card)


def _loses_turns(v: Knowledge, e: ev.LosesTurns) -> None:
    p = v.players[e.seat]
    p.idle_from, p.idle, p.lovers = e.first, e.until, e.lovers


def _imprisoned(v: Knowledge, e: ev.Imprisoned) -> None:
    p = v.players[e.seat]
    p.place, p.prison, p.out, p.court = Place.SHADOW, True, True, False
    p.banished = owed(v.turn, p.banished, p.back_since)


def _silenced(v: Knowledge, e: ev.Silenced) -> None:
    v.players[e.seat].out = True


# Powers.


def _played(v: Knowledge, e: ev.SpecialPlayed | ev.AcePlayed | ev.TurnedBack) -> None:
    leave(v, e.seat, e.card)


def _ace_laid(v: Knowledge, e: ev.AceLaid) -> None:
    leave(v, e.seat, e.card)
    add(v.players[e.protected].lasting, (e.card,))


def _ace_spent(v: Knowledge, e: ev.AceSpent) -> None:
    v.players[e.seat].lasting.remove(e.card)


def _died(v: Knowledge, e: ev.Died) -> None:
    p = v.players[e.seat]
    add(v.removed, (p.card, *p.allies))
    p.bury()
    if e.seat == v.seat:
        v.down.clear()
        v.concealed.clear()


def _court_removed(v: Knowledge, e: ev.CourtRemoved) -> None:
    unhand(v, e.holder, e.card)


def _used(card: Card) -> Change:
    """Make the change of a kept card that is used."""
    return lambda v, e: v.players[e.seat].kept.remove(card)


def _star_played(v: Knowledge, e: ev.StarPlayed) -> None:
    v.players[e.seat].kept.remove(STAR)
    if e.revived is None:
        return
    p = v.players[e.revived]
    p.place, p.court, p.out = Place.AMBER, True, True
    v.removed.remove(p.card)
    if e.revived not in v.initiative:
        v.initiative += (e.revived,)


def _amber_attacked(v: Knowledge, e: ev.AmberAttacked) -> None:
    v.now.threat, v.now.paid = e.threat, 0


def _attack_over(v: Knowledge, e: ev.AmberFell | ev.AmberHeld | ev.SiegeCancelled) -> None:
    v.now.threat = None


def _game_ended(v: Knowledge, e: GameEnded) -> None:
    v.over = e.reason


CHANGES: Mapping[type, Change] = {
    GameEnded: _game_ended,
    ev.CharacterTaken: _character_taken, ev.HandDealt: _hand_dealt, ev.HandDealtUnseen: _unseen,
    ev.CardDealtOpen: _opened, ev.PilesCounted: _piles_counted, ev.DiscardsReturned: _discards_returned,
    ev.TurnBegan: _turn_began, ev.OptionRevealed: _option_revealed, ev.TurnEnded: _turn_ended,
    ev.ThroneTaken: _throne_taken, ev.ThroneLost: _throne_lost, ev.ThroneCardTurned: _throne_card_turned,
    ev.ThroneCardsDrawn: _throne_cards_drawn, ev.ChaosEnthroned: _chaos_enthroned, ev.ChaosDethroned: _chaos_dethroned,
    ev.WarBegan: _war_began, ev.CombatBegan: _combat_began, ev.CardLed: _card_led, ev.CardReplied: _card_replied,
    ev.CardsLaidBlind: _cards_laid_blind, ev.CombatEnded: _combat_ended, ev.Banished: _banished,
    ev.AllBanished: _all_banished,
    ev.BecameVassal: _became_vassal, ev.BondEnded: _bond_ended, ev.CardsHanded: _cards_handed,
    ev.CardsHandedUnseen: _cards_handed_unseen, ev.CardsDiscarded: _cards_discarded,
    ev.CardsDiscardedUnseen: _cards_discarded_unseen, ev.NothingLost: _nothing_lost,
    ev.CardsDrawn: _hand_dealt, ev.CardsDrawnUnseen: _unseen,
    ev.CardDrawnOpen: _opened, ev.DecksMerged: _decks_merged, ev.LeftForShadow: _left_for_shadow,
    ev.CardTaken: _card_taken, ev.CardTakenUnseen: _card_taken_unseen, ev.CourtRegained: _court_regained,
    ev.Returned: _returned, ev.ChaosMet: _chaos_met, ev.CourtGivenBack: _court_given_back,
    ev.RansomFailed: _ransom_failed, ev.CardsOpened: _cards_opened, ev.AllyGained: _ally_gained,
    ev.AllyLost: _ally_lost,
    ev.HermitDeclared: _hermit_declared, ev.KeptCardLost: _kept_card_lost, ev.LosesTurns: _loses_turns,
    ev.Imprisoned: _imprisoned, ev.Silenced: _silenced, ev.SpecialPlayed: _played, ev.AcePlayed: _played,
    ev.AceLaid: _ace_laid, ev.AceSpent: _ace_spent, ev.Died: _died, ev.CourtRemoved: _court_removed,
    ev.MagicianPlayed: _used(MAGICIAN), ev.StarPlayed: _star_played, ev.SunPlayed: _used(SUN),
    ev.AmberAttacked: _amber_attacked, ev.AmberFell: _attack_over, ev.AmberHeld: _attack_over,
    ev.SiegeCancelled: _attack_over, ev.TurnedBack: _played,
}  # fmt: skip
