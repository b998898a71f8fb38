"""The pages of one seat alone: its letters, turn by turn, in a folder that nobody else is shown."""

from __future__ import annotations

from hashlib import sha256

from referee.archive.record import Letter, Record
from referee.archive.site.layout import Place, Tab
from referee.archive.site.reveal import shown, turn_name
from referee.archive.site.site import Site
from referee.reports import others


def private_pages(site: Site, record: Record) -> None:
    """Offer them; ``record`` is the seat's own."""
    title, by_step = others.inline(record.about.title), dict[int, list[Letter]]()
    for one in record.letters:
        by_step.setdefault(one.step, []).append(one)
    steps = sorted(by_step)
    tabs = {n: Tab(turn_name(n), _path(n)) for n in steps}
    for at, n in enumerate(steps):
        before, after = tabs[steps[at - 1]] if at else None, tabs[steps[at + 1]] if steps[at + 1 :] else None
        place = Place(_path(n), f"{turn_name(n)}: your letters", title, before=before, after=after)
        faces = site.faces(record.about.ruleset, place.path)
        source = sha256(repr(by_step[n]).encode()).hexdigest()
        site.made(
            place, "letters", source,
            lambda found=by_step[n], faces=faces: {"letters": shown(found, faces, record.about.zone)},  # type: ignore[misc]
        )  # fmt: skip
    links = [{"name": tabs[n].name, "path": tabs[n].path, "text": _text(by_step[n])} for n in reversed(steps)]
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
