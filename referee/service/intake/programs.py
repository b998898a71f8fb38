"""Letters that programs wrote, and our own that came round: read, named, and never answered (RFC 3834)."""

from __future__ import annotations

from referee.mail.address import normal
from referee.mail.body import CALENDAR_ANSWER
from referee.mail.letter import Machine
from referee.service.gm import letters as gm_letters
from referee.service.letters import key
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import GmLetter, KeyLetter, Sign
from referee.service.letters.outcome import Outcome
from referee.service.players import codes, speech
from referee.store import mails
from referee.store.tables import ConfirmationRow


def sign(case: Incoming, keyed: Incoming | None) -> Sign | None:
    """Say what shows that no person wrote a letter; None if a person did, as far as one can see.

    A subject like that of a vacation note, or a header that some host wrote, does not outweigh readable lines from
    the right sender with the right key; about the former the player is asked (see `players.speech`). That a letter
    came through a list or a bulk mailer says nothing of who wrote it, where key and sender are right.
    ``keyed`` is the letter by the key that it bears, if there is one.
    """
    machine = case.letter.machine
    if machine is Machine.HOPS:
        return Sign(Outcome.CIRCLES, machine.value)
    if case.letter.message_id and mails.find(case.tx, case.letter.message_id) is not None:
        return Sign(Outcome.OWN, "it bears the Message-ID of a mail of ours")
    if _is_our_address(case):
        return Sign(Outcome.OWN, "it comes from an address of ours")
    is_away = CALENDAR_ANSWER in case.letter.ignored or (case.token is not None and speech.is_away_note(case))
    if machine is None and not is_away:
        return None
    if machine is not None and machine.is_clear:
        return Sign(Outcome.MACHINE, machine.value)
    if _speaks(keyed) or (machine is not None and machine.is_of_a_host and not is_away and _is_known(case, keyed)):
        return None
    return Sign(Outcome.MACHINE, machine.value if machine is not None else "what it says is what programs say")


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


def _is_known(case: Incoming, keyed: Incoming | None) -> bool:
    """Say whether a letter bears a living key, or a code, of the one who sent it, and is no vacation note."""
    match keyed, key.code_of(case):
        case (KeyLetter(), _):
            return True
        case (GmLetter(token=token), _):
            return token.dead_at is None and gm_letters.is_gms(case)
        case (None, ConfirmationRow() as code):
            sender = normal(case.letter.sender or "")
            return sender in codes.who_may(case, code) and not speech.is_away_note(case)
        case _:
            return False


def _speaks(keyed: Incoming | None) -> bool:
    """Say whether the right sender with a living key gives orders or commands in a letter."""
    match keyed:
        case KeyLetter():
            return speech.speaks(keyed)
        case GmLetter(token=token) if token.dead_at is None:
            return gm_letters.has_command(keyed)
        case _:
            return False
