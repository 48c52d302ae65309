/** What an exported page's own host reads: `{data, places}`, where a place has the moves that lead to it and texts; writes for each text the moves that the page would play. */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ExportHost } from "../../ggl/web/page/export/host.js";
import { turn } from "../../ggl/web/page/export/turn.js";
import { Refused } from "../../ggl/web/page/carrier.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const data = JSON.parse(readFileSync(asked.data, "utf8"));
const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
const host = new ExportHost(data, unpacked(data.kernel.code), new BigInt64Array(unpacked(data.kernel.constants).buffer), { event() {}, standing() {} });

/** The moves that a text means; null where it may mean several. */
const read = (text) => {
  try {
    return turn(host, text).map((made) => made.text);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
};

for (const { moves, texts } of asked.places) {
  host.begin({});
  for (const move of moves) {
    const { steps, texts: legal } = host.legal(host.tip);
    const place = legal.indexOf(move);
    host.play.stand(host.play.node(host.tip, steps[place], move, host.engine.play(host.tip.position, steps[place])));
  }
  process.stdout.write(`${JSON.stringify(texts.map(read))}\n`);
}
