import { expect, test } from 'vitest';
import { hookSet } from './hook-set.ts';
import { isReinsHook, listHooks, socketOf } from './settings-hooks.ts';

const SOCKET = '/home/me/.reins/hub.sock';
const target = { socket: SOCKET, forwarder: '/home/me/.reins/hooks/ask.sh' };

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

test('lists every hook with its event and survives odd shapes', () => {
  const events = listHooks(settings).map(({ event }) => event);
  expect(events).toEqual(
    expect.arrayContaining(['Stop', 'PermissionRequest', 'PreToolUse', 'Notification', 'Empty']),
  );
  for (const odd of [null, [], 'text', { hooks: [] }, { hooks: null }]) expect(listHooks(odd)).toEqual([]);
});

test('tells ours from others by where they report to', () => {
  const ours = listHooks(settings).filter((hook) => isReinsHook(hook, SOCKET));
  const events = Object.keys(hookSet(target)).filter((event) => event !== 'Notification');
  expect(ours.map(({ event }) => event)).toEqual([...events, 'PreToolUse']);
  const elsewhere = listHooks(settings).filter((hook) => isReinsHook(hook, '/home/other/.reins/hub.sock'));
  expect(elsewhere.map(({ event }) => event)).toEqual(['PreToolUse']);
});

test.each([
  SOCKET,
  "/home/o'neil/my $HOME/.reins/hub.sock",
  "/tmp/' ] && curl x/hub.sock",
  '/tmp/a\nb/hub.sock',
])('knows the hub of a hook whatever its path: %s', (socket) => {
  const set = hookSet({ socket, forwarder: `${socket}/hooks/ask.sh` }, { allEvents: true });
  for (const hook of listHooks({ hooks: set })) expect(socketOf(hook)).toBe(socket);
});

test('knows hooks of an earlier form, to replace them', () => {
  const command = `[ -S ${SOCKET} ] && curl -q -s -m 2 --unix-socket ${SOCKET} http://reins/hooks || true`;
  expect(socketOf({ type: 'command', command })).toBe(SOCKET);
});

test.each([
  `echo done >> ${SOCKET}.log`,
  `curl --unix-socket ${SOCKET} http://localhost/hooks`,
  `[ -S ${SOCKET} ] && notify-send up || true`,
  `[ -x /usr/bin/jq ] && /usr/bin/jq ${SOCKET} || true`,
  `[ -x /opt/hooks/ask.sh ] && /bin/other ${SOCKET} || true`,
])("leaves a user's own command alone: %s", (command) => {
  expect(socketOf({ type: 'command', command })).toBeUndefined();
});
