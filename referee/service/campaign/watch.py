"""What one process remembers from round to round, so that a round looks only at what changed; losing it costs time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from referee.store.games import Standing

FRESH = timedelta(minutes=5)
"""So long nothing is looked at again without a sign; what no sign tells, such as a changed setting, is seen then."""


@dataclass
class Watch:
    """The standings that were looked at, and what was found of them."""

    newest: int = -1
    """The newest revision of orders that was seen."""
    idle: dict[int, Standing] = field(default_factory=dict)
    """Games that need not be looked at for an early adjudication before something changes."""
    late: dict[int, tuple[object, ...]] = field(default_factory=dict)
    """Of games in grace, what was on file when somebody was still missing."""
    reminded: dict[int, tuple[Standing, datetime]] = field(default_factory=dict)
    """Until when nobody is to be reminded, as long as the standing is this."""
    beats: dict[str, datetime] = field(default_factory=dict)
    """When each part was last written down as well."""
    worked: datetime | None = None
    """When the last round ended: letters are taken in while one goes on, however long it takes."""
    sources: dict[str, datetime] = field(default_factory=dict)
    """When each source of letters was last seen well."""
    since: datetime | None = None

    def refresh(self, now: datetime) -> None:
        """Forget what is no longer fresh, or was seen by a clock that has been set back."""
        if self.since is None or not self.since <= now < self.since + FRESH:
            self.forget()
            self.since = now

    def forget(self) -> None:
        """Look at everything anew."""
        self.idle.clear()
        self.late.clear()
        self.reminded.clear()
