"""Letters as they came, and the tokens that say whose an answer is.

A letter is kept before it is acknowledged, read later, never thrown away. A token stands in a reply address.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, exists, func, insert, not_, or_, text, union_all, update
from sqlmodel import SQLModel, col, select

from referee.store.database import Transaction, same
from referee.store.errors import NotThere
from referee.store.sqlite import given, listed
from referee.store.tables import LetterRow, Reading, Status, TokenRow

SPOKE = ("orders filed", "question answered", "nothing new")
"""What became of letters that were believed, in the words of `service.letters.outcome`."""

SIGNED_UP = "sign-up"

DROPPED = ("discarded by the GM", "not the player's, they say")
"""Of letters that were dropped; who sends the same once more is heard."""

MOST_TRIES = 3
"""A letter whose reading was cut off more often than this is read last."""

UNREAD = text("letter.state IN ('stored', 'read')")
"""In the words of the index, which SQLite takes only for what it sees written out.

It would take that of a game's letters instead, however few wait, for `game = ? OR game IS NULL`; not for `coalesce`.
"""

HELD = text("letter.state = 'held'")
LETTER = SQLModel.metadata.tables["letter"].c
HELD_IN = (
    select(LETTER.id, LETTER.seat, LETTER.received_at, LETTER.outcome)
    .where(HELD, func.coalesce(LETTER.game, bindparam("game")) == bindparam("game"))
    .order_by(LETTER.id)
)

GAME = SQLModel.metadata.tables["game"].c
LATE = exists().where(GAME.id == LETTER.game, GAME.status == Status.RUNNING, GAME.due_at <= LETTER.received_at)
"""A letter is known to be for the turn after one that is due."""

TO_READ = (
    select(LETTER.id)
    .where(UNREAD, not_(LATE))
    .order_by(LETTER.tries > MOST_TRIES, LETTER.received_at, LETTER.id)
    .limit(bindparam("limit"))
)
FIRST_TO_READ = select(func.min(LETTER.received_at)).where(UNREAD, not_(LATE))
UNREAD_BEFORE = select(LETTER.id).where(UNREAD, LETTER.received_at < bindparam("moment")).limit(1)
UNREAD_IN = UNREAD_BEFORE.where(func.coalesce(LETTER.game, bindparam("game")) == bindparam("game"))

SAME_BYTES = select(LETTER.id).where(*same(LETTER, "sha256", "recipient"))
INSERT = insert(SQLModel.metadata.tables["letter"])
SAME_WORDS = select(LETTER.id).where(
    *same(LETTER, "player", "game", "message_id", "body_sha256"),
    LETTER.state == Reading.DONE,
    *(LETTER.outcome != dropped for dropped in DROPPED),
    LETTER.id != bindparam("but"),
)

SEAT = SQLModel.metadata.tables["seat"].c
SITTING = select(SEAT.player).where(SEAT.game == bindparam("game"), SEAT.vacant_since.is_(None))
LAST_SPOKEN = select(func.coalesce(func.max(LETTER.step), 0)).where(
    LETTER.game == bindparam("game"),
    LETTER.player.in_(SITTING),
    LETTER.state == Reading.DONE,
    or_(*(LETTER.outcome == spoke for spoke in SPOKE)),
)
TOKEN = SQLModel.metadata.tables["token"].c
ALIVE = (
    select(TOKEN.seat, TOKEN.token)
    .where(*same(TOKEN, "game", "step"), TOKEN.dead_at.is_(None))
    .order_by(TOKEN.made_at)
)
INSERT_TOKEN = insert(SQLModel.metadata.tables["token"])
MAIL = SQLModel.metadata.tables["mail"].c
CONFIRMATION = SQLModel.metadata.tables["confirmation"].c
CANDIDATES = listed("candidates")
_KEY = union_all(
    select(TOKEN.token.label("key")).where(TOKEN.token.in_(CANDIDATES), TOKEN.dead_at.is_(None)),
    select(MAIL.return_token).where(MAIL.return_token.in_(CANDIDATES)),
    select(CONFIRMATION.code).where(CONFIRMATION.code.in_(CANDIDATES)),
).subquery()
KEYS = select(_KEY.c.key)
"""Those of a list, given as JSON, that are keys; however many they are, the statement is the same."""


class Held(NamedTuple):
    """A letter that waits for the GM or for a confirmation: whose it claims to be, and why it was held."""

    id: int
    seat: str | None
    received_at: datetime
    outcome: str


STATE = select(LetterRow.state).where(LetterRow.id == bindparam("letter_id"))


def keep(
    tx: Transaction,
    raw: bytes,
    *,
    sender: str,
    recipient: str,
    source: str,
    received_at: datetime,
    kept_at: datetime | None = None,
    truncated: bool = False,
) -> tuple[int, bool]:
    """Keep a letter; return its number and whether it is new: the same bytes to one recipient are one letter."""
    digest = hashlib.sha256(raw).hexdigest()
    there = tx.rows(SAME_BYTES, sha256=digest, recipient=recipient)
    if there:
        return there[0][0], False
    number = tx.put(
        INSERT,
        raw=raw,
        sha256=digest,
        envelope_sender=sender,
        recipient=recipient,
        source=source,
        received_at=received_at,
        kept_at=kept_at,
        truncated=truncated,
    )
    return number, True


def letter(tx: Transaction, letter_id: int) -> LetterRow:
    """Return one letter."""
    row = tx.at(LetterRow, letter_id)
    if row is None:
        raise NotThere(f"There is no letter {letter_id}.")
    return row


def to_read(tx: Transaction, limit: int = 100) -> list[int]:
    """List the letters that wait to be read, by id, as our mail server had them; also those whose reading was cut off.

    One that was cut off again and again comes after the others, for it is perhaps what cuts us off.
    One that was found to have come after its game's deadline is left out until that turn is adjudicated, the deadline
    moved, or the game held.
    """
    return [number for (number,) in tx.rows(TO_READ, limit=limit)]


def first_to_read(tx: Transaction) -> datetime | None:
    """Return when the first of the letters came that wait to be read."""
    first: datetime | None = tx.value(FIRST_TO_READ)
    return first


def count_waiting(tx: Transaction) -> int:
    """Count the letters that have not been read to their end, also those that must wait for an adjudication."""
    return tx.exec(select(func.count()).select_from(LetterRow).where(UNREAD)).one()


def unread_before(tx: Transaction, moment: datetime, game: int | None = None) -> bool:
    """Say whether a letter that came before a moment has not been read to its end.

    With a game, one that is known to be another's does not count: it may wait for that game.
    """
    if game is None:
        return bool(tx.rows(UNREAD_BEFORE, moment=moment))
    return bool(tx.rows(UNREAD_IN, moment=moment, game=game))


def put_back(tx: Transaction, letter_id: int, *, game: int | None = None) -> None:
    """Let a letter wait as if its reading had not begun; `game` is the one whose turn must be adjudicated first."""
    row = letter(tx, letter_id)
    tx.change(row, state=Reading.STORED, tries=0, game=game if game is not None else row.game)


def is_being_read(tx: Transaction, letter_id: int) -> bool:
    """Say whether the reading of a letter has begun and not come to its end."""
    return tx.rows(STATE, letter_id=letter_id) == [(Reading.READ,)]


def begin(tx: Transaction, row: LetterRow) -> None:
    """Mark that the reading of a letter begins, in a transaction of its own; `tries` tells one that crashes us."""
    tx.change(row, state=Reading.READ, tries=row.tries + 1)


def settle(
    tx: Transaction,
    letter_id: int,
    outcome: str,
    *,
    state: Reading = Reading.DONE,
    note: str = "",
    message_id: str | None = None,
    body_sha256: str | None = None,
    game: int | None = None,
    seat: str | None = None,
    player: int | None = None,
    step: int | None = None,
) -> LetterRow:
    """Write down what became of a letter, and whose it was; what is not given stays."""
    row = letter(tx, letter_id)
    found = {"message_id": message_id, "body_sha256": body_sha256, "game": game, "seat": seat, "player": player}
    given = {name: value for name, value in (found | {"step": step}).items() if value is not None}
    tx.change(row, state=state, outcome=outcome, note=note, **given)
    return row


def held(tx: Transaction) -> list[LetterRow]:
    """List the letters that wait for the GM or for a confirmation, oldest first."""
    return list(tx.exec(select(LetterRow).where(HELD).order_by(col(LetterRow.id))))


def held_in(tx: Transaction, game: int) -> list[Held]:
    """List the held letters of a game, and those of no game, oldest first, without reading them."""
    return [Held(*row) for row in tx.rows(HELD_IN, game=game)]


def newest(tx: Transaction, game: int) -> int:
    """Return the number of the newest letter to a game; 0 if none came."""
    return tx.exec(select(func.coalesce(func.max(LetterRow.id), 0)).where(LetterRow.game == game)).one()


def from_senders(tx: Transaction, most: int) -> list[bytes]:
    """Return so many of the newest letters as they came, reports of mail systems apart, newest first."""
    query = select(LetterRow.raw).where(LetterRow.envelope_sender != "").order_by(col(LetterRow.id).desc())
    return list(tx.exec(query.limit(most)))


def held_of(tx: Transaction, player: int) -> list[LetterRow]:
    """List the held letters that claim to be this player's, oldest first."""
    return [row for row in held(tx) if row.player == player]


def same_as(tx: Transaction, player: int, message_id: str, body_sha256: str, *, game: int, but: int) -> bool:
    """Say whether an earlier settled letter of this player to this game has the same Message-ID and words.

    It came by another route. One letter may be for two of their games.
    """
    words = {"player": player, "game": game, "message_id": message_id, "body_sha256": body_sha256, "but": but}
    return bool(tx.rows(SAME_WORDS, **words))


def same_command(
    tx: Transaction, game: int, message_id: str, body_sha256: str, outcome: str, *, but: int
) -> LetterRow | None:
    """Find an earlier letter of the GM's commands with the same Message-ID and words, which came by another route."""
    alike = tx.having(LetterRow, game=game, outcome=outcome, message_id=message_id, body_sha256=body_sha256)
    return next((row for row in alike if row.id != but), None)


def count_commands(tx: Transaction, game: int, outcome: str, since: datetime) -> int:
    """Count the letters of the GM's commands to a game that came since then."""
    query = select(func.count()).where(LetterRow.game == game, LetterRow.outcome == outcome)
    return tx.exec(query.where(col(LetterRow.received_at) > since)).one()


def count_ended(tx: Transaction, player: int, outcomes: Sequence[str], since: datetime) -> int:
    """Count the letters of a player that came since then and had one of these ends."""
    query = select(func.count()).where(LetterRow.player == player, col(LetterRow.outcome).in_(outcomes))
    return tx.exec(query.where(col(LetterRow.received_at) > since)).one()


def of_turn(
    tx: Transaction, game: int, step: int, since: datetime, until: datetime, players: Collection[int]
) -> list[LetterRow]:
    """List the letters to a step of a game, oldest first: by its key, by another that came meanwhile, or by none.

    Those that are to no game count if they are from one of the ``players``.
    """
    meanwhile = (col(LetterRow.received_at) >= since) & (col(LetterRow.received_at) <= until)
    to_it = (col(LetterRow.game) == game) & ((col(LetterRow.step) == step) | meanwhile)
    of_them = col(LetterRow.game).is_(None) & col(LetterRow.player).in_(players) & meanwhile
    return list(tx.exec(select(LetterRow).where(to_it | of_them).order_by(col(LetterRow.id))))


def of_player(tx: Transaction, player: int) -> list[LetterRow]:
    """List the letters that were found to be this player's, oldest first."""
    return tx.having(LetterRow, player=player)


def has_spoken(tx: Transaction, game: int, seat: str, player: int, *, but: int) -> bool:
    """Say whether another letter of a player for their seat was believed, in any step or before the first."""
    query = select(LetterRow.id).where(LetterRow.game == game, LetterRow.seat == seat, LetterRow.player == player)
    query = query.where(col(LetterRow.outcome).in_((*SPOKE, SIGNED_UP)), LetterRow.id != but)
    return tx.exec(query.limit(1)).first() is not None


def last_spoken(tx: Transaction, game: int) -> int:
    """Return the last step in which a letter of who sits in a game was believed there; 0 if none was in any."""
    return int(tx.value(LAST_SPOKEN, game=game))


def spoke(tx: Transaction, game: int, seat: str, player: int, step: int, *, since: datetime) -> bool:
    """Say whether a letter of a player for their seat came ``since`` then and was believed, whatever it brought."""
    query = select(LetterRow.id).where(LetterRow.game == game, LetterRow.seat == seat, LetterRow.player == player)
    query = query.where(LetterRow.step == step, LetterRow.state == Reading.DONE, col(LetterRow.received_at) >= since)
    return tx.exec(query.where(col(LetterRow.outcome).in_(SPOKE)).limit(1)).first() is not None


class NewToken(NamedTuple):
    """A token to be kept, of a seat or of the GM, for the orders of one step."""

    token: str
    game: int
    seat: str
    step: int
    player: int | None
    made_at: datetime


def give_token(
    tx: Transaction, key: str, *, game: int, seat: str, step: int, player: int | None, at: datetime
) -> TokenRow:
    """Keep a new token of a seat (or of the GM) for the orders of one step."""
    give_tokens(tx, [NewToken(key, game, seat, step, player, at)])
    row = token(tx, key)
    assert row is not None
    return row


def give_tokens(tx: Transaction, new: Sequence[NewToken]) -> None:
    """Keep the new tokens of a step in one go."""
    assert all(one.token == one.token.lower() for one in new), "tokens are lower case"
    tx.run_all(INSERT_TOKEN, [one._asdict() for one in new])


def token(tx: Transaction, key: str) -> TokenRow | None:
    """Find a token, dead or alive, whatever its case: `dead_at` and `step` say what it is still good for."""
    return tx.at(TokenRow, key.lower())


def newest_token(tx: Transaction, player: int) -> TokenRow | None:
    """Return the newest token that a player was given for a seat, dead or alive."""
    return tx.one(TokenRow, "-made_at", player=player)


def living_token(tx: Transaction, game: int, seat: str, step: int) -> TokenRow | None:
    """Return the newest living token of a seat for the orders of one step."""
    return tx.one(TokenRow, "-made_at", game=game, seat=seat, step=step, dead_at=None)


def living_tokens(tx: Transaction, game: int, step: int) -> dict[str, str]:
    """Return the newest living token of every seat (and of the GM) that has one for a step."""
    return dict(tx.rows(ALIVE, game=game, step=step))


def kill_tokens(tx: Transaction, game: int, seat: str, at: datetime) -> int:
    """Let all tokens of a seat die, as when its player is replaced or one leaked; say how many."""
    dying = update(TokenRow).where(col(TokenRow.game) == game, col(TokenRow.seat) == seat)
    return tx.exec(dying.where(col(TokenRow.dead_at).is_(None)).values(dead_at=at)).rowcount


def drop_tokens(tx: Transaction, game: int, seat: str) -> None:
    """Let go of the tokens of a place that was given up before the start: what comes to them is for no seat."""
    tx.exec(delete(TokenRow).where(col(TokenRow.game) == game, col(TokenRow.seat) == seat))


def keys_among(tx: Transaction, candidates: Collection[str]) -> set[str]:
    """Return those of the candidates that are living tokens, codes, or stand in the return path of a mail."""
    return {key for (key,) in tx.rows(KEYS, candidates=given(candidates))}
