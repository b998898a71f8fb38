"""The pages of a game that everybody may read: its front, its turns, press, standings, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup

from referee.archive.record import Press, Record
from referee.archive.site import replay, standings, times
from referee.archive.site.layout import Link, Place, beside
from referee.archive.site.parts import html
from referee.archive.site.site import Site, citing, rules_path
from referee.archive.site.telling import TURN, Turn, turns
from referee.engine.audience import OBSERVER
from referee.engine.events import GameEnded
from referee.engine.game import ended
from referee.engine.values import value
from referee.reports import others, spans
from referee.reports.document import Block
from referee.reports.lines import story
from referee.reports.spare import said
from referee.reports.tabletop import Picture
from referee.reports.writer import SETTLED, Writer

INVITING, RUNNING, OVER = "inviting", "running", "over"
STATES = {INVITING: "looking for players", RUNNING: "being played", "paused": "paused", OVER: "over"}
FEED = "feed.atom"
NOT_KNOWN = (
    "This turn was played by edition {} of the rules, which the program that built these pages does not have."
)


@value
class Said:
    """Somebody's words: who said them, how, and when."""

    who: str
    how: str
    at: str
    when: str
    lines: tuple[str, ...]
    anchor: str = ""


@dataclass
class GamePages:
    """Makes the pages of one game from what an observer may know of it.

    ``opened`` are the pages on which the game is laid open, where it is: by turn, those of letters, and all others.
    """

    site: Site
    record: Record
    open_turn: dict[int, str] = field(default_factory=dict)
    opened: Sequence[Link] = ()

    @property
    def folder(self) -> str:
        """The folder of its pages."""
        return self.record.name

    @property
    def title(self) -> str:
        """What the game is called."""
        return others.inline(self.record.about.title)

    @cached_property
    def turns(self) -> list[Turn]:
        """The game as everybody was told it."""
        return turns(self.record, self.site.by)

    @cached_property
    def rules(self) -> Any:
        """The rules that it is played by now."""
        about = self.record.about
        found = [one.by for one in self.turns if one.by is not None]
        return found[-1].rules if found else self.site.by(about.ruleset, "").rules

    @cached_property
    def headlines(self) -> dict[int, str]:
        """What each turn came to, in a few words."""
        return {one.step: self.headline(one) for one in self.turns}

    @cached_property
    def stories(self) -> dict[int, Block | None]:
        """What everybody was told of each turn, for feed and search; nothing where its rules are not known."""
        return {one.step: self.story(one) for one in self.turns}

    @cached_property
    def tabs(self) -> tuple[Link, ...]:
        """The navigation of the game."""
        found = [Link("The game", self.path("index"))]
        if self.turns:
            # No name of the latest turn: every page would change with each.
            found += [Link("Turns", f"{self.path('index')}#turns"), Link("Standings", self.path("standings"))]
        found += [Link("Press", self.path("press")), Link("Rulings", self.path("rulings"))]
        rules = Link("Rules", rules_path(self.record.about.ruleset))
        return (*found, *self.opened, Link("Check it", self.path("check")), rules)

    def path(self, name: str) -> str:
        """Return the path of a page."""
        return f"{self.folder}/{name}.html"

    def path_of(self, turn: Turn) -> str:
        """Return the path of a turn's page."""
        return self.path(f"turn-{turn.step}")

    def place(self, name: str, title: str, **more: Any) -> Place:
        """Return where a page of the game stands."""
        above = more.pop("above", self.title)
        feed = Link(self.title, f"{self.folder}/{FEED}")
        return Place(self.path(name), title, above, self.tabs, feed=feed, **more)

    def pages(self) -> None:
        """Offer all of them, what leads to others last."""
        for n, one in enumerate(self.turns):
            self.turn(one, n)
        if self.turns:
            paths = [(one, self.path_of(one)) for one in self.turns]
            standings.page(self.site, self.place("standings", "Standings"), self.title, paths)
        self.press()
        self.rulings()
        self.front()

    # One turn.

    def turn(self, one: Turn, n: int) -> None:
        """Offer the page of a turn."""
        before, after = beside([Link(each.name, self.path_of(each)) for each in self.turns], n)
        place = self.place(
            f"turn-{one.step}", self.headlines[one.step], above=f"{self.title}, {one.name.lower()}", before=before,
            after=after,
        )  # fmt: skip
        source = f"{one.source} {self.spoken(one.step)} {self.cited(one.step)} {self.open_turn.get(one.step)}"
        self.site.made(place, "turn", source, lambda: self.turn_parts(one, place.path))

    def turn_parts(self, one: Turn, path: str) -> dict[str, Any]:
        """Return what the page of a turn is made of."""
        parts: dict[str, Any] = {
            "at": times.iso(one.at), "when": times.moment(one.at, self.record.about.zone),
            "open": self.open_turn.get(one.step, ""), "notices": self.cited(one.step), "known": one.by is not None,
            "press": self.spoken(one.step), "table": "", "words": "", "beside": "", "moments": [], "frames": "",
        }  # fmt: skip
        by = one.by
        if by is None:
            return parts | {"notices": [NOT_KNOWN.format(one.edition), *self.cited(one.step)]}
        faces, cite = self.site.faces(by.rules.slug, path), citing(by.rules, path)
        shown = said(by.writer(), lambda w: replay.moments(w.lines, one.before, one.events))
        start = said(by.writer(), lambda w: w.lines.picture(one.before)) if one.step else replay.NOTHING
        steps, frames = replay.fitted(start, shown, faces)
        return parts | self.table_parts(one, path) | {
            "moments": [html((moment.told,), faces, cite) for moment in steps],
            "frames": Markup(frames),
        }  # fmt: skip

    def table_parts(self, one: Turn, path: str) -> dict[str, Any]:
        """Return the table behind a turn: the drawing, the same in words, and what is said beside it."""
        assert one.by is not None, "there is a table where the rules are known"
        faces, cite = self.site.faces(one.by.rules.slug, path), citing(one.by.rules, path)
        blocks = said(one.by.writer(), lambda w: w.lines.table(one.after)(OBSERVER)).inside
        drawn = next((block for block in blocks if isinstance(block, Picture)), None)
        beside = tuple(block for block in blocks if block is not drawn)
        return {
            "table": replay.drawn(drawn, faces) if drawn else "",
            "words": html((drawn.words,), faces, cite) if drawn else "",
            "beside": html(beside, faces, cite) if beside else "",
        }  # fmt: skip

    def story(self, one: Turn) -> Block | None:
        """Tell a turn as a letter does."""
        return said(one.by.writer(), lambda w: story(w.lines, one.events, OBSERVER).rest) if one.by else None

    def headline(self, one: Turn) -> str:
        """Say what of a turn matters most to everybody."""
        if one.by is None:
            return one.name
        if one.step == 0:
            return "The game begins"
        found = said(one.by.writer(), lambda w: w.lines.headline(one.after, one.events, OBSERVER))
        return spans.cap(found) or one.name

    def cited(self, step: int) -> list[str]:
        """Return the rulings that were made known with a turn."""
        return [
            f"Ruling{f' {one.number}' if one.number else ''} by the GM: {others.inline(one.text)}"
            for one in self.record.rulings if one.step == step
        ]  # fmt: skip

    # What was said.

    def spoken(self, step: int) -> list[Said]:
        """Return what was written to all before a turn."""
        return [self.words(one, n) for n, one in enumerate(self.record.press, 1) if one.step == step]

    def words(self, one: Press, number: int) -> Said:
        """Return a player's words to all."""
        when = times.moment(one.written_at, self.record.about.zone)
        return Said(one.seat, "to all", times.iso(one.written_at), when, others.lines_of(one.body), f"words-{number}")

    def press(self) -> None:
        """Offer the page of what was written to all."""
        steps = dict.fromkeys(one.step for one in self.record.press)
        parts = [(f"Before {TURN.lower()} {n}", f"turn-{n}", self.spoken(n)) for n in steps]
        lead = "What the players wrote to everybody." if parts else "Nobody has written to everybody yet."
        self.site.page(self.place("press", "Press"), "list", lead=lead, parts=parts)

    def rulings(self) -> None:
        """Offer the page of the GM's rulings, and of what the GM did in sight of all."""
        zone = self.record.about.zone
        found = [
            Said(
                f"Ruling {one.number}" if one.number else "Ruling", f"on {self.name_of(one.step)}", times.iso(one.at),
                times.moment(one.at, zone), others.lines_of(one.text + (f"\n\n{one.reason}" if one.reason else "")),
            )
            for one in self.record.rulings
        ]  # fmt: skip
        acts = [
            Said(spans.cap(one.who), "", times.iso(one.at), times.moment(one.at, zone), others.lines_of(one.words))
            for one in self.record.acts
        ]
        every = (("Rulings", "rulings", found), ("What the GM and the referee did", "acts", acts))
        parts = [one for one in every if one[2]]
        lead = "How the GM decided where the rules are silent, and what else was done by hand."
        lead = lead if parts else "There was nothing to rule on."
        self.site.page(self.place("rulings", "Rulings"), "list", lead=lead, parts=parts)

    def name_of(self, step: int | None) -> str:
        """Name a turn within a sentence."""
        return "nothing: it was withdrawn" if step is None else f"{TURN.lower()} {step}"

    # The front.

    def front(self) -> None:
        """Offer the first page of the game."""
        last = self.turns[-1] if self.turns else None
        place = self.place("index", self.title, above=self.rules.title)
        source = f"{last.source if last else ''} {self.record.about} {self.opened}"
        self.site.made(place, "game", source, lambda: self.front_parts(last, place.path))

    def front_parts(self, last: Turn | None, path: str) -> dict[str, Any]:
        """Return what the first page is made of."""
        table = self.table_parts(last, path) if last and last.by else {"table": "", "words": "", "beside": ""}
        listed = [Link(one.name, self.path_of(one), self.headlines[one.step]) for one in reversed(self.turns)]
        return table | {
            "headline": self.summary, "due": self.due, "turns": listed, "turning": self.turning(),
            "ending": self.ending(path), "opened": self.opened, "facts": self.facts(), "options": self.options(),
        }  # fmt: skip

    @property
    def state(self) -> str:
        """How the game stands, in a word or two."""
        about = self.record.about
        if about.status == RUNNING and self.turns:
            return f"{TURN.lower()} {about.step + 1} is being played"
        return STATES.get(about.status, about.status)

    @property
    def summary(self) -> str:
        """The whole game in a sentence."""
        about = self.record.about
        if about.end is not None:
            won = spans.spoken(about.end.winners)
            return f"{won} won." if won else "Nobody won." if about.end.losers else "It ended in a draw."
        if not self.turns:
            return "It has not begun yet." if about.status != OVER else "It is over, and was never played."
        return f"{self.headlines[self.turns[-1].step]}."

    @property
    def due(self) -> str:
        """Say when the next turn is due."""
        about = self.record.about
        if about.due_at is None or about.status != RUNNING:
            return ""
        return f"Orders for {TURN.lower()} {about.step + 1} are due {times.moment(about.due_at, about.zone)}."

    def ending(self, path: str) -> Markup:
        """Say how the game ended, with the ranking."""
        last = next((one for one in self.turns if one.last), None)
        if last is None or last.by is None:
            return Markup()
        end = ended(last.events)
        assert end is not None, "the turn is the last"
        faces, cite = self.site.faces(self.rules.slug, path), citing(last.by.rules, path)
        return html(said(last.by.writer(), lambda w: _ending(w, last.after, end)), faces, cite)

    def turning(self) -> list[Link]:
        """Return the turning points of a game that is over."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.by is None or self.record.about.end is None:
            return []
        past = [(one.step, one.events) for one in self.turns if one.step]
        writer = last.by.writer()
        found = [(n, writer.lines.moment(e, OBSERVER)) for n, e in writer.turning(past)]
        return [Link(f"{TURN} {n}", self.path(f"turn-{n}"), f"{text}.") for n, text in found]

    def facts(self) -> list[tuple[str, str]]:
        """List what a game is."""
        about = self.record.about
        zone = about.zone
        found = [
            ("Rules", f"{self.rules.title}, edition {about.edition}"),
            ("Players", spans.spoken(list(self.record.seats)) if self.record.seats else "nobody yet"),
            ("How it stands", spans.cap(self.state)),
            ("Begun", times.day(about.started_at, zone) if about.started_at else ""),
            ("Ended", times.day(about.ended_at, zone) if about.ended_at else ""),
            ("At its end", "all is laid open" if about.reveal == "full" else "its secrets stay with the GM"),
            ("Commitment", about.commitment),
        ]  # fmt: skip
        return [(name, words) for name, words in found if words]

    def options(self) -> list[tuple[str, str]]:
        """List the options with their values."""
        values = self.rules.completed(self.record.about.options)
        return [(f"{one.name} = {values[one.name]}", spans.cap(one.meaning)) for one in self.rules.options]


def _ending(writer: Writer, view: Any, end: GameEnded) -> Sequence[Block]:
    """Say how a game ended as its letters do, with the ranking where its rules decided it."""
    ranked = end.reason not in SETTLED and writer.lines.has("ranking")
    return [writer.ending(view, end), *([writer.lines.block("ranking", view, end)] if ranked else [])]
