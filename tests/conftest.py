"""Coverage is measured in the processes that run tests, and not in those that tests start: these are hundreds, and would take
half as long again. And how fast a busy machine makes up examples is no property of what they try."""

import os
import signal

from hypothesis import HealthCheck, settings

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_START", None)

settings.register_profile("ggl", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ggl")

# A shell has what it runs in the background deaf to Ctrl-C, and so would be the commands that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
