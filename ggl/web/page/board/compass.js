/**
 * Where arrow keys lead on a board: to a neighbour by the board's own directions, else to the nearest site on that side.
 *
 * On hexes two neighbours lie above a cell. The one nearer to the column at which the walk began is taken, so that a walk up and
 * down is straight.
 */

import { siteTable } from "./choice.js";

/** @typedef {import("../messages.js").Board} Board */
/** @typedef {import("../messages.js").BoardSite} BoardSite */
/** @typedef {{ x: number, y: number }} Point */

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How much a way may lean aside from that of the key, as the cosine of the angle. */
const STRAIGHT = 0.4;

/**
 * The site that an arrow key leads to, or null at the rim. `aim` is the place from which the walk set out.
 * @param {Board} board @param {string} from @param {string} key @param {Point} aim @param {boolean} flipped
 * @param {(site: string) => boolean} allowed
 * @returns {string | null}
 */
export function walk(board, from, key, aim, flipped, allowed) {
  const places = siteTable(board);
  const here = places.get(from);
  const arrow = ARROWS[key];
  if (here === undefined || arrow === undefined) return null;
  const turn = flipped ? -1 : 1;
  const [dx, dy] = [arrow[0] * turn, arrow[1] * turn];
  const beside = Object.values(here.next).flatMap((name) => places.get(name) ?? []);
  return nearest(here, beside, dx, dy, aim, allowed) ?? nearest(here, board.sites, dx, dy, aim, allowed);
}

/**
 * @param {BoardSite} here @param {BoardSite[]} sites @param {number} dx @param {number} dy @param {Point} aim
 * @param {(site: string) => boolean} allowed
 */
function nearest(here, sites, dx, dy, aim, allowed) {
  let found = null;
  let least = Infinity;
  for (const site of sites) {
    const [x, y] = [site.x - here.x, site.y - here.y];
    const long = Math.hypot(x, y);
    const along = x * dx + y * dy;
    if (long === 0 || along / long < STRAIGHT || !allowed(site.name)) continue;
    const aside = dx === 0 ? Math.abs(site.x - aim.x) : Math.abs(site.y - aim.y);
    const cost = along + 2 * Math.abs(x * dy - y * dx) + 0.1 * aside;
    if (cost < least) [found, least] = [site.name, cost];
  }
  return found;
}
