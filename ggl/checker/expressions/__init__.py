"""Expressions: trees to typed core forms.

`expressions` is the way in: it sends each kind of tree to its module. `names` tells what a word standing alone means,
`properties` a word after a dot, `phrases` what is said with `on` and `with`; calls are in `ggl.checker.calls`.
"""

from ggl.checker.expressions.expressions import Expressions
from ggl.checker.expressions.known import known_by, known_by_not

__all__ = ["Expressions", "known_by", "known_by_not"]
