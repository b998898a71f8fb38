"""Letters that programs wrote, and our own that came round: read, named, and never answered (RFC 3834)."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.audience import GM, Seat
from referee.engine.sheet import Heard, Reader
from referee.mail.address import normal
from referee.mail.letter import Machine
from referee.service import answer
from referee.service.incoming import Incoming
from referee.service.outcome import Outcome
from referee.service.post import Post
from referee.service.tabletop import TableTop
from referee.store import games, outbox
from referee.store.tables import Status

SPOKEN = (Heard.ORDER, Heard.STANDING, Heard.CLEAR, Heard.CANCEL)
"""What a player writes, and no vacation note."""


class Sign(NamedTuple):
    """What becomes of such a letter, and what showed that it is one."""

    outcome: Outcome
    note: str


def sign(case: Incoming) -> Sign | None:
    """Say what shows that no person wrote a letter; None if a person did, as far as one can see.

    A subject like that of a vacation note, or a header that some host wrote, does not outweigh readable orders from
    the right sender with the right key.
    """
    machine = case.letter.machine
    if machine is Machine.HOPS:
        return Sign(Outcome.CIRCLES, machine.value)
    if case.letter.message_id and outbox.find(case.tx, case.letter.message_id) is not None:
        return Sign(Outcome.OWN, "it bears the Message-ID of a mail of ours")
    if _is_our_address(case):
        return Sign(Outcome.OWN, "it comes from an address of ours")
    if machine is None or (not machine.is_clear and speaks(case)):
        return None
    return Sign(Outcome.MACHINE, machine.value)


def _is_our_address(case: Incoming) -> bool:
    """Is the sender one of our own addresses, and no person's who shares the mailbox?"""
    settings = case.campaign.settings
    if not case.letter.sender or case.player is not None:
        return False
    sender = normal(case.letter.sender)
    if sender in {normal(address) for address in settings.campaign.gms}:
        return False
    local, _, host = sender.rpartition("@")
    parts = (settings.mail.reply_local_part, settings.mail.bounce_local_part, settings.mail.open_local_part)
    ours = {part.lower() for part in parts}
    return sender == normal(settings.mail.from_address) or (
        host == settings.mail.domain.lower() and local.partition("+")[0] in ours
    )


def speaks(case: Incoming) -> bool:
    """Say whether the right sender with the right key gives orders in a letter."""
    token, row = case.token, case.game
    if token is None or row is None or token.seat == GM or token.dead_at is not None or case.player is None:
        return False
    if games.seat(case.tx, row.id, token.seat).player != case.player.id or row.status is Status.OVER:
        return False
    seat, kit = Seat(token.seat), case.campaign.kit_of(row)
    lines = answer.lines_of(case, seat).new
    if row.status is Status.INVITING:
        lexicon = kit.lexicon(Post(case.campaign, case.tx, row, case.now).names)
        return any(line.order is not None for line in Reader(kit.rules.wishes, lexicon, seat, 0).read(lines).lines)
    top = TableTop.load(case.campaign, case.tx, row, case.row.received_at)
    sheet = Reader(kit.rules.grammar, top.lexicon, seat, top.step).read(lines)
    return any(sheet.has(heard) for heard in SPOKEN)
