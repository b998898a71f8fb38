"""What can go wrong between us and the database file, said to the one who runs the referee."""


class StoreError(Exception):
    """Something about the database that its owner must know; the message says what to do."""


class NoDatabase(StoreError):
    """There is no file where the database should be."""


class NotADatabase(StoreError):
    """The file is something else than a database of ours."""


class TooNew(StoreError):
    """The database was made by a newer program than this one."""


class MigrationFailed(StoreError):
    """Bringing the database up to date did not work; the file is as it was."""


class Busy(StoreError):
    """Another process held the database for too long; trying again later is right."""


class DiskFull(StoreError):
    """There is no room left; nothing of the transaction was saved."""


class Unwritable(StoreError):
    """The file or its folder cannot be opened or written."""


class Damaged(StoreError):
    """The file, or something stored in it, is not what was written."""


class AlreadyPlayed(StoreError):
    """The game is no longer at this step, or not in a state to be played: somebody was first."""


class Taken(StoreError):
    """A name, an address or a place that is somebody else's already."""


class NotThere(StoreError):
    """What was asked for is not in the database."""
