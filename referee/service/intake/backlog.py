"""Letters that were kept are read one by one: whose each is, and the one handler that closes it and answers it once.

Each is read in one transaction with its effects. Whose it is follows from its headers, the address that it came to,
and what is on file of both. One that a program wrote, or that is our own and came round, is nobody's: it is named, and
never answered (RFC 3834).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.engine.audience import GM, Seat
from referee.mail.address import mailbox_of, normal
from referee.mail.body import CALENDAR_ANSWER
from referee.mail.bounce import Bounce
from referee.mail.letter import Letter, Machine, heading
from referee.mail.sender import doubt_of
from referee.mail.worker import NoWorker
from referee.reports.pages import Refusal
from referee.service.campaign.campaign import Campaign, StandsStill, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.remedies import answered_or
from referee.service.gm import letters as gm_letters
from referee.service.letters import envelope, kinds, statement
from referee.service.letters.aside import Aside, Wanted, carried_out, parsed
from referee.service.letters.incoming import Incoming, code_of, token_of
from referee.service.letters.outcome import WAITS, Outcome
from referee.service.letters.sorting import Lines
from referee.service.players import codes, letters, open_address, refusals, vouching
from referee.service.post import bounces
from referee.service.post.trouble import PASSING, place, tell_gm
from referee.store import games, inbox, mails, people
from referee.store.sqlite import Seen
from referee.store.tables import ConfirmationRow, GameRow, LetterRow, Matter, Reading, SeatRow, TokenRow


def read_all(campaign: Campaign, stop: Callable[[], bool] = lambda: False) -> list[int]:
    """Read the letters that wait, in order of arrival; return the games that they touched.

    A letter that came after its turn's deadline waits until that turn is adjudicated.
    """
    touched: list[int] = []
    waiting = set(campaign.watch.still)
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


def read_one(campaign: Campaign, letter_id: int) -> int | None:
    """Read one letter with all that follows from it, in one transaction; return the game that it touched.

    Whatever it may do to us stays with it: it is held and the GM told. Nothing is done if another process has read
    it meanwhile. Raises `Busy` and the like, for those are not the letter's fault; nor is it if we die as we read it.
    """
    with campaign.store.writing(lasting=False) as tx:  # nothing is answered yet; no power failure cuts us off
        row = inbox.letter(tx, letter_id)
        if row.state not in (Reading.STORED, Reading.READ):
            return None
        inbox.begin(tx, row)
    try:
        letter = parsed(campaign, row.raw, row.envelope_sender)
        report = bounces.reported(campaign, row, letter)
        reading = _Reading(campaign, letter_id, report, Aside(campaign))
        reading.look(row, letter)
        return carried_out(reading.aside, letter, reading.settled)
    except (*PASSING, NoWorker):
        with suppress(*PASSING), campaign.store.writing() as tx:
            inbox.put_back(tx, letter_id)
        raise
    except StandsStill as why:  # it is read once the game goes on
        log.warning("letter waits", letter=letter_id, why=str(why))
        with campaign.store.writing() as tx:
            inbox.put_back(tx, letter_id)
        campaign.watch.still.add(letter_id)
        return WAITS
    except Exception as error:  # noqa: BLE001 - whatever it is, the other letters are read
        log.error("letter held", letter=letter_id, error=type(error).__name__, where=place(error))
        return _shunt(campaign, letter_id, place(error))


@dataclass
class _Reading:
    """The reading of one letter: whose it is is found while others may write, and holds if all that told it stands."""

    campaign: Campaign
    number: int
    report: Bounce | None
    aside: Aside
    looked: tuple[Incoming, Seen, Sequence[object]] | None = None

    def look(self, row: LetterRow, letter: Letter) -> None:
        """Find out whose it is, and have that done aside which its lines want."""
        found, wanted = None, None
        with self.campaign.reading() as work:
            seen = work.tx.remember()
            try:
                found = known(self._case(work, row, letter))
                open_lines(found)
            except Wanted as work_aside:
                wanted = work_aside
            rows = [row, *work.tx.identity_map.values()]
        if (wanted is None or self.aside.do(wanted)) and found is not None:
            self.looked = found, seen, rows

    def settled(self, letter: Letter) -> int | None:
        """Have it answered by who answers such letters; return the game that it touched."""
        looked, self.looked = self.looked, None  # a transaction that is broken off spoils its rows
        with self.campaign.writing() as work:
            if not inbox.is_being_read(work.tx, self.number):
                return None
            if looked is not None and work.tx.finds(looked[1]):
                case = looked[0].taken_up(work, looked[2])
            else:
                case = known(self._case(work, inbox.letter(work.tx, self.number), letter))
            work.tx.change(case.row, message_id=letter.message_id or "")
            return settled(case)

    def _case(self, work: Work, row: LetterRow, letter: Letter) -> Incoming:
        confirmed = bool(row.outcome)
        return Incoming(work, row, letter, confirmed=confirmed, returned=self.report, aside=self.aside)


READERS: Mapping[type[Incoming], Callable[[Any], int | None]] = {
    kinds.KeyLetter: letters.read,
    kinds.ForeignLetter: vouching.ask_whose,
    kinds.OldKeyLetter: refusals.read_old_key,
    kinds.KeylessLetter: refusals.hear_keyless,
    kinds.GmLetter: gm_letters.read,
    kinds.GmCodeLetter: gm_letters.read_code,
    kinds.GmKeylessLetter: gm_letters.hear_keyless,
    kinds.CodeLetter: codes.read,
    kinds.NewcomerLetter: open_address.read,
    kinds.ReturnedMail: bounces.take,
    kinds.NobodysLetter: lambda letter: letter.close(letter.outcome, note=letter.note),
}
"""Who answers each kind of letter."""


def settled(letter: Incoming) -> int | None:
    """Have a letter read by who answers its kind; return the game that it touched."""
    return READERS[type(letter)](letter)


def known(case: Incoming) -> Incoming:
    """Say whose a letter is, and whether our mail server believes that."""
    case.player = people.player_at(case.tx, case.sender) if case.sender else None
    case.token = token_of(case)
    case.game = games.game(case.tx, case.token.game) if case.token else None
    if server := case.campaign.settings.mail.results_of:
        case.doubt = doubt_of(envelope.heading(case.row.raw), server)
    path = bounces.return_token(case)
    if path is not None:
        return case.known_as(kinds.ReturnedMail, path=path)
    keyed = _by_key(case, case.token, case.game) if case.token and case.game else None
    return _of_no_person(case, keyed) or keyed or _without_key(case)


def open_lines(letter: Incoming) -> Lines | None:
    """Return the lines of a letter for the open turn, which its reader will want; raises `Wanted` as that does."""
    if isinstance(letter, kinds.KeyLetter) and letter.token.step > letter.game.step and not letter.doubt:
        return letter.lines
    return None


def _by_key(case: Incoming, token: TokenRow, game: GameRow) -> Incoming:
    """Say whose a letter is that bears a key: of a living one by its sender, of a dead one by whom it was given to."""
    seat = Seat(token.seat)
    if seat == GM:
        return case.known_as(kinds.GmLetter, token=token, game=game, seat=seat)
    sitting = games.seat(case.tx, game.id, seat)
    if token.dead_at is not None:
        return _by_old_key(case, token, game, sitting)
    if case.player is None or case.player.id != sitting.player:
        return case.known_as(kinds.ForeignLetter, token=token, game=game, seat=seat, sitting=sitting)
    return case.known_as(kinds.KeyLetter, player=case.player, token=token, game=game, seat=seat, sitting=sitting)


def _by_old_key(case: Incoming, token: TokenRow, game: GameRow, sitting: SeatRow) -> Incoming:
    """A key that died; to another than it was given to it is a wrong one, which says nothing about whose it was."""
    if case.player is None:
        return case.known_as(kinds.NobodysLetter, outcome=Outcome.STRANGER, note="a dead token")
    if token.player != case.player.id or case.doubt:
        return case.known_as(kinds.KeylessLetter, player=case.player, token=None, game=None)
    seated = sitting.player if sitting.vacant_since is None else None
    seat = Seat(token.seat)
    return case.known_as(kinds.OldKeyLetter, player=case.player, token=token, game=game, seat=seat, seated=seated)


def _without_key(case: Incoming) -> Incoming:
    """Say whose a letter is without a key: it may answer a code, or come to the address for strangers."""
    code = code_of(case)
    if code is not None and code.what is Matter.GM_ORDER and code.game is not None:
        return case.known_as(kinds.GmCodeLetter, code=code, game=games.game(case.tx, code.game), seat=GM)
    if code is not None and not case.doubt:
        return case.known_as(kinds.CodeLetter, code=code)
    if case.player is None and gm_letters.is_gms(case) and not case.doubt and not statement.heard(case).wants:
        return case.known_as(kinds.GmKeylessLetter)
    if open_address.is_open_address(case) and not case.doubt and (case.player is None or statement.heard(case).wants):
        return case.known_as(kinds.NewcomerLetter)
    if case.player is not None:
        return case.known_as(kinds.KeylessLetter, player=case.player)
    return case.known_as(kinds.NobodysLetter, outcome=Outcome.STRANGER, note=case.writer)


def _of_no_person(case: Incoming, keyed: Incoming | None) -> Incoming | None:
    """Return a letter as one that no person wrote, with what shows that; None if a person did, as far as one can see.

    A subject like that of a vacation note, or a header that some host wrote, does not outweigh readable lines from
    the right sender with the right key; about the former the player is asked (`KeyLetter.is_doubtful`). That a letter
    came through a list or a bulk mailer says nothing of who wrote it, where key and sender are right.
    ``keyed`` is the letter by the key that it bears, if there is one.
    """
    machine, nobodys = case.letter.machine, partial(case.known_as, kinds.NobodysLetter)
    if machine is Machine.HOPS:
        return nobodys(outcome=Outcome.CIRCLES, note=machine.value)
    if case.letter.message_id and mails.find(case.tx, case.letter.message_id) is not None:
        return nobodys(outcome=Outcome.OWN, note="it bears the Message-ID of a mail of ours")
    if _is_our_address(case):
        return nobodys(outcome=Outcome.OWN, note="it comes from an address of ours")
    is_away = CALENDAR_ANSWER in case.letter.ignored or (case.token is not None and case.letter.away)
    if machine is None and not is_away:
        return None
    if machine is not None and machine.is_clear:
        return nobodys(outcome=Outcome.MACHINE, note=machine.value)
    if _speaks(keyed) or (machine is not None and machine.is_of_a_host and not is_away and _is_known(case, keyed)):
        return None
    why = machine.value if machine is not None else "what it says is what programs say"
    return nobodys(outcome=Outcome.MACHINE, note=why)


def _is_our_address(case: Incoming) -> bool:
    """Is the sender one of our own addresses, and no person's who shares the mailbox?"""
    if case.player is not None or gm_letters.is_gms(case):
        return False
    settings = case.campaign.settings.mail
    parts = (settings.reply_local_part, settings.bounce_local_part, settings.open_local_part)
    return case.sender == normal(settings.from_address) or mailbox_of(case.sender, settings.domain)[0] in parts


def _is_known(case: Incoming, keyed: Incoming | None) -> bool:
    """Say whether a letter bears a living key, or a code, of the one who sent it, and is no vacation note."""
    match keyed, code_of(case):
        case (kinds.KeyLetter(), _):
            return True
        case (kinds.GmLetter(token=token), _):
            return token.dead_at is None and gm_letters.is_gms(case)
        case (None, ConfirmationRow() as code):
            return case.sender in codes.who_may(case, code) and not case.letter.away
        case _:
            return False


def _speaks(keyed: Incoming | None) -> bool:
    """Say whether the right sender with a living key gives orders or commands in a letter."""
    match keyed:
        case kinds.KeyLetter():
            return keyed.speaks
        case kinds.GmLetter(token=token) if token.dead_at is None:
            return gm_letters.has_command(keyed)
        case _:
            return False


def _shunt(campaign: Campaign, letter_id: int, why: str) -> int | None:
    """Hold a letter, and tell the GM and its player; if even those letters cannot be written, hold it all the same."""
    game = _hold(campaign, letter_id, why)
    try:
        with campaign.writing() as work:
            row = inbox.letter(work.tx, letter_id)
            read = heading(row.raw, mail_from=row.envelope_sender)
            letter = known(Incoming(work, row, read))
            if isinstance(letter, kinds.KeyLetter) and letter.sitting.vacant_since is None and not letter.doubt:
                refusals.say_why(letter, Refusal.TROUBLE)
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
