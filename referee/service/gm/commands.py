"""Each command of the GM carried out, within the transaction of the letter; what it says is told in one answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from referee.engine.audience import Seat
from referee.engine.commands import ALL
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.mail.address import clean_name
from referee.reports.when import When
from referee.service.campaign import seal
from referee.service.campaign.campaign import AtWork, Campaign, Work
from referee.service.deadlines import moments
from referee.service.deadlines.extension import extend_all_in
from referee.service.gm import control, corrections, ending, ruling, settings, verbs, waiting, withdrawal
from referee.service.gm.grants import excuse_in
from referee.service.people import handover, invitations, seating
from referee.service.players import dismissal, open_address
from referee.service.post.resend import resend_in
from referee.service.records import log
from referee.service.table.table import TableTop
from referee.service.turns import attention, citations, rollback
from referee.service.turns.advance import Advanced, preview_in
from referee.store import games
from referee.store.tables import GameRow, Status

SAID = {
    Advanced.PLAYED: "The turn is adjudicated, and its letters are on their way.",
    Advanced.ASKED: "The turn waits for answers by mail; its questions are on their way.",
    Advanced.HELD: "The turn could not be adjudicated; the game is held, and nothing of it was changed.",
    Advanced.NOT_NOW: "It cannot be adjudicated now.",
}

ENDED = SAID | {Advanced.PLAYED: "The game is over, and everybody is told."}

COLON = re.compile(r":(?=\s|$)")
"""It stands before a reason, and in no time of day."""

LINK = re.compile(r"^(?:with|by)\s+", re.IGNORECASE)

AS = re.compile(r"\s+as\s+", re.IGNORECASE)
"""It stands before the name of whom one invites."""

BACK = re.compile(r"[-\u2010-\u2015\u2212]|minus\b", re.IGNORECASE)
"""How a length of time begins that would take a deadline back."""

FORWARD = "A deadline is moved forward. Give a length of time such as 2d or 12h."

SHORTEN = re.compile(r"shorten\s+(?!=|to\b|is\b)", re.IGNORECASE)
"""It stands before a setting that leaves less time than there should be."""

ITSELF = re.compile(r"^(?:the\s+)?(?:deadline|turn)\s+(?=by\b|until\b|to\b|[-+]?\s*\d)", re.IGNORECASE)
"""What is extended, as one says it."""

STANDS = "HOW THINGS STAND"
"""The title of what STATUS brings, which is looked at when all commands of the letter are carried out."""

Text = tuple[str, Sequence[str]]


@dataclass
class Sitting(AtWork):
    """One letter of a GM at work: in which game, the longer texts that were asked for, and what waits for a YES."""

    work: Work
    game: int
    texts: list[Text] = field(default_factory=list)
    back: int = 0
    """The turn that a line of the letter takes back once the GM says YES."""

    @property
    def row(self) -> GameRow:
        """The game as it stands now."""
        return games.game(self.tx, self.game)

    @property
    def told(self) -> list[Text]:
        """The longer texts as they are told, when all is carried out."""
        stands = status_lines(self.work, self.row) if any(t == STANDS for t, _ in self.texts) else []
        once = dict(self.texts)  # asked for twice, it comes once, as it was last
        return [(title, stands if title == STANDS else lines) for title, lines in once.items()]

    @property
    def when(self) -> When:
        """Times as the GM reads them: in the game's zone."""
        return When(self.row.zone, self.now)


def carry_out(desk: Sitting, one: verbs.GmOrder, below: Sequence[str] = ()) -> str:
    """Carry one command out and say what came of it; ``below`` are the lines that belong to it.

    Raises `SetupError` and other `OrderError`s and `NotThere` that say why not; then nothing of it is done.
    """
    work, row = desk.work, desk.row
    match one:
        case verbs.Process():
            return SAID[control.process_in(work, row)]
        case verbs.Rerun():
            return SAID[rollback.rerun_in(work, row)]
        case verbs.Rollback(n=n, text=text, reopen=reopen):
            rollback.roll_back_in(work, row, n, text, reopen=reopen)
            held = "It is open to orders again." if reopen else "The game is held until RERUN."
            return f"Turn {n} is taken back, and everybody is told. {held}"
        case verbs.Extend(text=text):
            return _extend(desk, text)
        case verbs.Shorten(text=text):
            return _extend(desk, text, shorten=True)
        case verbs.Hold(n=None, text=text):
            control.hold_in(work, row, text)
            return "The game is held until RESUME, PROCESS or EXTEND."
        case verbs.Hold(n=n, text=text):
            assert n is not None
            control.hold_letter_in(work, n, text)
            return f"Letter {n} is held."
        case verbs.Release(n=n):
            control.release_in(work, n)
            return f"Letter {n} is read once more, with the next round."
        case verbs.Discard(n=n):
            dismissal.discard_in(work, n)
            return f"Letter {n} is discarded; nothing of it is used."
        case verbs.Pause(text=text):
            control.pause_in(work, row, text)
            return "The game is paused, and everybody is told."
        case verbs.Resume(text=text):
            due = control.resume_in(work, row, text).due_at
            return f"The game goes on. {f'The turn is due {desk.when.full(due)}.' if due else ''}".rstrip()
        case verbs.Announce(text=text):
            control.say_in(work, row, text)
            return "It is on its way to everybody."
        case verbs.Tell(addressees=to, text=text):
            return f"Delivered to {control.tell_in(work, row, () if ALL in to else to, text)} now."
        case verbs.Resend(n=n):
            resend_in(work, n)
            return f"Mail {n} goes out once more."
        case verbs.Excuse(player=seat, n=n):
            return f"{seat} is told: {excuse_in(work, row, seat, n)}"
        case _:
            return _decide(desk, one, below)


def _decide(desk: Sitting, one: verbs.GmOrder, below: Sequence[str]) -> str:
    """Carry out what decides something, or only asks."""
    work, row = desk.work, desk.row
    match one:
        case verbs.Rule(n=None, text=text, addressees=to):
            if to is None:
                _not_to_somebody(desk, text)
            seats = () if to is None or ALL in to else to
            made = ruling.add_in(work, row, text, to=seats)
            if seats:
                return f"It is a ruling for {spoken(seats)} alone, and told to nobody else."
            return f"It is {citations.label(work.tx, made, lower=True)}, and everybody is told."
        case verbs.Rule(n=n, text=text):
            assert n is not None
            return ruling.answer_in(work, row, n, text)
        case verbs.CorrectOrders(player=seat, text=text):
            done = corrections.correct_orders_in(work, row, seat, below, text)
            return f"On file for {done.seat} now, for turn {done.step}: {'; '.join(done.lines) or 'nothing'}."
        case verbs.Correct(text=text):
            line, _, reason = text.partition(":")
            state = corrections.correct_state_in(work, row, line, reason)
            return f"It is done just before turn {state.step} is adjudicated, and everybody is told."
        case verbs.Withdraw(n=n, addressees=to, text=text):
            name = withdrawal.withdraw_in(work, row, n or 0, text, to=to or ())
            return f"{name[0].upper()}{name[1:]} is withdrawn, and all who had heard of it are told."
        case verbs.Replace(player=seat, text=text):
            return _replace(desk, seat, text)
        case verbs.Preview(unsealed=unsealed):
            return _preview(desk, unsealed=unsealed)
        case verbs.Status():
            desk.texts.append((STANDS, ()))
            return "Below."
        case verbs.Log():
            desk.texts.append(("THE LOG", log.lines(log.of_game(work.tx, row, None), desk.when.short)))
            return "Below."
        case verbs.Rulings():
            desk.texts.append(("RULINGS", ruling.lines(work, row)))
            return "Below."
        case verbs.Yes():
            return waiting.told(work, row)
        case verbs.Help():
            desk.texts.append(("WHAT YOU MAY WRITE", ruling.help_lines(work, row)))
            return "Below."
        case _:
            return _settle(desk, one)


def _settle(desk: Sitting, one: verbs.GmOrder) -> str:
    """Carry out what is about the game as a whole, and about who comes to its table."""
    work, row = desk.work, desk.row
    match one:
        case verbs.EndGame(text=text):
            result, _, reason = text.partition(":")
            return ENDED[ending.end_in(work, row, result, reason)]
        case verbs.Cancel(text=text):
            return ENDED[ending.cancel_in(work, row, text)]
        case verbs.Delete():
            return f"{ending.delete_in(work, row)} is deleted, and its name is free."
        case verbs.Set(text=text):
            meant = SHORTEN.match(text)
            name, value, reason = _setting(text[meant.end() :] if meant else text)
            (done,) = settings.change_in(work, row, {name: value}, reason, shorten=bool(meant))
            if done.turn:
                since = f"from turn {done.turn} on (so far {done.before})"
                return f"{done.name} is {done.now} {since}, and everybody is told."
            return f"{done.name} is {done.now or 'none'} now (so far {done.before or 'none'}), and everybody is told."
        case verbs.Invite(text=text):
            address, name = _newcomer(work.campaign, AS.sub(" ", text, count=1))
            return f"The invitation to {open_address.invite_in(work, row, address, name=name)} is on its way."
        case verbs.Declined(text=text):
            return f"{invitations.by_gm_in(work, row, text.strip())} has declined; the seat is free."
        case _:
            raise AssertionError(f"{one} is not carried out")


def foreseen(desk: Sitting, one: verbs.GmOrder, below: Sequence[str] = ()) -> str:
    """Say exactly what a command will do that is carried out only after a code; raises `SetupError` if it cannot."""
    work, row = desk.work, desk.row
    match one:
        case verbs.Process():
            control.ready_to_process(row)
            return f"Turn {row.step + 1} is adjudicated at once, with the orders on file then; reports go to everybody."
        case verbs.Rerun():
            if not desk.back:
                rollback.ready_to_rerun(row)
            turn = desk.back or row.step + 1
            return f"Turn {turn} is adjudicated anew, and new reports go to everybody, marked RERUN."
        case verbs.Rollback(n=n, text=text, reopen=reopen):
            rollback.check(row, n, text)
            desk.back = n
            turns = f"Turn {n} is" if n == row.step else f"Turns {n} to {row.step} are"
            then = "open to new orders again" if reopen else "held until it is adjudicated anew"
            opened = f" {rollback.OPENED}" if rollback.is_opened(row) else ""
            return f"{turns} taken back, and turn {n} is {then}.{opened} Everybody is told: {text}"
        case verbs.EndGame(text=text):
            result, _, reason = text.partition(":")
            won = ending.ready_to_end(work.tx, row, result, reason).winners
            said = f"{spoken(list(won)) or 'Nobody'} {'have' if won[1:] else 'has'} won"
            return f"The game is over at once: {said}. Told to all:{reason}"
        case verbs.Cancel(text=text):
            ending.ready_to_cancel(row, text)
            return f"The game is over at once, without a result. Told to all: {text}"
        case verbs.Delete():
            ending.ready_to_delete(row)
            return f"{row.title} is in no list any more, and its seats are gone; who was invited is told."
        case verbs.Replace(player=seat, text=text):
            address, _ = _newcomer(work.campaign, text)
            return f"{address} gets the seat of {seat} with all that it knows; its present player has it no more."
        case verbs.CorrectOrders(player=seat, text=text):
            top = TableTop.load(work, row, work.now)
            lines = corrections.given(top, corrections.read_orders(work, top, seat, below))
            return f"On file for {seat}, turn {top.step}, will be: {'; '.join(lines) or 'nothing'}. Told to all: {text}"
        case verbs.Correct(text=text):
            top = TableTop.load(work, row, work.now)
            line, _, reason = text.partition(":")
            made = corrections.read_mend(top, line)
            if not reason.strip():
                raise SetupError("Say why, behind a colon: the reason is told to everybody.")
            corrections.may_be_told(top, made, reason)
            shown = top.kit.rules.corrections.show(made)
            warned = " ".join(corrections.warnings(top, made))
            return f"Just before turn {top.step} is adjudicated: {shown}. Told to all:{reason} {warned}".rstrip()
        case _:
            raise AssertionError(f"{one} needs no code")


def status_lines(work: Work, row: GameRow) -> list[str]:
    """Say how a game stands and what wants attention."""
    when = When(row.zone, work.now)
    due = f"due {when.full(row.due_at)}" if row.due_at else "no deadline is running"
    found = [item.words for item in attention.attention(work, row)]
    stands = f"{row.title}: {row.status.value}, turn {row.step + 1} is open, {due}."
    return [stands, *(f"- {words}" for words in found or ["Nothing wants your attention."])]


def _extend(desk: Sitting, text: str, *, shorten: bool = False) -> str:
    """Read ``[ALL] [BY] SPAN reason`` or ``[UNTIL] DATE TIME reason`` and move deadlines, forward or (one) back."""
    work = desk.work
    text = ITSELF.sub("", COLON.sub(" ", text, count=1).strip())
    words = text.split() or [""]
    everywhere = words[0].upper() == "ALL"
    words = words[1:] if everywhere else words
    words = words[1:] if words and words[0].upper() in ("UNTIL", "BY", "TO") else words
    if not words:
        raise SetupError("Write a length of time such as 2d, or a time such as 2026-12-01 20:00.")
    by, until, rest = _time(words, desk.row.zone, work.now)
    reason = " ".join(rest[1:] if rest and rest[0].lower() == "because" else rest)
    if everywhere and shorten:
        raise SetupError("Deadlines are moved back in one game at a time, so nothing was changed.")
    if everywhere:
        if by is None:
            raise SetupError("The deadlines of all games are moved by a length of time, such as: EXTEND ALL 2d")
        moved = extend_all_in(work, by, reason)
        said = [f"{row.title} (due {When(row.zone, desk.when.now).full(row.due_at)})" for row in moved if row.due_at]
        return f"Moved by {words[0]}: {', '.join(said) or 'no game, for none has a deadline'}."
    wanted = until or by
    assert wanted is not None
    if by is not None and shorten:
        wanted = -by
    due = control.extend_in(work, desk.row, wanted, reason, shorten=shorten)
    return f"The turn is due {desk.when.full(due)}, and everybody is told."


def _time(
    words: Sequence[str], zone: str, now: datetime
) -> tuple[timedelta | None, datetime | None, Sequence[str]]:
    """Read a span or a moment at the beginning of some words; return it, and the words behind it."""
    if BACK.match(words[0]):
        raise SetupError(FORWARD)
    found, many = moments.beginning(words, zone, now)
    if isinstance(found, datetime):
        return None, found, words[many:]
    if found <= timedelta():
        raise SetupError(FORWARD)
    return found, None, words[many:]


def _setting(text: str) -> tuple[str, str, str]:
    """Read ``press = public: reason``: what is set, to what, and why."""
    said, *reason = COLON.split(text, maxsplit=1)
    name, _, value = said.replace("=", " ", 1).strip().partition(" ")
    return name, re.sub(r"^(?:to|is)\s+", "", value.strip(), flags=re.IGNORECASE), "".join(reason).strip()


def _newcomer(campaign: Campaign, text: str) -> tuple[str, str]:
    """Read an address, and perhaps a name behind it."""
    address, _, name = LINK.sub("", text).partition(" ")
    return seating.registrable(campaign, address.strip("<>")), clean_name(name)


def _replace(desk: Sitting, seat: Seat, text: str) -> str:
    work, row = desk.work, desk.row
    address, name = _newcomer(work.campaign, text)
    found, before = handover.seat_of(work.tx, row, seat), row.due_at
    player = seating.registered(work.tx, name or found.name, address, zone=row.zone, at=work.now)
    handover.pass_on(work, row, found, player, who=work.campaign.who)
    due = games.game(work.tx, row.id).due_at
    moved = f" The turn is due {desk.when.full(due)} now, so that they can read." if due and due != before else ""
    return f"{seat} has another player now, who is written to with all that the seat knows.{moved}"


def _not_to_somebody(desk: Sitting, text: str) -> None:
    """Refuse a ruling to all that was perhaps meant for some: without a colon it would be read to everybody."""
    words = text.upper().split()
    names = {place.name.upper() for place in games.places(desk.tx, desk.game)} | {"ALL"}
    if words[:1] == ["TO"] and len(words) > 1 and words[1].rstrip(",") in names:
        raise SetupError("Behind the names a colon is wanted, so nobody was told. Write RULING TO name: your words.")


def _preview(desk: Sitting, *, unsealed: bool) -> str:
    """Say what the open turn would come to; its letters only where they are not sealed, or the look is written down."""
    row = desk.row
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} is not being played.")
    found = preview_in(desk.work, row)
    if found.asks:
        return f"Turn {found.step} would stop for {len(found.asks)} questions by mail. Nothing was saved."
    shows = unsealed or not seal.is_sealed(row)
    if unsealed and seal.is_sealed(row):
        seal.record(desk.tx, row, "a preview of the turn", at=desk.now, who=desk.campaign.who)
    for seat, letter in found.letters if shows else ():
        desk.texts.append((f"TO {seat or 'OBSERVERS'}: {letter.subject}", letter.body.splitlines()))
    how = "They are below." if shows else "They are sealed; PREVIEW UNSEALED brings them, and the players are told."
    return f"Turn {found.step} can be adjudicated; nothing was saved. {len(found.letters)} letters would go out. {how}"
