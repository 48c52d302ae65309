/** How moves and values are written: from the tables of an exported game, as ggl writes them. */

/** @typedef {import("./data.js").Words} Words */
/** @typedef {import("./data.js").Written} Written */
/** @typedef {import("./data.js").Part} Part */
/** @typedef {import("./engine.js").Step} Step */

/** Scores and other numbers with a part below one, as ggl writes them. @param {number} code @param {number} scale */
export function numbered(code, scale) {
  if (code % scale === 0) return String(code / scale);
  const divisor = common(Math.abs(code), scale);
  const [above, below] = [code / divisor, scale / divisor];
  return [2, 4, 5, 8, 10].includes(below) ? String(above / below) : `${above}/${below}`;
}

/** @param {number} one @param {number} other @returns {number} */
function common(one, other) {
  return other === 0 ? one : common(other, one % other);
}

export class Texts {
  /** @param {Words} words @param {import("./engine.js").Engine} engine @param {Record<string, string[]>} [tables] */
  constructor(words, engine, tables = words.tables) {
    this.words = words;
    this.engine = engine;
    /** The numbers of steps that are no moves of the file. */
    this.numbers = engine.kernel.numbers;
    /** @type {Record<string, string[]>} */
    this.tables = { ...tables, placement: words.placements.map((cells) => cells.map((cell) => tables.cell[cell]).join("-")) };
  }

  /** @param {Written} type @param {number} code @returns {string} */
  value(type, code) {
    if (type[2] !== undefined && code === type[2]) return "none";
    return type[0] === "table" ? (this.tables[type[1]]?.[code] ?? "none") : numbered(code, type[1]);
  }

  /** @param {Step} step @param {import("./engine.js").Position} position where it is made */
  text(step, position) {
    return this.texted([step], position)[0];
  }

  /** @param {Step[]} steps @param {import("./engine.js").Position} position */
  texted(steps, position) {
    const ways = this.engine.ways(position, steps);
    return steps.map((step, i) => this.inWay(step, ways[i]));
  }

  /** @param {Step} step @param {number} way from 1 on; 0 for the usual one */
  inWay(step, way) {
    const schema = this.words.schemas[step[0]];
    if (schema === undefined) return this.other(step);
    const parts = partsOf(schema, way);
    return parts.length === 0 ? this.full(step) : parts.map((part) => this.part(schema, part, step)).join("");
  }

  /** A part of the notation of a move. @param {Part} part @param {Step} step */
  written(part, step) {
    return this.part(this.words.schemas[step[0]], part, step);
  }

  /** @param {import("./data.js").Schema} schema @param {Part} part @param {Step} step */
  part(schema, part, step) {
    if (typeof part === "string") return part;
    if (part[0] === "let") {
      const [, table, sizes] = part;
      const place = sizes.reduce((sum, size, i) => sum * size + step[1 + i], 0);
      return this.tables[table][place];
    }
    if (part[0] === "set") return this.members(schema, step, part[1], part[2]);
    const code = step[1 + part[0]];
    const table = /** @type {string | undefined} */ (part[1]);
    return table === undefined ? this.value(schema.params[part[0]], code) : (this.tables[table][code] ?? "none");
  }

  /** A step by the name of its move and its arguments. @param {Step} step */
  full(step) {
    const schema = this.words.schemas[step[0]];
    if (schema === undefined) return this.other(step);
    const texts = schema.params.flatMap((type, i) => {
      const set = schema.sets.find(([begin, end]) => begin <= i && i < end);
      if (set === undefined) return [this.value(type, step[1 + i])];
      const [begin, end, isDivided] = set;
      return i === begin ? [this.members(schema, step, begin, end) + (isDivided ? "," : "")] : [];
    });
    return [schema.name, ...texts].join(" ");
  }

  /** The members of a set, each once. @param {import("./data.js").Schema} schema @param {Step} step @param {number} begin @param {number} end */
  members(schema, step, begin, end) {
    return [...new Set(step.slice(1 + begin, 1 + end))].map((code) => this.value(schema.params[begin], code)).join(" ");
  }

  /** A step that is not a move of the file. @param {Step} step */
  other([number, roll, ...outcomes]) {
    const { numbers } = this;
    if (number === numbers.roll && this.words.rolls.length > 0) return ["roll", ...this.words.rolls[roll].map((type, i) => this.value(type, outcomes[i]))].join(" ");
    const name = ["pass", "stop", "swap-sides"].find((each) => numbers[each] === number);
    return name ?? `take-${this.words.players[number - numbers["take-"]].toLowerCase()}`;
  }

  /** Its name among messages. @param {Step} step */
  name(step) {
    const schema = this.words.schemas[step[0]];
    if (schema !== undefined) return schema.name;
    if (step[0] === this.numbers.roll && this.words.rolls.length > 0) return "roll";
    return this.other(step);
  }

  /** The arguments of a step as messages have them; those of a roll are what it gives. @param {Step} step */
  args(step) {
    const schema = this.words.schemas[step[0]];
    const isRoll = schema === undefined && step[0] === this.numbers.roll;
    const types = schema?.params ?? (isRoll ? (this.words.rolls[step[1]] ?? []) : []);
    return types.flatMap((type, i) => {
      const code = step[(isRoll ? 2 : 1) + i];
      const most = schema?.covers[i] ?? 0;
      if (most > 0) return this.cells(code, most);
      if (type[2] !== undefined && code === type[2]) return null;
      if (type[0] === "number") return code % type[1] === 0 ? code / type[1] : this.value(type, code);
      return type[1] === "truth" ? code !== 0 : this.value(type, code);
    });
  }

  /** The cells of a placement of a tile as messages have them: the last one repeated. @param {number} code @param {number} most */
  cells(code, most) {
    const cells = this.words.placements[code];
    return Array.from({ length: most }, (_, place) => this.tables.cell[cells[Math.min(place, cells.length - 1)]]);
  }

  /**
   * The step of a move with its arguments as messages have them, legal or not; null if there is none.
   * @param {string} name @param {readonly unknown[]} args
   */
  chosen(name, args) {
    const schema = this.words.schemas.find((each) => each.name === name);
    const rest = [...args];
    const given = schema?.covers.map((most) => (most === 0 ? rest.shift() : this.placement(rest.splice(0, most))));
    return given === undefined || args.length !== schema?.covers.reduce((sum, most) => sum + Math.max(1, most), 0) ? null : this.step(name, given);
  }

  /** The placement of a tile on cells in any order, as it is written. @param {unknown[]} names */
  placement(names) {
    const cells = new Set(names.map((name) => this.code(["table", "cell"], name)));
    return this.tables.placement[this.words.placements.findIndex((each) => each.length === cells.size && each.every((cell) => cells.has(cell)))];
  }

  /**
   * The step of a move with its arguments in words, one for each parameter, legal or not; null if there is none.
   * @param {string} name @param {readonly unknown[]} args
   * @returns {Step | null}
   */
  step(name, args) {
    const number = this.words.schemas.findIndex((schema) => schema.name === name);
    const schema = this.words.schemas[number];
    if (schema === undefined || schema.params.length !== args.length) return null;
    const codes = args.map((each, i) => this.code(schema.params[i], each));
    return codes.some(Number.isNaN) ? null : [number, ...canonical(schema, codes)];
  }

  /** The code of a value; NaN if the type has none for it. @param {Written} type @param {unknown} value */
  code(type, value) {
    if (value === null || value === "none") return type[2] ?? NaN;
    if (type[0] === "number") return value === "" ? NaN : Number(value) * type[1];
    const code = this.tables[type[1]].findIndex((text) => folded(text) === folded(String(value)));
    return code < 0 ? NaN : code;
  }

  /** The texts of legal steps, each in full where two would be read alike. @param {Step[]} steps @param {import("./engine.js").Position} position */
  all(steps, position) {
    const texts = this.texted(steps, position);
    const alike = texts.map(folded);
    /** @type {Map<string, number>} */
    const times = new Map();
    for (const each of alike) times.set(each, (times.get(each) ?? 0) + 1);
    const inFull = new Set([...steps.keys()].filter((place) => (times.get(alike[place]) ?? 0) > 1));
    for (let more = inFull.size; more > 0;) {
      const taken = new Set([...inFull].map((place) => folded(this.full(steps[place]))));
      const found = [...steps.keys()].filter((place) => !inFull.has(place) && taken.has(alike[place]));
      for (const place of found) inFull.add(place);
      more = found.length;
    }
    return texts.map((text, place) => (inFull.has(place) ? this.full(steps[place]) : text));
  }
}

/** The codes of a step, given in any order: a set of fewer members repeats its last. @param {import("./data.js").Schema} schema @param {readonly number[]} args */
export function canonical({ choices }, args) {
  const found = [...args];
  for (const [begin, end] of choices) {
    const codes = [...new Set(args.slice(begin, end))].sort((a, b) => a - b);
    for (let at = begin; at < Math.min(end, args.length); at += 1) found[at] = codes[Math.min(at - begin, codes.length - 1)];
  }
  return found;
}

/** The file's own notation of a move in a way; none if it has none. @param {import("./data.js").Schema} schema @param {number} way */
export function partsOf(schema, way) {
  return schema.ways?.[way - 1] ?? schema.parts ?? [];
}

/** What is compared of a text. @param {string} text */
export function folded(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

/** The three texts most like one. @param {string} text @param {string[]} texts */
export function nearest(text, texts) {
  const wanted = new Set(text.toLowerCase().split(/\W+/));
  /** @param {string} each */
  const shared = (each) => each.toLowerCase().split(/\W+/).filter((word) => wanted.has(word)).length;
  return [...texts].sort((a, b) => shared(b) - shared(a)).slice(0, 3);
}

/** @param {string} text @param {string[]} texts */
export function near(text, texts) {
  const found = nearest(text, texts);
  return found.length === 0 ? "" : `Legal are ${found.map((each) => `\`${each}\``).join(", ")}${texts.length > 3 ? " .." : ""}.`;
}
