"""A digest of all bytes that some games give: states, events, views, letters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from referee.cases.letters import Post
from referee.laws.played import Record
from referee.store.codec import Codec, codec


def digest(records: Iterable[Record], post: Post) -> str:
    """Hash everything that these games store and send."""
    store: Codec[object, object] = codec(post.rules)  # type: ignore[type-var]
    sha = hashlib.sha256()
    for record in records:
        for seat in record.start.setup.seats:
            sha.update(post.welcome(record.start, seat).body.encode())
        for step in record.steps:
            sha.update(store.dump_state(step.after.state))
            sha.update(store.dump_events(step.after.events))
            for seat in step.after.setup.seats:
                sha.update(store.dump_view(step.after.views[seat]))
                sha.update(post.report(step.after, seat, step.files[seat]).body.encode())
    return sha.hexdigest()
