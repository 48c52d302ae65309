"""Rules that do different things are told differently: loops, and pieces that belong to nobody."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source, load
from ggl.source import Source

FILE = """ggl: 1
name: Some of three
players: [Ann, Bob, Cid]
values: {{cards: {{rank: 1..9}}}}
board: square(3)
pieces: {{stone: {{}}, tower: {{supply: 5}}}}
state:
  coins: {{start: 0, in: 0..99, each: players}}
  deck: {{start: cards, in: cards}}
  hand: {{start: {{}}, in: cards, each: players}}
setup: |
  {at_start}
moves:
  lay:
    for: c in vacant
    do: |
      {in_a_turn}
      put stone on c
end: {{draw: full}}
"""

SOURCES = ("players", "{Ann, Bob}", "[Cid, Ann]", "[Bob]", "players - {Bob}", "players if p != Ann", "players if p in {Bob}")

EFFECTS = (
    "set p.coins to 5 for p in #",
    "add 2 to p.coins for p in #",
    "set hand(p, tower) to 1 for p in #",
    "deal 2 from deck to p.hand for p in #",
)


def game_of(at_start: str = "put Ann stone on a1", in_a_turn: str = "add 1 to Ann.coins") -> Game:
    checked, found = check_source(Source("some.yaml", FILE.format(at_start=at_start, in_a_turn=in_a_turn)))
    assert checked is not None, found
    return Game(checked)


def begun(game: Game) -> tuple[int, ...]:
    """The first position with cards not told apart: which ones are dealt is drawn."""
    state = game.initial_state()
    while state.is_chance:
        state = state.after(state.legal_moves()[0])
    asked = (f"{what.format(p)}" for p in game.players for what in ("{}.coins", "count({}.hand)", "hand({}, tower)"))
    return tuple(int(state.ask(each)) for each in asked)


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_set_up_for_some_players_is_told_for_these(effect: str) -> None:
    games = [game_of(at_start=effect.replace("#", source)) for source in SOURCES]
    for exact in (True, False):
        for one, other in combinations([(begun(game), game.rules_text(exact=exact)) for game in games], 2):
            assert one[0] == other[0] or one[1] != other[1]


def test_what_a_turn_does_for_some_players_is_told_for_these() -> None:
    games = [game_of(in_a_turn=EFFECTS[0].replace("#", source)) for source in SOURCES]
    done = [(tuple(map(str, game.initial_state().play("c3").vector)), game.rules_text()) for game in games]
    for one, other in combinations(done, 2):
        assert one[0] == other[0] or one[1] != other[1]


def test_players_are_told_in_the_order_of_a_list_and_of_their_seats_in_a_set() -> None:
    for source, names in (("[Cid, Ann]", ["Cid", "Ann"]), ("{Cid, Ann}", ["Ann", "Cid"])):
        told = game_of(at_start=f"set p.coins to 5 for p in {source}").rules_text()
        assert [line[2:5] for line in told.splitlines() if line.endswith('\'s "coins" becomes 5.')] == names


def test_a_piece_of_nobody_is_a_piece_that_no_player_owns() -> None:
    """`c.owner == none` holds of a rock, too, where `empty(c)` does not."""
    text = FILE.replace("tower: {{supply: 5}}", "tower: {{supply: 5}}, rock: {{of: nobody}}")
    said = []
    for test in ("c.owner == none", "empty(c)", "c.owner != none", "not empty(c)"):
        at_start, in_a_turn = "put rock on a1", f"add 1 to n if {test}"
        written = text.replace("  hand:", "  n: {{start: 0, in: 0..99}}\n  hand:").format(at_start=at_start, in_a_turn=in_a_turn)
        checked, found = check_source(Source("rocks.yaml", written))
        assert checked is not None, found
        said += [" ".join(Game(checked).rules_text(exact=exact).split()) for exact in (True, False)]
    assert len({*said}) == len(said)
    assert "no piece on c belongs to a player" in said[0]


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("kinds", "counted"),
    [
        ("seed: {of: nobody, stacks: 5}, bean: {of: nobody, layer: low, stacks: 5}", "pieces"),
        ("seed: {of: nobody, stacks: 5}, hut: {layer: road}", "seeds"),
        ("seed: {of: nobody, stacks: 5}, bean: {of: nobody, layer: low, stacks: 5}, hut: {layer: road}", "stackable pieces"),
    ],
)
def test_what_is_counted_is_what_stacks(kinds: str, counted: str, exact: bool) -> None:
    checked, found = check_source(
        Source(
            "heaps.yaml",
            f"""
ggl: 1
name: Heaps
players: [Red, Blue]
board: square(3)
pieces: {{{kinds}}}
moves:
  sow: {{for: c in cells, where: c.count < 4, do: put seed on c}}
end: {{draw: ply >= 9}}
""",
        )
    )
    assert checked is not None, found
    assert f"{counted} on c" in " ".join(Game(checked).rules_text(exact=exact).split())


@pytest.mark.parametrize(("sites", "one"), [("cells", "cell"), ("edges", "edge"), ("vertices", "vertex"), ("players", "player")])
def test_a_variable_is_told_with_what_has_one(sites: str, one: str) -> None:
    text = FILE.replace("  hand:", f"  toll: {{{{start: 0, in: 0..3, each: {sites}}}}}\n  hand:")
    written = text.format(at_start="put Ann stone on a1", in_a_turn=f"add 1 to x.toll for x in {sites} if x.toll < 3")
    checked, found = check_source(Source("tolls.yaml", written))
    assert checked is not None, found
    assert f'"toll" of each {one}: ' in " ".join(Game(checked).rules_text().split())


@pytest.mark.parametrize("exact", [True, False])
def test_a_set_becomes_empty_or_holds_its_members_alone(exact: bool) -> None:
    text = FILE.replace("  hand:", "  acted: {{start: {{}}, in: players}}\n  one: {{start: none, in: players}}\n  hand:")
    for effect, told, rest in (
        ("set acted to {mover}", '"acted" now holds', "and nobody else"),
        ("set acted to {}", '"acted" is now empty', ""),
        ("set one to mover", '"one"', ""),
    ):
        checked, found = check_source(Source("acted.yaml", text.format(at_start="put Ann stone on a1", in_a_turn=effect)))
        assert checked is not None, found
        said = " ".join(Game(checked).rules_text(exact=exact).split())
        assert told in said
        assert rest in said


PICKED = "(y in cells if any(neighbors(y) & marked))"
NAMED = (
    (f"for x in {PICKED}:\n        add x to marked", "For every cell x for which there is a cell next to x"),
    (f"put stone on c for x in {PICKED} if x.row == 2", "For every cell x"),
    (f"set n to sum(x.row for x in {PICKED})", "over the cells x for which there is a cell next to x"),
    (f"set n to max(x.row for x in {PICKED}, default=0)", "over the cells x for which there is a cell next to x"),
    (f"add 1 to n if all(x.row > 1 for x in {PICKED})", "for every cell x for which there is a cell next to x"),
    (f"set n to count(step(x, north) for x in {PICKED})", "for every cell x for which there is a cell next to x"),
)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(("effect", "told"), NAMED)
def test_a_name_is_told_where_the_set_that_it_runs_through_has_a_name_of_its_own(effect: str, told: str, exact: bool) -> None:
    text = FILE.replace("  hand:", "  marked: {{start: {{}}, in: cells}}\n  n: {{start: 0, in: 0..99}}\n  hand:")
    checked, found = check_source(Source("named.yaml", text.format(at_start="put Ann stone on a1", in_a_turn=effect)))
    assert checked is not None, found
    said = " ".join(Game(checked).rules_text(exact=exact).split())
    assert told.lower() in said.lower()
    assert " y " not in said


def test_a_phase_whose_condition_holds_already_is_told_to_last_a_turn() -> None:
    path = Path(__file__).parents[1] / "language/games/a_phase_lasts_a_turn_at_least.yaml"
    assert "After that, for at least one turn, until" in " ".join(load(path).rules_text().split())


TOLD_ONCE = """ggl: 1
name: Told once
players: {players}
board: square(3)
pieces: {{stone: {{}}}}
moves:
  place:
    for: c in vacant
    do: put stone on c
    then: grow(c) or bump(c) if ply > 2, otherwise bump(c)
  grow(c):
    for: x in neighbors(c)
    where: empty(x)
    do: put stone on x
  bump(c):
    for: x in neighbors(c)
    do: exchange x, c
turn:
  most: count(cells with enemy stone)
end: {{draw: full}}
match:
  until: any(p in players if total(p) >= 20)
  points(p): 3 if winners == {{p}} else 1
"""


@pytest.mark.parametrize(
    ("players", "enemies"), [("[Red, Blue]", "your opponent's stones"), ("[Red, Green, Blue]", "enemy stones")]
)
def test_a_move_of_several_tiers_is_told_once_and_enemies_of_three_are_no_opponent(players: str, enemies: str) -> None:
    checked, found = check_source(Source("once.yaml", TOLD_ONCE.format(players=players)))
    assert checked is not None, found
    told = Game(checked).rules_text()
    assert "3 if you alone have won" in told
    assert told.splitlines().count("Bump") == 1
    assert f"the number of {enemies} on the board is greatest" in " ".join(told.split())
