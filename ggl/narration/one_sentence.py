"""Moves that fit one sentence: "Put a stone of yours on an empty cell", "Move a man of yours from its cell c to t ..".

Takes the folded binders and effects of a move; returns the sentence, or nothing if the choice and the effects need
sentences of their own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ggl.model.definition import Conditions
from ggl.narration import folds, idioms, piece_effects
from ggl.narration.effect_text import EffectText
from ggl.narration.facts import Facts, element
from ggl.narration.nouns import Many, Noun, capital, quoted_name
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def picking(
    facts: Facts, binders: tuple[t.Binder, ...], where: Conditions | None
) -> tuple[tuple[t.Binder, ...], Conditions | None]:
    """The binders with those conditions in them that only ask whether what is chosen is empty; and the other conditions."""
    if where is None:
        return binders, where
    asked = {name: part for part in where.parts if (name := _asked_empty(part[1]))}
    found, taken = [], []
    for binder in binders:
        part = asked.get(binder.name)
        source = facts.folding.tree(binder.source)
        if part is None or binder.test is not None or facts.said(part[0]) or not _is_of_sites(source):
            found.append(binder)
        else:
            found.append(facts.folding.tree(replace(binder, source=source, test=part[1])))
            taken.append(part)
    return tuple(found), replace(where, parts=tuple(part for part in where.parts if part not in taken))


def _is_of_sites(source: t.Expr) -> bool:
    """Whether "empty" can precede the noun of the members."""
    if isinstance(source, t.Name):
        return source.name in ("cells", "edges", "rim", "vertices", "links", "border", "center")
    return isinstance(source, t.Call) and source.name in ("neighbors", "steps", "around", "leaps", "between")


def _asked_empty(tree: t.Expr) -> str:
    match tree:
        case t.Call(name="empty", args=(t.Name(name=name),)):
            return name
    return ""


@dataclass(frozen=True)
class Telling:
    """A move being told: `before` knows no choice yet, `after` all of them; `later` are the names that are spoken of again."""

    facts: Facts
    binders: tuple[t.Binder, ...]
    before: Speaker
    after: Speaker
    later: Collection[str]

    def sentence(self, do: t.Effect) -> str | None:
        binders = self.binders
        site = do.on if isinstance(do, t.Put) else do.source if isinstance(do, t.Take) else None
        if isinstance(do, t.Put | t.Take) and isinstance(do.pieces.owner, t.IfElse):
            return None  # the text has the choice first, then the owner
        if isinstance(do, t.Put) and isinstance(do.pieces.words[-1], t.IfElse):
            return None  # the kind depends on a condition
        if len(binders) == 1 and site is not None and t.is_name(site, binders[0].name):
            return self._done_there(binders[0], do) if folds.count_mentions(do, binders[0].name) == 1 else None
        if len(binders) != 2:
            return None
        match do:
            case t.Move(pieces=None):
                return self._moved(do, "")
            case t.Block(parts=(t.Take(pieces=pieces, source=source, supply=None), t.Move(pieces=None) as move)):
                taken, _ = piece_effects.tell_pieces(EffectText(self.after), pieces)
                return self._moved(move, taken.named()) if t.is_name(source, binders[1].name) else None
        return None

    def _letter(self, name: str) -> str:
        return quoted_name(name) if name in self.later else ""

    def _chosen(self, speaker: Speaker, binder: t.Binder) -> Many:
        return folds.picked_members(speaker, replace(binder, source=self.facts.folding.tree(binder.source)))

    def _done_there(self, binder: t.Binder, do: t.Effect) -> str:
        source = self.facts.folding.tree(binder.source)
        found = idioms.pieces_idiom(self.before, source)
        owner = found.owner if found is not None else None
        if isinstance(do, t.Take) and found is not None and found.where is None and binder.test is None:
            taken, said = piece_effects.tell_pieces(EffectText(self.after), do.pieces)
            letter = self._letter(binder.name)
            whole = not said and taken.one in (found.kind.one, "piece")
            if whole and do.supply is not None and do.supply == t.Supply(None, None, span=do.supply.span) and owner is not None:
                self.before.use("hand")
                where = f" from its {self.facts.cell} {letter}" if letter else ""
                return f"Return {self._piece(found)}{where} to {owner.possessive} {self.facts.supply}."
            if whole and do.supply is None:
                where = f" from its {self.facts.cell} {letter}" if letter else ""
                return f"Remove {self._piece(found)}{where}."
        many = self._chosen(self.before, binder)
        chosen = Noun(many.some(self._letter(binder.name)))
        told = EffectText(
            replace(self.before, replaces=self.after.replaces).knowing(binder.name, element(self.before.sort(source)), chosen)
        ).said(do)
        return f"{capital(told)}."

    def _piece(self, found: idioms.Pieces) -> str:
        if found.owner == self.before.opponent:
            return replace(found.kind, one=f"enemy {found.kind.one}").some()
        return replace(found.kind, owner=found.owner).some()

    def _moved(self, do: t.Move, taken: str) -> str | None:
        """`for: c in cells with own man, t in steps(c, ..)`, `move c to t`; `taken` is what stood on t and goes first."""
        one, two = self.binders
        source = self.facts.folding.tree(one.source)
        found = idioms.pieces_idiom(self.before, source)
        if found is None or found.where is not None or one.test is not None or piece_effects.layers(self.after, do.source) > 1:
            return None
        if not t.is_name(do.source, one.name) or not t.is_name(do.target, two.name):
            return None
        middle = self.before.knowing(one.name, element(self.before.sort(source)))
        letter = self._letter(two.name)
        goal = self._chosen(middle, two).some(letter)
        piece = self._piece(found)
        if not taken:
            replaced = piece_effects.replaced(self.after, do.target, piece_effects.moved(self.after, do.source))
            return f"Move {piece} from its {self.facts.cell} {quoted_name(one.name)} to {goal}{replaced}."
        is_there = isinstance(two.source, t.With) and two.source.phrase.adjective == "enemy"
        where = f" on {letter}" if letter else "" if is_there else " there"
        first = f" {'That' if is_there else 'Any'} {taken}{where} is removed first." if taken else ""
        return f"Move {piece} from its {self.facts.cell} {quoted_name(one.name)} to {goal}.{first}"
