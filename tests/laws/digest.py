"""Prints a digest of all bytes that some games give: states, events, views, letters."""

from __future__ import annotations

import hashlib
import sys

from referee.store.codec import Codec, codec
from tests.laws.played import played, post, rulesets


def digest(slug: str, numbers: range) -> str:
    """Hash everything that these games store and send."""
    store: Codec[object, object] = codec(rulesets()[slug])  # type: ignore[type-var]
    sha = hashlib.sha256()
    for number in numbers:
        record = played(slug, number)
        for seat in record.start.setup.seats:
            sha.update(post(slug).welcome(record.start, seat).body.encode())
        for step in record.steps:
            sha.update(store.dump_state(step.after.state))
            sha.update(store.dump_events(step.after.events))
            for seat in step.after.setup.seats:
                sha.update(store.dump_view(step.after.views[seat]))
                sha.update(post(slug).report(step.after, seat, step.files[seat]).body.encode())
    return sha.hexdigest()


if __name__ == "__main__":
    for name in rulesets():
        print(name, digest(name, range(int(sys.argv[1]))))
