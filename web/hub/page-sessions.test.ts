import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReinsEvent } from '../../src/protocol/events.ts';
import type { Client } from '../../src/sdk/index.ts';
import { PageSessions } from './page-sessions.ts';

test('a hidden page fetches nothing until it is visible', async () => {
  vi.useFakeTimers();
  const page = { visibilityState: 'hidden' };
  vi.stubGlobal('document', page);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  let asked = 0;
  const list = async () => {
    asked += 1;
    return { items: [] };
  };
  const sessions = new PageSessions({ list: list as unknown as Client['list'] });
  sessions.take({ session_id: 's' } as ReinsEvent);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(0);
  page.visibilityState = 'visible';
  sessions.refreshSoon();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(1);
});
