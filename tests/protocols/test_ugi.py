"""UGI as ggl speaks it: each command, each mistake, and what is heard while it thinks."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ggl
from ggl.agents import Budget, Candidate, Thought, wire
from ggl.agents.kinds import KINDS
from ggl.agents.settings import AgentType, Key
from tests.agents.test_search import THREE
from tests.protocols.driving import Ugi, game_of


def told(lines: list[str]) -> str:
    """The one mistake in an answer."""
    assert len(lines) == 1, lines
    assert lines[0].startswith("info string error: "), lines
    return lines[0].removeprefix("info string error: ")


class Slow:
    """An agent that thinks until its time is up, as far as it is asked to hear."""

    deaf = False

    def __init__(self, game: ggl.Game, settings: object, seed: int) -> None:
        self.game, self.spec = game, "slow"
        self.asked: list[Budget | None] = []

    def new_play(self, seed: int) -> None:
        self.asked.clear()

    def think(self, state: ggl.State, budget: Budget | None = None) -> Thought:
        self.asked.append(budget)
        begun = time.monotonic()
        while time.monotonic() - begun < ((budget and budget.seconds) or 3):
            if not self.deaf and budget and budget.stopped and budget.stopped():
                break
            time.sleep(0.002)
        move = state.legal_moves()[-1]
        return Thought((Candidate(move, 0.75),), 0.75, 10 * len(self.asked), 0.1, 3, (move,))

    def close(self) -> None:
        pass


class Deaf(Slow):
    deaf = True


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = (Key("time", "time", None, ""), Key("depth", "int", None, "", 1), Key("on", "bool", False, ""))
    monkeypatch.setitem(KINDS, "slow", AgentType("slow", "for tests", Slow, keys))
    monkeypatch.setitem(KINDS, "deaf", AgentType("deaf", "for tests", Deaf))


# ------------------------------------------------------------------------------------------------- saying hello, options


def test_ugi_names_the_engine_lists_the_options_and_ends_with_ugiok() -> None:
    lines = Ugi("go", "slow:depth=3", size=9).say("ugi")
    assert lines[0].startswith("id name ggl ")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "ugiok"
    assert lines[2:-1] == [
        "option name agent type string default slow:depth=3",
        "option name agent.time type string default <empty>",
        "option name agent.depth type spin default 3 min 1 max 2147483647",
        "option name agent.on type check default false",
        "option name game.size type spin default 9 min 2 max 19",
        "option name game.komi type string default 7.5",
        "option name game.superko type check default true",
        "option name game.suicide type check default false",
        "option name seed type spin default 0 min 0 max 2147483647",
        "option name turns type check default false",
        "option name MultiPV type spin default 1 min 1 max 500",
    ]


def test_a_choice_among_names_is_a_combo() -> None:
    assert "option name game.first type combo default Light var Light var Dark" in Ugi("tiku").say("ugi")


@pytest.mark.parametrize(
    ("line", "shows"),
    [
        ("setoption name agent value greedy", "name agent type string default greedy"),
        ("setoption name AGENT value  slow:time=2 ", "name agent type string default slow:time=2"),
        ("setoption name agent.time value 3s", "name agent.time type string default 3.0"),
        ("setoption name agent.on value true", "name agent.on type check default true"),
        ("setoption name agent.depth value 7", "name agent.depth type spin default 7 min 1 max 2147483647"),
        ("setoption name game.size value 5", "name game.size type spin default 5 min 2 max 19"),
        ("setoption name Game.Superko value false", "name game.superko type check default false"),
        ("setoption name game.komi value 0.5", "name game.komi type string default 0.5"),
        ("setoption name seed value 12345678901234", "name seed type spin default 12345678901234 min 0 max 2147483647"),
        ("setoption name turns value true", "name turns type check default true"),
        ("setoption name multipv value 3", "name MultiPV type spin default 3 min 1 max 500"),
    ],
)
def test_an_option_is_set(line: str, shows: str) -> None:
    engine = Ugi("go", "slow", size=9)
    assert engine.say(line) == []
    assert f"option {shows}" in engine.say("ugi")


def test_an_empty_value_takes_a_setting_back() -> None:
    engine = Ugi("hex", "slow:depth=3")
    assert engine.say("setoption name agent.depth value <empty>") == []
    assert str(engine.table.spec) == "slow"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("setoption", "write `setoption name NAME value VALUE`"),
        ("setoption size 5", "write `setoption name NAME value VALUE`"),
        ("setoption name game.sise value 5", "there is no option `game.sise`; near: game.size"),
        ("setoption name Hash value 64", "there is no option `Hash`; there are agent, agent.time"),
        ("setoption name game.size value 50", "size=50 is not allowed"),
        ("setoption name game.size value x", "size"),
        ("setoption name agent value greddy", "there is no agent `greddy`; near: greedy"),
        ("setoption name agent.depth value 0", "`depth` of `slow` must be at least 1, not `0`"),
        ("setoption name agent.zzz value 0", "the agent `slow` has no setting `zzz`; there are agent.time"),
        ("setoption name agent value ugi:rm -rf x", "`ugi` runs a program, so it can be chosen only with `ggl engine --agent`"),
        ("setoption name agent value python:os:system", "`python` runs a program"),
        ("setoption name seed value -1", "`seed` must be a whole number from 0, not `-1`"),
        ("setoption name turns value yes", "`turns` must be true or false"),
        ("setoption name MultiPV value 0", "`MultiPV` must be 1 to 500"),
        ("setoption name agent value level:99", "the levels of Go are 0 (random) to"),
        ("setoption name agent.depth value 99999999999999999999", "`depth` of `slow` must be at most"),
    ],
)
def test_an_option_that_is_none_changes_nothing(line: str, said: str) -> None:
    engine = Ugi("go", "slow", size=9)
    before = engine.say("ugi")
    assert said in told(engine.say(line))
    assert engine.say("ugi") == before


def test_the_class_of_a_users_own_agent_is_not_set_from_elsewhere() -> None:
    engine = Ugi("hex", "python:os:getcwd")
    assert not any("agent.class" in line for line in engine.say("ugi"))
    assert "has no setting `class`" in told(engine.say("setoption name agent.class value os:system"))


def test_the_settings_of_a_program_are_options_and_the_program_is_not() -> None:
    engine = Ugi("tic-tac-toe", "ugi:time=2s ./engine --strong")
    engine.say("setoption name agent.sims value 9")
    assert [line for line in engine.say("ugi") if line.startswith("option name agent")] == [
        "option name agent type string default ugi:time=2 sims=9 ./engine --strong",
        "option name agent.time type string default 2.0",
        "option name agent.sims type spin default 9 min 1 max 2147483647",
        "option name agent.patience type string default 60.0",
        "option name agent.start type string default 120.0",
    ]
    assert "has no setting `command`" in engine.say("setoption name agent.command value rm")[0]


def test_another_option_of_the_game_begins_at_its_start() -> None:
    engine = Ugi("hex")
    engine.say("position startpos moves place_f6")
    engine.say("setoption name game.size value 3")
    assert len(engine.say("query moves")[0].split()) == 1 + 3 * 3


# ------------------------------------------------------------------------------------------------------------ positions


def test_a_position_is_reached_by_moves_in_any_spelling_without_blanks() -> None:
    engine = Ugi("breakthrough")
    for moves in ("step_a2_a3 step_a7_a6", "a2a3 A7-A6", "step_a2-a3 a7_a6"):
        assert engine.say(f"position startpos moves {moves}") == []
        assert engine.say("query p1turn") == ["response true"]
        assert "step_a3_a4" in engine.say("query moves")[0]


def test_a_whole_turn_is_one_word_or_several() -> None:
    engine = Ugi("amazons")
    for moves in ("d1_-_a1,shoot_a2", "d1_-_a1 shoot_a2", "d1_-_a1_shoot_a2"):
        engine.say("position startpos")
        assert engine.say(f"position startpos moves {moves}") == []
        assert engine.say("query mover") == ["response Black"]
    assert engine.say("position startpos moves d1_-_a1") == []
    assert engine.say("query p1turn") == ["response true"]


def test_a_position_by_its_integers_is_the_same_state() -> None:
    game = game_of("othello")
    state = game.initial_state().play(game.initial_state().legal_moves()[0])
    engine = Ugi("othello")
    assert engine.say(f"position fen {','.join(map(str, state.vector))}") == []
    assert engine.say("query moves") == ["response " + " ".join(map(wire.word, state.legal_moves()))]
    after = state.play(state.legal_moves()[1])
    assert engine.say(f"position fen {','.join(map(str, state.vector))} moves {wire.word(state.legal_moves()[1])}") == []
    assert engine.say("query moves") == ["response " + " ".join(map(wire.word, after.legal_moves()))]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("position", "write `position startpos`"),
        ("position here", "write `position startpos`"),
        ("position startpos place_a1", "expected `moves` after the start, not `place_a1`"),
        ("position startpos moves place_a1 place_a1", "move 2, `place_a1`: `place a1` is not legal"),
        ("position startpos moves zz", "move 1, `zz`: `zz` is not a move"),
        ("position startpos moves place", "move 1, `place`: "),
        ("position fen rnbqkbnr/pppp w KQkq - 0 1", "expected `moves` after the start"),
        ("position fen rnbqkbnr/pppp", "a start is `startpos`, or a position as its integers"),
        ("position fen 1,2,3", "the start is not a position of this game: it has 3 integers, but a position has 16"),
        ("position startpos moves " + "x " * 20_001, "a play has at most 20,000 moves"),
    ],
)
def test_a_wrong_position_is_told_and_the_one_before_stays(line: str, said: str) -> None:
    engine = Ugi("tic-tac-toe")
    engine.say("position startpos moves place_b2")
    before = engine.say("query moves")
    assert said in told(engine.say(line))
    assert engine.say("query moves") == before


def test_integers_that_contradict_one_another_are_no_position() -> None:
    game = game_of("tic-tac-toe")
    vector = list(game.initial_state().vector)
    vector[game.layout.at("over")] = 99  # the number of a reason, of which there are two
    assert "the number of a reason is a whole number from -1 to 2" in told(
        Ugi("tic-tac-toe").say("position fen " + ",".join(map(str, vector)))
    )


@pytest.mark.parametrize(
    ("moves", "p1turn", "gameover", "result"),
    [
        ("", "true", "false", "none"),
        ("a1", "false", "false", "none"),
        ("a1 b1 a2 b2 a3", "false", "true", "p1win"),
        ("c1 b1 a2 b2 a3 b3", "true", "true", "p2win"),
        ("a1 b1 c1 a2 b2 a3 c2 c3 b3", "false", "true", "draw"),
    ],
)
def test_queries_tell_whose_turn_it_is_and_how_it_ended(moves: str, p1turn: str, gameover: str, result: str) -> None:
    engine = Ugi("tic-tac-toe")
    assert engine.say(f"position startpos moves {moves}" if moves else "position startpos") == []
    for query, answer in (("p1turn", p1turn), ("gameover", gameover), ("result", result)):
        if query != "p1turn" or gameover == "false":
            assert engine.say(f"query {query}") == [f"response {answer}"]


def test_the_first_seat_stays_player_one_when_sides_change_hands() -> None:
    engine = Ugi("hex", size=3)
    engine.say("position startpos moves place_b2")
    assert engine.say("query p1turn") == ["response false"]
    engine.say("position startpos moves place_b2 swap-sides")
    assert engine.say("query p1turn") == ["response true"]
    assert engine.say("query seat") == ["response p1"]
    assert engine.say("query mover") == ["response Blue"]


def test_more_queries() -> None:
    engine = Ugi("tic-tac-toe")
    assert engine.say("query islegal place_b2") == ["response true"]
    assert engine.say("query islegal place_d2") == ["response false"]
    assert engine.say("query chance") == ["response false"]
    assert engine.say("query reason") == ["response none"]
    assert "the queries are p1turn" in told(engine.say("query"))
    assert "the queries are p1turn" in told(engine.say("query weather"))
    assert engine.say("d")[0] == "info string 3  . . ."
    assert len(engine.say("help")) == 3


# ------------------------------------------------------------------------------------------------------------- thinking


def test_go_answers_with_info_and_a_legal_move() -> None:
    engine = Ugi("tic-tac-toe", "greedy")
    lines = engine.say("go")
    assert re.fullmatch(r"info depth 1 nodes 9 time \d+( nps \d+)? score cp -?\d+ pv place_\w\d", lines[-2])
    assert re.fullmatch(r"bestmove place_[abc][123]", lines[-1])


def test_a_won_move_is_told_as_a_mate() -> None:
    lines = Ugi("tic-tac-toe", "greedy")
    lines.say("position startpos moves a1 b1 a2 b2")
    info, best = lines.say("go")
    assert "score mate 1 pv place_a3" in info
    assert best == "bestmove place_a3"


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("movetime 200", 0.2),
        ("p1time 2500 p2time 9 p1inc 0 p2inc 5", 0.05),
        ("wtime 2500 btime 9 winc 0 binc 5 movestogo 3", 0.05),
        ("p1time -5 p2time 100", 0.001),
        ("movetime -3", 0.001),
    ],
)
def test_time_is_kept(words: str, seconds: float) -> None:
    engine = Ugi("tic-tac-toe", "slow")
    engine.say("isready")
    begun = time.monotonic()
    assert engine.say(f"go {words}")[-1] == "bestmove place_c3"
    assert seconds * 0.9 <= time.monotonic() - begun < seconds + 1


def test_nodes_and_the_specs_own_budget_are_asked_for_once() -> None:
    engine = Ugi("tic-tac-toe", "slow")
    agent = engine.table.agent()
    engine.say("go nodes 77", wait=False)
    engine.engine.stop()
    engine.wait()
    engine.say("go", wait=False)
    engine.engine.stop()
    engine.wait()
    assert agent.asked == [Budget(77), Budget()]


def test_a_search_in_time_is_told_about_on_the_way() -> None:
    lines = Ugi("tic-tac-toe", "slow").say("go movetime 400")
    infos = [line for line in lines if line.startswith("info depth")]
    assert len(infos) >= 2
    nodes = [int(line.split()[4]) for line in infos]
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1]


def test_a_depth_is_that_of_the_agents_settings_and_said_where_there_is_none() -> None:
    engine = Ugi("tic-tac-toe", "slow")
    engine.say("go depth 4", wait=False)
    time.sleep(0.05)
    assert engine.table._variants.keys() == {"slow:depth=4"}
    engine.engine.stop()
    engine.wait()
    lines = Ugi("tic-tac-toe", "random").say("go depth 4")
    assert lines[0] == "info string `random` has no depth; it thinks as its spec says"
    assert lines[-1].startswith("bestmove place_")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("go nodes", "`nodes` must be a whole number, not ``"),
        ("go nodes many", "`nodes` must be a whole number, not `many`"),
        ("go movetime 1e9", "`movetime` must be a whole number"),
        ("go p1time", "`p1time` must be a whole number"),
    ],
)
def test_a_wrong_go_is_told_and_nothing_is_thought_but_it_is_answered(line: str, said: str) -> None:
    engine = Ugi("tic-tac-toe", "slow")
    wrong, best = engine.say(line)
    assert said in told([wrong])
    assert best == "bestmove (none)"


@pytest.mark.parametrize(("words", "left_out"), [("ponder", "`ponder`"), ("searchmoves a1 b1", "`searchmoves`, `a1`, `b1`")])
def test_words_of_other_protocols_are_left_out_of_a_go(words: str, left_out: str) -> None:
    first, *_, last = Ugi("tic-tac-toe", "greedy").say(f"go {words} movetime 5")
    assert first == f"info string `go` takes movetime, nodes, depth, infinite, p1time, p1inc ..; ignored: {left_out}"
    assert re.fullmatch(r"bestmove place_[abc][123]", last)


def test_an_agent_that_cannot_play_this_game_is_not_taken() -> None:
    engine = Ugi(str(THREE))
    assert "`alphabeta` is for two players" in told(engine.say("setoption name agent value alphabeta"))
    assert str(engine.table.spec) == "random"
    assert engine.say("go")[-1] != "bestmove (none)"


def test_one_word_is_no_more_than_a_turn() -> None:
    engine = Ugi("tic-tac-toe")
    assert engine.say("query islegal a1,b1,a2") == ["response false"]
    assert "move 1, `a1,b1`: the turn ends with `place a1`" in told(engine.say("position startpos moves a1,b1"))


def test_several_moves_are_told_with_their_values() -> None:
    engine = Ugi("tic-tac-toe", "mcts:sims=300")
    engine.say("position startpos moves a1 b1 a2")
    engine.say("setoption name MultiPV value 3")
    *infos, best = engine.say("go")
    assert [re.sub(r"time \d+( nps \d+)?", "time 0", line).split(" score ")[0] for line in infos] == [
        f"info multipv {number} depth {infos[0].split()[4]} nodes {infos[0].split()[6]} time 0" for number in (1, 2, 3)
    ]
    moves = [re.search(r" pv (\S+)", line)[1] for line in infos]  # type: ignore[index]
    assert len({*moves}) == 3
    assert best == f"bestmove {moves[0]}"


@pytest.mark.parametrize("agent", ["mcts:sims=200000", "alphabeta:depth=9"])
def test_a_win_is_told_with_a_distance_only_if_that_is_known(agent: str) -> None:
    engine = Ugi("tic-tac-toe", agent)
    engine.say("position startpos moves a2 c3")
    scores = [line.split(" score ")[1].split(" pv ")[0] for line in engine.say("go") if " score " in line]
    assert scores[-1] in ("mate 5", "cp 10000")


def test_stop_and_isready_are_answered_at_once_while_it_thinks() -> None:
    engine = Ugi("tic-tac-toe", "slow")
    engine.say("isready")
    engine.say("go infinite", wait=False)
    time.sleep(0.1)
    begun = time.monotonic()
    assert "readyok" in engine.say("isready", wait=False)
    assert time.monotonic() - begun < 0.2
    assert engine.say("stop")[-1] == "bestmove place_c3"
    assert time.monotonic() - begun < 0.4
    assert engine.say("stop") == []


def test_an_agent_that_does_not_hear_stop_is_left_behind_for_another() -> None:
    engine = Ugi("tic-tac-toe", "deaf")
    engine.say("isready")
    first = engine.table.agent()
    engine.say("go nodes 5", wait=False)
    begun = time.monotonic()
    lines = engine.say("stop")
    assert time.monotonic() - begun < 1.5
    assert lines[-2:] == ["info string the agent does not react to `stop`; this is the first legal move", "bestmove place_a1"]
    assert engine.table.agent() is not first
    assert engine.say("isready") == ["readyok"]


@pytest.mark.parametrize("line", ["position startpos", "go", "setoption name seed value 1", "uginewgame", "ugi", "d"])
def test_what_cannot_be_done_while_it_thinks_says_so(line: str) -> None:
    engine = Ugi("tic-tac-toe", "slow")
    engine.say("go infinite", wait=False)
    assert "must wait until the search is over; `stop` ends it" in engine.say(line, wait=False)[0]
    engine.say("stop")


def test_after_the_end_there_is_no_best_move() -> None:
    engine = Ugi("tic-tac-toe")
    engine.say("position startpos moves a1 b1 a2 b2 a3")
    lines = engine.say("go")
    assert lines[0].startswith("info string the game is over: X wins")
    assert lines[1] == "bestmove (none)"


def test_an_agent_that_cannot_play_is_told_and_go_is_answered() -> None:
    engine = Ugi("tic-tac-toe", "python:os:nothing")
    assert "`os` has no `nothing`" in engine.say("isready")[0]
    lines = engine.say("go")
    assert lines[0].startswith("info string error: `os` has no `nothing`")
    assert lines[1] == "bestmove (none)"


@pytest.mark.parametrize("seed", [0, 5])
def test_a_roll_is_made_by_the_engine_fairly_and_from_the_seed(seed: int) -> None:
    engine = Ugi("backgammon", "random", seed)
    assert engine.say("query chance") == ["response true"]
    rolls = [engine.move() for _ in range(2)]
    assert rolls[0] == rolls[1]
    assert re.fullmatch(r"roll_[1-6]", rolls[0])
    found = {Ugi("backgammon", "random", each).move() for each in range(60)}
    assert found == {f"roll_{n}" for n in range(1, 7)}


@pytest.mark.parametrize("name", ["amazons", "draughts", "backgammon", "tic-tac-toe", "nine-mens-morris"])
def test_with_turns_bestmove_is_a_whole_turn(name: str) -> None:
    engine = Ugi(name, "random", 3)
    engine.say("setoption name turns value true")
    state = game_of(name).initial_state()
    words: list[str] = []
    for _ in range(12):
        words.append(engine.move(*words))
        ply = state.ply
        for step in wire.read_steps(state, words[-1]):
            assert state.ply == ply
            state = state.after(step)
        assert not state.in_turn
        if state.is_over:
            break
    assert any("," in word for word in words) == (name in ("amazons", "backgammon", "nine-mens-morris"))


def test_plays_of_one_engine_differ_and_come_again_with_the_seed() -> None:
    def plays(engine: Ugi) -> list[str]:
        found = []
        for _ in range(3):
            engine.say("uginewgame")
            found.append(" ".join(engine.move() for _ in range(4)))
        return found

    engine = Ugi("go", "random", 7)
    first = plays(engine)
    assert len(set(first)) == 3
    engine.say("setoption name seed value 7")
    assert plays(engine) == first == plays(Ugi("go", "random", 7))


# --------------------------------------------------------------------------------------------------------- wrong lines


@pytest.mark.parametrize("line", ["", "   ", "\t", "\r"])
def test_an_empty_line_is_nothing(line: str) -> None:
    assert Ugi("tic-tac-toe").say(line) == []


def test_wrong_lines_are_answered_and_end_nothing() -> None:
    engine = Ugi("tic-tac-toe")
    assert told(engine.say("isredy")) == "there is no command `isredy`; near: isready"
    assert "`help` lists the commands" in told(engine.say("\x1b[31mxyzzy\x07"))
    assert "\x1b" not in "".join(engine.said())
    assert "too long" in told(engine.say(None))
    assert engine.say("isready") == ["readyok"]
    assert engine.say("quit") == ["(ended)"]


def test_a_bug_of_ours_is_told_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Ugi("tic-tac-toe")
    monkeypatch.setattr(type(engine.table), "settings", lambda self: 1 / 0)
    assert told(engine.say("ugi")).startswith("this is a bug in ggl: ZeroDivisionError")
    assert engine.say("isready") == ["readyok"]


_SAID = (
    "ugi isready setoption name value agent agent.depth game.size seed turns true 3 -1 random greedy uginewgame position "
    "startpos fen moves place_a1 place_b2 a1 , 0000 pass 1,2 go nodes movetime depth infinite 1 5 stop query p1turn result "
    "moves islegal d help %2C %ff \x00 \x1b[2J é 木 \ud800"
)
_words = st.sampled_from(_SAID.split(" "))
_lines = st.one_of(st.lists(_words, max_size=7).map(" ".join), st.text(max_size=30))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_lines, max_size=12))
def test_whatever_is_said_the_engine_goes_on_and_answers_isready(lines: list[str]) -> None:
    engine = Ugi("tic-tac-toe")
    for line in lines:
        if line.split()[:1] != ["quit"]:
            for answer in engine.say(line):
                assert answer.split(" ")[0] in ("info", "bestmove", "readyok", "response", "id", "option", "ugiok"), answer
    assert engine.say("isready") == ["readyok"]
