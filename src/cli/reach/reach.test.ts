import { createServer as createPlain, request, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { serverTest as test } from '../../../test/running-server.ts';
import { makeCertificate } from '../../../test/self-signed.ts';
import { judgeAddress } from './judge-address.ts';
import { probeAddress } from './probe-address.ts';
import { probeLive } from './probe-live.ts';
import { describeWays } from './ways.ts';

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const NETWORK = { from: 'network', is_secure: false } as const;

test('finds this hub, directly and behind a proxy with a certificate that nobody trusts', async ({
  server,
}) => {
  const ports = [Number(new URL(server.url).port)];
  const token = server.tokens.operator;
  expect(await probeAddress(server.url, { token, ports })).toEqual({ found: 'hub' });
  const proxy = createServer(makeCertificate(), (incoming, outgoing) => {
    const { url, method, headers } = incoming;
    request(new URL(url ?? '/', server.url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  const url = `https://127.0.0.1:${await portOf(proxy)}`;
  const probe = await probeAddress(url, { token, ports });
  expect(probe).toMatchObject({
    found: 'hub',
    certificate: { problem: expect.stringMatching(/certificate/) },
  });
  expect(judgeAddress({ url, ...NETWORK }, probe, undefined)).toMatchObject({
    can_connect: true,
    push: false,
  });
});

test('recognizes other programs, refusals, redirects and closed ports', async ({ server }) => {
  const options = {
    token: server.tokens.operator,
    ports: [Number(new URL(server.url).port)],
    timeoutMs: 300,
  };
  const reply = async (status: number, text: string, headers = {}) => {
    const stranger = createPlain((_, outgoing) => outgoing.writeHead(status, headers).end(text));
    return probeAddress(`http://127.0.0.1:${await portOf(stranger)}`, options);
  };
  expect(await reply(200, '{"status":"ok","proof":"forged"}')).toEqual({ found: 'other', status: 200 });
  expect(await reply(403, '{"error":{"code":"forbidden"}}')).toEqual({ found: 'refused' });
  expect(await reply(302, '', { location: 'https://login.example/' })).toEqual({
    found: 'redirect',
    to: 'https://login.example/',
  });
  expect(await probeAddress('http://127.0.0.1:1', options)).toMatchObject({ found: 'nothing' });
  const silent = createPlain(() => {});
  expect(await probeAddress(`http://127.0.0.1:${await portOf(silent)}`, options)).toEqual({
    found: 'nothing',
    why: 'no answer within 0.3 s',
  });
});

test('live updates: through the hub itself, and not through a proxy that passes on neither', async ({
  server,
}) => {
  expect(await probeLive(server.url, server.tokens.operator)).toEqual({ events: true, socket: true });
  const deaf = createPlain((_, outgoing) => outgoing.writeHead(200).flushHeaders());
  const url = `http://127.0.0.1:${await portOf(deaf)}`;
  expect(await probeLive(url, server.tokens.operator, 300)).toEqual({ events: false, socket: false });
});

test('what it means for a phone', () => {
  const url = 'https://hub.example';
  const address = { url, from: 'public_url', is_secure: true } as const;
  const trusted = { found: 'hub', certificate: { until: '2027-01-01' } } as const;
  expect(judgeAddress(address, trusted, { events: true, socket: true })).toMatchObject({
    can_connect: true,
    push: true,
  });
  const deaf = judgeAddress(address, trusted, { events: true, socket: false });
  expect(deaf).toMatchObject({ can_connect: false, push: false });
  expect(deaf.findings).toContainEqual(expect.objectContaining({ verdict: 'fail' }));
  const plain = judgeAddress({ url: 'http://192.168.1.2:4820', ...NETWORK }, { found: 'hub' }, undefined);
  expect(plain).toMatchObject({ can_connect: true, push: false });
  for (const probe of [
    { found: 'refused' },
    { found: 'redirect', to: 'https://login.example' },
    { found: 'other', status: 502 },
    { found: 'nothing', why: 'ECONNREFUSED' },
  ] as const) {
    const { can_connect, findings } = judgeAddress(address, probe, undefined);
    expect(can_connect).toBe(false);
    expect(findings[0]?.fix).toBeTruthy();
  }
});

test('installed programs come first', () => {
  const lines = describeWays(4820, (program) => program === 'caddy');
  expect(lines[0]).toContain('Caddy');
  expect(lines[0]).toContain('(installed)');
  expect(lines[1]).toContain('127.0.0.1:4820');
});
