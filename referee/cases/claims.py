"""What a case claims beside the state: refusals, warnings, words of letters, the end, and facts in words of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from difflib import get_close_matches
from typing import Any

from referee.cases.differ import SHUFFLED, Difference, spoken_value
from referee.cases.faces import SPELT, Face, in_full
from referee.cases.letters import Post
from referee.cases.setting import Filed, is_gm, place
from referee.cases.written import SUFFIXES, Case, as_list, text_of
from referee.engine.audience import Seat
from referee.engine.events import GameEnded, OrderLapsed
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
                if _stands(phrase, letters[seat], name_of, any_form=wanted) is wanted:
                    continue
                if wanted:
                    yield f"{seat}'s letter does not say: {phrase}{_near(phrase, letters[seat])}"
                else:
                    yield f"{seat}'s letter says: {phrase}"


def _near(phrase: str, letter: str) -> str:
    """Quote the line of a letter that comes nearest to a phrase which it does not hold, if one is much like it."""
    lines = {plain(line).strip(): line.strip() for line in letter.split("\n")}
    near = get_close_matches(plain(phrase), lines, n=1)
    return f" (near it: {lines[near[0]]})" if near else ""


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


NO_END = "none"
"""The result of a game that goes on: words about it are about something else."""

SENTENCE = 3
"""So many words are a fact for readers, where no field of the game can have such a value."""


def apart(expect: Mapping[str, Any], shown: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Part what can be compared from facts in words.

    In words is a sentence under a name that the game does not show, or where it shows cards, people or a map;
    so is a list of sentences.
    """
    words = [key for key, value in expect.items() if _in_words(key, value, shown)]
    facts = [f"{key}: {one}" for key in words for one in as_list(expect[key])]
    return {key: value for key, value in expect.items() if key not in words}, facts


def _in_words(key: str, value: Any, shown: Mapping[str, Any]) -> bool:
    told = as_list(value)
    if not told or not all(isinstance(one, str) and len(one.split()) >= SENTENCE for one in told):
        return False
    if key in shown and isinstance(value, str) and SHUFFLED.match(value):
        return False
    if key == "result" and shown[key] == NO_END:
        return True
    if key not in shown:
        return not key.endswith(SUFFIXES)
    members = shown[key] if isinstance(shown[key], list | tuple | Set) else ()
    spoken = any(isinstance(one, str) and " " in one for one in members)
    return isinstance(shown[key], list | tuple | Set | Mapping) and not spoken


def unlike_words(phrases: Iterable[str], filed: Filed, after: Game[Any, Any]) -> Iterator[str]:
    """Say of which words that a case calls refused the line was neither refused, nor warned of, nor passed over."""
    passed = {e.order for e in after.events if isinstance(e, OrderLapsed)}
    lapsed = [after.rules.grammar.show(one) for one in filed.orders if one.number in passed]
    stopped = [*filed.refused, *filed.warned, *lapsed]
    for phrase in phrases:
        if not any(_holds(line, phrase) for line in stopped):
            yield f"no line with {phrase} was refused, warned of or passed over."


def unlike_skips(wanted: Any, filed: Mapping[Seat, Filed], after: Game[Any, Any]) -> tuple[list[str], list[str]]:
    """Say which lines were not passed over as a case says, and list what it says of them that is no line's text.

    Each is a line, perhaps a map ``{line, reason}`` with words of the reason; also by seat.
    """
    own = [(seat, after.rules.grammar.show(one), one.number) for seat, file in filed.items() for one in file.orders]
    why = {(e.seat, e.order): e.reason for e in after.events if isinstance(e, OrderLapsed)}
    passed = [(seat, line, why[seat, number]) for seat, line, number in own if (seat, number) in why]
    wrong: list[str] = []
    told: list[str] = []
    for seat, one in _skips(wanted, [*filed]):
        said, reason = (one.get("line"), one.get("reason", "")) if isinstance(one, Mapping) else (one, "")
        found = [words for who, line, words in passed if seat in ("", who) and _holds(line, str(said))]
        sent = any(seat in ("", who) and _holds(line, str(said)) for who, line, _ in own)
        if isinstance(one, Mapping) and not {"line"} <= one.keys() <= {"line", "reason"}:
            wrong.append(f"skipped is a line, or {{line, reason}}, not {spoken_value(one)}.")
        elif not sent and not isinstance(one, Mapping) and len(str(said).split()) >= SENTENCE:
            told.append(f"skipped: {said}")
        elif not found:
            wrong.append(f"the line {said} was {'not passed over' if sent else 'never sent'}, which the case says.")
        elif not any(plain(str(reason)) in plain(words) for words in found):
            wrong.append(f"the line {said} was passed over, but not because {reason}: {found[0]}")
    return wrong, told


def _skips(wanted: Any, seats: Sequence[Seat]) -> Iterator[tuple[str, Any]]:
    """List what a case says was passed over, with the seat if it names one."""
    if wanted in (None, "none", []):
        return
    if isinstance(wanted, Mapping) and not {"line"} <= wanted.keys():
        for name, lines in wanted.items():
            seat = next((seat for seat in seats if seat.casefold() == str(name).casefold()), name)
            yield from ((seat, line) for line in as_list(lines))
        return
    yield from (("", one) for one in as_list(wanted))


def known_cards(wanted: Any, name_of: Callable[[str], str]) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """Read ``knows: {seat: sentences}``: the names of the cards in them, by seat, and the sentences that name none."""
    found: dict[str, tuple[str, ...]] = {}
    facts: list[str] = []
    for seat, said in wanted.items():
        by_line = {str(line): [*filter(None, map(name_of, SPELT.findall(str(line))))] for line in as_list(said)}
        found[str(seat)] = tuple(dict.fromkeys(name for names in by_line.values() for name in names))
        facts += [f"{seat} knows: {line}" for line, names in by_line.items() if not names]
    return found, facts


def about_lines(phrases: Sequence[str], lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return those phrases whose words stand in one of these lines, and the others: facts for readers."""
    found = [phrase for phrase in phrases if any(_holds(line, phrase) for line in lines)]
    return found, [f"refused: {phrase}" for phrase in phrases if phrase not in found]


def _holds(line: str, phrase: str) -> bool:
    words = [word.text for word in split(line)]
    return bool(plain(phrase).split()) and all(word.text in words for word in split(phrase))
