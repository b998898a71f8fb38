"""A letter to the GM's own address: each of its lines is read as a command, and one answer says what came of each.

What cannot be taken back is done at the GM's YES to a code: once, in order, and only if the game stands where it stood.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any

from referee.engine.audience import GM
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import Lexicon, first_word
from referee.engine.orders import readable
from referee.engine.reader import MOST_LINES
from referee.engine.sheet import quoted
from referee.engine.talk import Sense
from referee.mail.address import normal
from referee.mail.beside import Both
from referee.mail.letter import Problem
from referee.mail.lines import unquoted
from referee.mail.quoting import Form, Labelled, written
from referee.reports.desk_pages import GmAnswerPage, GmOrderPage
from referee.reports.document import Para
from referee.reports.parts import Done, Unused
from referee.service.campaign.remedies import by_mail, typed
from referee.service.gm.lines import UNENDED, CommandLine, ahead, heard, heard_each, lexicon_of, with_lines
from referee.service.gm.order import GmOrder, GmWork, Text
from referee.service.gm.status import STANDS, stands
from referee.service.gm.verbs import GRAMMAR, Help, Instances
from referee.service.letters import statement
from referee.service.letters.incoming import GameLetter, Incoming, lines_answered, lines_mailed, lines_sent
from referee.service.letters.kinds import GmCodeLetter, GmKeylessLetter, GmLetter
from referee.service.letters.outcome import WAITS, Outcome
from referee.service.letters.sorting import places
from referee.service.players.receipts import accounted_for
from referee.service.post import notes as people_notes
from referee.service.post.post import Post
from referee.service.post.trouble import tell_gm
from referee.store import confirmations, games, inbox, mails
from referee.store.errors import NotThere
from referee.store.tables import ConfirmationRow, Matter, Reading

LASTS, DAY, HOUR = timedelta(days=1), timedelta(days=1), timedelta(hours=1)

MOST = 20
"""So many commands of one letter are carried out."""

SUCH = ", such as "
"""What stands before the example in what is said of a line."""

LEAST_OF_OURS = 4
"""So many words of a quoted line are known as ours wherever they stand in our letter."""

NOT_HIM = "Somebody who is not the GM wrote to the GM's own address."

NO_KEY = "A letter from your address bears no key, so nothing of it was done."
ITS_KEY = "Answer a letter that I wrote to you about the game that it is for; where that answer goes is the key."

PLACES = places("Write it above.")
"""Where in a letter no command counts, and what is said of one there."""

LAST = (
    "You have written often. More commands in this hour are carried out as ever, but not answered; LOG in a later"
    " letter shows what was done."
)

NO_COMMAND = (
    "Thank you for writing. I found no command in your letter, so nothing was done by it. A command begins its line;"
    " HELP brings the list of them."
)

MOVED = "The game has moved on since you asked, so nothing was done. Please ask once more if you still want it."
SAID = {
    "used": "Your answer to that letter came before, and counts once; nothing more was done.",
    "dropped": "As you wish: nothing of it is done.",
    "asked again": statement.AGAIN,
}
"""What is said once of an answer that does nothing."""

NOT_TRIED = "It was not tried, because the one before it could not be carried out."


@dataclass
class Commands:
    """The commands of one letter at work, and the longer texts that they brought so far."""

    gm: GmWork
    texts: list[Text] = field(default_factory=list)

    def tried(self, line: CommandLine, *, ahead: bool = False) -> tuple[str, bool]:
        """Carry one command out, or (``ahead``) say what it would do; return what is said, and whether it went well.

        One that cannot be carried out leaves nothing behind.
        """
        assert line.order is not None
        try:
            with self.gm.tx.begin_nested():
                meant = line.order.understood(self.gm)
                if ahead:
                    return meant.foreseen(self.gm), True
                done = meant.done(self.gm)
        except OrderError as error:
            return readable(error), False
        except (SetupError, NotThere) as error:
            return by_mail(error), False
        self.texts += done.texts
        return done.mailed, True

    @property
    def told(self) -> list[Text]:
        """The longer texts as they are told, when all is carried out."""
        once = {text.title: text for text in self.texts}  # asked for twice, it comes once, as it was last
        if STANDS in once:
            once[STANDS] = stands(self.gm.work, self.gm.row)
        return list(once.values())


def read(case: GmLetter) -> int | None:
    """Read a letter to the GM's address: a GM's is carried out, anybody else's refused in silence."""
    if case.token.dead_at is not None or case.doubt or not is_gms(case):
        return _refuse(case)
    if case.letter.message_id and inbox.same_command(
        case.tx, case.game.id, case.letter.message_id, case.body, Outcome.GM_ORDERS, but=case.row.id
    ):
        return case.close(Outcome.DUPLICATE)
    if case.row.truncated or case.letter.problem is not None:
        too_large = case.row.truncated or case.letter.problem is Problem.TOO_LARGE
        return case.close(Outcome.TOO_LARGE if too_large else Outcome.UNREADABLE, state=Reading.HELD)
    found = _read(case)
    lines = heard(case, written(found.lines))
    carried(case, lines, elsewhere(case, found.lines), told=found.told)
    return case.close(Outcome.GM_ORDERS)


def hear_keyless(case: GmKeylessLetter) -> int | None:
    """Tell the GM, once a day, that a letter without a key is for no game; whose it is nobody knows."""
    if not mails.alarmed_since(case.tx, NO_KEY, case.now - DAY):
        why = f"It is letter {case.row.id}. Without a key I know neither which game it is for nor that it is yours."
        tell_gm(case.work, NO_KEY, why, ITS_KEY)
    return case.close(Outcome.NO_TOKEN)


def is_gms(case: Incoming) -> bool:
    """Say whether a letter has one of the GMs as its sender."""
    gms = {normal(address) for address in case.campaign.settings.campaign.gms}
    return case.sender in gms


def carried(
    case: GameLetter, lines: list[CommandLine], passed_over: Sequence[Unused] = (), *, told: str = ""
) -> None:
    """Carry out the commands that need no code, ask for one about the others, and send the answer.

    ``told`` is what else is to be said of the letter.
    """
    commands = Commands(GmWork(case.work.by(case.sender), case.game.id))
    done: list[Done] = []
    waits: list[tuple[CommandLine, str]] = []
    good = [line for line in lines if line.order is not None]
    for line in good[:MOST]:
        assert line.order is not None
        said, fits = commands.tried(line, ahead=line.order.asks)
        if line.order.asks and fits:
            waits.append((line, said))
            said = f"I ask you once more: {said}"
        done.append(Done(line.text, said))
    done += [Done(line.text, f"I carry out {MOST} commands of one letter; this is one more.") for line in good[MOST:]]
    instances = Instances(case.work, commands.gm.row)
    unused = [Unused(x.text, _helped(instances, x.text, x.error)) for x in lines if x.error is not None]
    words = [line.text for line in lines if line.talk is Sense.TALK]
    notes = accounted_for(words, "command") if done or unused or passed_over else [NO_COMMAND]
    notes += [told] if told else []
    if waits:
        _ask(case, waits)
    answer(case, commands, done, unused, notes=notes, waits=bool(waits), passed_over=passed_over)


def _helped(instances: Instances, text: str, error: OrderError) -> str:
    """Say what is wrong with a line, with an example that does something in this game."""
    words, found = readable(error), GRAMMAR.named(first_word(text))
    form, such, _ = words.rpartition(SUCH)
    if not such or len(found) != 1:
        return words
    return f"{form}{SUCH}{instances.example(GRAMMAR, found[0].kind)}".removesuffix(".") + "."


def labels_of(case: GameLetter) -> list[Labelled]:
    """Label the lines of a GM's letter; nothing quoted, forwarded or below a signature is a command."""
    return list(_read(case).lines)


def _read(case: GameLetter) -> Both:
    return case.labelled(_answered(case), ahead=partial(ahead, case))


def _answered(case: GameLetter) -> Form:
    """Return what stood in the letter that the GM answers, or in those that it may be; none has a form."""
    if (answered := lines_answered(case)) is not None:
        return answered
    sent, mailed = lines_sent(case), lines_mailed(case)
    return replace(sent, letter=(*sent.letter, *mailed.letter), page=(*sent.page, *mailed.page))


def has_command(case: GmLetter) -> bool:
    """Say whether a letter to the GM's own address has a command in it; whether it is a GM's is seen later."""
    return any(line.order is not None for line in heard(case, written(labels_of(case))))


def elsewhere(case: GameLetter, labelled: Sequence[Labelled]) -> list[Unused]:
    """Pick the lines that read like commands where none counts; what I wrote myself, and is quoted, is none."""
    said = [line.strip() for line in _answered(case).letter]
    ours, flat = set(said), " ".join(" ".join(said).split())

    def is_ours(text: str) -> bool:
        """A program may have broken our lines elsewhere; so short a piece as a command alone may be the GM's own."""
        return text in ours or (len(text.split()) >= LEAST_OF_OURS and " ".join(text.split()) in flat)

    aside = ((unquoted(x.text).strip(), PLACES[x.label]) for x in labelled if x.label in PLACES)
    named = [(text, place) for text, place in aside if GRAMMAR.named(first_word(text)) and not is_ours(text)]
    named = named[:MOST_LINES]
    found: list[Unused] = []
    for (text, place), lines in zip(named, heard_each(case, ([text] for text, _ in named)), strict=True):
        for line in lines:
            if line.error is UNENDED or (line.order is not None and not isinstance(line.order, Help)):
                found.append(Unused(quoted(text), place))
    return found[:MOST]


def _refuse(case: GameLetter) -> int | None:
    """Do nothing and say nothing to the one who wrote; write it down, and tell the GM, once a day."""
    details = {"letter": case.row.id, "why": case.doubt or "another sender"}
    case.work.record("refused", game=case.game.id, details=details, who="referee")
    if not mails.alarmed_since(case.tx, NOT_HIM, case.now - DAY):
        why = f"{case.game.title}, letter {case.row.id}. Nothing of it was done, and the writer was told nothing."
        tell_gm(case.work, NOT_HIM, why, typed("Read it", f"referee mail show {case.row.id}"))
    case.player = None
    return case.close(Outcome.NOT_THE_GM, note=case.doubt or case.writer)


def _ask(case: GameLetter, waits: list[tuple[CommandLine, str]]) -> None:
    """Send the code under which all that cannot be taken back is done, in this order."""
    printed = [GRAMMAR.show(line.order) for line, _ in waits if line.order is not None]
    kept = [{"line": text, "below": list(line.below)} for text, (line, _) in zip(printed, waits, strict=True)]
    reader = people_notes.Recipient(case.letter.sender or "")
    asked = people_notes.asked(
        case.work, Matter.GM_ORDER, reader, LASTS, game=case.game, answers=case.row, orders=kept, stands=where(case)
    )
    shown = [Done("\n".join([text, *line.below]), said) for text, (line, said) in zip(printed, waits, strict=True)]
    head = Post(case.work, case.game).head(GM)
    letter = case.campaign.kit_of(case.game).writer.write(GmOrderPage(head, shown, asked.expires_at))
    people_notes.send(case.work, reader, letter, code=asked.code, game=case.game, answers=case.row)


def where(case: GameLetter) -> str:
    """Say where a game stands, so that a code counts only as long as it stands there."""
    row = games.game(case.tx, case.game.id)
    return f"{row.step} {row.status.value if row.status.value in ('inviting', 'over') else 'played'} {row.anew}"


def answer(
    case: GameLetter,
    commands: Commands,
    done: Sequence[Done],
    unused: Sequence[Unused] = (),
    *,
    notes: Sequence[str] = (),
    waits: bool = False,
    passed_over: Sequence[Unused] = (),
) -> None:
    """Answer at the address that wrote, unless two programs seem to talk to each other."""
    most = case.campaign.settings.limits.replies_per_hour
    count = inbox.count_commands(case.tx, case.game.id, Outcome.GM_ORDERS, case.now - HOUR)
    if count >= most:
        return
    if count == most - 1:
        commands.texts.append(Text("Please note:", [LAST], Para((LAST,))))
    post = Post(case.work, games.game(case.tx, case.game.id))
    texts = [(text.title, text.block) for text in commands.told]
    page = GmAnswerPage(post.head(GM), case.row.received_at, done, unused, texts, notes, waits, passed_over)
    letter = case.campaign.kit_of(case.game).writer.write(page)
    living = inbox.living_token(case.tx, case.game.id, GM, post.open_step)
    token = living.token if living is not None else post.token(GM, post.open_step)
    reader = people_notes.Recipient(case.letter.sender or "")
    people_notes.send(case.work, reader, letter, code=token, game=case.game, answers=case.row)


def read_code(case: GmCodeLetter) -> int | None:
    """Take the answer to a code; another sender's does nothing and says nothing, a second one says so once."""
    row = case.code
    if case.doubt or case.sender != row.address or not is_gms(case):
        case.player = None
        return case.close(Outcome.NOT_THE_GM, note="a code of the GM, from another sender")
    if row.used_at is not None:
        return _answered_once(case, row, Outcome.DUPLICATE, "used")
    words = statement.heard(case)
    if not words.yes:
        if words.no:
            confirmations.drop(case.tx, row, case.now)
        return _answered_once(case, row, Outcome.NOTHING_NEW, "dropped" if words.no else "asked again")
    if row.expires_at <= case.now:
        return _counts_no_more(case, row, statement.LATE, Outcome.EXPIRED)
    if row.details["stands"] != where(case):
        return _counts_no_more(case, row, MOVED, Outcome.EXPIRED)
    if inbox.to_read(case.tx, limit=1) != [case.row.id]:  # such as one that was released just now
        inbox.put_back(case.tx, case.row.id)
        return WAITS
    confirmations.use(case.tx, row, case.now)
    commands = Commands(GmWork(case.work.by(case.sender), case.game.id))
    done, goes_on, lexicon = [], True, lexicon_of(case)
    for one in row.details["orders"]:
        line = _line(one, lexicon)
        words_said, goes_on = commands.tried(line) if goes_on else (NOT_TRIED, False)
        done.append(Done(line.text, words_said))
    answer(case, commands, done)
    return case.close(Outcome.CONFIRMED)


def _line(stored: Mapping[str, Any], lexicon: Lexicon) -> CommandLine:
    order = GRAMMAR.read(str(stored["line"]), lexicon)
    assert isinstance(order, GmOrder)
    return with_lines(str(stored["line"]), order, tuple(stored["below"]))


def _answered_once(case: GmCodeLetter, row: ConfirmationRow, outcome: Outcome, why: str) -> int | None:
    """Say the first time why an answer does nothing; a program that goes on answering is not answered again."""
    if not row.details.get(why):
        confirmations.note(case.tx, row, **{why: True})
        done = [Done(str(one["line"]), SAID[why]) for one in row.details["orders"]]
        answer(case, Commands(GmWork(case.work, case.game.id)), done)
    return case.close(outcome, note=why)


def _counts_no_more(case: GmCodeLetter, row: ConfirmationRow, why: str, outcome: Outcome) -> int | None:
    confirmations.use(case.tx, row, case.now)
    commands = Commands(GmWork(case.work, case.game.id))
    answer(case, commands, [Done(one["line"], why) for one in row.details["orders"]])
    return case.close(outcome)
