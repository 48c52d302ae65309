/**
 * Descriptions of elements, and `patch`, which makes a part of the document like them.
 *
 * What a file or a message says becomes text nodes and values of attributes, never markup. Elements that stay are changed in
 * place, so that the focus, a selection and what is half typed stay too.
 */

/** @typedef {{ tag: string, props: Record<string, unknown>, children: (Node_ | string)[] }} Node_ */
/** @typedef {Node_ | string | number | null | undefined | false | Children} Child */
/** @typedef {Child[]} Children */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "circle", "rect", "line", "polyline", "polygon"]);
/** What is set as a property, since the attribute only says how it began. */
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open"]);

/**
 * An element that should be there. `props` are attributes, listeners (`onclick`), and `key`, by which it is known again.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {...Child} children
 * @returns {Node_}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flat(children) };
}

/** @param {Child[]} children @returns {(Node_ | string)[]} */
function flat(children) {
  /** @type {(Node_ | string)[]} */
  const found = [];
  for (const each of children) {
    if (Array.isArray(each)) found.push(...flat(each));
    else if (typeof each === "number") found.push(String(each));
    else if (each !== null && each !== undefined && each !== false) found.push(each);
  }
  return found;
}

/** @type {WeakMap<Element, Record<string, unknown>>} */
const given = new WeakMap();

/**
 * Make the children of an element like these.
 * @param {Element} parent
 * @param {...Child} children
 */
export function patch(parent, ...children) {
  const wanted = flat(children);
  /** @type {Map<unknown, Element>} */
  const keyed = new Map();
  for (const child of parent.children) {
    const key = given.get(child)?.key;
    if (key !== undefined) keyed.set(key, child);
  }
  let at = parent.firstChild;
  for (const each of wanted) {
    const found = fitting(each, at, keyed);
    if (found === null) parent.insertBefore(made(each), at);
    else {
      if (found === at) at = at.nextSibling;
      else parent.insertBefore(found, at);
      update(found, each);
    }
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * The node that is there already, for something that should be.
 * @param {Node_ | string} each @param {ChildNode | null} at @param {Map<unknown, Element>} keyed
 * @returns {ChildNode | null}
 */
function fitting(each, at, keyed) {
  if (typeof each === "string") return at instanceof Text ? at : null;
  if (each.props.key !== undefined) {
    const found = keyed.get(each.props.key);
    keyed.delete(each.props.key);
    return found?.localName === each.tag ? found : null;
  }
  return at instanceof Element && at.localName === each.tag && given.has(at) && given.get(at)?.key === undefined ? at : null;
}

/** @param {Node_ | string} each @returns {ChildNode} */
function made(each) {
  if (typeof each === "string") return document.createTextNode(each);
  const element = SVG_TAGS.has(each.tag) ? document.createElementNS(SVG, each.tag) : document.createElement(each.tag);
  given.set(element, {});
  update(element, each);
  return element;
}

/** @param {ChildNode} node @param {Node_ | string} each */
function update(node, each) {
  if (typeof each === "string") {
    if (node.nodeValue !== each) node.nodeValue = each;
    return;
  }
  const element = /** @type {Element} */ (node);
  const before = given.get(element) ?? {};
  for (const name of Object.keys(before)) if (!(name in each.props)) set(element, name, null, before[name]);
  if (each.props.held === undefined) patch(element, ...each.children);
  for (const [name, value] of Object.entries(each.props)) set(element, name, value, before[name]);
  given.set(element, each.props);
}

/** @param {Element} element @param {string} name @param {unknown} value @param {unknown} before */
function set(element, name, value, before) {
  if (name === "key") return;
  if (name === "held") {
    if (value instanceof Element && element.firstChild !== value) element.replaceChildren(value);
  } else if (name.startsWith("on")) /** @type {any} */ (element)[name] = value ?? null;
  else if (PROPERTIES.has(name)) {
    if (value !== before || name === "checked" || name === "disabled") /** @type {any} */ (element)[name] = value ?? "";
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (value !== before) element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * The element with a name in the page.
 * @template {Element} T
 * @param {string} id @param {{ new (): T }} kind @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** Hand a text to the reader as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name.replaceAll(/[^\w.-]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
