"""Something looked at again and again, and shown whenever it has changed, until Ctrl-C."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import TypeVar

from referee.cli.output import at_terminal, data, say

Seen = TypeVar("Seen")


def watched(look: Callable[[], Seen], tell: Callable[[Seen], None], every: float, *, as_json: bool) -> None:
    """Look every so many seconds, and show what is seen if it differs from before.

    At a terminal it is drawn in its place; elsewhere it is printed anew, for programs as JSON on one line.
    """
    try:
        if as_json or not at_terminal():
            _printed(look, tell, every, as_json=as_json)
        else:
            _drawn(look, tell, every)
    except KeyboardInterrupt:
        return


def _printed(look: Callable[[], Seen], tell: Callable[[Seen], None], every: float, *, as_json: bool) -> None:
    before = None
    while True:
        seen = look()
        if seen != before:
            if as_json:
                data(seen, indent=None)
            else:
                say() if before is not None else None
                tell(seen)
            sys.stdout.flush()
        before = seen
        time.sleep(every)


def _drawn(look: Callable[[], Seen], tell: Callable[[Seen], None], every: float) -> None:
    from rich.live import Live
    from rich.text import Text

    before = None
    with Live(auto_refresh=False) as live:
        while True:
            seen = look()
            if seen != before:
                live.update(Text(_fitted(tell, seen)), refresh=True)
            before = seen
            time.sleep(every)


class _Page(io.StringIO):
    """What is printed into it must fit the terminal that it will be shown on."""

    def isatty(self) -> bool:
        return True


def _fitted(tell: Callable[[Seen], None], seen: Seen) -> str:
    with redirect_stdout(_Page()) as page:
        tell(seen)
    return page.getvalue().rstrip()
