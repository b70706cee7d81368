/** Runs the ERT tests of some files in a batch Emacs that has loaded the package. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { patienceMs } from '../../stage/patience.ts';

/** Rejects with the output of Emacs if a test fails. `onLine` gets each line `reins-test: …` without that prefix. */
export async function runInEmacs(
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => {},
): Promise<void> {
  const load = files.flatMap((file) => ['-l', join(import.meta.dirname, file)]);
  const args = [
    '--batch',
    '-f',
    'package-initialize',
    '-L',
    join(import.meta.dirname, '../../emacs'),
    ...load,
  ];
  const child = spawn('emacs', [...args, '-f', 'ert-run-tests-batch-and-exit'], {
    env: { ...env, STORY_PATIENCE: String(patienceMs() / 1000) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  let line = '';
  // Emacs prints messages to stderr, line by line.
  child.stderr.on('data', (chunk) => {
    output += chunk;
    line += chunk;
    const lines = line.split('\n');
    line = lines.pop() ?? '';
    for (const one of lines) if (one.startsWith('reins-test: ')) onLine(one.slice('reins-test: '.length));
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Emacs exited with ${code}:\n${output}`);
}
