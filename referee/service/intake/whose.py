"""Whose a letter is: by its headers, the address that it came to, and what is on file of both."""

from __future__ import annotations

from referee.engine.audience import GM, Seat
from referee.mail import results
from referee.mail.address import normal
from referee.service.intake import programs
from referee.service.letters import envelope
from referee.service.letters.incoming import Incoming
from referee.service.letters.key import code_of, token_of
from referee.service.letters.kinds import (
    CodeLetter,
    ForeignLetter,
    GmCodeLetter,
    GmLetter,
    KeylessLetter,
    KeyLetter,
    NewcomerLetter,
    OldKeyLetter,
    ProgramLetter,
    ReturnedMail,
    StrangerLetter,
)
from referee.service.players import open_address
from referee.service.post import bounces
from referee.store import games, people
from referee.store.tables import Asked, GameRow, SeatRow, TokenRow

Keyed = GmLetter | KeyLetter | ForeignLetter | OldKeyLetter | KeylessLetter | StrangerLetter
Keyless = GmCodeLetter | CodeLetter | NewcomerLetter | KeylessLetter | StrangerLetter
Known = ReturnedMail | ProgramLetter | Keyed | Keyless


def known(case: Incoming) -> Known:
    """Say whose a letter is, and whether our mail server believes that."""
    sender = case.letter.sender
    case.player = people.player_at(case.tx, normal(sender)) if sender else None
    case.token = token_of(case)
    case.game = games.game(case.tx, case.token.game) if case.token else None
    if server := case.campaign.settings.mail.results_of:
        case.doubt = results.doubt(envelope.heading(case.row.raw), server)
    path = bounces.return_token(case)
    if path is not None:
        return case.known_as(ReturnedMail, path=path)
    keyed = _by_key(case, case.token, case.game) if case.token and case.game else None
    sign = programs.sign(case, keyed)
    if sign is not None:
        return case.known_as(ProgramLetter, sign=sign)
    return keyed or _without_key(case)


def _by_key(case: Incoming, token: TokenRow, game: GameRow) -> Keyed:
    """Say whose a letter is that bears a key: of a living one by its sender, of a dead one by whom it was given to."""
    seat = Seat(token.seat)
    if seat == GM:
        return case.known_as(GmLetter, token=token, game=game, seat=seat)
    sitting = games.seat(case.tx, game.id, seat)
    if token.dead_at is not None:
        return _by_old_key(case, token, game, sitting)
    if case.player is None or case.player.id != sitting.player:
        return case.known_as(ForeignLetter, token=token, game=game, seat=seat, sitting=sitting)
    return case.known_as(KeyLetter, player=case.player, token=token, game=game, seat=seat, sitting=sitting)


def _by_old_key(
    case: Incoming, token: TokenRow, game: GameRow, sitting: SeatRow
) -> OldKeyLetter | KeylessLetter | StrangerLetter:
    """A key that died; to another than it was given to it is a wrong one, which says nothing about whose it was."""
    if case.player is None:
        return case.known_as(StrangerLetter, why="a dead token")
    if token.player != case.player.id or case.doubt:
        return case.known_as(KeylessLetter, player=case.player, token=None, game=None)
    seated = sitting.player if sitting.vacant_since is None else None
    seat = Seat(token.seat)
    return case.known_as(OldKeyLetter, player=case.player, token=token, game=game, seat=seat, seated=seated)


def _without_key(case: Incoming) -> Keyless:
    """Say whose a letter is without a key: it may answer a code, or come to the address for strangers."""
    code = code_of(case)
    if code is not None and code.what is Asked.GM_ORDER and code.game is not None:
        return case.known_as(GmCodeLetter, code=code, game=games.game(case.tx, code.game), seat=GM)
    if code is not None and not case.doubt:
        return case.known_as(CodeLetter, code=code)
    if open_address.is_open_address(case) and not case.doubt:
        return case.known_as(NewcomerLetter)
    if case.player is not None:
        return case.known_as(KeylessLetter, player=case.player)
    return case.known_as(StrangerLetter, why=case.letter.sender or str(case.letter.sender_problem or ""))
