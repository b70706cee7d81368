import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import { isProcessAlive } from '../../lib/process-identity.ts';
import { checkCommand } from './check-command.ts';

const env = {
  PATH: process.env['PATH'],
  HOME: '/nowhere',
  REINS_HOME: '/secret',
  ANTHROPIC_API_KEY: 'secret',
};
const check = (command: string, more: object = {}) =>
  checkCommand({ command, cwd: '/', env, signal: new AbortController().signal, ...more });

test.each([
  [`echo '["a", "b"]'`, { isLeft: true, count: 2 }],
  [`echo '[{"id": 1}]'; echo oops >&2`, { isLeft: true, count: 1 }],
  [`echo '[]'`, /empty list/],
  ['true', /printed nothing/],
  [`echo '["a"]'; exit 3`, /exited with code 3/],
  [`echo '{"a": 1}'`, /other than a JSON array/],
  ['echo many', /not JSON/],
  ['no-such-command-here', /exited with code 127/],
  ['kill -9 $$', /killed by SIGKILL/],
  ['head -c 3000000 /dev/zero', /more than 1 MB/],
])('%s', async (command, expected) => {
  const found = await check(command);
  if (expected instanceof RegExp)
    expect(found).toEqual({ isLeft: false, reason: expect.stringMatching(expected) });
  else expect(found).toEqual(expected);
});

test("sees its folder, but neither the hub's variables nor secrets", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-check-'));
  try {
    const names = `env | cut -d= -f1 | grep -v '^_$' | sort | grep -v '^OLDPWD$' > names; pwd > folder; echo '[1]'`;
    expect(await check(names, { cwd: folder })).toMatchObject({ isLeft: true });
    const seen = await check(`sed 's/.*/"&"/' names | paste -sd, | sed 's/.*/[&]/'`, { cwd: folder });
    expect(seen).toMatchObject({ isLeft: true });
    expect(await check('grep -q -e REINS -e KEY names && echo "[1]"', { cwd: folder })).toMatchObject({
      isLeft: false,
    });
    expect(await check('grep -qx HOME names && echo "[1]"', { cwd: folder })).toMatchObject({ isLeft: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a command that hangs is ended', async () => {
  expect(await check('sleep 1000', { timeoutMs: 200 })).toMatchObject({
    isLeft: false,
    reason: expect.stringMatching(/took longer than 0\.2 seconds/),
  });
});

test('ends the command and every process it started when the hub ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-check-'));
  const pids = () => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
  try {
    const ending = new AbortController();
    const command = 'sleep 1000 & echo $! > started; echo $$ >> started; mv started pids; sleep 1000';
    const found = check(command, { cwd: folder, signal: ending.signal });
    await waitUntil('the processes', () => existsSync(join(folder, 'pids')));
    expect(pids().map((pid) => isProcessAlive(pid))).toEqual([true, true]);
    ending.abort();
    expect(await found).toMatchObject({ isLeft: false });
    await waitUntil('their end', () => !pids().some((pid) => isProcessAlive(pid)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('starts no command after the hub has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reins-check-'));
  try {
    const found = await check('touch started; echo [1]', { cwd: folder, signal: AbortSignal.abort() });
    expect(found).toEqual({ isLeft: false, reason: 'the hub is stopping' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a missing folder means no', async () => {
  expect(await check(`echo '[1]'`, { cwd: '/no/such/folder' })).toMatchObject({
    isLeft: false,
    reason: expect.stringMatching(/could not be run/),
  });
});
