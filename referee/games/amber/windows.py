"""AM-10.8: the four windows, in which special cards, the Magician and the Star are played besides the options."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.author import PUBLIC, Seat
from referee.games.amber import asks, deck
from referee.games.amber import events as ev
from referee.games.amber.chaos import crown
from referee.games.amber.draws import clear_table, use_up
from referee.games.amber.moves import Act, Due, Play, Window
from referee.games.amber.results import hand_over, picked
from referee.games.amber.specials import lay_ace, play_magician, play_special
from referee.games.amber.state import CHAOS, Amber, Place, Player
from referee.games.amber.throne import bring, claimants, release

ANY_CARD = "ANY"
CODES = (ANY_CARD, *(card.code for card in deck.SUIT_CARDS))


def window(t: Amber, when: Window) -> None:
    """In initiative order each able player makes all own plays, in the order they like (AM-10.9)."""
    for p in t.state.in_order():
        while played(t, p, when):
            pass


def played(t: Amber, p: Player, when: Window) -> bool:
    """One more play of an able player; returns whether there was one."""
    if not t.state.able(p.seat) or t.state.stopped:
        return False
    play = t.ask(asks.FreePlay(p.seat, (None, *plays(t, p, when)), when))
    if play is None:
        return False
    carry_out(t, p, play)
    clear_table(t)
    return True


def plays(t: Amber, p: Player, when: Window) -> Iterator[Play]:
    """List what an able player may play now (AM-10.8, R-40, AM-C1, AM-C17, AM-9.14)."""
    if t.state.options.special_timing == "free" or when is Window.VICTORY:
        yield from special_plays(t, p, when)
    if when is Window.VICTORY:
        return
    if t.state.options.ace_of_wands == "standing" and deck.PROTECTION in t.state.stock(p.seat):
        yield from (Play(Act.PLAY, q.seat, deck.PROTECTION) for q in t.state.living())
    if deck.MAGICIAN in p.kept:
        yield from wishes(t, p)
    if deck.STAR in p.kept:
        yield from (Play(Act.REVIVE, q.seat) for q in t.state.players.values() if not q.alive)
    if when is Window.FIRST:
        yield from (Play(Act.RELEASE, q.seat) for q in t.state.living() if q.lord == p.seat)
        yield from gifts(t, p)


def special_plays(t: Amber, p: Player, when: Window) -> Iterator[Play]:
    """The Wish, Betrayal and Defeat on any living player anywhere; after a victory the Wish alone (AM-10.8, R-38)."""
    stock = t.state.stock(p.seat)
    for card in deck.FREE if when is not Window.VICTORY else (deck.WISH,):
        if card in stock and not (card is deck.WISH and throne_barred(t)):
            chaos = [CHAOS] if card is deck.DEFEAT and t.state.enthroned else []
            yield from (Play(Act.PLAY, seat, card) for seat in (*(q.seat for q in t.state.living()), *chaos))


def throne_barred(t: Amber) -> bool:
    """With wish_in_civil_war=no neither Wish nor Magician takes the Throne in a turn of Civil War (R-41)."""
    s = t.state
    return not s.options.wish_in_civil_war and (s.war or len(claimants(s)) > 1)


def wishes(t: Amber, p: Player) -> Iterator[Play]:
    """What the Magician may grant outside a combat: a card of one who has any, the Throne, freedom (AM-C1, R-45)."""
    others = [q for q in t.state.living() if q.seat != p.seat and t.state.stock(q.seat)]
    yield from (Play(Act.TAKE, q.seat) for q in others)
    if t.state.options.magician_menu != "wide":
        return
    if t.state.ruler != p.seat and not throne_barred(t):
        yield Play(Act.THRONE, p.seat)
    yield from (Play(Act.FREE, q.seat) for q in t.state.living() if q.place is Place.SHADOW)


def gifts(t: Amber, p: Player) -> Iterator[Play]:
    """With gifts=on Shadow cards may be given away at the beginning of a turn (R-67)."""
    if t.state.options.gifts:
        others = [q.seat for q in t.state.living() if q.seat != p.seat]
        yield from (Play(Act.GIVE, seat, card) for card in [*p.down, *p.up] for seat in others)


def carry_out(t: Amber, p: Player, play: Play) -> None:
    """Carry out one free play."""
    target = play.target
    match play.act:
        case Act.PLAY if play.card is deck.WISH:
            play_special(t, p.seat, deck.WISH, target)
            crown(t, target, ev.Claim.WISH)
        case Act.PLAY if play.card is deck.PROTECTION:
            lay_ace(t, p.seat, target)
        case Act.PLAY if play.card is not None:
            play_special(t, p.seat, play.card, target)
        case Act.TAKE:
            take_by_magic(t, p, target)
        case Act.THRONE:
            play_magician(t, p, "THRONE")
            crown(t, p.seat, ev.Claim.MAGICIAN)
        case Act.FREE:
            play_magician(t, p, "FREE", target)
            bring(t, t.state.players[target], ev.Way.MAGICIAN)
        case Act.REVIVE:
            revive(t, p, t.state.players[target])
        case Act.RELEASE:
            release(t, t.state.players[target])
        case Act.GIVE if play.card is not None:
            hand_over(t, p.seat, target, [play.card], ev.Hand.GIFT)


def take_by_magic(t: Amber, p: Player, victim: Seat) -> None:
    """The Magician takes the named Shadow card, or one of the victim's choice if it is not there (AM-C1, R-45)."""
    named = t.ask(asks.NameCard(p.seat, CODES, victim))
    play_magician(t, p, "TAKE", victim)
    found = [card for card in t.state.stock(victim) if card.code == named]
    hand_over(t, victim, p.seat, found or picked(t, victim, 1, Due.TRIBUTE), ev.Hand.MAGICIAN)


def revive(t: Amber, p: Player, dead: Player) -> None:
    """The Star brings a dead player back with the Court card alone, who acts from the next turn (AM-C17, R-62)."""
    use_up(t, p.kept, deck.STAR)
    t.state.removed.remove(dead.card)
    dead.court.append(dead.card)
    dead.place, dead.out = Place.AMBER, True
    if dead.seat not in t.state.initiative:
        t.state.initiative += (dead.seat,)
    t.tell(ev.StarPlayed(seat=p.seat, revived=dead.seat, to=PUBLIC))


def after_victory(t: Amber, winner: Seat) -> None:
    """With special_timing=combat the Wish may be played by one who has just won a combat (R-38)."""
    if t.state.options.special_timing == "combat" and winner != CHAOS:
        played(t, t.state.players[winner], Window.VICTORY)
