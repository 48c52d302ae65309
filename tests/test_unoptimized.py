"""Tests have machine code that is made without LLVM's passes, and as users have it where they ask for it."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.backends import llvm
from ggl.compiler.runtime.engine import Compiled
from tests import unoptimized

IR = """\
define i64 @same(i64 %a) {
  %place = alloca i64
  store i64 %a, i64* %place
  %b = load i64, i64* %place
  ret i64 %b
}
"""


def test_what_llvm_would_leave_out_is_left_in() -> None:
    with unoptimized.optimized():
        short = llvm.object_code(IR, llvm.host())
    assert llvm.object_code(IR, llvm.host()) != short


@pytest.mark.usefixtures("optimized")
def test_a_test_that_asks_for_it_has_the_code_of_users() -> None:
    made = llvm.object_code(IR, llvm.host())
    assert llvm.object_code is unoptimized._object_code
    assert made != unoptimized.unoptimized_code(IR, llvm.host())


def test_they_are_kept_beside_each_other() -> None:
    core = ggl.load("tic-tac-toe").checked.core
    without = Compiled(core)._functions._key  # type: ignore[attr-defined]
    with unoptimized.optimized():
        assert Compiled(core)._functions._key != without  # type: ignore[attr-defined]
