"""An answer to a code: it does once what was asked, if it comes from the address that the code went to, in time."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.audience import Seat
from referee.service.letters import statement
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import CodeLetter, GameCodeLetter, PlayerLetter
from referee.service.letters.outcome import Outcome
from referee.service.people import addresses, invitations, observers, standby, vacancies
from referee.service.players import open_address, repetition, signup
from referee.service.post import notes
from referee.store import confirmations, games, inbox, people
from referee.store.tables import ConfirmationRow, Matter, Status


def read(case: CodeLetter) -> int | None:
    """Take the answer to a code; from another sender, or once more, it does nothing and says nothing."""
    row = case.code
    if not case.sender or case.sender not in who_may(case, row):
        case.player = None
        return case.close(Outcome.STRANGER, note="a code, from another sender")
    if row.game is not None:
        case = case.known_as(GameCodeLetter, code=row, game=games.game(case.tx, row.game))
    words = statement.heard(case)
    if row.what is Matter.OBSERVE and row.used_at is not None and isinstance(case, GameCodeLetter):
        return observers.stop(case, row, words)
    if row.used_at is not None:
        return _used(case, row)
    if row.expires_at <= case.now:
        return _once(case, row, "late", "That code is over", statement.LATE, Outcome.EXPIRED)
    if isinstance(case, GameCodeLetter):
        return _read_in_game(case, words)
    if row.what is Matter.SIGN_UP:
        return open_address.wished(case, row, words)
    return _affirmed(case, words, yes=words.yes)


def _used(case: CodeLetter, row: ConfirmationRow) -> int | None:
    """Take what comes to a code that was used: many answer the letter that brought their seat once more."""
    player = people.player_at(case.tx, row.address)
    if isinstance(case, GameCodeLetter) and row.what in invitations.SEATS and player is not None:
        seat = next((one for one in games.seats(case.tx, case.game.id) if one.player == player.id), None)
        named, game = case.letter.message_id or "", case.game
        again = bool(named) and inbox.same_as(case.tx, player.id, named, case.body, game=game.id, but=case.row.id)
        if seat is not None and game.status is Status.INVITING and not again:
            letter = case.known_as(PlayerLetter, game=game, seat=Seat(seat.name), player=player, sitting=seat)
            return signup.read(letter)
        if seat is not None and not again:
            return _once(case, row, "begun", "Your letter", BEGUN.format(title=game.title), Outcome.DUPLICATE)
    return case.close(Outcome.DUPLICATE, note="the code was used")


BEGUN = (
    "Nothing was done for your letter, for it answers the call for players of {title}, and that is over. Please send it"
    " once more in answer to the newest letter of the game."
)


def _read_in_game(case: GameCodeLetter, words: statement.Said) -> int | None:
    """Take it where it is about a game, and may be about a seat there."""
    if case.code.what not in invitations.SEATS:
        return _affirmed(case, words, yes=words.yes)
    if words.declines and not words.accepts:
        return invitations.by_code(case, case.code)
    return _affirmed(case, words, yes=words.accepts)


def _affirmed(case: CodeLetter, words: statement.Said, *, yes: bool) -> int | None:
    """Do what was asked if the answer is a YES; forget it at a NO, and ask once more at anything else."""
    row = case.code
    if words.no:
        confirmations.drop(case.tx, row, case.now)
        return case.close(Outcome.NOTHING_NEW, note="no")
    if not yes:
        read, spoken = invitations.rules_by_code(case, row)
        if invitations.asked_by_code(case, row, spoken):
            return _once(case, row, "asked again", "Your letter", f"{PASSED_ON} {AGAIN_SEAT}", Outcome.FOR_THE_GM)
        if read:
            return case.close(Outcome.ASKED, note="asked for the rules")
        return _once(case, row, "asked again", "Please answer YES", statement.AGAIN, Outcome.NOTHING_NEW)
    return DONE[row.what](case, row)


PASSED_ON = "Your words are passed on to the GM, who can answer you at this address."
AGAIN_SEAT = (
    "If you would like to have the seat, answer YES, or YES AS and the name that it shall have, on a line of its own;"
    " if not, NO."
)


def who_may(case: Incoming, row: ConfirmationRow) -> set[str]:
    """Return the addresses whose answer counts: the one that was written to; an observer's, wherever it moved since."""
    if row.what is not Matter.OBSERVE or row.player is None:
        return {row.address}
    return {row.address, *(one.normal for one in people.addresses_of(case.tx, row.player))}


def _once(case: CodeLetter, row: ConfirmationRow, why: str, subject: str, text: str, outcome: Outcome) -> int | None:
    """Say something about a code the first time; a program that goes on answering is not answered again."""
    if not row.details.get(why):
        confirmations.note(case.tx, row, **{why: True})
        reader = notes.Recipient(case.letter.sender or "", row.player)
        code = "" if outcome is Outcome.EXPIRED else row.code
        notes.notice(case.work, reader, subject, text, code=code, game=case.game, answers=case.row)
    return case.close(outcome)


DONE: Mapping[Matter, Callable[[Any, ConfirmationRow], int | None]] = {
    Matter.ADD_ADDRESS: addresses.confirmed,
    Matter.REMOVE_ADDRESS: addresses.confirmed,
    Matter.STANDBY: standby.confirmed,
    Matter.SIGN_UP: open_address.seated,
    Matter.INVITATION: open_address.seated,
    Matter.OBSERVE: observers.confirmed,
    Matter.RESIGN: vacancies.confirmed,
    Matter.PRESS: repetition.confirmed,
}
"""What is done by the YES to each thing that is asked about; all but the first three are about a game."""
