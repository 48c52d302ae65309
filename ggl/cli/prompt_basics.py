"""The plain commands of the prompt: what there is to see, files, and leaving."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

from ggl.cli import terminal
from ggl.cli.prompt_command import Command, Console
from ggl.cli.records import elsewhere
from ggl.cli.words import has_all, quantity
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import list_names, near
from ggl.play.errors import GglError
from ggl.play.kept import OtherPlayError, is_found_from
from ggl.play.values import each_written

_OVER = "over"
_MOST_SHOWN = 2000
_DEEP = " " * 6


def _help(prompt: Console, name: str) -> None:
    commands, aliases = prompt.commands, prompt.aliases
    if name:
        word = aliases.get(name.lower(), name.lower())
        if word not in commands:
            close = near(word[:40], commands)
            raise GglError(f"there is no command `{escape(name[:40])}`" + (f"; near: {', '.join(close)}" if close else ""))
        prompt.say(_folded(commands[word], len(commands[word].usage)))
        return
    width = max(len(command.usage) for command in commands.values())
    for command in commands.values():
        prompt.say(_folded(command, width))
    moves = prompt.eyes.state.legal_moves()
    if moves:
        told = f"A move is written like `{moves[0]}`; you can shorten or omit words as long as only one move matches."
        prompt.say(textwrap.fill(told, terminal.page_width()))
    hidden = sorted({*commands, *aliases} & prompt.session.game.notation.first_words)
    if hidden:
        words = list_names(hidden, len(hidden))
        told = f"Moves begin with {words} here; the commands are written with a colon: `:{hidden[0]}`."
        prompt.say(textwrap.fill(told, terminal.page_width()))


def _folded(command: Command, width: int) -> str:
    """A command and what it does; below it where the page is narrow."""
    page = terminal.page_width()
    if page < 2 * width:
        return f"  {command.usage}\n{textwrap.fill(command.what, page, initial_indent=_DEEP, subsequent_indent=_DEEP)}"
    lines = textwrap.wrap(command.what, page - width - 4)
    return "\n".join(f"  {command.usage if number == 0 else '':{width}}  {line}" for number, line in enumerate(lines))


def _moves(prompt: Console, words: str) -> None:
    moves = list(dict.fromkeys(map(str, prompt.eyes.state.legal_moves()))) if not prompt.session.is_over else []
    if not moves and prompt.eyes.state.waits_for:
        prompt.say(f"{prompt.eyes.state.waits_for}.")
        return
    wanted = words.split()
    found = [move for move in moves if has_all(move, wanted)]
    if found:
        prompt.say(_columns(found[:_MOST_SHOWN]))
    more = f", the first {_MOST_SHOWN} shown" if len(found) > _MOST_SHOWN else ""
    with_words = f" with `{escape(words)}`" if wanted else ""
    prompt.say(f"{quantity(len(found), 'legal move')}{with_words}{more}")


def _why(prompt: Console, text: str) -> None:
    if not text:
        raise GglError("why what? write `why MOVE`")
    prompt.say(str(prompt.session.told(prompt.eyes.state.explain(text))))


def _ask(prompt: Console, text: str) -> None:
    from ggl.play.asking import ask

    if not text:
        raise GglError("ask what? write an expression of the language, such as `ask ply`")
    answer = ask(prompt.eyes.state, text)
    prompt.say("\n".join(filter(None, (answer.text, answer.because))))


def _score(prompt: Console, _: str) -> None:
    scores = prompt.eyes.state.scores
    core = prompt.session.game.checked.core
    if scores is None:
        is_known_to_be_none = prompt.eyes.is_open or (core.score is None and core.match is None)
        prompt.say("This game has no score." if is_known_to_be_none else "There is no score that everybody may know now.")
    else:
        prompt.say(each_written(scores.items()))


def _save(prompt: Console, text: str) -> None:
    if not text or text == _OVER:
        raise GglError("where to? write `save FILE`")
    word, _, rest = text.partition(" ")
    over = word == _OVER and bool(rest.strip())
    name = rest.strip() if over else text
    try:
        prompt.session.save(_path(name), over=over)
    except OtherPlayError:
        shown = escape(name)
        raise GglError(f"{shown} contains another play; `save over {shown}` replaces it, or choose another name") from None
    prompt.say(f"saved in {escape(name)}")
    if not is_found_from(prompt.session.name, _path(name)):
        prompt.say(f"{elsewhere(prompt.session.name, name)}.")


def _load(prompt: Console, text: str) -> None:
    if not text:
        raise GglError("from where? write `load FILE`")
    from ggl.cli.prompt_load import loaded

    session, remarks = loaded(_path(text), prompt.session)
    files = prompt.session.files.paths[1:]
    prompt.move_to(session)
    session.keep()
    for remark in remarks:
        prompt.say(remark)
    for file in files:
        prompt.say(f"{escape(str(file))} still has the previous play; `save FILE` writes this one.")
    prompt.go_on()


def _resign(prompt: Console, _: str) -> None:
    prompt.session.resign()
    prompt.show()


def _quit(prompt: Console, _: str) -> None:
    prompt.farewell()
    prompt.done = True


def _clock(prompt: Console, _: str) -> None:
    timing = prompt.session.timing
    if timing is None:
        prompt.say("There is no clock; `ggl play GAME --clock 5m+3s` begins a play with one.")
        return
    then = "a player whose time runs out loses" if timing.fall else "an expired clock is only reported"
    prompt.say(f"{prompt.clocks()} (of {timing}; {then})")


SEEING = {
    "help": Command("help [COMMAND]", "list the commands, or explain one", _help),
    "board": Command("board", "show the board", lambda prompt, _: prompt.show()),
    "rules": Command("rules", "print the rules in English", lambda prompt, _: prompt.say(prompt.session.game.rules_text())),
    "moves": Command("moves [WORDS]", "list the legal moves (that contain these words)", _moves),
    "why": Command("why MOVE", "explain why a move is legal or not", _why),
    "ask": Command("ask EXPRESSION", "evaluate an expression of the language here", _ask),
    "score": Command("score", "show the score", _score),
    "clock": Command("clock", "show the time left for each player", _clock),
}
LEAVING = {
    "save": Command("save FILE", "write the play to a file; `save over FILE` replaces another play there", _save),
    "load": Command("load FILE", "continue the play in a file", _load),
    "resign": Command("resign", "give up", _resign),
    "quit": Command("quit", "leave; the play is kept", _quit),
}


def _path(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise GglError(f"`{text}`: there is no such home folder") from None


def _columns(items: list[str]) -> str:
    """The items side by side, within the width of the terminal, filled row by row."""
    room = min(shutil.get_terminal_size().columns, 100)
    width = max(map(len, items)) + 2
    if width > room:
        return "\n".join(textwrap.shorten(item, 400) for item in items)
    per_line = max(1, (room - 2) // width)
    lines = [items[i : i + per_line] for i in range(0, len(items), per_line)]
    return "\n".join(("  " + "".join(f"{item:{width}}" for item in line)).rstrip() for line in lines)
