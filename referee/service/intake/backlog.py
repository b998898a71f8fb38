"""Letters that were kept are read one by one, each in one transaction with its effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from referee.mail.bounce import Bounce
from referee.mail.letter import Letter, heading
from referee.mail.worker import NoWorker
from referee.reports.pages import Refusal
from referee.service.campaign.campaign import Campaign, StandsStill, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.remedies import answered_or
from referee.service.intake import routes
from referee.service.letters.aside import Aside, Wanted, carried_out, parsed
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import KeyLetter
from referee.service.letters.outcome import WAITS, Outcome
from referee.service.players.refusals import say_why
from referee.service.post import bounces
from referee.service.post.trouble import PASSING, place, tell_gm
from referee.store import inbox
from referee.store.sqlite.driver import Seen
from referee.store.tables import LetterRow, Reading


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
    looked: tuple[routes.Known, Seen, Sequence[object]] | None = None

    def look(self, row: LetterRow, letter: Letter) -> None:
        """Find out whose it is, and have that done aside which its lines want."""
        found, wanted = None, None
        with self.campaign.reading() as work:
            seen = work.tx.remember()
            try:
                found = routes.known(self._case(work, row, letter))
                routes.open_lines(found)
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
                case = routes.known(self._case(work, inbox.letter(work.tx, self.number), letter))
            work.tx.change(case.row, message_id=letter.message_id or "")
            return routes.settled(case)

    def _case(self, work: Work, row: LetterRow, letter: Letter) -> Incoming:
        confirmed = bool(row.outcome)
        return Incoming(work, row, letter, confirmed=confirmed, returned=self.report, aside=self.aside)


def _shunt(campaign: Campaign, letter_id: int, why: str) -> int | None:
    """Hold a letter, and tell the GM and its player; if even those letters cannot be written, hold it all the same."""
    game = _hold(campaign, letter_id, why)
    try:
        with campaign.writing() as work:
            row = inbox.letter(work.tx, letter_id)
            read = heading(row.raw, mail_from=row.envelope_sender)
            letter = routes.known(Incoming(work, row, read))
            if isinstance(letter, KeyLetter) and letter.sitting.vacant_since is None and not letter.doubt:
                say_why(letter, Refusal.TROUBLE)
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
