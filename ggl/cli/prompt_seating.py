"""The commands of the prompt about the occupants of seats and the adviser."""

from __future__ import annotations

from collections.abc import Mapping

from ggl.cli.prompt_command import Command, Console
from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError
from ggl.play.session import HUMAN


def _seat(prompt: Console, text: str) -> None:
    from ggl.host.tables.seating import named_seat

    name, _, who = text.partition(" ")
    if not name:
        tell_seats(prompt, prompt.session.seats)
        return
    seat = named_seat(prompt.session.state.seats, name)
    if who.strip():
        _changed(prompt, seat, who.strip())
    else:
        tell_seats(prompt, [seat])


def _level(prompt: Console, text: str) -> None:
    seats = prompt.seats.of_agents()
    if not text:
        tell_seats(prompt, seats)
        prompt.say("`level N` sets the level of the opponent." if seats else "No agent plays; `seat SIDE level:N` seats one.")
        return
    levelled = [seat for seat in seats if prompt.session.seats[seat].startswith("level:")]
    if len(seats) != 1 and len(levelled) != 1:
        sides = {seat: side.lower() for side, seat in prompt.session.state.seats.items()}
        why = "several agents play" if seats else "no agent plays"
        raise GglError(f"{why}; name the side, as in `seat {sides[(seats or [*sides])[-1]]} level:{escape(text[:20])}`")
    _changed(prompt, (seats if len(seats) == 1 else levelled)[0], f"level:{text}")


def _changed(prompt: Console, seat: str, who: str) -> None:
    prompt.seats.change(seat, who)
    tell_seats(prompt, [seat])
    if not prompt.session.looking and not prompt.session.is_over and prompt.session.state.seat == seat and who != HUMAN:
        prompt.go_on()


def tell_seats(prompt: Console, seats: Mapping[str, str] | list[str]) -> None:
    sides = {seat: side for side, seat in prompt.session.state.seats.items()}
    for seat in seats:
        prompt.say(f"{sides[seat]} ({seat} seat): {prompt.seats.about(seat)}")


def _go(prompt: Console, _: str) -> None:
    session = prompt.session
    if session.is_over:
        raise GglError("the game is over")
    if session.seats[session.state.seat] == HUMAN and not session.state.is_chance:
        mover = session.state.mover
        raise GglError(f"a human plays {mover}: enter a move, or write `hint`, or `seat {mover.lower()} ..`")
    prompt.eyes.refuse_new_end()
    session.play_here()
    prompt.go_on()


def _judge(prompt: Console, text: str) -> None:
    if text:
        from ggl.agents import read

        before, prompt.seats.judge = prompt.seats.judge, str(read(text))
        try:
            prompt.seats.about_judge()
        except GglError:
            prompt.seats.judge = before
            raise
    prompt.say(f"Advice comes from {prompt.seats.about_judge()}.")


COMMANDS = {
    "seat": Command("seat [SIDE [WHO]]", "show who sits where; seat `human`, `random` or an agent, such as `mcts:100`", _seat),
    "level": Command("level [N]", "show or change the strength of the opponent", _level),
    "go": Command("go", "let the agent whose turn it is move, after it was stopped or from here", _go),
    "judge": Command("judge [AGENT]", "show or change the agent that gives advice", _judge),
}
