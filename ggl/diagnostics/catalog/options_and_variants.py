"""The codes GGL6xx: options and variants."""

from ggl.diagnostics.catalog.declare import error, note, warning

UNKNOWN_BASE = error(
    "GGL601",
    "unknown game to extend",
    """`extends` names a bundled game, or a file in the same folder, including `.yaml`.""",
    wrong="extends: tikku",
    right="extends: tiku",
)
CIRCULAR_EXTENDS = error(
    "GGL602",
    "games that extend each other",
    """
    A game cannot extend itself, directly or through other games.
    """,
)
OPTION_VALUE = error(
    "GGL603",
    "option value not allowed",
    """The start or default is not among the values of `in`; or a bag starts with more than 255 members of one value, its
    limit.""",
    wrong="options: {size: 4 in 5..9}",
    right="options: {size: 5 in 5..9}",
)
UNKNOWN_OPTION = error(
    "GGL604",
    "unknown option",
    """The game has no option of this name.""",
    wrong="""
    options: {size: 8}
    tests:
      small: {options: {sise: 3}}
    """,
    right="""
    options: {size: 8}
    tests:
      small: {options: {size: 3}}
    """,
)
BAD_OPTION = error(
    "GGL605",
    "invalid option",
    """An option is a number, a player, a kind, `true` or `false`; `in` is followed by a set of such values.""",
    wrong='options: {sizes: "{3, 5}"}',
    right="""
    options:
      size: 3 in {3, 5}
    """,
)
TOO_MANY = error(
    "GGL606",
    "too many declarations",
    """
    A game has at most 32 options, 8 players, 64 kinds of piece, 64 state variables, 64 moves, 64 routines, 256 definitions,
    256 regions and 1,000 tests, and extends at most 8 others.
    """,
)
REMOVED_NOTHING = error(
    "GGL607",
    "nothing there to remove",
    """`removed` removes this key of the game that is extended, but that game has no such key, or no game can be without it.""",
    wrong="""
    extends: tiku
    pieces: {disk: removed}
    """,
    right="""
    extends: tiku
    pieces: {disc: removed}
    """,
)
STILL_NAMED = error(
    "GGL608",
    "removed but still named",
    """
    A variant removes a move, a kind of piece or another part of its base by `removed`, but a rule of the base that
    stays names it. Rewrite such rules in the variant, or remove them too. This also happens if the variant replaces a
    part as a whole, such as the `for` or `let` of a move or a list of players, and a name disappears. It happens too if
    its `board` lacks a direction or a cell that a rule of the base names, or is too small for a drawing of the base, and
    if rules of the base are for another number of players. A move, a definition or a routine keeps the brackets of its
    base, `carry(c):`, since rules that stay name it so.

    Wrong, where the base has `turn: {play: place or swap}`:

    ```yaml
    extends: base.yaml
    moves: {swap: removed}
    ```

    Right:

    ```yaml
    extends: base.yaml
    moves: {swap: removed}
    turn: {play: place}
    ```
    """,
)
MUCH_ALIKE = warning(
    "GGL609",
    "a new move much like one of the base",
    """
    To change a move of the base, a variant uses its name. A move with another name is an additional move. If its name is
    similar to one of the base and its parameters are the same, it may be a typing mistake.

    Wrong, where the base has a move `place`:

    ```yaml
    extends: base.yaml
    moves:
      plcae:
        for: c in vacant
        do: put king on c
    ```

    Right:

    ```yaml
    extends: base.yaml
    moves:
      place: {do: put king on c}
    ```
    """,
)
PLAYERS_STAY = warning(
    "GGL610",
    "players of the base play beside those of a variant",
    """
    A variant changes `players` key by key, so the players of its base stay unless it removes them. If it lists other players
    and names none of the base's, it may mean to replace them. To keep those of the base beside them, name one of them.

    Wrong, where the base has the players Red and Blue:

    ```yaml
    extends: base.yaml
    players:
      Black: {home: row(1)}
      White: {home: row(5)}
    ```

    Right:

    ```yaml
    extends: base.yaml
    players:
      Red: removed
      Blue: removed
      Black: {home: row(1)}
      White: {home: row(5)}
    ```
    """,
)
STALE_SENTENCES = note(
    "GGL611",
    "sentences of a base that may be untrue of a variant",
    """
    A variant inherits a sentence under `says` only if it changes nothing that the sentence describes: neither the thing
    itself nor what that names, directly or through definitions, routines, regions, tables and other moves. A sentence of
    several things is left out for all of them. ggl then describes these things by their rules. Write the sentences again
    where they are true of the variant, or remove them.

    Left out, where `jump` of the base calls `ways`:

    ```yaml
    extends: draughts
    define:
      ways(c): orthogonal
    ```

    Better:

    ```yaml
    extends: draughts
    define:
      ways(c): orthogonal
    says:
      jump: Jump straight over an enemy piece next to yours
    ```
    """,
)
