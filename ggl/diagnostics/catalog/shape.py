"""The codes GGL130 to GGL159: YAML that is not of the shape of a game.

13x what ggl leaves out of YAML, 14x the keys, 15x the strings that hold expressions.
"""

from ggl.diagnostics.catalog.declare import error

# ---------------------------------------------------------------------------------------- what ggl leaves out of YAML

ALIAS = error(
    "GGL131",
    "YAML anchors and aliases are not used",
    """
    `&name` and `*name` would copy a part of the file. In ggl a rule that is used twice gets a name under `define`,
    effects get one under `routines`, and a whole game is built upon with `extends`. No expression has to begin with
    `&` or `*`.

    Wrong:

    ```yaml
    define:
      near(c): &near neighbors(c)
      close(c): *near
    ```

    Right:

    ```yaml
    define:
      near(c): neighbors(c)
      close(c): near(c)
    ```
    """,
)
MERGE_KEY = error(
    "GGL132",
    "YAML merge keys are not used",
    """
    `<<` would merge another map into this one. To build upon another game write `extends: its name`.

    Wrong:

    ```yaml
    <<: tiku
    name: My Tiku
    ```

    Right:

    ```yaml
    extends: tiku
    name: My Tiku
    ```
    """,
)
TAG = error(
    "GGL133",
    "YAML tags and directives are not used",
    """
    A value that begins with `!` has a YAML tag, a line at the left edge that begins with `%` is a YAML directive. In
    ggl the key says what its value means. In an expression write `not` and `!=`; the first cannot begin with `!`.

    Wrong:

    ```yaml
    where: !empty(c)
    ```

    Right:

    ```yaml
    where: not empty(c)
    ```
    """,
)
KEY_NOT_TEXT = error(
    "GGL134",
    "a key is plain text",
    """
    A key is a word or a line of text, never a list or a map. A value that begins with `{` and is meant as an expression
    stands in quotes.

    Wrong:

    ```yaml
    regions:
      {a1, b2}: ends
    ```

    Right:

    ```yaml
    regions:
      ends: {a1, b2}
    ```
    """,
)

# ------------------------------------------------------------------------------------------------------------ the keys

UNKNOWN_KEY = error(
    "GGL141",
    "unknown key",
    """
    No such key exists at this place. The finding names keys that are spelled alike, or says how it is called here.

    Wrong:

    ```yaml
    player: [Black, White]
    ```

    Right:

    ```yaml
    players: [Black, White]
    ```
    """,
)
MISSING_KEY = error(
    "GGL142",
    "missing key",
    """
    A part of the game lacks a key that it cannot do without.

    Wrong:

    ```yaml
    moves:
      place:
        for: c in cells
    ```

    Right:

    ```yaml
    moves:
      place:
        for: c in cells
        do: put stone on c
    ```
    """,
)
WRONG_SHAPE = error(
    "GGL143",
    "value of the wrong shape",
    """
    The key wants another sort of value here: a text instead of a map or a list, a number instead of a word, one of a
    few words.

    Wrong:

    ```yaml
    players: Black and White
    ```

    Right:

    ```yaml
    players: [Black, White]
    ```
    """,
)
KEY_NOT_ALLOWED = error(
    "GGL144",
    "key not allowed here",
    """
    The key exists, but not at this place, or not together with another key that is written here. Often its indentation is
    wrong: what belongs to a move, a phase or a variable stands further right than its name.

    Wrong:

    ```yaml
    board: square(8)
    do: put stone on a1
    ```

    Right:

    ```yaml
    board: square(8)
    setup: put stone on a1
    ```
    """,
)
MISSING_VALUE = error(
    "GGL145",
    "key without a value",
    """
    Nothing stands after the colon. Write the value, or leave the key out. For `nothing to say` in a map write `{}`.

    Wrong:

    ```yaml
    pieces:
      stone:
    ```

    Right:

    ```yaml
    pieces:
      stone: {}
    ```
    """,
)

BAD_NAME = error(
    "GGL146",
    "not a name",
    """
    Options, players, pieces, regions, variables, moves and definitions have names of letters, digits and `_` that do not
    begin with a digit, so that expressions can mention them.

    Wrong:

    ```yaml
    pieces:
      big-stone: {}
    ```

    Right:

    ```yaml
    pieces:
      big_stone: {}
    ```
    """,
)

# --------------------------------------------------------------------------------------- the strings with expressions

BAD_EXPRESSION = error(
    "GGL151",
    "the expression cannot be read",
    """
    An expression or an effect breaks off or goes on with something that cannot stand there. The finding says what
    could. Most often a bracket is missing or one too many, a word is asked without its brackets, `=` stands for `==`, or two
    effects share a line.

    Wrong:

    ```yaml
    where: empty(c and size of group(c) = 1
    do: put stone on c, add 1 to n
    ```

    Right:

    ```yaml
    where: empty(c) and size(group(c)) == 1
    do: |
      put stone on c
      add 1 to n
    ```
    """,
)
COMMA_ENDED_VALUE = error(
    "GGL152",
    "a comma ended the value",
    """
    Between `{` and `}` every comma begins a new key, also a comma inside the round brackets of an expression. Write
    each name on a line of its own; then commas are safe.

    Wrong:

    ```yaml
    let: {t: step(c, d)}
    ```

    Right:

    ```yaml
    let:
      t: step(c, d)
    ```
    """,
)
FOLDED_TEXT = error(
    "GGL153",
    "folded text where an expression is wanted",
    """
    After `>` YAML joins lines, so that effects on several lines would run together. Use `|`, which keeps them.

    Wrong:

    ```yaml
    do: >
      take stone from c
      put stone on d
    ```

    Right:

    ```yaml
    do: |
      take stone from c
      put stone on d
    ```
    """,
)
SET_AS_MAP = error(
    "GGL155",
    "a set that YAML takes for a map",
    """
    A value that begins with `{` is a map to YAML, and one that begins with `[` is a list. Plain sets such as `{a1, b2}` are
    read all the same. A set whose members have brackets of their own, or that names one member twice, is no map that YAML can
    read. Put the whole value into quotes, or write it as a block after `|`.

    Wrong:

    ```yaml
    define:
      beside(c): {step(c, west), step(c, east)}
    ```

    Right:

    ```yaml
    define:
      beside(c): "{step(c, west), step(c, east)}"
    ```
    """,
)
TEXT_TOO_LONG = error(
    "GGL154",
    "text too long",
    """
    One expression, effect or name is longer than any rule needs. The bound keeps a stranger's file from taking up
    your time.

    Give parts of it names under `define` or `routines`.
    """,
)
