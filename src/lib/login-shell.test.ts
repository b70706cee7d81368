import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLoginVariables } from './login-shell.ts';

const home = mkdtempSync(join(tmpdir(), 'reins-login-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function shell(name: string, body: string): string {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('reads the variables that a bash profile sets, whatever it prints', async () => {
  writeFileSync(
    join(home, '.bash_profile'),
    'echo "PATH=/printed"; export PATH="/from/profile:$PATH" LANG=de_DE.UTF-8\n',
  );
  const variables = await readLoginVariables({ HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin' });
  expect(variables.get('PATH')?.split(':')).toContain('/from/profile');
  expect(variables.get('LANG')).toBe('de_DE.UTF-8');
});

test.each([
  ['a shell that never exits', 'sleep 1000'],
  ['a shell that fails', 'exit 3'],
  ['a shell that leaves a process running', 'sleep 1000 &'],
])('%s yields no variables', async (_name, body) => {
  const variables = await readLoginVariables({ PATH: process.env['PATH'], SHELL: shell('odd', body) }, 500);
  expect([...variables]).toEqual([]);
});

test('a missing shell', async () => {
  expect([...(await readLoginVariables({ SHELL: '/nonexistent' }))]).toEqual([]);
});
