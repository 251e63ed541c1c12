// Made from parlour_web/messages.py by: python -m tests.script.message_types
// What a page sends and what comes to it. A field with a question mark may be left out.

/** The people who are away, and when others may say so. */
export interface AbsenceMessage {
  type: "absence";
  seats?: number[];
  minutes?: number;
}

/** The seats that are to act next, as everybody may know it. */
export interface AwaitedSeats {
  seats: number[];
  who: string;
  mine: boolean;
  text: string;
}

/** The person at the seat is back, and plays again. */
export interface BackRequest {
  type: "back";
}

/** The reason why the socket closes. */
export interface ByeMessage {
  type: "bye";
  why: string;
  again: boolean;
}

/** A typed line: moves, a command, yes or no. */
export interface EnterRequest {
  type: "enter";
  text: string;
  position: number;
}

/** A new table of the person's own, which begins at a position of this one. */
export interface ForkRequest {
  type: "fork";
  at: number;
  key?: string;
}

/** A new table that begins at a position of another. */
export interface ForkedMessage {
  type: "forked";
  url: string;
  links: SeatLink[];
}

/** The game that is played. */
export interface GameName {
  id: string;
  title: string;
  has_hidden_information: boolean;
  standing_orders: string[];
}

/** A line that somebody said. */
export interface HeardLine {
  at: number;
  seat?: number | null;
  guest?: number;
  name?: string;
  text?: string;
  reaction?: string;
}

/** The legal moves, or the moves that have all chosen addresses. */
export interface MovesMessage {
  type: "moves";
  moves: ShownMove[];
  too_many: number;
  chosen: string[];
  live: string[];
  offers: string[];
  seats: string[];
}

/** The name that the person at the seat chooses. */
export interface NameRequest {
  type: "name";
  name: string;
}

/** The addresses chosen so far, among moves that were too many for the view. */
export interface NarrowRequest {
  type: "narrow";
  chosen?: string[];
}

/** The answer to a line whose moves are not previewed. */
export interface NoPreview {
  type: "no preview";
  line: string;
  why_not: string;
  rule: string;
  prompt: string;
}

/** A panel of a game that draws no picture. */
export interface PanelLines {
  name: string;
  title: string;
  lines: string[];
  needed: boolean;
}

/** The reason why nobody may move now. */
export interface PausedMessage {
  type: "paused";
  why: string;
  asks_name: boolean;
}

/** A part of a picture. */
export interface PicturePanel {
  name: string;
  title: string;
  label: string;
  width: number;
  height: number;
  nodes: SvgNode[];
  needed: boolean;
  role: "choice" | "foot" | "mine" | "other" | "scene" | "side";
  seat: number | null;
}

/** The seats whose person is here, in order. */
export interface PresenceMessage {
  type: "presence";
  seats: number[];
}

/** A line; the page wants to see the table after its moves, and what the line says. */
export interface PreviewRequest {
  type: "preview";
  text: string;
  chosen?: string[][];
}

/** Another match of the same people: the link to the seat there of the one who reads it. */
export interface RematchMessage {
  type: "rematch";
  url: string;
  host: string;
}

/** Another match of the same people, each a seat further on. */
export interface RematchRequest {
  type: "rematch";
  key?: string;
}

/** The answer to a typed line. */
export interface ReplyMessage {
  type: "reply";
  lines: string[];
  question: string;
  refused: boolean;
  rule: string;
  places: string[];
  show: string;
}

/** A position to look back at. */
export interface ReviewRequest {
  type: "review";
  at: number;
  seat?: number | null;
  since?: number | null;
  go?: string;
}

/** A line of the person at the page, or a reaction, to all in the same room. */
export interface SayRequest {
  type: "say";
  text?: string;
  reaction?: "cheer" | "doubt" | "laugh" | "sad" | "thanks" | "wow";
}

/** One line of a score sheet. */
export interface ScoreLine {
  label: string;
  points: (number | null)[];
  total: boolean;
}

/** A link to a seat; anyone with it plays there. */
export interface SeatLink {
  seat: number | null;
  who: string;
  url: string;
}

/** A legal move or offer. */
export interface ShownMove {
  text: string;
  form: string;
  at: string[];
  gloss?: string;
  label?: string;
  first?: string[];
  offer?: boolean;
}

/** A plan as it is listed. */
export interface ShownPlan {
  line: string;
  text: string;
  places: string[];
}

/** The wish that a bot plays for a person who has thought for too long, until they are back. */
export interface SitInRequest {
  type: "sit in";
  seat: number;
}

/** The first message: it says who looks. */
export interface SitRequest {
  type: "sit";
  key?: string;
  language?: string;
  talk?: boolean;
}

export type SvgNode = [string, Record<string, string>, (SvgNode | string)[]];

/** Lines of people in the room of the page: one room has the seats, another the spectators. */
export interface TalkMessage {
  type: "talk";
  lines?: HeardLine[];
  may?: boolean;
  whole?: boolean;
  why?: string;
}

/** A sentence about the match. */
export interface ToldSentence {
  sentence: string;
  at: number;
  by?: number | null;
}

/** Everything that a seat, or a spectator, is shown of a table. */
export interface TableView {
  type: "view";
  table: ShownTable;
  shows: string;
  position: number;
  game: GameName;
  names: string[];
  seat: number | null;
  plans: ShownPlan[];
  people: number[];
  is_over: boolean;
  turn: AwaitedSeats;
  prompt: string;
  status: string;
  score: ScoreLine[];
  points: string[];
  news: ToldSentence[];
  question: string;
  why_no_undo: string;
  clocks: (number | null)[];
  result: string[];
  places: number[];
  order: string;
  ahead: string;
  notes: string[];
  stops: number[];
  answer: number;
  line: string;
  lesson: string;
  moves: MovesMessage;
  log: ToldSentence[];
  signs: string[];
}

/** The time since the view of the page last came to another position, for a page that comes. */
export interface WaitedMessage {
  type: "waited";
  seconds: number;
}

/** An address that is told when it is the turn of the person at the seat. */
export interface WebhookRequest {
  type: "webhook";
  url: string;
  quiet?: boolean;
}

/** The wishes for a rematch, which somebody who may create tables makes. */
export interface WishMessage {
  type: "wish";
  seats: number[];
  is_laid: boolean;
}

/** A panel as a page has it: drawn, or as lines. */
export type ShownPanel =
  Pick<PanelLines, "name" | "title" | "needed"> & Partial<PicturePanel> & Partial<PanelLines>;

/** The table of a view. */
export interface ShownTable {
  picture?: PicturePanel[];
  text: PanelLines[];
  described: string[];
  changed: string[];
  gone: string[];
}

/** The fields of a view that have changed; in lists, pairs of numbers stand for known items. */
export interface ViewMessage {
  type: "view";
  parts: Record<string, any>;
}

/** What comes to a page. */
export type Message = ViewMessage | AbsenceMessage | ByeMessage | ForkedMessage | MovesMessage | PausedMessage | PresenceMessage | RematchMessage | ReplyMessage | TalkMessage | WaitedMessage | WishMessage | NoPreview;

/** What a page sends. */
export type PageMessage = SitRequest | SitInRequest | BackRequest | EnterRequest | PreviewRequest | NarrowRequest | ReviewRequest | ForkRequest | NameRequest | RematchRequest | SayRequest | WebhookRequest;
