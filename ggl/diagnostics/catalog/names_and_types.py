"""The codes GGL2xx: names and types."""

from ggl.diagnostics.catalog.declare import error, note, warning

KEYWORD_AS_NAME = error(
    "GGL201",
    "a word of the language used as a name",
    """
    Words such as `if`, `in`, `on`, `own`, `piece` and `last` belong to the language. A player, kind, variable or option
    needs another name.

    Wrong:

    ```yaml
    players: [if, White]
    ```

    Right:

    ```yaml
    players: [If, White]
    ```
    """,
)
NAME_TAKEN = error(
    "GGL202",
    "a name that already means something",
    """
    A name has one meaning wherever it is read. This one is a word of the language, a cell of the board, or declared
    already.

    Wrong:

    ```yaml
    state: {ply: 0}
    ```

    Right:

    ```yaml
    state: {moves_made: 0}
    ```
    """,
)
UNKNOWN_NAME = error(
    "GGL203",
    "unknown name",
    """
    Nothing in this game, on its board or in the language has this name where it stands. A near name is shown where there is
    one. A constant of the players is read behind a dot, as `mover.forward`; in a move, `for` and `let` may use what stands
    before it.

    Wrong:

    ```yaml
    where: count(neighbours(c)) > 1
    ```

    Right:

    ```yaml
    where: count(neighbors(c)) > 1
    ```
    """,
)
UNKNOWN_PROPERTY = error(
    "GGL204",
    "unknown property",
    """
    What stands after the dot is a property that this thing has: of a cell, `row` or `owner`; of a player, what
    `players` and `state` declare. A set has no properties, but its members do.

    Wrong:

    ```yaml
    where: c.onwer == mover
    ```

    Right:

    ```yaml
    where: c.owner == mover
    ```
    """,
)
WRONG_TYPE = error(
    "GGL205",
    "wrong type",
    """
    Each place wants something of one type: a condition, a number, a cell, a set of cells and so on. Something else was
    found.

    Wrong:

    ```yaml
    where: neighbors(c) > 1
    ```

    Right:

    ```yaml
    where: count(neighbors(c)) > 1
    ```
    """,
)
WRONG_ARGUMENTS = error(
    "GGL206",
    "wrong arguments",
    """
    A word or definition is given too many values, too few, two in the wrong order, or one by a name that it does not have.

    Wrong:

    ```yaml
    where: empty(step(c))
    ```

    Right:

    ```yaml
    where: empty(step(c, north))
    ```
    """,
)
MAYBE_NONE = error(
    "GGL207",
    "this may be none",
    """
    A step can lead off the board, and the largest of nothing is nothing: then the value is `none`. Words that ask about
    the board take `none` calmly. Arithmetic, `<` and effects on variables do not: say first what holds then.

    There are three ways: `default=` where `min` or `max` may have nothing to choose from; `x != none and ..` before a
    condition; and `.. if x != none else ..` for a value.

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
    """
    A definition cannot use itself, not even through others: it might never end. What spreads over the board is said by
    `spread`, `group` and `leading`.

    Wrong:

    ```yaml
    define:
      reach(c): any(reach(d) for d in neighbors(c))
    ```

    Right:

    ```yaml
    define:
      reach(c): any(spread({c}, vacant) & corners)
    ```
    """,
)
TWO_READINGS = error(
    "GGL209",
    "a name with two readings",
    """
    Where a rule is tried for each player in turn, `mover`, `own` and `enemy` could mean that player or the side to
    move. Use the name that the rule gives to the player.

    Wrong:

    ```yaml
    end:
      player p wins: not any(cells with own stone)
    ```

    Right:

    ```yaml
    end:
      player p wins: not any(cells with p stone)
    ```
    """,
)
NOT_HERE = error(
    "GGL210",
    "a word that has no meaning here",
    """
    The word has a meaning, but not at this place: `stuck` asks for legal moves and cannot decide which are legal;
    `winner` is known in `score` and `match` only; the board is not there while options are read.

    Wrong:

    ```yaml
    where: not stuck
    ```

    Right:

    ```yaml
    end:
      draw: stuck
    ```
    """,
)
NOT_CONSTANT = error(
    "GGL211",
    "not fixed before play",
    """
    Boards, regions, options, supplies and starts are fixed before play, so they cannot ask for what changes in it. `/`
    divides by a fixed number.

    `after` and `before` go round a list that is fixed as well: one written out, a definition without parameters that asks
    for nothing but the board, a constant of each player, or a word of the board, such as `ray(c, d)`. A definition with
    parameters, and what `if` chooses, are not; ask of each list, `after(inner, c) if c in inner else after(outer, c)`.

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
    """
    Numbers are exact: less than 9,007,199,254,740,992, in steps of no less than 1/5,040. This one could leave these
    bounds, or a range that is looked through could hold more than 4,096 numbers. Every number has bounds that ggl works
    out: a variable without `in` may be anything up to 2,147,483,647, so that a range up to it, or a product of three of
    them, is too large. `in` gives the variable the bounds that it really has.

    Wrong:

    ```yaml
    state: {n: 0}
    ```

    Right:

    ```yaml
    state: {n: {start: 0, in: 0..99}}
    ```
    """,
)
MIXED_TYPES = error(
    "GGL213",
    "two types that do not go together",
    """
    Only things of one type can be compared, be members of one set, or be what an `if` gives either way.

    Wrong:

    ```yaml
    where: c == mover
    ```

    Right:

    ```yaml
    where: c.owner == mover
    ```
    """,
)
UNUSED_NAME = warning(
    "GGL214",
    "never used",
    """
    This is declared, and no rule mentions it. It may be a slip: another name was meant somewhere.

    Wrong:

    ```yaml
    state: {lost: 0}
    end: {draw: full}
    ```

    Right:

    ```yaml
    state: {lost: 0}
    end: {draw: lost > 3}
    ```
    """,
)
TABLE_TOO_LARGE = error(
    "GGL215",
    "too many combinations",
    """
    Words of the board are worked out before play, for all values that they may be asked for: at most 262,144 in one
    table, and about half a million in all. A word of two cells needs cells times cells, where the board's shape does
    not tell the answer.

    Wrong:

    ```yaml
    board: torus(64)
    where: direction(c, d) == north
    ```

    Right:

    ```yaml
    board: torus(19)
    where: direction(c, d) == north
    ```
    """,
)
TOO_COMPLEX = error(
    "GGL216",
    "too much to work out",
    """
    A stranger's file must not take up your machine. Before play, a bound is worked out for the work that its rules can
    ask for, and refused past these limits:

    - one ply, all legal moves listed and one played: 10 billion steps of work;
    - the setup: 20 million; the score: 5 billion;
    - a list: 262,144 members; a position: 65,536 numbers;
    - definitions that use each other: 24 deep; rules written out, with routines put in their places: 40,000 parts, and with
      definitions in their places too 120 levels deep.

    A loop counts as the most members that its set can have, times its body. Go on 19 by 19 takes about 10 million steps
    a ply by this count.

    Wrong:

    ```yaml
    where: any(x.row + y.row == z.row for x in cells for y in cells for z in cells)
    ```

    Right:

    ```yaml
    where: any(empty(x) for x in neighbors(c))
    ```
    """,
)
UNKNOWN_KIND = error(
    "GGL217",
    "unknown kind of piece",
    """
    Kinds of piece are declared under `pieces`; `piece` stands for any of them.

    Wrong:

    ```yaml
    where: own ston on c
    ```

    Right:

    ```yaml
    where: own stone on c
    ```
    """,
)
NEEDLESS_TEST = warning(
    "GGL218",
    "a condition that never changes",
    """
    This condition holds always, or never, whatever is on the board. It may be a slip; if not, it can be left out.

    Wrong:

    ```yaml
    where: c != none
    ```

    Right:

    ```yaml
    where: empty(c)
    ```
    """,
)
SHORT_WITH = warning(
    "GGL219",
    "a `with` that reaches less far than it looks",
    """
    `with` binds tighter than `+` and `-`: in `A + B with own stone` it picks sites of B alone, and all of A is there, whatever
    stands on it. Brackets say which is meant.

    Wrong:

    ```yaml
    moves:
      lift:
        for: c in center + corners with own stone
        do: take stone from c
    ```

    Right:

    ```yaml
    moves:
      lift:
        for: c in (center + corners) with own stone
        do: take stone from c
    ```
    """,
)
NO_ROW = note(
    "GGL220",
    "a table without a row for some",
    """
    A table by kinds, players or phases has rows for some of them, and no `else`. For the others it gives the empty set, the empty
    list or false without a word. A row may have been forgotten; if not, `else` says so.

    Wrong:

    ```yaml
    define:
      ways(k):
        by: k
        stone: orthogonal
        king: compass
    ```

    Right:

    ```yaml
    define:
      ways(k):
        by: k
        stone: orthogonal
        king: compass
        else: {}
    ```
    """,
)
NOT_A_RANGE = error(
    "GGL225",
    "`in` names only some values",
    """
    `in` says what a variable or a bag may hold: a range of whole numbers `LO..HI`, or all of a type, such as `cells`,
    `players` or `directions`. The engine holds a number to its range. It could not hold it to some numbers with gaps between
    them, nor a cell to some of the cells. The rules themselves see to that: where the variable is set, they set it to values
    that you mean.

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
    "a property that the language has",
    """
    What pieces carry under `has` is read behind a dot, where a site has properties of its own: `number`, `row` and `column` of
    a cell, `owner`, `kind`, `facing` and `count` of what stands there.

    Wrong:

    ```yaml
    pieces:
      stone: {has: {number: 1}}
    ```

    Right:

    ```yaml
    pieces:
      stone: {has: {strength: 1}}
    ```
    """,
)
CAPITALS_ONLY = error(
    "GGL222",
    "names that differ in capitals only",
    """
    Moves are typed, kept and replayed in capitals and small letters alike. So two moves, two players, two kinds or two cells
    of one game cannot differ in capitals only: a record could not say which is meant.

    Wrong:

    ```yaml
    moves:
      place:
        for: c in vacant
        do: put man on c
      Place:
        for: c in vacant
        do: put king on c
    ```

    Right:

    ```yaml
    moves:
      place:
        for: c in vacant
        do: put man on c
      crown:
        for: c in vacant
        do: put king on c
    ```
    """,
)
SAID_OF_NOTHING = error(
    "GGL226",
    "a sentence about nothing",
    """
    Under `says` stands how a definition, a routine, a variable, a move, a name under `let` or a named condition is spoken of,
    each by its name.

    Wrong:

    ```yaml
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahed: "{p:be} ahead"
    ```

    Right:

    ```yaml
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahead: "{p:be} ahead"
    ```
    """,
)
UNKNOWN_SLOT = error(
    "GGL227",
    "a sentence that does not do",
    """
    In a sentence under `says`, braces hold a parameter of what the sentence is of: `{p}`, `{p's}`, or `{p:own}` with a verb that
    fits it. In that of a condition under `where` or `ensure` they hold a name of its move, in that of a line of the end its
    player. Brackets hold a noun, one and several: `[rival|rivals]`. A bar between blanks, ` | `, parts what is said where a
    condition holds from what is said where it does not.

    Wrong:

    ```yaml
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahead: "{player} is ahead"
    ```

    Right:

    ```yaml
    define:
      ahead(p): count(cells with p man) > 3
    says:
      ahead: "{p} is ahead"
    ```
    """,
)
