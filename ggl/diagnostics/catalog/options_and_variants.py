"""The codes GGL6xx: options and variants."""

from ggl.diagnostics.catalog.declare import error, warning

UNKNOWN_BASE = error(
    "GGL601",
    "unknown game to extend",
    """
    `extends` names a bundled game, or a file in the same folder with its `.yaml`.

    Wrong:

    ```yaml
    extends: tikku
    ```

    Right:

    ```yaml
    extends: tiku
    ```
    """,
)
CIRCULAR_EXTENDS = error(
    "GGL602",
    "games that extend each other",
    """
    A game that extends another cannot be extended by it, however far round.
    """,
)
OPTION_VALUE = error(
    "GGL603",
    "option value not allowed",
    """
    The start or default is not among the values that `in` allows; or a bag starts with more than 255 members of one
    value, which is all that it holds.

    Wrong:

    ```yaml
    options: {size: 4 in 5..9}
    ```

    Right:

    ```yaml
    options: {size: 5 in 5..9}
    ```
    """,
)
UNKNOWN_OPTION = error(
    "GGL604",
    "unknown option",
    """
    The game has no option of this name.

    Wrong:

    ```yaml
    options: {size: 8}
    tests:
      small: {options: {sise: 3}}
    ```

    Right:

    ```yaml
    options: {size: 8}
    tests:
      small: {options: {size: 3}}
    ```
    """,
)
BAD_OPTION = error(
    "GGL605",
    "an option that cannot be",
    """
    An option is a number, a player, a kind, `true` or `false`; what follows `in` is a set of such values.

    Wrong:

    ```yaml
    options: {sizes: "{3, 5}"}
    ```

    Right:

    ```yaml
    options:
      size: 3 in {3, 5}
    ```
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
    """
    `removed` takes out what the game that is extended has under this key. There is nothing under it there.

    Wrong:

    ```yaml
    extends: tiku
    pieces: {disk: removed}
    ```

    Right:

    ```yaml
    extends: tiku
    pieces: {disc: removed}
    ```
    """,
)
STILL_NAMED = error(
    "GGL608",
    "taken away, and still named",
    """
    A variant takes away a move, a kind of piece or another part of its base by `removed`, and a rule of the base that stays
    names it. Such rules are written anew in the variant, or removed too. The same is told of a name that goes because the
    variant writes a part anew which is replaced whole: the `for` and the `let` of a move, and a list of players. And of a `board`
    that lacks a direction or a cell which a rule of the base names, or is too small for what the base draws.

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
    To change a move of the base a variant writes its name. A move with another name is a move more. Where that name is much like
    one of the base and the parameters are the same, it may be mistyped.

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
