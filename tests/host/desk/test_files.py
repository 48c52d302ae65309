"""The desk on whole files: every bundled game, every bad file of `tests/bad`, and files edited at random."""

from __future__ import annotations

import random
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
import yaml

from ggl import resources
from ggl.checker.hidden.visibility import SITE, VIEWER
from ggl.checker.vocabulary.names import TAKEN
from ggl.diagnostics import Diagnostic, Findings
from ggl.host.desk import Desk, Files, RenameRefused, TextChange, places
from ggl.host.desk.names import occurrences
from ggl.host.desk.occurrence import QUOTED, Occurrence, Sort
from ggl.host.desk.places import read_by_prelude
from ggl.host.desk.reading import Reading, read_text
from ggl.host.desk.tree_names import all_in
from ggl.model.reader.combining import member_prefix
from ggl.play.filetests import misread
from ggl.play.loading import check_source
from ggl.source import Source
from ggl.syntax import tree as t
from ggl.syntax.document import decode_text
from tests.few import few_of, one_in, slow

BAD = Path(__file__).resolve().parents[2] / "bad"
GAMES = resources.bundled_games()
FEW = ("tic-tac-toe", "tiku-diagonal")
"""Games for the ordinary run: a small one, and a variant."""

SOME = [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name in GAMES]


def desk_of(path: Path) -> Desk:
    return Desk(str(path), path.read_text("utf-8"), Files(path.parent))


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """The bundled games under other names, so that variants extend files that may be changed."""
    for name in GAMES:
        text = resources.games_folder().joinpath(f"{name}.yaml").read_text("utf-8")
        for other in GAMES:
            text = text.replace(f"\nextends: {other}\n", f"\nextends: my-{other}.yaml\n")
        (tmp_path / f"my-{name}.yaml").write_text(text, "utf-8")
    return tmp_path


def said(found: tuple[Diagnostic, ...]) -> list[tuple[str, str, str]]:
    return [(each.code.code, str(each.span), each.message) for each in found]


def readable() -> list[Path]:
    """The bad files that are text."""
    return [path for path in sorted(BAD.glob("*/*.yaml")) if decode_text(path.read_bytes(), path.name, Findings()) is not None]


@pytest.mark.parametrize("path", one_in(24, readable()), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_bad_file_has_the_findings_of_check_and_its_fixes_mend_them(path: Path) -> None:
    source = decode_text(path.read_bytes(), str(path), Findings())
    assert source is not None
    checked, found = check_source(source)
    desk = Desk(str(path), source.text, Files(path.parent))
    assert said(desk.findings()) == said((*found, *(misread(checked) if checked is not None else ())))
    before = Counter((each.code.code, each.message) for each in desk.findings())
    offered = [fix.finding for fix in desk.fixes()]
    for each in desk.findings():  # one that leads to another error at its place is not offered
        if each.fix is not None and each not in offered:
            text = source.text[: each.fix.span.start] + each.fix.replacement + source.text[each.fix.span.end :]
            after = Counter((each.code.code, each.message) for each in Desk(desk.name, text, Files(path.parent)).findings())
            assert after - before
    for fix in desk.fixes():
        if fix.edits.source.name != desk.name:
            continue
        after = Counter((each.code.code, each.message) for each in Desk(desk.name, fix.edits.text, Files(path.parent)).findings())
        key = (fix.finding.code.code, fix.finding.message)
        assert after[key] < before[key]
        assert not [code for code, _ in after - before if code.startswith("GGL1")]  # and it breaks nothing that could be read
        assert fix.title[:1].upper() == fix.title[:1]
    for offset in range(0, len(desk.text), max(len(desk.text) // 8, 1)):  # what cannot be read is answered too
        for ask in (desk.hover, desk.complete, desk.signature, desk.definitions):
            ask(offset)
    for all_of in (desk.symbols, desk.folds, desk.tokens, desk.hints, desk.lenses, desk.format):
        all_of()


@pytest.mark.parametrize("path", [path for path in readable() if path.stem in ("bad-expressions", "arrows", "near-keys")])
def test_all_fixes_at_once_leave_nothing_that_one_would_mend(path: Path) -> None:
    desk = desk_of(path)
    mended = Desk(desk.name, desk.fix_all(), Files(path.parent))
    assert len(mended.findings()) < len(desk.findings())


@pytest.mark.parametrize("sort", [sort for sort in get_args(Sort) if sort not in QUOTED])
def test_a_new_name_of_each_sort_is_held_against_the_words_of_the_language(sort: Sort) -> None:
    assert places._AS.get(sort, sort) in TAKEN


def written(one: Occurrence) -> str:
    return member_prefix(one.thing.name) if one.singular else one.thing.name


@pytest.mark.parametrize("name", few_of(GAMES))
def test_each_name_is_found_with_its_declaration(name: str) -> None:
    path = resources.games_folder() / f"{name}.yaml"
    found = occurrences(read_text(Source(str(path), path.read_text("utf-8")), Files(path.parent)))
    declared = {one.thing for one in found if one.declares}
    assert [one for one in found if one.span.text not in (written(one), written(one).lower())] == []  # `take-black`
    assert [one for one in found if one.thing not in declared] == []


def games_of_the_manual() -> list[str]:
    """The games by which the manual explains each key: together they use all of the language."""
    data = yaml.safe_load((BAD.parents[1] / "docs" / "keys.yaml").read_text("utf-8"))
    return [section["game"] for section in data["sections"]]


@pytest.mark.parametrize("text", games_of_the_manual())
def test_names_of_every_part_of_a_file_are_found_and_can_be_changed(text: str) -> None:
    reading = read_text(Source("game.yaml", text), Files())
    found = occurrences(reading)
    declared = {one.thing for one in found if one.declares}
    assert [one for one in found if one.span.text != written(one) or one.thing not in declared] == []
    desk = Desk("game.yaml", text)
    assert said(desk.findings()) == said(reading.findings)
    assert desk.tokens()
    for one in {each.thing: each for each in found if each.thing.sort in ("value", "values", "cell", "phase", "layer")}.values():
        if one.declares:
            (made,) = desk.rename(one.span.start, f"other_{one.thing.name}")
            places = sum(each.thing == one.thing for each in found)
            assert made.text.count(f"other_{member_prefix(one.thing.name)}") == places


def test_a_choice_of_a_pie_rule_does_not_begin_with_a_move(copies: Path) -> None:
    path = copies / "my-tabik.yaml"
    desk = desk_of(path)
    (text,) = (made.text for made in desk.rename(desk.text.index("\n  swap:") + 3, "exchange") if made.source.name == str(path))
    assert "place a1 b1, swap-sides" in text
    assert "illegal: exchange a1-b1, exchange a1-a2" in text


@pytest.mark.parametrize(
    ("name", "each"), [(FEW[0], "sort"), *(slow(name, "sort") for name in FEW[1:]), *(slow(name, "thing") for name in GAMES)]
)
def test_a_thing_renamed_and_renamed_back_leaves_the_same_bytes(name: str, each: str, copies: Path) -> None:
    """Each thing that has a name, or one of each sort."""
    path = copies / f"my-{name}.yaml"
    desk = desk_of(path)
    done = set()
    for one in occurrences(read_text(Source(str(path), desk.text), Files(copies))):
        thing = one.thing if each == "thing" else one.thing.sort
        if thing in done or one.span.source.name != str(path):
            continue
        done.add(thing)
        new = f"{one.thing.name} anew" if one.thing.sort in QUOTED else f"zz{one.thing.name}"
        try:
            made = desk.rename(one.span.start, new)
        except RenameRefused:
            if one.thing.sort != "constant" or one.thing.name not in read_by_prelude():
                raise
            continue
        texts = {Path(each.source.name): each.text for each in made}
        there = Desk(str(path), texts[path], Files(copies, texts))
        shift = sum(
            len(c.text) - (c.end - c.start)
            for e in made
            if e.source.name == str(path)
            for c in e.changes
            if c.end <= one.span.start
        )
        back = there.rename(one.span.start + shift, one.thing.name)
        assert {Path(each.source.name): each.text for each in back} == {each: each.read_text("utf-8") for each in texts}
    assert len(done) > 3


@pytest.mark.parametrize("name", SOME)
def test_no_binder_and_no_use_of_a_name_is_left_out(name: str, copies: Path) -> None:
    path = copies / f"my-{name}.yaml"
    assert_no_name_is_left_out(read_text(Source(str(path), path.read_text("utf-8")), Files(copies)))


def test_names_of_links_of_listed_cells_and_of_marks_are_found() -> None:
    text = """\
ggl: 1
name: Ends
players: [Red, Blue]
board: square(3, 1)
labels: {cells: [left, middle, right_end]}
links: a in cells, b in cells - {a}
pieces: {stone: {}}
moves:
  place:
    for: c in vacant - {right_end}
    do: put stone on c
end:
  player p wins: p stone on middle
look:
  sizes: {stone: 0.5}
  draw:
    reached(p): {on: cells with p stone, as: ring}
"""
    reading = read_text(Source("ends.yaml", text), Files())
    assert reading.findings == ()
    assert_no_name_is_left_out(reading)
    places = Counter(one.thing.name for one in occurrences(reading))
    assert (places["right_end"], places["middle"], places["stone"]) == (2, 2, 5)
    assert {one.thing.name for one in occurrences(reading) if one.declares} >= {"a", "b", "p", "left", "middle", "right_end"}


def assert_no_name_is_left_out(reading: Reading) -> None:
    """Each binder of the game, and each word in an expression that is the name of some thing of it, has an occurrence.

    But for `viewer` and `c` under `seen by`, which are the language's.
    """
    found = occurrences(reading)
    places, names = {one.span for one in found}, {one.thing.name for one in found if one.thing.sort not in (*QUOTED, "move")}
    assert reading.definition is not None
    declared = (*reading.definition.pieces.values(), *reading.definition.state.values())
    given = {
        one.span for each in declared for one in all_in(each.seen_by) if isinstance(one, t.Name) and one.name in (VIEWER, SITE)
    }
    left: list[object] = []
    for value in all_in(reading.definition):
        if isinstance(value, t.Binder) and value.name_span.text == value.name and value.name_span not in places:
            left.append(value)
        if isinstance(value, t.Name) and value.name in names and value.span.text == value.name:
            left += [value] if value.span not in places | given else []
    assert left == []


def test_names_under_shows_are_those_of_the_parameters() -> None:
    text = """\
ggl: 1
game: Hidden Drops
players: [Black, White]
board: square(3)
pieces: {stone: {seen by: owner}}
moves:
  drop:
    for: a in cells, c in cells
    where: seen(empty(a)) and a != c
    shows: a, c
    do: "if empty(a): put stone on a"
end:
  mover wins: seen(a1 is none)
"""
    reading = read_text(Source("drops.yaml", text), Files())
    shown = text.index("shows: ") + len("shows: ")
    found = {one.span.start: one.thing.name for one in occurrences(reading)}
    assert (found[shown], found[shown + 3]) == ("a", "c")


def test_a_rename_reaches_the_base_and_the_other_variants(copies: Path) -> None:
    shutil.copy(copies / "my-tiku-points.yaml", copies / "third.yaml")
    desk = desk_of(copies / "my-tiku-diagonal.yaml")
    base = (copies / "my-tiku.yaml").read_text("utf-8")
    reading = read_text(Source(desk.name, desk.text), Files(copies))
    moves = [one for one in occurrences(reading) if one.thing.sort == "player" and one.span.source.name == desk.name]
    made = desk.rename(moves[0].span.start, "Somebody")
    assert {Path(each.source.name).name for each in made} >= {"my-tiku.yaml", "my-tiku-diagonal.yaml"}
    assert "Somebody" in next(each.text for each in made if each.source.name.endswith("my-tiku.yaml"))
    assert "Somebody" not in base


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("own", "taken"),
        ("mover", "taken"),
        ("two words", "not a name"),
        ("White", "is not possible in"),
        ("1st", "not a name"),
        ("a1", "is not possible in"),
    ],
)
def test_a_name_that_cannot_be_had_is_refused_in_words(new: str, why: str, copies: Path) -> None:
    desk = desk_of(copies / "my-chess.yaml")
    with pytest.raises(RenameRefused, match=why):
        desk.rename(desk.text.index("quiet: {start"), new)


def test_a_constant_that_words_of_the_language_read_keeps_its_name(copies: Path) -> None:
    desk = desk_of(copies / "my-breakthrough.yaml")
    with pytest.raises(RenameRefused, match="words of the language read the constant `forward`: `rank`"):
        desk.rename(desk.text.index("forward: north"), "ahead_of")


def test_a_name_of_a_game_that_comes_with_ggl_is_not_changed(tmp_path: Path) -> None:
    text = "ggl: 1\nname: Mine\nextends: tic-tac-toe\nlook: {colours: {X: red}}\n"
    desk = Desk(str(tmp_path / "mine.yaml"), text, Files(tmp_path))
    with pytest.raises(RenameRefused, match="comes with ggl"):
        desk.rename(text.index("X: red"), "Cross")


def test_an_open_base_counts_before_the_one_on_disk(tmp_path: Path) -> None:
    base = (resources.games_folder() / "tic-tac-toe.yaml").read_text("utf-8")
    (tmp_path / "base.yaml").write_text(base, "utf-8")
    variant = "ggl: 1\nname: Mine\nextends: base.yaml\n"
    assert Desk(str(tmp_path / "mine.yaml"), variant, Files(tmp_path)).findings() == ()
    open_texts = {tmp_path / "base.yaml": base.replace("board: ", "bord: ")}
    found = Desk(str(tmp_path / "mine.yaml"), variant, Files(tmp_path, open_texts)).findings()
    assert any("bord" in each.message for each in found)


# ------------------------------------------------------------------------------------------------------- random edits

_PIECES = (
    " ",
    "\n",
    "  ",
    ":",
    ": ",
    "{",
    "}",
    "(",
    ")",
    "'",
    '"',
    "|",
    "-",
    "#",
    ",",
    "x",
    "own ",
    "c.",
    "𝔊",
    "é",
    "if ",
    "0",
    "\t",
)


def edit(rng: random.Random, text: str) -> TextChange:
    """As a person types: mostly a few characters, sometimes a line cut out or put in elsewhere."""
    at = rng.randrange(len(text) + 1)
    kind = rng.random()
    if kind < 0.55:
        return TextChange(at, at, rng.choice(_PIECES))
    if kind < 0.85:
        return TextChange(at, min(at + rng.randrange(1, 4), len(text)), "")
    line = text[text.rfind("\n", 0, at) + 1 : (text.find("\n", at) + 1) or len(text)]
    start = text.rfind("\n", 0, at) + 1
    return TextChange(start, start + len(line), "") if kind < 0.93 else TextChange(start, start, line)


def answers(desk: Desk, rng: random.Random) -> list[object]:
    """Much of what can be asked, as text."""
    desk.settle()
    found: list[object] = [said(desk.findings()), desk.symbols(), desk.folds(), desk.tokens(), desk.hints(), desk.lenses()]
    for _ in range(6):
        offset = rng.randrange(len(desk.text) + 1)
        found += [
            desk.complete(offset),
            desk.signature(offset),
            desk.hover(offset),
            desk.definitions(offset),
            desk.references(offset),
        ]
    return found


def replayed(seed: int, edits: int, every: int, names: tuple[str, ...]) -> None:
    rng = random.Random(seed)
    for number, name in enumerate(names):
        path = resources.games_folder() / f"{name}.yaml"
        whole = path.read_text("utf-8")
        desk = Desk(str(path), whole, Files(path.parent))
        for count in range(1, edits // len(names) + 1):
            if rng.random() < 0.02:  # undone as far as it goes, so that not all that is tried is rubble
                desk.replace(whole)
            desk.edit([edit(rng, desk.text)])
            if rng.random() < 0.3:
                desk.complete(rng.randrange(len(desk.text) + 1))
            if count % every == 0:
                seed_of_answers = rng.random()
                fresh = Desk(str(path), desk.text, Files(path.parent))
                assert answers(desk, random.Random(seed_of_answers)) == answers(fresh, random.Random(seed_of_answers)), (
                    f"after {count} edits of {name}, seed {seed + number}"
                )


def test_a_desk_that_was_edited_answers_as_a_new_one() -> None:
    replayed(1, 60, 15, ("tic-tac-toe", "tiku-diagonal"))


@pytest.mark.slow
def test_a_desk_that_was_edited_ten_thousand_times_answers_as_a_new_one() -> None:
    replayed(2, 10_000, 100, ("chess", "tiku-points", "oware", "go", "quarod"))


if __name__ == "__main__":
    replayed(int(sys.argv[1]), int(sys.argv[2]), 100, GAMES)
