"""Everything of a campaign that wants the GM's eye, as one list; nothing of it is sealed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from typing import Self

from referee.engine.values import value
from referee.reports.when import When, here
from referee.service.campaign.campaign import Work
from referee.service.deadlines import deadline, outage
from referee.service.letters import disk
from referee.service.letters.outcome import ASKED_ABOUT
from referee.service.post import resend
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place
from referee.service.table.table import TableTop
from referee.service.turns import inquiry, silence
from referee.service.upkeep import backups, health
from referee.shown import column
from referee.store import actions, attendance, confirmations, games, inbox, mails, orders, people
from referee.store.database import Transaction
from referee.store.tables import GameRow, LetterRow, Matter, SeatRow, Sending, Status

SOON = timedelta(hours=24)
"""Who is silent is worth a look so long before a deadline."""

OLD = timedelta(days=2)
"""A backup that is older is none to rely on."""

ABOUT = {
    Matter.SIGN_UP: "about signing up",
    Matter.INVITATION: "an invitation",
    Matter.ADD_ADDRESS: "about a new address",
    Matter.REMOVE_ADDRESS: "about an address that goes",
    Matter.OBSERVE: "about looking on",
    Matter.STANDBY: "about the standby list",
    Matter.RESIGN: "about resigning",
    Matter.PRESS: "about words to others",
    Matter.GM_ORDER: "about commands of yours",
}
"""What the letters are about that wait for somebody's YES."""

PLAYED = (Status.RUNNING, Status.HELD, Status.PAUSED)


@value
class Item:
    """One thing to look at."""

    what: str
    """Its kind, such as held, overdue or silent."""
    game: str = field(metadata=column("game"))
    """The game it is about, if it is about one."""
    words: str = field(metadata=column("what"))
    """What is the matter."""
    remedy: str = field(default="", metadata=column("what to do"))
    """What can be done about it."""


@value
class Read:
    """What is read of all games at once: their seats, and of which there is more to be read."""

    seats: Mapping[int, Sequence[SeatRow]]
    asked: frozenset[int]
    """The games in which a question to a player is open."""
    told: frozenset[int]
    """Those whose GM was told of a question, in this turn or before."""
    away: frozenset[int]
    """Those in which somebody may be away at the deadline."""

    @classmethod
    def of(cls, work: Work, rows: Sequence[GameRow]) -> Self:
        """Read it, by so many queries however many games there are."""
        tx, first = work.tx, min((row.due_at or work.now for row in rows), default=work.now)
        known = [row.id for row in rows]
        return cls(
            seats=games.seats_by_game(tx, known),
            asked=orders.with_open_questions(tx, known),
            told=actions.games_with(tx, known, inquiry.TOLD),
            away=attendance.games_with_leave(tx, known, first),
        )


def attention(work: Work, game: GameRow | None = None) -> list[Item]:
    """List what wants attention, of one game with what concerns all, or of the whole campaign."""
    chosen = [game] if game is not None else games.games(work.tx, Status.INVITING, *PLAYED)
    read = Read.of(work, chosen)
    out = [item for row in chosen for item in _of_game(work, row, read)]
    out += [*_letters(work.tx, game), *_mail(work.tx, game), *_waiting(work, game)]
    return [*out, *_machine(work)]


def standing(post: Post) -> tuple[str, ...]:
    """Say in the GM's turn letter what wants attention beside what happened in the turn; cheap, for every turn asks."""
    row, tx = post.game, post.tx
    gone = [s.name for s in post.seats if s.vacant_since is not None]
    out = [f"No player has {seat}." for seat, bot in games.unmanned(tx, row.id).items() if not bot] if gone else []
    away = attendance.away(tx, row.id, row.due_at or post.now)
    out += [f"{seat} is away until {_last_day(row, back)}." for seat, back in away.items()]
    out += [item.words for item in (*_bouncing(tx, row), *_waiting(post.work, row))]
    return tuple(out)


def _of_game(work: Work, row: GameRow, read: Read) -> Iterator[Item]:
    if row.status is Status.HELD and (still := work.campaign.stands_still(row)):
        yield Item("edition", row.name, still)
        return
    if row.status is Status.HELD:
        remedy = f"referee turn rerun {row.name}" if row.closed else f"referee game resume {row.name}"
        yield Item("held", row.name, f"The game is held: {row.hold_reason or 'no reason was given'}", remedy)
    if row.status is Status.PAUSED:
        why = "" if row.hold_reason == deadline.PAUSED else f"The game is paused: {row.hold_reason}"
        yield Item("paused", row.name, why or deadline.PAUSED, f"referee game resume {row.name}")
    if row.status is Status.RUNNING and row.due_at is not None and row.due_at <= work.now:
        words = f"Turn {row.step + 1} was due and is not adjudicated"
        remedy = "" if row.on_time_until else f"referee serve, or by hand: referee turn run {row.name}"
        yield Item("overdue", row.name, f"{words}{', for it waits for grace' if row.on_time_until else ''}.", remedy)
    yield from _seats(work, row, read)
    if row.status not in PLAYED:
        return
    questions = orders.asked(work.tx, row.id, row.step + 1) if row.id in read.asked else []
    asked = [one for one in questions if one.closes_at > work.now and one.answered_at is None]
    if asked:
        yield Item("question", row.name, f"{_count(len(asked), 'question')} by mail {_are(len(asked))} open.")
    try:
        yield from _turn(work, row, read)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - a game that cannot be taken up is itself worth a look
        yield Item("broken", row.name, f"The open turn cannot be looked at: {place(error)}")


def _turn(work: Work, row: GameRow, read: Read) -> Iterator[Item]:
    """Say who is missing near the deadline, and what the rules ask the GM."""
    soon = row.due_at is not None and row.due_at - work.now <= SOON and row.status is Status.RUNNING
    missing = silence.missing(Post(work, row)) if soon else []
    if missing:
        words = f"Nothing from {', '.join(missing)} for turn {row.step + 1}."
        yield Item("silent", row.name, words, f"referee turn status {row.name}")
    if row.id not in read.told or not inquiry.told(work.tx, row):  # at once, when orders came in
        return
    for ask in inquiry.questions(work, TableTop.load(work, row, work.now)):
        remedy = f"referee ruling answer {row.name} {ask.number} TEXT"
        yield Item("ruling", row.name, f"{ask.number}. {ask.words}", remedy)


def _seats(work: Work, row: GameRow, read: Read) -> Iterator[Item]:
    seats = read.seats.get(row.id, ())
    vacant = [s.name for s in seats if s.vacant_since is not None and not s.bot]
    if vacant:
        yield Item("vacant", row.name, f"No player has {', '.join(vacant)}.", f"referee seat replace {row.name} ...")
    unproved = [s.name for s in seats if s.proved_at is None and s.vacant_since is None]
    if unproved and row.step < 1:
        yield Item("unproved", row.name, f"No letter has reached us yet from {', '.join(unproved)}.")
    if seats and not unproved and row.status is Status.INVITING:
        words = f"{_count(len(seats), 'seat')} {_are(len(seats))} taken, and everybody's mail works."
        yield Item("ready", row.name, words, f"referee game start {row.name}, once all are there")
    away = attendance.away(work.tx, row.id, row.due_at or work.now) if row.id in read.away else {}
    if away:
        said = ", ".join(f"{seat} until {_last_day(row, back)}" for seat, back in away.items())
        yield Item("absent", row.name, f"Away at the deadline: {said}.")


def _last_day(row: GameRow, back: datetime) -> str:
    """Name the last day of an absence that ends at a moment, as the game's clock has it."""
    return f"{here(back - timedelta(seconds=1), row.zone):%a %d %b}"


def _letters(tx: Transaction, game: GameRow | None) -> Iterator[Item]:
    held: list[LetterRow] = [one for one in inbox.held(tx) if game is None or one.game in (None, game.id)]
    names = games.names(tx, [one.game for one in held])
    for one in held:
        why = one.outcome.removeprefix("held: ")
        words = f"Letter {one.id} is held: {why}{f' ({one.note})' if one.note else ''}"
        if one.outcome in ASKED_ABOUT:  # released it would count as the player's, forged or not
            remedy = f"Nothing: the player was asked. Look: referee mail show {one.id}"
        else:
            remedy = f"referee mail release {one.id}"
        yield Item("letter", names[one.game], words, remedy)
    unread = len(inbox.to_read(tx, limit=10_000)) if game is None else 0
    if unread:
        yield Item("unread", "", f"{_count(unread, 'letter')} {_are(unread)} not read yet.", "referee mail read")


def _mail(tx: Transaction, game: GameRow | None) -> Iterator[Item]:
    lost = mails.dead_letters(tx)
    names = games.names(tx, [mail.game for mail in lost])
    for mail in lost:
        if (game is None or mail.game in (None, game.id)) and not resend.passed_on(tx, mail):
            words = f"Mail {mail.id} ({mail.kind}) to {mail.seat or 'somebody'} did not get away: {mail.error[:80]}"
            yield Item("mail", names[mail.game], words, f"referee mail resend {mail.id}")
    yield from _bouncing(tx, game)


def _bouncing(tx: Transaction, game: GameRow | None) -> Iterator[Item]:
    found = people.bouncing(tx)
    names = games.names(tx, [where for where, _, _ in found])
    for where, seat, address in found:
        if game is None or where == game.id:
            words, remedy = f"Mail to {seat} comes back ({address}).", f"referee player add-address {address} NEW"
            yield Item("bouncing", names[where], words, remedy)


def _waiting(work: Work, game: GameRow | None) -> list[Item]:
    out: list[Item] = []
    when = When(work.campaign.zone().key if game is None else game.zone, work.now)
    found = [one for one in confirmations.waiting(work.tx, work.now) if game is None or one.game in (None, game.id)]
    names = games.names(work.tx, [one.game for one in found])
    for one in found:
        if one.what in (Matter.SIGN_UP, Matter.INVITATION) and not _has_seats(work.tx, one.game):
            continue
        whose = one.seat or (people.player(work.tx, one.player).name if one.player else "")
        about = f" for {whose}" if whose else ""
        words = f"A letter waits for its YES, {ABOUT[one.what]}{about}, until {when.full(one.expires_at)}."
        item = Item("code", names[one.game], words)
        if item not in out:  # both halves of a change of addresses may wait
            out.append(item)
    return out


def _has_seats(tx: Transaction, game: int | None) -> bool:
    """Say whether a YES can bring a seat in a game still; one about none settles nothing, a stranger may say a wish."""
    return game is not None and games.game(tx, game).status is Status.INVITING


def _machine(work: Work) -> Iterator[Item]:
    """Look at what every game needs: a service that lives, letters coming in, room on the disk, a backup."""
    beats = actions.pulses(work.tx)
    seen = beats.get(outage.SERVICE)
    if seen is not None and work.now - seen > health.DEAD and not health.starting(beats, work.now):
        yield Item("service", "", health.no_sign_of_life(work.now - seen), "referee serve")
    if not {outage.SERVICE, outage.STARTED} & beats.keys() and _nothing_leaves(work.tx):
        yield Item("service", "", "Mail waits, and none has ever been sent: the service has not run.", "referee serve")
    for _ in outage.unsettled(work):
        yield Item("outage", "", "Letters may have been lost for a time; the deadlines it touched wait.")
    folder = work.campaign.settings.folder
    if short := disk.short_of_room(work.campaign):
        yield Item("disk", "", short)
    last = backups.newest(folder)
    if last is None or work.now - last > OLD:
        said = "There is no backup yet." if last is None else f"The last backup is of {last:%a %d %b}."
        yield Item("backup", "", said, f"referee backup make {folder / backups.FOLDER}")


def _nothing_leaves(tx: Transaction) -> bool:
    """Say whether mail waits and none was ever sent, as where a GM begins and has not started the service yet."""
    return not mails.any_sent(tx, actions.EVER) and mails.counts(tx)[Sending.QUEUED] > 0


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _are(n: int) -> str:
    return "is" if n == 1 else "are"
