"""Steps: a game taken up where it stands, and one adjudication saved whole, once.

What is saved is finished first, which changes nothing and may be done in a transaction that only looks; to keep it then
takes a transaction that writes a short time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import SQLModel, col, select

from referee.engine.asks import NOTHING_GIVEN, Given
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.events import Event
from referee.engine.game import Game, ended, readers
from referee.engine.lexicon import Lexicon
from referee.engine.mends import ChangeOption
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.table import S, State, V
from referee.engine.values import named
from referee.store import chain, reports, rulings
from referee.store.codec import Codec
from referee.store.database import Transaction, same
from referee.store.errors import AlreadyPlayed, Damaged, NotThere
from referee.store.games import began, places, setup
from referee.store.games import game as game_row
from referee.store.reports import Composed
from referee.store.sqlite import replacing
from referee.store.tables import GameRow, Occasion, Status, StepRow
from referee.store.tables.columns import Ready, packed

GAME, STEP, VIEW = (SQLModel.metadata.tables[name] for name in ("game", "step", "view"))
HERE = same(STEP.c, "game", "step")
OUTPUT = select(STEP.c.state, STEP.c.events).where(*HERE)
PLAYED_AT = select(STEP.c.played_at).where(*HERE)
HASH = select(STEP.c.chain_hash).where(*HERE)
MUST_ACT = select(VIEW.c.seat).where(*same(VIEW.c, "game", "step", "must_act"))
STEP_OF_VIEWS = select(VIEW.c.seat, VIEW.c.step).where(VIEW.c.game == bindparam("game"))
VIEWS = select(VIEW.c.seat, VIEW.c.view).where(VIEW.c.game == bindparam("game"))
INSERT_STEP = insert(STEP)
REPLACE_VIEWS = replacing(VIEW)
MOVE_ON = update(GAME).where(
    GAME.c.id == bindparam("id_is"), GAME.c.step == bindparam("step_is"), GAME.c.status == bindparam("status_is")
)


@named
class Circumstances:
    """All that belongs to one adjudication besides its result.

    `orders` are the lines in force by seat, as printed; `due_at` is when the
    next step is due, None if there is none, and `deciding` are the seats that
    have a decision in it.
    """

    why: Occasion
    at: datetime
    orders: Mapping[Seat, Sequence[str]]
    given: Given = NOTHING_GIVEN
    letters: Sequence[Composed] = ()
    due_at: datetime | None = None
    deciding: Collection[Seat] = ()


@named
class Finished:
    """One step as it will lie in the store: what becomes of its game's row, its own row, its views and its letters.

    ``after`` is the game as it stands then.
    """

    game: int
    after: Game[Any, Any]
    before: Status
    moves: dict[str, Any]
    step: dict[str, Any]
    views: list[dict[str, Any]]
    letters: Sequence[Composed]

    @property
    def chain_hash(self) -> str:
        """What joins it to the steps before it."""
        return str(self.step["chain_hash"])

    @property
    def size(self) -> int:
        """How many bytes the game takes as it stands then."""
        views = sum(len(one["view"].stored) for one in self.views)
        return len(self.step["state"].stored) + len(self.step["events"].stored) + views


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One step in the list of a game's steps."""

    step: int
    played_at: datetime
    why: Occasion
    edition: str
    chain_hash: str


@named
class Played:
    """One step as it was stored: what replay needs, and what it must come to."""

    step: int
    edition: str
    orders: dict[Seat, tuple[str, ...]]
    given: Given
    state: State
    events: tuple[Event, ...]


class Stored(Mapping[Seat, V]):
    """Views as they are stored, each read when somebody looks: a letter wants one, a turn all."""

    def __init__(self, codec: Codec[Any, V], data: Mapping[Seat, bytes]) -> None:
        self._codec = codec
        self._data = data
        self._read: dict[Seat, V] = {}

    def __getitem__(self, seat: Seat) -> V:
        if seat not in self._read:
            self._read[seat] = self._codec.load_view(self._data[seat])
        return self._read[seat]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)


def load(tx: Transaction, codec: Codec[S, V], game_id: int) -> Game[S, V]:
    """Take up a game after its last step, in a time that does not grow with the game; raises `Damaged`."""
    row = game_row(tx, game_id)
    last = tx.rows(HASH, game=game_id, step=row.step)
    if not last:
        raise NotThere(f"Game {game_id} has no step {row.step}.")
    looking = {seat for seat, step in tx.rows(STEP_OF_VIEWS, game=game_id) if step == row.step}
    settled = as_now(tx, codec.rules, game_id, row.step)
    if looking != set(readers(settled)) or row.seed is None:
        raise Damaged(f"The views of game {row.name} are not those of step {row.step}.")
    ((chain_hash,),) = last
    game = tx.lately.find(game_id, codec.rules, chain_hash) or _read(tx, codec, row, settled)
    return replace(game, setup=settled)


def _read(tx: Transaction, codec: Codec[S, V], row: GameRow, settled: Setup) -> Game[S, V]:
    ((state, told),) = tx.rows(OUTPUT, game=row.id, step=row.step)
    views, events = dict(tx.rows(VIEWS, game=row.id)), codec.load_events(told)
    assert row.seed is not None, "looked at before"
    return Game(
        rules=codec.rules,
        setup=settled,
        seed=row.seed,
        step=row.step,
        state=codec.load_state(state),
        views=Stored(codec, {seat: views[seat] for seat in readers(settled)}),
        events=events,
        end=ended(events),
    )


def as_now(tx: Transaction, rules: Ruleset[S, V], game_id: int, step: int) -> Setup:
    """Return how a game began, with its options as they are after a step: the GM may have changed some since."""
    begun = setup(tx, game_id)
    options, lexicon = rules.completed(begun.options), Lexicon.of(())
    for line in rulings.changes(tx, game_id, step):
        one = rules.corrections.read(line, lexicon)
        assert isinstance(one, ChangeOption), "such a line is of this verb alone"
        with suppress(SetupError):  # then it changed nothing, and all were told so
            options = rules.changed(options, one.setting)
    return replace(begun, options=options)


def save(tx: Transaction, codec: Codec[S, V], game_id: int, game: Game[S, V], around: Circumstances) -> str:
    """Save a set-up (step 0) or a step with its views, letters and mails, and move the game on; return its chain hash.

    Raises `AlreadyPlayed` if the game is not just before this step, or not to
    be played now. Load, play and save in one writing transaction, so that no
    orders come in between; or see to it that none came before `keep`.
    """
    done = finish(tx, codec, game_id, game, around)
    keep(tx, done)
    return done.chain_hash


def finish(tx: Transaction, codec: Codec[S, V], game_id: int, game: Game[S, V], around: Circumstances) -> Finished:
    """Write a step down as it will be kept, packed and with its hashes; nothing is changed by that."""
    row, placed, edition = game_row(tx, game_id), places(tx, game_id), game.rules.edition
    orders: dict[str, list[str]] = {seat: list(lines) for seat, lines in around.orders.items()}
    state, events = codec.dump_state(game.state), codec.dump_events(game.events)
    given = codec.dump_given(around.given)
    into = chain.input_of(
        began(row, placed, game.seed), step=game.step, edition=edition, orders=orders, given=given
    )
    written = [chain.Written(x.seat, x.kind, x.number, x.subject, x.body, x.document, x.form) for x in around.letters]
    hashes = chain.hashes(into, chain.output_of(state, events, written), _last_hash(tx, game_id, game.step))
    step = {
        "game": game_id,
        "step": game.step,
        "played_at": around.at,
        "why": around.why,
        "edition": edition,
        "orders": orders,
        "given": Ready(packed(given)),
        "state": Ready(packed(state)),
        "events": Ready(packed(events)),
        **hashes.named(),
    }
    before = Status.INVITING if game.step == 0 else Status.RUNNING
    views = _views(codec, game_id, game.step, game.views, around.deciding)
    return Finished(
        game=game_id, after=game, before=before, moves=_moves(game, around), step=step, views=views,
        letters=around.letters,
    )


def keep(tx: Transaction, done: Finished) -> None:
    """Keep a finished step and move its game on; raises `AlreadyPlayed` if it stands elsewhere, or is not to go on."""
    _move_on(tx, done)
    step = tx.put(INSERT_STEP, **done.step)
    tx.run_all(REPLACE_VIEWS, done.views)
    reports.keep(tx, done.game, done.step["step"], done.letters, made_at=done.step["played_at"], of_step=step)
    tx.lately.note(done.game, done.after, done.chain_hash, done.size)


def must_act(tx: Transaction, game_id: int, step: int) -> frozenset[Seat]:
    """Name the seats that have a decision in the step after this one, as was found when this one was saved."""
    return frozenset(Seat(seat) for (seat,) in tx.rows(MUST_ACT, game=game_id, step=step, must_act=True))


def history(tx: Transaction, game_id: int) -> list[Past]:
    """List the steps of a game, oldest first."""
    query: Any = select(*(getattr(StepRow, name) for name in Past.__slots__)).where(StepRow.game == game_id)
    return [Past(**row._mapping) for row in tx.exec(query.order_by(col(StepRow.step)))]


def played_at(tx: Transaction, game_id: int, step: int) -> datetime:
    """Return when a step was played."""
    found: datetime = tx.value(PLAYED_AT, game=game_id, step=step)
    return found


def played(tx: Transaction, codec: Codec[S, V], game_id: int, step: int) -> Played:
    """Return one step with its input and output, to replay it or to print it again."""
    row = tx.one(StepRow, game=game_id, step=step)
    if row is None:
        raise NotThere(f"Game {game_id} has no step {step}.")
    return Played(
        step=step,
        edition=row.edition,
        orders={Seat(seat): tuple(lines) for seat, lines in row.orders.items()},
        given=codec.load_given(row.given),
        state=codec.load_state(row.state),
        events=codec.load_events(row.events),
    )


def events(tx: Transaction, codec: Codec[S, V], game_id: int, *, since: int = 0) -> list[tuple[int, tuple[Event, ...]]]:
    """Return the events of a game by step, from one step on."""
    query = select(StepRow.step, StepRow.events).where(StepRow.game == game_id, StepRow.step >= since)
    return [(step, codec.load_events(data)) for step, data in tx.exec(query.order_by(col(StepRow.step)))]


def _moves(game: Game[Any, Any], around: Circumstances) -> dict[str, Any]:
    """Return what becomes of a game's row with a step."""
    values: dict[str, Any] = {"step": game.step, "due_at": around.due_at, "status": Status.RUNNING}
    values |= {"on_time_until": None, "early_at": None, "anew": "", "closed": False}
    if game.step == 0:
        values |= {"seed": game.seed, "started_at": around.at, "edition": game.rules.edition}
    if game.end is not None:
        values |= {"status": Status.OVER, "ended_at": around.at, "due_at": None}
    return values


def _move_on(tx: Transaction, done: Finished) -> None:
    """Advance the game's row, on condition that it stands just before this step: a game is advanced once."""
    row, step = game_row(tx, done.game), done.step["step"]
    here = {"id_is": done.game, "step_is": step - 1, "status_is": done.before}
    if tx.run(MOVE_ON, **here, **done.moves) != 1:
        here_is = f"it is {row.status} after step {row.step}"
        raise AlreadyPlayed(f"Step {step} of {row.name} cannot be saved: {here_is}.")
    for name, value in done.moves.items():
        set_committed_value(row, name, value)


def views_folded(tx: Transaction, codec: Codec[S, V], game_id: int) -> dict[Seat, V]:
    """Return what every reader knows, folded from all that was told in a game."""
    began = setup(tx, game_id)
    views = {seat: codec.rules.view(seat, began) for seat in readers(began)}
    for _, happened in events(tx, codec, game_id):
        for seat, view in views.items():
            for one in happened:
                if one.to.includes(seat):
                    view.apply(one)
    return views


def save_views(
    tx: Transaction, codec: Codec[S, V], game_id: int, step: int, views: Mapping[Seat, V], deciding: Collection[Seat]
) -> None:
    """Keep what every reader knows after a step, and who has a decision next, in place of what was kept before."""
    tx.run_all(REPLACE_VIEWS, _views(codec, game_id, step, views, deciding))


def _views(
    codec: Codec[S, V], game_id: int, step: int, views: Mapping[Seat, V], deciding: Collection[Seat]
) -> list[dict[str, Any]]:
    return [
        {
            "game": game_id,
            "seat": seat,
            "step": step,
            "view": Ready(packed(codec.dump_view(view))),
            "must_act": seat in deciding,
        }
        for seat, view in views.items()
    ]


def _last_hash(tx: Transaction, game_id: int, step: int) -> str:
    if step == 0:
        return chain.START
    found = tx.rows(HASH, game=game_id, step=step - 1)
    return str(found[0][0]) if found else ""  # a step that nothing comes before is not kept
