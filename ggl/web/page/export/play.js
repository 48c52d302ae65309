/**
 * A play of an exported page: the tree of its positions, where it stands, and who sits where.
 *
 * The host has the rules. Another play can be made beside the one that it shows, as from a record.
 */

import { Refused, refused } from "../carrier.js";
import { seeded } from "./engine.js";
import { persons } from "./eyes.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Step} Step */
/** The side that gave up, or whose time ran out, and the reason in words. @typedef {{ side: number, reason: string }} Lost */
/**
 * A place of the play: the one before it, the step that led to it with its text and who made it, the position, and who
 * lost there if the rules did not end the play; `entry` says that a person made the step, with which undo takes back what follows;
 * `refused` says why its steps cannot be listed; `way` is the next place that was visited last.
 * @typedef {{ number: number, depth: number, above: Node | null, step: Step | null, text: string, mover: string, position: Position,
 *   steps: Step[] | null, texts: string[] | null, refused: Refused | null, next: Node[], lost: Lost | null, entry: boolean, way: Node | null }} Node
 */

/** So many passes in a row are made without asking. */
const MOST_PASSES = 1000;
/** Steps of a play, with its variations; so a record has no more. */
export const LONGEST_PLAY = 20000;
const FULL = `A play has at most ${LONGEST_PLAY.toLocaleString("en")} steps here, variations included.`;

export class Play {
  /** @param {ExportHost} host @param {Record<string, string>} [seats] */
  constructor(host, seats = {}) {
    this.host = host;
    this.name = `play ${(host.begun += 1)}`;
    this.seats = Object.fromEntries(host.words.seats.map((seat) => [seat, seats[seat] || "human"]));
    /** The seed of what is left to chance, which the page tells nobody: the next dice follow from it. */
    this.seed = crypto.getRandomValues(new BigUint64Array(1))[0];
    /** Whether programs wait until somebody moves or has the play go on: after a move was taken back, or a record was loaded. */
    this.held = false;
    /** Where a record could not be played on; empty if it could, or the play has gone on since. */
    this.broken = "";
    /** Whether several people have played, and whether all was shown to who plays. */
    this.isShared = persons(this.seats) > 1;
    this.wasShown = false;
    /** Why what needs no person has not been played, and why that was not gone on with. */
    this.remark = this.pause = "";
    /** The day on which it began. */
    this.date = new Date().toISOString().slice(0, 10);
    /** Whether a step has been made, and one that is in no record. */
    this.isPlayed = this.isUnsaved = false;
    /** @type {Node[]} */
    this.nodes = [];
    /** What the board shows, and where the play stands. */
    this.here = this.tip = this.node(null, null, "", host.engine.start());
  }

  /** @param {Node | null} above @param {Step | null} step @param {string} text @param {Position} position @returns {Node} */
  node(above, step, text, position) {
    /** @type {Node} */
    const made = { number: this.nodes.length, depth: above === null ? 0 : above.depth + 1, above, step, text, mover: above === null ? "" : this.host.mover(above.position), position, steps: null, texts: null, refused: null, next: [], lost: null, entry: false, way: null };
    this.nodes.push(made);
    above?.next.push(made);
    if (above !== null) above.way = made;
    return made;
  }

  /** For how many more steps there is room. */
  get room() {
    return LONGEST_PLAY + 1 - this.nodes.length;
  }

  /** Refuse what has no room. @param {number} steps */
  mustHold(steps) {
    if (steps > this.room) throw refused("limit", FULL);
  }

  /** A step from the place on the board, and what then needs nobody. @param {Step} step @param {string} text @param {boolean} [entry] whether a person made it */
  step(step, text, entry = false) {
    this.grown(step, text, entry);
    this.answered();
    this.broken = "";
    this.isPlayed = this.isUnsaved = true;
  }

  /** Steps that were made elsewhere, from the place on the board, as if the first had been typed and the others answered it. @param {{ step: Step, text: string, position: Position }[]} made */
  stretched(made) {
    for (const [i, { step, text, position }] of made.entries()) this.grown(step, text, i === 0, position);
    this.answered();
    this.broken = "";
    this.isPlayed = this.isUnsaved = true;
  }

  /** @param {Step} step @param {string} text @param {boolean} entry @param {Position} [position] the one after the step, if it is known */
  grown(step, text, entry, position) {
    const { here, host } = this;
    const known = here.next.find((each) => each.step !== null && String(each.step) === String(step));
    if (known === undefined) this.mustHold(1);
    const node = known ?? this.node(here, step, text, position ?? host.engine.play(here.position, step));
    node.entry ||= entry;
    this.remark = "";
    here.way = this.here = this.tip = node;
  }

  /** What needs nobody happens at once: rolls, and passes that are the only choice, unless these go on and on. @param {number} [most] passes */
  answered(most = MOST_PASSES) {
    const { host } = this;
    this.pause = "";
    try {
      for (let passes = 0; !host.isOver(this.tip); ) {
        const isRoll = host.isChance(this.tip.position);
        if (this.room <= 0) this.pause = FULL;
        else if (!isRoll && most > 0 && passes === most && host.mustPass(this.tip)) this.pause = passed(host.mover(this.tip.position));
        if (this.pause !== "" || (!isRoll && (passes === most || !host.mustPass(this.tip)))) return;
        const step = isRoll ? this.drawn(this.tip) : host.legal(this.tip).steps[0];
        if (step === null) return;
        this.grown(step, host.texts.text(step, this.tip.position), false);
        passes += Number(!isRoll);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.waits(error.message); // what was played before stands
    }
  }

  /** What needs no person waits, for it has failed. @param {string} why */
  waits(why) {
    const { host, tip } = this;
    const what = host.isChance(tip.position) ? "Nothing was rolled" : `${host.mover(tip.position)} (${this.who(tip)}) has not moved`;
    this.held = true;
    this.remark = `${what}: ${why}`;
  }

  /** The step by chance at a place: the same again after an undo. @param {Node} node */
  drawn({ position, depth }) {
    return this.host.engine.draw(position, seeded(this.seed, depth));
  }

  /** Whatever is left to chance happens at once. */
  rolls() {
    this.answered(0);
  }

  // ---- in the tree

  /** Have the board show a place; going forward again follows the way to it. @param {Node} node */
  show(node) {
    for (let each = node; each.above !== null; each = each.above) each.above.way = each;
    this.here = node;
  }

  /** Make a place the play's current one. @param {Node} node */
  stand(node) {
    this.show(node);
    this.tip = node;
  }

  /** The play ends for a reason that is not in the rules. @param {number} side @param {string} reason */
  lose(side, reason) {
    const known = this.tip.next.find(({ lost }) => lost?.side === side && lost.reason === reason);
    const node = known ?? this.node(this.tip, null, reason, this.tip.position);
    node.lost = { side, reason };
    this.stand(node);
  }

  // ---- who plays

  /** Who is to move at a place: `human`, or a spec. @param {Node} node */
  who({ position }) {
    const { host } = this;
    return this.seats[host.words.seats[host.seat(position, host.entry(position, "mover"))]];
  }

  /** Whether a step from a place begins an entry, as if each turn were typed in one go. @param {Node} node */
  asks(node) {
    const { host } = this;
    return this.who(node) === "human" && !host.isChance(node.position) && !host.isInTurn(node.position) && !host.mustPass(node);
  }
}

/** What is said where passes go on and on, as `ggl/play/session.py` does. @param {string} mover */
function passed(mover) {
  return `${MOST_PASSES.toLocaleString("en")} passes in a row were played automatically, and the game is not over; to go on, enter a move for ${mover}, such as \`pass\`.`;
}
