/**
 * The vocabulary of a screenplay: what the scripted model answers, as plain data.
 * A scene waits for its cue (words of the user, or a tool result) and then plays its turns, one per request:
 *
 *     scene('make a file',
 *       [say('On it.'), call('Bash', { command: 'touch made.txt' })],
 *       [say('Done.')]);
 *
 * Owns the words only; director.ts chooses the turn, reply.ts performs it.
 */
import type { Hearing } from './conversation.ts';
import { Gate } from './gate.ts';

export interface Scene {
  readonly cue: Cue;
  readonly turns: readonly Turn[];
}

/** A string must be a whole line of the user's text; a pattern may match anywhere in it. */
export type Cue = string | RegExp | ResultCue;

export interface ResultCue {
  readonly resultOf: string;
  readonly text?: RegExp | undefined;
}

export type Turn = Take | Takes;
/** One response: beats to stream, or a failure instead. */
export type Take = readonly Beat[] | Failure;
/** Responses to repeated attempts of the same request; the last one is repeated. */
export interface Takes {
  readonly takes: readonly Take[];
}

export type Beat = Say | Think | Call | Pause | Hold | Finish | BreakOff;

/** How text is split into deltas: characters per delta, the pause before each, and a gate before the last one. */
export interface Pace {
  readonly chunk?: number;
  readonly everyMs?: number;
  readonly gate?: Gate;
}

export interface Say extends Pace {
  readonly beat: 'say';
  readonly text: string;
}

export interface Think extends Pace {
  readonly beat: 'think';
  readonly text: string;
}

export type ToolInput = Readonly<Record<string, unknown>>;

export interface Call extends Pace {
  readonly beat: 'call';
  readonly tool: string;
  /** A function if the call's input depends on the model's input, for example the path of a plan file. */
  readonly input: ToolInput | ((hearing: Hearing) => ToolInput);
  readonly id?: string;
}

export interface Pause {
  readonly beat: 'pause';
  readonly ms: number;
}

export interface Hold {
  readonly beat: 'hold';
  readonly gate: Gate;
}

/** How the message ends; without it the stop reason is `end_turn`, or `tool_use` after a call. */
export interface Finish {
  readonly beat: 'finish';
  readonly stopReason?: string;
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Headers of the response, such as those that report an account's limits. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The stream breaks in the middle: an error event, or a dropped connection. */
export interface BreakOff {
  readonly beat: 'break-off';
  readonly how: 'error-event' | 'drop';
}

/** The request fails before any response. */
export type Failure =
  | { readonly failure: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly failure: 'silence' };

export function scene(cue: Cue, ...turns: Turn[]): Scene {
  return { cue, turns };
}

/** A cue: the result of a tool, optionally with a text. */
export function resultOf(tool: string, text?: RegExp): ResultCue {
  return { resultOf: tool, text };
}

export function say(text: string, pace: Pace = {}): Say {
  return { beat: 'say', text, ...pace };
}

export function think(text: string, pace: Pace = {}): Think {
  return { beat: 'think', text, ...pace };
}

export function call(tool: string, input: Call['input'], options: Pace & { id?: string } = {}): Call {
  return { beat: 'call', tool, input, ...options };
}

export function pause(ms: number): Pause {
  return { beat: 'pause', ms };
}

/** Waits until the gate opens; without a gate, until the client gives up. */
export function hold(gate = new Gate()): Hold {
  return { beat: 'hold', gate };
}

export function finish(how: Omit<Finish, 'beat'>): Finish {
  return { beat: 'finish', ...how };
}

export function breakOff(how: BreakOff['how']): BreakOff {
  return { beat: 'break-off', how };
}

export function fail(status: number, options: { retryAfterSeconds?: number } = {}): Failure {
  return { failure: 'status', status, ...options };
}

/** Accepts the connection and never responds. */
export function silence(): Failure {
  return { failure: 'silence' };
}

/** Each attempt of the same request gets the next take: `takes(fail(429), [say('Now it works.')])`. */
export function takes(...list: Take[]): Takes {
  return { takes: list };
}
