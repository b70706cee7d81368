/** `reins pair` and `reins devices` as a person uses them, with a browser's part played by plain requests. */
import { get } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Pairing } from '../../src/protocol/devices.ts';
import { type ReinsUser, reinsTest } from '../reins-process.ts';

const run = (user: ReinsUser, ...args: string[]) => user.reins(args).exited;

async function invited(user: ReinsUser, ...flags: string[]): Promise<Pairing> {
  return JSON.parse((await run(user, 'pair', '--json', ...flags)).stdout) as Pairing;
}

async function openLink(
  link: string,
  name: string,
): Promise<{ status: number; headers: Record<string, string> }> {
  const { origin, hash } = new URL(link);
  const response = await fetch(`${origin}/api/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: hash.slice(1), name }),
  });
  const { key = '' } = (await response.json()) as { key?: string };
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { status: response.status, headers: { cookie, 'x-reins-device-key': key } };
}

/** The status of a request with this Host header, which fetch cannot set. */
function statusAs(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/health`, { headers: { host } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });
}

reinsTest('a link pairs one device; revoking takes effect immediately', async ({ user }) => {
  const [, url = ''] = await user.reins(['up', '--port', '0']).waitForOutput(/up at (\S+)/);
  expect((await run(user, 'devices')).stdout).toContain('No devices yet');
  const { links } = await invited(user, '--role', 'viewer');
  expect(links).toEqual([expect.stringContaining(`${url}/pair#`)]);
  const { status, headers } = await openLink(links[0] ?? '', 'Phone');
  expect(status).toBe(201);
  expect((await openLink(links[0] ?? '', 'Thief')).status).toBe(403);
  const ask = () => fetch(`${url}/api/me`, { headers });
  expect(await (await ask()).json()).toMatchObject({ name: 'Phone', role: 'viewer' });
  expect((await run(user, 'devices')).stdout).toMatch(/^Phone +viewer +now +now +[0-9a-f]{8}$/m);
  expect(await run(user, 'devices', 'role', 'Phone', 'king')).toMatchObject({ code: 2 });
  expect((await run(user, 'devices', 'rename', 'Phone', 'Sofa')).code).toBe(0);
  expect(await run(user, 'devices', 'revoke', 'Sofa')).toMatchObject({ code: 0, stderr: '' });
  expect((await ask()).status).toBe(401);

  // The hub listens on this machine only, and says so.
  const { stdout } = await run(user, 'pair');
  expect(stdout).toContain('Open this link in a browser on this machine');
  expect(stdout).toContain('"reins reach"');
  const reach = await run(user, 'reach');
  expect(reach).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('the hub listens on this machine only'),
  });
  expect(reach.stdout).toContain('tailscale serve --bg');
  expect(JSON.parse((await run(user, 'reach', '--json')).stdout)).toMatchObject({
    can_connect: false,
    push: false,
  });
  expect(stdout).toContain('gives the device the role approver');
  expect(stdout).toContain('--role operator');
});

reinsTest('links use the public address, and the hub answers to it', async ({ user }) => {
  const up = user.reins(['up', '--port', '0', '--public-url', 'https://hub.example/']);
  const [, url = ''] = await up.waitForOutput(/up at (\S+)/);
  const { links } = await invited(user);
  expect(links[0]).toMatch(/^https:\/\/hub\.example\/pair#/);
  expect(links.at(-1)).toContain(url);
  // Without the option, the setting counts, even if it changes later.
  const own = user.reins(['up', '--port', '0'], { REINS_HOME: join(user.folder, 'own') });
  await own.waitForOutput(/up at/);
  const set = ['config', 'set', 'public_url', 'https://other.example'];
  expect((await user.reins(set, { REINS_HOME: join(user.folder, 'own') }).exited).code).toBe(0);
  const { stdout } = await user.reins(['pair', '--json'], { REINS_HOME: join(user.folder, 'own') }).exited;
  expect((JSON.parse(stdout) as Pairing).links[0]).toMatch(/^https:\/\/other\.example\/pair#/);
  expect([await statusAs(url, 'hub.example'), await statusAs(url, 'evil.example')]).toEqual([200, 403]);
});

reinsTest('a certificate without its key is refused before the hub listens', async ({ user }) => {
  const { code, stderr } = await run(user, 'up', '--port', '0', '--cert', 'cert.pem');
  expect(code).toBe(1);
  expect(stderr).toContain('both a certificate');
});
