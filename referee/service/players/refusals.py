"""Why nothing of a letter was used: the one short answer that says so, to a seat or to a player without one.

Who wrote without a living key and may go on hears how; who has no seat any more hears so once.
"""

from datetime import datetime

from referee.engine.audience import Seat
from referee.mail.letter import Letter, Problem
from referee.reports.pages import Belated, Refusal, RefusalPage
from referee.reports.parts import Head, Kind
from referee.reports.when import When
from referee.service.deadlines import deadline
from referee.service.letters.kinds import KeylessLetter, KeyLetter, OldKeyLetter
from referee.service.letters.outcome import Outcome
from referee.service.players.receipts import filed_at
from referee.service.post import caps, notes
from referee.service.post.post import Post
from referee.store import games, inbox, people, rollbacks, steps
from referee.store.tables import Reading, Status, SubstituteRow

TOO_COMPLEX = "It has more headers or parts than I read, or longer ones, so I did not look into it."

NOTE = "lent"
"""What is noted beside such a letter, so that it is not taken for one of a player who was replaced."""


def refuse(
    case: KeyLetter | OldKeyLetter, why: Refusal, outcome: Outcome, *,
    text: str = "", more: str = "", over: int | None = None, state: Reading = Reading.DONE,
) -> int | None:  # fmt: skip
    """Say why nothing was used, and close the letter; ``over`` is the turn that it is about, if another."""
    say_why(case, why, text=text, more=more, over=over)
    return case.close(outcome, state=state)


def say_why(
    case: KeyLetter | OldKeyLetter, why: Refusal, *, text: str = "", more: str = "", over: int | None = None
) -> None:
    """Send the one short letter that says why nothing was used."""
    row, seat = case.game, case.seat
    post = Post(case.work, row)
    due, belated = None, Belated.AFTER
    if why in (Refusal.LATE, Refusal.OLD_TURN):
        due = next((p.played_at for p in steps.history(case.tx, row.id) if p.step == case.token.step), None)
        belated = _belated(case, due)
    size = case.campaign.settings.limits.letter_bytes
    last = caps.LAST if post.replies_left(seat, row.step + 1, Kind.REFUSAL) == 1 else ""
    page = RefusalPage(
        head=post.head(seat),
        why=why,
        received=case.row.received_at,
        step=row.step + 1,
        deadline=deadline.due_told(row, case.now),
        over=case.token.step if over is None else over,
        due=due,
        filed=filed_at(case.tx, row.id, seat, row.step + 1),
        text=text or " ".join(filter(None, (more, last))),
        answerable=why in (Refusal.NO_TOKEN, Refusal.TAKEN_BACK),
        limit=f"{size // 1000} KB" if size < 1_000_000 else f"{size / 1_000_000:.0f} MB",
        belated=belated,
    )
    post.send(page, step=row.step + 1, answers=case.row)


def instead_of_text(letter: Letter) -> str:
    """Say what there is in a letter without text, and is not read."""
    kinds = ", ".join(letter.ignored[:3])
    own = "The subject is not read." if letter.subject and not (letter.in_reply_to or letter.references) else ""
    attached = f"I do not read attachments like {kinds}; a text file (.txt) I do." if kinds else ""
    tangled = TOO_COMPLEX if letter.problem is Problem.TOO_COMPLEX else ""
    return " ".join(filter(None, (tangled, own, attached)))


def _belated(case: KeyLetter | OldKeyLetter, played_at: datetime | None) -> Belated:
    """Say why a letter for a turn that is over did not count: it need not have come too late itself."""
    if played_at is None or case.row.received_at >= played_at:
        return Belated.AFTER
    if case.confirmed:
        return Belated.HELD
    return Belated.ON_ITS_WAY if case.row.game is None else Belated.DEADLINE  # its game is noted when it has to wait


def without_game(case: KeylessLetter | OldKeyLetter, why: Refusal) -> None:
    """Answer a registered player whose letter bore no token that counts; to the address on file, once a letter."""
    campaign, settings, player = case.campaign, case.campaign.settings, case.player
    seats = [
        (row, seat)
        for seat in games.seats_of(case.tx, player.id)
        if seat.vacant_since is None
        and (row := games.game(case.tx, seat.game)).status in (Status.RUNNING, Status.INVITING)
    ]
    if why is Refusal.NO_TOKEN and len(seats) == 1:
        row, seat = seats[0]
        post = Post(case.work, row)
        page = RefusalPage(
            post.head(Seat(seat.name)), why, case.row.received_at, row.step + 1, deadline.due_told(row, case.now),
            answerable=True,
            text=caps.LAST if post.replies_left(Seat(seat.name), row.step + 1, Kind.REFUSAL) == 1 else "",
        )  # fmt: skip
        post.send(page, step=row.step + 1, answers=case.row)
        return
    titles = tuple(row.title for row, _ in seats)
    left = case.game if why is Refusal.REPLACED else None
    page = RefusalPage(
        Head(left.title if left else settings.campaign.name, Seat(player.name), case.now, player.zone, gm=campaign.gm),
        why,
        case.row.received_at,
        text=f"Your games are {', '.join(titles)}." if titles else "",
    )
    letter = campaign.any_kit().writer.write(page)
    notes.send(case.work, notes.Recipient("", player.id), letter, answers=case.row)


def hear_keyless(case: KeylessLetter) -> int | None:
    """Say once how to send it.

    Beyond the cap there is no digest either, as there is of letters with a token: anybody can write so without
    one, so each mail may be one that they did not bring about; and what the last answer said of them holds for all.
    """
    if case.doubt:
        return case.close(Outcome.NO_TOKEN, note=case.doubt)
    if case.letter.away:
        return case.close(Outcome.MACHINE, note="it says that its writer is away")
    if (known := lost_seat(case)) is not None:
        return told_whose(known)
    more = caps.refusals_left(case.work, case.player.id)
    if more > 0:
        without_game(case, Refusal.NO_TOKEN)
    elif more == 0:
        what = f"So many letters without a key come from {case.player.name} that I answer no more of them for a while."
        caps.tell_of_flood(case.work, what)
    return case.close(Outcome.NO_TOKEN)


def read_old_key(case: OldKeyLetter) -> int | None:
    """Answer the one who was given the key: with the way to go on, or, once, with whose the seat is now."""
    token = case.token
    if token.player != case.seated:
        return told_whose(case)
    if back := rollbacks.with_which_died(case.tx, token):
        text = deadline.why_still(case.game, case.now)
        return refuse(case, Refusal.TAKEN_BACK, Outcome.TAKEN_BACK, text=text, over=back)
    if token.step > case.game.step:
        return refuse(case, Refusal.NO_TOKEN, Outcome.NO_TOKEN)
    return refuse(case, Refusal.OLD_TURN, Outcome.OLD_TURN)


def lost_seat(case: KeylessLetter) -> OldKeyLetter | None:
    """Return a letter without a key as one for the seat that its writer had, if they have none any more."""
    if any(seat.vacant_since is None for seat in games.seats_of(case.tx, case.player.id)):
        return None
    had = inbox.newest_token(case.tx, case.player.id)
    if had is None:
        return None
    game, seat = games.game(case.tx, had.game), Seat(had.seat)
    return case.known_as(OldKeyLetter, player=case.player, token=had, game=game, seat=seat, seated=None)


def told_whose(case: OldKeyLetter) -> int | None:
    """Tell them once that the seat of their key is another's now, or who plays it for a while."""
    was = case.player.id
    letters = [r for r in inbox.of_player(case.tx, was) if r.outcome == Outcome.REPLACED and r.game == case.game.id]
    lent = people.substitute_of(case.tx, case.game.id, case.token.seat)
    if lent is not None and lent.instead_of == was:
        if not any(r.note == NOTE and r.received_at >= lent.since for r in letters):
            say_who_plays(case, lent)
        return case.close(Outcome.REPLACED, note=NOTE)
    if all(r.note == NOTE for r in letters):
        without_game(case, Refusal.REPLACED)
    return case.close(Outcome.REPLACED)


def say_who_plays(case: OldKeyLetter, lent: SubstituteRow) -> None:
    """Tell them so, and when the seat is theirs again."""
    when = When(case.game.zone, case.now).marked()
    until = f" until {when.full(lent.until)}" if lent.until is not None else " for a while"
    text = (
        f"Thank you for your letter; it was not used, for a substitute plays your seat in {case.game.title}{until}."
        " Then it is yours again, and a letter with its latest report comes to you. If you want it back now, write to"
        " the GM."
    )
    reader, seat = notes.recipients(case.tx, case.player.id)[0], case.seat
    subject = "a substitute plays for you"
    notes.notice(case.work, reader, subject, text, game=case.game, answers=case.row, seat=seat)
