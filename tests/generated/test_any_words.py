"""Expressions drawn from the vocabulary: each word is among the forms, and what they make is of its type."""

from __future__ import annotations

import re
from random import Random

from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.play.loading import check_source
from ggl.source import Source
from tests.generated.draft import Draft, Scope, board_of
from tests.generated.of_any_words import ELSEWHERE, SETS, drawn, forms
from tests.generated.of_things import add_kind


def draft(seed: int) -> Draft:
    d = Draft(Random(seed))
    d.board_part, d.players = "square(3)", ["X", "O"]
    board = board_of("board: square(3)\n")
    assert board is not None
    d.board = board
    for sites in ("cells", "edges", "vertices"):
        add_kind(d, sites=sites)
    return d


def test_each_word_of_the_language_is_drawn_or_has_a_feature_of_its_own() -> None:
    text = " ".join(form.text for found in forms().values() for alike in found for form in alike)
    missing = {
        word for word in (*BOARD_WORDS, *prelude(), *WORDS) if word not in ELSEWHERE and not re.search(rf"\b{word}\b", text)
    }
    assert not missing


def test_what_is_drawn_is_of_its_type() -> None:
    """One in some hundred is refused, for the size of a table or what numbers it may come to."""
    refused = 0
    for seed in range(20):
        d = draft(seed)
        drawn_here = {type_: drawn(d, Scope("end"), type_, 2) for type_ in ("bool", "number", *list(SETS)[:3], "cells", "[cell]")}
        for type_, text in drawn_here.items():
            condition = {"bool": "{}", "number": "({}) > 2", "cells": "any({})"}.get(type_, "({0}) == ({0})").format(text)
            file = "ggl: 1\nname: Drawn\nplayers: [X, O]\nboard: square(3)\npieces:\n"
            file += "".join(f"  {kind.name}: {{sites: {kind.sites}}}\n" for kind in d.kinds)
            file += f"moves:\n  m:\n    for: c in vacant\n    do: put {d.kinds[0].name} on c\nend:\n  draw: {condition}\n"
            refused += check_source(Source("drawn.yaml", file))[0] is None
    assert refused < 7
