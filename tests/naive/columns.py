"""Games of columns in plain Python, from their published rules: Lasca, Focus, DVONN and Tak on five by five.

A column is a list of pieces from the bottom up, each a player and a kind. What a player chooses is a text, as the files
write it.
"""

from __future__ import annotations

from itertools import groupby

Cell = tuple[int, int]
Piece = tuple[str, str]
Columns = dict[Cell, list[Piece]]

ORTHOGONAL = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
HEXES = ((1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1))


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnop'[cell[0] - 1]}{cell[1]}"


def told(column: list[Piece]) -> str:
    """A column as `State.piece_at` tells it."""
    runs = [(len(list(same)), " ".join(word for word in piece if word)) for piece, same in groupby(column)]
    return " under ".join(f"{number} {text}" if number > 1 else text for number, text in runs)


class Game:
    """Columns on cells; `moves` are the choices that there are, by their text, with what each leaves."""

    sides: tuple[str, str]
    cells: tuple[Cell, ...]

    def __init__(self) -> None:
        self.columns: Columns = {}
        self.mover = self.sides[0]
        self.ply = 0
        self.winner: str | None = None
        self.over = False

    @property
    def other(self) -> str:
        return self.sides[1 - self.sides.index(self.mover)]

    def top(self, cell: Cell) -> Piece | None:
        return self.columns[cell][-1] if cell in self.columns else None

    def owned(self, player: str) -> list[Cell]:
        return [cell for cell in self.cells if cell in self.columns and self.columns[cell][-1][0] == player]

    def board(self) -> dict[str, str]:
        return {name(cell): told(column) for cell, column in self.columns.items()}

    def moves(self) -> set[str]:
        raise NotImplementedError

    def play(self, text: str) -> None:
        raise NotImplementedError

    def pile(self, cell: Cell, pieces: list[Piece]) -> None:
        self.columns.setdefault(cell, []).extend(pieces)

    def lift(self, cell: Cell, number: int) -> list[Piece]:
        column = self.columns[cell]
        lifted = column[len(column) - number :]
        del column[len(column) - number :]
        if not column:
            del self.columns[cell]
        return lifted


class Lasca(Game):
    sides = ("White", "Black")
    cells = tuple((x, y) for y in range(1, 8) for x in range(1, 8) if (x + y) % 2 == 0)

    def __init__(self) -> None:
        super().__init__()
        for cell in self.cells:
            if cell[1] != 4:
                self.columns[cell] = [("White" if cell[1] < 4 else "Black", "soldier")]
        self.jumping: Cell | None = None
        self.jumped: set[Cell] = set()

    def ways(self, cell: Cell) -> list[Cell]:
        ahead = 1 if self.mover == "White" else -1
        return [(dx, dy) for dx in (-1, 1) for dy in (-1, 1) if dy == ahead or self.columns[cell][-1][1] == "officer"]

    def jumps(self) -> dict[str, tuple[Cell, Cell, Cell]]:
        found = {}
        for x, y in [self.jumping] if self.jumping else self.owned(self.mover):
            for dx, dy in self.ways((x, y)):
                over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                top = self.top(over)
                if top is None or top[0] == self.mover or over in self.jumped or to not in self.cells or to in self.columns:
                    continue
                found[f"{name((x, y))} x {name(to)}"] = ((x, y), over, to)
        return found

    def steps(self) -> dict[str, tuple[Cell, Cell]]:
        ways = [((x, y), (x + dx, y + dy)) for x, y in self.owned(self.mover) for dx, dy in self.ways((x, y))]
        return {f"{name(a)} - {name(b)}": (a, b) for a, b in ways if b in self.cells and b not in self.columns}

    def moves(self) -> set[str]:
        return set(self.jumps()) or set(self.steps())

    def play(self, text: str) -> None:
        jump = self.jumps().get(text)
        start, to = (jump[0], jump[2]) if jump else self.steps()[text]
        column = self.columns.pop(start)
        crowned = column[-1][1] == "soldier" and to[1] == (7 if self.mover == "White" else 1)
        if jump:
            column = [*self.lift(jump[1], 1), *column]
            self.jumped.add(jump[1])
        if crowned:
            column[-1] = (self.mover, "officer")
        self.columns[to] = column
        self.jumping = to
        if jump and not crowned and self.jumps():
            return
        self.jumping, self.jumped = None, set()
        self.mover, self.ply = self.other, self.ply + 1
        if not self.moves():
            self.over, self.winner = True, self.other


class Focus(Game):
    sides = ("Red", "Blue")
    cells = tuple(
        (x, y) for y in range(1, 9) for x in range(1, 9) if not (x + y < 4 or x + y > 14 or 9 - x + y < 4 or x + 9 - y < 4)
    )

    def __init__(self) -> None:
        super().__init__()
        for row, text in zip(range(7, 1, -1), ("RRBBRR", "BBRRBB", "RRBBRR", "BBRRBB", "RRBBRR", "BBRRBB"), strict=True):
            for column, letter in enumerate(text, 2):
                self.columns[column, row] = [("Red" if letter == "R" else "Blue", "disc")]
        self.reserve = dict.fromkeys(self.sides, 0)

    def moves(self) -> set[str]:
        found = {
            f"{name((x, y))} - {name((x + k * dx, y + k * dy))}"
            for x, y in self.owned(self.mover)
            for dx, dy in ORTHOGONAL.values()
            for k in range(1, len(self.columns[x, y]) + 1)
            if (x + k * dx, y + k * dy) in self.cells
        }
        return found | ({f"+ {name(cell)}" for cell in self.cells} if self.reserve[self.mover] else set())

    def play(self, text: str) -> None:
        places = {name(cell): cell for cell in self.cells}
        start, to = text.split()[0], places[text.split()[-1]]
        if start == "+":
            self.reserve[self.mover] -= 1
            self.pile(to, [(self.mover, "disc")])
        else:
            (x, y), (a, b) = places[start], to
            self.pile(to, self.lift((x, y), abs(x - a) + abs(y - b)))
        while len(self.columns[to]) > 5:
            owner, _ = self.columns[to].pop(0)
            self.reserve[self.mover] += owner == self.mover
        self.mover, self.ply = self.other, self.ply + 1
        if not self.moves():
            self.over, self.winner = True, self.other
        elif self.ply >= 400:
            self.over = True


class Dvonn(Game):
    sides = ("White", "Black")
    cells = tuple((x, y) for y, row in enumerate(("cdefghijk", "bcdefghijk", "abcdefghijk", "abcdefghij", "abcdefghi"), 1)
             for x in ("abcdefghijk".index(letter) + 1 for letter in row))  # fmt: skip

    def around(self, cell: Cell, by: int = 1) -> list[Cell]:
        ways = [(cell[0] + by * dx, cell[1] + by * dy) for dx, dy in HEXES]
        return [each for each in ways if each in self.cells]

    def jumps(self, player: str) -> set[str]:
        return {
            f"{name(cell)} - {name(to)}"
            for cell in self.owned(player)
            if sum(each in self.columns for each in self.around(cell)) < 6
            for to in self.around(cell, len(self.columns[cell]))
            if to in self.columns
        }

    @property
    def placing(self) -> bool:
        return self.ply < len(self.cells)

    def moves(self) -> set[str]:
        if self.placing:
            return {name(cell) for cell in self.cells if cell not in self.columns}
        return self.jumps(self.mover) or {"pass"}

    def play(self, text: str) -> None:
        places = {name(cell): cell for cell in self.cells}
        again = False
        if self.placing:
            self.columns[places[text]] = [("", "dvonn") if self.ply < 3 else (self.mover, "disc")]
            again = self.ply == 48
        elif text != "pass":
            start, to = (places[word] for word in text.split(" - "))
            self.pile(to, self.columns.pop(start))
            self.sweep()
        self.ply += 1
        self.mover = self.mover if again else self.other
        if not self.placing and not self.jumps("White") and not self.jumps("Black"):
            self.over = True
            white, black = (sum(len(self.columns[cell]) for cell in self.owned(player)) for player in self.sides)
            self.winner = None if white == black else self.sides[white < black]

    def sweep(self) -> None:
        """Columns that hang together with no red piece leave the board."""
        kept = {cell for cell, column in self.columns.items() if ("", "dvonn") in column}
        waiting = list(kept)
        while waiting:
            for each in self.around(waiting.pop()):
                if each in self.columns and each not in kept:
                    kept.add(each)
                    waiting.append(each)
        self.columns = {cell: column for cell, column in self.columns.items() if cell in kept}


class Tak(Game):
    sides = ("White", "Black")
    cells = tuple((x, y) for y in range(1, 6) for x in range(1, 6))

    def __init__(self) -> None:
        super().__init__()
        self.stock = {player: {"flat": 21, "capstone": 1} for player in self.sides}
        self.carried: tuple[Cell, str, int] | None = None
        """Where pieces are carried, in which direction, and how many may go on."""

    def target(self, cell: Cell, way: str, number: int) -> Cell | None:
        to = cell[0] + ORTHOGONAL[way][0], cell[1] + ORTHOGONAL[way][1]
        top = self.top(to)
        if to not in self.cells or (top is not None and top[1] == "capstone"):
            return None
        crushes = number == 1 and self.columns[cell][-1][1] == "capstone"
        return None if top is not None and top[1] == "wall" and not crushes else to

    def goings(self) -> list[tuple[str, Cell, str, int]]:
        if self.carried:
            cell, way, most = self.carried
            return [(f"{n} {way}", cell, way, n) for n in range(1, most + 1) if self.target(cell, way, n)]
        return [
            (f"{n} {name(cell)} {way}", cell, way, n)
            for cell in (self.owned(self.mover) if self.ply > 1 else [])
            for way in ORTHOGONAL
            for n in range(1, min(5, len(self.columns[cell])) + 1)
            if self.target(cell, way, n)
        ]

    def moves(self) -> set[str]:
        found = {text for text, *_ in self.goings()}
        if self.carried:
            return found | {"stop"}
        stock = self.stock[self.mover]
        kinds = [kind for kind in ("flat", "wall", "capstone") if stock["flat" if kind == "wall" else kind]]
        kinds = kinds if self.ply > 1 else ["flat"]
        return found | {f"place {name(cell)} {kind}" for cell in self.cells if cell not in self.columns for kind in kinds}

    def play(self, text: str) -> None:
        if text.startswith("place"):
            _, where, kind = text.split()
            owner = self.mover if self.ply > 1 else self.other
            self.stock[owner]["flat" if kind == "wall" else kind] -= 1
            self.columns[next(cell for cell in self.cells if name(cell) == where)] = [(owner, kind)]
        elif text != "stop":
            _, cell, way, number = next(going for going in self.goings() if going[0] == text)
            to = self.target(cell, way, number)
            assert to is not None
            if to in self.columns and self.columns[to][-1][1] == "wall":
                self.columns[to][-1] = (self.columns[to][-1][0], "flat")
            self.pile(to, self.lift(cell, number))
            self.carried = (to, way, number - 1)
            if self.goings():
                return
        self.carried = None
        moved, self.mover, self.ply = self.mover, self.other, self.ply + 1
        roads = [player for player in (moved, self.mover) if self.road(player)]
        flats = {player: sum(self.top(cell) == (player, "flat") for cell in self.cells) for player in self.sides}
        if roads:
            self.over, self.winner = True, roads[0]
        elif len(self.columns) == 25 or any(not sum(stock.values()) for stock in self.stock.values()):
            self.over = True
            best = max(flats.values())
            winners = [player for player in self.sides if flats[player] == best]
            self.winner = winners[0] if len(winners) == 1 else None

    def road(self, player: str) -> bool:
        paved = {cell for cell in self.cells if self.top(cell) in ((player, "flat"), (player, "capstone"))}
        for axis in (0, 1):
            reached = {cell for cell in paved if cell[axis] == 1}
            waiting = list(reached)
            while waiting:
                x, y = waiting.pop()
                for dx, dy in ORTHOGONAL.values():
                    if (x + dx, y + dy) in paved - reached:
                        reached.add((x + dx, y + dy))
                        waiting.append((x + dx, y + dy))
            if any(cell[axis] == 5 for cell in reached):
                return True
        return False
