"""The GM's commands that turns are adjudicated by: now, taken back, anew."""

from dataclasses import replace
from typing import Self

from referee.engine.audience import PUBLIC
from referee.engine.errors import SetupError
from referee.service.campaign.remedies import Remedied
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.gm.preview import waits_for
from referee.service.table.table import TableTop
from referee.service.turns import rollback
from referee.service.turns.advance import at_once
from referee.service.turns.turn import Advanced
from referee.store import games, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, Occasion, Status

SAID = {
    Advanced.PLAYED: "The turn is adjudicated, and its letters are on their way.",
    Advanced.ASKED: "The turn waits for answers by mail; its questions are on their way.",
    Advanced.HELD: "The turn could not be adjudicated; the game is held, and nothing of it was changed.",
    Advanced.NOT_NOW: "It cannot be adjudicated now.",
}

PAUSED = " The game stays paused until you RESUME it."

FIRST = "Somebody else was first, so nothing was done."

WENT = (Advanced.PLAYED, Advanced.ASKED)


class Process(GmOrder):
    """Adjudicate the open turn now, whatever its deadline; everybody gets their report. Where a live game waits
    for answers, its open questions close, and it goes on to the next ones or to its end. If the clock or
    another GM is first, nothing is done.
    """

    usage = "PROCESS (TURN) (NOW)"
    example = "PROCESS"
    typed = ("turn run autumn",)
    said = words_for(
        step="Only if this turn is still the open one.",
        anyway="Though a WAIT flag is on, or a ruling of yours is missing.",
    )
    shell = "Exit code 1 if that fails."
    asks = True
    letters_first = True
    step: int | None = None
    anyway: bool = True
    stood: tuple[int, int] | None = None

    def begun(self, gm: GmWork) -> Self:
        """Note where the game stands: if the clock or another GM is first, nothing is to be done."""
        stood = _stands(gm.tx, gm.row)
        if self.step is not None and self.step > stood[0]:
            raise SetupError(f"Turn {self.step} is not open: turn {stood[0]} is, and nothing was done.")
        return replace(self, stood=stood if self.step in (None, stood[0]) else (self.step, 0))

    def foreseen(self, gm: GmWork) -> str:
        ready_to_process(gm.row)
        step = gm.row.step + 1
        said = f"Turn {step} is adjudicated at once, with the orders on file then; reports go to everybody."
        return f"{said} {_waits_for(gm)}".rstrip()

    def done(self, gm: GmWork) -> Answer:
        """Adjudicate it; in a live game the questions that are open close, and the rest is decided by defaults."""
        if self.stood not in (None, _stands(gm.tx, gm.row)):
            return Answer(FIRST, Advanced.NOT_NOW, failed=True)
        if not self.anyway and (waits := _waits_for(gm)):
            raise Remedied(waits, shell="Say --anyway if you mean it.", mail="Answer YES if you mean it.")
        row, step = gm.row, gm.row.step + 1
        ready_to_process(row)
        let_go_on(gm.tx, row)
        closed = orders.close_at(gm.tx, row.id, step, gm.now, gm.now)
        gm.record("process", PUBLIC, **({"questions": closed} if closed else {}))
        return adjudicated(at_once(gm.work, row.id, Occasion.GM, step))


class Rollback(GmOrder):
    """Take a turn back with all that followed it, and tell everybody why; the game is held until the turn is
    run again. Its orders are on file as they were; what came in for later turns is kept, and counts when its
    player confirms it.
    """

    shows = rollback.Rolled
    usage = ("ROLLBACK (TURN) n [REOPEN] : text", "ROLLBACK (TURN) n text")
    example = "ROLLBACK 6: I read rule 7 wrongly."
    typed = ('turn rollback autumn 6 --reason "I read rule 7 wrongly."',)
    said = words_for(
        n="The first turn to be taken back.",
        text="Why; everybody is told.",
        reopen="Let the players change their orders for it.",
        anyway="Though the game is over and its secrets are out.",
    )
    asks = True
    letters_first = True
    n: int
    text: str
    reopen: bool = False
    anyway: bool = True

    def foreseen(self, gm: GmWork) -> str:
        row, n = gm.row, self.n
        rollback.check(row, n, self.text)
        gm.back = n
        then = "open to new orders again" if self.reopen else "held until it is adjudicated anew"
        opened = f" {rollback.OPENED}" if rollback.is_opened(row) else ""
        back = f"{rollback.turns(n, row.step)} taken back, and turn {n} is {then}."
        return f"{back}{opened} Everybody is told: {self.text}"

    def done(self, gm: GmWork) -> Answer:
        if not self.anyway:
            rollback.check(gm.row, self.n, self.text)
            if rollback.is_opened(gm.row):
                raise Remedied(rollback.OPENED, shell="Say --anyway if you mean it.", mail="Answer YES if you mean it.")
        done = rollback.roll_back(gm.work, gm.row, self.n, self.text, reopen=self.reopen)
        said = f"{rollback.turns(done.first, done.last)} taken back, and everybody is told."
        if self.reopen:
            until = f", until {gm.when.full(done.due)}" if done.due is not None and not done.paused else ""
            return Answer(f"{said} Turn {self.n} is open to orders again{until}.{PAUSED if done.paused else ''}", done)
        then = ", and paused again then" if done.paused else ""
        anew = f"{said} The game is held until it is adjudicated anew{then}"
        return Answer(f"{anew}:", done, shell=f"referee turn rerun {gm.row.name}", mail="RERUN.")


class Rerun(GmOrder):
    """Adjudicate a turn anew that was taken back, from the same orders and with the same luck. Everybody gets a
    new report, marked RERUN, with what differs from their earlier one.
    """

    usage = "RERUN"
    example = "RERUN"
    typed = ("turn rerun autumn",)
    shell = "Exit code 1 if that fails."
    asks = True
    letters_first = True

    def foreseen(self, gm: GmWork) -> str:
        """Say which turn it will be: one that was taken back, or will be by a line above."""
        if not gm.back:
            rollback.ready_to_rerun(gm.row)
        turn = gm.back or gm.row.step + 1
        return f"Turn {turn} is adjudicated anew, and new reports go to everybody, marked RERUN."

    def done(self, gm: GmWork) -> Answer:
        done = adjudicated(rollback.rerun(gm.work, gm.row))
        return replace(done, words=done.words + PAUSED) if gm.row.status is Status.PAUSED else done


def adjudicated(outcome: Advanced) -> Answer:
    """Say what became of a turn that was to be adjudicated."""
    return Answer(SAID[outcome], outcome, failed=outcome not in WENT)


def ready_to_process(row: GameRow) -> None:
    """Refuse a game whose turn cannot be adjudicated by hand; raises `SetupError`."""
    if row.status is Status.INVITING:
        begin = f"To begin it: referee game start {row.name}"
        raise Remedied(f"{row.title} has not begun.", shell=begin, mail="It is begun at the command line.")
    if row.status not in (Status.RUNNING, Status.HELD):
        raise SetupError(f"{row.title} is {row.status}, so no turn of it can be adjudicated.")
    if row.anew:
        raise taken_back(row, "")


def taken_back(row: GameRow, so: str) -> Remedied:
    """Say that the open turn was taken back, ``so`` what cannot be done."""
    problem, next_is = f"Turn {row.step + 1} was taken back{so}.", "To adjudicate it anew"
    return Remedied(problem, shell=f"{next_is}: referee turn rerun {row.name}", mail=f"{next_is}, write RERUN.")


def let_go_on(tx: Transaction, row: GameRow) -> None:
    """Let a game that is held go on: the GM has said how, whatever it was held for."""
    if row.status is Status.HELD:
        games.set_status(tx, row.id, Status.RUNNING)


def _waits_for(gm: GmWork) -> str:
    """Say what an early turn waits for; players, or the GM, were told so."""
    ready = gm.row.status in (Status.RUNNING, Status.HELD) and not gm.row.anew
    return waits_for(gm.work, TableTop.load(gm.work, gm.row, gm.now)) if ready else ""


def _stands(tx: Transaction, row: GameRow) -> tuple[int, int]:
    """Say where a game stands: the open step, and how many of its questions were put."""
    return row.step + 1, len(orders.asked(tx, row.id, row.step + 1))
