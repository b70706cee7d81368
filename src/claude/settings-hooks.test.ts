import { expect, test } from 'vitest';
import { isReinsHook, listHooks } from './settings-hooks.ts';

const settings = {
  hooks: {
    Stop: [{ hooks: [{ type: 'command', command: 'curl --unix-socket /home/me/.reins/hub.sock' }] }],
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: 'lint.sh' }] },
      { hooks: [{ type: 'http', url: 'http://127.0.0.1:4820/api/hooks' }] },
    ],
    Notification: [{ hooks: [{ type: 'http', url: 'https://example.org/notify' }] }],
    Odd: 'not a list',
    Empty: [{}, null, { hooks: [null] }],
  },
};

test('lists every hook with its event and survives odd shapes', () => {
  expect(listHooks(settings).map(({ event }) => event)).toEqual([
    'Stop',
    'PreToolUse',
    'PreToolUse',
    'Notification',
    'Empty',
  ]);
  for (const odd of [null, [], 'text', { hooks: [] }, { hooks: null }]) expect(listHooks(odd)).toEqual([]);
});

test('tells ours from others by where they report to', () => {
  const ours = listHooks(settings).filter((hook) => isReinsHook(hook, '/home/me/.reins'));
  expect(ours.map(({ event, type }) => [event, type])).toEqual([
    ['Stop', 'command'],
    ['PreToolUse', 'http'],
  ]);
});
