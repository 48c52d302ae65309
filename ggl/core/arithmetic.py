"""Arithmetic on codes: what the form `Arith` means, for the checker that folds constants and for the engines."""

from __future__ import annotations


def evaluate(op: str, values: list[int]) -> int:
    """The meaning of an arithmetic form on codes; both engines and constant folding agree on it."""
    match op:
        case "add":
            return sum(values)
        case "sub":
            return values[0] - values[1]
        case "mul":
            return values[0] * values[1]
        case "floordiv":
            return values[0] // values[1] if values[1] else 0
        case "mod":
            return values[0] % values[1] if values[1] else 0
        case "neg":
            return -values[0]
        case "abs":
            return abs(values[0])
        case "min":
            return min(values)
        case "max":
            return max(values)
    raise AssertionError(op)
