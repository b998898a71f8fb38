"""Orders put on file, and a letter's receipt: the one answer that says what each of its lines came to."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from referee.archive.receipt import Receipt, covered, prove, receipt_code
from referee.engine.audience import GM, Seat
from referee.engine.commands import ALL, Press, ResignSeat, Vote, Yes
from referee.engine.lexicon import split
from referee.engine.orders import word_of
from referee.engine.sheet import Heard, Line, OnFile, Sheet, quoted
from referee.mail.address import normal
from referee.reports.others import inline
from referee.reports.pages import ReceiptPage
from referee.reports.parts import Done, Fallen, Kind, Later, OrderLine, Unused, Warned
from referee.reports.when import When
from referee.service.deadlines import deadline
from referee.service.letters.kinds import KeyLetter
from referee.service.letters.statement import STOP
from referee.service.people.agreements import may_vote
from referee.service.post import caps
from referee.service.post.post import Post
from referee.service.table.reading import Understood
from referee.service.table.table import TableTop
from referee.service.turns import due, inquiry
from referee.store import inbox, orders, people
from referee.store.database import Transaction
from referee.store.tables import ReportRow

LAST = "You have written often; more letters in this hour count as ever, but only those with orders get a receipt."
ONE_FOR_ALL = "If more come, one letter says a little later what became of them all."
TOO_LATE = "The time for an answer to the question of this turn is over; your orders or the default decide."
FROM_THE_NEXT = "What you sent for later counts from the next turn on."
MAYBE_EARLY = (
    "As I wrote, this turn is adjudicated before its deadline once all who must act have been ready for a while;"
    " WAIT FLAG ON keeps it open."
)
READ_BY_OTHERS = "Your letter was also addressed to others, who may have read it."
WHERE_TO_ASK = "HELP brings the list of orders; what stands behind TO GM: reaches the GM."
NO_ORDER = "I took no line of your letter for an order."
KEPT_HERE = "Nothing of it was passed on."
GIVEN_UP = (
    "RESIGN is a move of this game: you give it up. To leave your seat to somebody else while the game goes on, write"
    " CLEAR, and below it RESIGN SEAT."
)

NONE_STANDS = "You have no such standing order."
CLEAR_THE_REST = "CLEAR withdraws your other orders, all of them."

LEAVING = "To leave your seat to somebody else, write RESIGN SEAT; to hear no more reminders, LEADS OFF."

LEAVES = re.compile(
    r"\b(?:(?:leav(?:e|ing)|quit(?:ting)?) (?:the|this|my) (?:game|seat)|drop(?:ping)? out)\b", re.IGNORECASE
)

RESIGN = word_of(ResignSeat())

MOST_SAID_BACK = 6
"""So many lines are said back, first those that are like orders; the rest are counted."""

LONGEST_OF_SEVERAL = 60
"""Of several lines each is said back as far as this, so that it is known again."""

LONGEST_READY = 300
"""So many characters are made a line, ready to be sent; more go below one."""

BELOW = "alone on a line, your words below it, and below these a line with a single full stop"

VOTED = re.compile(r"\W*((?:i |i'll |my )?vot(?:e|ing) (?:is |for |with |a )?[\"']?)?(yes|no)\b", re.IGNORECASE)
CONFIRMED = re.compile(r"\W*(?:i |please |yes\W )*confirm(?:ed|ing)?\b[^?]*", re.IGNORECASE)


class Given(NamedTuple):
    """A receipt that was given: its code, as it is printed with the game's name, and what is signed."""

    code: str
    title: str
    proof: str


@dataclass
class Results:
    """What the lines of one letter came to, gathered for its receipt.

    ``stood`` is what was on file before, ``filed`` says when that came, ``lost`` is what no longer is of it,
    ``given`` is the receipt of the revision that the letter brought, and it is the ``last`` one answered for a while.
    """

    done: list[Done] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    overtaken: bool = False
    stood: OnFile = field(default_factory=OnFile)
    filed: datetime | None = None
    lost: OnFile = field(default_factory=OnFile)
    given: Given | None = None
    last: bool = False

    @property
    def idle(self) -> bool:
        """Whether no line answered a question or asked for anything."""
        return not (self.done or self.used)


def page(case: KeyLetter, post: Post, found: Understood, results: Results) -> ReceiptPage:
    """Return the receipt of a letter, from what its lines came to."""
    top, seat, kinds = case.top, case.seat, found.sheet.kinds
    step = top.step
    running = found.file if top.locked_at is None else top.file(seat)
    own = len(running.turns.get(step, ()))
    on_file = zip(running.lines(step), found.orders, strict=True)
    in_force = tuple(OrderLine(one.number, line, one.number > own, one) for line, one in on_file)
    turns = sorted(found.file.turns.items())
    if top.locked_at is not None and found.file.standing:
        turns = sorted({**found.file.turns, step + 1: found.file.lines(step + 1)}.items())
    read, taken = top.reader(seat), found.taken
    later = tuple(Later(n, lines, tuple(map(read, lines))) for n, lines in turns if n > step)
    results.last = post.replies_left(seat, step) == 1
    return ReceiptPage(
        head=post.head(seat),
        step=step,
        received=case.row.received_at,
        deadline=deadline.due_told(post.game, post.now),
        view=top.game.view(seat),
        receipt=results.given.title if results.given else "",
        proof=results.given.proof if results.given else "",
        orders=in_force,
        read=taken,
        changed=found.brings and (found.changed or (taken > 0 and not results.overtaken)),
        same_form=case.lines.has_form and not any(line.strip() for line in case.lines.new),
        before=results.filed if top.locked_at is None and not (results.overtaken and found.changed) else None,
        added=Heard.ADD in kinds,
        cleared=Heard.CLEAR in kinds,
        standing_only=top.locked_at is None and Heard.STANDING in kinds and Heard.ORDER not in kinds,
        fallen=_fallen(results.lost, step + (top.locked_at is not None)),
        later=later,
        cancelled=found.sheet.cancelled(results.stood.standing) if found.changed or not results.overtaken else (),
        done=tuple(results.done),
        unused=(
            *(replace(Unused.of(line), text=line.quoted) for line in found.unused), *_in_vain(found, results, step)
        ),
        passed_over=tuple(Unused(quoted(text), why) for text, why in found.passed_over),
        warnings=tuple(Warned.of(r) for r in found.warnings),
        notes=(*results.notes, *remarks(case, found, results)),
    )


def _in_vain(found: Understood, results: Results, turn: int) -> list[Unused]:
    """Say of each line that cancels nothing why not, and how an order of this turn alone is withdrawn."""
    lines = () if results.overtaken else found.sheet.cancels_nothing(results.stood.standing)
    why = f"{NONE_STANDS} {CLEAR_THE_REST}" if results.stood.turns.get(turn) else NONE_STANDS
    return [Unused(line.quoted, why) for line in lines]


def _fallen(lost: OnFile, turn: int) -> tuple[Fallen, ...]:
    """Name the orders that a letter brought to an end, by turn; the standing ones with those of the open turn."""
    turns = sorted({*lost.turns, turn} if lost.standing else lost.turns)
    return tuple(Fallen(n, lost.turns.get(n, ()), lost.standing if n == turn else ()) for n in turns)


def remarks(case: KeyLetter, found: Understood, results: Results) -> tuple[str, ...]:
    """Say what else a player should know about their letter."""
    first, ready = _greeting(case, found, results), ready_lines(case, found.sheet)
    return (*first, *_settled(case, found, results), *_unread(case, found, results), *ready)


def _greeting(case: KeyLetter, found: Understood, results: Results) -> list[str]:
    """Thank for the first sign of life of a player: now they know that their mail arrives, and so do we."""
    if not results.idle or found.taken or found.unused or Heard.CHATTER not in found.sheet.kinds:
        return []
    seat = case.seat
    if inbox.has_spoken(case.tx, case.top.row.id, seat, case.player.id, but=case.row.id):
        return []
    lent = people.substitute_of(case.tx, case.top.row.id, seat)
    when = When(case.top.row.zone, case.now)
    until = f" until {when.full(lent.until)}" if lent is not None and lent.until is not None else ""
    plays = f" You play {seat} as a substitute{until}." if lent is not None else ""
    return [f"Thank you for writing: your mail reaches me, and from now on I know it.{plays}"]


def _settled(case: KeyLetter, found: Understood, results: Results) -> list[str]:
    """Say how the letter meets the game as it stands."""
    gives_up = any(word_of(one) == RESIGN and not isinstance(one, ResignSeat) for one in found.sheet.orders())
    said = {
        (still := deadline.why_still(case.top.row, case.now)): bool(still),
        LAST: results.last,
        ONE_FOR_ALL: results.last and caps.may_still(case.tx, case.top.row.id, case.player.id, case.now),
        TOO_LATE: _missed(case, found),
        FROM_THE_NEXT: case.top.locked_at is not None and bool(found.taken),
        GIVEN_UP: gives_up,
        LEAVING: any(
            STOP.match(line.text) or LEAVES.search(line.text)
            for line in (*found.unused, *found.sheet.lines)
            if line.order is None
        ),
        MAYBE_EARLY: due.is_announced(case.tx, case.top.row),
    }
    return [text for text, holds in said.items() if holds]


def _unread(case: KeyLetter, found: Understood, results: Results) -> list[str]:
    """Say what of the letter was not read, or not as an order."""
    settings, out = case.campaign.settings.mail, []
    ours, here = normal(settings.from_address), f"@{settings.domain}"
    if any(address != ours and not address.endswith(here) for address in map(normal, case.letter.recipients)):
        out.append(READ_BY_OTHERS)
    if case.letter.disagrees:
        out.append(f"The plain text of your letter and its HTML say different things: {case.letter.disagrees}.")
    if case.letter.ignored:
        out.append(f"I do not read attachments like {', '.join(case.letter.ignored[:3])}; plain text counts.")
    out += _small_talk(case, found, results)
    if Heard.AFTER_END in found.sheet.kinds:
        out.append("What stands below END was not read.")
    return out


def _small_talk(case: KeyLetter, found: Understood, results: Results) -> list[str]:
    """Account for the lines that were taken for no orders, in one sentence; the writer's name below them needs none."""
    if results.idle and Heard.CHATTER in found.sheet.kinds and not found.sheet.useful and not found.unused:
        return [f"{NO_ORDER} {_meant_for(case, found) or WHERE_TO_ASK}"]
    if not (talk := found.sheet.small_talk()):
        return []
    name = {word.text for word in split(case.letter.sender_name or "")}
    said = [text for text in talk if not name.issuperset(w.text for w in split(text))]
    out = accounted_for(said, "order", set(found.sheet.like_orders()))
    asks = any("?" in text or "HELP" in (word.text for word in split(text)) for text in said)
    where = _meant_for(case, found) or (WHERE_TO_ASK if asks else "")
    return [*out, where] if where else out


def _meant_for(case: KeyLetter, found: Understood) -> str:
    """Say how words to somebody are written, if talk begins with somebody's name."""
    addressing = case.reader.intent.addressing
    talk = (line.text for line in found.sheet.lines if line.heard is Heard.CHATTER)
    called = next(filter(None, map(addressing.called, talk)), None)
    return f"{KEPT_HERE} {addressing.rightly(called)}" if called else ""


def accounted_for(said: Sequence[str], what: str, like: Collection[str] = ()) -> list[str]:
    """Say in one sentence, or none, which lines were taken for words to the referee and not for ``what``.

    ``like`` are those of them that speak of what orders speak of.
    """
    if not said:
        return []
    if len(said) == 1:
        one = f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
        return [f'I took this for words to me, not for {one}: "{quoted(said[0])}"']
    first = sorted(range(len(said)), key=lambda at: said[at] not in like)[:MOST_SAID_BACK]
    back = [f'"{_cut(said[at])}"' for at in sorted(first)]
    if more := len(said) - len(back):
        back.append("one more" if more == 1 else f"{more} more")
    listed = f"{'; '.join(back[:-1])} and {back[-1]}"
    return [f"I took these {len(said)} lines for words to me, not for {what}s: {listed}."]


def _cut(text: str) -> str:
    text = inline(text)
    if len(text) <= LONGEST_OF_SEVERAL:
        return text
    return f"{text[:LONGEST_OF_SEVERAL].rpartition(' ')[0] or text[:LONGEST_OF_SEVERAL]} ..."


def _missed(case: KeyLetter, found: Understood) -> bool:
    """Say whether a letter with nothing of use in it came after its seat's question had closed."""
    if case.top.locked_at is None or found.taken or not (found.unused or Heard.CHATTER in found.sheet.kinds):
        return False
    mine = [r for r in orders.asked(case.tx, case.top.row.id, case.top.step) if r.seat == case.seat]
    return bool(mine) and not orders.open_still(case.tx, case.top.row, Seat(mine[0].seat), case.row.received_at)


def ready_lines(case: KeyLetter, sheet: Sheet) -> Iterator[str]:
    """Say of lost words which line would be understood: as a vote, as a confirmation, by who wrote, or by the GM."""
    agreed = [line for line in sheet.lines if isinstance(line.order, Yes)]
    lost = [line for line in sheet.lines if line.heard in (Heard.CHATTER, Heard.UNREADABLE)]
    writer = _whose_words(case, sheet)  # a mere yes in answer to somebody's words is for them
    told = [VOTED.match(line.text) for line in (*lost, *agreed)]
    votes = [found[2].upper() for found in told if found and (found[1] or not writer)]
    if votes and not any(isinstance(one, Vote) for one in sheet.requests()) and may_vote(case.tx, case.top, case.seat):
        yield f"A ballot is open, and that is no vote yet. To cast it, send on a line by itself: VOTE {votes[-1]}"
        return
    confirms = any(CONFIRMED.fullmatch(line.text) for line in lost)
    if confirms and case.seat in orders.aside(case.tx, case.top.row.id, case.top.step):
        yield "Your orders of before still wait for your word. Send on a line by itself: CONFIRM ORDERS"
        return
    said = [line for line in lost if line.heard is Heard.CHATTER and not (sheet.useful and line.greets)]
    words = [line.text for line in (*(agreed if writer else ()), *said) if not _names_writer(case, line)]
    asked = [text for text in words if "?" in text]
    if writer and words:
        yield f"It went to nobody. If it is for {writer}, send: {line_to(writer, words)}"
    elif asked:
        yield f"If you ask the GM, send: {line_to(GM, asked)}"


def line_to(to: str, words: Sequence[str]) -> str:
    """Write the line that brings somebody these words, as far as one line can."""
    text = inline(" ".join(words))
    return f"TO {to}: {text if len(text) <= LONGEST_READY else BELOW}"


def _names_writer(case: KeyLetter, line: Line) -> bool:
    """Say whether a line is no more than the name of the player or of the seat."""
    names = {word.text for name in (case.letter.sender_name or "", case.seat) for word in split(name)}
    return names.issuperset(word.text for word in split(line.text) if word.text[:1].isalnum())


def _whose_words(case: KeyLetter, sheet: Sheet) -> str:
    """Name who wrote the words that this letter answers; nobody if it answers another letter, or has words to them."""
    mail = case.answered
    row = case.tx.at(ReportRow, mail.report) if mail is not None and mail.report is not None else None
    if row is None or row.kind != Kind.PRESS or (row.game, row.seat) != (case.top.row.id, case.seat):
        return ""
    mine = {case.seat, ALL}
    then = [one for one in orders.press(case.tx, case.top.row.id) if one.written_at == row.made_at and not one.at_once]
    writers = {one.seat for one in then if one.seat != case.seat and mine.intersection(one.addressees)}
    written_to = {seat for one in sheet.requests() if isinstance(one, Press) for seat in one.addressees}
    return next(iter(writers - written_to), "") if len(writers) == 1 else ""


def file_orders(
    tx: Transaction,
    post: Post,
    top: TableTop,
    seat: Seat,
    found: Understood,
    *,
    received_at: datetime,
    letter: int | None = None,
    by_gm: bool = False,
) -> Given:
    """File a revision of a seat's orders and give a receipt for it, signed by the campaign.

    A live step that is being played takes none, and one that was taken back the GM's corrections alone.
    """
    step = top.step if top.locked_at is None or by_gm else top.step + 1
    game, file = post.game, found.file
    revision = orders.next_revision(tx, game.id, seat, step)
    code = receipt_code(game.secret, game.name, step, seat, revision, file, received_at)
    receipt = Receipt(game.name, code, received_at, covered(file, step))
    given = Given(code, receipt.title, prove(receipt, post.campaign.signing_key(tx)))
    orders.file(
        tx,
        game.id,
        seat,
        step=step,
        revision=revision,
        on_file=file,
        sheet=orders.sheet_to(found.sheet, top.kit.rules.grammar),
        receipt=given.code,
        proof=given.proof,
        received_at=received_at,
        letter=letter,
        by_gm=by_gm,
    )
    inquiry.tell(post.work, game)
    return given


def filed_at(tx: Transaction, game: int, seat: Seat, step: int) -> datetime | None:
    """Return when the orders came that are on file for a step; None if there are none."""
    found = None
    for received_at, file in orders.newest_first(tx, game, seat):
        lines = file.turns.get(step)
        if not lines or (found is not None and lines != found[1]):
            break
        found = (received_at, lines)
    return found[0] if found else None
