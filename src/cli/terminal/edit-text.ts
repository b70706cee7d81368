/** Edits text in the person's own editor. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReinsError } from '../../protocol/errors.ts';

/** `name` is the file name, which shows the editor the type of the text. Throws if the editor fails. */
export async function editText(text: string, name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const editor = env['VISUAL'] || env['EDITOR'] || 'vi';
  const folder = mkdtempSync(join(tmpdir(), 'reins-edit-'));
  const file = join(folder, name);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    await run(editor, file, env);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The setting may contain arguments, so a shell reads it; the file is a separate argument. */
function run(editor: string, file: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit', env });
    const fail = (how: string) =>
      reject(
        new ReinsError('invalid_request', `The editor "${editor}" ${how}. Set EDITOR to the one to use.`),
      );
    child.on('error', ({ message }) => fail(`cannot be started (${message})`));
    child.on('exit', (code) => (code === 0 ? resolve() : fail(`exited with code ${code}`)));
  });
}
