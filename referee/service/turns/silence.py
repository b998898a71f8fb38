"""Who must act and has nothing on file (no moves received), who is excused, and what follows of it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from referee.engine.audience import Seat
from referee.engine.lexicon import spoken
from referee.engine.values import value
from referee.reports.parts import Kind
from referee.service.campaign.campaign import Work
from referee.service.campaign.policy import Policy, Record, SilenceThen
from referee.service.campaign.remedies import answered_or
from referee.service.deadlines.notices import alarm, recorded
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import attendance, games, inbox, orders, reports, steps
from referee.store.database import Transaction
from referee.store.tables import GameRow, Occasion, Status

ABSENCE, OUTAGE, BY_GM, NOBODY, TOO_SOON = "absence", "outage", "the GM", "no player", "run before its time"

BECAUSE = {
    ABSENCE: "the absence was announced",
    OUTAGE: "letters could not reach me for a time",
    BY_GM: "the GM says so",
    NOBODY: "the seat had no player",
    TOO_SOON: "the turn was run before its time",
}
"""What is said of these, to the player and to the GM alike."""

ENOUGH = 3
"""Fewer silent seats than these are no mass: where two play, each may well forget a turn."""


LONELY = 3
"""So many turns without a letter of any player tell the GM that the game may be played by nobody any more."""


@value
class Silence:
    """A seat that must act and has nothing on file: why that is excused, if it is, and its number in a row."""

    seat: Seat
    excused: str
    run: int


def _excuses(post: Post) -> dict[Seat, str]:
    """Return which seats may be silent in the open step, and why; looked at as of its deadline.

    Leave counts if it was asked for by then.
    """
    tx, row = post.tx, post.game
    deadline = min(row.on_time_until or row.due_at or post.now, post.now)
    out = {Seat(seat.name): NOBODY for seat in post.seats if seat.vacant_since is not None}
    out |= dict.fromkeys(attendance.away(tx, row.id, deadline, asked_by=deadline), ABSENCE)
    out |= {Seat(details["seat"]): BY_GM for details in recorded(tx, row, "excuse")}
    return out


def missing(post: Post) -> list[Seat]:
    """Name the seats that must act, have no valid orders on file, and are not excused; asked without the rules.

    An outage excuses nobody here: it only keeps a silence from being counted.
    """
    tx, row, step = post.tx, post.game, post.game.step + 1
    filed, must_act = orders.all_latest(tx, row.id, until=step), steps.must_act(tx, row.id, row.step)
    silent = [seat for seat in post.names if seat in must_act and (seat not in filed or filed[seat].silent(step))]
    return unexcused(post, silent)


def unexcused(post: Post, seats: Sequence[Seat]) -> list[Seat]:
    """Return those of some seats that are not excused from the open turn."""
    excused = _excuses(post) if seats else {}
    return [seat for seat in seats if seat not in excused]


def last_report(post: Post, seat: Seat) -> datetime | None:
    """Say when a seat was last told how things stand."""
    sent = (reports.latest(post.tx, post.game.id, seat, kind.value) for kind in (Kind.REPORT, Kind.WELCOME))
    return next((one.made_at for one in sent if one is not None), None)


def look(post: Post, top: TableTop, why: Occasion) -> tuple[Silence, ...]:
    """Say of each silent seat whether it is excused, and how often it was silent in a row."""
    silent = top.silent()
    if not silent:
        return ()
    row, excused = post.game, _excuses(post)
    if row.closed:  # a rerun: what is on record stands, also that somebody was excused then
        excused |= {Seat(one.seat): one.excused for one in attendance.silences(post.tx, row.id, step=top.step)}
    if recorded(post.tx, row, "outage"):
        excused = dict.fromkeys(silent, OUTAGE) | excused
    if why is Occasion.GM and (row.on_time_until or row.due_at or post.now) > post.now:
        excused = dict.fromkeys(silent, TOO_SOON) | excused
    sitting = {s.name: s.player for s in post.seats}
    return tuple(
        Silence(seat, excused.get(seat, ""), attendance.silent_run(post.tx, row.id, seat, sitting[seat], top.step))
        for seat in silent
    )


def shown(post: Post, found: Iterable[Silence]) -> tuple[Seat, ...]:
    """Name the silent seats where everybody may know of them."""
    row = post.game
    public = row.show_missing or Policy.of(row).silence is Record.PUBLIC
    return tuple(one.seat for one in found) if public else ()


def word_to(seat: Seat, found: Iterable[Silence], step: int) -> tuple[str, ...]:
    """Say to a silent seat's player alone what is on record of them."""
    one = next((one for one in found if one.seat == seat), None)
    if one is None:
        return ()
    said = f"Nothing of yours was on file for turn {step}, so the defaults were played."
    if one.excused:
        return (f"{said} That is excused: {BECAUSE.get(one.excused, one.excused)}.",)
    return (said if one.run < 2 else f"{said} It was the {_counted(one.run)} turn in a row.",)


def words_to_gm(found: Iterable[Silence]) -> tuple[str, ...]:
    """Say to the GM whose silence is excused, and whose has lasted."""
    out = [f"{one.seat} is excused: {BECAUSE.get(one.excused, one.excused)}." for one in found if one.excused]
    runs: dict[int, list[Seat]] = {}
    for one in found:
        if one.run > 1 and not one.excused:
            runs.setdefault(one.run, []).append(one.seat)
    out += [f"{spoken(who)} {'were' if who[1:] else 'was'} silent {run} turns in a row." for run, who in runs.items()]
    return tuple(out)


def lonely(post: Post, top: TableTop) -> tuple[str, ...]:
    """Say to the GM since when nobody has written, where that is long ago: standing orders may play a game for ever."""
    if top.heard or top.step < LONELY:
        return ()
    game = post.game.id
    last = max(orders.last_heard(post.tx, game), inbox.last_spoken(post.tx, game))
    if all(seat.vacant_since for seat in post.seats) or top.step - last < LONELY:
        return ()
    since = f"turn {last}" if last else "the game began"
    can = "Ask what they wish with ANNOUNCE, or let it end with END GAME or CANCEL, in an answer to this letter"
    typed = f"At the command line that is referee game announce, end or cancel {post.game.name}."
    return (f"Nobody has written since {since}. {can}. {typed}",)


def keep(tx: Transaction, top: TableTop, found: tuple[Silence, ...], now: datetime) -> None:
    """Put silences on record with their step."""
    if found:
        attendance.note_silence(tx, top.row.id, top.step, {one.seat: one.excused for one in found}, now)


def follow(work: Work, row: GameRow, top: TableTop, found: tuple[Silence, ...]) -> None:
    """Do what the policy says of a silence that has lasted, once its step is saved: seat another, or ask the GM."""
    limit = Policy.of(row).silence_limit
    if not limit or row.status is not Status.RUNNING:
        return
    for one in found:
        if not one.excused and one.run % limit == 0:
            _lasted(work, row, top, one)


def is_mass(post: Post, top: TableTop, silent: list[Seat]) -> bool:
    """Say whether so many are silent that rather our mail is at fault than they."""
    share = Policy.of(post.game).mass_silence
    return bool(share) and len(silent) >= ENOUGH and 100 * len(silent) >= share * len(top.must_act)


def _lasted(work: Work, row: GameRow, top: TableTop, one: Silence) -> None:
    """Seat the first of the standby list in the place of one who was silent too long; tell the GM what was done."""
    from referee.service.people import standby

    details = {"seat": one.seat, "step": top.step, "run": one.run}
    work.record("silence", game=row.id, details=details, who="referee")
    found = None
    if Policy.of(row).silence_then is SilenceThen.STANDBY:
        found = standby.seat_next(work, row, games.seat(work.tx, row.id, one.seat))
    if found is not None:
        done = "The first of the standby list plays the seat from now on."
    else:
        nobody = Policy.of(row).silence_then is SilenceThen.STANDBY
        done = f"{'Nobody could be seated from the standby list. ' * nobody}What is done about it is for you to decide."
    alarm(
        Post(work, games.game(work.tx, row.id)),
        f"No orders came from {one.seat} for {f'turn {top.step}' if one.run == 1 else f'{one.run} turns in a row'}.",
        (done,),
        (
            f"Excuse it: EXCUSE {one.seat} TURN {top.step} in an answer to this letter,"
            f" or referee seat excuse {row.name} {one.seat} --turn {top.step}",
            answered_or(
                "Seat another player",
                f"REPLACE {one.seat} and an address",
                f"referee seat replace {row.name} {one.seat} ADDRESS",
            ),
        ),
    )


def _counted(n: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[n - 1] if n <= len(words) else f"{n}th"
