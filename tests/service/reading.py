"""What tests look up in a campaign, each in a reading transaction of its own."""

from __future__ import annotations

from referee.archive.acts import in_utc
from referee.archive.record import Record
from referee.engine.audience import Seat
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named
from referee.service.records import log
from referee.service.records.record import read_by, record_of
from referee.service.turns.attention import Item, attention


def record_for(campaign: Campaign, game: str, reader: str) -> Record:
    """Return the record of a game for the GM, a seat, or (``observer``) anybody; raises `SetupError` for no such."""
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        return record_of(work, row, read_by(work, row, reader))


def entries(campaign: Campaign, game: str, *, seat: str = "") -> list[log.Entry]:
    """Return the log of a game: all of it, or what one seat may know of."""
    with campaign.reading() as work:
        return log.of_game(work.tx, game_named(work.tx, game), Seat(seat) if seat else None, in_utc)


def attention_of(campaign: Campaign) -> list[Item]:
    """List what wants attention in the whole campaign."""
    with campaign.reading() as work:
        return attention(work)
