import { expect, onTestFinished, test, vi } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { SessionAnswer, TurnsPage } from '../../protocol/api.ts';
import type { Client } from '../../sdk/client.ts';
import type { Desk } from './screen.ts';
import { SessionScreen } from './session-screen.ts';

/** A session with so many words of Claude, on a screen of its own. */
async function openSession(count: number, about: Partial<SessionAnswer>, turns: () => Promise<TurnsPage>) {
  const items = Array.from({ length: count }, (_, position) => ({
    ...{ kind: 'text', id: `t${position}`, at: '', position, text: `words ${position}` },
  }));
  const view = {
    ...{ session_id: 's', seq: 1, last_event_id: '1', title: '', status: 'idle', cwd: '/work', tasks: [] },
    ...{ messages: [], interactions: [], agents: [], capabilities: [], warnings: [], turns: [{ items }] },
    ...about,
  } as unknown as SessionAnswer;
  const older = vi.fn((_id: string, _page: { before?: number }) => turns());
  const client = {
    get: async () => view,
    turns: older,
    async *subscribe({ signal }: { signal: AbortSignal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  } as unknown as Client;
  const hub = { client, maySteer: false, inbox: { of: () => [] } };
  const desk = { hub, style: PLAIN, drafts: new Map(), now: () => 0, redraw: () => {} };
  const screen = new SessionScreen(desk as unknown as Desk, 's');
  onTestFinished(() => screen.close());
  await vi.waitFor(() => expect(screen.help().length).toBeGreaterThan(1));
  return { draw: () => screen.frame({ width: 80, height: 20 }).lines, screen, older };
}

test('a hub that does not tell of older turns is not asked with every frame', async () => {
  const { draw, older } = await openSession(3, { older_before: 7 }, () => Promise.reject(new Error('away')));
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (let frames = 0; frames < 50; frames++) {
    draw();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(older).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  draw();
  expect(older).toHaveBeenCalledTimes(2);
});

test('what is far above the end of a long session is let go of, and fetched by who goes there', async () => {
  const { draw, screen, older } = await openSession(2500, {}, async () => ({ turns: [] }));
  expect(draw().join('\n')).toContain('words 2499');
  expect(draw().join('\n')).toContain('words 2499');
  expect(older).not.toHaveBeenCalled();
  screen.press({ name: 'home' });
  expect(draw().join('\n')).toContain('words 2000');
  expect(older.mock.calls[0]?.[1]).toEqual({ before: 2000 });
});
