"""Advice at the prompt: `hint`, `eval`, and whether to take what a pie rule offers; each says who judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.agents.advice import best_turn, is_pie_choice, sides_compared
from ggl.agents.protocol import ENOUGH, Candidate, Thought
from ggl.cli.prompt_command import Command, Console, of_a_win, typed_number
from ggl.cli.words import quantity
from ggl.play.errors import GglError

if TYPE_CHECKING:
    from ggl.play.game import State


def _hint(prompt: Console, text: str) -> None:
    wanted = typed_number(text, "moves")
    state = _asked(prompt)
    moves = state.legal_moves()
    if len(moves) == 1:
        prompt.say(f"`{moves[0]}` is the only move.")
    elif any(map(is_pie_choice, moves)):
        _pie(prompt, state)
    else:
        _best(prompt, state, wanted)


def _asked(prompt: Console) -> State:
    """The state to advise in; the clock stands while the judge thinks."""
    prompt.session.watch.stop()
    if prompt.session.is_over:
        raise GglError(f"the game is over: {prompt.session.ending}")
    if prompt.session.state.is_chance:
        raise GglError("a roll is due, and there is nothing to choose; `go` makes it")
    state = prompt.session.state
    if not prompt.eyes.is_open and prompt.eyes.side != state.mover:
        raise GglError(f"advice is for the side to move, {state.mover}, but you see what {prompt.eyes.side} sees")
    return state


def _best(prompt: Console, state: State, wanted: int) -> None:
    thought = prompt.seats.judged(state)
    judge, searched = prompt.seats.about_judge(), _searched(thought)
    shown = thought.candidates[:wanted]
    unknown = [candidate for candidate in shown if thought.is_hardly_tried(candidate)]
    best = ", ".join(map(str, best_turn(state, thought)))
    if wanted == 1:
        prompt.say(f"{judge} would play `{best}`: {_value(shown[0], thought, state.mover)}{searched}.")
    else:
        prompt.say(f"The best by {judge}, with the value for {state.mover}{searched}:")
        texts = [best, *(str(candidate.move) for candidate in shown[1:])]
        width = max(map(len, texts))
        for number, (text, candidate) in enumerate(zip(texts, shown, strict=True), 1):
            value = "?" if candidate in unknown else of_a_win(candidate.value, candidate.proven)
            prompt.say(f"{number:4}. {text:{width}}  {value:>6}{_tried(candidate)}")
    if unknown:
        worth = of_a_win(thought.value, thought.proven)
        prompt.say(f"Fewer than {ENOUGH} simulations say nothing about a move. The position is worth {worth} to {state.mover}; "
                   f"`judge {'ismcts' if state.game.hides else 'mcts'}:time=5` looks further.")  # fmt: skip


def _value(best: Candidate, thought: Thought, mover: str) -> str:
    """The value of the best move, and how often it was tried if more than once."""
    if best.proven:
        return f"{of_a_win(best.value, best.proven)} (proven) for {mover}"
    if thought.is_hardly_tried(best):
        return f"tried only {quantity(best.visits, 'time')}"
    tried = f", tried {quantity(best.visits, 'time')}" if best.visits > 1 else ""
    return f"{of_a_win(best.value)} for {mover}{tried}"


def _tried(candidate: Candidate) -> str:
    return "  proven" if candidate.proven else f"  tried {quantity(candidate.visits, 'time')}" if candidate.visits else ""


def _searched(thought: Thought) -> str:
    told = f", after {quantity(thought.simulations, 'simulation')}" if thought.simulations else ""
    if thought.positions:
        fit = quantity(thought.positions, "position")
        told += f" from the {fit} that fit" if thought.all_positions else f" from {fit} of those that fit"
    return told


def _eval(prompt: Console, _: str) -> None:
    if prompt.session.is_over:
        prompt.say(f"The game is over: {prompt.session.ending}")
        return
    state = _asked(prompt)
    thought = prompt.seats.judged(state)
    sides = prompt.session.game.players
    others = [side for side in sides if side != state.mover]
    values = {state.mover: thought.value}
    if len(others) == 1:
        values[others[0]] = 1 - thought.value
    told = ", ".join(f"{side} {of_a_win(values[side], thought.proven)}" for side in sides if side in values)
    if len(others) > 1:
        told += f", the others together {of_a_win(1 - thought.value, thought.proven)}"
    proven = "proven" if thought.proven else "not proven"
    prompt.say(f"{told} ({proven}; {prompt.seats.about_judge()}{_searched(thought)})")


# ---- the pie rule


def _pie(prompt: Console, state: State) -> None:
    """Say what each choice of sides is worth, and the best move without one."""
    options = sides_compared(prompt.seats.judged, state)
    best, other = max(options, key=lambda each: each.value), options[-1]
    judge = prompt.seats.about_judge()
    first, *others = (each for each in options if each.chooses_sides)
    told = [f"`{each.move}` {of_a_win(each.value, each.proven)}" for each in others]
    offered = ", ".join([f"`{first.move}` is worth {of_a_win(first.value, first.proven)} to you", *told])
    if not other.chooses_sides:
        take = "Take it" if best.chooses_sides else "Do not take it"
        worth = of_a_win(other.value, other.proven)
        prompt.say(f"{take}: by {judge}, {offered}, and the best other move, `{other.move}`, {worth}.")
    else:
        prompt.say(f"Choose `{best.move}`: by {judge}, {offered}.")


COMMANDS = {
    "hint": Command("hint [N]", "the judge's best move, or its best N with their values", _hint),
    "eval": Command("eval", "the value of the position to each side", _eval),
}
