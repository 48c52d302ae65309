"""The function for C of an entry, in LLVM IR, around the internal one. `llvm_ir.py` says what it takes and gives."""

from __future__ import annotations

from ggl.compiler.backends.llvm_facts import TYPES, LlvmFacts
from ggl.compiler.backends.loader import entry_symbol
from ggl.compiler.kernel.forms import REGIONS, Function, Type

_C_TYPES = {**TYPES, Type.BOOL: "i64"}


def function_for_c(function: Function, facts: LlvmFacts) -> list[str]:
    """The function for C that calls an entry, in lines."""
    lines, values = [], 0

    def value(text: str) -> str:
        nonlocal values
        lines.append(f"%{values} = {text}")
        values += 1
        return f"%{values - 1}"

    arguments = []
    for each in function.parameters:
        given = f"%{each.name}.in"
        arguments.append(f"{TYPES[each.type]} {value(f'icmp ne i64 {given}, 0') if each.type is Type.BOOL else given}")
    call = f"call fastcc {facts.returns} @k.{function.name}({', '.join(arguments)})"
    if facts.returns == "void":
        lines.append(call)
    else:
        returned = value(call)
        if facts.traps:
            status = value(f"extractvalue {facts.returns} {returned}, 0") if function.results else returned
            lines += [f"br i1 {status}, label %trap.0, label %well.0, !prof !1", "trap.0:", "ret i32 1", "well.0:"]
        for number, type_ in enumerate(function.results):
            result = returned
            if len(function.results) + facts.traps > 1:
                result = value(f"extractvalue {facts.returns} {returned}, {number + facts.first}")
            if type_ is Type.BOOL:
                result = value(f"zext i1 {result} to i64")
            address = value(f"getelementptr inbounds i64, ptr %results.out, i64 {number}")
            lines.append(f"store {_C_TYPES[type_]} {result}, ptr {address}")
    lines.append("ret i32 0")
    attributes = {type_: "noalias noundef" if type_ in REGIONS else "noundef" for type_ in Type}
    parameters = [f"{_C_TYPES[each.type]} {attributes[each.type]} %{each.name}.in" for each in function.parameters]
    head = f"define i32 @{entry_symbol(function.name)}({', '.join(['ptr noalias noundef %results.out', *parameters])}) #0 {{"
    return [head, "enter.0:", *lines, "}"]
