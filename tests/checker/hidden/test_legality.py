"""What players may choose by in games that hide something: accepted files, in which a view offers the moves of the rules."""

from __future__ import annotations

import random

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

HEAD = """\
ggl: 1
name: Legality
players: [White, Black]
board: square(3)
"""

END = "end:\n  draw: ply >= 14\n"

ACCEPTED = {
    "how often a position stood, whatever is hidden": """\
pieces: {stone: {}}
state:
  note: {start: 0, in: 0..9, seen by: White, compared: false}
moves:
  place:
    for: c in vacant
    do: |
      put stone on c
      set note to 3
  lift:
    for: c in cells with piece
    do: take piece from c
    ensure: {new: repetitions < 2}
""",
    "who sees stands beside": """\
pieces:
  stone: {seen by: "owner or any(viewer stone on d for d in neighbors(c))"}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
""",
    "a variable that is known where it uncovers": """\
pieces:
  stone: {seen by: owner or c.found}
state:
  found: {start: false, each: cells, seen by: not viewer stone on c}
moves:
  probe: {for: c in seen(vacant), shows: nothing, do: set c.found to true}
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
""",
    "what the piece carries": """\
pieces:
  stone: {seen by: owner or c.lit, has: {lit: false}}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
  light: {for: c in cells with own stone, shows: nothing, do: set c.lit to true}
""",
    "who sees goes by the site": """\
pieces:
  stone: {seen by: owner or c in corners}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
""",
    "a piece on a site that one side alone knows": """\
pieces:
  stone: {seen by: owner}
  rock: {of: nobody}
state:
  target: {start: b2, in: cells, seen by: White}
setup: put rock on a1
moves:
  place:
    for: c in seen(vacant)
    where: {by White: mover == White, clear: not rock on target}
    do: |
      put stone on c if empty(c)
      set target to c
  stand: {for: c in seen(vacant), where: {by Black: mover == Black}, do: put stone on c if empty(c)}
""",
    "one side alone sees": """\
pieces:
  stone: {seen by: viewer == White and full}
state:
  stock: {start: 9, in: 0..9, seen by: White}
moves:
  place: {for: c in cells, where: {by both: mover == Black or stock > 2}, shows: nothing, do: put stone on c if empty(c)}
""",
    "how often a position stood, where nothing that is compared is hidden": """\
pieces: {stone: {}}
state:
  note: {start: 0, in: 0..9, seen by: White, compared: false}
moves:
  place:
    for: c in vacant
    where: {new: repetitions < 3}
    do: |
      put stone on c
      set note to ply if ply < 9
""",
    "what is revealed": """\
pieces:
  stone: {seen by: owner or shown}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
  probe: {for: c in seen(vacant), shows: nothing, do: reveal c to mover}
""",
    "a variable that uncovers itself": """\
pieces:
  stone: {}
state:
  heat: {start: 0, in: 0..9, seen by: viewer == White or heat > 2}
moves:
  heat_up:
    where: {in turn: mover == White, not yet: heat < 9}
    shows: nothing
    do: add 1 to heat
  place: {for: c in vacant, where: {hot: "mover == White or seen(heat) > 3"}, shows: nothing, do: put stone on c}
turn:
  pass: forced
""",
    "effects that change something else": """\
pieces:
  stone: {seen by: owner or c.found}
  flag: {layer: flags}
state:
  found: {start: false, each: cells, seen by: not viewer stone on c}
moves:
  probe: {for: c in seen(vacant), shows: nothing, do: set c.found to true}
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
  mark:
    for: c in cells
    do: put flag on c
    ensure: {it stands alone: not seen(enemy stone on c)}
""",
    "whatever stands there, something is false": """\
pieces:
  stone: {seen by: owner}
  flag: {layer: flags}
moves:
  place:
    for: c in seen(vacant)
    where: {never: not (enemy stone on c and empty(c) and flag on c)}
    do: put stone on c if empty(c)
""",
    "whatever stands on one site, beside another": """\
pieces:
  stone: {seen by: owner}
moves:
  place:
    for: c in seen(vacant), d in cells
    where: {others: "(enemy stone on d and c != d) or (empty(d) and c != d)"}
    do: put stone on c if empty(c)
""",
    "a set that one side knows": """\
pieces: {stone: {}}
state:
  marks: {start: {}, in: cells, seen by: White}
moves:
  place:
    for: c in vacant
    where: {few: mover == Black or size(marks) < 3}
    do: |
      put stone on c
      add c to marks
""",
    "a variable that one side sees by two conditions": """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: viewer == White and viewer != Black}
moves:
  place:
    for: c in vacant
    where: {few: mover == Black or secret < 9}
    do: |
      put stone on c
      set secret to ply if ply < 9
""",
    "a move that one side never makes, by two conditions": """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
moves:
  place: {for: c in vacant, do: put stone on c}
  count:
    for: c in vacant
    where: {by White: mover == White or mover != Black, few: secret < 3}
    do: |
      put stone on c
      add 1 to secret
""",
    "effects that change what the other side alone sees by": """\
pieces:
  stone: {seen by: viewer == White or c.found}
state:
  found: {start: false, each: cells}
moves:
  probe:
    for: c in seen(vacant)
    where: {by White: mover == White}
    shows: nothing
    do: set c.found to true
    ensure: {nothing is seen: not seen(enemy stone on c)}
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
""",
}
"""Files without their head and their end."""


REFUSED = {
    "the number of turns, twice": (
        """\
pieces:
  stone: {seen by: ply > 1 and ply < 9}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c}
""",
        "`seen by` reads `ply`, which the side to move may not know",
    ),
    "the number of turns or a turn": (
        """\
pieces:
  stone: {seen by: ply > 7 or ply == 3}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c}
""",
        "`seen by` reads `ply`, which the side to move may not know",
    ),
    "the effects change who knows what uncovers": (
        """\
pieces:
  stone: {seen by: owner or c.found}
state:
  found: {start: false, each: cells, seen by: not viewer stone on c}
moves:
  place:
    for: c in seen(vacant)
    do: put stone on c
    ensure: {nothing is seen: not seen(enemy stone on c)}
""",
        "`seen by` reads `not viewer stone on c`, which the move itself may change",
    ),
    "how many pieces the enemy has": (
        """\
pieces:
  stone: {seen by: owner}
moves:
  place: {for: c in seen(vacant), where: {few: count(cells with enemy stone) < 3}, do: put stone on c if empty(c)}
""",
        "the side to move does not see all pieces",
    ),
    "the pieces of whoever a variable names": (
        """\
pieces:
  stone: {seen by: owner}
state: {who: Black}
moves:
  place: {for: c in seen(vacant), where: {few: count(cells with who stone) < 3}, do: put stone on c if empty(c)}
  name: {for: p in players, do: set who to p}
""",
        "the side to move does not see all pieces",
    ),
    "a name for what is hidden": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
moves:
  place: {for: c in vacant, let: {n: secret}, where: {few: n < 3}, do: put stone on c}
""",
        "Black does not see `secret`",
    ),
    "a move of one side": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
moves:
  place: {for: c in vacant, where: {by Black: mover == Black and mover != White, few: secret < 3}, do: put stone on c}
""",
        "Black does not see `secret`",
    ),
    "a player who sees by neither condition": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: viewer == White or viewer == White and ply > 2}
moves:
  place: {for: c in vacant, where: {few: secret < 3}, do: put stone on c}
""",
        "Black does not see `secret`",
    ),
    "what stands on a hidden site": (
        """\
pieces:
  stone: {seen by: owner}
  rock: {of: nobody}
state:
  target: {start: b2, in: cells, seen by: White}
moves:
  place: {for: c in seen(vacant), where: {clear: not rock on target}, do: put stone on c if empty(c)}
""",
        "the side to move does not see all pieces",
    ),
    "what is seen on a hidden site": (
        """\
pieces:
  stone: {seen by: owner}
state:
  target: {start: b2, in: cells, seen by: White}
moves:
  place:
    for: c in seen(vacant)
    let: {t: target}
    where: {clear: seen(empty(t))}
    do: |
      put stone on c if empty(c)
      set target to c
""",
        "Black does not see `target`",
    ),
    "how often a position stood, where something compared and moves are hidden": (
        """\
pieces: {stone: {}}
state:
  note: {start: 0, in: 0..9, seen by: Black}
moves:
  place:
    for: c in vacant
    where: {new: repetitions < 3}
    shows: nothing
    do: |
      put stone on c
      set note to 3
""",
        "positions are compared by `note`, which not all players see",
    ),
    "how often a position stood after effects that go by what is hidden": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White, compared: false}
  told: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      set told to secret
    ensure: {new: repetitions < 3}
""",
        "effects change this by what Black does not see",
    ),
    "a side that cannot move, where it may pass": (
        """\
pieces: {stone: {seen by: owner}}
moves:
  place: {for: c in seen(vacant), shows: nothing, do: put stone on c if empty(c)}
turn:
  pass: free if stuck(other(mover))
""",
        "not all moves are shown to the others",
    ),
    "how often a position stood, where moves are hidden": (
        """\
pieces: {stone: {}}
moves:
  place: {for: c in vacant, where: {new: repetitions < 3}, shows: nothing, do: put stone on c}
""",
        "not all moves are shown to the others",
    ),
    "whether a piece stands there, compared with something known": (
        """\
pieces:
  stone: {seen by: owner}
state:
  dark: {start: false}
moves:
  place: {for: c in seen(vacant), where: {as told: (enemy stone on c) == dark}, do: put stone on c if empty(c)}
""",
        "the side to move does not see all pieces",
    ),
    "a variable itself beside what is seen of it": (
        """\
pieces: {stone: {}}
state:
  heat: {start: 0, in: 0..9, seen by: viewer == White or heat > 2}
moves:
  place: {for: c in vacant, where: {warm: seen(heat) < 3, hot: heat < 5}, do: put stone on c}
""",
        "Black does not see `heat`",
    ),
    "a player who sees by a condition more": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: viewer == White and full}
moves:
  place: {for: c in vacant, where: {few: mover == Black or secret < 3}, do: put stone on c}
""",
        "White does not see `secret`",
    ),
    "the one member of a hidden set": (
        """\
pieces: {stone: {}}
state:
  marks: {start: {b2}, in: cells, seen by: White}
moves:
  place: {for: c in vacant, where: {free: c != the(marks)}, do: put stone on c}
""",
        "Black does not see `marks`",
    ),
    "how many sites around are empty": (
        """\
pieces:
  stone: {seen by: owner}
moves:
  place:
    for: c in seen(vacant)
    where: {not one: "count(d in neighbors(c) if empty(d)) != 1"}
    do: put stone on c if empty(c)
""",
        "the side to move does not see all pieces",
    ),
    "an own piece that came by what is hidden": (
        """\
pieces:
  stone: {seen by: owner}
state:
  secret: {start: 0, in: 0..9, seen by: White}
moves:
  place:
    for: c in seen(vacant)
    do: put stone on c if secret < 3
    ensure: {it stands there: own stone on c}
""",
        "effects change this by what Black does not see",
    ),
    "a condition of the effects tells": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
  told: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      set told to 4 if secret > 3
    ensure: {little was told: told < 3}
""",
        "effects change this by what Black does not see",
    ),
    "what a loop goes over tells": (
        """\
pieces: {stone: {}}
state:
  marks: {start: {}, in: cells, seen by: White}
  told: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      for d in marks:
        set told to 4
    ensure: {little was told: told < 3}
""",
        "effects change this by what Black does not see",
    ),
    "a name in the effects tells": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
  told: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      let n be secret + 0
      set told to n
    ensure: {little was told: told < 3}
""",
        "effects change this by what Black does not see",
    ),
    "a branch of the effects tells": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
  open: {start: 0, in: 0..9}
  told: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      if c in corners:
        set open to secret
      else:
        set told to secret
    ensure: {little was told: told < 3}
""",
        "effects change this by what Black does not see",
    ),
    "the other branch of the effects tells": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
  open: {start: 0, in: 0..9}
  told: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      if c in corners:
        set open to secret
      else:
        set told to secret
    ensure: {little was told: open < 3}
""",
        "effects change this by what Black does not see",
    ),
    "a loop hands on what it was told": (
        """\
pieces: {stone: {}}
state:
  secret: {start: 0, in: 0..9, seen by: White}
  first: {start: 0, in: 0..9}
  second: {start: 0, in: 0..9}
moves:
  tell:
    for: c in vacant
    do: |
      put stone on c
      for d in corners:
        set second to first
        set first to secret
    ensure: {little was told: second < 3}
""",
        "effects change this by what Black does not see",
    ),
}
"""Files without their head and their end, and why they are refused."""


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_view_does_not_determine_is_refused(what: str) -> None:
    text, why = REFUSED[what]
    checked, found = check_source(Source("legality.yaml", HEAD + text + END))
    assert checked is None
    assert [(each.code.code, each.label) for each in found if each.code.severity == "error"] == [("GGL433", why)]


@pytest.mark.parametrize(
    ("sees", "advice"),
    [
        ("of: nobody, seen by: White", ""),
        ("seen by: owner", "; or, of the mover's own pieces, a kind by its name: `own rock on c`"),
    ],
)
def test_only_pieces_of_the_mover_are_called_its_own(sees: str, advice: str) -> None:
    rock = f"pieces:\n  rock: {{{sees}}}\n  stone: {{seen by: full or ply > 3}}\n"
    move = "moves:\n  place: {for: c in cells, where: {clear: not stone on c}, do: put stone on c if empty(c)}\n"
    _, found = check_source(Source("legality.yaml", HEAD + rock + move + END))
    assert [each.help for each in found if each.code.code == "GGL433"] == [f"test what the mover sees: `seen(..)`{advice}"]


@pytest.mark.parametrize("key", ["where", "ensure"])
def test_what_is_hidden_may_be_left_out_of_the_positions_that_are_compared(key: str) -> None:
    text, _ = REFUSED["how often a position stood, where something compared and moves are hidden"]
    _, found = check_source(Source("legality.yaml", HEAD + text.replace("where", key) + END))
    advice = "write `compared: false` for `note` if positions are the same whatever it is"
    assert [each.help for each in found if each.code.code == "GGL433"] == [advice]


def test_a_condition_on_vertices_is_refused_on_a_board_that_has_none_too() -> None:
    pieces = "pieces: {stone: {seen by: owner}}\n"
    choices, where = "c in cells, v in vertices", "stone on c or v.number > 2"
    move = f"moves:\n  place: {{for: '{choices}', where: {where}, do: put stone on c if empty(c)}}\n"
    for board in ("square(3)", "track(7)"):
        _, found = check_source(Source("legality.yaml", HEAD.replace("square(3)", board) + pieces + move + END))
        assert [each.code.code for each in found if each.code.severity == "error"] == ["GGL433"]


def game_of(text: str) -> Game:
    checked, found = check_source(Source("legality.yaml", HEAD + text + END))
    assert checked is not None, [str(each) for each in found]
    return Game(checked, "interpreter")


@pytest.mark.parametrize("what", ACCEPTED)
def test_in_what_is_accepted_a_view_offers_the_moves_of_the_rules(what: str) -> None:
    game = game_of(ACCEPTED[what])
    hidden = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = game.initial_state()
        while not state.is_over:
            view = state.view(state.mover)
            assert view.legal_moves() == state.legal_moves(), f"after {seed}:\n{state}\n{view}"
            hidden += view.vector != state.vector
            if not state.legal_moves():
                break
            state = state.after(rng.choice(state.legal_moves()))
    assert hidden


@pytest.mark.parametrize(("most", "is_tried"), [(81, True), (80, False)])
def test_no_more_values_are_tried_than_the_limit(most: int, is_tried: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.checker.hidden.legality.MOST_TRIED", most)
    text = HEAD + ACCEPTED["whatever stands on one site, beside another"] + END  # of two among nine cells
    checked, _ = check_source(Source("legality.yaml", text))
    assert (checked is not None) is is_tried
