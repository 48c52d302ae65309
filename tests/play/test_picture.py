"""Pictures of states: everything that matters is seen, in signs alone, within 80 columns."""

from __future__ import annotations

import random
import re
from pathlib import Path
from textwrap import dedent

import pytest

import ggl
from ggl.play.loading import check_source
from ggl.play.picture import picture
from ggl.source import Source
from tests.few import ALIKE, few_of

LARGEST = {"tabik": {"size": 19}, "quarod": {"size": 19}, "sgibun": {"side": 12}, "tirnabun": {"side": 12}}
STYLES = ("ascii", "unicode")


def after(game: ggl.Game, *moves: str) -> ggl.State:
    state = game.initial_state()
    for move in moves:
        state = state.play(move)
    return state


def shown(state: ggl.State, **how: object) -> str:
    return picture(state, **how)  # type: ignore[arg-type]


def made(text: str) -> ggl.Game:
    checked, found = check_source(Source("made.yaml", dedent(text)))
    assert checked is not None, found
    return ggl.Game(checked)


def drawn(text: str) -> str:
    return dedent(text).strip("\n")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", few_of(without=ALIKE))
def test_every_bundled_game_fits_80_columns_from_start_to_deep_in_a_random_game(name: str, style: str) -> None:
    game = ggl.load(name, **LARGEST.get(name, {}))
    state, rng = game.initial_state(), random.Random(5)
    for ply in range(31):
        if ply % 15 == 0 or state.is_over:
            lines = shown(state, style=style).split("\n")
            assert max(map(len, lines)) <= 80
            assert style == "unicode" or all(line.isascii() for line in lines)
        if state.is_over:
            break
        state = ggl.State(game, game.engine.play(state.position, rng.choice(game.engine.steps(state.position))))


@pytest.mark.parametrize("name", few_of())
def test_colour_adds_nothing_but_colour(name: str) -> None:
    state = ggl.load(name).initial_state()
    chosen = 0
    while chosen < 5 and not state.is_over:
        moves, chosen = state.legal_moves(), chosen + (not state.is_chance)
        state = state.after(moves[len(moves) // 2])  # often neither a pass nor a throw of nothing
    coloured = shown(state, colour=True)
    assert ("\x1b[" in coloured) == any(kind.owned for kind in state.game.checked.world.kinds.values())
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == shown(state)


def test_str_of_a_state_is_its_picture_with_stones_and_rods_on_edges() -> None:
    state = after(ggl.load("tabik", size=3), "place a1 b1", "place c2 c3")
    assert str(state) == drawn("""
        3   .   .   O
                   ---
        2   .   .   X

        1   X | O   .
            a   b   c

        ply 2: Black X to move, first seat
        score: Black 0, White 0
    """)


def test_discs_of_unicode_and_the_cells_of_the_last_move_in_brackets() -> None:
    state = after(ggl.load("tabik", size=3), "place a1 b1")
    last = state.legal_moves()[0]
    assert str(last) == "place c1 c2"
    assert shown(state.after(last), style="unicode", last=[last]) == drawn("""
        3   ·   ·   ·

        2   ·   ·  (○)
                   ───
        1   ● │ ○  (●)
            a   b   c

        ply 2: Black ● to move, first seat
        score: Black 0, White 0
        last: place c1 c2
    """)


def test_two_neighbours_in_brackets_share_a_stroke() -> None:
    state = after(ggl.load("tic-tac-toe"), "place a1")
    last = state.legal_moves()[:2]
    assert [str(each) for each in last] == ["place b1", "place c1"]
    assert shown(state, last=last).splitlines()[2] == "1  X(.|.)"


def test_tiles_point_with_arrows_where_they_face() -> None:
    board = str(after(ggl.load("quarod", size=3), "place a1 b1", "place c2 c3", "place a2 a3")).split("\n")[:4]
    assert board == ["3   Ov  .   Ov", "2   X^  .   X^", "1   X> <O   .", "    a   b   c"]


def test_a_hexagon_is_staggered() -> None:
    board = str(after(ggl.load("sgibun", side=2), "place b1", "take-white", "place b3")).split("\n")[:4]
    assert board == ["3    . O", "2   . . .", "1  a X .", "    b c"]


def test_a_figure_is_shown_before_the_disc_under_it_and_supplies_are_told() -> None:
    game = ggl.load("tiku")
    for number in range(40):
        state = game.playout(random.Random(number)).state
        both = [cell.name for cell in game.board.cells if " and " in (state.piece_at(cell.name) or "")]
        if both:
            break
    else:
        pytest.fail("no random game ends with a figure on a disc")
    text = str(state)
    assert re.search(r"F[XO]|f[XO]", text)
    assert "disc supply: Light " in text
    assert str(state.result) in " ".join(text.split())


def test_marks_that_figures_carry_are_shown_until_they_are_turned() -> None:
    game = ggl.load("tiku-diagonal")
    start = str(game.initial_state())
    assert start.count("F'") == start.count("f'") == 6
    assert "marks: ' figure up" in start
    assert str(after(game, "diagonal a2 b3")).count("F'") == 5


def test_a_turn_of_several_steps_says_that_it_goes_on() -> None:
    state = after(ggl.load(Path(__file__).with_name("shooters.yaml")), "walk b1 b2")
    assert "White O goes on with the turn, first seat" in str(state)


def test_the_looks_of_a_file_are_taken_where_they_fit_one_place_and_refused_where_they_do_harm() -> None:
    game = made(r"""
        ggl: 1
        name: Looks
        players: [Red, Blue]
        board: square(2)
        pieces: {man: {}, wall: {of: nobody, glyph: "\u200d"}}
        moves:
          place:
            for: c in cells
            where: empty(c)
            do: put man on c
          block:
            for: c in cells
            where: empty(c)
            do: put wall on c
        end:
          draw: no_empty
        define: {no_empty: all(occupied(c) for c in cells)}
        look:
          glyphs: {Red man: "r ♥", Blue man: "漢"}
    """)
    state = after(game, "place a1", "place b1", "block a2")
    assert [line[3:].strip() for line in str(state).split("\n")[:2]] == ["w .", "r O"]
    assert [line[3:].strip() for line in shown(state, style="unicode").split("\n")[:2]] == ["w ·", "♥ ○"]


def test_a_board_wider_than_the_page_is_cut_with_a_line_that_says_so() -> None:
    state = after(ggl.load("quarod", size=8), "place a1 b1")
    whole, narrow = shown(state).split("\n"), picture(state, width=30).split("\n")
    wide = max(map(len, whole[: whole.index("")]))
    assert all(len(line) <= 30 for line in narrow)
    assert narrow[0] == whole[0][:29] + ">"
    assert f"needs {wide} columns, but there are only 30" in " ".join(" ".join(narrow).split())
    assert "cut off" not in picture(state, width=wide)


@pytest.mark.parametrize("glyph", ['""', '"  "', r'"\u200b"', r'"\u0301"', r'"o \u200d"', r'"\u200b \u0301"'])
def test_a_glyph_that_shows_nothing_is_a_finding(glyph: str) -> None:
    text = Path(__file__).with_name("shooters.yaml").read_text() + f"\nlook: {{glyphs: {{White: {glyph}}}}}\n"
    checked, found = check_source(Source("g.yaml", text))
    assert checked is None
    assert [(str(each.code.code), each.message) for each in found] == [("GGL143", "the glyph of `White` shows nothing")]


def test_kinds_of_the_same_letter_are_told_apart() -> None:
    game = made("""
        ggl: 1
        name: Letters
        players: [White, Black]
        board: square(2)
        pieces: {king: {}, knight: {}}
        setup: |
          put White king on a1
          put Black knight on b1
          put White knight on a2
        moves:
          leave:
            for: c in cells with own king
            do: take king from c
        end:
          mover loses: stuck
    """)
    assert [line[3:] for line in str(game.initial_state()).split("\n")[:2]] == ["N .", "K n"]


@pytest.mark.parametrize(
    ("players", "other", "row"),
    [
        ("[a, b]", "block: {of: nobody}", "b l"),
        ("[Red, Blue]", "rock: {of: nobody, glyph: X}", "O r"),
        ("[Red, Blue]", "ox: {of: nobody, glyph: o}", "O a"),
        ("[Red, Blue, Green]", "gnat: {of: nobody}", "B n"),
    ],
)
def test_no_kind_has_the_sign_of_a_disc(players: str, other: str, row: str) -> None:
    second = players.strip("[]").split(", ")[1]
    game = made(
        f"ggl: 1\nname: Discs\nplayers: {players}\nboard: square(2)\npieces: {{man: {{glyph: o}}, {other}}}\n"
        f"setup: |\n  put {second} man on a1\n  put {other.partition(':')[0]} on b1\n"
        "moves: {put: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n"
    )
    assert f"1  {row}\n" in shown(game.initial_state())


def test_points_of_a_morris_board_that_are_named_one_by_one_show_their_names() -> None:
    rules = "pieces: {man: {}}\nsetup: put Red man on cell(3)\n"
    rules += "moves: {put: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n"
    game = made(f"ggl: 1\nname: M\nplayers: [Red, Blue]\nboard: morris(2)\nlabels: {{cells: numbers}}\n{rules}")
    lines = shown(game.initial_state()).split("\n")
    assert lines[0] == " 14------15------16"
    assert lines[8] == " 1 ------2 ------X"


def test_a_mark_that_has_no_sign_in_a_style_is_not_explained_there() -> None:
    rules = "board: square(2)\npieces: {man: {}}\nmoves: {put: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n"
    look = 'look: {draw: {hot: {on: vacant, sign: "◆"}}}\n'
    state = made(f"ggl: 1\nname: Hot\nplayers: [Red, Blue]\n{rules}{look}").initial_state()
    assert "marks: ◆ hot" in shown(state, style="unicode")
    assert "hot" not in shown(state, style="ascii")


@pytest.mark.parametrize("kind", ["man: {}", "man: {glyph: o}"])
def test_a_sign_under_look_replaces_the_disc_of_a_kind(kind: str) -> None:
    rules = f"board: square(2)\npieces: {{{kind}}}\nmoves: {{put: {{for: c in vacant, do: put man on c}}}}\nend: {{draw: full}}\n"
    setup = "setup: |\n  put Red man on a1\n  put Blue man on b1\nlook: {glyphs: {man: z}}\n"
    game = made(f"ggl: 1\nname: Z\nplayers: [Red, Blue]\n{rules}{setup}")
    assert "1  Z z\n" in shown(game.initial_state())


def test_state_variables_of_players_and_of_cells_are_shown() -> None:
    game = made("""
        ggl: 1
        name: Counters
        players: [White, Black]
        board: square(2)
        state:
          seeds: {each: cells, start: 3, in: 0..9}
          taken: {each: players, start: 0, in: 0..20}
        moves:
          take:
            for: c in cells
            where: c.seeds > 0
            do: |
              add c.seeds to mover.taken
              set c.seeds to 0
        end:
          draw: all(c.seeds == 0 for c in cells)
    """)
    state = after(game, "take a1")
    lines = str(state).split("\n")
    assert [line[3:] for line in lines[:2]] == ["3 3", ". 3"]
    assert "taken: White 3, Black 0" in lines


def test_values_for_which_the_board_has_no_place_stand_below_it() -> None:
    game = made("""
        ggl: 1
        name: Heights
        players: [White, Black]
        board: square(2)
        pieces: {builder: {}}
        state:
          height: {each: cells, start: 0, in: 0..4}
          built: {each: cells, start: false}
        setup: |
          put White builder on a1
          set a1.height to 2
          set b1.height to 3
          set b1.built to true
        moves:
          walk: {for: "c in cells with own builder, t in vacant", do: move c to t}
        end:
          draw: ply == 2
    """)
    lines = str(game.initial_state()).split("\n")
    assert [line[3:] for line in lines[:2]] == [". .", "O 3"]
    assert {"height: a1 2", "built: b1"} <= {*lines}
    assert "height: a1 2" not in str(after(game, "walk a1 b1"))
    assert "height: b1 3" in str(after(game, "walk a1 b1"))


def test_marks_of_a_set_of_cells_are_explained_below_the_board() -> None:
    game = made("""
        ggl: 1
        name: Marks
        players: [White, Black]
        board: square(2)
        state:
          blocked: {start: "{}", in: cells}
        moves:
          block:
            for: c in cells
            where: c not in blocked
            do: add c to blocked
        end:
          draw: size(blocked) == 4
    """)
    state = after(game, "block a1")
    assert [line[3:] for line in str(state).split("\n")[:2]] == [". .", "* ."]
    assert str(state).split("\n")[-1] == "marks: * blocked"


def test_a_piece_shows_all_that_it_bears_however_much_that_is() -> None:
    game = made("""
        ggl: 1
        name: Laden
        players: [White, Black]
        board: square(1)
        pieces:
          mule: {has: {p: true, q: false, r: true, s: true, t: true, u: true, tons: 7, tame: true}}
        setup: put White mule on a1
        moves:
          rest:
            for: c in cells with own mule
            do: take mule from c
        end:
          mover loses: stuck
    """)
    lines = str(game.initial_state()).split("\n")
    assert lines[0] == "1  O'*+~^7^"
    assert lines[-1].endswith("~ mule t, ^ mule u, ^ mule tame")


def test_a_kind_of_one_side_has_its_own_sign_and_only_that_side_a_supply_of_it() -> None:
    game = ggl.load(str(Path(__file__).parent.parent / "language/games/a_kind_can_belong_to_one_side.yaml"))
    assert shown(game.initial_state(), style="ascii") == drawn(
        """
        4  X . . .
        3  . . . .
        2  . . K .
        1  . . . O
           a b c d

        ply 0: Raiders X to move, first seat
        king supply: Guards 2
        """
    )


def test_what_belongs_to_a_turn_is_shown_while_the_turn_goes_on() -> None:
    game = made(
        """
        ggl: 1
        name: Runners
        players: [Red, Blue]
        board: square(3)
        pieces: {runner: {glyph: r}}
        state:
          way: {start: none, in: directions, each: turns}
          been: {start: {}, in: cells, each: turns}
        setup: |
          put Red runner on a1
          put Blue runner on c3
        moves:
          run:
            for: c in cells with own runner, d in orthogonal
            let: {t: "step(c, d)"}
            where: empty(t) and t not in been
            do: |
              move c to t
              add c to been
              set way to d
            then: optional run(c=t)
        end: {mover loses: stuck, draw: ply >= 9}
        """
    )
    between = shown(game.initial_state(), style="ascii")
    assert between == drawn(
        """
        3  . . r
        2  . . .
        1  R . .
           a b c

        ply 0: Red R to move, first seat
        """
    )
    assert shown(after(game, "a1 east"), style="ascii") == drawn(
        """
        3  . . r
        2  . . .
        1  * R .
           a b c

        ply 0: Red R goes on with the turn, first seat
        way: east
        marks: * been
        """
    )
    assert "been" not in shown(after(game, "a1 east", "stop"), style="ascii")


EDGES = """
    ggl: 1
    name: Edges
    players: [Red, Blue]
    board: square(3)
    pieces:
      road: {sites: edges, has: {paved: true, lanes: 2}}
      hedge: {sites: edges, layer: above, of: nobody, stacks: 5}
    state:
      toll: {each: edges, in: 0..99, start: 0}
    setup: |
      set edge(a1, b1).toll to 5
      set edge(a1, a2).toll to 12
      set edge(b1, c1).toll to 34
      put Red road on edge(b2, c2)
      set edge(b2, c2).toll to 6
      put 3 hedge on edge(a3, b3)
    moves: {}
    end: {mover loses: stuck}
    look:
      draw:
        ford: {on: "{edge(a2, b2)}", sign: "~"}
        worth: {for: "e in {edge(b3, c3)}", value: 8}
"""


def test_values_marks_and_stacks_on_edges_are_told() -> None:
    assert str(made(EDGES).initial_state()) == drawn("""
        3     h   8

        2     ~   X
            12
        1     5   |
            a   b   c

        ply 0: Blue wins (Red cannot move)
        toll: b1-c1 34, b2-c2 6
        Red road: b2-c2 paved lanes 2
        hedge: a3-b3 (3)
        marks: ' road paved, ~ ford
    """)


WINDS = """
    ggl: 1
    name: Winds
    players: [Red, Rose]
    board: square(3)
    pieces: {ship: {has: {heading: north}}}
    state:
      wind: {in: compass, start: none, each: cells}
      lord: {in: players, start: none, each: cells}
    setup: |
      set a1.wind to north
      set b1.wind to northeast
      set c1.wind to northwest
      set a3.lord to Red
      set b3.lord to Rose
      put Red ship on a2
      put Red ship on b2
      set b2.heading to southwest
      set b2.wind to east
    moves: {}
    end: {mover loses: stuck}
"""


def test_directions_and_names_on_a_board_are_told_apart() -> None:
    state = made(WINDS).initial_state()
    board = "3  {}  {}  .\n2  X{}  X{} .\n1  {}   {}  {}\n"
    assert shown(state).startswith(board.format("Re", "Ro", "n", "sw", "n", "ne", "nw"))
    assert shown(state, style="unicode").startswith("3  Re Ro ·\n2  ●↑ ●↙ ·\n1  ↑  ↗  ↖\n")


def test_names_in_wide_characters_keep_the_columns() -> None:
    state = made("""
        ggl: 1
        name: Palace
        players: [Red, Blue]
        board: square(3, 2)
        labels: {cells: [帥府, b, c, 車, e, f]}
        pieces: {stone: {}}
        setup: put Red stone on e
        moves: {place: {for: z in vacant, do: put stone on z}}
        end: {mover loses: stuck}
    """).initial_state()
    assert shown(state).startswith(" 車   X    f\n 帥府 b    c\n")


LISTED = """
    ggl: 1
    name: Listed
    players: [Red, Blue]
    board: square(2)
    values: {cards: [low, middle, high]}
    pieces: {man: {}}
    state:
      table: {start: "{low, high}", in: cards}
      out: {start: {}, in: players}
      ways: {start: "{north, east}", in: directions}
      marked: {start: "{a1}"}
      heap: {start: "[low, low]", in: cards}
      best: high
      aside: {start: "{low}", in: cards}
      hand: {each: players, start: {}, in: cards}
    moves:
      play: {for: c in table, do: "drop c from table"}
    end: {draw: not any(table)}
    look: {hide: [aside]}
"""


def test_variables_without_sites_are_listed_below_the_board() -> None:
    text = shown(made(LISTED).initial_state())
    below = text.partition("seat\n")[2].splitlines()
    assert below == [
        "table: low, high", "out: none", "ways: north, east", "heap: low, low", "best: high", "hand: Red: none; Blue: none",
        "marks: * marked",
    ]  # fmt: skip
    assert "1  *" in text
