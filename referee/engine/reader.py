"""The lines of a letter read into a sheet: orders, commands, words to others, and what is none of these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from operator import eq

from referee.engine import talk, wrapping
from referee.engine.audience import Seat
from referee.engine.commands import Command, Help, History, Press, Resend, Rules, Status, Word
from referee.engine.errors import OrderError
from referee.engine.intent import HOUSEKEEPING, Intent, is_like_an_order
from referee.engine.lexicon import Lexicon, first_word, nearest, split
from referee.engine.lexicon import Word as Written
from referee.engine.orders import Grammar, If, Order, stands, word_of
from referee.engine.sections import inside
from referee.engine.sheet import Heard, Line, Sheet, quoted, unreadable
from referee.engine.trimmings import Courtesy, Printed, asks, bare, bare_condition, unwrapped
from referee.engine.usage import usages
from referee.engine.wrapping import LineQueue, Pieced, Undelivered

MAX_LINE = 900
"""Longer lines are cut by mail servers on the way, so none is read."""

MOST_LINES = 200
"""Nobody needs more lines of orders in one letter."""

MOST_LOOKED_AT = 2_000
"""So many lines of a letter are looked at, words to the referee among them."""

HARMLESS = (Status, Help, Rules, History, Resend, Word)
"""Commands that may be put as a question."""

FARTHEST = 9999
"""Orders for later turns than this are a slip of the pen."""

PLEADING = re.compile(r"help|hilfe|^\W*(?:how|what)\b", re.IGNORECASE)

TITLED = re.compile(
    r"(turn\s+\d+\s+|)(?:my\s+)?(?:(?:order|move|line)s?|n[or][. ](?=\s*#?\d))\s*#?\d{0,2}\s*[:–—-]\s*", re.IGNORECASE
)
"""Some put `Orders:` before the first, `Order 2:` or `No. 2:` before the second, or `Turn 5 orders:`."""

ASKING = "This line asks;"
ASKING_HINT = "write it without a question mark if you mean it as an order."
NOT_LATER = "Write it by itself, without IF, TURN or STANDING."
TOO_MANY = f"A letter may have {MOST_LINES} lines of orders; the others were not read."
TOO_LONG = f"I look at {MOST_LOOKED_AT:,} lines of a letter at most; the others were not read."

NO_END = "I don't see where your words end, so I delivered nothing."
END_THEM = "Put a line with a single full stop behind them; or if one line is all, an empty line below it."

NEGATIVE_NUMBER = re.compile(r"-\d+")
SMALL_TALK = (Heard.CHATTER, Heard.COMMENT)


class Reader:
    """Reads letters for one seat at one turn."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, me: Seat, turn: int) -> None:
        self.grammar = grammar
        self.lexicon = lexicon
        self.me = me
        self.turn = turn
        self.intent = Intent(grammar, lexicon, me)
        self._parsed = partial(_parsed, grammar, lexicon, me)  # no method, by which a reader would hold itself
        self.printed = Printed(grammar, partial(_reads, grammar, lexicon, me))
        self.courtesy = Courtesy(self.intent.verbs, self._parsed, self.intent.begins)

    def read(self, lines: Iterable[str]) -> Sheet:
        """Read every line; one that cannot be read never spoils another."""
        self.printed.number = 0
        out: list[Line] = []
        paragraphs: list[int] = []
        todo = LineQueue(lines)
        undelivered = Undelivered(self.grammar)
        count = 0
        while text := todo.following():
            words = [w.text for w in split(text[: MAX_LINE + 1])[:2]]
            if words == ["END"] and not asks(text):
                out += [Line(line.strip(), Heard.AFTER_END) for line in todo if line.strip()]
                break
            if count == MOST_LINES or len(out) == MOST_LOOKED_AT:
                why = TOO_MANY if count == MOST_LINES else TOO_LONG
                out.append(unreadable(text, why, "Send them in another letter that begins with ADD."))
                break
            head = self.intent.addressing.head(text)
            if head is not None and head.said:
                text = wrapping.whole(text, todo, self._may_go_on)
            undelivered.begun = undelivered.begun or head is not None
            if not undelivered.begun:
                talk_above = out and paragraphs[-1] == todo.paragraph and out[-1].heard is Heard.CHATTER
                self.courtesy.look(text, out[-1].text if talk_above else "", todo[0].strip() if todo else "")
            line = self._press(text, todo) if head is not None else self._order_line(text, todo, first=not count)
            self.courtesy.telling = True
            line = undelivered.look(line, todo.paragraph, one_line=head is not None and bool(head.said))
            count += line.heard not in SMALL_TALK
            out.append(line)
            paragraphs.append(todo.paragraph)
        return Sheet(tuple(self._not_by_half(list(self._sorted_out(out, paragraphs)), paragraphs)))

    def _order_line(self, text: str, todo: LineQueue, *, first: bool) -> Line:
        """Read a line that begins no words to others; an order may stand on several."""
        word = first_word(bare(text))
        if todo and todo[0].strip() and (self.grammar.named(word) or word in HOUSEKEEPING):
            text, doubt = self._pieced(text, todo)
            if doubt is not None:
                return unreadable(text, *doubt)
        return self._line(text, first=first)

    def _pieced(self, text: str, todo: LineQueue) -> Pieced:
        """Put a line that cannot stand alone, or that a program broke, together with those below it.

        A comment between them parts nothing, and comes after them.
        """
        if wrapping.is_comment(todo[0]):
            above = wrapping.comments(todo)
            found = self._pieced(text, todo) if todo and todo[0].strip() else Pieced(text)
            todo.extendleft(reversed(above))
            return found
        whole = partial(wrapping.pieced, below=todo, parse=self._parsed, more=self._may_go_on)
        if (said := wrapping.heading(text.partition("#")[0])) and self._is_meant(todo[0]):
            if said == f"TURN {self.turn}":  # a title, for the orders below are for that turn
                return whole(f"{said} {bare(todo.popleft().strip())}")
            return wrapping.headed(said, todo, self._is_meant, whole)
        below, found = todo[0].strip(), whole(text)
        then = first_word(below) == "THEN"
        if found.text == text and self._is_condition(text) and (then or self._is_meant(below)):
            return whole(f"{text} {todo.popleft().strip()}")
        return found

    def _is_meant(self, text: str) -> bool:
        """Say whether a line is an order, or nearly one; no words to others are."""
        if self.intent.addressing.head(text.strip()) is not None:
            return False
        found = self._line(text.strip(), first=False)
        nearly = found.heard is Heard.UNREADABLE and is_like_an_order(self.grammar, bare(found.text))
        return bool(found.word) or nearly

    def _is_condition(self, text: str) -> bool:
        """Say whether a line has a condition and no order behind it; words of orders stand in conditions too."""
        words = [w.text for w in _prefix(split(bare(text)))[2]]
        if words[:1] != ["IF"] or "THEN" in words:
            return False
        verbs = [at for at, word in enumerate(words) if self.grammar.named(word)][:wrapping.TRIED]
        if any(self._parsed(" ".join(words[at:])) is not None for at in verbs):
            return False
        return self._line(text, first=False).heard is Heard.UNREADABLE

    def _words_below(self, said: str, todo: LineQueue) -> int:
        """Say how many of the lines below the head of words to others are more of them.

        With a full stop behind they are all up to it, but not the next words' head, nor an order where something is
        ``said`` beside the head. Else they are the lines that may be no orders, as far as one sees that they go on.
        """
        more = self._may_go_on if said else self._is_enclosed
        if todo.closed and todo.is_stop(count := todo.words(more, apart=True)):
            return count
        signed = bool(said and todo and todo[0].strip()) and talk.signs(todo[0], self.me)
        return 0 if signed else todo.words(self._may_go_on, apart=not said or said.endswith(","))

    def _is_enclosed(self, text: str) -> bool:
        """Say whether a line may stand among words that have an end: it is none, and does not begin others."""
        head = self.intent.addressing.head(text)
        others = head is not None and (not head.said or self.intent.addressing.names_another(split(head.named)))
        return text not in wrapping.FULL_STOPS and not others

    def _may_go_on(self, text: str) -> bool:
        """Say whether a line may be more of the words above it: it is no order or command, nor nearly one."""
        words = split(text[: MAX_LINE + 1])
        if not words or text in wrapping.FULL_STOPS or [w.text for w in words] == ["END"]:
            return False
        if words[0].text != "HELP" and self._pleads(text):
            return True  # it is asked of whom the words go to
        found = self._line(text, first=False)
        return found.heard is Heard.CHATTER or (
            found.heard is Heard.UNREADABLE and not is_like_an_order(self.grammar, text)
        )

    def _sorted_out(self, lines: Sequence[Line], paragraphs: Sequence[int]) -> Iterator[Line]:
        """Look once more at the lines that could not be read, now that all the letter is known."""
        lines = self._unsigned(lines, paragraphs)
        scraps = [talk.Scrap(x.text, n, x.heard not in SMALL_TALK) for x, n in zip(lines, paragraphs, strict=False)]
        own = frozenset(w.text for w in split(self.me))
        others = frozenset(w.text for name in self.lexicon.seats.vocabulary() for w in split(name)) - own
        for line, sense in zip_longest(lines, talk.sorted_out(scraps, own, others)):
            if line.heard is not Heard.CHATTER or line.greets:
                yield line
            elif sense is talk.Sense.MEANT and line.error is not None:
                yield replace(line, heard=Heard.UNREADABLE)
            else:
                first, *rest = [word.text for word in split(line.text)] or [""]
                hails = first in talk.OPENING and not self.intent.verbs.isdisjoint(rest)  # *Hello, I will hunt*
                greets = sense is talk.Sense.GREETING and not hails
                like = self.intent.names_play(split(line.text)) or self.intent.begins(unwrapped(line.text))
                yield replace(line, greets=greets, like=like and not greets)

    def _not_by_half(self, lines: Sequence[Line], paragraphs: Sequence[int]) -> Iterator[Line]:
        """Refuse an order that ends as an open list, right above a line that was meant and is like no order."""
        for line, below, near in zip_longest(lines, lines[1:], map(eq, paragraphs, paragraphs[1:])):
            half = near and line.word and below.heard is Heard.UNREADABLE and wrapping.is_open_list(line.text)
            half = half and not is_like_an_order(self.grammar, below.text)
            yield unreadable(line.text, *wrapping.BROKEN) if half else line

    def _unsigned(self, lines: Sequence[Line], paragraphs: Sequence[int]) -> list[Line]:
        """Take the lines of a signature for what they are, whatever they were read as."""
        texts, dumb = [line.text for line in lines[: len(paragraphs)]], (*SMALL_TALK, Heard.UNREADABLE)
        useful = {n for n, line in enumerate(lines) if line.heard not in dumb}
        signed = talk.signature(texts, paragraphs, useful, self.intent.begins)
        return [Line(x.text, Heard.CHATTER, greets=True) if n in signed else x for n, x in enumerate(lines)]

    def _line(self, text: str, *, first: bool) -> Line:
        if self._pleads(text):
            return Line(text, Heard.COMMAND, Help())
        found = self._plain_line(text, first=first)
        spoken = found.heard in (Heard.CHATTER, Heard.COMMENT) or isinstance(found.order, HARMLESS)
        spoken = spoken or (found.error is not None and self.intent.addressing.lacks_colon(split(text[: MAX_LINE + 1])))
        return unreadable(text, ASKING, ASKING_HINT) if not spoken and asks(text) else found

    def _pleads(self, text: str) -> bool:
        """Say whether a line asks for help, and is no order: *REPLY HELP* may be one."""
        if not PLEADING.search(text):  # few lines are cut into words for this
            return False
        words = [w.text for w in split(text[: MAX_LINE + 1])]
        verb = "".join(words[1:] if words[:1] == ["HELP"] else words[:1])  # HELP PLAY asks about an order
        return talk.pleads(words) and not self.grammar.named(verb)

    def _plain_line(self, text: str, *, first: bool) -> Line:
        if len(text) > MAX_LINE:
            return unreadable(text, f"A line may have {MAX_LINE} characters at most.", "Cut it in two.")
        said = self.printed.bare(bare(text))
        if (m := TITLED.match(said)) and self.grammar.named(first_word(said[m.end() :])):
            said = f"{m[1]}{said[m.end() :]}"
        line = split(said := self.courtesy.bare(said))
        match [w.text for w in line]:
            case []: return Line(text, Heard.COMMENT if text.startswith("#") else Heard.CHATTER)
            case ["ADD"] if first: return Line(text, Heard.ADD)
            case ["ADD"]: return unreadable(text, "ADD counts as the first line only.", "Put it on top.")
            case ["ADD", *_] if not self.grammar.named("ADD"):
                return unreadable(text, "ADD stands by itself, on the first line.", "Put the order on the next line.")
            case ["CLEAR"] | ["CLEAR", "ALL"]: return Line(text, Heard.CLEAR)
            case ["CLEAR", *_] if not self.grammar.named("CLEAR"):
                return unreadable(text, "CLEAR withdraws all your orders of this turn.", "Write it by itself.")
            case ["CANCEL", word] if word == "ALL" or self.grammar.named(word):
                return Line(text, Heard.CANCEL, word=word)
            case ["CANCEL", *_] if not self.grammar.named("CANCEL"): return self._cancelled(text, line[1:])
            case _: return self._order(text, said, line)

    def _cancelled(self, text: str, what: Sequence[Written]) -> Line:
        """Read what stands behind CANCEL, where it is not a verb's first word alone: ``PLAY ON`` is one's name, too."""
        words = [one.text for one in what] or [""]
        verbs = self.grammar.named(word := words[0])
        begun = " ".join((*words, ""))
        if verbs and all(f"{usage} ".startswith(begun) for verb in verbs for usage in usages(verb.kind)):
            return Line(text, Heard.CANCEL, word=word)
        if verbs:
            one = " ".join(written.written for written in what)
            hint = f"If {one} is the only one write CANCEL {word}; else the {word} lines that shall stand without it."
            return unreadable(text, f"CANCEL ends all standing {word} lines at once, never one of them.", hint)
        near = nearest(word, self.grammar.words)
        hint = near or f"Write CANCEL and the order's first word, as in CANCEL {self.grammar.words[0]}, or CANCEL ALL."
        return unreadable(text, "I don't know which standing order to cancel.", hint)

    def _order(self, text: str, bare: str, line: Sequence[Written]) -> Line:
        heard, turn, rest = _prefix(line)
        if line[0].text == "TURN" and line[1:2] and NEGATIVE_NUMBER.fullmatch(line[1].text):
            return unreadable(text, f"{line[1].text} is not a number that can stand here.", "Write a turn's number.")
        if line[0].text == "TURN" and heard is Heard.ORDER and not self.grammar.named("TURN"):
            return unreadable(text, "Behind TURN a number is wanted.", "Write TURN 5, and then the order.")
        if not rest or turn > FARTHEST:
            what = "an order is missing" if not rest else f"up to {FARTHEST} is wanted"
            return unreadable(text, f"Behind {line[0].text} {what}.", "Write TURN 5 or STANDING, then the order.")
        try:
            if rest is line and line[0].text != "IF":  # the line as it is written, which the grammar remembers
                found = self.grammar.read(bare, self.lexicon, self.me)
            else:
                found = self.grammar.parse(bare_condition(rest), self.lexicon, self.me, bare)
        except OrderError as e:
            if heard is Heard.ORDER and not self.intent.meant(line, bare):
                return Line(text, Heard.CHATTER, error=(self.intent.instead(line, bare) or e).alone())
            error = self.intent.forbidden(line) or self.intent.instead(line, bare) or self._unkindly(bare) or e
            return Line(text, Heard.UNREADABLE, error=error.alone())
        if heard is Heard.ADVANCE and turn < self.turn:
            return unreadable(text, f"Turn {turn} is over.", f"This is turn {self.turn}.")
        heard = Heard.ORDER if heard is Heard.ADVANCE and turn == self.turn else heard
        prompt = [one for _, one in inside([found]) if isinstance(one, Command) or one.at_once]
        if prompt and (heard is not Heard.ORDER or isinstance(found, If)):
            hint = f"{NOT_LATER} For instance: {quoted(self.grammar.show(prompt[0]))}."
            return unreadable(text, f"{word_of(prompt[0])} is done at once and waits for nothing.", hint)
        if isinstance(found, Command):
            return Line(text, Heard.COMMAND, found)
        if prompt:
            return Line(text, Heard.AT_ONCE, found, word=word_of(found))
        heard = Heard.STANDING if heard is Heard.ORDER and stands(found) else heard
        return Line(text, heard, found, turn=turn or self.turn, word=word_of(found))

    def _unkindly(self, said: str) -> OrderError | None:
        """Say what is wrong with the order behind courtesies: in *I attack Eric with 10X* the card, not the I."""
        order = unwrapped(said)
        if order == said or first_word(order) not in self.intent.verbs:
            return None
        try:
            self.grammar.read(order, self.lexicon, self.me)
        except OrderError as error:
            return error
        return None

    def _press(self, text: str, todo: LineQueue) -> Line:
        """Read ``TO p, q: text``, ``PRESS``, ``TELL`` and the like.

        Words of several lines end with one that has a single full stop. Where none does, or only below the words to
        somebody else, none of them is delivered: half of what was meant is worse than nothing.
        """
        head = self.intent.addressing.head(text)
        assert head is not None
        try:
            seats = self.intent.addressing.read(head.named, closed=head.closed)
        except OrderError as e:
            if not head.said and todo.closed:
                wrapping.until_full_stop(todo)
            return Line(text, Heard.UNREADABLE, error=e.alone())
        said, count = head.said, self._words_below(head.said, todo)
        if todo.closed and todo.is_stop(count):
            apart = "\n" * (not todo[0].strip())
            said = f"{said}\n{apart}{wrapping.until_full_stop(todo)}".strip("\n")
        elif count or not said:
            return unreadable(" / ".join([text, *todo.taken(count)]), NO_END, END_THEM)
        if not said:
            return unreadable(text, "Behind the colon nothing is said.", "Write TO name: text.")
        return Line(text, Heard.COMMAND, Press(addressees=seats, text=said))


def _parsed(grammar: Grammar, lexicon: Lexicon, me: Seat, text: str) -> Order | None:
    """Parse a text, whatever turn it is for; None if it cannot be read."""
    said = bare(text)
    rest = _prefix(line)[2] if len(said) <= MAX_LINE and (line := split(said)) else []
    with suppress(OrderError):
        return grammar.parse(bare_condition(rest), lexicon, me, said) if rest else None
    return None


def _reads(grammar: Grammar, lexicon: Lexicon, me: Seat, text: str) -> bool:
    """Say whether a text is an order as it is written."""
    with suppress(OrderError):
        return grammar.parse(split(text), lexicon, me, text) is not None
    return False


def _prefix(line: Sequence[Written]) -> tuple[Heard, int, Sequence[Written]]:
    """Take STANDING or TURN and its number from the words of a line."""
    texts = [w.text for w in line[:3]]
    if texts[0] == "STANDING":
        return Heard.STANDING, 0, line[2 if texts[1:2] == [":"] else 1 :]
    if texts[0] == "TURN" and len(line) > 1 and texts[1].isascii() and texts[1].isdigit():
        return Heard.ADVANCE, int(texts[1][:6]), line[3 if texts[2:] == [":"] else 2 :]
    return Heard.ORDER, 0, line
