"""The lines of a letter that are no orders: press, questions to the referee, confirmations."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine import talk
from referee.engine.audience import Seat
from referee.engine.commands import (
    Absent,
    ConfirmOrders,
    Digest,
    Help,
    History,
    LeadingCommand,
    Leads,
    Log,
    Press,
    Quiet,
    Resend,
    Rules,
    Status,
    WaitFlag,
    Word,
    Yes,
)
from referee.engine.errors import OrderError
from referee.engine.events import told
from referee.engine.lexicon import plain
from referee.engine.orders import Order, readable
from referee.engine.sheet import Sheet
from referee.reports.current import current
from referee.reports.desk_pages import ListPage
from referee.reports.pages import HelpPage, PressPage, RulesPage
from referee.reports.parts import Done
from referee.reports.when import When
from referee.service.deadlines import stillness
from referee.service.letters.kinds import KeyLetter
from referee.service.letters.outcome import MOST_REQUESTS
from referee.service.players import commands, press_delivery, press_rules, repetition, vouching, wishes
from referee.service.post import threads
from referee.service.post.post import Post, next_identity
from referee.service.records import log
from referee.service.table import set_aside
from referee.service.table.table import TableTop
from referee.service.turns import citations
from referee.store import orders, outbox, press, reports, steps
from referee.store.reports import Envelope
from referee.store.tables import ReportRow

REPORTS = ("report", "welcome", "end")


def carried_out(case: KeyLetter, post: Post, top: TableTop, sheet: Sheet) -> Iterator[Done]:
    """Carry out each command of a letter, in order and the same one once; yield what its receipt says of each."""
    wanted = list(dict.fromkeys(sheet.requests()))
    for command in wanted[:MOST_REQUESTS]:
        text = top.kit.rules.grammar.show(command)
        yield Done(text.splitlines()[0], _carried_out(case, post, top, case.seat, command))
    for command in wanted[MOST_REQUESTS:][:1]:
        text = top.kit.rules.grammar.show(command)
        yield Done(text.splitlines()[0], f"I carry out {MOST_REQUESTS} requests of one letter; this one is one more.")


def _carried_out(case: KeyLetter, post: Post, top: TableTop, seat: Seat, command: Order) -> str:
    writer = top.kit.writer
    match command:
        case Press():
            found = press_rules.passed(case.tx, post.game, top.kit, command, case.player.id, case.letter)
            if found.refusal:
                return found.refusal
            if held := repetition.held(case, post, top, seat, found.words):
                return held
            said = press_delivery.deliver(post, top, seat, found.words, letter=case.row.id)
            return f"{said} {found.warning}".rstrip()
        case WaitFlag(setting="ON"):
            return "The turn is not adjudicated before its deadline while your flag is on."
        case WaitFlag():
            return "Your flag is off."
        case Status():
            own = wishes.settled(case.work, case.player, post.game.id)
            return f"All that is on file for you stands in this letter. {own}".rstrip()
        case Absent() | Leads() | Quiet() | Digest():
            return wishes.carry_out(case.work, case.player, command, case.row.received_at)
        case ConfirmOrders():
            return set_aside.carried_out(
                case.tx, top, seat, filed=seat in orders.heard(case.tx, post.game.id, top.step)
            )
        case Log():
            return _log(case, post, top, seat)
        case LeadingCommand():
            return commands.carry_out(case, post, top, seat, command)
        case Help():
            post.send(seat, writer.write(HelpPage(post.head(seat))), step=top.step, answers=case.row)
            return "The list of orders comes in a letter of its own."
        case Rules(text=text) if plain(text).strip() == "RULINGS":
            return _rulings(case, post, top, seat)
        case Rules(text=text):
            now = steps.as_now(case.tx, top.kit.rules, post.game.id, post.game.step).options
            page = RulesPage(post.head(seat), talk.topic(text), now)
            post.send(seat, writer.write(page), step=top.step, answers=case.row)
            return "The rules come in a letter of their own."
        case History(n=n):
            return _again(case, post, seat, _report_of(case, post, seat, n), f"I have no report of turn {n} for you.")
        case Resend():
            row = next(filter(None, (reports.latest(case.tx, post.game.id, seat, kind) for kind in REPORTS)), None)
            return _again(case, post, seat, row, "I have no report for you yet.")
        case Word():
            return "The game has begun and its seed is settled, so this word comes too late."
        case Yes(text=named):
            return vouching.confirm(case, post, named)
        case _:
            return work_at_once(post, top, seat, command, letter=case.row.id)


def _log(case: KeyLetter, post: Post, top: TableTop, seat: Seat) -> str:
    """Send a seat the entries of the game's log that it may know of."""
    head = post.head(seat)
    found = log.lines(log.of_game(case.tx, post.game, seat), When(head.zone, head.now).short)
    if not found:
        return "The log of this game is empty yet."
    page = ListPage(head, "the log of the game", "What was done in this game:", tuple(found))
    post.send(seat, top.kit.writer.write(page), step=top.step, answers=case.row)
    return "The log comes in a letter of its own."


def _rulings(case: KeyLetter, post: Post, top: TableTop, seat: Seat) -> str:
    """Send a seat the GM's rulings that it may know of."""
    head, found = post.head(seat), citations.known_to(case.tx, post.game.id, seat)
    if not found:
        return "The GM has made no ruling in this game yet."
    page = ListPage(head, "the GM's rulings", "The rulings of this game:", tuple(citations.in_letter(found)))
    post.send(seat, top.kit.writer.write(page), step=top.step, answers=case.row)
    return "The rulings come in a letter of their own."


def work_at_once(post: Post, top: TableTop, seat: Seat, one: Order, *, letter: int | None) -> str:
    """Carry out an order that works between steps, and tell those who may know: the referee vouches for it."""
    try:
        events = top.kit.rules.orders.at_once(top.game.view(seat), one)
    except OrderError as error:
        return readable(error)
    readers = [reader for reader in post.names if reader != seat and told(events, reader)]
    press.keep(
        post.tx,
        post.game.id,
        step=top.step,
        seat=seat,
        addressees=readers,
        body=top.kit.rules.grammar.show(one),
        written_at=post.now,
        letter=letter,
        at_once=True,
    )
    pages = [(r, PressPage(post.head(r), top.step, seat, "", told=told(events, r))) for r in readers]
    post.send_all([(r, top.kit.writer.write(page)) for r, page in pages], step=top.step, shuffled=True)
    return "Done now; I vouched for it." if readers else "There was nobody to tell it to."


def _report_of(case: KeyLetter, post: Post, seat: Seat, step: int) -> ReportRow | None:
    rows = [r for r in reports.of_step(case.tx, post.game.id, step, seat=seat) if r.kind in REPORTS]
    return rows[-1] if rows else None


def _again(case: KeyLetter, post: Post, seat: Seat, row: ReportRow | None, otherwise: str) -> str:
    """Mail a letter of ours once more, under a Message-ID of its own."""
    if row is None:
        return otherwise
    if post.replies_left(seat, post.game.step + 1) <= 0:
        return "It came often enough in this hour."
    body = row.body
    if row.step == post.game.step:
        body = current(body, post.head(seat), stillness.due(post.game, post.now))
    identity = next_identity(post.work, post.game.name, row.step, seat, "again")
    headers = threads.answering(case.row).headers | {"token": post.token(seat, post.open_step)}
    player = next(s.player for s in post.seats if s.name == seat)
    outbox.post(
        post.tx,
        Envelope(message_id=identity, headers=headers, player=player, null_return=True),
        kind="again",
        subject=row.subject,
        body=body,
        made_at=post.now,
        game=post.game.id,
    )
    return "It comes once more, in a letter of its own."
