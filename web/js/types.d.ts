// The JSON that the server sends. A test compares these keys with what it really sends.

export type Text = { en: string; ja: string };
export type Lang = "en" | "ja";

export interface Fault {
  code: string;
  text: Text;
  entry: number | null;
  expected: string[];
}

export interface OptionEntry extends Text {
  name: string;
  kind: "switch" | "count" | "number" | "choice" | "text" | "file" | "program";
  least?: number;
  most?: number;
  words?: string[];
  default: string;
  reaches_outside: boolean;
}

export interface AgentCard extends Text {
  agent: string;
  has_tree: boolean;
  sees_hidden: boolean;
}

export interface GameCard {
  game: string;
  players: number;
  summary: Text;
  settings: OptionEntry[];
  unit: string;
  best: string | null;
  agents: AgentCard[];
  imports: boolean;
  /** Levels of its partners; null where it has none. */
  levels: number | null;
  /** Whether puzzles of it ship. */
  puzzles: boolean;
}

/** How the person stands with some puzzles. */
export interface PuzzleCount {
  puzzles: number;
  due: number;
  new: number;
  sit: number;
  next_in_days: number | null;
}

export interface PuzzlesOfGame {
  game: string;
  all: PuzzleCount;
  /** By level, from 1. */
  levels: PuzzleCount[];
}

export interface AllPuzzles {
  games: PuzzlesOfGame[];
  store: string | null;
}

/** A puzzle as it is asked: its answer is not in it. */
export interface Question {
  id: string;
  level: number;
  position: Shown;
}

export interface NextPuzzle {
  question: Question | null;
  counted: PuzzleCount;
}

/** What an answer comes to. */
export interface Told {
  right: boolean;
  verdict: Text;
  answer: Legal | null;
  best: Legal;
  second: Legal;
  unit: string;
  value: number;
  lead: number;
  lead_se: number;
  bound: Bound;
  worlds: number;
  missed: [number, number];
  why: Text[];
  again: Text;
  due: number | null;
  counted: boolean;
}

/** A sitting with the puzzles of a game. */
export interface Sitting {
  /** Of this level only; null: of all. */
  level: number | null;
  question: Question | null;
  told: Told | null;
  counted: PuzzleCount | null;
  /** Whether the server is asked for something. */
  busy: boolean;
  /** Why it did not do that. What was refused of an entry is said beside its field. */
  failed: Fault | null;
  /** How many were answered, and found at once. */
  answered: number;
  right: number;
  /** Which question this is, and of how many. */
  number: [number, number];
  /** Those that were missed: they are asked once more. */
  missed: string[];
  /** Whether this is one of them. */
  again: boolean;
  /** Nothing is left to ask for now. */
  done: boolean;
}

/** What is believed of the person's strength. */
export interface Strength {
  rating: number;
  error: number;
  games: number;
  level: number;
}

export interface Partners {
  levels: number[];
  scale: "elo" | "chips";
  person: Strength;
  /** The number of a deal that the person has not begun. */
  deal: number;
  store: string | null;
}

/** How a rating moved by a game; `before` is null where it, or a game of its deal, was begun earlier. */
export interface Rated {
  scale: "elo" | "chips";
  before: Strength | null;
  after: Strength;
}

export interface CardEntry {
  id: string;
  name: Text;
  text: Text;
  cost: number | null;
  power: number | null;
  kind: string;
  keywords: string[];
}

export type Settings = Record<string, string | number>;

export interface Deal {
  seed: number;
  moves: string[];
  seat: number | null;
}

export interface Real {
  start: Record<string, any>;
  entries: string[];
}

export type Source = Deal | Real;

export interface Legal {
  move: string;
  label: Text;
}

export interface Happened {
  turn: number;
  seat: number | null;
  entry: string;
  label: Text;
}

export interface Shown {
  key: string;
  game: string;
  players: number;
  seat: number;
  view: Record<string, any>;
  board: Text;
  legal: Legal[];
  history: Happened[];
  to_move: number | null;
  over: boolean;
  payoffs: number[] | null;
}

export type Bound = "sampled" | "judged" | "at_least" | "at_most" | "exact" | "proven";

export interface Candidate {
  move: string;
  label: Text;
  value: number | null;
  se: number | null;
  lo: number | null;
  hi: number | null;
  visits: number;
  share: number;
  bound: Bound;
  /** The search's own value, where `value` is a chance against a company. */
  searched?: number | null;
  facts?: { text: Text; data?: any } | null;
}

export interface Lead {
  over: string;
  by: number;
  se: number;
  decided: boolean;
  why?: Text;
}

export interface About {
  move?: string;
  card?: string;
  seat?: number;
}

export interface Reason extends Text {
  about: About[];
  weight: number;
}

export type Company = "strong" | "casual" | "random" | "read";

export interface Figures {
  key: string;
  unit: string;
  /** Whom chances are against. */
  opponents?: Company | null;
  bounds: [number, number];
  move: string;
  value: number | null;
  basis: "chance" | "rule" | "sampled" | "computed" | "proven";
  /** How the move was chosen; `level`: drawn by shares, as a partner of this strength plays. */
  choice: "value" | "visits" | "favourite" | "quantile" | "score" | "drawn" | "level";
  lead: Lead | null;
  candidates: Candidate[];
  line: string[];
  iterations: number;
  nodes: number;
  worlds: number;
  effective_worlds: number | null;
  depth: number;
  elapsed_ms: number;
}

/** A branch of a search's tree; `exploit` and `explore` are what the search adds up to choose where to look next. */
export interface Branch {
  kind: "root" | "move" | "chance" | "joint" | "knows";
  move: string | null;
  seat: number | null;
  visits: number;
  value: number | null;
  exploit: number | null;
  explore: number | null;
  goes_on: boolean;
  children: Branch[];
}

export interface Advice extends Figures {
  resolved: string;
  reasons: Reason[];
  beliefs: any;
  belief_titles?: Record<string, Text>;
  interrupted?: boolean;
  tree?: Branch;
}

/** Another search of the position that is shown, for its tree. */
export interface Beside {
  key: string;
  advice: Advice | null;
  /** How many moves deep its tree was asked for. */
  depth: number;
  /** Branches that are open, by their moves. */
  open: string[];
  /** What is known of the exact scores, by column. */
  windows: Record<string, Window>;
}

/** The least and the most that an exact score can be; the same once it is known. */
export interface Window {
  least: number;
  most: number;
}

/** A deal that is over, looked at with sight. */
export interface Ceiling {
  unit: string;
  reached: number;
  /** What could be reached from before each turn. */
  before: number[];
  /** Turns, counted from 1, that cost something. */
  given_away: number[];
}

export type Mark = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "unrated";

export interface ReviewedDecision {
  turn: number;
  played: string;
  played_label: Text;
  best: string;
  best_label: Text;
  lost: number | null;
  se: number | null;
  lost_in_sight: number;
  lost_in_sight_se: number;
  mark: Mark;
  fate: "right_but_unlucky" | "wrong_but_lucky" | "misread" | null;
  bound: Bound;
  reasons: Reason[];
}

/** A game as one seat played it. */
export interface Review {
  unit: string;
  seat: number;
  hidden: boolean;
  result: number;
  ledger: Record<"start" | "own" | "others" | "deal" | "draws" | "judgement", number>;
  value_function: Text & { hash: string };
  lost: number;
  lost_ci95: [number, number];
  luck: number;
  limit: string;
  summary: Text[];
  decisions: ReviewedDecision[];
  moments: { turn: number; seat: number | null; move: string; before: number; after: number }[];
}

/** A review that is being made, or was. */
export interface Reviewing {
  /** Of which game. */
  source: Source;
  /** Whose decisions; null until the server says. */
  seat: number | null;
  status: "reading" | "done" | "fault";
  done: number;
  of: number;
  found: Review | null;
  fault: Fault | null;
  /** The turn that is opened. */
  chosen: number | null;
  /** Whether all decisions are listed. */
  all: boolean;
}

export interface Started {
  key: string;
  agent: string;
  resolved: string;
  limit: string;
  budget_ms: number;
  memory_bytes: number;
  legal: Legal[];
  forced: boolean;
}

export interface KeptGame {
  id: string;
  revision: number;
  at: number;
  game: string;
  settings: Settings;
  source: Source;
  opponent: string | null;
  /** Moves of players; null where the server cannot tell. */
  moves: number | null;
  over: boolean;
}

/** A game in this browser. */
export interface Session {
  id: string;
  game: string;
  settings: Settings;
  source: Source;
  /** The revision that the server has acknowledged. */
  revision: number;
  /** Whether everything here is acknowledged. */
  kept: boolean;
  /** Entries taken back, the last one last. */
  redo: string[][];
  /** Entries made while the server was away. */
  waiting: string[];
  /** Who plays the other seats of a deal; null: they are entered by hand. */
  opponent: string | null;
  /** Moves of players, as the server told them last. */
  moves?: number | null;
}

export type Status = "none" | "reading" | "paused" | "elsewhere" | "done" | "fault";

export interface Analysis {
  status: Status;
  key: string;
  id: string | null;
  started: Started | null;
  figures: Figures | null;
  advice: Advice | null;
  beliefs: any;
  effective: number | null;
  budget: number;
  fault: Fault | null;
  /** When the last figures came, for a server that is gone. */
  at: number;
}

export interface Prefs {
  lang: Lang;
  theme: "light" | "dark" | null;
  /** Seconds; 0: until stopped. */
  budget: number;
  keys: boolean;
  hidden: boolean;
  welcomed: boolean;
  /** Whom chances to win are stated against, by game; nothing: as Yomi reads them. */
  against: Record<string, Company>;
}

/** Agents that play a deal while one watches. */
export interface Watch {
  /** One for each seat. */
  agents: string[];
  playing: boolean;
  /** Between two moves, in milliseconds. */
  pause: number;
}

export interface State {
  games: GameCard[];
  kept: KeptGame[];
  store: string | null;
  prefs: Prefs;
  /** `opening`: the address leads to a position. `broken`: parts of the page are of another version. */
  page: { name: "home" | "game" | "puzzles" | "missing"; game: string; real: boolean; opening: boolean; broken: boolean };
  session: Session | null;
  position: Shown | null;
  /** Which entries are looked at: that many of them; null: all. */
  looking: number | null;
  analysis: Analysis;
  beside: Beside | null;
  review: Reviewing | null;
  /** All puzzles, once they were asked for. */
  puzzles: AllPuzzles | null;
  /** The puzzles that are asked on this page. */
  sitting: Sitting | null;
  /** The game that was rated last, and how. */
  rated: (Rated & { id: string }) | null;
  watch: Watch | null;
  /** The candidate that was chosen, by its move. */
  chosen: string | null;
  /** What a reason is about, lit up on the board. */
  lit: About[];
  /** What is typed, and why it was refused. */
  typed: string;
  fault: Fault | null;
  /** Why the last entries are not in the store: this browser has them. */
  unkept: Fault | null;
  /** The game that another tab has gone on with, where ours became a game of its own. */
  newer: { game: string; id: string } | null;
  /** Whether the server answers. */
  away: boolean;
  busy: boolean;
  open: { keys: boolean; reasons: boolean; games: boolean; shared: string };
  setup: any;
  /** Rules of games, as far as they were asked for. */
  rules: Record<string, Text>;
}
