"""The codes GGL4xx: moves and turns. Long, since a family of codes stands in one place, each with its explanation."""

from ggl.diagnostics.catalog.declare import error, warning

UNKNOWN_MOVE = error(
    "GGL401",
    "unknown move",
    """
    No move has this name. A turn can begin only with moves without brackets after their names; the others follow by `then`.
    """,
    wrong="turn: {play: plce}",
    right="turn: {play: place}",
)
WRONG_HANDOVER = error(
    "GGL402",
    "a move that is given the wrong values",
    """`then` passes values to the next move: one for each parameter in the brackets after its name, and others by name. At the
    start of a turn no values are passed.""",
    wrong="then: shoot",
    right="then: shoot(c)",
)
NEVER_OFFERED = warning(
    "GGL403",
    "a move that is never offered",
    """No turn and no `then` leads to this move, so nobody can ever make it. A `then` must name a move with brackets after its
    name; `play` of the turn or of a phase must name any other.""",
    wrong="turn: {play: place}",
    right="turn: {play: place or drop}",
)
CANNOT_CHANGE = error(
    "GGL404",
    "something that cannot be changed",
    """Effects set the variables of `state`, the properties of pieces, and supplies. Places, facings, turns and results have
    effects of their own.""",
    wrong="do: set c.facing to north",
    right="do: turn c to north",
)
CIRCULAR_ROUTINE = error(
    "GGL405",
    "a routine that uses itself",
    """A routine cannot use itself, directly or through others: it might never end. Use `for x in ..` for repetition.""",
    wrong="""
    routines:
      chase(c): chase(step(c, north))
    """,
    right="""
    routines:
      chase(c): take stone from x for x in ray(c, north)
    """,
)
WRONG_PIECES = error(
    "GGL406",
    "pieces that an effect cannot name",
    """An effect puts one piece of one kind and one owner, or, with a number, several of a kind with `stacks`. The kind may
    vary, as `k` in `put k on c`, if all possible kinds share one layer. The possible kinds are those of a set that is
    written out, as in `for: k in {man, king}`; otherwise they are all kinds that stand on cells (or on edges, or on
    vertices). Put kinds of different layers by name. The owner is one player: `opponent`, not `enemy`.""",
    wrong="do: put enemy stone on c",
    right="do: put opponent stone on c",
)
BAD_NOTATION = error(
    "GGL407",
    "a notation that does not say the move",
    """In the notation of a move the names of its parameters stand for their values, and so does a name from its `let` that
    depends on the parameters alone. The text of a pattern cannot depend on the position, but the choice of a pattern can,
    in rows `PATTERN: CONDITION`. Everything else stands for itself, without quotes: `c + d`. If a pattern lacks one of the
    move's own parameters, ggl takes the name of another move's parameter for a mistake. If it names no parameter at all,
    ggl also takes a small letter that stands once (`c - d`) or a name much like a parameter's for a mistake, but not
    capitals or a letter that stands twice (`O-O`, `o-o`).""",
    wrong="""
    moves:
      place:
        for: c in cells
        let: {beside: count(neighbors(c) with stone)}
        do: put stone on c
    look: {notation: {place: c beside}}
    """,
    right="""
    moves:
      place:
        for: c in cells
        let: {below: step(c, south)}
        do: put stone on c
    look: {notation: {place: c below}}
    """,
)
BAD_PHASE = error(
    "GGL408",
    "invalid phase",
    """`phase` names one of the phases under `turn: phases:`, in a game that has phases.""",
    wrong="do: phase late",
    right="""
    turn:
      phases:
        early: {until: ply > 9}
        late: {}
    """,
)
PHASE_NEVER_COMES = warning(
    "GGL411",
    "a phase that never comes",
    """A game begins in its first phase. A phase ends when its `until` holds, and the next one in the file follows; or an
    effect `phase NAME` starts another. Without either, the later phases are never reached.""",
    wrong="""
    turn:
      phases:
        early: {play: place}
        late: {play: lift}
    """,
    right="""
    turn:
      phases:
        early: {play: place, until: full}
        late: {play: lift}
    """,
)
IDLE_UNTIL = warning(
    "GGL415",
    "an `until` that nothing follows",
    """When the `until` of a phase holds, the next phase of the file begins. The last phase has no next one: it lasts until the
    game is over, or until an effect `phase NAME` starts another. Put what ends the game under `end`.""",
    wrong="""
    turn:
      phases:
        early: {play: place, until: ply == 4}
        late: {play: place, until: count(cells with own stone) > 5}
    end:
      draw: ply > 100
    """,
    right="""
    turn:
      phases:
        early: {play: place, until: ply == 4}
        late: {play: place}
    end:
      mover wins: count(cells with own stone) > 5
      draw: ply > 100
    """,
)
BAD_ROLL = error(
    "GGL410",
    "a roll in the wrong place",
    """`roll v from S` sets the variable v to a random member of S. Members of a set are equally likely; a member that a list
    holds twice comes twice as often: `roll v from [1, 1, 2]`. `roll v, w from S` rolls for each variable independently, in
    one step. A roll is a step of the play that nobody chooses, so it stands where a turn begins, under `turn: begin:`, or
    in the `setup:`. A loop around it must be fixed before play, as `for i in 1..3:`. Effects after the roll cannot read a
    `let` from before it. If S becomes empty in play, the roll is skipped, but S must not always be empty. No variable is
    rolled twice in one step.""",
    wrong="""
    moves:
      move:
        do: roll die from 1..6
    """,
    right="""
    turn:
      begin: roll die from 1..6
    """,
)
USELESS_EFFECT = warning(
    "GGL409",
    "an effect without effect",
    """A `let` names a value for later effects, but no effect follows this one. And players look when a step is over: what a step
    reveals, and then takes away, hides or changes, nobody sees; write `announce c.kind`.""",
    wrong="do: let n be 3",
    right="""
    do: |
      let d be step(c, north)
      put stone on d
    """,
)
LAST_OF_TWO_TYPES = error(
    "GGL414",
    "a parameter of the last move with two types",
    """`last.x` is the value of the parameter `x` in the last move, or none if the last move has no such parameter. It can be
    read only if all parameters of that name have one type.""",
    wrong="""
    moves:
      place: {for: c in cells, where: empty(c), do: put stone on c}
      wall: {for: c in edges, where: empty(c) and last.c != a1, do: put wall on c}
    """,
    right="""
    moves:
      place: {for: c in cells, where: empty(c), do: put stone on c}
      wall: {for: e in edges, where: empty(e) and last.c != a1, do: put wall on e}
    """,
)
NOT_AT_ONCE = error(
    "GGL437",
    "an effect that cannot be made at once",
    """`at once` follows a loop over a single `move`: of all that stands on a site, or of the pieces of a kind or a side. It
    cannot move a number of pieces, nor piles.""",
    wrong="do: put stone on step(c, east) for c in row(1) at once",
    right="do: move c to step(c, east) for c in row(1) at once",
)
OPTIONAL_IN_PART = error(
    "GGL413",
    "a choice to stop for only some of the moves",
    """`optional` says that the player may end the turn instead of going on. It stands before the first of the moves after
    `then` and applies to all of them; you may also write it before each. Before only some of them it could mean two things:
    that the player may always stop, or only if no other of these moves is legal.""",
    wrong="then: grow(c) or optional balance(c)",
    right="then: optional grow(c) or balance(c)",
)
MOVE_NAME_TAKEN = error(
    "GGL412",
    "a name that no move can have",
    """`pass` and `stop` are steps of every game, in any case; `roll` is one in games with dice. `or`, `otherwise`, `optional`,
    `if` and `not` stand between moves in `play`, `then` and `able`. ggl could not distinguish a move of such a name from
    these words.""",
    wrong="""
    moves:
      pass:
        do: add 1 to rests
    """,
    right="""
    moves:
      rest:
        do: add 1 to rests
    """,
)
SET_SIZE = error(
    "GGL431",
    "a set of a size that no move can choose",
    """`subsets(S, 1..3)` chooses a set as one move. Such a set has from one to eight members. Choose larger sets one member a
    step.""",
    wrong="""
    moves:
      place:
        for: S in subsets(cells, 0..2)
        do: put stone on S
    """,
    right="""
    moves:
      place:
        for: S in subsets(cells, 1..2)
        do: put stone on S
    """,
)
TOO_MANY_SETS = error(
    "GGL432",
    "too many sets to choose from",
    """A move that chooses a set is one legal move for each possible set. A position has at most 65,536 legal moves. If
    conditions restrict the sets, ggl can try about a million of them.""",
    wrong="""
    board: square(9)
    moves:
      place:
        for: S in subsets(cells, 1..3)
        do: put stone on S
    """,
    right="""
    board: square(9)
    moves:
      place:
        for: S in subsets(cells, 1..2)
        do: put stone on S
    """,
)
HIDDEN_FROM_MOVER = error(
    "GGL433",
    "a condition that reads what the side to move may not see",
    """The legal moves, and how they are written, must depend only on what the side to move sees; otherwise the list of legal
    moves would reveal the rest.
    Within `seen(..)` a condition reads what the mover sees. Effects read the true position, so `do` may react to it.""",
    wrong="""
    pieces:
      stone: {seen by: owner}
    moves:
      place:
        for: c in cells
        where: empty(c)
        do: put stone on c
    """,
    right="""
    pieces:
      stone: {seen by: owner}
    moves:
      place:
        for: c in cells
        where: seen(empty(c))
        do: put stone on c if empty(c)
    """,
)
CHOSEN_TOGETHER = error(
    "GGL434",
    "without meaning when all choose at once",
    """With `turn: together:` all sides choose a move at once, and the effects come when all have chosen. So no side is to move
    while `resolve` and `end` are evaluated, no move can follow another, and a side chooses before it knows any effects.""",
    wrong="""
    moves:
      place:
        for: c in vacant
        do: put stone on c
    turn:
      together: place
      resolve: win if full
    """,
    right="""
    moves:
      place:
        for: c in vacant
        do: put stone on c
    turn:
      together: place
      resolve: draw if full
    """,
)
DEAL_IN_THE_OPEN = warning(
    "GGL435",
    "a deal that everybody can follow",
    """What is dealt to a hidden hand is hidden. But it leaves the variable that it is dealt from, and everybody who sees that
    variable sees it leave.""",
    wrong="""
    values:
      cards: {rank: 1..9}
    state:
      deck: {start: cards, in: cards}
      hand: {start: {}, in: cards, each: players, seen by: owner}
    setup: deal 5 from deck to p.hand for p in players
    """,
    right="""
    values:
      cards: {rank: 1..9}
    state:
      deck: {start: cards, in: cards, seen by: nobody}
      hand: {start: {}, in: cards, each: players, seen by: owner}
    setup: deal 5 from deck to p.hand for p in players
    """,
)
CANNOT_BE_TOLD = error(
    "GGL436",
    "an announcement that cannot be made here, or nothing that can be revealed",
    """An announcement is part of a step, and a step makes it at most once. So it cannot be in the setup, nor in a loop whose
    members change during play; announce a set or a number instead. `reveal` and `hide` take a piece or a variable whose
    `seen by` contains `shown`.""",
    wrong="""
    pieces:
      ghost: {seen by: owner}
    moves:
      scout:
        for: c in cells with enemy piece
        do: reveal c
    """,
    right="""
    pieces:
      ghost: {seen by: owner or shown}
    moves:
      scout:
        for: c in cells with enemy piece
        do: reveal c
    """,
)
NOT_KEPT = error(
    "GGL438",
    "something that is not kept from turn to turn",
    """
    `previous(E)` is the value of E as the last complete turn began. A position keeps for it what stands where, the supplies and
    the variables that E reads, except variables of each turn. It keeps neither legal moves, repetitions, `ply` and the phase, nor
    what was so two turns ago, nor what not every player sees.
    """,
    wrong="""
    end:
      draw:
        nobody was stuck: not previous(stuck)
    """,
    right="""
    end:
      draw:
        nothing has changed: previous(cells with piece) == (cells with piece)
    """,
)
SEEN_BY_THE_MOVER = warning(
    "GGL439",
    "something that whoever is to move sees",
    """`mover` is the side to move. A piece that the mover sees is seen by each side as soon as it is that side's turn, so it is
    hidden from nobody for long. Whose piece it is says `owner`.""",
    wrong="""
    pieces:
      ship: {seen by: mover}
    """,
    right="""
    pieces:
      ship: {seen by: owner}
    """,
)
NOBODY_CAN_CHECK = warning(
    "GGL440",
    "an end that nobody can check",
    """
    All players learn that the game is over, so a line of `end` may read what some of them do not see. If no player ever sees it,
    only a program or a third person can say when the game ends. Say who sees it, or keep what decides in a variable that a
    player sees. A set or a bag, such as a deck, is no such thing: all see when it is empty.
    """,
    wrong="""
    state:
      fuse: {start: 9, in: 0..9, seen by: nobody}
    end:
      draw: fuse == 0
    """,
    right="""
    state:
      fuse: {start: 9, in: 0..9, seen by: White}
    end:
      draw: fuse == 0
    """,
)
NO_STEPS = warning(
    "GGL441",
    "steps where no turn is under way",
    """`steps` counts the completed steps of the turn that is under way. In `begin`, `end`, `until` and `score` one turn is over,
    and the next has no step yet, so it is 0. A variable with `each: turns` is read there as the last turn left it.""",
    wrong="""
    end:
      mover wins: steps > 2
    """,
    right="""
    state:
      made: {start: 0, in: 0..9, each: turns}
    end:
      mover wins: made > 2
    """,
)
