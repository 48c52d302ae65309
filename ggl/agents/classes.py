"""A class of the user's own as an agent, by name: `python:package.module:Class,key=value`.

    class First:
        def __init__(self, game, seed=0, depth: int = 2): ...
        def think(self, state, budget=None):
            return state.legal_moves()[0]          # a Move, its text, or a `Thought`

The module is one that can be imported, also from the folder that ggl runs in; or a file: `python:bots/first.py:First`. The
class is called with the game, with `seed` if it takes one, and with the settings as keywords: `int`, `float`, `bool` or `str`
by the annotations, otherwise by their form. `new_play(seed)` and `close()` are called if they exist. A function that returns
the object may replace the class. Any failure inside becomes an `AgentError` that names the line; so does a call that exceeds
its budget by more than `patience` seconds. The object is then abandoned, and a new one created for the next play.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import os
import sys
import time
import weakref
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ggl.agents.failing import must_tell, place_of
from ggl.agents.protocol import AgentError, Budget, Thought, must_have_a_choice
from ggl.agents.settings import Key, SpecError, Value, read_value
from ggl.agents.thoughts import takes_budget, thought_of
from ggl.agents.watchdog_thread import OverdueError, StopError, WatchdogThread
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near, near_or
from ggl.errors import GglError
from ggl.play.errors import shown
from ggl.play.game import Game, State
from ggl.play.move import Move

NAME = "python"
STARTING = 120.0
"""The minimum of seconds for loading and creating it; it may have to read a network."""

_T = TypeVar("_T")
_TYPES = {int: "int", float: "float", bool: "bool", str: "str", "int": "int", "float": "float", "bool": "bool", "str": "str"}
_GUESSES = ("int", "float", "bool", "str")


class ClassAgent:
    """The object lives in a separate thread, so that a caller can limit how long it waits."""

    def __init__(self, game: Game, target: str, settings: Mapping[str, str], seed: int, patience: float) -> None:
        """Raises `SpecError` for an invalid class or setting, `AgentError` if the class fails."""
        self.game = game
        self.spec = f"{NAME}:{target}"
        self._target = escape(target)
        self._patience = patience
        self._aside = WatchdogThread()
        weakref.finalize(self, self._aside.close)
        self._inner: Any = None
        self._factory = self._in_time("its module", lambda: _found(target), max(patience, STARTING))
        self._arguments = _arguments(self._factory, settings, self._target)
        if "seed" not in self._arguments and _takes(self._factory, "seed"):
            self._arguments["seed"] = seed
        self._make()

    def _make(self) -> None:
        self._inner = self._done("making it", lambda: self._factory(self.game, **self._arguments), max(self._patience, STARTING))
        if not callable(getattr(self._inner, "think", None)):
            raise AgentError(f"`{self._target}` is not an agent: it has no `think(state, budget)`")
        self._budgets = takes_budget(self._inner.think)

    def new_play(self, seed: int) -> None:
        self._optional("new_play", seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        if self._inner is None:
            self._make()
        inner, begun = self._inner, time.perf_counter()
        limit = self._patience + (budget.seconds or 0.0 if budget is not None else 0.0)
        asked = (state, budget) if self._budgets else (state,)
        found = self._done("`think`", lambda: inner.think(*asked), limit, None if budget is None else budget.stopped)
        return thought_of(found, state, time.perf_counter() - begun, self._target, self._legal)

    def close(self) -> None:
        if self._inner is not None:
            self._optional("close")
        self._aside.close()

    def _optional(self, name: str, *arguments: object) -> None:
        if self._inner is None:
            self._make()
        method = getattr(self._inner, name, None)
        if method is not None:
            self._done(f"`{name}`", lambda: method(*arguments), self._patience)

    def _done(self, where: str, work: Callable[[], _T], seconds: float, stopped: Callable[[], bool] | None = None) -> _T:
        """The result of the user's code. Raises `AgentError`."""

        def told() -> _T:
            try:
                return work()
            except StopError:
                raise
            except BaseException as error:  # the real Ctrl-C is handled elsewhere
                must_tell(f"`{self._target}` fails in {where}", error)

        return self._in_time(where, told, seconds, stopped)

    def _in_time(self, where: str, work: Callable[[], _T], seconds: float, stopped: Callable[[], bool] | None = None) -> _T:
        """Does work within a time limit. Text printed meanwhile is not part of our output, and goes to standard error."""
        try:
            with contextlib.redirect_stdout(sys.stderr):
                return self._aside.call(work, seconds, stopped)
        except OverdueError as late:
            self._inner = None  # the next play gets a new one
            hint = "; `patience=..` gives it more time" if seconds >= self._patience else ""
            raise AgentError(
                f"`{self._target}` did not return from {where} within {seconds:g} s{place_of(late.frames)}{hint}"
            ) from None
        except KeyboardInterrupt:
            if self._aside.is_left_behind:
                self._inner = None
            raise

    def _legal(self, state: State, found: object) -> Move:
        if not isinstance(found, (Move, str)):
            raise AgentError(f"`{self._target}` plays {shown(found)}; `think` gives a move, its text, or a `Thought`")
        try:
            move = state.read(found) if isinstance(found, str) else found
            if move not in state.legal_moves():
                state.play(move)  # raises with the reason
        except GglError as error:
            what = str(error).splitlines()[0]
            raise AgentError(f"`{self._target}` plays `{escape(str(found)[:60])}`: {what}") from None
        return move


def _found(target: str) -> Callable[..., object]:
    """The class of a name. Raises `SpecError`, and `AgentError` if its module cannot be loaded."""
    module_name, colon, name = target.rpartition(":")
    if not colon or not module_name or not all(part.isidentifier() for part in name.split(".")):
        raise SpecError(
            f"`{escape(target[:60])}` does not name a class; write `{NAME}:package.module:Class` or `{NAME}:file.py:Class`"
        )
    module = _file(module_name) if module_name.endswith(".py") else _module(module_name)
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            hint = near_or(part, [each for each in dir(found) if not each.startswith("_")], "check its spelling")
            raise SpecError(f"`{escape(module_name)}` has no `{escape(part)}`; {hint}")
        found = getattr(found, part)
    if not callable(found):
        raise SpecError(f"`{escape(target)}` is {shown(found)}; it should be a class")
    return found


def _module(name: str) -> object:
    if not all(part.isidentifier() for part in name.split(".")):
        raise SpecError(f"`{escape(name[:60])}` is not a module name; write `{NAME}:package.module:Class`")
    here = os.getcwd()
    added = here not in sys.path
    if added:
        sys.path.append(here)
    try:
        importlib.invalidate_caches()
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name == error.name or name.startswith(error.name + ".")):
            must_tell(f"`{name}` cannot be loaded", error)
        raise SpecError(
            f"Python finds no module `{escape(error.name)}`, nor is there one in this folder; "
            f"give a file by its path: `{NAME}:bots/mine.py:Class`"
        ) from None
    except (Exception, SystemExit) as error:
        must_tell(f"`{name}` cannot be loaded", error)
    finally:
        if added:
            with contextlib.suppress(ValueError):
                sys.path.remove(here)


def _file(path: str) -> object:
    if not os.path.isfile(path):
        raise SpecError(f"there is no file `{escape(path)}`; give the path of a Python file, and the class in it")
    name = "ggl_agent_" + "".join(letter if letter.isalnum() else "_" for letter in os.path.abspath(path))
    made = importlib.util.spec_from_file_location(name, path)
    assert made is not None
    assert made.loader is not None
    module = importlib.util.module_from_spec(made)
    sys.modules[name] = module  # dataclasses and pickles look it up
    try:
        made.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        must_tell(f"`{escape(path)}` cannot be loaded", error)
    return module


def _arguments(factory: Callable[..., object], settings: Mapping[str, str], target: str) -> dict[str, Value]:
    """The settings as keywords, of the types that the class declares. Raises `SpecError`."""
    parameters = _parameters(factory)
    names = [name for name in parameters if parameters[name].kind in (_BOTH, _KEYWORD)][1 if _first_is_free(parameters) else 0 :]
    arguments: dict[str, Value] = {}
    for name, text in settings.items():
        if name not in names and not _takes(factory, name):
            close = near(name, names)
            hint = f"near: {close[0]}" if close else f"it takes {', '.join(f'{each}=..' for each in names) or 'none'}"
            raise SpecError(f"`{target}` has no setting `{escape(name[:60])}`; {hint}")
        wanted = parameters[name].annotation if name in parameters else None
        arguments[name] = _value(target, name, _TYPES.get(wanted) if isinstance(wanted, str | type) else None, text)
    missing = [name for name in names if parameters[name].default is inspect.Parameter.empty and name not in {*arguments, "seed"}]
    if missing:
        raise SpecError(f"`{target}` needs {', '.join(f'`{name}=..`' for name in missing)}")
    return arguments


_BOTH, _KEYWORD = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY


def _parameters(factory: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(factory).parameters
    except (TypeError, ValueError):  # written in C
        return {}


def _first_is_free(parameters: Mapping[str, inspect.Parameter]) -> bool:
    """Whether the first parameter could also be a keyword; the game is given to it by place."""
    first = next(iter(parameters.values()), None)
    return first is not None and first.kind == _BOTH


def _takes(factory: Callable[..., object], name: str) -> bool:
    parameters = _parameters(factory)
    if name in list(parameters)[:1]:
        return False  # the parameter takes the game
    found = parameters.get(name)
    if found is not None:
        return found.kind in (_BOTH, _KEYWORD)
    return any(each.kind == inspect.Parameter.VAR_KEYWORD for each in parameters.values())


def _value(target: str, name: str, kind: str | None, text: str) -> Value:
    if kind is not None:
        return read_value(target, Key(name, kind, None, ""), text)
    for guess in _GUESSES:
        with contextlib.suppress(SpecError):
            return read_value(target, Key(name, guess, None, ""), text)
    return text


def make(game: Game, settings: Mapping[str, Value], seed: int) -> ClassAgent:
    rest = {name: str(value) for name, value in settings.items() if name not in ("class", "patience")}
    if "class" not in settings:
        raise SpecError(f"`{NAME}` needs the name of a class; write `{NAME}:package.module:Class` or `{NAME}:file.py:Class`")
    return ClassAgent(game, str(settings["class"]), rest, seed, float(settings["patience"]))
