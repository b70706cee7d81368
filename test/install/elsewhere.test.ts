/** `reins install --url`: what it writes, rejects and warns about, and what `status` and `doctor` report. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { waitUntil } from '../../stage/patience.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const claude = { REINS_CLAUDE: pinnedClaudeBinary() };
const settingsFile = (user: ReinsUser) => join(user.claudeConfig, 'settings.json');
const run = (user: ReinsUser, args: string[], env: Record<string, string> = {}) =>
  user.reins(args, { ...claude, ...env }).exited;

/** A hub with its own home and Claude folder, as in a container. */
async function startHubElsewhere(user: ReinsUser, ...args: string[]) {
  const elsewhere = {
    ...claude,
    REINS_HOME: join(user.folder, 'container'),
    CLAUDE_CONFIG_DIR: join(user.folder, 'container', 'claude'),
  };
  const hub = user.reins(['up', '--port', '0', ...args], elsewhere);
  const [, url = ''] = await hub.waitForOutput(/is up at (\S+)/);
  const token = async (role: string) =>
    (await user.reins(['token', 'add', `my-${role}`, '--role', role], elsewhere).exited).stdout.trim();
  return { hub, url, token };
}

async function diagnose(user: ReinsUser, name: string) {
  const { stdout } = await run(user, ['doctor', '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; verdict: string; message: string }[] };
  return checks.find((check) => check.name === name);
}

reinsTest(
  'installs, reports and removes hooks for a remote hub, unless it rejects them',
  async ({ user }) => {
    const { hub, url, token } = await startHubElsewhere(user);
    const refusals: [string[], RegExp, number?][] = [
      [['--url', url], /reins token add NAME --role ingest/],
      [['--url', url, '--token', 'wrong'], /does not recognize the token/],
      [['--url', url, '--token', await token('operator')], /role ingest/],
      [['--url', 'hub.example:4820', '--token', 'x'], /--url must be an address/, EXIT.usage],
      [['--url', 'http://me:secret@127.0.0.1:1', '--token', 'x'], /without a password/, EXIT.usage],
      [['--token', 'x'], /add --url/, EXIT.usage],
      [['--url', url, '--token', 'x', '--plugin', join(user.folder, 'plugin')], /omit --project/, EXIT.usage],
    ];
    for (const [args, message, expected = EXIT.failed] of refusals) {
      const { code, stderr } = await run(user, ['install', ...args]);
      expect([code, stderr], args.join(' ')).toEqual([expected, expect.stringMatching(message)]);
      expect(stderr).not.toContain('secret@');
    }
    expect(existsSync(settingsFile(user))).toBe(false);
    expect(existsSync(join(user.reinsHome, 'hooks'))).toBe(false);

    const ingest = await token('ingest');
    writeFileSync(settingsFile(user), '{\n  "model": "opus"\n}\n');
    const installed = await run(user, ['install', '--url', `${url}/`, '--token', ingest]);
    expect(installed).toMatchObject({ code: 0, stderr: '' });
    expect(installed.stdout).toContain(`18 events report to ${url}.`);

    const text = readFileSync(settingsFile(user), 'utf8');
    expect(text).not.toContain(ingest);
    const hooksFolder = join(user.reinsHome, 'hooks');
    const [headers = ''] = readdirSync(hooksFolder).filter((name) => name.endsWith('.headers'));
    expect(statSync(join(hooksFolder, headers)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(hooksFolder, headers), 'utf8')).toContain(`x-reins-host: ${hostname()}\n`);

    // The token of the first install is reused later.
    expect(await run(user, ['install', '--url', url])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Already installed in ${settingsFile(user)} for ${url}`),
    });
    expect(await diagnose(user, 'Hooks')).toMatchObject({
      verdict: 'ok',
      message: `18 events in ${settingsFile(user)} report to ${url}`,
    });
    expect(await diagnose(user, 'Route to the hub')).toMatchObject({
      verdict: 'ok',
      message: `the hub responds at ${url} and accepts hooks`,
    });
    const status = await run(user, ['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      running: false,
      hooks: { installed: [{ file: settingsFile(user), events: 18, url }] },
    });
    expect((await run(user, ['status'])).stdout).toContain(
      `18 events report from ${settingsFile(user)} to ${url}`,
    );

    hub.child.kill('SIGTERM');
    await hub.exited;
    expect(await diagnose(user, 'Route to the hub')).toMatchObject({
      verdict: 'warn',
      message: expect.stringContaining('cannot reach the hub'),
    });
    expect((await run(user, ['uninstall'])).code).toBe(0);
    expect(readFileSync(settingsFile(user), 'utf8')).toBe('{\n  "model": "opus"\n}\n');
    expect(readdirSync(hooksFolder)).toEqual(['ask.sh', 'relay.sh']);
  },
);

reinsTest('a hub that is not running yet, and a page that is not a hub', async ({ user }) => {
  const absent = await run(user, ['install', '--url', 'http://127.0.0.1:1'], { REINS_TOKEN: 'some-token' });
  expect(absent).toMatchObject({ code: 0, stderr: expect.stringContaining('Cannot reach the hub') });

  const page = createServer((_, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1');
  await waitUntil('the page', () => page.listening);
  const { port } = page.address() as AddressInfo;
  const wrong = await run(user, ['install', '--url', `http://127.0.0.1:${port}`, '--token', 'some-token']);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a Reins hub') });
  page.close();
});

reinsTest(
  'the hub accepts the host names it was started with, and explains how to add others',
  async ({ user }) => {
    const names = ['--allowed-host', 'hub.example', '--allowed-host', 'Other.Example:4820'];
    const { url } = await startHubElsewhere(user, ...names);
    const { port } = new URL(url);
    const ask = async (name: string) => {
      const { createConnection } = await import('node:net');
      const socket = createConnection(Number(port), '127.0.0.1');
      socket.write(`GET /api/health HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
      let answer = '';
      for await (const chunk of socket) answer += chunk;
      return answer;
    };
    for (const name of ['hub.example', 'hub.example:4820', 'other.example', `127.0.0.1:${port}`])
      expect(await ask(name), name).toContain('HTTP/1.1 200');
    const refused = await ask('stranger.example:4820');
    expect(refused).toContain('HTTP/1.1 403');
    expect(refused).toContain('reins up --allowed-host stranger.example');
    const { code, stderr } = await user.reins(['up', '--allowed-host', 'http://hub.example/']).exited;
    expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('a host name or an address')]);
  },
);
