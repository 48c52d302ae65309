"""The whole rule sheet: sections in the order in which a person wants them, for the options of a checked game."""

from __future__ import annotations

from ggl.checker.game import CheckedGame
from ggl.narration import playing, sections
from ggl.narration.facts import Facts
from ggl.narration.folding import Folding
from ggl.narration.layout import laid_out
from ggl.narration.nouns import Noun, number, words
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, THE_PLAYER, Speaker
from ggl.syntax import tree as t


def rules_text(checked: CheckedGame) -> str:
    """The rules in English, wrapped at 80 columns. Never raises for a game that was checked."""
    folding = Folding(checked)
    facts = Facts(checked, folding, once=_called_once(checked, folding))
    definition = checked.definition
    turn = playing.Turn(facts)
    rules = [
        sections.the_board(facts),
        sections.the_players(facts),
        sections.the_pieces(facts),
        sections.the_setup(facts),
        turn.section(),
        turn.pie(),
        playing.the_end(facts),
        playing.the_score(facts),
        playing.the_match(facts),
    ]
    rules += [sections.the_routines(facts), sections.the_words(facts)]
    rules += [sections.the_explanations(facts), sections.the_notes(facts)]
    head = [text for text in (" ".join(definition.about.split()), _options(checked)) if text]
    return laid_out(definition.name.text, head, rules)


def reason_text(checked: CheckedGame, tree: t.Expr, winner: str | None) -> str:
    """A condition as the reason of a result: in the end rules `p` and in effects `you` are spoken of by name, if someone won."""
    facts = Facts(checked, Folding(checked), once=frozenset())
    speaker = Speaker(facts, Noun(winner) if winner is not None else SIDE_TO_MOVE, OTHER_SIDE)
    for part in checked.definition.end:
        if part.each and any(tree is condition for _, condition in part.conditions.parts):
            who = winner if part.outcome == "win" else None
            speaker = speaker.knowing(part.subject, "player", Noun(who) if who is not None else THE_PLAYER)
    return speaker.says(tree)


def _options(checked: CheckedGame) -> str:
    """The options that are more than switches: what a switch turns off is not spoken of."""
    chosen = []
    for name, value in checked.options.items():
        if not isinstance(value, bool):
            chosen.append(f"{words(name)} {value if isinstance(value, str) else number(value)}")
    return f"Options: {'; '.join(chosen)}." if chosen else ""


def _called_once(checked: CheckedGame, folding: Folding) -> frozenset[str]:
    """The routines with a single call, which are told where they are called."""
    definition = checked.definition
    bodies: list[t.Tree] = [folding.tree(move.do) for move in definition.moves.values()]
    bodies += [folding.tree(routine.body) for routine in definition.routines.values()]
    if definition.setup is not None and isinstance(definition.setup, t.Tree):
        bodies.append(folding.tree(definition.setup))
    if definition.turn.begin is not None:
        bodies.append(folding.tree(definition.turn.begin))
    calls: dict[str, int] = {}
    while bodies:
        tree = bodies.pop()
        if isinstance(tree, t.Routine):
            calls[tree.name] = calls.get(tree.name, 0) + 1
        bodies += t.children(tree)
    return frozenset(name for name, count in calls.items() if count == 1)
