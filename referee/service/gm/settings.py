"""What may change of a game after it was created: title, deadlines, its settings beside the rules, and their edition.

While a game is played everybody is told what has changed, from what, and why. What players rely on, such as that they
are anonymous, stays as it was promised; the options of the rules are settled when the game begins. No turn that was
played changes with the edition by which the game goes on.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from typing import Any, Self

from referee.engine.audience import PUBLIC
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import nearest
from referee.engine.values import value
from referee.mail.address import clean_name
from referee.reports.others import barred, inline
from referee.reports.when import When
from referee.service.campaign.campaign import Campaign, Kit, Work
from referee.service.campaign.names import begun
from referee.service.campaign.policy import Policy, settled, span, yes_or_no
from referee.service.campaign.policy import described as policies
from referee.service.campaign.remedies import Remedied, sentence, wanted
from referee.service.deadlines import absences
from referee.service.deadlines.deadline import DeadlineRule, zone_named
from referee.service.deadlines.notices import tell
from referee.service.gm import corrections
from referee.service.gm.deadlines import COLON
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import games, orders, steps
from referee.store.codec import CodecError
from referee.store.database import Transaction
from referee.store.errors import Damaged
from referee.store.tables import GameRow, Status

PROMISED = ("anonymous", "sealed", "pass_on_press")
"""Settings that players rely on from the first letter on: no game that has begun may have them otherwise."""

NO_DEADLINE = ("", "none", "off")

SHORTEN = re.compile(r"shorten\s+(?!=|to\b|is\b)", re.IGNORECASE)
"""It stands before a setting that leaves less time than there should be."""


@value
class Change:
    """One thing that changed."""

    name: str
    """Its name, as it is told."""
    before: str
    """What it was."""
    now: str
    """What it is."""
    turn: int = 0
    """From which turn on, if not at once."""


class Set(GmOrder):
    """Change what may change of a game: title, deadline, early, press, grace and the like. All are told. The
    options of the rules too, unless the game was laid out by them; once it has begun, only with a reason and
    from the open turn on. The deadline of the open turn stays as it is.
    """

    shows = list[Change]
    usage = "SET text"
    example = "SET grace 12h: The holidays are near."
    typed = ('game set autumn "deadline=Tue,Fri 21:00" grace=12h --reason "The holidays are near."',)
    said = words_for(
        wanted="Such as press=public; repeat it.",
        reason="What the players are told.",
        shorten="Though a turn has less than min_first then.",
    )
    by_mail = "The reason stands behind a colon; SET SHORTEN lets a turn have less than min_first."
    shell = "What there is says: referee game policy."
    text: str = ""
    wanted: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    shorten: bool = False

    def understood(self, gm: GmWork) -> Self:
        """Read ``[SHORTEN] press = public: reason``: what is set, to what, and why."""
        meant = SHORTEN.match(self.text)
        said, *reason = COLON.split(self.text[meant.end() :] if meant else self.text, maxsplit=1)
        name, _, text = said.replace("=", " ", 1).strip().partition(" ")
        found = re.sub(r"^(?:to|is)\s+", "", text.strip(), flags=re.IGNORECASE)
        return replace(self, wanted={name: found}, reason="".join(reason).strip(), shorten=bool(meant))

    def done(self, gm: GmWork) -> Answer:
        """Change it, all or nothing; the value is what is different now. Raises `SetupError` with all that is wrong.

        ``wanted`` has names such as `title`, `deadline`, `press` or `grace`; before the start options of the rules too.
        Only with ``shorten`` a new rule for deadlines may leave a turn less time than the game's `min_first`.
        """
        row = gm.row
        if row.status is Status.OVER:
            raise SetupError(f"{row.title} is over.")
        if not self.wanted:
            raise SetupError(f"Say what is to change, such as press=public. {_known(gm.campaign, row)}")
        of_rules, wanted = _of_rules(gm.campaign, row, self.wanted)
        done = [_change_option(gm.work, row, name, text, self.reason) for name, text in of_rules.items()]
        if wanted or not done:
            done += self._change(gm, row, wanted)
        return Answer("\n".join(f"{_now(one)}, and everybody is told." for one in done), done)

    def _change(self, gm: GmWork, row: GameRow, wanted: Mapping[str, str]) -> list[Change]:
        called, usual = row.title, _times(gm.tx, row, gm.now)
        done = [one for name, text in wanted.items() for one in _changed(gm.campaign, row, _plain(name), text.strip())]
        if not done:
            raise SetupError("It is so already, so nothing was changed.")
        gm.tx.add(row)
        gm.tx.flush()
        if any(one.name == "deadline" for one in done):
            _given_a_deadline(gm.tx, row, gm.campaign)
            if not self.shorten:
                _leave_time(gm.tx, gm.row, usual, gm.now)
        text = "; ".join(f"{one.name}: {one.now or 'none'} (so far {one.before or 'none'})" for one in done)
        gm.record("set", PUBLIC, text=text, reason=self.reason)
        _tell(gm.work, gm.row, called, done, self.reason)
        return done


def _now(one: Change) -> str:
    if one.turn:
        return f"{one.name} is {one.now} from turn {one.turn} on (so far {one.before})"
    return f"{one.name} is {one.now or 'none'} now (so far {one.before or 'none'})"


def _changed(campaign: Campaign, row: GameRow, name: str, text: str) -> list[Change]:
    """Change one thing in a game's row; nothing where it is so already."""
    options = {one.name: one for one in campaign.kit_of(row).rules.options}
    begun = row.status is not Status.INVITING
    if name in OWN:
        before, now = OWN[name](row, text)
    elif name in row.policy or name in policies():
        if begun and name in PROMISED:
            raise SetupError(f"{name} was promised to the players when the game began, so it stays as it is.")
        before = policies(row)[name][0]
        now = settled({name: text})[name]
        row.policy = {**row.policy, name: now}
    elif name in options:
        before, now = row.options[name], options[name].read(text)
        row.options = {**row.options, name: now}
    else:
        hint = nearest(name, _names(campaign, row)) or _known(campaign, row)
        raise SetupError(f"There is nothing called {name} to set. {hint}")
    return [] if before == now else [Change(name, before, now)]


def _of_rules(campaign: Campaign, row: GameRow, wanted: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Part what changes the rules of a game that has begun from all else."""
    names = {one.name for one in campaign.kit_of(row).rules.options} if row.status is not Status.INVITING else set()
    found = {_plain(name): text.strip() for name, text in wanted.items() if _plain(name) in names}
    return found, {name: text for name, text in wanted.items() if _plain(name) not in names}


def _change_option(work: Work, row: GameRow, name: str, text: str, reason: str) -> Change:
    """Change an option of the rules from the open turn on, as a correction of the GM; raises `SetupError`."""
    rules = work.campaign.kit_of(row).rules
    option = next(one for one in rules.options if one.name == name)
    if option.fixed or rules.read_options is None:
        why = option.fixed or "this game has its options settled for good"
        raise SetupError(f"{name} stays as it is: {why}.")
    before, now = steps.as_now(work.tx, rules, row.id, row.step).options[name], option.read(text)
    if before == now:
        raise SetupError(f"{name} is {now} already, so nothing was changed.")
    turn = corrections.correct_state(work, row, f"OPTION {name} TO {now}", reason).step
    return Change(name, before, now, turn)


def _title(row: GameRow, text: str) -> tuple[str, str]:
    before, row.title = row.title, clean_name(text)
    if not row.title:
        raise SetupError("A title has a letter at least.")
    return before, row.title


def _deadline(row: GameRow, text: str) -> tuple[str, str]:
    before, row.deadline = row.deadline, "" if text.lower() in NO_DEADLINE else text
    if row.deadline:
        DeadlineRule.read(row.deadline, zone_named(row.zone))
    return before, row.deadline


def _switch(name: str) -> Callable[[GameRow, str], tuple[str, str]]:
    """Make the reader of one of a game's own switches."""

    def read(row: GameRow, text: str) -> tuple[str, str]:
        before = "yes" if getattr(row, name) else "no"
        setattr(row, name, _checked(name, yes_or_no, text.lower()))
        return before, text.lower()

    return read


def _pause(row: GameRow, text: str) -> tuple[str, str]:
    before, row.live_pause = row.live_pause, _checked("live_pause", span, text)
    if row.live_pause <= timedelta():
        raise SetupError("A live game must wait for some time. Write, for instance, live_pause=12h.")
    return ("", text) if before != row.live_pause else (text, text)


OWN: dict[str, Callable[[GameRow, str], tuple[str, str]]] = {
    "title": _title,
    "deadline": _deadline,
    "early": _switch("early"),
    "show_missing": _switch("show_missing"),
    "live_pause": _pause,
}
"""What a game has beside its policy and may have otherwise."""


def _checked(name: str, read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except ValueError as error:
        raise SetupError(f"{name} = {text}: {error}.") from error


def _given_a_deadline(tx: Transaction, row: GameRow, campaign: Campaign) -> None:
    """Let an open turn that had no deadline have the first of the new rule; one that has its own keeps it."""
    waits = orders.open_until(tx, row.id, row.step + 1) is not None
    if row.status is Status.RUNNING and row.due_at is None and not waits:
        games.set_due(tx, row.id, absences.first_due(tx, row, campaign.clock.now()))


Times = tuple[datetime | None, datetime | None]
"""When the open turn of a game is due, and the one behind it, as far as they have a deadline."""


def _times(tx: Transaction, row: GameRow, now: datetime) -> Times:
    """Return when the open turn is due and, if it is played then, the next one; none where there are no deadlines."""
    if row.status is Status.INVITING or row.due_at is None:
        return None, None
    return row.due_at, absences.due_after(tx, row, now)[0]


def _leave_time(tx: Transaction, row: GameRow, usual: Times, now: datetime) -> None:
    """Refuse a rule by which the open turn or the next has less than `min_first`, and less than before."""
    (before, next_before), (due, next_due) = usual, _times(tx, row, now)
    if due is None:
        return
    least, begins = Policy.of(row).min_first, max(due, now)
    usually = least if next_before is None else min(least, next_before - begins)
    if before is None and due - now < least:
        turn, soon = row.step + 1, due
    elif next_due is not None and next_due - begins < usually:
        turn, soon = row.step + 2, next_due
    else:
        return
    given = policies(row)["min_first"][0]
    raise Remedied(
        f"By that rule turn {turn} would be due {When(row.zone, now).full(soon)}, and its players would have less time"
        f" than min_first, {given}; so nothing was changed.",
        shell="If you mean it, add --shorten.",
        mail="If you mean it, write SET SHORTEN deadline and the rule.",
    )


def _tell(work: Work, row: GameRow, called: str, done: list[Change], reason: str) -> None:
    said = [_said(row, one) for one in done]
    why = f":\n\n{barred(sentence(reason))}\n\n" if reason.strip() else ". "
    text = f"The GM has changed what is settled of {inline(called)}{why}{' '.join(said)}"
    tell(Post(work, row), "what is settled has changed", text, urgent=False)


def _said(row: GameRow, one: Change) -> str:
    if one.name == "title":
        return f"It is called {inline(one.now)} from now on."
    if one.name == "deadline":
        kept = " The deadline of the open turn stays." if row.due_at is not None and one.before else ""
        if not one.now:
            return f"Turns have no deadlines any more; the GM runs them.{kept}"
        return f"From the next turn on orders are due {one.now}.{kept}" if one.before else f"Orders are due {one.now}."
    why = policies(row).get(one.name, ("", ""))[1]
    before = f" (so far {one.before})" if one.before else ""
    return f"{one.name} is {one.now} now{before}{f': {why}' if why else '.'}"


def _names(campaign: Campaign, row: GameRow) -> list[str]:
    begun = row.status is not Status.INVITING
    names = [*OWN, *(name for name in policies() if not (begun and name in PROMISED))]
    return [*names, *(one.name for one in campaign.kit_of(row).rules.options if not (begun and one.fixed))]


def _known(campaign: Campaign, row: GameRow) -> str:
    return f"These may be set: {', '.join(_names(campaign, row))}."


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_")


SUBJECT = "another edition of the rules"
STILL_HELD = "It is held as before: RESUME lets it go on."


class Adopt(GmOrder):
    """Let a game go on by another edition of its rules, from the open turn on; everybody is told, with your reason.
    The turns that were played stay as they are, and so do the orders on file.
    """

    usage = ("ADOPT (EDITION) n : text", "ADOPT (EDITION) n text")
    example = "ADOPT 2: A Throne no longer counts twice."
    typed = ('game adopt autumn 2 --reason "A Throne no longer counts twice."',)
    said = words_for(n="The edition's number.", text="Why; everybody is told.")
    asks = True
    n: int
    text: str

    def foreseen(self, gm: GmWork) -> str:
        row = gm.row
        self._kit(gm)
        return (
            f"{row.title} is played by edition {self.n} of its rules from turn {row.step + 1} on, so far by edition"
            f" {row.edition}. Everybody is told: {self.text}"
        )

    def done(self, gm: GmWork) -> Answer:
        """Let it go on so; raises `SetupError` where that edition cannot read what was played, or what is on file."""
        kit, edition, before, reason = self._kit(gm), str(self.n), gm.row.edition, " ".join(self.text.split())
        gm.tx.change(gm.row, edition=edition)
        row = gm.row
        try:
            for past in steps.history(gm.tx, row.id):
                steps.played(gm.tx, kit.codec, row.id, past.step)
            TableTop.load(gm.work, row, gm.now).in_force()
        except (CodecError, Damaged, OrderError) as error:
            named = f"Edition {edition} of {kit.rules.title}"
            words = f"{named} cannot read what was played so far, or what is on file: it cannot go on."
            raise SetupError(words) from error
        turn = row.step + 1
        gm.record("adopt", PUBLIC, step=turn, before=before, edition=edition, reason=reason)
        words = (
            f"From turn {turn} on this game is played by edition {edition} of the rules of {kit.rules.title}, so far by"
            f" edition {before}:\n\n{barred(sentence(reason))}\n\nWhat was played stays as it is, and so do your orders"
            " on file. RULES sends you the rules."
        )
        tell(Post(gm.work, row), SUBJECT, words)
        held = f" {STILL_HELD}" if row.status is Status.HELD else ""
        return Answer(f"From turn {turn} on it is played by edition {edition}, and everybody is told.{held}", self.n)

    def _kit(self, gm: GmWork) -> Kit:
        """Return the kit of the edition; raises `SetupError` that says why the game could not go on by it."""
        row, edition = gm.row, str(self.n)
        begun(row)
        wanted(self.text)
        if edition == row.edition:
            raise SetupError(f"{row.title} is played by edition {edition} already.")
        kit = gm.campaign.kit(row.ruleset, edition)
        if row.closed or orders.asked(gm.tx, row.id, row.step + 1):
            by = ""
            if gm.campaign.stands_still(row):
                by = f" by the program that played it so far, which has edition {row.edition}"
            raise SetupError(f"Turn {row.step + 1} is being played already. Let it come to its end{by}, then adopt.")
        return kit
