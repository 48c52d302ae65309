/** What is seen of a position: the picture put together from its parts, what stands where in words, the lines below the board. */

import { numbered } from "./texts.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./texts.js").Texts} Texts */

const TO_COME = "to be rolled";
const MOST_MEMBERS = 16;
/** What is shown of a value that the side who looks does not know. */
const HIDDEN = "?";

/** The path of a line; on a board that wraps around within a box, of the shortest one, as it lies at each side of the seam. @param {number[]} start @param {number[]} end @param {number[]} box */
function between(start, end, box) {
  if (box.length === 0) return `M${start.join(" ")}L${end.join(" ")}`;
  const [across, up] = start.map((at, axis) => {
    const [way, size] = [end[axis] - at, box[axis + 2] - box[axis]];
    return 2 * Math.abs(way) > size + 1 ? Math.sign(way) * size : 0;
  });
  const shifts = [...new Set([0, across])].flatMap((x) => [...new Set([0, up])].map((y) => [x, y]));
  return shifts.map(([x, y]) => clipped([start[0] + x, start[1] + y], [end[0] - across + x, end[1] - up + y], box)).join("");
}

/** The path of the part of a line within a box. @param {number[]} start @param {number[]} end @param {number[]} box */
function clipped(start, end, box) {
  let [begin, stop] = [0, 1];
  for (const axis of [0, 1]) {
    const [at, way] = [start[axis], end[axis] - start[axis]];
    if (way === 0 && (at < box[axis] || at > box[axis + 2])) return "";
    if (way === 0) continue;
    const [enter, leave] = [(box[axis] - at) / way, (box[axis + 2] - at) / way].sort((one, other) => one - other);
    [begin, stop] = [Math.max(begin, enter), Math.min(stop, leave)];
  }
  const [from, to] = [begin, stop].map((part) => start.map((at, axis) => at + (end[axis] - at) * part).join(" "));
  return begin + 0.01 < stop ? `M${from}L${to}` : "";
}

export class Scene {
  /** @param {Data} data @param {Engine} engine @param {Texts} texts */
  constructor(data, engine, texts) {
    this.data = data;
    this.engine = engine;
    this.texts = texts;
  }

  /** An entry of a field. @param {Position} position @param {string} field @param {number} [place] */
  entry(position, field, place = 0) {
    const slot = this.data.words.slots[field];
    return slot === undefined ? 0 : Number(position.vector[slot[0] + place]);
  }

  /** Whether a turn has begun and has steps to come. @param {Position} position */
  isInTurn(position) {
    const { nothingPending } = this.data.words;
    return (nothingPending !== null && this.entry(position, "pending") !== nothingPending) || this.entry(position, "steps") > 0;
  }

  /** What is drawn on the board. @param {Position} position @param {string[]} framed */
  svg(position, framed) {
    const { picture } = this.data;
    const { texts } = picture;
    const last = new Set(framed);
    let pieces = "";
    /** @type {Map<string, [boolean, string]>} */
    const frames = new Map();
    for (const [type, index, name, of, x, y, under] of picture.sites) {
      const { looks, frame, piles } = picture.classes[of];
      const pile = piles === null ? [] : this.pile(position, type, index);
      const text = looks[this.key(position, type, index)];
      const turn = type === "edge" || type === "link" || this.faces(type) ? " rotate(0)" : ""; // what faces a way keeps it when the board is turned over
      if (text !== undefined) pieces += `<g><g transform="translate(${x} ${y})${turn}">${texts[text]}</g></g>`;
      if (piles !== null && pile.length > 1) pieces += `<g><g transform="translate(${x} ${y})">${this.piled(pile, piles, picture.plans[type].values.map(([at]) => Number(position.vector[picture.plans[type].fields[at] + index])))}</g></g>`;
      if (!last.has(name)) continue;
      frames.set(name, [under, `<g transform="translate(${x} ${y})">${texts[frame]}</g>`]);
    }
    /** The frames below or above the pieces, in the order of the moves. @param {boolean} below */
    const framing = (below) => framed.map((name) => frames.get(name)).map((each) => (each?.[0] === below ? each[1] : "")).join("");
    picture.bar?.forEach((drawn, player) => {
      const held = this.data.words.supplies[player].map(([, at]) => (position.unknown?.has(at) ? 0 : Number(position.vector[at]))).join(",");
      if (drawn[held] !== undefined) pieces += `<g>${texts[drawn[held]]}</g>`;
    });
    const stores = picture.stores.map(({ at, low, texts: drawn, hidden }) => `<g>${texts[position.unknown?.has(at) ? hidden : drawn[Number(position.vector[at]) - low]] ?? ""}</g>`).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${picture.width} ${picture.height}" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">` +
      `<g data-layer="areas">${this.marks(position, true)}</g><g data-layer="frames">${framing(true)}</g><g data-layer="pieces">${pieces}</g>` +
      `<g data-layer="signs">${this.marks(position, false)}</g><g data-layer="marks">${framing(false)}</g>` +
      `${stores === "" ? "" : `<g data-layer="stores">${stores}</g>`}</svg>`;
  }

  /** The codes of the pieces on a site whose pieces lie on each other in piles, from the bottom up. @param {Position} position @param {string} type @param {number} index */
  pile(position, type, index) {
    const { fields, layers } = this.data.picture.plans[type];
    for (const { piece, count, below } of layers) {
      if (below === null || count === null) continue;
      const [start, levels] = below;
      const top = Number(position.vector[fields[piece] + index]);
      if (this.data.words.pieces[top] === undefined) return [];
      const first = start + index * levels;
      return [...Array.from(position.vector.subarray(first, first + Number(position.vector[fields[count] + index]) - 1), Number), top];
    }
    return [];
  }

  /** A pile put together: as many pieces as are shown, from the top down, its height, and the values of its site. @param {number[]} pile @param {import("./data.js").Piles} piles @param {number[]} codes */
  piled(pile, { pieces, heights, values }, codes) {
    const { texts } = this.data.picture;
    const steps = pieces[Math.min(pile.length, Math.max(...Object.keys(pieces).map(Number)))];
    const shown = pile.slice(-steps.length);
    return shown.map((code, step) => texts[steps[step][code]]).join("") + (texts[heights[pile.length]] ?? "") + (texts[values[codes.join(",")]] ?? "");
  }

  /** What the file marks on its board. @param {Position} position @param {boolean} under whether below the pieces */
  marks(position, under) {
    const goesOn = this.isInTurn(position);
    const marks = this.data.picture.marks.filter((each) => each.under === under && !(each.between && goesOn));
    return marks.map((each) => `<g>${this.mark(position, each, this.engine.sets(position, each.asked))}</g>`).join("");
  }

  /** @param {Position} position @param {import("./data.js").Mark} mark @param {number[][]} sets */
  mark(position, { type, drawn }, sets) {
    const { plans, texts } = this.data.picture;
    /** Whether a site shows a piece or a value. @param {number} index */
    const isTaken = (index) => {
      if (plans[type] === undefined) return false;
      const { fields, layers, values } = plans[type];
      /** @param {number} field */
      const code = (field) => Number(position.vector[fields[field] + index]);
      return layers.some(({ piece }) => this.data.words.pieces[code(piece)] !== undefined)
        || values.some(([at, shown]) => shown[code(at)] !== undefined && !position.unknown?.has(fields[at] + index));
    };
    /** @param {number} text @param {string} way */
    const path = (text, way) => (way === "" ? "" : texts[text].replace(' d=""', ` d="${way}"`));
    /** A text with the middle of its capitals at a place. @param {number} text @param {number} x @param {number} y @param {number} size */
    const placed = (text, x, y, size) => texts[text].replace(' x=""', ` x="${x}"`).replace(' y=""', ` y="${y + 0.36 * size}"`).replace(' font-size=""', ` font-size="${size}"`);
    switch (drawn[0]) {
      case "sites":
        return sets.flat().map((site) => texts[drawn[1][site][Number(isTaken(site))]]).join("");
      case "frame":
        return sets.map((set) => path(drawn[1], drawn[2].map(([ways, beside]) => (beside.filter((cell) => set.includes(cell)).length === 1 ? (ways[beside.findIndex((cell) => set.includes(cell))] ?? ways[0]) : "")).join(""))).join("");
      case "line":
        return sets.map((set) => path(drawn[1], set.slice(1).map((site, place) => between(drawn[2][set[place]].map(Number), drawn[2][site].map(Number), drawn[3])).join(""))).join("");
      case "name": {
        const [, text, points, pitch, width] = drawn;
        return sets.filter((set) => set.length > 0).map((set) => {
          const [xs, ys] = [0, 1].map((part) => set.map((site) => Number(points[site][part])));
          const wide = Math.max(...xs) - Math.min(...xs) + 0.9 * pitch;
          return placed(text, (Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2, Math.min(0.42 * pitch, wide / Math.max(width, 0.1)));
        }).join("");
      }
      case "value": {
        const [, text, points, aside, pitch, written, scale] = drawn;
        const values = new Map(sets.flatMap((set) => set.flatMap((site, place) => (place % 2 === 0 ? [[site, set[place + 1]]] : []))));
        return [...values].map(([site, code]) => {
          const value = written[code] ?? numbered(code, scale);
          const [x, y] = points[site].map(Number);
          const size = Math.min(0.34, 0.8 / [...value].length) * pitch;
          const put = isTaken(site) ? placed(text, x + aside[0], y + aside[1], 0.6 * size) : placed(text, x, y, size);
          return put.replace(">x<", `>${value.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}<`);
        }).join("");
      }
    }
  }

  /** @param {string} type */
  faces(type) {
    return this.data.picture.plans[type].layers.some((layer) => layer.facing !== null);
  }

  /** The codes of a site's entries; a star for what counts for nothing there. @param {Position} position @param {string} type @param {number} index */
  key(position, type, index) {
    const { fields, layers, values } = this.data.picture.plans[type];
    const codes = fields.map((start) => (position.unknown?.has(start + index) ? "?" : Number(position.vector[start + index])));
    const used = new Set(values.map(([at]) => at));
    for (const layer of layers) {
      used.add(layer.piece);
      const piece = this.data.words.pieces[Number(codes[layer.piece])];
      if (piece === undefined) continue;
      if (layer.count !== null) used.add(layer.count);
      const kind = this.data.words.kinds[piece.kind];
      for (const [name, [at]] of Object.entries(layer.bears)) if (kind.has.includes(name)) used.add(at);
      if (layer.facing !== null && kind.faces) used.add(layer.facing);
    }
    return codes.map((code, at) => (used.has(at) ? code : "*")).join(",");
  }

  /** What stands on each site that is not empty, in words. @param {Position} position */
  says(position) {
    const { words, picture } = this.data;
    /** @type {Record<string, string>} */
    const found = {};
    for (const [type, index, name] of picture.sites) {
      const { fields, layers, values } = picture.plans[type];
      const codes = fields.map((start) => Number(position.vector[start + index]));
      const said = [];
      for (const layer of layers) {
        const piece = words.pieces[codes[layer.piece]];
        if (piece === undefined) continue;
        const kind = words.kinds[piece.kind];
        const count = layer.count === null ? 1 : codes[layer.count];
        const way = layer.facing !== null && kind.faces ? words.board.directions[codes[layer.facing]] : undefined;
        if (layer.below !== null) {
          said.push(this.runs(this.pile(position, type, index)).join(" under "));
          continue;
        }
        const bears = Object.entries(layer.bears).filter(([each, [at, texts]]) => kind.has.includes(each) && texts[codes[at]] !== undefined);
        said.push(`${count > 1 ? `${count} ` : ""}${piece.name}${way === undefined ? "" : ` facing ${way}`}${bears.map(([_, [at, texts]]) => `, ${texts[codes[at]]}`).join("")}`);
      }
      for (const [at, texts] of values) if (texts[codes[at]] !== undefined && !position.unknown?.has(fields[at] + index)) said.push(texts[codes[at]]);
      if (said.length > 0) found[name] = said.join(" and ");
    }
    return found;
  }

  /** Pieces in words, each row of the same ones together: `2 Red discs` are `2 Red disc`. @param {number[]} codes */
  runs(codes) {
    /** @type {[number, number][]} */
    const found = [];
    for (const code of codes) {
      const last = found.at(-1);
      if (last !== undefined && last[1] === code) last[0] += 1;
      else found.push([1, code]);
    }
    return found.map(([count, code]) => `${count > 1 ? `${count} ` : ""}${this.data.words.pieces[code].name}`);
  }

  /** What a player has in supply, by kind. @param {Position} position @param {number} player */
  supply(position, player) {
    const known = this.data.words.supplies[player].filter(([, at]) => !position.unknown?.has(at));
    return Object.fromEntries(known.map(([kind, at]) => [kind, Number(position.vector[at])]));
  }

  /** @param {Position} position @returns {string[] | null} */
  scores(position) {
    return this.scoreCodes(position)?.map((code) => numbered(code, this.data.words.score.scale)) ?? null;
  }

  /** The codes of the scores, in parts of the scale; null if there are none. @param {Position} position @returns {number[] | null} */
  scoreCodes(position) {
    const { kind, at } = this.data.words.score;
    if (kind === "none") return null;
    return kind === "match" ? this.data.words.players.map((_, side) => Number(position.vector[(at ?? 0) + side])) : this.engine.scores(position);
  }

  /** @param {Position} position @param {Set<number>} due the numbers of the rolls that are due */
  facts(position, due) {
    const { words } = this.data;
    const found = [];
    for (const each of words.variables) {
      const places = Array.from({ length: each.count ?? (each.sort === "players" ? words.players.length : 1) }, (_, i) => each.at + i);
      const known = places.map((place) => !position.unknown?.has(place));
      if (!known.includes(true)) continue;
      if (each.rolled.some((roll) => due.has(roll))) {
        found.push({ name: each.name, text: TO_COME, dice: each.dice ? [0] : [] });
        continue;
      }
      const codes = places.map((place) => Number(position.vector[place]));
      if (each.sort === "bag") {
        const members = codes.flatMap((times, place) => Array(times).fill(place + (each.low ?? 0)));
        if (members.length > 0) found.push({ name: each.name, text: this.held(members.map((code) => this.texts.value(each.type, code))), dice: each.dice && members.length <= MOST_MEMBERS ? members : [] });
      } else if (each.sort === "set") {
        const members = codes.flatMap((mark, code) => (mark === 0 ? [] : [this.texts.value(each.type, code)]));
        if (members.length > 0) found.push({ name: each.name, text: members.join(", "), dice: [] });
      } else if (each.sort === "sets") {
        if (codes.every((mark) => mark === 0)) continue;
        const size = codes.length / words.players.length;
        const members = words.players.map((_, side) => codes.slice(side * size, (side + 1) * size).flatMap((mark, code) => (mark === 0 ? [] : [this.texts.value(each.type, code)])));
        found.push({ name: each.name, text: words.players.map((name, side) => `${name}: ${known[side * size] ? members[side].join(" ") || "none" : HIDDEN}`).join("; "), dice: [] });
      } else if (known.includes(false) || codes.some((code) => this.tells(each.type, code))) {
        const texts = codes.map((code, i) => (known[i] ? this.texts.value(each.type, code) : HIDDEN));
        const text = each.sort === "one" ? texts[0] : texts.map((one, side) => `${words.players[side]} ${one}`).join(", ");
        found.push({ name: each.name, text, dice: each.dice && each.sort === "one" ? [codes[0]] : [] });
      }
    }
    return found;
  }

  /** Whether a value says more than none, 0 or false. @param {import("./data.js").Written} type @param {number} code */
  tells(type, code) {
    if (type[2] !== undefined && code === type[2]) return false;
    return type[0] === "number" || type[1] === "truth" ? code !== 0 : true;
  }

  /** @param {string[]} members */
  held(members) {
    if (members.length <= MOST_MEMBERS) return members.join(", ");
    /** @type {Map<string, number>} */
    const times = new Map();
    for (const each of members) times.set(each, (times.get(each) ?? 0) + 1);
    const parts = [...times].map(([member, count]) => `${count} x ${member}`);
    return `${parts.slice(0, MOST_MEMBERS).join(", ")}${parts.length > MOST_MEMBERS ? ", .." : ""} (${members.length} in all)`;
  }
}
