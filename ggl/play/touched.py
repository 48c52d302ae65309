"""The sites that a picture frames for the last moves.

Takes a state and the moves. Gives the sites that they name, by their arguments or in the file's own notation, the cells of a
tile that they lay, and the sites at which a piece arrived. What was taken or turned over is not among them, nor are the many
sites of a move that fills a region: frames on all of these would hide the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from ggl.checker.world import SITES
from ggl.play.values import is_placed
from ggl.topology import LINES, Site

if TYPE_CHECKING:
    from ggl.play.base_state import BaseState
    from ggl.play.move import Move

_MOST_ARRIVALS = 4
"""If pieces arrive at more sites than this in one step, only the sites in the move are framed."""


def touched(state: BaseState, last: Iterable[Move]) -> tuple[Site, ...]:
    """The framed sites, each once, in the order of the moves. For a state without its moves, only the sites in the moves."""
    moves = tuple(last)
    arrived = _arrivals(state, moves)
    found: dict[Site, None] = {}
    for number, move in enumerate(moves):
        named = dict.fromkeys(_named(state, move))
        found |= named | dict.fromkeys(site for site in arrived.get(number, ()) if not _is_seen(site, named))
    return tuple(site for site in found if state.game.board.find(site.name) == site)


def _is_seen(site: Site, framed: Collection[Site]) -> bool:
    """Whether frames stand around a site already: an edge's for its cells, those of cells for the edge between them."""
    between = site.type in LINES and set(site.cells) <= set(framed)
    return between or any(site in one.cells for one in framed if one.type in LINES)


def _named(state: BaseState, move: Move) -> Iterator[Site]:
    game, ours = state.game, move.rules == state.game.fingerprint
    values = {**move.args, **(game.notation.named(move.step) if ours else {})}
    for value in values.values():
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Site))
    for argument in game.notation.arguments.get(move.schema, ()) if ours else ():
        if is_placed(argument.type):
            for placement in argument.codes(move.step.args):
                yield from game.values.covered(placement)


def _arrivals(state: BaseState, moves: tuple[Move, ...]) -> dict[int, tuple[Site, ...]]:
    """By the number of a move, where pieces arrived; the moves are sought among those that led to the state."""
    found: dict[int, tuple[Site, ...]] = {}
    waiting = len(moves) - 1
    for move, before, after in state.came_lately():
        if waiting < 0:
            break
        if move == moves[waiting]:
            sites = tuple(_arrived(state, before, after))
            found[waiting] = sites if len(sites) <= _MOST_ARRIVALS else ()
            waiting -= 1
    return found


def _spent(state: BaseState, before: tuple[int, ...], after: tuple[int, ...]) -> dict[int, int]:
    """The number of pieces of each code that have left the supply."""
    world, found = state.game.checked.world, {}
    for number, kind in enumerate(world.kinds.values()):
        for player in world.suppliers(kind):
            place = state.game.layout.at("supply", player, number)
            if after[place] < before[place]:
                found[world.piece_code(kind.name, player)] = before[place] - after[place]
    return found


def _arrived(state: BaseState, before: tuple[int, ...], after: tuple[int, ...]) -> Iterator[Site]:
    """The sites that were free and are not, whose stack has grown, or whose piece gave way to one that left its place or the
    supply."""
    game, world = state.game, state.game.checked.world
    none = len(game.checked.pieces)
    spent = _spent(state, before, after)
    for site_type in SITES:
        for layer in world.layers_on(site_type):
            start, counted = game.layout.at(layer.field, 0), world.count_field(layer)
            pieces = [(site, before[start + site.index], after[start + site.index]) for site in game.board.sites(site_type)]
            left = {was for _, was, now in pieces if was < none <= now}
            others = Counter(now for _, was, now in pieces if was != now)
            left |= {code for code, number in spent.items() if others[code] <= number}  # if more appeared, some were turned over
            for site, was, now in pieces:
                count = game.layout.at(counted.name, site.index) if counted is not None else None
                more = count is not None and after[count] > before[count]
                grown = more and (was == now < none or world.below_field(layer) is not None)
                if now < none <= was or grown or (was != now and now in left):
                    yield site
