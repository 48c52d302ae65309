"""The codes GGL130 to GGL159: YAML that is not of the shape of a game.

13x what ggl leaves out of YAML, 14x the keys, 15x the strings that hold expressions.
"""

from ggl.diagnostics.catalog.declare import error

# ---------------------------------------------------------------------------------------- what ggl leaves out of YAML

ALIAS = error(
    "GGL131",
    "YAML anchors and aliases are not used",
    """`&name` and `*name` would copy a part of the file. In ggl, name a repeated expression under `define`, repeated effects
    under `routines`, and extend a whole game with `extends`. No expression has to begin with `&` or `*`.""",
    wrong="""
    define:
      near(c): &near neighbors(c)
      close(c): *near
    """,
    right="""
    define:
      near(c): neighbors(c)
      close(c): near(c)
    """,
)
MERGE_KEY = error(
    "GGL132",
    "YAML merge keys are not used",
    """`<<` would merge another map into this one. To extend another game, write `extends: its name`.""",
    wrong="""
    <<: tiku
    name: My Tiku
    """,
    right="""
    extends: tiku
    name: My Tiku
    """,
)
TAG = error(
    "GGL133",
    "YAML tags and directives are not used",
    """A value that begins with `!` has a YAML tag; a line that begins with `%` is a YAML directive. In ggl the key determines
    the meaning of its value. In an expression write `not` and `!=`, and do not begin it with `!`.""",
    wrong="where: !empty(c)",
    right="where: not empty(c)",
)
KEY_NOT_TEXT = error(
    "GGL134",
    "a key is plain text",
    """A key is a word or a line of text, never a list or a map. Put an expression that begins with `{` in quotes.""",
    wrong="""
    regions:
      {a1, b2}: ends
    """,
    right="""
    regions:
      ends: {a1, b2}
    """,
)

# ------------------------------------------------------------------------------------------------------------ the keys

UNKNOWN_KEY = error(
    "GGL141",
    "unknown key",
    """No such key exists here. The finding names keys with a similar spelling, or the right key for this place.""",
    wrong="player: [Black, White]",
    right="players: [Black, White]",
)
MISSING_KEY = error(
    "GGL142",
    "missing key",
    """A part of the game lacks a required key.""",
    wrong="""
    moves:
      place:
        for: c in cells
    """,
    right="""
    moves:
      place:
        for: c in cells
        do: put stone on c
    """,
)
WRONG_SHAPE = error(
    "GGL143",
    "value of the wrong shape",
    """The key needs another sort of value here: a text instead of a map or a list, a number instead of a word, one of a few
    words.""",
    wrong="players: Black and White",
    right="players: [Black, White]",
)
KEY_NOT_ALLOWED = error(
    "GGL144",
    "key not allowed here",
    """The key exists, but not at this place, or not together with another key here. Often its indentation is wrong: the keys
    of a move, a phase or a variable are indented further than its name.""",
    wrong="""
    board: square(8)
    do: put stone on a1
    """,
    right="""
    board: square(8)
    setup: put stone on a1
    """,
)
MISSING_VALUE = error(
    "GGL145",
    "key without a value",
    """The key has no value after the colon. Write the value, or remove the key. For a map without entries write `{}`.""",
    wrong="""
    pieces:
      stone:
    """,
    right="""
    pieces:
      stone: {}
    """,
)

BAD_NAME = error(
    "GGL146",
    "not a name",
    """The names of options, players, pieces, regions, variables, moves and definitions begin with a letter from a to z
    or `_`, and go on with letters, digits and `_`, so that expressions can use them.""",
    wrong="""
    pieces:
      big-stone: {}
    """,
    right="""
    pieces:
      big_stone: {}
    """,
)

# --------------------------------------------------------------------------------------- the strings with expressions

BAD_EXPRESSION = error(
    "GGL151",
    "the expression cannot be read",
    """An expression or an effect ends too early, or goes on with something that cannot stand there. The finding lists what
    could. Usually a bracket is missing, or there is one too many; a word lacks its brackets; `=` stands for `==`; or two
    effects share a line.""",
    wrong="""
    where: empty(c and size of group(c) = 1
    do: put stone on c, add 1 to n
    """,
    right="""
    where: empty(c) and size(group(c)) == 1
    do: |
      put stone on c
      add 1 to n
    """,
)
COMMA_ENDED_VALUE = error(
    "GGL152",
    "a comma ended the value",
    """Between `{` and `}` every comma begins a new key, even a comma inside the round brackets of an expression. Write each
    name on a line of its own; then commas are safe.""",
    wrong="let: {t: step(c, d)}",
    right="""
    let:
      t: step(c, d)
    """,
)
FOLDED_TEXT = error(
    "GGL153",
    "folded text where line ends count",
    """After `>` YAML joins lines, so effects on several lines, or the rows of a drawing, would run together. Use `|`, which
    keeps the lines.""",
    wrong="""
    do: >
      take stone from c
      put stone on d
    """,
    right="""
    do: |
      take stone from c
      put stone on d
    """,
)
SET_AS_MAP = error(
    "GGL155",
    "a set that YAML reads as a map",
    """In YAML, a value that begins with `{` is a map, and one that begins with `[` is a list. ggl still reads plain sets such
    as `{a1, b2}`. YAML cannot read a set whose members have brackets of their own, or that names a member twice. Put the
    whole value into quotes, or write it as a block after `|`.""",
    wrong="""
    define:
      beside(c): {step(c, west), step(c, east)}
    """,
    right="""
    define:
      beside(c): "{step(c, west), step(c, east)}"
    """,
)
TEXT_TOO_LONG = error(
    "GGL154",
    "text too long",
    """
    One expression, effect or name is longer than any rule needs. The limit keeps a stranger's file from taking up your
    time. Name parts of it under `define` or `routines`.
    """,
)
