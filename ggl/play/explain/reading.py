"""What a text may mean: moves with all their arguments, a pass or another word of the turn, or what is missing in it.

Takes any text. Gives an `Intent`: `steps` are the moves it may name, legal or not; if there are none, `problem` says why.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ggl.core import forms as f
from ggl.core.types import Fin, Num
from ggl.diagnostics.near import near
from ggl.engine.protocol import PASS, STOP, SWAP_SIDES, TAKE, Step
from ggl.narration.nouns import a
from ggl.play.explain.wording import listed, plural

if TYPE_CHECKING:
    from ggl.play.game import Game

LONGEST = 200
"""No move of any game is written with more characters than this."""

_WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?")
_MOST_READINGS = 400
"""As many as the cells of the largest common board: a template may leave one of them to be guessed."""

_ATTRIBUTES = ("column", "row", "number")


@dataclass(frozen=True)
class Intent:
    """`partial` is the likeliest schema, with the arguments that were understood."""

    steps: tuple[Step, ...] = ()
    partial: Step | None = None
    problem: str = ""


def intent(game: Game, text: str) -> Intent:
    if not text.strip():
        return Intent(problem="nothing is typed")
    if len(text) > LONGEST:
        return Intent(problem="this is longer than any move")
    word = _turn_word(game, text)
    if word is not None:
        return Intent((word,))
    schemas = {schema.name: schema for schema in game.checked.core.schemas}
    guesses = [Step(schema.name, args) for schema, args in game.notation.guess(text)]
    whole = [step for step in guesses if len(step.args) == len(schemas[step.schema].params)]
    templates = game.checked.definition.look.notation
    drawn = [step for name, template in templates.items() if name in schemas
             for step in _by_template(game, schemas[name], template.text, text)]  # fmt: skip
    steps = tuple(dict.fromkeys([*drawn, *whole]))
    if steps:
        return Intent(steps)
    return _unfinished(game, text, guesses)


def _turn_word(game: Game, text: str) -> Step | None:
    """`pass`, `stop` and the choices of pie rules, which no game needs to name; a move of that name comes first."""
    words = "-".join(re.findall(r"\w+", text.lower()))
    steps = {PASS: Step(PASS), STOP: Step(STOP), SWAP_SIDES: Step(SWAP_SIDES)}
    steps |= {TAKE + player.lower(): Step(TAKE + str(number)) for number, player in enumerate(game.players)}
    return None if words in (schema.name for schema in game.checked.core.schemas) else steps.get(words)


# ---- by the notation that the file gives


def _by_template(game: Game, schema: f.Schema, template: str, text: str) -> list[Step]:
    """The moves whose notation, made of the file's template, would be the text; a template may say less than the arguments."""
    params = {param.name: param for param in schema.params}
    groups: list[str] = []

    def group(found: re.Match[str]) -> str:
        if found[0].partition(".")[0] not in params:
            return found[0]
        groups.append(found[0])
        return "\0"

    literal = _WORD.sub(group, template)
    pattern = rf"(?:{re.escape(schema.name)}\s+)?" + r"([\w-]{1,30}?)".join(
        re.escape(piece).replace(r"\ ", r"\s*") for piece in literal.split("\0")
    )
    match = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    if match is None or not groups:
        return []
    choices: list[list[int]] = []
    for param in params.values():
        said = [(name.partition(".")[2], word) for name, word in zip(groups, match.groups(), strict=True)
                if name.partition(".")[0] == param.name]  # fmt: skip
        choices.append(_codes(game, param, said))
    readings = 1
    for codes in choices:
        readings *= len(codes)
    return [Step(schema.name, args) for args in product(*choices)] if 0 < readings <= _MOST_READINGS else []


def _codes(game: Game, param: f.Param, said: list[tuple[str, str]]) -> list[int]:
    """The values of a parameter that fit what is said of it."""
    if isinstance(param.type, Num):
        exact = [int(word) for attribute, word in said if not attribute and word.isdecimal() and len(word) < 12]
        return exact[:1]
    assert isinstance(param.type, Fin)
    codes = list(range(param.type.domain.size))
    for attribute, word in said:
        if not attribute:
            code = game.values.code(word.lower(), param.type)
            codes = [one for one in codes if one == code]
        elif param.type.domain.name == "cell" and attribute in _ATTRIBUTES:
            board = game.board
            table = {"column": board.column, "row": board.row}.get(attribute)
            number = int(word) if word.isdecimal() and len(word) < 12 else 0
            codes = [one for one in codes if (table[one] if table is not None else one + 1) == number]
    return codes


# ---- what is missing


def _unfinished(game: Game, text: str, guesses: list[Step]) -> Intent:
    if guesses:
        return Intent(partial=guesses[0], problem=_too_few(game, guesses[0]))
    words = re.findall(r"\w+", text)
    if not words:
        return Intent(problem="there is no word in it")
    for schema, lead in _leads(game):
        typed = [word.lower() for word in words[: len(lead)]]
        if typed == lead and schema.name not in (word.lower() for word in words):
            return _after_lead(game, schema, " ".join(lead), words[len(lead) :])
    for count in range(len(words) - 1, 0, -1):
        begun = game.notation.guess(" ".join(words[:count]))
        if begun:
            schema, args = begun[0]
            return Intent(partial=Step(schema.name, args), problem=_wrong_word(game, schema, args, words[count:]))
    return Intent(problem=_no_move(game, words[0]))


def _leads(game: Game) -> list[tuple[f.Schema, list[str]]]:
    """The words with which the file's own notation of a move begins, before the first of its arguments."""
    found = []
    for schema in game.checked.core.schemas:
        template = game.checked.definition.look.notation.get(schema.name)
        known = {*(param.name for param in schema.params), *(let.name for let in schema.lets)}
        lead: list[str] = []
        for word in re.findall(r"[\w.]+", template.text if template is not None else ""):
            if word.partition(".")[0] in known:
                break
            lead.append(word.lower())
        if lead:
            found.append((schema, lead))
    return sorted(found, key=lambda one: -len(one[1]))


def _after_lead(game: Game, schema: f.Schema, lead: str, rest: list[str]) -> Intent:
    """What is missing or wrong behind the first word of a move that the file has written its own way."""
    for count in range(len(rest), -1, -1):
        guesses = [args for one, args in game.notation.guess(" ".join([schema.name, *rest[:count]])) if one is schema]
        if not guesses:
            continue
        args = guesses[0]
        partial = Step(schema.name, args)
        problem = _wrong_word(game, schema, args, rest[count:], lead) if rest[count:] else _too_few(game, partial, lead)
        return Intent(partial=partial, problem=problem)
    return Intent(partial=Step(schema.name, ()), problem=_wrong_word(game, schema, (), rest, lead))


def _too_few(game: Game, step: Step, lead: str = "") -> str:
    schema = next(schema for schema in game.checked.core.schemas if schema.name == step.schema)
    missing = [param.name for param in schema.params[len(step.args) :]]
    given = len(step.args)
    wants = _wants(schema, lead)
    verb = "are" if given > 1 else "is"
    return f"{wants}, and {given or 'none'} {verb} given; {listed([f'`{name}`' for name in missing])} " + (
        "are missing" if len(missing) > 1 else "is missing"
    )


def _wants(schema: f.Schema, lead: str = "") -> str:
    """`place` wants 2 cells; `lead` is how the file writes the move's name."""
    name = lead or schema.name
    if not schema.params:
        return f"`{name}` wants nothing"
    nouns = [str(param.type) for param in schema.params]
    if len(set(nouns)) == 1:
        what = f"{len(nouns)} {plural(nouns[0])}" if len(nouns) > 1 else a(nouns[0])
    else:
        what = listed([a(noun) for noun in nouns])
    return f"`{name}` wants {what}"


def _wrong_word(game: Game, schema: f.Schema, args: tuple[int, ...], rest: list[str], lead: str = "") -> str:
    if len(args) == len(schema.params):
        return f"{_wants(schema, lead)}, and `{_cut(rest[0])}` is more than that"
    type_ = schema.params[len(args)].type
    noun = str(type_)
    if noun in ("edge", "vertex"):
        sites = game.board.edges if noun == "edge" else game.board.vertices
        example = f"; {a(noun)} is written like `{sites[0].name}`" if sites else ""
        return f"`{_cut('-'.join(rest[:2]))}` is no {noun} of this board{example}"
    if noun == "cell":
        close = near(rest[0].lower(), [cell.name for cell in game.board.cells])
        return f"`{_cut(rest[0])}` is no cell of this board" + (f"; near: {', '.join(close)}" if close else "")
    return f"`{_cut(rest[0])}` is no {noun}"


def _no_move(game: Game, word: str) -> str:
    names = [schema.name for schema in game.checked.core.schemas]
    close = near(word.lower(), [*names, PASS])
    known = f"near: {', '.join(close)}" if close else f"the moves are {', '.join(names)}"
    return f"`{_cut(word)}` is neither a move of this game nor a place to play on; {known}"


def _cut(word: str) -> str:
    return word if len(word) <= 30 else word[:30] + ".."
