import { expect, test } from 'vitest';
import { textWidth } from '../../lib/text-width.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Session } from '../../protocol/session.ts';
import { showChoices, showInteraction } from '../answer/show-interaction.ts';
import { PLAIN } from '../terminal/style.ts';
import { lineOf } from './inbox-news.ts';
import { renderInbox } from './render-inbox.ts';

const NOW = Date.parse('2026-01-01T00:05:00Z');
const place = () => ({ cwd: '/home/me/api', title: 'fix it' });

function ask(id: string, facts: Partial<Interaction> = {}): Interaction {
  return {
    id,
    session_id: '11111111-1111-4111-8111-111111111111',
    host: 'desk',
    kind: 'permission',
    state: 'open',
    tool_name: 'Bash',
    input: { command: 'npm test' },
    suggestions: [],
    opened_at: '2026-01-01T00:03:00.000Z',
    routes: ['control'],
    ...facts,
  };
}

test('the table, with ids long enough to be unique', () => {
  const open = [
    ask('aaaaaaaa-1111'),
    ask('aaaaaaaa-1222', { routes: [], input: { command: `rm -rf ${'x'.repeat(80)}` } }),
    ask('bbbbbbbb-1', { tool_name: 'Edit', input: { file_path: '/home/me/api/src/a.ts' } }),
  ];
  expect(renderInbox(open, { style: PLAIN, now: NOW, width: 72, place })).toBe(
    [
      'ID             AGE  SESSION  WHAT                           ANSWER BY',
      'aaaaaaaa-11  2 min  api      run npm test                   control',
      'aaaaaaaa-12  2 min  api      ! run rm -rf xxxxxxxxxxxxxxx…  the terminal',
      'bbbbbbbb     2 min  api      edit src/a.ts                  control',
    ].join('\n'),
  );
  expect(renderInbox([], { style: PLAIN, now: NOW, place })).toBe('No pending requests.');
});

test('lists sessions that only their terminal can answer', () => {
  const waiting = {
    ...{
      session_id: '22222222-2222-4222-8222-222222222222',
      cwd: '/home/me/web',
      waiting_for: 'trust dialog',
    },
    last_activity_at: '2026-01-01T00:02:00.000Z',
  } as Session;
  const view = { style: PLAIN, now: NOW, elsewhere: [waiting] };
  const onLaptop = () => ({ cwd: '/home/me/web', title: '', host: 'laptop' });
  expect(renderInbox([], { ...view, place: onLaptop })).toContain('web (laptop)');
  expect(renderInbox([], { ...view, place: () => undefined })).toBe(
    [
      'ID    AGE  SESSION  WHAT                                  ANSWER BY',
      '-   3 min  web      answer in the terminal: trust dialog  the terminal',
    ].join('\n'),
  );
});

test('shows a whole request without escape sequences from Claude', () => {
  const command = `echo ${'word '.repeat(60)}\u001b[2J\u001b]0;owned\u0007end`;
  const view = { style: PLAIN, now: NOW, width: 40, place: place(), home: '/home/me' };
  const lines = showInteraction(ask('aaaaaaaa-1', { input: { command } }), view);
  expect(lines.slice(0, 3)).toEqual([
    '◆ Claude wants to run a command',
    'api · fix it · 2 min · in ~/api ·\naaaaaaaa',
    '',
  ]);
  const text = lines.join('\n');
  expect(text).not.toContain('\u001b');
  expect(text.match(/word/g)).toHaveLength(60);
  expect(text).toContain('end');
  for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(40);
});

test('shows file changes as removed and added lines, with a warning outside of the folder', () => {
  const input = { file_path: '/etc/hosts', old_string: 'a\nb\n', new_string: 'a\nc\n' };
  const lines = showInteraction(ask('a', { tool_name: 'Edit', input }), {
    style: PLAIN,
    now: NOW,
    width: 80,
    place: place(),
  });
  expect(lines.slice(3)).toEqual([
    ...['  /etc/hosts', '    a', '  - b', '  + c', ''],
    ...['  ! Changes a file outside of the project.', ''],
  ]);
});

test('shows the choices, numbered as in the flags', () => {
  const suggestions = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
  const view = { style: PLAIN, now: NOW, width: 80 };
  expect(showChoices(ask('a', { suggestions }), view)).toContain(
    '  1  switch to Accept edits mode for this session',
  );
  const questions = [{ question: 'Which?', options: [{ label: 'A', description: 'first' }] }];
  expect(showChoices(ask('a', { kind: 'question', input: { questions } }), view)).toEqual([
    ...['1. Which?', '  1  A: first', ''],
  ]);
});

test('shows changes as lines: new requests and decisions', () => {
  const at = '2026-01-01T00:04:00.000Z';
  const event = (facts: object) => ({
    seq: 1,
    session_id: 's',
    host: 'h',
    at,
    v: 1,
    interaction_id: 'a1',
    ...facts,
  });
  const answer = {
    by: { type: 'device', name: 'phone' },
    at,
    route: 'hook',
    applied: 'sent',
    decision: 'deny',
  };
  const report = (facts: object) => lineOf({ open: [ask('a1')], event: event(facts) as never }, place)?.text;
  expect(report({ type: 'interaction_opened' })).toBe('a1  api  run npm test');
  expect(report({ type: 'interaction_closed', state: 'answered', answer })).toBe('a1  denied by phone');
  expect(report({ type: 'interaction_closed', state: 'withdrawn' })).toBe('a1  withdrawn by Claude');
  const terminal = { ...answer, by: { type: 'terminal', name: 'terminal' }, decision: 'allow' };
  expect(report({ type: 'interaction_settled', applied: 'superseded', answer: terminal })).toBe(
    'a1  actually allowed in the terminal, which came first',
  );
  expect(report({ type: 'interaction_updated' })).toBeUndefined();
});
