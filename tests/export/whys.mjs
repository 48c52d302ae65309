/** What an exported page says of moves that may not be legal, in random plays: reads `{data, plays, most, tries, seed}`, writes a line for each place. */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ExportHost } from "../../ggl/web/page/export/host.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const data = JSON.parse(readFileSync(asked.data, "utf8"));
const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
const host = new ExportHost(data, unpacked(data.kernel.code), new BigInt64Array(unpacked(data.kernel.constants).buffer), { event() {}, standing() {} });

let state = asked.seed;
const random = (below) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * below);
};

/** An argument for a parameter: one of a legal move, or any of its type. */
const some = (type, move, i, legal) => {
  const known = legal.filter((each) => each.move === move);
  if (known.length > 0 && (random(2) === 0 || type[0] === "number")) return known[random(known.length)].args[i];
  return type[0] === "number" ? random(4) : type[1] === "truth" ? random(2) === 1 : data.words.tables[type[1]][random(data.words.tables[type[1]].length)];
};

/** The cells of a placement of a tile, in the wrong order: those of a legal move, or any. */
const laid = (most, move, i, legal) => {
  const known = legal.filter((each) => each.move === move);
  const cells = known.length > 0 && random(2) === 0 ? known[random(known.length)].args.slice(i, i + most) : host.texts.cells(random(data.words.placements.length), most);
  return cells.reverse();
};

/** Arguments for a move, as messages have them. */
const given = ({ name, params, covers }, legal) => {
  let at = 0;
  return params.flatMap((type, i) => {
    const first = at;
    at += Math.max(1, covers[i]);
    return covers[i] === 0 ? [some(type, name, first, legal)] : laid(covers[i], name, first, legal);
  });
};

for (let play = 0; play < asked.plays; play += 1) {
  host.begin({});
  host.play.rolls();
  let told = 0;
  for (let made = 0; made < asked.most; made += 1) {
    const line = host.line(host.tip).slice(1).map((node) => node.text);
    const { legal, over } = host.view();
    if (over !== null || legal.length === 0) break;
    const tries = Array.from({ length: asked.tries }, () => {
      const schema = data.words.schemas[random(data.words.schemas.length)];
      const args = given(schema, legal);
      const { verdict, stage, reason, line: rule } = host.answer("table.why", { text: "", move: schema.name, args });
      const step = host.texts.chosen(schema.name, args);
      const typed = step === null ? "" : host.texts.text(step, host.here.position);
      return { name: schema.name, args, verdict, stage, reason, rule, full: step === null ? "" : host.texts.full(step), read: host.answer("table.why", { text: typed }) };
    });
    process.stdout.write(`${JSON.stringify({ play, made: line.slice(told), tries })}\n`);
    told = line.length;
    host.played(legal[random(legal.length)].text);
  }
}
