/** Writes `ggl/export/page.js`: the script of an exported page, in one piece, from `page/export/main.js` and all that it imports: `npm run export`. */

import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
await build({
  absWorkingDir: here, entryPoints: ["../page/export/main.js"], bundle: true, format: "esm", minify: true, target: "es2022",
  outfile: process.argv[2] ?? join(here, "../../export/page.js"), legalComments: "none", charset: "utf8",
});
