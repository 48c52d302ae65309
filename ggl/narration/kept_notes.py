"""The notes to keep during a play, with their starts: the variables of a game that a reader needs."""

from __future__ import annotations

from ggl.checker.says import slot_of
from ggl.model.definition import Variable
from ggl.narration import said, variable_liveness
from ggl.narration.facts import Facts, element
from ggl.narration.layout import Line
from ggl.narration.nouns import HEADS, Noun, capital, plural, singular, words
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, Speaker, is_nothing
from ggl.syntax import tree as t


def starts_plainly(facts: Facts, variable: Variable) -> bool:
    """Whether the author says what a variable is, and it begins with nothing, as anybody would think."""
    tree = facts.folding.tree(variable.start)
    holds = facts.folding.constant(tree)
    return bool(facts.said(variable.name)) and (holds is False or holds == 0 or is_nothing(tree) or t.is_name(tree, "none"))


def more_notes(facts: Facts) -> list[Line]:
    """The notes that only moves told in detail mention."""
    speaker, in_sight = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE), facts.in_sight
    all_ = bool(facts.said_of_part("setup"))  # the sentence replaces the list of those in sight
    others = [variable for variable in facts.checked.definition.state.values()
              if all_ or variable.name not in in_sight or starts_plainly(facts, variable)]  # fmt: skip
    return [line for variable in others for line in kept_note(facts, speaker, variable)]


def kept_note(facts: Facts, speaker: Speaker, variable: Variable) -> list[Line]:
    """A note with its start; nothing if no reader needs it."""
    unread = not facts.exact and variable_liveness.is_set_before_read(facts, variable.name)  # its start
    if unread and (isinstance(variable.start, t.ListOf) or not _bounds(facts, variable)):
        return []
    if isinstance(variable.start, t.ListOf):
        return [Line(_bag(facts, speaker, variable))]
    what = facts.cell if variable.each == "cells" else singular(variable.each)
    each = "" if variable.each in ("", "turns") else f" of each {what}"
    tree = facts.folding.tree(variable.start)
    holds = facts.folding.constant(tree)
    value = "empty" if is_nothing(tree) else speaker.value(tree).text
    if isinstance(tree, t.Name) and not facts.exact:
        value = f"all {value}" if element(facts.sort(tree, {})) == "tile" else value
    start = "holds" if holds is True else "does not hold" if holds is False else f"is {value}"
    kept = _bounds(facts, variable) + _compared(facts, variable)
    if unread:
        slot, said_ = slot_of(variable), facts.said(variable.name)
        name = said.author_value(said_, {slot: Noun(f"each {slot}")}).text if said_ else f'"{words(variable.name)}"{each}'
        return [Line(f"Keep note of {name}.{kept}")]
    if not facts.exact and not facts.kept(variable) and not variable_liveness.is_written(facts, variable.name):
        return []  # no rule changes it
    if not facts.exact and starts_plainly(facts, variable) and not kept:
        return []  # the obvious start
    if text := facts.said(variable.name):
        return [Line(_noted(facts, variable, text, holds, tree, value) + kept)]
    return [Line(f'Keep note of "{words(variable.name)}"{each}: {_when(variable)} it {start}.{kept}')]


def _noted(facts: Facts, variable: Variable, text: str, holds: object, start: t.Expr, value: str) -> str:
    """A variable with a sentence of the author's."""
    slot, when = slot_of(variable), capital(_when(variable))
    nouns = {slot: Noun(f"each {slot}")}
    if isinstance(holds, bool):
        if not holds and slot:
            return f"{when}, {said.author_clause(text, {slot: Noun(f'no {slot}')})}."
        return f"{when}, {said.author_clause(text, nouns, holds)}."
    what = said.author_value(text, nouns)
    if is_nothing(start) and HEADS.search(text):
        some = said.author_set(text, {slot: Noun(f"any {slot}")}, "")
        return f"{when} there is {some.no()}."
    if t.is_name(start, "none"):
        sort = facts.sort(t.Name(variable.name, span=variable.span), {})
        return f"{when}, {'nobody' if sort == 'player' else 'nothing'} is yet {what.text}."
    be = "are" if what.person == "many" else "is"
    return f"{when}, {what.text} {be} {value}."


def _bag(facts: Facts, speaker: Speaker, variable: Variable) -> str:
    """The sentence on a variable that may hold several equal members."""
    name = t.Name(variable.name, span=variable.start.span)
    thing = speaker.thing(name)
    start = facts.folding.tree(variable.start)
    holds = f"holds {speaker.value(start).text}" if isinstance(start, t.ListOf) and start.items else "is empty"
    range_ = ""
    if isinstance(variable.allowed, t.Binary) and variable.allowed.op == "..":
        range_ = f" {speaker.place(facts.folding.tree(variable.allowed))}"
    return (
        f'Keep note of "{words(variable.name)}", a collection of {plural(thing)}{range_} in which the same may be several times: '
        f"{_when(variable)} it {holds}.{_compared(facts, variable)}"
    )


def _when(variable: Variable) -> str:
    return "at the beginning of each turn" if variable.each == "turns" else "at the start"


def _compared(facts: Facts, variable: Variable) -> str:
    own = variable.compared or variable.each == "turns" or not facts.exact  # otherwise the section on positions says it
    return "" if own else " It does not count when positions are compared."


def _bounds(facts: Facts, variable: Variable) -> str:
    """The limits of a number."""
    allowed = variable.allowed
    if not isinstance(allowed, t.Binary) or allowed.op != "..":
        return ""
    speaker = Speaker(facts)
    low, high = (speaker.value(facts.folding.tree(end)).text for end in (allowed.left, allowed.right))
    if not facts.exact:
        below, above = variable_liveness.may_pass_limits(facts, variable)
        ends = [*([f"below {low}"] if below else []), *([f"above {high}"] if above else [])]
        return f" It never goes {' or '.join(ends)}." if ends else ""
    return f" It goes from {low} to {high}, and a change that would lead beyond stops there."
