import { expect, test } from 'vitest';
import { canBeEnded, endWarning } from './end-text.ts';

const external = { status: 'idle', driver: 'external', pid: 7 } as const;

test('a session can be ended unless it is on another machine or already over', () => {
  expect(canBeEnded({ ...external, capabilities: ['takeover'] })).toBe(true);
  expect(canBeEnded({ ...external, capabilities: [] })).toBe(false);
  expect(canBeEnded({ ...external, status: 'ended', capabilities: ['takeover'] })).toBe(false);
  expect(canBeEnded({ status: 'working', driver: 'stream', capabilities: [] })).toBe(true);
});

test('only a session started outside of Reins has a warning, which names the process', () => {
  expect(endWarning(external)).toMatch(/outside of Reins.*process \(7\).*draft.*is lost.*can be resumed/);
  expect(endWarning({ driver: 'external' })).toContain('stops its Claude Code process: ');
  expect(endWarning({ driver: 'tmux', pid: 7 })).toBeUndefined();
});
