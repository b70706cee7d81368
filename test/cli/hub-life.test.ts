/** A hub in the background: start, status, stop. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isProcessAlive } from '../../src/lib/process-identity.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const run = (user: ReinsUser, ...args: string[]) => user.reins(args).exited;
const hubOf = ({ reinsHome }: ReinsUser) => JSON.parse(readFileSync(join(reinsHome, 'hub.json'), 'utf8'));

reinsTest('up --detach, status, down', async ({ user }) => {
  const up = await run(user, 'up', '--port', '0', '--detach');
  expect(up).toMatchObject({ code: 0, stderr: '' });
  const { url, pid } = hubOf(user);
  expect(up.stdout).toContain(`is up at ${url} (pid ${pid})`);
  expect(isProcessAlive(pid)).toBe(true);
  expect(statSync(join(user.reinsHome, 'up.log')).mode & 0o777).toBe(0o600);

  const reported = await run(user, 'status');
  expect(reported).toMatchObject({ code: 0, stderr: '' });
  expect(reported.stdout).toMatch(
    new RegExp(`at ${url}, pid ${pid}, up for .*\nno sessions yet\nnothing is waiting`),
  );
  const { stdout } = await run(user, 'status', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ running: true, url, pid, open_interactions: 0 },
    sessions: { starting: 0, working: 0, waiting: 0, idle: 0, ended: 0 },
  });

  const second = await run(user, 'up', '--detach');
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(second.stdout).toContain(`is already up at ${url} (pid ${pid})`);
  // A link is a secret: it is for terminals only.
  expect(second.stdout).not.toContain('/pair#');
  const other = await run(user, 'up', '--port', '0', '--detach');
  expect(other).toMatchObject({ code: 0, stderr: expect.stringContaining('only when the hub starts') });
  expect(hubOf(user)).toMatchObject({ url, pid });

  expect(await run(user, 'down')).toMatchObject({ code: 0, stdout: `Reins at ${url} has stopped.\n` });
  expect(isProcessAlive(pid)).toBe(false);
  expect(existsSync(join(user.reinsHome, 'hub.json'))).toBe(false);
  const again = await run(user, 'down');
  expect(again).toEqual({ code: 0, stdout: `No hub is running for ${user.reinsHome}.\n`, stderr: '' });
});

reinsTest(
  'without a hub, every command that needs one exits with 3 and says how to start it',
  async ({ user }) => {
    const commands = [['status'], ['ls'], ['watch'], ['events', 'last'], ['token', 'list']];
    for (const { code, stderr } of await Promise.all(commands.map((args) => run(user, ...args)))) {
      expect(stderr).toContain('Start it with "reins up --detach".');
      expect(code).toBe(3);
    }
    expect(JSON.parse((await run(user, 'status', '--json')).stdout)).toMatchObject({ running: false });
  },
);

reinsTest('a client on another machine; a killed hub counts as not running', async ({ user }) => {
  const hub = user.reins(['up', '--port', '0']);
  const [, url = ''] = await hub.waitForOutput(/up at (\S+)/);
  const token = readFileSync(join(user.reinsHome, 'token'), 'utf8').trim();
  const elsewhere = { REINS_HOME: join(user.folder, 'elsewhere'), REINS_URL: url };
  const ask = (env: Record<string, string>) => user.reins(['ls', '--json'], { ...elsewhere, ...env }).exited;
  expect(await ask({ REINS_TOKEN: token })).toMatchObject({ code: 0, stdout: '{\n  "items": []\n}\n' });
  expect(await ask({})).toMatchObject({ code: 1, stderr: expect.stringContaining('Set REINS_TOKEN') });
  expect(await ask({ REINS_TOKEN: 'wrong' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Check REINS_TOKEN.'),
  });

  // The file of a killed hub still exists.
  hub.child.kill('SIGKILL');
  await hub.exited;
  expect(await run(user, 'ls')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('reins up --detach'),
  });
  expect(await run(user, 'down')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No hub is running'),
  });

  // Another program takes the port: it gets challenges and nothing else.
  const received: string[] = [];
  const squatter = createServer((request, response) => {
    received.push(`${request.url} ${request.headers.authorization ?? 'without a token'}`);
    response.setHeader('content-type', 'application/json').end('{"status":"ok","version":"0","items":[]}');
  });
  squatter.listen(Number(new URL(hubOf(user).url).port), '127.0.0.1');
  await once(squatter, 'listening');
  expect(await run(user, 'ls')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is not the hub of'),
  });
  squatter.close();
  expect(received.length).toBeGreaterThan(0);
  for (const request of received) expect(request).toMatch(/^\/api\/health\?challenge=\S+ without a token$/);
});

reinsTest('down does not touch a process that is not this hub', async ({ user }) => {
  const bystander = user.reins(['up', '--port', '0'], { REINS_HOME: join(user.folder, 'elsewhere') });
  await bystander.waitForOutput(/up at/);
  const lie = {
    url: 'http://127.0.0.1:1',
    pid: bystander.pid,
    version: '0',
    started_at: new Date().toISOString(),
  };
  mkdirSync(user.reinsHome);
  writeFileSync(join(user.reinsHome, 'hub.json'), JSON.stringify(lie));
  const { code, stderr } = await run(user, 'down');
  expect(code).toBe(3);
  expect(stderr).toContain('no hub responds there');
  expect(isProcessAlive(bystander.pid)).toBe(true);
});
