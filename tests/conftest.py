"""Coverage is measured in the processes that run tests, and not in those that tests start: these are hundreds, and would take
half as long again."""

import os

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_START", None)
