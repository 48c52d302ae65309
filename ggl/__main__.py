"""The `ggl` command's way in, also as `python -m ggl`: the command line is loaded so that Ctrl-C is quiet from the start.

Takes the process's arguments; exits with the code of `ggl.cli`, or 130 when interrupted while loading.
"""

from __future__ import annotations

import os
import signal
from typing import NoReturn


def main() -> NoReturn:
    # Nothing is open or half done yet, so the process may simply end. An exception here could arise inside an import, and
    # Python would show its traceback. Where interrupts are ignored (a background job), they stay ignored.
    default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if default:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from ggl.cli import main as command_line

    if default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    command_line()


if __name__ == "__main__":
    main()
