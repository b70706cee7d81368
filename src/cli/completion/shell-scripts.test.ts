import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHELL_SCRIPTS } from './shell-scripts.ts';

test('bash gets names quoted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-completion-'));
  try {
    const names = ['My Phone', 'x$(touch ran)', '*', 'plain'];
    const reins = join(folder, 'reins');
    writeFileSync(reins, `#!/bin/sh\ncat <<'END'\n${names.map((name) => `${name}\tviewer\n`).join('')}END\n`);
    chmodSync(reins, 0o755);
    const script = [
      ...[SHELL_SCRIPTS.bash, "COMP_WORDS=(reins devices revoke ''); COMP_CWORD=3; _reins"],
      // What a person who selects them would run.
      `for word in "\${COMPREPLY[@]}"; do eval "printf '%s\\n' $word"; done`,
    ].join('\n');
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const output = execFileSync('bash', ['--norc', '-c', script], { cwd: folder, env, encoding: 'utf8' });
    expect(output.trim().split('\n')).toEqual(names);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
