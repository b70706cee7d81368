/** The effect of a tool call, by what it left behind: lines of commands, and the model's input. */
import { contentOf, lineOf } from '../marks.ts';
import { CLIENTS, type ClientName } from '../plan/clients.ts';
import type { SessionRecord } from '../record.ts';
import { readEntries } from './transcript-entries.ts';

export interface Effect {
  /** Whether it ran as requested, or as edited by a client. Never for a question. */
  readonly ran?: 'as-asked' | ClientName;
  readonly times: number;
  /** The result that the model received; absent if the call has none. */
  readonly received?: string;
  readonly isError: boolean;
}

export interface Call {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The line or file that is unique to this call. */
  readonly line: string;
}

/** The calls of a session that need a decision, in order. */
export function callsOf({ transcript }: Pick<SessionRecord, 'transcript'>): Call[] {
  return readEntries(transcript).flatMap((entry) => {
    const line = entry.kind === 'call' ? lineOf(entry.input) : undefined;
    return entry.kind === 'call' && line ? [{ id: entry.id, input: entry.input, line }] : [];
  });
}

export function effectOf(
  { transcript, ran }: Pick<SessionRecord, 'transcript' | 'ran'>,
  { id, line }: Call,
): Effect {
  const result = readEntries(transcript).find((entry) => entry.kind === 'result' && entry.id === id);
  const received = result?.kind === 'result' ? result : undefined;
  const left = ran.filter((text) => text === line || text.startsWith(`${line}-`));
  const read = readFile(line, received?.text ?? '');
  const [what = read] = left;
  return {
    ...(what !== undefined && { ran: CLIENTS.find((client) => what.endsWith(`-${client}`)) ?? 'as-asked' }),
    times: left.length || (read ? 1 : 0),
    ...(received && { received: received.text }),
    isError: received?.isError ?? false,
  };
}

/** The name of the file that a call has read. */
function readFile(line: string, received: string): string | undefined {
  const names = [...CLIENTS.map((client) => `${line}-${client}`), line];
  return names.find((name) => new RegExp(`${contentOf(name)}(?![-\\w])`).test(received));
}
