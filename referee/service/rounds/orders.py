"""Orders that are filed by hand: behind the letters that came before."""

from __future__ import annotations

from collections.abc import Sequence

from referee.service.campaign.campaign import Campaign
from referee.service.intake.backlog import read_all
from referee.service.players import orders


def send_orders(campaign: Campaign, game: str, seat: str, lines: Sequence[str]) -> orders.Checked:
    """File lines for a seat as if they had been mailed; the latest arrival counts."""
    read_all(campaign)
    return orders.send(campaign, game, seat, lines)
