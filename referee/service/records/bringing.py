"""A bundle brought into a campaign as a game that is over: looked through first, then kept whole or not at all."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, select

from referee import games as rulesets
from referee.archive import bundle, forms, packing, verification
from referee.archive.bundle import Bundle, NoBundle
from referee.archive.record import WHOLE, Record, Revision, Step
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import short_name
from referee.service.campaign.policy import Policy
from referee.service.deadlines.deadline import DeadlineRule, zone_named
from referee.service.people.handover import nobody
from referee.service.records.record import record_of
from referee.store import integrity, steps
from referee.store.codec import audience_to, on_file_to
from referee.store.orders import packed_sheet
from referee.store.rulings import WITHDRAWN
from referee.store.tables import GameRow, Occasion, Reveal, SeatRow, Status
from referee.store.tables.columns import packed

INSERT = {
    name: insert(SQLModel.metadata.tables[name])
    for name in ("step", "undone", "orders", "report", "press", "ruling", "action")
}

WRONG = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, IntegrityError)
"""What values come to that are not such as a game has."""

NOT_A_GAME = "This bundle does not hold together as a game does, so nothing of it was kept: it was changed."


@value
class BroughtIn:
    """A game that was brought in."""

    name: str
    """Its short name here."""
    title: str
    """What its letters call it."""
    turns: int
    """How many of its turns were adjudicated."""
    remark: str = ""
    """What could not be looked at of it."""


def bring_in(campaign: Campaign, file: Path, name: str = "") -> BroughtIn:
    """Bring the game of a bundle in, under its own name or another; raises `SetupError` and keeps nothing of it.

    It is refused if it is no bundle, not the whole of a game that is over, or not true: everything that can be computed
    of it is computed anew, and the game is played again.
    """
    data = _data(file)
    found = bundle.read(data)
    if (why := _refusal(found.record)) is not None:
        raise NoBundle(why)
    remark = _proved(data)
    name = short_name(name or found.record.about.name)
    with campaign.writing() as work:
        _is_free(work, name)
        try:
            row = _kept(work, found, name)
            _understood(row)
            same = record_of(work, row, found.record.reader) == found.record and not integrity.verify(work.tx, row.id)
        except WRONG as error:
            raise NoBundle(NOT_A_GAME) from error
        if not same:
            raise NoBundle(NOT_A_GAME)
        work.record("import", game=row.id, details={"as": name})
    return BroughtIn(name, row.title, row.step, remark)


def _data(file: Path) -> bytes:
    if not file.is_file():
        raise SetupError(f"{file}: there is no such file.")
    if file.stat().st_size > packing.MOST:
        raise NoBundle(f"{file} is larger than any bundle.")
    return file.read_bytes()


def _proved(data: bytes) -> str:
    """Say what could not be looked at of a bundle; raises `NoBundle` if something in it was changed."""
    proof = verification.verify(data)
    if not proof.good:
        first = proof.ordered()[0]
        raise NoBundle(f"This bundle is not as it was made. In {first.place}: {first.said} {first.means}")
    return " ".join(f"Not looked at: {one}" for one in proof.unchecked)


def _refusal(record: Record) -> str | None:
    """Say why a bundle that is one is not brought in, if so."""
    about = record.about
    if record.scope != WHOLE:
        who = f"{record.reader} knows" if record.reader else "anybody may know"
        return f"This bundle holds what {who} of {about.title}. A game is brought in whole, from its GM's bundle."
    if about.status != Status.OVER or about.ended_at is None:
        return f"{about.title} was not over when this bundle was made. What is brought in is a game that is."
    try:
        rulesets.find(about.ruleset)
    except LookupError as error:
        return f"This program can't show a game of {about.ruleset}. {error}"
    return None


def _is_free(work: Work, name: str) -> None:
    """Refuse a name that a game has or, for the log keeps its entries, that a deleted one had."""
    if work.tx.exec(select(GameRow).where(func.lower(GameRow.name) == name.lower())).first() is not None:
        raise SetupError(f"There is, or was, a game {name} here. Bring this one in under another name: --as NAME")


def _kept(work: Work, found: Bundle, name: str) -> GameRow:
    record, tx = found.record, work.tx
    row = tx.save(_game(found, name))
    who = nobody(tx, row.zone, work.now).id
    for place, seat in enumerate(record.about.seats, 1):
        tx.add(
            SeatRow(
                game=row.id, place=place, name=seat.name, player=who, wishes=list(seat.wishes), word=seat.word,
                joined_at=row.created_at, vacant_since=row.ended_at,
            )
        )  # fmt: skip
    tx.flush()
    played = {one.step: tx.put(INSERT["step"], game=row.id, **_step(one, why=True)) for one in record.steps}
    undone = [
        tx.put(INSERT["undone"], game=row.id, undone_at=one.undone_at, reason=one.reason, **_step(one.step))
        for one in record.undone
    ]
    if not work.campaign.stands_still(row):
        codec = work.campaign.kit_of(row).codec
        steps.save_views(tx, codec, row.id, row.step, steps.views_folded(tx, codec, row.id), ())
    for table, rows in _lists(record, played, undone).items():
        if rows:
            tx.execute(INSERT[table], [{"game": row.id} | one for one in rows])
    tx.expire_all()
    return row


def _understood(row: GameRow) -> None:
    """Read what is read whenever games are listed: a value that is none would stop more than this game."""
    Policy.of(row)
    zone = zone_named(row.zone)
    if row.deadline:
        DeadlineRule.read(row.deadline, zone)


def _game(found: Bundle, name: str) -> GameRow:
    about, chance = found.record.about, found.record.chance
    assert chance is not None, "it is whole"
    assert chance.secret is not None, "the game is over"
    said: dict[str, Any] = {"name": about.name, "program": found.program}
    if found.signature is not None:
        said["signature"] = forms.plain(found.signature)
    return GameRow(
        name=name,
        options=dict(about.options),
        secret=chance.secret,
        seed=chance.seed,
        status=Status.OVER,
        reveal=Reveal(about.reveal),
        policy=dict(about.policy),
        bundle=said,
        **_fields(about, "name", "options", "seats", "status", "reveal", "policy", "due_at", "end"),
    )


def _step(one: Step, *, why: bool = False) -> dict[str, Any]:
    assert one.sealed is not None, "it is of the whole record"
    hashes = one.sealed.hashes
    row = _fields(one, "orders", "answers", "sealed") | {
        "orders": {seat: list(lines) for seat, lines in one.orders.items()},
        "given": one.sealed.given,
        "state": one.sealed.state,
        "input_hash": hashes.input,
        "output_hash": hashes.output,
        "previous_hash": hashes.previous,
        "chain_hash": hashes.chain,
    }
    return row | ({"why": Occasion(one.sealed.why)} if why else {})


def _lists(record: Record, played: Mapping[int, int], undone: list[int]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of what is a list in the record; the letters know by their numbers what they tell of."""
    return {
        "orders": [_orders(one) for one in record.orders],
        "report": [
            _fields(one, "played") | {
                "body": packed(one.body.encode(), one.document.encode()),
                "form": list(one.form),
                "of_step": played[one.step] if one.played else None,
                "undone": undone[one.undone - 1] if one.undone is not None else None,
            }
            for one in record.letters
        ],
        "press": [_fields(one) | {"addressees": list(one.addressees)} for one in record.press],
        "ruling": [
            _fields(one, "corrects", "to") | {
                "step": WITHDRAWN if one.step is None else one.step,
                "answer": one.answer.encode() if one.answer is not None else None,
                "audience": audience_to(one.to) if one.to is not None else {},
                "who": "GM",
            }
            for one in record.rulings
        ],
        "action": [
            _fields(one, "words", "to") | {"audience": audience_to(one.to) if one.to is not None else {}}
            for one in record.acts
        ],
    }  # fmt: skip


def _orders(one: Revision) -> dict[str, Any]:
    on_file = on_file_to(one.on_file)
    return _fields(one) | {"on_file": on_file, "sheet": packed_sheet(one.sheet, on_file)}


def _fields(one: Any, *but: str) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__slots__ if name not in but}
