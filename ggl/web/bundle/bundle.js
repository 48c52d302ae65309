/** Writes `page/editor/codemirror.js` from the npm packages, with the licences of all that is in it: `npm ci && npm run bundle`. */

import { build } from "esbuild";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../page/editor/codemirror.js");

const built = await build({
  absWorkingDir: here, entryPoints: ["entry.js"], bundle: true, format: "esm", minify: true, metafile: true, target: "es2022",
  write: false, legalComments: "none",
});
const folders = new Set(Object.keys(built.metafile.inputs).flatMap((file) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
const parts = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
  const file = join(here, folder, "LICENSE");
  if (license !== "MIT" || !existsSync(file)) throw new Error(`${name}: look at its licence first`);
  return { title: `${name} ${version}`, text: readFileSync(file, "utf8").trim() };
});
const head = `// CodeMirror in one file, made by ggl/web/bundle: ${parts.map((part) => part.title).join(", ")}. MIT, see codemirror.LICENSE.\n`;
writeFileSync(target, head + built.outputFiles[0].text);
const byText = new Map();
for (const { title, text } of parts) byText.set(text, [...(byText.get(text) ?? []), title]);
writeFileSync(target.replace(/js$/, "LICENSE"), [...byText].map(([text, titles]) => `${titles.join("\n")}\n\n${text}\n`).join("\n----\n\n"));
