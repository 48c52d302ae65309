"""The binary format of WebAssembly 2.0: numbers, instructions and sections.

Knows nothing of the kernel. `wasm.py` writes the bodies of functions; `assembled` puts the sections around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby

MAGIC = b"\0asm\1\0\0\0"


class Value(IntEnum):
    """A type of value."""

    I32 = 0x7F
    I64 = 0x7E
    F64 = 0x7C


class Op(IntEnum):
    """The instructions that are used, as their bytes."""

    UNREACHABLE = 0x00
    BLOCK = 0x02
    LOOP = 0x03
    IF = 0x04
    ELSE = 0x05
    END = 0x0B
    BR = 0x0C
    BR_IF = 0x0D
    RETURN = 0x0F
    CALL = 0x10
    DROP = 0x1A
    SELECT = 0x1B
    LOCAL_GET = 0x20
    LOCAL_SET = 0x21
    LOCAL_TEE = 0x22
    GLOBAL_SET = 0x24
    I64_LOAD = 0x29
    I32_LOAD8_U = 0x2D
    I64_STORE = 0x37
    I32_STORE8 = 0x3A
    I32_CONST = 0x41
    I64_CONST = 0x42
    F64_CONST = 0x44
    I32_EQZ = 0x45
    I64_EQZ = 0x50
    I64_EQ = 0x51
    I64_NE = 0x52
    I64_LT_S = 0x53
    I64_LT_U = 0x54
    I64_GT_S = 0x55
    I64_LE_S = 0x57
    I64_GE_S = 0x59
    F64_EQ = 0x61
    F64_LT = 0x63
    F64_GT = 0x64
    I32_ADD = 0x6A
    I32_AND = 0x71
    I32_SHL = 0x74
    I64_CLZ = 0x79
    I64_CTZ = 0x7A
    I64_POPCNT = 0x7B
    I64_ADD = 0x7C
    I64_SUB = 0x7D
    I64_MUL = 0x7E
    I64_DIV_S = 0x7F
    I64_REM_S = 0x81
    I64_AND = 0x83
    I64_OR = 0x84
    I64_XOR = 0x85
    I64_SHL = 0x86
    I64_SHR_S = 0x87
    I64_SHR_U = 0x88
    F64_NEG = 0x9A
    F64_SQRT = 0x9F
    F64_ADD = 0xA0
    F64_SUB = 0xA1
    F64_MUL = 0xA2
    F64_DIV = 0xA3
    I32_WRAP_I64 = 0xA7
    I64_EXTEND_I32_U = 0xAD
    F64_CONVERT_I64_S = 0xB9


EMPTY = 0x40
"""The type of a block that takes and gives nothing."""


def unsigned(number: int) -> bytes:
    """A number from 0 on, in LEB128."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def signed(number: int) -> bytes:
    """A number with a sign, in LEB128: the last byte tells the sign by its bit 6."""
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number & 0x7F)
    return bytes(found)


@dataclass(frozen=True, slots=True)
class WasmType:
    """The types that a function takes and gives."""

    parameters: tuple[Value, ...]
    results: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CodeWriter:
    """A function: its locals after the parameters, and its instructions without the last `end`."""

    signature: WasmType
    locals: tuple[Value, ...]
    instructions: bytes


def assembled(
    imports: Sequence[tuple[str, str, WasmType]],
    functions: Sequence[CodeWriter],
    exports: Mapping[str, int],
    flag: str,
    memory: str | tuple[str, str],
) -> bytes:
    """A module with one memory without initial pages, and one exported mutable `i32`, which begins as 0.

    The memory is exported under a name, or imported from a module and a name. Imported functions, each a module and a name, are
    numbered before the others; `exports` gives names to functions by number.
    """
    signatures = list(dict.fromkeys([*(each[2] for each in imports), *(each.signature for each in functions)]))
    numbers = {signature: unsigned(number) for number, signature in enumerate(signatures)}
    exported = [_name(name) + b"\x00" + unsigned(number) for name, number in exports.items()]
    exported += [_name(flag) + b"\x03\x00"]
    imported = [_name(module) + _name(name) + b"\x00" + numbers[signature] for module, name, signature in imports]
    if isinstance(memory, str):
        exported.append(_name(memory) + b"\x02\x00")
    else:
        imported.append(_name(memory[0]) + _name(memory[1]) + b"\x02\x00\x00")
    sections = [
        (1, [b"\x60" + _types(each.parameters) + _types(each.results) for each in signatures]),
        (2, imported),
        (3, [numbers[each.signature] for each in functions]),
        (5, [b"\x00\x00"] if isinstance(memory, str) else []),
        (6, [bytes((Value.I32, 1, Op.I32_CONST, 0, Op.END))]),
        (7, exported),
        (10, [_code(each) for each in functions]),
    ]
    return MAGIC + b"".join(bytes((number,)) + _sized(_vector(items)) for number, items in sections if items)


def _code(code: CodeWriter) -> bytes:
    groups = [unsigned(len(list(group))) + bytes((type_,)) for type_, group in groupby(code.locals)]
    return _sized(_vector(groups) + code.instructions + bytes((Op.END,)))


def _types(types: Sequence[Value]) -> bytes:
    return _sized(bytes(types))


def _name(text: str) -> bytes:
    return _sized(text.encode())


def _vector(items: Iterable[bytes]) -> bytes:
    items = list(items)
    return unsigned(len(items)) + b"".join(items)


def _sized(data: bytes) -> bytes:
    return unsigned(len(data)) + data
