import { expect, test } from 'vitest';
import { terminalWaitText, waitsInTerminal } from './waits-in-terminal.ts';

const AT = '2026-01-01T00:00:00.000Z';
const NOW = Date.parse(AT) + 10_000;
const waiting = { status: 'waiting' as const, open_interactions: 0, last_activity_at: AT };

test('only a session that has waited for a while, without a request', () => {
  expect(waitsInTerminal(waiting, NOW)).toBe(true);
  expect(waitsInTerminal(waiting, NOW - 9000)).toBe(false);
  expect(waitsInTerminal({ ...waiting, open_interactions: 1 }, NOW)).toBe(false);
  expect(waitsInTerminal({ ...waiting, status: 'idle' }, NOW)).toBe(false);
});

test('names what it waits for', () => {
  expect(terminalWaitText({ waiting_for: 'login' })).toBe('answer in the terminal: login');
  expect(terminalWaitText({})).toBe('answer in the terminal');
});
