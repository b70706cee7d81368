import { expect, test } from 'vitest';
import { emptySession } from '../../core/session-state.ts';
import type { Run } from '../../drivers/driver.ts';
import type { Capability } from '../../protocol/session.ts';
import { assertHere, assertReachable, assertTakes } from './admission.ts';

const run = (...capabilities: Capability[]) => ({ capabilities }) as unknown as Run;
const text = [{ type: 'text', text: 'Hi' }] as const;
const image = [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] as const;

test('a relayed session accepts text, queued or steered, and nothing it cannot carry', () => {
  const relayed = run('relay', 'queue', 'steer');
  assertTakes(relayed, text, 'queue');
  assertTakes(relayed, text, 'steer');
  expect(() => assertTakes(relayed, text, 'now')).toThrow(/cannot interrupt/);
  expect(() => assertTakes(relayed, image, 'queue')).toThrow(/Only text can be relayed/);
  const long = [{ type: 'text', text: 'x'.repeat(90_001) }] as const;
  expect(() => assertTakes(relayed, long, 'queue')).toThrow(/at most 90000 characters/);
});

test('a terminal accepts long text but no images; a stream accepts everything', () => {
  const long = [{ type: 'text', text: 'x'.repeat(200_000) }] as const;
  assertTakes(run('prompt', 'interrupt'), long, 'now');
  expect(() => assertTakes(run('prompt'), image, 'queue')).toThrow(/accepts only text/);
  assertTakes(run('prompt', 'images', 'interrupt'), image, 'now');
});

test('a session that only hooks report is on another machine', () => {
  const session = emptySession('s', 'laptop');
  assertHere(session);
  expect(() => assertHere({ ...session, told_by_hooks: true })).toThrow(
    /runs on laptop, .* only receives its hooks/,
  );
  const runs = { a: { pid: 1, start_mark: 'm', started_at: '' } };
  assertHere({ ...session, told_by_hooks: true, runs });
});

test('sends nothing to a session that has ended, has moved, or has two processes', () => {
  const over = emptySession('s', 'desk');
  expect(() => assertReachable(over)).toThrow(/has ended/);
  expect(() => assertReachable({ ...over, continued_as: 't' })).toThrow(/continues as session t/);
  const process = (pid: number) => ({ pid, start_mark: 'm', started_at: '' });
  assertReachable({ ...over, runs: { a: process(1) } });
  expect(() => assertReachable({ ...over, runs: { a: process(1), b: process(2) } })).toThrow(/1 and 2/);
});
