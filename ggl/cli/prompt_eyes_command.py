"""The command `eyes`: whose view the prompt shows, in a game in which players do not see everything."""

from __future__ import annotations

from ggl.cli.prompt_command import Command, Console
from ggl.cli.prompt_viewer import ALL


def _eyes(prompt: Console, text: str) -> None:
    if not prompt.session.game.hides:
        prompt.say("Everybody sees everything in this game.")
        return
    if text:
        prompt.eyes.ask(text)
        prompt.show()
    elif prompt.eyes.is_open:
        prompt.say("Everything is shown; `eyes SIDE` shows what a side sees.")
    else:
        prompt.say(f"The board is shown as {prompt.eyes.side} sees it; `eyes {ALL}` is the referee's.")


COMMANDS = {
    "eyes": Command("eyes [SIDE]", "whose view is shown, where not all is seen by everybody; `eyes all` is the referee's", _eyes),
}
