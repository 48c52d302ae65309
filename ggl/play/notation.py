"""How moves are written and read.

A step is written as `look: notation:` says for its schema, else as the schema's name and its arguments. Reading is tolerant:
case, separators and left-out words do not matter as long as one legal step is meant; beginnings of words are enough.

Long, since reading tries each of the ways in which a step is written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import prod
from operator import eq
from typing import TypeVar

from ggl.checker.game import CheckedGame
from ggl.core import forms as f
from ggl.core.types import Fin, Num, Opt, Type, none_code, strip_opt
from ggl.engine.protocol import ROLL, TAKE, Position, Step
from ggl.interpreter import Interpreter
from ggl.play.arguments import Argument, arguments_by_schema, canonical_codes, without_order
from ggl.play.frozen import Frozen
from ggl.play.look_values import LookValues
from ggl.play.typed_words import NUMBER, begins, folded, like, number_of_word, set_words
from ggl.play.unordered import unordered
from ggl.play.values import Value, Values, in_a_move, is_placed, written
from ggl.topology import Board

_NONE = written(None)

MANY = 4096
"""Of more legal steps than that not each one's text is looked at where the words of a text already say a legal step."""

MOST_UNSAID = 1024
"""The most values of parameters missing from a notation that are tried to match a text."""

KNOWN = 1 << 15
"""The number of steps whose texts are kept: most legal steps of a position were legal in the one before."""

_WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?")

_T = TypeVar("_T")


class Notation:
    def __init__(self, game: CheckedGame, values: Values, *, patterns: bool = True) -> None:
        """With `patterns`, moves are written as the file's `look: notation:` says."""
        self._game = game
        self._values = values
        self._schemas = {schema.name: schema for schema in game.core.schemas}
        self.arguments = arguments_by_schema(game)
        picks = [pick for schema in game.core.schemas for pick in schema.then]
        self._handed = {(pick.schema, handed.param) for pick in picks for handed in pick.fixed}
        """Parameters whose values the previous step passes on."""

        look = game.definition.look
        self._templates = {name: text.text for name, text in look.notation.items()} if patterns else {}
        self._ways = {name: tuple(text.text for text, _ in rows) for name, rows in look.patterns.items()} if patterns else {}
        """The patterns that depend on the position; the usual one is in `_templates`, if there is one."""

        self._position: Position | None = None
        self._texts: dict[Step, str] = {}
        """Of steps whose text does not depend on the position."""

        self._arguments_of: dict[Step, Mapping[str, Value]] = {}

    @cached_property
    def _signs(self) -> set[str]:
        """The signs of the file's own notations that tell moves apart, such as `+`; those that only divide words do not."""
        return {
            sign
            for name in self._schemas
            for text in self.templates(name)
            for sign in text
            if not (sign.isalnum() or sign.isspace() or sign in "-_,.:;()")
        }

    @cached_property
    def _interpreter(self) -> Interpreter:
        """Works out names given by `let`; the checker has seen to it that those in a template are fixed by the arguments."""
        return Interpreter(self._game.core)

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words with which moves begin, in small letters: their names, and what their notation has before an argument."""
        found = {name.lower() for name in self._schemas}
        for name, schema in self._schemas.items():
            known = {*(param.name for param in schema.params), *(let.name for let in schema.lets)}  # the lets include the sets
            for template in self.templates(name):
                word = _WORD.match(template)
                if word is not None and word[0].partition(".")[0] not in known:
                    found.add(word[0].lower())
        return frozenset(found)

    @cached_property
    def has_commas(self) -> bool:
        """Whether moves may be written with a comma: between two sets, or as the file says."""
        divided = any(one.is_divided for arguments in self.arguments.values() for one in arguments)
        return divided or any("," in text for name in self._schemas for text in self.templates(name))

    @cached_property
    def plain(self) -> Notation:
        """The notation of records: steps in full, sites by their plain names. It stays when patterns and labels change."""
        board = self._game.board
        if board.plan.renamed is None:
            return Notation(self._game, self._values, patterns=False) if self._templates or self._ways else self
        game = replace(self._game, board=board.plain)
        return Notation(game, Values(game), patterns=False)

    def filed(self, step: Step) -> str:
        """A step as a record has it."""
        return self.plain.full(step)

    def of_record(self, text: str, legal: Iterable[Step]) -> Step | None:
        """The legal step that a record has as this text; None if there is none."""
        wanted = folded(text)
        return next((step for step in legal if folded(self.filed(step)) == wanted), None)

    def filed_as(self, text: str) -> set[Step]:
        """The steps, legal or not, that a record has as this text."""
        return {step for step in self.plain._in_full(self.plain.split(text)) if folded(self.filed(step)) == folded(text)}

    def split(self, text: str) -> list[str]:
        """The words of a text in lower case; cells written together are separate words."""
        return set_words(text, self._labels)

    @cached_property
    def _labels(self) -> frozenset[str]:
        """The names of cells in lower case, where the board has labels."""
        board = self._game.board
        return frozenset() if board.plan.renamed is None else frozenset(board.in_small_letters)

    # ---- patterns

    def at(self, position: Position) -> Notation:
        """The notation in a position, which selects among several patterns of a move."""
        if not self._ways:
            return self
        found = copy(self)
        found._position = position
        return found

    def templates(self, schema: str) -> tuple[str, ...]:
        """All the patterns by which the file writes a move; none where it is its name and its arguments."""
        usual = self._templates.get(schema)
        return (*self._ways.get(schema, ()), *(() if usual is None else (usual,)))

    @cached_property
    def _looking(self) -> LookValues:
        return LookValues(self._game, self._values)

    def _template(self, step: Step) -> str | None:
        """The pattern by which a step is written; where no position is known, the usual one."""
        if step.schema in self._ways and self._position is not None:
            found = self._looking.pattern(step, self._position)
            if found is not None:
                return found
        return self._templates.get(step.schema)

    def is_pattern_of(self, step: Step, template: str) -> bool:
        """Whether a pattern of a move is the one by which a step is written; each may be, where no position is known."""
        return step.schema not in self._ways or self._position is None or self._template(step) == template

    # ---- writing

    def text(self, step: Step) -> str:
        return self._text(step) if step.schema in self._ways else _remembered(self._texts, step, self._text)

    def _text(self, step: Step) -> str:
        if step.schema.startswith(TAKE):
            return TAKE + self._game.players[int(step.schema.removeprefix(TAKE))].lower()
        if self._is_roll(step):
            found = zip(self.rolled(step), step.args[1:], strict=True)
            return " ".join([ROLL, *(self._values.text(code, type_) for (_, type_), code in found)])
        schema = self._schemas.get(step.schema)
        if schema is None:
            return step.schema
        template, values = self._template(step), self.named(step)
        if template is None:
            return " ".join([step.schema, *(self._written(step.schema, name, value) for name, value in values.items())])
        return _WORD.sub(lambda found: self._word(step.schema, found[0], values), template)

    def _written(self, schema: str, name: str, value: Value) -> str:
        """A value in the text of a move: the members of a set that is chosen in sequence."""
        if isinstance(value, tuple) and any(one.is_set and one.name == name for one in self.arguments.get(schema, ())):
            return " ".join(map(written, value))
        return in_a_move(value)

    def _is_roll(self, step: Step) -> bool:
        return step.schema == ROLL and bool(self._game.core.rolls)

    def rolled(self, step: Step) -> list[tuple[str, Type]]:
        """The variables that a roll sets, and their types."""
        variables = self._game.world.variables
        found = []
        for name in self._game.core.rolls[step.args[0]].fields:
            drawn = self._game.world.drawn.get(name)
            named = name if drawn is None else drawn.name
            own = next((variable for variable, place in variables.items() if place.field == name), named)
            found.append((own, next(field.values for field in self._game.core.fields if field.name == name)))
        return found

    def full(self, step: Step) -> str:
        """A step by its schema's name and its arguments, whatever the template says: no two steps are written alike so."""
        schema = self._schemas.get(step.schema)
        if schema is None:
            return self.text(step)
        found = [step.schema]
        for one in self.arguments[step.schema]:
            members = " ".join(self._values.text(code, one.type) for code in one.codes(step.args))
            found.append(f"{members}," if one.is_divided else members)
        return " ".join(found)

    def told_apart(self, steps: Sequence[Step], texts: Sequence[str]) -> list[str]:
        """The texts of the legal steps, so that each is read as its own step: in full where two would be read alike."""
        alike = [folded(text) for text in texts]
        times = Counter(alike)
        in_full = {place for place, text in enumerate(alike) if times[text] > 1}
        more = in_full
        while more:  # a step in full may look like another step's short form
            taken = {folded(self.full(steps[place])) for place in in_full}
            more = {place for place, text in enumerate(alike) if place not in in_full and text in taken}
            in_full |= more
        return [self.full(steps[place]) if place in in_full else text for place, text in enumerate(texts)]

    def among(self, step: Step, legal: Iterable[Step]) -> str:
        """The text of an illegal step beside the legal ones: in full if its notation is one of theirs, or names no place."""
        text = self.text(step)
        nowhere = step.schema in self._schemas and any(word == _NONE for _, word in self.words(step))
        return self.full(step) if nowhere or any(self.text(one) == text for one in legal) else text

    def named(self, step: Step) -> dict[str, Value]:
        """The values of the step's arguments, and of the `let`s that the file's own notation names."""
        schema = self._schemas.get(step.schema)
        if schema is None:
            return {}
        values = dict(self.values_of(step))
        templates = self.templates(step.schema)
        for let in schema.lets:
            if let.name not in values and any(re.search(rf"\b{let.name}\b", template) for template in templates):
                values[let.name] = self._values.value(self._interpreter.let(step, let.name), let.value.type)
        return values

    def values_of(self, step: Step) -> Mapping[str, Value]:
        """The values of the step's arguments by name; of a set, those of its members in order."""
        return _remembered(self._arguments_of, step, self._values_of)

    def _values_of(self, step: Step) -> Mapping[str, Value]:
        found: dict[str, Value] = {}
        for one in self.arguments.get(step.schema, ()):
            members = tuple(self._values.value(code, one.type) for code in one.codes(step.args))
            found[one.name] = members if one.is_set else members[0]
        return Frozen(found)

    def bindings(self, step: Step) -> dict[str, str]:
        """The arguments of a step by name, as a note has them."""
        found = self.values_of(step)
        return {one.name: written(frozenset(value)) if one.is_set and isinstance(value := found[one.name], tuple)
                else self._values.text(step.args[one.places.start], one.type)
                for one in self.arguments.get(step.schema, ())}  # fmt: skip

    def words(self, step: Step) -> list[tuple[str, str]]:
        """The words of the file's own notation that stand for values, each with what it is written as for this step."""
        template, values = self._template(step) or "", self.named(step)
        words = [word for word in _WORD.findall(template) if word.partition(".")[0] in values]
        return [(word, self._word(step.schema, word, values)) for word in words]

    def _word(self, schema: str, word: str, values: Mapping[str, Value]) -> str:
        """A word of a template: a parameter, a property of one, or itself."""
        name, _, attribute = word.partition(".")
        if name not in values:
            return word
        value = values[name]
        if not attribute:
            return self._written(schema, name, value)
        type_ = parameter_type(self._schemas[schema], name)
        code = self._values.code(value, type_)
        return word if code is None else property_text(self._game, self._values, type_, code, attribute) or word

    # ---- reading

    def read(self, text: str, legal: Iterable[Step]) -> list[Step]:
        """The legal steps that a text may mean, best match first: exact, otherwise all words, otherwise beginnings of words."""
        steps = list(dict.fromkeys(legal))  # likelier outcomes occur several times
        if len(steps) > MANY:  # so many texts are not written to find one
            by_notation = set(self.fitting(text))
            usual = {Step(schema.name, args) for schema, args in self.guess(text) if not self.templates(schema.name)}
            known = (by_notation or usual) & set(steps)
            if known or by_notation:
                return list(known)
        typed = folded(text)
        texts = [self.text(step) for step in steps]
        own = [step for step, told in zip(steps, self.told_apart(steps, texts), strict=True) if folded(told) == typed]
        exact = own or [step for step, told in zip(steps, texts, strict=True) if folded(told) == typed]
        if not exact and "," in typed:  # where one set ends, which words alone do not say
            exact = [step for step in steps if folded(self.full(step)) == typed]
        if exact:
            return exact
        tokens = self.split(text)
        if self.is_written(text):
            return self._in_another_order(tokens, steps)  # otherwise a legal move's text could hide an illegal one
        in_full = self._in_full(tokens)
        in_full = {step for step in in_full if folded(self.full(step)) == typed} or in_full  # `go north` is not `go_north`
        if in_full:
            return [step for step in steps if step in in_full] or self._in_another_order(tokens, steps)
        if not tokens:
            return []
        if self._signs & set(text):
            steps = [step for step in steps if self.has_signs(step, text)]
        spelled = [(step, self._spellings(step)) for step in steps]
        for match in (eq, self._begins):
            found = [step for step, spellings in spelled if any(match(tokens, spelling) for spelling in spellings)]
            if found:
                return found
        meant = {Step(schema.name, args) for schema, args in self.guess(text)}
        return [step for step in steps if step in meant] or self._in_another_order(tokens, steps)

    def most_words_of(self, steps: Sequence[Step]) -> int:
        """The most words with which one of these steps may be typed."""
        return max((len(spelling) for step in steps for spelling in self._spellings(step)), default=0)

    def _begins(self, typed: list[str], spelling: list[str]) -> bool:
        """Whether each typed word is the beginning of one. A whole name is no beginning of another."""
        return begins(typed, spelling) and all(
            word == full or (word not in self._whole and full not in self._places)
            for word, full in zip(typed, spelling, strict=True)
        )

    @cached_property
    def _places(self) -> frozenset[str]:
        """The names of sites in lower case."""
        return frozenset(self._game.board.in_small_letters)

    @cached_property
    def _whole(self) -> frozenset[str]:
        """The names of sites, directions, kinds, players and the game's own values in lower case."""
        game = self._game
        own = (name for names in game.world.own_values.values() for name in names)
        return self._places | {name.lower() for name in (*game.board.directions, *game.kinds, *game.players, *own)}

    def _in_another_order(self, tokens: list[str], steps: list[Step]) -> list[Step]:
        """The only step that a text means when unordered choices may come in any order; else none."""
        found = []
        for step in steps:
            free = self.any_order.get(step.schema)
            if free is None:
                continue
            params = self._schemas[step.schema].params
            groups = [
                {word for at in places for word in self.split(self._values.text(step.args[at], params[at].type))}
                for places in free
            ]
            if any(like(tokens, spelling, groups) for spelling in self._spellings(step)):
                found.append(step)
        return found if len(found) == 1 else []

    @cached_property
    def any_order(self) -> dict[str, tuple[Sequence[int], ...]]:
        """The places of parameters whose words may be typed in any order, group by group: those of one choice, or that the
        file puts in an order, such as `a < b`; and the way in which a tile lies, which is written as its cells."""
        found: dict[str, tuple[Sequence[int], ...]] = {}
        for name, schema in self._schemas.items():
            chosen: tuple[Sequence[int], ...] = without_order(self._game, name) or (
                (compared,) if (compared := unordered(schema)) else ()
            )
            tiles = tuple((at,) for at, param in enumerate(schema.params) if is_placed(param.type))
            if chosen or tiles:
                found[name] = (*chosen, *tiles)
        return found

    def fitting(self, text: str) -> Iterator[Step]:
        """The steps, legal or not, whose own notation in the file is this text to the letter; members of one choice may be in
        any order."""
        typed = folded(text)
        for schema, codes in self._in_shape(typed):
            for args in product(*codes) if prod(map(len, codes)) <= MOST_UNSAID else ():
                if self.named_twice(schema.name, args) is None and self.text(Step(schema.name, args)).lower() == typed:
                    yield Step(schema.name, canonical_codes(self._game, schema.name, args))

    def is_written(self, text: str) -> bool:
        """Whether a text is the file's own notation of some step, legal or not; in one that leaves out too much for all to be
        tried, whether it has the shape."""
        shapes = self._in_shape(folded(text))
        return next(self.fitting(text), None) is not None or any(prod(map(len, codes)) > MOST_UNSAID for _, codes in shapes)

    def _in_shape(self, typed: str) -> Iterator[tuple[f.Schema, list[Sequence[int]]]]:
        """The moves of whose notation a text has the shape, with the codes that each parameter may have."""
        for schema, pattern in self._patterns:
            found = pattern.fullmatch(typed)
            if found is None:
                continue
            codes: list[Sequence[int]] = []
            for at, param in enumerate(schema.params):
                said = found.groupdict().get(f"p{at}")
                code = None if said is None else self._code(said, param.type)
                codes.append(codes_of_type(param.type) if said is None else () if code is None else (code,))
            if all(codes):
                yield schema, codes

    @cached_property
    def most_tried(self) -> int:
        """The most steps that are tried to match a text with the file's own notations."""
        many = [prod(len(codes_of_type(param.type)) for at, param in enumerate(schema.params) if f"p{at}" not in said.groupindex)
                for schema, said in self._patterns]  # fmt: skip
        return sum(each for each in many if each <= MOST_UNSAID)

    def named_twice(self, schema: str, args: Sequence[int]) -> int | None:
        """The place of a code that the same choice has before; None if there is none. Sets are padded with their last member."""
        sets = {one.places.start for one in self.arguments[schema] if one.is_set}
        for places in without_order(self._game, schema):
            codes = args[places.start : places.stop]
            if places.start not in sets and len(set(codes)) < len(codes):
                return next(at for at in places if args[at] in args[places.start : at])
        return None

    @cached_property
    def _patterns(self) -> list[tuple[f.Schema, re.Pattern[str]]]:
        """The file's own notations, as patterns for texts. The condition of one may settle the values that it leaves out."""
        found = []
        for schema in self._schemas.values():
            names = {param.name: f"p{at}" for at, param in enumerate(schema.params)}  # not every name is a valid group name
            numbers = {param.name for param in schema.params if isinstance(param.type, Num)}
            lets = {let.name for let in schema.lets}
            for template in self.templates(schema.name):
                pattern, said = "", set()
                for part in re.split(rf"({_WORD.pattern})", " ".join(template.split())):
                    name = part.partition(".")[0]
                    if part in names and part not in said:
                        pattern += rf"(?P<{names[part]}>{NUMBER})" if part in numbers else rf"(?P<{names[part]}>[\w-]*\w)"
                        said.add(part)
                    else:
                        pattern += r"[\w-]+" if name in names or name in lets else re.escape(part.lower())
                if said:
                    found.append((schema, re.compile(pattern)))
        return found

    def is_one_step(self, text: str) -> bool:
        """Whether a text is that of one step, legal or not: its own notation, or its name and all its arguments."""
        return self.is_written(text) or bool(self._in_full(self.split(text)))

    def has_signs(self, step: Step, text: str) -> bool:
        """Whether a step is written with all the signs of a text that tell moves apart."""
        return self._signs & set(text) <= set(self.text(step))

    def _spellings(self, step: Step) -> list[list[str]]:
        """A step's words: in full, without the schema's name, the template's own words, or what the step before handed over."""
        schema = self._schemas.get(step.schema)
        full = self.split(self.text(step))
        if schema is None:
            return [full, full[1:] if self._is_roll(step) else self.split(step.schema)]
        said = {one.name: [token for code in one.codes(step.args) for token in self.split(self._values.text(code, one.type))]
                for one in self.arguments[step.schema]}  # fmt: skip
        arguments = [token for tokens in said.values() for token in tokens]
        bare = [token for _, word in self.words(step) for token in self.split(word)]
        spellings = [full, self.split(step.schema) + arguments, self.split(step.schema) + full, bare]
        own = [token for name, tokens in said.items() if (step.schema, name) not in self._handed for token in tokens]
        if own != arguments:
            spellings += [self.split(step.schema) + own, own]
        if "_" in step.schema:  # shortened to its first word
            spellings.append([step.schema.lower(), *arguments])
        return [words for words in (*spellings, arguments) if words]

    def _in_full(self, tokens: list[str]) -> set[Step]:
        """The steps, legal or not, that words say by the whole name of a move and all its arguments."""
        found = set()
        for schema in self._schemas.values():
            words = self.split(schema.name)
            args = self._codes_in(schema, tokens[len(words) :]) if tokens[: len(words)] == words else None
            if args is not None and len(args) == len(schema.params):
                found.add(Step(schema.name, args))
        return found

    def guess(self, text: str) -> list[tuple[f.Schema, tuple[int, ...]]]:
        """The schemas and arguments, complete or not, that a text may mean, legal or not; the likeliest first."""
        tokens = self.split(text)
        guesses: list[tuple[f.Schema, tuple[int, ...]]] = []
        for named in (True, False):
            for schema in self._schemas.values():
                words = self.split(schema.name)
                if named and not begins(tokens[: len(words)], words):
                    words = [schema.name.lower()]
                if named and not (begins(tokens[: len(words)], words) and tokens):
                    continue
                rest = tokens[len(words) :] if named else tokens
                args = self._codes_in(schema, rest)
                if args is not None and (args or named):
                    guesses.append((schema, args))
            if guesses:
                break
        return sorted(guesses, key=lambda guess: -len(guess[1]))

    def _codes_in(self, schema: f.Schema, tokens: list[str]) -> tuple[int, ...] | None:
        """The codes of the arguments that the tokens give, from the first parameter on; None if they fit no parameter, or name
        a member of one choice twice."""
        args: list[int] = []
        rest = list(tokens)
        for one in self.arguments[schema.name]:
            found = self._members(one, rest)
            if (rest and not found) or len(set(found)) < len(found):
                return None
            args += found and [*found, *[found[-1]] * (len(one.places) - len(found))]
        if rest or self.named_twice(schema.name, args) is not None:
            return None
        return canonical_codes(self._game, schema.name, args)

    def _members(self, argument: Argument, rest: list[str]) -> list[int]:
        """The codes that the next tokens give for an argument; these tokens are taken away."""
        found: list[int] = []
        while rest and len(found) < len(argument.places):
            for count in range(self._values.most_words(argument.type), 0, -1):
                code = self._code_of(rest[:count], argument.type) if len(rest) >= count else None
                if code is not None:
                    found.append(code)
                    del rest[:count]
                    break
            else:
                break
        return found

    def _code_of(self, words: list[str], type_: Fin | Num | object) -> int | None:
        """The code of a value whose name consists of these words."""
        codes = (self._code(sign.join(words), type_) for sign in ("-", "--", "_"))
        return next((code for code in codes if code is not None), None)

    def _code(self, text: str, type_: Fin | Num | object) -> int | None:
        if isinstance(type_, Num):
            return self._values.code(number_of_word(text), type_)
        if isinstance(type_, Fin):
            return self._values.code(text, type_)
        return None


def _remembered(known: dict[Step, _T], step: Step, make: Callable[[Step], _T]) -> _T:
    found = known.get(step)
    if found is None:
        if len(known) >= KNOWN:
            known.clear()
        found = known[step] = make(step)
    return found


def codes_of_type(type_: Type) -> range:
    """All values that a parameter may have."""
    inner = strip_opt(type_)
    if isinstance(inner, Num):
        return range(inner.lo, inner.hi + 1)
    return range(inner.domain.size if isinstance(inner, Fin) else 0)


def parameter_type(schema: f.Schema, name: str) -> Type:
    """The type of a parameter of a move, or of a name that it gives by `let`."""
    found = (param.type for param in schema.params if param.name == name)
    return next(found, None) or next(let.value.type for let in schema.lets if let.name == name)


def property_text(game: CheckedGame, values: Values, type_: Type, code: int, attribute: str) -> str:
    """The text of a property of a value: of a cell, or of a value of the file's own; empty for no property."""
    inner = strip_opt(type_)
    if not isinstance(inner, Fin) or (isinstance(type_, Opt) and code == none_code(inner)):
        return ""
    if inner.domain.name == "cell":
        return _of_cell(game.board, code, attribute)
    own = game.world.value_properties.get(inner.domain.name, {}).get(attribute)
    return "" if own is None else values.text(own[1][code], own[0])


def _of_cell(board: Board, c: int, attribute: str) -> str:
    """A cell's column or row, a number where they have no labels; empty for no property."""
    renamed, column, row = board.plan.renamed, board.column[c], board.row[c]
    match attribute:
        case "column":
            return renamed.columns[column - 1] if renamed is not None and renamed.columns else str(column)
        case "row":
            return renamed.rows[row - 1] if renamed is not None and renamed.rows else str(row)
        case "number":
            return str(c + 1)
    return ""
