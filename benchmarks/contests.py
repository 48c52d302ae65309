"""The games of `peers.py`: each with the options under which others have the same rules, and who they are."""

from __future__ import annotations

from dataclasses import dataclass

SPIEL = ("open_spiel", "open_spiel C++")
"""The two ways in which one peer takes part."""


@dataclass(frozen=True)
class Contest:
    """One game with one set of options here, and who else has the same. `most`: steps after which a game is broken off."""

    title: str
    ggl: str
    peers: dict[str, str]
    most: int = 1 << 20
    notes: tuple[str, ...] = ()

    @property
    def settings(self) -> dict[str, dict[str, object]]:
        """What each contestant is told."""
        found: dict[str, dict[str, object]] = {"ggl": {"game": self.ggl, "most": self.most}}
        for peer, name in self.peers.items():
            found |= {kind: {"game": name} for kind in (SPIEL if peer == "open_spiel" else (peer,))}
        return found


SWAPPING = "the second player may take the sides over; open_spiel and pgx have this rule too."
CONTESTS = [
    Contest("Tic-Tac-Toe", "tic-tac-toe", {"open_spiel": "tic_tac_toe", "pgx": "tic_tac_toe", "ludax": "tic_tac_toe"}),
    Contest("Connect Four", "connect-four", {"open_spiel": "connect_four", "pgx": "connect_four", "ludax": "connect_four"}),
    Contest("Hex 11", "hex:pie=off", {"open_spiel": "hex", "ludax": "hex"}),
    Contest("Hex 11, pie rule", "hex", {"open_spiel": "hex(swap=true)", "pgx": "hex"}, notes=(SWAPPING,)),
    Contest("Y 11", "y:size=11,pie=off", {"open_spiel": "y(board_size=11)"}),
    Contest("Havannah 8", "havannah:pie=off", {"open_spiel": "havannah"}),
    Contest("Gomoku 15", "gomoku", {"open_spiel": "gomoku"}),
    Contest("Gomoku 15, exactly five", "gomoku:exact=on", {"ludax": "gomoku"}),
    Contest(
        "Othello",
        "othello",
        {"open_spiel": "othello", "pgx": "othello", "ludax": "reversi"},
        notes=("in ludax both pass before the game is over, two steps more.",),
    ),
    Contest("Breakthrough", "breakthrough:first=Black", {"open_spiel": "breakthrough"}),
    Contest("Clobber 10 x 10", "clobber:width=10,height=10", {"open_spiel": "clobber(rows=10,columns=10)"}),
    Contest("Dots and Boxes 5 x 5", "dots-and-boxes:width=5,height=5", {"open_spiel": "dots_and_boxes(num_rows=5,num_cols=5)"}),
    Contest("Oware", "oware", {"open_spiel": "oware"}),
    Contest(
        "Amazons",
        "amazons",
        {"open_spiel": "amazons"},
        notes=("a turn is two steps here, three in open_spiel (the amazon, where to, the arrow).",),
    ),
    Contest(
        "Lines of Action",
        "lines-of-action:mover_takes_all=on,no_repeats=on",
        {"open_spiel": "lines_of_action"},
        notes=("by open_spiel's rules, in which a board that returns is a draw.",),
    ),
    Contest(
        "Nine Men's Morris",
        "nine-mens-morris:threefold=off,max_plies=200",
        {"open_spiel": "nine_mens_morris"},
        notes=("broken off after 200 turns, as in open_spiel.",),
    ),
    Contest(
        "Draughts",
        "draughts:quiet_moves=20,captures_only=on,repeats=100",
        {"open_spiel": "checkers"},
        notes=("by open_spiel's rules: a draw after 20 moves of each side without a capture, none by repetition.",),
    ),
    Contest(
        "Draughts, long",
        "draughts:quiet_moves=100,captures_only=on,repeats=100",
        {"ludax": "english_draughts"},
        notes=(
            "ludax has no draw (games end at 2,000 steps), and there a man that is crowned by a jump may jump on; "
            "here a game is a draw after 100 moves of each side without a capture.",
        ),
    ),
    Contest(
        "Go 9",
        "go:size=9,superko=off",
        {"open_spiel": "go(board_size=9,komi=7.5,max_game_length=162)"},
        162,
        ("without superko, broken off after 162 plies, as in open_spiel.",),
    ),
    Contest(
        "Go 9, superko",
        "go:size=9",
        {"pgx": "go_9x9"},
        162,
        ("broken off after 162 plies, as in pgx; there who repeats a position loses, here that is not legal.",),
    ),
    Contest("Chess", "chess", {"open_spiel": "chess"}),
    Contest("Chess, 512 plies", "chess", {"pgx": "chess"}, 512, ("broken off after 512 plies, as in pgx.",)),
    Contest(
        "Backgammon",
        "backgammon",
        {"open_spiel": "backgammon(scoring_type=full_scoring)", "pgx": "backgammon"},
        notes=(
            "steps are single dice and single checkers here; rolls and moves of two checkers in open_spiel, so that the draw "
            "among them is another; single checkers without the rolls in pgx.",
        ),
    ),
]
"""What the peers' games are here was found by the comparison ply by ply in `tests/classics/peers`."""
