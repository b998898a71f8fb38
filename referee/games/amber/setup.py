"""AM-1: set-up, and who is whom.

Purposes of chance here: ``shadow deck``, ``chaos deck``, ``encounter deck``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.engine.author import PUBLIC, Event, Seat, SetupError, Table, all_but, only
from referee.engine.setup import Part, Setup, SignUp
from referee.games.amber import events as ev
from referee.games.amber.deck import BY_CODE, CHAOS_CARDS, CHARACTERS, COURTS, SPELLINGS, SUIT_CARDS
from referee.games.amber.state import Player, State
from referee.games.amber.switches import Switches
from referee.games.cards import Card

HIDDEN, HIDDEN_OF_MANY, MANY = 2, 1, 14


def christen(signups: Sequence[SignUp], options: Mapping[str, str]) -> tuple[Seat, ...]:
    """Name the seats: as each asks, or after the character they get if they wished for one (AM-1.4, R-75).

    A name that is invented is kept; one that is another card's character would mislead.
    """
    cards = allotted([(one.name, one.wishes) for one in signups])
    asked = ["" if wishes("", one.wishes) or character(one.name) else one.name.strip() for one in signups]
    return tuple(Seat(name or CHARACTERS[card]) for name, card in zip(asked, cards, strict=True))


def parts(signups: Sequence[SignUp], options: Mapping[str, str]) -> Sequence[Part]:
    """Say whom each plays, and whom they wished to (AM-1.4, R-75)."""
    cards = allotted([(one.name, one.wishes) for one in signups])
    found = []
    for one, card in zip(signups, cards, strict=True):
        written, wished = ([CHARACTERS[wish] for wish in wishes(name, one.wishes)] for name in ("", one.name))
        found.append(Part(CHARACTERS[card], tuple(wished), (f"CHARACTER {', '.join(written)}",) if written else ()))
    return found


def character(name: str) -> Card | None:
    """Find the Court card of a character by name, in either spelling."""
    wanted = SPELLINGS.get(name.strip().casefold(), name.strip().casefold())
    return next((card for card, known in CHARACTERS.items() if known.casefold() == wanted), None)


def allotted(players: Sequence[tuple[str, Sequence[str]]]) -> list[Card]:
    """Give each the first free wish, the earlier sign-up first; then the lowest free ones to the others (DP1, R-75)."""
    given: dict[int, Card] = {}
    for place, (name, lines) in enumerate(players):
        wished = next((card for card in wishes(name, lines) if card not in given.values()), None)
        if wished is not None:
            given[place] = wished
    free = [card for card in COURTS if card not in given.values()]
    return [given[place] if place in given else free.pop(0) for place in range(len(players))]


def wishes(name: str, lines: Sequence[str]) -> list[Card]:
    """List the Court cards one wishes for: those of the CHARACTER lines in their order, and last the own name's."""
    words = []
    for line in lines:
        verb, _, rest = line.strip().partition(" ")
        if verb.upper() == "CHARACTER":
            words += [word.strip() for word in rest.split(",")]
    found = [BY_CODE.get(word.upper()) or character(word) for word in [*words, name.strip()] if word]
    return [card for card in found if card is not None and card.court]


def cast_of(setup: Setup) -> dict[Seat, Card]:
    """Return the Court card of each seat."""
    cards = allotted([(seat, setup.wishes.get(seat, ())) for seat in setup.seats])
    return dict(zip(setup.seats, cards, strict=True))


def start(t: Table[State], setup: Setup) -> None:
    """Set up a game: characters, three decks, hands, and the Chaos card on the Throne (AM-1.2 to AM-1.12)."""
    options = Switches.of(setup.options)
    count = len(setup.seats)
    refuse_big_table(count, setup.options)
    characters = cast_of(setup)
    players = {seat: Player(seat, card.code, court=[card]) for seat, card in characters.items()}
    s = t.state = State(options, players)
    chance = t.chance
    s.deck = chance.shuffled(SUIT_CARDS, "shadow deck")
    s.chaos = chance.shuffled(CHAOS_CARDS, "chaos deck")
    s.encounter = chance.shuffled([card for card in COURTS if card not in characters.values()], "encounter deck")
    s.siege = [s.chaos.pop(0)]
    t.tell(*(ev.CharacterTaken(seat=p.seat, card=p.card, to=PUBLIC) for p in players.values()))
    hidden = HIDDEN_OF_MANY if count >= MANY else HIDDEN
    for p in players.values():
        t.tell(*deal(s, p, hidden))
    t.tell(ev.PilesCounted(deck=len(s.deck), chaos=len(s.chaos), encounter=len(s.encounter), discards=0, to=PUBLIC))


def refuse_big_table(count: int, options: Mapping[str, str]) -> None:
    """Fourteen or more cannot be dealt three cards each, and may be refused (R-61)."""
    if count >= MANY and options.get("big_table") == "refuse":
        raise SetupError(f"With big_table=refuse this game is for {MANY - 1} players at most, not {count}.")


def deal(s: State, p: Player, hidden: int) -> list[Event]:
    """Each gets two hidden cards and an open one, at a table of fourteen or more one and one (AM-1.7, AM-1.8)."""
    p.down, s.deck = s.deck[:hidden], s.deck[hidden:]
    p.up = [s.deck.pop(0)]
    return [
        ev.HandDealt(seat=p.seat, cards=tuple(p.down), to=only(p.seat)),
        ev.HandDealtUnseen(seat=p.seat, count=hidden, to=all_but(p.seat)),
        ev.CardDealtOpen(seat=p.seat, card=p.up[0], to=PUBLIC),
    ]
