"""The codes GGL1xx: the file's text, its YAML, and the shape of what stands in it.

10x the file, 11x and 12x YAML as such, 13x what ggl leaves out of YAML, 14x the keys, 15x the strings that hold
expressions. Long because it is a table: one entry a code, most of it the examples that `ggl explain` shows.
"""

from ggl.diagnostics.catalog.declare import error, note

# ------------------------------------------------------------------------------------------------------------ the file

NOT_UTF8 = error(
    "GGL101",
    "not UTF-8 text",
    """
    A game file is text in UTF-8. These bytes are not: the file may be saved in another encoding, or be no text at all.

    Set your editor to save as UTF-8.
    """,
)
BAD_CHARACTER = error(
    "GGL102",
    "character not allowed",
    r"""
    The text holds a character that cannot be seen: a control character, a sign that turns the direction of reading,
    or an unusual line end. Such characters make a file look different from what it says. Lines end with LF or CRLF.

    Delete the character. If the whole file seems to be of them, save it as UTF-8.

    Wrong:

    ```yaml
    name: "Chess\x07"
    ```

    Right:

    ```yaml
    name: Chess
    ```
    """,
)
FILE_TOO_LONG = error(
    "GGL103",
    "file too long",
    """
    A game file may have at most 256 KiB, which is about fifty times the rules of chess. The bound keeps a stranger's
    file from taking up your time.

    Say with definitions and loops what is written out many times.
    """,
)
TOO_MANY_VALUES = error(
    "GGL104",
    "too many values",
    """
    A game file may hold at most 20,000 keys and values. The bound keeps a stranger's file from taking up your time.

    Say with definitions and loops what is written out many times.
    """,
)
TOO_DEEP = error(
    "GGL105",
    "nested too deep",
    """
    Maps and lists of a game file may stand inside each other at most 32 deep, and so may the brackets of an expression.

    Give a part of it a name under `define`.
    """,
)
EMPTY_FILE = error(
    "GGL106",
    "empty file",
    """
    The file holds nothing, or comments only. A game has at least a board, pieces and moves.

    Wrong:

    ```yaml
    # my game
    ```

    Right:

    ```yaml
    ggl: 1
    name: My game
    ```
    """,
)
NOT_A_MAP = error(
    "GGL107",
    "a game is a map of keys",
    """
    A game file is a map: each line at its left edge is a key, a colon, and what belongs to the key.

    Wrong:

    ```yaml
    - name: My game
    - board: square(8)
    ```

    Right:

    ```yaml
    name: My game
    board: square(8)
    ```
    """,
)
SEVERAL_DOCUMENTS = error(
    "GGL108",
    "several documents in one file",
    """
    In YAML a line `---` starts a new document. A game file holds one game.

    Put the other game into a file of its own. To build upon another game, write `extends: its name`.

    Wrong:

    ```yaml
    name: One
    ---
    name: Two
    ```

    Right:

    ```yaml
    name: One
    ```
    """,
)
MORE_FINDINGS = note(
    "GGL109",
    "more findings",
    """
    There are more findings than are worth reading at once. Mend the first ones: the others often go away with them.
    """,
)

# ---------------------------------------------------------------------------------------------------------------- YAML

YAML_SYNTAX = error(
    "GGL110",
    "not valid YAML",
    """
    The text cannot be read as YAML at this place. Most often a comma, a colon or a bracket is missing or one too many.

    Wrong:

    ```yaml
    players: [Black, , White]
    ```

    Right:

    ```yaml
    players: [Black, White]
    ```
    """,
)
TAB = error(
    "GGL111",
    "tab instead of spaces",
    """
    YAML allows no tab in the indentation or between words, since it looks as wide as each editor likes. Write spaces.

    Wrong:

    ```yaml
    moves:
    \tplace: {}
    ```

    Right:

    ```yaml
    moves:
      place: {}
    ```
    """,
)
MISSING_COLON = error(
    "GGL112",
    "a key without its colon",
    """
    Each line of a map is a key, a colon, a space, a value. Without the colon, or without the space after it, the line
    is read as plain text.

    Wrong:

    ```yaml
    name:Tiku
    board: square(6)
    ```

    Right:

    ```yaml
    name: Tiku
    board: square(6)
    ```
    """,
)
UNCLOSED_QUOTE = error(
    "GGL113",
    "unclosed quotation mark",
    """
    A value that begins with a quotation mark ends with the same mark. Inside single quotes, write `''` for an
    apostrophe.

    Wrong:

    ```yaml
    name: "Tiku
    board: square(6)
    ```

    Right:

    ```yaml
    name: Tiku
    board: square(6)
    ```
    """,
)
UNCLOSED_BRACKET = error(
    "GGL114",
    "unclosed bracket",
    """
    A value that begins with `[` or `{` is a YAML list or map, and ends with the bracket that fits.

    Wrong:

    ```yaml
    players: [Black, White
    board: square(6)
    ```

    Right:

    ```yaml
    players: [Black, White]
    board: square(6)
    ```
    """,
)
BAD_INDENTATION = error(
    "GGL115",
    "indentation does not fit",
    """
    Keys of one map stand exactly below each other. What belongs to a key stands further right than the key.

    Wrong:

    ```yaml
    moves:
      place:
        for: c in cells
       do: put stone on c
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
COLON_IN_VALUE = error(
    "GGL116",
    "a colon inside a value",
    """
    A colon followed by a space or by the end of the line marks a key. In the middle of a value it makes YAML see a
    second key on the line. Write the value as a block after `|`, where every character stands for itself.

    Wrong:

    ```yaml
    do: if empty(c): put stone on c
    ```

    Right:

    ```yaml
    do: |
      if empty(c):
        put stone on c
    ```
    """,
)
BAD_START = error(
    "GGL117",
    "a value cannot begin with this character",
    """
    To YAML some characters mean something at the beginning of a value: `@`, `%`, a backtick, `|` inside brackets. Put
    the value into quotes.

    Wrong:

    ```yaml
    look: {glyphs: {king: @}}
    ```

    Right:

    ```yaml
    look: {glyphs: {king: "@"}}
    ```
    """,
)
MISPLACED_ITEM = error(
    "GGL118",
    "a list item where none can be",
    """
    A dash followed by a space begins an item of a list. It cannot stand among the keys of a map, nor on the line of a
    key.

    Wrong:

    ```yaml
    players: - Black
    ```

    Right:

    ```yaml
    players: [Black, White]
    ```
    """,
)
TEXT_AFTER_VALUE = error(
    "GGL119",
    "text after the end of the value",
    """
    A value that begins with a bracket or a quotation mark ends with its partner; nothing may follow but a comment. An
    expression that begins so is written as a block after `|`, or turned round.

    Wrong:

    ```yaml
    define:
      centre: {d4, e5} + corners
    ```

    Right:

    ```yaml
    define:
      centre: |
        {d4, e5} + corners
    ```
    """,
)
BAD_BLOCK_HEADER = error(
    "GGL120",
    "text on the line of the block sign",
    """
    After `|` the text begins on the next line, indented.

    Wrong:

    ```yaml
    do: | put stone on c
    ```

    Right:

    ```yaml
    do: |
      put stone on c
    ```
    """,
)
BAD_ESCAPE = error(
    "GGL121",
    "unknown escape in double quotes",
    r"""
    Inside double quotes a backslash begins an escape such as `\n` or `\u00e9`. Write `\\` for a backslash, or use
    single quotes.

    Wrong:

    ```yaml
    look: {glyphs: {bishop: "\/"}, note: "\d"}
    ```

    Right:

    ```yaml
    look: {glyphs: {bishop: '/'}, note: '\d'}
    ```
    """,
)
DUPLICATE_KEY = error(
    "GGL122",
    "key written twice",
    """
    Each key stands at most once in a map. Many programs would take the last one without a word; ggl does not guess.

    Wrong:

    ```yaml
    name: Tiku
    name: Taku
    ```

    Right:

    ```yaml
    name: Tiku
    ```
    """,
)

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
    A key is a word or a line of text, never a list or a map.

    Wrong:

    ```yaml
    regions:
      {a1, b2}: corners
    ```

    Right:

    ```yaml
    regions:
      corners: a1 b2
    ```
    """,
)

# ------------------------------------------------------------------------------------------------------------ the keys

UNKNOWN_KEY = error(
    "GGL141",
    "unknown key",
    """
    No such key exists at this place. The finding names keys that are spelled alike.

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
    The key exists, but not at this place, or not together with another key that is written here.

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
    could.

    Wrong:

    ```yaml
    where: empty(c and d)) or
    ```

    Right:

    ```yaml
    where: empty(c) and empty(d)
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
TEXT_TOO_LONG = error(
    "GGL154",
    "text too long",
    """
    One expression, effect or name is longer than any rule needs. The bound keeps a stranger's file from taking up
    your time.

    Give parts of it names under `define` or `routines`.
    """,
)
