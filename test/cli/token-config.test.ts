/** `reins token` and `reins config` as an operator uses them. */
import { expect } from 'vitest';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

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
  for (const { stderr } of exits) expect(stderr).not.toBe('');

  // Settings are shown, changed and reset.
  expect((await run(user, 'config', 'get', 'port')).stdout).toBe('4820\n');
  expect((await run(user, 'config', 'set', 'port', '5000')).stdout).toBe('port is now 5000\n');
  expect((await run(user, 'config', 'set', 'allowed_hosts', '["box.local"]')).code).toBe(0);
  expect(JSON.parse((await run(user, 'config', 'list', '--json')).stdout)).toMatchObject({
    ...{ port: 5000, allowed_hosts: ['box.local'] },
  });
  expect((await run(user, 'config', 'list')).stdout).toMatch(/^allowed_hosts +\["box\.local"\]$/m);
  expect((await run(user, 'config', 'set', 'port', 'default')).stdout).toBe('port is now 4820\n');
});
