"""LT-1 to LT-4: set-up: courts, Identities, Shadows, Blood, Hands.

Purposes of chance here: ``trump deck``, ``shadow deck``, ``cuts/<seat>``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.orders import Order
from referee.engine.setup import Part, Setup, SignUp
from referee.engine.values import value
from referee.games.cards import Card
from referee.games.living_trumps import deck
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deck import rank_named, suit_named
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.options import COURT_OF, Options
from referee.games.living_trumps.policies import WishCourt
from referee.games.living_trumps.shadows import counts
from referee.games.living_trumps.state import Laid, Player, State, Trumps
from referee.games.living_trumps.turn import set_initiative

FIRST_BLOOD = 5
FACE_UP = {deck.Court.AMBER: 2, deck.Court.CHAOS: 3, deck.Court.SHADOW: 0}
START = {deck.Court.AMBER: Place.AMBER, deck.Court.CHAOS: Place.NONE, deck.Court.SHADOW: Place.KEEP}


@value
class Cast:
    """Who somebody is to be (LT-1.7, LT-2.1, LT-2.4)."""

    court: deck.Court
    rank: str
    forte: str


def christen(signups: Sequence[SignUp], options: Mapping[str, str]) -> tuple[Seat, ...]:
    """Name the seats: as each asks, or after the character they get if they asked for no name (LT-2.2)."""
    names = []
    for one, got in zip(signups, allotted(signups, options), strict=True):
        asked = "" if deck.character(one.name) or lines(one.wishes, "IDENTITY") else one.name.strip()
        names.append(Seat(asked or deck.CHARACTERS[got.court][got.rank]))
    return tuple(names)


def parts(signups: Sequence[SignUp], options: Mapping[str, str]) -> Sequence[Part]:
    """Say whom each plays, and whom they wished to (LT-2.2, LT-R2)."""
    found = []
    for one, got in zip(signups, allotted(signups, options), strict=True):
        wished = [deck.CHARACTERS[got.court][rank] for rank in ranks_wished(one, got.court)]
        found.append(Part(deck.CHARACTERS[got.court][got.rank], tuple(wished), tuple(map(str.strip, one.wishes))))
    return found


def lines(wishes: Sequence[str], verb: str) -> list[str]:
    """List the words of one's wishes with this verb, in their order."""
    found: list[str] = []
    for line in wishes:
        head, _, rest = line.strip().partition(" ")
        if head.upper() == verb:
            found += [word.strip() for word in rest.split(",") if word.strip()]
    return found


def allotted(players: Sequence[SignUp], options: Mapping[str, str]) -> list[Cast]:
    """Give each the first free wish in order of sign-up, the highest free rank to the others (LT-R2, D1)."""
    courts = courts_of(players, options)
    ranks: dict[int, str] = {}
    for place, one in enumerate(players):
        if free := [rank for rank in ranks_wished(one, courts[place]) if rank not in ranks.values()]:
            ranks[place] = free[0]
    left = [rank for rank in reversed(deck.RANKS) if rank not in ranks.values()]
    cast = []
    for place, one in enumerate(players):
        suits = [suit_named(word) for word in lines(one.wishes, "FORTE")]
        rank = ranks[place] if place in ranks else left.pop(0)
        cast.append(Cast(courts[place], rank, next((suit for suit in suits if suit), "S")))
    return cast


def ranks_wished(one: SignUp, court: deck.Court) -> list[str]:
    """List the ranks one wishes for: those of the IDENTITY lines, and last that of a name of this court."""
    known = deck.character(one.name)
    own = known[1] if known is not None and known[0] is court else ""
    return [rank for rank in [*(rank_named(word) for word in lines(one.wishes, "IDENTITY")), own] if rank]


def courts_of(players: Sequence[SignUp], options: Mapping[str, str]) -> list[deck.Court]:
    """The variant fixes all courts; in the War each chooses, else the least chosen is theirs (LT-1.7, LT-23.1)."""
    fixed = COURT_OF.get(options["variant"])
    if fixed is not None:
        return [fixed] * len(players)
    chosen: list[deck.Court | None] = []
    for one in players:
        said = next((word.lower() for word in lines(one.wishes, "COURT")), "")
        known = deck.character(one.name)
        chosen.append(deck.Court(said) if said in list(deck.Court) else known[0] if known else None)
    found: list[deck.Court] = []
    for court in chosen:
        taken = [one for one in [*found, *chosen[len(found) :]] if one is not None]
        found.append(court or min(deck.Court, key=lambda one: taken.count(one)))
    return found


def idle(options: Mapping[str, str]) -> Mapping[type[Order], str]:
    """Only the War leaves a choice of courts (LT-1.7)."""
    court = COURT_OF.get(options["variant"])
    if court is None:
        return {}
    of = {deck.Court.AMBER: "of Amber", deck.Court.CHAOS: "of the Courts of Chaos"}.get(court, "sorcerers of Shadow")
    return {WishCourt: f"all players of this game are {of}. Only in the Patternfall War does one choose a court."}


def start(t: Trumps, setup: Setup) -> None:
    """Set a table up, down to the first Turn's initiative (LT-1 to LT-4, LT-P1.2)."""
    cast = allotted([SignUp(seat, setup.wishes.get(seat, ())) for seat in setup.seats], setup.options)
    players = {seat: Player(seat, one.court, one.rank, one.forte) for seat, one in zip(setup.seats, cast, strict=True)}
    s = t.state = State(Options.of(setup.options), players)
    chance = t.chance
    s.trump_deck = chance.shuffled(deck.trump_deck(len(players)), "trump deck")
    s.shadow_deck = chance.shuffled(deck.shadow_deck(), "shadow deck")
    s.reserve = deck.reserve_jokers()
    for p in players.values():
        take_identity(t, p)
    aside: list[Card] = []
    for p in players.values():
        open_shadows(t, p, aside)
    if aside:
        s.shadow_deck = chance.shuffled([*s.shadow_deck, *aside], "shadow deck")
    for p in players.values():
        p.hand, s.trump_deck = s.trump_deck[: deck.HAND], s.trump_deck[deck.HAND :]
        t.tell(ev.HandDealt(seat=p.seat, cards=tuple(p.hand), to=only(p.seat)))
    set_initiative(t)
    s.proved = []
    t.tell(counts(s))


def take_identity(t: Trumps, p: Player) -> None:
    """The card of one's rank and Forte leaves the Shadow Deck for the Powerbase, face-up (LT-2.5)."""
    s = t.state
    card = next(one for one in s.shadow_deck if one.rank == p.rank and one.suit == p.forte)
    s.shadow_deck.remove(card)
    p.powerbase.append(Laid(card, 1))
    t.tell(ev.IdentityTaken(seat=p.seat, court=p.court, rank=p.rank, forte=p.forte, card=card, slot=1, to=PUBLIC))


def open_shadows(t: Trumps, p: Player, aside: list[Card]) -> None:
    """Opening Shadows by court, with their Blood; a Joker is laid aside (LT-3.2 to LT-3.4, LT-R3)."""
    s = t.state
    for n in range(1, FACE_UP[p.court] + deck.PLACE_CARDS[p.court] + 1):
        card = s.shadow_deck.pop(0)
        while card.joker:
            aside.append(card)
            card = s.shadow_deck.pop(0)
        down = n > FACE_UP[p.court]
        p.shadows.append(Laid(card, n, down, known=not down))
        if down:
            t.tell(ev.ShadowDealtDown(seat=p.seat, card=card, slot=n, to=only(p.seat)))
            t.tell(ev.ShadowDealtDownUnseen(seat=p.seat, slot=n, to=all_but(p.seat)))
        else:
            t.tell(ev.ShadowDealt(seat=p.seat, card=card, slot=n, to=PUBLIC))
    p.placed = deck.PLACE_CARDS[p.court]
    p.free = FIRST_BLOOD - p.placed
    p.where = START[p.court]
    t.tell(ev.OpeningBlood(seat=p.seat, free=p.free, placed=p.placed, place=p.where, to=PUBLIC))


FIRST = ("Benedict", "Mandor", "Coral", "Brand", "Merlin", "Delwin", "Caine", "Bances")
"""Of all three courts in turn, and of different ranks; where a variant has one court they are its own characters."""

NAMES = tuple(dict.fromkeys([*FIRST, *(name for names in deck.CHARACTERS.values() for name in names.values())]))
"""All names that a seat may have of the game, those first that seats have where nobody chose one."""
