"""Settings that all tests share."""

from hypothesis import settings

# A shared machine is slow at times, and a failure must come back when the tests run again.
settings.register_profile("cloverproof", deadline=None, derandomize=True, database=None)
settings.load_profile("cloverproof")
