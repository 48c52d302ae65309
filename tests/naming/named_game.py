"""One small game that names a thing of every kind, and can be written with other names; and the words that people may try.

`written` gives the text with some names changed; `checked` what the checker makes of it; `played` a play as plain data, in which
names stand as the neutral ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ggl.checker.game import CheckedGame, check
from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.position_names import POSITION_NAMES, SITE_DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.cli.prompt import ALIASES, COMMANDS
from ggl.diagnostics import Findings
from ggl.engine.protocol import Engine
from ggl.model.extends import find_beside, load_definition
from ggl.model.keys import is_valid_name
from ggl.source import Source
from ggl.syntax import tree as t
from ggl.syntax.keywords import NO_NAMES

GAME = """\
ggl: 1
name: Names
options: {<option>: 2 in 1..5}
players:
  <player>: {<constant>: a1, forward: north}
  Second: {<constant>: c3, forward: south}
values: {<values>: [<value>, other_value]}
board: square(3)
links: ca in cells, cb in leaps(ca, 1, 2)
labels: {sites: {<label>: cell(9)}}
tracks: {<track>: [a1, b1, b2, a2]}
tiles: {<tile>: xx}
regions: {<region>: a1 b2 c3}
pieces:
  <kind>: {has: {<attribute>: 0}, faces: orthogonal}
  second_kind: {}
  coin: {of: nobody, layer: <layer>, stacks: 3}
  stick: {of: nobody, sites: edges, layer: <layer>, has: {<edge_attribute>: 0}}
  leaf: {of: nobody, sites: vertices, has: {<vertex_attribute>: 0}}
  rope: {of: nobody, sites: links, has: {<link_attribute>: 0}}
state:
  <variable>: 0
  <die>: {start: 1, in: 1..3}
  <of_cells>: {start: 0, each: cells}
  <of_edges>: {start: 0, each: edges}
  <of_vertices>: {start: 0, each: vertices}
  <of_links>: {start: 0, each: links}
  <of_players>: {start: 0, each: players}
  <of_turns>: {start: 0, each: turns}
  <set>: {start: {}, in: cells}
  mood: {start: other_value, in: <values>}
  <bag>: {start: [], in: 0..9}
define:
  <plain>: count(cells with <kind>) + count(<region> with mover <kind>)
  <called>(<def_param>): size(neighbors(<def_param>)) + sum(cc.<of_cells> for cc in cells)
  language: |
    {LANGUAGE}
  bodies: size(vacant) + size(taken_cells) + (1 if full else 0) + size(territories)
routines:
  <routine>(<routine_param>): |
    put <die> coin on <routine_param>
    add 1 to <of_players_of_mover>
moves:
  <move>:
    for: <param> in vacant
    let: {<let>: neighbors(<param>) & vacant}
    where:
      there is room: size(<let>) + <called>(<param>) >= <option> or any(<loop> != <param> for <loop> in <let>)
    do: |
      put <kind> on <param> facing mover.forward
      turn <param> to east if <die> == 2
      set <param>.<attribute> to <param>.row + <option>
      add size(<region>) + size(<track>.cells) to <param>.<of_cells>
      add 1 to <do_loop>.<of_cells> for <do_loop> in <let>
      let <do_let> be first(<let>)
      add <do_let> to <set> if <do_let> != none
      add <plain> % 10 to <bag>
      <routine>(<param>)
      put stick on edge(a1, a2)
      set edge(a1, a2).<edge_attribute> to max(e.number for e in a1.edges, default=0)
      add 1 to edge(a1, a2).<of_edges>
      put rope on first(links)
      set first(links).<link_attribute> to 1
      set first(links).<of_links> to sum(e.<link_attribute> for e in links) + 1
      put leaf on first(vertices)
      set first(vertices).<vertex_attribute> to 2
      set first(vertices).<of_vertices> to sum(e.<vertex_attribute> for e in vertices) + 1
      add bodies + language to <of_turns>
      set mood to <value> if mood == other_value and size(<values>) > 1
      set <variable> to <of_turns> + mover.<constant>.row + <param>.count
    then: optional <follow>(<param>)
  <follow>(<handed>):
    for: k in kinds
    where:
      no piece of nobody: k == <kind> or k == second_kind
      the last move is told: last.<param> == none or last.<param> in cells
    do: |
      promote <handed> to k
      add c_attribute to <variable>
  <take>:
    for: <target> in cells with enemy <kind>
    where: phase == <phase> and size(<set>) > 1
    do: |
      take piece from <target> if <target>.facing != none
      drop <target> from <set>
turn:
  begin: roll <die> from 1..3
  pass: free
  pie: swap-sides
  phases:
    <phase>: {play: <move> or <take>, until: count(cells with <kind>) > 3}
    late: {play: <move> or <take>}
end:
  player <winner> wins:
    many in the region: count(<region> with <winner> <kind>) > 2 and <variable> > 5
  by score:
    the board is full: full
    all were tired: passes > 1
    it took long: ply > 5
    nobody can place: not able(<move>)
score(<scored>): <scored>.<of_players> + sum(cc.<of_cells> for cc in cells with <scored> piece) + <scored>.<constant>.column
match:
  until: any(<rival> in players if total(<rival>) > 150)
  points(<earner>): <earner>.<of_players> + 20 * <option>
  next first: Second if sum(<next>.<of_players> for <next> in players) % 2 == 0 else <player>
look:
  notation: {<take>: x <target>}
"""
LANGUAGE = (
    "size(around({a1})) + size(steps(b2, orthogonal)) + size(slides(a1, compass)) + size(sees(a1, compass)) "
    "+ (1 if sight(a1, north) != none else 0) + size(rank(mover, 1)) + size(groups(mover)) + size(group(a1)) "
    "+ size(owners(cells)) + (1 if connected(cells, {a1}, {c3}) else 0) + (1 if lined(cells, 3) else 0) "
    "+ (1 if touching({a1}, {b1}) else 0)"
)

NAMES = {
    name: f"{name}_"
    for name in re.findall(r"<(\w+)>", GAME)
    if name != "of_players_of_mover"
}  # fmt: skip
"""The neutral name of each thing."""

OWN = {
    "Second",
    "e",
    "second_kind",
    "coin",
    "stick",
    "leaf",
    "language",
    "bodies",
    "forward",
    "late",
    "cc",
    "k",
    "c_attribute",
    "mood",
    "other_value",
}
"""Names of the game that do not change."""


def prelude_names() -> set[str]:
    """Each name that a word of the prelude mentions in its body or takes."""
    found = {param.name for word in prelude().values() for param in word.signature.params}

    def inside(tree: t.Tree) -> None:
        if isinstance(tree, t.Name | t.Call | t.Dot):
            found.add(tree.name)
        if isinstance(tree, t.Stands | t.With):
            found.update(filter(is_valid_name, (tree.phrase.kind, tree.phrase.adjective)))
        for child in t.children(tree):
            inside(child)

    for word in prelude().values():
        inside(word.body)
    return found


Moment = tuple[tuple[int, ...], list[tuple[str, tuple[int, ...]]], object]
"""A position, what is legal there, and the scores."""

CLASSES: dict[str, set[str]] = {
    "words of the grammar": set(NO_NAMES),
    "names of the position": set(POSITION_NAMES),
    "words of the board": set(BOARD_WORDS),
    "words with a rule": set(WORDS),
    "the prelude": set(prelude()),
    "what the prelude mentions": prelude_names(),
    "properties": {*(name for _, name in DOTS), *SITE_DOTS},
    "the board": {"a1", "b2", "c3", "north", "southwest"},
    "steps": {"pass", "stop", "roll", "Pass", "STOP", "Roll", "swap", "take"},
    "the prompt": {*COMMANDS, *(alias for alias in ALIASES if is_valid_name(alias))},
    "YAML": {"on", "off", "yes", "no", "y", "n", "null", "Null", "NULL", "true", "True", "false", "nan", "inf", "e1", "_"},
    "keys of the file": {"by", "removed", "players", "board", "start", "each", "play", "name", "ggl", "engine", "player",
                         "nobody", "points", "default", "supply"},
    "Python": {"None", "self", "class", "def", "lambda", "print", "int", "I", "v", "fn", "np", "range", "at", "out", "most",
               "state", "table", "position"},
    "fields": {"mover", "seat", "pending", "chance", "supply", "last_mover", "over", "game", "at_edge", "at_count", "edge_x",
               "own_x", "x_count"},
    "letters": set("abcdghklpstvwxyzS"),
}  # fmt: skip
"""Words that people try as names, and words that something in ggl might confuse with a name."""


def words() -> list[str]:
    return sorted({word for each in CLASSES.values() for word in each if is_valid_name(word)} - OWN)


def written(changed: Mapping[str, str]) -> str:
    """The game with the names of some things changed."""
    names = {**NAMES, **changed}
    text = GAME.replace("{LANGUAGE}", LANGUAGE).replace("<of_players_of_mover>", f"mover.{names['of_players']}")
    text = text.replace("c_attribute", f"sum(cc.{names['attribute']} for cc in cells with {names['kind']})")
    return re.sub(r"<(\w+)>", lambda found: names[found[1]], text)


def checked(changed: Mapping[str, str]) -> tuple[CheckedGame | None, Findings]:
    findings = Findings()
    source = Source("names.yaml", written(changed))
    definition = load_definition(source, findings, find_beside(None, findings))
    return (check(definition, {}, findings) if definition is not None else None), findings


def played(engine: Engine, changed: Mapping[str, str], play: int, most: int) -> Iterator[Moment]:
    """A play as plain data: positions, legal steps, scores."""
    neutral = {changed[name]: NAMES[name] for name in changed if name in ("move", "follow", "take")}
    position = engine.start()
    for count in range(most):
        steps = engine.steps(position)
        yield position.vector, [(neutral.get(step.schema, step.schema), step.args) for step in steps], engine.scores(position)
        if not steps:
            return
        position = engine.play(position, steps[(play * 7919 + count * 104729) % len(steps)])
