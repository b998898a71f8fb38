"""Why nothing of a letter was used: the one short answer that says so, to a seat or to a player without one."""

from __future__ import annotations

from datetime import datetime

from referee.engine.audience import Seat
from referee.mail.letter import Letter, Problem
from referee.reports.pages import Belated, Refusal, RefusalPage
from referee.reports.parts import Head, Kind
from referee.service.deadlines import deadline
from referee.service.letters.kinds import KeylessLetter, KeyLetter, OldKeyLetter
from referee.service.letters.outcome import Outcome
from referee.service.players.receipts import filed_at
from referee.service.post import caps, notes
from referee.service.post.post import Post
from referee.store import games, steps
from referee.store.tables import Reading, Status

TOO_COMPLEX = "It has more headers or parts than I read, or longer ones, so I did not look into it."


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
