"""Which files beside a game share its names, and where a name stands in text that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.host.desk import Desk, Files, RenameRefused

BASE = """\
ggl: 1
name: Pond
players: [Green, Brown]
board: square(3)
pieces: {frog: {}}
moves:
  put:
    for: c in vacant
    where: WHERE
    do: put frog on c
  hop:
    for: c in cells with own frog, t in neighbors(c)
    where: empty(t)
    do: move c to t
end: {draw: {full: full}}
"""
VARIANT = "extends: base.yaml\nname: Two\nsetup: put Green frog on a1\n"


def renamed(folder: Path, base: str, where: str = "empty(c)") -> dict[str, str]:
    """The files that change when `frog` becomes `toad`."""
    path = folder / base
    text = BASE.replace("WHERE", where)
    path.write_text(text, "utf-8")
    made = Desk(str(path), text, Files(folder)).rename(text.index("frog"), "toad")
    return {Path(each.source.name).name: each.text for each in made}


@pytest.mark.parametrize(
    ("base", "extends"),
    [
        ("base.yaml", "extends: base.yaml"),
        ("base.yaml", '"extends": base.yaml'),
        ("base.yaml", "'extends' : \"base.yaml\"  # the pond"),
        ("base.yaml", "extends:\n  base.yaml"),
        ("base.yaml", "extends: |\n  base.yaml"),
        ("my base.yaml", "extends: my base.yaml"),
        ("my base.yml", "extends: 'my base.yml'"),
    ],
)
def test_a_variant_is_known_however_it_writes_its_base(base: str, extends: str, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(VARIANT.replace("extends: base.yaml", extends), "utf-8")
    (tmp_path / "three.yaml").write_text(VARIANT.replace("base.yaml", "two.yaml"), "utf-8")
    (tmp_path / "other.yaml").write_text(VARIANT.replace("base.yaml", "tic-tac-toe"), "utf-8")
    found = renamed(tmp_path, base)
    assert list(found) == sorted([base, "three.yaml", "two.yaml"])
    assert all("frog" not in text for text in found.values())


@pytest.mark.parametrize(
    "where",
    [
        "not (own frog on c) and c.",
        "not (own frog on c) and and true",
        "own frog onn c",
    ],
)
def test_a_name_in_an_expression_that_cannot_be_read_refuses_a_rename(where: str, tmp_path: Path) -> None:
    with pytest.raises(RenameRefused, match=r"`frog` stands in line 9 of `base\.yaml`, which has errors"):
        renamed(tmp_path, "base.yaml", where)


@pytest.mark.parametrize(
    "more",
    [
        "tests: {a: [\n",
        "look:\n\tgrid: x\n",
        "moves:\n  hop:\n    where: frog onn t\n",
        "tests: {a: {true: own frog on}}\n",
    ],
)
def test_a_variant_that_cannot_be_read_refuses_a_rename_of_a_name_in_it(more: str, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(VARIANT + more, "utf-8")
    with pytest.raises(RenameRefused, match=r"`frog` stands in line \d of `two\.yaml`, which has errors"):
        renamed(tmp_path, "base.yaml")


@pytest.mark.parametrize(
    ("where", "variant"),
    [
        ("empty(c) and c.", VARIANT),
        ("frogs onn c", VARIANT.replace("frog", "Frog")),
        ("not (own frog on c) and xyz", "extends: base.yaml\nname: Two\ntests: {a: [\n"),
    ],
)
def test_errors_elsewhere_do_not_refuse_a_rename(where: str, variant: str, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(variant, "utf-8")
    found = renamed(tmp_path, "base.yaml", where)
    assert "put toad on c" in found["base.yaml"]
    assert ("two.yaml" in found) == ("Green frog" in variant)


def test_a_file_with_two_names_is_changed_once(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(VARIANT, "utf-8")
    (tmp_path / "alias.yaml").symlink_to("two.yaml")
    (tmp_path / "pond.yaml").symlink_to("base.yaml")
    (tmp_path / "three.yaml").write_text(VARIANT.replace("base.yaml", "pond.yaml"), "utf-8")
    assert list(renamed(tmp_path, "base.yaml")) == ["base.yaml", "three.yaml", "two.yaml"]


def test_a_rename_after_an_edit_that_is_not_saved_reaches_the_variants(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(VARIANT, "utf-8")
    path, text = tmp_path / "base.yaml", BASE.replace("WHERE", "empty(c)")
    path.write_text(text, "utf-8")
    desk = Desk(str(path), "# A comment above.\n" + text, Files(tmp_path))
    made = {Path(each.source.name).name: each.text for each in desk.rename(desk.text.index("frog"), "toad")}
    assert made == {
        "base.yaml": desk.text.replace("frog", "toad"),
        "two.yaml": VARIANT.replace("frog", "toad"),
    }
