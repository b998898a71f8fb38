"""Runs cases on any ruleset that is passed in."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.cases.claims import (
    SET_UP,
    about_lines,
    apart,
    end_differs,
    ending,
    known_cards,
    named_in,
    names_end,
    unlike_refusal,
    unlike_remarks,
    unlike_skips,
    unlike_words,
    wrong_letters,
)
from referee.cases.differ import Difference, Result, Results, differences
from referee.cases.expand import expand
from referee.cases.faces import Face, faces, printed
from referee.cases.letters import Post
from referee.cases.luck import ScriptedChance, ScriptError
from referee.cases.read import files, read
from referee.cases.setting import (
    Filed,
    GameMaster,
    Story,
    file_orders,
    is_gm,
    live,
    named_option,
    only_seats,
    place,
    plays_live,
    wish_lines,
)
from referee.cases.words import Behind, CaseStart, words_of
from referee.cases.written import Case, CaseError
from referee.engine.audience import GM, Seat
from referee.engine.errors import SetupError
from referee.engine.game import Game
from referee.engine.lexicon import spoken
from referee.engine.ruleset import FindRuleset, Ruleset
from referee.engine.setup import Setup
from referee.resources import Resources

BROKE_OFF = "the rules broke off"
CORRECTED = " (the GM's corrections stand under orders: GM)"
"""How the problem of a case begins that could not be played."""


def run_paths(
    paths: Iterable[Path],
    find_ruleset: FindRuleset,
    resources: Resources,
    *,
    games: Sequence[str] = (),
    strict: bool = False,
) -> Results:
    """Run all cases of these files and folders; where they are run ``strict``, no fact may go unchecked.

    ``games`` are the names of all rulesets, for one who has named none.
    """
    cases, errors = cases_in(paths)
    runners: dict[str, Runner] = {}
    results = []
    for case in cases:
        try:
            rules = ruleset_of(case, find_ruleset, games)
            if rules.slug not in runners:
                runners[rules.slug] = Runner(rules, resources, strict=strict)
        except CaseError as e:
            if (e.file, e.problem) not in {(other.file, other.problem) for other in errors}:
                errors.append(e)
            continue
        results.append(runners[rules.slug].run(case))
    return Results(tuple(results), tuple(errors))


def cases_in(paths: Iterable[Path]) -> tuple[list[Case], list[CaseError]]:
    """Read all cases of these files and folders, parts and variants apart, and what cannot be read."""
    cases: list[Case] = []
    errors: list[CaseError] = []
    for path in paths:
        try:
            found = files([path])
        except CaseError as e:
            errors.append(e)
            continue
        before = len(cases) + len(errors)
        for file in found:
            written, wrong = read(file)
            errors += wrong
            for one in written:
                try:
                    cases += expand(one)
                except CaseError as e:
                    errors.append(e)
        if len(cases) + len(errors) == before:
            errors.append(CaseError(path, 0, "there is no case in it. A case stands in a block fenced with ```yaml."))
    return cases, errors


def ruleset_of(case: Case, find_ruleset: FindRuleset, games: Sequence[str] = ()) -> Ruleset[Any, Any]:
    """Find the ruleset of a case: the one it names, else that of its file's or folder's name."""
    slugs = [case.game] if case.game else [case.file.stem, case.file.parent.name]
    for slug in slugs:
        try:
            return find_ruleset(slug)
        except LookupError:
            continue
    if case.game:
        known = f" The games are {spoken(games)}; one of your own is found once it is installed." if games else ""
        raise case.error(f"there is no game {case.game}.{known}")
    block = "a block fenced with ```yaml that holds " if case.file.suffix == ".md" else "the line "
    example = f"`game: {games[0] if games else 'amber'}`"
    known = f" The games are {spoken(games)}." if games else ""
    raise case.error(f"of which game is it? Write at the head of the file {block}{example}, or another game.{known}")


@dataclass
class _Findings:
    """What is wrong so far."""

    problems: list[str] = field(default_factory=list)
    differs: list[Difference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    in_words: list[str] = field(default_factory=list)

    def forget(self) -> None:
        """Begin anew."""
        self.problems, self.differs, self.notes, self.in_words = [], [], [], []


class Runner:
    """Runs cases of one ruleset; a ``strict`` one takes a fact in words that nothing checks for a failure."""

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources, *, strict: bool = False) -> None:
        self.rules = rules
        self.words = words_of(rules)
        self.strict = strict
        self.post = Post(rules, resources)
        self.face = faces(rules, self.post.lexicon(()))
        self.name_of = faces(rules, self.post.lexicon(()), rules.words.say(self.post.tables))

    def run(self, case: Case) -> Result:
        """Run one case; whatever goes wrong becomes part of its result."""
        found = _Findings()
        try:
            self._run(case, found)
        except CaseError as e:
            found.problems.append(e.problem)
        except ScriptError as e:
            found.problems.append(f"the scripted luck does not fit: {e}.")
        except Exception as e:  # noqa: BLE001 - rules that break off are a finding, and the other cases are still to be run
            last = traceback.extract_tb(e.__traceback__)[-1]
            found.problems.append(f"{BROKE_OFF}: {type(e).__name__}: {e} ({last.filename}:{last.lineno})")
        case = replace(case, in_words=(*case.in_words, *found.in_words))
        if self.strict:
            found.problems += [f"in words, so that nothing checks it: {fact}" for fact in case.in_words]
        return Result(case, tuple(found.problems), tuple(found.differs), tuple(found.notes))

    def _run(self, case: Case, found: _Findings, until: int | None = None) -> None:
        untold = {phrase for phrases in case.untold.values() for phrase in phrases}
        data = self.words.staged(printed(case.given, self.face), case.orders, case.chance, untold)
        try:
            start = self._start(case, data)
        except SetupError as e:
            found.problems += unlike_refusal(case, str(e))
            return
        if SET_UP in case.refused:
            found.problems.append("the game was created, though it should have been refused.")
            return
        seed = hashlib.sha256(f"case {case.id}".encode()).digest()
        played = replace(self.rules, play=start.play or self.rules.play, desk=start.desk or self.rules.desk)
        luck, story = _Luck(case, start.luck, self.face), Story(played, until)
        if start.step == 0:
            setup = self._wished(case, start.setup, found)
            before = after = Game.start(self.rules, setup, seed, luck)
            filed: dict[Seat, Filed] = {}
        else:
            before = Game.from_middle(self.rules, start.setup, start.state, start.step, seed)
            filed = self._file(case, before, found)
            after = self._play(case, before, story, filed, luck, found)
        behind = Behind(after.state, data, story.moments)
        if until is None and (last := self.words.until(case.expect, behind)) < len(story.moments):
            found.forget()
            self._run(case, found, last)
            return
        if (words := case.refused.get("")) and start.step:
            own = filed[place(case, start.setup.seats, "refused", "")]
            checked, told = about_lines([*words], own.lines)
            found.in_words += told
            found.problems += unlike_words(checked, own, after)
        case = self._facts(case, filed, after, behind, found)
        self._compare(case, before, after, behind, found)
        found.problems += wrong_letters(case, after, self.post, filed, self.name_of)
        found.problems += [f"scripted luck that nobody needed: {p}: {v}" for p, v in luck.left_over().items()]

    def _start(self, case: Case, data: Mapping[str, Any]) -> CaseStart[Any]:
        asked = {named_option(self.rules, name): value for name, value in case.options.items()}
        options = self.rules.settle(_given_first(self.rules, case) | asked)
        start = self.words.given(options, data)
        if start.step and only_seats(case):
            start = self.words.given(options, {**data, "turn": 0})
        self.rules.seat_count(len(start.setup.seats))
        return start

    def _wished(self, case: Case, setup: Setup, found: _Findings) -> Setup:
        """Read the orders of a case about set-up, which are wishes sent with a sign-up."""
        wishes: dict[Seat, tuple[str, ...]] = dict(setup.wishes)
        for name, lines in case.orders.items():
            seat = place(case, setup.seats, "orders", name)
            read, unread = wish_lines(self.rules, seat, lines, self.post.lexicon(()))
            wishes[seat] = tuple(read)
            refused = {line: why for one, about in case.refused.items() if one == name for line, why in about.items()}
            found.problems += unlike_remarks(seat, "refused", unread, refused, lines)
            found.problems += [
                f"{seat}'s line {line} cannot be read before the start: {text}"
                for line, text in unread.items()
                if not named_in(refused, line)
            ]
        return replace(setup, wishes=wishes)

    def _file(self, case: Case, game: Game[Any, Any], found: _Findings) -> dict[Seat, Filed]:
        seats = game.setup.seats
        lexicon = self.post.lexicon(seats)
        by_seat = {place(case, seats, "orders", name): lines for name, lines in case.orders.items() if not is_gm(name)}
        filed = {seat: file_orders(game, seat, by_seat.get(seat, ()), lexicon) for seat in seats}
        refused = {place(case, seats, "refused", name): lines for name, lines in case.refused.items() if name}
        warned = {place(case, seats, "warned", name): lines for name, lines in case.warned.items()}
        for seat, sheet in filed.items():
            found.problems += unlike_remarks(seat, "refused", sheet.refused, refused.get(seat, {}), sheet.lines)
            found.problems += unlike_remarks(seat, "warned of", sheet.warned, warned.get(seat, {}), sheet.lines)
            for line, text in sheet.refused.items():
                if not named_in(refused.get(seat, {}), line):
                    unread = line in sheet.unread
                    (found.problems if unread else found.notes).append(
                        f"{seat}'s line {line} {'cannot be read' if unread else 'is refused'}: {text}"
                    )
        return filed

    def _play(
        self,
        case: Case,
        before: Game[Any, Any],
        story: Story,
        filed: Mapping[Seat, Filed],
        luck: _Luck,
        found: _Findings,
    ) -> Game[Any, Any]:
        lexicon = self.post.lexicon(before.setup.seats)
        watched = replace(before, rules=story.rules)
        gm = GameMaster(self.rules, case, lexicon)
        orders = {seat: one.orders for seat, one in filed.items()}
        if corrections := gm.corrections():
            orders[GM] = corrections
        if plays_live(self.rules, before, case):
            after, unasked = live(watched, orders, case, lexicon, luck, gm)
            found.problems += [f"the answer {key} was never asked for; asked were {asked}" for key, asked in unasked]
        else:
            after = watched.play(orders, luck=luck, gm=gm)
        found.problems += [f"the ruling {key} was never asked for{CORRECTED * (key == GM)}" for key in gm.unasked()]
        return replace(after, rules=self.rules)

    def _facts(
        self, case: Case, filed: Mapping[Seat, Filed], after: Game[Any, Any], behind: Behind[Any], found: _Findings
    ) -> Case:
        """Check what every game understands: lines passed over, and cards that a seat's letter names."""
        own = {key: value for key, value in case.expect.items() if key not in self.words.shown(behind)}
        rest = {key: value for key, value in case.expect.items() if key not in own or key not in ("skipped", "knows")}
        rest |= {} if isinstance(own.get("knows", {}), Mapping) else {"knows": own["knows"]}
        told = case.told
        if "skipped" in own:
            wrong, facts = unlike_skips(own["skipped"], filed, after)
            found.problems += wrong
            found.in_words += facts
        if isinstance(own.get("knows"), Mapping):
            known, facts = known_cards(own["knows"], self.name_of)
            told = {**told, **{seat: (*told.get(seat, ()), *names) for seat, names in known.items()}}
            found.in_words += facts
        return replace(case, expect=rest, told=told)

    def _compare(
        self, case: Case, before: Game[Any, Any], after: Game[Any, Any], behind: Behind[Any], found: _Findings
    ) -> None:
        wanted, fields = self.words.compared(case.expect, behind)
        shown = {**ending(after.end), **fields}
        expect, told = apart(wanted, shown)
        found.in_words += told
        if "end" in expect or not names_end(expect):
            found.differs += end_differs(self.rules, expect.pop("end", None), after.end)
        if after.end is not None or after.step == 0:
            shown["_loose"] = ("*",)
        was = {**ending(before.end), **self.words.shown(Behind(before.state, behind.given))}
        found.differs += differences(was, expect, shown, self.face)


def _given_first(rules: Ruleset[Any, Any], case: Case) -> dict[str, str]:
    """Options that a case says among what is given, where the defaults of others stand beside them."""
    decisive = {what.split("=")[0] for one in rules.options for what, _ in one.beside}
    return {name: str(case.given[name]) for name in decisive if name in case.given}


class _Luck:
    """Makes the scripted luck of each run of the step, and knows what the last one left over."""

    def __init__(self, case: Case, given: Mapping[str, Sequence[Any]], face: Face) -> None:
        self.given = given
        self.script = {**case.chance, **{key: [*told, *case.chance.get(key, ())] for key, told in given.items()}}
        self.face = face
        self.last: ScriptedChance | None = None

    def __call__(self, seed: bytes, step: int) -> ScriptedChance:
        self.last = ScriptedChance(seed, step, self.script, self.face)
        return self.last

    def left_over(self) -> dict[str, list[Any]]:
        left = self.last.left_over() if self.last else {}
        return {purpose: values for purpose, values in left.items() if purpose not in self.given}
