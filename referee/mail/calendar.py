"""A moment as a file for calendars (RFC 5545), published or taken back (RFC 5546): the same entry, the same bytes."""

from dataclasses import dataclass
from datetime import UTC, datetime

from .outgoing import Attached


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What stands in a calendar at a moment. A later ``sequence`` of the same ``uid`` takes an earlier one's place."""

    uid: str
    sequence: int
    at: datetime
    made_at: datetime
    summary: str
    organizer: str
    cancelled: bool = False


def calendar_file(entry: Entry) -> Attached:
    """Return the file that goes with a letter."""
    from icalendar import Calendar, Event, vCalAddress  # for the few letters that bring one

    method = "CANCEL" if entry.cancelled else "PUBLISH"
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.made_at.astimezone(UTC))
    event.add("dtstart", entry.at.astimezone(UTC))
    event.add("summary", entry.summary)
    event.add("organizer", vCalAddress(f"mailto:{entry.organizer}"))
    event.add("status", "CANCELLED" if entry.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    whole = Calendar()
    whole.add("prodid", "-//Referee//Deadlines//EN")
    whole.add("version", "2.0")
    whole.add("method", method)
    whole.add_component(event)
    kind = f'text/calendar; charset="utf-8"; method={method}; name="deadline.ics"'
    return Attached("deadline.ics", kind, whole.to_ical())
