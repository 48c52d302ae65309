/**
 * The host of an exported page: one table, in the page itself. It answers the messages that a page of one game asks.
 *
 * Agents search in slices, so that the page stays awake.
 */

import { Conversation, Refused, refusalOf, refused } from "../carrier.js";
import { chosen, mustSit, pause, settingsOf } from "./agents.js";
import { Engine } from "./engine.js";
import { eyes, mustBeOpen, seen, sit } from "./eyes.js";
import { Scene } from "./scene.js";
import { advice, measure, random, review, worked } from "./jobs.js";
import { Play } from "./play.js";
import { kept, loaded, record } from "./record.js";
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
/** @typedef {import("./play.js").Node} Node */

const PLAYS = 1000;

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
    /** The last search for advice, which a hint and an evaluation share. @type {import("./jobs.js").Asked | null} */
    this.asked = null;
    /** Jobs that nobody has stopped. @type {Set<string>} */
    this.works = new Set();
    /** Counts plays. */
    this.begun = 0;
    this.play = new Play(this);
    /** Plays that made way for others, the latest first. @type {Play[]} */
    this.earlier = [];
    queueMicrotask(() => this.greet(""));
  }

  /** @override */
  get isOpen() {
    return true;
  }

  /** @override @param {string} text */
  send(text) {
    const { id, do: name, ...asked } = JSON.parse(text);
    queueMicrotask(async () => {
      try {
        this.heard({ id, ok: await this.answer(name, asked) });
      } catch (error) {
        this.heard({ id, error: refusalOf(error) });
      }
    });
  }

  /** @param {Record<string, string>} seats */
  begin(seats) {
    this.shows(new Play(this, seats));
  }

  /** Show another play in place of the present one. @param {Play} play */
  shows(play) {
    this.stop();
    this.earlier = [this.play, ...this.earlier].filter((each) => each !== play && each.isPlayed);
    this.play = play;
    this.changed();
  }

  /** @override */
  get isUnsaved() {
    return [this.play, ...this.earlier].some((play) => play.isUnsaved);
  }

  get here() {
    return this.play.here;
  }

  get tip() {
    return this.play.tip;
  }

  get nodes() {
    return this.play.nodes;
  }

  get seats() {
    return this.play.seats;
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

  /** The legal steps at a place, with their texts. Raises `Refused` where they are too many. @param {Node} node */
  legal(node) {
    if (node.refused !== null) throw node.refused;
    if (node.steps === null || node.texts === null) {
      try {
        Object.assign(node, this.isOver(node) ? { steps: [], texts: [] } : this.listed(node.position));
      } catch (error) {
        if (error instanceof Refused) node.refused = error;
        throw error;
      }
    }
    return { steps: node.steps ?? [], texts: node.texts ?? [] };
  }

  /** The legal steps in a position, with their texts. @param {Position} position */
  listed(position) {
    const steps = this.engine.steps(position);
    return { steps, texts: this.texts.all(steps, this.seenBy(position, this.entry(position, "mover"))) };
  }

  /** Whether the legal steps at a place are known, and not too many. @param {Node} node */
  isListed(node) {
    try {
      this.legal(node);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    return node.refused === null;
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
        return { plays: this.earlier.map((play) => kept(this, play)) };
      case "table.open":
        for (const who of Object.values(asked.seats ?? {})) mustSit(who, this.words.levels);
        this.begin(asked.seats ?? {});
        this.go();
        return this.opened();
      case "table.join":
        if (asked.table !== TABLE) this.shows(this.resumed(asked.table));
        this.go();
        return this.opened();
      case "table.load":
        return this.loaded(asked.record);
      case "table.view":
        return this.view();
      case "table.legal": {
        const { legal, more } = this.view();
        this.legal(this.here); // what keeps it from being listed
        return { revision: this.revision, legal, more };
      }
      case "table.tree":
        return { nodes: places(this) };
      case "table.rules":
        return this.words.rules;
      case "table.opponents":
        return { opponents: this.words.levels };
      case "table.record":
        this.play.isUnsaved = false;
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
        this.play.show(asked.node !== undefined && asked.node !== null ? this.known(asked.node) : this.tip);
        this.go();
        return this.seen();
      case "table.play_here":
        return this.moved(this.here, true);
      case "table.go":
        this.play.held = false;
        this.play.stand(this.here);
        this.go();
        return this.seen();
      case "table.seat":
        mustSit(asked.who, this.words.levels);
        sit(this, asked.seat, asked.who);
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
        return this.work(this.search(), (goesOn) => review(this, goesOn));
      case "table.threats":
        return this.threatened();
      case "table.measure":
        return this.work(null, (goesOn) => measure(this, asked.plays ?? PLAYS, goesOn));
      case "job.stop":
        return this.stopped(asked.job);
      default:
        throw refused("unknown", "An exported page cannot do this; the workshop can: `ggl workshop`.");
    }
  }

  opened() {
    return { table: TABLE, board: this.words.board, view: this.view() };
  }

  /** The play of a record, once it is read, unless there is another by then. @param {string} text */
  async loaded(text) {
    const { begun } = this;
    this.shows(await loaded(this, text, () => this.begun === begun + 1));
    return this.opened();
  }

  /** An earlier play. @param {string} name */
  resumed(name) {
    const found = this.earlier.find((play) => play.name === name);
    if (found === undefined) throw refused("unknown", "There is no such play.");
    return found;
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
    this.play.mustHold(made.length);
    this.stop();
    this.play.held = false;
    for (const [i, each] of made.entries()) this.play.step(each.step, each.text, i === 0);
    this.go();
    return this.seen();
  }

  /** Whether a pass is the only choice. @param {Node} node */
  mustPass(node) {
    if (!this.isListed(node)) return false;
    const { steps } = this.legal(node);
    return steps.length === 1 && steps[0][0] === this.data.kernel.numbers.pass;
  }

  // ---- in the tree

  /** Go back or forth, where programs wait: the board, and with it perhaps the play. @param {Node} node @param {boolean} withPlay */
  moved(node, withPlay) {
    this.stop();
    this.play.held = true;
    if (withPlay) this.play.stand(node);
    else this.play.show(node);
    if (withPlay) this.play.rolls();
    return this.seen();
  }

  resigned() {
    if (this.isOver(this.tip)) throw refused("over", "The game is over.");
    if (this.here !== this.tip) throw refused("invalid", "The board shows an earlier position; go back to the play first.");
    if (this.words.players.length !== 2) throw refused("invalid", "Resigning is for games of two; somebody else would have to play on for you.");
    if (this.play.who(this.tip) !== "human") throw refused("forbidden", `It is not your turn: ${this.mover(this.tip.position)} is to move.`);
    this.stop();
    this.play.lose(this.entry(this.tip.position, "mover"), `${this.mover(this.tip.position)} resigned`);
    this.play.isPlayed = this.play.isUnsaved = true;
    return this.seen();
  }

  /** A random play to the end. A program that was about to move waits. */
  random() {
    if (this.isOver(this.here)) throw refused("over", "The game is over.");
    this.play.mustHold(1);
    if (this.thinks !== null) {
      this.play.held = true;
      this.stop();
      const view = this.seen();
      setTimeout(() => this.tell(view)); // once the page knows of the job
    }
    return this.whileShown((goesOn) => random(this, goesOn));
  }

  // ---- agents

  stop() {
    this.thinking += 1;
    this.thinks = null;
  }

  /** End a job; a program that was about to move then waits. @param {string} job */
  stopped(job) {
    this.works.delete(job);
    if (this.thinks !== job) return {};
    this.play.held = true;
    this.stop();
    setTimeout(() => this.tell());
    return {};
  }

  /** Have the agent think whose turn it is. */
  go() {
    if (this.play.held || this.here !== this.tip) return;
    this.play.answered();
    if (this.play.held || this.thinks !== null || this.isOver(this.tip) || this.play.who(this.tip) === "human") return;
    const mine = (this.thinking += 1);
    this.thinks = `j${(this.job += 1)}`;
    this.play.remark = "";
    this.think(this.tip, () => this.thinking === mine).catch((error) => {
      if (this.thinking !== mine) return;
      this.stop();
      this.play.waits(refusalOf(error).text);
      this.tell();
    });
  }

  /** Have the program move that plays at a place. @param {Node} node @param {() => boolean} goesOn */
  async think(node, goesOn) {
    await pause(); // what is asked is answered first
    const { steps, texts } = this.legal(node);
    const seat = this.seat(node.position, this.entry(node.position, "mover")), who = this.play.who(node);
    const step = who === "random" ? this.play.drawn(node) : await chosen(this.engine, node.position, steps, seat, settingsOf(who, this.words.levels), goesOn);
    if (!goesOn() || step === null) return;
    this.thinks = null;
    const place = this.placeOf(steps, step);
    this.play.step(steps[place], texts[place]);
    this.go();
    this.tell();
  }

  /** Tell the page of a change that it has not asked for. */
  tell(view = this.seen()) {
    this.on.event({ event: "view", table: TABLE, view, board: null });
  }

  /** Where a step stands among others. Its row may end in what no argument of it uses. @param {Step[]} steps @param {Step} step */
  placeOf(steps, step) {
    return steps.findIndex((each) => this.texts.full(each) === this.texts.full(step));
  }

  /**
   * A job: advice, or about a whole play, or about many. One that searches has the engine's tree, and ends when another search begins or the play goes on.
   * @param {number | null} search its number @param {(goesOn: () => boolean) => import("./jobs.js").Work<any>} begin
   */
  work(search, begin) {
    const job = `j${(this.job += 1)}`;
    this.works.add(job);
    worked(begin(() => this.works.has(job) && (search === null || this.thinking === search)), job, this.on).then(() => this.works.delete(job));
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
    const { asked, revision } = this;
    const isKnown = asked !== null && asked.search === this.thinking && asked.revision === revision && (asked.isDone || asked.askers.some((each) => each()));
    const now = (this.asked = isKnown ? asked : { search: this.search(), revision, askers: [], thought: null, isDone: false });
    return this.work(now.search, (goesOn) => advice(this, hints, now, () => goesOn() && this.revision === revision));
  }

  /** What the next side threatens. */
  threatened() {
    if (this.isOver(this.here)) throw refused("over", "The game is over.");
    return this.whileShown((goesOn) => threats(this, goesOn));
  }

  /** A job about the position on the board, which ends when another is shown. @param {(goesOn: () => boolean) => import("./jobs.js").Work<any>} begin */
  whileShown(begin) {
    const { revision } = this;
    return this.work(null, (goesOn) => begin(() => goesOn() && this.revision === revision));
  }

  // ---- what is seen

  /** Nodes from the beginning to a place. @param {Node} node */
  line(node) {
    const found = [];
    for (let each = /** @type {Node | null} */ (node); each !== null; each = each.above) found.push(each);
    return found.reverse();
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
