"""The codes GGL7xx: what is found by playing."""

from ggl.diagnostics.catalog.declare import error, note, warning

TEST_FAILED = error(
    "GGL701",
    "a test of the file failed",
    """
    A test in the file expects something else than what happened when it was played.
    """,
)
NO_MOVE_AT_START = error(
    "GGL702",
    "no move at the start",
    """
    The first player has no legal move in the first position.
    """,
)
MOVE_NEVER_LEGAL = warning(
    "GGL703",
    "a move that was never legal",
    """
    In all the games that were played, this move was never legal. It may be rare, or its condition can never hold.
    """,
)
CONDITION_NEVER_MATTERED = note(
    "GGL704",
    "a condition that never mattered",
    """
    In all positions looked at, those inside turns included, this condition never refused a move that the others allowed. That is
    seen, and not proved: random games hardly ever repeat a board or give check with a promotion, and the condition may be there
    for that. Leave it out only if there is no position at all in which it alone refuses a move. Nothing is said of moves that
    rules ask for elsewhere, by `able(m)` or `stuck(p)`, nor where turns are chosen by `least` or `most`.
    """,
)
DOES_NOT_END = warning(
    "GGL705",
    "a game that did not end",
    """
    Games that were played by random moves were still going on after a great many plies. A rule against repetition, or a
    limit of plies, would end them.

    Wrong:

    ```yaml
    end: {player p wins: any(cells with p king)}
    ```

    Right:

    ```yaml
    end:
      player p wins: any(cells with p king)
      draw: {limit: ply >= 500}
    ```
    """,
)
AMBIGUOUS_NOTATION = warning(
    "GGL706",
    "two moves written alike",
    """
    Two legal moves of one position are written alike, so that a player could not say which is meant. Name more of the
    parameters in `look: notation`.
    """,
)
SAME_ACT = warning(
    "GGL707",
    "two moves that do the same",
    """
    Two legal moves of one position lead to the same position. A player sees them as one move. If they do so in every position,
    choose the sets of the parameters so that each act has one binding. Two moves may also come to the same here and to
    different things elsewhere; then nothing is wrong.
    """,
)
ENDLESS_TURN = warning(
    "GGL708",
    "a turn that need never end",
    """
    Within one turn a game came back to where it had been, so that the player may go round for ever. Whole turns of such a
    game cannot be listed or counted. Keep the cells where the piece has been, and refuse them.

    Wrong:

    ```yaml
    moves:
      hop:
        for: c in cells with own stone, d in compass
        let:
          over: step(c, d)
          t: step(c, d, 2)
        where: occupied(over) and empty(t)
        do: move c to t
        then: optional hop(c=t)
    ```

    Right:

    ```yaml
    state:
      visited: {start: {}, in: cells}
    moves:
      hop:
        for: c in cells with own stone, d in compass
        let:
          over: step(c, d)
          t: step(c, d, 2)
        where: occupied(over) and empty(t) and t not in visited
        do: |
          add c to visited
          move c to t
        then: optional hop(c=t)
    turn:
      begin: set visited to {}
    ```
    """,
)
ENGINES_DIFFER = error(
    "GGL720",
    "the two engines play differently",
    """
    ggl has two engines: the interpreter, which says what rules mean, and the compiled engine, which is fast. In a random
    game they came to different positions, offered different moves, or one of them failed. This is a bug of ggl and not of
    the file. `ggl bug FILE` writes what is needed to mend it; please send that. Until then the interpreter is right:
    `load(FILE, engine="interpreter")` in Python.
    """,
)
