"""Coverage is measured in the processes that run tests, and not in those that tests start: these are hundreds, and would take
half as long again. And how fast a busy machine makes up examples is no property of what they try."""

import os

from hypothesis import HealthCheck, settings

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_START", None)

settings.register_profile("ggl", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ggl")
