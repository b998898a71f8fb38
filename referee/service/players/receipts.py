"""A letter's receipt: the one answer that says what each of its lines came to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from referee.engine.sheet import Heard, quoted
from referee.reports.pages import ReceiptPage
from referee.reports.parts import Done, Later, OrderLine, Unused, Warned
from referee.service.deadlines import stillness
from referee.service.letters.kinds import KeyLetter
from referee.service.players.remarks import Standing, remarks
from referee.service.post.post import Post
from referee.service.table.reading import Understood


@dataclass
class Results:
    """What the lines of one letter came to, gathered for its receipt.

    ``filed`` says when the orders came that were on file before, ``code`` is that of the revision it brought.
    """

    done: list[Done] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    overtaken: bool = False
    filed: datetime | None = None
    code: str = ""


def page(case: KeyLetter, post: Post, found: Understood, results: Results) -> ReceiptPage:
    """Return the receipt of a letter, from what its lines came to."""
    top, seat, grammar = case.top, case.seat, case.top.kit.rules.grammar
    running = found.file if top.locked_at is None else top.file(seat)
    own = len(running.turns.get(top.step, ()))
    in_force = tuple(OrderLine(one.number, grammar.show(one), one.number > own, one) for one in found.orders)
    turns = sorted(found.file.turns.items())
    if top.locked_at is not None and found.file.standing:
        turns = sorted({**found.file.turns, top.step + 1: found.file.lines(top.step + 1)}.items())
    read = top.desk(seat).read
    later = tuple(Later(n, lines, tuple(map(read, lines))) for n, lines in turns if n > top.step)
    standing = Standing(post.replies_left(seat, top.step) == 1, not (results.done or results.used))
    return ReceiptPage(
        head=post.head(seat),
        step=top.step,
        received=case.row.received_at,
        deadline=stillness.due(post.game, post.now),
        view=top.game.view(seat),
        receipt=results.code,
        orders=in_force,
        read=found.taken,
        changed=changes(found) and (found.changed or (bool(found.taken) and not results.overtaken)),
        same_form=case.lines.has_form and not any(line.strip() for line in case.lines.new),
        before=results.filed if top.locked_at is None and not (results.overtaken and found.changed) else None,
        added=found.sheet.has(Heard.ADD),
        cleared=found.sheet.has(Heard.CLEAR),
        standing_only=top.locked_at is None and found.sheet.has(Heard.STANDING) and not found.sheet.has(Heard.ORDER),
        later=later,
        cancelled=found.sheet.cancelled() if found.changed or not results.overtaken else (),
        done=tuple(results.done),
        unused=tuple(replace(Unused.of(line), text=line.quoted) for line in found.unused),
        passed_over=tuple(Unused(quoted(text), why) for text, why in found.passed_over),
        warnings=tuple(Warned.of(r) for r in found.warnings),
        notes=(*results.notes, *remarks(case, top, found, standing)),
    )


def changes(found: Understood) -> bool:
    """Say whether a letter has a line that brings or withdraws orders."""
    return found.taken > 0 or found.sheet.has(Heard.CLEAR) or found.sheet.has(Heard.CANCEL)
