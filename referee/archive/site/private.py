"""The pages of one seat alone: its letters, turn by turn, in a folder that nobody else is shown."""

from __future__ import annotations

from referee.archive.record import Letter, Record
from referee.archive.site.game import Link
from referee.archive.site.layout import Place, Tab, beside
from referee.archive.site.reveal import letters_page, turn_name
from referee.archive.site.site import Site
from referee.reports import others


def private_pages(site: Site, record: Record) -> None:
    """Offer them; ``record`` is the seat's own."""
    title, by_step = others.inline(record.about.title), dict[int, list[Letter]]()
    for one in record.letters:
        by_step.setdefault(one.step, []).append(one)
    tabs = [Tab(turn_name(n), _path(n)) for n in sorted(by_step)]
    letters = [by_step[n] for n in sorted(by_step)]
    for at, (tab, found) in enumerate(zip(tabs, letters, strict=True)):
        place = Place(tab.path, f"{tab.name}: your letters", title, (), *beside(tabs, at))
        letters_page(site, record, place, found)
    links = [Link(tab.name, tab.path, _text(found)) for tab, found in zip(tabs, letters, strict=True)][::-1]
    site.page(
        Place("index.html", title), "links", links=links, grid=(),
        lead=f"What the referee wrote to {record.reader}, turn by turn. Nobody else may see these pages.",
    )  # fmt: skip


def _path(step: int) -> str:
    return f"turn-{step}.html" if step >= 0 else "before.html"


def _text(found: list[Letter]) -> str:
    """Say in a few words what is there: the subject of the turn's report, or of its first letter."""
    first = next((one for one in found if one.kind in ("end", "report", "welcome")), found[0])
    return first.subject.rpartition("] ")[2]
