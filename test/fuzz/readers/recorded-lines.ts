/** Recorded output of the real Claude Code, from which random values are made. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { golden } from '../../../src/adapters/golden/read-recording.ts';

/** The parsed lines of every recorded file whose name starts with the prefix. */
export function recordedLines(name: string): Record<string, unknown>[] {
  return readdirSync(golden, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl') && (file.split('/').at(-1) ?? '').startsWith(name))
    .sort()
    .flatMap((file) => readFileSync(join(golden, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
