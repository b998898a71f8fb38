"""The GM's commands about seats and those who play them: invited, replaced, excused, on leave."""

import re
from dataclasses import replace
from typing import Self

from referee.engine.audience import Seat, only
from referee.engine.errors import SetupError
from referee.mail.address import clean_name
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Campaign
from referee.service.deadlines import absences, dates, moments
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.people import handover, invitations, seating
from referee.service.people.addresses import registrable
from referee.service.players import open_address
from referee.service.post.post import Post
from referee.service.turns.silence import BY_GM
from referee.store import attendance, games, people
from referee.store.errors import NotThere
from referee.store.tables import Status

LINK = re.compile(r"^(?:with|by)\s+", re.IGNORECASE)

AS = re.compile(r"\s+as\s+", re.IGNORECASE)
"""It stands before the name of whom one invites."""


class Replace(GmOrder):
    """Seat somebody else for good: the old player's key is dead at once, the new one gets all that the seat knows."""

    usage = "REPLACE player text"
    example = "REPLACE ME eve@players.example Eve"
    typed = ("seat replace autumn Anna eve@players.example",)
    said = words_for(
        player="The seat's name.",
        address="A mail address.",
        name="What you call them; players never see it.",
        zone="Their time zone, else the game's.",
        due="The turn's new deadline, such as Tue 20:00, or 48h.",
    )
    by_mail = "Behind the seat stand the address, and a name if you like."
    asks = True
    seat_behind = ()
    player: str
    text: str = ""
    address: str = ""
    name: str = ""
    zone: str = ""
    due: str = ""
    local: bool = False

    def understood(self, gm: GmWork) -> Self:
        address, name = _newcomer(gm.campaign, self.text)
        return replace(self, address=address, name=name)

    def foreseen(self, gm: GmWork) -> str:
        gets = f"{self.address} gets the seat of {gm.seat(self.player)} with all that it knows"
        return f"{gets}; its present player has it no more."

    def done(self, gm: GmWork) -> Answer:
        row, seat = gm.row, self.player
        until = moments.moment(self.due, row.zone, gm.now) if self.due else None
        found, before = handover.seat_of(gm.tx, row, seat), row.due_at
        address = registrable(gm.campaign, self.address, demo=self.local)
        name = seating.called(address, self.name)
        player = seating.registered(gm.tx, name, address, zone=self.zone or row.zone, at=gm.now)
        made = handover.pass_on(gm.work, row, found, player, who=gm.campaign.who, due=until)
        due = gm.row.due_at
        moved = f" The turn is due {gm.when.full(due)} now, so that they can read." if due and due != before else ""
        words = f"{found.name} has another player now, who is written to with all that the seat knows.{moved}"
        return Answer(words, made)


class Invite(GmOrder):
    """Invite somebody to a game that has not begun; they take their seat by answering YES AS and a name."""

    usage = "INVITE text"
    example = "INVITE eve@players.example AS Eve"
    typed = ("seat invite autumn anna@players.example --as Anna",)
    said = words_for(address="A mail address.", name="The name proposed for the seat.")
    by_mail = "Behind the address, AS and a name for the seat if you like."
    text: str = ""
    address: str = ""
    name: str = ""
    local: bool = False

    def understood(self, gm: GmWork) -> Self:
        address, name = _newcomer(gm.campaign, AS.sub(" ", self.text, count=1))
        return replace(self, address=address, name=name)

    def done(self, gm: GmWork) -> Answer:
        """Send the invitation; the value is the address as it was understood."""
        address = open_address.invite(gm.work, gm.row, self.address, name=self.name, demo=self.local)
        return Answer(f"The invitation to {address} is on its way.", address)


class Declined(GmOrder):
    """Note that somebody declined an invitation who told you so: the seat is free again. By mail they answer it
    with NO.
    """

    usage = "DECLINED text"
    example = "DECLINED eve@players.example"
    typed = ("seat decline winter Anna",)
    said = words_for(text="Who told you: a seat, or the address that was invited.")
    text: str

    def done(self, gm: GmWork) -> Answer:
        """Note it; the value is who declined."""
        who = invitations.by_gm(gm.work, gm.row, self.text.strip())
        return Answer(f"{who} has declined; the seat is free.", who)


class Excuse(GmOrder):
    """Let it not count that nothing came from a seat, in a turn that is over or in the open one, and tell its
    player.
    """

    usage = "EXCUSE player [TURN n]"
    example = "EXCUSE ME TURN 4"
    typed = ("seat excuse autumn Anna --turn 4",)
    said = words_for(player="The seat's name.", n="The turn; the open one if none is given.")
    seat_behind = ()
    player: str
    n: int | None = None

    def done(self, gm: GmWork) -> Answer:
        """Excuse it, in advance in the open turn; raises `SetupError` if they were not silent in one that is over."""
        row, seat = gm.row, gm.seat(self.player)
        if row.status in (Status.INVITING, Status.OVER):
            raise SetupError(f"{row.title} is not being played.")
        step = row.step + 1 if self.n is None else self.n
        if step > row.step + 1:
            raise SetupError(f"Turn {step} has not begun; turn {row.step + 1} is open.")
        if step <= row.step:
            try:
                attendance.excuse(gm.tx, row.id, seat, step, BY_GM)
            except NotThere as error:
                raise SetupError(str(error)) from error
        gm.record("excuse", only(seat), seat=seat, step=step)
        comes = "comes" if step > row.step else "came"
        return _told(gm, seat, "you are excused", f"The GM excuses it if nothing {comes} from you for turn {step}.")


class Leave(GmOrder):
    """Enter leave of a seat's player in one game, whole days in the player's time zone, and tell them."""

    typed = ('seat absent autumn Anna "2026-12-20 to 2027-01-03"',)
    said = words_for(player="The seat's name.", text='Such as "2026-12-20 to 2027-01-03"; OFF ends it.')
    letters_first = True
    player: str
    text: str

    def done(self, gm: GmWork) -> Answer:
        """Enter it, or take it back with OFF; raises `SetupError` with what would be right."""
        row, seat = gm.row, gm.seat(self.player)
        player = people.player(gm.tx, games.seat(gm.tx, row.id, seat).player)
        if self.text.strip().upper() == "OFF":
            if not attendance.take_leave_back(gm.tx, player.id, gm.now, game=row.id):
                raise SetupError(f"{seat} was given no leave in this game that is not over.")
            said = "The GM has taken your leave in this game back."
        else:
            try:
                asked = dates.read(self.text, player.zone, gm.now)
            except ValueError as error:
                raise SetupError(str(error).replace(dates.VERB, "")) from error  # who types has the verb already
            said = f"The GM has entered leave for you. {absences.ask(gm.work, player, asked, game=row.id)}"
        gm.record("leave", only(seat), seat=seat, text=self.text, step=row.step + 1)
        return _told(gm, seat, "your leave", said)


def _newcomer(campaign: Campaign, text: str) -> tuple[str, str]:
    address, _, name = LINK.sub("", text).partition(" ")
    return registrable(campaign, address.strip("<>")), clean_name(name)


def _told(gm: GmWork, seat: Seat, subject: str, said: str) -> Answer:
    """Tell a seat's player; the value is what they are told."""
    post = Post(gm.work, gm.row)
    post.send(NoticePage(post.head(seat), subject, said), step=post.open_step)
    return Answer(f"{seat} is told: {said}", said)
