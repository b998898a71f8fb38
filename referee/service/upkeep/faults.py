"""What went wrong, in words for the one who gave the command, and the exit code that a script goes by."""

import traceback
from pathlib import Path
from zoneinfo import ZoneInfoNotFoundError

from referee import games
from referee.cases.written import CaseError
from referee.config import ConfigError
from referee.engine.errors import OrderError, SetupError
from referee.engine.values import value
from referee.mail.address import AddressError
from referee.resources import TableError
from referee.store.errors import Busy, DiskFull, StoreError

WRONG, TEMPORARY, OURS = 2, 75, 70
"""Exit codes: a kind error; one that passes (EX_TEMPFAIL of sysexits.h); a mistake of the program (EX_SOFTWARE)."""

KIND = (ConfigError, StoreError, SetupError, OrderError, TableError, AddressError, CaseError)


LOADING = games.find.__code__
"""Where a game is loaded, be it ours or another package's."""


@value
class Fault:
    """One plain message, and the exit code."""

    words: str
    code: int


def explained(error: Exception) -> Fault:
    """Say an error in the reader's words; what they cannot have caused is called a mistake of ours."""
    match error:
        case Busy() | DiskFull():
            return Fault(str(error), TEMPORARY)
        case ZoneInfoNotFoundError():
            return Fault("There is no such time zone. Write one such as Europe/Berlin or UTC.", WRONG)
        case OSError(filename=str(name)) | OSError(filename=bytes(name)):
            return Fault(f"{name!s}: {error.strerror}.", WRONG)
        case OSError():
            return Fault(f"{error}.", WRONG)
        case OverflowError():
            return Fault("That number is too large; nothing here has so many figures.", WRONG)
        case UnicodeDecodeError():
            return Fault("This is not UTF-8. Save the file as UTF-8.", WRONG)
        case _ if isinstance(error, KIND) or type(error) is LookupError:
            return Fault(str(error), WRONG)
        case _ if slug := broken_game(error):
            return Fault(not_loaded(slug, error), WRONG)
        case _:
            kind = type(error).__name__
            return Fault(f"The referee made a mistake of its own ({kind}). referee --debug shows where.", OURS)


def broken_game(error: BaseException) -> str:
    """Name the game that could not be loaded, if that is what the error comes from."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code is LOADING and "loaders" in frame.f_locals:
            return str(frame.f_locals["wanted"])
    return ""


def not_loaded(slug: str, error: BaseException) -> str:
    """Say why a game cannot be loaded, and in which line of its package."""
    return f"The game {slug} cannot be loaded: {reason(error)} Ask its author, or uninstall its package."


def reason(error: BaseException) -> str:
    """Name an error of somebody's package, with the line where it happened if that is a file of theirs."""
    said = in_short(error)
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) or not frames or not Path(frames[-1].filename).is_file():
        return f"{said}."
    return f"{said} ({frames[-1].filename}, line {frames[-1].lineno})."


def in_short(error: BaseException) -> str:
    """Name an error of somebody's package."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
