"""Back ends are tested as users have them, and the node that has run modules is ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.compiler.backends.wasm_hosts import end_node


@pytest.fixture(autouse=True, scope="session")
def _no_node_is_left() -> Iterator[None]:
    yield
    end_node()


@pytest.fixture(autouse=True)
def _code_of_users(optimized: None) -> None:
    pass
