"""What became of each order in force, folded from what its seat was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from referee.engine.events import Answered, Event, OrderLapsed
from referee.engine.lexicon import spoken
from referee.engine.orders import Order
from referee.engine.values import value
from referee.reports.parts import OrderLine
from referee.reports.spans import cap, number

SHARED = 2
"""Words that neighbouring answers have alike to be told in one sentence: who did what."""

ARTICLES = ("the", "a", "an")


@value
class Fate:
    """One order in force and what became of it: whether it worked, the texts of what it answered, why it lapsed.

    ``reason`` says why it did not come into play, where that is known.
    """

    number: int
    line: str
    worked: bool
    texts: tuple[str, ...]
    lapsed: str
    standing: bool
    reason: str = ""

    @property
    def needed(self) -> bool:
        """Whether the order came into play at all."""
        return self.worked or bool(self.lapsed)


def fates(
    told: Iterable[Event],
    orders: Sequence[OrderLine],
    say: Callable[[Answered], str],
    unneeded: Callable[[Order], str] = lambda one: "",
) -> list[Fate]:
    """Fold the answers and lapses that a seat was told into its orders in force, in their own sequence.

    ``say`` gives an answer its words; words that hold for several answers of one order are said once.
    ``unneeded`` gives the reason of an order that did not come into play.
    """
    texts: dict[int, Counter[str]] = {}
    lapses: dict[int, dict[str, None]] = {}
    for e in told:
        match e:
            case Answered(because=int(number)): texts.setdefault(number, Counter())[say(e)] += 1
            case OrderLapsed(order=number, reason=reason): lapses.setdefault(number, {})[reason] = None
            case _: continue
    return [_fate(one, texts.get(one.number), lapses.get(one.number, {}), unneeded) for one in orders]


def _fate(
    one: OrderLine, texts: Counter[str] | None, lapses: dict[str, None], unneeded: Callable[[Order], str]
) -> Fate:
    worked, lapsed = texts is not None, " ".join(map(cap, lapses))
    said = together([often(text, count) for text, count in (texts or {}).items() if text])
    reason = unneeded(one.order) if one.order is not None and not (worked or lapsed) else ""
    return Fate(one.number, one.text, worked, said, lapsed, one.standing, reason)


def often(text: str, count: int) -> str:
    """Tell how often, of what is any one of its kind: ``You took a card at random (twice).``"""
    if count == 1 or not any(word in ARTICLES[1:] for word in text.split()):
        return text
    return f"{text.removesuffix('.')} ({'twice' if count == 2 else f'{number(count)} times'})."


def together(texts: Sequence[str]) -> tuple[str, ...]:
    """Say neighbours that begin alike in one sentence: ``You laid the Six of Hearts and the Ace of Spades.``

    A text of several sentences, or with a comma in it, stands alone.
    """
    found: list[list[str]] = []
    for text in texts:
        one = text.split()
        if found and _joins(found[-1][-1].split(), one):
            found[-1].append(text)
        else:
            found.append([text])
    return tuple(map(_joined, found))


def _joins(before: Sequence[str], after: Sequence[str]) -> bool:
    plain = all(word[-1] not in ".,:;" for one in (before, after) for word in one[:-1])
    return plain and min(len(before), len(after)) > SHARED and before[:SHARED] == after[:SHARED]


def _joined(texts: Sequence[str]) -> str:
    """Say who did what once, with the small words that all share, but each thing with its article."""
    words = [text.removesuffix(".").split() for text in texts]
    if len(words) == 1:
        return texts[0]
    most, shared = min(map(len, words)) - 1, SHARED
    while shared < most and words[0][shared].islower() and len({one[shared] for one in words}) == 1:
        shared += 1
    while words[0][shared - 1] in ARTICLES:
        shared -= 1
    return f"{' '.join(words[0][:shared])} {spoken([' '.join(one[shared:]) for one in words])}."


def unordered(told: Iterable[Event], say: Callable[[Answered], str]) -> dict[str, list[str]]:
    """Collect what was answered by other means than an order in force, by where it came from, each text once."""
    out: dict[str, dict[str, None]] = {}
    for e in told:
        if isinstance(e, Answered) and not isinstance(e.because, int):
            out.setdefault(str(e.because), {})[say(e)] = None
    return {because: list(filter(None, texts)) for because, texts in out.items()}
