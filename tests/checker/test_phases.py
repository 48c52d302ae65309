"""The `until` of the last phase: it does nothing, which is told of the file that has it, and not of its variants."""

from __future__ import annotations

from pathlib import Path

from ggl.play.loading import check_source, find_source

BASE = """\
name: Placing
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves: {place: {for: c in vacant, do: put stone on c}}
turn: {phases: {first: {until: ply > 2}, second: {until: ply > 4}}}
end: {draw: full}
"""
VARIANT = "name: Variant\nextends: placing.yaml\n"


def test_an_until_of_the_last_phase_is_told_of_the_file_that_has_it(tmp_path: Path) -> None:
    own = VARIANT + "turn: {phases: {only: {until: ply > 4}}}\n"
    for name, text, told in (("placing", BASE, ["second"]), ("variant", VARIANT, []), ("own", own, ["only"])):
        (tmp_path / f"{name}.yaml").write_text(text)
        _, found = check_source(find_source(str(tmp_path / f"{name}.yaml")))
        assert [each.message for each in found] == [f"no phase follows `{phase}`, so its `until` does nothing" for phase in told]
