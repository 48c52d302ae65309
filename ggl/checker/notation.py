"""The notation under `look`: each template is for a move of the game, and its names are fixed by the move's arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ggl.core import forms as f
from ggl.core.substitution import free_names
from ggl.core.types import Fin, strip_opt
from ggl.core.walk import READS, reached
from ggl.diagnostics import Findings, Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.near import near
from ggl.model.definition import Look, MovePart, Text
from ggl.syntax.document import fitted_fix

_WORD = r"(?<!\.)\b[A-Za-z_]\w*"
"""A word of a notation; behind a dot stands a property."""

_PROPERTY = r"(?<!\.)\b([A-Za-z_]\w*)\.([A-Za-z_]\w*)"


def check_notation(
    look: Look,
    moves: Mapping[str, MovePart],
    schemas: tuple[f.Schema, ...],
    definitions: tuple[f.Definition, ...],
    properties: Mapping[str, Iterable[str]],
    findings: Findings,
) -> None:
    """Report names that the arguments do not determine, and words probably literal by mistake."""
    known = {schema.name: schema for schema in schemas}
    for name, text in look.templates():
        schema = known.get(name)
        if schema is None:
            continue  # not a move, or its mistakes are reported elsewhere
        _check_words(text, schema, moves, schemas, findings)
        _check_properties(text, schema, properties, findings)
        of_position = set[str]()
        for let in schema.lets:
            reads = any(isinstance(form, READS) for form in reached(let.value, definitions))
            if not reads and of_position.isdisjoint(free_names(let.value)):
                continue
            of_position.add(let.name)
            if re.search(rf"(?<!\.)\b{let.name}\b", text.text):
                message = f"the value of `{let.name}` depends on the position, so a notation cannot contain it"
                help_ = "write the move with its parameters: " + ", ".join(moves[name].parameters)
                findings.report(codes.BAD_NOTATION, text.span, message, help=help_)


def _check_properties(text: Text, schema: f.Schema, properties: Mapping[str, Iterable[str]], findings: Findings) -> None:
    """Report what is no property of a parameter: it would be written as it is. `properties` has those of each domain."""
    types = {**{let.name: let.value.type for let in schema.lets}, **{param.name: param.type for param in schema.params}}
    for name, word in re.findall(_PROPERTY, text.text):
        if name not in types:
            continue
        type_ = strip_opt(types[name])
        known = [*properties.get(type_.domain.name, ())] if isinstance(type_, Fin) else []
        if word not in known:
            message = (
                f"`{name}` has no property `{word}` that a notation can contain, so `{name}.{word}` would be written as it is"
            )
            close = near(word, known)
            fix = Fix.write(text.span, text.text.replace(f"{name}.{word}", f"{name}.{close[0]}")) if close else None
            help_ = f"write {' or '.join(f'`{name}.{each}`' for each in known)}" if known else f"write `{name}` alone"
            findings.report(codes.BAD_NOTATION, text.span, message, help=help_, fix=fitted_fix(fix) if fix is not None else None)


def _check_words(
    text: Text, schema: f.Schema, moves: Mapping[str, MovePart], schemas: tuple[f.Schema, ...], findings: Findings
) -> None:
    """Report quotes, and another move's parameter in the place of an own one: they would be written as they are."""
    if quoted := re.search(r"""(["'])(.+?)\1""", text.text):
        message = f"the move would be written with its quotes: `{quoted[0]}`"
        fix = Fix(text.span, text.text.replace(quoted[0], quoted[2]), f"`{quoted[2]}` stands for itself without them")
        findings.report(codes.BAD_NOTATION, text.span, message, help=fix.title, fix=fitted_fix(fix))
    words = re.findall(_WORD, text.text)
    params = moves[schema.name].parameters
    handed = {fixed.param for one in schemas for pick in one.then if pick.schema == schema.name for fixed in pick.fixed}
    missing = [name for name in params if name not in handed.union(words)]
    known = {*params, *(let.name for let in schema.lets)}
    foreign = {name for move in moves.values() for name in move.parameters} - known
    alike = {word for word in words if known.isdisjoint(words) and _like_a_parameter(word, words, params)}
    strange = [word for word in dict.fromkeys(words) if word in foreign | alike]
    if missing and strange:
        message = f"`{strange[0]}` is not a parameter of `{schema.name}`, so it would be written as it is"
        meant = dict(zip(strange, missing, strict=False))
        written = re.sub(_WORD, lambda found: meant.get(found[0], found[0]), text.text)
        mended = fitted_fix(Fix.write(text.span, written)) if len(strange) == len(missing) else None
        help_ = mended.title if mended is not None else f"its parameters: {', '.join(params)}"
        findings.report(codes.BAD_NOTATION, text.span, message, help=help_, fix=mended)


def _like_a_parameter(word: str, words: list[str], params: list[str]) -> bool:
    """Whether a word of a notation that names no parameter was meant as one. A letter that stands twice was not: `o-o`."""
    return (len(word) == 1 and word.islower() and words.count(word) == 1) or bool(near(word, params))
