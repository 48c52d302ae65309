/**
 * The board: the picture of a view below, and above it a control for each site.
 *
 * Takes a view, what can be chosen and what was; tells which site was chosen, by click, tap, drag, Enter or Space. It knows no
 * host and no rules. The controls stay from view to view, so that the focus does.
 */

import { siteTable } from "./choice.js";
import { ARROWS, walk } from "./compass.js";
import { animate } from "./motion.js";
import { flip, picture, spots, standing } from "./picture.js";
import { siteName } from "./words.js";

/** @typedef {import("../messages.js").View} View */
/** @typedef {import("../messages.js").Board} Board */
/**
 * `open` are the sites that can be chosen, `chosen` those that were, `hinted` those of a hint, `threatened` those of turns with which the other side would win.
 * @typedef {{ view: View, board: Board, open: Set<string>, chosen: string[], hinted: string[], threatened: string[], flipped: boolean, labels: boolean,
 *             marks: boolean }} Shown
 */
/** @typedef {{ choose: (site: string) => void, drop: (from: string, to: string) => void, back: () => void }} Told */

const SVG = "http://www.w3.org/2000/svg";
/** Marks at a first choice are faint where so many sites can be chosen. */
const MANY = 24;

export class BoardView {
  /** @param {HTMLElement} frame @param {Told} told */
  constructor(frame, told) {
    this.frame = frame;
    this.told = told;
    this.sites = document.createElementNS(SVG, "svg");
    this.sites.classList.add("sites");
    this.sites.setAttribute("role", "application");
    this.sites.setAttribute("aria-roledescription", "board");
    this.sites.setAttribute("aria-describedby", "board-keys");
    /** @type {Map<string, SVGGElement>} */
    this.controls = new Map();
    /** Where the sites lie in the picture before it is turned. @type {Map<string, import("./picture.js").Spot>} */
    this.places = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.pieces = new Map();
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {SVGSVGElement | null} */
    this.picture = null;
    /** What lies on its ground, which each view brings anew. @type {Element[]} */
    this.layers = [];
    this.focused = "";
    this.pitch = 40;
    /** @type {{ x: number, y: number }} */
    this.aim = { x: 0, y: 0 };
    /** @type {{ site: string, x: number, y: number, moves: boolean } | null} */
    this.drag = null;
    frame.append(this.sites);
    this.listen();
  }

  listen() {
    this.sites.addEventListener("click", (event) => this.clicked(siteOf(event.target)));
    this.sites.addEventListener("keydown", (event) => this.pressed(event));
    this.sites.addEventListener("focusin", (event) => this.focus(siteOf(event.target)));
    this.sites.addEventListener("pointerdown", (event) => this.grab(event));
    this.sites.addEventListener("touchmove", (event) => this.drag !== null && event.cancelable && event.preventDefault(), { passive: false });
    addEventListener("pointermove", (event) => this.pull(event));
    addEventListener("pointerup", (event) => this.let(event));
    addEventListener("pointercancel", () => this.settle());
  }

  // ---- what is shown

  /** @param {Shown} shown */
  show(shown) {
    const before = this.shown;
    this.shown = shown;
    const redrawn = before?.view.svg !== shown.view.svg || before.board !== shown.board || before.flipped !== shown.flipped;
    if (redrawn) this.draw(shown, before);
    this.frame.classList.toggle("no-labels", !shown.labels);
    this.mark(shown);
  }

  /** @param {Shown} shown @param {Shown | null} before */
  draw(shown, before) {
    const same = this.picture !== null && before?.board === shown.board && before.flipped === shown.flipped;
    if (!same) this.ground(shown);
    const drawn = /** @type {SVGSVGElement} */ (this.picture);
    const play = picture(shown.view.svg);
    if (shown.flipped) flip(play);
    for (const layer of this.layers) layer.remove();
    this.layers = [...play.children];
    drawn.append(...this.layers);
    if (!same) this.lay(shown, drawn);
    this.pieces = standing(drawn, this.places);
    if (same && before !== null) animate(before.view, shown.view, this.pieces, (site) => this.spot(site));
  }

  /** Draw what no move changes. @param {Shown} shown */
  ground(shown) {
    const drawn = picture(shown.board.svg);
    if (shown.flipped) flip(drawn);
    if (this.picture === null) this.frame.prepend(drawn);
    else this.picture.replaceWith(drawn);
    this.picture = drawn;
    this.layers = [];
    this.places = spots(drawn);
    this.sites.setAttribute("viewBox", drawn.getAttribute("viewBox") ?? "0 0 1 1");
  }

  /** Lay a control over each site. @param {Shown} shown @param {SVGSVGElement} drawn */
  lay(shown, drawn) {
    const table = siteTable(shown.board);
    this.pitch = pitch(shown.board, this.places);
    this.controls.clear();
    const hadFocus = this.sites.contains(document.activeElement);
    const layer = document.createElementNS(SVG, "g");
    if (shown.flipped) layer.setAttribute("transform", `rotate(180 ${drawn.viewBox.baseVal.width / 2} ${drawn.viewBox.baseVal.height / 2})`);
    for (const [site, spot] of this.places) {
      if (!table.has(site)) continue;
      const control = document.createElementNS(SVG, "g");
      control.setAttribute("role", "button");
      control.setAttribute("data-site", site);
      control.classList.add("site", table.get(site)?.type ?? "cell");
      control.append(hit(spot.shape, this.pitch));
      layer.append(control);
      this.controls.set(site, control);
    }
    this.sites.replaceChildren(layer);
    if (!this.controls.has(this.focused)) this.focused = this.controls.keys().next().value ?? "";
    if (hadFocus) this.controls.get(this.focused)?.focus();
  }

  /** @param {Shown} shown */
  mark(shown) {
    const { view, open, chosen, hinted } = shown;
    const threatened = new Set(shown.threatened);
    this.sites.setAttribute("aria-label", `Board of ${view.title}`);
    const faint = chosen.length === 0 && open.size > MANY;
    this.frame.classList.toggle("faint", faint);
    this.frame.classList.toggle("no-marks", !shown.marks);
    for (const [site, control] of this.controls) {
      const states = [];
      if (chosen.includes(site)) states.push("chosen");
      if (open.has(site)) states.push("legal");
      if (hinted.includes(site)) states.push("hint");
      if (threatened.has(site)) states.push("threat");
      if (view.last.includes(site)) states.push("last move");
      put(control, "aria-label", siteName(site, view.says[site], states));
      put(control, "tabindex", site === this.focused ? "0" : "-1");
      const wanted = [
        chosen.includes(site) ? "chosen" : open.has(site) ? (view.says[site] === undefined ? "open" : "take") : "",
        hinted.includes(site) ? "hint" : "",
        threatened.has(site) ? "threat" : "",
      ].filter((each) => each !== "");
      if (control.dataset.marks === wanted.join(" ")) continue;
      control.dataset.marks = wanted.join(" ");
      control.replaceChildren(/** @type {Element} */ (control.firstElementChild), ...wanted.map((each) => this.drawMark(site, each)));
    }
  }

  /** A mark; each state has a shape of its own. @param {string} site @param {string} state @returns {SVGElement} */
  drawMark(site, state) {
    const { x, y } = this.spot(site);
    const small = (siteTable(/** @type {Shown} */ (this.shown).board).get(site)?.type ?? "cell") === "cell" ? 1 : 0.5;
    const r = this.pitch * small;
    const mark = document.createElementNS(SVG, state === "hint" || state === "threat" ? "path" : "circle");
    mark.classList.add("mark", state);
    if (state === "hint") {
      mark.setAttribute("d", `M${x - 0.16 * r} ${y - 0.46 * r}h${0.32 * r}l${-0.16 * r} ${0.26 * r}z`);
    } else if (state === "threat") {
      const arm = 0.14 * r;
      mark.setAttribute("d", `M${x + 0.2 * r} ${y - 0.44 * r}l${arm * 1.6} ${arm * 1.6}m0 ${-arm * 1.6}l${-arm * 1.6} ${arm * 1.6}`);
    } else {
      mark.setAttribute("cx", String(x));
      mark.setAttribute("cy", String(y));
      mark.setAttribute("r", String(r * (state === "open" ? 0.13 : state === "take" ? 0.43 : 0.4)));
    }
    return mark;
  }

  /** The middle of a site in the picture as it is before it is turned. @param {string} site */
  spot(site) {
    return this.places.get(site) ?? { x: 0, y: 0 };
  }

  // ---- what is done

  /** @param {string | null} site */
  clicked(site) {
    if (site === null) return;
    this.focus(site);
    this.told.choose(site);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.shown === null) return;
    if (event.key in ARROWS) this.go(event.key);
    else if (event.key === "Enter" || event.key === " ") this.told.choose(this.focused);
    else if (event.key === "Escape") this.told.back();
    else if (event.key === "n" || event.key === "p") this.jump(event.key === "n" ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /** @param {string} key */
  go(key) {
    const shown = /** @type {Shown} */ (this.shown);
    const to = walk(shown.board, this.focused, key, this.aim, shown.flipped, (site) => this.controls.has(site));
    if (to === null) return;
    const aim = this.aim;
    this.controls.get(to)?.focus();
    if (key === "ArrowUp" || key === "ArrowDown") this.aim = { x: aim.x, y: this.aim.y };
  }

  /** Go to the next site that can be chosen, or to the one before. @param {number} way */
  jump(way) {
    const names = [...this.controls.keys()];
    const at = names.indexOf(this.focused);
    for (let i = 1; i <= names.length; i++) {
      const site = names[(at + way * i + names.length * 2) % names.length];
      if (this.shown?.open.has(site)) return this.controls.get(site)?.focus();
    }
  }

  /** @param {string | null} site */
  focus(site) {
    if (site === null || !this.controls.has(site)) return;
    this.controls.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = site;
    this.controls.get(site)?.setAttribute("tabindex", "0");
    const place = this.shown === null ? undefined : siteTable(this.shown.board).get(site);
    if (place !== undefined) this.aim = { x: place.x, y: place.y };
  }

  /** Take the focus, without moving the page. */
  takeFocus() {
    this.controls.get(this.focused)?.focus({ preventScroll: true });
  }

  // ---- dragging

  /** @param {PointerEvent} event */
  grab(event) {
    const site = siteOf(event.target);
    if (site === null || event.button !== 0 || (event.pointerType === "touch" && !this.isHeld(site))) return;
    this.drag = { site, x: event.clientX, y: event.clientY, moves: false };
  }

  /** Whether a finger takes hold of a site. Elsewhere on the board it moves the page. @param {string} site */
  isHeld(site) {
    return /take|chosen/.test(this.controls.get(site)?.dataset.marks ?? "");
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const drag = this.drag;
    if (drag === null || this.picture === null) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moves = drag.moves || Math.hypot(dx, dy) > 6;
    const piece = this.pieces.get(drag.site);
    if (!drag.moves || piece === undefined) return;
    const scale = (this.shown?.flipped ? -1 : 1) / (this.picture.getScreenCTM()?.a ?? 1);
    piece.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
  }

  /** @param {PointerEvent} event */
  let(event) {
    const drag = this.drag;
    this.settle();
    if (drag === null || !drag.moves) return;
    const to = siteOf(document.elementFromPoint(event.clientX, event.clientY));
    if (to !== null && to !== drag.site) this.told.drop(drag.site, to);
  }

  settle() {
    if (this.drag !== null) this.pieces.get(this.drag.site)?.removeAttribute("transform");
    this.drag = null;
  }
}

/** Set an attribute that may have the value already. @param {Element} element @param {string} name @param {string} value */
function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** @param {EventTarget | null} target @returns {string | null} */
function siteOf(target) {
  return target instanceof Element ? (target.closest(".sites [data-site]")?.getAttribute("data-site") ?? null) : null;
}

/** The shape that is clicked for a site: its own, wide enough to be met. @param {SVGGeometryElement} shape @param {number} pitch */
function hit(shape, pitch) {
  const found = document.createElementNS(SVG, shape.localName);
  for (const name of ["d", "cx", "cy", "r", "x1", "y1", "x2", "y2"]) {
    const value = shape.getAttribute(name);
    if (value !== null) found.setAttribute(name, value);
  }
  if (shape.localName === "circle") found.setAttribute("r", String(Math.max(Number(shape.getAttribute("r")), 0.25 * pitch)));
  if (shape.localName === "line") found.setAttribute("stroke-width", String(Math.max(0.3 * pitch, 8)));
  found.classList.add("hit");
  return found;
}

/** How far neighbouring cells are from each other in a picture. @param {Board} board @param {Map<string, { x: number, y: number }>} places */
function pitch(board, places) {
  let least = Infinity;
  for (const site of board.sites.slice(0, 60)) {
    const here = places.get(site.name);
    for (const name of Object.values(site.next)) {
      const there = places.get(name);
      const away = here && there ? Math.hypot(here.x - there.x, here.y - there.y) : 0;
      if (away > 1) least = Math.min(least, away);
    }
  }
  return Number.isFinite(least) ? least : 40;
}
