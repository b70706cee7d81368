import { expect, test, vi } from 'vitest';
import type { Key } from '../../lib/read-keys.ts';
import { PLAIN } from '../../lib/style.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { NewSession } from '../../protocol/steering.ts';
import type { Templates } from '../../protocol/templates.ts';
import { NewSessionScreen } from './new-session-screen.ts';
import type { ScreenContext } from './screen.ts';

const settings = { get: async () => ({ templates: {} }) };

function startingSession() {
  let started = (_session: object) => {};
  const client = { createSession: () => new Promise((resolve) => (started = resolve)), settings };
  const hub = { client, sessions: { put: vi.fn(), sessions: [] }, hosts: { all: [] } };
  const context = { hub, folder: '/work', back: vi.fn(), go: vi.fn(), report: vi.fn(), redraw: vi.fn() };
  const screen = new NewSessionScreen(context as unknown as ScreenContext);
  screen.press({ name: 'enter' });
  return { context, screen, hub, start: () => started({ session_id: 's' }) };
}

test('the new session replaces the screen that started it', async () => {
  const { context, start } = startingSession();
  start();
  await vi.waitFor(() => expect(context.go).toHaveBeenCalledWith({ name: 'session', id: 's' }));
  expect(context.back).toHaveBeenCalledTimes(1);
});

test('a person who has left meanwhile stays where they are', async () => {
  const { context, screen, hub, start } = startingSession();
  expect(screen.press({ name: 'escape' })).toBe(false);
  screen.close();
  start();
  await vi.waitFor(() => expect(context.report).toHaveBeenCalled());
  expect(hub.sessions.put).toHaveBeenCalled();
  expect(context.back).not.toHaveBeenCalled();
  expect(context.go).not.toHaveBeenCalled();
});

test('starts in an untrusted folder only after y', async () => {
  const refusal = new ReinsError('folder_not_trusted', 'No.', { folder: '/work' });
  const createSession = vi.fn(async (_body: object): Promise<object> => {
    throw refusal;
  });
  const redraw = vi.fn();
  const context = {
    hub: {
      client: { createSession, settings },
      sessions: { put: vi.fn(), sessions: [] },
      hosts: { all: [] },
    },
    folder: '/work',
    redraw,
  };
  const screen = new NewSessionScreen({ ...context, back: vi.fn(), go: vi.fn() } as unknown as ScreenContext);
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

const area = { width: 80, height: 22 };
const text = (words: string) => ({ name: 'text', text: words }) as const;

async function openForm(templates: Templates = {}, hosts: object[] = []) {
  const createSession = vi.fn((_body: NewSession) => new Promise(() => {}));
  const client = { createSession, settings: { get: async () => ({ templates }) } };
  const sessions = [
    { cwd: '/there', host: 'laptop', host_state: { state: 'online' } },
    { cwd: '/old', model: 'claude-opus-5-5' },
  ];
  const hub = { client, sessions: { sessions }, hosts: { all: hosts } };
  const context = { hub, folder: '/work', style: PLAIN, redraw: vi.fn() };
  const screen = new NewSessionScreen(context as unknown as ScreenContext);
  if (Object.keys(templates).length > 0) await vi.waitFor(() => expect(context.redraw).toHaveBeenCalled());
  const press = (...keys: Key[]) => keys.forEach((key) => void screen.press(key));
  const lines = () => screen.frame(area).lines.join('\n');
  const body = () => {
    const { session_id: _id, ...rest } = createSession.mock.calls.at(-1)?.[0] ?? {};
    return rest;
  };
  return { screen, press, lines, body, createSession };
}

test('shows common options first, the rest behind a key', async () => {
  const { press, lines, body } = await openForm();
  expect(lines()).toMatch(/Model: your default\n {2}Mode: your default[\s\S]*Ctrl-O shows more options/);
  expect(lines()).not.toContain('Maximum turns');
  press(text('fix it'), { name: 'tab' }, { name: 'down' }, { name: 'tab' }, { name: 'right' });
  press({ name: 'ctrl-o' }, { name: 'tab' }, { name: 'tab' }, text('mine'), { name: 'tab' }, text(' '));
  expect(lines()).toMatch(/Name: mine\n> \[x\] Work in a separate git worktree\n {2}Name of the worktree:/);
  press({ name: 'tab' }, { name: 'tab' }, text('many'), { name: 'enter' });
  expect(lines()).toContain('! Maximum turns: must be a number above 0.');
  press({ name: 'ctrl-u' }, text('3'), { name: 'enter' });
  expect(body()).toEqual({
    ...{ cwd: '/work', prompt: 'fix it', model: 'opus', permission_mode: 'default', driver: 'stream' },
    ...{ name: 'mine', worktree: true, max_turns: 3 },
  });
});

test('arrows recall recent folders and models', async () => {
  const { press, body } = await openForm();
  press({ name: 'shift-tab' }, { name: 'up' }, { name: 'tab' }, { name: 'tab' });
  for (let count = 0; count < 9; count++) press({ name: 'down' });
  press({ name: 'enter' });
  expect(body()).toEqual({ cwd: '/old', model: 'claude-opus-5-5' });
});

test('with several hosts, one of those that are online can be chosen', async () => {
  const hosts = [
    { name: 'home', is_self: true, state: 'online' },
    { name: 'laptop', state: 'online' },
    { name: 'tower', state: 'offline' },
  ];
  const { press, lines, body } = await openForm({}, hosts);
  expect(lines()).toContain('Host: home (this host)');
  press(text('go'), { name: 'shift-tab' }, { name: 'shift-tab' }, { name: 'right' });
  expect(lines()).toMatch(/> Host: laptop[\s\S]*Folder on laptop:\s+\/there/);
  press({ name: 'left' });
  expect(lines()).toMatch(/> Host: home[\s\S]*\/work/);
  press({ name: 'tab' }, { name: 'ctrl-u' }, text('/typed'), { name: 'shift-tab' }, { name: 'right' });
  expect(lines()).toMatch(/Folder on laptop:\s+\/typed/);
  press({ name: 'tab' }, { name: 'up' }, { name: 'enter' });
  expect(body()).toMatchObject({ host: 'laptop', cwd: '/there', prompt: 'go' });
});

test('a template fills in the fields, which stay editable', async () => {
  const careful = { model: 'opus', max_turns: 3, claude_args: ['--ide'] };
  const { press, lines, body } = await openForm({ careful });
  press(text('go'), { name: 'shift-tab' }, { name: 'shift-tab' }, { name: 'right' });
  expect(lines()).toMatch(/> Template: careful[\s\S]*Model: opus[\s\S]*More options ─/);
  press({ name: 'tab' }, { name: 'tab' }, { name: 'tab' }, { name: 'ctrl-u' }, text('haiku'), {
    name: 'enter',
  });
  expect(body()).toEqual({ ...careful, cwd: '/work', prompt: 'go', model: 'haiku', driver: 'stream' });
});

test('the focused field and its cursor are visible on any screen', async () => {
  const { screen, press } = await openForm({ careful: { name: 'x' } });
  press({ name: 'ctrl-o' });
  for (const size of [area, { width: 40, height: 8 }, { width: 200, height: 58 }])
    for (let field = 0; field < 20; field++) {
      press({ name: 'tab' });
      const { lines, cursor } = screen.frame(size);
      expect(lines.length).toBeLessThanOrEqual(size.height);
      const at = lines.findIndex((line) => line.startsWith('> '));
      expect(at).toBeGreaterThanOrEqual(0);
      if (screen.editor) expect(cursor?.row).toBeGreaterThanOrEqual(at);
    }
});
