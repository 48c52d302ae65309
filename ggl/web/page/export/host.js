/**
 * The host of an exported page: one table, in the page itself. It answers the messages that a page of one game asks.
 *
 * The play is a tree of positions. Agents search in slices, so that the page stays awake.
 */

import { Conversation, Refused, refused } from "../carrier.js";
import { chosen, mustSit, settingsOf } from "./agents.js";
import { Engine } from "./engine.js";
import { eyes, mustBeOpen, seen } from "./eyes.js";
import { Scene } from "./scene.js";
import { advice, measure, review, worked } from "./jobs.js";
import { LONGEST_PLAY, loaded, record } from "./record.js";
import { Reading } from "./reading.js";
import { Texts, near } from "./texts.js";
import { threats } from "./threats.js";
import { again, places, shownLine, taken } from "./tree.js";
import { turn } from "./turn.js";
import { TABLE, view } from "./view.js";
import { why } from "./why.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Step} Step */
/** The side that gave up, or whose time ran out, and the reason in words. @typedef {{ side: number, reason: string }} Lost */
/**
 * A place of the play: the one before it, the step that led to it with its text and who made it, the position, and who
 * lost there if the rules did not end the play; `entry` says that a person made the step, with which undo takes back what follows;
 * `way` is the next place that was visited last.
 * @typedef {{ number: number, above: Node | null, step: Step | null, text: string, mover: string, position: Position,
 *   steps: Step[] | null, texts: string[] | null, next: Node[], lost: Lost | null, entry: boolean, way: Node | null }} Node
 */

const PLAYS = 1000;
/** So many passes in a row are made without asking. */
const MOST_PASSES = 1000;

export class ExportHost extends Conversation {
  /** @param {Data} data @param {Uint8Array<ArrayBuffer>} code @param {BigInt64Array<ArrayBuffer>} constants @param {import("../carrier.js").On} on */
  constructor(data, code, constants, on) {
    super(on);
    this.data = data;
    this.words = data.words;
    this.engine = new Engine(data.kernel, code, constants, data.words.players.length);
    this.texts = new Texts(data.words, this.engine);
    this.filed = new Texts(data.words, this.engine, { ...data.words.tables, ...data.words.plain });
    this.reading = new Reading(this.texts, data.why.picks);
    this.scene = new Scene(data, this.engine, this.texts);
    this.revision = 0;
    this.job = 0;
    /** What is being thought about: it ends when this changes. */
    this.thinking = 0;
    /** @type {string | null} */
    this.thinks = null;
    /** Jobs that nobody has stopped. @type {Set<string>} */
    this.works = new Set();
    /** Whether programs wait until somebody moves or has the play go on: after a move was taken back, or a record was loaded. */
    this.held = false;
    /** Where a record could not be played on; empty if it could, or the play has gone on since. */
    this.broken = "";
    this.seats = Object.fromEntries(this.words.seats.map((seat) => [seat, "human"]));
    /** @type {Node[]} */
    this.nodes = [];
    /** What the board shows, and where the play stands. */
    this.here = this.tip = this.root();
    queueMicrotask(() => this.greet(""));
  }

  /** @override */
  get isOpen() {
    return true;
  }

  /** @override @param {string} text */
  send(text) {
    const { id, do: name, ...asked } = JSON.parse(text);
    queueMicrotask(() => {
      try {
        this.heard({ id, ok: this.answer(name, asked) });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.heard({ id, error: error.refusal });
      }
    });
  }

  /** @param {Record<string, string>} seats */
  begin(seats) {
    this.stop();
    this.broken = "";
    this.held = false;
    this.seats = Object.fromEntries(this.words.seats.map((seat) => [seat, seats[seat] || "human"]));
    this.nodes = [];
    this.here = this.tip = this.root();
    this.changed();
  }

  /** The beginning of a play. @returns {Node} */
  root() {
    return this.node(null, null, "", this.engine.start());
  }

  /** @param {Node | null} above @param {Step | null} step @param {string} text @param {Position} position @returns {Node} */
  node(above, step, text, position) {
    /** @type {Node} */
    const made = { number: this.nodes.length, above, step, text, mover: above === null ? "" : this.mover(above.position), position, steps: null, texts: null, next: [], lost: null, entry: false, way: null };
    this.nodes.push(made);
    above?.next.push(made);
    if (above !== null) above.way = made;
    return made;
  }

  // ---- positions

  /** @param {Position} position @param {string} field @param {number} [place] */
  entry(position, field, place) {
    return this.scene.entry(position, field, place);
  }

  /** @param {Position} position */
  mover(position) {
    return this.words.players[this.entry(position, "mover")];
  }

  /** The number of the seat behind a side. @param {Position} position @param {number} side */
  seat(position, side) {
    return this.entry(position, "seat", side);
  }

  /** @param {Node} node */
  isOver(node) {
    return node.lost !== null || this.entry(node.position, "over") !== 0;
  }

  /** Whether a roll is due. @param {Position} position */
  isChance(position) {
    return this.entry(position, "over") === 0 && this.entry(position, "chance") !== 0;
  }

  /** Whether a turn has begun and has steps to come. @param {Position} position */
  isInTurn(position) {
    return this.scene.isInTurn(position);
  }

  /** A position as a side sees it. @param {Position} position @param {number} side */
  seenBy(position, side) {
    return seen(this, position, side);
  }

  /** The legal steps at a place, with their texts. @param {Node} node */
  legal(node) {
    if (node.steps === null || node.texts === null) {
      node.steps = this.isOver(node) ? [] : this.engine.steps(node.position);
      node.texts = this.texts.all(node.steps, this.seenBy(node.position, this.entry(node.position, "mover")));
    }
    return { steps: node.steps, texts: node.texts };
  }

  // ---- requests

  /** @param {string} name @param {any} asked @returns {any} */
  answer(name, asked) {
    mustBeOpen(this, name);
    switch (name) {
      case "hello":
        return { version: 1, ggl: this.words.version, rights: "owner", table: TABLE, seat: "", can: ["jobs"], folder: "" };
      case "games":
        return { games: [{ name: this.words.game, title: this.words.title, about: this.words.about, options: [], seats: this.words.seats }] };
      case "files":
        return { files: [], more: false };
      case "plays":
        return { plays: [] };
      case "table.open":
        for (const who of Object.values(asked.seats ?? {})) mustSit(who, this.words.levels);
        this.begin(asked.seats ?? {});
        this.go();
        return this.opened();
      case "table.join":
        this.rolls();
        return this.opened();
      case "table.load":
        loaded(this, asked.record);
        return this.opened();
      case "table.view":
        return this.view();
      case "table.tree":
        return { nodes: places(this) };
      case "table.rules":
        return this.words.rules;
      case "table.opponents":
        return { opponents: this.words.levels };
      case "table.record":
        return { text: record(this) };
      case "table.why":
        return why(this, asked);
      case "table.play":
        return this.played(asked.text);
      case "table.undo":
        return taken(this);
      case "table.redo":
        return again(this);
      case "table.goto":
      case "table.look":
        if (this.thinks !== null) this.stop();
        this.show(asked.node !== undefined && asked.node !== null ? this.known(asked.node) : this.tip);
        this.go();
        return this.seen();
      case "table.play_here":
        return this.moved(this.here, true);
      case "table.go":
        this.held = false;
        this.stand(this.here);
        this.go();
        return this.seen();
      case "table.seat":
        mustSit(asked.who, this.words.levels);
        this.seats[asked.seat] = asked.who;
        this.stop();
        this.go();
        return this.seen();
      case "table.resign":
        return this.resigned();
      case "table.hint":
      case "table.evaluate":
        return this.judge(name === "table.hint");
      case "table.random":
        return this.random();
      case "table.review":
        if (shownLine(this).length < 2) throw refused("invalid", "No moves yet.");
        return this.work(true, (goesOn) => review(this, goesOn));
      case "table.threats":
        return this.threatened();
      case "table.measure":
        return this.work(false, (goesOn) => measure(this, asked.plays ?? PLAYS, goesOn));
      case "job.stop":
        return this.stopped(asked.job);
      default:
        throw refused("unknown", "An exported page cannot do this; the workshop can: `ggl workshop`.");
    }
  }

  opened() {
    return { table: TABLE, board: this.words.board, view: this.view() };
  }

  /** @param {number} number */
  known(number) {
    const found = this.nodes[number];
    if (found === undefined) throw refused("unknown", "there is no such place in the play");
    return found;
  }

  changed() {
    this.revision += 1;
  }

  /** The view after a change. */
  seen() {
    this.changed();
    return this.view();
  }

  // ---- playing

  /** @param {string} text */
  played(text) {
    if (this.isOver(this.here)) throw refused("over", "The game is over.");
    if (eyes(this) >= 0 && eyes(this) !== this.entry(this.tip.position, "mover")) throw refused("forbidden", `It is not your turn: ${this.mover(this.tip.position)} is to move.`);
    const made = turn(this, text);
    if (made.length === 0) throw refused("illegal", `Not legal: \`${text}\`. ${near(text, this.legal(this.here).texts)}`, why(this, { text }));
    this.stop();
    this.held = false;
    for (const [i, each] of made.entries()) this.step(each.step, each.text, i === 0);
    this.go();
    return this.seen();
  }

  /** A step from the place on the board, and what then needs nobody. @param {Step} step @param {string} text @param {boolean} [entry] whether a person made it */
  step(step, text, entry = false) {
    this.grown(step, text, entry);
    this.answered();
    this.broken = "";
    this.changed();
  }

  /** @param {Step} step @param {string} text @param {boolean} entry */
  grown(step, text, entry) {
    const known = this.here.next.find((each) => each.step !== null && String(each.step) === String(step));
    const node = known ?? this.node(this.here, step, text, this.engine.play(this.here.position, step));
    node.entry ||= entry;
    this.stand(node);
  }

  /** Whatever is left to chance happens at once. */
  rolls() {
    while (!this.isOver(this.tip) && this.isChance(this.tip.position)) {
      const step = this.engine.draw(this.tip.position);
      if (step === null) return;
      this.grown(step, this.texts.text(step, this.tip.position), false);
    }
  }

  /** What needs nobody happens at once: rolls, and passes that are the only choice, unless these go on and on. */
  answered() {
    for (let passes = 0; passes <= MOST_PASSES; passes += 1) {
      this.rolls();
      if (!this.mustPass(this.tip)) return;
      const { steps, texts } = this.legal(this.tip);
      this.grown(steps[0], texts[0], false);
    }
  }

  /** Whether a pass is the only choice. @param {Node} node */
  mustPass(node) {
    const { steps } = this.legal(node);
    return steps.length === 1 && steps[0][0] === this.data.kernel.numbers.pass;
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

  /** Go back or forth, where programs wait: the board, and with it perhaps the play. @param {Node} node @param {boolean} withPlay */
  moved(node, withPlay) {
    this.stop();
    this.held = true;
    if (withPlay) this.stand(node);
    else this.show(node);
    if (withPlay) this.rolls();
    return this.seen();
  }

  resigned() {
    if (this.isOver(this.tip)) throw refused("over", "The game is over.");
    if (this.here !== this.tip) throw refused("invalid", "The board shows an earlier position; go back to the play first.");
    if (this.words.players.length !== 2) throw refused("invalid", "Resigning is for games of two; somebody else would have to play on for you.");
    if (this.who(this.tip) !== "human") throw refused("forbidden", `It is not your turn: ${this.mover(this.tip.position)} is to move.`);
    this.stop();
    this.lose(this.entry(this.tip.position, "mover"), `${this.mover(this.tip.position)} resigned`);
    return this.seen();
  }

  /** The play ends for a reason that is not in the rules. @param {number} side @param {string} reason */
  lose(side, reason) {
    const known = this.tip.next.find(({ lost }) => lost?.side === side && lost.reason === reason);
    const node = known ?? this.node(this.tip, null, reason, this.tip.position);
    node.lost = { side, reason };
    this.stand(node);
  }

  random() {
    if (this.isOver(this.here)) throw refused("over", "The game is over.");
    this.stop();
    let count = 0;
    for (let made = 0; made < LONGEST_PLAY && !this.isOver(this.here); made += 1) {
      const { steps, texts } = this.legal(this.here);
      if (steps.length === 0) break;
      const place = Math.floor(Math.random() * steps.length);
      this.step(steps[place], texts[place], made === 0);
      count += 1;
    }
    const job = `j${(this.job += 1)}`;
    setTimeout(() => { // once the page knows of the job
      this.on.event({ event: "view", table: TABLE, view: this.seen(), board: null });
      this.on.event(/** @type {any} */ ({ event: "result", job, result: { kind: "random", steps: count } }));
    });
    return { job };
  }

  // ---- agents

  /** Who is to move at a place: `human`, or a spec. @param {Node} node */
  who(node) {
    const side = this.entry(node.position, "mover");
    return this.seats[this.words.seats[this.seat(node.position, side)]];
  }

  /** Whether a step from a place begins an entry, as if each turn were typed in one go. @param {Node} node */
  asks(node) {
    return this.who(node) === "human" && !this.isChance(node.position) && !this.isInTurn(node.position) && !this.mustPass(node);
  }

  stop() {
    this.thinking += 1;
    this.thinks = null;
  }

  /** End a job; a program that was about to move then waits. @param {string} job */
  stopped(job) {
    this.works.delete(job);
    if (this.thinks !== job) return {};
    this.held = true;
    this.stop();
    setTimeout(() => this.on.event({ event: "view", table: TABLE, view: this.seen(), board: null }));
    return {};
  }

  /** Have the agent think whose turn it is. */
  go() {
    if (this.held || this.here !== this.tip) return;
    this.answered();
    if (this.thinks !== null || this.isOver(this.tip) || this.who(this.tip) === "human") return;
    const mine = (this.thinking += 1);
    this.thinks = `j${(this.job += 1)}`;
    const node = this.tip;
    chosen(this.engine, node.position, this.legal(node).steps, this.seat(node.position, this.entry(node.position, "mover")), settingsOf(this.who(node), this.words.levels), () => this.thinking === mine).then((step) => {
      if (this.thinking !== mine || step === null) return;
      this.thinks = null;
      const { steps, texts } = this.legal(node), place = this.placeOf(steps, step);
      this.step(steps[place], texts[place]);
      this.go();
      this.on.event({ event: "view", table: TABLE, view: this.seen(), board: null });
    });
  }

  /** Where a step stands among others. Its row may end in what no argument of it uses. @param {Step[]} steps @param {Step} step */
  placeOf(steps, step) {
    return steps.findIndex((each) => this.texts.full(each) === this.texts.full(step));
  }

  /**
   * A job: advice, or about a whole play, or about many. One that searches has the engine's tree, and ends when another search begins or the play goes on.
   * @param {boolean} searches @param {(goesOn: () => boolean) => import("./jobs.js").Work<any>} begin
   */
  work(searches, begin) {
    const job = `j${(this.job += 1)}`;
    const search = searches ? this.search() : 0;
    this.works.add(job);
    worked(begin(() => this.works.has(job) && (!searches || this.thinking === search)), job, this.on).then(() => this.works.delete(job));
    return { job };
  }

  /** Begin a search: there is one tree, so any other ends. */
  search() {
    if (this.thinks !== null) throw refused("invalid", `${this.mover(this.tip.position)} is thinking; ask again when the move is made.`);
    return (this.thinking += 1);
  }

  /** A hint, or the value of the position. @param {boolean} hints */
  judge(hints) {
    if (this.isOver(this.here)) throw refused("over", "The game is over.");
    if (this.isChance(this.here.position)) throw refused("invalid", "A roll is due, and there is nothing to choose.");
    return this.whileShown(true, (goesOn) => advice(this, hints, goesOn));
  }

  /** What the next side threatens. */
  threatened() {
    if (this.isOver(this.here)) throw refused("over", "The game is over.");
    return this.whileShown(false, (goesOn) => threats(this, goesOn));
  }

  /** A job about the position on the board, which ends when another is shown. @param {boolean} searches @param {(goesOn: () => boolean) => import("./jobs.js").Work<any>} begin */
  whileShown(searches, begin) {
    const { revision } = this;
    return this.work(searches, (goesOn) => begin(() => goesOn() && this.revision === revision));
  }

  // ---- what is seen

  /** Nodes from the beginning to a place. @param {Node} node */
  line(node) {
    const found = [];
    for (let each = /** @type {Node | null} */ (node); each !== null; each = each.above) found.unshift(each);
    return found;
  }

  view() {
    return view(this);
  }

  /** Who won where rules ended the play, and why. @param {Position} position */
  result(position) {
    const { players, slots, reasons } = this.words;
    const several = slots.winners;
    const winner = this.entry(position, "winner");
    const winners = several !== undefined ? players.filter((_, side) => position.vector[several[0] + side] !== 0n) : players.slice(winner, winner + 1);
    return { winners, reason: reasons[this.entry(position, "over") - 1][winners.length === 1 ? winner + 1 : 0] };
  }

  /** @param {Node} node */
  outcome({ position, lost }) {
    const { players, wins } = this.words;
    const { winners, reason } = lost === null ? this.result(position) : { winners: players.filter((_, side) => side !== lost.side), reason: lost.reason };
    const scores = this.scene.scores(position);
    const counted = scores === null ? "" : `, ${scores.map((score, side) => `${players[side]} ${score}`).join(", ")}`;
    const who = winners.length === 0 ? (players.length === 1 ? this.words.loses : "a draw") : winners.length === 1 ? wins[players.indexOf(winners[0])] : `${winners.slice(0, -1).join(", ")} and ${winners.at(-1)} win`;
    return { winners, reason, text: `${who} (${reason}${counted})` };
  }
}
