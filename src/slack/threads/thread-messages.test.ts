import { expect, test } from 'vitest';
import { checkMessageBlocks } from '../../../test/slack/check-blocks.ts';
import { AT, aPrompt, aText, aTool, aView } from '../slack-fixture.ts';
import { placeOf } from './place-of.ts';
import { rootMessage } from './root-message.ts';
import { threadMessages } from './thread-messages.ts';

const done = { finished_at: AT, result: '', is_error: false, duration_ms: 1900 };
const texts = (...args: Parameters<typeof threadMessages>) => threadMessages(...args).map(({ text }) => text);

test('prompts, calls on one line, answers, result and cost', () => {
  const items = [
    aTool('Read', { file_path: '/code/api/a.ts' }, done),
    aTool('Bash', { command: 'npm test' }, { ...done, is_error: true, result: 'no' }),
    aText('**Done**'),
    aTool('Bash', { command: 'ls' }, done),
  ];
  const turn = { prompt: aPrompt('fix it'), items, outcome: 'completed', duration_ms: 34_000 } as const;
  const view = aView([turn], { cost_usd: 0.123 });
  expect(texts(view, '')).toEqual([
    'Prompt: fix it',
    '✗ 2 tool calls: Read, Run · 1 failed',
    '**Done**',
    '✓ Run ls · ok, 1.9 s',
    'Done after 34 s · $0.12 for the session so far',
  ]);
  for (const { blocks } of threadMessages(view, '')) expect(checkMessageBlocks(blocks)).toEqual([]);
});

test('the same messages while a turn runs, with the current call', () => {
  const before = [aTool('Read', { file_path: '/etc/hosts' }, done), aTool('Bash', { command: 'sleep `9`' })];
  const running = threadMessages(aView([{ prompt: aPrompt('go'), items: before }]), '');
  expect(running.map(({ text }) => text)).toEqual(['Prompt: go', '▸ Run sleep `9` · call 2']);
  const after = threadMessages(aView([{ prompt: aPrompt('go'), items: [...before, aText('ok')] }]), '');
  expect(after.slice(0, 2).map(({ key }) => key)).toEqual(running.map(({ key }) => key));
});

test('leaves out what happened before, thoughts, requests and prompts of machines', () => {
  const old = { ...aText('old', 'x0'), at: '2025-01-01T00:00:00.000Z' };
  const items = [
    old,
    { id: 't', at: AT, position: 4, kind: 'thinking' as const, text: 'hm' },
    aTool('AskUserQuestion', { questions: [] }, done),
    aText('new'),
  ];
  expect(texts(aView([{ items }]), AT)).toEqual(['new']);
  expect(texts(aView([{ prompt: aPrompt('x', { origin: 'task-notification' }), items: [] }]), '')).toEqual(
    [],
  );
  expect(texts(aView([{ prompt: aPrompt('x', { abandoned: true }), items: [aText('y')] }]), '')).toEqual([]);
});

test('long answers are files, and secrets are masked everywhere', () => {
  const secret = 'ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  const items = [
    aText(`${'x'.repeat(12_000)} ${secret}`),
    aText(secret, 'x2'),
    aTool('Bash', { command: secret }),
  ];
  const messages = threadMessages(aView([{ prompt: aPrompt(secret), items }]), '');
  expect(messages.map(({ file }) => file?.name)).toEqual([undefined, 'answer.md', undefined, undefined]);
  expect(JSON.stringify(messages.map(({ text, blocks, file }) => [text, blocks, file]))).not.toContain(
    'ghp_aaaa',
  );
});

test('the first message names the session', () => {
  const view = aView([], {
    session_id: '11111111-1111-4111-8111-111111111111',
    title: 'Fix <the> login',
    status: 'waiting',
    host: 'desk',
    background_tasks: [],
    open_interactions: 1,
    last_activity_at: AT,
    waiting_for: 'trust',
  });
  const later = Date.parse(AT) + 60_000;
  const { blocks } = rootMessage(view, 'https://hub.example/', later);
  expect(JSON.stringify(blocks)).toContain('*Fix &lt;the&gt; login*');
  expect(JSON.stringify(blocks)).toContain(
    '◆ waiting · api · desk · 11111111 · <https://hub.example/sessions/11111111',
  );
  expect(checkMessageBlocks(blocks)).toEqual([]);
  // Nothing that can be answered in Slack: after a moment it is clear that the terminal asks.
  const text = (now: number) => JSON.stringify(rootMessage({ ...view, open_interactions: 0 }, null, now));
  expect(text(Date.parse(AT))).toContain('◆ waiting ·');
  expect(text(later)).toContain('◆ answer in the terminal: trust ·');
});

test('the first place that fits', () => {
  const places = [
    { folder: '/code/api', to: 'C1' },
    { host: 'desk', to: 'U2' },
    { folder: '/code/', to: 'C3' },
  ];
  expect(placeOf({ cwd: '/code/api/src', host: 'desk' }, places)).toBe('C1');
  expect(placeOf({ cwd: '/code/apix', host: 'desk' }, places)).toBe('U2');
  expect(placeOf({ cwd: '/code/apix', host: 'lap' }, places)).toBe('C3');
  expect(placeOf({ cwd: '/home', host: 'lap' }, places)).toBeUndefined();
});
