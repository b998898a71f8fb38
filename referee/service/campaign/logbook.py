"""What is written of our doings: to standard error, as text or JSON, ids and counts only."""

import io
import logging
import sys
import traceback
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any, Literal, TextIO, cast

Format = Literal["text", "json"]


class Logbook:
    """What everybody writes to. The log is set up when there is something to write: most commands have nothing."""

    def __init__(self) -> None:
        self.how: tuple[Format, str] | None = None

    def __getattr__(self, name: str) -> Any:
        import structlog

        if self.how is not None:
            write_log(*self.how)
        return getattr(structlog.get_logger(), name)


log = Logbook()


def write_log_later(form: Format, level: str) -> None:
    """Set the log up so when something is written first."""
    log.how = form, level


def write_log(form: Format = "text", level: str = "info", to: TextIO | None = None) -> None:
    """Set the log up, once for the process; also what libraries say by Python's own `logging`."""
    import structlog

    log.how = None
    out = Lasting(to)
    render: Any = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    first: list[Any] = [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso", utc=True), framed]
    structlog.configure(
        processors=[*first, render],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, out)),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=render, foreign_pre_chain=first))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # A round that takes longer than its interval is no news, and a skipped one is made up for by the next.
    logging.getLogger("apscheduler.scheduler").setLevel(logging.ERROR)


class Lasting(io.TextIOBase):
    """Standard error as it is at the moment of writing, or a given stream; one that is gone stops nobody.

    The referee's work is in the store: a log that cannot be written must not keep it from being done.
    """

    def __init__(self, to: TextIO | None = None) -> None:
        self._to = to

    def write(self, text: str) -> int:
        """Write, or let it go if the stream was closed under us."""
        with suppress(OSError, ValueError):
            (self._to or sys.stderr).write(text)
        return len(text)

    def flush(self) -> None:
        """Flush, likewise."""
        with suppress(OSError, ValueError):
            (self._to or sys.stderr).flush()


def framed(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Write where an error happened, but not its text, which may hold what a player wrote."""
    found = entry.pop("exc_info", None)
    error = sys.exc_info()[1] if found is True else found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        last = traceback.extract_tb(error.__traceback__)[-3:]
        entry["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in last]
        entry.setdefault("error", type(error).__name__)
    return entry
