/** What `ggl export` writes into a page: see `ggl/export/`. */

import type { Board, RulePart } from "../messages.js";

export interface Kernel {
  entries: Record<string, [string, boolean[]] | undefined>;
  memory: Record<"fixed" | "played" | "history" | "room" | "turns" | "refused" | "end", number>;
  length: number;
  row: number;
  /** Where an edge of the search tree has each entry of a row: its word, the first bit, how many bits, and the least code. */
  columns: [number, number, number, number][];
  remembered: number;
  ways: number;
  compared: number;
  keptTurn: number;
  hasHistory: boolean;
  numbers: Record<string, number>;
  room: { arena: number; history: number; turns: number; most: number };
  mostSteps: number;
  /** What the module says where the room for the past is full, and nothing else. */
  pastFull: number;
  /** Why a position cannot be played on, by what the module found; the first where memory ran out. */
  refusals: string[];
  longest: number;
  code: string;
  constants: string;
}

/** How codes are written: by a table, or as numbers of a scale; the last entry is the code of none, if there is one. */
export type Written = ["table", string, number?] | ["number", number, number?];

/** A text, a parameter with the table of its property, the parameters of a set, or a table by the codes of all arguments. */
export type Part = string | [number] | [number, string] | ["set", number, number] | ["let", string, number[]];

export interface Schema {
  name: string;
  params: Written[];
  /** For a parameter that is a placement of a tile, how many cells the largest tile covers; else 0. */
  covers: number[];
  /** The parameters of each set, from its first to behind its last, and whether its end has to be written. */
  sets: [number, number, boolean][];
  /** The parameters of each choice of several, sets among them, from its first to behind its last. */
  choices: [number, number][];
  /** Parameters whose words may be typed in any order. */
  unordered: number[][];
  /** The codes that each parameter may have: the first, and the one behind the last. */
  codes: [number, number][];
  parts?: Part[];
  /** The sites that its notation names, beside those of its arguments. */
  framed: Part[];
  /** Ways in which it is written where a condition holds; the module says which. */
  ways?: Part[][];
}

export interface Variable {
  name: string;
  field: string;
  at: number;
  sort: "one" | "players" | "bag" | "set" | "sets";
  type: Written;
  dice: boolean;
  turns: boolean;
  rolled: number[];
  low?: number;
  count?: number;
}

export interface Words {
  title: string;
  about: string;
  game: string;
  version: string;
  fingerprint: string;
  options: Record<string, string>;
  optionValues: Record<string, unknown>;
  players: string[];
  seats: string[];
  board: Board;
  /** The cells at the ends of an edge or a link, where more than these may be framed. */
  ends: Record<string, string[]>;
  rules: { text: string; parts: RulePart[] };
  wins: string[];
  /** What is said of a game for one that was not won. */
  loses: string;
  reasons: string[][];
  slots: Record<string, [number, number] | undefined>;
  nothingPending: number | null;
  /** Whether players choose together, so that another goes on with a turn. */
  together: boolean;
  schemas: Schema[];
  /** Of each roll, how the outcome of each of its variables is written. */
  rolls: Written[][];
  variables: Variable[];
  /** Each `announce`: its words; where the values told last stand, each a set of so many marks, or one code if 0; the places that change where one is told. */
  announcements: { words: string; type: Written; size: number; at: number; turned: [number, number] }[];
  /** What a side is told of what it has seen and done, in a game that hides something. */
  story: Story | null;
  supplies: [string, number][][];
  score: { kind: "none" | "score" | "match"; scale: number; at?: number };
  tables: Record<string, string[]>;
  /** The names of cells in small letters with their codes, if the board has labels; the values that the file declares. */
  labels: Record<string, number>;
  /** Other names of sites, by tables. */
  aliases: Record<string, Record<string, number>>;
  own: string[];
  /** The cells of each placement of a tile. */
  placements: number[][];
  /** The tables in which records have plain names of sites, where the board has labels. */
  plain: Record<string, string[]>;
  pieces: { kind: string; name: string }[];
  kinds: Record<string, { has: string[]; faces: boolean }>;
  inks: { light: string; dark: string }[];
  levels: { spec: string; about: string }[];
}

/**
 * Of each move, the parameters that others are told and whether they are told that it was made, null where they are told all;
 * where the outcomes of rolls stand, and the choices that all make at once; and how the entries that a side sees are called.
 */
export interface Story {
  tellings: ([number[], boolean] | null)[];
  rolled: number[][];
  chosen: { at: number; params: number[][] } | null;
  pieces: { at: number; names: string[]; empty: number; type: Written }[];
  variables: { at: number; names: string[]; members: string[] | null; type: Written }[];
}

export interface Layer {
  piece: number;
  count: number | null;
  facing: number | null;
  /** Of a layer with piles of different pieces: where the codes of those below the top begin, and how many there are for a site. */
  below: [number, number] | null;
  bears: Record<string, [number, Record<string, string>]>;
}

/** The pieces of a pile by how many are shown, from the bottom up, each by its code; its height beside it; the values of a site by their codes. */
export interface Piles {
  pieces: Record<string, Record<string, number>[]>;
  heights: Record<string, number>;
  values: Record<string, number>;
}

export interface Plan {
  fields: number[];
  layers: Layer[];
  values: [number, Record<string, string>][];
}

/** A mark of the file: what the module is asked for its sets of sites, the type of these, and how they are drawn. */
export interface Mark {
  under: boolean;
  asked: [number, number];
  /** Whether it asks for moves, so that it is drawn between turns only. */
  between: boolean;
  type: string;
  drawn: DrawnMark;
}

/** The numbers of texts: of each site, bare and taken, or of an element that lacks its path or its place. Edges have the cells beside
 * them, and on a board that wraps around a path at each of these; points are by site; values are texts by their codes, or numbers of a scale. */
export type DrawnMark =
  | ["sites", [number, number][]]
  | ["frame", number, [string[], number[]][]]
  | ["line", number, [string, string][], number[]]
  | ["name", number, [string, string][], number, number]
  | ["value", number, [string, string][], [number, number], number, Record<string, string>, number];

export interface Picture {
  width: string;
  height: string;
  plans: Record<string, Plan>;
  sites: [string, number, string, number, string, string, boolean][];
  classes: { looks: Record<string, number>; frame: number; piles: Piles | null }[];
  bar: Record<string, number>[] | null;
  /** Numbers beside the board; `hidden` is the drawing of one that is not known. */
  stores: { at: number; low: number; texts: number[]; hidden: number }[];
  marks: Mark[];
  texts: string[];
}

/** What may keep a move from being legal. */
export interface Why {
  phases: { name: string; tiers: number[][] }[];
  started: boolean[];
  /** The follow-ups of each move: the number of the parameter that is handed over, its name, and where its value stands;
   * `when` is where it stands whether its condition held, and the condition. */
  picks: { schema: number; handed: [number, string, number][]; tier: number; when: [number, string] | null }[][];
  /** The conditions of each move: the stage, what is wrong or what a parameter is chosen from, the line of the file. */
  conditions: ["domain" | "set" | "guard" | "ensure", string, string][][];
  /** What is said where another whole turn is better. */
  best: [string, string] | null;
}

/** What players do not see: of each such field its first place, the one behind its last and its start; whether all know the scores. */
export interface Views {
  entries: [number, number, number][];
  scores: boolean;
}

export interface Data {
  /** Null where players see everything. */
  views: Views | null;
  why: Why;
  kernel: Kernel;
  words: Words;
  picture: Picture;
}
