"""The source of the prompt's lines: a line editor with completion on a terminal, plain lines elsewhere.

Gives a function that returns the next line, and raises EOFError when there is none. prompt_toolkit is loaded only for the
editor.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any

from ggl.cli import terminal
from ggl.cli.prompt import COMMANDS
from ggl.diagnostics.escape import escape
from ggl.play.session import HUMAN, RANDOM

if TYPE_CHECKING:
    from prompt_toolkit import Application

    from ggl.cli.prompt import Prompt
    from ggl.play.game import State

LONGEST_LINE = 4096
_MOST_COMPLETIONS = 400
_COLOUR = re.compile(r"\x1b\[[\d;:]*m")


def reader(prompt: Prompt, editing: bool) -> Callable[[], str]:
    return _editor(prompt) if editing else lambda: _plain(prompt)


def _plain(prompt: Prompt) -> str:
    if terminal.is_terminal(sys.stdin):
        sys.stdout.write(prompt.mark())
        sys.stdout.flush()
    line = sys.stdin.buffer.readline(LONGEST_LINE)
    if not line:
        raise EOFError
    if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
        while (rest := sys.stdin.buffer.readline(1 << 16)) and not rest.endswith(b"\n"):
            pass
    return line.decode("utf-8", errors="replace")


def pasted_lines(text: str) -> list[str]:
    """The lines of a text that was typed, or pasted in one go, without the colours of a terminal."""
    return [line for line in _COLOUR.sub("", text).splitlines() if line.strip()]


def _editor(prompt: Prompt) -> Callable[[], str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.keys import Keys

    class Moves(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            text = document.text_before_cursor.lstrip()
            for found, taken in completions(prompt, text):
                yield Completion(found, start_position=-taken)

    keys = KeyBindings()

    @keys.add(Keys.Vt100MouseEvent)
    @keys.add(Keys.Escape, "[", "m")
    def _(event: KeyPressEvent) -> None:
        """No mouse was asked for; what looks like one is a colour in a pasted text, on which the library's handler fails."""

    @keys.add(Keys.ControlC)
    @keys.add(Keys.SIGINT)
    def _(event: KeyPressEvent) -> None:
        interrupt(editor.app)

    editor: PromptSession[str] = PromptSession(completer=Moves(), complete_while_typing=False, key_bindings=keys)
    leave = editor.app.exit

    def leave_once(*args: Any, **settings: Any) -> None:
        if is_read(editor.app):
            leave(*args, **settings)

    editor.app.exit = leave_once  # type: ignore[method-assign]
    waiting: list[str] = []

    def line() -> str:
        if waiting:
            terminal.data(f"{prompt.mark()}{escape(waiting[0])}")
            return waiting.pop(0)
        every = 0.5 if prompt.session.timing is not None else 0  # seconds, so that the clock is seen running
        with _heard() as pressed:
            text = editor.prompt(
                prompt.mark, refresh_interval=every, pre_run=lambda: interrupt(editor.app) if pressed.is_set() else None
            )
        first, *rest = pasted_lines(text) or [""]
        waiting.extend(rest)
        return first

    return line


@contextmanager
def _heard() -> Iterator[Event]:
    """Ctrl-C while the editor is set up and taken down again: it is noted, as an exception would come up in the middle of a loop
    of asyncio's. While a line is read the editor hears it."""
    pressed = Event()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or current_thread() is not main_thread():
        yield pressed
        return
    signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_read(app: Application[str]) -> bool:
    """Whether a line is being read. A signal is handled later than it came, and the line may have been entered in between."""
    return app.future is not None and not app.future.done()


def interrupt(app: Application[str]) -> None:
    """Ctrl-C at a line: as in a shell, it first clears a half typed line; only an empty line is left. Ignored just after the
    line was entered."""
    if not is_read(app):
        return
    if app.current_buffer.text:
        app.current_buffer.reset()
    else:
        app.exit(exception=KeyboardInterrupt, style="class:aborting")


def completions(prompt: Prompt, text: str) -> list[tuple[str, int]]:
    """Replacements for the last characters of a text: commands, files, moves; moves first if the text is empty."""
    command, space, rest = text.partition(" ")
    if space and command.lower() in ("save", "load"):
        return [(name, len(rest)) for name in _files(rest)]
    commands: list[tuple[str, int]] = []
    typed = text
    if space and command.lower() in ("why", "moves"):
        typed = rest.lstrip()
    elif space and (words := words_for(prompt, command.lower(), rest)) is not None:
        return [(word, len(rest)) for word in words if word.lower().startswith(rest.lower())]
    elif not space:
        commands = [(name, len(text)) for name in COMMANDS if name.startswith(text.lower())]
    if prompt.session.is_over:
        return commands
    state, typed = _open_step(prompt.eyes.state, typed)
    wanted = typed.lower()
    found: list[tuple[str, int]] = []
    for move in dict.fromkeys(map(str, state.legal_moves())):
        arguments = move.partition(" ")[2]
        if move.lower().startswith(wanted) or (wanted and arguments.lower().startswith(wanted)):
            found.append((move, len(typed)))
    found = found[: _MOST_COMPLETIONS - len(commands)]
    return commands + found if text else found + commands


def words_for(prompt: Prompt, command: str, rest: str) -> list[str] | None:
    """The possible words after a command; none for commands that take only numbers, or nothing."""
    session = prompt.session
    if command == "goto":
        return ["end", *(str(number) for number in range(len(session.turns()) + 1))]
    if command == "var":
        return [str(number) for number in range(1, len(session.variations()) + 1)]
    if command == "judge":
        return _specs()
    if command == "seat":
        names = [*(side.lower() for side in session.state.seats), *session.seats]
        name, space, _ = rest.partition(" ")
        return [f"{name} {who}" for who in (HUMAN, *_specs())] if space else names
    return None


def _specs() -> list[str]:
    """The names of the agents; for agents that need settings, the beginning of the spec."""
    from ggl.agents.kinds import KINDS

    return list(dict.fromkeys((RANDOM, *(f"{name}:" if kind.rest else name for name, kind in KINDS.items()))))


def _open_step(state: State, text: str) -> tuple[State, str]:
    """The state after the steps of a turn that a text already holds, and the text after them."""
    words = text.split(" ")
    begin = 0
    if state.game.hides:
        return state, text
    for end in range(1, len(words)):
        found = state._notation.read(" ".join(words[begin:end]), [move.step for move in state.legal_moves()])
        if len(found) == 1:
            after = state.after(state.game.move(found[0]))
            if after.in_turn and not after.is_over:
                state, begin = after, end
    return state, " ".join(words[begin:])


def _files(text: str) -> list[str]:
    from pathlib import Path

    folder, slash, start = text.rpartition("/")
    try:
        names = sorted(Path(folder + slash or ".").expanduser().iterdir())[:_MOST_COMPLETIONS]
        return [f"{folder}{slash}{path.name}{'/' if path.is_dir() else ''}" for path in names if path.name.startswith(start)]
    except (OSError, RuntimeError, ValueError):
        return []
