"""What running cases came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cases.differ import Difference, side_by_side
from referee.cases.written import Case, CaseError


@dataclass(frozen=True, slots=True)
class Result:
    """One case run: what is wrong in words, the fields that differ, and notes that are no failure."""

    case: Case
    problems: tuple[str, ...] = ()
    differs: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything was as expected."""
        return not self.problems and not self.differs

    def text(self) -> str:
        """Say what is wrong, in 100 columns, and why it should be otherwise."""
        head = f"{self.case.id}  {self.case.title}".strip()
        lines = [f"{head}  ({self.case.file}:{self.case.line})"]
        lines += [f"  {problem}" for problem in self.problems]
        lines += [f"  {row}" for row in side_by_side(self.differs, 98)]
        lines += [f"  note: {note}" for note in self.notes]
        if not self.ok and self.case.why:
            lines.append(f"  why: {self.case.why}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Results:
    """All cases run, and the files that could not be read."""

    results: Sequence[Result] = ()
    errors: Sequence[CaseError] = field(default=())

    @property
    def ok(self) -> bool:
        """Whether every file could be read and every case holds."""
        return not self.errors and all(result.ok for result in self.results)

    @property
    def failed(self) -> list[Result]:
        """Those cases that do not hold."""
        return [result for result in self.results if not result.ok]

    def summary(self) -> str:
        """Say in one line how many cases hold."""
        good = len(self.results) - len(self.failed)
        words = sum(len(result.case.in_words) for result in self.results)
        parts = [f"{good} of {len(self.results)} cases hold"]
        if self.errors:
            parts.append(f"{len(self.errors)} could not be read")
        if words:
            parts.append(f"{words} {'fact' if words == 1 else 'facts'} in words, not checked")
        return "; ".join(parts) + "."
