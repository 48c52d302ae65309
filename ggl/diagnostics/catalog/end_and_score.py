"""The codes GGL5xx: end and score."""

from ggl.diagnostics.catalog.declare import error, warning

NO_SCORE = error(
    "GGL501",
    "no score to decide by",
    """The score decides the game, or counts in a match, but nothing says what a player's score is.""",
    wrong="end: {by score: full}",
    right="""
    end: {by score: full}
    score(p): count(cells with p stone)
    """,
)
NO_END = warning(
    "GGL502",
    "no rule ends the game",
    """No rule says when the game is over. It ends only, as a draw, when the side to move has no move.""",
    wrong="""
    moves:
      place: {for: c in cells, where: empty(c), do: put stone on c}
    """,
    right="end: {draw: full}",
)
UNUSED_TIE = warning(
    "GGL503",
    "a tie rule without a score",
    """`tie` says who wins when scores are equal, but this game has no score.""",
    wrong="tie: mover wins",
    right="""
    score(p): count(cells with p stone)
    tie: mover wins
    """,
)
WRONG_SUBJECT = error(
    "GGL504",
    "nobody of that name can win or lose",
    """A line of `end` names a player, `mover` or `opponent`, or every player in turn by `player p`.""",
    wrong="""
    end:
      p wins: lined(cells with p stone, 3)
    """,
    right="""
    end:
      player p wins: lined(cells with p stone, 3)
    """,
)
ASKED_TOO_LATE = error(
    "GGL505",
    "a line of `end` that is tested too late",
    """ggl tests the lines of `end` in the order of the file. A line that reads what the beginning of a turn changes, or that
    asks for legal moves, waits until the next turn has begun, and so do all lines below it. By then a variable with `each:
    turns` is at its start again. Move a line about the last turn above the lines that wait.""",
    wrong="""
    state:
      left: {start: 3, in: 0..3, each: turns}
    end:
      draw: stuck
      mover wins: left == 3
    """,
    right="""
    state:
      left: {start: 3, in: 0..3, each: turns}
    end:
      mover wins: left == 3
      draw: stuck
    """,
)
ONE_OF_SEVERAL = error(
    "GGL508",
    "one winner where several can win together",
    """Several players can win this game together, but `winner` is one player. Use `winners`, the set of all who won. Several
    players win by `players p win`, by `win` of a set, by `tie: shared`, and with three or more players by any line that
    says who loses.""",
    wrong="""
    players: [Red, Green, Blue]
    end: {mover loses: stuck}
    match:
      until: any(p in players if total(p) >= 3)
      points(p): 1 if winner == p else 0
    """,
    right="""
    players: [Red, Green, Blue]
    end: {mover loses: stuck}
    match:
      until: any(p in players if total(p) >= 3)
      points(p): 1 if p in winners else 0
    """,
)
