"""Whose a letter seems to be: by its headers and the address that it came to."""

from __future__ import annotations

from referee.engine.audience import GM
from referee.mail import results
from referee.mail.address import normal, tokens_in
from referee.service.intake import programs
from referee.service.letters import envelope
from referee.service.letters.incoming import Incoming
from referee.service.post import bounces
from referee.store import games, people, tokens
from referee.store.tables import TokenRow


def identify(case: Incoming) -> None:
    """Find out from its headers whose a letter seems to be, for which seat, and whether our mail server believes it."""
    sender = case.letter.sender
    case.player = people.player_at(case.tx, normal(sender)) if sender else None
    case.token = token_of(case)
    case.game = games.game(case.tx, case.token.game) if case.token else None
    if server := case.campaign.settings.mail.results_of:
        case.doubt = results.doubt(envelope.heading(case.row.raw), server)


def is_his_own(case: Incoming) -> bool:
    """Say whether a letter is for a seat that lives, from its player, and from no program."""
    if case.token is None or case.game is None or case.player is None or case.token.seat == GM:
        return False
    seat = games.seat(case.tx, case.game.id, case.token.seat)
    known = case.player.id == seat.player and seat.vacant_since is None and case.token.dead_at is None
    return known and not case.doubt and programs.sign(case) is None and bounces.return_token(case) is None


def token_of(case: Incoming) -> TokenRow | None:
    """Find the token in the envelope's recipient, or, where none is known, in the letter's own headers."""
    settings = case.campaign.settings.mail
    places = [case.row.recipient] if case.row.recipient else list(case.letter.recipients)
    found = tokens_in(places, mailbox=settings.reply_local_part, domain=settings.domain)
    known = (tokens.find(case.tx, token) for token in found)
    return next((token for token in known if token is not None), None)
