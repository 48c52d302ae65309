"""Networks that learn a game by playing against themselves: see `docs/internals/learning.md`.

`Settings` say how, `Run` is a folder in which it happens. Needs the extra `learn` for the learning itself, and nothing for the
networks that come of it, which `net:FILE` plays.
"""

from ggl.learning.errors import LearnError
from ggl.learning.run import Run
from ggl.learning.settings import Settings

__all__ = ["LearnError", "Run", "Settings"]
