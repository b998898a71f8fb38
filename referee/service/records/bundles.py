"""A game handed out as one file: whole, or as a seat or an observer may know it."""

from pathlib import Path

from referee import __version__
from referee.archive import bundle, replay, signature
from referee.archive.bundle import Sign, Signature
from referee.archive.record import Record
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.service.campaign import seal
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.records import newfile
from referee.service.records.record import read_by, record_of
from referee.store.tables import GameRow, Reveal, Status

PROGRAM = f"referee {__version__}"

FOR_THE_GM = (
    "This game was announced as one whose secrets are not opened. The file holds them: it is for its GM alone. What may"
    " go to others is made with --for."
)
GOES_ON = (
    "The game goes on, and the file holds every hand: it is for its GM alone. The players are told that it was made."
)


@value
class Exported:
    """A bundle that was written."""

    file: Path
    """Where it lies."""
    game: str
    """Of which game it is."""
    scope: str
    """whole, seat or observer."""
    reader: str
    """Whose knowledge it holds."""
    size: int
    """Its bytes."""
    remark: str = ""
    """What is to be said of it."""


def export(
    campaign: Campaign, game: str, file: Path, *, reader: str = GM, unsealed: bool = False, anew: bool = False
) -> Exported:
    """Write what a reader may know of a game into a file, that of the GM being all of it.

    Raises `SetupError`, before anything is looked at, where it is sealed and the GM did not ask to look, where the file
    may not be written, and for a game of which nothing was played.
    """
    newfile.may_write(file, anew=anew)
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        who = read_by(work, row, reader)
    if row.started_at is None:
        raise SetupError(f"Nothing of {row.title} was played yet, so there is nothing to hand out.")
    _look(campaign, row, who, asked=unsealed)
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        record = record_of(work, row, who)
        made = bundle_of(work, row, record)
    newfile.write(file, made, anew=anew)
    return Exported(file, row.name, record.scope, record.reader, len(made), _remark(row, record))


def bundle_of(work: Work, row: GameRow, record: Record) -> bytes:
    """Return a record as a bundle, signed with the campaign's key.

    Of a game that was brought in it is the bundle that it came from, with the signature that was on that.
    """
    draws = replay.drawn(record) if record.whole else {}
    if not row.bundle:
        return bundle.written(record, PROGRAM, sign=_signing(work), draws=draws)
    if not record.whole:
        return bundle.written(record, PROGRAM)
    by, program = row.bundle.get("signature"), str(row.bundle["program"])
    unsigned = bundle.written(record, program, draws=draws)
    if by is None:
        return unsigned
    head, kept = bundle.opened(unsigned)[bundle.HEAD], Signature(**by)
    true = signature.check(bytes.fromhex(kept.key), head, bytes.fromhex(kept.signature))
    return bundle.written(record, program, sign=lambda _: kept, draws=draws) if true else unsigned


def _look(campaign: Campaign, row: GameRow, reader: Seat, *, asked: bool) -> None:
    """Write down that the GM looks, for the players to be told; what is public is no look, and what is over is none.

    All of a game that goes on is written down even where nothing is sealed: no other look is like it.
    """
    if reader == OBSERVER or row.status is Status.OVER:
        return
    if reader != GM:
        seal.unseal(campaign, row.name, f"{reader}'s letters and orders", asked=asked)
        return
    if not asked:
        raise SetupError(
            f"{row.title} goes on, and all of it holds every hand. Add --unseal to have it all the same; the players"
            " are told. What a reader may know: --for SEAT, --for observer"
        )
    with campaign.store.writing() as tx:
        seal.record(tx, row, "the whole game", at=campaign.clock.now(), who=campaign.who)


def _signing(work: Work) -> Sign:
    key = work.campaign.signing_key(work.tx)

    def sign(said: bytes) -> Signature:
        return Signature(signature.public_half(key).hex(), signature.sign(key, said).hex())

    return sign


def _remark(row: GameRow, record: Record) -> str:
    if not record.whole:
        return ""
    if row.status is not Status.OVER:
        return GOES_ON
    return FOR_THE_GM if row.reveal is Reveal.NONE else ""
