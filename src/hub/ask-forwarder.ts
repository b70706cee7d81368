/** Keeps the script that carries permission asks in the home: written by install and by every start of the hub. */
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ASK_SCRIPT } from '../claude/ask-script.ts';
import { writeFileAtomically } from '../lib/write-file-atomically.ts';

export function writeAskForwarder(file: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === ASK_SCRIPT) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomically(file, ASK_SCRIPT, 0o700);
  chmodSync(file, 0o700);
}
