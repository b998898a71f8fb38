"""A made-up game, just large enough to write every letter about: everybody plays a card, the highest wins the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from referee.engine.asks import Ask
from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.conditions import Condition
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.engine.orders import Order
from referee.engine.ruleset import Option, Ruleset
from referee.engine.sections import Bots, Ending, Orders, Stored, Wording
from referee.engine.tabletop import Side, Tabletop
from referee.reports.parts import Head, OrderLine
from referee.reports.writer import Writer
from referee.resources import Resources

ANA, BO, CYD = Seat("Ana"), Seat("Bo"), Seat("Cyd")
SEATS = (ANA, BO, CYD)
NAMES = ("Nought", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")

NOW = datetime(2026, 11, 24, 19, 2, tzinfo=UTC)
DUE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)

LINES = """\
{# The words of High Card. #}
{% macro CardPlayed(e, me) %}
{{ who(e.seat, me) }} {{ does(e.seat, me, "play", "plays") }} the {{ e.card | say }}.
{% endmacro %}
{% macro RoundWon(e, me) %}
{% set n = e.points %}
+ {{ who(e.seat, me) }} {{ does(e.seat, me, "win", "wins") }} {{ number(n) }} {{ n | plural("point", "points") }}.
{% endmacro %}
{% macro Shown(e, me) %}

    = card | {{ spoken(e.cards) }}
+ | (looked at)
{% endmacro %}
{% macro CardDrawn(e, me) %}
You draw the {{ e.card | say }}.
{% endmacro %}
{% macro CardDrawnUnseen(e, me) %}
{{ cap(whose(e.seat, me)) }} hand is filled up again, by a card that only {{ whom(e.seat, me) }} may look at for now.
{% endmacro %}
{% macro Answered_Lead(e) %}You led {{ e.value }}.{% endmacro %}
{% macro Ask_Lead(a, me) %}
{{ who(a.seat, me) }} {{ does(a.seat, me, "are", "is") }} to lead, against {{ a.rivals | spoken }}.
{% endmacro %}
{% macro choice(a, c) %}{{ c }}{% endmacro %}
{% macro Order_Play(o) %}You play the {{ o.n | say }} as soon as you may.{% endmacro %}
{% macro RoundWon_Headline(e, me) %}{{ e.points }} {{ who(e.seat, me) }} won a round{% endmacro %}
{% macro danger(v, me) %}
{% if v.leader == "Cyd" %}{{ who(v.leader, me) }} {{ does(v.leader, me, "are", "is") }} nearly there{% endif %}
{% endmacro %}
{% macro headline(v) %}{{ v.leader }} leads{% endmacro %}
{% macro table(v, me) %}{% endmacro %}
{% macro picture(v, me) %}
{% for row in v.rows %}
{{ "==" if loop.first else "=" }} {{ row | join(" | ") }}
{% endfor %}
{% endmacro %}
{% macro holding(v) %}
{% if v.hand %}
The {{ v.hand | say }}.
{% else %}
Nothing.
{% endif %}
{% endmacro %}
{% macro defaults(v) %}If nothing comes from you: you play your lowest card.{% endmacro %}
{% macro ending(v, e) %}
{{ e.winners | spoken }} {{ plural(e.winners | length, "wins", "win") }} the game: {{ e.reason }}.
{% endmacro %}
"""

RULES = """\
# High Card

## HC-1 Playing
- HC-1.1 Everybody plays one **card**; the highest wins the round, whoever sits wherever and whatever was played before.
  - HC-1.11 Equal cards win nothing.
- HC-1.2 A played card is gone.
- Ruling HC-R1 (who is first?): the seat named first.

## HC-2 Defaults
| decision | order | default |
|---|---|---|
| card played | PLAY | lowest |

## HC-3 Options
- Option `HC.CARDS=9` (5-9).
"""


class CardPlayed(Event):
    """A card laid open."""

    seat: Seat
    card: int


class RoundWon(Event):
    """The round's points."""

    seat: Seat
    points: int


class Shown(Event):
    """Cards laid open for everybody."""

    cards: tuple[int, ...]


class CardDrawn(Event):
    """A card drawn."""

    seat: Seat
    card: int


class CardDrawnUnseen(Event):
    """A card drawn by another."""

    seat: Seat


class Lead(Ask[int]):
    """Which card to lead."""

    live: ClassVar[bool] = True
    rivals: tuple[Seat, ...] = ()


class Play(Order):
    """Play a card in the next round that you take part in."""

    usage: ClassVar[str | tuple[str, ...]] = "PLAY n"
    example: ClassVar[str] = "PLAY 7"
    n: int


class Keep(Order):
    """Keep cards from this one on, if there are others."""

    usage: ClassVar[str | tuple[str, ...]] = ("KEEP FROM n", "KEEP FROM n UNLESS player LEADS")
    example: ClassVar[str] = "KEEP FROM 8"
    standing: ClassVar[bool] = True
    n: int
    player: Seat = Seat("")


class Leads(Condition):
    """Somebody leads."""

    usage: ClassVar[str] = "player LEADS"
    example: ClassVar[str] = "Ana LEADS"
    player: Seat

    def holds(self, seen: Any) -> bool:
        """Say whether they do."""
        return bool(seen.leader == self.player)


class Table:
    """No state is needed for letters."""


@dataclass
class Seen:
    """What a seat sees."""

    leader: Seat = ANA
    hand: tuple[int, ...] = ()
    rows: list[tuple[object, ...]] = field(default_factory=list)

    def apply(self, event: Event, /) -> None:
        """Nothing is folded here."""


VIEW = Seen(ANA, (2, 9), [("", "points"), ("Ana", 3), ("Bo", 0), ("Cyd", 12)])


def _never(*_: Any) -> NoReturn:
    raise AssertionError("letters need no rules")


def _say(_tables: Mapping[str, Any]) -> Callable[[Any], str]:
    return lambda card: NAMES[card]


def _tabletop(seen: Seen) -> Tabletop:
    return Tabletop(tuple(Side(Seat(str(seat)), facts=(("points", str(n)),)) for seat, n in seen.rows[1:]))


def high_card(folder: Path, lines: str = LINES) -> Ruleset[Table, Seen]:
    """Make the ruleset, with its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lines.txt.j2").write_text(lines, encoding="utf-8")
    (folder / "RULES.md").write_text(RULES, encoding="utf-8")
    return Ruleset(
        slug="high_card",
        title="High Card",
        edition="1",
        seats=range(2, 4),
        folder=folder,
        options=OPTIONS,
        start=_never,
        play=_never,
        desk=_never,
        view=lambda _seat, _setup: Seen(),
        look=lambda _state, _seat, _setup: Seen(),
        decide=lambda _view: None,
        hidden=_never,
        stored=Stored(Table, Seen, (CardPlayed, RoundWon, Shown, CardDrawn, CardDrawnUnseen, GameEnded), (Lead,)),
        orders=Orders((Play, Keep), conditions=(Leads,), form=lambda _view: ("PLAY 2",)),
        words=Wording(say=_say, tabletop=_tabletop),
        bots=Bots(_never, _never),
        ending=Ending({"cards": "nobody has a card left"}),
    )


OPTIONS = (
    Option("HC.CARDS", "9", (), "HC-3", "How many cards there are.", range(5, 10)),
    Option("HC.TIES", "none", ("none", "both"), "HC-1.11", "Who wins with equal cards."),
)


def writer(folder: Path) -> Writer:
    """Make the game's writer."""
    return Writer(high_card(folder), Resources())


def head(seat: Seat = ANA, zone: str = "Europe/Berlin") -> Head:
    """Make a letter's head for a seat."""
    return Head("Dark Tower", seat, NOW, zone, SEATS)


TOLD: tuple[Event, ...] = (
    CardPlayed(seat=ANA, card=7, to=PUBLIC),
    Answered(seat=ANA, about="Lead", value=7, because=1, to=only(ANA)),
    CardPlayed(seat=BO, card=5, to=PUBLIC),
    RoundWon(seat=ANA, points=2, to=PUBLIC),
    CardDrawn(seat=ANA, card=2, to=only(ANA)),
    CardDrawnUnseen(seat=BO, to=all_but(BO)),
    OrderLapsed(seat=ANA, order=2, reason="The card was gone.", to=only(ANA)),
    Answered(seat=ANA, about="Lead", value=4, because="mailed", to=only(ANA)),
    Shown(cards=(3, 4), to=PUBLIC),
)

IN_FORCE = (
    OrderLine(1, "PLAY 7"),
    OrderLine(2, "PLAY 8"),
    OrderLine(3, "KEEP FROM 8 UNLESS Cyd LEADS", standing=True),
)
