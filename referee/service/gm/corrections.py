"""Corrections by the GM, of orders and of the state: recorded, with a reason, and announced.

A correction of the state is told at once and carried out when the next step begins, as part of what goes into it; so
the chain holds it, and the step can be played again from what is stored.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from referee.engine.audience import GM, PUBLIC, Seat
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.errors import OrderError, SetupError
from referee.engine.events import Event
from referee.engine.game import first_choice
from referee.engine.lexicon import first_word
from referee.engine.lexicon import spoken as listing
from referee.engine.mends import CorrectionRefused, Mend
from referee.engine.orders import readable
from referee.engine.sheet import Heard, OnFile
from referee.engine.table import Table
from referee.engine.values import value
from referee.games.corrections import CardCorrected, CardsExchanged
from referee.reports.desk_pages import ListPage
from referee.reports.others import barred
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import with_people
from referee.service.campaign.remedies import sentence
from referee.service.campaign.seal import is_sealed
from referee.service.deadlines.notices import tell
from referee.service.gm import ruling
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.players.receipts import file_orders
from referee.service.players.repetition import guarded_clerk
from referee.service.post.post import Post
from referee.service.table.reading import FILED, Understood, understand
from referee.service.table.table import TableTop
from referee.service.turns import citations
from referee.store import orders, rulings
from referee.store.tables import GameRow

LEAVES = (
    "Mind: a card leaves what only {seat} sees ({place}). {told} told which it is; the others hear that one was moved."
)
SHOWN = "Mind: a card leaves what only {seat} sees ({place}), and everybody is told which it is."
SEALED = (
    "Mind: this may take a card out of somebody's hidden hand. Hands are sealed, so I cannot say whose; who"
    " sees it where it lay or where it lies then is told which it is, the others that one was moved. Whether it fits"
    " shows when the turn is adjudicated: if not, it changes nothing, and everybody is told that."
)
"""What a GM is told before a correction of hidden cards."""


@value
class Corrected:
    """What the GM corrected."""

    step: int
    """The turn."""
    seat: str
    """Whose orders they were, if they were orders."""
    lines: tuple[str, ...]
    """The lines that the GM gave."""
    warnings: tuple[str, ...] = ()
    """What the GM should mind of it."""


class CorrectOrders(GmOrder):
    """Set the orders that a seat has on file for the open turn, by a recorded and announced action. The seat is
    told the lines, the others only that it was done. Standing orders that are not named stay.
    """

    shows = Corrected
    usage = "CORRECT ORDERS player : text"
    example = "CORRECT ORDERS ME: They came, and we lost them."
    typed = ("orders correct autumn Anna -l \"LEAD M7\" --reason \"Anna's letter was lost by our server.\"",)
    said = words_for(
        player="The seat's name, or its beginning.",
        text="Why; everybody is told.",
        lines="One line; repeat it.",
    )
    by_mail = "The lines stand below, up to a line with a single full stop."
    asks = True
    long = True
    letters_first = True
    seat_behind = ("ORDERS",)
    player: str
    text: str
    lines: tuple[str, ...] = ()

    def foreseen(self, gm: GmWork) -> str:
        top = TableTop.load(gm.work, gm.row, gm.now)
        seat = gm.seat(self.player)
        lines = "; ".join(given(top, read_orders(gm.work, top, seat, self.lines))) or "nothing"
        return f"On file for {seat}, turn {top.step}, will be: {lines}. Told to all: {self.text}"

    def done(self, gm: GmWork) -> Answer:
        """Set them; raises `SetupError` if a line cannot be used."""
        row, top, reason = gm.row, ruling.open_turn(gm.work, gm.row, self.text), _told(self.text)
        who = gm.seat(self.player)
        found, post = read_orders(gm.work, top, who, self.lines), Post(gm.work, row, urgent=True)
        given_for = file_orders(gm.tx, post, top, who, found, received_at=gm.now, by_gm=True)
        on_file = found.file.lines(top.step)
        text = f"The GM has corrected your orders for turn {top.step}:\n\n{barred(reason)}\n\nThese are on file now:"
        page = ListPage(post.head(who), "your orders are corrected", text, on_file or ("none",))
        post.send(page, step=top.step)
        told = f"The GM has corrected the orders of {who} for turn {top.step}:\n\n{barred(reason)}"
        tell(post, "orders are corrected", told, but=(who,))
        gm.record("correct orders", PUBLIC, seat=who, step=top.step, reason=reason, receipt=given_for.code)
        lines = given(top, found)
        said = f"On file for {who} now, for turn {top.step}: {'; '.join(lines) or 'nothing'}."
        return Answer(said, Corrected(top.step, who, lines))


class Correct(GmOrder):
    """Correct the state of a game just before the open turn is adjudicated: announced at once, part of its
    record. A card from one place to another, two cards exchanged, a number, who is first, what somebody has:
    HELP CORRECT says which places and numbers a game has. Who saw the card where it lay, or sees it where it lies now,
    is told which it is, the others that one was moved. What would break the rules is refused, or changes
    nothing.
    """

    shows = Corrected
    usage = "CORRECT text"
    example = "CORRECT SET POINTS OF Ana TO 12: Round 3 was scored wrongly."
    typed = (
        'game correct autumn "SET POINTS OF Anna TO 12" --reason "Round 3 was scored wrongly."',
        'game correct autumn "CARD 8S TO HAND OF Anna" --reason "A card was dealt to the wrong player."',
        'game correct autumn "SWAP 8S WITH KH" --reason "Two cards were dealt the wrong way."',
        'game correct autumn "FIRST Bruno" --reason "Bruno had won the last trick."',
        "game correct autumn \"GIVE JEWEL TO Anna\" --reason \"It was Anna's by LT-23.6.\"",
    )
    said = words_for(
        line="In the words of the game's rules.",
        reason="Why; everybody reads it, so name no hidden card.",
    )
    by_mail = "The reason stands behind a colon; everybody reads it, so name no hidden card."
    shell = "HELP is printed by: referee ruling help autumn."
    asks = True
    text: str = ""
    line: str = ""
    reason: str = ""

    def understood(self, gm: GmWork) -> Self:
        line, _, reason = self.text.partition(":")
        return replace(self, line=line, reason=reason.strip())

    def foreseen(self, gm: GmWork) -> str:
        top, reason = ruling.open_turn(gm.work, gm.row, self.reason), _told(self.reason)
        made = read_mend(gm.work, top, self.line)
        may_be_told(top, made, reason)
        shown = top.kit.rules.corrections.show(made)
        told = f"Told to all: {made.told() or shown}. {reason}"
        return " ".join([f"Just before turn {top.step} is adjudicated: {shown}.", told, *warnings(top, made)])

    def done(self, gm: GmWork) -> Answer:
        done = correct_state(gm.work, gm.row, self.line, self.reason)
        said = f"It is done just before turn {done.step} is adjudicated, and everybody is told."
        return Answer(" ".join([said, *done.warnings]), done)


def given(top: TableTop, found: Understood) -> tuple[str, ...]:
    """Return the lines that the GM gave, as they are on file now; what stood before may be sealed to the GM."""
    show, out = top.kit.rules.grammar.show, []
    for line in found.sheet.lines:
        if line.order is not None and line.heard in FILED:
            ahead = f"TURN {line.turn} " if line.heard is Heard.ADVANCE else ""
            out.append(f"{ahead}{show(line.order)}{' (standing)' if line.heard is Heard.STANDING else ''}")
    return tuple(out)


def read_orders(work: Work, top: TableTop, seat: Seat, lines: Sequence[str]) -> Understood:
    """Read lines as a seat's whole new set for the open turn; raises `SetupError` with every line that will not do.

    That is one, too, whose free words tell others what a letter told the seat alone.
    """
    before = orders.all_latest(work.tx, top.row.id, until=top.step).get(seat, OnFile())
    before = replace(before, turns={n: kept for n, kept in before.turns.items() if n != top.step})
    found = understand(guarded_clerk(Post(work, top.row), top, seat), before, lines)
    sealed = found.sealed.lines
    unused = [line for line in sealed if line.heard is Heard.UNREADABLE]
    wrong = [f"{line.text}: {readable(line.error) if line.error else 'it is no order'}" for line in unused]
    wrong += [f"{line.text}: it is no order" for line in sealed if line.heard.value == "no order"]
    if wrong:
        raise SetupError("\n".join(wrong))
    return found


def correct_state(work: Work, row: GameRow, line: str, reason: str) -> Corrected:
    """Correct the state in the words of its rules, just before the open step is adjudicated; raises `SetupError`.

    One that would change nothing, or break what always holds, is refused with why; in a game that is sealed to its GM
    only one of what all know, for of hidden cards it could tell of a hand. Such a one changes nothing when its turn
    comes, and all are told that. The reason is read by everybody, so it may not name the card.
    """
    top, reason = ruling.open_turn(work, row, reason), _told(reason)
    made = read_mend(work, top, line)
    may_be_told(top, made, reason)
    printed, warned = top.kit.rules.corrections.show(made), warnings(top, made)
    words = made.told() or printed
    kept = rulings.add(
        work.tx, row.id, step=top.step, text=words, reason=reason, to=PUBLIC, who=work.campaign.who, at=work.now,
        correction=printed,
    )  # fmt: skip
    name = citations.label(work.tx, kept, lower=True)
    so = barred(f"{words}. {reason}")
    text = f"The GM corrects the game just before turn {top.step} is adjudicated, by {name}:\n\n{so}"
    ruling.announce(work, row, text, PUBLIC, "a correction")
    details = {"number": citations.shown(work.tx, kept), "line": words, "reason": reason, "step": top.step}
    work.record("correct state", game=row.id, details=details, to=PUBLIC)
    if not made.open:
        whole = details | {"line": printed, "reason": ""}
        work.record("correct state", game=row.id, details=whole)
    return Corrected(top.step, "", (printed,), tuple(warned))


def read_mend(work: Work, top: TableTop, line: str) -> Mend:
    """Read a correction; raises `SetupError` that says what would be right."""
    rules = top.kit.rules
    if not rules.mends:
        raise SetupError(f"The rules of {rules.title} have no words for corrections of the state.")
    try:
        made = rules.corrections.read(line, with_people(work.tx, top.row.id, top.lexicon))
    except OrderError as error:
        known = bool(rules.corrections.named(first_word(line)))
        verbs = "; ".join(str(frame) for verb in rules.corrections.verbs for frame in verb.frames)
        said = re.sub(r"\bME\b", top.game.setup.seats[0], readable(error))  # a GM has no seat, so the example names one
        raise SetupError(said if known else f"{error.problem} A correction is one of: {verbs}.") from error
    assert isinstance(made, Mend), "every verb of a correction is one"
    if why := rules.mends.never(made):
        raise SetupError(why)
    if made.open or not is_sealed(top.row):
        _try(top, made)
    return made


def warnings(top: TableTop, made: Mend) -> list[str]:
    """Warn of a card that leaves a hand that not everybody sees; where hands are sealed, only by what the line says."""
    if made.open:
        return []
    if is_sealed(top.row):
        return [SEALED]
    before, events = _try(top, made)
    hidden = {seat: top.kit.rules.hidden(before, seat) for seat in top.game.setup.seats}
    out = []
    for event in events:
        moved: tuple[tuple[Any, Seat, str], ...] = ()
        match event:
            case CardCorrected():
                moved = ((event.card, event.giver, event.origin),)
            case CardsExchanged():
                moved = ((event.one, event.giver, event.origin), (event.other, event.taker, event.target))
        for card, whose, place in moved:
            if card not in hidden.get(whose, {card}) and any(card in them for them in hidden.values()):
                told = [seat for seat in hidden if event.to.includes(seat)]
                named = f"{listing(told)} {'is' if len(told) == 1 else 'are'}"
                out.append((SHOWN if event.to == PUBLIC else LEAVES).format(seat=whose, place=place, told=named))
    return list(dict.fromkeys(out))


def may_be_told(top: TableTop, made: Mend, reason: str) -> None:
    """Refuse a reason that names a card which not everybody may know; raises `SetupError`."""
    say, slot = top.kit.rules.words.say(top.kit.tables), top.kit.rules.corrections.slots.get("card")
    for card in made.named():
        for name in dict.fromkeys((say(card).removeprefix("The "), slot.show(card) if slot else str(card), str(card))):
            if re.search(rf"\b{re.escape(name)}\b", reason, re.IGNORECASE):
                raise SetupError(f"Everybody reads the reason, and it names {name}. Say it without the card.")


def _try(top: TableTop, made: Mend) -> tuple[Any, Sequence[Event]]:
    """Try a correction on a copy, behind those that come before; return the state just before it, and what it tells.

    Raises `SetupError` if it changes nothing. Why may follow from hidden cards, so the GM must be one to know them.
    """
    rules, codec = top.kit.rules, top.kit.codec
    anybody = dict.fromkeys((*top.game.setup.seats, GM), first_choice)
    table: Table[Any] = Table(copied(top.game.state), Chance(top.game.seed, top.step), anybody)
    setup = top.game.setup
    for line in top.mends:
        setup = rules.correct(table, setup, rules.corrections.read(line, top.lexicon))
    told, state = len(table.events), copied(table.state)
    rules.correct(table, setup, made)
    why = next((e.why for e in table.events[told:] if isinstance(e, CorrectionRefused)), "")
    if why or (len(table.events) == told and codec.dump_state(table.state) == codec.dump_state(state)):
        raise SetupError(f"As things stand that would change nothing, so nothing was announced. {why}".strip())
    return state, table.events[told:]


def _told(reason: str) -> str:
    said = sentence(reason)
    return said[:1].upper() + said[1:]
