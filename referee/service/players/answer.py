"""What a believed letter does: answers to questions, orders, press and requests; and its one receipt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.commands import Address, History, Join, Observe, Press, Resend, StandBy
from referee.engine.errors import Illegal, OrderError
from referee.engine.sheet import MOST_LOOKED_AT, Heard, OnFile, Reader, Sheet, quoted
from referee.reports.pages import (
    Done,
    Head,
    Kind,
    Later,
    OrderLine,
    ReceiptPage,
    Refusal,
    RefusalPage,
    Unused,
    Warned,
)
from referee.service.deadlines import cutoff, stillness
from referee.service.letters import statement
from referee.service.letters.arrival import NEWER_STAY, arrival
from referee.service.letters.hearing import heard
from referee.service.letters.incoming import Incoming
from referee.service.letters.lines import Lines, lines_of
from referee.service.letters.outcome import Outcome
from referee.service.players import repetition, requests, vouching
from referee.service.players.remarks import Standing, remarks
from referee.service.post import caps, threads
from referee.service.post.post import Post, next_identity
from referee.service.post.proofs import receipt_code
from referee.service.table import set_aside as kept
from referee.service.table.reading import Understood, understand
from referee.service.table.table import TableTop
from referee.service.turns import inquiry
from referee.store import games, orders, outbox, questions
from referee.store.database import Transaction
from referee.store.reports import Envelope
from referee.store.tables import PlayerRow, QuestionRow, Status

AFTER_THE_END = (History, Resend, Press, Address, Join, StandBy, Observe)
"""What one may still ask for when a game is over."""

@dataclass
class Results:
    """What the lines of one letter came to, gathered for its receipt."""

    done: list[Done] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    overtaken: bool = False


def accept(case: Incoming, post: Post, seat: Seat) -> int | None:
    """Carry out what a player wrote, file the orders, and send the receipt."""
    lines, results = lines_of(case, seat), Results()
    top = TableTop.load(case.work, post.game, case.row.received_at)
    answer_questions(case, post, top, seat, lines.new, results)
    results.notes += [lines.told] if lines.told else []
    _deny(case, post, seat, lines.new, results)
    rest = kept.expanded(case.tx, top, seat, [line for line in lines.new if line not in results.used])
    too_late = cutoff.refusal(case.tx, post.game, case.row.received_at, post.head(seat).zone)
    desk = replace(repetition.guarded_desk(post, top, seat), unruled=too_late, hear=partial(heard, case))
    place = arrival(case, post.game.id, seat, desk)
    before = place.before
    found = understand(desk, before, rest, lines.elsewhere)
    if top.locked_at is not None:
        before = before.after(Sheet(()), top.kit.rules.grammar, top.step + 1)
        found = _too_late_for_this_turn(found, before, top, seat)
    found = place.caught_up(found, desk, top.step + (top.locked_at is not None))
    results.overtaken = bool(place.newer) and _changes(found)
    results.notes += [NEWER_STAY] if results.overtaken else []
    filed = filed_at(case.tx, post.game.id, seat, top.step)
    code = _file(case, post, seat, top, before, found)
    newest = orders.newest_id(case.tx, post.game.id, top.step)
    results.done += requests.carry_out(case, post, top, seat, found.sheet)
    if not code and top.locked_at is None and orders.newest_id(case.tx, post.game.id, top.step) != newest:
        # It let letters count that were held, and says what is on file with them.
        before, filed = orders.latest(case.tx, post.game.id, seat), filed_at(case.tx, post.game.id, seat, top.step)
        found = understand(desk, before, rest, lines.elsewhere)
    page = _receipt(case, post, top, seat, lines, before, found, results, filed, code)
    again = caps.orders_again(case.work, post.game.id, seat, found.file) if code else None
    post.send(
        seat, top.kit.writer.write(page), step=top.step, answers=case.row, owed=again is caps.Again.SELDOM,
        silent=again is caps.Again.ALL_DAY,
    )  # fmt: skip
    if found.taken:
        return case.close(Outcome.ORDERS)
    return case.close(Outcome.ANSWERED if results.used else Outcome.NOTHING_NEW)


def after_the_end(case: Incoming, post: Post, seat: Seat) -> str:
    """Carry out what one may still ask for when a game is over, and say what came of it."""
    top = TableTop.load(case.work, post.game, case.now)
    sheet = heard(case, Reader(top.kit.rules.grammar, top.lexicon, seat, top.step), lines_of(case, seat).new)
    asked = [line for line in sheet.lines if isinstance(line.order, AFTER_THE_END)]
    done = requests.carry_out(case, post, top, seat, Sheet(tuple(asked)))
    return "\n\n".join(f"{one.text}: {one.what}" for one in done)


def answer_questions(
    case: Incoming, post: Post, top: TableTop, seat: Seat, lines: Sequence[str], results: Results
) -> None:
    """Take lines that answer an open question of a live game; each may be changed until the pause is over."""
    live = top.given.live
    rows = questions.open_still(case.tx, post.game, seat, case.row.received_at) if live else []
    stop = _before_they_close(case, top, rows).pending() if rows else None
    if stop is None:
        return
    for line in lines[:MOST_LOOKED_AT]:
        for row in rows:
            if row.key in stop.asks and (what := _answers(case, top, row, stop.asks[row.key], line)):
                results.used.add(line)
                results.done.append(Done(line.strip(), what))
                break
    if not results.used:
        results.notes += [_open_question(top, row) for row in rows if row.key in stop.asks]


def _deny(case: Incoming, post: Post, seat: Seat, lines: Sequence[str], results: Results) -> None:
    """Take a NO to the question whether a held letter is its player's."""
    line = next((one for one in lines if one not in results.used and statement.NO.match(one)), None)
    if line is not None and (what := vouching.denied(case, post, seat)):
        results.used.add(line)
        results.done.append(Done(line.strip(), what))


def _before_they_close(case: Incoming, top: TableTop, rows: Sequence[QuestionRow]) -> TableTop:
    """Take the game up as it stood while these questions were open, if their time is over and it is held since."""
    closes = min(row.closes_at for row in rows)
    if closes > case.now:
        return top
    return TableTop.load(case.work, top.row, closes - timedelta(microseconds=1))


def _open_question(top: TableTop, row: QuestionRow) -> str:
    """Say how a question stands of which this letter brought no answer."""
    if row.answer is None:
        return "No line of this letter answers the question that I asked you; it is still open."
    value = top.kit.codec.load_value(row.answer)
    return f"Your answer to the question that I asked you stays: {top.kit.rules.words.say(top.kit.tables)(value)}."


def _answers(case: Incoming, top: TableTop, row: QuestionRow, ask: Ask[object], line: str) -> str:
    """Keep a line that answers a question, unless a newer letter answered it; return what is said of it, or nothing."""
    try:
        value = top.kit.rules.words.answer(ask, line, top.lexicon)
    except OrderError:
        return ""
    if value not in ask.choices:
        return ""
    came = case.row.received_at
    if case.confirmed and row.answered_at is not None and row.answered_at > came:
        return "You have answered since, and that answer stays."
    questions.answer(case.tx, top.kit.codec, row.id, value, came)
    return "This is your answer; another one replaces it until the pause ends."


def _too_late_for_this_turn(found: Understood, before: OnFile, top: TableTop, seat: Seat) -> Understood:
    """While a live turn is being played it takes no more orders; those for later turns are filed."""
    what = "was taken back" if top.row.closed else "is being played"
    late = Illegal(f"Turn {top.step} {what} and takes no more orders.", "Send it again with the next report.")
    kept = tuple(
        replace(line, heard=Heard.UNREADABLE, error=late) if line.heard is Heard.ORDER else line
        for line in found.sheet.lines
    )
    sheet = Sheet(kept)
    file = before.after(sheet, top.kit.rules.grammar, top.step + 1)
    return replace(found, sheet=sheet, file=file, orders=tuple(top.in_force()[seat]), warnings=())


def _file(case: Incoming, post: Post, seat: Seat, top: TableTop, before: OnFile, found: Understood) -> str:
    """File a new revision if the letter brought anything for the file; return the receipt's code."""
    if not (_changes(found) or found.changed):
        return ""
    return file_orders(case.tx, post, top, seat, found, received_at=case.row.received_at, letter=case.row.id)


def _changes(found: Understood) -> bool:
    """Say whether a letter has a line that brings or withdraws orders."""
    return found.taken > 0 or found.sheet.has(Heard.CLEAR) or found.sheet.has(Heard.CANCEL)


def file_orders(
    tx: Transaction,
    post: Post,
    top: TableTop,
    seat: Seat,
    found: Understood,
    *,
    received_at: datetime,
    letter: int | None,
) -> str:
    """File a revision of a seat's orders and return its receipt code; a live step that is being played takes none."""
    step = top.step if top.locked_at is None else top.step + 1
    revision = orders.next_revision(tx, post.game.id, seat, step)
    code = receipt_code(post.game.secret, post.game.name, step, seat, revision, found.file, received_at)
    orders.file(
        tx,
        post.game.id,
        seat,
        step=step,
        on_file=found.file,
        sheet=orders.sheet_to(found.sheet, top.kit.rules.grammar),
        receipt=code,
        received_at=received_at,
        letter=letter,
    )
    inquiry.tell(post.work, post.game.id)
    return code


def _receipt(
    case: Incoming,
    post: Post,
    top: TableTop,
    seat: Seat,
    lines: Lines,
    before: OnFile,
    found: Understood,
    results: Results,
    filed: datetime | None,
    code: str,
) -> ReceiptPage:
    grammar = top.kit.rules.grammar
    running = found.file if top.locked_at is None else top.file(seat)
    own = len(running.turns.get(top.step, ()))
    in_force = tuple(OrderLine(one.number, grammar.show(one), one.number > own, one) for one in found.orders)
    turns = sorted(found.file.turns.items())
    if top.locked_at is not None and found.file.standing:
        turns = sorted({**found.file.turns, top.step + 1: found.file.lines(top.step + 1)}.items())
    read = top.desk(seat).read
    later = tuple(Later(n, lines, tuple(map(read, lines))) for n, lines in turns if n > top.step)
    idle = not any(line.strip() for line in lines.new) and lines.has_form
    standing = Standing(post.replies_left(seat, top.step) == 1, not (results.done or results.used))
    return ReceiptPage(
        head=post.head(seat),
        step=top.step,
        received=case.row.received_at,
        deadline=stillness.due(post.game, post.now),
        view=top.game.view(seat),
        receipt=code,
        orders=in_force,
        read=found.taken,
        changed=_changes(found) and (found.changed or (bool(found.taken) and not results.overtaken)),
        same_form=idle,
        before=filed if top.locked_at is None and not (results.overtaken and found.changed) else None,
        added=found.sheet.has(Heard.ADD),
        cleared=found.sheet.has(Heard.CLEAR),
        standing_only=top.locked_at is None and found.sheet.has(Heard.STANDING) and not found.sheet.has(Heard.ORDER),
        later=later,
        cancelled=found.sheet.cancelled() if found.changed or not results.overtaken else (),
        done=tuple(results.done),
        unused=tuple(replace(Unused.of(line), text=line.quoted) for line in found.unused),
        passed_over=tuple(Unused(quoted(text), why) for text, why in found.passed_over),
        warnings=tuple(Warned.of(r) for r in found.warnings),
        notes=(*results.notes, *remarks(case, top, found, standing)),
    )


def filed_at(tx: Transaction, game: int, seat: Seat, step: int) -> datetime | None:
    """Return when the orders came that are on file for a step; None if there are none."""
    found = None
    for received_at, file in orders.newest_first(tx, game, seat):
        lines = file.turns.get(step)
        if not lines or (found is not None and lines != found[1]):
            break
        found = (received_at, lines)
    return found[0] if found else None


def without_game(case: Incoming, player: PlayerRow, why: Refusal) -> None:
    """Answer a registered player whose letter bore no token that counts; to the address on file, once a letter."""
    campaign, settings = case.campaign, case.campaign.settings
    seats = [
        (row, seat)
        for seat in games.seats_of(case.tx, player.id)
        if seat.vacant_since is None
        and (row := games.game(case.tx, seat.game)).status in (Status.RUNNING, Status.INVITING)
    ]
    if why is Refusal.NO_TOKEN and len(seats) == 1:
        row, seat = seats[0]
        post = Post(case.work, row)
        page = RefusalPage(
            post.head(Seat(seat.name)), why, case.row.received_at, row.step + 1, stillness.due(row, case.now),
            answerable=True,
            text=caps.LAST if post.replies_left(Seat(seat.name), row.step + 1, Kind.REFUSAL) == 1 else "",
        )  # fmt: skip
        letter = campaign.kit_of(row).writer.write(page)
        post.send(Seat(seat.name), letter, step=row.step + 1, answers=case.row)
        return
    titles = tuple(row.title for row, _ in seats)
    left = case.game if why is Refusal.REPLACED else None
    page = RefusalPage(
        Head(left.title if left else settings.campaign.name, Seat(player.name), case.now, player.zone, gm=campaign.gm),
        why,
        case.row.received_at,
        text=f"Your games are {', '.join(titles)}." if titles else "",
    )
    letter = campaign.any_kit().writer.write(page)
    envelope = Envelope(
        message_id=next_identity(case.work, "campaign", 0, f"player-{player.id}", "refusal"),
        headers=threads.answering(case.row).headers,
        player=player.id,
        null_return=True,
    )
    outbox.post(case.tx, envelope, kind=letter.kind.value, subject=letter.subject, body=letter.body, made_at=case.now)
