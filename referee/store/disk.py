"""The disk: that what was written is surely on it, also if the power fails."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """See that a file is on the disk, or of a folder that the names in it are."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
