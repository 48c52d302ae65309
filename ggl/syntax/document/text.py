"""The characters of a file, before any YAML.

Takes bytes. `decode_text` gives a `Source` without byte order mark, or None with a finding for anything but text; `is_readable`
does the same for existing text. `read_bytes` never reads more than necessary, so that an endless file is just too long.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import IO

from ggl.diagnostics import Findings, Fix, Note
from ggl.diagnostics.catalog import file_and_yaml as codes
from ggl.source import Source

MAX_BYTES = 256 * 1024

# Control characters, unusual line ends, marks that turn the direction of reading, a byte order mark inside the text.
_UNWANTED = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)


PLAIN_SPACE = "put a plain space in its place"


def read_bytes(stream: IO[bytes]) -> bytes:
    """The bytes of a file for `decode_text`: all of them, or enough to see that they are too many."""
    return stream.read(MAX_BYTES + 1)


def decode_text(data: bytes, name: str, findings: Findings) -> Source | None:
    if len(data) > MAX_BYTES:
        _report_length(Source(name, ""), findings)
        return None
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return Source(name, body.decode("utf-8"))
    except UnicodeDecodeError as error:
        source = Source(name, body.decode("utf-8", errors="replace"))
        offset = len(body[: error.start].decode("utf-8"))
        message, label = "the file is not UTF-8 text", f"byte 0x{body[error.start]:02x} is not part of a character"
        findings.report(codes.NOT_UTF8, source.span(offset, offset + 1), message, label=label, help="save the file as UTF-8")
        return None


def is_readable(source: Source, findings: Findings) -> bool:
    """Whether the text is short enough and holds no character that cannot be seen."""
    size = len(source.text.encode("utf-8", errors="replace"))
    if size > MAX_BYTES:
        _report_length(source, findings)
        return False
    start = 1 if source.text.startswith("\ufeff") else 0
    unwanted = _UNWANTED.search(source.text, start)
    if unwanted is None:
        return True
    more = sum(1 for _ in _UNWANTED.finditer(source.text, unwanted.end()))
    findings.report(
        codes.BAD_CHARACTER,
        source.span(unwanted.start(), unwanted.end()),
        f"{character_name(unwanted[0])} is not allowed in a game file",
        notes=(Note(f"{more + 1} such characters in all"),) if more else (),
        help="end lines with LF or CRLF" if unwanted[0] == "\r" else "delete it, or save the file as UTF-8 text",
    )
    return False


def is_allowed(character: str) -> bool:
    return not _UNWANTED.match(character) and character != "\r"


def is_odd_space(character: str) -> bool:
    """Whether it looks like a blank and is none for YAML, as often comes with text from a web page."""
    return character not in " \t" and unicodedata.category(character) == "Zs"


def plain_spaces(source: Source, at: int) -> Fix:
    """The edit that turns the blanks at a place into plain ones, as many as there are."""
    text, start, end = source.text, at, at + 1
    while start > 0 and is_blank(text[start - 1]):
        start -= 1
    while end < len(text) and is_blank(text[end]):
        end += 1
    return Fix(source.span(start, end), " " * (end - start), PLAIN_SPACE)


def is_blank(character: str) -> bool:
    return character == " " or is_odd_space(character)


def character_name(character: str) -> str:
    if character == "\xa0":
        return "the no-break space U+00A0"
    return f"the invisible character U+{ord(character):04X}"


def _report_length(source: Source, findings: Findings) -> None:
    message = f"{source.name} has more than {MAX_BYTES:,} bytes, the most that a game file may have"
    findings.report(codes.FILE_TOO_LONG, None, message, help="use definitions and loops for what is repeated")
