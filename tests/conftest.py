"""How all tests are run."""

import gc
import os
import shutil
import signal
from collections.abc import Generator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
MEMORY = Path("/dev/shm")
NEEDED = 2 * 2**30
"""Bytes: more than a whole run leaves behind."""

YOUNG = 50_000
"""So many new objects are searched for garbage together; Python's own 700 are few beside the games that tests keep."""


def pytest_configure() -> None:
    """Keep the tests' folders in memory where there is room: a disk is waited for at each of some 300,000 commits.

    No test here pulls the plug, so none is the weaker for it: a killed process finds in memory what it would on disk.
    Ctrl-C is heard as well, also by the programs that tests start, where a shell has these run aside and deaf to it.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and serves():
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, and later never among what was made then, for all of it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of a file stay with one worker, which makes once what they share; long ones go to whom is free."""
    for path, several in groupby(items, key=attrgetter("path")):
        own = pytest.mark.xdist_group(path.relative_to(FOLDER).as_posix())
        for item in several:
            if not any(item.get_closest_marker(name) for name in ("xdist_group", "soak")):
                item.add_marker(own)


def serves() -> bool:
    """Whether there is memory to keep files in, with room, in which programs may be run."""
    if not (MEMORY.is_dir() and os.access(MEMORY, os.W_OK)):
        return False
    return shutil.disk_usage(MEMORY).free >= NEEDED and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Have one worker more than there are cores: some tests wait for other programs, and for the disk."""
    return (os.cpu_count() or 1) + 1
