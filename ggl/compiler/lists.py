"""Lists of the core as text, and what is made of them: a place in the arena and a length."""

from __future__ import annotations

from dataclasses import replace

from ggl.compiler.collections import key_counted, run_through
from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.expressions import Env, fitted
from ggl.compiler.memory import width
from ggl.compiler.news import News
from ggl.compiler.terms import TRUE
from ggl.compiler.writer import Function, Words, literal
from ggl.core import forms as f
from ggl.core.types import Bool, ListOf, Opt, SetOf, none_code, set_base


class Lists(News):
    """Writes all expressions."""

    def _listing(self, fn: Function, e: f.Listing, env: Env) -> Words:
        if e.join:
            return self._joined_list(fn, e, env)
        if isinstance(e.source, f.Blocks) and not isinstance(e.type.of, ListOf):
            return self._listed_parts(fn, e, env, ordered=True)
        tally = self._tally(fn, e, env)
        if tally is not None:
            return tally
        found = self.atoms(fn, e.source, env, "s")
        item = width(e.type.of)
        most = fn.bind((self.count(fn, found, e.source.type),), "n")[0]
        place = fn.reserve(f"{most} * {item}" if item > 1 else most)
        length = fn.let("0", "n")
        with self.each(fn, found, e.source.type, keeps=isinstance(e.type.of, ListOf)) as member:
            inner = {**env, e.name: member}
            with self._tested(fn, e.test, inner):
                self.put(fn, place, length, fitted(self.atoms(fn, e.body, inner), e.type.of))
                fn.line(f"{length} += 1")
        return place, length

    def _listed_parts(self, fn: Function, e: f.Listing, env: Env, *, ordered: bool) -> Words:
        """The same of the parts of a set, which are not listed themselves; if not `ordered`, in any order."""
        place, length, item = fn.let("t", "o"), fn.let("0", "n"), width(e.type.of)
        with self.passed(fn, e, env, keeps=True, ordered=ordered) as inner:
            found = fitted(self.atoms(fn, e.body, inner), e.type.of)
            fn.line(f"t = {fn.room(f'{place} + {length} * {item}', str(item))}")
            self.put(fn, place, length, found)
            fn.line(f"{length} += 1")
        fn.grown += 1
        return place, length

    def _tally(self, fn: Function, e: f.Listing, env: Env) -> Words | None:
        """The list of how many members have each number for a key, in one go through the members."""
        numbers, key = run_through(e.source), key_counted(e.body, e.name)
        if numbers is None or key is None or e.test != TRUE:
            return None
        assert isinstance(e.body, f.Fold)
        place = fn.reserve(str(len(numbers)))
        number = fn.fresh("k")
        with fn.block(f"for {number} in range({len(numbers)}):"):
            fn.line(f"v[{place} + {number}] = 0")
        with self.members(fn, e.body.source, env, e.body.name) as inner:
            found = self.atom(fn, key, inner, "key")
            with fn.block(f"if {numbers.start} <= {found} < {numbers.stop}:"):
                fn.line(f"v[{place} + {found} - {numbers.start}] += 1")
        return place, str(len(numbers))

    def _joined_list(self, fn: Function, e: f.Listing, env: Env) -> Words:
        """Lists one after the other: each is made above what is there already, and then moved down to it."""
        if isinstance(e.type.of, ListOf):
            raise CannotCompileError("lists of lists that are joined")
        found = self.atoms(fn, e.source, env, "s")
        item = width(e.type.of)
        place, length = fn.let("t", "o"), fn.let("0", "n")
        with self.each(fn, found, e.source.type, keeps=True) as member:
            inner = {**env, e.name: member}
            with self._tested(fn, e.test, inner):
                fn.line(f"t = {place} + {length} * {item}")
                start, count = self.atoms(fn, e.body, inner)
                end = f"{place} + {length} * {item}"
                fn.line(f"t = max(t, {fn.room(end, f'{count} * {item}')})")
                fn.line(f"copied(v, {start}, {count} * {item}, {end})")
                fn.line(f"{length} += {count}")
        fn.line(f"t = {place} + {length} * {item}")
        fn.grown += 1
        return place, length

    def _listop(self, fn: Function, e: f.ListOp, env: Env) -> Words:
        match e.op:
            case "literal":
                return self._written(fn, e, env)
            case "length":
                return (self.atoms(fn, e.args[0], env)[1],)
            case "at":
                return self._at(fn, e, env)
            case "sort" | "descending":
                return self._sorted(fn, e, env)
            case "reverse":
                return self._reversed(fn, e, env)
            case "concat":
                return self._concat(fn, e, env)
        raise CannotCompileError(f"a list's {e.op}")

    def _written(self, fn: Function, e: f.ListOp, env: Env) -> Words:
        assert isinstance(e.type, ListOf)
        item = e.type.of
        parts = [fitted(self.atoms(fn, arg, env), item) for arg in e.args]
        place = fn.reserve(str(len(parts) * width(item)))
        for number, part in enumerate(parts):
            for offset, word in enumerate(part):
                fn.line(f"v[{place} + {number * width(item) + offset}] = {word}")
        return place, str(len(parts))

    def _at(self, fn: Function, e: f.ListOp, env: Env) -> Words:
        place, length = self.atoms(fn, e.args[0], env)
        number = self.atom(fn, e.args[1], env, "i")
        missing: Words = ("I(0)",) * width(e.type)
        if isinstance(e.type, Opt):
            missing = (literal(none_code(e.type.of)),)
        elif isinstance(e.type, Bool):
            missing = ("False",)
        names = tuple(fn.fresh("item") for _ in missing)
        with fn.block(f"if 1 <= {number} <= {length}:"):
            self.assign(fn, names, self.entry(fn, place, f"({number} - 1)", e.type))
        with fn.block("else:"):
            self.assign(fn, names, missing)
        return names

    def _copy(self, fn: Function, e: f.Expr, env: Env) -> tuple[str, str, int]:
        """A list copied to the top of the arena: place, length, and the entries of each member."""
        place, length = self.atoms(fn, e, env)
        assert isinstance(e.type, ListOf)
        item = width(e.type.of)
        size = f"{length} * {item}" if item > 1 else length
        copy = fn.reserve(size)
        fn.line(f"copied(v, {place}, {size}, {copy})")
        return copy, length, item

    def _sorted(self, fn: Function, e: f.ListOp, env: Env) -> Words:
        assert isinstance(e.type, ListOf)
        source = e.args[0]
        if isinstance(source, f.Let):  # what stays the same around a loop stands before it
            inner = {**env, source.name: self.atoms(fn, source.value, env)}
            return self._sorted(fn, replace(e, args=(source.body,)), inner)
        if (
            isinstance(source, f.Listing)
            and isinstance(source.source, f.Blocks)
            and not source.join | isinstance(e.type.of, ListOf)
        ):
            copy, length = self._listed_parts(fn, source, env, ordered=False)
            item = width(e.type.of)
        else:
            copy, length, item = self._copy(fn, source, env)
        down = int(e.op == "descending")
        if isinstance(e.type.of, ListOf):
            if width(e.type.of.of) > 1:
                raise CannotCompileError("an order of lists of sets")
            fn.line(f"sort_lists(v, {copy}, {length}, {down})")
        elif isinstance(e.type.of, SetOf):
            fn.line(f"sort_sets(v, {copy}, {length}, {item}, {down})")
        else:
            fn.line(f"sort_numbers(v, {copy}, {length}, {down})")
        return copy, length

    def _reversed(self, fn: Function, e: f.ListOp, env: Env) -> Words:
        place, length = self.atoms(fn, e.args[0], env)
        assert isinstance(e.type, ListOf)
        item = width(e.type.of)
        copy = fn.reserve(f"{length} * {item}" if item > 1 else length)
        number = fn.fresh("k")
        with fn.block(f"for {number} in range({length}):"):
            fn.line(f"copied(v, {place} + ({length} - 1 - {number}) * {item}, {item}, {copy} + {number} * {item})")
        return copy, length

    def _concat(self, fn: Function, e: f.ListOp, env: Env) -> Words:
        assert isinstance(e.type, ListOf)
        item = width(e.type.of)
        (a, m), (b, n) = self.atoms(fn, e.args[0], env), self.atoms(fn, e.args[1], env)
        length = fn.let(f"{m} + {n}", "n")
        place = fn.reserve(f"{length} * {item}")
        fn.line(f"copied(v, {a}, {m} * {item}, {place})")
        fn.line(f"copied(v, {b}, {n} * {item}, {place} + {m} * {item})")
        return place, length

    def _convert(self, fn: Function, e: f.Convert, env: Env) -> Words:
        ahead = self.leading_set(fn, e, env)
        if ahead is not None:
            return ahead
        found = self.atoms(fn, e.part, env, "s")
        if isinstance(e.type, ListOf):
            if isinstance(e.part.type, ListOf):
                return found
            length = fn.let("0", "n")
            place = fn.reserve(self.count(fn, found, e.part.type))
            with self.each(fn, found, e.part.type) as item:
                self.put(fn, place, length, item)
                fn.line(f"{length} += 1")
            return place, length
        if isinstance(e.part.type, SetOf):
            return fitted(found, e.type)
        result = tuple(fn.let("I(0)", "set") for _ in range(width(e.type)))
        with self.each(fn, found, e.part.type) as item:
            self.include(fn, result, item[0], set_base(e.type))
        return result

    def _leading(self, fn: Function, e: f.Leading, env: Env) -> Words:
        found = self.atoms(fn, e.source, env, "s")
        length = fn.let("0", "n")
        with self.each(fn, found, e.source.type) as item:
            with fn.block(f"if not {self.condition(fn, e.test, {**env, e.name: item})}:"):
                fn.line("break")
            fn.line(f"{length} += 1")
        return found[0], length
