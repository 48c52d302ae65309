"""`review` at the prompt: what each move of the play gave away, the worst first. An interruption shows the part done."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ggl.cli import terminal
from ggl.cli.prompt_busy import progress_bar
from ggl.cli.prompt_command import Command, Console, of_a_win, typed_number
from ggl.cli.words import quantity
from ggl.play.errors import GglError
from ggl.play.turns import turns_of

if TYPE_CHECKING:
    from ggl.agents.review import Judged
    from ggl.play.turns import PlayedTurn

MOST = 10
"""The default number of moves shown."""
LEAST = 0.01
"""The least loss, as a share of a win, that is distinguishable from chance."""


def _review(prompt: Console, text: str) -> None:
    from ggl.agents.review import review

    session = prompt.session
    prompt.eyes.must_be_open("moves cannot be judged")
    wanted = typed_number(text, "moves", default=MOST)
    line = [node for node in session.shown_line() if node.lost is None]
    steps = [(node.parent.state, node.move) for node in line if node.parent is not None and node.move is not None]
    if not steps:
        raise GglError("nothing has been played, so there is nothing to review")
    session.watch.stop()
    found: list[Judged] = []
    choices = sum(1 for state, _ in steps if not state.is_chance and len(state.legal_moves()) > 1)
    stopped = False
    try:
        with prompt.seats.judging() as judge:
            for judged in progress_bar(review(judge, steps), choices, "reviewing"):
                found.append(judged)  # noqa: PERF402 - one by one, since it may be interrupted
    except KeyboardInterrupt:
        if not terminal.is_terminal(sys.stdin):
            raise
        stopped = True
    if stopped:
        prompt.say(f"Interrupted; the last {len(found)} of {quantity(choices, 'choice')} were reviewed.")
    _tell(prompt, found, turns_of(line), wanted)


def _tell(prompt: Console, found: list[Judged], turns: list[PlayedTurn], wanted: int) -> None:
    turn_at = {turn.begin + number: turn for turn in turns for number in range(len(turn.steps))}
    worst = sorted((judged for judged in found if judged.loss >= LEAST), key=lambda judged: (-judged.loss, judged.place))
    judge = prompt.seats.about_judge()
    if not worst:
        prompt.say(f"By {judge}, no move gave away as much as 1 % of a win.")
    else:
        prompt.say(f"By {judge}, in percent of a win, worst first:")
    rows = []
    for judged in worst[:wanted]:
        turn = turn_at[judged.place]
        rows.append((f"{turn.number}. {turn.mover}: {judged.move}", f"loses {of_a_win(judged.loss, proven=True)}",
                     f"better: {judged.best.move}", f"goto {turn.number - 1}"))  # fmt: skip
    widths = [max(len(row[column]) for row in rows) if rows else 0 for column in range(3)]
    for row in rows:
        cells = [f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)]
        prompt.say(f"  {'  '.join(cells)}  ({row[-1]})")
    if len(worst) > wanted:
        prompt.say(f"  and {quantity(len(worst) - wanted, 'move')} more; `review {len(worst)}` shows all")
    sides = [side for side in prompt.session.game.players if any(judged.state.mover == side for judged in found)]
    for side in sides:
        losses = [judged.loss for judged in found if judged.state.mover == side]
        mean = sum(losses) / len(losses)
        prompt.say(f"{side} gave away {100 * mean:.1f} % a choice, in {quantity(len(losses), 'choice')}.")
    if (looked := [judged.simulations for judged in found]) and any(looked):
        mean = sum(looked) / len(looked)
        prompt.say(f"A choice took {mean:,.0f} simulations on average, and {min(looked):,} at least.")


COMMANDS = {
    "review": Command("review [N]", f"how much the moves gave away, the worst {MOST} (or N) first", _review),
}
