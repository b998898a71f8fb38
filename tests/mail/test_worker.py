"""Letters are read in a process that may be killed: what one of them does there harms no other."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.mail import bounce, worker
from referee.mail.bounce import Bounce, Fate
from referee.mail.letter import Letter, Limits, Machine, Problem, SenderProblem, heading, read
from referee.mail.worker import NoWorker, Worker
from tests.mail.dsn import report
from tests.mail.traps import CARELESS

TRAPS = Path(__file__).parent
LETTER = b"From: Anna <anna@players.test>\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\nSubject: %b\r\n\r\nHOLD\r\n"
MEMORY = 400_000_000
TRAP = f"import sys; sys.path.insert(0, {str(TRAPS.parent.parent)!r}); from tests.mail.traps import serve; serve()"


@pytest.fixture
def reader() -> Iterator[Worker]:
    made = Worker(timedelta(seconds=5), MEMORY)
    yield made
    made.close()


@pytest.fixture(scope="module")
def any_reader() -> Iterator[Worker]:
    """One for the tests that ask nothing of it but to read."""
    made = Worker(timedelta(seconds=5), MEMORY)
    yield made
    made.close()


@pytest.fixture(scope="module")
def trapped() -> Iterator[Worker]:
    """A reader whose process does to itself what the subject says; the next letter finds a new one."""
    made = Worker(timedelta(seconds=0.5), MEMORY, entry=TRAP)
    yield made
    made.close()


def test_a_letter_is_read_there_as_it_would_be_here(reader: Worker) -> None:
    raw = LETTER % b"good"

    assert reader.read(raw, limits=Limits()) == read(raw)
    assert reader.read(raw, limits=Limits(size=10), mail_from="") == read(raw, limits=Limits(size=10), mail_from="")
    assert reader.started == 1


LETTERS = {
    "a machine's": b"Auto-Submitted: auto-replied\r\n" + LETTER % b"good",
    "without a sender": LETTER.replace(b"From", b"X-From") % b"good",
    "with two senders": b"From: Bob <bob@players.test>\r\n" + LETTER % b"good",
    "one that cannot be read": b"Content-Type: multipart/encrypted; boundary=b\r\n" + LETTER % b"good",
    "one with half a character": b"Content-Type: text/plain; charset=utf-16\r\n" + LETTER % b"good" + b"\xd8\x00",
    "of another zone": LETTER.replace(b"+0100", b"-0930") % b"good",
    "of no zone": LETTER.replace(b"+0100", b"-0000") % b"good",
}


@pytest.mark.parametrize("raw", LETTERS.values(), ids=LETTERS)
def test_whatever_a_letter_can_be_crosses_the_border(any_reader: Worker, raw: bytes) -> None:
    assert repr(any_reader.read(raw, limits=Limits())) == repr(read(raw))


@pytest.mark.parametrize("action", ["failed", "delayed"])
def test_whatever_a_report_says_crosses_the_border(any_reader: Worker, action: str) -> None:
    raw = report(action=action)
    here = bounce.read(raw, sent_to="bob@players.example")

    assert here is not None
    assert any_reader.ask(bounce.read, raw, sent_to="bob@players.example", limits=Limits()) == here


FINDINGS = [
    *(Letter(problem=problem) for problem in Problem),
    *(Letter(sender_problem=doubt) for doubt in SenderProblem),
    *(Letter(machine=machine) for machine in Machine),
    Letter(lines=("\udcff", "\0", "ä", "")),
]


@pytest.mark.parametrize("found", FINDINGS)
def test_every_finding_comes_back_as_itself(found: Letter) -> None:
    assert repr(worker.answered(worker.answer(found, read), read)) == repr(found)  # no text passes for a mark


@pytest.mark.parametrize("fate", Fate)
def test_every_fate_comes_back_as_itself(fate: Fate) -> None:
    found = Bounce(fate, "bob@players.example", "said")

    assert repr(worker.answered(worker.answer(found, bounce.read), bounce.read)) == repr(found)


def test_the_process_begins_with_the_first_letter() -> None:
    assert Worker(timedelta(seconds=1), MEMORY).started == 0


@pytest.mark.parametrize(
    "trap", ["hang", "deaf", "crash", "exit", "lie", "other", "more", "babble", "code", "deep", "eat"]
)
def test_what_kills_the_reader_is_a_broken_letter_and_the_next_one_is_read(trapped: Worker, trap: str) -> None:
    bad, good = LETTER % trap.encode(), LETTER % b"good"
    found = trapped.read(bad, limits=Limits())

    assert found == heading(bad, problem=Problem.BROKEN)
    assert (found.sender, found.problem, found.lines) == ("anna@players.test", Problem.BROKEN, ())
    assert not CARELESS.exists()
    assert trapped.read(good, limits=Limits()) == read(good)


def test_a_letter_is_ended_by_the_processor_time_that_it_takes(trapped: Worker) -> None:
    process = trapped._running()

    trapped._send(process, worker.call(read, {"limits": Limits(), "mail_from": None}), LETTER % b"toil")

    assert process.wait() == -signal.SIGPROF  # its clock, which is for a process that sleeps, never rings


@pytest.mark.parametrize("trap", ["hang", "crash", "exit", "eat"])
def test_a_report_that_kills_the_reader_reports_nothing_and_the_next_is_read(trapped: Worker, trap: str) -> None:
    bad, good = report().replace(b"Subject: ", b"Subject: %b\nX-Was: " % trap.encode()), report()

    assert trapped.ask(bounce.read, bad, sent_to="bob@players.example", limits=Limits()) is None
    assert trapped.ask(bounce.read, good, sent_to="bob@players.example", limits=Limits()) == bounce.read(
        good, sent_to="bob@players.example"
    )


def test_a_process_that_somebody_killed_is_not_held_against_the_letter(reader: Worker) -> None:
    reader.read(LETTER % b"good", limits=Limits())
    assert reader._process is not None
    os.kill(reader._process.pid, signal.SIGKILL)

    assert reader.read(LETTER % b"good", limits=Limits()) == read(LETTER % b"good")
    assert reader.started == 2


def test_a_machine_that_has_other_work_is_not_held_against_the_letter() -> None:
    reader = Worker(timedelta(seconds=1), MEMORY)
    reader.read(LETTER % b"good", limits=Limits())
    assert reader._process is not None
    pid = reader._process.pid
    os.kill(pid, signal.SIGSTOP)
    goes_on = threading.Timer(1.5, os.kill, [pid, signal.SIGCONT])
    goes_on.start()

    assert reader.read(LETTER % b"good", limits=Limits()) == read(LETTER % b"good")
    assert reader.started == 1
    goes_on.join()
    reader.close()


def test_a_signal_to_the_whole_group_does_not_stop_the_reading(reader: Worker) -> None:
    reader.read(LETTER % b"good", limits=Limits())
    assert reader._process is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(reader._process.pid, number)

    assert reader.read(LETTER % b"good", limits=Limits()).problem is None
    assert reader.started == 1


def test_a_machine_that_can_start_no_process_is_not_held_against_the_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(subprocess, "Popen", none_left)

    with pytest.raises(NoWorker):
        Worker(timedelta(seconds=1), MEMORY).read(LETTER % b"good", limits=Limits())


def test_many_threads_share_one_process(reader: Worker) -> None:
    found: list[str] = []

    def one(number: int) -> None:
        found.append(reader.read(LETTER % b"%d" % number, limits=Limits()).subject)

    threads = [threading.Thread(target=one, args=[number]) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(found, key=int) == [str(number) for number in range(20)]
    assert reader.started == 1


def test_the_process_ends_with_the_one_that_began_it() -> None:
    program = (
        "from referee.mail.worker import Worker; from referee.mail.letter import Limits;"
        "from datetime import timedelta; import os, signal;"
        "r = Worker(timedelta(seconds=5), 400_000_000); r.read(b'x', limits=Limits());"
        "print(r._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    root = TRAPS.parent.parent
    pid = int(subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, check=False).stdout)
    end = time.monotonic() + 300
    while Path(f"/proc/{pid}").exists() and time.monotonic() < end:
        if "State:\tZ" in Path(f"/proc/{pid}/status").read_text():
            break
        time.sleep(0.02)
    else:
        assert not Path(f"/proc/{pid}").exists()
