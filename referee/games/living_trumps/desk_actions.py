"""The answers that follow from the action lines of a Turn: Shadow, Substance, Tricks, and what belongs to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.games.cards import Card
from referee.games.living_trumps import asks
from referee.games.living_trumps import orders as od
from referee.games.living_trumps import policies as po
from referee.games.living_trumps.deck import RANKS, TRICK, height, held, ladder, ordered
from referee.games.living_trumps.defaults import spare
from referee.games.living_trumps.filed import KINDS, Orders, pick, put, strike
from referee.games.living_trumps.hindrances import hindrance
from referee.games.living_trumps.moves import OFFERABLE, SCHEME, SHAPESHIFT, Act, Four, Kind, Name, Place, Way, fit
from referee.games.living_trumps.view import View
from referee.games.living_trumps.words import Wording

Lapses = list[tuple[int, str]]
OTHER_KIND = "another kind of Shadow Action was already taken (LT-8.1)."
CONDITION = "its condition did not hold."


class Actions:
    """The action lines of one seat in one Turn, and how far they are carried out."""

    def __init__(self, seat: Seat, filed: Orders) -> None:
        self.seat = seat
        self.filed = filed
        self.finished: list[int] = []
        self.steps: dict[int, int] = {}
        self.kind: Kind | None = None
        self.doing: Order | None = None
        self.target: Answer[Act] | None = None
        self.trick: od.Declare | None = None
        self.trick_cards: list[Card] = []

    @property
    def seen(self) -> View:
        """What the seat knows now."""
        return self.filed.look()

    def answer(self, ask: Ask[Any]) -> Answer[Any] | None:
        """Answer what belongs to an action line; None leaves it to policies and defaults."""
        found = ANSWERS.get(type(ask))
        return found(self, ask) if found is not None else None

    def of_another(self, ask: asks.AcceptDeal) -> None:
        """It is another's Deal now, of which a line of one's own action says nothing."""
        self.doing = None

    def why(self, line: Order, used: Sequence[Card] = ()) -> str:
        """Say why a line could not be done, as far as its seat knows (LT-P7.3)."""
        place_too = any(policy.place for policy in self.filed.general(po.SpendPolicy))
        return hindrance(line, self.seen, used, place_too=place_too)

    # The Shadow Phase.

    def shadow(self, ask: asks.ShadowAct) -> Answer[Kind]:
        """Do the first line that can be done, then further ones of its kind (LT-P1.7)."""
        lapsed: Lapses = []
        for line, holds in self.filed.lines(*od.SHADOW_ORDERS):
            if line.number in self.finished:
                continue
            step = self.steps.get(line.number, 0)
            if holds and isinstance(line, od.PassShadow):
                return Answer(Kind.PASS, line.number, tuple(lapsed))
            at, act = self.next_act(line, step, ask.acts.get(KINDS[type(line)], ())) if holds else (step, None)
            if act is not None and self.kind in (None, act.kind):
                self.kind, self.doing, self.target = act.kind, line, Answer(act, line.number)
                self.steps[line.number] = at + 1
                return Answer(act.kind, line.number, tuple(lapsed))
            self.finished.append(line.number)
            if not step:
                other = self.kind is not None and self.kind is not KINDS[type(line)]
                lapsed.append((line.number, CONDITION if not holds else OTHER_KIND if other else self.why(line)))
        return Answer(Kind.PASS, Why.DEFAULT, tuple(lapsed))

    def next_act(self, line: Order, step: int, choices: Sequence[Act]) -> tuple[int, Act | None]:
        """Find the next step of a Shadow line that can be done; entries of a list that cannot are passed over."""
        listed = len(line.cards) if isinstance(line, od.TraceWith) else len(getattr(line, "old", ()))
        for at in range(step, step + 1 + listed):
            act = self.shadow_act(line, at, choices)
            if act is not None and act in choices:
                return at, act
        return step, None

    def shadow_act(self, line: Order, step: int, choices: Sequence[Act]) -> Act | None:
        """Turn a step of a Shadow line into an action, if it has one more."""
        match line:
            case od.ScryAt(spot=spot) if not step:  # BOTTOM counts from a deck's last card
                size = max((act.n for act in choices if act.zone is spot.zone), default=0)
                return Act(Kind.SCRY, spot.seat, size + 1 - spot.n if spot.bottom else spot.n, spot.zone)
            case od.Shift(n=n) if step < n and not self.enough(line):
                return SHAPESHIFT
            case od.TraceWith(cards=names) if step < len(names):
                card = pick([names[step]], [act.card for act in choices if act.card is not None])
                return Act(Kind.TRACE, card=card) if card is not None else None
            case od.TravelAmber(cards=names) if not step:
                return self.to_amber(names, choices)
            case od.TravelAbyss() if not step:
                return Act(Kind.TRAVEL, place=Place.ABYSS)
            case od.TravelKeep() if not step:
                return Act(Kind.TRAVEL, place=Place.KEEP)
            case od.SwitchFor(old=old, new=new) if step < min(len(old), len(new)):
                return self.switched(old[step], new[step], choices)
            case _:
                return None

    def enough(self, line: od.Shift) -> bool:
        """UNTIL HOLD n r stops a Shapeshift."""
        return line.until is not None and line.rank is not None and self.seen.holding(line.rank) >= line.until

    def to_amber(self, names: Sequence[Name], choices: Sequence[Act]) -> Act | None:
        """Find the Shadow that becomes the Amber card; without a wish the first."""
        ways = [act for act in choices if act.place is Place.AMBER]
        if not names:
            return next(iter(ways), None)
        cards = {self.card(act.slots[0]): act for act in ways}
        chosen = pick(names, [card for card in cards if card is not None])
        return cards[chosen] if chosen is not None else None

    def card(self, slot: int) -> Card | None:
        """Return the card in one of the own slots."""
        return self.seen.me.shadow(slot).card

    def switched(self, old: Name, new: Name, choices: Sequence[Act]) -> Act | None:
        """Find a Place card and another that fit, the lowest of each (LT-P7.1)."""
        found: list[tuple[Any, Act]] = []
        for act in choices:
            if act.kind is Kind.SWITCH:
                was, now = (self.card(slot) for slot in act.slots)
                if was is not None and now is not None and old.fits(was) and new.fits(now):
                    found.append(((ladder(was), ladder(now)), act))
        return min(found, key=lambda one: one[0])[1] if found else None

    def keep_card(self, ask: asks.KeepCard) -> Answer[int] | None:
        """Lay the Shadows that a TRAVEL KEEP line names."""
        line = self.doing
        if not isinstance(line, od.TravelKeep):
            return None
        cards = {self.card(slot): slot for slot in reversed(ask.choices)}
        left, _ = strike(line.cards, ask.earlier)
        chosen = pick(left, [card for card in cards if card is not None])
        return Answer(cards[chosen], line.number) if chosen is not None else None

    def shift_discard(self, ask: asks.ShiftDiscard) -> Answer[Card]:
        """Discard what DISCARD names, never what KEEP names unless there is nothing else (D3)."""
        line, flaw = self.doing, self.seen.me.rank
        if not isinstance(line, od.Shift):
            return Answer(spare(ask.choices, ask.choices, flaw), Why.DEFAULT)
        free = [card for card in ask.choices if not fit(line.keep, [card])]
        own = self.steps[line.number] - 1
        left, _ = strike(line.drop, ask.earlier[len(ask.earlier) - own :])
        chosen = pick(left, free)
        if chosen is not None:
            return Answer(chosen, line.number)
        natural = [card for card in free if not card.joker]
        because = line.number if line.keep else Why.DEFAULT
        return Answer(spare(natural or free or ask.choices, ask.choices, flaw), because)

    # The Substance Phase.

    def substance(self, ask: asks.SubstanceAct) -> Answer[Kind]:
        """Do the first line of the list that is legal and payable (LT-P1.7, LT-P7.3)."""
        lapsed: Lapses = []
        self.target = None
        for line, holds in self.filed.lines(*od.SUBSTANCE_ORDERS):
            meant = self.rides(line) if isinstance(line, od.Ride) else [MEANT[type(line)](line)]
            act = next((act for act in meant if act in ask.acts.get(act.kind, ())), None) if holds else None
            if act is not None:
                self.doing, self.target = line, Answer(act, line.number)
                return Answer(act.kind, line.number, tuple(lapsed))
            lapsed.append((line.number, self.why(line) if holds else CONDITION))
        return Answer(Kind.SCHEME, Why.DEFAULT, tuple(lapsed))

    def rides(self, line: od.Ride) -> Iterator[Act]:
        """Find the Shadow that a HELLRIDE line means."""
        sheet = self.seen.sheets.get(line.target)
        if sheet is None:
            return
        n = 2 if line.way == "DUEL" else 1
        down = [lying for lying in sheet.shadows if lying.down]
        name = line.prize.name
        if name is not None:
            known = {lying.card: lying for lying in reversed(sheet.shadows) if lying.card is not None}
            fitting = ordered(card for card in known if name.fits(card))
            for card in sorted(fitting, key=lambda card: not known[card].known):  # what was only scried comes last
                yield Act(Kind.HELLRIDE, line.target, n, slots=(known[card].slot,))
        elif line.prize.keep and sheet.where is Place.KEEP:
            slots = [lying.slot for lying in down]
            meant = [slot for slot in slots if slot == line.prize.keep] or slots[line.prize.keep - 1 :][:1]
            yield from (Act(Kind.HELLRIDE, line.target, n, slots=(slot,)) for slot in meant)
        elif sheet.where is Place.AMBER:
            yield from (Act(Kind.HELLRIDE, line.target, n, slots=(lying.slot,)) for lying in down)

    def partner(self, ask: asks.Partner) -> Answer[Seat | None] | None:
        """The first partner of a SHADOWSHIFT line, or the second (LT-9.5)."""
        line = self.doing
        if not isinstance(line, od.ShiftShadow):
            return None
        wanted = line.second if ask.failed is not None else line.partner
        return Answer(wanted, line.number) if wanted is not None and wanted in ask.choices else None

    def wordings(self, partner: Seat, give: Name | None, get: Name | None) -> list[tuple[Wording, int]]:
        """List what one's lines say of a Deal on these terms; if none matches them, what all say (LT-P6.1)."""
        found = list(self.dealt(partner))
        return [one for one in found if one[0].meets(give, get)] or found

    def dealt(self, partner: Seat) -> Iterator[tuple[Wording, int]]:
        """List what one's lines say of a Deal with this player: the action's first, then DEAL lines."""
        match self.doing:
            case od.ShiftShadow(partner=first, second=second) as line:
                if first == partner:
                    yield line.terms, line.number
                if second == partner:
                    yield line.others, line.number
            case od.Ride(target=target) as line if target == partner:
                yield line.terms, line.number
        for deal in self.filed.dealing(partner):
            yield deal.terms, deal.number

    def propose(self, ask: asks.Propose) -> Answer[Name | None] | None:
        """Say what one's wording says; what it leaves open is None."""
        for terms, number in self.wordings(ask.partner, ask.said.give, ask.said.get):
            name = terms.give if ask.give else terms.get
            return Answer(name if name in OFFERABLE else None, number)
        return None

    def trump_ante(self, ask: asks.TrumpAnte) -> Answer[Card] | None:
        """Put down the first of PLAY that can be (LT-P6.3)."""
        for terms, number in self.wordings(ask.partner, ask.give, ask.get):
            for play in terms.plays:
                card = put(play, ask)
                if card is not None:
                    return Answer(card, number)
        return None

    def searching(self, ask: asks.Tendril | asks.ChooseShadow | asks.TakePair) -> Answer[Any] | None:
        """Go on as long, and choose, as the line of a search says (D26)."""
        line = self.doing
        match ask, line:
            case asks.Tendril(sent=sent), od.SendTendrils(n=n) | od.LivingTrump(n=n):
                return Answer(sent < n, line.number)
            case asks.ChooseShadow(), od.SendTendrils(wanted=wanted) | od.LivingTrump(wanted=wanted):
                card = pick(strike(wanted, ask.earlier)[0], ask.choices)
                return Answer(card, line.number) if card is not None else None
            case asks.TakePair(), od.PitDive(ranks=ranks, every=every) if ranks or every:
                wanted_ranks = ranks or sorted(RANKS, key=height, reverse=True)
                return Answer(next((rank for rank in wanted_ranks if rank in ask.choices), ""), line.number)
            case _:
                return None

    # The Tricks Phase.

    def declare(self, ask: asks.DeclareTrick) -> Answer[str]:
        """TRICK lines in their order, then every payable Power Trick unless TRICKS NONE (D29)."""
        lapsed: Lapses = []
        for line, holds in self.filed.lines(od.Declare):
            if line.number in self.finished or not isinstance(line, od.Declare):
                continue
            self.finished.append(line.number)
            if holds and line.rank in ask.choices:
                self.trick = line
                return Answer(line.rank, line.number, tuple(lapsed))
            lapsed.append((line.number, self.why(line, ask.used) if holds else CONDITION))
        self.trick = None
        policy = next(self.filed.general(po.TricksPolicy), None)
        if policy is not None and policy.what == "NONE":
            return Answer("", policy.number, tuple(lapsed))
        up = self.seen.me.open_ranks
        found = next((rank for rank in reversed(RANKS) if rank in ask.choices and rank in up), "")
        return Answer(found, policy.number if policy and found else Why.DEFAULT, tuple(lapsed))

    def of_trick(self, ask: Ask[Any]) -> Answer[Any] | None:
        """The cards of a Trick, its Shadow, the rank taken and what is given for it."""
        line = self.trick
        if isinstance(ask, asks.TrickCards):
            self.trick_cards = []
        if line is None:
            return None
        match ask:
            case asks.TrickCards() if line.cards:
                return self.four(ask, line)
            case asks.Consolidate(cards=cards, choices=choices) if line.shadow:
                chosen = pick(line.shadow, cards)
                return Answer(choices[1:][cards.index(chosen)] if chosen is not None else 0, line.number)
            case asks.TakeRank() if line.take_none:
                return Answer("", line.number)
            case asks.TakeRank(victim=victim) if line.take:
                known = self.seen.hands.get(victim)
                able = [rank for rank in line.take if known is None or held(known, rank)]
                return Answer((able or line.take)[0], line.number)
            case asks.TradeCard(choices=choices):
                order = [card for card in self.trick_cards if card in choices]
                return Answer(order[0], line.number) if order else None
            case _:
                return None

    def four(self, ask: asks.TrickCards, line: od.Declare) -> Answer[Four] | None:
        """Find the four cards that CARDS names, in that order."""
        there = ordered({card.index: card for four in ask.choices for card in four.cards}.values())
        wanted: list[Card] = []
        for name in line.cards:
            card = pick([name], [card for card in there if card not in wanted])
            if card is not None:
                wanted.append(card)
        self.trick_cards = wanted = wanted[:TRICK]
        best = max(ask.choices, key=lambda four: sum(card in wanted for card in four.cards))
        return Answer(best, line.number)


MEANT: Mapping[type[Order], Callable[[Any], Act]] = {
    od.SchemeNow: lambda line: SCHEME,
    od.ShiftShadow: lambda line: Act(Kind.SHADOWSHIFT, n=line.n),
    od.BrokenWalk: lambda line: Act(Kind.BROKEN, n=line.pile, rank=line.rank),
    od.Walk: lambda line: Act(Kind.PATTERN, rank=line.rank, way=Way(line.way)),
    od.CurseOn: lambda line: Act(Kind.CURSE, line.player),
    od.SendTendrils: lambda line: Act(Kind.LOGRUS, rank=line.card.rank, suit=line.card.suit),
    od.PitDive: lambda line: Act(Kind.DIVE),
    od.LivingTrump: lambda line: Act(Kind.LIVING, suit=line.suit),
}
"""What the lines of the Substance Phase mean, but for rides."""

ANSWERS: Mapping[type[Ask[Any]], Callable[[Actions, Any], Answer[Any] | None]] = {
    asks.ShadowAct: Actions.shadow, asks.KeepCard: Actions.keep_card, asks.ShiftDiscard: Actions.shift_discard,
    asks.SubstanceAct: Actions.substance, asks.AcceptDeal: Actions.of_another, asks.Partner: Actions.partner,
    asks.Propose: Actions.propose, asks.TrumpAnte: Actions.trump_ante, asks.DeclareTrick: Actions.declare,
    **dict.fromkeys((asks.ShadowTarget, asks.SubstanceTarget), lambda self, ask: self.target),
    **dict.fromkeys((asks.Tendril, asks.ChooseShadow, asks.TakePair), Actions.searching),
    **dict.fromkeys((asks.TrickCards, asks.Consolidate, asks.TakeRank, asks.TradeCard), Actions.of_trick),
}  # fmt: skip
