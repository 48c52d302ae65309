"""Specs: what is read, what is written, and what is refused, with what could have been meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ggl
from ggl import agents
from ggl.agents.kinds import KINDS
from ggl.agents.settings import MOST, AgentType, Key, SpecError, read_value
from ggl.agents.specs import Spec, read
from ggl.diagnostics.escape import escape
from ggl.play.errors import ArgumentError


def _no_agent(game, settings, seed):
    raise AssertionError("never made")


KEYS = (
    Key("level", "int", None, "bare", 0),
    Key("c", "float", 1.5, "any"),
    Key("time", "time", None, "positive", 0.001),
    Key("reuse", "bool", True, "switch"),
    Key("book", "str", None, "text"),
    Key("few", "int", 3, "small", 1, 9),
)
TRIAL = AgentType("trial", "for tests", _no_agent, KEYS, bare="level")


@pytest.fixture(autouse=True)
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "trial", TRIAL)
    monkeypatch.setitem(KINDS, "any", AgentType("any", "open", _no_agent, (Key("what", "str", None, ""),), "what", open=True))


@pytest.mark.parametrize(
    ("text", "written", "settings"),
    [
        ("random", "random", {}),
        ("  random  ", "random", {}),
        ("trial", "trial", {}),
        ("trial:4", "trial:level=4", {"level": 4}),
        ("trial:level=4", "trial:level=4", {"level": 4}),
        ("trial : 4 , c = 2", "trial:level=4,c=2", {"level": 4, "c": 2.0}),
        ("trial:c=2,level=4", "trial:level=4,c=2", {"level": 4, "c": 2.0}),
        ("trial:few=1,reuse=off,c=.5", "trial:c=0.5,reuse=off,few=1", {"c": 0.5, "reuse": False, "few": 1}),
        ("trial:time=200ms", "trial:time=0.2", {"time": 0.2}),
        ("trial:time=2s", "trial:time=2", {"time": 2.0}),
        ("trial:time=1.", "trial:time=1", {"time": 1.0}),
        ("trial:c=1e-7", "trial:c=0.0000001", {"c": 1e-7}),
        ("trial:c=-0.1234567890123", "trial:c=-0.1234567890123", {"c": -0.1234567890123}),
        ("trial:book=a=b", "trial:book=a=b", {"book": "a=b"}),
        ("trial:book=Éé 木", "trial:book=Éé 木", {"book": "Éé 木"}),
        ("trial:reuse=YES", "trial:reuse=on", {"reuse": True}),
        ("any:my.module:Class,deep=3,x=", None, None),
        ("any:my.module:Class,deep=3", "any:my.module:Class,deep=3", {"what": "my.module:Class", "deep": "3"}),
        ("level:4", "level:4", {"level": 4}),
        ("level:level=4", "level:4", {"level": 4}),
        ("ugi: ./engine --a=b,c  -x", "ugi:./engine --a=b,c  -x", {"command": "./engine --a=b,c  -x"}),
        ("ugi:python -m x:y", "ugi:python -m x:y", {"command": "python -m x:y"}),
        ("ugi:Hash=4  time=200ms 'sims=9' ./x a=b time=1", "ugi:time=0.2 sims=9 Hash=4 ./x a=b time=1",
         {"command": "Hash=4 ./x a=b time=1", "time": 0.2, "sims": 9}),
        ("ugi:'Own Book=it''s' start=1 './my x'", "ugi:start=1 'Own Book=it''s' './my x'",
         {"command": "'Own Book=it''s' './my x'", "start": 1.0}),
        ("ugi:command=./x", "ugi:command=./x", {"command": "command=./x"}),
        ("ugi:time='2", "ugi:time='2", {"command": "time='2"}),
        (f"trial:level={MOST}", f"trial:level={MOST}", {"level": MOST}),
    ],
)  # fmt: skip
def test_a_spec_is_read_and_written_in_one_way(text: str, written: str | None, settings: dict[str, object] | None) -> None:
    if written is None:
        with pytest.raises(SpecError, match="`x` has no value"):
            read(text)
        return
    spec = read(text)
    assert dict(spec.settings) == settings
    assert str(spec) == written
    assert read(str(spec)) == spec
    assert hash(read(str(spec))) == hash(spec)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no agent ``; there are random, greedy"),
        (":", "there is no agent ``"),
        ("randm", "there is no agent `randm`; near: random"),
        ("Random", "there is no agent `Random`; near: random"),
        ("tral:4", "there is no agent `tral`; near: trial"),
        ("random:", "nothing follows `random:`; it takes no settings"),
        ("random:x", "`x` is not a setting of `random`; it takes no settings"),
        ("random:seed=3", "`random` has no setting `seed`; it takes no settings"),
        ("trial:tmie=3", "`trial` has no setting `tmie`; near: time"),
        ("trial:zzzz=3", "`trial` has no setting `zzzz`; it takes level=.., c=.., time=.., reuse=.."),
        ("trial:4,5", "`5` is not a setting of `trial`"),
        ("trial:4,level=5", "`level` is given twice"),
        ("trial:c=1,c=1", "`c` is given twice"),
        ("trial:c=1,", "a setting of `trial` is missing between two commas or at the end"),
        ("trial:,c=1", "between two commas"),
        ("trial:c=", "`c` has no value; write `c=` and then a number"),
        ("trial:c", "`c` has no value; write `c=` and then a number"),
        ("trial:level", "`level` has no value; write `level=` and then a whole number"),
        ("python:", "nothing follows `python:`; it is a class of your own; write `python:module:Class"),
        ("trial:four", "`level` of `trial` must be a whole number, not `four`"),
        ("trial:1.5", "`level` of `trial` must be a whole number, not `1.5`"),
        ("trial:1_000", "`level` of `trial` must be a whole number, not `1_000`"),
        ("trial:٣", "`level` of `trial` must be a whole number, not `٣`"),
        ("trial:0x10", "must be a whole number"),
        ("trial:-1", "`level` of `trial` must be at least 0, not `-1`"),
        ("trial:few=10", "`few` of `trial` must be at most 9, not `10`"),
        ("trial:" + "9" * 30, f"must be at most {MOST}, not"),
        ("trial:" + "9" * 9000, "must be a whole number, not `9999"),
        ("trial:c=1e400", f"must be at most {MOST}"),
        ("trial:c=-1e400", f"must be at least -{MOST}"),
        ("trial:c=nan", "`c` of `trial` must be a number, not `nan`"),
        ("trial:c=inf", "`c` of `trial` must be a number, not `inf`"),
        ("trial:time=-1", "must be a time such as `0.5`, `2s` or `200ms`, not `-1`"),
        ("trial:time=0", "`time` of `trial` must be at least 0.001, not `0`"),
        ("trial:time=1h", "must be a time such as"),
        ("trial:reuse=maybe", "`reuse` of `trial` must be `on` or `off`, not `maybe`"),
        ("any:a:B,1x=3", "`any` has no setting `1x`"),
        ("ugi", "`ugi` needs more"),
        ("ugi:", "`ugi` needs more"),
        ("ugi:time=2s", "`ugi` needs more: a program that speaks UGI"),
        ("ugi:time=never ./x", "`time` of `ugi` must be a time such as `0.5`"),
        ("ugi:time=1 Hash=4 time=1 ./x", "`time` is given twice"),
        ("rand\x1b[31mom", r"there is no agent `rand\\x1b\[31mom`"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong_and_what_is_near(text: str, message: str) -> None:
    pattern = message if "\\" in message else message.replace("(", r"\(")
    with pytest.raises(SpecError) as caught:
        read(text)
    if "\\" in pattern:
        assert pattern.replace("\\\\", "\\").replace("\\[", "[") in str(caught.value)
    else:
        assert pattern in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_a_setting_called_as_its_agent_is_named_once() -> None:
    level = AgentType("level", "for tests", _no_agent, (Key("level", "int", None, "bare", 0),), bare="level")
    with pytest.raises(SpecError, match=r"^`level` must be at least 0, not `-3`"):
        read_value(level.name, level.keys[0], "-3")


@pytest.mark.parametrize("thing", [None, 7, b"random", ["random"]])
def test_a_spec_is_a_text(thing: object) -> None:
    with pytest.raises(ArgumentError, match="the spec of an agent is a text such as `random`"):
        read(thing)  # type: ignore[arg-type]


GAME = object()
"""Stands for a game, which is loaded when the test runs."""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random", "tic-tac-toe"), r"the game of an agent is a game: `ggl.load\(..\)`, not the str 'tic-tac-toe'"),
        ((5, GAME), "an agent is a spec such as `random`, or an object with .*, not the int 5"),
        (("random", GAME, "1"), "a seed is a whole number, not the str '1'"),
    ],
)
def test_an_agent_is_made_of_a_spec_a_game_and_a_seed(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        agents.make(*(ggl.load("tic-tac-toe") if each is GAME else each for each in arguments))  # type: ignore[arg-type]


@given(st.text(max_size=60))
def test_any_text_is_a_spec_or_a_spec_error(text: str) -> None:
    for begin in ("", "trial:", "any:", "ugi:", "random"):
        spec, message = None, ""
        try:
            spec = read(begin + text)
        except SpecError as error:
            message = str(error)
        assert escape(message) == message
        if spec is not None:
            assert read(str(spec)) == spec
            assert str(read(str(spec))) == str(spec)


_values = {
    "level": st.integers(0, MOST),
    "c": st.floats(-MOST, MOST, allow_nan=False),
    "time": st.floats(0.001, MOST),
    "reuse": st.booleans(),
    "few": st.integers(1, 9),
}


@given(st.fixed_dictionaries({}, optional=_values))
def test_any_settings_are_written_so_that_they_are_read_again_to_the_last_digit(settings: dict[str, object]) -> None:
    spec = Spec(TRIAL, settings)
    assert dict(read(str(spec)).settings) == settings


def test_settings_stand_over_defaults() -> None:
    assert read("trial:c=2").all_settings() == {"c": 2.0, "reuse": True, "few": 3}


def test_only_what_takes_a_program_code_or_a_file_of_the_user_is_foreign() -> None:
    assert {name for name, kind in KINDS.items() if kind.foreign} == {"ugi", "python", "net"}


@pytest.mark.parametrize("name", ["random", "greedy", "mcts", "alphabeta"])
def test_an_agent_made_from_its_own_spec_is_the_same(name: str) -> None:
    game = ggl.load("tic-tac-toe")
    agent = agents.make(name, game, 3)
    again = agents.make(agent.spec, game, 3)
    assert agent.spec == again.spec == name
    agent.close()
    again.close()


def test_a_value_on_its_own_is_read_for_whoever_owns_it() -> None:
    assert read_value("engine", Key("n", "int", None, "", 1), "7") == 7
    with pytest.raises(SpecError, match="`n` of `engine` must be at least 1"):
        read_value("engine", Key("n", "int", None, "", 1), "0")


@pytest.mark.parametrize(
    ("text", "timed"),
    [("mcts:time=1", True), ("mcts:sims=9", False), ("mcts", False), ("alphabeta", True), ("alphabeta:depth=3", False),
     ("alphabeta:depth=3,time=1", True), ("random", False), ("python:a:B", False), ("python:a:B,patience=3", False),
     ("ugi:./x", True), ("ugi:time=2s ./x", True), ("ugi:sims=9 ./x", False), ("ugi:sims=9 Hash=4 time=1 ./x", True),
     ("ugi:./x sims=9", True)],
)  # fmt: skip
def test_whether_the_clock_says_how_long_an_agent_thinks(text: str, timed: bool) -> None:
    assert read(text).is_timed == timed
