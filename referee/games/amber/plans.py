"""What a desk answers outside combats: windows, Court cards, Shadow, the Throne, attacks on Amber."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.author import Answer, Ask, Order, Seat
from referee.engine.table import Desk as Answering
from referee.games.amber import asks, battle, conditions, deck, verbs
from referee.games.amber.desk import Answers, Desk, Lapses, by_default, by_line, from_order, option
from referee.games.amber.moves import Act, CourtUse, Moment, Play, Use, Window
from referee.games.amber.picking import Running, guard, laid, withheld
from referee.games.amber.windows import ANY_CARD
from referee.games.amber.words import ANY, How
from referee.games.cards import Card

# Windows.


def free_play(d: Desk, ask: asks.FreePlay) -> Answer[Play | None]:
    """DP17, DP26, DP27, DP38: the lines for this window, in the order written; what is impossible lapses (AM-10.9).

    A line whose condition does not hold when its turn comes is passed. After each victory all are read.
    """
    lapsed: Lapses = []
    for line in d.onward(ask.window, *verbs.FREE_PLAYS, verbs.ProtectPlayer):
        acts = acts_of(d, line, ask.window)
        if acts is None:
            continue
        d.use(line)
        found = next((play for play in acts if play in ask.choices), None)
        if found is None:
            if line.number not in d.freeing:
                lapsed.append((line.number, no_play(d, line, acts)))
            continue
        if isinstance(line, verbs.Release) and line.player == ANY:
            del d.used[line.number]
            d.freeing.add(line.number)
        if isinstance(line, verbs.MagicianTake) and line.card is not None:
            d.wished = from_order(line.card.code, line)
        if ask.window is not Window.VICTORY:
            d.reached[ask.window] = line.number
        return from_order(Play(found.act, found.target, found.card, line.number), line, lapsed)
    return by_default(None, lapsed)


ACTS: dict[type[Order], Act] = {
    verbs.PlayCard: Act.PLAY, verbs.ProtectPlayer: Act.PLAY, verbs.MagicianTake: Act.TAKE,
    verbs.MagicianThrone: Act.THRONE, verbs.MagicianFree: Act.FREE, verbs.StarRevive: Act.REVIVE,
    verbs.Release: Act.RELEASE, verbs.GiveCards: Act.GIVE,
}  # fmt: skip


def acts_of(d: Desk, line: Order, window: Window) -> Sequence[Play] | None:
    """List what a line may mean in this window, or None if it is not for it; ANY may be anybody."""
    if window_of(d, line) is not window:
        return None
    card = line.card if isinstance(line, verbs.PlayCard | verbs.GiveCards) else None
    card = deck.PROTECTION if isinstance(line, verbs.ProtectPlayer) else card
    seats = targets(d, getattr(line, "player", d.seat))
    if isinstance(line, verbs.PlayCard) and line.player == ANY and card is not deck.WISH:
        seats.remove(d.seat)
    return [Play(ACTS[type(line)], seat, card) for seat in seats]


def window_of(d: Desk, line: Order) -> Window | None:
    """Say in which window a line is for.

    With special_timing=combat the Wish is played after a victory, whatever window is named (R-38).
    """
    options = d.look().options
    match line:
        case verbs.PlayCard(card=card) if card is deck.WISH and options.special_timing == "combat":
            return Window.VICTORY
        case verbs.ProtectPlayer() if options.ace_of_wands != "standing":
            return None
        case _:
            return getattr(line, "when", Window.FIRST)


def targets(d: Desk, player: Seat) -> list[Seat]:
    """List the players that a word may mean now."""
    v = d.look()
    return list(v.players) if player == ANY else [seat for seat in (conditions.meant(v, player),) if seat is not None]


def no_play(d: Desk, line: Order, acts: Sequence[Play]) -> str:
    """Say why nothing of this could be played, as far as its player knows."""
    if not acts:
        return "nobody was on the Throne."
    v, needed = d.look(), verbs.power(line) or acts[0].card
    if needed is not None and needed not in v.stock and needed not in v.me.kept:
        return "you did not hold that card then."
    return "it could not be played so then."


def name_card(d: Desk, ask: asks.NameCard) -> Answer[str]:
    """DP26: the card named with MAGICIAN TAKE, else whatever the victim picks."""
    wished, d.wished = d.wished, None
    return wished if wished is not None and wished.value in ask.choices else by_default(ANY_CARD)


# The Throne, Shadow and Court cards.


STANDING: dict[type[Ask[bool]], type[verbs.ThroneDraw | verbs.UseHermit | verbs.UseWorld]] = {
    asks.DrawToThrone: verbs.ThroneDraw, asks.DeclareHermit: verbs.UseHermit, asks.ReplaceRuler: verbs.UseWorld,
}  # fmt: skip


def yes_or_no(d: Desk, ask: asks.DrawToThrone | asks.DeclareHermit | asks.ReplaceRuler) -> Answer[bool]:
    """DP16, DP25, DP29: THRONE DRAW, HERMIT and WORLD are standing choices, YES if nothing is said (O17)."""
    line = d.one_of(STANDING[type(ask)])
    return from_order(line.choice == "YES", line) if line is not None else by_default(True)


def take_exit_card(d: Desk, ask: asks.TakeExitCard) -> Answer[bool]:
    """DP23: the card is taken, unless the order was RETURN WITHOUT CARD."""
    declined = isinstance(d.chosen, verbs.Return) and d.chosen.without_card
    return by_line(d.chosen if declined else None, False, True)


def court_drawn(d: Desk, ask: asks.CourtDrawn) -> Answer[Use]:
    """DP18: the first ON COURT line that fits and can be carried out; without one the card is kept (AM-5.12)."""
    lapsed: Lapses = []
    for line in d.of(verbs.OnCourt):
        if line.whose != ANY and conditions.trump(d.look(), line.whose) is not ask.card:
            continue
        if line.reaction not in ask.choices:
            lapsed.append((line.number, f"{ask.owner} was out of reach."))
        elif line.reaction is not Use.ATTACK or battle.opens(d, Running(line.plan, line.number), lapsed):
            return from_order(line.reaction, line, lapsed)
    return by_default(Use.KEEP, lapsed)


def use_court(d: Desk, ask: asks.UseCourt) -> Answer[CourtUse | None]:
    """DP19, DP22: the lines for Court cards, in the order written; what is impossible lapses (B13).

    A line whose condition does not hold when its turn comes is passed.
    """
    lapsed: Lapses = []
    for line in d.onward(asks.UseCourt, *verbs.COURT_USES):
        assert isinstance(line, verbs.COURT_USES)
        d.use(line)
        card = conditions.trump(d.look(), line.whose)
        found = CourtUse(verbs.USES[type(line)], card, line.number) if card is not None else None
        if found is None or found not in ask.choices or not attacks_owner(d, line, card):
            lapsed.append((line.number, no_use(d, line, card)))
            continue
        if isinstance(line, verbs.GiveBackAttack) and not battle.opens(d, Running(line.plan, line.number), lapsed):
            continue
        d.reached[asks.UseCourt] = line.number
        return from_order(found, line, lapsed)
    return by_default(None, lapsed)


def attacks_owner(d: Desk, line: Order, card: Card | None) -> bool:
    """With a Court card one attacks its owner, by whatever name that owner stands in the line twice (AM-5.6)."""
    if not isinstance(line, verbs.GiveBackAttack) or line.player is None:
        return True
    v = d.look()
    seat = conditions.meant(v, line.player)
    return seat in v.players and v.players[seat].card is card


def no_use(d: Desk, line: Order, card: Card | None) -> str:
    """Say why a Court card was not used, as far as its holder knows."""
    if card is None:
        return "no player was on the Throne."
    if card not in d.look().courts:
        return "you did not hold that Court card."
    return "it could not be used so then." if attacks_owner(d, line, card) else "that card was not the one's you named."


def cut(d: Desk, ask: asks.Cut) -> Answer[int]:
    """DP35: CUT n, counted round the deck; without a number the referee's dice (R-65)."""
    line = d.one_of(verbs.CutDeck)
    return by_default(ask.dice) if line is None or line.n is None else from_order(line.n % len(ask.choices), line)


# Attacks on Amber.


def guard_amber(d: Desk, ask: asks.GuardAmber | asks.HoldAmber) -> Answer[Card | None]:
    """DP31, DP32, DP33: DEFEND AMBER against this attack, else the bare lines, else all ordinary cards (O18, 4.4).

    Lines of a kind are tried in order; whom none of them helps holds back, unless compelled to lay what there is, and
    kept cards too. The last chance is a Ten of Swords (AM-12.6).
    """
    cards = battle.real(ask.choices)
    if isinstance(ask, asks.HoldAmber) and ask.last:
        return last_stand(d, cards)
    may_hold_back = None in ask.choices
    lapsed: Lapses = []
    kept = d.kept()
    for line in amber_lines(d, ask.threat, compelled=not may_hold_back):
        for entry in line.list:
            if entry.how is How.NOTHING and may_hold_back:
                return from_order(None, line, lapsed)
            if entry.how is How.NOTHING:
                break
            card = guard(entry, cards, ask.laid, kept)
            if card is None and not may_hold_back:
                card = guard(entry, cards, ask.laid, ())
            if card is not None:
                return from_order(card, line, lapsed)
        lapsed.append((line.number, f"against {ask.laid} none of its cards would do."))
    if lapsed and may_hold_back:
        return by_default(None, lapsed)
    own = [c for c in cards if c in deck.ORDINARY]
    free = deck.cheapest(c for c in own if c not in kept)
    return by_default(free if may_hold_back or free else min(own, key=deck.cheap, default=None), lapsed)


def last_stand(d: Desk, cards: Sequence[Card]) -> Answer[Card | None]:
    """The Ten of Swords is laid before Amber falls, unless a KEEP line withholds it (DP33)."""
    if not cards:
        return by_default(None)
    for line in d.of(verbs.Keep):
        if deck.DEATH in withheld(line.list, cards):
            return from_order(None, line)
    return by_default(cards[0])


def amber_lines(d: Desk, threat: Card, *, compelled: bool) -> list[verbs.DefendAmber]:
    """List the DEFEND AMBER lines for an attack: those that name it, else the bare ones; one compelled tries both."""
    lines = d.of(verbs.DefendAmber)
    named_one = [line for line in lines if threat in line.threats]
    bare = [line for line in lines if not line.threats]
    return [*named_one, *bare] if compelled else named_one or bare


def stop_siege(d: Desk, ask: asks.CancelSiege | asks.Repel) -> Answer[bool]:
    """DP26, DP27: by order at once; as the last resort by itself, for one who would die or lose the game."""
    star = isinstance(ask, asks.CancelSiege)
    kind: type[verbs.StarCancel | verbs.MagicianRepel] = verbs.StarCancel if star else verbs.MagicianRepel
    line = d.first(kind, lambda one: not one.threats or ask.threat in one.threats)
    needed = ask.moment is Moment.LAST and ask.doomed and (deck.STAR if star else deck.MAGICIAN) not in d.kept()
    return by_line(line, True, needed)


def lay_chaos(d: Desk, ask: asks.LayChaos, listed: Callable[..., Iterator[Card]] = laid) -> Answer[Card]:
    """DP34: the first card of the list that Chaos still has, else the one drawn first."""
    for line in d.of(verbs.ChaosLay):
        for card in listed(line.list, ask.choices):
            return from_order(card, line)
    return by_default(ask.choices[0])


ANSWERS: Answers = {
    asks.ChooseOption: option, asks.FreePlay: free_play, asks.NameCard: name_card, asks.DrawToThrone: yes_or_no,
    asks.ChooseRival: battle.choose_rival, asks.LayBlind: battle.lay_blind, asks.OpenAttack: battle.open_attack,
    asks.GoOn: battle.go_on, asks.Reply: battle.answer_attack, asks.ReplyAlone: battle.answer_attack,
    asks.AcceptHelp: battle.accept_help, asks.OfferHelp: battle.offer_help, asks.NameVassal: battle.name_vassal,
    asks.Protect: battle.protect, asks.SaveLife: battle.save_life, asks.Negate: battle.negate,
    asks.AlterResult: battle.alter_result, asks.ChooseSpoils: battle.choose_spoils, asks.GiveCard: battle.give_card,
    asks.TakeExitCard: take_exit_card, asks.DeclareHermit: yes_or_no, asks.CourtDrawn: court_drawn,
    asks.UseCourt: use_court, asks.ReplaceRuler: yes_or_no,
    asks.RefuseRansom: lambda d, _: by_line(d.first(verbs.RefuseTheRansom), True, False),
    asks.GuardAmber: guard_amber, asks.HoldAmber: guard_amber, asks.CancelSiege: stop_siege, asks.Repel: stop_siege,
    asks.LayChaos: lay_chaos, asks.Cut: cut,
}  # fmt: skip
"""How each kind of ask is answered."""


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], Any], answers: Answers = ANSWERS) -> Answering:
    """Make the answers of one seat out of its orders in force and its view."""
    mine = Desk(seat, orders, look)
    return lambda ask: answers[type(ask)](mine, ask)
