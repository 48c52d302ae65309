/**
 * The rules of an exported game: its WebAssembly module, positions, steps, and search.
 *
 * A position is the vector of the engine and the positions that were left behind, where the rules look at them. It is loaded into
 * the memory, worked on there, and read out. A memory that is too small traps; then there is a larger one, and it is tried again.
 */

import { refused } from "../carrier.js";

/** @typedef {{ before: Past | null, entry: BigInt64Array<ArrayBuffer>, length: number }} Past */
/** A position; `unknown` are the places that the side who looks does not know. @typedef {{ vector: BigInt64Array<ArrayBuffer>, past: Past | null, unknown?: Set<number> }} Position */
/** A step as a row: the number of its move, and the codes of its arguments. @typedef {number[]} Step */
/** @typedef {{ step: Step, visits: number, value: number, sure: number | null }} Tried */
/** @typedef {import("./data.js").Kernel} Kernel */

const PAGE = 65536;
/** Entries that a memory, and a tree, may have. */
const LARGEST = 1 << 24;
/** What an entry is that a side does not know: see `ggl/engine/protocol.py`. */
const UNKNOWN = -(1n << 31n);

// Fields of the tree: see `ggl/compiler/tree_layout.py`.
const [USED, ROOT, SIMULATIONS, , , FULL, SEED] = [0, 1, 2, 3, 4, 5, 6];
const HEAD = 9;
const [VISITS, PROVEN, EDGES, SUMS] = [0, 1, 2, 3];
const [COUNT, , , FIRST_EDGE] = [0, 1, 2, 3];
const PLACE = 36n;
const UNIT = 840;
const FIRST_TREE = 1 << 16;
/** Of 64 bits: one by the golden ratio. */
const SPREAD = 0x9e3779b97f4a7c15n;

/** Mixes 64 bits, so that each bit depends on all: see `ggl/engine/draws.py`. @param {bigint} bits */
function mixed(bits) {
  const first = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
  const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn);
  return second ^ (second >> 31n);
}

/** The state of random numbers for one step of a play. @param {bigint} seed @param {number} number */
export function seeded(seed, number) {
  const state = mixed(BigInt.asUintN(64, mixed(BigInt.asUintN(64, seed + SPREAD)) + BigInt(number) * SPREAD));
  return BigInt.asIntN(64, state);
}

export class Engine {
  /** @param {Kernel} kernel @param {BufferSource} code @param {BigInt64Array<ArrayBuffer>} constants @param {number} seats */
  constructor(kernel, code, constants, seats) {
    this.kernel = kernel;
    this.constants = constants;
    this.seats = seats;
    const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { ggl: { log: Math.log } });
    /** @type {any} */
    this.exports = instance.exports;
    this.room = kernel.room;
    this.used = 64;
    /** Where the memory's arena begins, counted from its own beginning. */
    this.top = 0;
    this.state = BigInt.asIntN(64, BigInt(Math.floor(Math.random() * 2 ** 52)));
    /** The past that stands in the memory. @type {Past | null} */
    this.held = null;
    this.at = this.build(this.room);
    /** The tree of the search. */
    this.tree = 0;
    this.treeSize = 0;
    /** @type {Position | null} */
    this.root = null;
  }

  /** The memory as words; it must be asked for anew after it may have grown. */
  get words() {
    if (this.view === undefined || this.view.buffer !== this.exports.memory.buffer) {
      /** @type {BigInt64Array<ArrayBuffer>} */
      this.view = new BigInt64Array(this.exports.memory.buffer);
    }
    return this.view;
  }

  /** So many words of 0, at the end of the memory; the place of the first. @param {number} count */
  allocate(count) {
    const place = this.used / 8;
    const missing = Math.ceil((this.used + 8 * count - this.exports.memory.buffer.byteLength) / PAGE);
    try {
      if (missing > 0) this.exports.memory.grow(missing);
    } catch {
      throw this.refusal(0); // the browser gives no more
    }
    this.used += 8 * count;
    return place;
  }

  /** Why a position cannot be played on. @param {number} found what the module found, 0 if memory ran out */
  refusal(found) {
    const text = this.kernel.refusals[found];
    return refused("limit", `${text[0].toUpperCase()}${text.slice(1)}.`);
  }

  /** The words of a memory. @param {Kernel["room"]} room */
  size({ arena, history, turns, most }) {
    const { memory, row, remembered, keptTurn } = this.kernel;
    return memory.fixed + this.constants.length + history * remembered + arena + 2 * most * row + turns * keptTurn;
  }

  /** A memory to work in, as `Memory.build` of the compiler makes it; its first word. @param {Kernel["room"]} room */
  build(room) {
    const { memory, remembered } = this.kernel;
    const { history, turns } = room;
    const [begin, length] = [memory.fixed + this.constants.length, this.size(room)];
    const at = this.allocate(length);
    this.room = room;
    const { words } = this;
    words.set(this.constants, at + memory.fixed);
    words[at + memory.history] = BigInt(begin);
    words[at + memory.room] = BigInt(history);
    words[at + memory.turns] = BigInt(turns);
    words[at + memory.end] = BigInt(length);
    this.top = begin + history * remembered;
    this.held = null;
    return at;
  }

  /** Call an entry on the memory, or raise `Full`. @param {string} name @param {...(number | bigint)} given */
  call(name, ...given) {
    const entry = this.kernel.entries[name];
    if (entry === undefined) throw new Error(`the rules have no ${name}`);
    const [called, words] = entry;
    const all = [8 * this.at, ...given].map((each, place) => (words[place] ? BigInt(each) : Number(each)));
    try {
      return this.exports[called](...all);
    } catch (error) {
      if (this.exports.trapped.value === 0) throw error;
      this.exports.trapped.value = 0;
      throw new Full();
    }
  }

  /** Do something in the memory, or in a larger one if it turns out to be too small. @template T @param {() => T} run @returns {T} */
  tried(run) {
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof Full)) throw error;
        const at = this.at + this.kernel.memory.refused;
        const found = Number(this.words[at]);
        this.words[at] = 0n;
        const isPast = found === this.kernel.pastFull;
        if (found !== 0 && !isPast) throw this.refusal(found);
        this.enlarge(isPast);
      }
    }
  }

  /** Take a larger memory to work in. @param {boolean} isPast whether only the room for the past was full */
  enlarge(isPast) {
    const { arena, history, turns, most } = this.room;
    const room = isPast
      ? { ...this.room, history: 4 * history }
      : { arena: 4 * arena, history, turns: 4 * turns, most: Math.min(4 * most, this.kernel.mostSteps) };
    if (this.size(room) > LARGEST) throw this.refusal(0);
    this.at = this.build(room);
  }

  // ---- positions

  /** @returns {Position} */
  start() {
    return this.tried(() => {
      this.words[this.at + this.kernel.memory.played] = 0n;
      this.call("start", this.top);
      return this.read(null);
    });
  }

  /** @param {Position} position */
  load({ vector, past }) {
    const { memory, hasHistory } = this.kernel;
    this.words.set(vector, this.at);
    this.call("refresh", 0);
    if (!hasHistory) return;
    const length = past === null ? 0 : past.length;
    if (length > this.room.history) {
      this.words[this.at + memory.refused] = BigInt(this.kernel.pastFull);
      throw new Full();
    }
    this.words[this.at + memory.played] = BigInt(length);
    this.recall(past);
  }

  /** Write a past into the memory, from where it differs from the one that stands there. @param {Past | null} past */
  recall(past) {
    const { words } = this;
    let before = this.held;
    while (before !== null && before.length > (past?.length ?? 0)) before = before.before;
    for (let each = past; each !== null && each !== before; each = each.before) {
      if (before?.length === each.length) before = before.before;
      const [hashes, compared] = this.past(each.length - 1);
      hashes.forEach((at, way) => { words[at] = each.entry[way]; });
      words.set(each.entry.subarray(hashes.length), compared);
    }
    this.held = past;
  }

  /** The position in the memory, which came of one with a past. @param {Past | null} before @returns {Position} */
  read(before) {
    const { memory, hasHistory, length, compared } = this.kernel;
    const vector = this.words.slice(this.at, this.at + length);
    const played = hasHistory ? Number(this.words[this.at + memory.played]) : 0;
    if (played === 0) return { vector, past: null };
    if (played === (before?.length ?? 0)) return { vector, past: before };
    const [hashes, first] = this.past(played - 1);
    const entry = BigInt64Array.from([...hashes.map((at) => this.words[at]), ...this.words.subarray(first, first + compared)]);
    return { vector, past: { before, entry, length: played } };
  }

  /** Where a position that was left behind stands: each of its hashes, one for each way to compare, and what is compared. @param {number} place @returns {[number[], number]} */
  past(place) {
    const { remembered, ways, compared } = this.kernel;
    const { history } = this.room;
    const begin = this.at + this.top - history * remembered;
    return [Array.from({ length: ways }, (_, way) => begin + way * history + place), begin + ways * history + place * compared];
  }

  /** The legal steps. @param {Position} position @returns {Step[]} */
  steps(position) {
    return this.tried(() => {
      this.load(position);
      const { row } = this.kernel;
      const { most } = this.room;
      const above = this.top + most * row;
      const count = Number(this.call("steps", above, this.top, most, 0));
      if (count >= most) throw new Full();
      return Array.from({ length: count }, (_, number) => this.row(this.at + this.top + number * row));
    });
  }

  /** @param {number} place @returns {Step} */
  row(place) {
    return Array.from(this.words.subarray(place, place + this.kernel.row), Number);
  }

  /** @param {Position} position @param {Step} step @returns {Position} */
  play(position, step) {
    return this.tried(() => {
      this.load(position);
      this.words.set(step.map(BigInt), this.at + this.top);
      this.call("play", this.top + this.kernel.row, this.top);
      return this.read(position.past);
    });
  }

  /** The number of the first condition of a step that does not hold, from 1; 0 if all do. @param {Position} position @param {Step} step */
  fails(position, step) {
    return this.tried(() => {
      this.load(position);
      this.words.set(step.map(BigInt), this.at + this.top);
      return Number(this.call("fails", this.top + this.kernel.row, this.top));
    });
  }

  /** In which ways steps are written, from 1 on; 0 for the usual one. @param {Position} position @param {Step[]} steps @returns {number[]} */
  ways(position, steps) {
    if (this.kernel.entries.ways === undefined) return steps.map(() => 0);
    return this.tried(() => {
      this.load(position);
      return steps.map((step) => {
        this.words.set(step.map(BigInt), this.at + this.top);
        return Number(this.call("ways", this.top + this.kernel.row, this.top));
      });
    });
  }

  /**
   * What a side sees of a position. @param {Position} position @param {number} side
   * @param {[number, number, number][]} entries of each field that is not open to all: its first place, the one behind its last, its start
   * @returns {Position}
   */
  seen(position, side, entries) {
    return this.tried(() => {
      this.load(position);
      this.call("view", this.top, side);
      const vector = position.vector.slice();
      const unknown = new Set();
      let from = this.at + this.top;
      for (const [first, stop, start] of entries) {
        for (let place = first; place < stop; place += 1, from += 1) {
          vector[place] = this.words[from];
          if (vector[place] !== UNKNOWN) continue;
          vector[place] = BigInt(start);
          unknown.add(place);
        }
      }
      return { vector, past: null, unknown };
    });
  }

  /** The sets of sites of a mark, with the value of each behind it if there is one. @param {Position} position @param {[number, number]} asked @returns {number[][]} */
  sets(position, asked) {
    return this.tried(() => {
      this.load(position);
      let [at, end] = this.call("sets", this.top, ...asked).map(Number);
      const found = [];
      for (; at < end; at += 1 + found[found.length - 1].length) {
        const first = this.at + at + 1;
        found.push(Array.from(this.words.subarray(first, first + Number(this.words[first - 1])), Number));
      }
      return found;
    });
  }

  /** The position if the next player were to move. @param {Position} position */
  skipped(position) {
    return this.tried(() => {
      this.load(position);
      this.call("skip", this.top);
      return this.read(position.past);
    });
  }

  /**
   * A random legal step, or the outcome of a roll; null if there is none.
   * @param {Position} position @param {bigint} [state] of random numbers, so that the same step comes again @returns {Step | null}
   */
  draw(position, state) {
    return this.tried(() => {
      this.load(position);
      const { most } = this.room;
      const [at, after] = this.call("draw", this.top + most * this.kernel.row, this.top, most, state ?? this.state);
      if (state === undefined) this.state = after;
      return at < 0n ? null : this.row(this.at + Number(at));
    });
  }

  /** The codes of the scores. @param {Position} position @returns {number[]} */
  scores(position) {
    return this.tried(() => {
      this.load(position);
      return Array.from({ length: this.seats }, (_, side) => Number(this.call("score", this.top, side)));
    });
  }

  // ---- search

  /** Begin a search from a position. @param {Position} position */
  begin(position) {
    if (this.tree === 0) {
      this.treeSize = FIRST_TREE;
      this.tree = this.allocate(this.treeSize);
    }
    this.root = position;
    const { words, tree } = this;
    words.fill(0n, tree, tree + HEAD + SUMS + this.seats);
    words[tree + ROOT] = BigInt(HEAD);
    words[tree + USED] = BigInt(HEAD + SUMS + this.seats);
    words[tree + SEED] = this.state;
    this.state = BigInt.asIntN(64, this.state * 6364136223846793005n + 1442695040888963407n);
  }

  /** Simulations that were done. */
  get simulations() {
    return Number(this.words[this.tree + SIMULATIONS]);
  }

  /** Whether all of it is known. */
  get isProven() {
    return this.words[this.tree + HEAD + PROVEN] !== 0n;
  }

  /** So many more simulations. @param {number} count @param {number} weight */
  search(count, weight) {
    const goal = this.simulations + count;
    while (this.simulations < goal && !this.isProven) {
      this.tried(() => {
        this.load(/** @type {Position} */ (this.root));
        this.call("mcts", this.top, 8 * this.tree, this.treeSize, goal - this.simulations, this.room.most, this.kernel.longest, Math.round(1000 * weight));
      });
      if (this.words[this.tree + FULL] === 0n) return;
      if (this.words[this.tree + FULL] !== 1n || 2 * this.treeSize > LARGEST) return;
      const [old, size] = [this.tree, this.treeSize];
      this.treeSize = 2 * size;
      this.tree = this.allocate(this.treeSize);
      this.words.copyWithin(this.tree, old, old + size);
      this.words[this.tree + FULL] = 0n;
    }
  }

  /** What is known of the position that was searched, and of its steps, for a seat. @param {number} seat */
  found(seat) {
    const { words, tree } = this;
    const { columns } = this.kernel;
    const block = Number(words[tree + HEAD + EDGES]);
    const width = 1 + Math.max(...columns.map(([word]) => word));
    const steps = Array.from({ length: block && Number(words[tree + block + COUNT]) }, (_, number) => {
      const edge = tree + block + FIRST_EDGE + number * width;
      const step = columns.map(([word, shift, bits, low]) => Number(BigInt.asUintN(bits, words[edge + word] >> BigInt(shift)) + BigInt(low)));
      return { step, ...this.node(Number(words[edge] >> PLACE), seat) };
    });
    return { value: this.node(HEAD, seat).value, steps };
  }

  /** What is known of a node, which stands at a place of the tree; of one that is not there, at 0, nothing. @param {number} place @param {number} seat */
  node(place, seat) {
    const at = this.tree + place;
    const visits = place === 0 ? 0 : Number(this.words[at + VISITS]);
    const sure = place === 0 ? null : this.sure(Number(this.words[at + PROVEN]), seat);
    const mean = visits === 0 ? 1 / Math.max(this.seats, 2) : Number(this.words[at + SUMS + seat]) / (UNIT * visits);
    return { visits, value: sure ?? mean, sure };
  }

  /** What a proven result brings a seat: 1, 0 or a share; null where nothing is proven. @param {number} proven @param {number} seat */
  sure(proven, seat) {
    if (proven === 0) return null;
    if (proven <= this.seats) return Number(seat === proven - 1);
    const winners = proven - this.seats - 1 || (this.seats > 1 ? (1 << this.seats) - 1 : 0);
    const count = [...winners.toString(2)].filter((bit) => bit === "1").length;
    return (winners >> seat) & 1 && count > 0 ? 1 / count : 0;
  }
}

/** The memory was too small. */
class Full extends Error {}
