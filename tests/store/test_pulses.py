"""Which parts of the referee are well, and the times in which letters could not come in."""

from __future__ import annotations

from referee.store import actions
from referee.store.database import Store
from tests.store.campaign import HOUR, NOW


def test_parts_that_are_no_more_are_forgotten_and_the_others_are_known_as_last_seen(store: Store) -> None:
    with store.writing() as tx:
        for what, at in (("service", NOW), ("imap", NOW), ("service", NOW + HOUR), ("maildir", NOW)):
            actions.beat(tx, what, at)
        actions.forget_pulses(tx, ["service", "maildir", "lmtp"])

    with store.reading() as tx:
        assert actions.pulses(tx) == {"service": NOW + HOUR, "maildir": NOW}


def test_an_outage_is_open_until_it_ends_and_counts_until_its_deadlines_were_seen_to(store: Store) -> None:
    with store.writing() as tx:
        down = actions.begin_outage(tx, "imap", NOW)
        actions.begin_outage(tx, "service", NOW, ended=NOW + HOUR)
        opened = [actions.open_outage(tx, what) for what in ("imap", "service", "lmtp")]
        actions.end_outage(tx, down, NOW + 2 * HOUR)
        ended = actions.open_outage(tx, "imap")
        gaps = actions.gaps(tx)
        actions.settle_outages(tx, [down], NOW + 3 * HOUR)

    assert (opened, ended) == ([down, None, None], None)
    assert gaps == [("imap", NOW, NOW + 2 * HOUR), ("service", NOW, NOW + HOUR)]
    with store.reading() as tx:
        assert actions.gaps(tx) == [("service", NOW, NOW + HOUR)]
