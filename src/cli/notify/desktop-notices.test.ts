import { beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../stage/patience.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import { DesktopNotices } from './desktop-notices.ts';

let shown: [string, string][];
let notices: DesktopNotices;

beforeEach(() => {
  shown = [];
  notices = new DesktopNotices({
    titleOf: async (id) => (id === 's1' ? 'fix it' : ''),
    show: (title, body) => shown.push([title, body]),
    gatherMs: 0,
  });
});

const take = (facts: object) =>
  notices.take({ session_id: 's1', host: 'desk', at: new Date().toISOString(), ...facts } as ReinsEvent);
const interaction = {
  type: 'interaction_opened',
  interaction_id: 'a',
  kind: 'permission',
  tool_name: 'Bash',
  input: { command: 'npm test' },
};

test('shows requests and the default notices', async () => {
  take(interaction);
  take({ type: 'turn_finished', outcome: 'completed' });
  take({ type: 'turn_finished', outcome: 'failed', error: 'no network', session_id: 's2-and-more' });
  await waitUntil('both', () => shown.length === 2);
  expect(shown.sort()).toEqual([
    ['Session s2-and-m', 'no network'],
    ['fix it', 'Claude is waiting: run npm test'],
  ]);
});

test('omits requests that a rule has answered and past events', async () => {
  take(interaction);
  take({ type: 'interaction_closed', interaction_id: 'a', state: 'answered' });
  take({ type: 'turn_finished', outcome: 'failed', at: '2020-01-01T00:00:00Z' });
  take({ type: 'start_failed' });
  await waitUntil('the marker', () => shown.length > 0);
  expect(shown).toEqual([['fix it', 'Claude Code could not be started']]);
});
