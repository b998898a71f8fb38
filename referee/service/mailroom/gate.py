"""Who may write to us, and how often: asked before a letter is taken, by its envelope alone."""

from __future__ import annotations

from collections import deque
from datetime import datetime, timedelta
from threading import Lock

from referee.mail.address import ascii_domain, normal, read_token, same_address
from referee.service.campaign import Campaign
from referee.store import confirmations, games, outbox, people, tokens
from referee.store.database import Transaction
from referee.store.tables import TokenRow

HOUR = timedelta(hours=1)
MOST_KEYS = 20_000


class Gate:
    """Knows our addresses, and counts letters in the last hour. It may be asked from several threads.

    Whoever floods us is told to come again later; nobody can use up another's share: a registered player who writes to
    his own token is counted by himself and that token, which others cannot guess.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._seen: dict[tuple[str, str], deque[datetime]] = {}
        self._one = Lock()

    def accepts(self, address: str) -> bool:
        """Say whether an address is ours: every token that was ever given, dead ones too, and the ones without."""
        settings = self.campaign.settings.mail
        if same_address(address, settings.from_address):
            return True
        local, _, domain = address.rpartition("@")
        name, plus, rest = local.lower().partition("+")
        if ascii_domain(domain) != settings.domain:
            return False
        if name == settings.open_local_part or (name == "postmaster" and not plus):
            return True
        if name == settings.reply_local_part:
            return not plus or self._was_given(rest)
        return name == settings.bounce_local_part and (not plus or self._returns(rest))

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
        return bool(sender) and self._is_his_own(sender, recipient)

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

    def _is_his_own(self, sender: str, recipient: str) -> bool:
        """Say whether a token is that of the player whose address this is."""
        with self.campaign.store.reading() as tx:
            row, player = _token(tx, recipient), people.player_at(tx, sender)
            if row is None or player is None:
                return False
            return player.id in (row.player, games.seat(tx, row.game, row.seat).player)

    def _was_given(self, text: str) -> bool:
        token = read_token(text)
        if token is None:
            return False
        with self.campaign.store.reading() as tx:
            return tokens.find(tx, token) is not None or confirmations.find(tx, token) is not None

    def _returns(self, text: str) -> bool:
        token = read_token(text)
        if token is None:
            return False
        with self.campaign.store.reading() as tx:
            return outbox.returned(tx, token) is not None


def _token(tx: Transaction, recipient: str) -> TokenRow | None:
    token = read_token(recipient.partition("@")[0].partition("+")[2])
    return tokens.find(tx, token) if token else None
