"""The codes GGL7xx: what is found by playing."""

from ggl.diagnostics.catalog.declare import error, note, warning

TEST_FAILED = error(
    "GGL701",
    "a test of the file failed",
    """
    A test in the file expects a different result from the one in play.
    """,
)
NO_MOVE_AT_START = error(
    "GGL702",
    "no move at the start",
    """The first player has no legal move in the first position. Usually `setup` lacks pieces that the moves need, or a
    condition of the moves never holds at the start.""",
    wrong="""
    moves:
      step:
        for: c in cells with own stone, t in neighbors(c)
        where: empty(t)
        do: move c to t
    """,
    right="""
    setup: |
      put Black stone on a1
      put White stone on d4
    moves:
      step:
        for: c in cells with own stone, t in neighbors(c)
        where: empty(t)
        do: move c to t
    """,
)
MOVE_NEVER_LEGAL = warning(
    "GGL703",
    "a move that was never legal",
    """This move was not legal in any of the games played. It may be rare, or its condition can never hold.""",
    wrong="""
    moves:
      place:
        for: c in cells
        where: empty(c)
        do: put stone on c
      leap:
        for: c in cells with own stone, t in leaps(c, 1, 2)
        where: own stone on t and enemy stone on t
        do: move c to t
    """,
    right="""
    moves:
      place:
        for: c in cells
        where: empty(c)
        do: put stone on c
      leap:
        for: c in cells with own stone, t in leaps(c, 1, 2)
        where: empty(t)
        do: move c to t
    """,
)
CONDITION_NEVER_MATTERED = note(
    "GGL704",
    "a condition that never mattered",
    """
    In all positions examined, including those within turns, this condition never rejected a move that the other conditions
    allowed. This is an observation and not a proof: random games rarely repeat a board or give check with a promotion, and
    the condition may exist for such positions. Remove it only if there is no position in which it alone rejects a move. If
    there is one, a test with `illegal:` in that position shows it, and ggl reports the condition no more. ggl does not report
    moves that rules ask for elsewhere, by `able(m)` or `stuck(p)`, nor games that choose turns by `least`
    or `most`.
    """,
)
DOES_NOT_END = warning(
    "GGL705",
    "a game that did not end",
    """Games of random moves did not end after a great many plies. A rule against repetition, or a limit on plies, would end
    them.""",
    wrong="""
    setup: |
      put Black king on a1
      put White king on d4
    moves:
      step:
        for: c in cells with own king, t in neighbors(c)
        where: empty(t)
        do: move c to t
    end: {draw: full}
    """,
    right="""
    setup: |
      put Black king on a1
      put White king on d4
    moves:
      step:
        for: c in cells with own king, t in neighbors(c)
        where: empty(t)
        do: move c to t
    end:
      draw:
        the same again: repetitions >= 3
        limit: ply >= 500
    """,
)
AMBIGUOUS_NOTATION = warning(
    "GGL706",
    "two moves written alike",
    """Two legal moves of one position have the same text, so a player cannot say which is meant. Name more of the parameters
    in `look: notation`.""",
    wrong="""
    moves:
      place:
        for: c in vacant, k in {stone, wall}
        do: put k on c
    look: {notation: {place: c}}
    """,
    right="""
    moves:
      place:
        for: c in vacant, k in {stone, wall}
        do: put k on c
    look: {notation: {place: k c}}
    """,
)
SAME_ACT = warning(
    "GGL707",
    "two moves that do the same",
    """Two legal moves of one position lead to the same position, so a player sees them as one move. If this is so in every
    position, choose the parameters together, so that each act is one move. If the moves differ in other positions, nothing
    is wrong. Positions that hide something from a player are not compared: whoever does not know what is hidden cannot tell
    that two moves do the same.""",
    wrong="""
    moves:
      place:
        for: a in vacant, b in vacant
        where: a != b
        do: put wall on {a, b}
    """,
    right="""
    moves:
      place:
        for: a and b in vacant
        do: put wall on {a, b}
    """,
)
ENDLESS_TURN = warning(
    "GGL708",
    "a turn that need never end",
    """Within one turn a game returned to an earlier position, so the player can go round for ever. The whole turns of such a
    game cannot be listed or counted. Record the cells where the piece has been in a variable of each turn, and forbid them.""",
    wrong="""
    setup: |
      put Black stone on a1
      put White stone on b1
    moves:
      hop:
        for: c in cells with own stone, d in compass
        let:
          over: step(c, d)
          t: step(c, d, 2)
        where: occupied(over) and empty(t)
        do: move c to t
        then: optional hop(c=t)
    """,
    right="""
    setup: |
      put Black stone on a1
      put White stone on b1
    state:
      visited: {start: {}, in: cells, each: turns}
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
    """,
)
ENGINES_DIFFER = error(
    "GGL720",
    "the two engines play differently",
    """
    ggl has two engines: the interpreter, which defines the meaning of rules, and the compiled engine, which is fast. In a
    random game they reached different positions, offered different moves, or one of them failed. This is a bug of ggl and
    not of the file. `ggl bug FILE` writes a report; please send it. Until then the interpreter is right: `load(FILE,
    engine="interpreter")` in Python.
    """,
)
