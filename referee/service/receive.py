"""Letters in: kept before they are acknowledged, then read one by one, each in one transaction with its effects."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress

import structlog

from referee.engine.audience import GM, Seat
from referee.mail import letter as mail
from referee.mail.address import normal, tokens_in
from referee.mail.letter import Letter, Problem
from referee.reports.pages import Refusal, RefusalPage
from referee.service import answer, signup
from referee.service.campaign import Campaign
from referee.service.incoming import Incoming
from referee.service.outcome import Outcome
from referee.service.post import HOUR, Post
from referee.service.trouble import PASSING, place, tell_gm
from referee.store import games, inbox, people, steps, tokens
from referee.store.database import Transaction
from referee.store.tables import LetterRow, Reading, Status, TokenRow

log = structlog.get_logger()

MOST_ASKED = 3
"""About so many unknown senders at a time a player is asked."""

MOST_TRIES = 3
"""A letter whose reading was cut off this often is held: it is perhaps what cuts us off."""


def keep(
    campaign: Campaign, raw: bytes, *, sender: str, recipient: str, source: str, truncated: bool = False
) -> tuple[int, bool]:
    """Keep a letter, committed when this returns; say its number and whether it is new."""
    with campaign.store.writing() as tx:
        row, new = inbox.keep(
            tx,
            raw,
            sender=sender,
            recipient=recipient,
            source=source,
            received_at=campaign.clock.now(),
            truncated=truncated,
        )
    log.info("kept", letter=row.id, new=new, source=source, bytes=len(raw))
    return row.id, new


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
            if game is WAITS:
                waiting.add(letter_id)
            elif game is not None:
                touched.append(game)
    return list(dict.fromkeys(touched))


WAITS = -1
"""What `read_one` returns for a letter that must wait for the adjudication of the turn it came too late for."""

CLOCK_COUNTS = (Status.RUNNING, Status.HELD)
"""A game that is held keeps its deadline, and what came later is late; one that is paused gets another deadline, so
what comes meanwhile is filed. `store.inbox.to_read` leaves out what waits here."""


def read_one(campaign: Campaign, letter_id: int) -> int | None:
    """Read one letter with all that follows from it, in one transaction; return the game that it touched.

    Whatever it may do to us stays with it: it is held and the GM told. Nothing is done if another process has read
    it meanwhile. Raises `Busy` and the like, for those are not the letter's fault.
    """
    with campaign.store.writing() as tx:
        if inbox.letter(tx, letter_id).state not in (Reading.STORED, Reading.READ):
            return None
        row = inbox.begin(tx, letter_id)
        tries = row.tries
    if tries > MOST_TRIES:
        return _shunt(campaign, letter_id, "its reading was cut off again and again")
    try:
        letter = mail.read(row.raw, limits=limits_of(campaign), mail_from=row.envelope_sender)
        with campaign.store.writing() as tx:
            now_row = inbox.letter(tx, letter_id)
            return _settle(campaign, tx, now_row, letter) if now_row.state is Reading.READ else None
    except PASSING:
        with suppress(*PASSING), campaign.store.writing() as tx:
            inbox.put_back(tx, letter_id)
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other letters are read
        log.error("letter held", letter=letter_id, error=type(error).__name__, where=place(error))
        return _shunt(campaign, letter_id, place(error))


def _shunt(campaign: Campaign, letter_id: int, why: str) -> int | None:
    """Hold a letter and tell the GM; if even that letter cannot be written, hold it all the same."""
    try:
        with campaign.store.writing() as tx:
            row = inbox.settle(tx, letter_id, Outcome.CRASHED, state=Reading.HELD, note=why)
            tell_gm(campaign, tx, f"Letter {row.id} could not be read and is held.", why, f"referee mail show {row.id}")
            return row.game
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the letter is held
        log.error("alarm not written", letter=letter_id, error=type(error).__name__, where=place(error))
        with campaign.store.writing() as tx:
            return inbox.settle(tx, letter_id, Outcome.CRASHED, state=Reading.HELD, note=why).game


def limits_of(campaign: Campaign) -> mail.Limits:
    """Return what a letter may cost us, as the settings say."""
    return mail.Limits(size=campaign.settings.limits.letter_bytes, text=campaign.settings.limits.text_bytes)


def body_hash(letter: Letter) -> str:
    """Return the hash of a letter's words, by which the same letter is known on another route."""
    return hashlib.sha256("\n".join(letter.lines).encode("utf-8", "replace")).hexdigest()


def _settle(campaign: Campaign, tx: Transaction, row: LetterRow, letter: Letter) -> int | None:
    """Decide who wrote a letter and what it may do."""
    case = Incoming(campaign, tx, row, letter, campaign.clock.now())
    case.body = body_hash(letter)
    case.player = people.player_at(tx, normal(letter.sender)) if letter.sender else None
    case.token = _token_of(case, row)
    case.game = games.game(tx, case.token.game) if case.token else None
    if letter.machine is not None:
        return case.close(Outcome.MACHINE, note=letter.machine.value)
    if case.token is None:
        return _without_token(case)
    if case.token.seat == GM:
        return _to_the_gm(case)
    return _with_token(case, case.token)


def _token_of(case: Incoming, row: LetterRow) -> TokenRow | None:
    """Find the token in the envelope's recipient, or, where none is known, in the letter's own headers."""
    settings = case.campaign.settings.mail
    places = [row.recipient] if row.recipient else list(case.letter.recipients)
    found = tokens_in(places, mailbox=settings.reply_local_part, domain=settings.domain)
    known = (tokens.find(case.tx, token) for token in found)
    return next((token for token in known if token is not None), None)


def _without_token(case: Incoming) -> int | None:
    """No token or a wrong one: a registered sender hears once how to send it, a stranger nothing."""
    if case.player is None:
        return case.close(Outcome.STRANGER, note=case.letter.sender or str(case.letter.sender_problem or ""))
    told = inbox.count_of(case.tx, case.player.id, Outcome.NO_TOKEN, case.now - HOUR)
    if told < case.campaign.settings.limits.replies_per_hour:
        answer.without_game(case, case.player, Refusal.NO_TOKEN)
    return case.close(Outcome.NO_TOKEN)


def _to_the_gm(case: Incoming) -> int | None:
    """What comes to the GM's own address waits for the GM; nobody else is answered there."""
    gms = {normal(address) for address in case.campaign.settings.campaign.gms}
    if case.letter.sender and normal(case.letter.sender) in gms:
        return case.close(Outcome.FOR_THE_GM, state=Reading.HELD)
    return case.close(Outcome.STRANGER, note="wrote to the GM's own address")


def _with_token(case: Incoming, token: TokenRow) -> int | None:
    assert case.game is not None
    seat = games.seat(case.tx, case.game.id, token.seat)
    if token.dead_at is not None:
        return _dead(case, token, seat.player)
    if case.player is None or case.player.id != seat.player:
        return _held(case, seat.player)
    if case.letter.message_id and inbox.same_as(
        case.tx, seat.player, case.letter.message_id, case.body, but=case.row.id
    ):
        return case.close(Outcome.DUPLICATE)
    if case.game.status is Status.INVITING:
        return signup.read(case, seat)
    return _believed(case, token)


def _believed(case: Incoming, token: TokenRow) -> int | None:
    """The right token from the registered sender: it counts, if its turn is open and its text can be read."""
    assert case.game is not None
    row, step = case.game, case.game.step + 1
    if row.status is Status.OVER:
        seat = Seat(token.seat)
        text = answer.after_the_end(case, Post(case.campaign, case.tx, row, case.now), seat)
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
        return _refuse(case, Refusal.NO_TEXT, Outcome.UNREADABLE)
    return answer.accept(case, Post(case.campaign, case.tx, row, case.now), Seat(token.seat))


def take_as_confirmed(asked: Incoming, row: LetterRow) -> None:
    """Read a held letter anew, as its player's own, in the transaction of the letter that confirms it."""
    letter = mail.read(row.raw, limits=limits_of(asked.campaign), mail_from=row.envelope_sender)
    case = Incoming(asked.campaign, asked.tx, row, letter, asked.now, asked.player, None, asked.game, body_hash(letter))
    case.token = _token_of(case, row)
    assert case.token is not None
    assert case.player is not None
    if letter.message_id and inbox.same_as(case.tx, case.player.id, letter.message_id, case.body, but=row.id):
        case.close(Outcome.DUPLICATE)
    elif _believed(case, case.token) is WAITS:
        row.state = Reading.HELD


def _refuse(case: Incoming, why: Refusal, outcome: Outcome, *, text: str = "") -> int | None:
    """Send the one short letter that says why nothing was used."""
    assert case.game is not None
    assert case.token is not None
    row, seat = case.game, Seat(case.token.seat)
    post = Post(case.campaign, case.tx, row, case.now)
    due = None
    if why in (Refusal.LATE, Refusal.OLD_TURN):
        due = next((p.played_at for p in steps.history(case.tx, row.id) if p.step == case.token.step), None)
    size = case.campaign.settings.limits.letter_bytes
    page = RefusalPage(
        head=post.head(seat),
        why=why,
        received=case.row.received_at,
        step=row.step + 1,
        deadline=row.due_at,
        over=case.token.step,
        due=due,
        filed=answer.filed_at(case.tx, row.id, seat, row.step + 1),
        text=text,
        limit=f"{size // 1000} KB" if size < 1_000_000 else f"{size / 1_000_000:.0f} MB",
    )
    letter = case.campaign.kit_of(row).writer.write(page)
    post.send(seat, letter, step=row.step + 1, answers=case.row)
    return case.close(outcome)


def _dead(case: Incoming, token: TokenRow, seated: int) -> int | None:
    """A token that died: who was replaced hears so once, then nothing; nobody else is answered."""
    assert case.game is not None
    was = token.player
    if case.player is None or was is None or case.player.id != was:
        return case.close(Outcome.STRANGER, note="a dead token")
    if was == seated:
        return _refuse(case, Refusal.OLD_TURN, Outcome.OLD_TURN)
    told = [r for r in inbox.of_player(case.tx, was) if r.outcome == Outcome.REPLACED and r.game == case.game.id]
    if not told:
        answer.without_game(case, case.player, Refusal.REPLACED)
    return case.close(Outcome.REPLACED)


def _held(case: Incoming, seated: int) -> int | None:
    """The right token from another sender: held, and the registered address is asked once about him; he hears nothing.

    Another player's address is not told. Of more senders than a few the player is not asked, only the GM sees them.
    """
    assert case.game is not None
    assert case.token is not None
    waiting = [r for r in inbox.held_of(case.tx, seated) if r.outcome == Outcome.HELD and r.game == case.game.id]
    senders = {r.note for r in waiting}
    writer = case.letter.sender or str(case.letter.sender_problem)
    somebody = case.player is not None
    case.player = people.player(case.tx, seated)
    if writer not in senders and len(senders) < MOST_ASKED:
        post = Post(case.campaign, case.tx, case.game, case.now, about=writer)
        seat = Seat(case.token.seat)
        page = RefusalPage(
            head=post.head(seat),
            why=Refusal.WAS_THIS_YOU,
            received=case.row.received_at,
            step=case.game.step + 1,
            deadline=case.game.due_at,
            sender="" if somebody else case.letter.sender or "an address that could not be read",
        )
        post.send(seat, case.campaign.kit_of(case.game).writer.write(page), step=case.game.step + 1)
    return case.close(Outcome.HELD, state=Reading.HELD, note=writer)
