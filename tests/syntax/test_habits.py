"""Effects written as in other languages are answered with an effect of this one."""

import re
from collections.abc import Callable

import pytest

from ggl.source import Source
from ggl.syntax import effect_habits, habits, parser
from ggl.syntax.document import Scalar


def text(content: str) -> Scalar:
    return Scalar(content, Source("test.yaml", content).span(0, len(content)))


def help_for(content: str) -> str:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text(content))
    return str(caught.value.help)


@pytest.mark.parametrize("word", effect_habits._OTHER_EFFECTS)
def test_an_effect_by_another_name_is_answered_with_one_that_reads(word: str) -> None:
    shape = re.search(r"(?:^write|as in) `([^`]*)`$", help_for(f"{word} stone"))
    assert shape is not None
    parser.effects(text(shape[1]))


@pytest.mark.parametrize("shape", effect_habits._SHAPES.values())
def test_each_effect_reads_as_it_is_shown(shape: str) -> None:
    parser.effects(text(shape))


LOOPS = {
    "repeat 3:\n  add 1 to n": "for each_time in 1..3:",
    "repeat 3 times:\n  add 1 to n": "for each_time in 1..3:",
    "repeat while n < 3:\n  add 1 to n": "repeat at most N while n < 3:",
    "for c in cells: take man from c": "`take` on the next line, indented",
    "repeat at most 2 while n < 3: add 1 to n": "`add` on the next line, indented",
    "if n > 1:\n  win\nelse: lose": "`lose` on the next line, indented",
}


@pytest.mark.parametrize("written", LOOPS)
def test_a_loop_as_elsewhere_is_answered_with_one_of_this_language(written: str) -> None:
    assert LOOPS[written] in help_for(written)


CHANGES = {
    "n += 1": "add 1 to n",
    "n++": "add 1 to n",
    "add n 1": "add 1 to n",
    "n--": "add -1 to n",
    "mover.n -= k": "add -k to mover.n",
    "n -= k + 1": "add -(k + 1) to n",
    "n = 3": "set n to 3",
    "n = (1 if full else 2)": "set n to (1 if full else 2)",
    "n = 1 if full else 2": "set n to (1 if full else 2)",
    "put stone on c\nn = 3  # so": "set n to 3",
}


@pytest.mark.parametrize("written", CHANGES)
def test_a_variable_that_is_changed_as_elsewhere_is_answered_with_the_effect(written: str) -> None:
    assert help_for(written) == f"write `{CHANGES[written]}`"
    parser.effects(text(CHANGES[written]))


WITH_A_CONDITION = {
    "n++ if c in corners": "add 1 to n if c in corners",
    "n++ for x in corners  # so": "add 1 to n for x in corners  # so",
    "n -= k if full": "add -k to n if full",
    "n += (1 if full else 2) for x in corners": "add (1 if full else 2) to n for x in corners",
    "n = 3 if full": "set n to 3 if full",
}


@pytest.mark.parametrize("written", WITH_A_CONDITION)
def test_a_condition_or_loop_behind_a_change_stays(written: str) -> None:
    assert fixed(parser.effects, written) == WITH_A_CONDITION[written]
    parser.effects(text(WITH_A_CONDITION[written]))


LACKING = {
    "move c t": "move c to t",
    "move stone c t": "move stone from c to t",
    "move stone c to t": "move stone from c to t",
    "put own stone step(c, d) if empty(c)": "put own stone on step(c, d)",
    "take c": "take piece from c",
    "take stone c": "take stone from c",
    "set n 3  # so": "set n to 3",
    "add 1 mover.n": "add 1 to mover.n",
    "drop c marked": "drop c from marked",
    "let n 3\nadd n to m": "let n be 3",
    "exchange c d": "exchange c, d",
}


@pytest.mark.parametrize("written", LACKING)
def test_an_effect_without_the_word_between_its_parts_is_answered_with_the_whole(written: str) -> None:
    assert help_for(written) == f"write `{LACKING[written]}`"
    parser.effects(text(LACKING[written]))


@pytest.mark.parametrize(
    ("written", "first"),
    [("c in own pits with seed", "`mover.pits` for what a player has, `own pits on c`"),
     ("c in enemy pits with seed", "`opponent.pits` for what a player has, `enemy pits on c`"),
     ("c in own pits", "`own pits on c`")],
)  # fmt: skip
def test_where_a_set_is_meant_what_a_player_has_may_be(written: str, first: str) -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.binders(text(written))
    assert str(caught.value.help).startswith(f"write {first} to test a cell")


RANGES = {
    "put man on step(c, d, i) for i in 1 to n": "put man on step(c, d, i) for i in 1..n",
    "put man on cell(i) for i in 2 through size(S - {c})": "put man on cell(i) for i in 2..size(S - {c})",
    "for i in 1 to mover.n:\n  take man from cell(i)": "for i in 1..mover.n:\n  take man from cell(i)",
    "roll die from 1 to 6": "roll die from 1..6",
    "roll die from 1...6 if full": "roll die from 1..6 if full",
}


@pytest.mark.parametrize("written", RANGES)
def test_a_range_of_numbers_as_elsewhere_is_answered_with_one_of_this_language(written: str) -> None:
    assert fixed(parser.effects, written) == RANGES[written]
    parser.effects(text(RANGES[written]))


@pytest.mark.parametrize(("how", "written"), [(parser.binders, "c in S, n in 1 to k"), (parser.expression, "1 to k")])
def test_a_range_is_one_in_each_text(how: Callable[[Scalar], object], written: str) -> None:
    assert fixed(how, written) == written.replace(" to ", "..")


def test_words_of_the_language_are_expected_as_they_are_written() -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text("move man from c to d for c in {a1} 3"))
    assert "`at once`" in caught.value.label
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text("take piece from c to d"))
    assert "`..`" not in str(caught.value.help)


TEST_FIRST = {
    "if c in corners then win": "win if c in corners",
    "if empty(c) do put stone on c": "put stone on c if empty(c)",
    "if empty(c) take stone from d": "take stone from d if empty(c)",
    "if empty(c): win": "win if empty(c)",
    "flip c\nif full then finish(c)": "finish(c) if full",
}


@pytest.mark.parametrize("written", TEST_FIRST)
def test_a_condition_before_an_effect_is_answered_with_the_effect_first(written: str) -> None:
    assert help_for(written) == f"write the condition after the effect: `{TEST_FIRST[written]}`"
    parser.effects(text(TEST_FIRST[written]))


def test_a_bracket_left_open_is_told_where_it_opens_not_where_the_next_effect_begins() -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text("put stone on (c in cells\nput stone on a1"))
    assert (caught.value.span.start, caught.value.message) == (13, "this `(` is never closed")


@pytest.mark.parametrize("sign", habits._OPERATORS)
def test_an_operator_of_other_languages_is_answered_with_ours(sign: str) -> None:
    for written in (f"n {sign} 3", f"f(x) {sign} k", f"empty(c) and (n {sign} 3) == 1"):
        with pytest.raises(parser.SyntaxProblem) as caught:
            parser.expression(text(written))
        assert caught.value.help == f"write `{habits._OPERATORS[sign]}`"
        assert caught.value.span.text == sign
        parser.expression(text(written.replace(sign, habits._OPERATORS[sign], 1)))
    assert "`" in help_for(f"add 1 to n if m {sign} 3")


@pytest.mark.parametrize("second", ["promote c to man", "to d", "if full: win", "("])
def test_a_line_that_is_indented_too_far_is_told_as_that(second: str) -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text(f"move c to d\n    {second}"))
    assert caught.value.message == "this line is indented further than the one above"
    assert caught.value.span.start == len("move c to d\n    ")


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("promote c to man of Black", "promote c to man"),
        ("take piece from c to supply of p as man of Black", "take piece from c to supply of p as man"),
    ],
)
def test_a_kind_of_somebody_where_a_kind_alone_is_meant_is_answered_with_the_kind(written: str, right: str) -> None:
    assert help_for(written).startswith("write `man` alone; ")
    parser.effects(text(right))


def test_a_key_of_a_move_among_its_effects_is_told_as_that() -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text("move c to d\nthen: walk(c)"))
    assert caught.value.message == "`then` is a key of a move, but is among its effects here"


def test_a_word_of_the_language_is_never_part_of_what_is_to_be_written() -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text("move c to t."))
    assert caught.value.help is None


PLANS = {
    "optinal float(a)": "write `optional`",
    "jump othrwise step": "write `otherwise`",
    "jump(c) orr step": "write `or`",
    "jump fi ply > 3": "write `if`",
    "jump(c) step": "write `or` between moves",
    "jump step": "write `or` between moves",
    "jump or step stop if ply > 3": "write `or` between moves",
    "jump, step": "write `or step` if the player may make either",
    "jump if ply > 3, optional step": "write `otherwise optional` if what follows applies only when none of the first is legal",
    "optional jump if ply > 3, optional step": "write `or optional` if the player may make either",
    "optional jump otherwise run, optional step": "write `otherwise optional`",
    "jump otherwise optional run, optional step": "write `or optional`",
}


@pytest.mark.parametrize("written", PLANS)
def test_moves_of_a_plan_side_by_side_are_answered_with_the_word_that_is_meant(written: str) -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.plan(text(written))
    assert str(caught.value.help).startswith(PLANS[written])


@pytest.mark.parametrize(
    ("effect", "instead"),
    [
        ("move c under t", "move c to under t"),
        ("take 2 own man under c if x", "take 2 own man from under c if x"),
        ("move piece under c to t", "move piece from under c to t"),
    ],
)
def test_the_bottom_of_a_pile_is_gone_to_or_come_from(effect: str, instead: str) -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.effects(text(effect))
    fix = caught.value.fix
    assert fix is not None
    assert effect[: fix.span.start] + fix.replacement + effect[fix.span.end :] == instead
    parser.effects(text(instead))


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        ("empty a1", "`empty` takes brackets, `empty(..)`"),
        ("any c in cells", "`any` takes brackets, `any(..)`"),
        ("full and c empty", "write `empty(c)`"),
        ("{a1 b1}", "the members of a set have commas"),
        ("a1 next to b1", "an operator stands between two values"),
        ("White man", "an owner and a kind, and need a place: `White man on c`"),
    ],
)
def test_two_words_side_by_side_are_an_owner_and_a_kind_only_where_they_may_be(content: str, advice: str) -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.expression(text(content))
    assert advice in str(caught.value.help or caught.value.fix)


FIXED = {
    "c is own stone": "own stone on c",
    "c is not an enemy stone and full": "not enemy stone on c and full",
    "c is red and full": "c == red and full",
    "n is 3": "n == 3",
    "n is not 3": "n != 3",
    "n is less than 3": "n < 3",
    "n is greater or equal 3": "n >= 3",
    "ply > 2 and n is at  most 3": "ply > 2 and n <= 3",
    "n is not fewer than 3": "n >= 3",
    "n is not larger than or equal to 3": "n < 3",
    "count(cells with man) is at least 3": "count(cells with man) >= 3",
    "n.x is bigger than (3)": "n.x > (3)",
    "c is not in corners": "c not in corners",
    "is empty(c)": "empty(c)",
    "full and is not empty(c)": "full and not empty(c)",
    "c\N{ELEMENT OF}cells": "c in cells",
    "c \N{ELEMENT OF} cells": "c in cells",
    "n\N{LESS-THAN OR EQUAL TO}3": "n<=3",
    "other(p) king on c": "king of other(p) on c",
    "c in row 2": "c in row(2)",
    "c in rank(mover 2)": "c in rank(mover, 2)",
    "count({a1 2, 3}) > 1": "count({a1, 2, 3}) > 1",
    "[c 2]": "[c, 2]",
    "full and and own man on a1": "full and own man on a1",
    "full or or own man on a1 and full": "full or own man on a1 and full",
    "6 from 4 to 10": "6 in 4..10",
    "if count(cells with p man) <= 1": "count(cells with p man) <= 1",
}
NO_FIX = {
    "c is a corner": "write `c == ..` to compare, `c in ..` for a member of a set; a condition takes brackets: `empty(c)`",
    "empty(c)\nc != a1": "join conditions with `and` or `or`",
    "king(c) stone == 3": "None",
    "(mover 2)": "None",
    "full and or own man on a1": "",
    "(and own man on a1)": "",
    "if full then own man on a1": "a choice between two values is written `A if P else B`",
    "(full # (and full\n own man)": "two words side by side are an owner and a kind, and need a place: `full own on c`",
}
FIXED_EFFECTS = {
    "assign 3 to n if full": "set n to 3 if full",
    "assign n to 3": "set n to 3",
    "change 3 to n": "set n to 3",
    "change n to m": "set n to m",
    "nobody wins if full": "draw if full",
    "if full: nobody wins": "draw if full",
    "move c\N{RIGHTWARDS ARROW}t": "move c to t",
    "deal from deck to hand": "deal 1 from deck to hand",
    "take piece from t to mover supply": "take piece from t to supply of mover",
    "take piece from t to the supply": "take piece from t to supply",
    "put man on t from own supply if full": "put man on t from supply if full",
    "put c.number + 2 man on c": "put (c.number + 2) man on c",
    "take n - f(c) * 2 man from c": "take (n - f(c) * 2) man from c",
}


def fixed(read: Callable[[Scalar], object], written: str) -> str:
    with pytest.raises(parser.SyntaxProblem) as caught:
        read(text(written))
    fix = caught.value.fix
    assert fix is not None
    return written[: fix.span.start] + fix.replacement + written[fix.span.end :]


@pytest.mark.parametrize("written", FIXED)
def test_the_fix_of_a_condition_is_what_was_meant(written: str) -> None:
    assert fixed(parser.expression, written) == FIXED[written]
    parser.expression(text(FIXED[written]))


@pytest.mark.parametrize("written", FIXED_EFFECTS)
def test_the_fix_of_an_effect_is_what_was_meant(written: str) -> None:
    assert fixed(parser.effects, written) == FIXED_EFFECTS[written]
    parser.effects(text(FIXED_EFFECTS[written]))


@pytest.mark.parametrize("written", NO_FIX)
def test_no_fix_is_guessed_where_more_words_follow(written: str) -> None:
    with pytest.raises(parser.SyntaxProblem) as caught:
        parser.expression(text(written))
    assert caught.value.fix is None
    assert str(caught.value.help) == NO_FIX[written]
