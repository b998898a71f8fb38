"""A seat passes on: the old player's key is dead at once, and the new one gets all that the seat knows.

They get the latest report with the hand, what is on file, and every earlier report of the seat. The private words that
the other players wrote to their predecessor are not theirs, unless the game's setting passes them on.
"""

from datetime import datetime, timedelta

from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.errors import SetupError
from referee.reports import wrap
from referee.reports.current import bygone, current, recoded
from referee.reports.data import loads
from referee.reports.document import Code, Document
from referee.reports.others import barred
from referee.reports.pages import NoticePage, Page, StatusPage
from referee.reports.parts import REPORTS, Kind, Letter, contact, in_force
from referee.reports.text import text
from referee.reports.when import When
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import begun, game_named, seat_in
from referee.service.campaign.policy import Policy
from referee.service.deadlines import deadline
from referee.service.deadlines.deadline import next_due
from referee.service.deadlines.notices import tell, would_shorten
from referee.service.people import agreements, seating
from referee.service.people.addresses import registrable
from referee.service.people.seating import REFEREE as NOBODY
from referee.service.people.seating import called, registered, send_invitation
from referee.service.post import notes
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import actions, games, inbox, mails, orders, people, reports, rulings
from referee.store.database import Transaction
from referee.store.tables import GameRow, PlayerRow, ReportRow, SeatRow, Status

FAIR = timedelta(hours=48)
"""A newcomer has at least so long for the first orders, or as long as a whole turn lasts."""

WELCOME_BACK = (
    "{seat} in {game} is yours again. Letters of their own bring you what is on file for the seat, its reports of "
    "meanwhile, and its latest report with the form for your orders. The others know that its own player is back."
)

MOST_HISTORY = 200_000
"""So many characters of old reports come in one letter; HISTORY brings those before."""


def seat_of(tx: Transaction, row: GameRow, name: str) -> SeatRow:
    """Find a seat by its name or an unmistakable beginning; raises `SetupError` that names the seats."""
    return games.seat(tx, row.id, seat_in(tx, row.id, name))


def pass_on(
    work: Work, row: GameRow, seat: SeatRow, player: PlayerRow, *, who: str, due: datetime | None = None
) -> SeatRow:
    """Give a seat to another player in one transaction, with all letters that belong to it."""
    now, old = work.now, seat.player
    if row.status is Status.OVER:
        raise SetupError(f"{row.title} is over.")
    if due is not None and (row.status is not Status.RUNNING or row.due_at is None):
        raise SetupError(f"No deadline is running in {row.title}, so there is none to move, and nothing was changed.")
    if player.id in seating.at_table(work.tx, row):
        raise SetupError(f"{player.name} has a seat at this table already.")
    running = people.substitute_of(work.tx, row.id, seat.name)
    leaving = [] if seat.vacant_since is not None else [old]
    if running is not None:
        people.end(work.tx, running, now)
        leaving.append(running.instead_of)
    change_player(work, row, seat, player.id)
    for waiting in [one for one in people.standing_by(work.tx, row.id) if one.player == player.id]:
        people.end(work.tx, waiting, now, "seated")
    if row.status is Status.INVITING:
        send_invitation(work, row, Seat(seat.name))
    else:
        before, row = row.due_at, extended(work.tx, row, now, due)
        hand_over(work, row, seat)
        text = f"{seat.name} is played by another from now on."
        moved = row.due_at != before
        if moved:
            text += " The deadline was moved, so that the newcomer has time to read."
        tell_table(work, row, "a seat has passed on", text, but=seat.name, before=before if moved else None)
    for player_id in leaving:
        _thank(work, row, player_id, seat.name)
    work.record("replace", game=row.id, details={"seat": seat.name}, to=PUBLIC, who=who)
    return seat


def change_player(work: Work, row: GameRow, seat: SeatRow, player: int) -> None:
    """Let a seat be another's: all its tokens die, and what waits to be sent is settled."""
    now = work.now
    mails.pin(work.tx, row.id, seat.name, seat.player)
    inbox.kill_tokens(work.tx, row.id, seat.name, now)
    rulings.take_vote_back(work.tx, row.id, seat.name)
    games.set_early(work.tx, row.id, None)
    seat.player, seat.vacant_since, seat.bot, seat.proved_at = player, None, "", None
    work.tx.add(seat)
    work.tx.flush()
    if row.status is not Status.INVITING:
        post = Post(work, row)
        mails.redirect(work.tx, row.id, seat.name, post.token(seat.name, row.step + 1))


def extended(tx: Transaction, row: GameRow, now: datetime, due: datetime | None) -> GameRow:
    """Move the deadline so that a newcomer can read; never to an earlier time. Raises `SetupError`."""
    if due is not None and due <= now:
        raise SetupError("The new deadline lies in the past. Give one that is still to come.")
    if due is not None and row.due_at is not None and due < row.due_at:
        raise would_shorten(row, row.due_at, now)
    if row.status is not Status.RUNNING or row.due_at is None:
        return row
    after = next_due(row, now)
    fair = min(FAIR, after - row.due_at) if after is not None else FAIR
    new = due or max(row.due_at, now + fair)
    if new != row.due_at:
        games.set_due(tx, row.id, new, on_time_until=row.on_time_until)
    return games.game(tx, row.id)


def hand_over(
    work: Work, row: GameRow, seat: SeatRow, *, until: datetime | None = None, lent: datetime | None = None
) -> None:
    """Send a seat's new player a word of welcome, what is on file, what went before, and last the latest report.

    To its own player, who had ``lent`` it since then, that is what came meanwhile.
    """
    now, name = work.now, Seat(seat.name)
    post = Post(work, row)
    old = [
        r
        for step in range(row.step + 1)
        for r in reports.of_step(work.tx, row.id, step, seat=name)
        if r.kind in REPORTS
    ]
    top = TableTop.load(work, row, now)
    file = top.file(name)
    welcome = _welcome(row, seat, until, now) if lent is None else WELCOME_BACK.format(seat=seat.name, game=row.title)
    welcome += agreements.words_to_newcomer(work.tx, top)
    letters: list[Page] = [
        NoticePage(post.head(name), "the seat is yours", welcome, deadline=deadline.due_told(row, now)),
        StatusPage(
            head=post.head(name),
            step=top.step,
            deadline=deadline.due_told(row, now),
            view=top.game.view(name),
            orders=in_force(file, top.step, top.clerk(name).read),
            waits=file.waits,
        ),
    ]
    for page in letters:
        post.send(page, step=row.step + 1)
    before = [one for one in old[:-1] if lent is None or (one.of_step is not None and one.made_at >= lent)]
    if story := _history(work.tx, row, name, before):
        story += f"\n\n{contact(post.head(name))}\n"
        told = Document(f"[{row.title}] What went before", (Code(tuple(story.split("\n"))),))
        post.send_letter(name, Letter.of(Kind.NOTICE, told), step=row.step + 1)
    if old:
        latest = old[-1]
        told = current(loads(latest.document), post.head(name), deadline.due_told(row, now))
        told = recoded(told, post.form_code(name, row.step + 1))
        post.send_letter(name, Letter.of(Kind(latest.kind), told), step=row.step)


def _welcome(row: GameRow, seat: SeatRow, until: datetime | None, now: datetime) -> str:
    when = When(row.zone, now).marked()
    lent = f" It is yours until {when.full(until)}, and then goes back." if until is not None else ""
    return (
        f"You play {seat.name} in {row.title} from now on.{lent} Letters of their own bring you what is on file for "
        f"the seat, its earlier reports, and its latest report with the form for your orders. Nobody is told who "
        f"you are; the others know that the seat has passed on. HELP and RULES in any answer bring the orders and "
        f"the rules."
    )


def _history(tx: Transaction, row: GameRow, seat: Seat, old: list[ReportRow]) -> str:
    """Put the seat's earlier reports, and the words that it may read, into one letter, the oldest first."""
    told = (text(bygone(loads(one.document))) for one in old)
    bodies = [f"{one.subject}\n{wrap.RULE}\n\n{body.rstrip()}\n" for one, body in zip(old, told, strict=True)]
    kept: list[str] = []
    for body in reversed(bodies):
        if sum(map(len, kept)) + len(body) > MOST_HISTORY:
            kept.append("Older reports come when you ask HISTORY and the number of a turn.\n")
            break
        kept.append(body)
    words = _words(tx, row, seat)
    return "\n\n".join([*reversed(kept), *words])


def _words(tx: Transaction, row: GameRow, seat: Seat) -> list[str]:
    """Return the press that a newcomer is given: what everybody read, and the seat's own if the game says so."""
    private = Policy.of(row).pass_on_press
    rows = [
        one
        for one in orders.press(tx, row.id)
        if "ALL" in one.addressees or (private and (one.seat == seat or seat in one.addressees))
    ]
    said = [f"Turn {one.step}, {one.seat} to {', '.join(one.addressees)}:\n\n{barred(one.body)}" for one in rows]
    return [f"What players wrote\n{wrap.RULE}\n", *said] if said else []


def tell_table(
    work: Work, row: GameRow, subject: str, text: str, *, but: str, before: datetime | None = None
) -> None:  # fmt: skip
    """Tell everybody at the table, and who looks on, the same words; never who a person is."""
    tell(Post(work, row), subject, text, before=before, but=(Seat(but),), urgent=False)


def _thank(work: Work, row: GameRow, player: int, seat: str) -> None:
    text = f"Your seat in {row.title} is played by another from now on. Thank you for having played."
    for reader in notes.recipients(work.tx, player)[:1]:
        notes.notice(work, reader, "your seat has passed on", text, game=row, seat=seat)


def lend(
    campaign: Campaign, game: str, seat: str, address: str, *, until: datetime, demo: bool = False
) -> SeatRow:
    """Let a substitute have a seat until a day; till then its own player cannot act for it. Raises `SetupError`."""
    written, now = registrable(campaign, address, demo=demo), campaign.clock.now()
    if until <= now:
        raise SetupError("That time is over already. Give one that is still to come.")
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        found = seat_of(work.tx, row, seat)
        begun(row)
        if found.vacant_since is not None:
            raise SetupError(f"{found.name} has no player now whose place could be taken for a while.")
        if people.substitute_of(work.tx, row.id, found.name) is not None:
            raise SetupError(f"{found.name} has a substitute already.")
        player = registered(work.tx, called(written), written, zone=row.zone, at=now)
        if player.id in seating.at_table(work.tx, row):
            raise SetupError(f"{player.name} has a seat at this table already.")
        old, proved = found.player, found.proved_at
        people.substitute(work.tx, row.id, found.name, player.id, instead_of=old, at=now, until=until)
        change_player(work, row, found, player.id)
        found.proved_at = proved
        hand_over(work, row, found, until=until)
        tell_table(work, row, "a substitute", f"A substitute plays {found.name} for a while.", but=found.name)
        ends = When(row.zone, now).marked().full(until)
        text = f"A substitute plays your seat in {row.title} until {ends}; then it is yours again."
        for reader in notes.recipients(work.tx, old)[:1]:
            notes.notice(work, reader, "a substitute plays for you", text, game=row, seat=found.name)
        details = {"seat": found.name, "until": until.isoformat()}
        work.record("substitute", game=row.id, details=details, to=PUBLIC)
        return found


def give_back(campaign: Campaign) -> int:
    """Give seats back whose substitutes' time is over, each in a transaction of its own; return how many."""
    with campaign.store.reading() as tx:
        due = [(lent.id, lent.game, lent.seat) for lent in people.substitutes_due(tx, campaign.clock.now())]
    for number, game, seat in due:
        with campaign.writing() as work:
            lent = people.substitute_of(work.tx, game, seat)
            if lent is not None and lent.id == number:
                _give_back(work, games.game(work.tx, game), games.seat(work.tx, game, seat))
    return len(due)


def end_loan(campaign: Campaign, game: str, seat: str) -> SeatRow:
    """Give a seat back to its player before the time; raises `SetupError` if it is not lent."""
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        found = seat_of(work.tx, row, seat)
        if people.substitute_of(work.tx, row.id, found.name) is None:
            raise SetupError(f"{found.name} has no substitute.")
        _give_back(work, row, found)
        return found


def _give_back(work: Work, row: GameRow, seat: SeatRow) -> None:
    now, lent = work.now, people.substitute_of(work.tx, row.id, seat.name)
    assert lent is not None, "only what is lent is given back"
    people.end(work.tx, lent, now)
    if row.status is Status.OVER:
        seat.player = lent.instead_of
        work.tx.add(seat)
        return
    change_player(work, row, seat, lent.instead_of)
    seat.proved_at = now
    hand_over(work, row, seat, lent=lent.since)
    text = f"{seat.name} is played by its own player again."
    tell_table(work, row, "a seat has gone back", text, but=seat.name)
    for reader in notes.recipients(work.tx, lent.player)[:1]:
        text = f"Your time as a substitute in {row.title} is over. Thank you."
        notes.notice(work, reader, "thank you", text, game=row, seat=seat.name)
    work.record("give back", game=row.id, details={"seat": seat.name}, to=PUBLIC, who="referee")


def nobody(tx: Transaction, zone: str, at: datetime) -> PlayerRow:
    """Return the player who stands for no player: who has no address, and whose seats a bot plays."""
    known = (one for one in people.players(tx) if one.name == NOBODY and not people.addresses_of(tx, one.id))
    found = next(known, None)
    if found is None:
        found = PlayerRow(name=NOBODY, zone=zone, created_at=at)
        tx.add(found)
        tx.flush()
        actions.record(tx, at=at, who="referee", what="stand-in", to=REFEREE)
    return found
