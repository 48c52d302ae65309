/**
 * The picture of a view as a part of the page: the SVG of `ggl render`, cleaned, in the page's own theme.
 *
 * Only elements and attributes that such pictures have come through. Its style sheet is left out, since the page allows none in
 * the text: a class of an `auto` picture says its two colours, and rules are made of that.
 */

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["svg", "g", "path", "circle", "rect", "line", "polygon", "polyline", "ellipse", "text", "tspan", "title"]);
const ATTRIBUTES = new Set(
  ("viewBox fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin d x y x1 y1 x2 y2 " +
    "cx cy r rx ry width height points transform class font-size font-weight font-family text-anchor opacity data-site data-layer").split(" "),
);
const COLOURS = /^ggl-([fs])-([0-9a-f]{6})-([0-9a-f]{6})$/;

const sheet = new CSSStyleSheet();
/** @type {Set<string>} */
const known = new Set();

/** @param {string} text @returns {SVGSVGElement} */
export function picture(text) {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  const plain = text.replace(/<style>[^<]*<\/style>/, ""); // the page's policy would report it
  const found = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (found.namespaceURI !== SVG || found.localName !== "svg") throw new Error("the picture cannot be read");
  const root = /** @type {SVGSVGElement} */ (cleaned(found));
  root.setAttribute("aria-hidden", "true");
  return root;
}

/** @param {Element} element @returns {Element} */
function cleaned(element) {
  const made = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes) if (ATTRIBUTES.has(name)) made.setAttribute(name, value);
  for (const each of element.classList) themed(each);
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      if (TAGS.has(child.localName) && child.namespaceURI === SVG) made.append(cleaned(child));
    } else if (child.nodeType === Node.TEXT_NODE && element.children.length === 0) made.append(child.nodeValue ?? "");
  }
  return made;
}

/** Make the rules of a class that is named by its colours. @param {string} name */
function themed(name) {
  const found = COLOURS.exec(name);
  if (found === null || known.has(name)) return;
  known.add(name);
  const paint = `${found[1] === "f" ? "fill" : "stroke"}:#${found[3]}`;
  sheet.insertRule(`:root[data-theme=dark] .${name}{${paint}}`);
  sheet.insertRule(`@media (prefers-color-scheme:dark){:root:not([data-theme=light]) .${name}{${paint}}}`);
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ shape: SVGGeometryElement, x: number, y: number }} Spot */

/**
 * Where the sites lie in a picture.
 * @param {SVGSVGElement} root @returns {Map<string, Spot>}
 */
export function spots(root) {
  /** @type {Map<string, Spot>} */
  const found = new Map();
  for (const shape of root.querySelectorAll("[data-site]")) {
    if (!(shape instanceof SVGGeometryElement)) continue;
    const [x, y] = middle(shape);
    found.set(shape.getAttribute("data-site") ?? "", { shape, x, y });
  }
  return found;
}

/** The middle of a shape, from its numbers: it need not be drawn yet. @param {Element} shape @returns {[number, number]} */
function middle(shape) {
  /** @param {string} name */
  const number = (name) => Number(shape.getAttribute(name));
  if (shape.localName === "circle") return [number("cx"), number("cy")];
  if (shape.localName === "line") return [(number("x1") + number("x2")) / 2, (number("y1") + number("y2")) / 2];
  const numbers = (shape.getAttribute("d") ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
  const [xs, ys] = [numbers.filter((_, i) => i % 2 === 0), numbers.filter((_, i) => i % 2 === 1)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

/**
 * What stands on the sites: of each group of the pieces' layer, the site whose middle is nearest to its own. The picture must be
 * in the page.
 * @param {SVGSVGElement} root @param {Map<string, Spot>} places @returns {Map<string, SVGGElement>}
 */
export function standing(root, places) {
  /** @type {Map<string, SVGGElement>} */
  const found = new Map();
  for (const group of root.querySelectorAll("[data-layer=pieces] > g")) {
    if (!(group instanceof SVGGElement)) continue;
    const box = group.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let best = "";
    let least = Infinity;
    for (const [site, spot] of places) {
      const away = Math.hypot(spot.x - x, spot.y - y);
      if (away < least) [best, least] = [site, away];
    }
    if (best !== "" && !found.has(best)) found.set(best, group);
  }
  return found;
}

/**
 * Turn a picture upside down: all of it, then texts and figures back again about their own middles. Figures that face a way, rods
 * and edges keep the turn.
 * @param {SVGSVGElement} root
 */
export function flip(root) {
  const { width, height } = root.viewBox.baseVal;
  for (const layer of [...root.children]) {
    if (layer.getAttribute("data-layer") !== null) layer.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
  }
  for (const text of root.querySelectorAll("text")) {
    const around = text.closest("g[transform]");
    const isOfSite = around?.getAttribute("transform")?.endsWith(" rotate(0)") ?? false; // an exported page moves what is on a site together
    if (around?.getAttribute("data-layer") === null && !isOfSite) continue; // turned with its piece
    const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(text.getAttribute(name)));
    const before = text.getAttribute("transform");
    text.setAttribute("transform", `rotate(180 ${x} ${y - 0.36 * size})${before === null ? "" : ` ${before}`}`);
  }
  for (const figure of root.querySelectorAll("[data-layer=pieces] > g > g[transform]")) {
    const before = figure.getAttribute("transform") ?? "";
    if (!before.includes("rotate")) figure.setAttribute("transform", `${before} rotate(180)`);
  }
}
