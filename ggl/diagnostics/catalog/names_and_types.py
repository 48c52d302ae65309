"""The codes GGL2xx: names and types. Long, since a family of codes stands in one place, each with its explanation."""

from ggl.diagnostics.catalog.declare import error, note, warning

KEYWORD_AS_NAME = error(
    "GGL201",
    "a word of the language used as a name",
    """Words such as `if`, `in`, `on`, `own`, `piece` and `last` belong to the language. A player, kind, variable or option
    needs another name.""",
    wrong="players: [if, White]",
    right="players: [If, White]",
)
NAME_TAKEN = error(
    "GGL202",
    "a name that already means something",
    """A name has one meaning wherever it is read. This one is already a word of the language, a cell of the board, or declared
    elsewhere.""",
    wrong="state: {ply: 0}",
    right="state: {moves_made: 0}",
)
UNKNOWN_NAME = error(
    "GGL203",
    "unknown name",
    """Nothing in this game, on its board or in the language has this name here. The finding shows a similar name if there is
    one. A constant of the players is read after a dot, as `mover.forward`; in a move, `for` and `let` may use only earlier
    names.""",
    wrong="where: count(neighbours(c)) > 1",
    right="where: count(neighbors(c)) > 1",
)
UNKNOWN_PROPERTY = error(
    "GGL204",
    "unknown property",
    """A dot reads a property that a thing has: of a cell, `row` or `owner`; of a player, the names declared under `players`
    and `state`. A set has no properties, but its members do.""",
    wrong="where: c.onwer == mover",
    right="where: c.owner == mover",
)
WRONG_TYPE = error(
    "GGL205",
    "wrong type",
    """Each place expects a value of one type: a condition, a number, a cell, a set of cells and so on. This value has another
    type.""",
    wrong="where: neighbors(c) > 1",
    right="where: count(neighbors(c)) > 1",
)
WRONG_ARGUMENTS = error(
    "GGL206",
    "wrong arguments",
    """A word or definition has too many arguments, too few, two in the wrong order, or one with a name that it does not have.""",
    wrong="where: empty(step(c))",
    right="where: empty(step(c, north))",
)
MAYBE_NONE = error(
    "GGL207",
    "this may be none",
    """
    A step can lead off the board, and the maximum of nothing is nothing: then the value is `none`. Words that ask about the
    board accept `none`. Arithmetic, `<` and effects on variables do not, so exclude it first.

    There are three ways: `default=` for a `min` or `max` of nothing; `x != none and ..` before a condition; and `.. if x !=
    none else ..` for a value.

    Wrong:

    ```yaml
    where: max(size(g) for g in groups(mover)) > 1
    ```

    ```yaml
    where: step(c, north).row < 4
    ```

    Right:

    ```yaml
    where: max(size(g) for g in groups(mover), default=0) > 1
    ```

    ```yaml
    where: step(c, north) != none and step(c, north).row < 4
    ```
    """,
)
CIRCULAR_DEFINITION = error(
    "GGL208",
    "a definition that uses itself",
    """A definition cannot use itself, directly or through others: it might never end. Use `spread`, `group` and `leading` for
    what spreads over the board.""",
    wrong="""
    define:
      reach(c): any(reach(d) for d in neighbors(c))
    """,
    right="""
    define:
      reach(c): any(spread({c}, vacant) & corners)
    """,
)
TWO_READINGS = error(
    "GGL209",
    "a name with two readings",
    """If a rule is tested for each player in turn, `mover`, `own` and `enemy` could mean that player or the side to move. Use
    the name that the rule gives to the player.""",
    wrong="""
    end:
      player p wins: not any(cells with own stone)
    """,
    right="""
    end:
      player p wins: not any(cells with p stone)
    """,
)
NOT_HERE = error(
    "GGL210",
    "a word that has no meaning here",
    """The word has a meaning, but not here: `stuck` looks for legal moves and cannot decide which moves are legal; `winner`
    exists only in `score` and `match`; the board does not exist yet while options are read.""",
    wrong="where: not stuck",
    right="""
    end:
      draw: stuck
    """,
)
NOT_CONSTANT = error(
    "GGL211",
    "not fixed before play",
    """
    Boards, regions, options, supplies and starts are fixed before play, so they cannot depend on what changes in it. `/`
    divides by a fixed number. `after` and `before` also need a fixed list: one written out, a definition without parameters
    that depends only on the board, a constant of each player, or a word of the board, such as `ray(c, d)`. A definition
    with parameters, and a list chosen by `if`, are not fixed. Apply `after` to each list: `after(inner, c) if c in inner
    else after(outer, c)`.

    Wrong:

    ```yaml
    regions: {mine: cells with own stone}
    ```

    ```yaml
    where: after(sorted(cells with own stone), c) != none
    ```

    Right:

    ```yaml
    define: {mine: cells with own stone}
    ```

    ```yaml
    players:
      Black: {track: [a1, b1, b2, a2]}
      White: {track: [b2, a2, a1, b1]}
    where: after(mover.track, c) != none
    ```
    """,
)
NUMBER_TOO_LARGE = error(
    "GGL212",
    "number too large",
    """Numbers are exact: less than 9,007,199,254,740,992, with a common denominator of at most 5,040. This number could leave
    these limits, or a range could hold more than 4,096 numbers. ggl computes bounds for every number. A variable without
    `in` may be as large as 2,147,483,647, so a range up to it, or a product of three such variables, is too large. Use `in`
    to give the variable its real bounds.""",
    wrong="state: {n: 0}",
    right="state: {n: {start: 0, in: 0..99}}",
)
MIXED_TYPES = error(
    "GGL213",
    "two types that cannot be combined",
    """Values that are compared, members of one set, and both results of an `if` must have the same type.""",
    wrong="where: c == mover",
    right="where: c.owner == mover",
)
UNUSED_NAME = warning(
    "GGL214",
    "never used",
    """No rule mentions this declaration. It may be a slip: perhaps a rule should name it.""",
    wrong="""
    state: {lost: 0}
    end: {draw: full}
    """,
    right="""
    state: {lost: 0}
    end: {draw: lost > 3}
    """,
)
TABLE_TOO_LARGE = error(
    "GGL215",
    "too many combinations",
    """ggl computes words of the board before play, for all possible arguments: at most 262,144 values in one table, and about
    half a million in all. A word of two cells needs a value for each pair of cells, unless the shape of the board gives the
    answer.""",
    wrong="""
    board: torus(64)
    where: direction(c, d) == north
    """,
    right="""
    board: torus(19)
    where: direction(c, d) == north
    """,
)
TOO_COMPLEX = error(
    "GGL216",
    "too much to compute",
    """A stranger's file must not take up your machine. Before play, ggl estimates the most work that the rules can need, and
    rejects more than this:

    - one ply, all legal moves listed and one played: 10 billion steps of work;
    - the setup: 20 million; the score: 5 billion;
    - a list: 262,144 members; a position: 65,536 numbers;
    - definitions that use each other: 24 deep; rules with routines inlined: 40,000 parts, and with
      definitions inlined too 120 levels deep.

    A loop counts as its body times the largest size of its set. Go on 19 by 19 takes about 10 million steps a ply by this
    count.""",
    wrong="where: any(x.row + y.row == z.row for x in cells for y in cells for z in cells)",
    right="where: any(empty(x) for x in neighbors(c))",
)
UNKNOWN_KIND = error(
    "GGL217",
    "unknown kind of piece",
    """`pieces` declares the kinds of piece; `piece` stands for any of them.""",
    wrong="where: own ston on c",
    right="where: own stone on c",
)
TWICE_IN_A_RING = warning(
    "GGL228",
    "a ring that meets a member twice",
    """
    `after` and `before` go on from the first place of a member in the list. If a track meets a cell twice, `steps_along` goes
    on from each of its places.

    Suspicious:

    ```yaml
    for: c in cells with own stone, t in {after(eight.cells, c)}
    ```

    Clear:

    ```yaml
    for: c in cells with own stone, t in steps_along(c, {eight})
    ```
    """,
)
NEEDLESS_TEST = warning(
    "GGL218",
    "a condition that never changes",
    """This condition is always true or always false in every position. It may be a slip; if not, you can remove it.""",
    wrong="where: c != none",
    right="where: empty(c)",
)
SHORT_WITH = warning(
    "GGL219",
    "a `with` that applies to less than it seems",
    """`with` binds tighter than `+` and `-`: in `A + B with own stone` it applies to B only, and all of A stays, whatever
    stands on it. Use brackets to say which is meant.""",
    wrong="""
    moves:
      lift:
        for: c in center + corners with own stone
        do: take stone from c
    """,
    right="""
    moves:
      lift:
        for: c in (center + corners) with own stone
        do: take stone from c
    """,
)
NO_ROW = note(
    "GGL220",
    "a table with missing rows",
    """A table by kinds, players or phases has rows for only some of them, and no `else`. For the others it silently gives the
    empty set, the empty list or false. Perhaps a row is missing; if not, write an `else`.""",
    wrong="""
    define:
      ways(k):
        by: k
        stone: orthogonal
        king: compass
    """,
    right="""
    define:
      ways(k):
        by: k
        stone: orthogonal
        king: compass
        else: {}
    """,
)
NOT_A_RANGE = error(
    "GGL225",
    "`in` names only some values",
    """
    `in` says what a variable or a bag may hold: a range of whole numbers `LO..HI`, or all values of a type, such as
    `cells`, `players` or `directions`. The engine can clamp a number to a range, but it cannot enforce numbers with gaps,
    or a part of the cells. The rules must ensure that by the values to which they set the variable.

    Wrong:

    ```yaml
    state: {gate: {start: none, in: corners}}
    ```

    ```yaml
    state: {step: {start: 1, in: {1, 3, 7}}}
    ```

    Right:

    ```yaml
    state: {gate: {start: none, in: cells}}
    ```

    ```yaml
    state: {step: {start: 1, in: 1..7}}
    ```
    """,
)
PROPERTY_TAKEN = error(
    "GGL221",
    "a property that the language already has",
    """Properties of pieces under `has` are read after a dot, where a site has properties of its own: `number`, `row` and
    `column` of a cell, `owner`, `kind`, `facing` and `count` of its pieces.""",
    wrong="""
    pieces:
      stone: {has: {number: 1}}
    """,
    right="""
    pieces:
      stone: {has: {strength: 1}}
    """,
)
CAPITALS_ONLY = error(
    "GGL222",
    "names that differ only in case",
    """ggl ignores case when it reads, stores and replays moves. So two moves, two players, two kinds or two cells of one game
    cannot differ only in case: a record could not say which is meant.""",
    wrong="""
    moves:
      place:
        for: c in vacant
        do: put man on c
      Place:
        for: c in vacant
        do: put king on c
    """,
    right="""
    moves:
      place:
        for: c in vacant
        do: put man on c
      crown:
        for: c in vacant
        do: put king on c
    """,
)
SAID_OF_NOTHING = error(
    "GGL226",
    "a sentence about nothing",
    """
    `says` has sentences for definitions, routines, variables, moves, names under `let` and named conditions, each by its name.
    """,
    wrong="""
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahed: "{p:be} ahead"
    """,
    right="""
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahead: "{p:be} ahead"
    """,
)
UNKNOWN_SLOT = error(
    "GGL227",
    "invalid sentence",
    """In a sentence under `says`, braces hold a parameter of the thing that the sentence describes: `{p}`, `{p's}`, or
    `{p:own}` with a verb that agrees with it. For a condition under `where` or `ensure` they hold a name of its move, and
    for a line of `end` its player. Brackets hold a singular and a plural: `[rival|rivals]`. A bar between blanks, ` | `,
    separates the wording for a true condition from that for a false one.""",
    wrong="""
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahead: "{player} is ahead"
    """,
    right="""
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahead: "{p} is ahead"
    """,
)
