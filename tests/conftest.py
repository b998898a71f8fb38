"""How all tests are run."""

import os

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Have one worker more than there are cores: some tests wait for other programs, and for the disk."""
    return (os.cpu_count() or 1) + 1
