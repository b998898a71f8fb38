"""The referee plays a seat that has no player: from what the seat knows alone, by luck that follows from the seed.

What it would do is made anew whenever the game is taken up, and so is the same in a preview, at the deadline and in a
rerun. The lines are kept with the step like anybody's orders; a replay needs no bot.
"""

from __future__ import annotations

from referee.bots.simulate import Style
from referee.engine.audience import PUBLIC
from referee.engine.errors import SetupError
from referee.mail.address import clean_name
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named
from referee.service.people.handover import nobody, seat_of, tell_table
from referee.service.people.seating import is_full, name_problem
from referee.store import games
from referee.store.tables import SeatRow, Status

STYLES = (Style.SENSIBLE, Style.SCRIBBLE)


def play(campaign: Campaign, game: str, name: str, style: str = Style.SENSIBLE.value) -> SeatRow:
    """Let the referee play an empty seat, or before the start one more; everybody is told.

    Raises `SetupError`, for one, if the seat has a player.
    """
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
