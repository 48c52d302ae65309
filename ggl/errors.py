"""The base class of the errors that report a user's mistakes, and the error for bad arguments."""

from __future__ import annotations


class GglError(Exception):
    """Any mistake of a user of ggl; its text says what is wrong and how to go on."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as it stands, whatever its `__init__` takes; so that it comes back from another process."""
        return _restored, (type(self), self.args, self.__dict__)


class ArgumentError(GglError, TypeError, ValueError):
    """A value that a function of the library cannot take: of a wrong type, out of range, or of another game."""


def _restored(kind: type[GglError], args: tuple[object, ...], attributes: dict[str, object]) -> GglError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error
