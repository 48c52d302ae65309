/** Files of Pyodide, which `ggl playground` puts beside the page. */
declare module "*/pyodide/pyodide.mjs" {
  export function loadPyodide(settings: Record<string, unknown>): Promise<any>;
}
declare module "*/pyodide/pyodide.asm.mjs" {
  export default function createModule(settings: unknown): Promise<any>;
}
