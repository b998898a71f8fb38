"""A turn that is argued about, on one page: what came in, what was made of it, what was drawn, who was told what."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from referee import games as rulesets
from referee.archive.replay import DIE, SHUFFLE, Again, Draw, replayed
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.events import Event, told
from referee.engine.lexicon import spoken
from referee.reports import others
from referee.reports.document import Alert, Block, Document, Entry, Listing, Orders, Para, Said, Section, Title
from referee.reports.lines import story
from referee.reports.look import drawn
from referee.reports.paper import Paper, printed, printer
from referee.reports.text import text
from referee.reports.when import here, place
from referee.service.campaign.campaign import Campaign, Kit, Work
from referee.service.campaign.names import game_named, seat_in
from referee.service.campaign.seal import is_sealed, unseal
from referee.service.records import explanation, log
from referee.service.records.decisions import decisions
from referee.service.records.record import adjudicated
from referee.service.records.sent import Form
from referee.store import games, mails, orders, reports, rollbacks
from referee.store.tables import GameRow, Occasion, OrdersRow, Status, UndoneRow

FOR_WHOM = (
    "For the GM. It holds letters as they came, with headers and addresses; keys are masked. Think before you pass it"
    " on: what a seat alone was told stands here too."
)
MOST = 500
"""So many questions, or draws, of one turn are listed."""

NOT_YET = "This turn is not adjudicated yet: so far nothing was asked, drawn or told."
ANOTHER_EDITION = (
    "This turn was adjudicated by edition {} of the rules, which this program does not have; what was asked and drawn"
    " can be seen with a program that has it."
)
WHEN = {
    Occasion.SET_UP: "at the start",
    Occasion.DEADLINE: "at its deadline",
    Occasion.EARLY: "early, for all who had to were ready",
    Occasion.GM: "by hand",
}


def dispute(
    campaign: Campaign, game: str, turn: int, seat: str = "", *, form: Form = Form.TEXT, unsealed: bool = False
) -> bytes:
    """Return the page in one of its forms; it is sealed as long as the game is played. Raises `SetupError`.

    With a seat it holds that seat's letters alone, and what concerns it. If it can't be made, nobody has looked.
    """
    if form is Form.PDF:
        printer()
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        over = row.status is Status.OVER
        if row.step < 0 or not 0 <= turn <= row.step + (not over):
            open_turn = f"Turn {row.step + 1} is the open one" if row.step >= 0 else "It has not begun"
            open_turn = f"Turn {row.step} was its last" if over else open_turn
            raise SetupError(f"{row.title} has no turn {turn} to look at. {open_turn}.")
        who = seat_in(work.tx, row.id, seat) if seat else None
        whose = f"{who}'s" if who else "all"
        what = f"{whose} letters, orders and reports of turn {turn}"
        if is_sealed(row) and not unsealed:
            unseal(campaign, game, what, asked=False)
        made = document(work, row, turn, who)
    whole = _in_form(campaign, made, form)
    unseal(campaign, game, what, asked=unsealed)
    return whole


def _in_form(campaign: Campaign, made: Document, form: Form) -> bytes:
    match form:
        case Form.TEXT:
            return text(made).encode()
        case Form.HTML:
            return drawn(made, campaign.resources, campaign.note_broken).encode()
        case Form.PDF:
            return printed([made], campaign.resources, Paper.A4, tell=campaign.note_broken)
        case Form.DATA:
            from referee.reports.data import dumps

            return dumps(made).encode()


def document(work: Work, row: GameRow, turn: int, seat: Seat | None = None) -> Document:
    """Set a turn down for its GM, whole or as far as it concerns a seat."""
    found = _Turn(work, row, turn, seat)
    about = f"Turn {turn}, looked into"
    blocks = [
        Title(row.title, found.kit.rules.title, f"Turn {turn}{f', {seat}' if seat else ''}", about, GM),
        Alert((FOR_WHOM,)),
        *found.heading(),
        Section("Letters as they came", tuple(found.letters()) or _none("No letter came.")),
        Section("Orders as understood", tuple(found.filed()) or _none("No orders came.")),
        *found.adjudication(),
        Section("What the GM and the referee did", (_listing(found.acts(), "Nothing."),)),
        Section("Words to one another", tuple(found.words()) or _none("None were sent.")),
        Section("Letters that went out", (_listing(found.sent(), "None."),)),
    ]
    return Document(f"[{row.title}] {about}", tuple(blocks))


@dataclass
class _Turn:
    """One turn of a game, as it is looked into."""

    work: Work
    row: GameRow
    turn: int
    seat: Seat | None

    def __post_init__(self) -> None:
        """Find when it was open, and what was stored of it."""
        self.tx = self.work.tx
        self.about, steps = adjudicated(self.work, self.row)
        self.steps = [one for one in steps if one.step <= self.turn]
        self.played = next((one for one in self.steps if one.step == self.turn), None)
        self.undone = [one for one in rollbacks.of_game(self.tx, self.row.id) if one.step == self.turn]
        self.seats = [Seat(one.name) for one in games.places(self.tx, self.row.id)]
        self.since = next((one.played_at for one in self.steps if one.step == self.turn - 1), self.row.created_at)
        self.until = self.played.played_at if self.played else self.work.now

    @property
    def kit(self) -> Kit:
        """What writes the game's words: that of its edition, or the newest where this program lacks that."""
        edition = self.played.edition if self.played else self.row.edition
        try:
            return self.work.campaign.kit(self.row.ruleset, edition)
        except rulesets.NoEdition:
            return self.work.campaign.kit(self.row.ruleset)

    @property
    def mine(self) -> list[Seat]:
        """The seats that are looked at."""
        return self.seats if self.seat is None else [self.seat]

    def say(self, moment: datetime) -> str:
        """Say a moment to the second, as a dispute may need it."""
        return f"{here(moment, self.row.zone):%a %Y-%m-%d %H:%M:%S} ({place(self.row.zone)})"

    def heading(self) -> Iterator[Block]:
        """Say when the turn was adjudicated, why then, and whether it was taken back."""
        if self.played is None:
            yield Para((NOT_YET,))
        else:
            why = f", {WHEN[Occasion(self.played.sealed.why)]}" if self.played.sealed else ""
            edition = f"by edition {self.played.edition} of the rules"
            yield Para((f"Adjudicated {self.say(self.played.played_at)}{why}, {edition}.",))
        for one in self.undone:
            yield from self._taken_back(one)

    def _taken_back(self, one: UndoneRow) -> Iterator[Block]:
        yield Para((f"Adjudicated before, {self.say(one.played_at)}, and taken back {self.say(one.undone_at)}:",))
        yield Said(others.lines_of(one.reason or "no reason was given"), 1)
        lines = [f"{seat}: {'; '.join(one.orders.get(seat, [])) or 'nothing'}" for seat in self.mine]
        yield Para(("In force were then:",))
        yield Listing(tuple(lines))

    def letters(self) -> Iterator[Block]:
        """Set down what came in."""
        found = explanation.letters_to(self.tx, self.row, self.turn, self.seat, self.since, self.until)
        sheets = explanation.sheets_of(self.tx, self.row.id, self.turn, self.mine)
        yield from explanation.sections(self.work.campaign, found, sheets, self.say)

    def filed(self) -> Iterator[Block]:
        """Set down each revision of each seat, and what was in force."""
        revisions = orders.revisions(self.tx, self.row.id, step=self.turn)
        for seat in self.mine:
            own = [one for one in revisions if one.seat == seat]
            inside = [block for one in own for block in self._revision(one)]
            if self.played is not None:
                inside += [Para(("In force:",)), _orders(self.played.orders.get(seat, ())) or Para(("  nothing",))]
            yield Section(seat, tuple(inside) or _none("Nothing is on file."), level=2)

    def _revision(self, one: OrdersRow) -> Iterator[Block]:
        source = f"letter {one.letter}" if one.letter is not None else "the command line or a correction"
        aside = f" Set aside {self.say(one.set_aside_at)}." if one.set_aside_at else ""
        signed = "signed" if one.proof else "not signed"
        receipt = f"Receipt {one.receipt} ({signed})."
        yield Para((f"Revision {one.revision}, {self.say(one.received_at)}, by {source}. {receipt}{aside}",))
        yield _orders(orders.on_file_from(one.on_file).lines(one.step)) or Para(("Nothing was on file after it.",))

    def adjudication(self) -> Iterator[Block]:
        """Play the turn again, and set down what was asked, what was drawn and what was told."""
        if self.played is None or self.row.seed is None:
            if asked := tuple(self._mailed()):
                yield Section("Questions by mail", (Listing(asked),))
            return
        *_, again = replayed(self.about, self.steps, self.row.seed)
        if again.game is None:
            yield Para((ANOTHER_EDITION.format(self.played.edition),))
            return
        yield Section("Decisions", (_listing(self._decisions(again), "Nothing was to be decided."),))
        yield Section("Chance", (_listing(self._draws(again.draws), self._no_draws(again)),))
        events = self.kit.codec.load_events(self.played.events)
        yield Section("What was told", tuple(self._told(events)))

    def _decisions(self, again: Again) -> Iterator[str]:
        """Say each question with the rule that put it, its answer, and where that came from."""
        yield from self._mailed()
        mine = [one for one in again.asked if self.seat in (None, one[0].seat)]
        yield from decisions(self.kit.writer.lines, mine)

    def _mailed(self) -> Iterator[str]:
        for one in orders.asked(self.tx, self.row.id, self.turn):
            if one.seat in self.mine:
                answered = f"answered {self.say(one.answered_at)}" if one.answered_at else "not answered"
                until = f"with time until {self.say(one.closes_at)}"
                yield f"{one.seat} was asked by mail {self.say(one.asked_at)}, {until}: {answered}."

    def _draws(self, found: Sequence[Draw]) -> Iterator[str]:
        for one in found:
            if self.seat is None or self.seat in one.purpose.split("/"):
                yield f"{one.purpose}: {_came(one)}"

    def _no_draws(self, again: Again) -> str:
        if self.seat is not None and again.draws:
            return f"Nothing was drawn in {self.seat}'s name; what was drawn for all stands on the page of all seats."
        return "Nothing was drawn."

    def _told(self, events: Sequence[Event]) -> Iterator[Block]:
        """Tell what everybody heard, and what each seat alone did."""
        lines = self.kit.writer.lines
        public = story(lines, told(events, self.seat or OBSERVER), self.seat or OBSERVER)
        yield Section(f"To {self.seat or 'everybody'}", tuple(filter(None, (public.own, public.rest))), level=2)
        for seat in self.mine:
            alone = story(lines, told(events, seat), seat).known
            if alone:
                yield Section(f"To {seat} alone", (alone,), level=2)

    def acts(self) -> Iterator[str]:
        """Say what was done while the turn was open, and to this turn later."""
        for one in log.of_game(self.tx, self.row, self.seat, self.say):
            if self.since <= one.at <= self.until or re.search(rf"\bturn {self.turn}\b", one.words):
                yield f"{self.say(one.at)}, {one.who}: {others.inline(one.words)}"

    def words(self) -> Iterator[Block]:
        """Set down what seats wrote to one another, as far as it concerns the seat."""
        for one in orders.press(self.tx, self.row.id, self.turn):
            if self.seat is None or self.seat == one.seat or (self.seat in one.addressees and not one.at_once):
                yield Para((f"{one.seat} to {spoken(one.addressees)}, {self.say(one.written_at)}:",))
                yield Said(tuple(map(explanation.visible, one.body.splitlines())), 1)

    def sent(self) -> Iterator[str]:
        """Name the letters of the turn, and how far each came."""
        for one in reports.of_step(self.tx, self.row.id, self.turn):
            if self.seat is None or one.seat == self.seat:
                mail = mails.of_report(self.tx, one.id)
                state = "not mailed" if mail is None else mail.state.value
                sent = f"sent {self.say(mail.sent_at)}" if mail is not None and mail.sent_at else state
                undone = " (taken back)" if one.undone is not None else ""
                who = f"{one.seat or 'observers'}, {one.kind} {one.number}{undone}"
                yield f"{who}: made {self.say(one.made_at)}, {sent}. {others.inline(one.subject)}"


def _came(one: Draw) -> str:
    if one.kind == SHUFFLE:
        assert isinstance(one.came, tuple), "a shuffle comes to an order"
        return f"{one.of} things shuffled; by their old places, from 0: {' '.join(map(str, one.came))}"
    return f"a die with {one.of} sides shows {one.came}" if one.kind == DIE else f"{one.came}, of 0 to {one.of - 1}"


def _orders(lines: Iterable[str]) -> Orders | None:
    found = tuple(Entry(number, explanation.visible(line)) for number, line in enumerate(lines, 1))
    return Orders(found) if found else None


def _listing(found: Iterator[str], nothing: str) -> Block:
    items = list(found)
    more = [f"... and {len(items) - MOST} more"] if len(items) > MOST else []
    return Listing((*items[:MOST], *more)) if items else Para((nothing,))


def _none(words: str) -> tuple[Block, ...]:
    return (Para((words,)),)
