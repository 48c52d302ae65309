/**
 * The way to a host in a worker of this browser, and the workers that do its jobs.
 *
 * A worker that is at one request, or at one job, for too long is ended, as the server ends its processes: what was asked is
 * refused, and those who look at its tables and desks are told that they are lost, so that they are opened anew from what is kept.
 */

import { Conversation, refused } from "../carrier.js";

/** @typedef {import("../carrier.js").On} On */
/** @typedef {{ name: string, work: string, kind: string, seconds: number }} Job */
/** @typedef {{ worker: Worker, job: Job | null, since: number, isReady: boolean }} Hand */

const BEGIN_SECONDS = 120;

/** Jobs for which somebody waits at a board. The others leave a worker free for these. */
const QUICK = new Set(["move", "hint", "evaluate"]);
const HANDS = 2;

export class WorkerCarrier extends Conversation {
  /** Seconds: a host that is at one request for longer is ended. */
  static limits = { request: 20 };

  /** @param {On} on */
  constructor(on) {
    super(on);
    /** @type {Worker | null} */
    this.worker = null;
    this.isReady = false;
    this.busy = 0;
    this.since = 0;
    /** The tables and desks that the page looks at. @type {Set<string>} */
    this.looks = new Set();
    this.jobs = new Jobs((name, said) => this.worker?.postMessage({ said: name, text: said }));
    this.begin();
    setInterval(() => this.watch(), 500);
  }

  /** @override */
  get isOpen() {
    return this.isReady;
  }

  begin() {
    const worker = new Worker(new URL("host.js", import.meta.url), { type: "module" });
    this.worker = worker;
    this.isReady = false;
    this.busy = 0;
    this.since = performance.now();
    worker.onmessage = ({ data }) => this.said(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.lose(`ggl cannot be loaded here: ${event.message || "its files are missing"}`, true);
    };
  }

  /** @override @param {string} text */
  send(text) {
    if (this.busy === 0) this.since = performance.now();
    this.busy += 1;
    this.worker?.postMessage({ take: text });
  }

  /** @param {{ what: string, about: string, text: string }} message */
  async said({ what, about, text }) {
    switch (what) {
      case "ready":
        this.isReady = true;
        await this.greet("");
        this.jobs.isReady = true;
        return;
      case "failed":
        return this.lose(`ggl cannot be loaded here: ${text}`, true);
      case "reply":
        if (about.startsWith("-")) this.looks.delete(about.slice(1));
        else if (about !== "") this.looks.add(about);
        return this.heard(JSON.parse(text));
      case "tell":
        if (about === "" || this.looks.has(about)) this.heard(JSON.parse(text));
        return;
      case "start": {
        const { work, seconds } = JSON.parse(text);
        return this.jobs.begin({ name: about, work: text, kind: work.kind, seconds });
      }
      case "stop":
        return this.jobs.stop(about);
      case "done":
        this.busy = Math.max(0, this.busy - 1);
        this.since = performance.now();
        return;
    }
  }

  watch() {
    const taken = (performance.now() - this.since) / 1000;
    if (!this.isReady && this.worker !== null && taken > BEGIN_SECONDS) this.lose("ggl does not start here", true);
    else if (this.isReady && this.busy > 0 && taken > WorkerCarrier.limits.request) this.lose("this took too long and was stopped", false);
    this.jobs.watch();
  }

  /** The host is ended. @param {string} why @param {boolean} forGood */
  lose(why, forGood) {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.jobs.endAll();
    const looks = [...this.looks];
    this.looks.clear();
    this.refuseAll(refused("stopped", why));
    this.on.standing("lost", null, why);
    if (forGood) return;
    this.begin();
    for (const about of looks) this.on.event({ event: "lost", about });
  }
}

/** The jobs that run or wait, and the workers that do them. */
export class Jobs {
  /** @param {(job: string, said: string) => void} tell */
  constructor(tell) {
    this.tell = tell;
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Hand[]} */
    this.hands = [];
    this.isReady = false;
  }

  /** @param {Job} job */
  begin(job) {
    this.waiting.push(job);
    this.giveOut();
  }

  /** A job for each worker that has none; a long one only while another worker is left. */
  giveOut() {
    for (;;) {
      const slow = this.hands.filter((hand) => hand.job !== null && !QUICK.has(hand.job.kind)).length;
      const next = this.waiting.find((job) => QUICK.has(job.kind) || slow < HANDS - 1);
      if (next === undefined) return;
      const hand = this.hands.find((each) => each.job === null) ?? (this.hands.length < HANDS ? this.another() : null);
      if (hand === null) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      hand.job = next;
      hand.since = performance.now();
      hand.worker.postMessage({ job: next.name, work: next.work });
    }
  }

  /** @returns {Hand} */
  another() {
    const worker = new Worker(new URL("job.js", import.meta.url), { type: "module" });
    /** @type {Hand} */
    const hand = { worker, job: null, since: 0, isReady: false };
    this.hands.push(hand);
    worker.onmessage = ({ data: { what, about, text } }) => {
      if (what === "ready") {
        hand.isReady = true;
        hand.since = performance.now();
      } else if (what === "failed") this.fail(hand, "bug", text);
      else if (hand.job?.name === about) {
        this.tell(about, text);
        if (what !== "last") return;
        hand.job = null;
        this.giveOut();
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(hand, "limit", `its worker stopped: ${event.message}`);
    };
    return hand;
  }

  /** @param {Hand} hand @param {string} code @param {string} text */
  fail(hand, code, text) {
    const { job } = hand;
    this.end(hand);
    if (job !== null) this.tell(job.name, JSON.stringify({ failed: { code, text: `the job was stopped: ${text}` } }));
    this.giveOut();
  }

  /** @param {Hand} hand */
  end(hand) {
    hand.worker.terminate();
    hand.job = null;
    this.hands = this.hands.filter((each) => each !== hand);
  }

  /** Nobody waits for a job any more. @param {string} name */
  stop(name) {
    this.waiting = this.waiting.filter((job) => job.name !== name);
    for (const hand of this.hands.filter((each) => each.job?.name === name)) this.end(hand);
    this.giveOut();
  }

  endAll() {
    this.waiting = [];
    for (const hand of [...this.hands]) this.end(hand);
  }

  watch() {
    for (const hand of [...this.hands]) {
      const taken = (performance.now() - hand.since) / 1000;
      if (hand.job !== null && taken > (hand.isReady ? hand.job.seconds : BEGIN_SECONDS)) this.fail(hand, "stopped", "it took too long");
    }
  }
}
