"""Going back and forth in what was played: `undo`, `redo`, `goto`, `var`, `history`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from ggl.cli.prompt_command import Command, Console, typed_number
from ggl.cli.words import quantity
from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError

if TYPE_CHECKING:
    from ggl.play.session import Session
    from ggl.play.turns import PlayedTurn

_MOST_OTHERS = 3


def _undo(prompt: Console, text: str) -> None:
    look = prompt.eyes.only_looks
    _step(prompt, lambda count: prompt.session.undo(count, look=look), text, "take back")


def _redo(prompt: Console, text: str) -> None:
    _step(prompt, prompt.session.redo, text, "play again")


def _step(prompt: Console, work: Callable[[int], int], text: str, what: str) -> None:
    prompt.eyes.must_be_open("moves cannot be taken back or played again")
    wanted = typed_number(text, "moves")
    done = work(wanted)
    if not done:
        prompt.say(f"There is nothing to {what}.")
        return
    if done < wanted:
        prompt.say(f"There {'was' if done == 1 else 'were'} only {quantity(done, 'move')} to {what}.")
    prompt.show()


def _goto(prompt: Console, text: str) -> None:
    if not text:
        raise GglError("where to? write `goto TURN`, or `goto end` for the end of the play")
    prompt.eyes.must_be_open("earlier positions cannot be shown")
    prompt.session.goto(None if text.lower() == "end" else typed_number(text, "turns", least=0))
    prompt.show()


def _var(prompt: Console, text: str) -> None:
    prompt.eyes.must_be_open("variations cannot be shown")
    if text:
        prompt.session.enter_variation(typed_number(text, "variations"))
        prompt.show()
        return
    found, unplayable = prompt.session.variations(), prompt.session.unplayable()
    if not found and not unplayable:
        prompt.say("Nothing has been played from here on.")
    width = max((len(each.text) for each in found), default=0)
    for number, each in enumerate(found, 1):
        turns = quantity(each.turns, "turn") if each.turns else ""
        prompt.say(f"{number:4}. {each.text:{width}}  {turns}{', the play' if each.is_play else ''}".rstrip())
    for text, reason in unplayable:
        prompt.say(f"      {escape(text)} is kept, and cannot be played now: {escape(reason)}")


def _history(prompt: Console, _: str) -> None:
    session = prompt.session
    if not prompt.eyes.is_open:
        prompt.say("\n".join(prompt.eyes.history()) or "Nothing has been seen.")
        return
    turns = session.turns()
    others = _others(session)
    lines = [f"{turn.number:4}. {turn.with_names}{_also(_within(turn, others))}" for turn in turns]
    prompt.say("\n".join(lines) or "Nothing has been played.")
    if session.ending is not None:
        prompt.say(f"      {session.ending}")
    if session.looking:
        prompt.say(f"      {board_place(session)}")


def _within(turn: PlayedTurn, others: dict[int, list[str]]) -> list[str]:
    """The alternatives to the steps of a turn."""
    return [text for place in range(turn.begin, turn.begin + len(turn.steps)) for text in others.get(place, [])]


def _others(session: Session) -> dict[int, list[str]]:
    """By the number of steps before it, what else was chosen there than what the line on the board has."""
    path = session.tree.here.path()
    return {
        place: [str(child.move) for child in node.children if child is not below and child.move is not None]
        for place, (node, below) in enumerate(pairwise(path))
        if len(node.children) > 1 and not node.state.is_chance
    }


def _also(others: list[str]) -> str:
    if not others:
        return ""
    return f"   (also {', '.join(others[:_MOST_OTHERS])}{', ..' if len(others) > _MOST_OTHERS else ''})"


def board_place(session: Session) -> str:
    """The sentence on the board's turn, when the play stands elsewhere."""
    done = session.turns_done()
    stands, lost = sum(turn.done for turn in session.play_turns()), session.tree.tip.lost
    at = f"at turn {stands}" if lost is None else f"over after turn {stands}: {lost.reason}"
    return f"The board shows turn {done}; the play is {at} (`goto end` goes there)."


COMMANDS = {
    "undo": Command("undo [N]", "take back your last move, or the last N, with the replies", _undo),
    "redo": Command("redo [N]", "replay the moves that you took back", _redo),
    "goto": Command("goto TURN", "look at the position after turn TURN; `goto end` returns to the play", _goto),
    "var": Command("var [K]", "list the variations from here; look into the K-th", _var),
    "history": Command("history", "list the moves so far", _history),
}
