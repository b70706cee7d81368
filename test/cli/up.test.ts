/** `reins up`: where it listens, one hub per home, and how it stops. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { version } from '../../package.json';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const PRINTED_URL = /Reins \S+ is up at (http:\/\/127\.0\.0\.1:\d+)/;

async function startHub(user: ReinsUser) {
  const hub = user.reins(['up', '--port', '0']);
  const [, url] = await hub.waitForOutput(PRINTED_URL);
  return { ...hub, url: url as string };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;
const readHubFile = (user: ReinsUser) => JSON.parse(readFileSync(join(user.reinsHome, 'hub.json'), 'utf8'));

reinsTest(
  'serves health, refuses a second hub, starts after kill -9, and stops cleanly',
  async ({ user }) => {
    const first = await startHub(user);
    expect(await (await fetch(`${first.url}/api/health`)).json()).toEqual({ status: 'ok', version });
    expect(readHubFile(user)).toMatchObject({ url: first.url, pid: first.pid, version });
    expect(modeOf(user.reinsHome)).toBe(0o700);
    for (const entry of readdirSync(user.reinsHome, { withFileTypes: true })) {
      expect([entry.name, modeOf(join(user.reinsHome, entry.name))]).toEqual([
        entry.name,
        entry.isDirectory() ? 0o700 : 0o600,
      ]);
    }

    // A second hub on the same home names the first.
    const { code, stderr } = await user.reins(['up', '--port', '0']).exited;
    expect(code).toBe(1);
    expect(stderr).toContain(first.url);
    expect(stderr).toContain(`pid ${first.pid}`);
    expect(readHubFile(user)).toMatchObject({ pid: first.pid });

    // After kill -9, hub.json is stale.
    first.child.kill('SIGKILL');
    await first.exited;
    expect(readHubFile(user)).toMatchObject({ pid: first.pid });
    const second = await startHub(user);
    expect(readHubFile(user)).toMatchObject({ pid: second.pid, url: second.url });

    second.child.kill('SIGTERM');
    expect(await second.exited).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(user.reinsHome, 'hub.json'))).toBe(false);
  },
);

reinsTest('of many hubs that start simultaneously, one wins', async ({ user }) => {
  const starters = Array.from({ length: 6 }, () => user.reins(['up', '--port', '0']));
  const losers = await Promise.all(
    starters.map((hub) => Promise.race([hub.exited, hub.waitForOutput(PRINTED_URL).then(() => undefined)])),
  );
  expect(losers.filter((loser) => loser === undefined)).toHaveLength(1);
  expect(losers.filter((loser) => loser?.code === 1)).toHaveLength(5);
});

reinsTest('explains what to do when the port is taken, and leaves no trace', async ({ user }) => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as { port: number };
  const { code, stderr } = await user.reins(['up', '--port', String(port)]).exited;
  squatter.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`Port ${port} is taken .*--port 0`));
  expect(existsSync(join(user.reinsHome, 'hub.json'))).toBe(false);
});

reinsTest('explains what to do when its folder cannot be used', async ({ user }) => {
  const env = { REINS_HOME: join(user.folder, 'owner.json', 'inside-a-file') };
  const { code, stderr } = await user.reins(['up', '--port', '0'], env).exited;
  expect(code).toBe(1);
  expect(stderr).toContain('set REINS_HOME to another folder');
});

reinsTest('wrong usage exits with 2 and explains why', async ({ user }) => {
  const { code, stderr } = await user.reins(['up', '--port', 'many']).exited;
  expect(code).toBe(2);
  expect(stderr).toContain('0 to 65535');
  expect((await user.reins(['frobnicate']).exited).code).toBe(2);
});
