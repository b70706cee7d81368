/**
 * One line of a journal: the time, the source and the text. Claude's own lines are stored verbatim, since nothing here
 * parses them as JSON.
 */

/** `out`: claude's stdout. `err`: its stderr. `run`: the runner itself, in JSON. */
export type JournalChannel = 'out' | 'err' | 'run';

export interface JournalRecord {
  readonly at: number;
  readonly channel: JournalChannel;
  readonly text: string;
}

/** The last record of a journal. If the runner was killed there is none, and both `code` and `signal` are null. */
export interface EndRecord {
  readonly ended: { readonly code: number | null; readonly signal: string | null };
  /** The last output on stderr. */
  readonly stderr: string;
}

/** Parses a record from the runner itself; undefined if it is not the end. */
export function readEnd({ channel, text }: JournalRecord): EndRecord | undefined {
  if (channel !== 'run') return undefined;
  const parsed = JSON.parse(text) as Partial<EndRecord>;
  return parsed.ended && { ended: parsed.ended, stderr: parsed.stderr ?? '' };
}

/** Why a run ended, in a few words. */
export function describeEnd({ ended: { code, signal }, stderr }: EndRecord): string {
  if (signal) return `killed by ${signal}`;
  if (code === null) return 'its runner was killed';
  if (code === 0) return 'exited';
  const [lastLine = ''] = stderr.trimEnd().split('\n').slice(-1);
  return `exited with code ${code}${lastLine && `: ${lastLine.slice(0, 500)}`}`;
}

/** The part before the text. */
export function recordStamp(at: number, channel: JournalChannel): string {
  return `${at} ${channel} `;
}

/** Undefined for a line that is not a record. */
export function parseRecord(line: string): JournalRecord | undefined {
  const [head, at, channel] = /^(\d+) (out|err|run) /.exec(line) ?? [];
  if (head === undefined) return undefined;
  return { at: Number(at), channel: channel as JournalChannel, text: line.slice(head.length) };
}
