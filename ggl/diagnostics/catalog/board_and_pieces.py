"""The codes GGL3xx: board and pieces."""

from ggl.diagnostics.catalog.declare import error, warning

BAD_BOARD = error(
    "GGL301",
    "no such board",
    """A board is a shape with its sizes, such as `square(8)` or `hexagon(5)`, a drawing, or links. This is none of the shapes,
    or its sizes make no board.""",
    wrong="board: squar(8)",
    right="board: square(8)",
)
BOARD_TOO_LARGE = error(
    "GGL302",
    "board too large",
    """A board has at most 4,096 cells.""",
    wrong="board: square(100)",
    right="board: square(19)",
)
BAD_DRAWING = error(
    "GGL303",
    "drawing that does not fit",
    """A drawing has one glyph for each cell, the top row first, and `.` for an empty cell. In a setup, the glyphs are those of
    the kinds, a capital for the first player, or those of the `legend`.""",
    wrong="""
    setup:
      drawing: |
        S q
        . .
    """,
    right="""
    setup:
      drawing: |
        S s
        . .
    """,
)
BAD_LINKS = error(
    "GGL304",
    "links that make no board",
    """Links join cells by their names: `a - b, b - c`, or as a chain `a - b - c`.""",
    wrong='board: {links: "a - b - c d"}',
    right='board: {links: "a - b - c, c - d"}',
)
WRONG_SITES = error(
    "GGL305",
    "a piece where it cannot stand",
    """Each kind stands only on cells, edges or vertices, as `sites` says.""",
    wrong="do: put rod on c",
    right="do: put rod on edge(c, d)",
)
WRONG_OWNER = error(
    "GGL306",
    "a piece with the wrong owner",
    """A kind with `of: nobody` has no owner, and one with `of: Red` always belongs to Red. Other pieces belong to the player
    that is named, or to the mover.""",
    wrong="where: own wall on c",
    right="where: wall on c",
)
NO_FACING = error(
    "GGL307",
    "a piece that faces nowhere",
    """Only kinds with `faces` have a facing, and only on a board that has directions.""",
    wrong="pieces: {stone: {}}",
    right="pieces: {stone: {faces: orthogonal}}",
)
NO_SUPPLY = error(
    "GGL308",
    "a piece without a supply",
    """A kind has a supply in each player's hand only if `supply` says how many pieces it has; without `supply` it is
    unlimited.""",
    wrong="pieces: {stone: {}}",
    right="pieces: {stone: {supply: 12}}",
)
UNLIKE_PLAYERS = error(
    "GGL309",
    "players with different constants",
    """All players declare the same constants, with values of one type.""",
    wrong="""
    players:
      Black: {home: row(1)}
      White: {}
    """,
    right="""
    players:
      Black: {home: row(1)}
      White: {home: row(8)}
    """,
)
WRONG_PLAYERS = error(
    "GGL310",
    "wrong number of players",
    """A pie rule lets the second player choose a side, so it needs a game for two. Where options decide who plays, by an `if` of
    each player, somebody must play.""",
    wrong="""
    players: [A, B, C]
    turn: {pie: swap-sides}
    """,
    right="""
    players: [A, B]
    turn: {pie: swap-sides}
    """,
)
BAD_PIECE = error(
    "GGL311",
    "invalid kind of piece",
    """A supply is a fixed number and belongs to a player. A property has a fixed start and the same meaning for all kinds that
    have it.""",
    wrong="pieces: {stone: {supply: -3}}",
    right="pieces: {stone: {supply: 3}}",
)
UNKNOWN_LOOK = error(
    "GGL312",
    "a `look` entry that names nothing",
    """Under `look`, `glyphs` and `colours` name kinds of piece, one player's pieces of a kind, or players; `shapes` and
    `sizes` name kinds or one player's pieces. `colours` may also name the `board` and regions of cells. `order` names
    kinds; `hide`, `stores` and glyphs of values name variables. `draw`, `view` and `notation` may read only parts of a
    position that the rules store.""",
    wrong="""
    look:
      colours: {Blak: gray}
    """,
    right="""
    look:
      colours: {Black: gray}
    """,
)
SAME_SIGN = warning(
    "GGL313",
    "two kinds with the same sign",
    """A board printed as text shows each kind of piece by a sign of its own. If two kinds have the same sign, nobody can tell
    them apart: give one of them another. Capitals and small letters do not distinguish kinds: they distinguish the two
    players. Discs are shown by `X` and `O`, or by the initials of more players. In pictures, two kinds with
    one shape, size and colour look alike too, unless the shape shows a letter.""",
    wrong="pieces: {king: {glyph: k}, knight: {glyph: K}}",
    right="pieces: {king: {glyph: k}, knight: {glyph: n}}",
)
NO_COLOUR = error(
    "GGL314",
    "no such colour",
    """A colour is one of the names that ggl knows, or `#` and six or three digits, in quotation marks.""",
    wrong="""
    look:
      colours: {Black: steelblue}
    """,
    right="""
    look:
      colours: {Black: "#4682b4"}
    """,
)
NO_SIGN = warning(
    "GGL315",
    "a sign that is not shown",
    """The sign of a piece is one character that takes one column of a terminal: a letter, a digit, a mark. ggl ignores two
    letters and wide characters, and uses a letter of the kind's name.""",
    wrong="pieces: {king: {glyph: KI}}",
    right="pieces: {king: {glyph: K}}",
)
BAD_LABELS = error(
    "GGL316",
    "invalid labels",
    """Names of columns, rows and cells are a series, `letters`, `capitals` or `numbers`, followed by `from 0`, `without I`,
    `from the top` or `from the right`; or a list with a name for each. Each site has one name, and no two sites share a
    name.""",
    wrong="labels: {columns: upper case}",
    right="labels: {columns: capitals}",
)
BAD_TRACK = error(
    "GGL318",
    "a track that is no circuit",
    """A track is a circuit of three to 1,024 cells. It is written as its lines in order, sets or lists of cells, or as its
    cells. It may meet a cell up to four times.""",
    wrong="tracks: {ring: [a1, b1]}",
    right="tracks: {ring: [a1, b1, b2, a2]}",
)
BAD_TILE = error(
    "GGL319",
    "a tile that cannot lie on the board",
    """A tile is drawn with a glyph for each of its one to 64 cells. It lies on a board of squares or hexes, turned and mirrored
    unless it has
    `turned: false` or `mirrored: false`. It must fit on the board, and no two tiles may have the same shape.""",
    wrong=r'tiles: {long: xxx, tall: "x\nx\nx"}',
    right="tiles: {bar: xxx}",
)
NO_SIZE = error(
    "GGL317",
    "no such size",
    """The size of a piece in pictures is a number from 0.3 to 1.5; the default is 1.""",
    wrong="""
    look:
      sizes: {pawn: small}
    """,
    right="""
    look:
      sizes: {pawn: 0.8}
    """,
)
