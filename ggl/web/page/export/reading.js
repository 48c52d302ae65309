/** Which steps a typed text means, as `ggl/play/notation.py` and `ggl/play/typed_words.py` read it. */

import { canonical, folded, partsOf } from "./texts.js";

/** @typedef {import("./data.js").Written} Written */
/** @typedef {import("./data.js").Schema} Schema */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("./engine.js").Position} Position */

const LETTER = "[\\p{L}\\p{N}_]";
/** The sign of a number. A `-` behind a word divides, as in `a1-b2`. */
const SIGN = `(?<!${LETTER})-(?=\\p{Nd})`;
const CHUNK = new RegExp(`(?:${SIGN})?\\p{Nd}+\\.\\p{Nd}+|(?:${SIGN})?${LETTER}+`, "gu");
/** A word of a turn, with the signs after it. */
const WORD = new RegExp(`(?:${SIGN})?(?:${LETTER}|\\.)+(?:(?!${SIGN})(?!${LETTER}|\\.).)*`, "gsu");
const NUMBER = "-?[0-9]{1,11}(?:\\.[0-9]{1,4})?";
const CELL = "x?([a-z]\\d{1,3}|[a-wyz][a-z]\\d{1,3})";
const CELLS = new RegExp(`^(?:${CELL}){2,}$`);
const DASHES = /[\u2212\u2010-\u2014]/g;
const MOST_LETTERS = 60;
/** The most values of what a notation leaves out that are tried. */
const MOST_UNSAID = 1024;
/** Signs that only divide words. */
const DIVIDES = /[\p{L}\p{N}\s\-_,.:;()]/u;

/** The words of a turn that is typed in one go. @param {string} text */
export function turnWords(text) {
  return text.match(WORD) ?? [];
}

export class Reading {
  /** @param {import("./texts.js").Texts} texts @param {import("./data.js").Why["picks"]} picks @param {Record<string, number>} [labels] names of cells */
  constructor(texts, picks, labels = texts.words.labels) {
    this.texts = texts;
    const { words } = texts;
    this.schemas = words.schemas;
    this.places = new Set([...(texts.tables.cell ?? []), ...words.board.sites.filter(({ type }) => type === "cell").map(({ name }) => name), ...Object.keys(labels)].map((name) => name.toLowerCase()));
    this.cells = labels;
    /** The names of cells, where the board has labels. */
    this.labels = new Set(Object.keys(labels));
    this.whole = new Set([...this.places, ...[...words.board.directions, ...Object.keys(words.kinds), ...words.players, ...words.own].map((name) => name.toLowerCase())]);
    this.handed = new Set(picks.flat().flatMap(({ schema, handed }) => handed.map(([param]) => `${schema} ${param}`)));
    this.signs = new Set(this.schemas.flatMap((schema) => templates(schema).flat()).flatMap((part) => (typeof part === "string" ? [...part].filter((sign) => !DIVIDES.test(sign)) : [])));
    this.patterns = this.schemas.flatMap((schema, number) => templates(schema).map((parts) => ({ number, schema, ...pattern(schema, parts) }))).filter(({ places }) => places.length > 0);
    /** The codes of names by tables. @type {Map<string, Map<string, number>>} */
    this.codes = new Map();
  }

  /**
   * The places of the legal steps that a text may mean, best match first: exact, otherwise all words, otherwise beginnings of words.
   * @param {string} text @param {Step[]} legal @param {string[]} own how they are told apart @param {Position} position @returns {number[]}
   */
  read(text, legal, own, position) {
    const { texts } = this;
    const typed = folded(text);
    const full = legal.map((step) => texts.full(step));
    let steps = [...legal.keys()].filter((place) => full.indexOf(full[place]) === place); // likelier outcomes occur several times
    const ways = texts.engine.ways(position, legal);
    const written = legal.map((step, place) => texts.inWay(step, ways[place]));
    for (const [all, may] of /** @type {[string[], boolean][]} */ ([[own, true], [written, true], [full, typed.includes(",")]])) {
      const exact = may ? steps.filter((place) => folded(all[place]) === typed) : [];
      if (exact.length > 0) return exact;
    }
    const tokens = this.split(text);
    /** @type {Map<number, string[][]>} */
    const known = new Map();
    /** @param {number} place */
    const spellings = (place) => known.get(place) ?? known.set(place, this.spellings(legal[place], ways[place])).get(place) ?? [];
    const reordered = () => {
      const found = steps.filter((place) => this.isInAnotherOrder(tokens, legal[place], spellings(place)));
      return found.length === 1 ? found : [];
    };
    if (this.isWritten(text, position)) return reordered(); // otherwise a legal move's text could hide an illegal one
    /** @param {Step[]} meant */
    const among = (meant) => {
      const keys = new Set(meant.map(String));
      const found = steps.filter((place) => keys.has(String(legal[place].slice(0, 1 + (this.schemas[legal[place][0]]?.params.length ?? 0)))));
      return found.length > 0 ? found : reordered();
    };
    const inFull = this.inFull(tokens);
    const toTheLetter = inFull.filter((step) => folded(texts.full(step)) === typed); // `go north` is not `go_north`
    if (inFull.length > 0) return among(toTheLetter.length > 0 ? toTheLetter : inFull);
    if (tokens.length === 0) return [];
    const signs = [...text].filter((sign) => this.signs.has(sign));
    steps = steps.filter((place) => signs.every((sign) => written[place].includes(sign)));
    const equal = steps.filter((place) => spellings(place).some((spelling) => String(spelling) === String(tokens)));
    if (equal.length > 0) return equal;
    const begun = steps.filter((place) => spellings(place).some((spelling) => this.begins(tokens, spelling)));
    return begun.length > 0 ? begun : among(this.guess(tokens));
  }

  /** Whether a text is that of one step, legal or not. @param {string} text @param {Position} position */
  isOneStep(text, position) {
    return this.isWritten(text, position) || this.inFull(this.split(text)).length > 0;
  }

  /** The step that a text names, legal or not; null where it names none, or several. @param {string} text @param {Position} position @returns {Step | null} */
  named(text, position) {
    const fitting = this.fitting(text, position);
    const signs = [...text].filter((sign) => this.signs.has(sign));
    const found = fitting.length > 0 ? fitting : this.guess(this.split(text)).filter((step) => step.length > this.schemas[step[0]].params.length)
      .filter((step) => signs.length === 0 || signs.every((sign) => this.texts.text(step, position).includes(sign)));
    const toTheLetter = found.filter((step) => folded(this.texts.full(step)) === folded(text));
    const named = toTheLetter.length > 0 ? toTheLetter : found;
    return new Set(named.map(String)).size === 1 ? named[0] : null;
  }

  // ---- words

  /** The words of a text in lower case; cells written together are words of their own. @param {string} text @returns {string[]} */
  split(text) {
    const { labels } = this;
    return (text.toLowerCase().replace(DASHES, "-").match(CHUNK) ?? []).flatMap((each) => {
      const chunk = each[0] === "-" && labels.has(each.slice(1)) ? each.slice(1) : each; // a cell that is called by a number
      const cells = labels.size > 0 ? this.labelsIn(chunk) : CELLS.test(chunk) ? [...chunk.matchAll(new RegExp(CELL, "g"))].map((found) => found[1]) : [];
      return cells.length > 0 ? cells : chunk.split("_").filter(Boolean);
    });
  }

  /** A text as labels, with or without `x` between them, if there is only one way to read it so. @param {string} chunk @returns {string[]} */
  labelsIn(chunk) {
    if (this.labels.has(chunk) || chunk.length > MOST_LETTERS) return [];
    /** @type {string[][][]} */
    const ways = [[[]], ...Array.from(chunk, () => [])];
    for (let start = 0; start < chunk.length; start += 1) {
      for (const begun of ways[start]) {
        for (const at of chunk[start] === "x" && begun.length > 0 ? [start, start + 1] : [start]) {
          for (let end = at + 1; end <= chunk.length; end += 1) {
            const label = chunk.slice(at, end);
            if (this.labels.has(label) && ways[end].length < 2) ways[end].push([...begun, label]);
          }
        }
      }
    }
    const last = ways[chunk.length];
    return last.length === 1 ? last[0] : [];
  }

  /** Whether each typed word is the beginning of one. A whole name is no beginning of another. @param {string[]} typed @param {string[]} spelling */
  begins(typed, spelling) {
    return begins(typed, spelling) && typed.every((word, i) => word === spelling[i] || !(this.whole.has(word) || this.places.has(spelling[i])));
  }

  /** A step's words: in full, without its name, without the own words of its notation, without what the step before handed over. @param {Step} step @param {number} way */
  spellings(step, way) {
    const { texts, schemas } = this;
    const schema = schemas[step[0]];
    const full = this.split(texts.inWay(step, way));
    if (schema === undefined) return [full, texts.name(step) === "roll" ? full.slice(1) : full].filter(({ length }) => length > 0);
    const name = this.split(schema.name);
    const said = spans(schema).map(([begin, end]) => [...new Set(step.slice(1 + begin, 1 + end))].flatMap((code) => this.split(texts.value(schema.params[begin], code))));
    const [args, own] = [said.flat(), said.filter((_, i) => !this.handed.has(`${step[0]} ${spans(schema)[i][0]}`)).flat()];
    const bare = partsOf(schema, way).flatMap((part) => (typeof part === "string" ? [] : this.split(texts.part(schema, part, step))));
    return [full, [...name, ...args], [...name, ...full], bare, [...name, ...own], own, ...(schema.name.includes("_") ? [[schema.name.toLowerCase(), ...args]] : []), args].filter(({ length }) => length > 0);
  }

  /** Whether words are those of a step in another order, where this has no meaning. @param {string[]} typed @param {Step} step @param {string[][]} spellings */
  isInAnotherOrder(typed, step, spellings) {
    const schema = this.schemas[step[0]];
    if (schema === undefined || schema.unordered.length === 0) return false;
    const groups = schema.unordered.map((places) => new Set(places.flatMap((at) => this.split(this.texts.value(schema.params[at], step[1 + at])))));
    return spellings.some((spelling) => String([...typed].sort()) === String([...spelling].sort())
      && typed.every((word, i) => word === spelling[i] || groups.some((group) => group.has(word) && group.has(spelling[i]))));
  }

  // ---- steps, legal or not

  /** Those whose own notation in the file is this text to the letter. @param {string} text @param {Position} position @returns {Step[]} */
  fitting(text, position) {
    const typed = folded(text);
    return this.inShape(typed).flatMap(({ number, codes }) => {
      if (product(codes) > MOST_UNSAID) return [];
      /** @type {number[][]} */
      const steps = codes.reduce((/** @type {number[][]} */ begun, each) => begun.flatMap((args) => each.map((code) => [...args, code])), [[number]]);
      return steps.filter((step) => this.texts.text(step, position).toLowerCase() === typed);
    });
  }

  /** Whether a text is the file's own notation of some step; in one that leaves out too much for all to be tried, whether it has the shape. @param {string} text @param {Position} position */
  isWritten(text, position) {
    return this.fitting(text, position).length > 0 || this.inShape(folded(text)).some(({ codes }) => product(codes) > MOST_UNSAID);
  }

  /** The moves of whose notation a text has the shape, with the codes that each parameter may have. @param {string} typed @returns {{ number: number, codes: number[][] }[]} */
  inShape(typed) {
    return this.patterns.flatMap(({ number, schema, form, places }) => {
      const said = form.exec(typed);
      if (said === null) return [];
      const codes = schema.params.map((type, i) => (places.includes(i) ? [this.code(said[1 + places.indexOf(i)], type)] : range(schema.codes[i])));
      const isCode = (/** @type {number | null} */ code, /** @type {number} */ i) => code !== null && schema.codes[i][0] <= code && code < schema.codes[i][1];
      return codes.every((each, i) => each.every((code) => isCode(code, i))) ? [{ number, codes: /** @type {number[][]} */ (codes) }] : [];
    });
  }

  /** Those that words say by the whole name of a move and all its arguments. @param {string[]} tokens @returns {Step[]} */
  inFull(tokens) {
    return this.schemas.flatMap((schema, number) => {
      const words = this.split(schema.name);
      const args = words.every((word, i) => word === tokens[i]) ? this.codesIn(schema, tokens.slice(words.length)) : null;
      return args?.length === schema.params.length ? [[number, ...args]] : [];
    });
  }

  /** Those that words may mean, complete or not. @param {string[]} tokens @returns {Step[]} */
  guess(tokens) {
    const named = this.schemas.flatMap((schema, number) => {
      const words = [this.split(schema.name), [schema.name.toLowerCase()]].find((each) => begins(tokens.slice(0, each.length), each));
      const args = words === undefined ? null : this.codesIn(schema, tokens.slice(words.length));
      return args === null ? [] : [[number, ...args]];
    });
    return named.length > 0 ? named : this.schemas.flatMap((schema, number) => {
      const args = this.codesIn(schema, tokens);
      return args === null || args.length === 0 ? [] : [[number, ...args]];
    });
  }

  /** The codes of the arguments that words give, from the first on; null if they fit none, or name a member of one choice twice. @param {Schema} schema @param {string[]} tokens */
  codesIn(schema, tokens) {
    const rest = [...tokens];
    /** @type {number[]} */
    const args = [];
    for (const [begin, end] of spans(schema)) {
      const found = this.members(schema.params[begin], end - begin, rest);
      if ((rest.length > 0 && found.length === 0) || new Set(found).size < found.length) return null;
      if (found.length > 0) args.push(...found, ...Array(end - begin - found.length).fill(found.at(-1)));
    }
    const isTwice = schema.choices.some(([begin, end]) => end <= args.length && new Set(args.slice(begin, end)).size < end - begin && !schema.sets.some(([first]) => first === begin));
    return rest.length > 0 || isTwice ? null : canonical(schema, args);
  }

  /** The codes that the next words give for an argument; these words are taken away. @param {Written} type @param {number} most @param {string[]} rest */
  members(type, most, rest) {
    /** @type {number[]} */
    const found = [];
    while (rest.length > 0 && found.length < most) {
      let [count, code] = [Math.min(this.mostWords(type), rest.length), /** @type {number | null} */ (null)];
      for (; count > 0 && code === null; count -= 1) code = this.codeOf(rest.slice(0, count), type);
      if (code === null) break;
      found.push(code);
      rest.splice(0, count + 1);
    }
    return found;
  }

  /** The most words of a value's name; those of an edge are the names of two cells. @param {Written} type */
  mostWords(type) {
    if (type[0] === "number") return 1;
    if (type[1] === "placement") return Math.max(...this.texts.words.placements.map((cells) => cells.length));
    return Math.max(2, ...this.texts.tables[type[1]].map((name) => name.split("_").length));
  }

  /** The code of a value whose name consists of these words. @param {string[]} words @param {Written} type */
  codeOf(words, type) {
    return ["-", "--", "_"].map((sign) => this.code(words.join(sign), type)).find((code) => code !== null) ?? null;
  }

  /** The code of a value in words; null if the type has none of it. @param {string} text @param {Written} type @returns {number | null} */
  code(text, type) {
    if (type[0] === "number") return numberCode(text, type[1]);
    const name = type[1];
    if (name === "truth") return null;
    /** @param {string} each */
    const key = (each) => (name === "placement" ? String([...new Set(each.split("-"))].sort()) : each);
    let codes = this.codes.get(name);
    if (codes === undefined) {
      codes = new Map(Object.entries(name === "cell" ? this.cells : (this.texts.words.aliases[name] ?? {})));
      for (const [code, each] of this.texts.tables[name].entries()) {
        const [lower, turned] = [key(each.toLowerCase()), name === "edge" || name === "link" ? each.toLowerCase().split(/(-+)/).reverse().join("") : ""];
        for (const way of turned === "" ? [lower] : [lower, turned]) if (!codes.has(way)) codes.set(way, code);
      }
      this.codes.set(name, codes);
    }
    return codes.get(key(text.toLowerCase())) ?? null;
  }
}

/** All the notations of a move in the file. @param {Schema} schema */
function templates(schema) {
  return [...(schema.ways ?? []), ...(schema.parts === undefined ? [] : [schema.parts])];
}

/** The parameters of each argument: of a set several. @param {Schema} schema @returns {[number, number][]} */
function spans(schema) {
  return schema.params.flatMap((_, i) => {
    const set = schema.sets.find(([begin, end]) => begin <= i && i < end);
    return set === undefined ? [[i, i + 1]] : set[0] === i ? [[set[0], set[1]]] : [];
  });
}

/** A notation as a pattern, and the parameters whose values it has in its groups. @param {Schema} schema @param {import("./data.js").Part[]} parts */
function pattern(schema, parts) {
  /** @type {number[]} */
  const places = [];
  const form = parts.map((part) => {
    if (typeof part === "string") return part.toLowerCase().replace(/\s+/g, " ").replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const place = part.length === 1 ? part[0] : NaN;
    if (Number.isNaN(place) || places.includes(place)) return "[\\p{L}\\p{N}_-]+";
    places.push(place);
    return schema.params[place][0] === "number" ? `(${NUMBER})` : `([\\p{L}\\p{N}_-]*${LETTER})`;
  }).join("");
  return { form: new RegExp(`^${form.trim()}$`, "u"), places };
}

/** The code of a number in words; null if there is none. @param {string} text @param {number} scale */
function numberCode(text, scale) {
  if (!new RegExp(`^${NUMBER}$`).test(text)) return null;
  const [whole, decimals = ""] = text.split(".");
  const [digits, parts] = [Number(whole + decimals) * scale, 10 ** decimals.length];
  return digits % parts === 0 ? digits / parts + 0 : null;
}

/** Whether each typed word is the beginning of a word; names of places and numbers stand in full. @param {string[]} typed @param {string[]} spelling */
function begins(typed, spelling) {
  return typed.length > 0 && typed.length === spelling.length && typed.every((word, i) => word === spelling[i] || (/^\p{L}+$/u.test(word) && /^[\p{L}_]+$/u.test(spelling[i]) && spelling[i].startsWith(word)));
}

/** @param {[number, number]} span */
function range([begin, end]) {
  return Array.from({ length: end - begin }, (_, i) => begin + i);
}

/** The number of ways to take one of each. @param {number[][]} lists */
function product(lists) {
  return lists.reduce((found, each) => found * each.length, 1);
}
