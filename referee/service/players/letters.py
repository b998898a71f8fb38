"""A letter with the living key of a seat, from its player: whether it counts, what it does, and its one receipt.

It may be read later than others that came after it: it was held until its player confirmed it or the GM released it, or
it was long on its way from our mail server to us. Then its orders take their place by the time it came.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.commands import ALL, Address, History, Join, Observe, Press, Resend, StandBy
from referee.engine.errors import Illegal, OrderError, SetupError
from referee.engine.lexicon import marked
from referee.engine.reader import MOST_LOOKED_AT
from referee.engine.sheet import Heard, Line, OnFile, Sheet
from referee.engine.values import value
from referee.mail.letter import Problem
from referee.reports.pages import ReceiptPage, Refusal
from referee.reports.parts import Done
from referee.service.campaign.campaign import Work
from referee.service.campaign.policy import Policy, PressRule
from referee.service.deadlines import deadline
from referee.service.letters import statement
from referee.service.letters.aside import Aside, parsed
from referee.service.letters.incoming import Incoming, token_of
from referee.service.letters.kinds import KeyLetter, PlayerLetter
from referee.service.letters.outcome import ASKED_ABOUT, WAITS, Outcome
from referee.service.players import preferences, receipts, repetition, requests, signup, vouching
from referee.service.players.receipts import Results, file_orders, filed_at
from referee.service.players.refusals import instead_of_text, refuse
from referee.service.post import bounces, caps
from referee.service.post.post import HELP_COMES, RULES_COME, Post
from referee.service.table import table
from referee.service.table.reading import FILED, Clerk, Understood, understand
from referee.service.table.table import Doubted, TableTop
from referee.store import games, inbox, orders, people
from referee.store.tables import LetterRow, OrdersRow, QuestionRow, Reading, Status

AFTER_THE_END = (History, Resend, Press, Address, Join, StandBy, Observe)
"""What one may still ask for when a game is over."""

CLOCK_COUNTS = (Status.RUNNING,)
"""Only of a game that runs can a letter come too late for its open turn. One that is held or paused is not
adjudicated, so what comes meanwhile is filed. `store.inbox.to_read` leaves out what waits here."""

NEWER_STAY = (
    "You have sent orders since. This letter counts as if it had been read when it came, so whatever is newer stays."
)

ENDS = (".", "!", "?", ":")
"""With such a mark at the end of a line said back, none stands between it and what is told of it."""

FLAG = "WAIT FLAG"


def read(case: KeyLetter) -> int | None:
    """Take a letter of which its headers say that its player wrote it, by how its game stands."""
    if case.doubt:
        return vouching.ask_whose(case, Refusal.DOUBTED)
    bounces.heard_from(case)
    case.tx.change(case.sitting, proved_at=case.now)
    if _came_before(case):
        return case.close(Outcome.DUPLICATE)
    if case.game.status is Status.INVITING:
        return signup.read(case)
    if case.game.started_at is None:
        return signup.called_off(case)
    if case.game.status is not Status.OVER and case.is_doubtful:
        return vouching.ask_whose(case, Refusal.LOOKS_AUTOMATIC)
    return believed(case)


def _came_before(case: KeyLetter) -> bool:
    """Say whether the same letter for the same game was read before, by whatever way it came."""
    named, player, game = case.letter.message_id, case.player.id, case.game.id
    return bool(named) and inbox.same_as(case.tx, player, named or "", case.body, game=game, but=case.row.id)


def believed(case: KeyLetter) -> int | None:
    """Take a letter that is its player's: it counts, if its turn is open and its text can be read."""
    row, step, token = case.game, case.game.step + 1, case.token
    if case.unsubscribes:
        return preferences.unsubscribe(case)
    if row.status is Status.OVER:
        return refuse(case, Refusal.GAME_OVER, Outcome.GAME_OVER, text=_after_the_end(case))
    if token.step < step:
        late = token.step == step - 1
        why, outcome = (Refusal.LATE, Outcome.LATE) if late else (Refusal.OLD_TURN, Outcome.OLD_TURN)
        return refuse(case, why, outcome)
    if row.status in CLOCK_COUNTS and row.due_at is not None and row.due_at <= case.row.received_at:
        inbox.put_back(case.tx, case.row.id, game=row.id)
        return WAITS
    if case.row.truncated or case.letter.problem is Problem.TOO_LARGE:
        return refuse(case, Refusal.TOO_LARGE, Outcome.TOO_LARGE)
    if case.letter.problem is not None or not any(line.strip() for line in case.letter.lines):
        state = Reading.HELD if case.letter.problem is Problem.BROKEN else Reading.DONE
        return refuse(case, Refusal.NO_TEXT, Outcome.UNREADABLE, more=instead_of_text(case.letter), state=state)
    return _carried_out(case)


def _after_the_end(case: KeyLetter) -> str:
    """Carry out what one may still ask for when a game is over, and say what came of it."""
    post, top = Post(case.work, case.game), TableTop.load(case.work, case.game, case.now)
    sheet = case.heard(case.lines.new)
    asked = [line for line in sheet.lines if isinstance(line.order, AFTER_THE_END)]
    done = requests.carried_out(requests.Request(post, top, case.seat, case), Sheet(tuple(asked)))
    said = [f"{one.text}{'' if one.text.endswith(ENDS) else ':'} {one.what}" for one in done]
    if not asked and (talk := sheet.small_talk()) and Policy.of(case.game).press is not PressRule.NONE:
        said.append(f"If it is for the others, send: {receipts.line_to(ALL, talk)}")
    return "\n\n".join(said)


def _carried_out(case: KeyLetter) -> int | None:
    """Do what the lines of a letter say: answer questions, file orders, carry out requests; and send the receipt."""
    told = case.lines.told  # first of all, for what is done aside ends the transaction, and the game is taken up once
    post, results = Post(case.work, case.game), Results()
    answer_questions(case, results)
    results.notes += [told] if told else []
    _deny(case, post, results)
    lines = [line for line in case.lines.new if line not in results.used]
    rest, clerk = table.expanded(case.tx, case.top, case.seat, lines), _clerk(case, post)
    found = _filed(case, post, clerk, rest, results)
    brought = False
    for one in requests.carried_out(requests.Request(post, case.top, case.seat, case), found.sheet):
        results.done.append(one)
        brought = _vouched_for(case) or brought
    if brought and not results.given and case.top.locked_at is None:
        results.filed = filed_at(case.tx, case.game.id, case.seat, case.top.step)
        found = understand(clerk, orders.latest(case.tx, case.game.id, case.seat), rest, case.lines.elsewhere)
    _answer(case, post, found, results)
    if found.taken:
        return case.close(Outcome.ORDERS)
    return case.close(Outcome.ANSWERED if results.used else Outcome.NOTHING_NEW)


def _deny(case: KeyLetter, post: Post, results: Results) -> None:
    """Take a NO to the question whether a held letter is its player's."""
    line = next((one for one in case.lines.new if one not in results.used and statement.NO.match(one)), None)
    if line is not None and (what := vouching.denied(case, post)):
        results.used.add(line)
        results.done.append(Done(line.strip(), what))


def _clerk(case: KeyLetter, post: Post) -> Clerk:
    """Return where the seat's lines are read: words to others are held against what the seat alone was told."""
    def too_late() -> str:
        return deadline.too_late_to_rule(case.tx, post.game, case.row.received_at, post.head(case.seat).zone)

    clerk = repetition.guarded_clerk(post, case.top, case.seat)
    return replace(clerk, unruled=too_late, hear=case.heard)


def _filed(case: KeyLetter, post: Post, clerk: Clerk, lines: Sequence[str], results: Results) -> Understood:
    """Read the order lines, and file a new revision if they brought anything for the file."""
    top, seat = case.top, case.seat
    place = arrival(case, case.game.id, seat, clerk)
    before = place.before
    found = understand(clerk, before, lines, case.lines.elsewhere)
    if top.locked_at is not None:
        before = before.after(Sheet(()), top.kit.rules.grammar, top.step + 1)
        found = _too_late_for_this_turn(found, before, top, seat)
    found = place.caught_up(found, clerk, top.step + (top.locked_at is not None))
    results.overtaken = bool(place.newer) and found.brings
    results.notes += [NEWER_STAY] if results.overtaken else []
    results.filed = filed_at(case.tx, case.game.id, seat, top.step)
    results.stood = stood = orders.latest(case.tx, case.game.id, seat) if place.newer else before
    if found.brings or found.changed:
        received, letter = case.row.received_at, case.row.id
        results.lost = stood.lost(found.file, top.step + (top.locked_at is not None))
        results.given = file_orders(case.tx, post, top, seat, found, received_at=received, letter=letter)
    return found


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


def _vouched_for(case: KeyLetter) -> bool:
    """Read the held letters that this one has just vouched for, and say whether they brought orders."""
    if not case.vouched:
        return False
    newest = orders.newest_id(case.tx, case.game.id, case.top.step)
    while case.vouched:
        _let_count(case.vouched.pop(0), case.work, case.aside)
    return orders.newest_id(case.tx, case.game.id, case.top.step) != newest


def _answer(case: KeyLetter, post: Post, found: Understood, results: Results) -> None:
    """Send the receipt, but for that of orders that come all day, and where what was asked for is the whole answer."""
    page = receipts.page(case, post, found, results)
    again = caps.orders_again(case.work, case.game.id, case.seat, found.file) if results.given else None
    mailed = results.given is not None or not _has_its_answer(case, page)
    post.send(
        page, step=case.top.step, answers=case.row, read=case.letter,
        owed=again is caps.Again.SELDOM, silent=again is caps.Again.ALL_DAY, mailed=mailed,
    )  # fmt: skip


def _has_its_answer(case: KeyLetter, page: ReceiptPage) -> bool:
    """Say whether a letter that filed nothing asked for help or rules alone, which have come: that is all to say.

    How the orders on file and the game stand was said before.
    """
    said = {one.what for one in page.done}
    notes = {*page.notes} - {receipts.MAYBE_EARLY, deadline.why_still(case.game, case.now)}
    more = page.changed or page.same_form or page.unused or page.passed_over or notes
    return bool(said) and said <= {HELP_COMES, RULES_COME} and not more


def take_as_vouched_for(work: Work, row: LetterRow) -> None:
    """Let a letter from another sender count because the GM releases it; raises `SetupError` if it cannot."""
    assert row.game is not None, "only what came for a seat is held for its sender"
    assert row.player is not None, "and its player is noted"
    seat, game = games.seat(work.tx, row.game, row.seat or ""), games.game(work.tx, row.game)
    if seat.player != row.player or seat.vacant_since is not None:
        raise SetupError(f"Letter {row.id} came for a player who has the seat of {seat.name} no more.")
    if game.status is Status.INVITING:
        raise SetupError(f"Letter {row.id} can be released when {game.title} has begun.")
    _let_count(row, work, Aside())
    if row.state is Reading.HELD and row.outcome in ASKED_ABOUT:
        told = f"It can be released when turn {game.step + 1} is adjudicated."
        raise SetupError(f"Letter {row.id} came after the deadline. {told}")


def _let_count(row: LetterRow, work: Work, aside: Aside) -> None:
    """Read a held letter anew, as its player's own."""
    case = _of_the_player(Incoming(work, row, parsed(work.campaign, row.raw, row.envelope_sender), aside=aside))
    if _came_before(case):
        case.close(Outcome.DUPLICATE)
    elif believed(case) is WAITS:
        row.state = Reading.HELD


def _of_the_player(held: Incoming) -> KeyLetter:
    """Return a held letter with the key that it came to and the player who is noted beside it."""
    token, player = token_of(held), held.row.player
    assert token is not None, "it was held for its sender, not for its key"
    assert player is not None, "and the player who was asked is noted"
    game, sitting = games.game(held.tx, token.game), games.seat(held.tx, token.game, token.seat)
    return held.known_as(
        KeyLetter, player=people.player(held.tx, player), token=token, game=game, seat=Seat(token.seat),
        sitting=sitting, confirmed=True,
    )  # fmt: skip


def answer_questions(case: PlayerLetter, results: Results) -> None:
    """Take lines that answer an open question of a live game; each may be changed until the pause is over."""
    top = case.top
    live = top.given.live
    rows = orders.open_still(case.tx, case.game, case.seat, case.row.received_at) if live else []
    stop = _before_they_close(case, top, rows).pending() if rows else None
    if stop is None:
        return
    for line in case.lines.new[:MOST_LOOKED_AT]:
        for row in rows:
            if row.key in stop.asks and (what := _answers(case, top, row, stop.asks[row.key], line, results)):
                results.used.add(line)
                results.done.append(Done(line.strip(), what))
                break
    if not results.used:
        results.notes += [_open_question(top, row) for row in rows if row.key in stop.asks]


def _before_they_close(case: PlayerLetter, top: TableTop, rows: Sequence[QuestionRow]) -> TableTop:
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


def _answers(
    case: PlayerLetter, top: TableTop, row: QuestionRow, ask: Ask[object], line: str, results: Results
) -> str:
    """Keep a line that answers a question, unless a newer letter answered it; return what is said of it, or nothing."""
    try:
        value = top.answered(ask, line)
    except Doubted as doubt:
        results.notes.append(f"{marked(line.strip())} is no answer to my question yet. {doubt.problem} {doubt.hint}")
        return ""
    except OrderError:
        return ""
    if value not in ask.choices:
        return ""
    came = case.row.received_at
    if case.confirmed and row.answered_at is not None and row.answered_at > came:
        return "You have answered since, and that answer stays."
    orders.answer(case.tx, top.kit.codec, row.id, value, came)
    return "This is your answer; another one replaces it until the pause ends."


@value
class Arrival:
    """What was on file for a seat when a letter came, and the revisions that its later letters brought."""

    before: OnFile
    newer: Sequence[OrdersRow] = ()

    def caught_up(self, found: Understood, clerk: Clerk, open_step: int) -> Understood:
        """File what came since on top of what the letter brought, so that the latest arrival decides."""
        if not self.newer:
            return found
        file, now = found.file, orders.on_file_from(max(self.newer, key=lambda row: row.id or 0).on_file)
        for row in self.newer:
            file = file.after(sheet_from(row.sheet, clerk), clerk.rules.grammar, row.step)
        file = file.after(Sheet(()), clerk.rules.grammar, open_step)
        found = replace(found, file=file, changed=file != now.after(Sheet(()), clerk.rules.grammar, open_step))
        if open_step != clerk.turn:
            return found
        in_force = tuple(file.in_force(clerk.turn, clerk.read))
        warnings = tuple(r for r in clerk.rules.orders.remarks(clerk.view, in_force) if not r.refuses)
        return replace(found, orders=in_force, warnings=warnings)


def arrival(case: Incoming, game: int, seat: Seat, clerk: Clerk) -> Arrival:
    """Say where a letter's orders belong: on top of all that is on file, unless it was held or long on its way."""
    came = case.row.received_at
    if not case.confirmed and came >= (case.row.kept_at or came):
        return Arrival(orders.latest(case.tx, game, seat))
    rows = [row for row in orders.revisions(case.tx, game, seat) if row.set_aside_at is None]
    first = next((i for i, row in enumerate(rows) if row.received_at > came), len(rows))
    before = orders.on_file_from(rows[first - 1].on_file) if first else OnFile()
    newer = []
    for row in sorted(rows[first:], key=lambda row: row.received_at):
        if row.received_at > came:
            newer.append(row)
        else:
            before = before.after(sheet_from(row.sheet, clerk), clerk.rules.grammar, row.step)
    return Arrival(before, newer)


def sheet_from(lines: Sequence[Mapping[str, Any]], clerk: Clerk) -> Sheet:
    """Read a stored sheet again, as far as it filed anything."""
    return Sheet(tuple(_line_from(data, clerk) for data in lines))


def _line_from(data: Mapping[str, Any], clerk: Clerk) -> Line:
    heard, stored = Heard(data["heard"]), data.get("order", "")
    filed = heard in FILED or (heard is Heard.COMMAND and stored.startswith(FLAG))
    order = clerk.read(stored) if filed and stored else None
    return Line(data["text"], heard, order, turn=data.get("turn", 0), word=data.get("word", ""))
