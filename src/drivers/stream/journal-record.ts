/**
 * One line of a journal: the time, who said it, and the words. Claude's own lines stand in it as they were written, since
 * reading them as JSON is nobody's business here.
 */

/** `out`: claude's stdout. `err`: its stderr. `run`: the runner itself, in JSON. */
export type Voice = 'out' | 'err' | 'run';

export interface JournalRecord {
  readonly at: number;
  readonly voice: Voice;
  readonly text: string;
}

/** The last record of a journal. Where the runner was killed there is none, and both `code` and `signal` are null. */
export interface EndRecord {
  readonly ended: { readonly code: number | null; readonly signal: string | null };
  /** The last words on stderr. */
  readonly stderr: string;
}

/** What `parseRecord` read from the runner itself; undefined when it is something else than the end. */
export function readEnd({ voice, text }: JournalRecord): EndRecord | undefined {
  if (voice !== 'run') return undefined;
  const said = JSON.parse(text) as Partial<EndRecord>;
  return said.ended && { ended: said.ended, stderr: said.stderr ?? '' };
}

/** Why a run ended, in a few words. */
export function describeEnd({ ended: { code, signal }, stderr }: EndRecord): string {
  if (signal) return `killed by ${signal}`;
  if (code === null) return 'its runner was killed';
  if (code === 0) return 'exited';
  const [lastLine = ''] = stderr.trimEnd().split('\n').slice(-1);
  return `exited with code ${code}${lastLine && `: ${lastLine.slice(0, 500)}`}`;
}

/** What stands before the words. */
export function recordStamp(at: number, voice: Voice): string {
  return `${at} ${voice} `;
}

/** Undefined for what is no record. */
export function parseRecord(line: string): JournalRecord | undefined {
  const [head, at, voice] = /^(\d+) (out|err|run) /.exec(line) ?? [];
  if (head === undefined) return undefined;
  return { at: Number(at), voice: voice as Voice, text: line.slice(head.length) };
}
