"""What a GM may look at: games, seats, letters in and out, as plain values without secrets."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from sqlmodel import col, select

from referee.engine.ruleset import Ruleset
from referee.engine.setup import SignUp
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named
from referee.service.campaign.policy import described
from referee.service.records.pages import (
    GameLine,
    GamePage,
    LetterLine,
    MailLine,
    Overview,
    PressLine,
    SeatLine,
    Setting,
    TurnPage,
    made,
)
from referee.store import games, inbox, mails, orders, people, steps
from referee.store.database import Transaction
from referee.store.games import Listed
from referee.store.orders import Pauses
from referee.store.tables import GameRow, LetterRow, MailRow, Reading, Reveal, SeatRow, Sending, Status


def game_list(campaign: Campaign) -> list[GameLine]:
    """List all games, oldest first."""
    with campaign.store.reading() as tx:
        return _lines(tx)


def game_page(campaign: Campaign, game: str) -> GamePage:
    """Return all about one game; raises `SetupError` that names those there are."""
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        still = campaign.stands_still(row)
        rules = campaign.kit(row.ruleset).rules if still else campaign.kit_of(row).rules
        return made(
            GamePage,
            row,
            line=_lines(work.tx, row)[0],
            edition=row.edition if row.started_at is not None else rules.edition,
            stands_still=still,
            options=steps.as_now(work.tx, rules, row.id, row.step).options,
            reveal=row.reveal.value,
            public_key=campaign.public_key(work.tx).hex(),
            created=row.created_at,
            started=row.started_at,
            ended=row.ended_at,
            seats=tuple(_seats(work, row, rules)),
        )


def turn_page(work: Work, row: GameRow) -> TurnPage:
    """Say how the open turn of a game stands; nobody must act in one that is not being played."""
    from referee.service.table.table import TableTop

    (line,) = _lines(work.tx, row)
    if row.status in (Status.INVITING, Status.OVER):
        return TurnPage(line, (), (), (), (), False, 0)
    top = TableTop.load(work, row, work.now)
    waiting = [q for q in orders.asked(work.tx, row.id, top.step) if q.closes_at > work.now]
    must_act = tuple(top.game.pending())
    silent, standing = tuple(top.silent()), tuple(top.standing())
    return TurnPage(line, must_act, silent, standing, tuple(top.waiting()), top.ready(), len(waiting))


def reveal_of(everything: bool) -> Reveal:
    """Return what is opened after the end: everything or nothing."""
    return Reveal.FULL if everything else Reveal.NONE


def letters_in(campaign: Campaign, *, state: str = "", limit: int = 50) -> list[LetterLine]:
    """List the newest letters that came in, in one state if given, oldest first."""
    query = select(LetterRow).order_by(col(LetterRow.id).desc()).limit(limit)
    if state:
        query = query.where(LetterRow.state == Reading(state))
    with campaign.store.reading() as tx:
        rows = tx.exec(query).all()
        names = games.names(tx, [row.game for row in rows])
        return [_letter(row, names) for row in reversed(rows)]


def mails_out(campaign: Campaign, *, everything: bool = False, limit: int = 50) -> list[MailLine]:
    """List the newest mails that wait or failed, or all, oldest first."""
    query = select(MailRow).order_by(col(MailRow.id).desc())
    if not everything:
        query = select(MailRow).where(mails.NOT_SENT).order_by((col(MailRow.id) + 0).desc())  # not through all mails
    with campaign.store.reading() as tx:
        rows = tx.exec(query.limit(limit)).all()
        names = games.names(tx, [row.game for row in rows])
        return [_mail(row, names) for row in reversed(rows)]


def same_person(campaign: Campaign, game: str, seat: str) -> str:
    """Say which other seats may be the same person's as one; nothing where none seems to be."""
    from referee.service.people import seating

    with campaign.store.reading() as tx:
        return seating.same_person(tx, game_named(tx, game), seat)


def press_list(campaign: Campaign, game: str, turn: int | None = None) -> list[PressLine]:
    """List the press of a game, of one turn if given."""
    with campaign.store.reading() as tx:
        rows = orders.press(tx, game_named(tx, game).id, turn)
        return [PressLine(r.step, r.written_at, r.seat, tuple(r.addressees), r.body) for r in rows]


def overview(campaign: Campaign) -> Overview:
    """Return a campaign at a glance, all of it as it stood at one moment."""
    from referee.service.turns.attention import attention  # which reads much that a list of games has no need of

    with campaign.reading() as work:
        counts = mails.counts(work.tx)
        return Overview(
            name=campaign.settings.campaign.name,
            games=tuple(_lines(work.tx)),
            unread=inbox.count_waiting(work.tx),
            held=len(inbox.held(work.tx)),
            queued=counts[Sending.QUEUED],
            failed=counts[Sending.FAILED] + counts[Sending.DEAD],
            attention=tuple(attention(work)),
        )


def _lines(tx: Transaction, row: GameRow | None = None) -> list[GameLine]:
    """Say in a line how each game stands, or one, by a query for all."""
    pauses = {one.game: one for one in orders.in_play(tx)}
    return [_line(game, pauses.get(game.id)) for game in games.listed(tx, row.id if row else None)]


def _line(game: Listed, pauses: Pauses | None) -> GameLine:
    asked = pauses if game.due_at is None else None
    return made(
        GameLine,
        game,
        edition=game.edition if game.started_at is not None else "",
        status=game.status.value,
        turn=max(game.step, 0) if game.status is Status.OVER else max(game.step + 1, 1),
        due=game.due_at,
        pauses=asked.stops if asked else 0,
        answers_until=asked.until if asked else None,
        early=game.early_at,
    )


def live_remark(campaign: Campaign, game: str) -> str:
    """Say what a GM should know who has created a live game; nothing of another."""
    with campaign.store.reading() as tx:
        row = game_named(tx, game)
    rules = campaign.kit_of(row).rules
    usual = {option.name: option.default for option in rules.options}
    if not rules.pace.live or row.options[rules.pace.live] == usual[rules.pace.live]:
        return ""
    hours = row.live_pause.total_seconds() / 3600
    return (
        f"This is a live game: a turn stops for {hours:g} hours at each decision that it asks by mail, and one of "
        f"many combats may stop a dozen times. referee turn run {row.name} closes the questions that are open."
    )


def _seats(work: Work, row: GameRow, rules: Ruleset[Any, Any]) -> list[SeatLine]:
    """List the seats; before the start with what their players wish for, then with the characters that they play."""
    out, rows, begun = [], games.seats(work.tx, row.id), row.status is not Status.INVITING
    parts = rules.seating.parts([SignUp(s.name, tuple(s.wishes)) for s in rows], row.options)
    for seat, part in zip_longest(rows, parts):
        vacant = seat.vacant_since is not None  # `seat.player` is who had it last
        person = people.player(work.tx, seat.player)
        known = [] if vacant else people.addresses_of(work.tx, seat.player)
        address, bounces = (known[0].address, known[0].bouncing_since is not None) if known else ("", False)
        lent = people.substitute_of(work.tx, row.id, seat.name) is not None
        wishes = () if begun else part.wishes if part else tuple(seat.wishes)
        out.append(
            made(
                SeatLine,
                seat,
                player="" if vacant else person.name,
                character=part.character if part and begun else "",
                address=address,
                zone="" if vacant else person.zone,
                bounces=bounces,
                joined=seat.joined_at,
                proved=seat.proved_at,
                vacant=vacant,
                lent=lent,
                wishes=wishes,
                remark=_remark(seat, wishes, bounces=bounces, lent=lent),
            )
        )
    return out


def _remark(seat: SeatRow, wishes: Sequence[str], *, bounces: bool, lent: bool) -> str:
    """Say what the GM should know of a seat, in a few words."""
    if seat.vacant_since is not None:
        return "played by the referee" if seat.bot else "no player"
    proof = "mail comes back" if bounces else "" if seat.proved_at else "no letter from them yet"
    wished = f"wishes: {'; '.join(wishes)}" if wishes else ""
    return ", ".join(filter(None, (proof, "a substitute" if lent else "", wished)))


def _letter(row: LetterRow, names: Mapping[int | None, str]) -> LetterLine:
    game, seat = names[row.game], row.seat or ""
    return LetterLine(row.id, row.received_at, row.state.value, row.outcome, row.envelope_sender, game, seat, row.note)


def _mail(row: MailRow, names: Mapping[int | None, str]) -> MailLine:
    waits = row.state is Sending.QUEUED
    return made(
        MailLine,
        row,
        made=row.made_at,
        game=names[row.game],
        seat=row.seat or row.address or "",
        state=row.state.value,
        next=row.next_at if waits else None,
        sent=row.sent_at,
    )


def policy_of(campaign: Campaign, game: str = "") -> list[Setting]:
    """List the settings of a game beside its rules, or the defaults."""
    with campaign.store.reading() as tx:
        found = described(game_named(tx, game) if game else None)
    return [Setting(name, *one) for name, one in found.items()]
