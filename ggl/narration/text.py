"""The whole rule sheet: sections in a natural order, for the options of a checked game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from ggl.checker.game import CheckedGame
from ggl.model.definition import EndPart
from ggl.narration import (
    board,
    board_section,
    ending,
    game_over,
    general_words,
    hidden,
    kept_notes,
    plain_pieces,
    playing,
    reasons,
    said,
    sections,
    set_up,
)
from ggl.narration.facts import Facts, of_type
from ggl.narration.folding import Folding
from ggl.narration.layout import Line, Part, Picture, RuleSheet, Section, Subsection, laid_out
from ggl.narration.nouns import Noun, listed, number_text, quoted_name, side, words
from ggl.narration.plainer import Plainer
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, THE_PLAYER, Speaker
from ggl.narration.templates import IN_DETAIL
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse

OF_DETAIL = "This part settles doubts. It does not repeat what is exact above."


def rules_text(checked: CheckedGame, *, exact: bool = False) -> str:
    """The rules in English, wrapped at 80 columns. Never raises for a game that was checked."""
    return laid_out(rule_sheet(checked, exact=exact))


def rule_sheet(checked: CheckedGame, *, exact: bool = False) -> RuleSheet:
    """The rules in English, part by part.

    `exact` tells each part of the file as it is, without the author's sentences and without what reads better.
    """
    folding = Folding(checked) if exact else Plainer(checked)
    facts = Facts(checked, folding, exact=exact, once=_called_once(checked, folding))
    definition = checked.definition
    rules = _literal(facts) if exact else _for_a_player(facts)
    head = [text for text in (" ".join(definition.about.split()), _options(checked, exact=exact)) if text]
    return RuleSheet(definition.name.text, tuple(head), tuple(rules))


def _literal(facts: Facts) -> list[Section]:
    turn = playing.TurnText(facts)
    rules = [sections.the_pieces(facts), set_up.the_setup(facts), hidden.the_views(facts), turn.section()]
    rules += [sections.the_pie_rule(facts), ending.the_end(facts), ending.the_score(facts), ending.the_match(facts)]
    rules.append(sections.the_routines(facts))
    sections.the_words(facts)  # these texts may mention further words
    first = [sections.the_players(facts)]
    words_ = sections.the_words(facts)  # the section on players may have used more words
    the_board = board_section.the_board(facts)
    return [the_board, *first, *rules, words_, general_words.the_explanations(facts), sections.the_notes(facts)]


def _for_a_player(facts: Facts) -> list[Section]:
    """From the aim to the end; last, in detail, the moves that the author's sentences describe above, and what they use."""
    turn = playing.TurnText(facts)
    rules = [sections.the_notes(facts), sections.the_pieces(facts), set_up.the_setup(facts), hidden.the_views(facts)]
    rules += [turn.section(), sections.the_routines(facts)]
    for name in _tables(facts):
        facts.used.setdefault(name)
    rules.append(sections.the_words(facts, "Words used in a turn"))
    told = frozenset(facts.used)
    end, score = ending.the_end(facts), ending.the_score(facts)
    by_score = game_over.score_decides(facts)  # then the score comes first
    rules += [sections.the_pie_rule(facts), *((score, end) if by_score else (end, score)), ending.the_match(facts)]
    rules.append(sections.the_words(facts, "Words used for the end", told))
    told, routines, explained = frozenset(facts.used), frozenset(facts.routines), frozenset(facts.explained)
    regions, constants = frozenset(facts.regions), facts.constants | sections.directions(facts)
    told_apart = all(map(facts.said, facts.checked.definition.moves))
    details: list[Part] = [*plain_pieces.kinds_in_detail(facts), *(sections.layers_in_words(facts) if told_apart else [])]
    details += [*sections.values_in_detail(facts), *kept_notes.more_notes(facts)]
    named = turn.letters()
    letters = [f"Letters such as {listed(named)} stand for what is chosen."] if named else []
    details += [*set_up.set_ups_in_detail(facts), *letters, *turn.details()]
    at_last: list[Part] = [*reasons.behind(facts), *ending.the_score(facts, detail=True).parts]
    at_last += [Line(one) for one in ending.at_last(facts)]
    details += [Subsection("The end", tuple(at_last))] if at_last else []
    match = ending.the_match(facts, detail=True)
    details += [Subsection(match.title, match.parts)] if match.parts else []
    words_ = [hidden.hiding_in_detail(facts), sections.the_routines(facts, "Actions used in detail", routines)]
    words_.append(sections.the_words(facts, "Words used in detail", told))
    # last, when all the words that the rules use are known
    before, text = frozenset(facts.explained), facts.said_of_part("board")
    players, the_board = sections.the_players(facts, constants & facts.constants), board_section.the_board(facts, regions)
    learnt = explained | (frozenset() if text else frozenset(facts.explained) - before)
    told_already: frozenset[str] = frozenset()
    board_ = facts.checked.board
    names = [] if set_up.set_up_names_lines(facts) else [board.lines_in_words(board_)]
    in_words = " ".join(filter(None, [*names, board.omitted_places(board_, facts.cell)])) if the_board.parts else ""
    further: list[Part] = [*filter(None, [in_words]), *board_section.the_regions(facts, facts.regions, regions)]
    further += sections.the_constants(facts, facts.constants, constants)
    if the_board.parts and text:
        drawn = tuple(part for part in the_board.parts if isinstance(part, Picture))
        further = [*(part for part in the_board.parts if part not in drawn), *further]
        the_board = replace(the_board, parts=(*said.paragraphs(text), *drawn))
    elif the_board.parts and (beside := general_words.side_by_side(facts)):
        the_board = replace(the_board, parts=(f"{the_board.parts[0]} {beside}", *the_board.parts[1:]))
        told_already = frozenset(("neighbors",))
    general = general_words.the_explanations(facts, (frozenset(facts.explained) - (learnt - IN_DETAIL)) | told_already)
    more = general_words.the_explanations(facts, (learnt - IN_DETAIL) | told_already)
    if more.parts:
        words_.append(replace(more, title="More of what words mean" if general.parts else more.title))
    in_detail = Section("In detail", (OF_DETAIL, *further, *details) if further or details else ())
    return [the_board, players, *rules, general, in_detail, *words_]


def _tables(facts: Facts) -> Iterator[str]:
    """The definitions about each kind of piece or each side that the moves in detail use."""
    for name in (name for name in facts.definitions if name in facts.in_detail):
        one = facts.definitions[name]
        if isinstance(one.body, t.Lined) and one.body.by is not None:
            sort = facts.sort(one.body.by, facts.params(name))
            by_kind = isinstance(one.body.by, t.Dot) and one.body.by.name == "kind"
            told = all(isinstance(kind, t.Name) and facts.said_of_part(kind.name) for kind, _ in one.body.rows)
            if (sort == "player" and not facts.said(name)) or (by_kind and not told):
                yield name


def reason_text(checked: CheckedGame, tree: t.Expr, winner: str | None) -> str:
    """A condition as the reason of a result; who wins or loses by it is spoken of by name, where the result tells.

    Whoever reads it may not know the file: a parameter of the move is "the chosen cell", not `c`.
    """
    folding = Plainer(checked)
    facts = Facts(checked, folding, once=frozenset())
    others = [side for side in checked.players if side != winner] if winner is not None else []
    loser = others[0] if len(others) == 1 else None
    part = next((part for part in checked.definition.end if any(tree is test for _, test in part.conditions.parts)), None)
    result = _result(checked, tree) if part is None else None
    whose = result.player if result is not None else None
    subject = "mover" if whose is None else whose.name if isinstance(whose, t.Name) else ""
    outcome, subject = (part.outcome, part.subject) if part is not None else (result.verb if result else "", subject)
    spoken_of, other = {"win": (winner, loser), "lose": (loser, winner)}.get(outcome, (None, None))
    mover, opponent = {"mover": (spoken_of, other), "opponent": (other, spoken_of)}.get(subject, (None, None))
    speaker = Speaker(facts, side(mover) if mover else SIDE_TO_MOVE, side(opponent) if opponent else OTHER_SIDE)
    if part is not None and (part.each or part.together):
        speaker = speaker.knowing(part.subject, "player", side(spoken_of) if spoken_of else _of_whom(part, len(checked.players)))
    if part is None:
        speaker = _knowing_the_choice(checked, tree, speaker)
        if isinstance(whose, t.Name) and spoken_of and whose.name not in (*checked.players, "mover", "opponent"):
            speaker = speaker.knowing(whose.name, "player", side(spoken_of))
    folded = folding.tree(tree)
    return speaker.says(folded if folding.constant(folded) is None else tree)  # a constant condition is described as written


def _of_whom(part: EndPart, players: int) -> Noun:
    """The players meant if several win or lose, so that no name is given."""
    which = "winner" if part.outcome == "win" else "loser"
    if part.together:
        return Noun(f"each {which}")
    return Noun(f"the {which}") if part.outcome == "lose" and players > 2 else THE_PLAYER


def definition_text(checked: CheckedGame, name: str) -> str:
    """One of the file's definitions in words: a sentence, with lines below it where it has cases."""
    return sections.the_word(Facts(checked, Folding(checked)), name)


def _knowing_the_choice(checked: CheckedGame, test: t.Expr, speaker: Speaker) -> Speaker:
    """With what was chosen in the move to which a condition belongs, by its sort; several of one sort are also told by name."""
    move = next((move for move in checked.definition.moves.values() if any(tree is test for tree in t.nodes(move.do))), None)
    schema = next((schema for schema in checked.core.schemas if move is not None and schema.name == move.name), None)
    sorts = {param.name: of_type(param.type) for param in schema.params} if schema is not None else {}
    read = [name for name in sorts if sorts[name] != "kind" and any(t.is_name(tree, name) for tree in t.nodes(test))]
    for name in read:
        alone = sum(sorts[other] == sorts[name] for other in read) == 1
        called = f"the chosen {speaker.called(sorts[name])}"
        speaker = speaker.knowing(name, sorts[name], Noun(called if alone else f"{called} {quoted_name(name)}"))
    return speaker


def _result(checked: CheckedGame, test: t.Expr) -> t.Result | None:
    """The effect that a condition belongs to, if that ends the game."""
    definition = checked.definition
    bodies = (routine.body for routine in definition.routines.values())
    for tree in t.nodes(*(move.do for move in definition.moves.values()), *bodies):
        if isinstance(tree, t.IfThen) and tree.test is test and isinstance(tree.then, t.Result):
            return tree.then
    return None


def _options(checked: CheckedGame, *, exact: bool) -> str:
    """The options that are more than switches, as the text leaves out what a switch turns off. Players read those that differ."""
    chosen = []
    for name, value in checked.options.items():
        if not isinstance(value, bool):
            text = value if isinstance(value, str) else number_text(value)
            if exact or text != unparse(checked.definition.options[name].default):
                chosen.append(f"{words(name)} {text}")
    return f"Options: {'; '.join(chosen)}." if chosen else ""


def _called_once(checked: CheckedGame, folding: Folding) -> frozenset[str]:
    """The routines with a single call, which are described there."""
    definition = checked.definition
    bodies: list[t.Tree] = [folding.tree(move.do) for move in definition.moves.values()]
    bodies += [folding.tree(routine.body) for routine in definition.routines.values()]
    if definition.setup is not None:
        bodies.append(folding.tree(definition.setup))
    bodies += [
        folding.tree(tree)
        for tree in (definition.turn.begin, *(part.resolve for part in definition.turn.at_once), definition.turn.finish)
        if tree is not None
    ]
    calls = Counter(tree.name for tree in t.nodes(*bodies) if isinstance(tree, t.Routine))
    return frozenset(name for name, count in calls.items() if count == 1)
