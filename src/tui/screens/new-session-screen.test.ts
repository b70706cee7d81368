import { expect, test, vi } from 'vitest';
import { ReinsError } from '../../protocol/errors.ts';
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

test('a folder that nobody has trusted is started in after a yes, and after nothing else', async () => {
  const refusal = new ReinsError('folder_not_trusted', 'No.', { folder: '/work' });
  const createSession = vi.fn(async (_body: object): Promise<object> => {
    throw refusal;
  });
  const redraw = vi.fn();
  const desk = { hub: { client: { createSession }, sessions: { put: vi.fn() } }, folder: '/work', redraw };
  const screen = new NewSessionScreen({ ...desk, back: vi.fn(), go: vi.fn() } as unknown as Desk);
  const refused = async (times: number) => {
    screen.press({ name: 'enter' });
    await vi.waitFor(() => expect(redraw).toHaveBeenCalledTimes(times));
    expect(screen.help()[0]).toEqual(['y', 'trust it and start']);
  };
  await refused(1);
  for (const key of [{ name: 'enter' }, { name: 'escape' }, { name: 'text', text: 'n' }] as const) {
    expect(screen.press(key)).toBe(true);
    expect(createSession).toHaveBeenCalledTimes(redraw.mock.calls.length);
    await refused(redraw.mock.calls.length + 1);
  }
  screen.press({ name: 'text', text: 'y' });
  const bodies = createSession.mock.calls.map(([body]) => 'trust' in body);
  expect(bodies).toEqual([false, false, false, false, true]);
});
