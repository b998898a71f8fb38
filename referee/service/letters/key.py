"""The key that a letter came to: a seat's token, or a code, in an address of ours."""

from __future__ import annotations

from referee.mail.address import tokens_in
from referee.service.letters.incoming import Incoming
from referee.store import confirmations, tokens
from referee.store.tables import Asked, ConfirmationRow, TokenRow


def token_of(case: Incoming) -> TokenRow | None:
    """Find the token in the envelope's recipient, or, where none is known, in the letter's own headers."""
    known = (tokens.find(case.tx, token) for token in _written(case))
    return next((token for token in known if token is not None), None)


def code_of(case: Incoming) -> ConfirmationRow | None:
    """Find the code there that is waiting for an answer, or was; a GM's before any other."""
    rows = [row for code in _written(case) if (row := confirmations.find(case.tx, code)) is not None]
    return next((row for row in rows if row.what is Asked.GM_ORDER), rows[0] if rows else None)


def _written(case: Incoming) -> list[str]:
    """List what stands where a token would, in the addresses that a letter was sent to."""
    settings = case.campaign.settings.mail
    places = [case.row.recipient] if case.row.recipient else list(case.letter.recipients)
    return tokens_in(places, mailbox=settings.reply_local_part, domain=settings.domain)
