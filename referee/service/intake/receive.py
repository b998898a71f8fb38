"""Letters in: kept before they are acknowledged, then read one by one, each in one transaction with its effects."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.mail.bounce import Bounce
from referee.mail.fetched import Fetched, NotNow
from referee.mail.letter import Letter, Problem, heading
from referee.mail.worker import NoWorker
from referee.reports.pages import Belated, Kind, Refusal, RefusalPage
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.policy import Policy
from referee.service.campaign.remedies import answered_or
from referee.service.deadlines import stillness
from referee.service.intake import programs, unsubscribe, whose
from referee.service.letters import disk, envelope
from referee.service.letters.aside import Aside, carried_out
from referee.service.letters.gate import Gate
from referee.service.letters.incoming import Incoming
from referee.service.letters.outcome import ASKED_ABOUT, DOUBTED, WAITS, Outcome
from referee.service.letters.parser import parsed
from referee.service.players import answer, codes, lost_seat, open_address, signup
from referee.service.post import bounces, caps
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place, tell_gm
from referee.store import games, inbox, people, rollbacks, steps
from referee.store.tables import LetterRow, Reading, Status, TokenRow

MOST_ASKED = 3
"""About so many unknown senders at a time a player is asked."""


def keep(
    campaign: Campaign,
    raw: bytes,
    *,
    sender: str,
    recipient: str,
    source: str,
    truncated: bool = False,
    arrived: datetime | None = None,
) -> tuple[int, bool]:
    """Keep a letter, committed when this returns; say its number and whether it is new.

    It came when our mail server had it, if that can be told: from its own header, or from ``arrived``, which a mailbox
    says. Whether it came in time for a deadline goes by that, so it is never later than now.
    """
    now = campaign.clock.now()
    received = envelope.received_at(raw, campaign.settings.intake.received_by, arrived or now, now)
    with campaign.store.writing() as tx:
        number, new = inbox.keep(
            tx,
            raw,
            sender=sender,
            recipient=recipient,
            source=source,
            received_at=received,
            kept_at=now,
            truncated=truncated,
        )
    log.info("kept", letter=number, new=new, source=source, bytes=len(raw))
    return number, new


def keep_fetched(campaign: Campaign, fetched: Fetched, source: str, gate: Gate | None = None) -> None:
    """Keep a letter from a mailbox, once for each address of ours that it was sent to.

    Raises `NoRoom` with the disk nearly full, and `NotNow` if the gate does not let it in now: then it stays there.
    """
    if not disk.is_there(campaign):
        raise disk.NoRoom("the disk is nearly full")
    sender, stays = envelope.sender_of(fetched.raw), False
    for recipient in envelope.recipients_of(fetched.raw, campaign.settings.mail):
        if gate is not None and not gate.admits(sender, recipient):
            stays = True
            continue
        _, new = keep(
            campaign,
            fetched.raw,
            sender=sender,
            recipient=recipient,
            source=source,
            truncated=fetched.truncated,
            arrived=fetched.arrived,
        )
        if gate is not None and new:
            gate.note(sender, recipient)
    if stays:
        raise NotNow("too many letters in an hour")


def read_all(campaign: Campaign, stop: Callable[[], bool] = lambda: False) -> list[int]:
    """Read the letters that wait, in order of arrival; return the games that they touched.

    A letter that came after its turn's deadline waits until that turn is adjudicated.
    """
    touched: list[int] = []
    waiting: set[int] = set()
    while not stop():
        with campaign.store.reading() as tx:
            ids = [i for i in inbox.to_read(tx, limit=100 + len(waiting)) if i not in waiting]
        if not ids:
            break
        for letter_id in ids:
            if stop():
                break
            game = read_one(campaign, letter_id)
            campaign.store.tend()
            if game is WAITS:
                waiting.add(letter_id)
            elif game is not None:
                touched.append(game)
    return list(dict.fromkeys(touched))


CLOCK_COUNTS = (Status.RUNNING,)
"""Only of a game that runs can a letter come too late for its open turn. One that is held or paused is not
adjudicated, so what comes meanwhile is filed. `store.inbox.to_read` leaves out what waits here."""


def read_one(campaign: Campaign, letter_id: int) -> int | None:
    """Read one letter with all that follows from it, in one transaction; return the game that it touched.

    Whatever it may do to us stays with it: it is held and the GM told. Nothing is done if another process has read
    it meanwhile. Raises `Busy` and the like, for those are not the letter's fault; nor is it if we die as we read it.
    """
    with campaign.store.noting() as tx:  # what cuts us off is no power failure, and nothing is answered yet
        row = inbox.letter(tx, letter_id)
        if row.state not in (Reading.STORED, Reading.READ):
            return None
        inbox.begin(tx, letter_id)
    try:
        letter = parsed(campaign, row.raw, row.envelope_sender)
        report = bounces.reported(campaign, row, letter)

        def settled(letter: Letter, aside: Aside) -> int | None:
            with campaign.writing() as work:
                now_row = inbox.letter(work.tx, letter_id)
                return _settle(work, now_row, letter, report, aside) if now_row.state is Reading.READ else None

        return carried_out(campaign, letter, settled)
    except (*PASSING, NoWorker):
        with suppress(*PASSING), campaign.store.writing() as tx:
            inbox.put_back(tx, letter_id)
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other letters are read
        log.error("letter held", letter=letter_id, error=type(error).__name__, where=place(error))
        return _shunt(campaign, letter_id, place(error))


def _shunt(campaign: Campaign, letter_id: int, why: str) -> int | None:
    """Hold a letter, and tell the GM and its player; if even those letters cannot be written, hold it all the same."""
    game = _hold(campaign, letter_id, why)
    try:
        with campaign.writing() as work:
            row = inbox.letter(work.tx, letter_id)
            read = heading(row.raw, mail_from=row.envelope_sender)
            case = Incoming(work, row, read)
            whose.identify(case)
            if whose.is_his_own(case):
                _say_why(case, Refusal.TROUBLE)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - the letter is held and the GM knows
        log.error("player not told", letter=letter_id, error=type(error).__name__, where=place(error))
    return game


def _hold(campaign: Campaign, letter_id: int, why: str) -> int | None:
    try:
        with campaign.writing() as work:
            row = inbox.settle(work.tx, letter_id, Outcome.CRASHED, state=Reading.HELD, note=why)
            again = answered_or("Have it read once more", f"RELEASE {row.id}", f"referee mail release {row.id}")
            tell_gm(work, f"Letter {row.id} could not be read and is held.", why, again)
            return row.game
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the letter is held
        log.error("alarm not written", letter=letter_id, error=type(error).__name__, where=place(error))
        with campaign.store.writing() as tx:
            return inbox.settle(tx, letter_id, Outcome.CRASHED, state=Reading.HELD, note=why).game


def body_hash(letter: Letter) -> str:
    """Return the hash of a letter's words, by which the same letter is known on another route."""
    return hashlib.sha256("\n".join(letter.lines).encode("utf-8", "replace")).hexdigest()


def _settle(work: Work, row: LetterRow, letter: Letter, report: Bounce | None, aside: Aside) -> int | None:
    """Decide who wrote a letter and what it may do."""
    # What the GM does may have all letters read first, so the desk stands on this module.
    from referee.service.gm import codes as gm_codes
    from referee.service.gm import letters as gm_letters

    case = Incoming(work, row, letter, confirmed=bool(row.outcome), aside=aside)
    case.returned = report
    case.body = body_hash(letter)
    work.tx.change(row, message_id=letter.message_id or "")
    whose.identify(case)
    came_back = bounces.return_token(case)
    if came_back is not None:
        return bounces.take(case, came_back)
    program = programs.sign(case)
    if program is not None:
        return case.close(program.outcome, note=program.note)
    if case.token is None:
        command = gm_codes.waiting_for(case)
        if command is not None:
            return gm_codes.read(case, command)
        code = codes.waiting_for(case) if not case.doubt else None
        if code is not None:
            return codes.read(case, code)
        if open_address.is_open_address(case) and not case.doubt:
            return open_address.read(case)
        return _without_token(case)
    if case.token.seat == GM:
        return gm_letters.read(case)
    return _with_token(case, case.token)


def _without_token(case: Incoming) -> int | None:
    """No token or a wrong one: a registered sender hears once how to send it, a stranger nothing.

    Beyond the cap there is no digest either, as there is of letters with a token: anybody can write so without
    one, so each mail may be one that they did not bring about; and what the last answer said of them holds for all.
    """
    if case.player is None:
        return case.close(Outcome.STRANGER, note=case.letter.sender or str(case.letter.sender_problem or ""))
    if case.doubt:
        return case.close(Outcome.NO_TOKEN, note=case.doubt)
    if programs.is_away_note(case):
        return case.close(Outcome.MACHINE, note="it says that its writer is away")
    if lost_seat.seat_is_gone(case):
        return lost_seat.told(case)
    more = caps.refusals_left(case.work, case.player.id)
    if more > 0:
        answer.without_game(case, case.player, Refusal.NO_TOKEN)
    elif more == 0:
        what = f"So many letters without a key come from {case.player.name} that I answer no more of them for a while."
        caps.tell_of_flood(case.work, what)
    return case.close(Outcome.NO_TOKEN)


def _with_token(case: Incoming, token: TokenRow) -> int | None:
    assert case.game is not None
    seat = games.seat(case.tx, case.game.id, token.seat)
    if token.dead_at is not None:
        return _dead(case, token, seat.player if seat.vacant_since is None else None)
    if case.player is None or case.player.id != seat.player:
        return _held(case, seat.player)
    if case.doubt:
        return _held(case, seat.player, Refusal.DOUBTED)
    bounces.heard_from(case)
    case.tx.change(seat, proved_at=case.now)
    if case.letter.message_id and inbox.same_as(
        case.tx, seat.player, case.letter.message_id, case.body, game=case.game.id, but=case.row.id
    ):
        return case.close(Outcome.DUPLICATE)
    if case.game.status is Status.INVITING:
        return signup.read(case, seat)
    if case.game.started_at is None:
        return signup.called_off(case, seat)
    if case.game.status is not Status.OVER and programs.is_doubtful(case):
        return _held(case, seat.player, Refusal.LOOKS_AUTOMATIC)
    return _believed(case, token)


def _believed(case: Incoming, token: TokenRow) -> int | None:
    """The right token from the registered sender: it counts, if its turn is open and its text can be read."""
    assert case.game is not None
    row, step = case.game, case.game.step + 1
    if unsubscribe.is_wished(case):
        return unsubscribe.carry_out(case)
    if row.status is Status.OVER:
        seat = Seat(token.seat)
        text = answer.after_the_end(case, Post(case.work, row), seat)
        return _refuse(case, Refusal.GAME_OVER, Outcome.GAME_OVER, text=text)
    if token.step < step:
        late = token.step == step - 1
        why, outcome = (Refusal.LATE, Outcome.LATE) if late else (Refusal.OLD_TURN, Outcome.OLD_TURN)
        return _refuse(case, why, outcome)
    if row.status in CLOCK_COUNTS and row.due_at is not None and row.due_at <= case.row.received_at:
        inbox.put_back(case.tx, case.row.id, game=row.id)
        return WAITS
    if case.row.truncated or case.letter.problem is Problem.TOO_LARGE:
        return _refuse(case, Refusal.TOO_LARGE, Outcome.TOO_LARGE)
    if case.letter.problem is not None or not any(line.strip() for line in case.letter.lines):
        state = Reading.HELD if case.letter.problem is Problem.BROKEN else Reading.DONE
        return _refuse(case, Refusal.NO_TEXT, Outcome.UNREADABLE, more=_instead_of_text(case.letter), state=state)
    return answer.accept(case, Post(case.work, row), Seat(token.seat))


def take_as_vouched_for(work: Work, row: LetterRow) -> None:
    """Let a letter from another sender count because the GM releases it; raises `SetupError` if it cannot."""
    assert row.game is not None, "only what came for a seat is held for its sender"
    assert row.player is not None, "and its player is noted"
    seat, game = games.seat(work.tx, row.game, row.seat or ""), games.game(work.tx, row.game)
    if seat.player != row.player or seat.vacant_since is not None:
        raise SetupError(f"Letter {row.id} came for a player who has the seat of {seat.name} no more.")
    if game.status is Status.INVITING:
        raise SetupError(f"Letter {row.id} can be released when {game.title} has begun.")
    letter = parsed(work.campaign, row.raw, row.envelope_sender)
    asked = Incoming(work, row, letter, people.player(work.tx, row.player), None, game)
    take_as_confirmed(asked, row)
    if row.state is Reading.HELD and row.outcome in ASKED_ABOUT:
        step = game.step + 1
        told = f"It can be released when turn {step} is adjudicated."
        raise SetupError(f"Letter {row.id} came after the deadline. {told}")


def take_as_confirmed(asked: Incoming, row: LetterRow) -> None:
    """Read a held letter anew, as its player's own, in the transaction of the letter that confirms it."""
    letter = parsed(asked.campaign, row.raw, row.envelope_sender)
    case = Incoming(asked.work, row, letter, asked.player, None, asked.game, body_hash(letter))
    case.token = whose.token_of(case)
    case.confirmed, case.aside = True, asked.aside
    assert case.token is not None
    assert case.player is not None
    game, player = case.token.game, case.player.id
    if letter.message_id and inbox.same_as(case.tx, player, letter.message_id, case.body, game=game, but=row.id):
        case.close(Outcome.DUPLICATE)
    elif _believed(case, case.token) is WAITS:
        row.state = Reading.HELD


def _refuse(
    case: Incoming, why: Refusal, outcome: Outcome, *,
    text: str = "", more: str = "", over: int | None = None, state: Reading = Reading.DONE,
) -> int | None:  # fmt: skip
    """Say why nothing was used, and close the letter; ``over`` is the turn that it is about, if another."""
    _say_why(case, why, text=text, more=more, over=over)
    return case.close(outcome, state=state)


def _say_why(case: Incoming, why: Refusal, *, text: str = "", more: str = "", over: int | None = None) -> None:
    """Send the one short letter that says why nothing was used."""
    assert case.game is not None
    assert case.token is not None
    row, seat = case.game, Seat(case.token.seat)
    post = Post(case.work, row)
    due, belated = None, Belated.AFTER
    if why in (Refusal.LATE, Refusal.OLD_TURN):
        due = next((p.played_at for p in steps.history(case.tx, row.id) if p.step == case.token.step), None)
        belated = _belated(case, due)
    size = case.campaign.settings.limits.letter_bytes
    last = caps.LAST if post.replies_left(seat, row.step + 1, Kind.REFUSAL) == 1 else ""
    page = RefusalPage(
        head=post.head(seat),
        why=why,
        received=case.row.received_at,
        step=row.step + 1,
        deadline=stillness.due(row, case.now),
        over=case.token.step if over is None else over,
        due=due,
        filed=answer.filed_at(case.tx, row.id, seat, row.step + 1),
        text=text or " ".join(filter(None, (more, last))),
        answerable=why in (Refusal.NO_TOKEN, Refusal.TAKEN_BACK),
        limit=f"{size // 1000} KB" if size < 1_000_000 else f"{size / 1_000_000:.0f} MB",
        belated=belated,
    )
    letter = case.campaign.kit_of(row).writer.write(page)
    post.send(seat, letter, step=row.step + 1, answers=case.row)


def _instead_of_text(letter: Letter) -> str:
    """Say what there is in a letter without text, and is not read."""
    kinds = ", ".join(letter.ignored[:3])
    own = "The subject is not read." if letter.subject and not (letter.in_reply_to or letter.references) else ""
    attached = f"I do not read attachments like {kinds}; a text file (.txt) I do." if kinds else ""
    return " ".join(filter(None, (own, attached)))


def _belated(case: Incoming, played_at: datetime | None) -> Belated:
    """Say why a letter for a turn that is over did not count: it need not have come too late itself."""
    if played_at is None or case.row.received_at >= played_at:
        return Belated.AFTER
    if case.confirmed:
        return Belated.HELD
    return Belated.ON_ITS_WAY if case.row.game is None else Belated.DEADLINE  # its game is noted when it has to wait


def _dead(case: Incoming, token: TokenRow, seated: int | None) -> int | None:
    """A token that died: who has the seat hears how to go on, who was replaced hears so once, then nothing.

    To any other player it is a wrong token, which says nothing about whose it was; a stranger hears nothing.
    """
    assert case.game is not None
    if case.player is None:
        return case.close(Outcome.STRANGER, note="a dead token")
    if token.player != case.player.id or case.doubt:
        case.token = case.game = None
        return _without_token(case)
    if token.player != seated:
        return lost_seat.told(case)
    if back := rollbacks.with_which_died(case.tx, token):
        text = stillness.why(case.game, case.now)
        return _refuse(case, Refusal.TAKEN_BACK, Outcome.TAKEN_BACK, text=text, over=back)
    if token.step > case.game.step:
        return _refuse(case, Refusal.NO_TOKEN, Outcome.NO_TOKEN)
    return _refuse(case, Refusal.OLD_TURN, Outcome.OLD_TURN)


def _held(case: Incoming, seated: int, why: Refusal = Refusal.WAS_THIS_YOU) -> int | None:
    """The right token from another sender: held, and the registered address is asked once; the sender hears nothing.

    So is what our mail server does not believe to come from there, and what looks like a vacation note and yet gives
    orders. Another player's address is not told, in an anonymous
    game none. Of more senders than a few the player is not asked, only the GM sees them.
    """
    assert case.game is not None
    assert case.token is not None
    waiting = [r for r in inbox.held_of(case.tx, seated) if r.outcome in ASKED_ABOUT and r.game == case.game.id]
    senders = {r.note for r in waiting}
    writer = case.letter.sender or str(case.letter.sender_problem)
    if why is Refusal.DOUBTED:
        writer += f"{DOUBTED}{case.doubt}"
    somebody = (case.player is not None and case.player.id != seated) or Policy.of(case.game).anonymous
    case.player = people.player(case.tx, seated)
    if writer not in senders and len(senders) < MOST_ASKED:
        post = Post(case.work, case.game, about=(writer, case.row.id))
        seat = Seat(case.token.seat)
        page = RefusalPage(
            head=post.head(seat),
            why=why,
            received=case.row.received_at,
            step=case.game.step + 1,
            deadline=stillness.due(case.game, case.now),
            sender="" if somebody else case.letter.sender or "an address that could not be read",
        )
        post.send(seat, case.campaign.kit_of(case.game).writer.write(page), step=case.game.step + 1)
    outcome = Outcome.DOUBTFUL if why is Refusal.LOOKS_AUTOMATIC else Outcome.HELD
    return case.close(outcome, state=Reading.HELD, note=writer)
