import { expect, test, vi } from 'vitest';
import { NewSessionScreen } from './new-session-screen.ts';
import type { Desk } from './screen.ts';

function startingSession() {
  let started = (_session: object) => {};
  const client = { createSession: () => new Promise((resolve) => (started = resolve)) };
  const hub = { client, sessions: { put: vi.fn(), sessions: [] } };
  const desk = { hub, folder: '/work', back: vi.fn(), go: vi.fn(), tell: vi.fn(), redraw: vi.fn() };
  const screen = new NewSessionScreen(desk as unknown as Desk);
  screen.press({ name: 'enter' });
  return { desk, screen, hub, start: () => started({ session_id: 's' }) };
}

test('a new session is shown in place of the screen that started it', async () => {
  const { desk, start } = startingSession();
  start();
  await vi.waitFor(() => expect(desk.go).toHaveBeenCalledWith({ name: 'session', id: 's' }));
  expect(desk.back).toHaveBeenCalledTimes(1);
});

test('whoever has left meanwhile stays where they are', async () => {
  const { desk, screen, hub, start } = startingSession();
  expect(screen.press({ name: 'escape' })).toBe(false);
  screen.close();
  start();
  await vi.waitFor(() => expect(desk.tell).toHaveBeenCalled());
  expect(hub.sessions.put).toHaveBeenCalled();
  expect(desk.back).not.toHaveBeenCalled();
  expect(desk.go).not.toHaveBeenCalled();
});
