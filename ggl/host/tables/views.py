"""The views of a table: its board, its view, its tree.

Takes a `PlayTable`; returns the data of `ggl.host.views`. `ggl.render` draws the picture, `ggl.play.scene` says what stands
where, and the wording is that of the prompt.
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.checker.world import SITES
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, Num, Type, strip_opt
from ggl.host import answers as a
from ggl.host import views as v
from ggl.host.tables.table import PlayTable
from ggl.narration.layout import sheet_parts
from ggl.narration.text import rule_sheet
from ggl.play.arguments import without_order
from ggl.play.game import Game, State, View
from ggl.play.information import last_announced
from ggl.play.move import Move
from ggl.play.scene import Scene, named
from ggl.play.tree import Node
from ggl.play.turns import PlayedTurn, turns_of
from ggl.play.values import Value, option_text, written
from ggl.render import ground_of, svg
from ggl.render.appearance import looks_of
from ggl.render.geometry import geometry
from ggl.topology import Site

MOST_LINES = 100
"""The most lines sent of what a side has seen and done."""


def board_view(state: State) -> v.Board:
    """The constant part of a play, with the ground at a state."""
    game, found = state.game, []
    board = game.board
    geo = geometry(board, looks_of(game.checked).style)
    middles, links = ([((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in lines] for lines in (geo.edges, geo.links))
    places = {"cell": geo.cells, "edge": middles, "vertex": geo.vertices, "link": links}
    used = Scene(state).used
    for kind in SITES:
        for site in board.sites(kind) if kind in used else ():
            x, y = places[kind][site.index]
            found.append(v.BoardSite(site.name, kind, round(x, 3), round(y, 3), _next(site)))
    moves = {schema.name: _params(game, schema) for schema in game.checked.core.schemas}
    return v.Board(tuple(found), tuple(board.directions), moves, ground_of(state), ground(state))


def ground(state: State) -> str:
    """The picture of everything that no move changes."""
    return svg(state, theme="auto", status=False, parts="ground")


def _params(game: Game, schema: f.Schema) -> tuple[v.Param, ...]:
    """The parameters of a move; all those of a set have the set's name, and so does each cell that a tile covers."""
    together = {at: "-".join(map(str, places)) for places in without_order(game.checked, schema.name) for at in places}
    names = {at: one.name for one in game.notation.arguments[schema.name] for at in one.places}
    found: list[v.Param] = []
    for at, param in enumerate(schema.params):
        if (many := game.values.most_covered(param.type)) > 0:
            found += [v.Param(names[at], "site", f"cells of {at}")] * many
        else:
            found.append(v.Param(names[at], _kind(param.type), together.get(at, "")))
    return tuple(found)


def _next(site: Site) -> dict[str, str]:
    """The neighbors of each cell, by direction; the page finds other sites by their coordinates."""
    if site.type != "cell":
        return {}
    board = site.board
    ways = ((board.directions[d], row[site.index]) for d, row in enumerate(board.step))
    return {name: board.cells[to].name for name, to in ways if to >= 0}


def _kind(type_: Type) -> v.ParamKind:
    match strip_opt(type_):
        case Bool():
            return "truth"
        case Num():
            return "number"
        case Fin(domain=domain):
            return "site" if domain.name in SITES else "name"
    return "name"


def rules_in_english(game: Game) -> a.Rules:
    """The rules of a game in English, for its options."""
    parts = (a.RulePart(part.sort, part.depth, part.text) for part in sheet_parts(rule_sheet(game.checked)))
    return a.Rules(game.rules_text(), tuple(parts))


def view_of(table: PlayTable, seen: View | None = None) -> v.View:
    """The view of a table; with `seen`, restricted to that view and without the history of the play."""
    session, state = table.session, table.session.state if seen is None else seen
    last = session.last_steps() if seen is None else ()
    scene = Scene(state, last)
    few = session.is_over or seen is not None or len(state._first_steps(table.limits.at_once + 1)) <= table.limits.at_once
    listed = legal_of(table, state) if few else None
    line = session.tree.line() if seen is None else []
    numbers = table.numbers
    return v.View(
        table=table.id,
        revision=table.revision,
        title=session.game.name,
        game=table.rules.shown,
        rules=session.game.fingerprint,
        options={name: option_text(value) for name, value in session.game.options.items()},
        sides=_sides(table, scene),
        eyes="" if seen is None else seen.player,
        mover=state.mover,
        asks="" if session.is_over else f"{state.mover} {scene.doing}",
        over=_outcome(table),
        ground=ground_of(state, scene),
        svg=svg(state, theme="auto", last=last, status=False, parts="play", scene=scene),
        says=_says(scene),
        legal=() if listed is None else listed.legal,
        more=0 if listed is None else listed.more,
        listed=listed is not None,
        turns=tuple(_turn(turn, line, numbers) for turn in turns_of(line)),
        here=numbers[id(session.tree.here)] if seen is None else 0,
        tip=numbers[id(session.tree.tip)] if seen is None else 0,
        ways=_ways(table, numbers) if seen is None else (),
        story=_story(session.state, seen),
        last=tuple(site.name for site in scene.touched),
        last_steps=tuple(map(str, last)),
        facts=(
            *(v.FactView(fact.name, fact.text, fact.dice) for fact in scene.facts() if fact.says),
            *(v.FactView("announced", text, ()) for text in (_announced(session.state, seen),) if text),
        ),
        clock="none" if session.timing is None else "runs" if session.watch.runs else "stands",
        thinks=table.thinks,
        pause=session.pause if seen is None else "",
        trouble="" if session.files.trouble is None else f"the play cannot be saved: {session.files.trouble.cause}",
        broken=_broken(table, seen),
        remarks=table.remarks,
    )


def _broken(table: PlayTable, seen: View | None) -> str:
    """Where the rules stopped the play and, for those who see everything, at which move and why."""
    if seen is None or not table.session.broken:
        return table.session.broken
    return f"the rules do not allow the move at ply {table.session.tree.tip.state.ply}, with which the play would go on"


def _story(state: State, seen: View | None) -> tuple[str, ...]:
    return () if seen is None else tuple(state.information(seen.player).story[-MOST_LINES:])


def _announced(state: State, seen: View | None) -> str:
    """The last announcement to the viewer; for a watcher, the last announcement to all."""
    if seen is None or not state.game.checked.world.announcements:
        return last_announced(state)
    return "; ".join(state.information(seen.player).announced)


def _sides(table: PlayTable, scene: Scene) -> tuple[v.Side, ...]:
    session, state = table.session, scene.state
    left, scores = session.left(), state.scores
    found = []
    for player, (side, ink) in enumerate(zip(session.game.players, looks_of(session.game.checked).players, strict=True)):
        seat = state.seats[side]
        supply = {scene.kind(hand.piece).name: hand.count for hand in scene.hands(player)}
        score = "" if scores is None else written(scores[side])
        found.append(v.Side(side, seat, session.seats[seat], score, left.get(seat), v.Ink(ink.light, ink.dark), supply))
    return tuple(found)


def _outcome(table: PlayTable) -> v.Outcome | None:
    ending = table.session.ending
    return None if ending is None else v.Outcome(ending.winners, ending.reason, str(ending))


def _says(scene: Scene) -> dict[str, str]:
    """The pieces and values of each site, in words."""
    found = {}
    for kind in SITES:
        for site in scene.board.sites(kind) if kind in scene.played else ():
            words = [*map(scene.in_words, scene.standing(site)), *named(scene.values(site))]
            if words:
                found[site.name] = " and ".join(words)
    return found


def legal_of(table: PlayTable, state: State) -> a.LegalMoves:
    """The legal steps of a state, as far as they are listed."""
    moves = () if table.session.is_over else tuple(dict.fromkeys(state.legal_moves()))
    most = table.limits.legal
    return a.LegalMoves(table.revision, steps_as_data(state.game, moves[:most]), max(0, len(moves) - most))


def steps_as_data(game: Game, moves: Sequence[Move]) -> tuple[v.Legal, ...]:
    """Legal steps as data, with one value for each parameter of their move."""
    widths: dict[str, list[tuple[int, int, bool]]] = {}
    for schema, each in game.notation.arguments.items():
        covered = [game.values.most_covered(one.type) for one in each]
        widths[schema] = [(one.places.start, most or len(one.places), most > 0) for one, most in zip(each, covered, strict=True)]
    return tuple(v.Legal(move.text, move.schema, _args(game, move, widths.get(move.schema, []))) for move in moves)


def _args(game: Game, move: Move, widths: list[tuple[int, int, bool]]) -> tuple[v.Arg, ...]:
    """`widths` has for each argument its first place, how many values it has, and whether it is a tile that lies somewhere."""
    found: list[v.Arg] = []
    for (start, count, is_tile), value in zip(widths, move.args.values(), strict=False):
        members = game.values.covered(move.step.args[start]) if is_tile else value
        if isinstance(members, tuple):
            found += map(_arg, members)
            found += [_arg(members[-1])] * (count - len(members))
        else:
            found.append(_arg(value))
    return tuple(found) if widths else tuple(map(_arg, move.args.values()))


def _arg(value: Value) -> v.Arg:
    if isinstance(value, Site):
        return value.name
    return value if value is None or isinstance(value, bool | int | str) else written(value)


def _turn(turn: PlayedTurn, line: list[Node], numbers: dict[int, int]) -> v.TurnView:
    nodes = line[turn.begin + 1 : turn.begin + 1 + len(turn.steps)]
    return v.TurnView(turn.number, turn.mover, turn.seat, tuple(map(str, turn.steps)), tuple(numbers[id(node)] for node in nodes),
                      turn.done)  # fmt: skip


def _ways(table: PlayTable, numbers: dict[int, int]) -> tuple[v.Way, ...]:
    session = table.session
    children = session.tree.children(session.tree.here)
    ways = [v.Way(numbers[id(child.last_of_entry())], way.text, way.turns, way.is_play)
            for child, way in zip(children, session.variations(), strict=True)]  # fmt: skip
    return (*ways, *(v.Way(None, text, 0, False, reason) for text, reason in session.unplayable()))


def tree_of(table: PlayTable) -> tuple[v.TreeNode, ...]:
    """All nodes, parents before their children."""
    numbers, play = table.numbers, {id(node) for node in table.session.tree.tip}
    found = []
    for node in table.session.tree.nodes:
        if node.parent is None:
            found.append(v.TreeNode(0, None, "", "", 0, True))
            continue
        before: State = node.parent.state
        text = node.lost.reason if node.lost is not None else str(node.move)
        above, turn = numbers[id(node.parent)], node.state.ply
        found.append(v.TreeNode(numbers[id(node)], above, text, before.mover, turn, id(node) in play))
    return tuple(found)
