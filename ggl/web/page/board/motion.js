/** Pieces that move from where they were, and come in softly. Nothing moves where the reader prefers that. */

/** @typedef {import("../messages.js").View} View */

const TIME = 180;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * From which site to which a piece has gone between two views: what one site lost, another one has.
 * @param {View} before @param {View} after @returns {[string, string][]}
 */
export function moved(before, after) {
  const came = after.last.filter((site) => after.says[site] !== undefined && after.says[site] !== before.says[site]);
  const left = after.last.filter((site) => before.says[site] !== undefined && after.says[site] !== before.says[site]);
  /** @type {[string, string][]} */
  const found = [];
  for (const to of came) {
    const at = left.findIndex((from) => from !== to && before.says[from] === after.says[to]);
    if (at >= 0) found.push([left.splice(at, 1)[0], to]);
  }
  return found;
}

/**
 * @param {View | null} before @param {View} after
 * @param {Map<string, SVGGElement>} pieces what stands on the new picture
 * @param {(site: string) => { x: number, y: number } | undefined} place
 */
export function animate(before, after, pieces, place) {
  if (calm.matches || before === null || before.table !== after.table || before.revision === after.revision) return;
  const ways = moved(before, after);
  for (const [from, to] of ways) {
    const [a, b, piece] = [place(from), place(to), pieces.get(to)];
    if (a === undefined || b === undefined || piece === undefined) continue;
    piece.parentElement?.append(piece);
    piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "translate(0, 0)" }], { duration: TIME, easing: "ease-out" });
  }
  for (const site of after.last) {
    if (before.says[site] === undefined && !ways.some(([, to]) => to === site)) pieces.get(site)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TIME });
  }
}
