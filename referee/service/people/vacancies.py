"""A seat without a player: they resign, or the GM takes them out; those on the list are asked; or the referee plays it.

It plays from what the seat knows alone, by luck that follows from the seed. What it would do is made anew whenever the
game is taken up, and so is the same in a preview, at the deadline and in a rerun. The lines are kept with the step like
anybody's orders; a replay needs no bot.
"""

from datetime import timedelta

from referee.bots.simulate import Style
from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.errors import SetupError
from referee.mail.address import clean_name
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.campaign.policy import Policy, SilenceThen
from referee.service.campaign.remedies import typed
from referee.service.deadlines.notices import alarm
from referee.service.letters.kinds import GameCodeLetter, PlayerLetter
from referee.service.letters.outcome import Outcome
from referee.service.people import invitations, standby
from referee.service.people.handover import nobody, seat_of, tell_table
from referee.service.people.seating import is_full, name_problem
from referee.service.post import notes
from referee.service.post.post import Post
from referee.store import confirmations, games, inbox, mails, people
from referee.store.tables import ConfirmationRow, GameRow, Matter, SeatRow, Status

LASTS = timedelta(days=3)


def asked(case: PlayerLetter, post: Post, seat: Seat) -> str:
    """Ask a player once more who wants to leave a seat; say what the receipt tells of it."""
    row = post.game
    if people.substitute_of(case.tx, row.id, seat) is not None:
        return "You play this seat for another; only its own player can leave it."
    mine = confirmations.open_of(case.tx, Matter.RESIGN, case.now, player=case.player.id, game=row.id)
    if any(one.seat == seat for one in mine):
        return "I have asked you already whether you want that; the letter still waits for your YES."
    own = next(r for r in notes.recipients(case.tx, case.player.id))
    code = notes.asked(case.work, Matter.RESIGN, own, LASTS, game=row, seat=seat, answers=case.row).code
    text = (
        f"You want to leave your seat in {row.title} for good. If you answer YES to this letter, the seat is empty at "
        f"once and goes to whoever takes it; it cannot be taken back. Otherwise do nothing."
    )
    notes.notice(
        case.work, own, "do you want to leave?", text, code=code, game=row, answers=case.row, seat=seat
    )  # fmt: skip
    return "I ask you once more in a letter of its own; without your YES nothing happens."


def confirmed(case: GameCodeLetter, row: ConfirmationRow) -> int | None:
    """Let the seat fall empty, if it still is theirs."""
    assert row.seat is not None
    confirmations.use(case.tx, row, case.now)
    case.player = people.player(case.tx, row.player) if row.player is not None else None
    seat = games.seat(case.tx, case.game.id, row.seat)
    if seat.player != row.player or seat.vacant_since is not None or case.game.status is Status.OVER:
        return case.close(Outcome.CONFIRMED, note="the seat was not theirs any more")
    reader = notes.Recipient(case.letter.sender or "", row.player)
    text = f"Your seat in {case.game.title} is free for another now. Thank you for having played."
    vacate(case.work, case.game, seat, who="referee", why="its player resigned")
    notes.notice(case.work, reader, "you have left", text, game=case.game, answers=case.row, seat=row.seat)
    return case.close(Outcome.CONFIRMED)


def vacate(work: Work, row: GameRow, seat: SeatRow, *, who: str, why: str) -> None:
    """Let a seat fall empty: its tokens die, everybody hears, and a new player is looked for.

    Before the start the place is given up altogether, and nobody but the GM hears.
    """
    now = work.now
    if (lent := people.substitute_of(work.tx, row.id, seat.name)) is not None:
        people.end(work.tx, lent, now)
        seat.player = lent.instead_of
    name = seat.name
    before_start = row.status is Status.INVITING
    to = REFEREE if before_start else PUBLIC
    work.record("vacant", game=row.id, details={"seat": name}, to=to, who=who)
    if before_start:
        invitations.give_up(work, row, seat)
        if who == "referee":
            invitations.tell_gm(work, row, f"{name} is free again: {why}.")
        return
    mails.pin(work.tx, row.id, name, seat.player, everything=True)
    inbox.kill_tokens(work.tx, row.id, name, now)
    seat.vacant_since, seat.bot = now, ""
    work.tx.add(seat)
    work.tx.flush()
    nexts = Policy.of(row).silence_then is SilenceThen.STANDBY
    taken = standby.seat_next(work, row, seat) if nexts else None
    asked_now = 0 if taken is not None else standby.ask_all(work, row, seat)
    if taken is None:
        text = f"{name} has no player now. Until somebody takes the seat, its standing orders and the defaults play."
        tell_table(work, row, "a seat is free", text, but=name)
    if who == "referee":  # else the GM has done it
        _tell_gm(work, row, name, why, asked_now, taken is not None)


def _tell_gm(
    work: Work, row: GameRow, name: str, why: str, asked_now: int, taken: bool
) -> None:
    found = (
        "The first on the standby list has the seat now."
        if taken
        else f"{asked_now} on the standby list were asked." if asked_now else "Nobody is on the standby list."
    )
    remedies = () if taken else (
        f"Seat somebody: REPLACE {name} and an address in an answer to this letter, or"
        f" referee seat replace {row.name} {name} ADDRESS",
        typed("Let the referee play it", f"referee seat bot {row.name} {name}"),
    )  # fmt: skip
    alarm(Post(work, row), f"{name} has no player: {why}.", (found,), remedies)


def empty(campaign: Campaign, game: str, name: str) -> SeatRow:
    """Take a player out of a seat, as the GM says; raises `SetupError` if the seat is empty or the game over."""
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        seat = seat_of(work.tx, row, name)
        if row.status is Status.OVER or seat.vacant_since is not None:
            raise SetupError(f"{seat.name} has no player that could leave.")
        leaving = notes.recipients(work.tx, seat.player)[:1] if row.status is not Status.INVITING else []
        text = f"Your seat in {row.title} is free for another now. Thank you for having played."
        vacate(work, row, seat, who=campaign.who, why="the GM took them out")
        for reader in leaving:
            notes.notice(work, reader, "your seat is free", text, game=row, seat=seat.name)
        return seat


STYLES = (Style.SENSIBLE, Style.SCRIBBLE)


def play(campaign: Campaign, game: str, name: str, style: str = Style.SENSIBLE.value) -> SeatRow:
    """Let the referee play an empty seat, or before the start one more; everybody is told. Raises `SetupError`."""
    if style not in STYLES:
        raise SetupError(f"The referee can play in these styles: {', '.join(STYLES)}.")
    now = campaign.clock.now()
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        if row.status is Status.OVER:
            raise SetupError(f"{row.title} is over.")
        there = any(one.name.casefold() == name.casefold() for one in games.seats(work.tx, row.id))
        if there or row.status is not Status.INVITING:
            seat = seat_of(work.tx, row, name)
            if seat.vacant_since is None:
                raise SetupError(f"{seat.name} has a player. First: referee seat empty {row.name} {seat.name}")
        else:
            problem = name_problem(work, row, name)
            if problem or is_full(work, row):
                raise SetupError(problem or f"All seats of {row.title} are taken.")
            seat = games.join(work.tx, row.id, nobody(work.tx, row.zone, now).id, name=clean_name(name), at=now)
            seat.vacant_since = now
        seat.bot = style
        work.tx.add(seat)
        work.tx.flush()
        tell_table(work, row, "the referee plays", f"{seat.name} is played by the referee.", but=seat.name)
        work.record("stand-in", game=row.id, details={"seat": seat.name, "style": style}, to=PUBLIC)
        return seat


def rest(campaign: Campaign, game: str, name: str) -> SeatRow:
    """Let the referee play a seat no longer; its standing orders and the defaults do. Raises `SetupError`."""
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        seat = seat_of(work.tx, row, name)
        if not seat.bot or row.status is Status.INVITING:
            raise SetupError(f"{seat.name} is not played by the referee." if not seat.bot else "First let it begin.")
        seat.bot = ""
        work.tx.add(seat)
        work.tx.flush()
        tell_table(work, row, "a seat is free", f"{seat.name} has no player now.", but=seat.name)
        work.record("stand-in ends", game=row.id, details={"seat": seat.name}, to=PUBLIC)
        return seat
