"""All laws held against one ruleset: which hold, which do not, and where to see it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.cases.letters import Post
from referee.cases.run import BROKE_OFF, run_paths
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.laws import corrected, language, rulebook, sealed, secrecy, steps, walls, wholes
from referee.laws.advice import ADVICE
from referee.laws.breach import IN_CIRCLES, NO_LINES, Breach, TooLong, broken_off, guarded, patient
from referee.laws.played import LONGEST, Record, Rules, begun, defaults, play_on, style_of
from referee.resources import Resources

KEPT = 3
"""So many breaches of a law are kept in full; of the rest only the number."""

SOON = 20
"""So many turns of a game that never ends are looked at."""

Watch = Callable[[int, str], None]
"""Hears how many games have been looked at, and what is looked at now."""

Checks = Callable[..., Iterator[Breach]]


@value
class Found:
    """One breach of a law: in words, and where to see it again."""

    words: str
    """What is wrong."""
    seed: int | None = None
    """The number of the game."""
    turn: int | None = None
    """The turn."""
    seat: str = ""
    """The seat that it is about."""
    table: str = ""
    """Who sat there, and how they played."""
    cause: str = ""
    """The fault in the game that keeps other laws from looking, if it is one."""

    def at(self) -> str:
        """Say in which game and turn it was, if it was in one."""
        if self.seed is None:
            return ""
        turn = "" if self.turn is None else f", turn {self.turn}" if self.turn else ", before the first turn"
        return f"in game {self.seed}{turn}: "


@dataclass
class Held:
    """One law held against a ruleset: its claim, what to do if it does not hold, how often it was looked at."""

    law: str
    claim: str
    advice: str
    looked: int = 0
    broken: int = 0
    found: list[Found] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Say whether nothing was found against it."""
        return not self.broken


@value
class Verdict:
    """What all laws came to."""

    game: str
    title: str
    first: int
    games: int
    laws: tuple[Held, ...]

    @property
    def ok(self) -> bool:
        """Say whether no law was broken."""
        return all(one.ok for one in self.laws)


def the_game_can_be_played(record: Record) -> Iterator[Breach]:
    """Every game is played on to its end: the rules never break off, and every desk answers with one of the choices."""
    raise AssertionError("it is seen while the games are played")


IN_A_CASE = "in a case"
"""What a fault is called that a case meets; what it is, the games show, as a rule."""


def the_cases_hold(rules: Rules, files: Sequence[Path], resources: Resources) -> Iterator[Breach]:
    """The game has rule cases, and every one of them comes out as it is written."""

    def find(slug: str) -> Rules:
        if slug.lower().replace("_", "-") == rules.slug:
            return rules
        raise LookupError

    written = [file for file in files if rulebook.holds_cases(file)]
    if not written:
        yield Breach("there are no rule cases: cases.md is looked for in the game's folder")
        return
    results = run_paths(written, find, resources)
    yield from (Breach(str(error)) for error in results.errors)
    for result in results.failed:
        broke = any(problem.startswith(BROKE_OFF) for problem in result.problems)
        yield Breach(result.text().strip(), cause=IN_A_CASE if broke else "")


BEFORE: tuple[Checks, ...] = (rulebook.the_rules_are_numbered, rulebook.every_rule_that_is_cited_is_there)
CASES: tuple[Checks, ...] = (the_cases_hold, rulebook.every_rule_is_shown)
ALONE: tuple[Checks, ...] = (wholes.nobody_need_send_orders, wholes.every_option_begins_a_game)
ENDS: tuple[Checks, ...] = (the_game_can_be_played, wholes.every_game_ends, secrecy.what_is_not_hidden_was_told)
TOLD: tuple[Checks, ...] = (
    wholes.everything_can_be_said,
    wholes.the_table_is_one_for_all,
    language.forms_can_be_sent_as_they_stand,
    language.bots_write_what_can_be_read,
    language.bots_are_taken_at_their_word,
    language.bots_are_refused_what_players_are,
    secrecy.letters_name_only_what_was_told,
)
FELT: tuple[Checks, ...] = (
    language.orders_print_as_they_are_read,
    corrected.corrections_keep_secrets_and_views,
    secrecy.hidden_cards_cannot_be_felt,
    sealed.the_order_of_hidden_cards_cannot_be_felt,
    secrecy.pauses_follow_from_what_all_know,
    sealed.hidden_numbers_cannot_be_felt,
)
COVERED: tuple[Checks, ...] = (wholes.most_events_happen, wholes.every_question_is_answered_both_ways)
ALL: tuple[Checks, ...] = (
    *walls.CODE_LAWS, *BEFORE, *CASES, *language.RULES_LAWS, *ALONE, *ENDS, *steps.STEP_LAWS, *TOLD, *FELT, *COVERED,
)  # fmt: skip
"""Every law, in the order in which an author reads of them."""


class Trial:
    """Holds all laws against one ruleset; ``examples`` are the files with its cases and tests, if they can be known."""

    def __init__(self, rules: Rules, examples: Sequence[Path] | None, resources: Resources | None = None) -> None:
        self.rules = rules
        self.examples = examples
        self.resources = resources or Resources()
        self.post = Post(rules, self.resources)
        self.covered = wholes.Covered()
        self.laws = {law.__name__: Held(law.__name__, claim(law), ADVICE[law.__name__]) for law in ALL}
        self.causes: dict[str, str] = {}
        """The faults that keep other laws from looking, with the law that tells of each."""

    def hold(self, numbers: range, watch: Watch | None = None) -> Verdict:
        """Hold every law: against the ruleset itself, then against the games with these numbers."""
        tell = watch or (lambda done, word: None)
        tell(0, "its folder")
        self._itself()
        for done, number in enumerate(numbers):
            if IN_CIRCLES in self.causes:
                break
            tell(done, f"game {number}")
            self._game(number)
        if len(numbers) >= wholes.ENOUGH and self.covered.games >= wholes.ENOUGH:
            self._cover()
        if self.examples is not None:
            self._cases()
        first = {*self.causes.values()}
        laws = sorted(self.laws.values(), key=lambda held: held.law not in first)
        return Verdict(self.rules.slug, self.rules.title, numbers.start, len(numbers), tuple(laws))

    def _itself(self) -> None:
        """Look at what needs no game: the code, the rules, the order language."""
        self._hold((*walls.CODE_LAWS, *BEFORE[:1], *ALONE), self.rules)
        if self.laws["the_rules_are_numbered"].ok:
            self._hold(BEFORE[1:], self.rules)
            if self.examples is not None:
                self._hold(CASES[1:], self.rules, self.examples)
        self._hold(language.RULES_LAWS, self.rules, self.post)

    def _game(self, number: int) -> None:
        """Play one game, and look at it and at each of its turns."""
        record = self._played(number)
        if record is None:
            return
        whole = record.end.end is not None or len(record.steps) >= LONGEST
        if whole:
            self._hold((wholes.every_game_ends,), record, record=record)
        if whole and record.end.end is not None:
            self.covered.add(record)
        else:
            record.steps[SOON:] = []
        self._hold(ENDS[-1:], record, record=record)
        self._hold(TOLD, record, self.post, record=record)
        for step in record.steps:
            self._hold(steps.STEP_LAWS, step, record=record, turn=step.turn)
            self._hold(FELT, step, self.post, record=record, turn=step.turn)

    def _played(self, number: int) -> Record | None:
        """Play a game as far as it goes; what breaks it off is noted."""
        record = None
        trouble: list[Breach] = []
        try:
            with patient():
                record = begun(self.rules, number)
                play_on(record, self.post.lexicon(record.start.setup.seats))
        except SetupError as e:
            trouble.append(Breach(f"it cannot be begun: {e}"))
        except (Exception, TooLong) as e:  # noqa: BLE001 - a game may fail in any way, and its author is told how
            trouble.append(broken_off(e, self.rules.folder, record.end.step + 1 if record else 0))
        self._note(the_game_can_be_played, trouble, record, number=number)
        return record

    def _cover(self) -> None:
        """Look at what came up in all games together."""
        few = len(self.rules.stored.asks) <= wholes.FEW_ASKS
        self._hold(COVERED if few else COVERED[:1], self.rules, self.covered)

    def _hold(self, laws: Iterable[Checks], *given: Any, record: Record | None = None, turn: int | None = None) -> None:
        for law in laws:
            self._note(law, self._against(law, *given), record, turn)

    def _against(self, law: Checks, *given: Any) -> list[Breach]:
        return [] if IN_CIRCLES in self.causes else guarded(law, self.rules.folder, *given)

    def _note(
        self,
        law: Checks,
        breaches: Sequence[Breach],
        record: Record | None = None,
        turn: int | None = None,
        number: int | None = None,
    ) -> None:
        """Write down what was found against a law, the first ones in full; what only kept it from looking, once."""
        held = self.laws[law.__name__]
        own = [one for one in breaches if one.cause in ("", IN_A_CASE)]
        for one in breaches:
            seed = record.number if record else number
            when = one.turn if one.turn is not None else turn
            found = Found(str(one), seed, when, str(one.seat), seated(record) if record else "", one.cause)
            if found.cause not in ("", IN_A_CASE):
                self._trouble(held, found)
            elif len(held.found) < KEPT and not any(one == other.words for other in held.found):
                held.found.append(found)
        held.broken += len(own)
        if own or not (breaches or IN_CIRCLES in self.causes):
            held.looked += 1

    def _trouble(self, seen_by: Held, found: Found) -> None:
        """Write down a fault that keeps laws from looking: once, by the law that is about it, best with a game."""
        if found.cause in self.causes:
            held = self.laws[self.causes[found.cause]]
            at = next((i for i, one in enumerate(held.found) if one.cause == found.cause), None)
            if at is not None and held.found[at].seed is None and found.seed is not None and found.cause != NO_LINES:
                held.found[at] = found
            return
        home = language.every_event_and_question_has_its_lines if found.cause == NO_LINES else the_game_can_be_played
        held = seen_by if seen_by.law == steps.every_default_is_legal.__name__ else self.laws[home.__name__]
        self.causes[found.cause] = held.law
        if found.cause == NO_LINES:
            if held.found:  # it has told of them itself
                return
            found = Found(found.words, cause=NO_LINES)
        held.looked += not held.looked
        held.broken += 1
        held.found.append(found)

    def _cases(self) -> None:
        """Hold the cases; one that could not be played tells only what nothing else told."""
        broken = self._against(the_cases_hold, self.rules, self.examples, self.resources)
        told = [one for one in broken if not (self.causes and one.cause)]
        if told or not broken:
            self._note(the_cases_hold, told)


def broken(rules: Rules, games: int = 20) -> list[str]:
    """Hold every law against a ruleset and so many games, for a test: a sentence for each one that does not hold."""
    verdict = Trial(rules, rulebook.examples_beside(rules)).hold(range(games))
    return [f"{held.claim}. But {one.at()}{one.words}" for held in verdict.laws for one in held.found]


def claim(law: Checks) -> str:
    """Return what a law says: the first paragraph of its docstring, without its point."""
    return " ".join((law.__doc__ or "").split("\n\n")[0].split()).rstrip(".")


def seated(record: Record) -> str:
    """Say who sat at the table of a game, how they played, and by which options."""
    setup = record.start.setup
    usual = defaults(record.start.rules)
    options = [f"{name} = {value}" for name, value in setup.options.items() if value != usual[name]]
    return ", ".join([f"{len(setup.seats)} players", f"{style_of(record.number)} orders", *options])
