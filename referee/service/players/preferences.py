"""What players settle for themselves by mail: leave, reminders, quiet hours, how mail is gathered and looks."""

import re
from datetime import datetime, timedelta

from referee.config.lengths import length, lengths
from referee.engine.commands import Absent, Digest, Leads, Mail, Newsletter, Quiet
from referee.engine.lexicon import spoken
from referee.reports.pages import NoticePage
from referee.reports.when import place
from referee.service.campaign.campaign import Campaign, Work
from referee.service.deadlines import absences, dates
from referee.service.deadlines.deadline import span_said
from referee.service.letters.kinds import KeyLetter
from referee.service.letters.outcome import Outcome
from referee.service.post.post import Post
from referee.service.turns.reminders import usual_lead
from referee.store import people
from referee.store.tables import PlayerRow

MOST_LEADS = 5
FARTHEST = timedelta(days=14)
LONGEST_DIGEST = timedelta(days=7)
HOUR = r"(\d{1,2})(?:[:.](\d{2}))?(?:\s*h)?"
QUIET = re.compile(rf"{HOUR}\s*(?:-|–|to|until|bis)\s*{HOUR}", re.IGNORECASE)
DATA = "Each letter to you has its content attached, as data for programs of your own: letter.json."
SCHEMA = (
    "Its form is described by a JSON Schema that your GM can send you (referee report schema); it tells nothing that"
    " the text doesn't."
)
NEWSLETTER = "The public story of each turn of your games comes to you as a newsletter too, beside your report."
WHERE_SENT = "It is sent in games whose GM has not settled it otherwise."
NONE = ("OFF", "NONE", "NO", "NEVER", "0")

NEVER = 0
"""A lead that no reminder is ever sent at: nothing comes before a deadline by no time at all."""

NEVER_SAID = "You are not reminded of deadlines."
NO_REMINDERS = "I remind you of deadlines no more. The next line brings the reminders back.\n\n  LEADS 24h"
NO_NEWSLETTER = "I send you no more newsletters. The next line brings them back.\n\n  NEWSLETTER ON"

Preference = Absent | Leads | Quiet | Digest | Newsletter | Mail


def carry_out(work: Work, player: PlayerRow, one: Preference, asked_at: datetime) -> str:
    """Do what one line of a letter that came then asks for; return what the receipt says of it."""
    player = people.player(work.tx, player.id)
    try:
        match one:
            case Absent(text=text):
                return _absent(work, player, text, asked_at)
            case Leads(text=text):
                said = _leads(work.campaign, player, text)
            case Quiet(text=text):
                said = _quiet(player, text)
            case Digest(text=text):
                said = _digest(player, text)
            case Newsletter(setting=setting):
                said = _newsletter(player, on=setting.upper() == "ON")
            case Mail(what="DATA" | None as what):
                said = _data(player, on=what == "DATA")
            case Mail(what=str(what)):
                said = _form(work.campaign, player, what)
    except ValueError as error:
        return str(error)
    work.tx.add(player)
    work.tx.flush()
    work.campaign.watch.forget()
    return said


def settled(work: Work, player: PlayerRow, game: int) -> str:
    """Say what a player has settled on their own, for the answer to STATUS."""
    player = people.player(work.tx, player.id)
    said = [absences.told(work.tx, player, work.now, game)]
    leads = list(filter(None, player.leads or [usual_lead(work, game) // timedelta(seconds=1)]))
    said.append(f"You are reminded {_before(leads)} a deadline, if nothing has come from you." if leads else NEVER_SAID)
    if player.quiet:
        said.append(f"No mail that can wait is sent to you from {player.quiet.replace('-', ' to ')}.")
    if player.digest:
        said.append(f"What others write to you is gathered for {span_said(player.digest)}.")
    if player.newsletter:
        said.append(f"{NEWSLETTER} NEWSLETTER OFF ends that.")
    if player.html is not None:
        said.append(f"Letters come to you {'as HTML beside their text' if player.html else 'as text alone'}.")
    if player.data:
        said.append(f"{DATA} MAIL DATA OFF ends that.")
    row = people.calendars(work.tx, game).get(player.id)
    if row is not None and row.wanted:
        said.append("Deadlines come to you as files for your calendar.")
    return " ".join(filter(None, said))


def _absent(work: Work, player: PlayerRow, text: str, asked_at: datetime) -> str:
    now = work.now
    if not text:
        return absences.told(work.tx, player, now) or f"You have asked for no leave. {dates.EXAMPLE}"
    if text.strip().upper() in NONE:
        return absences.take_back(work.tx, player, now)
    return absences.ask(work, player, dates.read(text, player.zone, now), at=asked_at)


def _leads(campaign: Campaign, player: PlayerRow, text: str) -> str:
    if text.strip().upper() == "DEFAULT":
        player.leads = []
        usual = span_said(campaign.settings.campaign.reminder)
        return f"You are reminded {usual} before a deadline, as is usual here, if nothing has come from you."
    if text.strip().upper() in NONE:
        player.leads = [0]
        return "You are not reminded any more. LEADS DEFAULT brings the reminders back."
    try:
        found = sorted({lead // timedelta(seconds=1) for lead in lengths(text)}, reverse=True)
    except ValueError:
        found = []
    if not found or len(found) > MOST_LEADS or found[-1] <= 0 or timedelta(seconds=found[0]) > FARTHEST:
        raise ValueError(
            "LEADS says how long before a deadline I remind you, up to five times, 14 days at the most. Write, for"
            " instance, LEADS 2d 6h, or LEADS DEFAULT."
        )
    player.leads = found
    return f"You are reminded {_before(found)} a deadline, if nothing has come from you."


def _quiet(player: PlayerRow, text: str) -> str:
    if text.strip().upper() in NONE:
        player.quiet = ""
        return "Mail is sent to you at any hour."
    m = QUIET.fullmatch(text.strip())
    hours = [int(m[i]) for i in (1, 3)] if m else []
    minutes = [int(m[i] or 0) for i in (2, 4)] if m else []
    if m is None or max(hours) > 23 or max(minutes) > 59 or (hours[0], minutes[0]) == (hours[1], minutes[1]):
        raise ValueError("QUIET says when no mail that can wait is sent to you. Write QUIET 22:00-07:00, or QUIET OFF.")
    player.quiet = f"{hours[0]:02}:{minutes[0]:02}-{hours[1]:02}:{minutes[1]:02}"
    here = place(player.zone)
    return f"No mail that can wait is sent to you from {player.quiet.replace('-', ' to ')} ({here}). Reports are."


def _digest(player: PlayerRow, text: str) -> str:
    if text.strip().upper() in NONE:
        player.digest = timedelta()
        return "What others write to you is sent at once."
    try:
        span = length(text)
    except ValueError:
        span = timedelta()
    if not timedelta() < span <= LONGEST_DIGEST:
        raise ValueError(
            "DIGEST says for how long I gather what others write to you, seven days at the most. Write DIGEST 12h, or"
            " DIGEST OFF."
        )
    player.digest = span
    return f"What others write to you is gathered for {span_said(span)} and sent in one letter."


def _newsletter(player: PlayerRow, *, on: bool) -> str:
    player.newsletter = on
    return f"{NEWSLETTER} {WHERE_SENT}" if on else "No newsletter comes to you from now on. Your reports do."


def _form(campaign: Campaign, player: PlayerRow, what: str) -> str:
    player.html = {"TEXT": False, "HTML": True}.get(what.upper())
    player.data = player.data and player.html is not None
    html = campaign.settings.mail.html if player.html is None else player.html
    usual = ", as is usual here" if player.html is None else ""
    return f"Letters come to you {'as HTML beside their text' if html else 'as text alone'} from now on{usual}."


def _data(player: PlayerRow, *, on: bool) -> str:
    player.data = on
    return f"{DATA} {SCHEMA}" if on else "Letters come to you without data from now on."


def _before(leads: list[int]) -> str:
    return spoken(f"{span_said(timedelta(seconds=lead))} before" for lead in leads)


def unsubscribe(case: KeyLetter) -> int | None:
    """Send the player of a believed letter no more reminders, or newsletters, in any of their games, and say so."""
    player = people.player(case.tx, case.player.id)
    post, seat = Post(case.work, case.game), case.seat
    if "newsletter" in case.letter.subject.lower():
        player.newsletter = False
        page = NoticePage(post.head(seat), "no more newsletters", NO_NEWSLETTER)
    else:
        player.leads = [NEVER]
        page = NoticePage(post.head(seat), "no more reminders", NO_REMINDERS)
    case.tx.add(player)
    post.send(page, step=post.open_step, answers=case.row)
    return case.close(Outcome.UNSUBSCRIBED)
