"""What the GM grants a player: leave in one game, and a silence that is not counted."""

from __future__ import annotations

from referee.engine.audience import Seat, only
from referee.engine.errors import SetupError
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.deadlines import absences, dates
from referee.service.intake.receive import read_all
from referee.service.post.post import Post
from referee.service.turns.silence import BY_GM
from referee.store import attendance, games, people
from referee.store import attendance as stored
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.tables import GameRow, SeatRow, Status


def leave(campaign: Campaign, game: str, seat: str, text: str) -> str:
    """Give the player of a seat leave in one game, or take it back with OFF, and tell them; return what it means.

    Raises `SetupError` with what would be right.
    """
    read_all(campaign)
    with campaign.writing() as work:
        row, now = game_named(work.tx, game), work.now
        place = _seat(work.tx, row, seat)
        player = people.player(work.tx, place.player)
        if text.strip().upper() == "OFF":
            if not stored.take_leave_back(work.tx, player.id, now, game=row.id):
                raise SetupError(f"{place.name} was given no leave in this game that is not over.")
            said = "The GM has taken your leave in this game back."
        else:
            try:
                asked = dates.read(text, player.zone, now)
            except ValueError as error:
                raise SetupError(str(error)) from error
            said = f"The GM has entered leave for you. {absences.ask(work, player, asked, game=row.id)}"
        details = {"seat": place.name, "text": text, "step": row.step + 1}
        to = only(Seat(place.name))
        work.record("leave", game=row.id, details=details, to=to)
        _tell(work, games.game(work.tx, row.id), place, "your leave", said)
    return said


def excuse(campaign: Campaign, game: str, seat: str, turn: int | None = None) -> str:
    """Let a silence not count: of a turn that is over, or in advance of the open one; and tell the player.

    Raises `SetupError` if they were not silent in that turn.
    """
    with campaign.writing() as work:
        return excuse_in(work, game_named(work.tx, game), seat, turn)


def excuse_in(work: Work, row: GameRow, seat: str, turn: int | None = None) -> str:
    """Do as `excuse` does, within the caller's transaction."""
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} is not being played.")
    place, step = _seat(work.tx, row, seat), row.step + 1 if turn is None else turn
    if step > row.step + 1:
        raise SetupError(f"Turn {step} has not begun; turn {row.step + 1} is open.")
    if step <= row.step:
        try:
            attendance.excuse(work.tx, row.id, Seat(place.name), step, BY_GM)
        except NotThere as error:
            raise SetupError(str(error)) from error
    details = {"seat": place.name, "step": step}
    to = only(Seat(place.name))
    work.record("excuse", game=row.id, details=details, to=to)
    said = f"The GM excuses it if nothing {'comes' if step > row.step else 'came'} from you for turn {step}."
    _tell(work, row, place, "you are excused", said)
    return said


def _seat(tx: Transaction, row: GameRow, name: str) -> SeatRow:
    rows = games.seats(tx, row.id)
    found = next((s for s in rows if s.name.lower() == name.lower()), None)
    if found is None:
        raise SetupError(f"There is no seat {name}. The seats are {', '.join(s.name for s in rows)}.")
    return found


def _tell(work: Work, row: GameRow, place: SeatRow, subject: str, text: str) -> None:
    post = Post(work, row)
    page = NoticePage(post.head(Seat(place.name)), subject, text)
    post.send(Seat(place.name), work.campaign.kit_of(row).writer.write(page), step=post.open_step)
