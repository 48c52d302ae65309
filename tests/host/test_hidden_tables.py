"""Tables of a game in which players do not see everything: each connection is sent what its side may see, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ggl.host.rights import Rights
from ggl.host.views import Moved
from tests.host.driver import Client, Refused, Room

GAMES = Path(__file__).parents[2] / "games"
PHANTOM = (GAMES / "phantom-tic-tac-toe.yaml").read_text("utf-8")


class Begun:
    """A table with both seats and a watcher before it, beside the owner."""

    def __init__(self, text: str = PHANTOM, clock: str = "", **seats: str) -> None:
        self.owner = Room().client()
        opened = self.owner.ask("table.open", text=text, game="phantom.yaml", seats=seats, seed=3, clock=clock)
        self.table = opened["table"]
        self.first, self.second = (self._at("seat", seat) for seat in ("first", "second"))
        self.watcher = self._at("watch", "")
        self.all = (self.first, self.second, self.watcher)

    def leave(self) -> None:
        """Everybody but the owner goes, for as long as they ask nothing."""
        for client in self.all:
            self.owner.room.done(self.owner.room.host.left(client.number), [])

    def _at(self, who: Any, seat: str) -> Client:
        client = self.owner.room.client(Rights(who, self.table, seat))
        client.ask("table.join", table=self.table)
        return client

    def play(self, client: Client, text: str) -> dict[str, Any]:
        return client.ask("table.play", table=self.table, text=text)

    def view(self, client: Client) -> dict[str, Any]:
        return client.ask("table.view", table=self.table)

    def ground(self, client: Client) -> str:
        return str(client.ask("table.ground", table=self.table, node=0)["text"])


def standing(view: dict[str, Any]) -> set[str]:
    return {*view["says"]}


def test_each_seat_is_sent_what_its_side_sees() -> None:
    here = Begun()
    here.play(here.first, "b2")
    here.play(here.second, "a1")
    assert standing(here.view(here.first)) == {"b2"}
    assert standing(here.view(here.second)) == {"a1"}
    assert standing(here.view(here.watcher)) == set()


TOLD = PHANTOM.replace("      if empty(c):\n", "      announce c.row == 1 to other(mover)\n      if empty(c):\n")


def test_each_seat_is_sent_what_was_announced_to_its_side() -> None:
    here = Begun(TOLD)
    here.play(here.first, "a1")
    heard = {client.number: [fact["text"] for fact in here.view(client)["facts"] if fact["name"] == "announced"]
             for client in here.all}  # fmt: skip
    assert [*heard.values()] == [[], ["c.row == 1 true"], []]


def test_a_watcher_is_sent_what_was_announced_to_all() -> None:
    here = Begun(TOLD.replace(" to other(mover)", ""))
    here.play(here.first, "a1")
    heard = [fact["text"] for fact in here.view(here.watcher)["facts"] if fact["name"] == "announced"]
    assert heard == ["c.row == 1 true"]
    assert here.view(here.watcher)["story"] == ["announced: c.row == 1 true; O to move"]


def test_a_move_in_vain_changes_nothing_that_others_are_sent() -> None:
    here = Begun()
    here.play(here.first, "b2")
    before = {client.number: (len(client.events), here.view(client)) for client in here.all}
    here.play(here.second, "b2")
    assert standing(here.view(here.second)) == {"b2"}
    for client in (here.first, here.watcher):
        count, view = before[client.number]
        assert len(client.events) == count
        assert here.view(client) == view


def test_a_clock_tells_nobody_of_a_move_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are sent nothing, and if they ask, their view has the same number; the time of the side to move ran on."""
    now = [0.0]
    monkeypatch.setattr("ggl.play.clock.Watch.__init__.__defaults__", (lambda: now[0],))
    here = Begun(clock="1m+5s")
    now[0] = 3.0
    here.play(here.first, "b2")
    before = {client.number: (len(client.events), here.view(client)) for client in here.all}
    now[0] = 7.0
    here.play(here.second, "b2")
    now[0] = 8.0
    for client in (here.first, here.watcher):
        count, view = before[client.number]
        assert len(client.events) == count
        after = here.view(client)
        assert [side["left"] for side in after["sides"]] == [62_000, 55_000]
        assert {**after, "sides": view["sides"]} == view
    here.play(here.second, "a1")
    assert len(here.first.events) == before[here.first.number][0] + 1
    assert [side["left"] for side in here.first.last("view")["view"]["sides"]] == [62_000, 60_000]


def test_an_agents_move_in_vain_changes_nothing_that_others_are_sent() -> None:
    room = Room(waits=True)
    owner = room.client()
    seats = {"second": "ismcts:sims=20"}
    table = owner.ask("table.open", text=PHANTOM, game="phantom.yaml", seats=seats, seed=3)["table"]
    owner.ask("table.play", table=table, text="b2")
    before = owner.ask("table.view", table=table), len(owner.events)
    job, _ = room.jobs.popleft()
    room.done(room.host.heard(job, Moved("place b2")), [])
    assert (owner.ask("table.view", table=table), len(owner.events)) == before
    assert before[0]["thinks"]
    again, _ = room.jobs[0]
    owner.ask("job.stop", job=before[0]["thinks"])
    assert room.stopped == [again]
    assert owner.last("view")["view"]["thinks"] is None


def test_a_move_that_changed_rules_forbid_is_not_told_to_those_who_have_not_seen_it() -> None:
    here = Begun()
    here.play(here.first, "b2")
    here.leave()
    changed = PHANTOM.partition("\ntests:")[0].replace("seen(empty(c))", "seen(empty(c)) and c != b2")
    here.owner.ask("table.follow", table=here.table, text=f"{changed}\n", game="phantom.yaml")
    told = {here.view(client)["broken"] for client in (here.owner, *here.all)}
    assert told == {"the rules do not allow the move at ply 0, with which the play would go on"}


def test_those_who_looked_before_the_rules_hid_something_keep_their_seats_and_are_sent_what_they_see() -> None:
    here = Begun((GAMES / "tic-tac-toe.yaml").read_text("utf-8"))
    here.play(here.first, "b2")
    before = [len(client.events) for client in here.all]
    here.owner.ask("table.follow", table=here.table, text=PHANTOM, game="phantom.yaml")
    assert [len(client.events) for client in here.all] == [count + 1 for count in before]
    told = [client.last("view") for client in here.all]
    assert [(each["view"]["eyes"], standing(each["view"])) for each in told] == [("X", {"b2"}), ("O", set()), ("watcher", set())]
    assert all(each["board"] for each in told)
    assert here.view(here.owner)["eyes"] == "watcher"


def test_a_finished_play_that_other_rules_go_on_with_shows_where_it_stands() -> None:
    here = Begun()
    for number, text in enumerate(("a1", "a3", "b1", "b3", "c1")):
        here.play((here.first, here.second)[number % 2], text)
    here.owner.ask("table.goto", table=here.table, turn=1)
    here.leave()
    changed = PHANTOM.partition("\ntests:")[0].replace("mark, 3", "mark, 4").replace("square(3)", "square(4)")
    here.owner.ask("table.follow", table=here.table, text=f"{changed}\n", game="phantom.yaml")
    assert here.view(here.second)["mover"] == "O"
    assert standing(here.play(here.second, "b2")) == {"a3", "b3", "b2"}


OTHER_END = PHANTOM.partition("\ntests:")[0].replace("mark, 3", "mark, 4").replace("square(3)", "square(4)") + "\n"


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("table.play_here", {}),
        ("table.play", {"text": "c3"}),
        ("table.random", {}),
        ("table.follow", {"text": OTHER_END}),
    ],
)
def test_nobody_goes_on_from_the_end_of_a_play_while_another_person_holds_a_seat(do: str, more: dict[str, Any]) -> None:
    here = Begun()
    here.play(here.first, "b2")
    here.second.ask("table.resign", table=here.table)
    here.owner.ask("table.goto", table=here.table, turn=1)
    with pytest.raises(Refused) as caught:
        here.owner.ask(do, table=here.table, **more)
    assert caught.value.code == "forbidden"
    assert here.view(here.watcher)["over"] is None  # the board shows the first turn
    assert here.view(here.watcher)["eyes"] == ""
    here.leave()
    here.owner.ask(do, table=here.table, **more)


def test_the_owner_sees_no_hand_by_giving_up_and_taking_that_back() -> None:
    here = Shared()
    here.owner.ask("table.resign", table=here.table)
    with pytest.raises(Refused) as caught:
        here.owner.ask("table.undo", table=here.table)
    assert str(caught.value) == (
        "forbidden: everything was shown at the end, so nobody goes on from there "
        "while another person holds a seat; begin a new play"
    )
    here.owner.ask("table.goto", table=here.table, turn=0)
    here.owner.ask("table.redo", table=here.table)  # moves the board alone


def test_nobody_sits_down_at_a_play_of_agents_while_another_person_holds_a_seat() -> None:
    here = Begun()
    here.play(here.first, "b2")
    for seat in ("second", "first"):
        here.owner.ask("table.seat", table=here.table, seat=seat, who="ismcts:sims=5")
    assert here.view(here.first)["eyes"] == ""
    with pytest.raises(Refused) as caught:
        here.owner.ask("table.seat", table=here.table, seat="first", who="human")
    assert caught.value.code == "forbidden"
    here.leave()
    here.owner.ask("table.seat", table=here.table, seat="first", who="human")


def test_the_rules_of_a_play_that_hides_something_stay_as_they_are_while_another_person_holds_a_seat() -> None:
    here = Shared()
    shown = PHANTOM.partition("\ntests:")[0].replace("mark: {seen by: owner or c.found}", "mark: {}") + "\n"
    with pytest.raises(Refused) as caught:
        here.owner.ask("table.follow", table=here.table, text=shown)
    assert caught.value.code == "forbidden"
    here.owner.ask("table.follow", table=here.table, text=f"{PHANTOM}# a note\n")


def test_everybody_with_the_same_eyes_is_told_what_they_see() -> None:
    here = Begun()
    again = here._at("seat", "first")
    here.play(here.first, "b2")
    assert standing(again.events[-1]["view"]) == {"b2"}
    here.play(here.second, "a1")
    assert [client.events[-1]["view"]["mover"] for client in (here.first, again)] == ["X", "X"]


def test_each_seat_is_sent_what_it_has_seen_and_done_and_a_watcher_what_all_have() -> None:
    here = Begun()
    here.play(here.first, "b2")
    here.play(here.second, "b2")
    here.play(here.second, "a1")
    assert here.view(here.first)["story"] == ["place b2; seen: b2 X mark; O to move", "X to move"]
    assert here.view(here.second)["story"] == ["O to move", "place b2; seen: b2 X mark", "place a1; seen: a1 O mark; X to move"]
    assert here.view(here.watcher)["story"] == ["O to move", "X to move"]


def test_only_the_side_to_move_is_sent_legal_moves() -> None:
    here = Begun()
    here.play(here.first, "b2")
    assert len(here.view(here.second)["legal"]) == 9
    assert here.view(here.first)["legal"] == []
    assert here.view(here.watcher)["legal"] == []


def test_turns_last_moves_and_numbers_of_nodes_are_not_sent_before_the_end() -> None:
    here = Begun()
    here.play(here.first, "b2")
    here.play(here.second, "a1")
    for client in here.all:
        view = here.view(client)
        assert (view["turns"], view["last"], view["last_steps"], view["here"], view["tip"]) == ([], [], [], 0, 0)


@pytest.mark.parametrize(
    "do", ["table.tree", "table.record", "table.undo", "table.redo", "table.look", "table.goto", "table.review"]
)
def test_what_would_show_the_rest_is_refused_to_all_until_the_end(do: str) -> None:
    here = Begun()
    here.play(here.first, "b2")
    more = {"table.look": {"node": 0}, "table.goto": {"node": 0}}.get(do, {})
    for client in (here.owner, *here.all):
        with pytest.raises(Refused) as caught:
            client.ask(do, table=here.table, **more)
        assert caught.value.code == "forbidden"


def test_pictures_and_questions_are_those_of_the_side() -> None:
    here = Begun()
    here.play(here.first, "b2")
    assert here.ground(here.second) == here.ground(here.watcher)
    picture = {client.number: client.ask("table.picture", table=here.table)["text"] for client in (here.second, here.watcher)}
    assert picture[here.second.number].count("<circle") == picture[here.watcher.number].count("<circle")
    why = here.second.ask("table.why", table=here.table, text="b2")
    assert why["verdict"] == "legal"


def test_the_owner_sees_as_the_side_that_nobody_else_holds() -> None:
    owner = Room().client()
    table = owner.ask("table.open", text=PHANTOM, game="phantom.yaml", seats={"second": "random"}, seed=3)["table"]
    owner.ask("table.play", table=table, text="b2")
    view = owner.ask("table.view", table=table)
    assert standing(view) == {"b2"}
    assert len(view["legal"]) == 8


def test_nobody_moves_for_a_side_that_another_person_plays() -> None:
    here = Begun()
    for client in (here.owner, here.second, here.watcher):
        with pytest.raises(Refused) as caught:
            here.play(client, "b2")
        assert caught.value.code == "forbidden"


def test_the_owner_plays_a_side_whose_player_has_gone_until_somebody_holds_it_again() -> None:
    here = Begun()
    here.owner.room.done(here.owner.room.host.left(here.first.number), [])
    view = here.owner.last("view")["view"]
    assert (view["eyes"], len(view["legal"])) == ("X", 9)
    assert standing(here.play(here.owner, "b2")) == {"b2"}
    again = here._at("seat", "first")
    assert standing(here.view(again)) == {"b2"}
    assert (here.owner.last("view")["view"]["eyes"], standing(here.owner.last("view")["view"])) == ("watcher", set())


def test_when_the_play_is_over_all_is_sent_to_all() -> None:
    here = Begun()
    for number, text in enumerate(("a1", "a3", "b1", "b3", "c1")):
        here.play((here.first, here.second)[number % 2], text)
    for client in here.all:
        view = here.view(client)
        assert standing(view) == {"a1", "a3", "b1", "b3", "c1"}
        assert len(view["turns"]) == 5
    assert "b1" in json.dumps(here.owner.ask("table.record", table=here.table))


def test_threats_are_told_to_nobody_while_players_do_not_see_everything() -> None:
    table = Begun()
    with pytest.raises(Refused) as caught:
        table.owner.ask("table.threats", table=table.table)
    assert caught.value.code == "forbidden"


def advised(client: Client, table: str, do: str) -> dict[str, Any]:
    """What a quick judge says."""
    more = {"most": 9} if do == "table.hint" else {}
    return result_of(client, client.ask(do, table=table, judge="ismcts:sims=40", **more)["job"])


def result_of(client: Client, job: str) -> dict[str, Any]:
    (found,) = (event["result"] for event in client.events if event["event"] == "result" and event["job"] == job)
    return dict(found)


class Shared:
    """The owner plays X; O sits elsewhere, with a link."""

    def __init__(self) -> None:
        self.owner = Room().client()
        self.table = self.owner.ask("table.open", text=PHANTOM, game="phantom.yaml", seed=3)["table"]
        self.other = self.owner.room.client(Rights("seat", self.table, "second"))
        self.other.ask("table.join", table=self.table)

    def play(self, client: Client, text: str) -> None:
        client.ask("table.play", table=self.table, text=text)


@pytest.mark.parametrize("do", ["table.hint", "table.evaluate"])
def test_advice_is_refused_while_another_side_is_to_move(do: str) -> None:
    here = Shared()
    assert advised(here.owner, here.table, do)["revision"] == 1
    here.play(here.owner, "b2")
    with pytest.raises(Refused) as caught:
        here.owner.ask(do, table=here.table)
    assert caught.value.code == "forbidden"


@pytest.mark.parametrize("tries", [(), ("b2",)])
def test_advice_rests_on_what_its_side_knows_and_counts_no_unseen_steps(tries: tuple[str, ...]) -> None:
    here = Shared()
    here.play(here.owner, "b2")
    for text in (*tries, "a1"):
        here.play(here.other, text)
    answer = here.owner.ask("table.hint", table=here.table, judge="ismcts:sims=40", most=9)
    assert answer["job"] == f"j1c{here.owner.number}"
    hint = result_of(here.owner, answer["job"])
    assert len(hint["candidates"]) == 8
    assert hint["revision"] == here.owner.ask("table.view", table=here.table)["revision"] == 3


def test_advice_after_a_try_in_vain_knows_the_cell() -> None:
    owner = Room().client()
    table = owner.ask("table.open", text=PHANTOM, game="phantom.yaml", seed=3)["table"]
    owner.ask("table.play", table=table, text="b2")
    assert "place b2" in {each["move"] for each in advised(owner, table, "table.hint")["candidates"]}
    owner.ask("table.play", table=table, text="b2")
    assert "place b2" not in {each["move"] for each in advised(owner, table, "table.hint")["candidates"]}
