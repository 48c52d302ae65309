"""The sections of a rule sheet on board, players and pieces, the pie rule, and the words that were used."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from ggl.core.types import Fin
from ggl.model.definition import Defined, Piece
from ggl.model.keys import SITE_OF
from ggl.narration import board, constant_sets, defined, folds, plain_pieces, said, turn_order
from ggl.narration.effect_text import EffectText
from ggl.narration.facts import Facts
from ggl.narration.layout import Line, Part, Section
from ggl.narration.nouns import (
    Noun,
    a_direction,
    a_or_an,
    capital,
    conjugated,
    does,
    in_words,
    is_plural,
    kind_noun,
    listed,
    plural,
    quoted_name,
    side,
    singular,
    words,
)
from ggl.narration.plainer import count_mentions
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def the_players(facts: Facts, spoken_of: Collection[str] | None = None) -> Section:
    """The players, placed last: it describes only the constants in `spoken_of`; without it, the constants named anywhere."""
    players = facts.checked.players
    first = turn_order.first_side(facts)
    if len(players) == 1:
        sentence = f"There is one player, {players[0]}."
    else:
        order = [*players[players.index(first) :], *players[: players.index(first)]] if first else list(players)
        turn = facts.checked.definition.turn
        at_once = turn.together is not None
        in_order = " in this order" if len(players) > 2 else ""
        or_at_once = ", or choose at once, as the phase says" if turn.at_once else ""
        how = "choose at once" if at_once else f"take turns{in_order}{or_at_once}"
        if facts.exact:
            sentence = f"There are {in_words(len(players))} sides, {listed(order)}, which {how}"
            sentence += f"; {does(first, 'move')} first{facts.in_first_game}." if first and not at_once else "."
        else:
            in_turn = turn.at_once or (_take_turns(facts) and not _may_move_again(facts))
            how = how if in_turn and not at_once else ""
            sentence = _who_plays(facts, order, how, first)
        pie = facts.checked.definition.turn.pie and facts.folding.is_on(facts.checked.definition.turn.pie_if)
        if first and len(order) == 2:
            if pie and facts.exact:
                sentence += f" To begin with, the first player plays {first}, the second {order[1]}; see the pie rule."
            elif facts.exact:
                sentence += f" The first player plays {first}, the second {order[1]}."
    return Section("The players", (sentence, *the_constants(facts, facts.constants if spoken_of is None else spoken_of)))


def _who_plays(facts: Facts, order: list[str], how: str, first: str) -> str:
    """`Two players, White and Black, take turns. White moves first.`"""
    sides = listed(order)
    number, turn = in_words(len(facts.checked.players)), facts.checked.definition.turn
    who = f"{capital(number)} players, {sides}, {how}." if how else f"There are {number} players, {sides}."
    if turn.together is not None:
        return who
    if not how and len(facts.checked.players) > 2:
        round_ = f" This is their order, and after {order[-1]} comes {order[0]} again."
        who += " Turns go round in this order." if turn.following is None else round_
    if not first:
        return who
    return f"{who} {does(first, 'move')} first{facts.in_first_game}."


def the_constants(facts: Facts, spoken_of: Collection[str], told_before: Collection[str] = ()) -> Iterator[Line]:
    """The players' constants that are spoken of."""
    speaker = Speaker(facts)
    for player in facts.checked.playing:
        for name, tree in player.constants.items():
            value = facts.folding.tree(tree)
            is_direction = facts.sort(value, {}) == "direction"
            if not facts.exact and (name not in spoken_of or name in told_before):
                continue
            listing = None if facts.exact else constant_sets.ordered_cells(facts.checked, value)
            if listing is None and isinstance(value, t.Gen) and not facts.exact:
                listing = constant_sets.block(facts.checked, value)
            noun = Noun(listing) if listing is not None else speaker.value(value)
            called = a_direction(words(name)) if is_direction else words(name)
            drawn = is_direction and not facts.exact and facts.checked.board.basis == "square"
            towards = board.TOWARDS.get(noun.text, "") if drawn else ""
            be = "are" if is_plural(words(name)) and noun.person == "many" else "is"
            if towards:
                yield Line(f"For {side(player.name).text}, {words(name)} is {towards}.")
            else:
                yield Line(f"{side(player.name).possessive} {called} {be} {noun.text}.")


def directions(facts: Facts) -> frozenset[str]:
    """The players' constants that are directions."""
    values = ((name, tree) for player in facts.checked.playing for name, tree in player.constants.items())
    return frozenset(name for name, tree in values if facts.sort(facts.folding.tree(tree), {}) == "direction")


def _take_turns(facts: Facts) -> bool:
    """Whether the turn goes from side to side, unless a move that does not always do so gives the mover another one."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    plans = [phase.play for phase in turn.phases] or [turn.play]
    offered = [{name for tier in plan.names() for name in tier} if plan is not None else {*definition.moves} for plan in plans]
    keeps = {name for name, move in definition.moves.items() if _always_again(facts, move.do)}
    return turn.following is None and not any(names and names <= keeps for names in offered)


def _may_move_again(facts: Facts) -> bool:
    """Whether a move gives the mover another turn if something is so."""
    tests = (part for move in facts.checked.definition.moves.values() for part in t.nodes(facts.folding.tree(move.do))
             if isinstance(part, t.IfThen))  # fmt: skip
    return any(isinstance(part, t.AgainTurn) for test in tests for part in t.nodes(test))


def _always_again(facts: Facts, effect: t.Effect) -> bool:
    match facts.folding.tree(effect):
        case t.AgainTurn():
            return True
        case t.Block(parts=parts):
            return any(_always_again(facts, part) for part in parts)
    return False


def the_pieces(facts: Facts) -> Section:
    definition = facts.checked.definition
    exact = (Line(_piece(facts, piece)) for piece in definition.pieces.values())
    parts: list[Part] = list(exact if facts.exact else plain_pieces.kind_sentences(facts))
    if facts.exact or not all(map(facts.said, definition.moves)):
        parts += layers_in_words(facts)
    texts = _said_of_values(facts)
    parts += [Line(_own_values(facts, domain)) for domain in facts.checked.world.own_values
              if domain not in (*_TOLD_WITH_THE_BOARD, *texts)]  # fmt: skip
    return Section(
        "The pieces", (*parts, *(Line(one) for text in dict.fromkeys(texts.values()) for one in said.paragraphs(text)))
    )


def layers_in_words(facts: Facts) -> list[str]:
    """The sentence on the kinds that may share a site. It is a detail if the author tells all moves."""
    layers: dict[str, list[str]] = {}
    for piece in facts.checked.definition.pieces.values():
        if piece.sites == "cells":
            layers.setdefault(piece.layer, []).append(a_or_an(kind_noun(piece.name)))
    if len(layers) < 2:
        return []
    kinds = listed(listed(names, "or") for names in layers.values())
    stacked = " or one stack" if facts.counts("cell") else ""
    if facts.exact:
        return [f"{capital(kinds)} may share a {facts.cell}; otherwise a {facts.cell} holds one piece{stacked}."]
    return [f"A {facts.cell} may hold {kinds} at once; otherwise it holds one piece{stacked}."]


def values_in_detail(facts: Facts) -> list[Line]:
    """The values that the author's sentences describe above."""
    return [Line(_own_values(facts, domain)) for domain in _said_of_values(facts)]


def _said_of_values(facts: Facts) -> dict[str, str]:
    """The author's sentences for sorts of values, by the names of their domains."""
    domains = {f"value of {name}": name for name in facts.checked.definition.values}
    domains |= {singular(name): name for name in facts.checked.definition.values}
    own = facts.checked.world.own_values
    return {domain: text for domain, name in domains.items() if domain in own and (text := facts.said_of_part(name))}


_TOLD_WITH_THE_BOARD = ("track", "tile", "placement")


def _own_values(facts: Facts, domain: str) -> str:
    noun, world = Speaker(facts).called(domain), facts.checked.world
    one = capital(a_or_an(noun))
    names = world.own_values[domain]
    properties = world.value_properties.get(domain)
    if not properties:
        return f"{one} is {listed(map(words, names), 'or')}."
    has = []
    for name, (type_, values) in properties.items():
        if not isinstance(type_, Fin):
            has.append(f"{a_or_an(words(name))} from {min(values)} to {max(values)}")
        else:
            of = words(type_.domain.name)
            has.append(a_or_an(of) if of == words(name) else f"{a_or_an(words(name))}, which is {a_or_an(of)}")
    return f"{one} has {listed(has)}. There are {len(names)} different {plural(noun)}."


def _piece(facts: Facts, piece: Piece) -> str:
    many = capital(plural(words(piece.name)))
    said = []
    if not piece.owned:
        said.append("belong to nobody")
    elif piece.side and piece.supply is not None:
        facts.explain("hand")
        said.append(f"belong to {piece.side}, {_in_supply(facts, piece.supply)} in the supply")
    elif piece.side:
        said.append(f"belong to {piece.side}")
    elif piece.supply is not None:
        facts.explain("hand")
        said.append(f"come in the colour of each side, {_in_supply(facts, piece.supply)} in each side's supply")
    else:
        said.append("come in the colour of each side, as many as are needed")
    if piece.sites != "cells":
        said.append(f"lie on {piece.sites}")
    sentence = f"{many} {listed(said)}."
    stacks = facts.checked.kinds and facts.checked.world.kinds[piece.name].stacks
    if stacks:
        site = facts.cell if piece.sites == "cells" else SITE_OF[piece.sites]
        sentence += f" Up to {stacks}{' of one side' if piece.owned else ''} may stand on one {site}."
    if piece.piles is not None:
        sentence += plain_pieces.piled(facts, piece)
    if piece.faces is not None:
        faces = Speaker(facts).members(facts.folding.tree(piece.faces))
        sentence += f" Each faces in {faces.some()}."
    for name, tree in piece.has.items():
        value = facts.folding.tree(tree)
        if facts.folding.constant(value) is True:
            sentence += f' Each carries a mark, "{words(name)}", from the start.'
        elif facts.folding.constant(value) is False:
            sentence += f' Each may come to carry a mark, "{words(name)}"; none does at the start.'
        else:
            sentence += f' Each has its own "{words(name)}", at first {Speaker(facts).value(value).text}.'
    return sentence


def _in_supply(facts: Facts, supply: t.Expr) -> str:
    amount = Speaker(facts).value(facts.folding.tree(supply)).text
    return "none at first" if amount == "0" else amount


def the_pie_rule(facts: Facts) -> Section:
    turn = facts.checked.definition.turn
    if not turn.pie or not facts.folding.is_on(turn.pie_if):
        return Section("", ())
    first = "" if facts.in_first_game else turn_order.first_side(facts)
    one, other = sorted(facts.checked.players, key=lambda player: player != first)
    intro, second, after = "", other, f'after "take-{other.lower()}" the second player'
    begins, opens = f"The first player begins as {first}. ", f"The first player makes {side(first).possessive} first move."
    replies, then_plays = "the second player", "The first player"
    if not first:  # the seats do not tell who begins
        first, second, after = "the first side", "the second side", "after taking that side this player"
        intro = "Here the first side is the one that begins, and the second side is the other. "
        begins, opens = "", "The first side makes its first move."
        replies, then_plays = "the player of the second side", "The other player"
    reply = f"When it is {side(second).possessive} turn for the first time"
    alone = turn_order.is_one_move(facts)
    then = f"{capital(does(second, 'move'))} next"
    if turn.pie == "swap-sides" and facts.exact:
        text = (
            f'In the first turn of {second}, its player may, instead of moving, say "swap-sides". The two players then '
            f"exchange sides; the pieces stay as they are. This choice is a turn of its own. {then}, now played "
            "by the other player. This can be done only then, and only once."
        )
    elif turn.pie == "swap-sides":
        text = (
            f"{f'After {side(first).possessive} first move' if alone else reply}, {replies} may take over {first} "
            f"instead of moving. {then_plays} then plays {second}, and moves next. The pieces stay as they are."
        )
    elif not facts.exact and not alone:
        text = f"{begins}{reply}, {replies} chooses a side: {one} or {other}. {then}."
    elif not facts.exact:
        text = f"{opens} {capital(replies)} then chooses a side: {one} or {other}. {then}."
    else:
        text = (
            f"{begins}{reply}, {replies} "
            f'first chooses a side: "take-{one.lower()}" '
            f'to play {one} from now on, or "take-{other.lower()}" to play {other}. This choice is a turn of its '
            f"own. {then}, whoever that is now: {after} takes two turns running, the choice and the move."
        )
    if facts.checked.definition.match is not None:
        text += " Each player keeps the points of earlier games."
    return Section("The pie rule", (intro + text,))


# ------------------------------------------------------------------------------------------------------ what was used


def the_routines(facts: Facts, title: str = "Actions used above", told_before: Collection[str] = ()) -> Section:
    """The routines that were mentioned and not told in place; telling one may mention others."""
    parts: list[Part] = []
    told: set[str] = set(told_before)
    turn, moves = facts.checked.definition.turn, facts.checked.definition.moves.values()
    moving = _called(facts, *(move.do for move in moves))
    resolving = _called(facts, *(part.resolve for part in turn.at_once))
    before, after = _called(facts, facts.checked.definition.setup, turn.begin), _called(facts, turn.finish)
    within, apart = moving | resolving, resolving | before | after
    while name := next((name for name in facts.routines if name not in told), None):
        told.add(name)
        routine = facts.checked.definition.routines[name]
        speaker = Speaker(facts, leaving=name in within | after, over=name not in within | before,
                          moving=name in moving - apart)  # fmt: skip
        for param, sort in zip(routine.params, facts.routines[name], strict=True):
            speaker = speaker.knowing(param, sort)
        with_ = f" with {listed(quoted_name(param) for param in routine.params)}" if routine.params else ""
        head = f'To do "{words(name)}"{with_}:'
        if text := facts.said(name):
            nouns = {param: speaker.locals[param].noun for param in routine.params}
            head = f"To {said.filled(text, nouns)}:"
        parts.append(Line(head, EffectText(speaker, last=False).lines(facts.folding.tree(routine.body))))
    return Section(title, tuple(parts))


def _called(facts: Facts, *effects: t.Effect | None) -> set[str]:
    """The routines that effects call, also through others."""
    return {part.name for part in facts.reached(*effects) if isinstance(part, t.Routine)}


def the_words(facts: Facts, title: str = "Words used", told_before: Collection[str] = ()) -> Section:
    """The section of mentioned definitions, each told from its body; telling one may mention others."""
    entries: list[Line] = []
    told: set[str] = set(told_before)
    while name := next((name for name in facts.used if name not in told), None):
        told.add(name)
        entries.append(_entry(facts, name))
    parts: list[Part] = []
    of_a_turn = not facts.exact and title != "Words used for the end"
    if not of_a_turn and any(re.search(r"\byou(r|rs)?\b", line.text) for entry in entries for line in (entry, *entry.below)):
        you = 'Here "you" are the side whose turn it is.'
        parts.append(you if facts.exact else '"You" means the side whose turn it is.')
    parts += entries
    return Section(title, tuple(parts))


def the_word(facts: Facts, name: str) -> str:
    """The entry of one definition."""
    entry = _entry(facts, name)
    return "\n".join([entry.text, *(f"- {line.text}" for line in entry.below)])


def _entry(facts: Facts, name: str) -> Line:
    one = facts.definitions[name]
    speaker = Speaker(facts)
    params = facts.params(name)
    for param, sort in params.items():
        speaker = speaker.knowing(param, sort)
    if not facts.exact:
        return _plain_entry(facts, one, params)
    intro = _introduced(speaker, params)
    call = t.Call(name, tuple(t.Name(param, span=one.span) for param in one.params), (), one.span, span=one.span)
    where = f"for {intro}, " if intro else ""
    if speaker.sort(call) == "condition":
        return _condition_entry(speaker, defined.defined_condition(speaker, call, True), where, one.body)
    head = defined.defined_value(speaker, call)
    be = conjugated("be", head.person, True)
    if isinstance(one.body, t.Lined):
        cases = _cases(speaker, one.body, lambda value: speaker.value(value).text)
        return Line(f"{capital(where + head.text)} {conjugated('depend', head.person, True)}:", cases)
    if head.person == "one" and speaker.sort(call).startswith("["):
        be = "is made of"
    return Line(f"{capital(where + head.text)} {be} {speaker.value(one.body).text}.")


def _plain_entry(facts: Facts, one: Defined, params: Mapping[str, str]) -> Line:
    """An entry whose head introduces the parameters: "A player p owns a territory t if ..", "The rivals of a group s are .."."""
    heading = body = Speaker(facts)
    for param, sort in params.items():
        body = body.knowing(param, sort)
        noun = f"{facts.parameter(one.name, param) or heading.called(sort)} {quoted_name(param)}" if sort else quoted_name(param)
        bare = not sort or (sort == "number" and facts.said(one.name))
        noun = quoted_name(param) if bare else "each player" if _is_of_each_player(one, param, sort) else a_or_an(noun)
        heading = heading.knowing(param, sort, Noun(noun))
    call = t.Call(one.name, tuple(t.Name(param, span=one.span) for param in one.params), (), one.span, span=one.span)
    if heading.sort(call) == "condition":
        return _condition_entry(body, defined.defined_condition(heading, call, True), "", one.body)
    head = defined.defined_value(heading, call)
    if isinstance(one.body, t.Lined):
        if isinstance(one.body.by, t.Dot) and one.body.by.name == "kind":
            body = replace(body, piece_on=one.body.by.of)
        cases = _cases(body, one.body, lambda value: folds.in_front(body, value) or body.value(value).text)
        which = "" if one.body.by is not None else ", by the first line that is true"
        return Line(f"{capital(head.text)} {conjugated('be', head.person, True)}{which}:", cases)
    whole = facts.folding.tree(one.body)
    if isinstance(whole, t.IfElse) and isinstance(whole.then, t.Binary) and heading.sort(call)[:1] in ("{", "["):
        be = conjugated("be", head.person, True)
        either = Line(f"{capital(body.says(whole.test))}: {body.value(whole.then).text}.")
        return Line(
            f"{capital(head.text)} {be}, by the first line that is true:",
            (either, Line(f"Otherwise: {body.value(whole.other).text}.")),
        )
    be = "is the list of" if head.person == "one" and heading.sort(call).startswith("[") else conjugated("be", head.person, True)
    if front := folds.in_front(body, facts.folding.tree(one.body)):
        return Line(f"{capital(head.text)} {be}, {front}.")
    return Line(f"{capital(head.text)} {be} {body.value(one.body).text}.")


def _is_of_each_player(one: Defined, param: str, sort: str) -> bool:
    """Whether a definition is a table of the players, whose values speak of them no more."""
    table = one.body
    return (
        sort == "player"
        and isinstance(table, t.Lined)
        and table.by is not None
        and t.is_name(table.by, param)
        and not any(count_mentions(value, param) for _, value in table.rows)
    )


def _condition_entry(speaker: Speaker, head: str, where: str, body: t.Expr) -> Line:
    if isinstance(body, t.And | t.Or) and len(body.parts) > 1:
        all_ = "all of this holds" if isinstance(body, t.And) else "any of this holds"
        inner = speaker.given(body.parts) if isinstance(body, t.And) else speaker
        return Line(f"{capital(where + head)} if {all_}:", tuple(Line(f"{capital(inner.says(p))}.") for p in body.parts))
    if isinstance(body, t.Lined) and body.by is not None and body.other is None and not speaker.facts.exact:
        rows = tuple(Line(f"{capital(test)}, and {speaker.says(value)}.") for value, test in speaker.cases(body))
        return Line(f"{capital(where + head)} if any of this holds:", rows)
    if isinstance(body, t.Lined):
        return Line(f"{capital(where + 'whether ' + head)} depends:", _cases(speaker, body, speaker.says))
    return Line(f"{capital(where + head)} if {speaker.within(body)}.")


def _cases(speaker: Speaker, table: t.Lined, said: Callable[[t.Expr], str]) -> tuple[Line, ...]:
    """The rows of a table, each with its value."""
    cases = [Line(f"{capital(test)}: {said(value)}.") for value, test in speaker.cases(table)]
    if not speaker.facts.exact and isinstance(table.by, t.Dot) and table.by.name == "kind":
        cases = [Line(f"For {speaker.value(kind).text}: {said(value)}.") for kind, value in table.rows]
    if not speaker.facts.exact and table.by is not None and speaker.sort(table.by) == "player":
        cases = [Line(f"For {speaker.value(player).text}: {said(value)}.") for player, value in table.rows]
    if table.other is not None:
        cases.append(Line(f"Otherwise: {said(table.other)}."))
    return tuple(cases)


def _introduced(speaker: Speaker, params: Mapping[str, str]) -> str:
    """`a player p and cells a and b`, of the parameters by their sorts."""
    alike = [(sort, [param for param, _ in run]) for sort, run in groupby(params.items(), key=lambda one: one[1])]
    runs = (_introduced_run(speaker, sort, [quoted_name(param) for param in names]) for sort, names in alike)
    return listed(runs, nothing="")


def _introduced_run(speaker: Speaker, sort: str, names: list[str]) -> str:
    """`a player p`, `sets s and t of cells`"""
    if not sort:
        return f"any {listed(names)}"
    head, of, rest = speaker.called(sort).partition(" of ")
    return f"{plural(head)} {listed(names)}{of}{rest}" if len(names) > 1 else a_or_an(f"{head} {names[0]}{of}{rest}")


def the_notes(facts: Facts) -> Section:
    return Section(
        "Notes" if facts.exact else "What to know first", tuple(Line(note.text) for note in facts.checked.definition.notes)
    )
