"""The possible meanings of a text: moves with all their arguments, a pass or another word of the turn, or what it lacks.

Takes any text. Gives an `Intent`: `steps` are the moves it may name, legal or not; if there are none, `problem` has the reason,
and `is_move` whether it still names a move, though one that does not exist on this board.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.diagnostics.escape import cut
from ggl.diagnostics.near import near_or
from ggl.engine.protocol import PASS, STOP, SWAP_SIDES, TAKE, Step
from ggl.narration.nouns import a_or_an, listed, plural
from ggl.play.arguments import Argument, without_order
from ggl.play.explain.templates import ReadMove, by_template, no_such, own_words
from ggl.play.notation import Notation
from ggl.play.rules import Rules
from ggl.play.typed_words import CHUNK, folded

LONGEST = 200
"""The most characters of a move's text in any game."""


@dataclass(frozen=True)
class Intent:
    """`partial` is the likeliest schema, with the arguments that were understood."""

    steps: tuple[Step, ...] = ()
    partial: Step | None = None
    problem: str = ""
    is_move: bool = False


def intent(game: Rules, text: str, offered: Collection[str] = (), notation: Notation | None = None) -> Intent:
    """The possible meanings of a text. If it begins several moves, one of the `offered` is the likeliest. `notation` is that of
    a position, for moves whose pattern depends on it."""
    if not text.strip():
        return Intent(problem="the text is empty")
    if len(text) > LONGEST:
        return Intent(problem="this is longer than any move")
    word = _turn_word(game, text)
    if word is not None:
        return Intent((word,))
    fitting = tuple((notation or game.notation).fitting(text))
    if fitting:
        return Intent(fitting)
    arity = {schema.name: len(schema.params) for schema in game.checked.core.schemas}
    guesses = sorted((Step(schema.name, args) for schema, args in game.notation.guess(text)),
                     key=lambda step: step.schema not in offered)  # fmt: skip
    whole = [step for step in guesses if len(step.args) == arity[step.schema] and game.notation.has_signs(step, text)]
    exact = tuple(step for step in whole if folded(game.notation.full(step)) == folded(text))
    if exact:
        return Intent(exact)  # `go north` is not `go_north`
    drawn = _drawn(game, notation or game.notation, text, offered)
    steps = tuple(dict.fromkeys(step for one in (*drawn, ReadMove(tuple(whole))) for step in one.steps))
    if not steps:
        drawn += _drawn(game, notation or game.notation, text, offered, bare=True)
        steps = tuple(dict.fromkeys(step for one in drawn for step in one.steps))
    if steps:
        return Intent(steps)
    wrong = next((one for one in drawn if one.problem), None)
    if wrong is not None:
        return Intent(partial=wrong.partial, problem=wrong.problem, is_move=wrong.is_move)
    return _unfinished(game, text, guesses, offered)


def means_nothing(game: Rules, text: str) -> str:
    """Why a text is not a move of a game, in any position and in none; empty if a part of it may be one.

    Only the first word is judged: whole turns are typed in one go, and words may be left out or cut short.
    """
    words = re.findall(r"\w+", text.lower())
    if words and (game.notation.guess(text) or any(one.startswith(words[0]) for one in _known_and_sites(game))):
        return ""
    meant = intent(game, text)
    return "" if meant.steps or meant.partial is not None or meant.is_move else meant.problem


def unknown_site(game: Rules, text: str) -> str:
    """The first word of a text that looks like a cell but names nothing; empty if there is no such word."""
    board = game.board
    if board.basis not in ("square", "hex") or board.plan.renamed is not None:
        return ""
    words = [each for each in game.notation.split(text) if _LIKE_A_CELL.fullmatch(each) and each not in board.in_small_letters]
    if not words:
        return ""
    known = {*_known_words(game), *(name.lower() for name in game.checked.world.constants)}
    known |= {str(value).lower() for value in game.options.values()}
    return next((word for word in words if word not in known), "")


_LIKE_A_CELL = re.compile(r"[a-z]{1,2}[1-9]\d?")


def _known_and_sites(game: Rules) -> Iterator[str]:
    yield from _known_words(game)
    yield from game.board.in_small_letters


def _known_words(game: Rules) -> Iterator[str]:
    """Words that a move may begin with, in lower case: names of the game, own words of its notations, and those of the turn."""
    definition = game.checked.definition
    for schema in game.checked.core.schemas:
        yield schema.name.lower()
        yield from schema.name.lower().split("_")
        for template in game.notation.templates(schema.name):
            yield from own_words(schema, template)
    yield from (name.lower() for name in (*game.players, *definition.pieces, *game.board.directions))
    yield from ("roll", "take", "choose", "swap", "none", PASS, STOP)


def _drawn(game: Rules, notation: Notation, text: str, offered: Collection[str], *, bare: bool = False) -> list[ReadMove]:
    """The reading of the text by each template of the file, those of the offered moves first."""
    schemas = sorted(game.checked.core.schemas, key=lambda schema: schema.name not in offered)
    return [by_template(game, notation, schema, template, text, bare=bare)
            for schema in schemas for template in game.notation.templates(schema.name)]  # fmt: skip


def _turn_word(game: Rules, text: str) -> Step | None:
    """`pass`, `stop` and the choices of pie rules, which no game needs to name. A move such as `take` or `swap` comes first,
    unless the choice is written with its hyphen."""
    typed = re.findall(r"\w+", text.lower())
    words = "-".join(typed)
    steps = {PASS: Step(PASS), STOP: Step(STOP), SWAP_SIDES: Step(SWAP_SIDES)}
    steps |= {TAKE + player.lower(): Step(TAKE + str(number)) for number, player in enumerate(game.players)}
    is_own = any(schema.name.lower() in typed[:1] for schema in game.checked.core.schemas)
    return None if is_own and words not in text.lower() else steps.get(words)


# ---- what is missing


def _unfinished(game: Rules, text: str, guesses: list[Step], offered: Collection[str]) -> Intent:
    if guesses:
        return Intent(partial=guesses[0], problem=_too_few(game, guesses[0]))
    words = CHUNK.findall(text)
    if not words:
        return Intent(problem="it contains no word")
    for schema, lead in _leads(game):
        typed = [word.lower() for word in words[: len(lead)]]
        if typed == lead and schema.name not in (word.lower() for word in words):
            return _after_lead(game, schema, " ".join(lead), words[len(lead) :])
    for count in range(len(words) - 1, 0, -1):
        begun = game.notation.guess(" ".join(words[:count]))
        if begun:
            schema, args = min(begun, key=lambda guess: (not _says(game, guess[0], words[count]), guess[0].name not in offered))
            if _says(game, schema, words[count]):
                return _without_own_words(game, schema, words)
            return Intent(partial=Step(schema.name, args), problem=_wrong_word(game, schema, args, words[count:]))
    return Intent(problem=_no_move(game, words[0]))


def _says(game: Rules, schema: f.Schema, word: str) -> bool:
    """Whether the file's own notation of a move has this word as a literal."""
    return any(word.lower() in own_words(schema, template) for template in game.notation.templates(schema.name))


def _without_own_words(game: Rules, schema: f.Schema, words: list[str]) -> Intent:
    """The meaning of a move, or what is missing or wrong in it, without the words of its notation."""
    values = [word for word in words if not _says(game, schema, word)]
    whole = [args for one, args in game.notation.guess(" ".join([schema.name, *values]))
             if one is schema and len(args) == len(schema.params)]  # fmt: skip
    return Intent((Step(schema.name, whole[0]),)) if whole else _after_lead(game, schema, "", values)


def _leads(game: Rules) -> list[tuple[f.Schema, list[str]]]:
    """The words with which the file's own notation of a move begins, before the first of its arguments."""
    found = []
    for schema in game.checked.core.schemas:
        known = {*(param.name for param in schema.params), *(let.name for let in schema.lets)}
        for template in game.notation.templates(schema.name):
            names = [word.partition(".")[0] in known for word in re.findall(r"[\w.]+", template)]
            begin = names.index(True) if True in names else len(names)
            lead = [word.lower() for word in re.findall(r"[\w.]+", template)[:begin]]
            if lead:
                found.append((schema, lead))
    return sorted(found, key=lambda one: -len(one[1]))


def _after_lead(game: Rules, schema: f.Schema, lead: str, rest: list[str]) -> Intent:
    """The problem after the first words of a move with its own notation: a value that is missing or wrong."""
    for count in range(len(rest), -1, -1):
        guesses = [args for one, args in game.notation.guess(" ".join([schema.name, *rest[:count]])) if one is schema]
        if not guesses:
            continue
        args = guesses[0]
        partial = Step(schema.name, args)
        problem = _wrong_word(game, schema, args, rest[count:], lead) if rest[count:] else _too_few(game, partial, lead)
        return Intent(partial=partial, problem=problem)
    return Intent(partial=Step(schema.name, ()), problem=_wrong_word(game, schema, (), rest, lead))


def _too_few(game: Rules, step: Step, lead: str = "") -> str:
    schema = next(schema for schema in game.checked.core.schemas if schema.name == step.schema)
    missing = [one.name for one in game.notation.arguments[schema.name] if one.places.start >= len(step.args)]
    given = len(step.args)
    wants = _wants(game, schema, lead)
    verb = "are" if given > 1 else "is"
    return f"{wants}, but {given or 'none'} {verb} given; {listed([f'`{name}`' for name in missing])} " + (
        "are missing" if len(missing) > 1 else "is missing"
    )


def _wants(game: Rules, schema: f.Schema, lead: str = "") -> str:
    """`place` takes 2 cells; `lead` is how the file writes the move's name."""
    name = lead or schema.name
    if not schema.params:
        return f"`{name}` takes no parameters"
    nouns = [str(param.type) for param in schema.params]
    found = game.notation.arguments[schema.name]
    if any(one.is_set for one in found):
        what = listed([_of_argument(one) for one in found])
    elif len(set(nouns)) == 1:
        what = f"{len(nouns)} {plural(nouns[0])}" if len(nouns) > 1 else a_or_an(nouns[0])
    else:
        what = listed([a_or_an(noun) for noun in nouns])
    return f"`{name}` takes {what}"


def _of_argument(one: Argument) -> str:
    """`a cell`, `4 cells`, `1 to 3 cells`"""
    if len(one.places) == 1:
        return a_or_an(str(one.type))
    sizes = f"{one.least} to {len(one.places)}" if one.least < len(one.places) else str(one.least)
    return f"{sizes} {plural(str(one.type))}"


def _wrong_word(game: Rules, schema: f.Schema, args: tuple[int, ...], rest: list[str], lead: str = "") -> str:
    if rest[0].lower() in _said_of_choices(game, schema, args):
        return f"`{cut(rest[0], 30)}` is there twice"
    if len(args) == len(schema.params):
        return f"{_wants(game, schema, lead)}, so `{cut(rest[0], 30)}` is one too many"
    return no_such(game, rest[0], schema.params[len(args)].type, "".join(rest[1:2]))


def _said_of_choices(game: Rules, schema: f.Schema, args: tuple[int, ...]) -> set[str]:
    """The values, in lower case, that parameters of one choice already have."""
    places = {at for places in without_order(game.checked, schema.name) for at in places if at < len(args)}
    return {game.values.text(args[at], schema.params[at].type).lower() for at in places}


def _no_move(game: Rules, word: str) -> str:
    names = [schema.name for schema in game.checked.core.schemas]
    match names:
        case []:
            known = "this game has no moves"
        case [only]:
            known = near_or(word.lower(), [only, PASS], f"the only move is {only}")
        case _:
            known = near_or(word.lower(), [*names, PASS], f"the moves are {', '.join(names)}")
    if (site := game.board.in_small_letters.get(word.lower())) is not None:
        return f"no move begins with `{site.name}`; {known}"
    return f"`{cut(word, 30)}` is neither a move of this game nor a place to play on; {known}"
