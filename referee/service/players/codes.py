"""An answer to a code: it does once what was asked, if it comes from the address that the code went to, in time."""

from __future__ import annotations

from datetime import timedelta

from referee.mail.address import new_token, normal, tokens_in
from referee.service.letters import statement
from referee.service.letters.incoming import Incoming
from referee.service.letters.outcome import Outcome
from referee.service.people import addresses, invitations, observers, resignation, standby
from referee.service.players import open_address, repetition
from referee.service.post import notes
from referee.store import confirmations, games, people
from referee.store.tables import Asked, ConfirmationRow

DAY = timedelta(days=1)
SEATS = (Asked.SIGN_UP, Asked.INVITATION)
"""Codes that bring a seat in a game that has not begun."""

OURS = frozenset(Asked) - {Asked.GM_ORDER}
"""What is settled here; the GM's orders are at the GM's desk."""


def waiting_for(case: Incoming) -> ConfirmationRow | None:
    """Find the code that a letter without a seat's token bears, if it is one of ours."""
    settings = case.campaign.settings.mail
    places = [case.row.recipient] if case.row.recipient else list(case.letter.recipients)
    found = tokens_in(places, mailbox=settings.reply_local_part, domain=settings.domain)
    rows = (confirmations.find(case.tx, code) for code in found)
    return next((row for row in rows if row is not None and row.what in OURS), None)


def read(case: Incoming, row: ConfirmationRow) -> int | None:
    """Take the answer to a code; from another sender, or once more, it does nothing and says nothing."""
    sender = normal(case.letter.sender) if case.letter.sender else ""
    if not sender or sender not in _who_may(case, row):
        case.player = None
        return case.close(Outcome.STRANGER, note="a code, from another sender")
    case.game = games.game(case.tx, row.game) if row.game is not None else None
    words = statement.heard(case)
    if row.what is Asked.OBSERVE and row.used_at is not None:
        return observers.stop(case, row, words)
    if row.used_at is not None:
        return case.close(Outcome.DUPLICATE, note="the code was used")
    if row.expires_at <= case.now:
        return _once(case, row, "late", "That code is over", LATE, Outcome.EXPIRED)
    if row.what is Asked.SIGN_UP and row.game is None:
        return open_address.wished(case, row, words)
    affirmed = words.accepts if row.what in SEATS else words.yes
    if row.what in SEATS and words.declines and not affirmed:
        return invitations.by_code(case, row)
    if words.no:
        confirmations.drop(case.tx, row, case.now)
        return case.close(Outcome.NOTHING_NEW, note="no")
    if not affirmed:
        if invitations.asked_by_code(case, row):
            return _once(case, row, "asked again", "Your letter", f"{PASSED_ON} {AGAIN_SEAT}", Outcome.FOR_THE_GM)
        return _once(case, row, "asked again", "Please answer YES", AGAIN, Outcome.NOTHING_NEW)
    return _done(case, row, words)


LATE = "Your answer came after that code had run out, so nothing was done. Please ask once more if you still want it."
AGAIN = (
    "I found no line in your letter that is YES and nothing more, so nothing was done. If you mean yes, answer with "
    "that word alone on its line."
)


PASSED_ON = "Your words are passed on to the GM, who can answer you at this address."
AGAIN_SEAT = "If you would like to have the seat, answer YES, alone on its line; if not, NO."


def _who_may(case: Incoming, row: ConfirmationRow) -> set[str]:
    """Return the addresses whose answer counts: the one that was written to; an observer's, wherever it moved since."""
    if row.what is not Asked.OBSERVE or row.player is None:
        return {row.address}
    return {row.address, *(one.normal for one in people.addresses_of(case.tx, row.player))}


def _done(case: Incoming, row: ConfirmationRow, words: statement.Said) -> int | None:
    match row.what:
        case Asked.ADD_ADDRESS | Asked.REMOVE_ADDRESS:
            return addresses.confirmed(case, row)
        case Asked.SIGN_UP | Asked.INVITATION:
            return open_address.seated(case, row, words)
        case Asked.STANDBY:
            return standby.confirmed(case, row)
        case Asked.OBSERVE:
            return observers.confirmed(case, row)
        case Asked.RESIGN:
            return resignation.confirmed(case, row)
        case Asked.PRESS:
            return repetition.confirmed(case, row)
        case _:
            raise AssertionError(f"{row.what} is not settled here")


def _once(
    case: Incoming, row: ConfirmationRow, why: str, subject: str, text: str, outcome: Outcome
) -> int | None:
    """Say something about a code the first time; a program that goes on answering is not answered again."""
    if not row.details.get(why):
        confirmations.note(case.tx, row, **{why: True})
        reader = notes.Reader(case.letter.sender or "", row.player)
        code = "" if outcome is Outcome.EXPIRED else row.code
        notes.notice(case.work, reader, subject, text, code=code, game=case.game, answers=case.row)
    return case.close(outcome)


def new_code() -> str:
    """Make a code: as long as a token, and as hard to guess."""
    return new_token()
