"""A definition of the file becomes one of the core for each list of argument types, and few for many bounds of numbers."""

from __future__ import annotations

import pytest

from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """
name: Definitions
players: [Black, White]
board: square(3)
pieces: {{stone: {{}}}}
moves: {{place: {{for: c in vacant, do: put stone on c}}}}
define:
  one(n): |
    {body}
  half(n): n / 2
end: {{by score: full}}
score(p): half(1) + {score}
tests: {{asked: {{play: a1, 'true': '{test}'}}}}
"""


def game(body: str, score: str, test: str = "full or true") -> Game:
    return made_of(Source("definitions.yaml", GAME.format(body=body, score=score, test=test)))


def names_of(made: Game) -> list[str]:
    """What the instances of `one` are called in the core."""
    return [definition.name for definition in made.checked.core.definitions if definition.label == "one"]


def numbered(count: int) -> list[str]:
    return ["one", *(f"one.{number}" for number in range(2, count + 1))]


@pytest.mark.parametrize(
    ("body", "call", "first", "last", "count"),
    [
        ("n * 2", "one({n} if full else 0)", 1, 8, 8),
        ("n * 2", "one({n} if full else 0)", 1, 20, 10),  # the other twelve are for 0..16 and for 0..32
        ("[3, 5][n]", "(1 if one({n} if full else 0) == none else 0)", 3, 22, 10),  # a number or none, however few
        ("[3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25][n]", "one({n} if full else 1)", 1, 12, 13),  # a number where narrow alone
    ],
)
def test_after_eight_bounds_of_numbers_calls_share_definitions(body: str, call: str, first: int, last: int, count: int) -> None:
    score = " + ".join(call.format(n=n) for n in range(first, last + 1))
    assert names_of(game(body, score)) == numbered(count)


FIVE = " + ".join(f"one({n} if full else 1)" for n in range(1, 6))
RANGES = " + ".join(f"sum(one(x) for x in {n}..{n + 1})" for n in range(1, 5))
LISTED = "[" + ", ".join("0123456789")
TEN = " + ".join(f"one({n})" for n in range(1, 10))


@pytest.mark.parametrize(
    ("body", "score"),
    [
        ("[3, 5, 7, 9, 11][n] + 1", f"{FIVE} + {RANGES}"),
        ("1 if [3, 5, 7, 9, 11][n] < 7 else 2", f"{FIVE} + {RANGES}"),
        ("two(n) + 1\n  two(n): '[3, 5, 7, 9, 11][n]'", f"{FIVE} + {RANGES}"),
        ("count(y in 0..n if y < 5)", f"{TEN} + one(count(cells with stone) * 400)"),
        (
            "[1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21][size(n) + 1] + 1",
            " + ".join(f"one({LISTED[: 3 * n - 1]}])" for n in range(1, 11)),
        ),
    ],
)
def test_where_wide_bounds_do_not_do_a_call_has_its_own(body: str, score: str) -> None:
    assert game(body, score).initial_state().play("a1")


def test_after_many_bounds_of_numbers_wide_ones_must_do() -> None:
    """Each of these calls has a number or none where others have a number, so each would be better off on its own."""
    terms = [f"(1 if one({n} if full else 1) == none else 0)" for n in range(2, 257)]
    parts = [" + ".join(terms[at : at + 50]) for at in range(0, len(terms), 50)]
    bodies = "".join(f"\n  part_{number}: {part}" for number, part in enumerate(parts))
    score = " + ".join(f"part_{number}" for number in range(len(parts)))
    assert len(names_of(game("[3, 5][n]" + bodies, score))) == 256


def test_a_body_that_is_wrong_for_any_bounds_is_told_once() -> None:
    text = GAME.format(body="n + c", score=" + ".join(f"one({n} if full else 0)" for n in range(1, 20)), test="full")
    _, found = check_source(Source("definitions.yaml", text))
    assert [(each.code.code, each.span and each.span.text) for each in found] == [("GGL203", "c")]


@pytest.mark.parametrize("asked", ["one(a1) == a1", "one(30 if full else 20) == 20", "one(2 if full else 1) == 1"])
def test_a_question_about_a_position_may_use_a_definition_with_other_arguments(asked: str) -> None:
    """It gets a definition of its own, and those of the rules stay what they are."""
    made = game("n", "one(1 if full else 0) + one(2 if full else 0) + one(3 if full else 0)", asked)
    assert not [failure for outcome in run_tests(made.checked) for failure in outcome.failures]
    assert names_of(made) == numbered(3)


def test_a_question_leaves_the_definitions_of_the_rules_as_they_are() -> None:
    """The rules have one for the numbers from 1 to 2 and one for those from 3 to 4, which begin elsewhere in their tables."""
    moves = "for: 'c in vacant, n in 1..2', where: one(n) == n and one(n + 2) == 2, do"
    text = GAME.format(body="size(ray(a1, east, n))", score="1", test="true").replace("for: c in vacant, do", moves)
    start = made_of(Source("definitions.yaml", text)).initial_state()
    assert start.ask("one(ply % 2) == 0 and able(place(n=1)) and able(place(n=2))")


READS = """
name: Reads
players: [Black, White]
board: square(3)
pieces: {{}}
state: {{x: {{start: 0, in: 0..9}}}}
define: {{won: winner == Black, often: repetitions > 2}}
moves: {{bid: {{for: n in 0..2, where: {where}, do: add n to x}}}}
turn: {{together: bid}}
end: {{by score: {end}}}
score(p): x + (1 if {score} else 0)
"""
GIVEN = {"where": "n >= 0", "end": "x > 7 or often", "score": "won"}


@pytest.mark.parametrize(
    ("given", "findings"),
    [
        ({}, []),
        ({"score": "won or often"}, []),
        ({"end": "won or often"}, ["GGL210 won"]),
        ({"where": "often"}, ["GGL434 often"]),
    ],
)
def test_a_definition_is_refused_where_what_it_reads_is_not_known(given: dict[str, str], findings: list[str]) -> None:
    _, found = check_source(Source("definitions.yaml", READS.format(**GIVEN | given)))
    assert [f"{each.code.code} {each.span and each.span.text}" for each in found if each.code.severity == "error"] == findings


FOUND = """
name: Found
players: [Red, Blue]
options: {{big: {option}}}
board: square(3)
tracks: {{ring: [row(1), reversed(row(2))]}}
pieces: {{stone: {{}}, wall: {{sites: edges}}, post: {{sites: vertices}}}}
define:
  beside(x): around({{x}})
  {define}
moves:
  place: {{for: c in vacant, where: "{where}", do: put stone on c}}
  build: {{for: e in edges, where: empty(e), do: put wall on e}}
  found: {{for: v in vertices, where: empty(v), do: put post on v}}
end: {{draw: full or any(beside(a1) with stone) and big}}
"""
PLAIN = {"option": "true", "define": "many: size(cells with stone)", "where": "many > 0"}


@pytest.mark.parametrize(
    ("given", "findings"),
    [
        ({}, []),
        (
            {"define": "many: ply + 1\n  two(many): many", "where": "two(3) > many"},
            ["`many` already means something here"],
        ),
        ({"where": "any(many == a1 for many in corners)"}, ["`many` already means something here"]),
        ({"define": "two(two): two + 1", "where": "two(3) > ply"}, []),
        ({"option": "full"}, ["`full` depends on the board, which is made only after the options"]),
        ({"where": "many > 0 and full(c)"}, ["`full` takes no arguments"]),
        ({"where": "many > 0 and c in slides(a1, orthogonal, corners, orthogonal)"}, ["`slides` takes 3 arguments"]),
        ({"where": "many == size(around(edges with wall)) and any(around(vertices with post))"}, []),
        ({"where": "many == 1 and connected(vertices with post, vertices, vertices, beside)"}, []),
        ({"where": "many == 1 and connected(edges with wall, edges, edges, beside)"}, []),
    ],
)
def test_what_is_told_of_a_name(given: dict[str, str], findings: list[str]) -> None:
    _, found = check_source(Source("found.yaml", FOUND.format(**PLAIN | given)))
    assert [each.message for each in found if each.code.severity == "error"] == findings


@pytest.mark.parametrize(
    ("define", "where", "notes"),
    [
        ("many: size(cells) + corners", "many > 0", []),
        ("two(n): n + corners", "two(2) > 0", ["`two` is used here, where `n` is a number"]),
    ],
)
def test_only_a_mistake_that_may_lie_in_the_arguments_tells_the_call(define: str, where: str, notes: list[str]) -> None:
    _, found = check_source(Source("found.yaml", FOUND.format(**PLAIN | {"define": define, "where": where})))
    assert [[note.text for note in each.notes] for each in found if each.code.severity == "error"] == [notes]


def test_a_name_that_requires_arguments_is_advised_with_them() -> None:
    text = FOUND.format(**PLAIN | {"define": "twice(n): 2 * n", "where": "twicee > twice(2)"})
    _, found = check_source(Source("found.yaml", text))
    assert [(each.help, each.fix) for each in found] == [("if you mean `twice`, write twice(n)", None)]


WORDS = """
name: Words
players: [Red, Blue]
board: torus(3)
tracks: {ring: [row(1), reversed(row(2))]}
pieces: {stone: {}}
define: {run(c): corners}
moves: {place: {for: c in vacant, where: size(run(c)) > ply, do: put stone on c}}
end: {draw: full}
tests:
  a word of the language is not written in the names of a file: {"true": "slides_along(a1, {ring}) == {b1, c1, c2, b2, a2}"}
  two slides to the same cells are one set: {"true": "size(slides(a1, {east, west})) == 2"}
"""


def test_a_word_of_the_language_means_what_the_manual_says() -> None:
    made = made_of(Source("words.yaml", WORDS))
    assert not [failure for outcome in run_tests(made.checked) for failure in outcome.failures]
