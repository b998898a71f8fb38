"""What went wrong, in words for the one who gave the command, and the exit code that a script goes by."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfoNotFoundError

from referee.cases.written import CaseError
from referee.config import ConfigError
from referee.engine.errors import OrderError, SetupError
from referee.mail.address import AddressError
from referee.resources import TableError
from referee.service.deadline import DeadlineError
from referee.store.errors import Busy, DiskFull, StoreError

WRONG, TEMPORARY, OURS = 2, 75, 70
"""Exit codes: a kind error; one that passes (EX_TEMPFAIL of sysexits.h); a mistake of the program (EX_SOFTWARE)."""

KIND = (ConfigError, StoreError, SetupError, DeadlineError, OrderError, TableError, AddressError, CaseError)


@dataclass(frozen=True)
class Fault:
    """One plain message, and the exit code."""

    words: str
    code: int


def explained(error: Exception) -> Fault:
    """Say an error in the reader's words; what he cannot have caused is called a mistake of ours."""
    match error:
        case Busy() | DiskFull():
            return Fault(str(error), TEMPORARY)
        case ZoneInfoNotFoundError():
            return Fault("There is no such time zone. Write one such as Europe/Berlin or UTC.", WRONG)
        case OSError(filename=str(name)) | OSError(filename=bytes(name)):
            return Fault(f"{name!s}: {error.strerror}.", WRONG)
        case OSError():
            return Fault(f"{error}.", WRONG)
        case UnicodeDecodeError():
            return Fault("This is not UTF-8. Save the file as UTF-8.", WRONG)
        case _ if isinstance(error, KIND) or type(error) is LookupError:
            return Fault(str(error), WRONG)
        case _:
            kind = type(error).__name__
            return Fault(f"The referee made a mistake of its own ({kind}). referee --debug shows where.", OURS)
