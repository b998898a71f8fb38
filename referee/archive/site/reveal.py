"""What is laid open of a game that is over: hands and orders turn by turn, and the letters of every seat.

A seat's own letters make the private pages of that seat, in a folder that nobody else is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from markupsafe import Markup

from referee.archive import told
from referee.archive.record import Letter, Record, Step
from referee.archive.site import times
from referee.archive.site.game import NOT_KNOWN, GamePages
from referee.archive.site.layout import Link, Place, beside
from referee.archive.site.parts import html, without_look
from referee.archive.site.site import Site
from referee.archive.site.telling import START, TURN, Played
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.events import Event
from referee.engine.events import told as told_to
from referee.engine.values import value
from referee.games import NoEdition
from referee.reports import others, spans
from referee.reports.data import loads
from referee.reports.document import Entry, Orders
from referee.reports.fates import fates
from referee.reports.html import bare
from referee.reports.parts import OrderLine
from referee.reports.spare import said
from referee.store.codec import CodecError

KINDS = {
    "invitation": "Invitation", "welcome": "Welcome", "report": "Report", "receipt": "Receipt", "reminder": "Reminder",
    "question": "Question", "press": "Press", "notice": "Notice", "end": "The last letter", "luck": "The luck",
    "all_orders": "All orders", "status": "Status", "help": "Help", "rules": "Rules", "refusal": "Refusal",
    "list": "List", "gm_turn": "The turn, to the GM", "gm_alarm": "Alarm", "gm_answer": "Answer to the GM",
    "gm_order": "Question to the GM",
}  # fmt: skip
FIRST = ("welcome", "report", "end")
"""Letters that stand before the others of their turn."""


@value
class Face:
    """A card as it is shown: its name, and the path of its face."""

    name: str
    face: str


@value
class Shown:
    """A letter on a page."""

    subject: str
    kind: str
    at: str
    when: str
    undone: str
    html: Markup


@dataclass
class Reveal:
    """Makes the pages on which a game is laid open, from its whole record."""

    site: Site
    record: Record

    def __post_init__(self) -> None:
        """Sort the letters by their readers and turns."""
        assert self.record.whole, "what is laid open is all that there is"
        assert self.record.opened, "a game is laid open when it is over, if it was announced so"
        self.readers = (*self.record.seats, OBSERVER, GM)
        self.by_page: dict[tuple[int, int], list[Letter]] = {}
        for one in self.record.letters:
            if one.seat in self.readers:
                self.by_page.setdefault((self.readers.index(one.seat), one.step), []).append(one)

    @property
    def folder(self) -> str:
        """The folder of the game's pages."""
        return self.record.name

    def open_turns(self) -> dict[int, str]:
        """Return the paths of the turns laid open."""
        return {one.step: f"{self.folder}/open-{one.step}.html" for one in self.record.steps}

    def links(self) -> list[Link]:
        """Return the pages that lead to all others."""
        return [Link("Hands and orders", f"{self.folder}/open.html"), Link("Letters", f"{self.folder}/letters.html")]

    def pages(self, game: GamePages) -> None:
        """Offer all of them."""
        for (reader, step), found in self.by_page.items():
            self.letters(game, reader, step, found)
        for one in self.record.steps:
            self.turn(game, one)
        self.overviews(game)

    def letters_path(self, reader: int, step: int) -> str:
        """Return where the letters of a seat in a turn stand: by numbers, as those of files are best."""
        return f"{self.folder}/letters/{reader + 1}-{step}.html"

    def letters(self, game: GamePages, reader: int, step: int, found: Sequence[Letter]) -> None:
        """Offer the page of a reader's letters in a turn."""
        steps = sorted(n for who, n in self.by_page if who == reader)
        near = beside([Link(turn_name(n), self.letters_path(reader, n)) for n in steps], steps.index(step))
        title = f"Letters to {self.readers[reader] or 'those who looked on'}, {turn_name(step).lower()}"
        place = Place(self.letters_path(reader, step), title, game.title, game.tabs, *near)
        letters_page(self.site, self.record, place, found)

    def turn(self, game: GamePages, one: Step) -> None:
        """Offer the page of a turn laid open."""
        paths = self.open_turns()
        at, path = list(paths).index(one.step), paths[one.step]
        before = self.record.steps[at - 1] if at else None
        near = beside([Link(turn_name(step), other) for step, other in paths.items()], at)
        place = Place(path, f"{turn_name(one.step)}, laid open", game.title, game.tabs, *near)
        assert one.sealed is not None, "the record is whole"
        source = sha256(b"".join((one.events, one.sealed.state, repr(one.orders).encode()))).hexdigest()
        self.site.made(place, "open", source, lambda: self.turn_parts(one, before, path))

    def turn_parts(self, one: Step, before: Step | None, path: str) -> dict[str, Any]:
        """Return what the page of a turn laid open is made of."""
        lead = "What everybody held when it was over, and what they had ordered, with what each was told of it."
        lead = lead if one.step else "What was dealt."
        orders = [(seat, self._bare(one, seat), self.letters_of(seat, one.step)) for seat in self.record.seats]
        parts = {
            "lead": lead, "hands": (), "empty": "", "orders": [entry for entry in orders if one.step],
            "known": False, "unknown": NOT_KNOWN.format(one.edition),
        }  # fmt: skip
        try:
            by = self.site.by(self.record.about.ruleset, one.edition)
            return parts | {"known": True} | _Opening(self, by, path).parts(one, before)
        except (NoEdition, CodecError):
            return parts

    def _bare(self, one: Step, seat: Seat) -> Markup:
        lines = one.orders.get(seat, ())
        return html((Orders(tuple(Entry(n, line) for n, line in enumerate(lines, 1))),)) if lines else NONE

    def letters_of(self, seat: Seat, step: int) -> str:
        """Return where a seat's letters of a turn stand, if it had any."""
        reader = self.readers.index(seat)
        return self.letters_path(reader, step) if (reader, step) in self.by_page else ""

    def overviews(self, game: GamePages) -> None:
        """Offer the two pages that lead to the turns laid open, and to the letters."""
        opened = [Link(turn_name(n), path, game.headlines.get(n, "")) for n, path in self.open_turns().items()]
        self.site.page(
            game.place("open", "Hands and orders"), "links", links=opened, grid=(),
            lead="The game is over, and its secrets may be seen: turn by turn what everybody held, and had ordered.",
        )  # fmt: skip
        steps = sorted({step for _, step in self.by_page})
        grid = []
        for who, name in enumerate(self.readers):
            mine = [(n, turn_name(n), self.letters_path(who, n)) for n in steps if (who, n) in self.by_page]
            grid += [(name or "Those who looked on", mine)] if mine else []
        self.site.page(
            game.place("letters", "Letters"), "links", links=(), grid=grid,
            lead="Every letter that the referee wrote in this game, as its reader got it.",
        )  # fmt: skip


NONE = Markup('<p class="pale">None.</p>')


@dataclass
class _Opening:
    """Reads a turn by its rules, to say what lay hidden and what became of orders."""

    reveal: Reveal
    by: Played
    path: str

    def parts(self, one: Step, before: Step | None) -> dict[str, Any]:
        assert one.sealed is not None, "the record is whole"
        record, codec = self.reveal.record, self.by.codec
        state, events = codec.load_state(one.sealed.state), told.events(record, one, codec)
        orders = []
        for seat in record.seats if one.step else ():
            lines = tuple(OrderLine(n, text) for n, text in enumerate(one.orders.get(seat, ()), 1))
            orders.append((seat, self._orders(told_to(events, seat), lines), self.reveal.letters_of(seat, one.step)))
        hands = self._hands(self.by.rules.ending.hands(state))
        return {"hands": hands, "empty": spans.spoken([name for name, cards in hands if not cards]), "orders": orders}

    def _hands(self, hands: Iterable[tuple[Seat, Sequence[Any]]]) -> list[tuple[str, list[Face]]]:
        faces = self.reveal.site.faces(self.by.rules.slug, "index.html")
        say = self.by.writer().lines.named
        return [(place, [Face(say(card), faces.get(say(card), "")) for card in cards]) for place, cards in hands]

    def _orders(self, heard: Sequence[Event], lines: Sequence[OrderLine]) -> Markup:
        found = said(self.by.writer(), lambda w: fates(heard, lines, w.lines.answered))
        entries = []
        for one in found:
            came = " ".join(filter(None, (*one.texts, one.lapsed))) or ("" if one.needed else "Not needed.")
            entries.append(Entry(one.number, one.line, one.standing, spans.read(came)))
        return html((Orders(tuple(entries)),)) if entries else NONE


def turn_name(step: int) -> str:
    """Name a step, also one before the game began."""
    return START if step == 0 else "Before the start" if step < 0 else f"{TURN} {step}"


def letters_page(site: Site, record: Record, place: Place, found: Sequence[Letter]) -> None:
    """Offer a page of letters of a record."""
    faces, source = site.faces(record.about.ruleset, place.path), sha256(repr(found).encode()).hexdigest()
    ordered = sorted(found, key=lambda one: (one.undone is not None, one.kind not in FIRST, one.made_at))
    site.made(place, "letters", source, lambda: {"letters": [_shown(x, faces, record.about.zone) for x in ordered]})


def _shown(one: Letter, faces: dict[str, str], zone: str) -> Shown:
    if one.document:
        made = without_look(bare(loads(one.document), faces))
    else:
        made = Markup('<h1 class="headline">{}</h1>\n<pre>{}</pre>\n').format(one.subject, one.body)
    undone = "; the turn was taken back later" if one.undone is not None else ""
    kind = KINDS.get(one.kind, one.kind)
    return Shown(one.subject, kind, times.iso(one.made_at), times.moment(one.made_at, zone), undone, made)


def private_pages(site: Site, record: Record) -> None:
    """Offer the pages of one seat alone, its letters turn by turn; ``record`` is that seat's own."""
    title, by_step = others.inline(record.about.title), dict[int, list[Letter]]()
    for one in record.letters:
        by_step.setdefault(one.step, []).append(one)
    tabs = [Link(turn_name(n), _path(n)) for n in sorted(by_step)]
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
