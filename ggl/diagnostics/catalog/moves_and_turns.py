"""The codes GGL4xx: moves and turns."""

from ggl.diagnostics.catalog.declare import error, warning

UNKNOWN_MOVE = error(
    "GGL401",
    "unknown move",
    """
    No move has this name. At the start of a turn only moves without brackets after their names can be made; the others
    follow by `then`.

    Wrong:

    ```yaml
    turn: {play: plce}
    ```

    Right:

    ```yaml
    turn: {play: place}
    ```
    """,
)
WRONG_HANDOVER = error(
    "GGL402",
    "a move that is handed the wrong values",
    """
    `then` hands values over to the next move: one for each parameter in the brackets after its name, others by name. At
    the start of a turn nothing is handed over.

    Wrong:

    ```yaml
    then: shoot
    ```

    Right:

    ```yaml
    then: shoot(c)
    ```
    """,
)
NEVER_OFFERED = warning(
    "GGL403",
    "a move that is never offered",
    """
    No turn and no `then` leads to this move, so nobody can ever make it. A move with brackets after its name follows by
    `then`, any other is named in `play` of the turn or of a phase.

    Wrong:

    ```yaml
    turn: {play: place}
    ```

    Right:

    ```yaml
    turn: {play: place or drop}
    ```
    """,
)
CANNOT_CHANGE = error(
    "GGL404",
    "something that cannot be changed",
    """
    Effects set the variables of `state` and the properties of pieces, and a supply. Places, facings, turns and results
    have effects of their own.

    Wrong:

    ```yaml
    do: set c.facing to north
    ```

    Right:

    ```yaml
    do: turn c to north
    ```
    """,
)
CIRCULAR_ROUTINE = error(
    "GGL405",
    "a routine that uses itself",
    """
    A routine cannot use itself, not even through others: it might never end. Say what is repeated with `for x in ..`.

    Wrong:

    ```yaml
    routines:
      chase(c): chase(step(c, north))
    ```

    Right:

    ```yaml
    routines:
      chase(c): take stone from x for x in ray(c, north)
    ```
    """,
)
WRONG_PIECES = error(
    "GGL406",
    "pieces that cannot be named so",
    """
    An effect puts one piece of one kind and one owner, or, with a number before it, so many of a kind with `stacks`. The kind may
    vary, as `k` in `put k on c`, where the kinds that it may be share one layer: those of the set that it goes through, if that
    is written out as in `for: k in {man, king}`; else all that stand on cells (or on edges, or on vertices). Kinds of different
    layers are put each by its name. The owner is one player: `opponent`, and not `enemy`.

    Wrong:

    ```yaml
    do: put enemy stone on c
    ```

    Right:

    ```yaml
    do: put opponent stone on c
    ```
    """,
)
BAD_NOTATION = error(
    "GGL407",
    "a notation that does not say the move",
    """
    The notation of a move is a text in which the names of its parameters stand for their values, and so does a name from its
    `let`, if the parameters alone settle it. What depends on the position cannot be in it; which of several patterns counts
    may, in rows `PATTERN: CONDITION`.
    All else stands for itself, without quotes: `c + d`. The name of another move's parameter, where one of its own is missing,
    is taken for a mistake. So is, where no parameter is named at all, a small letter that stands once (`c - d`) or a name much
    like a parameter's; capitals and a letter that stands twice are not (`O-O`, `o-o`).

    Wrong:

    ```yaml
    moves:
      place:
        for: c in cells
        let: {beside: count(neighbors(c) with stone)}
        do: put stone on c
    look: {notation: {place: c beside}}
    ```

    Right:

    ```yaml
    moves:
      place:
        for: c in cells
        let: {below: step(c, south)}
        do: put stone on c
    look: {notation: {place: c below}}
    ```
    """,
)
BAD_PHASE = error(
    "GGL408",
    "a phase that cannot be",
    """
    `phase` names one of the phases of `turn: phases:`, in a game that has some.

    Wrong:

    ```yaml
    do: phase late
    ```

    Right:

    ```yaml
    turn:
      phases:
        early: {until: ply > 9}
        late: {}
    ```
    """,
)
PHASE_NEVER_COMES = warning(
    "GGL411",
    "a phase that never comes",
    """
    A game begins in its first phase. A phase ends when its `until` holds, and the next one in the file follows; or an effect
    `phase NAME` begins another. Where neither is written, what comes after is never reached.

    Wrong:

    ```yaml
    turn:
      phases:
        early: {play: place}
        late: {play: lift}
    ```

    Right:

    ```yaml
    turn:
      phases:
        early: {play: place, until: full}
        late: {play: lift}
    ```
    """,
)
IDLE_UNTIL = warning(
    "GGL415",
    "an `until` that nothing follows",
    """
    When the `until` of a phase holds, the next phase of the file is on. After the last there is none: it lasts until the game is
    over, or until an effect `phase NAME` begins another. What ends the game stands under `end`.

    Wrong:

    ```yaml
    turn:
      phases:
        early: {play: place, until: ply == 4}
        late: {play: place, until: count(cells with own stone) > 5}
    end:
      draw: ply > 100
    ```

    Right:

    ```yaml
    turn:
      phases:
        early: {play: place, until: ply == 4}
        late: {play: place}
    end:
      mover wins: count(cells with own stone) > 5
      draw: ply > 100
    ```
    """,
)
BAD_ROLL = error(
    "GGL410",
    "a roll where none can be",
    """
    `roll v from S` puts a member of S into the variable v, each with the same chance; what a list holds twice comes twice as
    often: `roll v from [1, 1, 2]`. `roll v, w from S` rolls for each variable on its own, in one step. A roll is a step of the
    play that nobody chooses, so it stands where a turn begins, under `turn: begin:`, or in the `setup:`. A loop around it runs
    over what is settled before play, as `for i in 1..3:`. What comes after the roll cannot read a `let` from before it.

    S may become empty in play, when the roll is left out, but not be empty always. No variable is rolled twice in one step.

    Wrong:

    ```yaml
    moves:
      move:
        do: roll die from 1..6
    ```

    Right:

    ```yaml
    turn:
      begin: roll die from 1..6
    ```
    """,
)
USELESS_EFFECT = warning(
    "GGL409",
    "an effect without effect",
    """
    A `let` names a value for the effects after it. Nothing comes after this one.

    Wrong:

    ```yaml
    do: let n be 3
    ```

    Right:

    ```yaml
    do: |
      let d be step(c, north)
      put stone on d
    ```
    """,
)
LAST_OF_TWO_TYPES = error(
    "GGL414",
    "a parameter of the last move with two types",
    """
    `last.x` is the value of the parameter `x` in the last move, and none if the last move has no such parameter. It is read
    where all moves that have a parameter of that name choose it from values of one type.

    Wrong:

    ```yaml
    moves:
      place: {for: c in cells, where: empty(c), do: put stone on c}
      wall: {for: c in edges, where: empty(c) and last.c != a1, do: put wall on c}
    ```

    Right:

    ```yaml
    moves:
      place: {for: c in cells, where: empty(c), do: put stone on c}
      wall: {for: e in edges, where: empty(e) and last.c != a1, do: put wall on e}
    ```
    """,
)
OPTIONAL_IN_PART = error(
    "GGL413",
    "a choice to stop for some of the moves only",
    """
    `optional` says that the player may end the turn instead of going on. It stands before the first of the moves after `then`,
    and is true of all; writing it before each says the same. Before some only it could mean two things: that the player may
    always stop, or only where nothing but these moves is legal.

    Wrong:

    ```yaml
    then: grow(c) or optional balance(c)
    ```

    Right:

    ```yaml
    then: optional grow(c) or balance(c)
    ```
    """,
)
MOVE_NAME_TAKEN = error(
    "GGL412",
    "a name that no move can have",
    """
    `pass` and `stop` are steps of every game, in any capitals; `roll` is one where dice are rolled. `or`, `otherwise`,
    `optional`, `if` and `not` stand between moves in `play`, `then` and `able`. A move of such a name could not be told from
    these.

    Wrong:

    ```yaml
    moves:
      pass:
        do: add 1 to rests
    ```

    Right:

    ```yaml
    moves:
      rest:
        do: add 1 to rests
    ```
    """,
)
SET_SIZE = error(
    "GGL431",
    "a set of a size that no move can choose",
    """
    `subsets(S, 1..3)` chooses a set as one move. Such a set has at least one member, and at most eight. Larger sets are chosen
    one member a step.

    Wrong:

    ```yaml
    moves:
      place:
        for: S in subsets(cells, 0..2)
        do: put stone on S
    ```

    Right:

    ```yaml
    moves:
      place:
        for: S in subsets(cells, 1..2)
        do: put stone on S
    ```
    """,
)
TOO_MANY_SETS = error(
    "GGL432",
    "more sets than can be chosen from",
    """
    A move that chooses a set is one legal move for each set. A position has at most 65,536 legal moves. Where conditions say
    which sets may be chosen, about a million sets can be gone through.

    Wrong:

    ```yaml
    board: square(9)
    moves:
      place:
        for: S in subsets(cells, 1..3)
        do: put stone on S
    ```

    Right:

    ```yaml
    board: square(9)
    moves:
      place:
        for: S in subsets(cells, 1..2)
        do: put stone on S
    ```
    """,
)
HIDDEN_FROM_MOVER = error(
    "GGL433",
    "a condition that reads what the side to move may not see",
    """
    Which moves are legal must follow from what the side to move sees; else the list of legal moves would tell the rest. Within
    `seen(..)` a condition asks what the mover sees. Effects read the position as it is, so `do` may answer.

    Wrong:

    ```yaml
    pieces:
      stone: {seen by: owner}
    moves:
      place:
        for: c in cells
        where: empty(c)
        do: put stone on c
    ```

    Right:

    ```yaml
    pieces:
      stone: {seen by: owner}
    moves:
      place:
        for: c in cells
        where: seen(empty(c))
        do: put stone on c if empty(c)
    ```
    """,
)
CHOSEN_TOGETHER = error(
    "GGL434",
    "what has no meaning where all choose at once",
    """
    With `turn: together:` all sides choose a move at once, and the effects come when all have chosen. So no side is the one to
    move while effects of `resolve` are done or the end is asked, no move follows on another, and nothing is known of the
    effects when a side chooses.

    Wrong:

    ```yaml
    moves:
      place:
        for: c in vacant
        do: put stone on c
    turn:
      together: place
      resolve: win if full
    ```

    Right:

    ```yaml
    moves:
      place:
        for: c in vacant
        do: put stone on c
    turn:
      together: place
      resolve: draw if full
    ```
    """,
)
DEAL_IN_THE_OPEN = warning(
    "GGL435",
    "a deal that everybody can follow",
    """
    What is dealt to a hand is hidden where the hand is. But it leaves the variable that it is dealt from, and who sees
    that one sees it go.

    Wrong:

    ```yaml
    values:
      cards: {rank: 1..9}
    state:
      deck: {start: cards, in: cards}
      hand: {start: {}, in: cards, each: players, seen by: owner}
    setup: deal 5 from deck to p.hand for p in players
    ```

    Right:

    ```yaml
    values:
      cards: {rank: 1..9}
    state:
      deck: {start: cards, in: cards, seen by: nobody}
      hand: {start: {}, in: cards, each: players, seen by: owner}
    setup: deal 5 from deck to p.hand for p in players
    ```
    """,
)
