import { expect, test } from 'vitest';
import { hookSet } from './hook-set.ts';
import { remoteHookSet } from './remote-hook-set.ts';
import { listHooks, remoteHubOf, socketOf } from './settings-hooks.ts';

const SOCKET = '/home/me/.reins/hub.sock';
const target = {
  socket: SOCKET,
  forwarder: '/home/me/.reins/hooks/ask.sh',
  relay: '/home/me/.reins/hooks/relay.sh',
  bell: '/home/me/.reins/relay/bell',
};

const settings = {
  hooks: {
    ...hookSet(target),
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: 'lint.sh' }] },
      { hooks: [{ type: 'http', url: 'http://127.0.0.1:4820/api/hooks' }] },
    ],
    Notification: [{ hooks: [{ type: 'http', url: 'https://example.org/notify' }] }],
    Odd: 'not a list',
    Empty: [
      {},
      null,
      { hooks: [null, { type: 'command' }, { type: 'command', command: 7 }, { type: 'http' }] },
    ],
  },
};

test('lists every hook with its event and tolerates unexpected shapes', () => {
  const events = listHooks(settings).map(({ event }) => event);
  expect(events).toEqual(
    expect.arrayContaining(['Stop', 'PermissionRequest', 'PreToolUse', 'Notification', 'Empty']),
  );
  for (const odd of [null, [], 'text', { hooks: [] }, { hooks: null }]) expect(listHooks(odd)).toEqual([]);
});

test('distinguishes our hooks by where they report to', () => {
  const ours = listHooks(settings).filter((hook) => socketOf(hook) === SOCKET);
  const events = listHooks({ hooks: hookSet(target) })
    .map(({ event }) => event)
    .filter((event) => event !== 'Notification');
  expect(ours.map(({ event }) => event)).toEqual(events);
});

test.each([
  SOCKET,
  "/home/o'neil/my $HOME/.reins/hub.sock",
  "/tmp/' ] && curl x/hub.sock",
  '/tmp/a\nb/hub.sock',
])('finds the hub of a hook, whatever its path: %s', (socket) => {
  const [forwarder, relay] = [`${socket}/hooks/ask.sh`, `${socket}/hooks/relay.sh`];
  const set = hookSet({ socket, forwarder, relay, bell: `${socket}/bell` }, { allEvents: true });
  for (const hook of listHooks({ hooks: set })) expect(socketOf(hook)).toBe(socket);
});

test('recognizes hooks of an earlier form, to replace them', () => {
  const command = `[ -S ${SOCKET} ] && curl -q -s -m 2 --unix-socket ${SOCKET} http://reins/hooks || true`;
  expect(socketOf({ type: 'command', command })).toBe(SOCKET);
});

test.each([
  ['https://hub.example', '/home/me/.reins/hooks/0.headers'],
  ['http://[::1]:4820/deep/path', "/home/o'neil/my $HOME/.reins/hooks/0.headers"],
  ['http://127.0.0.1:4820', "/tmp/' ] && curl x/0.headers"],
])('finds the remote hub: %s, by %s', (url, headersFile) => {
  const forwarder = headersFile.replace('0.headers', 'hooks/ask.sh');
  const set = remoteHookSet({ url, headersFile, forwarder }, { allEvents: true });
  for (const hook of listHooks({ hooks: set })) {
    expect(remoteHubOf(hook)).toEqual({ url, headersFile });
    expect(socketOf(hook)).toBeUndefined();
  }
  for (const hook of listHooks(settings)) expect(remoteHubOf(hook)).toBeUndefined();
});

test.each([
  `echo done >> ${SOCKET}.log`,
  `curl --unix-socket ${SOCKET} http://localhost/hooks`,
  `[ -S ${SOCKET} ] && notify-send up || true`,
  `[ -x /usr/bin/jq ] && /usr/bin/jq ${SOCKET} || true`,
  `[ -x /opt/hooks/ask.sh ] && /bin/other ${SOCKET} || true`,
  `[ -e /tmp/on ] && [ -x /bin/tell ] && exec /bin/tell ${SOCKET} /tmp/on || true`,
])("ignores a user's own command: %s", (command) => {
  expect(socketOf({ type: 'command', command })).toBeUndefined();
});
