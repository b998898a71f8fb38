"""Words to others that hold what stands in a letter of ours: kept back until their writer says that they mean it.

Some mail programs set the letter that is answered behind what was written, on the same line. So nothing that only its
writer was told goes to others as it stands there; in words of their own players say what they like.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache, partial
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from referee.engine.audience import GM, Seat
from referee.engine.commands import ALL, Press
from referee.mail.address import look
from referee.reports.data import loads
from referee.reports.document import Block, Section, Title
from referee.reports.html import lines_of
from referee.reports.parts import Kind
from referee.service.letters.kinds import GameCodeLetter, KeyLetter
from referee.service.letters.outcome import Outcome
from referee.service.players import press_delivery
from referee.service.players.press_delivery import Addressed
from referee.service.post import notes
from referee.service.post.post import Post
from referee.service.table.reading import Clerk
from referee.service.table.table import TableTop
from referee.store import confirmations, games, orders, people, reports
from referee.store.database import Transaction
from referee.store.tables import ConfirmationRow, Matter

FEWEST = 4
"""A line or a sentence of fewer words is anybody's: *You drew nothing.*"""

RUN = 40
"""So many letters in a row are no chance, wherever they begin: two long names of cards have fewer."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CLAUSE = re.compile(r"(?<=[.!?:;])\s+")

LASTS = timedelta(days=7)

FOR_ANYBODY = (Kind.RULES.value, Kind.LUCK.value, Kind.ALL_ORDERS.value)
"""Letters that tell of the game's rules alone, or of what is open to all; what orders are of use to somebody may tell
of a hand."""

OPEN = (Kind.INVITATION.value, Kind.WELCOME.value, Kind.REPORT.value, Kind.NEWSLETTER.value, Kind.END.value)
OPENLY = frozenset((
    "WHAT HAPPENED", "WHAT HAPPENED TO YOU", "WHAT ELSE HAPPENED", "WHERE EVERYBODY STANDS", "HOW IT ENDED",
    "WHAT IT IS", "BEFORE THE START", "HOW THE LUCK IS KEPT HONEST", "THE GAME IN SHORT", "HOW TO PLAY BY MAIL",
    "THE RULES OF THIS GAME", "HOW IT WENT", "WHAT WAS WRITTEN TO ALL", "WHAT EVERYBODY HELD",
    "WHAT THE LUCK WAS MADE OF",
))  # fmt: skip
"""Letters that all get, and the headings in them below which stands what all may know."""

ANSWERS = (Kind.RECEIPT.value, Kind.REFUSAL.value, Kind.STATUS.value)
"""Letters that give a writer's own words back, indented or between quotation marks."""

SAID_BACK = re.compile(r'"[^"]*"')
SHOWN = 70

HELD = "Not delivered yet: it holds lines of a letter of mine. I ask you about it in a letter of its own."
REPEATS = "It holds lines of a letter that not the whole table was told, so it was not delivered."
"""What is said of such words that somebody typed for a seat."""

HELD_ALREADY = "Not delivered yet: I have asked you about these words already; that letter still waits for your YES."
NOT_ANY_MORE = "Those words were not delivered: you have left the seat for which you wrote them."


def held(case: KeyLetter, post: Post, top: TableTop, seat: Seat, words: Press) -> str:
    """Keep words back that hold what a letter of ours told their writer and not the whole table, and ask about them.

    Returns what the receipt says of that, or '' if they may be delivered.
    """
    to = press_delivery.addressed(post, top, seat, words)
    if to.refusal or not (piece := told_to_the_writer_alone(post, seat, to, words.text)):
        return ""
    details = {"addressees": list(words.addressees), "text": words.text}
    waiting = confirmations.open_of(case.tx, Matter.PRESS, case.now, player=case.player.id, game=post.game.id)
    if any(one.seat == seat and one.details == details for one in waiting):
        return HELD_ALREADY
    own = next(iter(notes.recipients(case.tx, case.player.id)))
    asked = notes.asked(
        case.work, Matter.PRESS, own, LASTS, game=post.game, seat=seat, answers=case.row, **details
    )  # fmt: skip
    subject = f"do you want {to.spoken} to read this?"
    notes.notice(
        case.work, own, subject, _question(to, words, piece), code=asked.code, game=post.game,
        answers=case.row, seat=seat,
    )  # fmt: skip
    return HELD


def repeats(post: Post, top: TableTop, seat: Seat, words: Press) -> bool:
    """Say whether words hold what a letter of ours told their writer and not the whole table."""
    to = press_delivery.addressed(post, top, seat, words)
    return not to.refusal and bool(told_to_the_writer_alone(post, seat, to, words.text))


def told_to_the_writer_alone(post: Post, seat: Seat, to: Addressed, text: str, *, said: str = "") -> str:
    """Return the first piece of our letters to a seat that stands in its words and that not the whole table was told.

    What a reader was told alone does not count: whether words are kept back would tell their writer of
    it. What the writer and those readers wrote to each other does, and what the writer ``said`` elsewhere. The GM may
    be asked about anything in a report.
    """
    rivals = {reader for reader in to.readers if reader != GM}
    watching = post.onlookers if to.everybody else ()
    if not rivals and not watching:
        return ""
    rows = reports.of_seat(post.tx, post.game.id, seat)
    shown = ((row.kind, _told_by(row.document)) for row in rows if row.kind not in FOR_ANYBODY)
    written = [_ours(kind, text) for kind, text in (*((row.kind, row.body) for row in rows), *shown)]
    between = partial(_between, post.tx, post.game.id, {seat, *rivals, *watching}, said)
    table = [other for other in (*post.names, *watching) if other != seat]
    return repeated(text, written, [partial(_told, post, other, between) for other in table])


class Piece(NamedTuple):
    """A line, a sentence or a run of a letter, as it stands there and by its letters, and the lines it reaches over."""

    text: str
    key: str
    within: tuple[str, ...] = ()


def repeated(words: str, letters: Sequence[str], told: Sequence[Callable[[], str]] = ()) -> str:
    """Return the first piece of these letters that stands in the words and that not every reader was told; or ''.

    ``told`` gives for each reader the `look` of all that they were told; it is asked for only where it matters.
    """
    said = look(words)
    runs = {said[at : at + RUN] for at in range(len(said) - RUN + 1)}
    found = list(dict.fromkeys(piece for letter in letters for piece in _standing_in(said, runs, letter)))
    if not found:
        return ""
    for known in [each() for each in told] or [""]:
        for piece in found:
            if piece.key not in known and not (piece.within and all(one in known for one in piece.within)):
                return piece.text
    return ""


def _standing_in(said: str, runs: set[str], letter: str) -> Iterator[Piece]:
    """The pieces of one letter that stand in what is said, of which these are all the runs."""
    for lines in _paragraphs(letter):
        whole, above = " ".join(lines), tuple(map(look, lines))
        for text in dict.fromkeys((*lines, *_SENTENCE.split(whole), *_CLAUSE.split(whole))):
            if len(text.split()) >= FEWEST and (found := look(text)) in said:
                yield Piece(text, found, () if text in lines else above)
        if runs:
            yield from _runs(runs, lines)


def _paragraphs(letter: str) -> Iterator[list[str]]:
    """The lines of a letter in groups between blank ones, bare of indentation and of the bar before words of others."""
    bare = (line.strip().removeprefix("| ") for line in letter.splitlines())
    for blank, lines in groupby(bare, key=lambda line: not look(line)):
        if not blank:
            yield list(lines)


def _runs(runs: set[str], lines: Sequence[str]) -> Iterator[Piece]:
    """The runs of words in a paragraph that are among these, each from the beginning of a word."""
    keys = list(map(look, lines))
    flat, ends = "".join(keys), list(accumulate(map(len, keys)))
    lengths = (len(look(word)) for line in lines for word in line.split())
    for start in accumulate(lengths, initial=0):
        if (run := flat[start : start + RUN]) in runs:
            first, last = bisect_right(ends, start), bisect_left(ends, start + RUN)
            yield Piece(lines[first], run, tuple(keys[first : last + 1]))


def secret_in(post: Post, seat: Seat, text: str) -> str:
    """Do so for words of an order, which the whole table may read; what stood in earlier orders may be said again."""
    rows = orders.revisions(post.tx, post.game.id, seat)
    filed = (orders.on_file_from(row.on_file) for row in rows)
    lines = (line for file in filed for line in (*file.standing, *chain.from_iterable(file.turns.values())))
    everybody = Addressed((ALL,), tuple(other for other in post.names if other != seat))
    return told_to_the_writer_alone(post, seat, everybody, text, said="\n".join(dict.fromkeys(lines)))


def guarded_clerk(post: Post, top: TableTop, seat: Seat) -> Clerk:
    """Return where a seat's lines are read, with the guard of their free words."""
    return replace(top.clerk(seat), secret_in=partial(secret_in, post, seat))


@lru_cache(256)
def _told_by(document: str, below: frozenset[str] | None = None) -> str:
    """Return what a letter tells its reader, or what stands in it below these headings; its title is public."""
    return "\n".join(lines_of(block for block in loads(document).blocks if _counts(block, below))) if document else ""


def _counts(block: Block, below: frozenset[str] | None) -> bool:
    if below is None:
        return not isinstance(block, Title)
    return isinstance(block, Section) and block.title.upper() in below


def _ours(kind: str, body: str) -> str:
    """Leave away what a letter only says back to its writer, and what everybody may read anyhow."""
    if kind in FOR_ANYBODY:
        return ""
    if kind not in ANSWERS:
        return body
    lines = ("" if line.startswith(" ") else line for line in body.splitlines())
    return SAID_BACK.sub("\n\n", "\n".join(lines))


def _told(post: Post, other: Seat, between: Callable[[], str]) -> str:
    """Return the key of what a seat was told openly, and of what is known between the writer and the readers."""
    rows = [row for row in reports.of_seat(post.tx, post.game.id, other) if row.kind in OPEN]
    shown = (_told_by(row.document, OPENLY) for row in rows)
    return "\n".join([*(look(open_parts(row.body)) for row in rows), *map(look, shown), between()])


def open_parts(body: str) -> str:
    """Leave away what a letter tells its reader alone.

    Nobody may learn of that by whether words were kept back: a friend can have written any guess to their writer.
    """
    parts = (part.strip("\n").partition("\n") for part in body.split("\n\n\n"))
    return "\n".join(text for heading, _, text in parts if heading.strip() in OPENLY)


def _between(tx: Transaction, game: int, party: set[Seat], said: str) -> str:
    """Return the key of what is said, and of all words of which each of a party knows that all wrote or read them."""
    rows = [(row, party - {row.seat}) for row in orders.press(tx, game)]
    known = (row.body for row, others in rows if ALL in row.addressees or others <= {*row.addressees})
    return "\n".join(map(look, (said, *known)))


def _question(to: Addressed, words: Press, piece: str) -> str:
    """Ask whether words are meant to be read as they are."""
    begins, shown = (" ".join(text.split())[:SHOWN] for text in (words.text, piece))
    return (
        f'You wrote to {to.spoken}, beginning "{begins}", {len(words.text)} characters in all. Among them stands what '
        f'a letter of mine told you, and not the whole table: "{shown}". Some mail programs set the letter that is '
        f"answered right behind what one writes, so I have delivered nothing of it.\n\n"
        f"If you want {to.spoken} to read all of it, answer this letter with YES on its first line. If not, do "
        f"nothing, or write to {to.spoken} once more without my letter below. What you know you may always say in "
        f"your own words."
    )


def confirmed(case: GameCodeLetter, row: ConfirmationRow) -> int | None:
    """Deliver words that their writer wants to be read as they are, if the seat still is theirs."""
    assert row.seat is not None
    details, seat = dict(row.details), Seat(row.seat)
    confirmations.use(case.tx, row, case.now, text="", addressees=[])
    case.player = people.player(case.tx, row.player) if row.player is not None else None
    sitting = games.seat(case.tx, case.game.id, seat)
    if sitting.player != row.player or sitting.vacant_since is not None:
        said = NOT_ANY_MORE
    else:
        words = Press(addressees=tuple(map(Seat, details["addressees"])), text=details["text"])
        post = Post(case.work, case.game)
        top = TableTop.load(case.work, case.game, case.now)
        said = press_delivery.deliver(post, top, seat, words, letter=row.letter)
    reader = notes.Recipient(case.letter.sender or "", row.player)
    notes.notice(case.work, reader, "your words to others", said, game=case.game, answers=case.row, seat=seat)
    return case.close(Outcome.CONFIRMED)
