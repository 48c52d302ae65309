"""Ends the node that has run modules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.compiler.backends.wasm_hosts import end_node


@pytest.fixture(autouse=True, scope="session")
def _no_node_is_left() -> Iterator[None]:
    yield
    end_node()
