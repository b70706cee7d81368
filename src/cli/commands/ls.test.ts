import { expect, test } from 'vitest';
import { textWidth } from '../../lib/text-width.ts';
import type { Session } from '../../protocol/session.ts';
import { COLOURED, PLAIN } from '../terminal/style.ts';
import { renderSessions } from './ls.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');

function session(status: Session['status'], facts: Partial<Session> = {}): Session {
  return {
    ...{ session_id: '1a2b3c4d-0000-4000-8000-000000000000', host: 'h', status, title: 'Fix the flaky test' },
    ...{ cwd: '/home/me/api', driver: 'external', capabilities: [], seq: 1 },
    ...{ started_at: '2026-01-01T11:00:00.000Z', last_activity_at: '2026-01-01T11:58:00.000Z' },
    ...{ open_interactions: 0, queued_prompts: 0 },
    usage: {
      ...{ input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    },
    ...facts,
  };
}

test('prints one line per session, with a shape and plain text', () => {
  const sessions = [
    session('working', {
      ...{ git_branch: 'main', model: 'claude-opus-4-5-20251101', cost_usd: 1.234 },
      ...{ driver: 'stream', queued_prompts: 2 },
    }),
    session('waiting', { title: '' }),
    session('idle'),
    session('ended', { last_activity_at: '2025-12-31T12:00:00.000Z' }),
  ];
  expect(renderSessions(sessions, PLAIN, { now: NOW, home: '/home/me' })).toBe(
    [
      'STATUS        ID        DRIVER    TITLE               FOLDER  BRANCH  MODEL       AGE   COST',
      '● working +2  1a2b3c4d  stream    Fix the flaky test  ~/api   main    opus-4-5  2 min  $1.23',
      '◆ waiting     1a2b3c4d  external  -                   ~/api                     2 min',
      '○ idle        1a2b3c4d  external  Fix the flaky test  ~/api                     2 min',
      '· ended       1a2b3c4d  external  Fix the flaky test  ~/api                       1 d',
    ].join('\n'),
  );
});

test('colours only the text, and a hostile title remains text', () => {
  const [, line] = renderSessions([session('waiting', { title: 'x\u001b]0;owned\u0007\ny' })], COLOURED, {
    now: NOW,
  }).split('\n');
  expect(line).toContain('\u001b[33m◆ waiting\u001b[39m');
  expect(line).toContain('x y');
  expect(line).not.toContain('owned');
});

test('suggests what to do if there is none', () => {
  expect(renderSessions([], PLAIN, { now: NOW })).toContain('reins new');
});

test('names hosts only if there is one to name', () => {
  const last_seen_at = '2026-01-01T11:00:00.000Z';
  const sessions = [
    session('working'),
    session('idle', { host: 'laptop', host_state: { state: 'offline', last_seen_at } }),
  ];
  const hostOf = ({ host_state }: Session) => (host_state ? 'laptop' : 'desk');
  const lines = renderSessions(sessions, PLAIN, { now: NOW, home: '/home/me', hostOf }).split('\n');
  expect(lines).toEqual([
    'STATUS     ID        HOST              DRIVER    TITLE               FOLDER  BRANCH  MODEL    AGE  COST',
    '● working  1a2b3c4d  desk              external  Fix the flaky test  ~/api                  2 min',
    '○ idle     1a2b3c4d  laptop (offline)  external  Fix the flaky test  ~/api                  2 min',
  ]);
});

test('leaves out columns by priority on a narrow terminal, and shortens folders from the left', () => {
  const sessions = [
    session('working', {
      ...{
        title: 'Fix the flaky test of the database layer',
        cwd: '/home/me/code/company/services/api-server',
      },
      ...{ git_branch: 'feature/one', model: 'claude-opus-5-5', cost_usd: 0.004, queued_prompts: 2 },
    }),
  ];
  const lines = (width: number) =>
    renderSessions(sessions, PLAIN, { now: NOW, home: '/home/me', width }).split('\n');
  expect(lines(80)).toEqual([
    'STATUS        ID        TITLE                 FOLDER                 AGE    COST',
    '● working +2  1a2b3c4d  Fix the flaky test…   …ervices/api-server  2 min  <$0.01',
  ]);
  expect(lines(45)[0]).toBe('STATUS        ID        TITLE             AGE');
  for (const width of [40, 60, 80, 100, 120]) {
    for (const line of lines(width)) expect(textWidth(line)).toBeLessThanOrEqual(width);
  }
});

test('a host that only sends hooks is named, and so is this one next to it', () => {
  const sessions = [session('idle'), session('idle', { host: 'laptop' })];
  const hostOf = ({ host }: Session) => (host === 'laptop' ? host : undefined);
  const lines = renderSessions(sessions, PLAIN, { now: NOW, home: '/home/me', hostOf }).split('\n');
  expect(lines.map((line) => line.split(/ {2,}/)[2])).toEqual(['HOST', 'h', 'laptop']);
});
