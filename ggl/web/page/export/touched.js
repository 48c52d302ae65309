/** The sites that are framed for the last moves: see `ggl/play/touched.py`. */

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./play.js").Node} Node */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Step} Step */

/** Where pieces arrive at more sites in one step, only what the move names is framed. */
const MOST_ARRIVALS = 4;

/** The sites that steps name, by their arguments or in the file's own notation. @param {ExportHost} host @param {Step[]} steps */
export function named(host, steps) {
  const known = new Set(host.words.board.sites.map((site) => site.name));
  const found = steps.flatMap((step) => [...host.texts.args(step), ...(host.words.schemas[step[0]]?.framed ?? []).map((part) => host.texts.written(part, step))]);
  return [...new Set(/** @type {string[]} */ (found.filter((each) => typeof each === "string" && known.has(each))))];
}

/** The sites that the steps to some places name, and those at which a piece arrived. @param {ExportHost} host @param {Node[]} nodes */
export function touched(host, nodes) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const { step, above, position } of nodes) {
    if (step === null || above === null) continue;
    const names = named(host, [step]);
    const arrived = arrivals(host, above.position, position);
    const more = arrived.length > MOST_ARRIVALS ? [] : arrived.filter((site) => !isSeen(host, site, names));
    for (const each of [...names, ...more]) found.add(each);
  }
  return [...found];
}

/** Whether frames stand around a site already. @param {ExportHost} host @param {string} site @param {string[]} framed */
function isSeen({ words: { ends } }, site, framed) {
  return ends[site]?.every((each) => framed.includes(each)) || framed.some((each) => ends[each]?.includes(site));
}

/**
 * The sites that were free and are not, whose stack has grown, or whose piece gave way to one that left its place or the supply.
 * @param {ExportHost} host @param {Position} before @param {Position} after
 */
function arrivals(host, before, after) {
  const { picture, words } = host.data;
  const none = words.pieces.length;
  const spent = supplied(host, before, after);
  /** @type {string[]} */
  const found = [];
  for (const [type, { fields, layers }] of Object.entries(picture.plans)) {
    for (const { piece, count, below } of layers) {
      const sites = picture.sites.filter(([of]) => of === type).map(([, index, name]) => ({ index, name, was: Number(before.vector[fields[piece] + index]), now: Number(after.vector[fields[piece] + index]) }));
      const left = new Set(sites.flatMap(({ was, now }) => (was < none && now >= none ? [was] : [])));
      for (const [code, number] of spent) if (sites.filter(({ was, now }) => was !== now && now === code).length <= number) left.add(code);
      for (const { index, name, was, now } of sites) {
        const more = count !== null && after.vector[fields[count] + index] > before.vector[fields[count] + index];
        const isGrown = more && ((was === now && now < none) || below !== null);
        if ((now < none && was >= none) || isGrown || (was !== now && left.has(now))) found.push(name);
      }
    }
  }
  return found;
}

/** How many of each piece, by code, have left the supply. @param {ExportHost} host @param {Position} before @param {Position} after @returns {[number, number][]} */
function supplied({ words, data }, before, after) {
  return words.supplies.flatMap((kinds, player) => kinds.flatMap(([kind, at]) => {
    const number = Number(before.vector[at] - after.vector[at]);
    const code = data.words.pieces.findIndex((piece) => piece.kind === kind && [kind, `${words.players[player]} ${kind}`].includes(piece.name));
    return number > 0 ? [/** @type {[number, number]} */ ([code, number])] : [];
  }));
}
