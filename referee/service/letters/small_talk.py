"""What a receipt says of lines that were taken for words to the referee: which they are, so that none is missed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.engine.sheet import quoted
from referee.reports.others import inline

MOST_SAID_BACK = 6
"""So many lines are said back, first those that are like orders; the rest are counted."""

LONGEST_OF_SEVERAL = 60
"""Of several lines each is said back as far as this, so that it is known again."""


def accounted_for(said: Sequence[str], what: str, like: Collection[str] = ()) -> list[str]:
    """Say in one sentence, or none, which lines were taken for words to the referee and not for ``what``.

    ``like`` are those of them that speak of what orders speak of.
    """
    if not said:
        return []
    if len(said) == 1:
        return [f'I took this for words to me, not for {_one(what)}: "{quoted(said[0])}"']
    first = sorted(range(len(said)), key=lambda at: said[at] not in like)[:MOST_SAID_BACK]
    back = [f'"{_cut(said[at])}"' for at in sorted(first)]
    if more := len(said) - len(back):
        back.append("one more" if more == 1 else f"{more} more")
    listed = f"{'; '.join(back[:-1])} and {back[-1]}"
    return [f"I took these {len(said)} lines for words to me, not for {what}s: {listed}."]


def _one(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def _cut(text: str) -> str:
    text = inline(text)
    if len(text) <= LONGEST_OF_SEVERAL:
        return text
    return f"{text[:LONGEST_OF_SEVERAL].rpartition(' ')[0] or text[:LONGEST_OF_SEVERAL]} ..."
