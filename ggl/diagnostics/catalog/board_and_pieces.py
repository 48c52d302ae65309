"""The codes GGL3xx: board and pieces."""

from ggl.diagnostics.catalog.declare import error, warning

BAD_BOARD = error(
    "GGL301",
    "no such board",
    """
    A board is made by a shape and its sizes, such as `square(8)` or `hexagon(5)`; by a drawing; or by links. This is
    none of the shapes, or its sizes make no board.

    Wrong:

    ```yaml
    board: squar(8)
    ```

    Right:

    ```yaml
    board: square(8)
    ```
    """,
)
BOARD_TOO_LARGE = error(
    "GGL302",
    "board too large",
    """
    A board has at most 4,096 cells.

    Wrong:

    ```yaml
    board: square(100)
    ```

    Right:

    ```yaml
    board: square(19)
    ```
    """,
)
BAD_DRAWING = error(
    "GGL303",
    "drawing that does not fit",
    """
    A drawing has one glyph for each cell, rows from the top as one sees them, `.` for nothing. The glyphs of a setup
    are those of the kinds, a capital for the first player, or what the `legend` says.

    Wrong:

    ```yaml
    setup:
      drawing: |
        S q
        . .
    ```

    Right:

    ```yaml
    setup:
      drawing: |
        S s
        . .
    ```
    """,
)
BAD_LINKS = error(
    "GGL304",
    "links that make no board",
    """
    Links join cells by their names: `a - b, b - c`, or in one go `a - b - c`.

    Wrong:

    ```yaml
    board: {links: "a - b - c d"}
    ```

    Right:

    ```yaml
    board: {links: "a - b - c, c - d"}
    ```
    """,
)
WRONG_SITES = error(
    "GGL305",
    "a piece where it cannot stand",
    """
    Each kind stands on cells, edges or vertices, as `sites` says, and only there.

    Wrong:

    ```yaml
    do: put rod on c
    ```

    Right:

    ```yaml
    do: put rod on edge(c, d)
    ```
    """,
)
WRONG_OWNER = error(
    "GGL306",
    "a piece with the wrong owner",
    """
    A kind with `of: nobody` has no owner, and one with `of: Red` is always Red's; other pieces are of the player that is named,
    or of the mover.

    Wrong:

    ```yaml
    where: own wall on c
    ```

    Right:

    ```yaml
    where: wall on c
    ```
    """,
)
NO_FACING = error(
    "GGL307",
    "a piece that faces nowhere",
    """
    Only kinds with `faces` have a facing, and only on a board that has directions.

    Wrong:

    ```yaml
    pieces: {stone: {}}
    ```

    Right:

    ```yaml
    pieces: {stone: {faces: orthogonal}}
    ```
    """,
)
NO_SUPPLY = error(
    "GGL308",
    "a piece without a supply",
    """
    A kind has a supply in each player's hand only if `supply` says how many; without it there are always enough.

    Wrong:

    ```yaml
    pieces: {stone: {}}
    ```

    Right:

    ```yaml
    pieces: {stone: {supply: 12}}
    ```
    """,
)
UNLIKE_PLAYERS = error(
    "GGL309",
    "players with different constants",
    """
    What one player declares, all declare, with values of one type.

    Wrong:

    ```yaml
    players:
      Black: {home: row(1)}
      White: {}
    ```

    Right:

    ```yaml
    players:
      Black: {home: row(1)}
      White: {home: row(8)}
    ```
    """,
)
WRONG_PLAYERS = error(
    "GGL310",
    "wrong number of players",
    """
    A pie rule lets the second player choose a side: it is for games of two.

    Wrong:

    ```yaml
    players: [A, B, C]
    turn: {pie: swap-sides}
    ```

    Right:

    ```yaml
    players: [A, B]
    turn: {pie: swap-sides}
    ```
    """,
)
BAD_PIECE = error(
    "GGL311",
    "a kind that cannot be",
    """
    A supply is a fixed number and belongs to a player; a property has a fixed start, and means the same for all kinds
    that have it.

    Wrong:

    ```yaml
    pieces: {stone: {supply: -3}}
    ```

    Right:

    ```yaml
    pieces: {stone: {supply: 3}}
    ```
    """,
)
UNKNOWN_LOOK = error(
    "GGL312",
    "a look of nothing",
    """
    Under `look`, `glyphs`, `colours`, `shapes` and `sizes` name kinds of piece, a player's pieces, or, but for shapes and sizes,
    players; `colours` may name the `board` and regions of cells too. `order` names kinds; `hide`, `stores` and glyphs of values
    name variables. What `draw`, `view` and `notation` ask of a position must be something that the rules keep.

    Wrong:

    ```yaml
    look:
      colours: {Blak: gray}
    ```

    Right:

    ```yaml
    look:
      colours: {Black: gray}
    ```
    """,
)
SAME_SIGN = warning(
    "GGL313",
    "two kinds with one sign",
    """
    A board that is written shows each kind of piece by a sign of its own. Of two that ask for the same, one may get another, or
    nobody can tell them apart. Capitals and small letters do not tell kinds apart: they tell the two players apart.

    Wrong:

    ```yaml
    pieces: {king: {glyph: k}, knight: {glyph: K}}
    ```

    Right:

    ```yaml
    pieces: {king: {glyph: k}, knight: {glyph: n}}
    ```
    """,
)
NO_COLOUR = error(
    "GGL314",
    "no such colour",
    """
    A colour is one of the names that ggl knows, or `#` and six digits, or three, in quotation marks.

    Wrong:

    ```yaml
    look:
      colours: {Black: steelblue}
    ```

    Right:

    ```yaml
    look:
      colours: {Black: "#4682b4"}
    ```
    """,
)
NO_SIGN = warning(
    "GGL315",
    "a sign that is not shown",
    """
    A piece is written as one character that takes one place of a terminal: a letter, a digit, a mark. Two letters and wide
    characters are left out, and the piece is written by a letter of its name.

    Wrong:

    ```yaml
    pieces: {king: {glyph: KI}}
    ```

    Right:

    ```yaml
    pieces: {king: {glyph: K}}
    ```
    """,
)
BAD_LABELS = error(
    "GGL316",
    "labels that do not do",
    """
    Columns, rows and cells are called by a series, `letters`, `capitals` or `numbers`, with `from 0`, `without I`, `from the top`
    or `from the right` behind it; or by a list with a name for each. Each site has one name, which no other site has.

    Wrong:

    ```yaml
    labels: {columns: upper case}
    ```

    Right:

    ```yaml
    labels: {columns: capitals}
    ```
    """,
)
NO_SIZE = error(
    "GGL317",
    "no such size",
    """
    How large a picture draws a piece is a number from 0.3 to 1.5, where 1 is the usual size.

    Wrong:

    ```yaml
    look:
      sizes: {pawn: small}
    ```

    Right:

    ```yaml
    look:
      sizes: {pawn: 0.8}
    ```
    """,
)
