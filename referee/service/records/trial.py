"""Whether a bundle is true: what can be computed of it is computed anew, and the game played again."""

from __future__ import annotations

from referee.archive import bundle, replay, signature
from referee.archive.bundle import Bundle, NoBundle
from referee.archive.record import Record
from referee.engine.chance import commitment, mixed
from referee.store import chain


def hold(found: Bundle, data: bytes) -> str:
    """Say what could not be looked at of the whole of a game that is over; raises `NoBundle` if it is not true."""
    record = found.record
    _signature(found, data)
    _luck(record)
    _chain(record)
    return _played(record)


def _signature(found: Bundle, data: bytes) -> None:
    head, by = bundle.opened(data)[bundle.HEAD], found.signature
    if by is None:
        return
    try:
        true = signature.check(bytes.fromhex(by.key), head, bytes.fromhex(by.signature))
    except ValueError:
        true = False
    if not true:
        raise NoBundle("The signature of this bundle is not one of its list of files: it was changed.")


def _luck(record: Record) -> None:
    chance, about = record.chance, record.about
    assert chance is not None, "it is whole"
    assert chance.secret is not None, "the game is over"
    if commitment(chance.secret) != about.commitment:
        raise NoBundle("The secret in this bundle is not the one that the game's commitment promised: it was changed.")
    if mixed(chance.secret, [(one.name, one.word) for one in about.seats]) != chance.seed:
        raise NoBundle("The seed in this bundle does not follow from the secret and the players' words.")


def _chain(record: Record) -> None:
    previous = chain.START
    for step in record.steps:
        assert step.sealed is not None, "it is whole"
        found = chain.hashes(bundle.input_bytes(record, step), bundle.output_bytes(record, step), previous)
        if found != step.sealed.hashes:
            raise NoBundle(f"Turn {step.step} in this bundle does not fit its hashes: it was changed.")
        previous = found.chain


def _played(record: Record) -> str:
    """Play it again; say which turns could not be."""
    assert record.chance is not None, "it is whole"
    assert record.chance.seed is not None, "it was played"
    unplayed = []
    for step, again in zip(record.steps, _again(record, record.chance.seed), strict=True):
        if again.game is None:
            unplayed.append(step.step)
        elif not again.is_as(step):
            raise NoBundle(f"Played again, turn {step.step} in this bundle comes to something else.")
    if not unplayed:
        return ""
    return f"Turns {unplayed[0]} to {unplayed[-1]} could not be played again: this program has not their edition."


def _again(record: Record, seed: bytes) -> list[replay.Again]:
    try:
        return list(replay.replayed(record.about, record.steps, seed))
    except Exception as error:
        raise NoBundle("The game in this bundle can't be played again: it was changed.") from error
