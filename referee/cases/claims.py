"""What a case claims beside the state: refusals, warnings, words of letters, the end of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.cases.differ import Difference
from referee.cases.faces import Face, in_full
from referee.cases.letters import Post
from referee.cases.setting import Filed, is_gm, place
from referee.cases.written import Case, text_of
from referee.engine.audience import Seat
from referee.engine.events import GameEnded
from referee.engine.game import Game
from referee.engine.lexicon import FILLERS, plain, split
from referee.engine.ruleset import Ruleset

IDLE = FILLERS | {"HAS", "IS", "BY", "FOR", "IN", "WAS", "HAVE"}
"""Words of a reason that say nothing."""

SHORT = re.compile(r"[A-Z0-9]{2,3}")
"""The code of a card, which may well stand within other words: ``KS`` in ``ask status``."""

SET_UP = "set-up"
"""Under ``refused``: what the refusal to create the game must say."""


def unlike_refusal(case: Case, text: str) -> list[str]:
    """Say how a refusal to create the game is not as the case says."""
    if SET_UP not in case.refused:
        return [f"the game cannot be created: {text}"]
    return [f"the refusal does not say {p!r}: {text}" for p in case.refused[SET_UP] if p and not _said(p, text)]


def unlike_remarks(
    seat: Seat, verb: str, remarks: Mapping[str, str], wanted: Mapping[str, str], lines: Iterable[str]
) -> Iterator[str]:
    """Say which lines should have been refused or warned of, and which words were not said of them."""
    sent = list(lines)
    for line, words in wanted.items():
        match = next((s for s in sent if plain(s).split() == plain(line).split()), None)
        if match is None:
            yield f"{seat} sent no line {line}, which the case says is {verb}."
        elif match not in remarks:
            yield f"{seat}'s line {match} is not {verb}."
        elif words and not _said(words, remarks[match]):
            yield f"{seat}'s line {match} is {verb}, but not with {words!r}: {remarks[match]}"


def named_in(wanted: Iterable[str], line: str) -> bool:
    """Say whether a line is among those that a case names."""
    return any(plain(w).split() == plain(line).split() for w in wanted)


def wrong_letters(
    case: Case, after: Game[Any, Any], post: Post, filed: Mapping[Seat, Filed], name_of: Face
) -> Iterator[str]:
    """Say which phrases do not stand in a seat's letter, and which do but must not.

    What a letter is to say of a card may stand in it by the card's code or by its name, whichever the case writes. One
    that must not name a card may well have its code, in a pile that all can see: a case that means both writes both.
    """
    seats = after.setup.seats
    letters: dict[Seat, str] = {}
    for claims, wanted in ((case.told, True), (case.untold, False)):
        for seat, phrases in _by_seat(case, claims, seats, "told" if wanted else "untold"):
            if seat not in letters:
                files = filed[seat].file if seat in filed else None
                letters[seat] = post.letter(after, seat, files, [e for one in filed.values() for e in one.made]).body
            for phrase in phrases:
                if _stands(phrase, letters[seat], name_of, any_form=wanted) is not wanted:
                    yield f"{seat}'s letter {'does not say' if wanted else 'says'}: {phrase}"


def _stands(phrase: str, letter: str, name_of: Face, *, any_form: bool) -> bool:
    """Say whether a phrase stands in a letter, a card's short code as a word of its own; or, if wished, in any form."""
    ways, texts = [phrase], [letter]
    if any_form:
        ways, texts = ([text, in_full(text, name_of), in_full(text, name_of, "the ")] for text in (phrase, letter))
    if SHORT.fullmatch(phrase) and name_of(phrase):
        return bool(re.search(rf"\b{phrase}\b", letter)) or any(_said(way, text) for way in ways[1:] for text in texts)
    return any(_said(way, text) for way in ways for text in texts)


def _by_seat(
    case: Case, claims: Mapping[str, tuple[str, ...]], seats: tuple[Seat, ...], key: str
) -> Iterator[tuple[Seat, tuple[str, ...]]]:
    by_name = {name for name in (*case.told, *case.untold) if name.lower() not in ("all", "others")}
    wrote = {name for name, lines in case.orders.items() if lines and not is_gm(name)}
    named = {place(case, seats, key, name) for name in by_name or wrote}
    for name, phrases in claims.items():
        match name.lower():
            case "all":
                yield from ((seat, phrases) for seat in seats)
            case "others":
                yield from ((seat, phrases) for seat in seats if seat not in named)
            case _:
                yield place(case, seats, key, name), phrases


def _said(phrase: str, text: str) -> bool:
    return "".join(plain(phrase).split()) in "".join(plain(text).split())


def ending(end: GameEnded | None) -> Mapping[str, Any]:
    """Show the end of the game in keys of its own, for cases that name a winner without writing `end`."""
    won, lost, reason = (end.winners, end.losers, end.reason) if end is not None else ((), (), "none")
    return {
        "winner": list(won), "winners": list(won), "loser": list(lost), "losers": list(lost), "reason": reason,
        "result": "none" if end is None else "draw" if not won else list(won),
    }  # fmt: skip


def names_end(expect: Mapping[str, Any]) -> bool:
    """Say whether a case names who won or lost, so that it need not say as well that the game ends."""
    return any(text_of(expect.get(key)) != "none" for key in ending(None))


def end_differs(rules: Ruleset[Any, Any], wanted: Any, end: GameEnded | None) -> Iterator[Difference]:
    """Compare the end of the game; a case that names none expects none, and one word for it is its reason."""
    if wanted is None or wanted == "none":
        if end is not None:
            yield Difference("end", "none", f"{end.reason}: {rules.ending.meaning(end.reason)}")
        return
    if not isinstance(wanted, Mapping):
        wanted = {"reason": wanted}
    if end is None:
        yield Difference("end", text_of(wanted.get("reason")), "none")
        return
    if "reason" in wanted and not _same_reason(rules, text_of(wanted["reason"]), end.reason):
        yield Difference("end.reason", text_of(wanted["reason"]), end.reason)
    for side, seats in (("winners", end.winners), ("losers", end.losers)):
        names = wanted.get(side, [])
        one = [] if text_of(names) == "none" else [names]
        listed = sorted(map(text_of, names if isinstance(names, list) else one))
        if side in wanted and listed != sorted(seats):
            yield Difference(f"end.{side}", ", ".join(listed), ", ".join(sorted(seats)))
    for key in wanted:
        if key not in ("reason", "winners", "losers"):
            yield Difference(f"end.{key}", text_of(wanted[key]), "end has reason, winners and losers")


def _same_reason(rules: Ruleset[Any, Any], wanted: str, reason: str) -> bool:
    """Say whether the words mean this end: its own or its sentence, else none has more of these words."""
    letters, listed = "".join(_words(wanted)), rules.ending.reasons or {reason: reason}
    exact = [end for end, said in listed.items() if letters in map("".join, map(_words, (end, said)))]
    if exact:
        return reason in exact
    common = {end: sum(w in _words(f"{end} {said}") for w in _words(wanted)) for end, said in listed.items()}
    return 0 < common.get(reason, 0) == max(common.values())


def _words(text: str) -> list[str]:
    """List the words of a text in small letters, but those without weight."""
    return [w.text.removesuffix("'S") for w in split(text.replace("-", " ")) if w.text.isalnum() and w.text not in IDLE]
