"""The words of our letters as HTML, made anew from what is kept of them; many mail programs write their text by it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from referee.mail.pieces import pieces
from referee.reports.data import loads
from referee.reports.document import Block, Document, Section, Title
from referee.reports.html import Reply, html
from referee.resources import Resources
from referee.service.campaign.campaign import Campaign


def page_of(campaign: Campaign, document: str) -> tuple[str, ...]:
    """Return all words of a letter, line by line, whether it went out as HTML or not; none without a document."""
    return _whole(document, _plain(campaign)) if document else ()


def told(campaign: Campaign, document: str, below: Iterable[str] | None = None) -> str:
    """Return what a letter tells its reader, or what stands in it below these headings; its title is public."""
    return _told(document, _plain(campaign), None if below is None else frozenset(below)) if document else ""


def _plain(campaign: Campaign) -> Resources:
    """What a campaign puts in the place of our look says nothing, and may fail."""
    return replace(campaign.resources, own_templates=False)


@lru_cache(64)  # a letter is looked at again and again until all that it wants to be done aside is done
def _whole(document: str, resources: Resources) -> tuple[str, ...]:
    return tuple(pieces(html(loads(document), resources, Reply("", ""))))


@lru_cache(256)
def _told(document: str, resources: Resources, below: frozenset[str] | None) -> str:
    blocks = tuple(block for block in loads(document).blocks if _counts(block, below))
    return "\n".join(pieces(html(Document("", blocks), resources)))


def _counts(block: Block, below: frozenset[str] | None) -> bool:
    if below is None:
        return not isinstance(block, Title)
    return isinstance(block, Section) and block.title.upper() in below
