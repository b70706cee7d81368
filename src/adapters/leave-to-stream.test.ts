import { expect, test } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { emptySession, type SessionState } from '../core/session-state.ts';
import type { DriverName } from '../protocol/session.ts';
import { leaveToStream } from './leave-to-stream.ts';

const controlled = (driver: DriverName): SessionState => ({
  ...emptySession('s', 'h'),
  control: { value: { driver, capabilities: [] }, at: 1000 },
});
const end = (at: number, agent_id?: string): Draft => ({
  ...({ type: 'turn_finished', prompt_id: 'p', outcome: 'completed', source: 'transcript', at } as const),
  ...(agent_id && { agent_id }),
});
const note: Draft = { type: 'command_printed', text: 'x', source: 'transcript', at: 2000 };

test('leaves the ends of turns to a stream that reports them', () => {
  const drafts = [end(2000), note, end(2000, 'agent')];
  expect(leaveToStream(drafts, () => controlled('stream'))).toEqual([note, end(2000, 'agent')]);
  expect(leaveToStream(drafts, () => controlled('tmux'))).toEqual(drafts);
  expect(leaveToStream(drafts, () => undefined)).toEqual(drafts);
});

test('but not earlier ones: a resumed session has a history', () => {
  expect(leaveToStream([end(999)], () => controlled('stream'))).toEqual([end(999)]);
});

test('does not read the session for other facts', () => {
  const look = () => {
    throw new Error('looked');
  };
  expect(leaveToStream([note], look)).toEqual([note]);
});

test('a hook that arrives late does not bring an old permission mode back', () => {
  const hook: Draft = {
    ...({ type: 'hook_received', name: 'Stop', source: 'hook', at: 2000 } as const),
    observed: { cwd: '/w', permission_mode: 'default' },
  };
  expect(leaveToStream([hook], () => controlled('stream'))).toEqual([{ ...hook, observed: { cwd: '/w' } }]);
  expect(leaveToStream([hook], () => controlled('tmux'))).toEqual([hook]);
});
