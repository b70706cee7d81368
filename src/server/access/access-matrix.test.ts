/**
 * Every route and every frame of docs/openapi.json, called by every kind of caller: tokens and devices of
 * each role, devices that were revoked or given a lower role, and strangers. The document defines what each
 * may do.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import { waitUntil } from '../../../stage/patience.ts';
import {
  type RunningServer,
  SESSION,
  startServer,
  serverTest as test,
} from '../../../test/running-server.ts';
import { type Role, roleSchema } from '../../protocol/access.ts';
import type { DeviceRole } from '../../protocol/devices.ts';

interface Operation {
  readonly 'x-role': string;
  readonly 'x-frame-roles'?: Readonly<Record<string, Role>>;
  readonly requestBody?: object;
}
interface Variants {
  readonly oneOf: readonly { readonly properties: { readonly type: { readonly const: string } } }[];
}
const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { ClientFrame: Variants; TerminalInput: Variants } };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

const LADDER = ['viewer', 'approver', 'operator'];
/** The role of the caller. Undefined for a stranger. */
type Standing = Role | undefined;

function mayDo(standing: Standing, need: string): boolean {
  if (need === 'anyone') return true;
  if (need === 'ingest' || standing === 'ingest') return standing === need;
  expect(LADDER).toContain(need);
  return standing !== undefined && LADDER.indexOf(standing) >= LADDER.indexOf(need);
}

type Headers = Record<string, string>;

function pair({ deps }: RunningServer, role: DeviceRole): { id: string; headers: Headers; key: string } {
  const { code } = deps.devices.invite({ role });
  const { device, secrets } = deps.devices.pair({ code }, 'here');
  const cookie = `reins_${deps.epoch.replace(/[^0-9a-z]/gi, '').slice(0, 12)}=${secrets.cookie}`;
  return { id: device.id, headers: { cookie, 'x-reins-device-key': secrets.key }, key: secrets.key };
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** Every kind of caller. Created for each call, since some calls end their caller's access. */
const CALLERS: Readonly<Record<string, (server: RunningServer) => readonly [Standing, Headers]>> = {
  ...Object.fromEntries(
    roleSchema.options.map((role) => [
      `token ${role}`,
      (server: RunningServer) => [role, bearer(server.tokens[role])],
    ]),
  ),
  ...Object.fromEntries(
    (['viewer', 'approver', 'operator'] as const).map((role) => [
      `device ${role}`,
      (server: RunningServer) => [role, pair(server, role).headers],
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ['operator', 'approver'],
        ['operator', 'viewer'],
        ['approver', 'viewer'],
      ] as const
    ).map(([from, to]) => [
      `device ${from} made ${to}`,
      (server: RunningServer) => {
        const { id, headers } = pair(server, from);
        server.deps.devices.change(id, { role: to });
        return [to, headers];
      },
    ]),
  ),
  'revoked device': (server) => {
    const { id, headers } = pair(server, 'operator');
    server.deps.devices.remove(id);
    return [undefined, headers];
  },
  'device without its key': (server) => [
    undefined,
    { cookie: pair(server, 'operator').headers['cookie'] ?? '' },
  ],
  'revoked token': (server) => {
    const { token } = server.deps.tokens.add({ name: 'short-lived', role: 'operator' });
    server.deps.tokens.remove('short-lived');
    return [undefined, bearer(token)];
  },
  'unknown token': () => [undefined, bearer('x'.repeat(43))],
  nobody: () => [undefined, {}],
};

test('every route and frame has a rule', () => {
  for (const { path, method, operation } of operations) {
    expect(['anyone', 'ingest', ...LADDER], `${method} ${path}`).toContain(operation['x-role']);
  }
  const framesOf = (path: string) =>
    Object.keys(document.paths[path]?.['get']?.['x-frame-roles'] ?? {}).sort();
  const typesOf = ({ oneOf }: Variants) => oneOf.map(({ properties }) => properties.type.const).sort();
  const { ClientFrame, TerminalInput } = document.components.schemas;
  expect(framesOf('/api/ws')).toEqual(typesOf(ClientFrame));
  expect(framesOf('/api/sessions/{id}/terminal')).toEqual(typesOf(TerminalInput));
  expect(Object.keys(FRAMES).sort()).toEqual(typesOf(ClientFrame));
  expect(Object.keys(KEYS).sort()).toEqual(typesOf(TerminalInput));
});

for (const [name, make] of Object.entries(CALLERS)) {
  test(`routes, as ${name}`, async ({ server }) => {
    server.append('session_started', { how: 'startup' });
    for (const { path, method, operation } of operations) {
      const [standing, headers] = make(server);
      const response = await server.call(path.replace(/\{\w+\}/g, SESSION), {
        ...{ method, token: undefined, headers },
        ...(operation.requestBody && { body: {} }),
      });
      const isRefused = response.status === 401 || (await isForbidden(response));
      if (!response.bodyUsed) await response.body?.cancel();
      expect([method, path, isRefused]).toEqual([method, path, !mayDo(standing, operation['x-role'])]);
      if (standing === undefined && operation['x-role'] !== 'anyone') expect(response.status).toBe(401);
    }
  });
}

async function isForbidden(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  return ((await response.json()) as { error: { code: string } }).error.code === 'forbidden';
}

/** A frame of each type. */
const FRAMES: Readonly<Record<string, object>> = {
  subscribe: {},
  unsubscribe: { subscription: 1 },
  ping: {},
  message: { session_id: SESSION, text: 'hello' },
  interrupt: { session_id: SESSION },
  answer: { interaction_id: 'none', answer: {} },
  presence: { foreground: true },
};
const KEYS: Readonly<Record<string, object>> = {
  keys: { data: 'a' },
  paste: { text: 'a' },
  fit: { columns: 80, rows: 24 },
};

/** From the role that opens the socket to the one that sends over it: as it is, lowered, or revoked. */
const CHANGES = [
  ...(['viewer', 'approver', 'operator'] as const).map((role) => [role, role] as const),
  ['operator', 'approver'],
  ['operator', 'viewer'],
  ['approver', 'viewer'],
  ['operator', undefined],
  ['approver', undefined],
  ['viewer', undefined],
] as const;

async function open(server: RunningServer, path: string, headers: Headers): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, ['reins'], { headers });
  await once(socket, 'open');
  return socket;
}

function change(server: RunningServer, id: string, to: DeviceRole | undefined): void {
  if (to === undefined) server.deps.devices.remove(id);
  else server.deps.devices.change(id, { role: to });
}

for (const [from, to] of CHANGES) {
  test(`frames, by a ${from} who is ${to ?? 'revoked'} now`, async () => {
    const server = await startServer();
    try {
      server.append('session_started', { how: 'startup' });
      // The socket is not notified, and stays open: the check of each frame decides.
      vi.spyOn(server.deps.tokens, 'onRemove').mockReturnValue(() => {});
      const roles = document.paths['/api/ws']?.['get']?.['x-frame-roles'] ?? {};
      const { id, headers } = pair(server, from);
      const socket = await open(server, '/api/ws', headers);
      const received = new Map<unknown, string | undefined>();
      socket.on('message', (data) => {
        const { re, error } = JSON.parse(String(data)) as { re?: string; error?: { code: string } };
        if (re !== undefined) received.set(re, error?.code);
      });
      change(server, id, to);
      for (const [type, frame] of Object.entries(FRAMES))
        socket.send(JSON.stringify({ id: type, type, ...frame }));
      await waitUntil('an answer to each', () => received.size === Object.keys(FRAMES).length);
      for (const [type, need] of Object.entries(roles)) {
        const isRefused = ['forbidden', 'unauthorized'].includes(received.get(type) ?? '');
        expect([type, isRefused]).toEqual([type, !mayDo(to, need)]);
      }
      expect(server.steered.length).toBe(to === 'operator' ? 2 : 0);
      socket.terminate();
    } finally {
      await server.close();
    }
  });
}

for (const to of ['operator', 'approver', 'viewer', undefined] as const) {
  test(`keys, by an operator who is ${to ?? 'revoked'} now`, async () => {
    const server = await startServer();
    try {
      server.append('session_started', { how: 'startup' });
      vi.spyOn(server.deps.tokens, 'onRemove').mockReturnValue(() => {});
      const typed: unknown[] = [];
      const press = async (what: unknown) => void typed.push(what);
      server.deps.steering.runTerminal = () => ({
        open: () => ({ refresh: () => {}, close: () => {} }),
        ...{ type: press, paste: press, fit: press },
      });
      const { id, headers } = pair(server, 'operator');
      const socket = await open(server, `/api/sessions/${SESSION}/terminal`, headers);
      const refused: unknown[] = [];
      socket.on('message', (data) => refused.push(data));
      change(server, id, to);
      for (const [type, frame] of Object.entries(KEYS)) socket.send(JSON.stringify({ type, ...frame }));
      await waitUntil('all keys', () => typed.length + refused.length === Object.keys(KEYS).length);
      expect(typed.length).toBe(to === 'operator' ? 3 : 0);
      socket.terminate();
    } finally {
      await server.close();
    }
  });
}

test('ends the sockets of a device with its access or its role, without a handshake', async ({ server }) => {
  server.append('session_started', { how: 'startup' });
  server.deps.steering.runTerminal = () => ({
    open: () => ({ refresh: () => {}, close: () => {} }),
    ...{ type: async () => {}, paste: async () => {}, fit: async () => {} },
  });
  for (const path of ['/api/ws', `/api/sessions/${SESSION}/terminal`]) {
    for (const to of ['approver', undefined] as const) {
      const { id, headers } = pair(server, 'operator');
      const socket = await open(server, path, headers);
      const closed = once(socket, 'close');
      change(server, id, to);
      expect((await closed)[0]).toBe(1006);
    }
  }
});
