"""The language of a GM's letters: every command that can be mailed, and HELP, with examples of the GM's own game."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from referee.engine import talk
from referee.engine.audience import Seat
from referee.engine.commands import ADDRESSEES, Command
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import first_word, nearest
from referee.engine.orders import Grammar, Order, Verb
from referee.reports.document import Block, Para, Several, Table, Usage, Usages
from referee.reports.glance import EXAMPLE, described
from referee.reports.others import inline
from referee.reports.rulebook import rules_blocks
from referee.service.campaign.campaign import Work
from referee.service.gm.announcements import Announce, Tell
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.deadlines import Extend, Hold, Pause, Resume, Shorten
from referee.service.gm.ending import Cancel, Delete, EndGame
from referee.service.gm.mail import Discard, Release, Resend
from referee.service.gm.order import Answer, GmOrder, GmWork, Question, Text
from referee.service.gm.preview import Preview
from referee.service.gm.ruling import Rule, Rulings, Withdraw
from referee.service.gm.seats import Declined, Excuse, Invite, Replace
from referee.service.gm.settings import Adopt, Set
from referee.service.gm.status import Log, No, Status, Yes
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.store import games, inbox, mails, steps
from referee.store.tables import GameRow

ALL = "ALL"
LONGEST_ASKED = 60
MORE = "HELP and a command explains it, with an example of this game; HELP ALL explains all."


class Help(Question):
    """List what a GM may write to their own address; HELP and a command explains it, HELP ALL explains all."""

    usage = ("HELP", "HELP text")
    example = "HELP EXTEND"
    typed = ("ruling help autumn",)
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """List the commands, or explain some, and the corrections that the rules have words for; or `SetupError`."""
        wanted = first_word(self.text)
        shown = self._explained(gm, wanted) if wanted else [described(GRAMMAR.verbs), Para((MORE,))]
        lines = [line for one in shown for line in _lines(one)]
        title = f"HELP {wanted}:" if wanted else "What you may write:"
        return Answer("", lines, [Text(title, lines, Several(tuple(shown)))])

    def _explained(self, gm: GmWork, wanted: str) -> list[Block]:
        rules, instances = gm.campaign.kit_of(gm.row).rules, Instances(gm.work, gm.row)
        verbs = GRAMMAR.verbs if wanted == ALL else GRAMMAR.named(wanted)
        if not verbs:
            hint = nearest(wanted, (verb.word for verb in GRAMMAR.verbs)) or "Write HELP for the list of commands."
            raise SetupError(f"I don't know the command {self.text}. {hint}")
        shown: list[Block] = [instances.help(GRAMMAR, verbs)]
        if rules.mends and any(verb.kind is Correct for verb in verbs):
            takes = instances.help(rules.corrections, before="CORRECT ", behind=": We erred.")
            shown += [Para(("CORRECT takes one of:",)), takes]
        return shown


class Rules(Question):
    """Read the rules: their chapters; one of them, an option, or what says a number or a word; or ALL."""

    usage = "RULES [text]"
    example = "RULES START"
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Bring them, with the options as they are in this game."""
        row, rules, asked = gm.row, gm.campaign.kit_of(gm.row).rules, talk.topic(self.text)
        options = steps.as_now(gm.tx, rules, row.id, row.step).options if row.started_at else row.options
        title = f"RULES {inline(asked)[:LONGEST_ASKED]}:" if asked else "The chapters of the rules:"
        return Answer("", texts=[Text(title, [], Several(rules_blocks(rules, asked, options)))])


def _lines(block: Block) -> Iterator[str]:
    """Write explanations as the command line prints them."""
    match block:
        case Para(lines):
            yield from (*map(str, lines), "")
        case Table(rows):
            width = max(len(str(usage)) for usage, _ in rows)
            yield from (*(f"{usage!s:{width}}  {meaning}" for usage, meaning in rows), "")
        case Usages(entries):
            for one in entries:
                yield from (*one.forms, *(f"  {said}" for said in one.said), "")


VERBS: tuple[type[GmOrder], ...] = (
    Status, Preview, Process, Extend, Shorten, Hold, Release, Discard, Pause, Resume, Rollback, Rerun, EndGame,
    Cancel, Delete, Set, Adopt, Invite, Declined, Replace, Excuse, Rule,
    Rulings, Withdraw, CorrectOrders, Correct, Announce, Tell, Resend, Log, Yes, No, Rules, Help,
)  # fmt: skip

GRAMMAR = Grammar(
    VERBS,
    slots=(ADDRESSEES,),
    instead={"RUN": "PROCESS", "ADJUDICATE": "PROCESS", "UNDO": "ROLLBACK", "DELAY": "EXTEND", "TELL": "TO"},
)
"""The language of a GM's letters."""


SHORT = 50
"""A longer example has a line of its own, so that it is not broken over two."""


class Instances:
    """The examples of one game: its seats, its last turn, its held letter, its newest mail."""

    def __init__(self, work: Work, row: GameRow) -> None:
        self.tx = work.tx
        self.row = row
        self.rules = work.campaign.kit_of(row).rules
        self.names = tuple(Seat(place.name) for place in games.places(work.tx, row.id))
        self.lexicon = work.campaign.kit_of(row).lexicon(self.names)

    def help(self, grammar: Grammar, verbs: Sequence[Verb] = (), *, before: str = "", behind: str = "") -> Usages:
        """Explain verbs of a grammar, or all, with the examples of this game; what stands around them is added."""
        out: list[Usage] = []
        for verb in verbs or grammar.verbs:
            meaning, *filled = explained(verb)
            said = f"{before}{self.example(grammar, verb.kind)}{behind}".splitlines()
            short = len(said) == 1 and len(said[0]) <= SHORT
            shown = [f"{EXAMPLE}{said[0]}"] if short else [EXAMPLE.strip(), *(f"  {x}" for x in said)]
            out.append(Usage(verb.forms, (meaning, *shown, *filled)))
        return Usages(tuple(out))

    def example(self, grammar: Grammar, kind: type[Order]) -> str:
        """Return the example of one verb, as it would stand in a letter about this game."""
        if kind is Correct:
            mends = self.rules.corrections.verbs
            first = self.example(self.rules.corrections, mends[0].kind) if mends else "SET"
            return f"CORRECT {first}: We erred."
        one = self._read(grammar, kind.example)
        match one:
            case None:
                return kind.example
            case Release():
                one = replace(one, n=self._letter())
            case Resend():
                one = replace(one, n=mails.newest_sent(self.tx, self.row.id) or one.n)
            case Rollback():
                one = replace(one, n=max(self.row.step, 1))
            case Excuse():
                one = replace(one, n=self.row.step + 1)
            case CorrectOrders():
                return f"{grammar.show(one)}\n{self._order()}\n."
        return grammar.show(one)

    def _order(self) -> str:
        own = self.rules.grammar
        read = (self._read(own, verb.kind.example) for verb in own.verbs)
        return next((own.show(one) for one in read if one is not None and not isinstance(one, Command)), "")

    def _read(self, grammar: Grammar, example: str) -> Order | None:
        """Read an example at this table: ME is its first seat, a name that nobody has here its second."""
        if not self.names:
            return None
        if len(self.names) > 1:  # ME is the first seat, so that seat's name in the same line is another's
            example = re.sub(rf"\b{re.escape(self.names[0])}\b", self.names[1], example)
        words = example.split()
        ways = [words, *([*words[:i], self.names[-1], *words[i + 1 :]] for i, w in enumerate(words) if w.istitle())]
        for way in ways:
            with suppress(OrderError):
                return grammar.read(" ".join(way), self.lexicon, self.names[0])
        return None

    def _letter(self) -> int:
        held = inbox.held_in(self.tx, self.row.id)
        return held[0].id if held else max(inbox.newest(self.tx, self.row.id), 1)


def explained(verb: Verb) -> list[str]:
    """Say what a verb does, and what is filled in; of one of the GM's as it is declared."""
    kind = verb.kind
    if not issubclass(kind, GmOrder):
        return [verb.meaning, *verb.fillings]
    filled = [x for x in dict.fromkeys(name for frame in verb.frames for name in frame.fields) if x in kind.said]
    other = (line for line in verb.fillings if line.partition(":")[0] not in filled)
    return [kind.in_letters(), *other, *(f"{name}: {kind.said[name]}" for name in filled)]
