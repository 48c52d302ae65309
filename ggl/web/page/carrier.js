/**
 * A connection to the host: requests and their answers, events as they come. What is lost is opened again.
 *
 * The secret of the link stands behind the `#` of the page's address, which browsers send to nobody; `hello` says it.
 */

/** @typedef {import("./messages.js").Requests} Requests */
/** @typedef {import("./messages.js").Event} HostEvent */
/** @typedef {import("./messages.js").Refusal} Refusal */
/** @typedef {"opening" | "open" | "lost"} Standing */

/** The version of the messages that this page knows. */
export const VERSION = 1;

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

/** A request that was refused, or that a lost connection left without an answer. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

export class Carrier {
  /**
   * `on.event` gets each event; `on.standing` is told when the connection is there, after `hello` has been answered, and when
   * it is lost.
   * @param {string} address
   * @param {string} secret
   * @param {{ event: (event: HostEvent) => void,
   *           standing: (standing: Standing, hello: import("./messages.js").Hello | null, why: string) => void }} on
   */
  constructor(address, secret, on) {
    this.address = address;
    this.secret = secret;
    this.on = on;
    this.count = 0;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, { done: (value: any) => void, failed: (error: Error) => void }>} */
    this.waiting = new Map();
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (message) => this.heard(JSON.parse(message.data));
    socket.onclose = (event) => this.lost(event.reason);
  }

  async greet() {
    try {
      const hello = await this.ask("hello", { version: VERSION, secret: this.secret });
      this.wait = FIRST_WAIT;
      this.on.standing("open", hello, "");
    } catch (error) {
      this.on.standing("lost", null, error instanceof Error ? error.message : "");
    }
  }

  /** @param {string} reason */
  lost(reason) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.socket = null;
    this.on.standing("lost", null, reason);
    for (const each of waiting) each.failed(lostRefusal());
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** @param {any} message */
  heard(message) {
    if ("event" in message) return this.on.event(message);
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ("ok" in message) waiting?.done(message.ok);
    else waiting?.failed(new Refused(message.error));
  }

  /**
   * Ask the host; raises `Refused`.
   * @template {keyof Requests} Do
   * @param {Do} name
   * @param {Requests[Do]["takes"]} takes
   * @returns {Promise<Requests[Do]["gives"]>}
   */
  ask(name, takes) {
    const socket = this.socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) return Promise.reject(lostRefusal());
    const id = (this.count += 1);
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ id, do: name, ...takes }));
    });
  }
}

function lostRefusal() {
  return new Refused({ code: "stopped", text: "The connection is lost; it is being opened again.", why: null, findings: [], near: [] });
}

/**
 * Where the host of a page listens.
 * @param {Location} location
 */
export function hostAddress(location) {
  const address = new URL("socket", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  address.search = "";
  return address.href;
}
