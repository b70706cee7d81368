import { expect, test } from 'vitest';
import type { EventBody, EventType, ReinsEvent } from '../../protocol/events.ts';
import type { SessionView } from '../../protocol/session.ts';
import { COLOURED, PLAIN } from '../terminal/style.ts';
import { AllPrinter } from './all-printer.ts';
import { SessionPrinter } from './session-printer.ts';

const ID = '1a2b3c4d-0000-4000-8000-000000000000';
let second = 0;

type Facts = Partial<Pick<ReinsEvent, 'item' | 'agent_id' | 'observed' | 'session_id'>>;
function event<Type extends EventType>(body: EventBody<Type> & Facts): ReinsEvent {
  second = (second + 1) % 60;
  const at = `2026-01-01T10:00:${String(second).padStart(2, '0')}.000Z`;
  return { seq: 1, session_id: ID, host: 'h', at, v: 1, source: 'transcript', ...body } as ReinsEvent;
}
const said = (text: string, facts: Facts = {}) =>
  event({ type: 'assistant_text', item: 't', message_id: 'm', block: 0, text, ...facts });
const asked = (text: string, origin = 'human') =>
  event({ type: 'prompt_submitted', item: text, prompt_id: 'p', uuid: 'u', text, origin, images: 0 });
const started = event({
  ...{ type: 'tool_started', item: 'c', tool_use_id: 'c' },
  ...{ name: 'Bash', input: { command: 'npm test' } },
});
const finished = event({
  ...{ type: 'tool_finished', item: 'c', tool_use_id: 'c', content: 'a\nb', is_error: false },
});

const plain = { style: PLAIN, timeZone: 'UTC' };
function print(
  events: readonly ReinsEvent[],
  layout: ConstructorParameters<typeof SessionPrinter>[0] = plain,
) {
  const printer = new SessionPrinter(layout);
  return events.flatMap((one) => printer.event(one)).map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
}

test('a turn as it happens', () => {
  const thought = event({
    type: 'assistant_thinking',
    item: 'h',
    message_id: 'm',
    block: 0,
    text: 'Hm.\nWell.',
  });
  const done = event({ type: 'turn_finished', item: 'e', prompt_id: 'p', outcome: 'completed' });
  const timed = event({ type: 'turn_timed', item: 'e', prompt_id: 'p', duration_ms: 5 });
  expect(print([asked('fix it\nplease'), thought, said('On it.'), started, finished, done, timed])).toEqual([
    'you     fix it',
    '                 please',
    'thinks  Hm. Well.',
    'claude  On it.',
    '     >  Bash: npm test',
    '     <  ok, 2 lines · Bash: npm test',
    'done',
  ]);
});

test('prints repeated facts once, and a correction again', () => {
  expect(
    print([said('Hello'), said('Hello'), said('Hello there'), started, started, finished, finished]),
  ).toEqual([
    'claude  Hello',
    'claude  Hello there',
    '     >  Bash: npm test',
    '     <  ok, 2 lines · Bash: npm test',
  ]);
});

test('prints requests, answers, starts and ends', () => {
  const answer = { by: { type: 'device', name: 'phone' }, at: '', route: 'hook', applied: 'sent' } as const;
  const idle = () => event({ type: 'activity_changed', activity: 'idle' });
  const lines = print([
    event({ type: 'session_started', how: 'startup' }),
    event({
      ...{ type: 'interaction_opened', interaction_id: 'i', kind: 'permission', tool_name: 'Bash' },
      ...{ input: { command: 'rm -r build' }, suggestions: [], routes: [], item: 'c' },
    }),
    event({ type: 'activity_changed', activity: 'waiting', waiting_for: 'permission' }),
    event({ type: 'interaction_closed', interaction_id: 'i', state: 'answered', answer }),
    ...[idle(), idle()],
    event({ type: 'cost_counted', total_usd: 1, is_complete: true }),
    event({ type: 'session_ended', reason: 'exit' }),
  ]);
  expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
    '◌ session started (startup)',
    '◆ waiting for you (permission): Bash: rm -r build',
    '◆ answered by phone (device)',
    '○ idle',
    '· session ended (exit)',
  ]);
});

test('shows the names of subagents and sessions', () => {
  const inside = [
    event({ type: 'agent_started', subagent_id: 'a1', agent_type: 'Explore', description: 'look' }),
    said('Found.', { agent_id: 'a1' }),
  ];
  expect(print(inside)).toEqual(['agent   Explore began: look', '[Explore] claude  Found.']);
  const all = new AllPrinter(plain, [{ session_id: ID, cwd: '/home/me/api' }]);
  const other = `9${ID.slice(1)}`;
  expect(
    [said('One.'), said('Two.', { session_id: other })]
      .flatMap((one) => all.event(one))
      .map((line) => line.slice(9)),
  ).toEqual(['[api 1a2b3c4d] claude  One.', '[9a2b3c4d] claude  Two.']);
});

test('prints machine prompts on one line, and the end of a subagent once', () => {
  const note =
    '<task-notification>\n<summary>Agent finished</summary>\n<result>x</result></task-notification>';
  const end = () => event({ type: 'agent_finished', subagent_id: 'a', text: 'Seen.' });
  expect(print([asked(note, 'task-notification'), end(), end()])).toEqual([
    'note    Agent finished',
    'agent   finished: Seen.',
  ]);
});

test('neutralizes hostile text', () => {
  const lines = print([said('\u001b[2J\u001b]0;x\u0007clean\r\nup\u009b1A')]);
  expect(lines).toEqual(['claude  clean', '                 up']);
});

test('on a terminal, uses colours and truncates descriptions, but never spoken text', () => {
  const long = 'word '.repeat(40).trim();
  const call = event({
    ...{ type: 'tool_started', item: 'c', tool_use_id: 'c' },
    ...{ name: 'Bash', input: { command: long } },
  });
  const [words = '', tool = ''] = print([said(long), call], { ...plain, style: COLOURED, width: 60 });
  expect(words).toContain(long);
  expect(words).toContain('\u001b[90m');
  expect(tool).toMatch(/w…$/);
});

test('starts with the state of the session and its newest turns', () => {
  const at = '2026-01-01T10:00:00.000Z';
  const view = {
    ...{ session_id: ID, title: 'Fix it', cwd: '/home/me/api', git_branch: 'main', model: 'claude-opus-4-5' },
    ...{ status: 'working', agents: [], interactions: [], older_before: 5 },
    turns: [
      {
        items: [
          { id: 't', at, position: 5, kind: 'text', text: 'Hello' },
          {
            ...{ id: 'c', at, position: 6, kind: 'tool', tool_use_id: 'c', name: 'Read' },
            ...{ input: { file_path: '/home/me/api/a.ts' }, finished_at: at, result: '', is_error: false },
          },
        ],
        outcome: 'interrupted',
        duration_ms: 61_000,
      },
    ],
  } as unknown as SessionView;
  const printer = new SessionPrinter(plain);
  expect(printer.opening(view, '/home/me')).toEqual([
    'Fix it  ● working',
    '~/api · main · opus-4-5',
    '',
    '… earlier turns are omitted',
    '10:00:00 claude  Hello',
    '10:00:00      >  Read: a.ts · ok',
    '10:00:00 done    interrupted after 1 min 1 s',
  ]);
  expect(printer.event(said('Hello'))).toEqual([]);
});
