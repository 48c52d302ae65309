"""The comments of a kernel's text: Python's parser drops them, the kernel's reader keeps them as notes."""

from __future__ import annotations

import io
import tokenize
from collections import deque
from dataclasses import dataclass

from ggl.compiler.kernel.forms import KernelError, Note

_NO_CODE = (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a separate line; `code_before` is the last line of code above it, 0 if there is none."""

    line: int
    column: int
    code_before: int
    text: str


class Comments:
    """The comments of a text, from top to bottom; each is taken once, by the block or the function that it belongs to."""

    def __init__(self, text: str) -> None:
        self._left: deque[Comment] = deque()
        code = 0
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            line, column = token.start
            if token.type == tokenize.COMMENT:
                if line == code:
                    raise KernelError(f"line {line}: a comment stands on a line of its own")
                self._left.append(Comment(line, column, code, token.string[1:].strip()))
            elif token.type not in _NO_CODE:
                code = token.end[0]

    def before(self, line: int, column: int) -> list[Note]:
        """The notes of a block that stand between its last statement and the one on a line."""
        return [Note(comment.text) for comment in self._above(line, column)]

    def after(self, line: int, column: int) -> list[Note]:
        """The notes at the end of a block, whose last statement ends on a line."""
        found = []
        while self._left and self._left[0].code_before <= line and self._left[0].column == column:
            found.append(Note(self._left.popleft().text))
        return found

    def of_function(self, line: int) -> str:
        """The lines of comment right above a function, which begins on a line; those further above are dropped."""
        found: list[str] = []
        for comment in reversed(self._above(line, 0)):
            if comment.line != line - len(found) - 1:
                break
            found.insert(0, comment.text)
        return "\n".join(found)

    def _above(self, line: int, column: int) -> list[Comment]:
        found = []
        while self._left and self._left[0].line < line:
            comment = self._left.popleft()
            if comment.column != column:
                raise KernelError(f"line {comment.line}: a comment begins where the statements of its block begin")
            found.append(comment)
        return found
