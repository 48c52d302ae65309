"""The core prints, reads back as itself, and is verified, for every game there is."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from ggl import resources
from ggl.core import forms as f
from ggl.core.printer import canonical_core, head_of, print_core, print_form
from ggl.core.reader import ReadError, read_core, read_form
from ggl.core.types import BOOL, Domain, Fin, ListOf, Num, Opt, SetOf
from ggl.core.verify import CoreError, verify
from ggl.core.walk import walk
from ggl.play.loading import check_source
from ggl.source import Source
from tests import drafts
from tests.few import few_of

FILES = [*(resources.games_folder() / f"{name}.yaml" for name in resources.bundled_games()), *drafts.SOUND]


def core_of(path: Path) -> f.CoreGame:
    checked, found = check_source(Source(str(path), path.read_text("utf-8")))
    assert checked is not None, found
    return checked.core


@pytest.mark.parametrize("path", few_of(FILES, lambda path: path.stem), ids=[f"{path.parent.name}-{path.stem}" for path in FILES])
def test_prints_reads_back_and_is_sound(path: Path) -> None:
    core = core_of(path)
    verify(core)
    text = print_core(core)
    back = read_core(text)
    assert back == canonical_core(core)
    assert print_core(back) == text
    verify(back)
    assert max(map(len, re.sub(r"\d{40,}", "", text).splitlines())) <= 120  # the code of a large set is one long word


def test_two_checks_of_a_file_give_the_same_core() -> None:
    path = resources.games_folder() / "sgibun.yaml"
    first, second = core_of(path), core_of(path)
    assert first == second
    assert print_core(first) == print_core(second)


def test_every_form_has_its_own_head() -> None:
    classes = [item for item in vars(f).values() if isinstance(item, type) and dataclasses.is_dataclass(item)]
    assert len({head_of(item) for item in classes}) == len(classes)
    assert head_of(f.NumberRange) == "number-range"


CELL, MARK = Domain("cell", 9), Domain("mark", 2)
TYPES = [
    (BOOL, "<bool>"),
    (Num(-3, 8), "<-3..8>"),
    (Num(0, 8, 2), "<0..8/2>"),
    (Fin(CELL), "<cell>"),
    (Opt(Fin(CELL)), "<cell?>"),
    (Opt(Num(0, 3)), "<0..3?>"),
    (ListOf(SetOf(Fin(CELL))), "<[{cell}]>"),
    (SetOf(Fin(MARK)), "<{mark:2}>"),
    (Fin(Domain("0..8", 9)), "<@0..8:9>"),
]


@pytest.mark.parametrize(("type_", "text"), TYPES, ids=[text for _, text in TYPES])
def test_a_type_prints_and_reads(type_: object, text: str) -> None:
    domains = {"cell": CELL}
    assert print_form(type_, domains) == f"{text}\n"
    assert read_form(text, domains) == type_


def test_words_that_look_like_others_are_quoted() -> None:
    condition = f.Condition("true", f.And((f.Lit(1, BOOL),)))
    assert print_form(condition) == '(condition "true" (and [(lit 1 <bool>)]))\n'
    assert read_form(print_form(condition)) == condition
    named = f.Condition('a "b" \\ 1.5', f.Lit(0, BOOL))
    assert read_form(print_form(named)) == named


def test_an_authors_dotted_name_is_not_numbered() -> None:
    core = core_of(resources.games_folder() / "sgibun.yaml")
    assert core is not None
    schema = dataclasses.replace(core.schemas[0], guard=(f.Condition("rule.5", f.Lit(1, BOOL)),))
    assert canonical_core(dataclasses.replace(core, schemas=(schema,))).schemas[0].guard[0].name == "rule.5"


BAD = ["", "(", ")", "(lit 1)", "(lit 1 <bool> 2 3)", "(no-such)", "<cell>", "(lit 1 <bool>) x", "(domain cell 2)"]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_core_is_refused(text: str) -> None:
    with pytest.raises(ReadError):
        read_core(text)


# ------------------------------------------------------------------------------------------------------------ the verifier


def swapped(core: f.CoreGame, **changes: object) -> f.CoreGame:
    return dataclasses.replace(core, **changes)


def first(core: f.CoreGame, **changes: object) -> f.CoreGame:
    """The game with its first definition changed."""
    return swapped(core, definitions=(dataclasses.replace(core.definitions[0], **changes), *core.definitions[1:]))


def broken_cores() -> dict[str, object]:
    number = Num(0, 3)
    call_itself = lambda core: first(  # noqa: E731
        core, params=(), body=f.Call(core.definitions[0].name, (), number)
    )
    return {
        "bound nowhere": lambda core: first(core, body=f.Var("nobody", number)),
        "no field": lambda core: first(core, body=f.Get("nothing", (), number)),
        "no table": lambda core: first(core, body=f.Tab("nothing", (), number)),
        "which is not there": lambda core: first(core, body=f.Call("nothing", (), number)),
        "comes back to itself": call_itself,
        "is wanted": lambda core: first(core, body=f.Not(f.Lit(1, number))),
        "indices, not": lambda core: first(core, body=f.Get("mover", (f.Lit(0, number),), number)),
        "is called a": lambda core: first(core, body=f.Get("ply", (), BOOL)),
        "called alike": lambda core: swapped(core, fields=(*core.fields, core.fields[0])),
        "no reason": lambda core: swapped(core, setup=f.Finish("draw", None, 99)),
        "offers": lambda core: swapped(core, turn=dataclasses.replace(core.turn, phases=(f.Phase("", (("nothing",),)),))),
        "entries, not": lambda core: swapped(core, tables=(dataclasses.replace(core.tables[0], entries=()), *core.tables[1:])),
        "no layer": lambda core: swapped(core, setup=f.Take("nothing", f.Lit(0, number))),
    }


@pytest.mark.parametrize("message", broken_cores())
def test_an_unsound_core_is_told(message: str) -> None:
    core = core_of(resources.games_folder() / "sgibun.yaml")
    assert core is not None
    with pytest.raises(CoreError, match=message):
        verify(broken_cores()[message](core))  # type: ignore[operator]


def test_a_variable_does_not_outlive_its_form() -> None:
    core = core_of(resources.games_folder() / "sgibun.yaml")
    assert core is not None
    bound = next(form for form in walk(core) if isinstance(form, f.Filter | f.Fold))
    free = f.Var(bound.name, bound.source.type)
    with pytest.raises(CoreError, match="bound nowhere"):
        verify(swapped(core, score=free))
