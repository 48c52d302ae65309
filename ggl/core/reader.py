"""Text of `ggl.core.printer` back to the core.

Takes text. Gives the form it stands for, without spans, or raises `ReadError`. The result may still be inconsistent: use
`ggl.core.verify`. This module lists no forms: it reads the classes of `forms.py`.
"""

from __future__ import annotations

import json
import re
from dataclasses import is_dataclass

from ggl.core import forms as f
from ggl.core.printer import head_of, own_fields
from ggl.core.types import BOOL, Domain, Fin, ListOf, Num, Opt, SetOf, Type

_TOKEN = re.compile(r'(?:\s|;[^\n]*)*(?:([()\[\]])|<([^>]*)>|("(?:[^"\\]|\\.)*")|(-?\d+)(?![\w.])|([A-Za-z_][\w.\-]*))')
_NUM = re.compile(r"(-?\d+)\.\.(-?\d+)(?:/(\d+))?")
_FIN = re.compile(r"@?([^:@]+)(?::(\d+))?")
_WORDS: dict[str, object] = {"true": True, "false": False, "nil": None}

_CLASSES = {head_of(item): item for item in vars(f).values() if isinstance(item, type) and is_dataclass(item)}
_CLASSES["domain"] = Domain


class ReadError(ValueError):
    """The text is no printed core."""


def read_core(text: str) -> f.CoreGame:
    core = read_form(text)
    if not isinstance(core, f.CoreGame):
        raise ReadError("this is not a whole game")
    return core


def read_form(text: str, domains: dict[str, Domain] | None = None) -> object:
    """One form, type or tuple; `domains` are those that types name without a size."""
    reader = _Reader(text, dict(domains or {}))
    value = reader.value()
    if text[reader.at :].strip():
        raise ReadError(f"something follows the end, at {reader.at}")
    return value


class _Reader:
    def __init__(self, text: str, domains: dict[str, Domain]) -> None:
        self._text = text
        self._domains = domains
        self.at = 0

    def value(self) -> object:
        bracket, type_, string, number, word = self._token()
        if bracket == "(":
            return self._form()
        if bracket == "[":
            return self._items("]")
        if type_ is not None:
            return self._type(type_)
        if string is not None:
            return json.loads(string)
        if number is not None:
            return int(number)
        if word is not None:
            return _WORDS.get(word, word)
        raise ReadError(f"`{bracket}` closes nothing, at {self.at}")

    def _token(self) -> tuple[str | None, ...]:
        found = _TOKEN.match(self._text, self.at)
        if found is None:
            raise ReadError(f"nothing to read at {self.at}")
        self.at = found.end()
        return found.groups()

    def _items(self, closing: str) -> tuple[object, ...]:
        items: list[object] = []
        while True:
            before = self.at
            bracket, *_ = self._token()
            if bracket == closing:
                return tuple(items)
            self.at = before
            items.append(self.value())

    def _form(self) -> object:
        *_, head = self._token()
        class_ = _CLASSES.get(head or "")
        if class_ is None:
            raise ReadError(f"there is no form `{head}`, at {self.at}")
        names = [spec.name for spec in own_fields(class_)]
        values = self._items(")")
        if len(values) > len(names):
            raise ReadError(f"`{head}` has {len(names)} fields, at {self.at}")
        try:
            form = class_(**dict(zip(names, values, strict=False)))
        except TypeError as error:
            raise ReadError(f"{error}, at {self.at}") from None
        if isinstance(form, Domain):  # a game begins with its domains; later types refer to them
            self._domains[form.name] = form
        return form

    def _type(self, text: str) -> Type:
        if text == "bool":
            return BOOL
        if text.startswith("{") and text.endswith("}"):
            return SetOf(self._element(text[1:-1]))
        if text.startswith("[") and text.endswith("]"):
            return ListOf(self._type(text[1:-1]))
        if text.endswith("?"):
            return Opt(self._element(text[:-1]))
        return self._element(text)

    def _element(self, text: str) -> Fin | Num:
        number = _NUM.fullmatch(text)
        if number:
            return Num(int(number[1]), int(number[2]), int(number[3] or 1))
        name = _FIN.fullmatch(text)
        if name and name[2]:
            return Fin(Domain(name[1], int(name[2])))
        if name and name[1] in self._domains:
            return Fin(self._domains[name[1]])
        raise ReadError(f"`<{text}>` is not a type, at {self.at}")
