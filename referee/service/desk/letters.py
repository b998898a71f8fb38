"""A letter to the GM's own address: each of its lines is read as a command, and one answer says what came of each."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from referee.engine.audience import GM, REFEREE
from referee.engine.errors import OrderError, SetupError, Unreadable
from referee.engine.lexicon import Lexicon, first_word, nearest
from referee.engine.orders import readable
from referee.engine.wrapping import whole
from referee.mail.address import normal
from referee.mail.letter import Problem
from referee.mail.quoting import classify, written
from referee.reports.desk_pages import GmAnswerPage, GmOrderPage
from referee.reports.pages import Done, Unused
from referee.service.desk.carrying import Sitting, carry_out, foreseen
from referee.service.desk.instances import Instances
from referee.service.desk.verbs import GRAMMAR, CorrectOrders, GmOrder
from referee.service.incoming import Incoming
from referee.service.outcome import Outcome
from referee.service.people import notes
from referee.service.people.codes import new_code
from referee.service.post import Post
from referee.service.trouble import tell_gm
from referee.store import actions, confirmations, games, inbox, outbox, tokens
from referee.store.errors import NotThere
from referee.store.tables import Asked, Reading

LASTS, DAY, HOUR = timedelta(days=1), timedelta(days=1), timedelta(hours=1)

MOST = 20
"""So many commands of one letter are carried out."""

NUMBER = re.compile(r"#(?=\d)")
"""Some write letter #17."""

SUCH = ", such as "
"""What stands before the example in what is said of a line."""

NOT_HIM = "Somebody who is not the GM wrote to the GM's own address."

LAST = (
    "You have written often. More commands in this hour are carried out as",
    "ever, but not answered; LOG in a later letter shows what was done.",
)

UNENDED = Unreadable("I don't see where your words end.", "Put a line with a single full stop behind them.")


@dataclass(frozen=True)
class Line:
    """One command of a letter as written, with the lines that belong to it; or why it could not be read."""

    text: str
    order: GmOrder | None = None
    below: tuple[str, ...] = ()
    error: OrderError | None = None


def read(case: Incoming) -> int | None:
    """Read a letter to the GM's address: a GM's is carried out, anybody else's refused in silence."""
    assert case.token is not None
    assert case.game is not None
    sender = normal(case.letter.sender) if case.letter.sender else ""
    gms = {normal(address) for address in case.campaign.settings.campaign.gms}
    if case.token.dead_at is not None or case.doubt or sender not in gms:
        return _refuse(case)
    if case.letter.message_id and inbox.same_command(
        case.tx, case.game.id, case.letter.message_id, case.body, Outcome.GM_ORDERS, but=case.row.id
    ):
        return case.close(Outcome.DUPLICATE)
    if case.row.truncated or case.letter.problem is not None:
        too_large = case.row.truncated or case.letter.problem is Problem.TOO_LARGE
        return case.close(Outcome.TOO_LARGE if too_large else Outcome.UNREADABLE, state=Reading.HELD)
    lines = parsed(new_lines(case), lexicon_of(case))
    carried(case, sender, lines)
    return case.close(Outcome.GM_ORDERS)


def carried(case: Incoming, sender: str, lines: list[Line]) -> None:
    """Carry out the commands that need no code, ask for one about the others, and send the answer."""
    assert case.game is not None
    desk = Sitting(replace(case.campaign, who=sender), case.tx, case.game.id)
    done: list[Done] = []
    waits: list[tuple[Line, str]] = []
    good = [line for line in lines if line.order is not None]
    for line in good[:MOST]:
        assert line.order is not None
        said, fits = tried(desk, line, ahead=line.order.asks)
        if line.order.asks and fits:
            waits.append((line, said))
            said = f"I ask you once more: {said}"
        done.append(Done(line.text, said))
    done += [Done(line.text, f"I carry out {MOST} commands of one letter; this is one more.") for line in good[MOST:]]
    instances = Instances(desk.campaign, desk.tx, desk.row)
    unused = [Unused(x.text, _helped(instances, x.text, x.error)) for x in lines if x.error is not None]
    if waits:
        _ask(case, sender, waits)
    answer(case, desk, sender, done, unused, waits=bool(waits))


def _helped(instances: Instances, text: str, error: OrderError) -> str:
    """Say what is wrong with a line, with an example that does something in this game."""
    words, found = readable(error), GRAMMAR.named(first_word(text))
    form, such, _ = words.rpartition(SUCH)
    if not such or len(found) != 1:
        return words
    return f"{form}{SUCH}{instances.example(GRAMMAR, found[0].kind)}".removesuffix(".") + "."


def tried(desk: Sitting, line: Line, *, ahead: bool = False) -> tuple[str, bool]:
    """Carry one command out, or (``ahead``) say what it would do; return what is said, and whether it went well.

    One that cannot be carried out leaves nothing behind.
    """
    assert line.order is not None
    try:
        with desk.tx.begin_nested():
            return (foreseen if ahead else carry_out)(desk, line.order, line.below), True
    except OrderError as error:
        return readable(error), False
    except (SetupError, NotThere) as error:
        return str(error), False


def new_lines(case: Incoming) -> list[str]:
    """Return what the GM wrote now; nothing quoted, forwarded or below a signature is a command."""
    settings = case.campaign.settings.mail
    own = [settings.from_address, *(a for a in case.letter.recipients if a.endswith(f"@{settings.domain}"))]
    return written(classify(case.letter.lines, own=own, subject=case.letter.subject))


def lexicon_of(case: Incoming) -> Lexicon:
    """Return the words of the game's table."""
    assert case.game is not None
    names = Post(case.campaign, case.tx, case.game, case.now).names
    return case.campaign.kit_of(case.game).lexicon(names)


def parsed(lines: Iterable[str], lexicon: Lexicon) -> list[Line]:
    """Read every line; END ends the letter, and words may go on to a line with a single full stop."""
    out: list[Line] = []
    todo = deque(NUMBER.sub("", line.strip()) for line in lines)
    while todo:
        text = todo.popleft()
        if not text:
            continue
        if text.upper() == "END":
            break
        out.append(_parsed(text, todo, lexicon))
    return out


def _parsed(text: str, todo: deque[str], lexicon: Lexicon) -> Line:
    first = first_word(text)
    if not GRAMMAR.named(first):  # a command in mid-sentence is none
        return Line(text, error=_unknown(text, first))
    below: tuple[str, ...] = ()
    long = any(verb.kind.long for verb in GRAMMAR.named(first) if issubclass(verb.kind, GmOrder))
    orders = long and first == "CORRECT" and text.upper().split()[1:2] == ["ORDERS"]
    said = text
    if long and (orders or text.endswith(":")):
        if "." not in todo:
            return Line(text, error=UNENDED)
        below = tuple(_until_full_stop(todo))
        said = text if orders else f"{text} {' '.join(' '.join(below).split())}"
    elif long:
        said = text = whole(text, todo, _may_go_on)
    try:
        order = GRAMMAR.read(said, lexicon)
    except OrderError as error:
        return Line(text, error=error)
    assert isinstance(order, GmOrder)
    return Line(text, order, below if isinstance(order, CorrectOrders) else ())


def _may_go_on(text: str) -> bool:
    """Say whether a line may be more of the words above it: it is no command, nor nearly one."""
    first = first_word(text)
    known = bool(GRAMMAR.named(first)) or first in GRAMMAR.instead or bool(nearest(first, GRAMMAR.words))
    return not known and text != "." and text.upper() != "END"


def _unknown(text: str, first: str) -> OrderError:
    """Say which command is probably meant by a word that is none."""
    meant = GRAMMAR.instead.get(first)
    hint = f"Did you mean {meant}?" if meant else nearest(first, GRAMMAR.words)
    written = text.split()[0].rstrip(",:;.!?")
    return Unreadable(f"I don't know the command {written}.", hint or "Write HELP for the list of commands.")


def _until_full_stop(todo: deque[str]) -> list[str]:
    said: list[str] = []
    while (line := todo.popleft()) != ".":
        said.append(line)
    return [line for line in said if line]


def _refuse(case: Incoming) -> int | None:
    """Do nothing and say nothing to him who wrote; write it down, and tell the GM, once a day."""
    assert case.game is not None
    details = {"letter": case.row.id, "why": case.doubt or "another sender"}
    actions.record(
        case.tx, at=case.now, who="referee", what="refused", game=case.game.id, details=details, to=REFEREE
    )
    if not outbox.alarmed_since(case.tx, NOT_HIM, case.now - DAY):
        why = f"{case.game.title}, letter {case.row.id}. Nothing of it was done, and he was told nothing."
        tell_gm(case.campaign, case.tx, NOT_HIM, why, f"referee mail show {case.row.id}")
    case.player = None
    note = case.doubt or case.letter.sender or str(case.letter.sender_problem or "")
    return case.close(Outcome.NOT_THE_GM, note=note)


def _ask(case: Incoming, sender: str, waits: list[tuple[Line, str]]) -> None:
    """Send the code under which all that cannot be taken back is done, in this order."""
    assert case.game is not None
    code, until = new_code(), case.now + LASTS
    printed = [GRAMMAR.show(line.order) for line, _ in waits if line.order is not None]
    details = {
        "orders": [{"line": text, "below": list(line.below)} for text, (line, _) in zip(printed, waits, strict=True)],
        "stands": where(case),
    }
    confirmations.ask(
        case.tx, Asked.GM_ORDER, code, at=case.now, lasts=LASTS, address=sender, game=case.game.id,
        details=details, letter=case.row.id,
    )  # fmt: skip
    shown = [
        Done("\n".join([text, *line.below]), said) for text, (line, said) in zip(printed, waits, strict=True)
    ]
    head = Post(case.campaign, case.tx, case.game, case.now).head(GM)
    letter = case.campaign.kit_of(case.game).writer.write(GmOrderPage(head, shown, until))
    reader = notes.Reader(case.letter.sender or sender)
    notes.send(case.campaign, case.tx, reader, letter, code=code, game=case.game, answers=case.row)


def where(case: Incoming) -> str:
    """Say where a game stands, so that a code counts only as long as it stands there."""
    assert case.game is not None
    row = games.game(case.tx, case.game.id)
    return f"{row.step} {row.status.value if row.status.value in ('inviting', 'over') else 'played'} {row.anew}"


def answer(
    case: Incoming,
    desk: Sitting,
    sender: str,
    done: Sequence[Done],
    unused: Sequence[Unused] = (),
    *,
    waits: bool = False,
) -> None:
    """Answer at the address that wrote, unless two programs seem to talk to each other."""
    assert case.game is not None
    most = case.campaign.settings.limits.replies_per_hour
    count = inbox.count_commands(case.tx, case.game.id, Outcome.GM_ORDERS, case.now - HOUR)
    if count >= most:
        return
    if count == most - 1:
        desk.texts.append(("TO MIND", LAST))
    post = Post(case.campaign, case.tx, games.game(case.tx, case.game.id), case.now)
    page = GmAnswerPage(post.head(GM), case.row.received_at, done, unused, desk.texts, waits)
    letter = case.campaign.kit_of(case.game).writer.write(page)
    living = tokens.alive(case.tx, case.game.id, GM, post.open_step)
    token = living.token if living is not None else post.token(GM, post.open_step)
    reader = notes.Reader(case.letter.sender or sender)
    notes.send(case.campaign, case.tx, reader, letter, code=token, game=case.game, answers=case.row)
