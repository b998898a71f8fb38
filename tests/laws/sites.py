"""The sites of games that were played for the laws, built from the record that an observer would have of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from referee.archive.record import About, Place, Record, Step
from referee.archive.site.build import Means, Shown, build
from referee.archive.site.telling import Played
from referee.archive.told import told_to
from referee.cases.letters import Post
from referee.engine.audience import OBSERVER
from referee.laws.played import Position
from referee.resources import Resources
from referee.store.codec import codec
from tests.archive.sites import published

BEGUN = datetime(2026, 3, 3, 20, 0, tzinfo=UTC)
OF_RULES = ("rules/", "search/rules-", "faces/", "minisearch/", "proof.html", "verify.js", "site.js", "site.css")
"""What is the same whatever happens in a game."""


def record_of(positions: list[Position]) -> Record:
    """What an observer may know of a game that goes on, after these positions; it is cut out of all that happened."""
    rules, setup = positions[0].rules, positions[0].setup
    store: Any = codec(rules)
    return Record(
        reader=OBSERVER,
        about=About(
            name="law", title="The law", ruleset=rules.slug, edition=rules.edition, options=dict(setup.options),
            commitment="00" * 32, seats=tuple(map(Place, setup.seats)), status="running", step=len(positions) - 1,
            reveal="full", zone="UTC", deadline="Tue 20:00", early=False, show_missing=False,
            live_pause=timedelta(hours=12), policy={}, created_at=BEGUN, started_at=BEGUN, ended_at=None, due_at=None,
            end=None,
        ),
        steps=tuple(
            Step(
                step=n, played_at=BEGUN + timedelta(days=n), edition=rules.edition, orders={}, answers={},
                events=told_to(store.dump_events(one.events), OBSERVER),
            )
            for n, one in enumerate(positions)
        ),
    )  # fmt: skip


def site_of(record: Record, post: Post, folder: Path) -> dict[str, bytes]:
    """The files of the site of a game, without those that are the same for every game."""
    played = Played(post.rules, codec(post.rules), lambda: post.writer)
    means = Means("The laws", lambda slug, edition: played, lambda slug: (), Resources(), print, "0", "00" * 32)
    build(means, [Shown(record)], folder)
    return {path: data for path, data in published(folder).items() if not path.startswith(OF_RULES)}
