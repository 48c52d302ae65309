"""Each key of a game file, and what the definition says of it."""

import pytest

from ggl.diagnostics import Findings
from ggl.model.definition import Text
from ggl.model.extends import load_parts
from ggl.model.reader.values import LONGEST_NAME
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.parser import LONGEST_TEXT
from tests.model.reading import finder, game, good, placed, x


def f(text: str) -> t.Effect:
    return parser.effects(placed(text))


def said(text: Text | None) -> tuple[str, int, int] | None:
    return text and (text.text, text.span.line, text.span.column)


# ---- the file itself


def test_the_least_game() -> None:
    definition = good(game())
    assert said(definition.name) == ("Test", 2, 7)
    assert definition.about == ""
    assert definition.notes == ()
    assert list(definition.players) == ["Black", "White"]
    assert definition.turn.passing == "never"
    assert definition.turn.pie == ""
    assert definition.turn.span is None
    assert definition.score is None
    assert definition.source.name == "game.yaml"


def test_what_cannot_be_read_stands_for_nothing() -> None:
    text = "regions:\n  ring: {drawing: [x]}\nsetup: {drawing: [x]}\n"
    parts = load_parts(Source("game.yaml", text), Findings(), finder({}))
    assert parts is not None
    definition = parts.definition
    assert said(definition.name) == ("", 1, 1)
    assert definition.drawing is not None
    assert definition.drawing.rows.text == ""
    assert isinstance(definition.regions["ring"].sites, Text)


def test_about_and_notes() -> None:
    definition = good(game("about: >\n  one\n  two", "notes:\n- the first - yes it is", "ggl: '1'"))
    assert definition.about == "one two"
    assert [said(note) for note in definition.notes] == [("the first - yes it is", 11, 3)]
    assert [note.text for note in good(game("notes: [a, b]")).notes] == ["a", "b"]
    assert [note.text for note in good(game("notes: only one")).notes] == ["only one"]


# ---- declarations


@pytest.mark.parametrize(
    ("written", "default", "allowed"),
    [
        ("8 in 3..19", "8", "3..19"),
        ("7.5 in 0..20", "7.5", "0..20"),
        ("Light in {Light, Dark}", "Light", "{Light, Dark}"),
        ("true", "true", None),
        ("-1 in -3..3", "-1", "-3..3"),
        ('"4"', "4", None),
        ("3 < 4", "3 < 4", None),
        ("3 in 0..2 == false", "3 in 0..2 == false", None),
    ],
)
def test_options(written: str, default: str, allowed: str | None) -> None:
    option = good(game(f"options:\n  size: {written}")).options["size"]
    assert (option.default, option.allowed) == (x(default), allowed and x(allowed))
    assert option.span.text == "size"


def test_players_with_constants() -> None:
    definition = good(game("players:\n  White: {forward: north, home: row(1)}\n  Black: {}"))
    assert list(definition.players) == ["White", "Black"]
    assert definition.players["White"].constants == {"forward": x("north"), "home": x("row(1)")}
    assert definition.players["Black"].span.column == 3


def test_a_player_has_a_condition_beside_its_constants() -> None:
    definition = good(game("options: {seats: 2 in 2..3}", "players:\n  White: {}\n  Gold: {if: seats == 3, home: row(1)}"))
    assert definition.players["White"].condition is None
    assert definition.players["Gold"].condition == x("seats == 3")
    assert definition.players["Gold"].constants == {"home": x("row(1)")}


def test_board_by_shape() -> None:
    assert good(game("board: square(7, 6)")).board.shape == x("square(7, 6)")
    board = good(game("board: {shape: hexagon(3), without: c3}")).board
    assert (board.shape, board.without) == (x("hexagon(3)"), x("c3"))
    board = good(game("board:\n  shape: square(5)\n  without: a1 e5 a5")).board
    assert board.without == x("{a1, e5, a5}")
    assert board.without.span.text == "a1 e5 a5"
    assert good(game("board:\n  shape: square(5)\n  without: {a1, e5}")).board.without == x("{a1, e5}")
    for written in ("{a1, b2}", "[a1, b2]"):  # no shape, as the checker says at this place
        board = good(game(f"board: {written}")).board
        assert (board.shape, board.span.text) == (x(written), written)


def test_board_by_drawing_or_links() -> None:
    board = good(game("board:\n  basis: hex\n  drawing: |2\n     x x\n    x x x\n")).board
    assert (board.drawing and board.drawing.text, board.basis, board.shape) == (" x x\nx x x", "hex", None)
    links = good(game("board:\n  links: |\n    a - b\n    b - c\n")).board.links
    assert said(links) == ("a - b\nb - c", 9, 5)


def test_regions() -> None:
    regions = good(
        game("regions:\n  start: e5 j10\n  ring: (c in cells if c in border)\n  dots:\n    drawing: |\n      x.x\n      .x.\n")
    ).regions
    assert regions["start"].sites == x("{e5, j10}")
    assert isinstance(regions["ring"].sites, t.Gen)
    assert isinstance(regions["dots"].sites, Text)
    assert regions["dots"].sites.text == "x.x\n.x."


def test_regions_with_words_of_the_language_are_expressions() -> None:
    assert isinstance(good(game("regions:\n  these: cells with man")).regions["these"].sites, t.With)


def test_pieces() -> None:
    pieces = good(
        game(
            "pieces:\n  man: {}\n  rod: {sites: edges, of: nobody, glyph: '('}\n"
            "  disc: {layer: floor, supply: 14, has: {up: true}, faces: orthogonal}"
        )
    ).pieces
    man, rod, disc = pieces.values()
    assert (man.sites, man.layer, man.owned, man.supply, man.faces, man.has, man.glyph) == ("cells", "", True, None, None, {}, "")
    assert (rod.sites, rod.owned, rod.glyph, rod.span.text) == ("edges", False, "(", "rod")
    assert (disc.layer, disc.supply, disc.faces, disc.has) == ("floor", x("14"), x("orthogonal"), {"up": x("true")})


@pytest.mark.parametrize("start", ["a1 in corners", "1 < 3", "3 in 0..2 == false"])
def test_a_start_may_be_a_condition(start: str) -> None:
    definition = good(game(f"pieces: {{man: {{has: {{up: {start}}}}}}}"))
    assert definition.pieces["man"].has == {"up": x(start)}


def test_tiles() -> None:
    tiles = good(
        game("tiles:\n  ell: |\n    xx\n    x\n  bar: {drawing: xx, turned: false}\n  dot: {drawing: x, mirrored: true}")
    ).tiles
    assert {name: (tile.drawing.text, tile.turned, tile.mirrored) for name, tile in tiles.items()} == {
        "ell": ("xx\nx", True, True),
        "bar": ("xx", False, True),
        "dot": ("x", True, True),
    }


def test_there_may_be_64_values() -> None:
    names = ", ".join(f"v{number}" for number in range(64))
    values = good(game(f"values:\n  listed: [{names}]\n  combined: {{row: 1..8, column: 1..8}}")).values
    assert [len(part.members) for part in values.values()] == [64, 64]


@pytest.mark.parametrize(
    ("properties", "names"),
    [
        ("{suit: suits}", ["hearts", "clubs"]),
        ("{suit: suits, rank: 2..3}", ["hearts_2", "hearts_3", "clubs_2", "clubs_3"]),
        ("{rank: 2..3}", ["card_2", "card_3"]),
        ("{rank: 2..2}", ["card_2"]),
        ("{rank: 2..3, suit: suits}", ["card_2_hearts", "card_2_clubs", "card_3_hearts", "card_3_clubs"]),
        ("{rank: 1..2, copy: 1..2}", ["card_1_1", "card_1_2", "card_2_1", "card_2_2"]),
    ],
)
def test_all_combinations_of_properties_have_names_that_rules_can_write(properties: str, names: list[str]) -> None:
    values = good(game(f"values:\n  suits: [hearts, clubs]\n  cards: {properties}", "define: {f: [" + ", ".join(names) + "]}"))
    assert [member.text for member in values.values["cards"].members] == names


@pytest.mark.parametrize(
    ("values", "one"),
    [
        ("cards", "card"),
        ("boxes", "box"),
        ("berries", "berry"),
        ("dice", "die"),
        ("chess", "chess"),
        ("deck", "deck"),
        ("s", "s"),
    ],
)
def test_values_that_begin_with_a_number_have_the_singular_in_front(values: str, one: str) -> None:
    found = good(game(f"values:\n  {values}: {{rank: 1..2}}", f"define: {{f: [{one}_1, {one}_2]}}"))
    assert [member.text for member in found.values[values].members] == [f"{one}_1", f"{one}_2"]


def test_state() -> None:
    state = good(
        game(
            "state:\n  castling: corners\n  marked: {a1, b2}\n  none_yet: {}\n"
            "  quiet: {start: 0, compared: false}\n  store: {start: 0, in: 0..48, each: players}"
        )
    ).state
    assert state["castling"].start == x("corners")
    assert state["marked"].start == x("{a1, b2}")
    assert state["none_yet"].start == x("{}")
    assert (state["quiet"].start, state["quiet"].compared, state["quiet"].each) == (x("0"), False, "")
    assert (state["store"].allowed, state["store"].each, state["store"].compared) == (x("0..48"), "players", True)


@pytest.mark.parametrize(
    ("written", "compared"),
    [
        ("0", True),
        ("{a1, b2}", True),
        ("{start: 0}", True),
        ("{start: 0, compared: false}", False),
        ("{start: 0, each: players, compared: true}", True),
        ("{start: 0, each: players, compared: false}", False),
        ("{start: 0, each: turns}", False),
        ("{start: 0, each: turns, compared: false}", False),
    ],
)
def test_positions_are_compared_by_a_variable(written: str, compared: bool) -> None:
    assert good(game(f"state: {{x: {written}}}")).state["x"].compared is compared


def test_setup() -> None:
    assert good(game("setup: put man on a1")).setup == f("put man on a1")
    definition = good(game("setup:\n  drawing: |\n    . x\n    x .\n  legend: {x: Black man}\n  do: put man on a1"))
    assert definition.drawing is not None
    assert said(definition.drawing.rows) == (". x\nx .", 10, 5)
    assert definition.drawing.legend["x"].text == "Black man"
    assert definition.setup == f("put man on a1")


# ---- rules


def test_definitions() -> None:
    definitions = good(game("define:\n  far: 3\n  men( p,k ): count(cells with p man)\n  none(): 1")).definitions
    assert definitions["far"].params == ()
    assert definitions["men"].params == ("p", "k")
    assert definitions["men"].body == x("count(cells with p man)")
    assert definitions["none"].params == ()


def test_a_definition_that_is_a_set() -> None:
    assert good(game("define:\n  these: {a1, b2}\n  row: [1, 2]")).definitions["these"].body == x("{a1, b2}")


def test_a_table_of_conditions() -> None:
    score = good(game("score(p):\n  0: p != winner\n  3: any(p.home)\n  else: 2")).score
    assert score is not None
    assert (score.name, score.params) == ("score", ("p",))
    assert score.body == t.Lined(None, ((x("0"), x("p != winner")), (x("3"), x("any(p.home)"))), x("2"), span=score.span)


def test_only_the_last_row_of_a_table_may_be_meant_as_else() -> None:
    definitions = good(game("define:\n  f:\n    default: 1\n  g(a):\n    elsa: 1\n    default: 2\n    else: 3")).definitions
    rows = {name: each.body.rows for name, each in definitions.items() if isinstance(each.body, t.Lined)}
    assert rows == {"f": ((x("default"), x("1")),), "g": ((x("elsa"), x("1")), (x("default"), x("2")))}


def test_a_table_by() -> None:
    body = good(game("define:\n  value(c):\n    by: c.kind\n    king: 10\n    man: 1")).definitions["value"].body
    assert body == t.Lined(x("c.kind"), ((x("king"), x("10")), (x("man"), x("1"))), None, span=body.span)


def test_routines() -> None:
    routine = good(game("routines:\n  go(c, d): |\n    move c to d\n    win")).routines["go"]
    assert (routine.params, routine.body) == (("c", "d"), f("move c to d\nwin"))


def test_moves() -> None:
    moves = good(
        game(
            "moves:\n  walk:\n    for: c in cells, d in steps(c, compass)\n    let:\n      far: step(c, d, 2)\n"
            "    where:\n      empty there: empty(d)\n      not far: d != far\n    do: move c to d\n"
            "    ensure: not stuck\n    then: shoot(a=d) if empty(c)\n"
            "  shoot(a):\n    do: put arrow on a\n  seize():\n    do: take man from a1"
        )
    ).moves
    walk, shoot, seize = moves.values()
    assert [binder.name for binder in walk.binders] == ["c", "d"]
    assert [(let.name, let.value, let.span.text) for let in walk.lets] == [("far", x("step(c, d, 2)"), "far")]
    assert walk.where.parts == (("empty there", x("empty(d)")), ("not far", x("d != far")))
    assert walk.ensure.parts == (("", x("not stuck")),)
    assert walk.ensure.span.text == "not stuck"
    assert walk.do == f("move c to d")
    assert walk.then == parser.plan(placed("shoot(a=d) if empty(c)"))
    assert (walk.started, walk.params, walk.span.text) == (True, (), "walk")
    assert (shoot.name, shoot.started, shoot.params, shoot.then) == ("shoot", False, ("a",), None)
    assert (seize.name, seize.started, seize.params, seize.binders) == ("seize", False, (), ())


def test_a_move_has_up_to_sixteen_parameters() -> None:
    assert len(good(game(f"moves:\n  go({', '.join(f'a{n}' for n in range(16))}): {{do: win}}")).moves["go"].params) == 16


def test_a_move_or_a_phase_may_have_the_name_of_a_key() -> None:
    definition = good(game("moves:\n  go: {do: win}\n  where: {do: lose}", "turn: {phases: {a: {play: go}, by: {play: go}}}"))
    assert list(definition.moves) == ["go", "where"]
    assert [phase.name for phase in definition.turn.phases] == ["a", "by"]


def test_conditions_in_braces() -> None:
    where = good(game("moves: {go: {where: {a1, b2}, ensure: {}, do: win}}")).moves["go"]
    assert (where.where.parts, where.ensure.parts) == ((("", x("{a1, b2}")),), ())


def test_blanks_in_brackets_are_no_parameter() -> None:
    assert good(game("define:\n  f( ): 1")).definitions["f"].params == ()


def test_a_text_and_a_name_may_be_as_long_as_their_limit() -> None:
    text = "1 +" + " " * (LONGEST_TEXT - 4) + "1"
    assert good(game(f"define:\n  {'f' * LONGEST_NAME}: {text}")).definitions["f" * LONGEST_NAME].body == x("1 + 1")


def test_a_sentence_may_be_the_word_by_which_a_variant_removes() -> None:
    assert good(game("says: {place: 'removed'}")).says["place"].text.text == "removed"


def test_turn() -> None:
    turn = good(
        game(
            "turn:\n  first: White\n  play: jump otherwise step\n  pass: forced\n  pie: choose-side if size > 5\n"
            "  begin: set a to 1\n  continue: steps < 2\n"
        )
    ).turn
    assert (turn.first, turn.passing) == (x("White"), "forced")
    assert turn.play == parser.plan(placed("jump otherwise step"))
    assert (turn.pie, turn.pie_if) == ("choose-side", x("size > 5"))
    assert turn.pie_if is not None
    assert turn.pie_if.span.text == "size > 5"
    assert (turn.begin, turn.again_while) == (f("set a to 1"), x("steps < 2"))


def test_phases_without_choices_made_together_leave_the_turn_its_keys() -> None:
    assert good(game("turn: {next: White, phases: {a: {play: place}}}")).turn.following == x("White")


def test_phases() -> None:
    turn = good(game("turn:\n  phases:\n    placing: {play: place, until: ply > 4}\n    moving: {play: place}")).turn
    assert turn.play is None
    assert [(phase.name, phase.until) for phase in turn.phases] == [("placing", x("ply > 4")), ("moving", None)]


def test_pie_without_a_condition() -> None:
    turn = good(game("turn: {pie: swap-sides, pass: free}")).turn
    assert (turn.pie, turn.pie_if, turn.passing) == ("swap-sides", None, "free")


@pytest.mark.parametrize(
    ("turn", "ways"),
    [
        ("turn: {pass: free}", [("free", None)]),
        (
            "turn:\n  pass: forced\n  phases:\n    a: {play: place, pass: free if full}\n    b: {play: place}\n"
            "    c: {together: place}",
            [("free", x("full")), ("forced", None)],
        ),
        ("turn:\n  phases:\n    a: {together: place}\n    b: {together: place}", [("never", None)]),
    ],
)
def test_one_passes_as_a_phase_says_or_the_turn_and_not_where_all_choose_at_once(turn: str, ways: object) -> None:
    assert list(good(game(turn)).turn.ways_to_pass) == ways


def test_end() -> None:
    lines = good(
        game(
            "end:\n  player p wins:\n    a line: lined(cells with p man, 3)\n    a block: false\n  mover loses: stuck\n"
            "  Black wins: ply > 9\n  opponent wins: ply > 10\n  draw: full\n  by  score: passes == 2"
        )
    ).end
    assert [(line.outcome, line.subject, line.each) for line in lines] == [
        ("win", "p", True),
        ("lose", "mover", False),
        ("win", "Black", False),
        ("win", "opponent", False),
        ("draw", "", False),
        ("score", "", False),
    ]
    (line,) = good(game("end: {players p win: stuck}")).end
    assert (line.outcome, line.subject, line.each, line.together) == ("win", "p", False, True)
    assert [name for name, _ in lines[0].conditions.parts] == ["a line", "a block"]
    assert lines[1].conditions.parts == (("", x("stuck")),)
    assert lines[1].span.text == "mover loses"


@pytest.mark.parametrize(
    ("written", "outcome", "player"),
    [("draw", "draw", None), ("last.mover loses", "lose", "last.mover"), ("Black wins", "win", "Black")],
)
def test_tie(written: str, outcome: str, player: str | None) -> None:
    tie = good(game(f"tie: {written}")).tie
    assert tie is not None
    assert (tie.outcome, tie.player) == (outcome, player and x(player))


def test_match() -> None:
    match = good(game("match:\n  until: total(Black) > 9\n  next first: winner\n  points(p): 3 if p == winner else 0")).match
    assert match is not None
    assert (match.until, match.next_first) == (x("total(Black) > 9"), x("winner"))
    assert match.points is not None
    assert (match.points.params, match.points.body) == (("p",), x("3 if p == winner else 0"))


def test_look() -> None:
    look = good(game("look: {notation: {jump: c x t}, glyphs: {man: (}, colours: {Black: brown}}")).look
    assert said(look.notation["jump"]) == ("c x t", 8, 25)
    assert look.glyphs["man"].text == "("
    assert look.colours["Black"].text == "brown"
    assert (look.shapes, look.board) == ({}, "")
    look = good(game("look: {shapes: {man: pawn}, board: checkered}")).look
    assert look.shapes["man"].text == "pawn"
    assert look.board == "checkered"


def test_a_table_of_notation_has_a_pattern_for_the_rest() -> None:
    look = good(game("look: {notation: {jump: {'{c}x': any(enemies), else: '{c}-'}}}")).look
    assert [(text.text, test) for text, test in look.patterns["jump"]] == [("{c}x", x("any(enemies)"))]
    assert look.notation["jump"].text == "{c}-"


def test_a_letter_with_an_accent_is_a_glyph() -> None:
    assert good(game("look: {glyphs: {man: 'o\u0301'}}")).look.glyphs["man"].text == "o\u0301"


def test_tests() -> None:
    test = good(
        game(
            "tests:\n  after two moves:\n    options: {size: 5}\n    setup: put man on a1\n    to move: White\n"
            "    play: place a1 ((b2), c3), place b2\n    legal: 7\n    illegal: [a1, b2]\n    mover: Black\n    ply: 2\n"
            "    score: {Black: 3, White: 0.5}\n    winner: none\n    over: no\n    reason: a line\n"
            "    true:\n    - count(cells) == 9\n    - not stuck\n    perft: [9, 72]"
        )
    ).tests[0]
    assert (test.name, test.setup, test.to_move and test.to_move.text) == ("after two moves", f("put man on a1"), "White")
    assert {name.text: text.text for name, text in test.options} == {"size": "5"}
    assert [said(move) for move in test.moves] == [("place a1 ((b2), c3)", 13, 11), ("place b2", 13, 32)]
    assert [(kind, [each.text.text for each in expected]) for kind, expected in test.expect] == [
        ("legal", ["7"]),
        ("illegal", ["a1", "b2"]),
        ("mover", ["Black"]),
        ("ply", ["2"]),
        ("score", ["Black", "White"]),
        ("winner", ["none"]),
        ("over", ["no"]),
        ("reason", ["a line"]),
        ("true", ["count(cells) == 9", "not stuck"]),
        ("perft", ["9", "72"]),
    ]
    assert [each.value and each.value.text for each in dict(test.expect)["score"]] == ["3", "0.5"]


def test_a_test_may_say_what_players_are_told_and_see() -> None:
    said = (
        "told: {Black: [a1, kind man]}\n    not told: {White: kind man}\n    sees: {White: [empty(a1), not stuck], Black: stuck}"
    )
    test = good(game(f"tests:\n  it:\n    {said}")).tests[0]
    assert [
        (kind, [(each.text.text, each.value and each.value.text) for each in expected]) for kind, expected in test.expect
    ] == [
        ("told", [("Black", "a1"), ("Black", "kind man")]),
        ("not told", [("White", "kind man")]),
        ("sees", [("White", "empty(a1)"), ("White", "not stuck"), ("Black", "stuck")]),
    ]


def test_a_test_may_say_which_condition_refuses_a_move() -> None:
    test = good(game("tests:\n  refused:\n    illegal: {place a1: an empty cell, b2: near}")).tests[0]
    ((kind, expected),) = test.expect
    assert kind == "illegal"
    assert [(each.text.text, each.value and each.value.text) for each in expected] == [
        ("place a1", "an empty cell"),
        ("b2", "near"),
    ]
