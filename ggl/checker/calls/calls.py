"""Resolves a call by its name: a definition of the file, a word of the prelude, a word with its own rule, or a word of the
board."""

from __future__ import annotations

from ggl.checker.calls.arguments import typed_arguments
from ggl.checker.calls.connection import distance_along
from ggl.checker.calls.tables import board_word, named_side
from ggl.checker.calls.typing_rules import TYPING_RULES
from ggl.checker.typer import Typer
from ggl.checker.vocabulary import other_words
from ggl.checker.vocabulary.board_words import BOARD_WORDS, DECLARED, PRELUDE_ONLY
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near
from ggl.syntax import tree as t

_OF_CELLS = ("neighbors", "components", "spread", "empty", "occupied")


class Calls:
    def __init__(self, expressions: Typer) -> None:
        self._all = expressions
        self._world = expressions.world
        self._definitions = expressions.definitions

    def call(self, tree: t.Call, scope: Scope) -> f.Expr:
        if tree.name in BOARD_WORDS or tree.name in _OF_CELLS:
            self._all.names.needs_board(tree.span, tree.name)
        defined = self._definitions.call(tree, scope)
        if defined is not None:
            return defined
        name = tree.name
        if name in WORDS:
            word = WORDS[name]
            if not word.least <= len(tree.args) <= word.most or any(n.name not in word.named for n in tree.named):
                message = f"`{name}` does not take these arguments"
                self._world.refuse(codes.WRONG_ARGUMENTS, tree.span, message, word.meaning, f"write {word.usage}")
            return TYPING_RULES[name](self._all, tree, scope)
        if name == "side" and len(tree.args) == 1 and isinstance(tree.args[0], t.Name):
            named = named_side(self._all, tree.args[0], scope)
            if named is not None:
                return named
        if name == "distance" and len(tree.args) == 3:
            return distance_along(self._all, tree, scope)
        if name in BOARD_WORDS or scope.is_prelude:
            word_ = BOARD_WORDS.get(name) or PRELUDE_ONLY[name]
            if name in ("link", "crosses"):
                self._all.names.needs_links(tree, name)
            if name in DECLARED:
                self._all.names.needs_declared(tree, name)
            args = typed_arguments(self._all, tree, word_.signature, scope)
            return board_word(self._all, name, args, tree.span)
        message, help_, fix = f"unknown name `{name}`", None, None
        word_of_one = other_words.CALLS_OF_ONE.get(tree.name.lower()) if len(tree.args) == 1 else None
        other = word_of_one or other_words.CALLS.get(tree.name.lower())
        if tree.name in self._world.kinds:
            other = other_words.Instead("c", f"{tree.name} on c")
        close = () if other else near(name, self.names())
        label = "not a definition" + ("; near: " + ", ".join(f"`{w}`" for w in close) if close else "")
        if name == "score":
            help_ = "no expression can read the score; define `points(p)` and write it here and as `score(p): points(p)`"
        elif (place := self._world.variables.get(name)) is not None:
            message, label = f"`{name}` is a variable, and is read without brackets", ""
            fix = Fix.write(tree.span, f"{tree.args[0].span.text}.{name}" if place.index and tree.args else name)
        elif other is not None:
            help_, fix = other_words.suggestion(other, tree.args, tree.span)
        elif close:
            fix = Fix.write(tree.name_span, close[0])
        self._world.refuse(codes.UNKNOWN_NAME, tree.name_span, message, label, help_, fix=fix)

    def names(self) -> list[str]:
        return [*self._definitions.own, *prelude(), *WORDS, *BOARD_WORDS]

    def signature_text(self, name: str) -> str | None:
        """How a call of the word is written, if it is one that takes arguments."""
        if name in self._definitions.own:
            return f"{name}({', '.join(self._definitions.own[name][0])})"
        if name in prelude():
            return prelude()[name].usage
        if name in WORDS:
            return WORDS[name].usage
        if name in BOARD_WORDS:
            return str(BOARD_WORDS[name].signature)
        return None
