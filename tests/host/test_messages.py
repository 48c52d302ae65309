"""The messages: their schema on file is that of the types, and the reader takes exactly what the schema allows."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import jsonschema
import pytest

from ggl import resources, typed_json
from ggl.host import answers, events, messages, views
from ggl.host.limits import LIMITS
from tests.host.examples import example, mutated

SCHEMA = messages.schema()


def validator(part: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]})


VALIDATORS = {do: validator(do) for do in messages.REQUESTS}


def is_valid(message: Any) -> bool:
    """What the schema says of a message; its `oneOf` over all requests is asked by way of the name, as that takes long."""
    do = message.get("do") if isinstance(message, dict) else None
    return isinstance(do, str) and do in VALIDATORS and VALIDATORS[do].is_valid(message)


def test_the_schema_on_file_is_that_of_the_types() -> None:
    on_file = (resources.schemas_folder() / "host.schema.json").read_text(encoding="utf-8")
    assert on_file == messages.schema_text(), "run `python -m ggl.host.messages > schemas/host.schema.json`"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_each_request_has_its_own_class_and_its_description() -> None:
    kinds = messages.REQUESTS.values()
    assert len({kind.takes for kind in kinds}) == len(kinds)
    assert all(kind.takes.__doc__ and not kind.takes.__doc__.startswith(kind.takes.__name__) for kind in kinds)
    assert all(part.get("description") for name, part in SCHEMA["$defs"].items() if "description" in part)


@pytest.mark.parametrize("do", messages.REQUESTS)
def test_what_the_schema_allows_is_read_and_written_alike(do: str) -> None:
    rng = random.Random(do)
    for number in range(30):
        data = example(messages.REQUESTS[do].takes, rng)
        message = {"id": number, "do": do, **data}
        VALIDATORS[do].validate(message)
        read, asked = messages.read_request(json.dumps(message))
        assert read == number
        assert json.loads(typed_json.encoded(asked)) == data


@pytest.mark.parametrize("do", messages.REQUESTS)
def test_what_the_schema_refuses_is_refused_and_the_other_way_round(do: str) -> None:
    rng = random.Random(f"mutated {do}")
    for number in range(100):
        message = {"id": number, "do": do, **example(messages.REQUESTS[do].takes, rng)}
        for _ in range(rng.randrange(1, 4)):
            message = mutated(message, rng)
        try:
            messages.read_request(json.dumps(message))
            taken = True
        except messages.BadRequestError:
            taken = False
        if isinstance(message, dict) and isinstance(message.get("id"), int) and message["id"] >= 1 << 53:
            continue  # the schema sets no bound there
        assert taken == is_valid(message), message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1, 2]", "an object with `id` and `do`"),
        ("[" * 100_000, "nested too deeply"),
        ('{"id": ' + "9" * 10_000 + "}", "not JSON"),
        ('{"id": NaN}', "not a number"),
        ('{"id": true, "do": "games"}', "`id` is a whole number"),
        ('{"id": 1, "do": "gmaes"}', "near: `games`"),
        ('{"id": 1, "do": "games", "x": 1}', "`x` is unknown"),
        ('{"id": 1, "do": "table.play", "table": "t"}', "`text` is missing"),
        ('{"id": 1, "do": "table.why", "table": "t", "text": 3}', "`text` is a text, not a number"),
        ('{"id": 1, "do": "table.why", "table": "t", "text": "\\ud800"}', "half of a surrogate pair"),
        ('{"id": 1, "do": "table.hint", "table": "t", "most": 101}', "from 1 to 100"),
        ('{"id": 1, "do": "table.view", "table": "' + "t" * 41 + '"}', "at most 40 characters"),
    ],
)
def test_a_message_that_is_none_is_refused_with_the_cause(text: str, says: str) -> None:
    with pytest.raises(messages.BadRequestError, match=says.replace("[", r"\[")):
        messages.read_request(text)


def test_a_message_that_is_too_long_is_not_even_parsed() -> None:
    with pytest.raises(messages.BadRequestError) as caught:
        messages.read_request(b"[" * (messages.LIMITS.message + 1))
    assert caught.value.code == "limit"


def test_results_of_jobs_are_told_apart_by_their_kind() -> None:
    rng = random.Random(1)
    for kind in (views.Moved, views.Hint, views.Evaluation, views.Review, views.Measured, views.RandomPlay, views.TestResults):
        data = {"job": "j1", "event": "result", "result": example(kind, rng)}
        assert isinstance(typed_json.decode(events.ResultEvent, data).result, kind)


def test_answers_are_what_the_schema_says() -> None:
    rng = random.Random(2)
    for kind in messages.REQUESTS.values():
        given = typed_json.decode(kind.gives, example(kind.gives, rng))
        validator(kind.gives.__name__).validate(json.loads(typed_json.encoded(given)))
    assert isinstance(given, answers.Done)


def test_the_limits_in_the_manual_are_those_that_hold() -> None:
    page = (resources.games_folder().parent / "docs" / "workshop.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE))
    limits = LIMITS
    assert told["a message"] == f"{limits.message >> 20} MiB"
    assert told["a game file's text"] == f"{limits.text:,} characters"
    assert told["requests of a connection"] == f"{limits.burst} at once, then {limits.rate:.0f} a second"
    assert told["one request"] == f"{limits.request_seconds:.0f} seconds"
    memory = f"{limits.think.memory >> 30} GiB of memory"
    assert told["an agent's move, a hint, an evaluation"] == f"{limits.think.seconds:.0f} seconds, {memory}"
    assert told["random plays in one go"] == f"{limits.playouts:,}, in {limits.measure.seconds:.0f} seconds"
    assert told["a review"] == f"{limits.review.seconds:,.0f} seconds"
    assert told["jobs at a time"] == f"{limits.jobs} of a process, {limits.jobs_of_table} of a table"
    assert told["steps of a play, variations included"] == f"{limits.steps:,}"
    assert told["connections"].startswith(f"{limits.connections:,}, {limits.strangers} of them")
