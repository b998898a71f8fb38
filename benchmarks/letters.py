"""The wire form of mails beside the standard library's, and a turn's reports beside hand-written f-strings."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default

import orjson
from sqlmodel import select

from benchmarks import realm
from benchmarks.duel_floor import Turn
from benchmarks.pairs import ROUNDS, Row, Way, cost
from benchmarks.world import campaign
from referee.bots.simulate import Style, orders_from, writer_of
from referee.cases.letters import Post
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.onfile import OnFile
from referee.mail.outgoing import Outgoing, wire
from referee.reports.html import Reply, html
from referee.reports.pages import ReportPage
from referee.reports.parts import Head, in_force
from referee.reports.text import text
from referee.resources import Resources
from referee.service.post.delivery import outgoing
from referee.service.table.table import TableTop
from referee.store import games, outbox
from referee.store.tables import MailRow

GAMES = 10


def on_the_wire() -> Row:
    """Compare building the bytes of one mail."""
    with campaign() as world:
        world.add(GAMES)
        world.advance()
        with world.campaign.store.reading() as tx:
            due = outbox._due(tx, tx.exec(select(MailRow.id)))
            mails = [outgoing(world.campaign, one, one.address) for one in due if one.address]
    for mail in mails:
        ours, theirs = (message_from_bytes(data, policy=default) for data in (wire(mail), built(mail)))
        assert _texts(ours) == _texts(theirs)
        assert {name: str(ours[name]) for name in theirs if not name.startswith("Content")} == {
            name: str(theirs[name]) for name in theirs if not name.startswith("Content")
        }

    def us() -> int:
        for mail in mails:
            wire(mail)
        return len(mails)

    def them() -> int:
        for mail in mails:
            built(mail)
        return len(mails)

    return cost("a mail's bytes / EmailMessage", "<= 0.10", Way(us), Way(them))


def built(mail: Outgoing) -> bytes:
    """Build the same mail as the standard library's manual has it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = f"{mail.sender_name} <{mail.sender}>" if mail.sender_name else mail.sender
    message["To"] = mail.recipient
    message["Subject"] = mail.subject
    message["Date"] = mail.date
    message["Message-ID"] = mail.message_id
    if mail.reply_to:
        message["Reply-To"] = mail.reply_to
    message["Auto-Submitted"] = mail.automatic.value
    message["X-Auto-Response-Suppress"] = "All"
    message["MIME-Version"] = "1.0"
    message.set_content(mail.body)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    return message.as_bytes()


def _texts(message: EmailMessage) -> list[str]:
    """The text of a mail, and its HTML if it has any, each with plain line ends."""
    found = [message.get_body((kind,)) for kind in ("plain", "html")]
    return ["\n".join(part.get_content().splitlines()) for part in found if part is not None]


def reports() -> Row:
    """Compare writing players' reports, from events heard for the first time to the text.

    The flat side plays the turn as well, for it writes as it plays.
    """
    with campaign() as world:
        world.add(GAMES)
        opened = world.campaign
        writer, store = opened.kit("wizards-duel").writer, opened.kit("wizards-duel").codec
        with opened.reading() as work:
            tops = [TableTop.load(work, games.game(work.tx, game), work.now) for game in world.games]
    played = [top.play() for top in tops]
    lines = [{seat: in_force(file, 1, top.clerk(seat).read) for seat, file in top.files.items()} for top in tops]
    stored = [store.dump_events(after.events) for after in played]
    told_anew = iter([[store.load_events(data) for data in stored] for _ in range(ROUNDS + 1)])
    rows = [
        (store.dump_state(top.game.state), {seat: store.dump_view(view) for seat, view in top.game.views.items()})
        for top in tops
    ]
    files = {str(seat): list(file.standing) for seat, file in tops[0].files.items()}
    now = tops[0].row.created_at

    def us() -> int:
        for after, events, orders in zip(played, next(told_anew), lines, strict=True):
            for seat in after.setup.seats:
                head = Head("The duel", seat, now, "Europe/Berlin", after.setup.seats)
                form = tuple(files[seat])
                writer.write(ReportPage(head, 1, told(events, seat), after.view(seat), orders[seat], now, form))
        return 2 * len(played)

    def them() -> int:
        for state, views in rows:
            seen = {str(seat): orjson.loads(view) for seat, view in views.items()}
            turn = Turn(orjson.loads(state), seen, files, b"seed", 1)
            turn.play()
            for seat in turn.state["seats"]:
                turn.report(seat, "The duel", now)
        return 2 * len(rows)

    return cost("a report's text / f-strings", "context", Way(us), Way(them))


def forms() -> Row:
    """Compare drawing all letters of a nine-seat turn of Amber, as text and as HTML, from their documents.

    The flat side joins the same lines by f-strings: no drawing could cost less.
    """
    post, setup = Post(realm.RULES, Resources()), realm.setup_of(9)
    game, filed = Game.start(realm.RULES, setup, b"forms"), dict.fromkeys(setup.seats, OnFile())
    write, lexicon = writer_of(realm.RULES, Style.SENSIBLE), realm.lexicon_of(9)
    for _ in range(3):
        orders = {}
        for seat in setup.seats:
            filed[seat], orders[seat] = orders_from(write, game, seat, lexicon, filed[seat])
        game = game.play(orders)
    documents = [post.report(game, seat, filed[seat]).document for seat in setup.seats]
    resources, reply = Resources(), Reply("play+k7f3@referee.example", "Re: turn 3")
    lines = [f"{text(one)}{html(one, resources, reply)}".split("\n") for one in documents]

    def us() -> int:
        for one in documents:
            text(one)
            html(one, resources, reply)
        return len(documents)

    def them() -> int:
        for one in lines:
            "".join([f"{line}\n" for line in one])
        return len(lines)

    return cost("a turn's letters as text and HTML / f-strings", "context", Way(us), Way(them))
