"""Observers: they get the public letters of a game, which hold what anybody may know, and end it when they like."""

from datetime import timedelta

from referee.engine.audience import OBSERVER
from referee.engine.errors import SetupError
from referee.engine.events import told as engine_told
from referee.mail.address import normal
from referee.reports.pages import NewsletterPage, ReportPage, WelcomePage
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.deadlines import deadline
from referee.service.letters import statement
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import GameCodeLetter
from referee.service.letters.outcome import Outcome
from referee.service.people import seating
from referee.service.people.addresses import registrable
from referee.service.post import bounces, newsletter, notes
from referee.service.post.post import Post
from referee.store import actions, confirmations, people, steps
from referee.store.database import Transaction
from referee.store.tables import ConfirmationRow, GameRow, Matter, PlayerRow, Reveal, Status

LASTS = timedelta(days=7)

TOLD = (
    "You get the public letters of {title} from now on: the reports, with what everybody at the table may know, and "
    "what players write to all. {first} To end it, answer any of them with STOP."
)
LOOKS_ON = (
    "Thank you for your letter. You look on at {title}, so I can take no orders or words for the players from you; it "
    "was passed on to nobody. The public letters go on coming; STOP in answer to any of them ends them."
)
SOON = "The first one comes when the game begins."
WITH_THIS = "The report that tells how things stand now comes with this letter."


def offer(case: Incoming, reader: notes.Recipient, row: GameRow) -> None:
    """Offer the public letters of a game; they begin when the letter is answered."""
    asked = notes.asked(
        case.work, Matter.OBSERVE, reader, LASTS, game=row, answers=case.row, written=reader.address
    )  # fmt: skip
    text = f"If you would like to have the public reports of {row.title}, answer YES to this letter."
    notes.notice(case.work, reader, "look on", text, code=asked.code, game=row, answers=case.row)


def confirmed(case: GameCodeLetter, row: ConfirmationRow) -> int | None:
    """Begin to send the public letters; the code stays good, to end them."""
    written = str(row.details["written"])
    name = seating.called(written, case.letter.sender_name)
    case.player = seating.registered(case.tx, name, written, zone=case.game.zone, at=case.now)
    reader = notes.Recipient(written, case.player.id)
    row.player = case.player.id
    confirmations.use(case.tx, row, case.now)
    if sits(case.tx, case.game, case.player):
        text = "You have a seat at that table, and get its letters already."
    else:
        people.observe(case.tx, case.game.id, case.player.id, case.now)
        text = told(case.game)
    notes.notice(case.work, reader, "look on", text, code=row.code, game=case.game, answers=case.row)
    if not sits(case.tx, case.game, case.player):
        _show(case.work, case.game, reader, row.code)
    return case.close(Outcome.CONFIRMED)


def told(row: GameRow) -> str:
    """Say to an observer what they get from now on."""
    first = {Status.INVITING: SOON, Status.OVER: ""}.get(row.status, WITH_THIS)
    return " ".join(TOLD.format(title=row.title, first=first).split())


def _show(work: Work, row: GameRow, reader: notes.Recipient, code: str) -> None:
    """Send an observer who comes to a game that runs what those who came before had last."""
    if row.status in (Status.INVITING, Status.OVER):
        return
    kit, post = work.campaign.kit_of(row), Post(work, row)
    head = post.head(OBSERVER)
    game, due = steps.load(work.tx, kit.codec, row.id), deadline.due_told(row, work.now)
    events, view = engine_told(game.events, OBSERVER), game.view(OBSERVER)
    page: NewsletterPage | ReportPage | WelcomePage
    if row.step and post.newsletter:
        page = newsletter.page(post, row.step, events, view, due)
    elif row.step:
        page = ReportPage(head, row.step, events, view, (), due)
    else:
        options = kit.options(row)
        page = WelcomePage(
            head, events, view, due, options=options, commitment=row.commitment, reveal=row.reveal is Reveal.FULL
        )
    notes.send(work, reader, kit.writer.write(page), code=code, game=row)


def stop(case: GameCodeLetter, row: ConfirmationRow, words: statement.Said) -> int | None:
    """End the public letters to who answers one of them with STOP; what else they write is answered kindly, once."""
    mine = [one for one in people.observers(case.tx, case.game.id) if one.player == row.player]
    bounces.heard_from(case)
    if not words.stop or not mine:
        if mine and not row.details.get("wrote"):
            confirmations.note(case.tx, row, wrote=True)
            watcher = notes.Recipient(case.letter.sender or "", row.player)
            text = LOOKS_ON.format(title=case.game.title)
            notes.notice(case.work, watcher, "your letter", text, code=row.code, game=case.game, answers=case.row)
        return case.close(Outcome.NOTHING_NEW, note="an observer wrote")
    for one in mine:
        people.end(case.tx, one, case.now)
    reader = notes.Recipient(case.letter.sender or "", row.player)
    text = f"No more letters about {case.game.title} come to you."
    notes.notice(case.work, reader, "look on", text, game=case.game, answers=case.row)
    return case.close(Outcome.CONFIRMED, note="stopped")


def sits(tx: Transaction, row: GameRow, player: PlayerRow) -> bool:
    """Say whether somebody has a seat at a table."""
    return player.id in seating.at_table(tx, row)


def add(campaign: Campaign, game: str, address: str, *, demo: bool = False) -> PlayerRow:
    """Send somebody the public letters of a game from now on, as the GM says; raises `SetupError`."""
    written = registrable(campaign, address, demo=demo)
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        player = seating.registered(work.tx, seating.called(written), written, zone=row.zone, at=work.now)
        if sits(work.tx, row, player):
            raise SetupError(f"{written} has a seat in {row.title}, and gets its letters already.")
        people.observe(work.tx, row.id, player.id, work.now)
        reader = notes.Recipient(written, player.id)
        asked = notes.asked(work, Matter.OBSERVE, reader, LASTS, game=row)
        confirmations.use(work.tx, asked, work.now)
        notes.notice(work, reader, "look on", told(row), code=asked.code, game=row)
        _show(work, row, reader, asked.code)
        work.record(actions.LOOKS_ON, game=row.id)
    return player


def remove(campaign: Campaign, game: str, address: str) -> None:
    """Send somebody no more public letters; raises `SetupError` if they get none."""
    with campaign.store.writing() as tx:
        row = game_named(tx, game)
        player = people.player_at(tx, normal(address))
        mine = [one for one in people.observers(tx, row.id) if player is not None and one.player == player.id]
        if not mine:
            raise SetupError(f"{address} is no observer of {row.title}.")
        for one in mine:
            people.end(tx, one, campaign.clock.now())
