"""The sections of a rule sheet about playing: the turn with its moves, passing, the pie rule, the end, score, the match."""

from __future__ import annotations

import re
from dataclasses import replace

from ggl.model.definition import Conditions, EndPart, MovePart
from ggl.narration import folds, idioms, one_sentence, said
from ggl.narration.deeds import Deeds, Line
from ggl.narration.facts import Facts, element, of_type
from ggl.narration.folds import mentions
from ggl.narration.layout import Entry, Part, Section
from ggl.narration.nouns import Noun, capital, conjugated, listed, shown, words
from ggl.narration.sections import first_side
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, THE_PLAYER, Speaker
from ggl.syntax import tree as t

IT = Noun("it", "one", "its", "its own")

# ----------------------------------------------------------------------------------------------------------- the turn


class Turn:
    """A turn, told. Moves that no option allows are left out."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.part = facts.checked.definition.turn
        self.moves = {
            name: move
            for name, move in facts.checked.definition.moves.items()
            if facts.folding.conditions(move.where) is not None and facts.folding.conditions(move.ensure) is not None
        }
        self.shown: dict[str, None] = {}

    def section(self) -> Section:
        parts: list[Part] = []
        if self.part.begin is not None:
            lines = Deeds(Speaker(self.facts)).lines(self.facts.folding.tree(self.part.begin))
            if lines:
                parts += ["At the start of your turn:", *lines]
        if self.part.phases:
            for phase in self.part.phases:
                parts.append(f'In the phase "{words(phase.name)}": {self._offer(phase.play)}')
                if phase.until is not None:
                    until = self._ending(self.facts.folding.tree(phase.until))
                    parts.append(f"This phase lasts until {until}.")
        else:
            offer = self._offer(self.part.play)
            parts += [offer] if offer else []
        for number, name in enumerate(self._all_shown(), 1):
            told = self._move(self.moves[name])
            parts += told if self._alone else [Entry(f"{number}. {self.title(name)}", told)]
        if self.part.again_while is not None:
            test = Speaker(self.facts, leaving=True).says(self.facts.folding.tree(self.part.again_while))
            parts.append(f"After a move you move again, in the same turn, for as long as {test} and you can.")
        if self.part.preferred is not None:
            parts.append(self._preferred(self.facts.folding.tree(self.part.preferred)))
        parts.append(self._passing())
        return Section("A turn", tuple(parts))

    def _preferred(self, tree: t.Expr) -> str:
        """Which of the whole turns are allowed."""
        speaker = Speaker(self.facts, leaving=True)
        wanted = []
        for value in tree.items if isinstance(tree, t.ListOf) else (tree,):
            turned = isinstance(value, t.Unary) and value.op == "-"
            least = (self.part.prefer == "least") != turned
            text = speaker.value(value.of if isinstance(value, t.Unary) and turned else value).text
            wanted.append(f"{text} is {'least' if least else 'greatest'}")
        rest = "".join(f"; if that leaves several, one at the end of which {one}" for one in wanted[1:])
        return f"Of all the ways to play your whole turn, you must choose one at the end of which {wanted[0]}{rest}."

    @property
    def _alone(self) -> bool:
        """Whether a turn is one move, always the same, so that its name need not be said."""
        return not self.facts.exact and len(self.moves) == 1 and not self.part.phases

    def title(self, name: str) -> str:
        return capital(words(name))

    def _ending(self, tree: t.Expr) -> str:
        return Speaker(self.facts, SIDE_TO_MOVE, OTHER_SIDE).says(tree)

    def _offer(self, plan: t.Plan | None) -> str:
        """Which moves a turn may be, most urgent first."""
        if plan is None:
            tiers = [[name for name, move in self.moves.items() if move.started]]
        else:
            tiers = [[pick.name for pick in tier if pick.name in self.moves] for tier in plan.tiers]
        tiers = [tier for tier in tiers if tier]
        for tier in tiers:
            self.shown |= dict.fromkeys(tier)
        names = [listed((self.title(name) for name in tier), "or") for tier in tiers]
        if not names:
            return "There is no move."
        if len(names) == 1:
            if len(tiers[0]) == 1 and self._alone:
                return ""
            if len(tiers[0]) == 1:
                return f"On your turn you make this move: {names[0]}."
            return f"On your turn you make one of these moves: {names[0]}."
        steps = [f"If you can make the move {names[0]}, you must."]
        steps += [f"If you cannot, you must make the move {name} if you can." for name in names[1:-1]]
        steps.append(f"Only if you cannot, you make the move {names[-1]}.")
        return " ".join(steps)

    def _all_shown(self) -> list[str]:
        """The moves that a turn offers, then those that follow on them."""
        order = list(self.shown)
        for name in order:
            then = self.moves[name].then
            for pick in [p for tier in self._then(then).tiers for p in tier] if then is not None else []:
                if pick.name not in order and pick.name in self.moves:
                    order.append(pick.name)
        return order

    def _then(self, plan: t.Plan) -> t.Plan:
        plan = self.facts.folding.tree(plan)
        never = plan.test is not None and self.facts.folding.constant(plan.test) is False
        return t.Plan((), None, span=plan.span) if never else plan

    # ---- one move

    def _move(self, move: MovePart) -> tuple[Part, ...]:
        facts, fold = self.facts, self.facts.folding
        speaker = Speaker(facts)
        parts: list[Part] = []
        for param in move.params:
            schema = next((s for s in facts.checked.core.schemas if s.name == move.name), None)
            sort = self._param_sort(schema, param)
            speaker = speaker.knowing(param, sort)
        intro = ""
        if not move.started:
            intro = "This move only follows another one of the same turn. "
            if move.params:
                given = listed(map(shown, move.params))
                intro = f"This move only follows another one of the same turn, which says what {given} is. "
        where, before = fold.conditions(move.where), speaker
        binders, where = (move.binders, where) if facts.exact else one_sentence.picking(facts, move.binders, where)
        chosen: list[str] = []
        for binder in binders:
            source = fold.tree(binder.source)
            chosen.append(folds.picked(speaker, replace(binder, source=source)).some(shown(binder.name)))
            speaker = speaker.knowing(binder.name, element(speaker.sort(source)))
        sentence = None
        if not facts.exact and not move.lets:
            later = _spoken_of(where, fold.conditions(move.ensure), move.then)
            telling = one_sentence.Telling(facts, binders, before, speaker, later)
            sentence = telling.sentence(fold.tree(move.do))
        if sentence is not None:
            parts.append(intro + sentence)
        else:
            parts.append(intro + (f"Choose {_chosen(chosen)}." if chosen else "There is nothing to choose."))
        for let in move.lets:
            value = fold.tree(let.value)
            parts.append(self._let(speaker, let.name, value))
            speaker = speaker.knowing(let.name, speaker.sort(value))
        nouns = {name: local.noun for name, local in speaker.locals.items()}
        if said_of_it := facts.said(move.name):
            parts.insert(0, f"{capital(said.filled(said_of_it, nouns).rstrip('.'))}.")
        parts += _conditions("This must be so:" if facts.exact else "This is allowed only if:", speaker, where)
        speaker = replace(speaker, leaving=True)
        lines = Deeds(speaker).lines(fold.tree(move.do)) if sentence is None else ()
        parts += ["Then:", *lines] if lines else []
        parts += _conditions("After that, this must be so; otherwise the move is not allowed:", speaker,
                             fold.conditions(move.ensure))  # fmt: skip
        if move.then is not None:
            parts += self._follow(move, speaker)
        return tuple(parts)

    @staticmethod
    def _param_sort(schema: object, param: str) -> str:
        params = getattr(schema, "params", ())
        return next((of_type(p.type) for p in params if p.name == param), "cell")

    @staticmethod
    def _let(speaker: Speaker, name: str, tree: t.Expr) -> str:
        if speaker.sort(tree) == "condition":
            return f"Say that {shown(name)} holds if {speaker.says(tree)}."
        return f"Let {shown(name)} be {speaker.value(tree).text}."

    def _follow(self, move: MovePart, speaker: Speaker) -> list[Part]:
        assert move.then is not None
        plan = self._then(move.then)
        picks = [pick for tier in plan.tiers for pick in tier if pick.name in self.moves]
        if not picks:
            return []
        optional = move.then.tiers[0][0].optional  # it stands in front, and is true of all
        told = [self._picked(move, pick, speaker) for pick in picks]
        named = listed((f"{title} ({handed})" if handed else title for title, handed in told), "or")
        if len(told) == 1:
            named = ", ".join(filter(None, told[0]))
        sentence = f"you {'may go' if optional else 'go'} on, in the same turn, with the move {named}"
        if self.facts.exact:
            sentence += ", or stop there." if optional else "; if that is not possible, your turn ends."
        else:
            sentence += ", or stop there." if optional else ", if you can."
        if plan.test is not None and not self.facts.exact:
            return [f"If after that {speaker.says(plan.test)}, {sentence}"]
        if plan.test is not None:
            return [f"If after that {speaker.says(plan.test)}, {sentence} Otherwise your turn ends."]
        return [f"Then {sentence}"]

    def _picked(self, move: MovePart, pick: t.Picked, speaker: Speaker) -> tuple[str, str]:
        """What goes on, and what is handed to it."""
        target = self.moves[pick.name]
        given = list(zip(target.params, pick.args, strict=False)) + [(n.name, n.value) for n in pick.named]
        handed = [f"{shown(name)} {'staying as it is' if t.is_name(value, name) else f'being {speaker.value(value).text}'}"
                  for name, value in given]  # fmt: skip
        again = " again" if pick.name == move.name else ""
        return f"{self.title(pick.name)}{again}", listed(handed, nothing="")

    def _passing(self) -> str:
        match self.part.passing:
            case "free":
                return "Instead of moving, you may pass."
            case "forced" if not self.facts.exact:
                return "You pass if you cannot move, and only then."
            case "forced":
                return "If you have no legal move, you must pass. Otherwise you may not pass."
        return "You may not pass."

    # ---- the pie rule

    def pie(self) -> Section:
        if not self.part.pie or not self.facts.folding.is_on(self.part.pie_if):
            return Section("", ())
        players = self.facts.checked.players
        first = first_side(self.facts) or players[0]
        second = next(player for player in players if player != first)
        if self.part.pie == "swap-sides":
            text = (
                f'In the first turn of {second}, its player may, instead of moving, say "swap-sides". The two players then '
                f"exchange sides; the pieces stay as they are. This choice is a turn of its own. {second} moves next, now played "
                "by the other player. This can be done only then, and only once."
            )
        else:
            text = (
                f"The first player begins as {first}. When it is {second}'s turn for the first time, the second player first "
                f'chooses a side: "take-{first.lower()}" '
                f'to play {first} from now on, or "take-{second.lower()}" to play {second}. This choice is a turn of its '
                f'own. {second} moves next, whoever that is now: after "take-{second.lower()}" the second player takes two '
                "turns running, the choice and the move."
            )
        return Section("The pie rule", (text,))


def _spoken_of(*parts: Conditions | t.Plan | None) -> set[str]:
    """The names that stand in conditions and in what follows on a move."""
    waiting: list[t.Tree] = []
    for part in parts:
        waiting += [tree for _, tree in part.parts] if isinstance(part, Conditions) else [part] if part is not None else []
    names = set()
    while waiting:
        tree = waiting.pop()
        names |= {tree.name} if isinstance(tree, t.Name) else set()
        waiting += t.children(tree)
    return names


def _chosen(items: list[str]) -> str:
    """What is chosen, in order."""
    return f"{', '.join(items[:-1])}, and {items[-1]}" if len(items) > 2 else " and ".join(items)


def _conditions(head: str, speaker: Speaker, conditions: Conditions | None) -> list[Part]:
    if conditions is None or not conditions.parts:
        return []
    return [head, *(Line(_condition(speaker, name, tree)) for name, tree in conditions.parts)]


def _condition(speaker: Speaker, name: str, tree: t.Expr, *, decides: bool = False) -> str:
    """The author's name for a condition, or a sentence on it, then what it means. `decides`: the game ends where it holds."""
    deciding = idioms.deciding(speaker, tree) if decides and not speaker.facts.exact else None
    meaning, text = deciding or speaker.says(tree), speaker.facts.said(name) if name else ""
    if text:
        name = said.clause(text, {each: local.noun for each, local in speaker.locals.items()})
    if not name or _plain(name) == _plain(meaning):
        return f"{capital(meaning)}."
    return f"{capital(name)}: {meaning}."


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()


# ------------------------------------------------------------------------------------------------------------ the end


def the_end(facts: Facts) -> Section:
    definition = facts.checked.definition
    parts: list[Part] = []
    at_once, later = _asked(facts, begun=False), _asked(facts, begun=True)
    lines = at_once + later
    if at_once:
        next_side = ", when the next side is to move" if any(_asks_mover(part) for part in definition.end) else ""
        parts.append(f"After every turn{next_side}, {_asked_so(at_once)}.{_whom(facts, 'made the turn')}")
    parts += at_once
    if later:
        asked = _asked_so(later)
        parts.append(f"When a turn has begun, and all is done that is said to be done at its start, {asked}."
                     + ("" if at_once else _whom(facts, "made the turn before")))  # fmt: skip
    parts += later
    if len(facts.checked.players) > 2 and any(part.outcome == "lose" for part in definition.end):
        parts.append("When somebody loses, all others win together.")
    effects: list[t.Tree] = [*(m.do for m in definition.moves.values()), *(r.body for r in definition.routines.values())]
    if any(_finishes(effect) for effect in effects):
        parts.append("A move may also end the game at once, as told there." if lines else
                     "The game ends when a move ends it, as told there.")  # fmt: skip
    if definition.turn.passing == "never" and not any(mentions_stuck(part) for part in definition.end):
        parts.append("If the side to move has no legal move, the game is a draw.")
    return Section("The end", tuple(parts))


def _asked_so(lines: list[Part]) -> str:
    return "these are asked in this order; the first that is so decides" if len(lines) > 1 else "this is asked"


def _asks_mover(part: EndPart) -> bool:
    """Whether a line of the end speaks of the side to move."""
    trees = [tree for _, tree in part.conditions.parts]
    return part.subject in ("mover", "opponent") or any(mentions(tree, name) for tree in trees for name in _OF_THE_MOVER)


_OF_THE_MOVER = ("mover", "opponent", "stuck")


def _whom(facts: Facts, turn: str) -> str:
    """Of whom it is asked first, where a line is asked of each player and only one can win or lose by it."""
    if not any(part.each and not part.together for part in facts.checked.definition.end):
        return ""
    if facts.exact:
        return f' What is said of "a player" is asked first of the side that {turn}.'
    if len(facts.checked.players) == 2:
        return f" What is true of both players counts for the side that {turn}."
    return f" What is true of several players counts for the first of them, beginning with the side that {turn}."


def _asked(facts: Facts, *, begun: bool) -> list[Part]:
    """The rules of the end that are asked after a turn, or those that wait until the next one has begun."""
    flags = iter(rule.begun for rule in facts.checked.core.end)
    lines: list[Part] = []
    for part in facts.checked.definition.end:
        parts = tuple(one for one in part.conditions.parts if next(flags) == begun)
        line = _end(facts, replace(part, conditions=replace(part.conditions, parts=parts)))
        lines += [line] if line is not None else []
    return lines


def mentions_stuck(part: EndPart) -> bool:
    return any(mentions(tree, "stuck") for _, tree in part.conditions.parts)


def _finishes(tree: t.Tree) -> bool:
    return isinstance(tree, t.Result) or any(_finishes(child) for child in t.children(tree))


def _end(facts: Facts, part: EndPart) -> Line | None:
    conditions = facts.folding.any_of(part.conditions)
    if not conditions.parts:
        return None
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    if part.together:
        speaker = speaker.knowing(part.subject, "player", THE_PLAYER)
        head = f"A player {conjugated(part.outcome, 'one', True)}, together with all others of whom the same is so, if"
    elif part.each:
        speaker = speaker.knowing(part.subject, "player", THE_PLAYER)
        head = f"A player {conjugated(part.outcome, 'one', True)} if"
    elif part.subject:
        who = speaker.value(t.Name(part.subject, span=part.span))
        head = f"{capital(who.text)} {conjugated(part.outcome, who.person, True)} if"
        if part.subject == "mover":
            speaker = Speaker(facts, IT, OTHER_SIDE)
    elif part.outcome == "draw":
        head = "The game is a draw if"
    else:
        head = f"The game ends, and the {'higher' if len(facts.checked.players) < 3 else 'highest'} score wins, if"
    if len(conditions.parts) == 1 and not facts.exact:
        return Line(_one_reason(facts, speaker, head, *conditions.parts[0]))
    if len(conditions.parts) == 1 and not conditions.parts[0][0]:
        return Line(f"{head} {speaker.says(conditions.parts[0][1])}.")
    so = "this is so" if len(conditions.parts) == 1 else "any of this is so"
    return Line(f"{head} {so}:", tuple(Line(_condition(speaker, *one, decides=True)) for one in conditions.parts))


def _one_reason(facts: Facts, speaker: Speaker, head: str, name: str, tree: t.Expr) -> str:
    """A line with one condition, in one sentence: the reading, and the author's name for it if that says something else."""
    text = facts.said(name) if name else ""
    reading = idioms.deciding(speaker, tree) or speaker.says(tree)
    if text:
        return f"{head} {said.clause(text, {each: local.noun for each, local in speaker.locals.items()})}: {reading}."
    same = not name or _plain(name) == _plain(reading)
    return f"{head} {reading}." if same else f"{head} {reading} ({name})."


def the_score(facts: Facts) -> Section:
    definition = facts.checked.definition
    if definition.score is None:
        return Section("", ())
    parts = _per_player(facts, "The score of a player", definition.score.params, definition.score.body)
    tie = definition.tie
    decided_by_score = any(part.outcome == "score" for part in definition.end)
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    equal = "If the scores are equal" if len(facts.checked.players) < 3 else "If several have the highest score"
    if decided_by_score and tie is not None and tie.outcome == "shared":
        parts.append(f"{equal}, they win together.")
    elif decided_by_score and (tie is None or tie.player is None):
        parts.append("Equal scores are a draw." if len(facts.checked.players) < 3 else f"{equal}, the game is a draw.")
    elif decided_by_score and tie is not None and tie.player is not None:
        who = speaker.value(facts.folding.tree(tie.player))
        parts.append(f"{equal}, {who.text} {conjugated(tie.outcome, who.person, True)}.")
    return Section("The score", tuple(parts))


def _per_player(facts: Facts, head: str, params: tuple[str, ...], body: t.Expr) -> list[Part]:
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    for param in params:
        speaker = speaker.knowing(param, "player", THE_PLAYER)
    tree = facts.folding.tree(body)
    if isinstance(tree, t.Lined):
        lines = [Line(f"{capital(test)}: {speaker.value(value).text}.") for value, test in speaker.cases(tree)]
        if tree.other is not None:
            lines.append(Line(f"Otherwise: {speaker.value(tree.other).text}."))
        return [f"{head}, the first line that is so:", *lines]
    return [f"{head} is {speaker.value(tree).text}."]


def the_match(facts: Facts) -> Section:
    part = facts.checked.definition.match
    if part is None:
        return Section("", ())
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    parts: list[Part] = ["A match is several games, played until one of them ends the match."]
    if part.points is not None:
        parts += _per_player(facts, "What a game brings a player", part.points.params, part.points.body)
        parts.append("A player's total is the sum over the games so far.")
    else:
        parts.append("A player's total is the sum of that player's scores in the games so far.")
    parts.append(f"The match ends after a game if {speaker.says(facts.folding.tree(part.until))}.")
    tie = facts.checked.definition.tie
    if tie is not None and tie.outcome == "shared":
        parts.append("Whoever has the highest total then wins the match; if several have it, they win it together.")
    if part.next_first is not None:
        tree = facts.folding.tree(part.next_first)
        if isinstance(tree, t.IfElse):
            then, other = speaker.value(tree.then).text, speaker.value(tree.other).text
            parts.append(f"If {speaker.says(tree.test)}, the next game is started by {then}; otherwise by {other}.")
        else:
            parts.append(f"The next game is started by {speaker.value(tree).text}.")
    return Section("The match", tuple(parts))
