"""The letters of a turn: what every seat, those who look on and the GM are told of it.

When a game is over, each reader gets a last letter beside the report of the last turn; where it ended by agreement,
before the turn was played, the last letter alone, unless orders that worked at once have told something. Of a turn
that was adjudicated anew they say why, and what each reader was told otherwise before: that is made from the reader's
own two letters and from nothing else, so it can tell them nothing more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from datetime import datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Self

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.events import Event, told
from referee.engine.game import Game
from referee.engine.mends import NothingCorrected
from referee.engine.sheet import OnFile
from referee.engine.values import value
from referee.reports.desk_pages import GmTurnPage, Incident
from referee.reports.once import Situation
from referee.reports.pages import EndPage, NewsletterPage, ReportPage
from referee.reports.parts import Kind, Letter, in_force
from referee.service.campaign import seal
from referee.service.deadlines import absences
from referee.service.deadlines.deadline import STILL_PAUSED
from referee.service.deadlines.notices import why_paused
from referee.service.letters.outcome import release_does
from referee.service.post import newsletter
from referee.service.post.post import Post
from referee.service.table import table
from referee.service.table.table import TableTop
from referee.service.turns import attention, citations, silence
from referee.service.turns.opened import opened
from referee.store import inbox, mails, orders, reports, rollbacks, steps

if TYPE_CHECKING:
    from referee.reports.writer import Writer

UNFIT = (
    "A correction of yours did not fit how the game stood, and changed nothing; everybody was told. Why it did not may"
    " follow from cards that are sealed to you."
)

ANEW = "The time for your next orders begins anew with this report."
"""What a report says of a turn that was adjudicated anew, to those who have orders to send."""

AS_BEFORE = "The deadline for your next orders is the one that was running when the turn was taken back."
"""What it says instead where the time that begins anew would be no longer than the time that they had."""


ASKED = "Where orders need a ruling of yours I write to you at once; RULINGS lists what waits."
"""What a GM is reminded of whose rules may ask for rulings."""

FLAG = "Your WAIT flag is still up, so this turn is not adjudicated before its time. WAIT FLAG OFF takes it down."
"""What a report says to whoever left it up, where turns are adjudicated early."""


def letters_of(
    post: Post, top: TableTop, after: Game[Any, Any], due: datetime | None, missed: tuple[silence.Silence, ...]
) -> list[tuple[Seat, Letter]]:
    """Write what every seat and the GM are told of a step."""
    since = steps.played_at(post.tx, post.game.id, after.step - 1)
    looks = (*seal.looks(post.tx, post.game.id, since), *top.news)
    if post.game.closed and after.end is None and why_paused(post.tx, post.game):  # and so it is again after the rerun
        due, looks = None, (*looks, STILL_PAUSED)
    shown = silence.shown(post, missed)
    public = after.view(OBSERVER)
    situation = top.kit.writer.situation(public, told(after.events, OBSERVER))
    made = table.events(post.tx, top)
    unfit = any(isinstance(event, NothingCorrected) for event in after.events)
    lonely = silence.lonely(post, top) if after.end is None else ()
    again, ruled = Anew.of(post, after.step), citations.cited(post.tx, post.game.id, after.step, after.events)
    last, reported = _last(post, top, after), top.agreement is None or bool(made)
    of_time = ANEW if due is None or due != absences.due_before(post.tx, post.game, post.now) else AS_BEFORE
    out: list[tuple[Seat, Letter]] = []
    for seat in post.public:
        mine = tuple(words for who, words in ruled if who.includes(seat))
        anew = (of_time,) if post.game.closed and due is not None and seat != OBSERVER else ()
        holds = (FLAG,) if after.end is None and post.game.early and seat in top.waiting() else ()
        later = again.words_to(seat, after.step + 1)
        notices = (*looks, *anew, *mine, *silence.word_to(seat, missed, after.step), *holds, *later)
        if reported and not (seat == OBSERVER and post.newsletter):
            page = _report(post, top, after, seat, due, shown, notices, situation, told(made, seat))
            out.append((seat, again.write(top.kit.writer, page)))
        if last is not None:
            own = replace(last, head=post.head(seat), view=after.view(seat), rerun=again.why)
            out.append((seat, top.kit.writer.write(own if reported else replace(own, notices=notices))))
    if reported and post.newsletter:
        heard = (*told(made, OBSERVER), *told(after.events, OBSERVER))
        words = (*looks, *(words for who, words in ruled if who.includes(OBSERVER)))
        story = newsletter.page(
            post, after.step, heard, public, due, missing=shown, notices=words, rerun=again.why, situation=situation
        )
        readers = [*((seat, story) for seat in post.onlookers), *newsletter.to_players(post, story)]
        out += [(seat, again.issue(top.kit.writer, one, seat)) for seat, one in readers]
    for_gm = GmTurnPage(
        head=post.head(GM),
        step=after.step,
        told=told(after.events, GM),
        view=public,
        deadline=due,
        silent=tuple(one.seat for one in missed),
        held=_held(post),
        bounced=_bounced(post),
        notices=(*([UNFIT] if unfit else []), *silence.words_to_gm(missed), *lonely),
        played=top.agreement is None,
        situation=situation,
        rerun=again.why,
        rulings=(ASKED,) if after.end is None and top.kit.rules.asks_the_gm else (),
        standing=attention.standing(post),
    )
    return [*out, (GM, top.kit.writer.write(for_gm))]


def _report(
    post: Post,
    top: TableTop,
    after: Game[Any, Any],
    seat: Seat,
    due: datetime | None,
    missing: tuple[Seat, ...],
    notices: tuple[str, ...],
    situation: Situation,
    before: Sequence[Event],
) -> ReportPage:
    rules, view = top.kit.rules, after.view(seat)
    clerk = top.clerk(seat)
    played = top.agreement is None  # else the game ended before the turn, and nobody was asked for orders
    lines = in_force(top.file(seat), after.step, clerk.read) if played else ()
    mine = (*before, *told(after.events, seat))
    asked = played and seat in after.setup.seats and rules.decide(top.game.view(seat)) is not None
    plays_on = after.end is None and seat != OBSERVER
    form = rules.orders.form_with(view, top.file(seat).standing, clerk.read) if plays_on else ()
    code = post.form_code(seat, after.step + 1)
    return ReportPage(
        post.head(seat), after.step, mine, view, lines, due, form, missing, notices,
        situation=situation, asked=asked, code=code,
    )  # fmt: skip


def _last(post: Post, top: TableTop, after: Game[Any, Any]) -> EndPage | None:
    """Return what the last letters of a game that is over have in common; each has its own reader."""
    if after.end is None:
        return None
    past = (*steps.events(post.tx, top.kit.codec, post.game.id, since=1), (after.step, after.events))
    turning = top.kit.writer.turning(past)
    return EndPage(post.head(OBSERVER), after.step, None, after.end, turning, opened(post, after))


def _held(post: Post) -> tuple[Incident, ...]:
    rows = inbox.held_in(post.tx, post.game.id)
    why = {r.id: r.outcome.removeprefix("held: ") for r in rows}
    what = {r.id: f"letter {r.id}, {why[r.id]}. {release_does(r.outcome, r.id)}" for r in rows}
    return tuple(Incident(r.seat or "a stranger", r.received_at, what[r.id]) for r in rows)


def _bounced(post: Post) -> tuple[Incident, ...]:
    rows = mails.bounced_in(post.tx, post.game.id)
    return tuple(Incident(r.seat, r.made_at, f"mail {r.id} ({r.kind}).", r.error) for r in rows)


SECTIONS = (
    "HOW IT ENDED", "WHAT YOU HOLD", "WHAT ONLY YOU KNOW", "WHAT HAPPENED", "WHAT HAPPENED TO YOU",
    "WHERE EVERYBODY STANDS",
)  # fmt: skip
"""The headings that may come first of what tells a step."""

ASIDE = (
    "You had orders on file for turn {step} before the turn was taken back: {lines}. They are kept, but do not count "
    "until you answer CONFIRM ORDERS, or send new ones."
)

MOST_LISTED = 24

TOO_MANY = "  More than a list would show: please read all of this as new."


@value
class Anew:
    """Why a step is adjudicated once more (or nothing), what was told of it before, and orders that were set aside.

    ``before`` are the reports by reader, with the lines of their forms, and ``issues`` the texts of the newsletters.
    """

    why: str = ""
    before: dict[Seat, tuple[str, Sequence[str]]] = field(default_factory=dict)
    issues: dict[Seat, str] = field(default_factory=dict)
    aside: dict[Seat, OnFile] = field(default_factory=dict)

    @classmethod
    def of(cls, post: Post, step: int) -> Self:
        """Look up what a step's letters need; nothing, if it is adjudicated for the first time."""
        tx, game = post.tx, post.game.id
        aside = orders.aside(tx, game, step + 1)
        if not post.game.anew:
            return cls(aside=aside)
        letters = reports.of_step(tx, game, step)
        issues = {Seat(one.seat): one.body for one in letters if one.kind == Kind.NEWSLETTER.value}
        return cls(post.game.anew, rollbacks.last_told(tx, game, step), issues, aside)

    def words_to(self, seat: Seat, next_step: int) -> tuple[str, ...]:
        """Say to a seat which of its orders for the next turn wait for its player's word."""
        lines = kept_lines(self.aside.get(seat), next_step)
        return (ASIDE.format(step=next_step, lines="; ".join(lines)),) if lines else ()

    def write(self, writer: "Writer", page: ReportPage) -> Letter:
        """Write a report; of a turn adjudicated anew with its reason, and what differs from the earlier report."""
        if not self.why:
            return writer.write(page)
        page = replace(page, rerun=self.why)
        before = self.before.get(page.head.seat)
        if before is None:
            return writer.write(page)
        fresh = writer.write(page)
        form = (fresh.form.begin,) if fresh.form else ()
        return writer.write(replace(page, differs=differences(story(*before), story(fresh.body, form))))

    def issue(self, writer: "Writer", page: NewsletterPage, reader: Seat) -> Letter:
        """Write the newsletter for a reader; of a turn adjudicated anew with what differs from the one they had."""
        fresh, before = writer.write(page), self.issues.get(reader)
        if not self.why or before is None:
            return fresh
        return writer.write(replace(page, differs=differences(story(before, ()), story(fresh.body, ()))))


def kept_lines(file: OnFile | None, step: int) -> tuple[str, ...]:
    """Return what was on file for a step and was set aside: its own lines, then what stands."""
    return () if file is None else file.lines(step)


def story(body: str, form: Sequence[str]) -> list[str]:
    """Return the lines of a report that tell what happened and how things stand: no headings, no form, nothing else."""
    lines = body.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.strip() in SECTIONS), len(lines))
    end = len(lines)
    if form:
        end = next((n for n, line in enumerate(lines) if line.strip() == form[0].strip()), end)
        end = max((n for n in range(begin, end) if not lines[n].strip()), default=end)
    return [line for line in lines[begin:end] if line.startswith(" ") and line.strip()]


def differences(then: Sequence[str], now: Sequence[str]) -> list[str]:
    """List the lines that are only in one of two texts, those of the earlier one first at each place, if they are few.

    Nobody finds anything in a list that is as long as the letter below it.
    """
    found = list(_differences(then, now))
    return found if len(found) <= MOST_LISTED else [TOO_MANY]


def _differences(then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    for tag, a, b, c, d in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from (_marked("-", line) for line in then[a:b])
            yield from (_marked("+", line) for line in now[c:d])


def _marked(mark: str, line: str) -> str:
    return f"  {mark} {line.removeprefix('  ')}"
