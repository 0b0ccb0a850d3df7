"""Settings that all tests share."""

import os
import signal
import threading

import pytest
from hypothesis import settings

# A shared machine is slow at times, and a failure must come back when the tests run again.
settings.register_profile("cloverproof", deadline=None, derandomize=True, database=None)
settings.load_profile("cloverproof")

# A shell that starts the tests in the background has SIGINT ignored, and so would every program they start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Take one worker more than there are processors: many tests wait for programs that they have started."""
    return (os.cpu_count() or 1) + 1
