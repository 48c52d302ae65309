"""The codes GGL101 to GGL129: a file that is no text, or no YAML.

10x the file, 11x and 12x YAML as such.
"""

from ggl.diagnostics.catalog.declare import error, note

# ------------------------------------------------------------------------------------------------------------ the file

NOT_UTF8 = error(
    "GGL101",
    "not UTF-8 text",
    """
    A game file is text in UTF-8. These bytes are not UTF-8: the file may have another encoding, or not be text at all. Set
    your editor to save as UTF-8.
    """,
)
BAD_CHARACTER = error(
    "GGL102",
    "character not allowed",
    """The text contains an invisible character: a control character, a sign that changes the direction of reading, or an
    unusual line end. Such characters make a file look different from what it says. Lines end with LF or CRLF.

    Delete the character. If the whole file seems to consist of them, save it as UTF-8.""",
    wrong=r'name: "Chess\x07"',
    right="name: Chess",
)
FILE_TOO_LONG = error(
    "GGL103",
    "file too long",
    """
    A game file may have at most 256 KiB, about fifty times the rules of chess. The limit keeps a stranger's file from
    taking up your time. Use definitions and loops for what is written many times.
    """,
)
TOO_MANY_VALUES = error(
    "GGL104",
    "too many values",
    """
    A game file may hold at most 20,000 keys and values. The limit keeps a stranger's file from taking up your time. Use
    definitions and loops for what is written many times.
    """,
)
TOO_DEEP = error(
    "GGL105",
    "nested too deeply",
    """
    Maps and lists of a game file may be nested at most 32 levels deep, and so may the brackets of an expression. Give a
    part of it a name under `define`.
    """,
)
EMPTY_FILE = error(
    "GGL106",
    "empty file",
    """The file is empty, or has only comments. A game needs at least a board, pieces and moves.""",
    wrong="# my game",
    right="""
    ggl: 1
    name: My game
    """,
)
NOT_A_MAP = error(
    "GGL107",
    "a game is a map of keys",
    """A game file is a map: each line at its left edge is a key, a colon, and the value of the key. The record of a play is none;
    `ggl replay` plays it.""",
    wrong="""
    - name: My game
    - board: square(8)
    """,
    right="""
    name: My game
    board: square(8)
    """,
)
SEVERAL_DOCUMENTS = error(
    "GGL108",
    "several documents in one file",
    """In YAML a line `---` starts a new document, but a game file holds one game. Put the other game into a file of its own.
    To extend another game, write `extends: its name`.""",
    wrong="""
    name: One
    ---
    name: Two
    """,
    right="name: One",
)
MORE_FINDINGS = note(
    "GGL109",
    "more findings",
    """
    ggl does not show all findings at once. Fix the first ones: the others often disappear with them.
    """,
)

# ---------------------------------------------------------------------------------------------------------------- YAML

YAML_SYNTAX = error(
    "GGL110",
    "not valid YAML",
    """YAML cannot read the text at this place. Usually a comma, a colon or a bracket is missing, or there is one too many.""",
    wrong="players: [Black, , White]",
    right="players: [Black, White]",
)
TAB = error(
    "GGL111",
    "tab instead of spaces",
    """YAML allows no tab in the indentation or between words, since editors show tabs in different widths. Write spaces.""",
    wrong="board:\n\tshape: square(4)",
    right="board:\n  shape: square(4)",
)
MISSING_COLON = error(
    "GGL112",
    "a key without its colon",
    """Each line of a map is a key, a colon, a space, a value. Without the colon, or without the space after it, the line
    is read as plain text.""",
    wrong="""
    name:Tiku
    board: square(6)
    """,
    right="""
    name: Tiku
    board: square(6)
    """,
)
UNCLOSED_QUOTE = error(
    "GGL113",
    "unclosed quotation mark",
    """A value that begins with a quotation mark must end with the same mark. Inside single quotes, write `''` for an
    apostrophe.""",
    wrong="""
    name: "Tiku
    board: square(6)
    """,
    right="""
    name: Tiku
    board: square(6)
    """,
)
UNCLOSED_BRACKET = error(
    "GGL114",
    "unclosed bracket",
    """A value that begins with `[` or `{` is a YAML list or map, and must end with the matching bracket.""",
    wrong="""
    players: [Black, White
    board: square(6)
    """,
    right="""
    players: [Black, White]
    board: square(6)
    """,
)
BAD_INDENTATION = error(
    "GGL115",
    "indentation does not fit",
    """Keys of one map are aligned. The value of a key is indented further than the key. The mistake may be in a line above the
    one where YAML notices it.""",
    wrong="""
    moves:
      place:
        for: c in cells
       do: put stone on c
    """,
    right="""
    moves:
      place:
        for: c in cells
        do: put stone on c
    """,
)
COLON_IN_VALUE = error(
    "GGL116",
    "a colon inside a value",
    """A colon followed by a space or by the end of the line marks a key. In the middle of a value it makes YAML see a
    second key on the line. Write the value as a block after `|`, where every character stands for itself.""",
    wrong="do: if empty(c): put stone on c",
    right="""
    do: |
      if empty(c):
        put stone on c
    """,
)
BAD_START = error(
    "GGL117",
    "a value cannot begin with this character",
    """In YAML some characters have a meaning at the beginning of a value: `@`, `%`, a backtick, `|` inside brackets. Put the
    value into quotes.""",
    wrong="look: {glyphs: {king: @}}",
    right='look: {glyphs: {king: "@"}}',
)
MISPLACED_ITEM = error(
    "GGL118",
    "a list item in the wrong place",
    """A dash followed by a space begins a list item. A list item cannot stand among the keys of a map, nor on the line of a
    key.""",
    wrong="players: - Black",
    right="players: [Black, White]",
)
TEXT_AFTER_VALUE = error(
    "GGL119",
    "text after the end of the value",
    """If a value begins with `[`, `{` or a quotation mark, YAML ends it at the matching mark, and only a comment may follow.
    Write such an expression as a block after `|`, in quotation marks, or in another order.""",
    wrong="""
    define:
      centre: {b2, c3} + corners
      ring: [a1, b1] + [b2, a2]
    """,
    right="""
    define:
      centre: corners + {b2, c3}
      ring: |
        [a1, b1] + [b2, a2]
    """,
)
BAD_BLOCK_HEADER = error(
    "GGL120",
    "text on the line of the block sign",
    """After `|` the text begins on the next line, indented.""",
    wrong="do: | put stone on c",
    right="""
    do: |
      put stone on c
    """,
)
BAD_ESCAPE = error(
    "GGL121",
    "unknown escape in double quotes",
    r"""Inside double quotes a backslash begins an escape such as `\n` or `\u00e9`. Write `\\` for a backslash, or use
    single quotes.""",
    wrong=r'about: "win\lose"',
    right=r"about: 'win\lose'",
)
DUPLICATE_KEY = error(
    "GGL122",
    "key written twice",
    """A map may have each key only once. Many programs would silently take the last one; ggl does not guess.""",
    wrong="""
    name: Tiku
    name: Taku
    """,
    right="name: Tiku",
)
