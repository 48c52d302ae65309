"""The linters, the type checker and the ordinary tests, by one command: `python -m tests`.

`--processes` runs the tests that start browsers, servers, terminals or workers and wait for them, and nothing else; `--all` runs
these and the slow ones too. `--quick` is for after each change: one case of each test that is done in a moment (`quick.py`).

With `--coverage` it is measured which lines the tests reach; they take three times as long for it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.sets import NOT_SLOW, ORDINARY, PROCESSES

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
BIN = Path(PYTHON).parent
WORKERS = ["-n", str(min(os.cpu_count() or 1, 8)), "--dist", "worksteal"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description="The linters, the type checker and the tests.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--quick", action="store_true", help="one case of each test that takes a moment, in a minute and a half")
    which.add_argument("--processes", action="store_true", help="the tests that start browsers, servers, terminals or workers")
    which.add_argument("--all", action="store_true", help="the slow tests and those of --processes too")
    which.add_argument("--measure", action="store_true", help="one case of each test; writes which ones --quick leaves out")
    parser.add_argument("--coverage", action="store_true", help="tell which lines the tests reach")
    given = parser.parse_args(arguments)
    one_each = given.quick or given.measure
    chosen = PROCESSES if given.processes else NOT_SLOW if one_each else ORDINARY
    tests = [PYTHON, "-m", "pytest", "-q", *([] if given.all else ["-m", chosen]), *WORKERS]
    if one_each:
        tests += ["-p", "tests.quick", *(["--measure"] if given.measure else [])]
    checks = {
        "lint": [PYTHON, "-m", "ruff", "check"],
        "format": [PYTHON, "-m", "ruff", "format", "--check"],
        "types": [PYTHON, "-m", "mypy"],
        "import order": [str(BIN / "lint-imports"), *([] if given.quick else ["--no-cache"])],
    }
    steps = {**({} if given.processes else checks), "tests": tests}
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # with it each of the many commands that tests start compiles all of ggl
    if given.coverage:
        environment["COVERAGE_PROCESS_START"] = str(ROOT / "pyproject.toml")  # for the processes that run tests
        steps["tests"] = [PYTHON, "-m", "coverage", "run", "--parallel-mode", *tests[1:]]
        steps["coverage"] = [PYTHON, "-m", "coverage", "combine", "-q"]
        steps["coverage report"] = [PYTHON, "-m", "coverage", "report"]
    failed = []
    for name, command in steps.items():
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
            failed.append(name)
        print(f"=== {name}: {time.monotonic() - start:.1f} s", flush=True)
    print(f"\nfailed: {', '.join(failed)}" if failed else "\nall green")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
