/**
 * The ways to the host: requests and their answers, events as they come. What is lost is opened again.
 *
 * `Conversation` knows no transport. `Carrier` is a WebSocket; `playground/carrier.js` has a worker in its place. The secret of
 * the link stands behind the `#` of the page's address, which browsers send to nobody; `hello` says it.
 */

/** @typedef {import("./messages.js").Requests} Requests */
/** @typedef {import("./messages.js").Event} HostEvent */
/** @typedef {import("./messages.js").Refusal} Refusal */
/** @typedef {"opening" | "open" | "lost"} Standing */

/** The version of the messages that this page knows. */
export const VERSION = 1;

/** Bytes of a message. A host answers none that is longer, and a server closes the connection. */
const LONGEST = 1 << 20;

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

/** @param {Refusal["code"]} code @param {string} text @param {import("./messages.js").Why | null} [why] */
export function refused(code, text, why = null) {
  return new Refused({ code, text, why, findings: [], near: why?.near ?? [] });
}

/** What is told of an error. One that is no refusal is a fault of the page, which the browser's console has. @param {unknown} error @returns {Refusal} */
export function refusalOf(error) {
  if (error instanceof Refused) return error.refusal;
  console.error(error);
  return refused("bug", `The page itself failed: ${error instanceof Error ? error.message : error}`).refusal;
}

/**
 * `event` gets each event; `standing` is told when the host is there, after `hello` has been answered, and when it is lost.
 * @typedef {{ event: (event: HostEvent) => void,
 *   standing: (standing: Standing, hello: import("./messages.js").Hello | null, why: string) => void }} On
 */

/** Requests that are under way. */
export class Conversation {
  /** @param {On} on */
  constructor(on) {
    this.on = on;
    this.count = 0;
    /** @type {Map<number, { done: (value: any) => void, failed: (error: Error) => void }>} */
    this.waiting = new Map();
  }

  /** Whether a message can be sent now. @returns {boolean} */
  get isOpen() {
    return false;
  }

  /** Whether something is lost with the page. @returns {boolean} */
  get isUnsaved() {
    return false;
  }

  /** Send a message. @param {string} _text */
  send(_text) {}

  /** Say `hello`. @param {string} secret */
  async greet(secret) {
    try {
      const hello = await this.ask("hello", { version: VERSION, secret });
      this.on.standing("open", hello, "");
      return true;
    } catch (error) {
      this.on.standing("lost", null, error instanceof Error ? error.message : "");
      return false;
    }
  }

  /** Nobody will answer what was asked. @param {Refused} refused */
  refuseAll(refused) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const each of waiting) each.failed(refused);
  }

  /** A message of the host. @param {any} message */
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
    if (!this.isOpen) return Promise.reject(lostRefusal());
    const id = (this.count += 1);
    const text = JSON.stringify({ id, do: name, ...takes });
    if (new TextEncoder().encode(text).length > LONGEST) return Promise.reject(refused("limit", `this is too long: a message has at most ${LONGEST.toLocaleString("en")} bytes`));
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.send(text);
    });
  }
}

/** A WebSocket to a host. */
export class Carrier extends Conversation {
  /** @param {string} address @param {string} secret @param {On} on */
  constructor(address, secret, on) {
    super(on);
    this.address = address;
    this.secret = secret;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  /** @override */
  get isOpen() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = async () => {
      if (await this.greet(this.secret)) this.wait = FIRST_WAIT;
    };
    socket.onmessage = (message) => this.heard(JSON.parse(message.data));
    socket.onclose = (event) => this.lost(event.reason);
  }

  /** @override @param {string} text */
  send(text) {
    this.socket?.send(text);
  }

  /** @param {string} reason */
  lost(reason) {
    this.socket = null;
    this.on.standing("lost", null, reason);
    this.refuseAll(lostRefusal());
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }
}

export function lostRefusal() {
  return refused("stopped", "The connection was lost. Reconnecting …");
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
