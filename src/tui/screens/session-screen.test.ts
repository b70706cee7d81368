import { expect, onTestFinished, test, vi } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { SessionAnswer, TurnsPage } from '../../protocol/api.ts';
import type { Client } from '../../sdk/client.ts';
import { Hosts } from '../../sdk/hosts.ts';
import { Outbox } from '../../sdk/outbox.ts';
import type { ScreenContext } from './screen.ts';
import { SessionScreen } from './session-screen.ts';

const RULES = {
  items: [{ behavior: 'allow', rule: 'Bash(npm test)', source: 'session' }],
  known_from: 'claude',
};

/** A session with this many texts from Claude, on its screen. */
async function openSession(count: number, about: Partial<SessionAnswer>, turns: () => Promise<TurnsPage>) {
  const items = Array.from({ length: count }, (_, position) => ({
    ...{ kind: 'text', id: `t${position}`, at: '', position, text: `words ${position}` },
  }));
  const view = {
    ...{ session_id: 's', seq: 1, last_event_id: '1', title: '', status: 'idle', cwd: '/work', tasks: [] },
    ...{ background_tasks: [], files: [], mcp_servers: [] },
    ...{ messages: [], interactions: [], agents: [], capabilities: [], warnings: [], turns: [{ items }] },
    ...about,
  } as unknown as SessionAnswer;
  const older = vi.fn((_id: string, _page: { before?: number }) => turns());
  const client = {
    get: async () => view,
    turns: older,
    permissionRules: async () => RULES,
    async *subscribe({ signal }: { signal: AbortSignal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  } as unknown as Client;
  const sent = vi.fn((_id: string, _message: object) => new Promise<never>(() => {}));
  const outbox = new Outbox({ send: sent }, new AbortController().signal);
  const hosts = new Hosts(client);
  const hub = { client, maySteer: () => true, inbox: { of: () => [] }, outbox, hosts };
  const context = { hub, style: PLAIN, drafts: new Map(), now: () => 0, redraw: () => {} };
  const open = async () => {
    const screen = new SessionScreen(context as unknown as ScreenContext, 's');
    onTestFinished(() => screen.close());
    await vi.waitFor(() => expect(screen.help().length).toBeGreaterThan(1));
    return screen;
  };
  const screen = await open();
  const draw = (height = 20) => screen.frame({ width: 80, height }).lines;
  return { draw, screen, older, open, sent, outbox };
}

test('a failed request for older turns is not repeated every frame', async () => {
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

test('drops rows far above the end of a long session, and fetches them on demand', async () => {
  const { draw, screen, older } = await openSession(2500, {}, async () => ({ turns: [] }));
  expect(draw().join('\n')).toContain('words 2499');
  expect(draw().join('\n')).toContain('words 2499');
  expect(older).not.toHaveBeenCalled();
  screen.press({ name: 'home' });
  expect(draw().join('\n')).toContain('words 2000');
  expect(older.mock.calls[0]?.[1]).toEqual({ before: 2000 });
});

test('a message being sent is not a draft: leaving and returning does not send it twice', async () => {
  const about = { capabilities: ['prompt'] as const };
  const { screen, open, sent, outbox } = await openSession(1, about as never, async () => ({ turns: [] }));
  screen.press({ name: 'text', text: 'c' });
  screen.press({ name: 'paste', text: 'fix the test' });
  screen.press({ name: 'enter' });
  screen.close();
  const again = await open();
  again.press({ name: 'text', text: 'c' });
  expect(again.editor?.text).toBe('');
  again.press({ name: 'enter' });
  expect(sent).toHaveBeenCalledTimes(1);
  expect(outbox.of('s').map(({ outgoing }) => outgoing.text)).toEqual(['fix the test']);
});

test('v shows the details, Esc the conversation', async () => {
  const files = [{ path: '/work/a.ipynb', edits: 1, lines_added: 2, lines_removed: 1, last_at: '' }];
  const { screen, draw } = await openSession(1, { files }, async () => ({ turns: [] }));
  screen.press({ name: 'text', text: 'v' });
  await vi.waitFor(() => expect(draw().join('\n')).toMatch(/Bash\(npm test\) +for this session/));
  expect(draw().join('\n')).toMatch(/Files changed 1\n +a\.ipynb +\+2 −1/);
  expect(draw().join('\n')).not.toContain('words 0');
  screen.press({ name: 'escape' });
  expect(draw().join('\n')).toContain('words 0');
});
