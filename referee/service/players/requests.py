"""The lines of a letter that are no orders: press, questions to the referee, confirmations."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

from referee.engine import commands, talk
from referee.engine.audience import Seat
from referee.engine.errors import OrderError
from referee.engine.events import told
from referee.engine.lexicon import plain
from referee.engine.orders import Order, readable
from referee.engine.sheet import Sheet
from referee.engine.values import value
from referee.reports.current import bygone, current
from referee.reports.data import loads
from referee.reports.desk_pages import DeskPage, ListPage
from referee.reports.pages import AllOrdersPage, HelpPage, LuckPage, Page, PressPage, RulesPage
from referee.reports.parts import Done, Kind, Letter
from referee.reports.when import When
from referee.service.deadlines import deadline
from referee.service.letters import statement
from referee.service.letters.kinds import KeyLetter
from referee.service.letters.outcome import MOST_REQUESTS
from referee.service.people import addresses, agreements, vacancies
from referee.service.players import open_address, preferences, press_delivery, repetition, vouching
from referee.service.post.post import HELP_COMES, NOT_NOW, RULES_COME, Post, answering, next_identity
from referee.service.records import log
from referee.service.table import table
from referee.service.table.table import TableTop
from referee.service.turns import citations, opened
from referee.store import orders, outbox, people, reports, steps
from referee.store.reports import Envelope
from referee.store.tables import LetterRow, ReportRow

REPORTS = ("report", "welcome", "end")


@value
class Request:
    """Where a player's command stands: of which seat at which table, and in which letter if it was mailed."""

    post: Post
    top: TableTop
    seat: Seat
    mailed: KeyLetter | None = None

    @property
    def case(self) -> KeyLetter:
        """The letter of what only a player's own letter may ask for."""
        assert self.mailed is not None, "it is not in BY_HAND"
        return self.mailed

    @property
    def letter(self) -> LetterRow | None:
        """The letter as it is kept."""
        return self.mailed.row if self.mailed is not None else None

    @property
    def number(self) -> int | None:
        """The number of the letter."""
        return self.letter.id if self.letter is not None else None

    @property
    def filed(self) -> bool:
        """Whether orders of the seat's were on file for the open turn before this."""
        return bool(self.top.file(self.seat).lines(self.top.step))

    def send(self, page: Page | DeskPage, comes: str) -> str:
        """Send the seat a letter of its own in answer to this one, and return that it ``comes``, or why not."""
        return self.post.bring(page, comes, step=self.top.step, answers=self.letter)


Handler = Callable[[Request, Any], str]
"""It carries a command out, and says what the receipt tells of it."""


def carried_out(asked: Request, sheet: Sheet) -> Iterator[Done]:
    """Carry out each command of a letter, in order and the same one once; yield what its receipt says of each."""
    wanted, show = list(dict.fromkeys(sheet.requests())), asked.top.kit.rules.grammar.show
    for command in wanted[:MOST_REQUESTS]:
        yield Done(_shortly(show(command)), _said_of(asked, command))
    for command in wanted[MOST_REQUESTS:][:1]:
        said = f"I carry out {MOST_REQUESTS} requests of one letter; this one is one more."
        yield Done(_shortly(show(command)), said)


def _shortly(shown: str) -> str:
    """Return what stands on one line; of several the first and the last, so that one sees that all is there."""
    first, *rest = [line for line in shown.splitlines() if line.strip()]
    return f"{first} ... {rest[-1].strip()} ({len(rest) + 1} lines)" if rest else first


def _said_of(asked: Request, command: Order) -> str:
    """Carry one out by its handler, if it may be given in the way that it was; say what came of it."""
    kind = type(command)
    if asked.mailed is None and kind in HANDLERS and kind not in BY_HAND:
        return THEIR_OWN
    return HANDLERS.get(kind, _at_once)(asked, command)


def _press(asked: Request, one: commands.Press) -> str:
    """Deliver words to others, unless they may not be passed on or repeat what its writer alone was told."""
    post, top, seat, case = asked.post, asked.top, asked.seat, asked.mailed
    player = case.player.id if case is not None else post.player_of(seat)
    found = press_delivery.passed(post.tx, post.game, top.kit, one, player, case.letter if case is not None else None)
    if found.refusal:
        return found.refusal
    if case is None and repetition.repeats(post, top, seat, found.words):
        return repetition.REPEATS
    if case is not None and (held := repetition.held(case, post, top, seat, found.words)):
        return held
    said = press_delivery.deliver(post, top, seat, found.words, letter=asked.number)
    return f"{said} {found.warning}".rstrip()


def _flag(_: Request, one: commands.WaitFlag) -> str:
    on = "The turn is not adjudicated before its deadline while your flag is on."
    return on if one.setting == "ON" else "Your flag is off."


def _status(asked: Request, _: commands.Status) -> str:
    own = preferences.settled(asked.case.work, asked.case.player, asked.post.game.id)
    return f"All that is on file for you stands in this letter. {own}".rstrip()


def _preference(asked: Request, one: preferences.Preference) -> str:
    return preferences.carry_out(asked.case.work, asked.case.player, one, asked.case.row.received_at)


def _calendar(asked: Request, one: commands.Calendar) -> str:
    """Let the answer, and each later letter with another deadline, bring it for the player's own calendar."""
    post, player = asked.post, asked.case.player.id
    if one.setting == "OFF":
        row = people.stop_calendar(post.tx, post.game.id, player)
        taken = " The file with this answer takes out what it holds." if row is not None and row.due else ""
        return f"Your calendar is not kept up any more.{taken}"
    people.want_calendar(post.tx, post.game.id, player)
    if deadline.due_told(post.game, post.now) is None:
        return "The next letter that tells a deadline brings it as a file for your calendar. CALENDAR OFF ends that."
    return (
        "The deadline comes with this answer as a file for your calendar, and so does each that is set later."
        " CALENDAR OFF ends that."
    )


def _confirm_orders(asked: Request, _: commands.ConfirmOrders) -> str:
    filed = asked.seat in orders.heard(asked.post.tx, asked.post.game.id, asked.top.step)
    return table.carried_out(asked.post.tx, asked.top, asked.seat, filed=filed)


def _help(asked: Request, one: commands.Help) -> str:
    view = asked.top.game.view(asked.seat)
    page = HelpPage(asked.post.head(asked.seat), one.topic, view=view, filed=asked.filed)
    return asked.send(page, HELP_COMES)


def _rules(asked: Request, one: commands.Rules) -> str:
    if plain(one.text).strip() == "RULINGS":
        return _rulings(asked)
    row = asked.post.game
    now = steps.as_now(asked.post.tx, asked.top.kit.rules, row.id, row.step).options
    return asked.send(RulesPage(asked.post.head(asked.seat), talk.topic(one.text), now, asked.filed), RULES_COME)


def _history(asked: Request, one: commands.History) -> str:
    if one.opened:
        return _laid_open(asked, one.opened)
    row = _report_of(asked.post, asked.seat, one.n)
    return _again(asked, row, f"I have no report of turn {one.n} for you.")


def _laid_open(asked: Request, what: str) -> str:
    """Send what a game that is over has opened: all orders, or what its luck was made of."""
    post, game = asked.post, asked.top.game
    if why := opened.refusal(post.game, game):
        return why
    if what == "ORDERS":
        page = AllOrdersPage(post.head(asked.seat), opened.all_orders(post, asked.top.kit, game))
        return asked.send(page, "All orders come in a letter of their own.")
    found = opened.opened(post, game)
    assert found is not None, "nothing was refused"
    return asked.send(LuckPage(post.head(asked.seat), found), "What the luck was made of comes in a letter of its own.")


def _resend(asked: Request, _: commands.Resend) -> str:
    found = (reports.latest(asked.post.tx, asked.post.game.id, asked.seat, kind) for kind in REPORTS)
    row = max(filter(None, found), key=lambda row: row.step, default=None)
    return _again(asked, row, "I have no report for you yet.")


def _log(asked: Request, _: commands.Log) -> str:
    """Send a seat the entries of the game's log that it may know of."""
    head = asked.post.head(asked.seat)
    when = When(head.zone, head.now)
    found = log.lines(log.of_game(asked.post.tx, asked.post.game, asked.seat, when.full), when.short)
    if not found:
        return "The log of this game is empty yet."
    page = ListPage(head, "the log of the game", "What was done in this game:", tuple(found))
    return asked.send(page, "The log comes in a letter of its own.")


def _rulings(asked: Request) -> str:
    """Send a seat the GM's rulings that it may know of."""
    head = asked.post.head(asked.seat)
    found = citations.known_to(asked.post.work, asked.post.game, asked.seat)
    if not found:
        return "The GM has made no ruling in this game yet."
    page = ListPage(head, "the GM's rulings", "The rulings of this game:", tuple(citations.in_letter(found)))
    return asked.send(page, "The rulings come in a letter of their own.")


def _vote(asked: Request, one: commands.Vote) -> str:
    return agreements.vote(asked.post, asked.top, asked.seat, asked.case.player.id, yes=one.answer == "YES")


def _in_another_game(verb: str) -> Handler:
    """Make the handler of a wish for another game than that of the letter."""
    return lambda asked, one: open_address.wanted(asked.case, statement.wish(verb, one.text))


HANDLERS: dict[type[Order], Handler] = {
    commands.Press: _press,
    commands.WaitFlag: _flag,
    commands.Status: _status,
    commands.Log: _log,
    commands.Help: _help,
    commands.Rules: _rules,
    commands.History: _history,
    commands.Resend: _resend,
    commands.ConfirmOrders: _confirm_orders,
    commands.Word: lambda asked, one: "The game has begun and its seed is settled, so this word comes too late.",
    commands.Yes: lambda asked, one: vouching.confirm(asked.case, asked.post, one.text),
    **dict.fromkeys(get_args(preferences.Preference), _preference),
    commands.Calendar: _calendar,
    commands.Address: lambda asked, one: addresses.asked(asked.case, one.what, one.text),
    commands.ResignSeat: lambda asked, one: vacancies.asked(asked.case, asked.post, asked.seat),
    commands.Propose: lambda asked, one: agreements.propose(asked.post, asked.top, asked.seat, one.player or None),
    commands.Vote: _vote,
    commands.Join: _in_another_game("JOIN"),
    commands.StandBy: _in_another_game("STANDBY"),
    commands.Observe: _in_another_game("OBSERVE"),
    commands.Anonymous: lambda asked, one: press_delivery.NO_NAMELESS,
}
"""What carries out each command of a player; all else are orders of the game that work at once."""

BY_HAND: frozenset[type[Order]] = frozenset(
    (
        commands.Press, commands.WaitFlag, commands.Log, commands.Help, commands.Rules, commands.History,
        commands.Resend, commands.ConfirmOrders,
    )
)  # fmt: skip
"""What a GM may ask for in a seat's place; a vote, leave, a way out and the like are the player's own."""

THEIR_OWN = "Only the player can say that, in a letter of their own; nothing was done."


def _at_once(asked: Request, one: Order) -> str:
    """Carry out an order that works between steps, and tell those who may know: the referee vouches for it."""
    post, top, seat = asked.post, asked.top, asked.seat
    try:
        events = top.kit.rules.orders.at_once(top.game.view(seat), one)
    except OrderError as error:
        return readable(error)
    readers = [reader for reader in post.names if reader != seat and told(events, reader)]
    orders.keep_press(
        post.tx,
        post.game.id,
        step=top.step,
        seat=seat,
        addressees=readers,
        body=top.kit.rules.grammar.show(one),
        written_at=post.now,
        letter=asked.number,
        at_once=True,
    )
    pages = [PressPage(post.head(r), top.step, seat, "", told=told(events, r)) for r in readers]
    post.send_all(pages, step=top.step)
    return "Done now; I vouched for it." if readers else "There was nobody to tell it to."


def _report_of(post: Post, seat: Seat, step: int) -> ReportRow | None:
    """Return the report of a step; the last letter where a game ended without one."""
    rows = {r.kind: r for r in reports.of_step(post.tx, post.game.id, step, seat=seat)}
    return next((rows[kind] for kind in REPORTS if kind in rows), None)


def _again(asked: Request, row: ReportRow | None, otherwise: str) -> str:
    """Mail a letter of ours once more, under a Message-ID of its own."""
    post, seat = asked.post, asked.seat
    if row is None:
        return otherwise
    if post.replies_left(seat, post.game.step + 1) <= 0:
        return NOT_NOW
    sent, due = loads(row.document), deadline.due_told(post.game, post.now)
    told = current(sent, post.head(seat), due) if row.step == post.game.step else bygone(sent)
    again = Letter.of(Kind(row.kind), told)
    identity = next_identity(post.work, post.game.name, row.step, seat, "again")
    thread = answering(asked.letter).headers if asked.letter is not None else {}
    headers = thread | {"token": post.token(seat, post.open_step)}
    player = post.player_of(seat)
    outbox.post(
        post.tx,
        Envelope(message_id=identity, headers=headers, player=player, null_return=True),
        kind="again",
        subject=row.subject,
        body=again.body,
        document=again.data,
        made_at=post.now,
        game=post.game.id,
    )
    return "It comes once more, in a letter of its own."
