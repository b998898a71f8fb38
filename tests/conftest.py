"""How all tests are run."""

import os
import shutil
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
NEEDED = 2 * 2**30
"""Bytes: more than a whole run leaves behind."""


def pytest_configure() -> None:
    """Keep the tests' folders in memory where there is room: a disk is waited for at each of some 300,000 commits.

    No test here pulls the plug, so none is the weaker for it: a killed process finds in memory what it would on disk.
    """
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and serves():
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


def serves() -> bool:
    """Whether there is memory to keep files in, with room, in which programs may be run."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return False
    return shutil.disk_usage(MEMORY).free >= NEEDED and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Have one worker more than there are cores: some tests wait for other programs, and for the disk."""
    return (os.cpu_count() or 1) + 1
