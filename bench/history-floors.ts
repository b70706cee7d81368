/** The minimum cost of reading a history: heads and tails of all files, and only JSON.parse on every row. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { listTranscripts } from '../src/claude/transcript-files.ts';

const PIECE = 16 * 1024;

export function timeHeadsAndTails(configFolder: string): number {
  const started = performance.now();
  const buffer = Buffer.alloc(PIECE);
  for (const { path, size } of listTranscripts(configFolder)) {
    const file = openSync(path, 'r');
    for (const at of [0, Math.max(0, size - PIECE)]) {
      const bytes = readSync(file, buffer, 0, PIECE, at);
      for (const line of buffer.toString('utf8', 0, bytes).split('\n')) parse(line);
    }
    closeSync(file);
  }
  return performance.now() - started;
}

export function timeBareParse(configFolder: string): number {
  const started = performance.now();
  for (const { path } of listTranscripts(configFolder)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) parse(line);
  }
  return performance.now() - started;
}

/** The first and last lines of a piece may be cut. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
