/**
 * Records token usage: each API message once, however many rows and files contain it, and sums by day,
 * session, folder, model and tools, which all reports use. Used by the writer thread.
 */
import { LocalDays } from '../../core/usage/local-days.ts';
import { hashKey } from '../key-hash.ts';
import type { Database, Statement } from '../sqlite.ts';

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
}

export interface CountedMessage {
  readonly messageId: string;
  readonly sessionId: string;
  /** In the conversation of a subagent. */
  readonly isAgent: boolean;
  readonly at: number;
  readonly model: string;
  /** The folder it was created in. */
  readonly project: string;
  /** The tools it called, each once. */
  readonly tools: readonly string[];
  readonly counts: TokenCounts;
}

/** A prompt longer than this costs more with some models: see core/usage/model-prices.ts. */
const LONG_PROMPT = 100_000;
export const FLAGS = { agent: 1, long: 2 } as const;
/** Sums and names whose numbers are cached; there are a few for each session. */
const REMEMBERED = 20_000;

const COUNTS = ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'web_searches'];

/** The properties shared by the messages of one sum, by number. */
interface SumKey {
  readonly day: number;
  readonly session: number;
  readonly project: number;
  readonly model: number;
  readonly tools: number;
  readonly flags: number;
}

export class UsageStore {
  readonly #days = new LocalDays();
  readonly #insertMessage: Statement;
  readonly #changeMessage: Statement;
  readonly #findMessage: Statement;
  readonly #findSum: Statement;
  readonly #openSum: Statement;
  readonly #addToSum: Statement;
  readonly #findName: Statement;
  readonly #insertName: Statement;
  readonly #names = new Map<string, number>();
  readonly #sums = new Map<string, number>();
  /** Messages since the last flush, by hash. */
  readonly #noted = new Map<number, CountedMessage>();
  /** Pending additions to sums: messages, then the counts. */
  readonly #due = new Map<number, number[]>();

  constructor(database: Database) {
    this.#insertMessage = database.prepare('INSERT OR IGNORE INTO usage_messages VALUES (?, ?, ?)');
    this.#changeMessage = database.prepare('REPLACE INTO usage_messages VALUES (?, ?, ?)');
    this.#findMessage = database.prepare('SELECT sum, counts FROM usage_messages WHERE hash = ?');
    this.#findSum = database.prepare(
      `SELECT day, session, project, model, flags, name AS tools
       FROM usage_sums JOIN usage_names ON usage_names.id = tools WHERE usage_sums.id = ?`,
    );
    this.#openSum = database.prepare(
      `INSERT INTO usage_sums (day, session, project, model, tools, flags) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET day = day RETURNING id`,
    );
    const more = ['messages', ...COUNTS].map((column) => `${column} = ${column} + ?`);
    this.#addToSum = database.prepare(`UPDATE usage_sums SET ${more.join(', ')} WHERE id = ?`);
    this.#findName = database.prepare('SELECT id FROM usage_names WHERE name = ?');
    this.#insertName = database.prepare('INSERT INTO usage_names (name) VALUES (?) RETURNING id');
  }

  note(message: CountedMessage): void {
    const hash = hashKey(message.messageId, 0);
    const known = this.#noted.get(hash);
    this.#noted.set(hash, known ? merge(known, message) : message);
  }

  /** Writes the pending changes, in the transaction in which the rows were read. */
  flush(): void {
    for (const [hash, message] of this.#noted) {
      const counts = valuesOf(message.counts);
      const sum = this.#sum(this.#keyOf(message));
      if (this.#insertMessage.run(hash, sum, counts.join()).changes === 1) this.#add(sum, 1, counts);
      else this.#writeAgain(hash, message);
    }
    for (const [sum, values] of this.#due) this.#addToSum.run(...values, sum);
    this.#noted.clear();
    this.#due.clear();
    for (const known of [this.#sums, this.#names]) if (known.size > REMEMBERED) known.clear();
  }

  /** After a rollback: the database is authoritative. */
  forget(): void {
    for (const known of [this.#noted, this.#due, this.#names, this.#sums]) known.clear();
  }

  /** A repetition, in another file or for another call of the message, may contain more. */
  #writeAgain(hash: number, message: CountedMessage): void {
    const { sum, counts: text } = this.#findMessage.get(hash) as { sum: number; counts: string };
    const before = text.split(',').map(Number);
    const key = this.#findSum.get(sum) as unknown as Omit<SumKey, 'tools'> & { tools: string };
    const tools = key.tools === '' ? [] : key.tools.split(',');
    const merged = merge({ ...message, tools, counts: countsOf(before) }, message);
    const counts = valuesOf(merged.counts);
    if (merged.tools.length === tools.length && counts.join() === text) return;
    const flags = (key.flags & FLAGS.agent) + longFlag(merged.counts);
    const next = this.#sum({ ...key, tools: this.#toolsName(merged), flags });
    this.#add(sum, -1, before);
    this.#add(next, 1, counts);
    this.#changeMessage.run(hash, next, counts.join());
  }

  #keyOf(message: CountedMessage): SumKey {
    const { at, sessionId, project, model, isAgent, counts } = message;
    return {
      day: this.#days.dayOf(at),
      session: this.#name(sessionId),
      project: this.#name(project),
      model: this.#name(model),
      tools: this.#toolsName(message),
      flags: (isAgent ? FLAGS.agent : 0) + longFlag(counts),
    };
  }

  #sum({ day, session, project, model, tools, flags }: SumKey): number {
    const key = [day, session, project, model, tools, flags];
    const text = key.join();
    let id = this.#sums.get(text);
    if (id === undefined) {
      id = (this.#openSum.get(...key) as { id: number }).id;
      this.#sums.set(text, id);
    }
    return id;
  }

  #add(sum: number, sign: 1 | -1, counts: readonly number[]): void {
    const due = this.#due.get(sum) ?? Array<number>(COUNTS.length + 1).fill(0);
    for (const [index, count] of [1, ...counts].entries()) due[index] = (due[index] ?? 0) + sign * count;
    this.#due.set(sum, due);
  }

  #toolsName({ tools }: CountedMessage): number {
    return this.#name(tools.toSorted().join(','));
  }

  #name(name: string): number {
    let id = this.#names.get(name);
    if (id === undefined) {
      id = ((this.#findName.get(name) ?? this.#insertName.get(name)) as { id: number }).id;
      this.#names.set(name, id);
    }
    return id;
  }
}

/** A message that is still being written has fewer tokens than when it is done. */
function merge(known: CountedMessage, more: CountedMessage): CountedMessage {
  const larger = known.counts.output >= more.counts.output ? known.counts : more.counts;
  return { ...known, tools: [...new Set([...known.tools, ...more.tools])], counts: larger };
}

function longFlag({ input, cacheRead, cacheWrite5m, cacheWrite1h }: TokenCounts): number {
  return input + cacheRead + cacheWrite5m + cacheWrite1h > LONG_PROMPT ? FLAGS.long : 0;
}

function valuesOf(counts: TokenCounts): number[] {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = counts;
  return [input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches];
}

function countsOf(values: readonly number[]): TokenCounts {
  const [input = 0, output = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, webSearches = 0] = values;
  return { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches };
}
