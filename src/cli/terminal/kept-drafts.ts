/** Drafts of prompts in the terminal UI, by session: kept in the Reins folder from one run to the next. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateHome, prepareHome } from '../../hub/home/reins-home.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';

const MOST = 100;

function fileIn(env: NodeJS.ProcessEnv): string {
  return join(locateHome(env).folder, 'tui-drafts.json');
}

/** None if the file is missing or cannot be read. */
export function readDrafts(env: NodeJS.ProcessEnv): Map<string, string> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(fileIn(env), 'utf8')) as object);
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
}

/** Does not throw: a draft is not worth a failed command. */
export function keepDrafts(env: NodeJS.ProcessEnv, drafts: ReadonlyMap<string, string>): void {
  const kept = [...drafts].filter(([, text]) => text.trim() !== '').slice(-MOST);
  try {
    prepareHome(locateHome(env));
    writeFileAtomically(fileIn(env), `${JSON.stringify(Object.fromEntries(kept))}\n`);
  } catch {
    // The disk is full, or the folder cannot be written.
  }
}
