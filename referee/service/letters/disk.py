"""The campaign's disk: room for letters, which must be kept with all that follows."""

import shutil
import tempfile
from pathlib import Path

from referee.mail.fetched import NotThere
from referee.service.campaign.campaign import Campaign

FEW = 100_000_000
"""So many bytes free on the disk are few, though letters are still taken."""

PROBE = b"\0" * 65_536


class NoRoom(NotThere):
    """A letter was not taken, for the disk is nearly full; it stays where it is."""


def free_bytes(campaign: Campaign) -> int:
    """Return how many bytes are free on the campaign's disk."""
    return shutil.disk_usage(campaign.settings.folder).free


def unwritable(folder: Path) -> str:
    """Say why nothing can be written in a folder; nothing if something can."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-") as probe:
            probe.write(PROBE)
            probe.flush()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def has_room(campaign: Campaign) -> bool:
    """Say whether there is room to take letters in."""
    return free_bytes(campaign) >= campaign.settings.limits.spare_bytes


def short_of_room(campaign: Campaign) -> str:
    """Say that room is short, and what follows; nothing if there is enough."""
    left, spare = free_bytes(campaign), campaign.settings.limits.spare_bytes
    said = f"Only {left // 1_000_000} MB are free on the disk"
    if left < spare:
        return f"{said}: letters are not taken in until there are {spare // 1_000_000} MB (limits.spare_bytes)."
    return f"{said}; when it is full, letters cannot be kept." if left < FEW else ""
