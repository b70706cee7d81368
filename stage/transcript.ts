/** Reads a session's transcript as written by the real Claude Code, for assertions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LineSplitter } from '../src/lib/line-splitter.ts';

export interface TranscriptRow {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The rows of a session, in any project folder; empty while no file exists. */
export function readTranscript(configDir: string, sessionId: string): TranscriptRow[] {
  return readRows(configDir, (path) => path.endsWith(`/${sessionId}.jsonl`));
}

/** The rows of the session's subagents, all files together. */
export function readSubagentTranscripts(configDir: string, sessionId: string): TranscriptRow[] {
  return readRows(configDir, (path) => path.includes(`/${sessionId}/subagents/`) && path.endsWith('.jsonl'));
}

function readRows(configDir: string, isWanted: (path: string) => boolean): TranscriptRow[] {
  const root = join(configDir, 'projects');
  if (!existsSync(root)) return [];
  const files = (readdirSync(root, { recursive: true }) as string[]).map((path) => join(root, path));
  return files.filter(isWanted).flatMap((file) => {
    const lines = new LineSplitter().push(readFileSync(file));
    return lines.map(({ text }) => JSON.parse(text) as TranscriptRow);
  });
}
