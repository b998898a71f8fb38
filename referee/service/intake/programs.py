"""Letters that programs wrote, and our own that came round: read, named, and never answered (RFC 3834)."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.audience import GM, Seat
from referee.engine.commands import Log, Yes
from referee.engine.sheet import HARMLESS, Heard, Reader, Sheet
from referee.mail.absence import says_away
from referee.mail.address import normal
from referee.mail.body import CALENDAR_ANSWER
from referee.mail.letter import Machine
from referee.mail.marks import is_quoted
from referee.service.letters.incoming import Incoming
from referee.service.letters.lines import lines_of
from referee.service.letters.outcome import Outcome
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import games, mails
from referee.store.tables import Status

SPOKEN = (Heard.ORDER, Heard.STANDING, Heard.CLEAR, Heard.CANCEL)
"""What a player writes, and no vacation note."""

IDLE = (*HARMLESS, Log, Yes)
"""Commands that change nothing; their words begin many a sentence."""


class Sign(NamedTuple):
    """What becomes of such a letter, and what showed that it is one."""

    outcome: Outcome
    note: str


def sign(case: Incoming) -> Sign | None:
    """Say what shows that no person wrote a letter; None if a person did, as far as one can see.

    A subject like that of a vacation note, or a header that some host wrote, does not outweigh readable lines from
    the right sender with the right key; about the former the player is asked (see `is_doubtful`).
    """
    machine = case.letter.machine
    if machine is Machine.HOPS:
        return Sign(Outcome.CIRCLES, machine.value)
    if case.letter.message_id and mails.find(case.tx, case.letter.message_id) is not None:
        return Sign(Outcome.OWN, "it bears the Message-ID of a mail of ours")
    if _is_our_address(case):
        return Sign(Outcome.OWN, "it comes from an address of ours")
    if machine is None and CALENDAR_ANSWER not in case.letter.ignored and not (case.token and is_away_note(case)):
        return None
    if machine is not None and machine.is_clear:
        return Sign(Outcome.MACHINE, machine.value)
    if speaks(case):
        return None
    return Sign(Outcome.MACHINE, machine.value if machine is not None else "what it says is what programs say")


def is_away_note(case: Incoming) -> bool:
    """Say whether a letter that bears no sign of a program says that its writer is away, as programs do."""
    return says_away([line for line in case.letter.lines if not is_quoted(line)])


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


def is_doubtful(case: Incoming) -> bool:
    """Say whether a letter that does speak may be a vacation note all the same, so that its player is asked first.

    So the subject says; by a header that some host wrote only where the letter brings no orders.
    """
    machine = case.letter.machine
    if machine is None or machine.is_clear or machine.is_of_a_host or case.confirmed:
        return False
    return machine is Machine.SUBJECT or not any(_sheet(case).has(heard) for heard in SPOKEN)


def speaks(case: Incoming) -> bool:
    """Say whether the right sender with the right key gives orders in a letter, or asks for something to be done."""
    token, row = case.token, case.game
    if token is None or row is None or token.dead_at is not None:
        return False
    if token.seat == GM:
        return _commands(case)
    if case.player is None:
        return False
    if games.seat(case.tx, row.id, token.seat).player != case.player.id or row.status is Status.OVER:
        return False
    if row.status is Status.INVITING:
        kit = case.campaign.kit_of(row)
        lexicon = kit.lexicon(Post(case.work, row).names)
        lines = lines_of(case, Seat(token.seat)).new
        wishes = Reader(kit.rules.wishes, lexicon, Seat(token.seat), 0).read(lines)
        return any(line.order is not None for line in wishes.lines)
    sheet, machine = _sheet(case), case.letter.machine
    tried = machine is None or machine.is_of_a_host
    if tried and sheet.has(Heard.UNREADABLE):
        return True
    return any(sheet.has(heard) for heard in SPOKEN) or any(not isinstance(x, IDLE) for x in sheet.requests())


def _commands(case: Incoming) -> bool:
    """Say whether a letter to the GM's own address has a command in it; whether it is a GM's is seen there."""
    from referee.service.gm.letters import lexicon_of, new_lines  # it stands on what reads letters
    from referee.service.gm.lines import parsed

    return any(line.order is not None for line in parsed(new_lines(case), lexicon_of(case)))


def _sheet(case: Incoming) -> Sheet:
    """Read what the seat that a letter's key belongs to wrote in it."""
    assert case.token is not None
    assert case.game is not None
    seat = Seat(case.token.seat)
    top = TableTop.load(case.work, case.game, case.row.received_at)
    return Reader(top.kit.rules.grammar, top.lexicon, seat, top.step).read(lines_of(case, seat).new)
