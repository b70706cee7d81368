import { expect, test, vi } from 'vitest';
import { PLAIN } from '../../lib/style.ts';
import type { TurnsPage } from '../../protocol/api.ts';
import type { Item } from '../../protocol/conversation.ts';
import type { Agent, SessionView } from '../../protocol/session.ts';
import { ConversationPane } from './conversation-pane.ts';

const item = (kind: Item['kind'], id: string, more: object) =>
  ({ kind, id, at: '2026-01-01', position: 1, ...more }) as Item;
const tool = (id: string, name: string, input: object) =>
  item('tool', id, { tool_use_id: id, name, input, finished_at: '2026-01-01' });
const AGENT: Agent = {
  ...{ agent_id: 'a1', agent_type: 'explorer', tool_use_id: 't1', state: 'running', tool_calls: 1 },
  ...{ started_at: '2026-01-01', last_text: 'One file.\nNo more.' },
};
const STEPS = [
  item('prompt', 'p', { prompt_id: 'p', text: 'look around', origin: 'agent', images: 0 }),
  tool('t2', 'Bash', { command: 'ls' }),
  item('text', 'x', { text: 'One file.' }),
];

function paneWith(answer: () => Promise<TurnsPage>) {
  const items = [tool('t1', 'Agent', { description: 'explore' }), item('text', 'y', { text: 'Good.' })];
  const viewOf = (agent: Agent) =>
    ({
      turns: [{ items }],
      cwd: '/',
      status: 'working',
      interactions: [],
      agents: [agent],
    }) as unknown as SessionView;
  const turns = vi.fn((_id: string, _page: object) => answer());
  const pane = new ConversationPane({ client: { turns }, sessionId: 's', onChange: () => {} });
  let view = viewOf(AGENT);
  const draw = () => {
    const lines = pane.lines(view, 44, 10, PLAIN).map((line) => line.trimEnd());
    return lines.filter((line) => line !== '');
  };
  draw();
  // The line of its life is the one before the last.
  for (let times = 0; times < 2; times++) pane.window.move(-1);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const enter = async () => {
    expect(pane.toggle(view)).toBe(true);
    draw();
    await settle();
    return draw();
  };
  const grow = async (agent: Agent) => {
    view = viewOf(agent);
    draw();
    await settle();
    return draw();
  };
  return { pane, draw, enter, grow, turns };
}

const page = (...items: Item[]) => ({ turns: [{ items }] }) as unknown as TurnsPage;

test('a subagent is one line below its call and opens to its conversation', async () => {
  const { draw, enter, turns } = paneWith(async () => page(...STEPS));
  const closed = ['  ▸ Agent explore', '>   ● explorer  One file.    running  1 tool', '  claude  Good.'];
  expect(draw()).toEqual(closed);
  expect(turns).not.toHaveBeenCalled();
  expect(await enter()).toEqual([
    ...closed.slice(0, 2),
    '      claude  look around',
    '              (to its subagent)',
    '      ▸ Run ls',
    '      subagent  One file.',
    '  claude  Good.',
  ]);
  expect(turns.mock.calls).toEqual([['s', { agent: 'a1', limit: 500 }]]);
  expect(await enter()).toEqual(closed);
});

test('rows of a subagent can be focused and opened; more appear as it continues', async () => {
  const steps: Item[] = [STEPS[1] as Item];
  const { pane, enter, grow, turns } = paneWith(async () => page(...steps));
  await enter();
  pane.window.move(1);
  expect((await enter()).slice(2, 4)).toEqual(['>     ▾ Run ls', '│         ls']);
  steps.push(STEPS[2] as Item);
  expect(await grow({ ...AGENT })).not.toContain('      subagent  One file.');
  expect(await grow({ ...AGENT, tool_calls: 2 })).toContain('      subagent  One file.');
  expect(turns).toHaveBeenCalledTimes(2);
});

test('a failed request shows its error, and opening again retries it', async () => {
  let fails = true;
  const { enter } = paneWith(async () => {
    if (fails) throw new Error('away');
    return page(STEPS[2] as Item);
  });
  expect(await enter()).toContain('│     ! away');
  fails = false;
  await enter();
  expect(await enter()).toContain('      subagent  One file.');
});
