"""A game that nobody plays, to show letters by: the first turn of bots, in which nothing is anybody's secret.

With it a campaign's own tables and templates are tried, and the words of games that came with packages of others.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from referee import games
from referee.bots.simulate import Style, orders_from, seed_of, setup, writer_of
from referee.engine.agreement import CONCESSION, Agreement
from referee.engine.asks import Given, Pending
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.chance import commitment
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.sheet import OnFile
from referee.reports import paper
from referee.reports.look import drawn
from referee.reports.material import DUE_IN, Material, page_of
from referee.reports.pages import Opened
from referee.reports.parts import Contact, Head, Kind, Later, OrderLine, in_force
from referee.reports.templates import Fault
from referee.resources import Resources, TableError
from referee.service.campaign.campaign import Kit, kit_for
from referee.service.campaign.clock import SystemClock
from referee.service.upkeep.faults import broken_game, not_loaded

NUMBER = 1
"""Which of the bots' games it is: always the same."""

OF_THE_GM = {Kind.GM_TURN, Kind.GM_ANSWER, Kind.GM_ORDER, Kind.GM_ALARM}
"""The kinds that go to the GM alone."""

LAST = {Kind.END, Kind.LUCK, Kind.ALL_ORDERS}
"""The kinds that tell of a game that is over."""

SOON = 6
"""In so many turns a live game is to ask somebody."""


class Specimen:
    """Such a game of one ruleset, and how one of its seats sees it."""

    def __init__(self, kit: Kit, now: datetime, zone: str, gm: Contact) -> None:
        self.kit, self.now, self.zone, self.gm = kit, now, zone, gm
        rules = kit.rules
        self.start: Game[Any, Any] = Game.start(rules, setup(rules, rules.seats[0], {}), seed_of(NUMBER))
        self.files, orders = self._filed(self.start)
        self.after = self.start.play(orders)
        gone = rules.seating.gone(self.after.view(OBSERVER))
        self.seat = next((seat for seat in self.after.setup.seats if seat not in gone), self.after.setup.seats[0])

    def material(self, kind: Kind) -> Material | None:
        """Return the moment that shows a kind of letter best; None if the game comes to none soon."""
        if kind is Kind.QUESTION:
            return self._question()
        game = self.start if kind is Kind.WELCOME else self._over() if kind in LAST else self.after
        looks = GM if kind in OF_THE_GM else self.seat
        public = OBSERVER if looks == GM else looks
        rules, view = self.kit.rules, game.view(public)
        writes = looks != GM and not game.end
        return Material(
            self._head(looks, game),
            game.step,
            told(game.events, looks),
            view,
            self.now + DUE_IN,
            self._lines(self.files, game.step),
            () if game.end else self._lines(self.files if game is self.start else self._later, game.step + 1),
            tuple(rules.orders.form(view)) if writes else (),
            [(option, game.setup.options[option.name]) for option in rules.options],
            commitment(game.seed),
            situation=self.kit.writer.situation(game.view(OBSERVER), told(game.events, OBSERVER)),
            examples=rules.orders.examples(view) if writes else (),
            end=game.end,
            turning=self.kit.writer.turning([(1, self.after.events)]) if game.end else (),
            opened=self._opened(game) if game.end else None,
            all_orders=[(seat, Later(1, file.lines(1))) for seat, file in self.files.items()],
        )

    def _head(self, seat: Seat, game: Game[Any, Any]) -> Head:
        return Head("A game for show", seat, self.now, self.zone, game.setup.seats, gm=self.gm)

    def _question(self) -> Material | None:
        """Play a live game until it stops to ask somebody."""
        rules = self.kit.rules
        if not rules.pace.live:
            return None
        table = setup(rules, rules.seats[0], {rules.pace.live: "on"})
        game: Game[Any, Any] = Game.start(rules, table, seed_of(NUMBER))
        while game.end is None and game.step < SOON:
            try:
                game = game.play(self._filed(game)[1], Given(live=True))
            except Pending as stop:
                ask = next(iter(stop.asks.values()))
                head, due = self._head(ask.seat, game), self.now + DUE_IN
                return Material(head, game.step, told(stop.events, ask.seat), game.view(ask.seat), due, ask=ask)
        return None

    @cached_property
    def _later(self) -> Mapping[Seat, OnFile]:
        return self._filed(self.after)[0]

    def _over(self) -> Game[Any, Any]:
        return self.after if self.after.end else self.after.agreed(Agreement(CONCESSION, (self.seat,)))

    def _filed(self, game: Game[Any, Any]) -> tuple[Mapping[Seat, OnFile], dict[Seat, Any]]:
        rules, seats = self.kit.rules, game.setup.seats
        write, lexicon = writer_of(rules, Style.SENSIBLE), self.kit.lexicon(seats)
        found = {seat: orders_from(write, game, seat, lexicon, OnFile()) for seat in seats}
        return {seat: one for seat, (one, _) in found.items()}, {seat: orders for seat, (_, orders) in found.items()}

    def _lines(self, files: Mapping[Seat, OnFile], step: int) -> tuple[OrderLine, ...]:
        read = self.kit.rules.reader(self.kit.lexicon(self.start.setup.seats), self.seat)
        return in_force(files[self.seat], step, read)

    def _opened(self, game: Game[Any, Any]) -> Opened:
        words = [(seat, "") for seat in game.setup.seats]
        return Opened(game.seed, commitment(game.seed), words, tuple(self.kit.rules.ending.hands(game.state)))


ASK_AUTHOR = "Ask its author, or uninstall its package."


def tried(resources: Resources, slugs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Try them in the games of these names, and yield what is wrong, with what mends it."""
    remedy = f"Mend the file, or take it out of {resources.campaign}/templates or {resources.campaign}/data."
    faults: dict[Fault, None] = {}
    others = games.of_others()
    for slug in slugs:
        mend = ASK_AUTHOR if slug in others else remedy
        try:
            kit = kit_for(games.find(slug), resources, lambda fault: faults.update({fault: None}))
            kit.prepare()
            unsaid = [(f"{slug}: {one}", mend) for one in _unsaid(kit)] if slug in others else []
            yield from unsaid
            if resources.own_templates_there() or (slug in others and not unsaid):
                _try_letters(kit, resources, faults)
        except TableError as error:
            yield str(error), remedy
        except Exception as error:  # noqa: BLE001 - games of others may fail in any way
            broken = broken_game(error)
            words = not_loaded(broken, error) if broken else f"{slug}: {type(error).__name__}: {error}"
            yield words, "" if broken else mend
    paper.usable(resources, lambda fault: faults.update({fault: None}))
    for fault in faults:
        yield f"{fault}; the shipped one serves meanwhile", remedy


def _unsaid(kit: Kit) -> Iterator[str]:
    """Say which orders and conditions a game's own words cannot say."""
    from referee.cases.letters import Post
    from referee.laws.language import every_order_and_condition_can_be_said

    return every_order_and_condition_can_be_said(kit.rules, Post(kit.rules, Resources()))


def _try_letters(kit: Kit, resources: Resources, faults: dict[Fault, None]) -> None:
    """Write a letter of each kind of a game for show, for much shows only then."""
    made = Specimen(kit, SystemClock().now(), "UTC", Contact("", "gm@referee.example"))
    for kind in Kind:
        material = made.material(kind)
        if material is not None:
            letter = kit.writer.write(page_of(kind, material))
            if resources.has_look:
                drawn(letter.document, resources, lambda fault: faults.update({fault: None}))
