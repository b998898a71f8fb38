"""Receipts that somebody shows: whether they are true, for what, and if not, what differs."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import Message

from referee.archive.pasted import Checked, Pasted, check, receipts_in, stands_in
from referee.archive.receipt import covered, receipt_code
from referee.config.sections import Limits as Bounds
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken
from referee.engine.values import value
from referee.mail import worker
from referee.mail.html import to_lines
from referee.mail.letter import Limits
from referee.mail.text import decode
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.seal import is_sealed
from referee.service.records.proving import key_of
from referee.store import games, orders
from referee.store.tables import GameRow, OrdersRow, Reveal

MAIL = re.compile(rb"\s*(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\r?\n")
"""A letter as it is kept in a file: headers, and an empty line."""

PAGE = re.compile(r"<(?:html|body|div|table|p|pre|br|span)\b", re.IGNORECASE)

MOST = 10_000_000
"""So many bytes of a file are looked at."""

NO_RECEIPT = (
    "There is no receipt in it. A receipt ends with words like these, and two lines of letters below them: Receipt"
    " 1-ANA-1 of dawn, BA5B-N3JK-M0Z0. Keep it as your proof:"
)
NO_KEY = (
    "Whose receipt is it? Name the key that its game's invitation tells: --key, and 64 letters and digits. In the"
    " campaign's own folder it is known."
)
OTHER_KEY = (
    "It stands as it was written, but the campaign with this key did not sign it: another did, or somebody made it up."
)
UNLIKE = "Not so signed, though it stands among the orders in this text"
HEAD = "Its turn, seat, revision or game, or the moment in its proof, is another than was signed."
NOTHING = "Neither its first words nor any line above are those of this proof."
UNSIGNED = "It was given before this campaign signed receipts, so it has a code and no proof."
LATER = "The code can be checked once the game is over and opened, for then its secret is known."
NEVER = "This game is not opened, so none but its GM can check the code."


@value
class Covered:
    """An order on file, as a receipt covers it."""

    turn: int
    """The turn that it is for."""
    order: str
    """The order, as it is printed."""


@value
class OfReceipt:
    """What the check of one receipt came to."""

    code: str
    """Its code: turn, seat, revision, and what nobody can guess."""
    game: str
    """The short name of its game."""
    turn: int
    """The turn that it was given for."""
    true: bool
    """Whether it is true."""
    received: datetime | None
    """When the letter came that it was given for."""
    covers: tuple[Covered, ...]
    """The orders that it covers, if it is true."""
    words: tuple[str, ...]
    """The same in sentences; of one that is not true, what differs."""
    on_file: tuple[Covered, ...] = ()
    """What this campaign has on file of the same revision, if it is not true and nothing is sealed any more."""


def checked(data: bytes, campaign: Campaign | None, key: str = "") -> list[OfReceipt]:
    """Check every receipt in a text, a page or a letter; raises `SetupError` if there is none, or no key for it."""
    found = _best(data)
    if not found:
        raise SetupError(NO_RECEIPT)
    if campaign is None:
        if not key:
            raise SetupError(NO_KEY)
        return [_verdict(check(one, key_of(key))) for one in found]
    with campaign.reading() as work:
        public = key_of(key) if key else campaign.public_key(work.tx)
        return [_known(work, check(one, public), own=not key) for one in found]


def _best(data: bytes) -> list[Pasted]:
    """Find the receipts in the text of a file that shows them best; letters hold the same in several forms."""
    found = [receipts_in(text) for text in _texts(data[:MOST])]
    return max(found, key=lambda some: (sum(one.proof is not None for one in some), len(some)), default=[])


def _texts(data: bytes) -> Iterator[str]:
    if MAIL.match(data):
        for letter in _letters(data):
            read = worker.shared(Bounds().parse_time, Bounds().parse_bytes).read(letter, limits=Limits())
            yield "\n".join(read.lines)
            yield "\n".join(read.other)
        return
    text = decode(data, None).text
    if PAGE.search(text):
        yield "\n".join(to_lines(text))
    yield text


def _letters(data: bytes) -> Iterator[bytes]:
    """Go through a letter and those that were forwarded in it as they are."""
    yield data
    for part in message_from_bytes(data).walk():
        inside = part.get_payload() if part.get_content_type() == "message/rfc822" else None
        if isinstance(inside, list):
            yield from (one.as_bytes() for one in inside if isinstance(one, Message))


def _verdict(found: Checked, *more: str, on_file: tuple[Covered, ...] = ()) -> OfReceipt:
    pasted, lines = found.pasted, _covered((turn, line) for turn, line in found.lines if line is not None)
    received = pasted.proof.received_at if pasted.proof is not None and (found.true or found.head) else None
    title = f"Receipt {pasted.code.partition(',')[0]}{f' of {pasted.game}' if pasted.game else ''}"
    words = _true(title, found) if found.true else _untrue(title, found)
    turn = int(pasted.code.partition("-")[0])
    covers = lines if found.true else ()
    return OfReceipt(pasted.code, pasted.game, turn, found.true, received, covers, (*words, *more), on_file)


def _true(title: str, found: Checked) -> Iterator[str]:
    assert found.pasted.proof is not None, "else it could not be true"
    came = f"{found.pasted.proof.received_at:%a %Y-%m-%d %H:%M:%S} (UTC)"
    covers = ", and it proves the orders below and nothing else" if found.lines else "; no orders were on file after it"
    yield f"{title} is true. The letter came {came}{covers}."
    if found.others:
        yield f"{UNLIKE}: {'; '.join(found.others)}"


def _untrue(title: str, found: Checked) -> Iterator[str]:
    if found.pasted.proof is None:
        if found.pasted.game:
            yield f"{title} cannot be checked: {found.pasted.why}."
        else:
            yield f"{title} cannot be checked by itself. {UNSIGNED}"
        return
    yield f"{title} is not true."
    changed = [str(number) for number, (_, line) in enumerate(found.lines, 1) if line is None]
    if not found.head and len(changed) == len(found.lines) > 0:
        yield NOTHING
        return
    if not found.head:
        yield HEAD
    if changed:
        which = f"Orders {spoken(changed)} of the {len(found.lines)} that it covers do"
        which = f"Order {changed[0]} of the {len(found.lines)} that it covers does" if len(changed) == 1 else which
        yield f"{which} not stand in this text as signed."
    if found.others:
        yield f"{UNLIKE}: {'; '.join(found.others)}"
    if found.head and not changed:
        yield OTHER_KEY


def _known(work: Work, found: Checked, *, own: bool) -> OfReceipt:
    """Say what it came to, in the light of what this campaign has on file."""
    pasted = found.pasted
    if not pasted.game and own:
        return _by_code(work, found)
    game = games.named(work.tx, pasted.game)
    row = None if game is None else orders.of_receipt(work.tx, game.id, pasted.code)
    if not own or game is None:
        return _verdict(found)
    if not found.true:
        lines = () if row is None or is_sealed(game) else covered(orders.on_file_from(row.on_file), row.step)
        return _verdict(found, on_file=_covered(lines))
    if row is None:
        gone = "This campaign signed it, and has no such revision on file any more: was it restored from a backup?"
        return _verdict(found, gone)
    return _verdict(found, *_afterwards(work, game, row))


def _afterwards(work: Work, game: GameRow, row: OrdersRow) -> Iterator[str]:
    if row.set_aside_at is not None:
        yield "It counts no more: the turn before it was taken back afterwards."
        return
    newest = orders.newest_of(work.tx, game.id, Seat(row.seat), row.step)
    if newest is not None and newest.revision > row.revision:
        yield f"It was not the last: revision {newest.revision} came {newest.received_at:%Y-%m-%d %H:%M:%S} (UTC)."


def _by_code(work: Work, found: Checked) -> OfReceipt:
    """Check one from before receipts were signed: by its code, if the game's secret is open."""
    for game in games.games(work.tx):
        row = orders.of_receipt(work.tx, game.id, found.pasted.code)
        if row is None:
            continue
        if is_sealed(game):
            return _verdict(found, LATER if game.reveal is Reveal.FULL else NEVER)
        return _of_code(game, row, found)
    return _verdict(found, "No receipt of this campaign has this code.")


def _of_code(game: GameRow, row: OrdersRow, found: Checked) -> OfReceipt:
    file, who = orders.on_file_from(row.on_file), Seat(row.seat)
    code = receipt_code(game.secret, game.name, row.step, who, row.revision, file, row.received_at)
    lines = _covered((row.step, line) for line in file.lines(row.step))
    missing = [one.order for one in lines if not stands_in(found.pasted, one.order)]
    title = f"Receipt {code.partition(',')[0]} of {game.name}"
    if code != row.receipt:
        words = [f"{title} is not true.", "What this campaign has on file of it was changed: its code is another now."]
    elif missing:
        words = [f"{title} is not true.", f"Its code stands for orders that are not in this text: {'; '.join(missing)}"]
    else:
        words = [f"{title} is true by its code: it was given before receipts were signed, and the game is over."]
    true = code == row.receipt and not missing
    return OfReceipt(row.receipt, game.name, row.step, true, row.received_at, lines if true else (), tuple(words))


def _covered(lines: Iterable[tuple[int, str]]) -> tuple[Covered, ...]:
    return tuple(Covered(turn, line) for turn, line in lines)
