import { expect, test } from 'vitest';
import { judgeQuiet } from './judge-quiet.ts';
import { events, MESSAGE, opened, record } from './made-up-record.ts';

const idle = events(
  { type: 'run_started', pid: 1, start_mark: '1' },
  { type: 'activity_changed', activity: 'idle' },
);
const rules = (made: Parameters<typeof record>[0]) => judgeQuiet(record(made)).map(({ rule }) => rule);

test('an idle session without pending work', () => {
  expect(rules({ session: { events: idle } })).toEqual([]);
});

test('a stuck session, message and request, and a leftover process', () => {
  const queued = { type: 'message_queued', message_id: MESSAGE, when: 'queue', text: 'x' } as const;
  const bodies = [{ ...queued, images: 0, by: 'ada', place: 1 }, opened] as const;
  expect(rules({ session: { events: [...idle, ...events(...bodies)] }, leftovers: ['tmux'] })).toEqual([
    'stuck-session',
    'stuck-message',
    'stuck-ask',
    'leftover-process',
  ]);
});
