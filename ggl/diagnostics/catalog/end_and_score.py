"""The codes GGL5xx: end and score."""

from ggl.diagnostics.catalog.declare import error, warning

NO_SCORE = error(
    "GGL501",
    "no score to decide by",
    """
    The game is decided by score, or counts points in a match, and nothing says what a player's score is.

    Wrong:

    ```yaml
    end: {by score: full}
    ```

    Right:

    ```yaml
    end: {by score: full}
    score(p): count(cells with p stone)
    ```
    """,
)
NO_END = warning(
    "GGL502",
    "no rule ends the game",
    """
    No rule says when the game is over. It ends, as a draw, when the side to move has no move.

    Wrong:

    ```yaml
    moves:
      place: {for: c in cells, where: empty(c), do: put stone on c}
    ```

    Right:

    ```yaml
    end: {draw: full}
    ```
    """,
)
UNUSED_TIE = warning(
    "GGL503",
    "a tie rule without a score",
    """
    `tie` says who wins when scores are equal, and this game has no score.

    Wrong:

    ```yaml
    tie: mover wins
    ```

    Right:

    ```yaml
    score(p): count(cells with p stone)
    tie: mover wins
    ```
    """,
)
WRONG_SUBJECT = error(
    "GGL504",
    "nobody of that name can win or lose",
    """
    A line of `end` speaks of a player by name, of `mover` or `opponent`, or of every player in turn with `player p`.

    Wrong:

    ```yaml
    end:
      p wins: lined(cells with p stone, 3)
    ```

    Right:

    ```yaml
    end:
      player p wins: lined(cells with p stone, 3)
    ```
    """,
)
ASKED_TOO_LATE = error(
    "GGL505",
    "a line of the end that is asked too late",
    """
    The lines of `end` are asked in the order of the file. A line that reads what the beginning of a turn changes, or that asks
    for legal moves, waits until the next turn has begun, and so do all lines below it. By then a variable with `each: turns`
    has its start again. A line about the turn that was stands above the lines that wait.

    Wrong:

    ```yaml
    state:
      left: {start: 3, in: 0..3, each: turns}
    end:
      draw: stuck
      mover wins: left == 3
    ```

    Right:

    ```yaml
    state:
      left: {start: 3, in: 0..3, each: turns}
    end:
      mover wins: left == 3
      draw: stuck
    ```
    """,
)
ONE_OF_SEVERAL = error(
    "GGL508",
    "one winner where several can win together",
    """
    Several players can win this game together, and `winner` speaks of one. `winners` is the set of all who won. Several win by
    `players p win`, by `win` of a set, by `tie: shared`, and with three or more players by any line that says who loses.

    Wrong:

    ```yaml
    players: [Red, Green, Blue]
    end: {mover loses: stuck}
    match:
      until: any(p in players if total(p) >= 3)
      points(p): 1 if winner == p else 0
    ```

    Right:

    ```yaml
    players: [Red, Green, Blue]
    end: {mover loses: stuck}
    match:
      until: any(p in players if total(p) >= 3)
      points(p): 1 if p in winners else 0
    ```
    """,
)
