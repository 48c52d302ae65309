/** Messages to an exported page's own host, one after the other: reads `{data, asks}`, a name and what is given for each; writes the answers, or what was refused. */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ExportHost } from "../../ggl/web/page/export/host.js";
import { Refused } from "../../ggl/web/page/carrier.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const data = JSON.parse(readFileSync(asked.data, "utf8"));
const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
const host = new ExportHost(data, unpacked(data.kernel.code), new BigInt64Array(unpacked(data.kernel.constants).buffer), { event() {}, standing() {} });

const answer = (name, given) => {
  try {
    return host.answer(name, given ?? {});
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal };
    throw error;
  }
};
process.stdout.write(JSON.stringify(asked.asks.map(([name, given]) => answer(name, given))), () => process.exit(0));
