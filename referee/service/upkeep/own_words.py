"""A campaign's own tables and templates, tried in games, and the words of games that came with packages of others.

A letter of each kind is written for show, and every order of another's game is put into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee import games
from referee.engine.values import value
from referee.reports import paper
from referee.reports.faults import Fault
from referee.reports.html import drawn
from referee.reports.material import page_of
from referee.reports.parts import Contact, Kind
from referee.resources import Resources, TableError
from referee.service.campaign.campaign import Kit, kit_for
from referee.service.campaign.clock import SystemClock
from referee.service.upkeep.faults import broken_game, not_loaded
from referee.service.upkeep.specimens import Specimen

ASK_AUTHOR = "Ask its author, or uninstall its package."


@value
class Wrong:
    """What is wrong with one of them, and what mends it."""

    words: str
    remedy: str


def tried(resources: Resources, slugs: Iterable[str]) -> Iterator[Wrong]:
    """Try them in the games of these names, and yield what is wrong."""
    remedy = f"Mend the file, or take it out of {resources.campaign}/templates or {resources.campaign}/data."
    faults: dict[Fault, None] = {}
    others = games.of_others()
    for slug in slugs:
        mend = ASK_AUTHOR if slug in others else remedy
        try:
            kit = kit_for(games.find(slug), resources, lambda fault: faults.update({fault: None}))
            kit.prepare()
            unsaid = [Wrong(f"{slug}: {one}", mend) for one in _unsaid(kit)] if slug in others else []
            yield from unsaid
            if resources.own_templates_there() or (slug in others and not unsaid):
                _try_letters(kit, resources, faults)
        except TableError as error:
            yield Wrong(str(error), remedy)
        except Exception as error:  # noqa: BLE001 - games of others may fail in any way
            broken = broken_game(error)
            words = not_loaded(broken, error) if broken else f"{slug}: {type(error).__name__}: {error}"
            yield Wrong(words, "" if broken else mend)
    paper.usable(resources, lambda fault: faults.update({fault: None}))
    for fault in faults:
        yield Wrong(f"{fault}; the shipped one serves meanwhile", remedy)


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
