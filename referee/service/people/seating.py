"""Seats before the start: who may have which name, somebody registered and seated, and two that may be one person's."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from referee.bots.simulate import names_for
from referee.engine.audience import PUBLIC, Seat
from referee.engine.errors import SetupError
from referee.engine.seatnames import names_problem
from referee.engine.sections import Seating
from referee.engine.setup import SignUp
from referee.mail.address import alike, clean_name, normal
from referee.reports.pages import InvitationPage
from referee.reports.parts import Head
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import game_named
from referee.service.deadlines.deadline import rule_of, zone_named
from referee.service.deadlines.notices import alarm
from referee.service.post import notes
from referee.service.post.post import Post
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import GameRow, PlayerRow, Reveal, SeatRow, Status

REFEREE = "the referee"
"""Who sits where nobody does: a player without an address, whose seats are played by a bot."""

SHORTEST = 5
"""Of shorter names before the @ many people have the same."""

DOTLESS = ("gmail.com", "googlemail.com")
"""Where dots before the @ do not count."""

COMMON = frozenset({"info", "mail", "post", "admin", "office", "contact", "hello", "games", "referee"})


def inviting(tx: Transaction, game: str) -> GameRow:
    """Return a game that has not begun; raises `SetupError` otherwise."""
    row = game_named(tx, game)
    if row.status is not Status.INVITING:
        raise SetupError(f"{row.title} has begun already.")
    return row


def is_full(work: Work, row: GameRow) -> bool:
    """Say whether all seats that the rules allow are taken."""
    return len(games.seats(work.tx, row.id)) >= work.campaign.kit_of(row).rules.seats[-1]


def name_problem(work: Work, row: GameRow, name: str, *, but: str = "") -> str:
    """Say what is wrong with a name for one more seat, or for the one called ``but`` so far; or nothing."""
    taken = [s.name for s in games.seats(work.tx, row.id) if s.name != but]
    if not name:
        return "A seat needs a name: three letters or more."
    wanted, kit = clean_name(name), work.campaign.kit_of(row)
    problem = names_problem([*taken, wanted], kit.reserved) or look_problem(wanted, taken, kit.reserved)
    return problem or part_problem(kit.rules.seating, wanted, row.options)


def look_problem(name: str, taken: Iterable[str], reserved: Iterable[str]) -> str:
    """Say whose name, or which word of the order language, a name looks like in other letters; or nothing."""
    if any(alike(name, other) for other in taken):
        return f"{name} is too like another seat's name. Choose one that cannot be mistaken."
    foreign = [word for word in name.split() if not word.isascii()]
    if found := next((word for word in foreign if any(alike(word, known) for known in reserved)), ""):
        return f"{found} looks like a word of the order language. Choose another name."
    return ""


def part_problem(seating: Seating[Any], name: str, options: Mapping[str, str]) -> str:
    """Say which of the names that the game may give to others a name is too like, unless it stands for it; or nothing.

    Whoever wished for a character has its name only from the start on.
    """
    if seating.christen([SignUp(name)], options)[0] in seating.names:
        return ""
    like = (one for one in seating.names if names_problem([one, name], set()) or alike(one, name))
    other = next(like, "")
    return f"{name} is too like {other}, whom somebody may play here. Choose one that cannot be mistaken." * bool(other)


def rename(work: Work, row: GameRow, seat: Seat, name: str) -> str:
    """Call a seat otherwise before the start; say what is wrong with the name, in which case nothing is done."""
    if problem := name_problem(work, row, name, but=seat):
        return problem
    games.name_seats(work.tx, row.id, [Seat(name if s.name == seat else s.name) for s in games.seats(work.tx, row.id)])
    work.record("seat", game=row.id, details={"seat": name}, to=PUBLIC, who="referee")
    return ""


def free_names(work: Work, row: GameRow) -> Iterator[str]:
    """Yield names that one more seat could have and keep, those that the game likes first."""
    rules = work.campaign.kit_of(row).rules
    known = dict.fromkeys([*rules.seating.names, *names_for(rules, rules.seats[-1] + 12)])
    kept = [name for name in known if rules.seating.christen([SignUp(name)], row.options) == (name,)]
    return (name for name in kept or known if not name_problem(work, row, name))


def seat_person(work: Work, row: GameRow, name: str, address: str, *, zone: str = "", letter: bool = True) -> SeatRow:
    """Register somebody, if new, and seat them in a game that has not begun; raises `SetupError` or `Taken`."""
    now, seat = work.now, clean_name(name)
    if zone:
        zone_named(zone)
    kit = work.campaign.kit_of(row)
    if is_full(work, row):
        raise SetupError(f"All {kit.rules.seats[-1]} seats of {kit.rules.title} are taken.")
    problem = name_problem(work, row, seat)
    if problem:
        raise SetupError(problem)
    player = registered(work.tx, seat, address, zone=zone or row.zone, at=now)
    seated = games.join(work.tx, row.id, player.id, name=seat, at=now)
    if letter:
        send_invitation(work, row, Seat(seat))
    return seated


def registered(tx: Transaction, name: str, address: str, *, zone: str, at: datetime) -> PlayerRow:
    """Return the player at an address; who is unknown is registered under a name."""
    found = people.player_at(tx, normal(address))
    return found or people.add_player(tx, name, zone=zone, address=address, normal=normal(address), at=at)


def called(address: str, name: str | None = "") -> str:
    """Return what somebody new is called in the GM's lists: by a name, or what stands before the @."""
    return notes.short_name(name or address.partition("@")[0])


def at_table(tx: Transaction, row: GameRow) -> set[int]:
    """Return the players who sit at a table, those for whom a substitute plays among them."""
    rows = [seat for seat in games.seats(tx, row.id) if seat.vacant_since is None]
    lent = [people.substitute_of(tx, row.id, seat.name) for seat in rows]
    return {seat.player for seat in rows} | {one.instead_of for one in lent if one is not None}


def send_invitation(work: Work, row: GameRow, seat: Seat) -> None:
    """Send a seat its invitation, with the game's commitment; what answers it are its wishes."""
    post = Post(work, row, open_step=0)
    post.send(invitation(work, row, post.head(seat), line="WORD abracadabra"), step=0)


def invitation(work: Work, row: GameRow, head: Head, *, line: str, text: str = "") -> InvitationPage:
    """Return the call for players to one reader, with the line that they may answer with."""
    campaign, settings = work.campaign, work.campaign.settings
    return InvitationPage(
        head=head,
        gm=settings.campaign.gm_name or settings.mail.from_name,
        commitment=row.commitment,
        options=campaign.kit_of(row).options(row),
        public_key=campaign.public_key(work.tx).hex(),
        lines=(line,),
        rhythm=rule_of(row.deadline, row.zone).said() if row.deadline else "",
        reveal=row.reveal is Reveal.FULL,
        text=text,
        taken=len(games.seats(work.tx, row.id)),
    )


def same_person(tx: Transaction, row: GameRow, name: str) -> str:
    """Say which other seats of a game may be the same person's as one; nothing where none seems to be."""
    seats = [seat for seat in games.seats(tx, row.id) if seat.vacant_since is None]
    mine = next(seat for seat in seats if seat.name == name)
    own = [one.address for one in people.addresses_of(tx, mine.player)]
    same, like = [], []
    for seat in seats:
        others = [one.address for one in people.addresses_of(tx, seat.player)]
        if seat.name == name:
            continue
        if seat.player == mine.player:
            same.append(seat.name)
        elif any(are_alike(one, other) for one in own for other in others):
            like.append(seat.name)
    if same:
        return f"{name} and {', '.join(same)} have one address."
    return f"The addresses of {name} and {', '.join(like)} look like one person's." if like else ""


def are_alike(one: str, other: str) -> bool:
    """Say whether two addresses look like one person's: the same but for a tag or dots, or one name at two hosts."""
    (mine, here), (theirs, there) = _parts(one), _parts(other)
    if mine != theirs:
        return False
    return here == there or (len(mine) >= SHORTEST and mine not in COMMON)


def _parts(address: str) -> tuple[str, str]:
    local, _, domain = normal(address).rpartition("@")
    local = local.lower().partition("+")[0]
    if domain in DOTLESS:
        return local.replace(".", ""), DOTLESS[0]
    return local, domain


def tell_of_same_person(work: Work, row: GameRow, name: str) -> None:
    """Tell the GM of a seat that somebody took by mail and that may be another's."""
    said = same_person(work.tx, row, name)
    if not said:
        return
    remedies = (
        f"Take the seat back: DECLINED {name} in an answer to this letter, or referee seat decline {row.name} {name}",
    )
    alarm(Post(work, row), said, ("It may be chance; nothing was done about it.",), remedies)
