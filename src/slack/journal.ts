/**
 * What Slack already shows and what was already received, in a file that survives crashes: one JSON line per
 * change, compacted when it is opened. A message is noted before it is posted, so that one whose fate is
 * unknown can be searched for instead of being posted again.
 */
import { appendFileSync, chmodSync, readFileSync } from 'node:fs';
import { isMissing } from '../lib/is-missing.ts';
import { isRecord } from '../lib/json-values.ts';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';

export interface Thread {
  readonly channel: string;
  /** Only what happened since this moment is shown. */
  readonly since: string;
}

export interface PostedMessage {
  /** Absent while it is unknown whether Slack has the message. */
  readonly ts?: string | undefined;
  /** Identifies the content. */
  readonly print: string;
  /** A file on its way to Slack. */
  readonly file?: string | undefined;
}

/** A prompt that a person wrote in the thread. */
export interface ThreadPrompt {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
}

type Line =
  | { readonly t: 'thread'; readonly s: string; readonly v: Thread }
  | { readonly t: 'message'; readonly s: string; readonly k: string; readonly v: PostedMessage }
  | { readonly t: 'prompt'; readonly s: string; readonly v: ThreadPrompt }
  | { readonly t: 'received'; readonly k: string; readonly at: number; readonly v?: unknown }
  | { readonly t: 'done'; readonly k: string }
  | { readonly t: 'home'; readonly k: string };

interface Received {
  readonly at: number;
  /** Absent once it is done. */
  job?: unknown;
}

/** The key of the message that starts a thread. */
export const ROOT = 'root';
/** A thread that is older keeps only its place: its content starts again from then on. */
const KEPT_FOR_MS = 90 * 24 * 60 * 60_000;
/** Changes after which the file is compacted. */
const LINES = 20_000;
/** Slack repeats an event for at most an hour. */
const REPEATED_FOR_MS = 24 * 60 * 60_000;

export class Journal {
  readonly #file: string;
  readonly #threads = new Map<string, Thread>();
  readonly #messages = new Map<string, Map<string, PostedMessage>>();
  readonly #prompts = new Map<string, ThreadPrompt[]>();
  readonly #received = new Map<string, Received>();
  readonly #homes = new Set<string>();
  #lines = 0;

  constructor(file: string, now: number = Date.now()) {
    this.#file = file;
    for (const line of readLines(file)) this.#take(line);
    for (const [key, { at, job }] of this.#received) {
      if (job === undefined && now - at > REPEATED_FOR_MS) this.#received.delete(key);
    }
    for (const [sessionId, { channel, since }] of this.#threads) {
      const root = this.message(sessionId, ROOT);
      const isOld = now - Date.parse(since) > KEPT_FOR_MS;
      if (!root || !isOld) continue;
      this.#threads.set(sessionId, { channel, since: new Date(now).toISOString() });
      this.#messages.set(sessionId, new Map([[ROOT, root]]));
      this.#prompts.delete(sessionId);
    }
    this.#compact();
  }

  thread(sessionId: string): Thread | undefined {
    return this.#threads.get(sessionId);
  }

  /** The session of a thread; the newest one if the conversation continued under another id. */
  sessionOf(channel: string, ts: string): string | undefined {
    return [...this.#threads].findLast(
      ([sessionId, thread]) => thread.channel === channel && this.message(sessionId, ROOT)?.ts === ts,
    )?.[0];
  }

  sessions(): string[] {
    return [...this.#threads.keys()];
  }

  openThread(sessionId: string, thread: Thread): void {
    this.#write({ t: 'thread', s: sessionId, v: thread });
  }

  message(sessionId: string, key: string): PostedMessage | undefined {
    return this.#messages.get(sessionId)?.get(key);
  }

  keys(sessionId: string): string[] {
    return [...(this.#messages.get(sessionId)?.keys() ?? [])];
  }

  note(sessionId: string, key: string, message: PostedMessage): void {
    this.#write({ t: 'message', s: sessionId, k: key, v: message });
  }

  /** Prompts from the thread that were not seen in the conversation yet. */
  prompts(sessionId: string): readonly ThreadPrompt[] {
    const shown = this.#messages.get(sessionId);
    const taken = new Set([...(shown?.values() ?? [])].map(({ ts }) => ts));
    return (this.#prompts.get(sessionId) ?? []).filter(({ ts }) => !taken.has(ts));
  }

  notePrompt(sessionId: string, prompt: ThreadPrompt): void {
    this.#write({ t: 'prompt', s: sessionId, v: prompt });
  }

  /** False if it was received before. The job is kept until `done`. */
  receive(key: string, job: unknown, now: number = Date.now()): boolean {
    if (this.#received.has(key)) return false;
    this.#write({ t: 'received', k: key, at: now, v: job });
    return true;
  }

  done(key: string): void {
    this.#write({ t: 'done', k: key });
  }

  /** Jobs that an earlier process received and did not finish. */
  unfinished(): [key: string, job: unknown][] {
    return [...this.#received].flatMap(([key, { job }]) => (job === undefined ? [] : [[key, job]]));
  }

  /** Users who have opened the home tab. */
  get homes(): ReadonlySet<string> {
    return this.#homes;
  }

  noteHome(user: string): void {
    if (!this.#homes.has(user)) this.#write({ t: 'home', k: user });
  }

  #write(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    this.#take(line);
    if (++this.#lines > LINES) this.#compact();
  }

  #take(line: Line): void {
    switch (line.t) {
      case 'thread':
        this.#threads.delete(line.s);
        this.#threads.set(line.s, line.v);
        break;
      case 'message': {
        const known = this.#messages.get(line.s) ?? new Map<string, PostedMessage>();
        this.#messages.set(line.s, known.set(line.k, line.v));
        break;
      }
      case 'prompt':
        this.#prompts.set(line.s, [...(this.#prompts.get(line.s) ?? []), line.v]);
        break;
      case 'received':
        this.#received.set(line.k, { at: line.at, ...(line.v !== undefined && { job: line.v }) });
        break;
      case 'done':
        delete this.#received.get(line.k)?.job;
        break;
      case 'home':
        this.#homes.add(line.k);
    }
  }

  #compact(): void {
    const lines: Line[] = [
      ...[...this.#threads].map(([s, v]): Line => ({ t: 'thread', s, v })),
      ...[...this.#messages].flatMap(([s, messages]) =>
        [...messages].map(([k, v]): Line => ({ t: 'message', s, k, v })),
      ),
      ...this.sessions().flatMap((s) => this.prompts(s).map((v): Line => ({ t: 'prompt', s, v }))),
      ...[...this.#received].map(([k, { at, job }]): Line => ({ t: 'received', k, at, v: job })),
      ...[...this.#homes].map((k): Line => ({ t: 'home', k })),
    ];
    this.#lines = 0;
    writeFileAtomically(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** A line that was cut off by a crash is left out: what it noted has not happened yet. */
function readLines(file: string): Line[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    chmodSync(file, 0o600);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return text.split('\n').flatMap((line): Line[] => {
    try {
      const value: unknown = JSON.parse(line);
      return isRecord(value) && typeof value['t'] === 'string' ? [value as unknown as Line] : [];
    } catch {
      return [];
    }
  });
}
