/**
 * A move chosen step by step from the legal moves, as data. Nothing here knows the page.
 *
 * A choice is the values taken so far and the legal moves that fit them. `offers` says what can be chosen next: the values of the
 * first parameter in which the moves that fit still differ. A move is done when its last site was chosen, so that a move from one
 * site to another always takes both, though only one may be left after the first.
 *
 * The parameters of one `choice`, such as a set, are taken in any order; of a set of fewer members they repeat the last one.
 */

/** @typedef {import("../messages.js").Legal} Legal */
/** @typedef {import("../messages.js").Board} Board */
/** @typedef {string | number | boolean | null} Arg */
/** @typedef {{ move: Legal, taken: boolean[] }} Fit */
/** @typedef {{ value: Arg, as: "site" | "name" | "number" | "truth" | "direction" | "move" }} Taken */
/** @typedef {{ fits: Fit[], taken: Taken[] }} Choice */
/** @typedef {{ param: string, value: Arg, choice: Choice, direction: boolean }} Value */
/**
 * What can be chosen next: sites, values that are no sites, whole moves by their text, and the move if nothing is left to choose.
 * @typedef {{ sites: Map<string, Choice>, values: Value[], moves: Legal[], done: Legal | null }} Offers
 */

/** @param {Legal[]} legal @returns {Choice} */
export function begin(legal) {
  return { fits: legal.map((move) => ({ move, taken: move.args.map(() => false) })), taken: [] };
}

/** @param {Board} board @param {Choice} choice @returns {Offers} */
export function offers(board, choice) {
  /** @type {Map<string, Fit[]>} */
  const sites = new Map();
  /** @type {Map<string, { param: string, value: Arg, fits: Fit[], direction: boolean }>} */
  const values = new Map();
  /** @type {Legal[]} */
  const moves = [];
  const last = lastSite(choice);
  for (const [name, fits] of bySchema(choice.fits)) {
    const params = board.moves[name] ?? [];
    const at = nextParam(params, fits);
    if (at === null) {
      moves.push(...fits.map((fit) => fit.move));
      continue;
    }
    const param = params[at];
    if (param.choice !== "") {
      moves.push(...addMembers(params, at, fits, sites, values));
      continue;
    }
    for (const fit of fits) {
      const value = fit.move.args[at];
      const taken = { move: fit.move, taken: fit.taken.map((each, i) => each || i === at) };
      if (param.kind === "site" && typeof value === "string") add(sites, value, taken);
      else {
        const direction = param.kind === "name" && board.directions.includes(String(value));
        const key = `${param.name} ${JSON.stringify(value)}`;
        const found = values.get(key) ?? { param: param.name, value, fits: [], direction };
        found.fits.push(taken);
        values.set(key, found);
        const way = direction && last !== null ? ray(board, last, String(value))[0] : undefined;
        if (way !== undefined) add(sites, way, taken);
      }
    }
    if (param.kind !== "site" && ![...values.values()].some((each) => each.direction)) addLaterSites(params, fits, sites);
  }
  const only = choice.fits.length === 1 && moves.length === 1 && choice.taken.length > 0 ? moves[0] : null;
  return {
    sites: new Map([...sites].map(([site, fits]) => [site, { fits, taken: [...choice.taken, { value: site, as: "site" }] }])),
    values: [...values.values()].map(({ param, value, fits, direction }) => ({
      param, value, direction, choice: { fits, taken: [...choice.taken, { value, as: direction ? "direction" : "name" }] },
    })),
    moves: only === null ? moves : [],
    done: only,
  };
}

/**
 * The members of a choice that are still to be taken, in any order; gives the moves of which none is left.
 * @param {import("../messages.js").Param[]} params @param {number} at @param {Fit[]} fits @param {Map<string, Fit[]>} sites
 * @param {Map<string, { param: string, value: Arg, fits: Fit[], direction: boolean }>} values @returns {Legal[]}
 */
function addMembers(params, at, fits, sites, values) {
  const done = [];
  const together = params.map((param) => param.choice === params[at].choice);
  for (const fit of fits) {
    const open = new Set(fit.move.args.filter((_, i) => together[i] && !fit.taken[i]));
    if (open.size === 0) done.push(fit.move);
    for (const value of open) {
      const taken = { move: fit.move, taken: fit.taken.map((each, i) => each || (together[i] && fit.move.args[i] === value)) };
      if (params[at].kind === "site" && typeof value === "string") add(sites, value, taken);
      else {
        const key = `${params[at].name} ${JSON.stringify(value)}`;
        const found = values.get(key) ?? { param: params[at].name, value, fits: [], direction: false };
        found.fits.push(taken);
        values.set(key, found);
      }
    }
  }
  return done;
}

/**
 * Where a name or a number is next, the sites of the move can be chosen before it; the members of a choice in any order.
 * @param {import("../messages.js").Param[]} params @param {Fit[]} fits @param {Map<string, Fit[]>} sites
 */
function addLaterSites(params, fits, sites) {
  const at = params.findIndex((param, i) => param.kind === "site" && fits.some((fit) => !fit.taken[i]));
  if (at < 0) return;
  if (params[at].choice !== "") return void addMembers(params, at, fits, sites, new Map());
  for (const fit of fits) {
    const site = fit.move.args[at];
    if (typeof site === "string") add(sites, site, { move: fit.move, taken: fit.taken.map((each, i) => each || i === at) });
  }
}

/**
 * The choice after a site was chosen, or null if the site does not go on with it. A site further on in a direction stands for the
 * direction.
 * @param {Board} board @param {Choice} choice @param {string} site @returns {Choice | null}
 */
export function takeSite(board, choice, site) {
  const found = offers(board, choice);
  const next = found.sites.get(site);
  if (next !== undefined) return next;
  const last = lastSite(choice);
  const way = last === null ? undefined : found.values.find((each) => each.direction && ray(board, last, String(each.value)).includes(site));
  return way?.choice ?? settled(board, choice, site);
}

/**
 * The choice after a site was chosen that all moves of a schema have, such as the piece that must move on; it changes nothing but
 * that it is chosen.
 * @param {Board} board @param {Choice} choice @param {string} site @returns {Choice | null}
 */
function settled(board, choice, site) {
  for (const [name, fits] of bySchema(choice.fits)) {
    const at = (board.moves[name] ?? []).findIndex((param, i) => param.kind === "site" && param.choice === "" && !fits[0].taken[i]);
    if (at < 0 || !fits.every((fit) => fit.move.args[at] === site)) continue;
    const taken = fits.map((fit) => ({ move: fit.move, taken: fit.taken.map((each, i) => each || i === at) }));
    return { fits: taken, taken: [...choice.taken, { value: site, as: "site" }] };
  }
  return null;
}

/** The sites that were chosen. @param {Choice} choice @returns {string[]} */
export function chosenSites(choice) {
  return choice.taken.filter((each) => each.as === "site").map((each) => String(each.value));
}

/** The choice without what was chosen last. @param {Board} board @param {Legal[]} legal @param {Choice} choice @returns {Choice} */
export function withoutLast(board, legal, choice) {
  let found = begin(legal);
  for (const each of choice.taken.slice(0, -1)) {
    const next = each.as === "site" ? takeSite(board, found, String(each.value)) : offers(board, found).values.find((one) => one.value === each.value)?.choice;
    found = next ?? found;
  }
  return found;
}

/**
 * A move that is not legal, as it was tried: a legal one that fits so far, with the site that was chosen in the place of the next
 * one. Null where no move has a site there.
 * @param {Board} board @param {Choice} choice @param {string} site
 * @returns {{ move: string, args: Arg[] } | null}
 */
export function attempt(board, choice, site) {
  const type = board.sites.find((each) => each.name === site)?.type;
  /** @type {{ move: string, args: Arg[] } | null} */
  let other = null;
  for (const [name, fits] of bySchema(choice.fits)) {
    const params = board.moves[name] ?? [];
    const at = nextParam(params, fits);
    if (at === null || params[at].kind !== "site") continue;
    const args = fits[0].move.args.map((value, i) => (i === at || (isOfChoice(params, at, i) && !fits[0].taken[i]) ? site : value));
    const of = board.sites.find((each) => each.name === fits[0].move.args[at])?.type;
    if (of === type) return { move: name, args };
    other = other ?? { move: name, args };
  }
  return other;
}

/** Whether two parameters are of one choice. @param {import("../messages.js").Param[]} params @param {number} one @param {number} other */
function isOfChoice(params, one, other) {
  return params[one].choice !== "" && params[one].choice === params[other].choice;
}

/** @param {Fit[]} fits @returns {Map<string, Fit[]>} */
function bySchema(fits) {
  /** @type {Map<string, Fit[]>} */
  const found = new Map();
  for (const fit of fits) add(found, fit.move.move, fit);
  return found;
}

/**
 * The parameter to choose next among moves of one schema, or null if there is none.
 * @param {import("../messages.js").Param[]} params @param {Fit[]} fits @returns {number | null}
 */
function nextParam(params, fits) {
  const open = params.map((_, i) => i).filter((i) => params[i].choice === "" && !fits[0].taken[i]);
  const differs = open.find((i) => fits.some((fit) => fit.move.args[i] !== fits[0].move.args[i]));
  const member = params.findIndex((param, i) => param.choice !== "" && fits.some((fit) => !fit.taken[i]));
  if (member >= 0 && (differs === undefined || member < differs)) return member;
  if (differs !== undefined) return differs;
  return open.findLast((i) => params[i].kind === "site" && i > lastTaken(params, fits[0])) ?? null;
}

/** The last parameter that is a site and was chosen. @param {import("../messages.js").Param[]} params @param {Fit} fit */
function lastTaken(params, fit) {
  return params.findLastIndex((param, i) => param.kind === "site" && fit.taken[i]);
}

/** @param {Choice} choice @returns {string | null} */
function lastSite(choice) {
  const found = chosenSites(choice).at(-1);
  if (found !== undefined) return found;
  const first = choice.fits[0]?.move.args[0];
  return typeof first === "string" && choice.fits.every((fit) => fit.move.args[0] === first) ? first : null;
}

/** The sites from one on in a direction, the nearest first. @param {Board} board @param {string} from @param {string} direction */
function ray(board, from, direction) {
  /** @type {string[]} */
  const found = [];
  const places = siteTable(board);
  let at = places.get(from)?.next[direction];
  while (at !== undefined && at !== from && !found.includes(at)) {
    found.push(at);
    at = places.get(at)?.next[direction];
  }
  return found;
}

/** @type {WeakMap<Board, Map<string, import("../messages.js").BoardSite>>} */
const tables = new WeakMap();

/** The sites of a board by name. @param {Board} board */
export function siteTable(board) {
  let found = tables.get(board);
  if (found === undefined) tables.set(board, (found = new Map(board.sites.map((site) => [site.name, site]))));
  return found;
}

/** @template K, V @param {Map<K, V[]>} map @param {K} key @param {V} value */
function add(map, key, value) {
  const found = map.get(key);
  if (found === undefined) map.set(key, [value]);
  else found.push(value);
}
