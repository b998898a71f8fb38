"""Letters in: who may write to us and how often, and each kept before it is acknowledged."""

from collections import deque
from datetime import datetime, timedelta
from threading import Lock

from referee.engine.audience import GM
from referee.mail.address import mailbox_of, normal, read_token, same_address
from referee.mail.fetched import Fetched, NotNow
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import log
from referee.service.letters import disk, envelope
from referee.store import confirmations, games, inbox, mails, people

HOUR = timedelta(hours=1)
MOST_KEYS = 20_000


def keep(
    campaign: Campaign,
    raw: bytes,
    *,
    sender: str,
    recipient: str,
    source: str,
    truncated: bool = False,
    arrived: datetime | None = None,
) -> tuple[int, bool]:
    """Keep a letter, committed when this returns; say its number and whether it is new.

    It came when our mail server had it, if that can be told: from its own header, or from ``arrived``, which a mailbox
    says. Whether it came in time for a deadline goes by that, so it is never later than now.
    """
    now = campaign.clock.now()
    received = envelope.received_at(raw, campaign.settings.intake.received_by, arrived or now, now)
    with campaign.store.writing() as tx:
        number, new = inbox.keep(
            tx,
            raw,
            sender=sender,
            recipient=recipient,
            source=source,
            received_at=received,
            kept_at=now,
            truncated=truncated,
        )
    log.info("kept", letter=number, new=new, source=source, bytes=len(raw))
    return number, new


def keep_fetched(campaign: Campaign, fetched: Fetched, source: str, gate: "Gate | None" = None) -> None:
    """Keep a letter from a mailbox, once for each address of ours that it was sent to.

    Raises `NoRoom` with the disk nearly full, and `NotNow` if the gate does not let it in now: then it stays there.
    """
    if not disk.has_room(campaign):
        raise disk.NoRoom("the disk is nearly full")
    sender, stays = envelope.sender_of(fetched.raw), False
    for recipient in envelope.recipients_of(fetched.raw, campaign.settings.mail):
        if gate is not None and not gate.admits(sender, recipient):
            stays = True
            continue
        _, new = keep(
            campaign,
            fetched.raw,
            sender=sender,
            recipient=recipient,
            source=source,
            truncated=fetched.truncated,
            arrived=fetched.arrived,
        )
        if gate is not None and new:
            gate.note(sender, recipient)
    if stays:
        raise NotNow("too many letters in an hour")


class Gate:
    """Knows our addresses, and counts letters in the last hour. It may be asked from several threads.

    Whoever floods us is told to come again later; nobody can use up another's share: who writes to a key of their own,
    player, newcomer or GM, is counted by that key, which others cannot guess.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._seen: dict[tuple[str, str], deque[datetime]] = {}
        self._one = Lock()

    def accepts(self, address: str) -> bool:
        """Say whether an address is ours: every token that was ever given, dead ones too, and the ones without."""
        settings = self.campaign.settings.mail
        name, rest = mailbox_of(address, settings.domain)
        if "+" not in address.rpartition("@")[0] or same_address(address, settings.from_address):
            return envelope.is_ours(address, settings)
        if (key := read_token(rest)) is None:
            return False
        with self.campaign.store.reading() as tx:
            given = inbox.token(tx, key) is not None or confirmations.find(tx, key) is not None
            if given and name == settings.reply_local_part:
                return True
            return name == settings.bounce_local_part and mails.returned(tx, key) is not None

    def admits(self, sender: str, recipient: str) -> bool:
        """Say whether one more letter from a sender to a recipient may be taken now."""
        most, now = self.campaign.settings.limits.letters_per_hour, self.campaign.clock.now()
        sender, recipient = normal(sender) if sender else "", normal(recipient)
        with self._one:
            if self._count(sender, recipient, now) >= most:
                return False
            shared = self._count("", recipient, now) if not sender or "+" in recipient else 0
            if shared < most and (not sender or self._count(sender, "", now) < most):
                return True
        return bool(sender) and self._has_the_key(sender, recipient)

    def note(self, sender: str, recipient: str) -> None:
        """Count a letter that was kept."""
        now = self.campaign.clock.now()
        sender, recipient = normal(sender) if sender else "", normal(recipient)
        with self._one:
            for key in {(sender, recipient), (sender, ""), ("", recipient)} - {("", "")}:
                self._seen.setdefault(key, deque()).append(now)
            if len(self._seen) > MOST_KEYS:
                self._seen = {key: times for key, times in self._seen.items() if times and times[-1] > now - HOUR}

    def _count(self, sender: str, recipient: str, now: datetime) -> int:
        times = self._seen.get((sender, recipient))
        while times and times[0] <= now - HOUR:
            times.popleft()
        return len(times or ())

    def _has_the_key(self, sender: str, recipient: str) -> bool:
        """Say whether a key is that of the one whose address this is: a player, a GM, or who was sent a code."""
        key = read_token(mailbox_of(recipient, self.campaign.settings.mail.domain)[1])
        if key is None:
            return False
        with self.campaign.store.reading() as tx:
            player, code, token = people.player_at(tx, sender), confirmations.find(tx, key), inbox.token(tx, key)
            if code is not None and sender == code.address:
                return True
            if token is not None and token.seat == GM:
                return sender in map(normal, self.campaign.settings.campaign.gms)
            if token is None or player is None:
                return code is not None and player is not None and player.id == code.player
            return player.id in (token.player, games.seat(tx, token.game, token.seat).player)
