"""How the game is played: set-up and one turn. What a player decides is asked for, never looked up in orders."""

from referee.engine.author import PUBLIC, Seat, Setup, Table, all_but, only

from .table import STONES, Lay, State, StoneDrawn, StoneDrawnUnseen, StoneLaid, TrickWon


def start(t: Table[State], setup: Setup) -> None:
    """The stones are shuffled, and each player is dealt a hand (TG-1.2)."""
    t.state = State({seat: [] for seat in t.seats}, t.chance.shuffled(STONES, "stones"), dict.fromkeys(t.seats, 0))
    for seat in t.seats * int(setup["hand"]):
        draw(t, seat)


def play(t: Table[State]) -> None:
    """All lay a stone, the highest scores, all draw (TG-2)."""
    s = t.state
    laying = [seat for seat in t.seats if s.hand[seat]]
    laid = dict(zip(laying, t.ask_all([Lay(seat, sorted(s.hand[seat])) for seat in laying]), strict=True))
    for seat, stone in laid.items():
        s.hand[seat].remove(stone)
        s.away.append(stone)
        t.tell(StoneLaid(seat=seat, stone=stone, to=PUBLIC))
    winner = max(laid, key=lambda seat: laid[seat])
    s.points[winner] += 1
    t.tell(TrickWon(seat=winner, to=PUBLIC))
    for seat in t.seats:
        if s.bag:
            draw(t, seat)
    if not any(s.hand.values()):
        t.end("stones are out", [seat for seat in t.seats if s.points[seat] == max(s.points.values())])  # TG-3.1


def draw(t: Table[State], seat: Seat) -> None:
    """The next stone of the bag goes into a hand; which it is, only its owner is told (TG-2.3)."""
    stone = t.state.bag.pop(0)
    t.state.hand[seat].append(stone)
    t.tell(StoneDrawn(seat=seat, stone=stone, to=only(seat)), StoneDrawnUnseen(seat=seat, to=all_but(seat)))
