"""Expressions: trees to typed core forms.

`expressions` is the entry point: it dispatches each kind of tree to its module. `names` types single words, `properties` words
after a dot, `phrases` phrases with `on` and `with`; calls are in `ggl.checker.calls`.
"""

from ggl.checker.expressions.expressions import Expressions
from ggl.checker.expressions.known import known_by, known_by_not

__all__ = ["Expressions", "known_by", "known_by_not"]
