"""The names under `look`: `glyphs`, `colours`, `shapes` and `sizes` are of pieces and players that the game has, colours of
regions too, and `order`, `hide` and `stores` of kinds and variables. And signs: no two alike.

Reports names that are not there wherever they stand: what a variant takes over from its base may name what the variant has no
more, which shows nothing and is nobody's mistake, as the caller knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Fin, SetOf
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.diagnostics.catalog.moves_and_turns import UNKNOWN_MOVE
from ggl.diagnostics.near import list_names, mistyped, near
from ggl.model.colours import NAMED, hex_colour
from ggl.model.definition import Definition, Look, Piece, Text
from ggl.syntax.document import entry_removal
from ggl.topology.canvas import is_one_place

BOARD = "board"
"""The name in `colours` beside pieces, players and regions of cells."""

ROUND = "oO●○"
"""The signs of discs, which are shown in the colours of their players."""

LETTERED = frozenset({"letter", "bar", "fill"})
"""The shapes of pieces that show their signs."""

SHAPES = LETTERED | {
    "disc", "crowned", "seed", "tile", "ring", "star", "arrow", "cross", "pawn", "rook", "bishop", "knight", "queen", "king",
}  # fmt: skip
"""All the words for shapes; the schema of game files lists the same."""

LIGHT, DARK = frozenset({"white", "light", "ivory", "silver"}), frozenset({"black", "dark", "ebony"})

_WHAT = {"shapes": "piece", "sizes": "piece", "glyphs": "piece or player", "colours": "piece, player or region of cells"}

MOST_NAMES = 8
"""Names that a help lists at most."""


def check_look(definition: Definition, world: World) -> None:
    """Report names of no pieces, players or moves that a key of `look` is about, and kinds with one sign."""
    look = definition.look
    theirs = [
        f"{player} {kind}" for number, player in enumerate(world.players) for kind, owner in world.pieces if owner == number
    ]
    theirs += [f"{player} {kind}" for player in world.left_out for kind in world.kinds]
    players = [*world.players, *world.left_out]
    pieces = [*world.kinds, *theirs]
    _check("glyphs", look, [*pieces, *players], world)
    lost = [name for name in definition.regions if name not in world.constants]
    _check("colours", look, [*pieces, *players, BOARD, *cell_regions(world, definition.regions), *lost], world)
    _check("shapes", look, pieces, world)
    _check("sizes", look, pieces, world)
    _check_sizes(look, world)
    variables = [name for name in definition.state if name in world.variables]
    properties = list(dict.fromkeys(name for kind in world.kinds.values() for name in kind.has))
    _check_named("order", look.order, list(world.kinds), "kind of piece", world)
    _check_named("hide", look.hide, [*variables, *properties], "variable", world)
    each = [name for name in variables if definition.state[name].each == "players"]
    _check_named("stores", look.stores, each, "variable of each player", world)
    keys = tuple(Text(name, look.places["glyphs", name]) for name in look.signs)
    _check_named("glyphs", keys, [*variables, *properties], "variable", world)
    _check_moves(definition, world)
    _check_shown(definition, world)
    _check_signs(definition, world)
    _check_shapes(definition, world)
    _check_colours(look, world)


def _check_moves(definition: Definition, world: World) -> None:
    for name, text in definition.look.templates():
        if name not in definition.moves:
            span = definition.look.places.get(("notation", name), text.span)
            label, _, fix = mistyped(span, name, definition.moves)
            world.report(UNKNOWN_MOVE, span, f"`{name}` is not a move of this game", label, fix=fix)


def _check_named(key: str, names: tuple[Text, ...], known: list[str], what: str, world: World) -> None:
    for text in names:
        if text.text in known:
            continue
        otherwise = f"`{key}` may name {list_names(known, MOST_NAMES)}" if known else f"remove `{key}`"
        label, help_, fix = mistyped(text.span, text.text, known, otherwise)
        fix = fix if text.span.text == text.text else None
        world.report(codes.UNKNOWN_LOOK, text.span, f"`{text.text}` is not a {what} of this game", label, help_, fix=fix)


SMALLEST, LARGEST = 0.3, 1.5
"""The bounds of `sizes`."""


def size_of(text: str) -> float | None:
    """The size that a text says; None if it is none."""
    try:
        size = float(text)
    except ValueError:
        return None
    return size if SMALLEST <= size <= LARGEST else None


def _check_sizes(look: Look, world: World) -> None:
    for text in look.sizes.values():
        if size_of(text.text) is None:
            world.report(codes.NO_SIZE, text.span, f"`{text.text}` is not a size", "",
                         f"1 is the usual size; write a number from {SMALLEST} to {LARGEST}")  # fmt: skip


def cell_regions(world: World, names: Iterable[str]) -> dict[str, int]:
    """The regions of cells, each as the bits of its cells."""
    found = {}
    for name in names:
        region = world.constants.get(name)
        if isinstance(region, f.Lit) and region.type == SetOf(Fin(world.domains["cell"])):
            found[name] = region.code
    return found


def _check(key: str, look: Look, known: list[str], world: World) -> None:
    what = _WHAT[key]
    for name, text in getattr(look, key).items():
        span = look.places.get((key, name), text.span)
        if name in known:
            continue
        message, kind = f"`{name}` is not a {what} of this game", name.rpartition(" ")[2]
        if kind in world.kinds and name.removesuffix(f" {kind}") in world.players:
            side = world.kinds[kind].side
            owner = "nobody" if side is None else world.players[side]
            title, out = f"`{kind}` belongs to {owner}", kind in getattr(look, key)
            fix = entry_removal(span, f"{title}; remove this") if out else Fix(span, kind, f"{title}; write `{kind}`")
            world.report(codes.UNKNOWN_LOOK, span, message, fix=fix)
        elif close := near(name, set(known) - set(getattr(look, key))):
            world.report(
                codes.UNKNOWN_LOOK, span, message, f"near: {list_names(close, MOST_NAMES)}", fix=Fix.write(span, close[0])
            )
        else:
            world.report(codes.UNKNOWN_LOOK, span, message, help=f"`{key}` may name {list_names(known, MOST_NAMES)}")


def _check_shown(definition: Definition, world: World) -> None:
    """Signs that take more than one place of a terminal, or none, and those of players without discs: the board is written
    without them."""
    for player, text in definition.look.glyphs.items():
        if player in world.players:
            number = world.players.index(player)
            kinds = [kind.name for kind in world.kinds.values() if number in world.owners(kind)]
            if kinds and not any(is_disc(definition, kind) for kind in kinds):
                message = f"`{text.text}` is on no piece"
                help_ = f"name a piece of the player, as in `{player} {kinds[0]}: {text.text}`"
                world.findings.report(codes.NO_SIGN, text.span, message, label="only discs show a player's sign", help=help_)
    own = [(part.glyph, part.span) for part in definition.pieces.values() if part.glyph]
    asked = [(sign, text.span) for text in definition.look.glyphs.values() for sign in text.text.split()]
    for sign, span in [*own, *asked]:
        if not is_one_place(sign):
            message, help_ = f"`{sign}` cannot be the sign of a piece", "write one letter, digit or mark as wide as a letter"
            world.findings.report(codes.NO_SIGN, span, message, label="it is not one character of one column", help=help_)


def is_disc(definition: Definition, kind: str) -> bool:
    """Whether a kind is shown by the player's disc: one with a round sign, or the only one on its sites that each player has."""
    part, asked = definition.pieces[kind], definition.look.glyphs.get(kind)
    if sign := asked.text.partition(" ")[0] if asked is not None else part.glyph:
        return sign in ROUND
    shared = [other for other in definition.pieces.values() if other.owned and not other.side and other.sites == part.sites]
    return [other.name for other in shared] == [kind]


def disc_sign(players: Sequence[str], owner: int, unicode: bool) -> str:
    """The sign of a player's disc, if the file asks for none."""
    if all(len(name) == 1 for name in players):
        return players[owner]
    if len(players) != 2:
        return initial(players, owner, unicode)
    light_first = players[0].lower() in LIGHT or players[1].lower() in DARK
    return ("○●" if unicode else "OX")[(owner == 0) != light_first]


def initial(players: Sequence[str], owner: int, unicode: bool) -> str:
    """The initial of a player; the player's number if initials do not tell the players apart."""
    initials = [name[0].upper() for name in players]
    good = len(set(initials)) == len(players) and all(is_one_place(i) and (unicode or i.isascii()) for i in initials)
    return initials[owner] if good else str(owner + 1)


def alike(sign: str) -> str:
    """A sign that stands for all that are taken for it."""
    return ROUND[0] if sign in ROUND else sign.lower()


def is_written_alone(part: Piece, players: Sequence[str]) -> bool:
    """Whether the sign of a kind stands without a player's initial."""
    return len(players) < 3 or not part.owned or bool(part.side)


def _disc_signs(definition: Definition, world: World) -> dict[tuple[str, str], str]:
    """The kinds that are shown by discs, by their sites and each player's sign."""
    glyphs, found = definition.look.glyphs, dict[tuple[str, str], str]()
    for kind in world.kinds.values():
        for owner in world.owners(kind) if is_disc(definition, kind.name) else ():
            if owner is not None:
                names = [name for name in (f"{world.players[owner]} {kind.name}", world.players[owner]) if name in glyphs]
                sign = glyphs[names[0]].text.partition(" ")[0] if names else disc_sign(world.players, owner, False)
                found.setdefault((kind.site, alike(sign)), kind.name)
    return found


def _check_signs(definition: Definition, world: World) -> None:
    """Kinds on one type of site that share a sign, unless each player's pieces of a kind have separate signs."""
    glyphs, signs, discs = definition.look.glyphs, dict[tuple[str, str], str](), _disc_signs(definition, world)
    for kind in world.kinds.values():
        text = glyphs.get(kind.name)
        sign = text.text.partition(" ")[0] if text is not None else definition.pieces[kind.name].glyph
        each = [f"{world.players[owner]} {kind.name}" for owner in world.owners(kind) if owner is not None]
        if not sign or (each and all(name in glyphs for name in each)):
            continue
        key = kind.site, alike(sign)
        other = signs.setdefault(key, kind.name)
        if other == kind.name and is_written_alone(definition.pieces[kind.name], world.players):
            other = discs.get(key, other)
        spans = [glyphs[name].span if name in glyphs else definition.pieces[name].span for name in (kind.name, other)]
        own = [span for span in spans if span.source is definition.source]
        if other != kind.name and own:
            message, help_ = f"`{kind.name}` and `{other}` have the same sign", "give one of them another sign, of one character"
            world.findings.report(codes.SAME_SIGN, own[0], message, label=f"`{sign}`", help=help_)


def names_of(players: Sequence[str], kind: str, owner: int | None) -> tuple[str, ...]:
    """The names of a piece under `look`, the most specific first."""
    return (kind,) if owner is None else (f"{players[owner]} {kind}", kind)


def shape_of(definition: Definition, players: Sequence[str], kind: str, owner: int | None) -> str:
    """The shape of a piece in pictures."""
    look, part, names = definition.look, definition.pieces[kind], names_of(players, kind, owner)
    for name in names:
        if name in look.shapes:
            return look.shapes[name].text
    if part.sites in ("edges", "links"):
        return "bar"
    if kind.lower() in SHAPES:
        return kind.lower()
    if any(name in look.glyphs for name in names):
        return "letter"
    if part.glyph:
        return "disc" if part.glyph in ROUND else "letter"
    return "disc" if owner is not None and is_disc(definition, kind) else "letter"


def _check_shapes(definition: Definition, world: World) -> None:
    """Kinds on one type of site that pictures draw alike: in one shape without letters, of one size and colour."""
    look, seen = definition.look, dict[tuple[object, ...], str]()
    for kind in world.kinds.values():
        for owner in world.owners(kind):
            names, shape = names_of(world.players, kind.name, owner), shape_of(definition, world.players, kind.name, owner)
            rest = [next((asked[name].text for name in names if name in asked), "") for asked in (look.colours, look.sizes)]
            other = seen.setdefault((kind.site, owner, shape, *rest), kind.name)
            asked = [look.shapes[name].span for name in (*names, *names_of(world.players, other, owner)) if name in look.shapes]
            own = [span for span in asked if span.source is definition.source]
            if other != kind.name and shape not in LETTERED and own:
                message = f"`{kind.name}` and `{other}` look alike in pictures"
                help_ = "give one of them another shape, size or colour"
                world.findings.report(codes.SAME_SIGN, own[0], message, label=f"`{shape}`", help=help_)


def _check_colours(look: Look, world: World) -> None:
    for text in look.colours.values():
        if hex_colour(text.text) is None:
            known = f'write one of {", ".join(NAMED)}; or `#` and six digits in quotation marks, such as `"#4682b4"`'
            label, help_, fix = mistyped(text.span, text.text, NAMED, known)
            world.report(codes.NO_COLOUR, text.span, f"`{text.text}` is not a colour", label, help_, fix=fix)
