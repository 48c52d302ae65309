// Chooses each legal move of each position step by step, as a person would. Reads positions as JSON from stdin, tells what failed.

import { attempt, begin, offers, takeSite } from "../../ggl/web/page/board/choice.js";

const positions = JSON.parse(await new Response(process.stdin).text());
const failed = [];

for (const { name, board, legal } of positions) {
  const seen = new Set(legal.map((move) => JSON.stringify([move.move, move.args])));
  for (const move of legal) {
    const how = chosen(board, legal, move);
    if (how !== "") failed.push(`${name}: ${move.text}: ${how}`);
  }
  const open = offers(board, begin(legal)).sites;
  for (const [site, next] of open) {
    const then = offers(board, next);
    const others = [...then.sites.keys()].filter((each) => each !== site);
    if (others.length + then.values.length + then.moves.length === 0 && then.done === null) failed.push(`${name}: ${site} leads nowhere`);
  }
  for (const site of board.sites) {
    if (takeSite(board, begin(legal), site.name) !== null) continue;
    const tried = attempt(board, begin(legal), site.name);
    if (open.has(site.name)) failed.push(`${name}: ${site.name} is offered and cannot be taken`);
    if (tried !== null && seen.has(JSON.stringify([tried.move, tried.args]))) failed.push(`${name}: ${site.name} is legal and not offered`);
    if (tried !== null && !tried.args.includes(site.name)) failed.push(`${name}: ${site.name} is not in what was tried`);
  }
}
console.log(JSON.stringify(failed));

// Takes what is offered for a move until it is whole; says what went wrong.
function chosen(board, legal, move) {
  const holds = (choice) => choice.fits.some((fit) => fit.move === move);
  let choice = begin(legal);
  for (let steps = 0; steps < 12; steps++) {
    const found = offers(board, choice);
    if (found.done !== null) return found.done === move ? needed(board, move, choice) : `became ${found.done.text}`;
    if (found.moves.includes(move)) return "";
    const site = [...found.sites].find(([, next]) => holds(next));
    const value = found.values.find((each) => holds(each.choice));
    if (site === undefined && value === undefined) return `nothing is offered after ${choice.taken.map((each) => each.value)}`;
    choice = site !== undefined ? takeSite(board, choice, site[0]) : value.choice;
    if (choice === null || !holds(choice)) return "was lost on the way";
  }
  return "takes too many steps";
}

// A move that ends on a site is not made before that site, or a way to it, was chosen.
function needed(board, move, choice) {
  const params = board.moves[move.move];
  const last = params.findLastIndex((param) => param.kind === "site");
  const ways = choice.taken.some((each) => each.as === "direction");
  return last < 0 || ways || choice.taken.some((each) => each.value === move.args[last]) ? "" : `was made without ${params[last].name}`;
}
