/** Random plays by an exported page's own host: reads `{data, plays, most, seed}`, writes what was seen at each place, a line each. */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ExportHost } from "../../ggl/web/page/export/host.js";
import { record } from "../../ggl/web/page/export/record.js";
import { view } from "../../ggl/web/page/export/view.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const data = JSON.parse(readFileSync(asked.data, "utf8"));
const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
const host = new ExportHost(data, unpacked(data.kernel.code), new BigInt64Array(unpacked(data.kernel.constants).buffer), { event() {}, standing() {} });

let state = asked.seed;
const random = (below) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * below);
};
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

for (let play = 0; play < asked.plays; play += 1) {
  host.begin({});
  host.play.rolls();
  let told = 0;
  for (let made = 0; ; made += 1) {
    const line = host.line(host.tip).slice(1).map((node) => node.text);
    const { legal, svg, says, facts, sides, mover, asks, over, last, last_steps } = host.view();
    const isLast = over !== null || made === asked.most || legal.length === 0;
    const seen = data.views === null ? [] : data.words.players.map((_, side) => view(host, side));
    say({ play, seen, made: line.slice(told), legal, svg: made % asked.every === 0 || over !== null ? svg : null, says, facts, sides, mover, asks, over, last, last_steps, record: isLast ? record(host) : null });
    told = line.length;
    if (isLast) break;
    host.played(legal[random(legal.length)].text);
  }
}
