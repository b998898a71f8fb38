"""The GM's hand: a turn run now, a deadline moved, a game held, paused or resumed; each recorded and announced.

Every use case has a form that opens its own transaction, and one (``..._in``) for those that have one already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from referee.engine.audience import GM, PUBLIC, REFEREE, Seat, only
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.reports.pages import Head, NoticePage, PressPage
from referee.reports.when import When
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.campaign.remedies import Remedied
from referee.service.deadlines import extension, outage, stillness
from referee.service.deadlines.absences import due_after
from referee.service.intake.receive import read_all, take_as_vouched_for
from referee.service.letters.outcome import ASKED_ABOUT, OUR_FAULT
from referee.service.post.post import Post
from referee.service.turns import grace
from referee.service.turns.advance import Advanced, at_once
from referee.store import games, inbox, questions
from referee.store.database import Transaction
from referee.store.tables import GameRow, Occasion, Reading, Status

WHEN_RESUMED = datetime.max.replace(tzinfo=UTC)
"""When the questions of a paused game close; from its resuming on they have their full time once more."""


ANNOUNCED = {outage.HELD_REASON: timedelta(), grace.HELD_REASON: grace.MASS_WAIT}
"""For what a game is held that all are told of, and how much time it has at least when it goes on."""


def process(campaign: Campaign, game: str, *, step: int | None = None) -> Advanced:
    """Adjudicate a game's open step now, whatever its deadline; recorded where all can see it.

    Letters that came before are read first. It is the step that was open when this began, or ``step``, or none: where
    the clock or another GM was first, nothing is done. In a live game the questions that are open close: what was not
    answered is decided by orders and defaults.
    """
    with campaign.store.reading() as tx:
        stood = _stands(tx, game_named(tx, game))
    if step is not None and step > stood[0]:
        raise SetupError(f"Turn {step} is not open: turn {stood[0]} is, and nothing was done.")
    if step not in (None, stood[0]):
        return Advanced.NOT_NOW  # somebody was first
    read_all(campaign)
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        return process_in(work, row) if _stands(work.tx, row) == stood else Advanced.NOT_NOW


def _stands(tx: Transaction, row: GameRow) -> tuple[int, int]:
    """Say where a game stands: the open step, and how many of its questions were put."""
    return row.step + 1, len(questions.of_step(tx, row.id, row.step + 1))


def process_in(work: Work, row: GameRow) -> Advanced:
    """Do as `process` does, within the caller's transaction; if the turn fails, the game is held."""
    return at_once(work, row.id, Occasion.GM, _let_run(work, row))


def _let_run(work: Work, row: GameRow) -> int:
    """See that the open step can be adjudicated by hand, and write it down; return its number."""
    now, step = work.now, row.step + 1
    ready_to_process(row)
    let_go_on(work.tx, row)
    closed = questions.close_at(work.tx, row.id, step, now, now)
    details = {"questions": closed} if closed else {}
    work.record("process", game=row.id, details=details, to=PUBLIC)
    return step


def ready_to_process(row: GameRow) -> None:
    """Refuse a game whose turn cannot be adjudicated by hand; raises `SetupError`."""
    if row.status not in (Status.RUNNING, Status.HELD):
        raise SetupError(f"{row.title} is {row.status}, so no turn of it can be adjudicated.")
    if row.anew:
        raise _taken_back(row, "")


def _taken_back(row: GameRow, so: str) -> Remedied:
    problem, next_is = f"Turn {row.step + 1} was taken back{so}.", "To adjudicate it anew"
    return Remedied(problem, shell=f"{next_is}: referee turn rerun {row.name}", mail=f"{next_is}, write RERUN.")


def extend(
    campaign: Campaign, game: str, until: datetime | timedelta, reason: str, *, shorten: bool = False
) -> datetime:
    """Move the deadline of the open step, or the end of the pause of a live one, and tell everybody why.

    A length of time is added to it. Only with ``shorten`` it may come to lie earlier. Return where it lies then; raises
    `SetupError`.
    """
    with campaign.writing() as work:
        return extend_in(work, game_named(work.tx, game), until, reason, shorten=shorten)


def extend_in(
    work: Work,
    row: GameRow,
    until: datetime | timedelta,
    reason: str,
    *,
    shorten: bool = False,
) -> datetime:
    """Do as `extend` does, within the caller's transaction."""
    now, ends = work.now, extension.ends(work.tx, row)
    _begun(row)
    if row.closed:
        raise _taken_back(row, " and takes no orders")
    if ends == WHEN_RESUMED:
        raise SetupError(f"{row.title} is paused; its questions have their full time when you resume it.")
    if isinstance(until, timedelta):
        until = max(ends or now, now) + until
    if until <= now:
        raise SetupError("The new deadline lies in the past. Give one that is still to come.")
    earlier = ends is not None and until < ends
    if earlier and not shorten:
        raise extension.would_shorten(row, ends, now)
    if not questions.close_at(work.tx, row.id, row.step + 1, now, until):
        games.set_due(work.tx, row.id, until, on_time_until=row.on_time_until)
    let_go_on(work.tx, row)
    row = games.game(work.tx, row.id)
    subject = "the deadline is earlier now" if earlier else "the deadline was moved"
    text = _sentence(reason) or f"The deadline of this turn was moved{' to an earlier time' if earlier else ''}."
    announce_in(work, row, subject, text, until)
    details = {"step": row.step + 1, "until": until.isoformat(), "reason": reason}
    work.record("extend", game=row.id, details=details, to=PUBLIC)
    return until


def pause(campaign: Campaign, game: str, reason: str) -> None:
    """Stop a game's clock until it is resumed, and tell everybody."""
    with campaign.writing() as work:
        pause_in(work, game_named(work.tx, game), reason)


def pause_in(work: Work, row: GameRow, reason: str) -> None:
    """Do as `pause` does, within the caller's transaction."""
    if row.status is not Status.RUNNING:
        raise SetupError(f"{row.title} is {row.status}, not running.")
    words = reason or stillness.PAUSED
    games.set_status(work.tx, row.id, Status.PAUSED, words)
    row = games.game(work.tx, row.id)
    questions.close_at(work.tx, row.id, row.step + 1, work.now, WHEN_RESUMED)
    announce_in(work, row, "the game is paused", words, None)
    _record(work, row, Status.PAUSED.value, reason)


def hold_in(work: Work, row: GameRow, reason: str) -> None:
    """Hold a game within a transaction: nothing of it is adjudicated until the GM says how it goes on.

    Its clock runs, and nobody but the GM is told.
    """
    if row.status is not Status.RUNNING:
        raise SetupError(f"{row.title} is {row.status}, not running.")
    games.set_status(work.tx, row.id, Status.HELD, reason or "the GM holds it")
    details = {"reason": reason}
    work.record("hold", game=row.id, details=details)


def hold(campaign: Campaign, game: str, reason: str = "") -> None:
    """Do so in a transaction of its own."""
    with campaign.writing() as work:
        hold_in(work, game_named(work.tx, game), reason)


def resume(campaign: Campaign, game: str, reason: str = "") -> None:
    """Let a paused or held game go on, once the letters that came are read; see `resume_in` for its deadline."""
    read_all(campaign)
    with campaign.writing() as work:
        resume_in(work, game_named(work.tx, game), reason)


def resume_in(work: Work, row: GameRow, reason: str = "") -> GameRow:
    """Do as `resume` does, within the caller's transaction.

    Where all know that the game stood still, a deadline that is over moves to the next of its rule, and all are told.
    One that the GM chose to hold, or that failed, has its turn run at once with all that came until now; if it goes
    on before its deadline nobody can know that it stood still, and the log does not tell the players either.
    """
    now, was, least = work.now, row.status, ANNOUNCED.get(row.hold_reason)
    _begun(row)
    if was not in (Status.PAUSED, Status.HELD):
        raise SetupError(f"{row.title} is {row.status}, so there is nothing to resume.")
    if row.closed:
        raise _taken_back(row, " and takes no orders")
    known = was is Status.PAUSED or least is not None
    games.set_status(work.tx, row.id, Status.RUNNING)
    row = games.game(work.tx, row.id)
    if known:
        _ask_on(work.tx, row, now, held=was is Status.HELD)
    if known and row.due_at is not None and row.due_at <= now:
        row = _given_time(work, row, least)
    if known:
        words = partial(_goes_on, work.tx, row, reason or "The game goes on.", now)
        announce_in(work, row, "the game goes on", words, row.due_at)
    to = PUBLIC if known or (row.due_at is not None and row.due_at <= now) else REFEREE
    work.record("resume", game=row.id, to=to)
    return row


def _ask_on(tx: Transaction, row: GameRow, now: datetime, *, held: bool) -> None:
    """Let the questions at which a live game stands be open for their full time, from now on."""
    asked = questions.close_at(tx, row.id, row.step + 1, now, now + row.live_pause)
    if not asked and held:
        questions.move(tx, row.id, row.step + 1, now + row.live_pause)  # it did not go on from them


def _goes_on(tx: Transaction, row: GameRow, text: str, now: datetime, head: Head) -> str:
    """Tell a seat that is asked something until when it may answer; the others know of no question."""
    until = max((one.closes_at for one in questions.open_for(tx, row.id, row.step + 1, head.seat, now)), default=None)
    return text if until is None else f"{text} My question to you is open until {When(head.zone, now).due(until)}."


def _given_time(work: Work, row: GameRow, least: timedelta | None) -> GameRow:
    """Move a deadline that is over to the next of its rule, where so much is promised no sooner than after that."""
    now = work.now
    due, _ = due_after(work.tx, row, now)
    if least is not None:
        due = max(due or now, now + max(least, work.campaign.settings.outage.drain))
    games.set_due(work.tx, row.id, due)  # which is a deadline of its own, and no grace any more
    details = {"step": row.step + 1, "until": due.isoformat() if due else "", "reason": "the game goes on"}
    work.record("extend", game=row.id, details=details, to=PUBLIC)
    return games.game(work.tx, row.id)


def announce(campaign: Campaign, game: str, text: str) -> None:
    """Send the GM's words to everybody in a game."""
    with campaign.writing() as work:
        say_in(work, game_named(work.tx, game), text)


def say_in(work: Work, row: GameRow, text: str) -> None:
    """Do as `announce` does, within the caller's transaction; raises `SetupError` where there are no words."""
    if not text.strip():
        raise SetupError("There are no words to send.")
    announce_in(work, row, "a word from the GM", text, stillness.due(row, work.now))
    _at, details = work.now, {"text": text}
    work.record("announce", game=row.id, details=details, to=PUBLIC)


def tell(campaign: Campaign, game: str, names: Sequence[str], text: str) -> str:
    """Send the GM's words to the players of some seats alone; return whom they reach. Raises `SetupError`."""
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        there = {place.name.lower(): Seat(place.name) for place in games.seats(work.tx, row.id)}
        if wrong := next((name for name in names if name.lower() not in there), None):
            raise SetupError(f"There is no seat {wrong}. The seats are {', '.join(there.values())}.")
        return tell_in(work, row, [there[name.lower()] for name in names], text)


def tell_in(work: Work, row: GameRow, to: Sequence[Seat], text: str) -> str:
    """Do as `tell` does, within the caller's transaction; without seats to everybody.

    Only those who get the words see it in the log.
    """
    if not to:
        say_in(work, row, text)
        return "everybody"
    if not text.strip():
        raise SetupError("There are no words to send.")
    post, writer = Post(work, row), work.campaign.kit_of(row).writer
    seats = [seat for seat in post.names if seat in to]
    if not seats:
        raise SetupError(f"Name players of this game: {spoken(post.names)}.")
    pages = [PressPage(post.head(s), post.open_step, GM, text, others=[x for x in seats if x != s]) for s in seats]
    post.send_all([(page.head.seat, writer.write(page)) for page in pages], step=post.open_step, shuffled=True)
    details = {"seats": ", ".join(seats)}
    work.record("tell", game=row.id, details=details, to=only(*seats))
    return spoken(seats)


def release(campaign: Campaign, letter: int) -> None:
    """Let a held letter be read once more, as if it had just come in its place; another sender's counts at once."""
    with campaign.writing() as work:
        release_in(work, letter)


def release_in(work: Work, letter: int) -> None:
    """Do as `release` does, within the caller's transaction."""
    row = inbox.letter(work.tx, letter)
    if row.state is not Reading.HELD:
        raise SetupError(f"Letter {letter} is not held.")
    _at, details = work.now, {"letter": letter}
    if row.outcome in ASKED_ABOUT:
        take_as_vouched_for(work, row)
    else:
        row.state, row.tries = Reading.STORED, 0
        work.tx.add(row)
    work.record("release letter", game=row.game, details=details)


def release_all(campaign: Campaign) -> list[int]:
    """Let all letters be read once more that a mistake of ours kept from being read; return their numbers.

    Not those that somebody is asked about or the GM holds by hand: each of them is a decision of its own.
    """
    with campaign.writing() as work:
        ours = [row.id for row in inbox.held(work.tx) if row.outcome in OUR_FAULT]
        for letter in ours:
            release_in(work, letter)
    return ours


def hold_letter(campaign: Campaign, letter: int, reason: str = "") -> None:
    """Hold a letter that was not read yet."""
    with campaign.writing() as work:
        hold_letter_in(work, letter, reason)


def hold_letter_in(work: Work, letter: int, reason: str = "") -> None:
    """Do as `hold_letter` does, within the caller's transaction."""
    row = inbox.letter(work.tx, letter)
    if row.state is not Reading.STORED:
        state = "is held already" if row.state is Reading.HELD else "was read already"
        raise SetupError(f"Letter {letter} {state}.")
    row.state, row.outcome, row.note = Reading.HELD, "held by the GM", reason
    work.tx.add(row)
    _at, details = work.now, {"letter": letter, "reason": reason}
    work.record("hold letter", game=row.game, details=details)


def _sentence(reason: str) -> str:
    return reason if not reason or reason.endswith((".", "!", "?")) else f"{reason}."


def let_go_on(tx: Transaction, row: GameRow) -> None:
    """Let a game that is held go on: the GM has said how, whatever it was held for."""
    if row.status is Status.HELD:
        games.set_status(tx, row.id, Status.RUNNING)


def _begun(row: GameRow) -> None:
    if row.status in (Status.INVITING, Status.OVER):
        state = "has not begun" if row.status is Status.INVITING else "is over"
        raise SetupError(f"{row.title} {state}.")


def _record(work: Work, row: GameRow, what: str, reason: str) -> None:
    _at, details = work.now, {"reason": reason}
    work.record(what, game=row.id, details=details, to=PUBLIC)


def announce_in(
    work: Work,
    row: GameRow,
    subject: str,
    text: str | Callable[[Head], str],
    deadline: datetime | None,
) -> None:
    """Write the same notice to every seat, each in its player's time zone."""
    post = Post(work, row)
    writer, letters = work.campaign.kit_of(row).writer, []
    for seat in post.public:
        head = post.head(seat)
        said = text if isinstance(text, str) else text(head)
        letters.append((seat, writer.write(NoticePage(head, subject, said, sender="the GM", deadline=deadline))))
    post.send_all(letters, step=post.open_step, shuffled=True)
