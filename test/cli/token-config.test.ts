/** `reins token` and `reins config` as an operator uses them. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect } from 'vitest';
import { REINS, type ReinsUser, reinsTest } from '../reins-process.ts';

const run = (user: ReinsUser, ...args: string[]) => user.reins(args).exited;

async function startHub(user: ReinsUser): Promise<string> {
  const [, url = ''] = await user.reins(['up', '--port', '0']).waitForOutput(/up at (\S+)/);
  return url;
}

reinsTest('tokens, settings and wrong usage', async ({ user }) => {
  const url = await startHub(user);
  // Tokens are created, listed without their secret, and revoked.
  expect((await run(user, 'token', 'list')).stdout).toContain('No named tokens');
  const made = await run(user, 'token', 'add', 'phone', '--role', 'viewer');
  expect(made.code).toBe(0);
  expect(made.stderr).toContain('shown only once');
  const token = made.stdout.trim();
  const ask = () => fetch(`${url}/api/sessions`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);

  const list = await run(user, 'token', 'list');
  expect(list.stdout).toMatch(/^NAME +ROLE +AGE\nphone +viewer +now\n$/);
  expect(JSON.parse((await run(user, 'token', 'list', '--json')).stdout)).toMatchObject({
    items: [{ name: 'phone', role: 'viewer' }],
  });

  expect(await run(user, 'token', 'add', 'phone', '--role', 'viewer')).toMatchObject({ code: 1, stdout: '' });
  expect(await run(user, 'token', 'revoke', 'phone')).toMatchObject({ code: 0, stderr: '' });
  expect((await ask()).status).toBe(401);
  expect(await run(user, 'token', 'revoke', 'phone')).toMatchObject({
    code: 1,
    stderr: 'reins: There is no token named phone.\n',
  });

  // Wrong usage exits with 2.
  const wrong = [
    ['token', 'add', 'phone'],
    ['token', 'add', 'phone', '--role', 'king'],
    ['token', 'frobnicate'],
    ['config', 'get'],
    ['config', 'get', 'nonsense'],
    ['config', 'set', 'port', 'many'],
    ['config', 'set', 'nonsense', '1'],
    ['ls', '--status', 'sleepy'],
    ['ls', '--limit', '0'],
    ['events', '--since', 'yesterday'],
  ];
  const exits = await Promise.all(wrong.map((args) => run(user, ...args)));
  expect(exits.map(({ code }, index) => [wrong[index], code])).toEqual(wrong.map((args) => [args, 2]));
  for (const { stderr } of exits) expect(stderr).toMatch(/^reins: /);
  const large = await run(user, 'config', 'set', 'port', '99999');
  expect(large.stderr).toBe('reins: port: must be at most 65535.\n');

  // Without a subcommand, both list.
  expect(await run(user, 'token')).toEqual(await run(user, 'token', 'list'));
  expect((await run(user, 'config')).stdout).toMatch(/^port +4820$/m);

  // The version, and output that cannot be written.
  const versions = await Promise.all(['version', '-v', '--version'].map((word) => run(user, word)));
  for (const { stdout } of versions) expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const full = openSync('/dev/full', 'w');
  for (const args of [['config'], ['--help'], ['config', '--json']]) {
    const { status, stderr } = spawnSync(process.execPath, [REINS, ...args], {
      env: user.env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }, args.join(' ')).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^reins: Failed to write the output: ENOSPC[^\n]*\n$/),
    });
  }
  closeSync(full);

  // Settings are shown, changed and reset.
  expect((await run(user, 'config', 'get', 'port')).stdout).toBe('4820\n');
  expect((await run(user, 'config', 'set', 'port', '5000')).stdout).toBe(
    'port is 5000 from the next start\n',
  );
  expect((await run(user, 'config', 'set', 'allowed_hosts', '["box.local"]')).code).toBe(0);
  expect(JSON.parse((await run(user, 'config', 'list', '--json')).stdout)).toMatchObject({
    ...{ port: 5000, allowed_hosts: ['box.local'] },
  });
  expect((await run(user, 'config', 'list')).stdout).toMatch(/^allowed_hosts +\["box\.local"\]$/m);
  expect((await run(user, 'config', 'set', 'port', 'default')).stdout).toBe(
    'port is 4820 from the next start\n',
  );
});
